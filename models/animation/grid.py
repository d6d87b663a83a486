"""The grid that stored numbers lie on, and bytes to compare contents by.

Keys hold numbers of nine decimals: nanometres, billionths of a turn. What is written to a file is then exactly what is
in memory, and a change that is taken back by its own opposite, such as mirroring twice about the body's plane, comes
out within rounding error of the grid and so has the same bytes again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat

__all__ = ["DECIMALS", "content_bytes", "rotation_bytes", "snapped", "snapped_rotations"]

Array = NDArray[np.float64]

DECIMALS = 9
# Rounding four components to the grid changes the length by at most 1e-9.
_UNIT_WITHIN = 1.5e-9


def snapped(values: Array) -> Array:
    """`values` to nine decimals, without negative zeros; a new array that cannot be written to."""
    result = np.array(np.round(values, DECIMALS) + 0.0, dtype=np.float64)
    result.setflags(write=False)
    return result


def snapped_rotations(q: Array) -> Array:
    """Rotations (..., 4) made unit, then `snapped`; those that are already both stay exactly as they are."""
    is_unit = np.abs(np.linalg.norm(q, axis=-1, keepdims=True) - 1.0) < _UNIT_WITHIN
    return snapped(np.where(is_unit, q, quat.normalize(q)))


def content_bytes(values: Array) -> bytes:
    """Bytes that are equal where `snapped` values are."""
    return np.rint(np.asarray(values) * 10.0**DECIMALS).astype("<i8").tobytes()


def rotation_bytes(q: Array) -> bytes:
    """The same for rotations (..., 4): q and -q, which are one rotation, give the same bytes."""
    whole = np.rint(np.asarray(q) * 10.0**DECIMALS).astype("<i8")
    # The first component that is not zero, from w on, says the sign.
    ordered = whole[..., ::-1]
    first = np.take_along_axis(ordered, np.argmax(ordered != 0, axis=-1)[..., None], axis=-1)
    return (whole * np.where(first < 0, -1, 1)).tobytes()
