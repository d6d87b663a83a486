"""States of Learned Motion Matching along paths: stepped by the stepper, put back on the data by the projector.

Every few frames each rollout may go on or be projected onto the motion nearest to where its feet are and where its
path goes. The path is known, so this is decided with hindsight: a beam of rollouts is kept for each path, each branches
into going on and being projected, and the branches that fit the path best at the least jumps survive. All paths and
all branches are rows of one batch.

A state that the projector would move far has left the data; it must be projected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.locomotion.features import FPS, N_FEATURES, POSE, TRAJECTORY
from models.locomotion.generator import Progress, report_progress
from models.locomotion.lmm_networks import STATE_SIZE, LmmNetworks

__all__ = ["Rollout", "RolloutSettings", "rolled_out"]

Array = NDArray[np.float64]
Array32 = NDArray[np.float32]
IntArray = NDArray[np.intp]


@dataclass(frozen=True)
class RolloutSettings:
    """How states are stepped and chosen.

    Args:
        step: Frames between decisions.
        beam: Rollouts kept for each path.
        longest: Frames after which a rollout is projected in any case.
        path_weight: Of the squared distance from the wanted future, each decision.
        jump_cost: Of being projected, beside the squared distance of the poses.
        noise: Deviation of what is asked for at first, normalised; what seeds differ in.
        leash: Times the projector's own 99th percentile on data; beyond that a state has left the data.
        first_picture: Frames of a first picture, shown while the others are still rolled out; a multiple of `step`.
    """

    step: int = 10
    beam: int = 4
    longest: int = 60
    path_weight: float = 0.7
    jump_cost: float = 0.6
    noise: float = 0.4
    leash: float = 1.5
    first_picture: int = 180


@dataclass(frozen=True, eq=False)
class Rollout:
    """F frames of N paths.

    Args:
        states: (F, N, 59) features and code.
        frames: S frames at which rollouts could be projected.
        jumps: (S, N) which were.
        before: (S, N, 59) the state that would have been without it.
        distance: (S, N) how far the projector moves the state that is left: 0 is on the data.
    """

    states: Array32
    frames: tuple[int, ...]
    jumps: NDArray[np.bool_]
    before: Array32
    distance: Array

    def of(self, paths: slice) -> Rollout:
        """The same of some of the paths."""
        states, before = self.states[:, paths], self.before[:, paths]
        return Rollout(states, self.frames, self.jumps[:, paths], before, self.distance[:, paths])


def rolled_out(
    networks: LmmNetworks,
    wanted: Array,
    n_frames: int,
    *,
    pose: Array | None,
    seeds: list[int],
    settings: RolloutSettings | None = None,
    progress: Progress | None = None,
    show: Callable[[Rollout], object] | None = None,
) -> Rollout:
    """Roll states out along paths.

    Args:
        networks: Of one training.
        wanted: (S, N, 12) normalised features 15 to 26 at every `settings.step` frames, from frame 0.
        n_frames: F, at most S times the step.
        pose: (15,) normalised features of the pose to start from, or None for any that fits.
        seeds: N.
        settings: Weights.
        progress: Told how far it is.
        show: Given what is best so far, once, after `settings.first_picture` frames; not if there are no more.
    """
    settings = settings or RolloutSettings()
    n_steps, n_paths, beam = len(wanted), wanted.shape[1], settings.beam
    wanted = wanted.astype(np.float32)
    current = _first(networks, wanted[0], pose, seeds, settings)
    cost = np.zeros((n_paths, beam))
    age = np.zeros((n_paths, beam), dtype=np.intp)
    played = np.zeros((n_steps * settings.step, n_paths, beam, STATE_SIZE), dtype=np.float32)
    parents = np.zeros((n_steps, n_paths, beam), dtype=np.intp)
    jumped = np.zeros((n_steps, n_paths, beam), dtype=bool)
    before = np.zeros((n_steps, n_paths, beam, STATE_SIZE), dtype=np.float32)
    distance = np.zeros((n_steps, n_paths, beam))
    dt = np.float32(1.0 / FPS)

    def traced(n_frames: int, n_steps: int) -> Rollout:
        return _traced(
            played[:n_frames],
            cost=cost,
            parents=parents[:n_steps],
            jumped=jumped,
            before=before,
            distance=distance,
            step_frames=settings.step,
        )

    for step in range(n_steps):
        if step:
            before[step] = current
            choice = _decided(networks, current, wanted[step], cost=cost, age=age, settings=settings)
            current, cost, age, parents[step], jumped[step], distance[step] = choice
            before[step] = np.take_along_axis(before[step], parents[step][..., None], axis=1)
        for n in range(settings.step):
            played[step * settings.step + n] = current
            flat = current.reshape(-1, STATE_SIZE)
            current = (flat + dt * networks.rates(flat)).reshape(current.shape)
        age = age + settings.step
        report_progress(progress, 0.5 * (step + 1) / n_steps)
        done = (step + 1) * settings.step
        if show is not None and done == settings.first_picture < n_frames:
            show(traced(done, step + 1))
    return traced(n_frames, n_steps)


def _first(
    networks: LmmNetworks, wanted: Array32, pose: Array | None, seeds: list[int], settings: RolloutSettings
) -> Array32:
    """(N, B, 59) states to start from: near the given pose, or in any phase of the step."""
    queries = np.zeros((len(seeds), settings.beam, N_FEATURES), dtype=np.float32)
    queries[..., TRAJECTORY] = wanted[:, None]
    for query, seed in zip(queries, seeds, strict=True):
        noise = np.random.default_rng(seed).normal(0.0, settings.noise, (settings.beam, POSE.stop))
        query[:, POSE] = noise if pose is None else pose + 0.1 * noise
    return networks.project(queries.reshape(-1, N_FEATURES)).reshape(len(seeds), settings.beam, STATE_SIZE)


def _decided(
    networks: LmmNetworks,
    current: Array32,
    wanted: Array32,
    *,
    cost: Array,
    age: IntArray,
    settings: RolloutSettings,
) -> tuple[Array32, Array, IntArray, IntArray, NDArray[np.bool_], Array]:
    """The best branches of all rollouts: states, costs, ages, parents, which were projected, distances; (N, B, ...)."""
    n_paths, beam, _ = current.shape
    here = current[..., :N_FEATURES]
    asked = here.copy()
    asked[..., TRAJECTORY] = wanted[:, None]
    rows = np.concatenate([asked.reshape(-1, N_FEATURES), here.reshape(-1, N_FEATURES)])
    found = networks.project(rows).reshape(2, n_paths, beam, STATE_SIZE)
    projected, on_data = found[0], found[1, ..., :N_FEATURES]
    off = np.linalg.norm((here - on_data).astype(np.float64), axis=-1)
    must = (off > settings.leash * networks.distance_p99) | (age >= settings.longest)
    ways = np.concatenate([current, projected], axis=1)
    miss = ((ways[..., TRAJECTORY] - wanted[:, None]).astype(np.float64) ** 2).sum(-1)
    leap = ((projected[..., POSE] - current[..., POSE]).astype(np.float64) ** 2).sum(-1) + settings.jump_cost
    extra = np.concatenate([np.where(must, 1e3, 0.0), leap], axis=1)
    total = np.concatenate([cost, cost], axis=1) + settings.path_weight * miss + extra
    best = np.argsort(total, axis=1, kind="stable")[:, :beam]
    states = np.take_along_axis(ways, best[..., None], axis=1)
    is_jump = best >= beam
    parents = best % beam
    ages = np.where(is_jump, 0, np.take_along_axis(age, parents, axis=1))
    gone = np.where(is_jump, 0.0, np.take_along_axis(off, parents, axis=1))
    return states, np.take_along_axis(total, best, axis=1), ages, parents, is_jump, gone


def _traced(
    played: Array32,
    *,
    cost: Array,
    parents: IntArray,
    jumped: NDArray[np.bool_],
    before: Array32,
    distance: Array,
    step_frames: int,
) -> Rollout:
    """Follow the cheapest rollout of each path back to its start."""
    n_steps, n_paths, _ = parents.shape
    paths = np.arange(n_paths)
    state = cost.argmin(axis=1)
    states = np.zeros((len(played), n_paths, STATE_SIZE), dtype=np.float32)
    jumps, old = np.zeros((n_steps, n_paths), dtype=bool), np.zeros((n_steps, n_paths, STATE_SIZE), dtype=np.float32)
    off = np.zeros((n_steps, n_paths))
    for step in range(n_steps - 1, -1, -1):
        span = slice(step * step_frames, (step + 1) * step_frames)
        states[span] = played[span, paths, state]
        jumps[step], off[step] = jumped[step, paths, state], distance[step, paths, state]
        old[step] = before[step, paths, state]
        state = parents[step, paths, state]
    frames = tuple(range(step_frames, n_steps * step_frames, step_frames))
    return Rollout(states, frames, jumps[1:], old[1:], off[1:])
