"""Which frames of the database to play along a path that is known as a whole.

A game chooses greedily, because it does not know what its player will do. Here the whole path is known, so the cheapest
sequence is looked for by dynamic programming over candidates (Viterbi, 1967): every step of the path has some hundred
frames whose past and future fit it, and going from one to the next costs nothing where it simply plays on, else what
the bodies differ by. Each step keeps only its best states (a beam), whose number bounds time and memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Plan", "PlanSettings", "best_sequence"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]


@dataclass(frozen=True)
class PlanSettings:
    """What a plan weighs.

    Args:
        step: Frames between decisions (0.1 s).
        candidates: New frames looked at in each step.
        beam: States kept after each step.
        run: Of so many neighbouring frames only the best is a candidate.
        path_weight: Of the squared distance from the wanted future, for each step, against that of the poses at a jump.
        jump_cost: Of any jump: motion that plays on is better than any sequence of pieces.
    """

    step: int = 6
    candidates: int = 160
    beam: int = 160
    run: int = 8
    path_weight: float = 0.35
    jump_cost: float = 1.2


@dataclass(frozen=True, eq=False)
class Plan:
    """S steps: the frame that plays from each step on, whether it is a jump, and the cost of all."""

    frames: IntArray
    jumps: NDArray[np.bool_]
    cost: float


def best_sequence(
    candidates: IntArray,
    path_cost: Callable[[int, IntArray], Array],
    *,
    pose: Array,
    plays_on: NDArray[np.bool_],
    first_cost: Array | None = None,
    settings: PlanSettings | None = None,
) -> Plan:
    """The cheapest sequence of frames.

    Args:
        candidates: (S, C) frames that fit each step.
        path_cost: Of frames in a step: (step, (K,) frames) -> (K,).
        pose: (F, D) what must be alike at a jump: feet and hips, normalised.
        plays_on: (F,) may a frame be played for one more step? Frames `step` after it exist in the same clip then.
        first_cost: (C,) added to the candidates of the first step.
        settings: Weights.
    """
    settings = settings or PlanSettings()
    frames, cost = candidates[0], settings.path_weight * path_cost(0, candidates[0])
    if first_cost is not None:
        cost = cost + first_cost
    history: list[tuple[IntArray, IntArray, NDArray[np.bool_]]] = [
        (frames, np.full(len(frames), -1, dtype=np.intp), np.ones(len(frames), dtype=bool))
    ]
    for step in range(1, len(candidates)):
        new = candidates[step]
        next_frames = np.minimum(frames + settings.step, len(pose) - 1)
        apart = ((pose[next_frames, None] - pose[None, new]) ** 2).sum(-1)
        into = cost[:, None] + apart + settings.jump_cost
        came_from = into.argmin(axis=0)
        going_on = np.flatnonzero(plays_on[frames])
        all_frames = np.concatenate([frames[going_on] + settings.step, new])
        all_cost = np.concatenate([cost[going_on], into[came_from, np.arange(len(new))]])
        all_cost = all_cost + settings.path_weight * path_cost(step, all_frames)
        all_from = np.concatenate([going_on, came_from])
        is_jump = np.arange(len(all_frames)) >= len(going_on)
        # A stable order and, of two states on one frame, the cheaper: ties never depend on chance.
        order = np.lexsort((np.arange(len(all_cost)), all_cost))
        _, unique = np.unique(all_frames[order], return_index=True)
        kept = order[np.sort(unique)[: settings.beam]]
        frames, cost = all_frames[kept], all_cost[kept]
        history.append((frames, all_from[kept], is_jump[kept]))
    return _traced(history, cost)


def _traced(history: list[tuple[IntArray, IntArray, NDArray[np.bool_]]], cost: Array) -> Plan:
    state = int(cost.argmin())
    total = float(cost[state])
    chosen, jumps = [], []
    for frames, came_from, is_jump in reversed(history):
        chosen.append(int(frames[state]))
        jumps.append(bool(is_jump[state]))
        state = int(came_from[state])
    return Plan(np.array(chosen[::-1], dtype=np.intp), np.array(jumps[::-1]), total)
