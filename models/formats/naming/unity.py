"""Unity's Humanoid, which is also Godot's."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Unity Humanoid",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("Spine", "Chest", "UpperChest"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}UpperArm",),
    forearm=("{s}LowerArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpperLeg",),
    shin=("{s}LowerLeg",),
    foot=("{s}Foot",),
    toe=("{s}Toes",),
    thumb=("{s}ThumbProximal", "{s}ThumbIntermediate", "{s}ThumbDistal"),
    index=("{s}IndexProximal", "{s}IndexIntermediate", "{s}IndexDistal"),
    middle=("{s}MiddleProximal", "{s}MiddleIntermediate", "{s}MiddleDistal"),
    ring=("{s}RingProximal", "{s}RingIntermediate", "{s}RingDistal"),
    pinky=("{s}LittleProximal", "{s}LittleIntermediate", "{s}LittleDistal"),
    helper=("Root", "{s}Eye", "Jaw"),
)
