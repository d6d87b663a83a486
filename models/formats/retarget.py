"""Any humanoid's motion on the canonical body.

World rotations are carried over through the alignment of the two rest poses (`retarget_align`), the travel of the
hips is scaled by the length of the legs, and the height is corrected by that of the ankles over the soles, so that a
foot that stands on the ground still stands on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.animation.clip import Clip
from models.body.canonical import JOINTS, body
from models.body.skeleton import Skeleton
from models.errors import RigError
from models.formats.retarget_align import alignments
from models.formats.retarget_fit import ankle_height, fit, leg_length
from models.formats.retarget_rest import find_reference
from models.formats.rig_map import RigMap, map_rig
from models.kinematics import forward, quat

__all__ = ["fitted_skeleton", "retarget"]

Array = NDArray[np.float64]

# Limbs of our own files agree with the canonical directions to the digits written.
_SAME_DIRECTION_RAD = np.radians(0.2)


def retarget(clip: Clip, rig_map: RigMap | None = None, *, skeleton: Skeleton | None = None) -> Clip:
    """The motion of a clip on a 22-joint body.

    Args:
        clip: Motion of any humanoid rig, Y up, metres.
        rig_map: Its map; found from names and structure by default.
        skeleton: A skeleton with the canonical tree, e.g. `fitted_skeleton(clip)`; the canonical body by default.

    Returns:
        A clip of `skeleton` at the same rate; its report adds what was guessed about the map and the rest pose.

    Raises:
        RigError: if the rig is not a humanoid or the map does not fit it, or `skeleton` is not the canonical tree.
    """
    target = body() if skeleton is None else skeleton
    if target.joint_names != JOINTS:
        raise RigError(f"'{target.name}' is not a 22-joint body; motion can be retargeted to the canonical joints only")
    source = _Source(clip, rig_map)
    rotations = quat.unroll(quat.normalize(forward.locals_from_globals(target, source.world)))
    scale = leg_length(target) / leg_length(clip.skeleton, source.rig_map)
    # The hips are placed by the middle between the hip joints: rigs put the hips' own joint above, at or below it.
    thighs = ("LeftUpLeg", "RightUpLeg")
    rows = [clip.skeleton.joint_index(str(source.rig_map.joints[name])) for name in thighs]
    middle = source.positions[:, rows].mean(axis=1) * scale
    middle[:, 1] += _rise(target, source, scale)
    own = target.offsets[[target.joint_index(name) for name in thighs]].mean(axis=0)
    root = middle - quat.rotate(source.world[:, 0], own)
    return Clip(target, root, rotations, clip.fps, name=clip.name, report=(*clip.report, *source.notes))


def fitted_skeleton(clip: Clip, rig_map: RigMap | None = None) -> Skeleton:
    """The 22-joint, 43-point body with the proportions of the clip's rig, metres.

    Raises:
        RigError: if the rig is not a humanoid or the map does not fit it.
    """
    source = _Source(clip, rig_map)
    return fit(clip, source.rig_map, source.reference, source.alignment, source.world, source.positions)


class _Source:
    """A clip seen through its map: world rotations of the canonical joints and positions of the rig's own."""

    def __init__(self, clip: Clip, rig_map: RigMap | None) -> None:
        self.skeleton = clip.skeleton
        self.rig_map = map_rig(clip.skeleton) if rig_map is None else rig_map
        self.rig_map.check(clip.skeleton)
        self.reference = find_reference(clip, self.rig_map)
        own = _is_canonical(clip.skeleton)
        if own:
            self.alignment = np.tile(quat.IDENTITY, (len(JOINTS), 1))
        else:
            self.alignment = alignments(clip.skeleton, self.rig_map, self.reference)
        rotations, self.positions = clip.globals()
        self.world = _carried(rotations, clip.skeleton, self.rig_map, self.alignment)
        if not own:
            _move_twist_to_forearms(self.world)
        self.notes = (*self.rig_map.notes, *self.reference.notes, *_map_notes(self.rig_map))


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


def _move_twist_to_forearms(world: Array) -> None:
    """Turn each forearm about its own bone until the wrist only bends, in place.

    Rigs put the roll of the forearm into the elbow, the wrist or a joint between. Anatomy has it in the forearm; no
    joint moves by this, since the roll is about the bone.
    """
    for side in ("Left", "Right"):
        forearm, hand = JOINTS.index(f"{side}ForeArm"), JOINTS.index(f"{side}Hand")
        local = quat.mul(quat.conj(world[:, forearm]), world[:, hand])
        twist = local * np.array([1.0, 0.0, 0.0, 1.0])  # the bone is the X axis; the rest of `local` is pure bend
        world[:, forearm] = quat.mul(world[:, forearm], quat.normalize(twist))


def _rise(target: Skeleton, source: _Source, scale: float) -> float:
    """Metres to lift the scaled motion so that soles, not ankles, are as high above the ground as before."""
    wanted = ankle_height(target)
    had = ankle_height(source.skeleton, source.rig_map, source.reference)
    if wanted is None or had is None:
        return 0.0
    return wanted - scale * had


def _is_canonical(skeleton: Skeleton) -> bool:
    """Is this our own body, as we write it: same tree, limbs at rest along the canonical directions?"""
    canonical = body()
    if skeleton.joint_names != JOINTS or not np.array_equal(skeleton.parents, canonical.parents):
        return False
    ends = [canonical.joint_index(s + part) for s in ("Left", "Right") for part in ("ForeArm", "Hand", "Leg", "Foot")]
    angles = quat.angle(quat.between(canonical.offsets[ends], skeleton.offsets[ends]), quat.IDENTITY)
    return bool(np.all(angles < _SAME_DIRECTION_RAD))


def _map_notes(rig_map: RigMap) -> list[str]:
    """What a user should know about the map."""
    notes = []
    if rig_map.unresolved:
        notes.append(f"the rig has no {', '.join(rig_map.unresolved)}: these joints keep their rest rotation")
    if rig_map.unsure:
        notes.append(f"the map is unsure of {', '.join(rig_map.unsure)}: check it")
    return notes
