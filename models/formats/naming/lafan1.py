"""LaFAN1, Ubisoft's set; its zero pose is not a T-pose."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="LaFAN1",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("Spine", "Spine1", "Spine2"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}Arm",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpLeg",),
    shin=("{s}Leg",),
    foot=("{s}Foot",),
    toe=("{s}Toe",),
)
