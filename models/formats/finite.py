"""Refusing to write what no program could read."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.animation import Clip
from models.errors import SixpointError

__all__ = ["check_finite"]


def check_finite(path: str | Path, clip: Clip) -> None:
    """Raise SixpointError with the first frame that has a value that is not finite, if there is one."""
    for what, values in (("root", clip.root), ("rotations", clip.rotations), ("translations", clip.translations)):
        if values is None or np.isfinite(values).all():
            continue
        frame = int(np.argmin(np.isfinite(values).reshape(clip.n_frames, -1).all(axis=1)))
        raise SixpointError(f"{path} is not written: the {what} of frame {frame} of '{clip.name}' is not finite")
