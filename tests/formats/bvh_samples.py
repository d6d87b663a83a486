"""BVH texts for tests, and an independent reading of them: plain 4x4 matrices, joint by joint."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ROOT_CHANNELS = "Xposition Yposition Zposition Zrotation Xrotation Yrotation"
JOINT_CHANNELS = "Zrotation Xrotation Yrotation"

CHAIN = f"""HIERARCHY
ROOT Hips
{{
	OFFSET 0.0 95.0 0.0
	CHANNELS 6 {ROOT_CHANNELS}
	JOINT Spine
	{{
		OFFSET 0.0 30.0 -2.0
		CHANNELS 3 {JOINT_CHANNELS}
		JOINT Head
		{{
			OFFSET 0.0 40.0 1.0
			CHANNELS 3 {JOINT_CHANNELS}
			End Site
			{{
				OFFSET 0.0 15.0 0.0
			}}
		}}
	}}
}}
"""
"""Three joints in centimetres, twelve channels."""


def motion(rows: Sequence[Sequence[float]], frame_time: str = "0.0333333") -> str:
    lines = ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {frame_time}"]
    return "\n".join([*lines, *(" ".join(f"{value:.6f}" for value in row) for row in rows)]) + "\n"


def chain_rows(n_frames: int = 3) -> list[list[float]]:
    """Values for `CHAIN` that differ in every channel and frame."""
    return [[float(10 * frame + channel) for channel in range(12)] for frame in range(n_frames)]


def two_legs(unit: float = 1.0, up: str = "y", n_frames: int = 3) -> str:
    """A standing figure of ten joints, 1.7 m tall, its lengths multiplied by `unit` (1 for centimetres)."""

    def vector(x: float, y: float, z: float) -> str:
        turned = (x, y, z) if up == "y" else (x, -z, y)
        return " ".join(f"{value * unit:.7f}" for value in turned)

    def branch(names: Sequence[str], offsets: Sequence[tuple[float, float, float]], end: tuple[float, float, float]):
        text = f"JOINT {names[0]} {{ OFFSET {vector(*offsets[0])} CHANNELS 3 {JOINT_CHANNELS}\n"
        if len(names) > 1:
            text += branch(names[1:], offsets[1:], end)
        else:
            text += f"End Site {{ OFFSET {vector(*end)} }}\n"
        return text + "}\n"

    text = f"HIERARCHY\nROOT Hips {{ OFFSET {vector(0, 0, 0)} CHANNELS 6 {ROOT_CHANNELS}\n"
    text += branch(["Spine", "Head"], [(0, 12, 0), (0, 48, 0)], (0, 20, 0))
    for side, sign in (("Left", 1), ("Right", -1)):
        text += branch([f"{side}UpLeg", f"{side}Leg", f"{side}Foot"],
                       [(9 * sign, 0, 0), (0, -42, 0), (0, -42, 0)], (0, -6, 15))  # fmt: skip
    text += branch(["LeftArm"], [(15, 45, 0)], (65, 0, 0)) + branch(["RightArm"], [(-15, 45, 0)], (-65, 0, 0))
    n_channels = text.count("rotation") + 3
    row = [vector(5, 90, 3)] + ["0"] * (n_channels - 3)
    lines = [f"MOTION\nFrames: {n_frames}\nFrame Time: 0.0333333", *[" ".join(row)] * n_frames]
    return text + "}\n" + "\n".join(lines) + "\n"


def axis_matrix(axis: str, degrees: float) -> np.ndarray:
    """Rotation about one axis, written out; (3, 3)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return {
        "X": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "Y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "Z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def positions_by_matrices(text: str, frame: int) -> dict[str, np.ndarray]:
    """World positions of all joints and End Sites of a well-formed text, in its own unit, by chained matrices."""
    header, _, body = text.partition("MOTION")
    values = [float(value) for value in body.split("\n", 3)[3].split("\n")[frame].split()]
    stack: list[tuple[str, np.ndarray, np.ndarray]] = []
    world: dict[str, np.ndarray] = {}
    name, offset, channels = "", np.zeros(3), []
    for line in header.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] in ("ROOT", "JOINT", "End"):
            name = " ".join(words[1:]) if words[0] != "End" else f"{stack[-1][0]}/End Site"
            channels = []
        elif words[0] == "OFFSET":
            offset = np.array([float(value) for value in words[1:4]])
            if name.endswith("/End Site"):
                world[name] = stack[-1][2] + stack[-1][1] @ offset
        elif words[0] == "CHANNELS":
            channels = words[2:]
            rotation, position = np.eye(3), offset.copy()
            for channel in channels:
                value = values.pop(0)
                if channel.endswith("rotation"):
                    rotation = rotation @ axis_matrix(channel[0], value)
                else:
                    position["XYZ".index(channel[0])] = value
            above = stack[-1] if stack else ("", np.eye(3), np.zeros(3))
            stack.append((name, above[1] @ rotation, above[2] + above[1] @ position))
            world[name] = stack[-1][2]
        elif words[0] == "}" and not name.endswith("/End Site"):
            stack.pop()
        elif words[0] == "}":
            name = stack[-1][0]
    assert not values
    return world
