"""The words of joint names and the roles they speak for.

`WORD_ROLES` is read from the top: the first entry whose words all occur in a name decides. Weights say how often
the word means the role across the conventions we know: `shoulder` is the collar bone in some and the upper arm in
others, and the place in the chain decides.
"""

from __future__ import annotations

__all__ = ["ANIMAL_WORDS", "IGNORED_WORDS", "SIDE_WORDS", "WORD_ROLES"]

SIDE_WORDS: dict[str, str] = {
    "left": "L", "lft": "L", "lf": "L", "lt": "L", "l": "L", "左": "L",
    "right": "R", "rgt": "R", "rt": "R", "r": "R", "右": "R",
}  # fmt: skip

Votes = dict[str, float]

WORD_ROLES: tuple[tuple[tuple[str, ...], Votes], ...] = (
    # Fingers first: 'hand index' is a finger, not a hand.
    (("hand", "thumb"), {"thumb": 0.9}),
    (("hand", "index"), {"index": 0.9}),
    (("hand", "middle"), {"middle": 0.9}),
    (("hand", "ring"), {"ring": 0.9}),
    (("hand", "pinky"), {"pinky": 0.9}),
    (("big", "toe"), {"toe": 0.4}),
    (("index", "toe"), {}),
    (("middle", "toe"), {"toe": 0.3}),
    (("ring", "toe"), {}),
    (("pinky", "toe"), {}),
    (("little", "toe"), {}),
    (("thumb",), {"thumb": 0.9}),
    (("index",), {"index": 0.9}),
    (("middle", "spine"), {"spine": 0.9}),
    (("mid", "spine"), {"spine": 0.9}),
    (("middle",), {"middle": 0.8}),
    (("mid",), {"middle": 0.7}),
    (("ring",), {"ring": 0.9}),
    (("pinky",), {"pinky": 0.9}),
    (("pinkie",), {"pinky": 0.9}),
    (("little",), {"pinky": 0.7}),
    (("fingers",), {"finger": 0.9}),
    (("finger",), {"finger": 0.9}),
    # Legs.
    (("up", "leg"), {"thigh": 0.9}),
    (("upper", "leg"), {"thigh": 0.9}),
    (("lower", "leg"), {"shin": 0.9}),
    (("low", "leg"), {"shin": 0.9}),
    (("hip", "joint"), {"helper": 0.6, "thigh": 0.3}),
    (("toe",), {"toe": 0.9}),
    (("toes",), {"toe": 0.9}),
    (("fore", "foot"), {"toe": 0.9}),
    (("ball",), {"toe": 0.9}),
    (("thigh",), {"thigh": 0.9}),
    (("femur",), {"thigh": 0.9}),
    (("shin",), {"shin": 0.9}),
    (("calf",), {"shin": 0.9}),
    (("tibia",), {"shin": 0.9}),
    (("knee",), {"shin": 0.9}),
    (("ankle",), {"foot": 0.9}),
    (("foot",), {"foot": 0.8, "toe": 0.3}),
    (("leg",), {"shin": 0.5, "thigh": 0.45}),
    (("buttock",), {"helper": 0.6, "thigh": 0.3}),
    # Arms.
    (("upper", "arm"), {"upper_arm": 0.9}),
    (("up", "arm"), {"upper_arm": 0.9}),
    (("fore", "arm"), {"forearm": 0.9}),
    (("lower", "arm"), {"forearm": 0.9}),
    (("low", "arm"), {"forearm": 0.9}),
    (("clavicle",), {"clavicle": 0.9}),
    (("collar",), {"clavicle": 0.9}),
    (("sternoclavicular",), {"clavicle": 0.9}),
    (("acromioclavicular",), {"clavicle": 0.7}),
    (("scapula",), {"clavicle": 0.6}),
    (("humerus",), {"upper_arm": 0.9}),
    (("shldr",), {"upper_arm": 0.6, "clavicle": 0.4}),
    (("shoulder",), {"clavicle": 0.5, "upper_arm": 0.5}),
    (("elbow",), {"forearm": 0.9}),
    (("radius",), {"forearm": 0.8}),
    (("ulna",), {"forearm": 0.6}),
    (("wrist",), {"hand": 0.7}),
    (("hand",), {"hand": 0.8}),
    (("palm",), {"helper": 0.5}),
    (("arm",), {"upper_arm": 0.6, "forearm": 0.3}),
    # Centre.
    (("skull",), {"head": 0.8}),
    (("head",), {"head": 0.9}),
    (("neck",), {"neck": 0.9}),
    (("spine",), {"spine": 0.9}),
    (("thorax",), {"spine": 0.8}),
    (("chest",), {"spine": 0.8}),
    (("torso",), {"spine": 0.7}),
    (("abdomen",), {"spine": 0.8}),
    (("stomach",), {"spine": 0.8}),
    (("belly",), {"spine": 0.7}),
    (("waist",), {"spine": 0.7, "hips": 0.2}),
    (("lumbar",), {"spine": 0.8}),
    (("back",), {"spine": 0.7}),
    (("ribs",), {"spine": 0.5}),
    (("hips",), {"hips": 0.9}),
    (("hip",), {"hips": 0.8}),
    (("pelvis",), {"hips": 0.9}),
    (("cog",), {"hips": 0.4}),
    (("root",), {"hips": 0.3}),
    (("base",), {"hips": 0.2}),
    (("center",), {"hips": 0.3}),
    # Other languages met in the wild.
    (("下半身",), {"hips": 0.9}),
    (("上半身",), {"spine": 0.9}),
    (("親指",), {"thumb": 0.9}),
    (("人指",), {"index": 0.9}),
    (("中指",), {"middle": 0.9}),
    (("薬指",), {"ring": 0.9}),
    (("小指",), {"pinky": 0.9}),
    (("首",), {"neck": 0.8}),
    (("頭",), {"head": 0.9}),
    (("肩",), {"clavicle": 0.8}),
    (("腕",), {"upper_arm": 0.8}),
    (("ひじ",), {"forearm": 0.9}),
    (("手首",), {"hand": 0.9}),
    (("足首",), {"foot": 0.9}),
    (("足",), {"thigh": 0.8}),
    (("ひざ",), {"shin": 0.9}),
    (("つま先",), {"toe": 0.9}),
)

# A joint with one of these words is passed over when the limbs are laid out; the chain runs on through it.
IGNORED_WORDS: frozenset[str] = frozenset(
    {
        "twist", "roll", "share", "ik", "fk", "end", "nub", "org", "mch", "pole", "target", "ctrl", "control",
        "helper", "effector", "leaf", "tip", "metacarpal", "carpal", "metatarsals", "in", "palm", "corrective",
        "adj", "bendy", "volume", "muscle", "pectoral", "breast", "boob", "eye", "eyes", "eyebrow", "brow", "lid",
        "jaw", "teeth", "tongue", "lip", "cheek", "ear", "nose", "face", "facial", "hair", "ponytail", "skirt",
        "cloth", "cape", "prop", "weapon", "gun", "sword", "attach", "socket", "slot", "heel", "camera", "dummy",
        "捩", "目", "髪",
    }
)  # fmt: skip

ANIMAL_WORDS: frozenset[str] = frozenset(
    {"tail", "paw", "hoof", "hock", "fetlock", "pastern", "stifle", "wing", "fin", "snout", "muzzle", "foreleg",
     "hindleg", "front", "hind", "rear", "antler", "horn", "beak", "claw"}
)  # fmt: skip
