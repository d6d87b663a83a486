"""Frames of reference a network sees points in, all found from the given points themselves.

Heading. The horizontal direction the body faces is estimated as h = sum_k c_k z_k: z_k is the horizontal offset of
given point k from the pelvis as a complex number, c_k are complex coefficients fitted by least squares to the true
facing of the pelvis. When the input turns about the vertical, every z_k and so h turn with it: what the network
sees does not change, and yaw invariance is exact, not learned. The coefficients are fitted to the data and its mirror
image together, which makes the heading of a mirrored pose the mirrored heading.

Local frames. Where given points of one body part fix its orientation (hips and hip joints, wrist and knuckles), a
frame is built from two of their differences (Gram-Schmidt). Other points of that part are nearly constant in it, so
what would be hard to learn in world axes, a product of rotations, is a constant here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.body import POINT_MIRROR, level_indices

__all__ = [
    "LOCAL_FRAMES",
    "LocalFrame",
    "fit_heading",
    "given_mirror",
    "heading_rotation",
    "orthonormal",
    "yaw_rotation",
]

# Keeps directions finite when the points that define them coincide; metres.
EPSILON_M = 1e-4


@dataclass(frozen=True)
class LocalFrame:
    """A frame from given points.

    Args:
        first: (from, to) point names of the first axis.
        second: (from, to) of the direction that, made perpendicular to the first, is the second axis.
        origin: Point the frame's points are measured from.
        points: Points predicted in this frame.
    """

    first: tuple[str, str]
    second: tuple[str, str]
    origin: str
    points: tuple[str, ...]


def _sided(frame: LocalFrame) -> list[LocalFrame]:
    """The frame for both sides: "*" stands for Left or Right."""

    def named(side: str) -> LocalFrame:
        def fill(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(name.replace("*", side) for name in names)

        first, second = fill(frame.first), fill(frame.second)
        return LocalFrame(
            (first[0], first[1]), (second[0], second[1]), frame.origin.replace("*", side), fill(frame.points)
        )

    return [named("Left"), named("Right")]


_HEAD = LocalFrame(("Nose", "HeadTop"), ("Neck", "HeadTop"), "HeadTop", ("Head", "LeftEar", "RightEar"))

LOCAL_FRAMES: dict[int, tuple[LocalFrame, ...]] = {
    6: (),
    16: (
        LocalFrame(
            ("Hips", "Neck"),
            ("RightLeg", "LeftLeg"),
            "Hips",
            ("Spine", "PelvisFront", "LeftUpLeg", "RightUpLeg", "Spine1"),
        ),
        LocalFrame(
            ("Hips", "Neck"),
            ("RightForeArm", "LeftForeArm"),
            "Neck",
            ("Spine2", "LeftShoulder", "RightShoulder", "UpperBack", "Sternum", "LeftArm", "RightArm"),
        ),
        _HEAD,
        *_sided(LocalFrame(("*Foot", "*ToeTip"), ("*Foot", "*Leg"), "*Foot", ("*ToeBase", "*Heel", "*FootOuter"))),
        # What lies across the hand is not fixed by these points, but the network reads the elbow and more in them.
        *_sided(LocalFrame(("*Hand", "*MiddleTip"), ("*Hand", "*ForeArm"), "*Hand", ())),
    ),
    28: (
        LocalFrame(("RightUpLeg", "LeftUpLeg"), ("RightUpLeg", "Hips"), "Hips", ("Spine", "PelvisFront")),
        LocalFrame(
            ("RightArm", "LeftArm"),
            ("Sternum", "Neck"),
            "Neck",
            ("Spine2", "LeftShoulder", "RightShoulder", "UpperBack"),
        ),
        _HEAD,
        *_sided(
            LocalFrame(("*Hand", "*MiddleTip"), ("*Hand", "*IndexKnuckle"), "*Hand", ("*PinkyKnuckle", "*ThumbTip"))
        ),
        *_sided(LocalFrame(("*Heel", "*ToeTip"), ("*Heel", "*Foot"), "*Foot", ("*ToeBase",))),
    ),
}


def given_mirror(level: int) -> NDArray[np.intp]:
    """(K,) for each given point of a level, the row of its mirror partner among the given points."""
    given = level_indices(level)
    return np.argsort(given)[np.searchsorted(np.sort(given), POINT_MIRROR[given])]


def orthonormal(first: Tensor, second: Tensor) -> Tensor:
    """Right-handed rotations whose first two columns span `first` and `second`. (..., 3), (..., 3) -> (..., 3, 3).

    Smooth everywhere but at vectors of length zero or a parallel pair, and finite there too.
    """
    x = first / torch.sqrt((first * first).sum(-1, keepdim=True) + EPSILON_M**2)
    y = second - (x * second).sum(-1, keepdim=True) * x
    y = y / torch.sqrt((y * y).sum(-1, keepdim=True) + EPSILON_M**2)
    return torch.stack([x, y, torch.linalg.cross(x, y)], dim=-1)


def heading_rotation(given: Tensor, coefficients: Tensor) -> Tensor:
    """Rotations about the vertical that turn the estimated facing to +Z; rows are points: p' = p @ rotation.

    Args:
        given: (N, K, 3) metres.
        coefficients: (2 K, 2) from flattened horizontal coordinates (x_0, z_0, x_1, ...) to the facing (x, z);
            columns sum to zero over points, so that the place of the body does not matter.

    Returns:
        (N, 3, 3).
    """
    facing = given[:, :, ::2].flatten(1) @ coefficients
    x, z = (facing / torch.sqrt((facing * facing).sum(-1, keepdim=True) + EPSILON_M**2)).unbind(-1)
    return _about_vertical(z, x)


def yaw_rotation(angle: Tensor) -> Tensor:
    """Rotations (N, 3, 3) about the vertical for points as rows, p' = p @ rotation; angles (N,) in radians."""
    return _about_vertical(torch.cos(angle), torch.sin(angle))


