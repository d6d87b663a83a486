"""The 27 features by which frames of motion are found: where the feet are, how they and the hips move, where it goes.

| index | feature | weight |
|---|---|---|
| 0-2, 3-5 | left, right ankle position | 0.75 |
| 6-8, 9-11 | left, right ankle velocity (of the world; the root's is not subtracted) | 1.0 |
| 12-14 | hips velocity, likewise | 1.0 |
| 15-20 | root position (x, z) 20, 40, 60 frames ahead | 1.0 |
| 21-26 | root facing (x, z) 20, 40, 60 frames ahead | 1.5 |

All in the frame of the root bone, metres and seconds, at 60 Hz (Holden et al., "Learned Motion Matching", 2020).
Normalised features are `(raw - offset) / scale` with a mean for every feature and one scale for a group, the mean
deviation of its features over the group's weight, so that axes keep their relative sizes within a group.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import BODY_HASH, JOINTS
from models.errors import ModelMismatch, ShapeError
from models.kinematics import quat

__all__ = [
    "FACING",
    "FEATURES_HASH",
    "FEATURE_NAMES",
    "GROUPS",
    "HORIZONS",
    "N_FEATURES",
    "POSE",
    "TRAJECTORY",
    "FeatureScaling",
    "features",
    "trajectory_features",
]

Array = NDArray[np.float64]

HORIZONS: tuple[int, ...] = (20, 40, 60)  # frames at 60 Hz
FPS = 60.0

# Group: (features, weight).
GROUPS: dict[str, tuple[slice, float]] = {
    "left foot position": (slice(0, 3), 0.75),
    "right foot position": (slice(3, 6), 0.75),
    "left foot velocity": (slice(6, 9), 1.0),
    "right foot velocity": (slice(9, 12), 1.0),
    "hips velocity": (slice(12, 15), 1.0),
    "future position": (slice(15, 21), 1.0),
    "future facing": (slice(21, 27), 1.5),
}
N_FEATURES = 27
POSE, TRAJECTORY, FACING = slice(0, 15), slice(15, 27), slice(21, 27)

_AHEAD = [f"{horizon} frames ahead {axis}" for horizon in HORIZONS for axis in "xz"]
FEATURE_NAMES: tuple[str, ...] = tuple(
    f"{group} {axis}"
    for group, (columns, _) in GROUPS.items()
    for axis in ("xyz" if columns.stop - columns.start == 3 else _AHEAD)
)

# Stored with databases and networks: those of another definition are refused.
FEATURES_HASH: str = hashlib.sha256(
    json.dumps(
        [BODY_HASH, HORIZONS, FPS, {g: [c.start, c.stop, w] for g, (c, w) in GROUPS.items()}], sort_keys=True
    ).encode()
).hexdigest()[:16]

_FEET = [JOINTS.index("LeftFoot") + 1, JOINTS.index("RightFoot") + 1]  # bones: the root bone is 0
_HIPS = JOINTS.index("Hips") + 1
_FORWARD = np.array([0.0, 0.0, 1.0])

# A group whose deviation is below this (metres, m/s) does not vary; dividing by it would only amplify noise.
STD_FLOOR = 1e-2


def features(positions: Array, rotations: Array, velocities: Array) -> Array:
    """Raw features (F, 27) of one unbroken clip at 60 Hz.

    Where the future of a frame lies beyond the clip's last frame, the root goes on at its last velocity and turn;
    such frames say what may follow, not what did (`models.locomotion.database.Database.searchable`).

    Args:
        positions, rotations, velocities: Of the 23 bones in the world: (F, 23, 3), (F, 23, 4), (F, 23, 3).
    """
    root, turn = positions[:, 0], rotations[:, 0]
    inverse = quat.conj(turn)
    feet = [quat.rotate(inverse, positions[:, foot] - root) for foot in _FEET]
    moving = [quat.rotate(inverse, velocities[:, bone]) for bone in (*_FEET, _HIPS)]
    return np.concatenate([*feet, *moving, _futures(root, turn)], axis=-1)


def _futures(root: Array, turn: Array) -> Array:
    """(F, 12) positions and facings ahead, in each frame's root frame."""
    root, facing = _extended(root, quat.rotate(turn, _FORWARD), HORIZONS[-1])
    n_frames = len(turn)
    ahead = [np.arange(n_frames) + horizon for horizon in HORIZONS]
    return trajectory_features(
        root[:n_frames], turn, np.stack([root[a] for a in ahead], axis=1), np.stack([facing[a] for a in ahead], axis=1)
    )


