"""The four networks of Learned Motion Matching, with their normalisers as buffers.

    compressor    pose in local and in character space (668) -> z (32); needed for training only
    decompressor  (x, z) (59) -> pose vector Y (338)
    stepper       (x, z) (59) -> their rates a second (59)
    projector     x (27) -> (x, z) (59) of the nearest frame of the data

x are the 27 normalised features, z the 32 numbers the compressor adds (Holden et al., "Learned Motion Matching", 2020).
"""

from __future__ import annotations

import itertools

import torch
from torch import Tensor, nn

from models.locomotion.features import N_FEATURES
from models.locomotion.pose_vector import N_JOINTS

__all__ = ["COMPRESSOR_SIZE", "N_LATENT", "STATE_SIZE", "Normalised", "perceptron"]

N_LATENT = 32
STATE_SIZE = N_FEATURES + N_LATENT
COMPRESSOR_SIZE = 2 * 15 * N_JOINTS + 8

ACTIVATIONS = {"ELU": nn.ELU, "ReLU": nn.ReLU}


def perceptron(sizes: tuple[int, ...], activation: str) -> nn.Sequential:
    """Linear layers of these sizes with activations between them."""
    layers: list[nn.Module] = []
    for n_in, n_out in itertools.pairwise(sizes):
        layers += [nn.Linear(n_in, n_out), ACTIVATIONS[activation]()]
    return nn.Sequential(*layers[:-1])


class Normalised(nn.Module):
    """A perceptron between an input normaliser `(x - mean) / std` and an output normaliser `y * std + mean`.

    Args:
        sizes: Of the layers, the input and the output included.
        activation: "ELU" or "ReLU".
    """

    in_mean: Tensor
    in_std: Tensor
    out_mean: Tensor
    out_std: Tensor

    def __init__(self, sizes: tuple[int, ...], activation: str) -> None:
        super().__init__()
        self.sizes, self.activation = tuple(sizes), activation
        self.layers = perceptron(self.sizes, activation)
        for name, size in (("in", sizes[0]), ("out", sizes[-1])):
            self.register_buffer(f"{name}_mean", torch.zeros(size))
            self.register_buffer(f"{name}_std", torch.ones(size))

    def forward(self, values: Tensor) -> Tensor:
        hidden = self.layers((values - self.in_mean) / self.in_std)
        return hidden * self.out_std + self.out_mean

    @torch.no_grad()
    def set_input(self, mean: Tensor, std: Tensor) -> None:
        self.in_mean.copy_(mean)
        self.in_std.copy_(std)

    @torch.no_grad()
    def set_output(self, mean: Tensor, std: Tensor) -> None:
        self.out_mean.copy_(mean)
        self.out_std.copy_(std)
