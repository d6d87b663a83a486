"""ACCAD's BVH files: HumanIK names on a spine that starts behind the hips."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="ACCAD",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("ToSpine", "Spine", "Spine1"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}Arm",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpLeg",),
    shin=("{s}Leg",),
    foot=("{s}Foot",),
    toe=("{s}ToeBase",),
)