def trajectory_features(root: Array, rotation: Array, future: Array, facing: Array) -> Array:
    """Features 15 to 26 (..., 12), raw, of any known or wanted future.

    Args:
        root, rotation: The root bone now, (..., 3) and (..., 4).
        future: World positions of the root bone 20, 40 and 60 frames ahead, (..., 3, 3).
        facing: World facing directions then, (..., 3, 3), horizontal and of unit length.
    """
    inverse = quat.conj(rotation)[..., None, :]
    where = quat.rotate(inverse, future - root[..., None, :])[..., [0, 2]]
    looks = quat.rotate(inverse, facing)[..., [0, 2]]
    return np.concatenate([where.reshape(*where.shape[:-2], -1), looks.reshape(*looks.shape[:-2], -1)], axis=-1)


def _extended(root: Array, facing: Array, n_more: int) -> tuple[Array, Array]:
    """Root positions and facings with `n_more` frames of unchanged speed and turn behind the last one."""
    n_frames = len(root)
    # Over a tenth of a second: the last difference alone is noisy.
    back = min(6, n_frames - 1)
    yaw = np.arctan2(facing[:, 0], facing[:, 2])
    if back == 0:
        return np.repeat(root, n_more + 1, axis=0), np.repeat(facing, n_more + 1, axis=0)
    turn = (yaw[-1] - yaw[-1 - back] + np.pi) % (2.0 * np.pi) - np.pi
    turn /= back
    step = (root[-1] - root[-1 - back]) / back
    # The mean step of the tenth second points half its turn behind the last frame.
    angles = turn * (np.arange(1, n_more + 1) + 0.5 * back - 0.5)
    cos, sin = np.cos(angles), np.sin(angles)
    steps = np.stack([cos * step[0] + sin * step[2], np.zeros(n_more), cos * step[2] - sin * step[0]], axis=-1)
    later = yaw[-1] + turn * np.arange(1, n_more + 1)
    looks = np.stack([np.sin(later), np.zeros(n_more), np.cos(later)], axis=-1)
    return np.concatenate([root, root[-1] + np.cumsum(steps, axis=0)]), np.concatenate([facing, looks])


@dataclass(frozen=True, eq=False)
class FeatureScaling:
    """How raw features become normalised ones; fitted to a database once and stored wherever it is used.

    Args:
        offset, scale: (27,) each, in the units of the features.
    """

    offset: Array
    scale: Array

    def __post_init__(self) -> None:
        for name in ("offset", "scale"):
            values = np.array(getattr(self, name), dtype=np.float64)
            if values.shape != (N_FEATURES,) or not np.isfinite(values).all():
                raise ShapeError(f"feature {name} must be {N_FEATURES} finite numbers, got shape {values.shape}")
            values.setflags(write=False)
            object.__setattr__(self, name, values)
        if self.scale.min() <= 0.0:
            raise ShapeError(f"feature scales must be above 0, '{FEATURE_NAMES[int(self.scale.argmin())]}' is not")

    @classmethod
    def fitted(cls, raw: ArrayLike) -> tuple[FeatureScaling, tuple[str, ...]]:
        """Scaling of raw features (F, 27), and a sentence for each group that does not vary."""
        raw = np.asarray(raw, dtype=np.float64)
        if raw.ndim != 2 or raw.shape[1] != N_FEATURES or len(raw) == 0:
            raise ShapeError(f"a feature scaling needs features (F, {N_FEATURES}), got {raw.shape}")
        deviation, scale = raw.std(axis=0), np.ones(N_FEATURES)
        flat = []
        for group, (columns, weight) in GROUPS.items():
            spread = float(deviation[columns].mean())
            if spread < STD_FLOOR:
                flat.append(f"the {group} hardly varies in this data ({spread:.2g}); it will not tell frames apart")
            scale[columns] = max(spread, STD_FLOOR) / weight
        return cls(raw.mean(axis=0), scale), tuple(flat)

    def normalised(self, raw: ArrayLike) -> Array:
        """(..., 27) raw -> normalised."""
        return np.asarray((np.asarray(raw, dtype=np.float64) - self.offset) / self.scale)

    def raw(self, normalised: ArrayLike) -> Array:
        """(..., 27) normalised -> raw."""
        return np.asarray(np.asarray(normalised, dtype=np.float64) * self.scale + self.offset)

    def to_json(self) -> str:
        """For the metadata of networks; exact to the last bit."""
        return json.dumps({"hash": FEATURES_HASH, "offset": self.offset.tolist(), "scale": self.scale.tolist()})

    @classmethod
    def from_json(cls, text: str, where: str = "these features") -> FeatureScaling:
        """The inverse of `to_json`.

        Raises:
            ModelMismatch: if the text is of features defined otherwise, or is none.
        """
        try:
            data = json.loads(text)
            if data["hash"] != FEATURES_HASH:
                raise ModelMismatch(f"{where}: made for features of another definition; train or build them again")
            return cls(np.array(data["offset"], dtype=np.float64), np.array(data["scale"], dtype=np.float64))
        except (ValueError, KeyError, TypeError, ShapeError) as error:
            raise ModelMismatch(
                f"{where}: no feature scaling can be read ({error}); train or build them again"
            ) from error
