"""VRoid Studio."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="VRoid",
    sides=("L", "R"),
    hips=("J_Bip_C_Hips",),
    spine=("J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest"),
    neck=("J_Bip_C_Neck",),
    head=("J_Bip_C_Head",),
    clavicle=("J_Bip_{s}_Shoulder",),
    upper_arm=("J_Bip_{s}_UpperArm",),
    forearm=("J_Bip_{s}_LowerArm",),
    hand=("J_Bip_{s}_Hand",),
    thigh=("J_Bip_{s}_UpperLeg",),
    shin=("J_Bip_{s}_LowerLeg",),
    foot=("J_Bip_{s}_Foot",),
    toe=("J_Bip_{s}_ToeBase",),
    thumb=("J_Bip_{s}_Thumb1", "J_Bip_{s}_Thumb2", "J_Bip_{s}_Thumb3"),
    index=("J_Bip_{s}_Index1", "J_Bip_{s}_Index2", "J_Bip_{s}_Index3"),
    middle=("J_Bip_{s}_Middle1", "J_Bip_{s}_Middle2", "J_Bip_{s}_Middle3"),
    ring=("J_Bip_{s}_Ring1", "J_Bip_{s}_Ring2", "J_Bip_{s}_Ring3"),
    pinky=("J_Bip_{s}_Little1", "J_Bip_{s}_Little2", "J_Bip_{s}_Little3"),
    helper=("Root", "J_Adj_{s}_FaceEye"),
)
