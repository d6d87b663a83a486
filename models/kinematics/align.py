"""The rigid motion that best lays one set of points on another."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.errors import ShapeError
from models.kinematics import quat

__all__ = ["kabsch"]

Array = NDArray[np.float64]


def kabsch(source: ArrayLike, target: ArrayLike, weights: ArrayLike | None = None) -> tuple[Array, Array]:
    """Rotation and translation that minimise sum w |R source + t - target|^2 (Kabsch, 1976; never a reflection).

    Args:
        source: Points (..., N, 3), metres.
        target: The same points where they should be, (..., N, 3).
        weights: Non-negative weights (..., N); all equal when left out.

    Returns:
        Quaternions (..., 4) and translations (..., 3). With collinear or coincident points the rotation is one of
        the many that are equally good; it is always a rotation and never NaN.
    """
    source, target = np.asarray(source, dtype=np.float64), np.asarray(target, dtype=np.float64)
    if source.shape[-1:] != (3,) or source.shape[-2:] != target.shape[-2:]:
        raise ShapeError(f"point sets must both be (..., N, 3), got {source.shape} and {target.shape}")
    w = np.ones(source.shape[-2]) if weights is None else np.asarray(weights, dtype=np.float64)
    w = (w / np.maximum(w.sum(-1, keepdims=True), 1e-300))[..., None]
    source_mean, target_mean = (w * source).sum(-2), (w * target).sum(-2)
    moment = np.swapaxes(w * (target - target_mean[..., None, :]), -1, -2) @ (source - source_mean[..., None, :])
    u, _, vt = np.linalg.svd(moment)
    # Flip the weakest axis where the best orthogonal matrix would be a reflection.
    u[..., :, 2] *= np.sign(np.linalg.det(u) * np.linalg.det(vt))[..., None]
    rotation = quat.from_matrix(u @ vt)
    return rotation, target_mean - quat.rotate(rotation, source_mean)
