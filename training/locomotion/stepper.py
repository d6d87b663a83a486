"""The stepper: how features and code change in time, so that motion goes on without a database.

It is trained on its own output over a window: from a true first frame it steps 19 times by itself, and what it makes
is compared with what was recorded, in value and in change. A recorded first frame may be disturbed a little, since at
run time the stepper starts from frames that a projector made.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from models.locomotion.features import FPS, N_FEATURES
from training.locomotion.networks import N_LATENT, STATE_SIZE, Normalised

__all__ = ["StepperConfig", "StepperTask"]

_DT = 1.0 / FPS


@dataclass(frozen=True)
class StepperConfig:
    """How to train the stepper."""

    steps: int = 30_000
    batch: int = 32  # windows
    window: int = 20  # frames
    learning_rate: float = 1e-3
    final_rate: float = 0.0066
    weight_decay: float = 1e-3
    balance: float = 0.3
    noise: float = 0.1  # deviation added to the first frame, in deviations of features and code; 0: none
    hidden: tuple[int, ...] = (512, 512)
    check_every: int = 2000
    seed: int = 0


class StepperTask(nn.Module):
    """The network, its loss and its validation.

    Args:
        config: Sizes and weights.
        states: (F, 59) features and codes of the training data, and
        following: (F,) bool: the next frame follows in the same clip. None leaves normalisers to a checkpoint.
    """

    def __init__(self, config: StepperConfig, states: Tensor | None = None, following: Tensor | None = None) -> None:
        super().__init__()
        self.config = config
        self.stepper = Normalised((STATE_SIZE, *config.hidden, STATE_SIZE), "ReLU")
        self.register_buffer("noise", torch.zeros(STATE_SIZE))
        self.noise: Tensor
        if states is not None and following is not None:
            self._fit(states, following)

    @torch.no_grad()
    def _fit(self, states: Tensor, following: Tensor) -> None:
        """Per-number means; one deviation for features and one for the code; deviations of rates for every number."""
        std = states.std(dim=0, correction=0)
        rates = (states[1:] - states[:-1])[following[:-1]] / _DT
        self.stepper.set_output(rates.mean(dim=0), rates.std(dim=0, correction=0).clamp_min(1e-4))
        self.noise.copy_(self.config.noise * std)
        for group in (slice(0, N_FEATURES), slice(N_FEATURES, STATE_SIZE)):
            std[group] = std[group].mean().clamp_min(1e-4)
        self.stepper.set_input(states.mean(dim=0), std)

    def rollout(self, state: Tensor, n_frames: int) -> Tensor:
        """(N, n_frames, 59): a state and what the stepper makes of it."""
        states = [state]
        for _ in range(n_frames - 1):
            states.append(states[-1] + _DT * self.stepper(states[-1]))
        return torch.stack(states, dim=1)

    def loss(self, states: Tensor, noise: Tensor) -> Tensor:
        """Of windows (B, W, 59), with standard normal numbers (B, 59) for the disturbed first frame."""
        found = self.rollout(states[:, 0] + self.noise * noise, states.shape[1])
        wrong = found[:, 1:] - states[:, 1:]
        # Changes are compared with the recorded ones, and the first step leads back from the disturbance.
        change = (found.diff(dim=1) - states.diff(dim=1)) / _DT
        features, codes = slice(0, N_FEATURES), slice(N_FEATURES, N_FEATURES + N_LATENT)
        return (
            2.0 * wrong[..., features].abs().mean()
            + 7.5 * wrong[..., codes].abs().mean()
            + 0.2 * change[..., features].abs().mean()
            + 0.5 * change[..., codes].abs().mean()
        )

    @torch.no_grad()
    def drift(self, states: Tensor, starts: Tensor, frames: tuple[int, ...]) -> dict[int, float]:
        """Mean distance of features from the recorded ones after numbers of frames, from true states."""
        found = self.rollout(states[starts], max(frames) + 1)[..., :N_FEATURES]
        return {n: float((found[:, n] - states[starts + n, :N_FEATURES]).norm(dim=-1).mean()) for n in frames}
