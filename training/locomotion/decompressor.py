"""Compressor and decompressor: an autoencoder of poses whose code is completed by the features.

The losses are mean absolute errors of local values, of the same in character space after forward kinematics, of their
changes from frame to frame, and of the code (Holden et al., "Learned Motion Matching", 2020; squared errors jitter).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from models.errors import SixpointError
from models.locomotion.features import FPS
from models.locomotion.pose_vector import N_JOINTS, POSE_SIZE, SLICES
from training.locomotion.character_space import CHARACTER_SIZE, CHARACTER_SLICES, character_space, to_compressor_input
from training.locomotion.networks import COMPRESSOR_SIZE, N_LATENT, STATE_SIZE, Normalised
from training.locomotion.tensors import MotionTensors

__all__ = ["DecompressorConfig", "DecompressorTask"]

# Deviations below these do not vary; dividing by them, or multiplying, would be noise.
_STD_FLOOR = 1e-4


@dataclass(frozen=True)
class DecompressorConfig:
    """How to train compressor and decompressor."""

    steps: int = 15_000
    batch: int = 64  # windows of two frames
    learning_rate: float = 1e-3
    final_rate: float = 0.0066  # of the learning rate, reached along an exponential
    weight_decay: float = 1e-3
    balance: float = 0.3  # 0 draws all frames equally often, 1 all combinations of speed, turn and direction
    weights: str = "recipe"  # or "equal": the first step's terms are made equal
    compressor: tuple[int, ...] = (512, 512, 512)
    hidden: tuple[int, ...] = (400, 400)
    activation: str = "ELU"
    check_every: int = 2000
    seed: int = 0


# Weights of the published code. Keys name the value: of the pose vector, of the character, per second, of the code.
RECIPE: dict[str, float] = {
    "positions": 75.0, "rotations": 10.0, "velocities": 10.0, "angular": 1.25,
    "root_velocity": 2.0, "root_angular": 2.0, "contacts": 2.0,
    "character positions": 15.0, "character rotations": 5.0, "character velocities": 2.0, "character angular": 0.75,
    "change of positions": 10.0, "change of rotations": 1.75,
    "change of character positions": 2.0, "change of character rotations": 0.75,
    "code": 0.1, "squared code": 0.1, "change of code": 0.01,
}  # fmt: skip

_GROUPS = {
    "pose": {name: (columns, name) for name, columns in SLICES.items()},
    "character": {name: (columns, f"character {name}") for name, columns in CHARACTER_SLICES.items()},
    "pose change": {name: (SLICES[name], f"change of {name}") for name in ("positions", "rotations")},
    "character change": {
        name: (CHARACTER_SLICES[name], f"change of character {name}") for name in ("positions", "rotations")
    },
}

_CODE_TERMS = ("code", "squared code", "change of code")


class DecompressorTask(nn.Module):
    """Both networks, their loss and their validation.

    Args:
        config: Sizes and weights.
        motion: The training data: normalisers are fitted to it; None leaves them to a checkpoint.
    """

    def __init__(self, config: DecompressorConfig, motion: MotionTensors | None = None) -> None:
        super().__init__()
        if config.weights not in ("recipe", "equal"):
            raise SixpointError(f"weights must be 'recipe' or 'equal', got '{config.weights}'")
        self.config = config
        self.compressor = Normalised((COMPRESSOR_SIZE, *config.compressor, N_LATENT), "ELU")
        self.decompressor = Normalised((STATE_SIZE, *config.hidden, POSE_SIZE), config.activation)
        self.term_weights = dict(RECIPE)
        if motion is not None:
            self._fit(motion)
        self._make_columns()

    def _fit(self, motion: MotionTensors) -> None:
        """Means for every number; one deviation for each quantity of the compressor, one for each pose number."""
        step = max(1, len(motion) // 40_000)
        poses, character = motion.poses[::step], motion.character[::step]
        inputs = to_compressor_input(poses, character)
        std = inputs.std(dim=0, correction=0)
        joints = SLICES["root_velocity"].start
        starts = [SLICES[name].start for name in ("positions", "rotations", "velocities", "angular")]
        tail = [2 * joints, 2 * joints + 3, 2 * joints + 6]
        edges = [*starts, *(joints + start for start in starts), *tail, COMPRESSOR_SIZE]
        for start, stop in itertools.pairwise(edges):
            std[start:stop] = std[start:stop].mean().clamp_min(_STD_FLOOR)
        self.compressor.set_input(inputs.mean(dim=0), std)
        self.decompressor.set_output(poses.mean(dim=0), poses.std(dim=0, correction=0).clamp_min(_STD_FLOOR))

    def _make_columns(self) -> None:
        """One weight a column, so that a loss of many terms is a few weighted sums."""
        for kind, groups in _GROUPS.items():
            size = CHARACTER_SIZE if kind.startswith("character") else POSE_SIZE
            weights = torch.zeros(size)
            for columns, name in groups.values():
                weights[columns] = self.term_weights[name] / (columns.stop - columns.start)
            self.register_buffer(_buffer(kind), weights, persistent=False)

    def reconstruct(self, features: Tensor, poses: Tensor, character: Tensor) -> tuple[Tensor, Tensor]:
        """Codes (N, 32) and pose vectors (N, 338) of true frames."""
        codes = self.compressor(to_compressor_input(poses, character))
        return codes, self.decompressor(torch.cat([features, codes], dim=1))

    def loss(self, features: Tensor, poses: Tensor, character: Tensor) -> Tensor:
        """Weighted sum of all terms, for windows of two frames, (B, 2, 27), (B, 2, 338), (B, 2, 396)."""
        errors = self._errors(features, poses, character)
        joints = [errors[kind] @ self.get_buffer(_buffer(kind)) for kind in _GROUPS]
        codes = [self.term_weights[name] * errors[name] for name in _CODE_TERMS]
        return torch.stack([*joints, *codes]).sum()

    def terms(self, features: Tensor, poses: Tensor, character: Tensor) -> dict[str, float]:
        """Every term of the loss before its weight."""
        with torch.no_grad():
            errors = self._errors(features, poses, character)
        found = {
            name: float(errors[kind][cols].mean()) for kind, group in _GROUPS.items() for cols, name in group.values()
        }
        return {**found, **{name: float(errors[name]) for name in _CODE_TERMS}}

    def equalise(self, features: Tensor, poses: Tensor, character: Tensor) -> None:
        """Choose weights that make all terms of this first batch equal; their sum stays that of the recipe."""
        terms = self.terms(features, poses, character)
        total = sum(RECIPE[name] * value for name, value in terms.items())
        self.term_weights = {name: total / len(terms) / max(value, 1e-6) for name, value in terms.items()}
        self._make_columns()

    def _errors(self, features: Tensor, poses: Tensor, character: Tensor) -> dict[str, Tensor]:
        n, dt = features.shape[0], 1.0 / FPS
        true, true_character = poses.flatten(0, 1), character.flatten(0, 1)
        codes, found = self.reconstruct(features.flatten(0, 1), true, true_character)
        # The root moves as it truly did: its error is a term of its own and should not blur those of the joints.
        moving = (true[:, SLICES[name]] for name in ("root_velocity", "root_angular"))
        found_character = character_space(found, *moving)
        wrong, wrong_character = found - true, found_character - true_character
        pairs, character_pairs = wrong.unflatten(0, (n, 2)), wrong_character.unflatten(0, (n, 2))
        steps = codes.unflatten(0, (n, 2)).diff(dim=1) / dt
        return {
            "pose": wrong.abs().mean(dim=0),
            "character": wrong_character.abs().mean(dim=0),
            "pose change": pairs.diff(dim=1).abs().mean(dim=(0, 1)) / dt,
            "character change": character_pairs.diff(dim=1).abs().mean(dim=(0, 1)) / dt,
            "code": codes.abs().mean(),
            "squared code": codes.square().mean(),
            "change of code": steps.abs().mean(),
        }

    @torch.no_grad()
    def joint_errors_cm(self, motion: MotionTensors, every: int = 1) -> Tensor:
        """(N, 22) distances of joints from where they are, relative to the root bone, of every n-th frame."""
        found = []
        for frames in torch.arange(0, len(motion), every).split(8192):
            true = motion.character[frames]
            _, poses = self.reconstruct(motion.features[frames], motion.poses[frames], true)
            moving = (poses[:, SLICES[name]] for name in ("root_velocity", "root_angular"))
            wrong = (character_space(poses, *moving) - true)[:, CHARACTER_SLICES["positions"]]
            found.append(100.0 * wrong.unflatten(1, (N_JOINTS, 3)).norm(dim=-1))
        return torch.cat(found)

    @torch.no_grad()
    def codes(self, motion: MotionTensors) -> Tensor:
        """(F, 32) codes of all frames."""
        chunks = torch.arange(len(motion)).split(8192)
        inputs = (to_compressor_input(motion.poses[frames], motion.character[frames]) for frames in chunks)
        return torch.cat([self.compressor(chunk) for chunk in inputs])


def _buffer(kind: str) -> str:
    return f"{kind.replace(' ', '_')}_weights"