def _about_vertical(cosine: Tensor, sine: Tensor) -> Tensor:
    """Rotations (N, 3, 3) that take rows (s, 0, c) to (0, 0, 1)."""
    zero, one = torch.zeros_like(cosine), torch.ones_like(cosine)
    entries = [cosine, zero, sine, zero, one, zero, -sine, zero, cosine]
    return torch.stack(entries, dim=-1).unflatten(-1, (3, 3))


def fit_heading(level: int, points: Tensor, facing: Tensor) -> Tensor:
    """Coefficients (2 K, 2) for `heading_rotation` by least squares, the same for a pose and its mirror image.

    Args:
        level: Whose given points are used.
        points: (N, 43, 3) metres.
        facing: (N, 3) direction the pelvis faces.
    """
    given = points[:, level_indices(level).tolist()].double()
    z = torch.complex(given[..., 0], given[..., 2])
    z = z[:, 1:] - z[:, :1]
    target = torch.complex(facing[:, 0].double(), facing[:, 2].double())
    target = target / target.abs().clamp_min(1e-6)
    # Reflection maps z to -conj(z) and swaps sides.
    swapped = (given_mirror(level)[1:] - 1).tolist()
    rows = torch.cat([z, -z[:, swapped].conj()])
    right = torch.cat([target, -target.conj()])
    damping = 1e-5 * len(rows) * torch.eye(rows.shape[1], dtype=rows.dtype)
    found = torch.linalg.solve(rows.mH @ rows + damping, rows.mH @ right)
    found = torch.cat([-found.sum().reshape(1), found])
    # (a + ib)(x + iz) = (ax - bz) + i(bx + az)
    a, b = found.real, found.imag
    table = torch.stack([torch.stack([a, b], dim=-1), torch.stack([-b, a], dim=-1)], dim=1)  # (K, 2, 2)
    return table.flatten(0, 1).float()
