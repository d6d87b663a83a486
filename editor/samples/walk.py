"""Makes the sample walk: key poses of a stride, posed through a session as a user would.

Four keys a step, after the walk cycle that animators learn first: contact, down, passing, up. Only hips, neck, wrists
and ankles are set; the networks fill in the rest. A standing foot is pinned at the same place on every key on which
it stands, so it does not slide between them. Units: metres, seconds; the walk goes along +Z.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.animation import FrameRate, Interpolation, Key, Pose, Track
from models.animation.key import Interval
from models.body import POINTS, body
from models.document import Character, Content, Range, Rig, key_of, write_project
from models.posing import Session

__all__ = ["walk"]

Array = NDArray[np.float64]

_STEP_M, _STEP_FRAMES, _STEPS = 0.66, 16, 6
_START_M = -1.8  # so that it passes the middle of the view
_HALF_TRACK_M = 0.09  # of the feet from the line of the walk
_PHASES = (0.0, 0.25, 0.5, 0.75)  # contact, down, passing, up
_HIPS_UP_M = (-0.030, -0.055, -0.010, -0.005)
# The swinging ankle: how far of its way, and how high above where it stands.
_SWING = ((0.0, 0.075), (0.12, 0.145), (0.52, 0.130), (0.86, 0.075))
_SWING_ARM_M, _WRIST_OUT_M, _LEAN_M = 0.22, 0.25, 0.035


def walk() -> Content:
    """The walk as a document."""
    skeleton, rate = body(), FrameRate()
    start = Pose.rest(skeleton)

    def start_at(along: float) -> Pose:
        # Free points stay about where they are, so the body starts from where the step is.
        return Pose(start.root + np.array([0.0, 0.0, along]), start.rotations)

    rest = dict(zip(POINTS, start.points(skeleton), strict=True))
    keys = []
    for step in range(_STEPS):
        for phase, place in enumerate(_PHASES):
            session = Session(skeleton, start_at(_middle(step, phase)))
            session.drag_points(_targets(rest, step, phase))
            tick = rate.tick(round((step + place) * _STEP_FRAMES))
            keys.append(_key(tick, session))
    last = keys[-1].tick
    return Content(
        rate=rate,
        playback=Range(0, last),
        characters={"body": Character(Rig("Body", skeleton), Track(tuple(keys)))},
    )


def _key(tick: int, session: Session) -> Key:
    return key_of(tick, session.snapshot.posing, session.pose, Interval(Interpolation.SPLINE))


def _middle(step: int, phase: int) -> float:
    """How far the body has come, half way between the feet."""
    return _START_M + (step - 0.5 + _PHASES[phase]) * _STEP_M


def _targets(rest: dict[str, Array], step: int, phase: int) -> dict[str, Array]:
    """Where hips, wrists and ankles are at a phase of a step; the left foot stands in even steps."""
    standing, swinging = ("Left", "Right") if step % 2 == 0 else ("Right", "Left")
    sides = {"Left": 1.0, "Right": -1.0}
    ankle_up = rest["LeftFoot"][1]
    way, lift = _SWING[phase]
    ankle = {
        standing: np.array([sides[standing] * _HALF_TRACK_M, ankle_up, _START_M + step * _STEP_M]),
        # From where it stood, a step behind the standing foot, to a step before it.
        swinging: np.array(
            [sides[swinging] * _HALF_TRACK_M, ankle_up + lift, _START_M + (step - 1 + 2 * way) * _STEP_M]
        ),
    }
    middle = _middle(step, phase)
    sway = 0.025 * sides[standing] * np.sin(np.pi * _PHASES[phase])
    hips = np.array([sway, rest["Hips"][1] + _HIPS_UP_M[phase], middle])
    # The arm of the swinging side goes back as its leg goes forward, in time with the step.
    swing = np.cos(np.pi * _PHASES[phase])
    neck = np.array([0.4 * sway, rest["Neck"][1] + _HIPS_UP_M[phase] - 0.01, middle + _LEAN_M])
    result = {"Hips": hips, "Neck": neck}
    for side, sign in sides.items():
        forward = swing * (1.0 if side == swinging else -1.0)
        result[f"{side}Foot"] = ankle[side]
        # Forward the elbow bends and the hand comes up; backward the arm is nearly straight.
        up = 0.02 + 0.10 * max(forward, 0.0)
        result[f"{side}Hand"] = np.array(
            [sign * _WRIST_OUT_M, hips[1] - 0.04 + up, middle + 0.06 + _SWING_ARM_M * forward]
        )
    return result


if __name__ == "__main__":
    write_project(Path(__file__).parent / "walk.json", walk())
