"""Checkpoints: everything a run needs to go on as if it had never stopped, and to build its network again.

They hold tensors, numbers and strings only and are read with `weights_only=True`: a checkpoint cannot run code.
"""

from __future__ import annotations

import pickle  # noqa: TID251 - only for the type of the error that torch raises for a damaged file
from pathlib import Path
from typing import Any

import torch

from models.body import BODY_HASH
from models.errors import ModelMismatch, SixpointError
from models.formats.atomic import write_atomically
from training.networks import CompletionNetwork, NetworkConfig

__all__ = ["checkpoint_path", "load", "network_of", "save"]

FORMAT = 1


def checkpoint_path(run: str | Path, level: int) -> Path:
    """Where a run keeps the state of a level."""
    return Path(run) / f"completion-{level}.pt"


def save(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"format": FORMAT, "body_hash": BODY_HASH, **state}
    write_atomically(path, lambda stream: torch.save(content, stream))


def load(path: Path) -> dict[str, Any]:
    """Read a checkpoint.

    Raises:
        SixpointError: if there is none or it cannot be read.
        ModelMismatch: if it is of another body or version.
    """
    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise SixpointError(f"{path}: no checkpoint; train first with 'python -m training completion'") from error
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SixpointError(f"{path}: not a checkpoint that can be read ({reason})") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT or state.get("body_hash") != BODY_HASH:
        raise ModelMismatch(f"{path}: a checkpoint of another body or version; train again")
    return state


def network_of(state: dict[str, Any]) -> CompletionNetwork:
    """The averaged network of a checkpoint, ready to predict."""
    config = state["network"]
    network = CompletionNetwork(NetworkConfig(config["level"], tuple(config["coarse"]), tuple(config["fine"])))
    network.load_state_dict(state["averaged"])
    return network.eval()
