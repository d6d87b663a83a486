"""CMU's Acclaim bones; a joint sits where the bone of its name starts.

`lwrist` is the distal half of the forearm and carries its roll; the wrist itself is `lhand`.
"""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="CMU, Acclaim",
    sides=("l", "r"),
    hips=("root",),
    spine=("lowerback", "upperback", "thorax"),
    neck=("lowerneck", "upperneck"),
    head=("head",),
    clavicle=("{s}clavicle",),
    upper_arm=("{s}humerus",),
    forearm=("{s}radius",),
    hand=("{s}hand",),
    thigh=("{s}femur",),
    shin=("{s}tibia",),
    foot=("{s}foot",),
    toe=("{s}toes",),
    thumb=("{s}thumb",),
    middle=("{s}fingers",),
    helper=("{s}hipjoint", "{s}wrist"),
)
