"""Blender's Rigify: the spine is numbered from the hips, and runs on through neck and head.

Some game rigs made with it say hips, neck and head.
"""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="Rigify",
    sides=("L", "R"),
    hips=("spine", "hips"),
    spine=("spine.001", "spine.002", "spine.003"),
    neck=("spine.004", "spine.005", "neck"),
    head=("spine.006", "head"),
    clavicle=("shoulder.{s}",),
    upper_arm=("upper_arm.{s}",),
    forearm=("forearm.{s}",),
    hand=("hand.{s}",),
    thigh=("thigh.{s}",),
    shin=("shin.{s}",),
    foot=("foot.{s}",),
    toe=("toe.{s}",),
    thumb=("thumb.01.{s}", "thumb.02.{s}", "thumb.03.{s}"),
    index=("f_index.01.{s}", "f_index.02.{s}", "f_index.03.{s}"),
    middle=("f_middle.01.{s}", "f_middle.02.{s}", "f_middle.03.{s}"),
    ring=("f_ring.01.{s}", "f_ring.02.{s}", "f_ring.03.{s}"),
    pinky=("f_pinky.01.{s}", "f_pinky.02.{s}", "f_pinky.03.{s}"),
    helper=(
        "root",
        "pelvis.{s}",
        "breast.{s}",
        "heel.02.{s}",
        "palm.01.{s}",
        "palm.02.{s}",
        "palm.03.{s}",
        "palm.04.{s}",
        "upper_arm.{s}.001",
        "forearm.{s}.001",
        "thigh.{s}.001",
        "shin.{s}.001",
    ),
    prefix="def",
)
