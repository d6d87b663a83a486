"""Synty's POLYGON characters: `Shoulder` is the upper arm and `Ankle` the foot."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Synty",
    sides=("L", "R"),
    hips=("Hips",),
    spine=("Spine_01", "Spine_02", "Spine_03"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("Clavicle_{s}",),
    upper_arm=("Shoulder_{s}",),
    forearm=("Elbow_{s}",),
    hand=("Hand_{s}",),
    thigh=("UpperLeg_{s}",),
    shin=("LowerLeg_{s}",),
    foot=("Ankle_{s}",),
    toe=("Ball_{s}",),
    thumb=("Thumb_01_{s}", "Thumb_02_{s}", "Thumb_03_{s}"),
    index=("IndexFinger_01_{s}", "IndexFinger_02_{s}", "IndexFinger_03_{s}"),
    helper=("Root", "Finger_01_{s}", "Finger_02_{s}", "Finger_03_{s}", "Toes_{s}"),
)
