"""The MotionBuilder-friendly CMU files (cgspeed).

`Neck` is the thorax's upper end and coincides with the last spine joint in the common skeleton, so the neck proper
is `Neck1`; `LHipJoint` coincides with the hips.
"""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="CMU, MotionBuilder-friendly",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("LowerBack", "Spine", "Spine1"),
    neck=("Neck1",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}Arm",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpLeg",),
    shin=("{s}Leg",),
    foot=("{s}Foot",),
    toe=("{s}ToeBase",),
    thumb=("LThumb", "RThumb"),
    index=("{s}HandIndex1",),
    helper=("Neck", "LHipJoint", "RHipJoint", "{s}FingerBase"),
)
