"""HumanIK: MotionBuilder, Maya, Rokoko."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="HumanIK",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("Spine", *(f"Spine{n}" for n in range(1, 10))),
    neck=("Neck", *(f"Neck{n}" for n in range(1, 10))),
    head=("Head",),
    clavicle=("{s}Shoulder", "{s}ShoulderExtra"),
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
    helper=("Reference", "{s}ArmRoll", "{s}ForeArmRoll", "{s}UpLegRoll", "{s}LegRoll"),
    prefix=r"character\d*",
)
