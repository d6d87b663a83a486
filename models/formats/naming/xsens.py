"""Xsens MVN: the spine is named by vertebrae, and L5 is not a left side."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Xsens MVN",
    sides=("Left", "Right"),
    hips=("Pelvis",),
    spine=("L5", "L3", "T12", "T8"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}UpperArm",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpperLeg",),
    shin=("{s}LowerLeg",),
    foot=("{s}Foot",),
    toe=("{s}Toe",),
)
