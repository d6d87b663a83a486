"""Bandai Namco Research's motion data set."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Bandai Namco",
    sides=("L", "R"),
    hips=("Hips",),
    spine=("Spine", "Chest"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("Shoulder_{s}",),
    upper_arm=("UpperArm_{s}",),
    forearm=("LowerArm_{s}",),
    hand=("Hand_{s}",),
    thigh=("UpperLeg_{s}",),
    shin=("LowerLeg_{s}",),
    foot=("Foot_{s}",),
    toe=("Toes_{s}",),
    helper=("joint_Root",),
)
