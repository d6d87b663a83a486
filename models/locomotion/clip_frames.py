"""One clip of the canonical body, taken apart into what a motion database keeps of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip
from models.body import JOINTS, body
from models.body.mirror import mirror_pose
from models.errors import SixpointError
from models.kinematics import quat
from models.locomotion.contacts import TOES, contacts
from models.locomotion.features import FPS, features
from models.locomotion.root import BONE_PARENTS, BONES, local_to_root, procedural_root
from models.locomotion.velocities import angular_velocities, global_motion, linear_velocities

__all__ = ["SourceClip", "frames_of", "mirrored"]


@dataclass(frozen=True, eq=False)
class SourceClip:
    """A clip for a database: the canonical body at 60 Hz, feet on y = 0, sign-continuous.

    Args:
        clip: The motion.
        name: Where it is from.
        activity: What is done, e.g. "walk", or empty.
    """

    clip: Clip
    name: str
    activity: str = ""


def mirrored(source: SourceClip) -> SourceClip:
    """The mirror image, with signs of its own: mirroring may flip them."""
    root, rotations = mirror_pose(source.clip.root, source.clip.rotations)
    return replace(source, clip=replace(source.clip, root=root, rotations=quat.unroll(rotations)))


def _check(source: SourceClip) -> None:
    clip = source.clip
    if clip.skeleton.n_joints != len(JOINTS) or clip.skeleton.joint_names != JOINTS:
        raise SixpointError(f"'{source.name}' is not on the canonical body; retarget it first")
    if clip.n_frames == 0 or abs(clip.fps - FPS) > 1e-6:
        raise SixpointError(f"'{source.name}' needs frames at {FPS:g} a second, has {clip.n_frames} at {clip.fps:g}")
    if not (np.isfinite(clip.root).all() and np.isfinite(clip.rotations).all()):
        raise SixpointError(f"'{source.name}' has values that are not finite; repair it first")


def frames_of(source: SourceClip) -> dict[str, NDArray[Any]]:
    """`positions`, `rotations`, `velocities`, `angular`, `contacts` and `raw` features of a clip; see `Database`.

    Raises:
        SixpointError: if the clip is of another body or rate, is empty, or is not finite.
    """
    _check(source)
    dt = 1.0 / FPS
    skeleton, hips = body(), source.clip.root
    rotations = quat.unroll(quat.normalize(source.clip.rotations))
    world = Clip(skeleton, hips, rotations, FPS).globals()[1]
    root = procedural_root(world, FPS)
    local_hips, local_turn = local_to_root(root, hips, rotations[:, 0])
    positions = np.zeros((len(hips), len(BONES), 3))
    positions[:, 0], positions[:, 1], positions[:, 2:] = root.positions, local_hips, skeleton.offsets[1:]
    locals_ = np.concatenate([root.rotations[:, None], local_turn[:, None], rotations[:, 1:]], axis=1)
    velocities, angular = linear_velocities(positions, dt), angular_velocities(locals_, dt)
    P, Q, V, _ = global_motion(BONE_PARENTS, positions, locals_, velocities, angular)
    toes = [toe + 1 for toe in TOES]
    return {
        "positions": positions.astype(np.float32),
        "rotations": locals_.astype(np.float32),
        "velocities": velocities.astype(np.float32),
        "angular": angular.astype(np.float32),
        "contacts": contacts(P[:, toes], V[:, toes], FPS),
        "raw": features(P, Q, V).astype(np.float32),
    }
