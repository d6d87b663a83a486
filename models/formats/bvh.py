"""BVH files: `read` and `write`.

The format says neither its unit nor its up axis, so both are guessed unless given, and every guess stands in the
clip's report. In memory a clip is in metres, Y up, with quaternions; see `bvh_channels` for the conventions of
channels and `bvh_write` for what is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.errors import Cancelled, FileFormatError, SixpointError
from models.formats.atomic import write_atomically
from models.formats.bvh_axes import Z_TO_Y_UP
from models.formats.bvh_channels import ChannelMap
from models.formats.bvh_clip import in_metres, scaled, turned, upright
from models.formats.bvh_figure import select_figure
from models.formats.bvh_frames import MAX_SAMPLES, FrameStore
from models.formats.bvh_hierarchy import read_hierarchy
from models.formats.bvh_motion import read_motion_header, row_blocks
from models.formats.bvh_names import writable_names
from models.formats.bvh_source import LineSource
from models.formats.bvh_timing import count_notes, frame_rate
from models.formats.bvh_units import metres_per_unit
from models.formats.bvh_write import write_text
from models.formats.finite import check_finite
from models.kinematics import quat

__all__ = ["MAX_BYTES", "read", "write"]

Array = NDArray[np.float64]

MAX_BYTES = 1 << 30
"""Size above which a file is refused: seven times 100,000 frames of 60 joints."""

# What is written is exact to this length, and joint translations below ten times as much are not motion (metres).
_RESOLUTION_M = 1e-7
_STILL_M = 1e-6


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
    watch = _watcher(f"reading {path}", progress, cancelled)
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > max_bytes:
                raise FileFormatError(
                    path, f"the file has {size:,} bytes", expected=f"at most {max_bytes:,}; pass max_bytes for more"
                )
            source = LineSource(stream, path)
            hierarchy = read_hierarchy(source, path)
            chosen = select_figure(hierarchy, figure, path.stem)
            header = read_motion_header(source)
            rate, rate_notes = frame_rate(header, fps)
            channels = ChannelMap(hierarchy.joints, chosen.joints)
            # A value and the blank after it take two bytes at least, so a false count cannot claim the memory.
            expected = min(max(header.declared_frames or 0, 0), size // (2 * max(channels.n_channels, 1)))
            blocks = row_blocks(source, channels.n_channels, path)
            store = _read_frames(blocks, channels, expected, path, lambda: watch(source.bytes_read / max(size, 1)))
    except OSError as error:
        raise FileFormatError(path, f"the file cannot be read ({error.strerror or error})") from error
    notes = [*hierarchy.notes, *chosen.notes, *rate_notes, *count_notes(header, store.n_frames)]
    return upright(in_metres(chosen.skeleton, store, rate, unit, notes), up)


def write(
    path: str | Path,
    clip: Clip,
    *,
    unit: str | float = "cm",
    up: str = "y",
    names: str = "keep",
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[str, ...]:
    """Write a clip as a BVH file, whole or not at all.

    Args:
        path: The file; replaced if it exists.
        clip: What to write. Its skeleton's first offset, the rest position of the root, becomes the root's OFFSET.
        unit: 'cm' (the custom), 'm' (for Blender), 'mm', 'inch', 'acclaim', or metres per unit.
        up: 'y' (the custom) or 'z'.
        names: 'keep', or 'safe' for ASCII letters, digits and `_ : . -` only.
        progress: Called now and then with the share done, 0 to 1.
        cancelled: Asked now and then; True stops the writing and leaves `path` as it was.

    Returns:
        Sentences about what had to be written differently: renamed joints.

    Raises:
        SixpointError: if an option is unknown, the clip has values that are not finite, or `path` cannot be written.
        Cancelled: if `cancelled` said so.
    """
    scale = metres_per_unit(unit)
    if up not in ("y", "z"):
        raise SixpointError(f"up must be 'y' or 'z', got '{up}'")
    if names not in ("keep", "safe"):
        raise SixpointError(f"names must be 'keep' or 'safe', got '{names}'")
    check_finite(path, clip)
    written, notes = writable_names(clip.skeleton.joint_names, safe=names == "safe")
    watch = _watcher(f"writing {path}", progress, cancelled)
    in_file = scaled(clip if up == "y" else turned(clip, quat.conj(Z_TO_Y_UP)), 1.0 / scale)
    decimals = max(6, int(np.ceil(np.log10(scale / _RESOLUTION_M))))

    def send(stream: BinaryIO) -> None:
        write_text(stream, in_file, written, decimals=decimals, still=_STILL_M / scale, watch=watch)

    write_atomically(path, send)
    return tuple(notes)


def _watcher(
    what: str, progress: Callable[[float], None] | None, cancelled: Callable[[], bool] | None
) -> Callable[[float], None]:
    """What is called with the share done: passes it on and raises Cancelled where asked to stop."""

    def watch(share: float) -> None:
        if progress is not None:
            progress(min(share, 1.0))
        if cancelled is not None and cancelled():
            raise Cancelled(f"{what} was cancelled")

    return watch


def _read_frames(
    blocks: Iterator[Array], channels: ChannelMap, expected: int, path: Path, watch: Callable[[], None]
) -> FrameStore:
    """All frames of the figure; `watch` is called after each block and may raise."""
    most = MAX_SAMPLES // channels.n_joints
    store = FrameStore(channels, min(expected, most))
    for rows in blocks:
        if store.n_frames + len(rows) > most:
            raise FileFormatError(path, f"the file has more than {MAX_SAMPLES:,} joint rotations; split it")
        store.append(rows)
        watch()
    return store
