"""SMPL, SMPL-H and SMPL-X: `foot` is the toe joint and `shoulder` the upper arm."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="SMPL",
    sides=("left", "right"),
    hips=("pelvis",),
    spine=("spine1", "spine2", "spine3"),
    neck=("neck",),
    head=("head",),
    clavicle=("{s}_collar",),
    upper_arm=("{s}_shoulder",),
    forearm=("{s}_elbow",),
    hand=("{s}_wrist",),
    thigh=("{s}_hip",),
    shin=("{s}_knee",),
    foot=("{s}_ankle",),
    toe=("{s}_foot",),
    thumb=("{s}_thumb1", "{s}_thumb2", "{s}_thumb3"),
    index=("{s}_index1", "{s}_index2", "{s}_index3"),
    middle=("{s}_middle1", "{s}_middle2", "{s}_middle3"),
    ring=("{s}_ring1", "{s}_ring2", "{s}_ring3"),
    pinky=("{s}_pinky1", "{s}_pinky2", "{s}_pinky3"),
    helper=("{s}_hand", "jaw", "{s}_eye_smplhf"),
)
