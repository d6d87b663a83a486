"""iPi Soft's capture skeleton; fingers are numbered from the thumb, 0."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="iPi Soft",
    sides=("L", "R"),
    hips=("Hip",),
    spine=("LowerSpine", "MiddleSpine", "Chest"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Clavicle",),
    upper_arm=("{s}Shoulder",),
    forearm=("{s}Forearm",),
    hand=("{s}Hand",),
    thigh=("{s}Thigh",),
    shin=("{s}Shin",),
    foot=("{s}Foot",),
    toe=("{s}Toe",),
    thumb=("{s}Finger0", "{s}Finger01", "{s}Finger02"),
    index=("{s}Finger1", "{s}Finger11", "{s}Finger12"),
    middle=("{s}Finger2", "{s}Finger21", "{s}Finger22"),
    ring=("{s}Finger3", "{s}Finger31", "{s}Finger32"),
    pinky=("{s}Finger4", "{s}Finger41", "{s}Finger42"),
)
