"""Any humanoid's motion on the canonical body.

World rotations are carried over through the alignment of the two rest poses (`retarget_align`), the travel of the
hips is scaled by the length of the legs, and the height is corrected by that of the ankles over the soles, so that a
foot that stands on the ground still stands on it.
"""

from __future__ import annotations

from models.animation.clip import Clip
from models.body.canonical import JOINTS, body
from models.body.skeleton import Skeleton
from models.errors import RigError
from models.formats.retarget_fit import ankle_height, fit, leg_length
from models.formats.retarget_source import open_source
from models.formats.rig_map import RigMap
from models.kinematics import forward, quat

__all__ = ["fitted_skeleton", "retarget"]


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
    source = open_source(clip, rig_map)
    rotations = quat.unroll(quat.normalize(forward.locals_from_globals(target, source.world)))
    scale = leg_length(target) / source.leg_length
    # The hips are placed by the middle between the hip joints: rigs put the hips' own joint above, at or below it.
    thighs = ("LeftUpLeg", "RightUpLeg")
    middle = source.positions[:, [source.row(name) for name in thighs]].mean(axis=1) * scale
    if (had := source.ankle_height) is not None:
        middle[:, 1] += ankle_height(target) - scale * had  # soles, not ankles, are as high above the ground as before
    own = target.offsets[[target.joint_index(name) for name in thighs]].mean(axis=0)
    root = middle - quat.rotate(source.world[:, 0], own)
    return Clip(target, root, rotations, clip.fps, name=clip.name, report=(*clip.report, *source.notes))


def fitted_skeleton(clip: Clip, rig_map: RigMap | None = None) -> Skeleton:
    """The 22-joint, 43-point body with the proportions of the clip's rig, metres.

    Raises:
        RigError: if the rig is not a humanoid or the map does not fit it.
    """
    return fit(open_source(clip, rig_map))
