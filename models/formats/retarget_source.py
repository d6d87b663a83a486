"""A clip seen through its rig map: the canonical joints' world rotations, and where the rig's own joints are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.animation.clip import Clip
from models.body.canonical import JOINTS, body
from models.body.skeleton import Skeleton
from models.errors import RigError
from models.formats.retarget_align import alignments, marker_position
from models.formats.retarget_arms import elbow_roll, move_twist_to_forearms
from models.formats.retarget_feet import align_planted_feet
from models.formats.retarget_rest import Reference, find_references
from models.formats.rig_map import RigMap, map_rig
from models.kinematics import quat

__all__ = ["Source", "open_source"]

Array = NDArray[np.float64]

# Limbs of our own files agree with the canonical directions to the digits written.
_SAME_DIRECTION_RAD = np.radians(0.2)
_NOTABLE_RAD = np.radians(5.0)


@dataclass(frozen=True)
class Source:
    """What retargeting needs to know of a clip.

    Args:
        skeleton: The rig, J joints.
        rig_map: Its map.
        reference: The pose its rotations are measured from.
        alignment: (22, 4) from each canonical joint's frame to its source joint's.
        world: (F, 22, 4) world rotations of the canonical joints.
        positions: (F, J, 3) world positions of the rig's joints, metres.
        notes: What was guessed or is missing.
    """

    skeleton: Skeleton
    rig_map: RigMap
    reference: Reference
    alignment: Array
    world: Array
    positions: Array
    notes: tuple[str, ...]

    def row(self, name: str) -> int:
        """The rig's joint for a canonical joint that is mapped."""
        return self.skeleton.joint_index(str(self.rig_map.joints[name]))

    def seen(self, name: str, joint: str) -> Array | None:
        """Place of a canonical joint or marker in a canonical joint's frame, in the reference pose; (3,) metres."""
        found = self.rig_map.joints.get(name) if name in JOINTS else self.rig_map.markers.get(name)
        place = marker_position(self.skeleton, self.reference, found)
        if place is None or self.rig_map.joints.get(joint) is None:
            return None
        row = self.row(joint)
        turned = quat.mul(self.reference.rotations[row], self.alignment[JOINTS.index(joint)])
        return quat.rotate(quat.conj(turned), place - self.reference.positions[row])

    @property
    def leg_length(self) -> float:
        """Thigh plus shin, the mean of both legs, metres."""
        rest = self.skeleton.rest_positions
        rows = [[self.row(side + part) for part in ("UpLeg", "Leg", "Foot")] for side in ("Left", "Right")]
        bones = np.diff(rest[np.array(rows)], axis=1)
        length = float(np.linalg.norm(bones, axis=-1).sum()) / 2
        if length <= 0.0:
            raise RigError(f"the legs of '{self.skeleton.name}' have no length")
        return length

    @property
    def ankle_height(self) -> float | None:
        """Height of the ankles over the lowest of ball and toe tip, mean of both feet, metres; None without either."""
        heights = []
        for side in ("Left", "Right"):
            low = [p for n in ("ToeBase", "ToeTip") if (p := self.seen(side + n, f"{side}Foot")) is not None]
            heights += [-min(float(p[1]) for p in low)] if low else []
        return float(np.mean(heights)) if heights else None


def open_source(clip: Clip, rig_map: RigMap | None) -> Source:
    """Map a clip's rig where no map is given, find its standing pose and carry its rotations to the canonical joints.

    Raises:
        RigError: if the rig is not a humanoid or the map does not fit it.
    """
    skeleton = clip.skeleton
    rig_map = map_rig(skeleton) if rig_map is None else rig_map
    rig_map.check(skeleton)
    rotations, positions = clip.globals()
    references = find_references(skeleton, rig_map, rotations, positions)
    notes = [*rig_map.notes, *references[0].notes, *_map_notes(rig_map)]
    if is_canonical(skeleton):
        alignment = np.tile(quat.IDENTITY, (len(JOINTS), 1))
        world = _carried(rotations, skeleton, rig_map, alignment)
    else:
        alignment = _mean([alignments(skeleton, rig_map, reference) for reference in references])
        if references[0].from_motion:
            alignment = align_planted_feet(alignment, skeleton, rig_map, rotations, positions)
        world = _carried(rotations, skeleton, rig_map, alignment)
        for side in ("Left", "Right"):
            roll = elbow_roll(world, side)
            if roll is None:
                continue
            arm = JOINTS.index(f"{side}Arm")
            turn = quat.from_axis_angle(np.array([1.0, 0.0, 0.0]), roll)
            alignment[arm], world[:, arm] = quat.mul(alignment[arm], turn), quat.mul(world[:, arm], turn)
            if abs(roll) > _NOTABLE_RAD:
                notes.append(f"the roll of the {side.lower()} upper arm was found from how its elbow bends")
        move_twist_to_forearms(world)
    return Source(skeleton, rig_map, references[0], alignment, world, positions, tuple(notes))


def is_canonical(skeleton: Skeleton) -> bool:
    """Is this our own body, as we write it: same tree, limbs at rest along the canonical directions?"""
    canonical = body()
    if skeleton.joint_names != JOINTS or not np.array_equal(skeleton.parents, canonical.parents):
        return False
    ends = [canonical.joint_index(s + part) for s in ("Left", "Right") for part in ("ForeArm", "Hand", "Leg", "Foot")]
    angles = quat.angle(quat.between(canonical.offsets[ends], skeleton.offsets[ends]), quat.IDENTITY)
    return bool(np.all(angles < _SAME_DIRECTION_RAD))


def _carried(rotations: Array, skeleton: Skeleton, rig_map: RigMap, alignment: Array) -> Array:
    """(F, 22, 4) world rotations of the canonical joints; a joint the rig lacks follows its parent."""
    parents = body().parents
    world = np.zeros((len(rotations), len(JOINTS), 4))
    for joint, name in enumerate(JOINTS):
        source = rig_map.joints.get(name)
        if source is None:
            world[:, joint] = world[:, parents[joint]]
        else:
            world[:, joint] = quat.mul(rotations[:, skeleton.joint_index(source)], alignment[joint])
    return world


def _mean(several: list[Array]) -> Array:
    """Mean of sets of rotations, (22, 4): the sum of quaternions with signs as the first has them."""
    stack = np.stack(several)
    signs = np.where(np.sum(stack * stack[:1], axis=-1, keepdims=True) < 0, -1.0, 1.0)
    return quat.normalize(np.sum(stack * signs, axis=0))


def _map_notes(rig_map: RigMap) -> list[str]:
    """What a user should know about the map."""
    notes = []
    if rig_map.unresolved:
        notes.append(f"the rig has no {', '.join(rig_map.unresolved)}: these joints keep their rest rotation")
    if rig_map.unsure:
        notes.append(f"the map is unsure of {', '.join(rig_map.unsure)}: check it")
    return notes
