"""Cascadeur's template."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Cascadeur",
    sides=("l", "r"),
    hips=("pelvis",),
    spine=("stomach", "chest"),
    neck=("neck",),
    head=("head",),
    clavicle=("clavicle_{s}",),
    upper_arm=("arm_{s}",),
    forearm=("forearm_{s}",),
    hand=("hand_{s}",),
    thigh=("thigh_{s}",),
    shin=("calf_{s}",),
    foot=("foot_{s}",),
    toe=("toe_{s}",),
)
