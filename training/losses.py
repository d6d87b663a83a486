"""What training minimises: the mean distance that is reported, made smooth at zero."""

from __future__ import annotations

import torch
from torch import Tensor

__all__ = ["mean_distance"]


def mean_distance(predicted: Tensor, target: Tensor, smooth_m: float = 1e-3) -> Tensor:
    """Mean over points of sqrt(d^2 + s^2) - s, metres; d is the distance. (..., 3), (..., 3) -> ().

    A mean of squares is ruled by the few poses that cannot be guessed; a mean distance leaves them be. The plain
    distance has no gradient at zero (0 / 0); this one has a finite gradient everywhere and is quadratic below `s`.
    """
    squared = (predicted - target).square().sum(-1)
    return (torch.sqrt(squared + smooth_m**2) - smooth_m).mean()
