"""The frame rate and the frame count a BVH file states, against what can be true."""

from __future__ import annotations

import math

from models.errors import SixpointError
from models.formats.bvh_motion import MotionHeader

__all__ = ["count_notes", "frame_rate"]

DEFAULT_FPS = 30.0
# Faster than any camera used for motion capture, and slower than any animation.
_MAX_FPS = 20_000.0
_MIN_FPS = 0.01
# A whole rate is taken where the file's digits cannot tell it from what they say: 0.008333 is 120 frames a second.
# The bound keeps 23.976 and 29.97 apart from 24 and 30, from which they differ by a thousandth.
_SNAP = 1e-4


def frame_rate(header: MotionHeader, fps: float | None) -> tuple[float, list[str]]:
    """Frames a second and notes for the report.

    Args:
        header: What the file says.
        fps: The user's own rate, which wins; None to use the file's.

    Raises:
        SixpointError: if the user's rate is not a finite number above 0.
    """
    if fps is not None:
        if not (math.isfinite(fps) and fps > 0):
            raise SixpointError(f"the frame rate must be a number above 0, got {fps}")
        return float(fps), []
    time_s = header.declared_frame_time_s
    if time_s is None or not 1.0 / _MAX_FPS <= time_s <= 1.0 / _MIN_FPS:
        said = "is missing" if header.frame_time is None else f"is '{header.frame_time}', which cannot be"
        return DEFAULT_FPS, [
            f"Frame Time {said}; {DEFAULT_FPS:g} frames a second assumed, change it with --in-fps or fps="
        ]
    rate = 1.0 / time_s
    whole = round(rate)
    last_digit = 10.0 ** -_decimals(header.frame_time or "")
    if whole and abs(1.0 / whole - time_s) <= min(last_digit, _SNAP * time_s):
        rate = float(whole)
    if rate < 1.0:
        return rate, [
            f"Frame Time is {time_s:g} s, less than one frame a second; if that is wrong, give --in-fps or fps="
        ]
    return rate, []


def _decimals(number: str) -> int:
    """Digits after the decimal point, the exponent included."""
    mantissa, _, exponent = number.lower().replace(",", ".").partition("e")
    return len(mantissa.partition(".")[2]) - int(exponent or 0)


def count_notes(header: MotionHeader, n_frames: int) -> list[str]:
    """What to tell when `Frames:` disagrees with the rows, which win."""
    if header.declared_frames == n_frames:
        return []
    said = "is missing" if header.frames is None else f"says '{header.frames}'"
    return [f"Frames {said} but the file has {n_frames} rows; the rows are used"]
