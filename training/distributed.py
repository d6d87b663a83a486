"""One process or many: the same training loop under `python -m` and under `torchrun`.

Each process draws its own poses and gradients are averaged before every step, so N processes train with an N times
larger batch. Nothing else is exchanged.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, distributed

__all__ = ["World", "average_gradients", "copy_from_first", "joined", "together"]


@dataclass(frozen=True)
class World:
    """This process among all of a run.

    Args:
        rank: 0 for the one that prints and writes.
        size: How many there are.
        device: Where this one computes.
    """

    rank: int
    size: int
    device: torch.device


@contextmanager
def joined(device: str = "auto") -> Iterator[World]:
    """Join the run that torchrun's environment variables describe, or be a run of one."""
    size, rank = int(os.environ.get("WORLD_SIZE", "1")), int(os.environ.get("RANK", "0"))
    local = int(os.environ.get("LOCAL_RANK", "0"))
    if device == "auto":
        device = f"cuda:{local}" if torch.cuda.is_available() else "cpu"
    if size == 1:
        yield World(0, 1, torch.device(device))
        return
    distributed.init_process_group("nccl" if device.startswith("cuda") else "gloo")
    try:
        yield World(rank, size, torch.device(device))
        distributed.barrier()  # nobody takes the connections down while another still uses them
    finally:
        distributed.destroy_process_group()


def average_gradients(parameters: Iterable[torch.nn.Parameter], world: World) -> None:
    """Replace gradients by their mean over all processes, in one message."""
    if world.size == 1:
        return
    gradients = [p.grad for p in parameters if p.grad is not None]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(flat)
    for gradient, mean in zip(gradients, flat.split([g.numel() for g in gradients]), strict=True):
        gradient.copy_(mean.reshape(gradient.shape) / world.size)


def copy_from_first(tensors: Iterable[Tensor], world: World) -> None:
    """Make tensors of all processes equal to those of rank 0."""
    if world.size > 1:
        for tensor in tensors:
            distributed.broadcast(tensor, 0)


def together(world: World) -> None:
    """Go on when all processes have come this far."""
    if world.size > 1:
        distributed.barrier()
