"""The completion network of one level: given points in, all 43 points out, in world metres.

    given -> heading frame -> coarse network -> rotations of pelvis and chest
                           -> features (the given points in the heading frame, the local frames, pelvis and chest)
                           -> fine network -> predicted points in their frames -> world

Both networks are fully connected with SELU and LeCun-normal initial weights, linear at the end (Klambauer et al.,
2017). Outside training a pose and its mirror image are completed together and averaged, which makes the result
mirror-symmetric exactly. Everything from world to world is inside, so an exported file needs nothing else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn

from models.body import JOINTS, LEVELS, POINT_MIRROR, POINTS, body, level_indices, predicted_indices
from training.frames import LOCAL_FRAMES, given_mirror, heading_rotation, orthonormal

__all__ = ["COARSE_JOINTS", "CompletionNetwork", "NetworkConfig", "Perceptron"]

COARSE_JOINTS = ("Hips", "Spine2")
# Points that move with the pelvis and the chest more than with the heading, where no local frame has them.
_COARSE_POINTS = {
    "Hips": ("Spine", "PelvisFront", "LeftUpLeg", "RightUpLeg"),
    "Spine2": (
        "Spine1", "Spine2", "LeftShoulder", "RightShoulder", "LeftArm", "RightArm", "Sternum", "UpperBack",
        "LeftForeArm", "RightForeArm",
    ),
}  # fmt: skip
_MIRROR = (-1.0, 1.0, 1.0)
# Inputs that hardly vary in the training data must not be blown up for a pose in which they do.
_SMALLEST_INPUT_DEVIATION = 0.02


@dataclass(frozen=True)
class NetworkConfig:
    """What is needed, beside weights, to build a network again."""

    level: int
    coarse: tuple[int, ...] = (128, 128)
    fine: tuple[int, ...] = (512, 512, 512, 512)


class Perceptron(nn.Module):
    """Linear and SELU layers with LeCun-normal weights; the last layer starts at a tenth of that, without SELU.

    Args:
        n_in, hidden, n_out: Widths.

    While `in_bfloat16` is set, the hidden layers compute in bfloat16, which modern processors do several times
    faster; the last layer never does, since its rounding would be that of the result.
    """

    def __init__(self, n_in: int, hidden: tuple[int, ...], n_out: int) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for a, b in pairwise((n_in, *hidden)):
            layers += [_lecun_linear(a, b), nn.SELU()]
        self.hidden = nn.Sequential(*layers)
        self.last = _lecun_linear((n_in, *hidden)[-1], n_out, scale=0.1)
        self.in_bfloat16 = False

    def forward(self, x: Tensor) -> Tensor:
        with torch.autocast(x.device.type, torch.bfloat16, enabled=self.in_bfloat16):
            x = self.hidden(x)
        y: Tensor = self.last(x.float())
        return y


def _lecun_linear(n_in: int, n_out: int, scale: float = 1.0) -> nn.Linear:
    linear = nn.Linear(n_in, n_out)
    nn.init.normal_(linear.weight, std=scale / math.sqrt(n_in))
    nn.init.zeros_(linear.bias)
    return linear


class CompletionNetwork(nn.Module):
    """See the module's text. `fit_normalisers` must run once before training.

    Args:
        config: Level and widths.

    Buffers hold everything that is fitted rather than learned: heading coefficients (2 K, 2), means and deviations
    of the inputs of both networks, and mean and deviation of the predicted points in their frames.
    """

    heading: Tensor
    base_mean: Tensor
    base_deviation: Tensor
    fine_mean: Tensor
    fine_deviation: Tensor
    point_mean: Tensor
    point_deviation: Tensor
    frame_ends: Tensor
    frame_of: Tensor
    origin_of: Tensor
    given_mirror: Tensor
    point_mirror: Tensor
    given_points: Tensor
    body_order: Tensor
    mirror: Tensor
    identity6: Tensor

    def __init__(self, config: NetworkConfig) -> None:
        super().__init__()
        self.config = config
        level = config.level
        n_given, n_predicted = len(LEVELS[level]), len(POINTS) - len(LEVELS[level])
        self.frames = LOCAL_FRAMES[level]
        n_base = 3 * (n_given - 1) + 1
        n_frames = len(self.frames) + len(COARSE_JOINTS)
        n_fine = n_base + n_frames * 3 * n_given
        self.coarse = Perceptron(n_base, config.coarse, 6 * len(COARSE_JOINTS))
        self.fine = Perceptron(n_fine, config.fine, 3 * n_predicted)
        for name, shape in (
            ("heading", (2 * n_given, 2)),
            ("base_mean", (n_base,)),
            ("base_deviation", (n_base,)),
            ("fine_mean", (n_fine,)),
            ("fine_deviation", (n_fine,)),
            ("point_mean", (n_predicted, 3)),
            ("point_deviation", (n_predicted, 1)),
        ):
            self.register_buffer(name, torch.zeros(shape))
        self._make_tables(level)

    def _make_tables(self, level: int) -> None:
        """Constant index tables, made again from the config rather than stored."""

        def table(name: str, values: object, dtype: torch.dtype = torch.long) -> None:
            self.register_buffer(name, torch.as_tensor(values, dtype=dtype), persistent=False)

        names, predicted = LEVELS[level], predicted_indices(level)
        row = {name: n for n, name in enumerate(names)}
        ends = [[row[name] for name in (*frame.first, *frame.second)] for frame in self.frames]
        table("frame_ends", ends if ends else torch.zeros((0, 4)))
        # Frame 0 is the heading frame itself, then the local ones, then those of the coarse network.
        frame_of = {point: 1 + n for n, frame in enumerate(self.frames) for point in frame.points}
        for n, joint in enumerate(COARSE_JOINTS):
            for point in _COARSE_POINTS[joint]:
                frame_of.setdefault(point, 1 + len(self.frames) + n)
        origin_of = {point: row[frame.origin] for frame in self.frames for point in frame.points}
        table("frame_of", [frame_of.get(POINTS[p], 0) for p in predicted])
        table("origin_of", [origin_of.get(POINTS[p], row[_nearest_given(level, p)]) for p in predicted])
        table("given_mirror", given_mirror(level))
        table("point_mirror", POINT_MIRROR.copy())
        table("given_points", level_indices(level).copy())
        # Columns of (given, predicted) in body order.
        order = torch.zeros(len(POINTS), dtype=torch.long)
        order[level_indices(level).tolist()] = torch.arange(len(names))
        order[predicted.tolist()] = torch.arange(len(names), len(POINTS))
        table("body_order", order)
        table("mirror", _MIRROR, torch.float32)
        table("identity6", [1.0, 0.0, 0.0, 0.0, 1.0, 0.0], torch.float32)

    def forward(self, given: Tensor) -> Tensor:
        """All points (N, 43, 3) of given points (N, K, 3), world metres, averaged with the mirrored completion."""
        both = torch.cat([given, given[:, self.given_mirror] * self.mirror])
        points, mirrored = self.predict_one_sided(both).chunk(2)
        average = 0.5 * (points + mirrored[:, self.point_mirror] * self.mirror)
        # The given points come back to the bit.
        predicted = average[:, predicted_indices(self.config.level).tolist()]
        return torch.cat([given, predicted], dim=1)[:, self.body_order]

    def predict_one_sided(self, given: Tensor) -> Tensor:
        """All points (N, 43, 3) without mirror averaging, world metres."""
        turn = heading_rotation(given, self.heading)
        predicted, _ = self.predict_in_heading(self.to_heading(given, turn))
        place = given[:, :1] * given.new_tensor([1.0, 0.0, 1.0])
        world = predicted @ turn.transpose(1, 2) + place
        return torch.cat([given, world], dim=1)[:, self.body_order]

    @staticmethod
    def to_heading(points: Tensor, turn: Tensor) -> Tensor:
        """Points (N, P, 3) in the heading frame: horizontal origin at the first point, heights kept."""
        place = points[:, :1] * points.new_tensor([1.0, 0.0, 1.0])
        return (points - place) @ turn

    def predict_in_heading(self, given: Tensor) -> tuple[Tensor, Tensor]:
        """From given points (N, K, 3) in the heading frame, the predicted points (N, 43 - K, 3) in it and the coarse
        rotations (N, 2, 3, 3) of pelvis and chest."""
        base = self.base_features(given)
        coarse = self.coarse_rotations(base)
        frames = self.all_frames(given, coarse)
        features = self.fine_features(given, base, frames)
        local = self.fine((features - self.fine_mean) / self.fine_deviation).unflatten(-1, (-1, 3))
        local = local * self.point_deviation + self.point_mean
        turned = (frames[:, self.frame_of] @ local[..., None])[..., 0]
        return turned + given[:, self.origin_of], coarse

    def base_features(self, given: Tensor) -> Tensor:
        """Offsets from the pelvis and the pelvis' height above the floor, (N, 3 (K - 1) + 1)."""
        return torch.cat([(given[:, 1:] - given[:, :1]).flatten(1), given[:, 0, 1:2]], dim=1)

    def coarse_rotations(self, base: Tensor) -> Tensor:
        """(N, 2, 3, 3): two columns predicted as they are, the third by Gram-Schmidt (Zhou et al., 2019)."""
        six = self.coarse((base - self.base_mean) / self.base_deviation).unflatten(-1, (-1, 6)) + self.identity6
        return orthonormal(six[..., :3], six[..., 3:])

    def all_frames(self, given: Tensor, coarse: Tensor) -> Tensor:
        """Heading, local and coarse frames, (N, 1 + F + 2, 3, 3)."""
        ends = given[:, self.frame_ends]  # (N, F, 4, 3)
        local = orthonormal(ends[:, :, 1] - ends[:, :, 0], ends[:, :, 3] - ends[:, :, 2])
        heading = torch.eye(3, dtype=given.dtype).expand(len(given), 1, 3, 3)
        return torch.cat([heading, local, coarse], dim=1)

    def fine_features(self, given: Tensor, base: Tensor, frames: Tensor) -> Tensor:
        """The base features, and in every other frame the given points and the direction of up."""
        frames = frames[:, 1:]
        offsets = (given[:, 1:] - given[:, :1])[:, None]  # (N, 1, K - 1, 3)
        return torch.cat([base, (offsets @ frames).flatten(1), frames[:, :, 1].flatten(1)], dim=1)

    def compute_in_bfloat16(self, wanted: bool) -> None:
        """Let hidden layers compute in bfloat16, or not."""
        self.coarse.in_bfloat16 = self.fine.in_bfloat16 = wanted

    @torch.no_grad()
    def fit_normalisers(self, heading: Tensor, points: Tensor) -> None:
        """Set every buffer from heading coefficients and a sample of poses (N, 43, 3), world metres."""
        self.heading.copy_(heading)
        world_given = points[:, self.given_points]
        turn = heading_rotation(world_given, self.heading)
        given = self.to_heading(world_given, turn)
        place = world_given[:, :1] * points.new_tensor([1.0, 0.0, 1.0])
        target = ((points - place) @ turn)[:, predicted_indices(self.config.level).tolist()]
        base = self.base_features(given)
        _set_moments(self.base_mean, self.base_deviation, base)
        frames = self.all_frames(given, self.coarse_rotations(base))
        _set_moments(self.fine_mean, self.fine_deviation, self.fine_features(given, base, frames))
        offset = target - given[:, self.origin_of]
        local = (frames[:, self.frame_of].transpose(-1, -2) @ offset[..., None])[..., 0]
        self.point_mean.copy_(local.mean(0))
        self.point_deviation.copy_(local.std(0).mean(-1, keepdim=True).clamp(0.001, 0.5))


def _set_moments(mean: Tensor, deviation: Tensor, values: Tensor) -> None:
    mean.copy_(values.mean(0))
    deviation.copy_(values.std(0).clamp_min(_SMALLEST_INPUT_DEVIATION))


def _nearest_given(level: int, point: int) -> str:
    """The given point that a predicted one is measured from: the neck above the chest, else the nearest joint above."""
    skeleton = body()
    upper = ("Spine2", "Head", "LeftShoulder", "RightShoulder", "LeftArm", "RightArm")
    joint = int(skeleton.point_joints[point])
    if JOINTS[joint] in upper:
        return "Neck"
    joint = joint if POINTS[point] != JOINTS[joint] else int(skeleton.parents[joint])
    while joint >= 0 and JOINTS[joint] not in LEVELS[level]:
        joint = int(skeleton.parents[joint])
    return JOINTS[joint] if joint >= 0 else "Hips"
