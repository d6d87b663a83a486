"""Noitom Perception Neuron; the InHand joints are metacarpals."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Perception Neuron",
    sides=("Left", "Right"),
    hips=("Hips",),
    spine=("Spine", "Spine1", "Spine2", "Spine3"),
    neck=("Neck",),
    head=("Head",),
    clavicle=("{s}Shoulder",),
    upper_arm=("{s}Arm",),
    forearm=("{s}ForeArm",),
    hand=("{s}Hand",),
    thigh=("{s}UpLeg",),
    shin=("{s}Leg",),
    foot=("{s}Foot",),
    thumb=("{s}HandThumb1", "{s}HandThumb2", "{s}HandThumb3"),
    index=("{s}HandIndex1", "{s}HandIndex2", "{s}HandIndex3"),
    middle=("{s}HandMiddle1", "{s}HandMiddle2", "{s}HandMiddle3"),
    ring=("{s}HandRing1", "{s}HandRing2", "{s}HandRing3"),
    pinky=("{s}HandPinky1", "{s}HandPinky2", "{s}HandPinky3"),
    helper=("{s}InHandIndex", "{s}InHandMiddle", "{s}InHandRing", "{s}InHandPinky"),
)
