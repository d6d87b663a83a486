"""Which joint of a rig plays which part of the canonical body: by names and by structure, never in silence.

Names are compared with the listed conventions first, then read word by word; the tree's structure decides what names
leave open and refuses what they get wrong. Each answer has a confidence, and what could not be found is listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from models.body.canonical import JOINTS
from models.body.skeleton import Skeleton
from models.errors import RigError
from models.formats.rig_doubts import doubtful_kinds, refuse_animals
from models.formats.rig_limbs import Limb, find_limbs
from models.formats.rig_markers import find_hand_markers, find_tip
from models.formats.rig_sides import pair_sides, sides_from_feet
from models.formats.rig_tree import RigTree, build_tree
from models.formats.rig_trunk import Trunk, choose_spine, find_clavicle, find_toe, find_trunk

__all__ = ["MARKERS", "RigMap", "map_rig"]

_SIDES = {"L": "Left", "R": "Right"}
MARKERS: tuple[str, ...] = (
    "HeadTop",
    *(
        f"{side}{marker}"
        for side in _SIDES.values()
        for marker in ("IndexKnuckle", "PinkyKnuckle", "MiddleTip", "ThumbTip", "ToeTip")
    ),
)
# Without these there is no pose to retarget.
_REQUIRED = ("Hips", *(s + j for s in _SIDES.values() for j in ("Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot")))

# Confidence: a listed name is certain, a name read word by word counts by its vote, structure alone never reaches 0.5.
_BY_WORDS = 0.95
_BY_STRUCTURE = 0.4
_SIDE_GUESSED = 0.7
_DOUBTFUL = 0.5  # at most, for a limb whose two sides do not match
_UNSURE_BELOW = 0.6


@dataclass(frozen=True)
class RigMap:
    """The map from the canonical body to a rig.

    Args:
        joints: {canonical joint: rig joint, or None where the rig has none}, all 22.
        markers: {canonical point: joint or point of the rig, or None}, the eleven that show hands, feet and head.
        confidence: {canonical joint that is mapped: 0..1}.
        convention: Name of the recognised rig convention, or "".
        notes: Sentences on what was unusual or guessed.
    """

    joints: dict[str, str | None]
    markers: dict[str, str | None]
    confidence: dict[str, float] = field(default_factory=dict)
    convention: str = ""
    notes: tuple[str, ...] = ()

    @property
    def unresolved(self) -> tuple[str, ...]:
        """Canonical joints that the rig does not have."""
        return tuple(name for name in JOINTS if self.joints.get(name) is None)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Canonical joints that a user should look at."""
        return tuple(
            name for name in JOINTS if self.joints.get(name) and self.confidence.get(name, 1.0) < _UNSURE_BELOW
        )

    @property
    def overall(self) -> float:
        """The least confidence among the joints no pose can do without."""
        return min(self.confidence.get(name, 1.0) if self.joints.get(name) else 0.0 for name in _REQUIRED)

    def check(self, skeleton: Skeleton) -> None:
        """Raise RigError unless the map names what no pose can do without, and only joints and points of the rig."""
        missing = [name for name in _REQUIRED if self.joints.get(name) is None]
        if missing:
            raise RigError(f"the rig map for '{skeleton.name}' has no {', '.join(missing)}; every body needs these")
        for name in self.joints.values():
            if name is not None:
                skeleton.joint_index(name)
        for name in self.markers.values():
            if name is not None and name not in skeleton.point_names:
                skeleton.joint_index(name)


def map_rig(skeleton: Skeleton) -> RigMap:
    """The canonical body's joints and markers in a rig.

    Args:
        skeleton: Any rig; its points are the file's End Sites.

    Raises:
        RigError: if the rig has no two arms and two legs that meet in a trunk, or is an animal.
    """
    tree = build_tree(skeleton)
    limbs = find_limbs(tree)
    if len(limbs) < 4 and pair_sides(tree):
        limbs = sides_from_feet(tree, find_limbs(tree))
    trunk = find_trunk(tree, limbs) if len(limbs) == 4 else None
    if trunk is None:
        raise RigError(_why_not(tree, limbs))
    refuse_animals(tree, limbs, trunk)
    return _assemble(tree, limbs, trunk)


def _why_not(tree: RigTree, limbs: dict[tuple[str, str], Limb]) -> str:
    missing = [
        f"{_SIDES[side].lower()} {kind}" for side in "LR" for kind in ("arm", "leg") if (kind, side) not in limbs
    ]
    what = f"found no {', no '.join(missing)}" if missing else "its arms and legs do not meet in one trunk"
    return (
        f"'{tree.skeleton.name}' ({tree.skeleton.n_joints} joints) is not recognised as a humanoid: {what}; "
        "name its joints in a rig map and give it with --map or rig_map="
    )


def _assemble(tree: RigTree, limbs: dict[tuple[str, str], Limb], trunk: Trunk) -> RigMap:
    joints: dict[str, int | None] = {"Hips": trunk.hips, "Neck": trunk.neck, "Head": trunk.head}
    joints |= dict(zip(("Spine", "Spine1", "Spine2"), choose_spine(tree, trunk.spine), strict=True))
    roles = {"Hips": "hips", "Neck": "neck", "Head": "head", "Spine": "spine", "Spine1": "spine", "Spine2": "spine"}
    markers: dict[str, str | None] = {"HeadTop": find_tip(tree, trunk.head)}
    fits = dict.fromkeys(joints, 1.0)
    most = dict.fromkeys(joints, 1.0)
    doubtful = doubtful_kinds(tree, limbs)
    for letter, side in _SIDES.items():
        arm, leg = limbs["arm", letter], limbs["leg", letter]
        toe = find_toe(tree, leg)
        found = {
            "Shoulder": (find_clavicle(tree, arm), "clavicle", arm),
            "Arm": (arm.joints[0], "upper_arm", arm),
            "ForeArm": (arm.joints[1], "forearm", arm),
            "Hand": (arm.joints[2], "hand", arm),
            "UpLeg": (leg.joints[0], "thigh", leg),
            "Leg": (leg.joints[1], "shin", leg),
            "Foot": (leg.joints[2], "foot", leg),
            "ToeBase": (toe, "toe", leg),
        }
        for name, (joint, role, limb) in found.items():
            joints[side + name], roles[side + name], fits[side + name] = joint, role, limb.fit
            most[side + name] = _DOUBTFUL if limb.kind.name in doubtful else 1.0
        markers |= {side + name: marker for name, marker in find_hand_markers(tree, arm).items()}
        markers[f"{side}ToeTip"] = find_tip(tree, toe if toe is not None else leg.joints[2])
    confidence = {
        name: min(most[name], _confidence(tree, joint, roles[name], fits[name]))
        for name in JOINTS
        if (joint := joints[name]) is not None
    }
    return RigMap(
        joints={name: None if (j := joints[name]) is None else tree.names[j] for name in JOINTS},
        markers={name: markers[name] for name in MARKERS},
        confidence=confidence,
        convention=tree.recognised.convention.name if tree.recognised else "",
        notes=tuple(tree.notes),
    )


def _confidence(tree: RigTree, joint: int, role: str, fit: float) -> float:
    vote = tree.vote(joint, role)
    if vote >= 1.0:
        return 1.0
    base = _BY_STRUCTURE + (_BY_WORDS - _BY_STRUCTURE) * vote
    if not tree.sides_from_names:
        base *= _SIDE_GUESSED
    return round(base * (0.7 + 0.3 * fit), 2)
