"""Poses and clips."""

from models.animation.clip import Clip
from models.animation.pose import Pose

__all__ = ["Clip", "Pose"]
