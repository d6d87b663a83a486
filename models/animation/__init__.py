"""Poses, clips, and motion as keys."""

from models.animation.baking import Reduced, baked, frame_ticks, keyed, reduced
from models.animation.blending import blended, pasted_pose, tweened
from models.animation.clip import Clip
from models.animation.handles import NO_HANDLES, Handles
from models.animation.key import Interpolation, Interval, Key
from models.animation.pose import Pose
from models.animation.sampling import sample, sample_one
from models.animation.ticks import TICKS_PER_SECOND, FrameRate, seconds, ticks_of
from models.animation.track import Track

__all__ = [
    "NO_HANDLES",
    "TICKS_PER_SECOND",
    "Clip",
    "FrameRate",
    "Handles",
    "Interpolation",
    "Interval",
    "Key",
    "Pose",
    "Reduced",
    "Track",
    "baked",
    "blended",
    "frame_ticks",
    "keyed",
    "pasted_pose",
    "reduced",
    "sample",
    "sample_one",
    "seconds",
    "ticks_of",
    "tweened",
]
