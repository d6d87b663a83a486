"""A clip as the text of a BVH file.

Each joint keeps its own rotation order; only the root and joints that really move relative to their parent have
position channels. Points that came from a file's End Sites are written as such; on other skeletons a leaf joint ends
at its farthest point (the canonical hand at its middle fingertip, the head at its top).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import Skeleton
from models.formats.bvh_curves import EulerCurves
from models.formats.tree_order import depth_first

__all__ = ["write_text"]

Array = NDArray[np.float64]

_END_SITE = re.compile(r".*/End Site( \d+)?", re.DOTALL)
_ANGLE_DECIMALS = 6
_DEGREES = 180.0 / np.pi
_ROWS_AT_ONCE = 1024


def write_text(
    stream: BinaryIO,
    clip: Clip,
    names: tuple[str, ...],
    *,
    decimals: int,
    still: float,
    watch: Callable[[float], None],
) -> None:
    """Write a whole file.

    Args:
        stream: Open for writing.
        clip: In the unit and the axes of the file.
        names: What to call its joints.
        decimals: Digits after the point of lengths; angles have six.
        still: A joint whose translation stays this near to its offset gets no position channels, file units.
        watch: Called after each block of rows with the share done; may raise.
    """
    skeleton = clip.skeleton
    joints = depth_first(skeleton)
    moves = skeleton.parents < 0
    if clip.translations is not None and clip.n_frames:
        moves = moves | (np.abs(clip.translations - skeleton.offsets).max(axis=(0, 2)) > still)
    stream.write(_hierarchy(skeleton, joints, moves, names, decimals).encode("utf-8"))
    stream.write(f"MOTION\nFrames: {clip.n_frames}\nFrame Time: {1.0 / clip.fps:.10f}\n".encode())
    one_row = " ".join(
        " ".join([f"%.{decimals}f"] * 3 * bool(moves[joint]) + [f"%.{_ANGLE_DECIMALS}f"] * 3) for joint, _ in joints
    )
    for stop, values in _rows(clip, joints, moves, decimals):
        stream.write("".join([one_row % tuple(row) + "\n" for row in values.tolist()]).encode())
        watch(stop / clip.n_frames)


def _ends(skeleton: Skeleton) -> dict[int, list[int]]:
    """The points written as End Sites of each joint."""
    ends: dict[int, list[int]] = {}
    others: dict[int, list[int]] = {}
    for point, joint in enumerate(skeleton.point_joints.tolist()):
        kind = ends if _END_SITE.fullmatch(skeleton.point_names[point]) else others
        kind.setdefault(joint, []).append(point)
    lengths = np.linalg.norm(skeleton.point_offsets, axis=-1)
    for joint, points in others.items():
        if joint not in ends and not skeleton.children(joint).size:
            farthest = max(points, key=lambda point: lengths[point])
            if lengths[farthest] > 0.0:
                ends[joint] = [farthest]
    return ends


def _hierarchy(
    skeleton: Skeleton, joints: list[tuple[int, int]], moves: NDArray[np.bool_], names: tuple[str, ...], decimals: int
) -> str:
    ends = _ends(skeleton)
    lines = ["HIERARCHY"]
    level = 0
    for joint, depth in joints:
        lines += ["\t" * inner + "}" for inner in range(level - 1, depth - 1, -1)]
        level = depth + 1
        channels = ["Xposition", "Yposition", "Zposition"] * bool(moves[joint])
        channels += [f"{axis}rotation" for axis in skeleton.rotation_orders[joint]]
        outside, inside = "\t" * depth, "\t" * level
        lines += [
            f"{outside}{'JOINT' if depth else 'ROOT'} {names[joint]}",
            f"{outside}{{",
            f"{inside}OFFSET {_numbers(skeleton.offsets[joint], decimals)}",
            f"{inside}CHANNELS {len(channels)} {' '.join(channels)}",
        ]
        for point in ends.get(joint, ()):
            offset = _numbers(skeleton.point_offsets[point], decimals)
            lines += [f"{inside}End Site", f"{inside}{{", f"{inside}\tOFFSET {offset}", f"{inside}}}"]
    lines += ["\t" * inner + "}" for inner in range(level - 1, -1, -1)]
    return "\n".join(lines) + "\n"


def _numbers(values: Array, decimals: int) -> str:
    return " ".join(f"{value:.{decimals}f}" for value in (np.round(values, decimals) + 0.0).tolist())


def _rows(
    clip: Clip, joints: list[tuple[int, int]], moves: NDArray[np.bool_], decimals: int
) -> Iterator[tuple[int, Array]]:
    """(frame after the last, channel values (f, C)) for blocks of frames; degrees and file units."""
    curves = EulerCurves(clip.skeleton.rotation_orders)
    for start in range(0, clip.n_frames, _ROWS_AT_ONCE):
        stop = min(start + _ROWS_AT_ONCE, clip.n_frames)
        angles = np.round(curves.next(clip.rotations[start:stop]) * _DEGREES, _ANGLE_DECIMALS)
        if clip.translations is None:
            positions = np.repeat(clip.skeleton.offsets[None], stop - start, axis=0)
        else:
            positions = clip.translations[start:stop].copy()
        positions[:, 0] = clip.root[start:stop]
        positions = np.round(positions, decimals)
        columns: list[Array] = []
        for joint, _ in joints:
            columns += [positions[:, joint]] * bool(moves[joint]) + [angles[:, joint]]
        # Adding zero turns -0.0 into 0.0, which reads better.
        yield stop, np.concatenate(columns, axis=1) + 0.0
