"""From the frames of a figure in the file's units and axes to a clip in metres with Y up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import Skeleton
from models.formats.bvh_axes import Z_TO_Y_UP, guess_up, rest_stands_along
from models.formats.bvh_frames import FrameStore
from models.formats.bvh_units import UNITS, figure_height, guess_unit, is_figure, metres_per_unit
from models.kinematics import forward, quat

__all__ = ["in_metres", "scaled", "turned", "upright"]

Array = NDArray[np.float64]

# Joint translations that stay this near to the OFFSET are rounding, not motion (metres).
_STILL_M = 1e-5
_SAMPLED_FRAMES = 32

# What files mostly have, for trees that cannot be judged by how they look, and the note that says so.
_USUAL_UNIT = (
    "cm",
    "unit taken as cm by custom, because this is no figure to judge it by; change it with --in-unit or unit=",
)
_USUAL_UP = (
    "y",
    ("up axis taken as Y by custom, because this is no figure to judge it by; change it with --in-up or up=",),
)


def in_metres(skeleton: Skeleton, store: FrameStore, fps: float, unit: str | float, notes: list[str]) -> Clip:
    """The clip in metres, still in the file's axes; its report is `notes` and how the unit was chosen.

    Args:
        skeleton: In file units.
        store: The frames in file units.
        fps: Frames a second.
        unit: As in `bvh.read`.
        notes: What there is to tell so far.
    """
    if unit == "guess":
        height = figure_height(skeleton.parents, skeleton.offsets, skeleton.point_joints, skeleton.point_offsets)
        name, note = guess_unit(height) if is_figure(skeleton.parents) and height > 0.0 else _USUAL_UNIT
        notes = [*notes, note]
        scale = UNITS[name]
    else:
        scale = metres_per_unit(unit)
    translations = store.translations(_STILL_M / scale)
    if translations is not None:
        translations *= scale
        notes = [*notes, "joints other than the root are moved by position channels; bone lengths change over time"]
    return Clip(
        name=skeleton.name,
        skeleton=skeleton.scaled(scale),
        root=store.root * scale,
        rotations=store.rotations,
        fps=fps,
        translations=translations,
        report=tuple(notes),
    )


def upright(clip: Clip, up: str) -> Clip:
    """The clip with Y up and, where that was guessed, the note that says so."""
    skeleton = clip.skeleton
    rest = np.concatenate([skeleton.rest_positions, skeleton.rest_points])
    note: tuple[str, ...] = ()
    if up == "guess":
        if is_figure(skeleton.parents):
            up = guess_up(rest, _sampled_points(clip))
            note = (f"up axis guessed as {up.upper()}; change it with --in-up or up=",)
        else:
            up, note = _USUAL_UP
    if up == "y":
        return replace(clip, report=clip.report + note)
    if rest_stands_along(rest) == "y":
        # The rest pose is upright already: only the motion was laid over, by its root.
        rotations = clip.rotations.copy()
        rotations[:, 0] = quat.mul(Z_TO_Y_UP, rotations[:, 0])
        return replace(clip, root=quat.rotate(Z_TO_Y_UP, clip.root), rotations=rotations, report=clip.report + note)
    return replace(turned(clip, Z_TO_Y_UP), report=clip.report + note)


def turned(clip: Clip, turn: Array) -> Clip:
    """The clip expressed in axes turned by a rotation: rest pose, positions and rotations alike."""
    skeleton = clip.skeleton
    return replace(
        clip,
        skeleton=skeleton.with_offsets(quat.rotate(turn, skeleton.offsets), quat.rotate(turn, skeleton.point_offsets)),
        root=quat.rotate(turn, clip.root),
        rotations=quat.mul(quat.mul(turn, clip.rotations), quat.conj(turn)),
        translations=None if clip.translations is None else quat.rotate(turn, clip.translations),
    )


def scaled(clip: Clip, factor: float) -> Clip:
    """The clip with every length multiplied."""
    return replace(
        clip,
        skeleton=clip.skeleton.scaled(factor),
        root=clip.root * factor,
        translations=None if clip.translations is None else clip.translations * factor,
    )


def _sampled_points(clip: Clip) -> Array:
    """Joints and points (f, J + P, 3) in some frames spread over the clip."""
    if clip.n_frames == 0:
        return np.zeros((0, clip.skeleton.n_joints + clip.skeleton.n_points, 3))
    frames = np.unique(np.linspace(0, clip.n_frames - 1, _SAMPLED_FRAMES).astype(int))
    translations = None if clip.translations is None else clip.translations[frames]
    rotations, positions = forward.globals_from_locals(
        clip.skeleton, clip.root[frames], clip.rotations[frames], translations
    )
    return np.concatenate([positions, forward.points_from_globals(clip.skeleton, rotations, positions)], axis=1)
