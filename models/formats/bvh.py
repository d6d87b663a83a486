"""BVH files: `read` and `write`.

The format says neither its unit nor its up axis, so both are guessed unless given, and every guess stands in the
clip's report. In memory a clip is in metres, Y up, with quaternions; see `bvh_channels` for the conventions of
channels and `bvh_write` for what is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import Skeleton
from models.errors import Cancelled, FileFormatError, SixpointError
from models.formats.bvh_axes import Z_TO_Y_UP, guess_up, rest_stands_along, turned_basis
from models.formats.bvh_channels import ChannelMap
from models.formats.bvh_figure import select_figure
from models.formats.bvh_frames import MAX_SAMPLES, FrameStore
from models.formats.bvh_hierarchy import read_hierarchy
from models.formats.bvh_motion import read_motion_header, row_blocks
from models.formats.bvh_source import LineSource
from models.formats.bvh_timing import count_notes, frame_rate
from models.formats.bvh_units import UNITS, figure_height, guess_unit, metres_per_unit
from models.kinematics import quat

__all__ = ["MAX_BYTES", "read"]

Array = NDArray[np.float64]

MAX_BYTES = 1 << 30
"""Size above which a file is refused: seven times 100,000 frames of 60 joints."""

# Joint translations that stay this near to the OFFSET are rounding, not motion (metres).
_STILL_M = 1e-5
_SAMPLED_FRAMES = 64


def read(
    path: str | Path,
    unit: str | float = "guess",
    up: str = "guess",
    *,
    fps: float | None = None,
    figure: str | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    max_bytes: int = MAX_BYTES,
) -> Clip:
    """The motion in a BVH file.

    Args:
        path: The file.
        unit: 'm', 'cm', 'mm', 'inch', 'acclaim', metres per unit, or 'guess' by the height of the figure.
        up: 'y', 'z', or 'guess' by how the figure stands. A Z-up figure is turned so that Y is up.
        fps: Frames a second, in place of the file's Frame Time.
        figure: Name of the ROOT to read where a file has several; the first by default.
        progress: Called after each block with the share done, 0 to 1.
        cancelled: Asked after each block; True stops the reading.
        max_bytes: Larger files are refused.

    Returns:
        The clip; its `report` says what was guessed, repaired or odd.

    Raises:
        FileFormatError: if the file cannot be understood, with the line.
        Cancelled: if `cancelled` said so.

    Cost: linear in the size of the file. Memory is that of the result and of a few blocks of 4 MB of text.
    """
    if up not in ("guess", "y", "z"):
        raise SixpointError(f"up must be 'y', 'z' or 'guess', got '{up}'")
    if unit != "guess":
        metres_per_unit(unit)
    path = Path(path)
    try:
        with path.open("rb") as stream:
            return _read_stream(stream, path, unit, up, fps, figure, progress, cancelled, max_bytes)
    except OSError as error:
        raise FileFormatError(path, f"the file cannot be read ({error.strerror or error})") from error


def _read_stream(
    stream: BinaryIO,
    path: Path,
    unit: str | float,
    up: str,
    fps: float | None,
    figure: str | None,
    progress: Callable[[float], None] | None,
    cancelled: Callable[[], bool] | None,
    max_bytes: int,
) -> Clip:
    size = os.fstat(stream.fileno()).st_size
    if size > max_bytes:
        raise FileFormatError(path, f"the file has {size:,} bytes", expected=f"at most {max_bytes:,}; pass max_bytes")
    source = LineSource(stream, path)
    hierarchy = read_hierarchy(source, path)
    chosen = select_figure(hierarchy, figure, path.stem)
    channels = ChannelMap(hierarchy.joints, chosen.joints)
    header = read_motion_header(source)
    rate, rate_notes = frame_rate(header, fps)
    store: FrameStore | None = None
    for rows in row_blocks(source, channels.n_channels, path):
        if store is None:
            store = FrameStore(channels, int(1.05 * len(rows) * size / source.bytes_read) + 1)
        store.append(rows)
        if store.n_frames * channels.n_joints > MAX_SAMPLES:
            raise FileFormatError(path, f"more than {MAX_SAMPLES:,} joint rotations; split the file")
        if progress is not None:
            progress(min(source.bytes_read / max(size, 1), 1.0))
        if cancelled is not None and cancelled():
            raise Cancelled(f"reading {path} was cancelled")
    store = store or FrameStore(channels, 0)
    notes = [*hierarchy.notes, *chosen.notes, *rate_notes, *count_notes(header, store.n_frames)]
    clip = _scaled(chosen.skeleton, store, rate, unit, notes)
    return _upright(replace(clip, name=path.stem), up)


def _scaled(skeleton: Skeleton, store: FrameStore, fps: float, unit: str | float, notes: list[str]) -> Clip:
    """The clip in metres, still in the file's axes."""
    if unit == "guess":
        height = figure_height(skeleton.parents, skeleton.offsets, skeleton.point_joints, skeleton.point_offsets)
        name, note = guess_unit(skeleton.n_joints, height)
        notes.append(note)
        scale = UNITS[name]
    else:
        scale = metres_per_unit(unit)
    translations = store.translations(_STILL_M / scale)
    if translations is not None:
        translations *= scale
        notes.append("joints other than the root are moved by position channels; bone lengths change over time")
    return Clip(
        skeleton=skeleton.scaled(scale),
        root=store.root * scale,
        rotations=store.rotations,
        fps=fps,
        translations=translations,
        report=tuple(notes),
    )


def _upright(clip: Clip, up: str) -> Clip:
    """The clip with Y up and, where that was guessed, the note that says so."""
    skeleton = clip.skeleton
    rest = np.concatenate([skeleton.rest_positions, skeleton.rest_points])
    note: tuple[str, ...] = ()
    if up == "guess":
        up = guess_up(rest, _sampled_points(clip))
        note = (f"up axis guessed as {up.upper()}; pass up to change it",)
    if up == "y":
        return replace(clip, report=clip.report + note)
    root = quat.rotate(Z_TO_Y_UP, clip.root)
    if rest_stands_along(rest) == "y":
        # The rest pose is upright already: only the motion was laid over, by its root.
        rotations = clip.rotations.copy()
        rotations[:, 0] = quat.mul(Z_TO_Y_UP, rotations[:, 0])
        return replace(clip, root=root, rotations=rotations, report=clip.report + note)
    return replace(
        clip,
        skeleton=skeleton.with_offsets(
            quat.rotate(Z_TO_Y_UP, skeleton.offsets), quat.rotate(Z_TO_Y_UP, skeleton.point_offsets)
        ),
        root=root,
        rotations=turned_basis(clip.rotations, Z_TO_Y_UP),
        translations=None if clip.translations is None else quat.rotate(Z_TO_Y_UP, clip.translations),
        report=clip.report + note,
    )


def _sampled_points(clip: Clip) -> Array:
    """Joints and points (f, J + P, 3) in some frames spread over the clip."""
    if clip.n_frames == 0:
        return np.zeros((0, clip.skeleton.n_joints + clip.skeleton.n_points, 3))
    frames = np.unique(np.linspace(0, clip.n_frames - 1, _SAMPLED_FRAMES).astype(int))
    some = replace(
        clip,
        root=clip.root[frames],
        rotations=clip.rotations[frames],
        translations=None if clip.translations is None else clip.translations[frames],
    )
    return np.concatenate([some.globals()[1], some.points()], axis=1)
