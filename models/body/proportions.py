"""Scale the 43 points between a character's proportions and the canonical size.

The networks know one body. A character with legs 0.6 times as long is brought to that body by scaling each part
about the main point it hangs from: legs about the pelvis, arms and head about the neck, hands about the wrists, feet
about the ankles. The pelvis itself is scaled about the ground by hip height. Every anchor is a main point, which
always has a value, so the map is defined for any set of given points, is linear, and is undone exactly.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body.canonical import JOINTS, POINTS, body
from models.body.skeleton import Skeleton
from models.errors import RigError, ShapeError

__all__ = ["from_canonical", "to_canonical"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_TORSO = ("Spine", "Spine1", "Spine2", "Neck")


def to_canonical(points: ArrayLike, skeleton: Skeleton) -> Array:
    """Points (..., 43, 3) of a pose of `skeleton`, as the canonical body would have them; metres."""
    return _rescaled(points, skeleton, 1.0)


def from_canonical(points: ArrayLike, skeleton: Skeleton) -> Array:
    """Points (..., 43, 3) of a pose of the canonical body, as `skeleton` would have them; metres."""
    return _rescaled(points, skeleton, -1.0)


def _rescaled(points: ArrayLike, skeleton: Skeleton, power: float) -> Array:
    points = np.asarray(points, dtype=np.float64)
    if points.shape[-2:] != (len(POINTS), 3):
        raise ShapeError(f"body points are (..., {len(POINTS)}, 3), got {points.shape}")
    if skeleton is body():
        return points.copy()
    ratios = _ratios(skeleton) ** power
    result = points * ratios[POINTS.index("Hips")]
    # Anchors come before what hangs from them, so each anchor already stands at its new place.
    for anchor, members in _parts():
        away = points[..., members, :] - points[..., anchor, None, :]
        result[..., members, :] = result[..., anchor, None, :] + away * ratios[members, None]
    return result


@lru_cache(maxsize=1)
def _parts() -> tuple[tuple[int, IntArray], ...]:
    """(anchor, point indices) of every part, outward from the pelvis."""
    skeleton = body()
    joint = {name: n for n, name in enumerate(JOINTS)}
    index = {name: n for n, name in enumerate(POINTS)}
    owner = skeleton.point_joints

    def below(name: str) -> NDArray[np.bool_]:
        return skeleton.descends[owner, joint[name]]

    limbs = {
        side: (below(f"{side}Shoulder"), below(f"{side}Hand"), below(f"{side}UpLeg"), below(f"{side}Foot"))
        for side in ("Left", "Right")
    }
    head = owner == joint["Head"]
    arms = [arm & ~hand for arm, hand, _, _ in limbs.values()]
    legs = [leg & ~foot for _, _, leg, foot in limbs.values()]
    torso = ~(head | np.any([m for four in limbs.values() for m in four], axis=0))
    torso[index["Hips"]] = False
    parts = [("Hips", torso), ("Neck", head)]
    for (side, (_, hand, _, foot)), arm, leg in zip(limbs.items(), arms, legs, strict=True):
        wrist, ankle = index[f"{side}Hand"], index[f"{side}Foot"]
        arm[wrist], leg[ankle], hand[wrist], foot[ankle] = True, True, False, False
        parts += [("Neck", arm), ("Hips", leg), (f"{side}Hand", hand), (f"{side}Foot", foot)]
    return tuple((index[anchor], np.flatnonzero(mask)) for anchor, mask in parts)


@lru_cache(maxsize=32)
def _ratios(skeleton: Skeleton) -> Array:
    """(43,) canonical size over the skeleton's size, for the part each point belongs to."""
    if skeleton.joint_names != JOINTS or skeleton.point_names != POINTS:
        raise RigError(f"'{skeleton.name}' is not a 22-joint, 43-point body; retarget it to the canonical joints first")
    ratios = _sizes(body()) / _sizes(skeleton)
    if not np.all(np.isfinite(ratios) & (ratios > 0)):
        part = POINTS[int(np.flatnonzero(~(np.isfinite(ratios) & (ratios > 0)))[0])]
        raise RigError(f"'{skeleton.name}' has no size at {part}; every limb needs a length above zero")
    ratios.setflags(write=False)
    return ratios


def _sizes(skeleton: Skeleton) -> Array:
    """(43,) metres: the length that each point scales with."""
    lengths = dict(zip(skeleton.joint_names, np.linalg.norm(skeleton.offsets, axis=-1), strict=True))
    reach = dict(zip(skeleton.point_names, np.linalg.norm(skeleton.point_offsets, axis=-1), strict=True))
    sizes = np.zeros(skeleton.n_points)
    index = {name: n for n, name in enumerate(POINTS)}
    parts = iter(_parts())
    rest = skeleton.rest_points

    def assign(size: float) -> None:
        sizes[next(parts)[1]] = size

    assign(sum(lengths[name] for name in _TORSO))
    assign(lengths["Head"] + reach["HeadTop"])
    for side in ("Left", "Right"):
        assign(sum(lengths[side + name] for name in ("Shoulder", "Arm", "ForeArm", "Hand")))
        assign(rest[index["Hips"], 1] - rest[index[f"{side}Foot"], 1])
        assign(reach[f"{side}MiddleTip"])
        assign(lengths[f"{side}ToeBase"] + reach[f"{side}ToeTip"])
    sizes[index["Hips"]] = rest[index["Hips"], 1] - rest[:, 1].min()
    return sizes
