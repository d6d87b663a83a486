"""Daz Genesis 3 and 8: each limb segment is a bend and a twist joint."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Daz Genesis",
    sides=("l", "r"),
    hips=("hip", "pelvis"),
    spine=("abdomenLower", "abdomenUpper", "chestLower", "chestUpper"),
    neck=("neckLower", "neckUpper"),
    head=("head",),
    clavicle=("{s}Collar",),
    upper_arm=("{s}ShldrBend",),
    forearm=("{s}ForearmBend",),
    hand=("{s}Hand",),
    thigh=("{s}ThighBend",),
    shin=("{s}Shin",),
    foot=("{s}Foot",),
    toe=("{s}Toe",),
    thumb=("{s}Thumb1", "{s}Thumb2", "{s}Thumb3"),
    index=("{s}Index1", "{s}Index2", "{s}Index3"),
    middle=("{s}Mid1", "{s}Mid2", "{s}Mid3"),
    ring=("{s}Ring1", "{s}Ring2", "{s}Ring3"),
    pinky=("{s}Pinky1", "{s}Pinky2", "{s}Pinky3"),
    helper=(
        "{s}ShldrTwist",
        "{s}ForearmTwist",
        "{s}ThighTwist",
        "{s}Metatarsals",
        "{s}Pectoral",
        "{s}Carpal1",
        "{s}Carpal2",
        "{s}Carpal3",
        "{s}Carpal4",
    ),
)
