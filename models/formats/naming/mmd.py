"""MikuMikuDance; the lower body carries the legs and moves apart from the centre."""

from models.formats.naming.convention import RigConvention

RIG = RigConvention(
    name="MikuMikuDance",
    sides=("左", "右"),
    hips=("下半身", "センター"),
    spine=("上半身", "上半身2", "上半身3"),
    neck=("首",),
    head=("頭",),
    clavicle=("{s}肩",),
    upper_arm=("{s}腕",),
    forearm=("{s}ひじ",),
    hand=("{s}手首",),
    thigh=("{s}足",),
    shin=("{s}ひざ",),
    foot=("{s}足首",),
    toe=("{s}つま先",),
    thumb=("{s}親指０", "{s}親指１", "{s}親指２"),
    index=("{s}人指１", "{s}人指２", "{s}人指３"),
    middle=("{s}中指１", "{s}中指２", "{s}中指３"),
    ring=("{s}薬指１", "{s}薬指２", "{s}薬指３"),
    pinky=("{s}小指１", "{s}小指２", "{s}小指３"),
    helper=(
        "全ての親",
        "グルーブ",
        "腰",
        "{s}肩P",
        "{s}肩C",
        "{s}腕捩",
        "{s}手捩",
        "{s}足ＩＫ",
        "{s}つま先ＩＫ",
        "腰キャンセル{s}",
    ),
)
