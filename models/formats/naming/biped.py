"""3ds Max Biped: thighs may hang off the spine and clavicles off the neck; blanks may have become underscores."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="3ds Max Biped",
    sides=("L", "R"),
    hips=("Pelvis",),
    spine=("Spine", "Spine1", "Spine2", "Spine3", "Spine4"),
    neck=("Neck", "Neck1", "Neck2"),
    head=("Head",),
    clavicle=("{s} Clavicle",),
    upper_arm=("{s} UpperArm",),
    forearm=("{s} Forearm",),
    hand=("{s} Hand",),
    thigh=("{s} Thigh",),
    shin=("{s} Calf",),
    foot=("{s} Foot",),
    toe=("{s} Toe0",),
    thumb=("{s} Finger0", "{s} Finger01", "{s} Finger02"),
    index=("{s} Finger1", "{s} Finger11", "{s} Finger12"),
    middle=("{s} Finger2", "{s} Finger21", "{s} Finger22"),
    ring=("{s} Finger3", "{s} Finger31", "{s} Finger32"),
    pinky=("{s} Finger4", "{s} Finger41", "{s} Finger42"),
    helper=("Footsteps", "HeadNub", "{s} Toe0Nub", "{s} UpperArmTwist", "{s} ForeTwist", "{s} ThighTwist"),
    prefix=r"(?:biped|bip)\d*",
)
