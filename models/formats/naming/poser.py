"""Poser and first-generation Daz figures, also the DAZ-friendly CMU files."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Poser and Daz classic",
    sides=("l", "r"),
    hips=("hip",),
    spine=("abdomen", "chest"),
    neck=("neck",),
    head=("head",),
    clavicle=("{s}Collar",),
    upper_arm=("{s}Shldr",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}Thigh",),
    shin=("{s}Shin",),
    foot=("{s}Foot",),
    toe=("{s}Toe",),
    thumb=("{s}Thumb1", "{s}Thumb2", "{s}Thumb3"),
    index=("{s}Index1", "{s}Index2", "{s}Index3"),
    middle=("{s}Mid1", "{s}Mid2", "{s}Mid3"),
    ring=("{s}Ring1", "{s}Ring2", "{s}Ring3"),
    pinky=("{s}Pinky1", "{s}Pinky2", "{s}Pinky3"),
    helper=("{s}Buttock", "leftEye", "rightEye"),
)
