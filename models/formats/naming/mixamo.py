"""Mixamo and Ready Player Me."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Mixamo",
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
    toe=("{s}ToeBase",),
    thumb=("{s}HandThumb1", "{s}HandThumb2", "{s}HandThumb3", "{s}HandThumb4"),
    index=("{s}HandIndex1", "{s}HandIndex2", "{s}HandIndex3", "{s}HandIndex4"),
    middle=("{s}HandMiddle1", "{s}HandMiddle2", "{s}HandMiddle3", "{s}HandMiddle4"),
    ring=("{s}HandRing1", "{s}HandRing2", "{s}HandRing3", "{s}HandRing4"),
    pinky=("{s}HandPinky1", "{s}HandPinky2", "{s}HandPinky3", "{s}HandPinky4"),
    helper=("HeadTop_End", "{s}Toe_End"),
)
