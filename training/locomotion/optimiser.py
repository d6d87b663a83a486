"""RAdam by torch's fused Adam kernel.

Rectified Adam (Liu et al., 2020) is Adam with its rate times a factor of the step, once the variance of the adaptive
rate is tractable; before that, for five steps, it gathers moments and leaves the weights alone (the authors' variant
without gradient descent). So one fused kernel with another rate each step does the same in a quarter of the time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch

__all__ = ["BETAS", "RAdam", "rectification"]

BETAS = (0.9, 0.999)


def rectification(step: int, beta: float = BETAS[1]) -> float:
    """The factor of a step, counted from 1; 0 where the variance is not tractable."""
    longest = 2.0 / (1.0 - beta) - 1.0
    power = beta**step
    length = longest - 2.0 * step * power / (1.0 - power)
    if length <= 5.0:
        return 0.0
    numerator = (length - 4.0) * (length - 2.0) * longest
    return math.sqrt(numerator / ((longest - 4.0) * (longest - 2.0) * length))


class RAdam:
    """Rectified Adam with decoupled weight decay on matrices.

    Args:
        parameters: What is trained.
        weight_decay: Of matrices, a share of the rate.
    """

    def __init__(self, parameters: Iterable[torch.nn.Parameter], weight_decay: float) -> None:
        parameters = list(parameters)
        groups = [
            {"params": [p for p in parameters if p.ndim > 1], "weight_decay": weight_decay},
            {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
        ]
        self.kernel = torch.optim.AdamW(groups, lr=0.0, betas=BETAS, fused=True)

    def step(self, number: int, rate: float) -> None:
        """Step `number`, counted from 1, at a learning rate."""
        for group in self.kernel.param_groups:
            group["lr"] = rate * rectification(number)
        self.kernel.step()

    def zero_grad(self) -> None:
        self.kernel.zero_grad()
