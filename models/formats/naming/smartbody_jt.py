"""SmartBody's Brad, Rachel and their like: joints named by the anatomical joint, side last."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="SmartBody Jt",
    sides=("Lf", "Rt"),
    hips=("JtRoot", "JtPelvis"),
    spine=("JtSpineA", "JtSpineB", "JtSpineC"),
    neck=("JtNeckA", "JtNeckB"),
    head=("JtSkullA",),
    clavicle=("JtClavicle{s}",),
    upper_arm=("JtShoulder{s}",),
    forearm=("JtElbow{s}",),
    hand=("JtWrist{s}",),
    thigh=("JtHip{s}",),
    shin=("JtKnee{s}",),
    foot=("JtAnkle{s}",),
    toe=("JtBall{s}",),
    thumb=("JtThumbA{s}", "JtThumbB{s}", "JtThumbC{s}"),
    index=("JtIndexA{s}", "JtIndexB{s}", "JtIndexC{s}"),
    middle=("JtMiddleA{s}", "JtMiddleB{s}", "JtMiddleC{s}"),
    ring=("JtRingA{s}", "JtRingB{s}", "JtRingC{s}"),
    pinky=("JtLittleA{s}", "JtLittleB{s}", "JtLittleC{s}"),
    helper=(
        "JtUpperArmTwistA{s}",
        "JtUpperArmTwistB{s}",
        "JtForearmTwistA{s}",
        "JtForearmTwistB{s}",
        "JtToe{s}",
    ),
)
