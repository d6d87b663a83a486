"""Auto-Rig Pro's exported skeleton."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Auto-Rig Pro",
    sides=("l", "r"),
    hips=("root.x",),
    spine=("spine_01.x", "spine_02.x", "spine_03.x", "spine_04.x", "spine_05.x"),
    neck=("neck.x",),
    head=("head.x",),
    clavicle=("shoulder.{s}",),
    upper_arm=("arm_stretch.{s}", "arm.{s}"),
    forearm=("forearm_stretch.{s}", "forearm.{s}"),
    hand=("hand.{s}",),
    thigh=("thigh_stretch.{s}", "thigh.{s}"),
    shin=("leg_stretch.{s}", "leg.{s}"),
    foot=("foot.{s}",),
    toe=("toes_01.{s}",),
    thumb=("thumb1.{s}", "thumb2.{s}", "thumb3.{s}"),
    index=("index1.{s}", "index2.{s}", "index3.{s}"),
    middle=("middle1.{s}", "middle2.{s}", "middle3.{s}"),
    ring=("ring1.{s}", "ring2.{s}", "ring3.{s}"),
    pinky=("pinky1.{s}", "pinky2.{s}", "pinky3.{s}"),
    helper=(
        "c_traj",
        "arm_twist.{s}",
        "forearm_twist.{s}",
        "thigh_twist.{s}",
        "leg_twist.{s}",
        "index1_base.{s}",
        "middle1_base.{s}",
        "ring1_base.{s}",
        "pinky1_base.{s}",
    ),
)
