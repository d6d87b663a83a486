"""The projector: from any features to those, and the code, of the nearest frame of the data.

It is trained on features of the data disturbed by noise of random size, up to far away, against the true nearest
frames. Those are found ahead in blocks: exact neighbours of many disturbed features cost one matrix product together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.locomotion.features import N_FEATURES
from training.locomotion.networks import STATE_SIZE, Normalised

__all__ = ["NeighbourPool", "ProjectorConfig", "ProjectorTask", "nearest_rows"]


@dataclass(frozen=True)
class ProjectorConfig:
    """How to train the projector."""

    steps: int = 50_000
    batch: int = 64
    learning_rate: float = 1e-3
    final_rate: float = 0.0066
    weight_decay: float = 1e-3
    balance: float = 0.3
    hidden: tuple[int, ...] = (512, 512, 512, 512)
    check_every: int = 2000
    seed: int = 0


class ProjectorTask(nn.Module):
    """The network, its loss and its validation.

    Args:
        config: Sizes and weights.
        states: (F, 59) features and codes of frames with a true future; None leaves normalisers to a checkpoint.
    """

    def __init__(self, config: ProjectorConfig, states: Tensor | None = None) -> None:
        super().__init__()
        self.config = config
        self.projector = Normalised((N_FEATURES, *config.hidden, STATE_SIZE), "ReLU")
        self.register_buffer("spread", torch.ones(N_FEATURES))
        self.spread: Tensor
        if states is not None:
            self._fit(states)

    @torch.no_grad()
    def _fit(self, states: Tensor) -> None:
        features = states[:, :N_FEATURES]
        std = features.std(dim=0, correction=0)
        self.projector.set_input(features.mean(dim=0), std.mean().clamp_min(1e-4).expand(N_FEATURES))
        self.projector.set_output(states.mean(dim=0), states.std(dim=0, correction=0).clamp_min(1e-4))
        self.spread.copy_(std + 1.0)

    def loss(self, disturbed: Tensor, nearest: Tensor) -> Tensor:
        """Of disturbed features (B, 27) and the states (B, 59) of their nearest frames."""
        found = self.projector(disturbed)
        wrong = (found - nearest).abs()
        far = (disturbed - nearest[:, :N_FEATURES]).norm(dim=1)
        moved = (disturbed - found[:, :N_FEATURES]).norm(dim=1)
        return wrong[:, :N_FEATURES].mean() + 5.0 * wrong[:, N_FEATURES:].mean() + 0.3 * (far - moved).abs().mean()

    @torch.no_grad()
    def errors(self, disturbed: Tensor, nearest: Tensor) -> dict[str, float]:
        """Mean absolute error of features and of the code, and how far from the nearest frame features end up."""
        wrong = self.projector(disturbed) - nearest
        return {
            "features": float(wrong[:, :N_FEATURES].abs().mean()),
            "code": float(wrong[:, N_FEATURES:].abs().mean()),
            "distance": float(wrong[:, :N_FEATURES].norm(dim=1).mean()),
        }


class NeighbourPool:
    """Disturbed features with their nearest frames, found ahead in blocks.

    A search is dearer than a training step, so pairs are drawn from a pool of blocks. Every `REFRESH` steps the oldest
    block gives way to a new one. Block n follows from the seed and n alone, so a run that resumes has the same pool.

    Args:
        states: (F, 59) of the frames that may be found.
        spread: (27,) largest deviation of the noise.
        weights: (F,) how often each frame is disturbed.
        seed: Of the whole run.
    """

    BLOCK, BLOCKS, REFRESH = 8192, 16, 512

    def __init__(self, states: Tensor, spread: Tensor, weights: NDArray[np.float64], seed: tuple[int, ...]) -> None:
        self.states, self.spread, self.seed = states, spread, seed
        self.features = states[:, :N_FEATURES].contiguous()
        self._half_squared = 0.5 * self.features.square().sum(dim=1)
        self._cumulative = np.cumsum(weights)
        # Block n lies in place n modulo BLOCKS.
        self._held = np.full(self.BLOCKS, -1)
        self._disturbed = torch.zeros(self.BLOCKS, self.BLOCK, N_FEATURES)
        self._nearest = torch.zeros(self.BLOCKS, self.BLOCK, dtype=torch.long)

    def draw(self, n: int, step: int, generator: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Disturbed features (n, 27) and states (n, 59) of their nearest frames, for a training step."""
        first = step // self.REFRESH
        for block in range(first, first + self.BLOCKS):
            place = block % self.BLOCKS
            if self._held[place] != block:
                pairs = self.pairs(self.BLOCK, np.random.default_rng([*self.seed, block]))
                self._disturbed[place], self._nearest[place] = pairs
                self._held[place] = block
        chosen = torch.from_numpy(generator.integers(0, self.BLOCK * self.BLOCKS, n))
        return self._disturbed.flatten(0, 1)[chosen], self.states[self._nearest.flatten()[chosen]]

    def pairs(self, n: int, generator: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Disturbed features (n, 27) and the row (n,) of the nearest frame to each."""
        rows = np.searchsorted(self._cumulative, generator.random(n) * self._cumulative[-1], side="right")
        size = generator.random((n, 1))
        noise = torch.from_numpy((size * generator.standard_normal((n, N_FEATURES))).astype(np.float32))
        disturbed = self.features[np.minimum(rows, len(self.features) - 1)] + self.spread * noise
        return disturbed, nearest_rows(self.features, self._half_squared, disturbed)


def nearest_rows(features: Tensor, half_squared: Tensor, queries: Tensor, chunk: int = 256, tile: int = 4096) -> Tensor:
    """Rows of `features` (F, 27) nearest to queries (N, 27); ties go to the first row.

    `argmin |x - q|^2 = argmin |x|^2 / 2 - x q`: one matrix product for some queries and some rows at a time, few enough
    that the product stays in the processor's cache, which makes the whole five times as fast.
    """
    found = []
    for part in queries.split(chunk):
        least = torch.full((len(part),), torch.inf)
        rows = torch.zeros(len(part), dtype=torch.long)
        for start in range(0, len(features), tile):
            stop = start + tile
            values, places = torch.addmm(half_squared[start:stop], part, features[start:stop].T, alpha=-1).min(dim=1)
            nearer = values < least
            least, rows = torch.where(nearer, values, least), torch.where(nearer, places + start, rows)
        found.append(rows)
    return torch.cat(found)
