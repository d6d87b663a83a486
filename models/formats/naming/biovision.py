"""Biovision's own names, also used by inertial suits: `Shoulder` is the upper arm, `Hip` the thigh."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Biovision",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("Chest", "Chest2", "Chest3", "Chest4"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Collar",),
    upper_arm=("{s}Shoulder",),
    forearm=("{s}Elbow",),
    hand=("{s}Wrist",),
    thigh=("{s}Hip",),
    shin=("{s}Knee",),
    foot=("{s}Ankle",),
    toe=("{s}Toe",),
)
