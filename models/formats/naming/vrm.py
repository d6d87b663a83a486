"""VRM 1.0, whose bones Unity's names in camel case; T-pose at rest by rule."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="VRM",
    sides=("left", "right"),
    hips=("hips",),
    spine=("spine", "chest", "upperChest"),
    neck=("neck",),
    head=("head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}UpperArm",),
    forearm=("{s}LowerArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpperLeg",),
    shin=("{s}LowerLeg",),
    foot=("{s}Foot",),
    toe=("{s}Toes",),
    thumb=("{s}ThumbMetacarpal", "{s}ThumbProximal", "{s}ThumbDistal"),
    index=("{s}IndexProximal", "{s}IndexIntermediate", "{s}IndexDistal"),
    middle=("{s}MiddleProximal", "{s}MiddleIntermediate", "{s}MiddleDistal"),
    ring=("{s}RingProximal", "{s}RingIntermediate", "{s}RingDistal"),
    pinky=("{s}LittleProximal", "{s}LittleIntermediate", "{s}LittleDistal"),
    helper=("{s}Eye", "jaw"),
)
