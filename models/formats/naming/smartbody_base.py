"""SmartBody's first skeleton, named by anatomy: spine4 and spine5 are the neck."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="SmartBody base",
    sides=("l", "r"),
    hips=("base",),
    spine=("spine1", "spine2", "spine3"),
    neck=("spine4", "spine5"),
    head=("skullbase",),
    clavicle=("{s}_sternoclavicular", "{s}_acromioclavicular"),
    upper_arm=("{s}_shoulder",),
    forearm=("{s}_elbow",),
    hand=("{s}_wrist",),
    thigh=("{s}_hip",),
    shin=("{s}_knee",),
    foot=("{s}_ankle",),
    toe=("{s}_forefoot",),
    thumb=("{s}_thumb1", "{s}_thumb2", "{s}_thumb3"),
    index=("{s}_index1", "{s}_index2", "{s}_index3"),
    middle=("{s}_middle1", "{s}_middle2", "{s}_middle3"),
    ring=("{s}_ring1", "{s}_ring2", "{s}_ring3"),
    pinky=("{s}_pinky1", "{s}_pinky2", "{s}_pinky3"),
    helper=("{s}_forearm", "{s}_toe"),
)
