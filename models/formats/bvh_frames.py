"""The frames of a clip while they arrive in blocks, in arrays that are allocated once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.formats.bvh_channels import ChannelMap

__all__ = ["MAX_SAMPLES", "FrameStore"]

Array = NDArray[np.float64]

MAX_SAMPLES = 100_000_000
"""Frames times joints above which a file is refused: 3.2 GB of quaternions."""

# Frames times joints converted at once: the intermediate arrays stay in the processor's cache and in bounded memory.
_SAMPLES_AT_ONCE = 1 << 14


class FrameStore:
    """Root positions, local rotations and, where joints have position channels, their translations.

    Args:
        channels: What the columns of the rows mean.
        expected_frames: A guess; room for more is made when it is too low.
    """

    def __init__(self, channels: ChannelMap, expected_frames: int) -> None:
        self._channels = channels
        self._moving = channels.translated_joints
        self.n_frames = 0
        # Zeros are not backed by memory until they are written, so a guess too high costs nothing.
        self._last_row = np.full(channels.n_channels, np.inf)
        self._root = np.zeros((expected_frames, 3))
        self._rotations = np.zeros((expected_frames, channels.n_joints, 4))
        self._translations = np.zeros((expected_frames, len(self._moving), 3))

    def append(self, rows: Array) -> None:
        """Add frames given as channel values (f, C), degrees and file units."""
        self._make_room(self.n_frames + len(rows))
        step = max(1, _SAMPLES_AT_ONCE // self._channels.n_joints)
        for start in range(0, len(rows), step):
            self._append_some(rows[start : start + step])

    def _append_some(self, rows: Array) -> None:
        start, stop = self.n_frames, self.n_frames + len(rows)
        self._root[start:stop] = self._channels.root(rows)
        if len(self._moving):
            self._translations[start:stop] = self._channels.translations(rows)[:, self._moving]
        rotations = self._rotations[start:stop]
        self._channels.rotations_into(rows, rotations)
        if self._may_flip(rows):
            _continue_signs(rotations, self._rotations[start - 1] if start else rotations[0])
        self._last_row = rows[-1]
        self.n_frames = stop

    def _may_flip(self, rows: Array) -> bool:
        """Can a quaternion have turned by more than 90 degrees in its own space since the frame before?

        That takes angles that change by 180 degrees together; mostly none does, and one look at the rows tells.
        """
        largest = max(np.abs(np.diff(rows, axis=0)).max(initial=0.0), np.abs(rows[0] - self._last_row).max(initial=0.0))
        return bool(largest * self._channels.most_rotations >= 180.0)

    def _make_room(self, n_frames: int) -> None:
        capacity = len(self._root)
        if n_frames <= capacity:
            return
        grown = max(n_frames, capacity + capacity // 2)
        for name in ("_root", "_rotations", "_translations"):
            old = getattr(self, name)
            new = np.zeros((grown, *old.shape[1:]))
            new[: self.n_frames] = old[: self.n_frames]
            setattr(self, name, new)

    @property
    def root(self) -> Array:
        """(F, 3), file units."""
        return self._root[: self.n_frames]

    @property
    def rotations(self) -> Array:
        """(F, J, 4), sign-continuous."""
        return self._rotations[: self.n_frames]

    def translations(self, tolerance: float) -> Array | None:
        """(F, J, 3) in file units, or None where no joint leaves its OFFSET by more than `tolerance`."""
        moved = self._translations[: self.n_frames]
        offsets = self._channels.offsets
        if np.abs(moved - offsets[self._moving]).max(initial=0.0) <= tolerance:
            return None
        full = np.repeat(offsets[None], self.n_frames, axis=0)
        full[:, self._moving] = moved
        return full


def _continue_signs(rotations: Array, before: Array) -> None:
    """Flip quaternions (f, J, 4) in place so that each has a dot product >= 0 with the frame before it (J, 4)."""
    previous = np.concatenate([before[None], rotations[:-1]])
    # Four products of slices: einsum and sum take three times as long over so short an axis.
    dots = sum(rotations[..., n] * previous[..., n] for n in range(4))
    if (dots < 0.0).any():
        rotations *= np.cumprod(np.where(dots < 0.0, -1.0, 1.0), axis=0)[..., None]
