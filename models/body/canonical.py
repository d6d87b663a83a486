"""The canonical body: 22 joints, 43 points, three nested levels, read once from `body.json`.

T-pose at rest, 1.75 m tall, facing +Z with its left at +X. No other module repeats these names or numbers.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from models.body.skeleton import Skeleton
from models.errors import SixpointError

__all__ = [
    "BODY_HASH",
    "JOINTS",
    "JOINT_MIRROR",
    "LEVELS",
    "MAIN_POINTS",
    "POINTS",
    "POINT_MIRROR",
    "REGIONS",
    "body",
    "level_indices",
    "predicted_indices",
]

IntArray = NDArray[np.intp]

_TEXT = files("models.body").joinpath("body.json").read_text(encoding="utf-8")
_DATA = json.loads(_TEXT)

JOINTS: tuple[str, ...] = tuple(joint["name"] for joint in _DATA["joints"])
POINTS: tuple[str, ...] = tuple(point["name"] for point in _DATA["points"])
LEVELS: dict[int, tuple[str, ...]] = {int(level): tuple(names) for level, names in _DATA["levels"].items()}
MAIN_POINTS: tuple[str, ...] = LEVELS[6]

# Networks store this and are refused with another body.
BODY_HASH: str = hashlib.sha256(json.dumps(_DATA, sort_keys=True).encode()).hexdigest()[:16]


def _mirror(entries: list[dict]) -> IntArray:
    index = {entry["name"]: n for n, entry in enumerate(entries)}
    table = np.array([index[entry["mirror"]] for entry in entries], dtype=np.intp)
    table.setflags(write=False)
    return table


JOINT_MIRROR: IntArray = _mirror(_DATA["joints"])
POINT_MIRROR: IntArray = _mirror(_DATA["points"])


@lru_cache(maxsize=1)
def body() -> Skeleton:
    """The canonical skeleton; its point order is `POINTS`, its joint order `JOINTS`."""
    joint_index = {name: n for n, name in enumerate(JOINTS)}
    return Skeleton(
        name="canonical body",
        joint_names=JOINTS,
        parents=np.array([joint_index.get(joint["parent"], -1) for joint in _DATA["joints"]]),
        offsets=np.array([joint["offset"] for joint in _DATA["joints"]]),
        point_names=POINTS,
        point_joints=np.array([joint_index[point["joint"]] for point in _DATA["points"]]),
        point_offsets=np.array([point["offset"] for point in _DATA["points"]]),
    )


@lru_cache(maxsize=3)
def level_indices(level: int) -> IntArray:
    """(K,) point indices a level is given, in the order of `LEVELS[level]`."""
    if level not in LEVELS:
        raise SixpointError(f"level must be one of {', '.join(map(str, LEVELS))}, got {level}")
    given = np.array([POINTS.index(name) for name in LEVELS[level]], dtype=np.intp)
    given.setflags(write=False)
    return given


@lru_cache(maxsize=3)
def predicted_indices(level: int) -> IntArray:
    """(43 - K,) point indices a level predicts, in the order of `POINTS`."""
    predicted = np.setdiff1d(np.arange(len(POINTS)), level_indices(level))
    predicted.setflags(write=False)
    return predicted


def _regions() -> dict[str, IntArray]:
    """Point indices of each limb, the head and the torso, by the joint that carries them."""
    skeleton = body()
    tops = {
        "left_arm": "LeftShoulder",
        "right_arm": "RightShoulder",
        "left_leg": "LeftUpLeg",
        "right_leg": "RightUpLeg",
        "head": "Head",
    }
    below = {name: skeleton.descends[:, skeleton.joint_index(top)] for name, top in tops.items()}
    below["torso"] = ~np.any(list(below.values()), axis=0)
    return {name: np.flatnonzero(joints[skeleton.point_joints]) for name, joints in below.items()}


REGIONS: dict[str, IntArray] = _regions()
