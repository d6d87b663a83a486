"""One network being trained: weights, their average, the optimiser, and one step of it."""

from __future__ import annotations

import copy
import math
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from models.body import predicted_indices
from training.distributed import World, average_gradients, copy_from_first
from training.frames import fit_heading, heading_rotation, yaw_rotation
from training.losses import mean_distance
from training.networks import CompletionNetwork, NetworkConfig
from training.sampling import Augmentation, Poses

__all__ = ["Learner", "TrainConfig"]

# Poses that heading and normalisers are fitted to, evenly spaced; more change them in the fourth digit.
_FIT_POSES = 40_000


@dataclass(frozen=True)
class TrainConfig:
    """How to train one level."""

    steps: int = 30_000
    batch: int = 512  # poses a step and process
    learning_rate: float = 2e-3  # at the start; falls to zero along a cosine
    warm_up: int = 200  # steps
    weight_decay: float = 1e-2  # L2 on matrices, decoupled (AdamW)
    clip: float = 1.0  # largest norm of the gradient
    average: float = 0.998  # of the weights that are validated and exported, an exponential average
    bfloat16_share: float = 0.9  # of the steps compute hidden layers in bfloat16
    balance: float = 0.2  # 0 draws every frame equally often, 1 every activity
    limb_share: float = 0.15
    lift_share: float = 0.1
    lift_m: float = 0.4
    noise_share: float = 0.1
    noise_m: float = 0.01
    drag_share: float = 0.1
    drag_m: float = 0.15
    yaw_deg: float = 5.0
    coarse: tuple[int, ...] = (128, 128)
    fine: tuple[int, ...] = (512, 512, 512, 512)
    check_every: int = 2000  # steps between validations and checkpoints
    seed: int = 0

    @property
    def augmentation(self) -> Augmentation:
        return Augmentation(
            limb_share=self.limb_share,
            lift_share=self.lift_share,
            lift_m=self.lift_m,
            noise_share=self.noise_share,
            noise_m=self.noise_m,
            drag_share=self.drag_share,
            drag_m=self.drag_m,
            yaw_rad=math.radians(self.yaw_deg),
        )


class Learner:
    """Everything that changes while training, apart from the drawing of poses.

    Args:
        level: 6, 16 or 28.
        config: How to train.
        poses: Heading and normalisers are fitted to them.
        world: This process among all.
    """

    def __init__(self, level: int, config: TrainConfig, poses: Poses, world: World) -> None:
        self.config, self.world = config, world
        torch.manual_seed(config.seed)
        self.network = CompletionNetwork(NetworkConfig(level, config.coarse, config.fine))
        _fit(self.network, poses)
        self.network.to(world.device)
        copy_from_first(self.network.state_dict().values(), world)
        self.averaged = copy.deepcopy(self.network)
        matrices = [p for p in self.network.parameters() if p.ndim > 1]
        vectors = [p for p in self.network.parameters() if p.ndim <= 1]
        self.parameters = [*matrices, *vectors]
        self.optimizer = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": config.weight_decay}, {"params": vectors, "weight_decay": 0.0}],
            lr=config.learning_rate,
            betas=(0.9, 0.99),
            fused=True,
        )
        self.step = 0
        self._predicted = torch.from_numpy(predicted_indices(level).copy())

    def advance(self, given: Tensor, points: Tensor, yaw: Tensor) -> float:
        """One step on what `PoseSampler.draw` gives; returns the loss in metres."""
        config = self.config
        self.network.compute_in_bfloat16(self.step < config.bfloat16_share * config.steps)
        loss = self._loss(given, points[:, self._predicted], yaw)
        self.optimizer.zero_grad()
        loss.backward()
        average_gradients(self.parameters, self.world)
        torch.nn.utils.clip_grad_norm_(self.parameters, config.clip)
        for group in self.optimizer.param_groups:
            group["lr"] = _learning_rate(config, self.step)
        self.optimizer.step()
        self.step += 1
        # A short memory at first: the average must not remember the initial weights.
        keep = min(config.average, self.step / (self.step + 9))
        with torch.no_grad():
            for slow, fast in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
                slow.lerp_(fast, 1.0 - keep)
        return loss.item()

    def _loss(self, given: Tensor, target: Tensor, yaw: Tensor) -> Tensor:
        """Mean distance of the predicted points, in the heading frame, where distances are those of the world."""
        turn = heading_rotation(given, self.network.heading) @ yaw_rotation(yaw)
        place = given[:, :1] * given.new_tensor([1.0, 0.0, 1.0])
        found, _ = self.network.predict_in_heading((given - place) @ turn)
        return mean_distance(found, (target - place) @ turn)

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {
            "network": asdict(self.network.config),
            "config": asdict(self.config),
            "weights": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take over the state of a checkpoint."""
        self.network.load_state_dict(state["weights"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]


def _fit(network: CompletionNetwork, poses: Poses) -> None:
    """Heading and normalisers from poses and their mirror images."""
    step = max(1, len(poses) // _FIT_POSES)
    points = poses.points(slice(None, None, step))
    heading = fit_heading(network.config.level, points, poses.rotations[::step, 0, :, 2])
    mirrored = points[:, network.point_mirror] * network.mirror
    network.fit_normalisers(heading, torch.cat([points, mirrored]))


def _learning_rate(config: TrainConfig, step: int) -> float:
    rise = min(1.0, (step + 1) / config.warm_up)
    return config.learning_rate * rise * 0.5 * (1.0 + math.cos(math.pi * step / config.steps))
