"""Rotations, forward kinematics and alignment: arrays in, arrays out."""

from models.kinematics import align, euler, forward, quat

__all__ = ["align", "euler", "forward", "quat"]
