"""Learned Motion Matching (Holden et al., 2020): motion matching whose database has become three small networks.

States are rolled out along the path (`rollout`), all of a draft's poses are decompressed at once, and the draft ends
as every other (`assembly`). Many paths are made in blocks: a block is one batch for the networks, small enough for the
processor's cache, and blocks run side by side on its cores. How paths are put into blocks depends on the paths only,
so drafts do not depend on the number of cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.completion import default_weights
from models.locomotion.assembly import Options, Source, Transitions, assembled
from models.locomotion.contacts import hysteresis, median
from models.locomotion.features import TRAJECTORY
from models.locomotion.generator import Draft, Progress, report_progress
from models.locomotion.lmm_networks import LmmNetworks
from models.locomotion.pose_vector import POSE_SIZE, decode
from models.locomotion.queries import standing_features, wanted_futures
from models.locomotion.rollout import Rollout, RolloutSettings, rolled_out
from models.locomotion.trajectory import RootPath, root_path
from models.locomotion.waypoints import Trajectory

__all__ = ["LearnedMotionMatching"]

Array = NDArray[np.float64]
Array32 = NDArray[np.float32]

_BLOCK = 8  # paths rolled out together: with four rollouts each, networks are within a tenth of their best speed
_POSES_AT_ONCE = 4  # of these drafts, poses are made together: those of more no longer fit the processor's cache

# Contacts are trained on absolute error, so they are no probabilities; between these they stay as they were.
_CONTACT_ON, _CONTACT_OFF, _CONTACT_MEDIAN = 0.5, 0.35, 5


class LearnedMotionMatching:
    """Drafts from networks.

    Args:
        networks: Of one training.
        settings: Of the rollout.
    """

    name = "lmm"

    def __init__(self, networks: LmmNetworks, settings: RolloutSettings | None = None) -> None:
        self.networks, self.settings = networks, settings or RolloutSettings()

    @classmethod
    def shipped(cls) -> LearnedMotionMatching:
        """With the networks that come with the program, or those in the folder SIXPOINT_WEIGHTS."""
        return cls(_loaded(default_weights()))

    def generate(
        self,
        trajectory: Trajectory,
        start: Pose | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        *,
        end: Pose | None = None,
    ) -> Draft:
        """See `models.locomotion.generate`."""
        path = root_path(trajectory)
        return self._drafts([path], [seed], start=start, end=end, progress=progress)[0]

    def generate_many(
        self, trajectories: Sequence[Trajectory], seeds: Sequence[int] | None = None, *, workers: int | None = None
    ) -> list[Draft]:
        """Drafts of many paths, in their order.

        Args:
            trajectories: The paths.
            seeds: One of each; None for 0.
            workers: Threads; None for one on each core.
        """
        seeds = list(seeds) if seeds is not None else [0] * len(trajectories)
        paths = [root_path(trajectory) for trajectory in trajectories]
        # Paths of about the same length share a block: the shorter ones are rolled out to the end of the longest.
        order = sorted(range(len(paths)), key=lambda n: paths[n].n_frames)
        blocks = [order[n : n + _BLOCK] for n in range(0, len(order), _BLOCK)]

        def made(block: list[int]) -> list[Draft]:
            return self._drafts([paths[n] for n in block], [seeds[n] for n in block])

        with ThreadPoolExecutor(workers or _cores()) as pool:
            drafts = dict(zip(order, (draft for some in pool.map(made, blocks) for draft in some), strict=True))
        return [drafts[n] for n in range(len(paths))]

    def rollout(
        self,
        paths: Sequence[RootPath],
        seeds: Sequence[int],
        *,
        start: Pose | None = None,
        progress: Progress | None = None,
        show: Callable[[Rollout], object] | None = None,
    ) -> Rollout:
        """States of drafts, before they are poses; see `rolled_out`."""
        n_frames = max(path.n_frames for path in paths)
        at = np.arange(0, n_frames, self.settings.step)
        scaling = self.networks.scaling
        wanted = np.stack([wanted_futures(path, at) for path in paths], axis=1)
        wanted = (wanted - scaling.offset[TRAJECTORY]) / scaling.scale[TRAJECTORY]
        pose = None if start is None else standing_features(start, scaling)
        return rolled_out(
            self.networks,
            wanted,
            n_frames,
            pose=pose,
            seeds=list(seeds),
            settings=self.settings,
            progress=progress,
            show=show,
        )

    def _drafts(
        self,
        paths: Sequence[RootPath],
        seeds: Sequence[int],
        *,
        start: Pose | None = None,
        end: Pose | None = None,
        progress: Progress | None = None,
    ) -> list[Draft]:
        def show(rollout: Rollout) -> None:
            (draft,) = self._assembled(rollout, paths, seeds, start=start, hold_feet=False)
            report_progress(progress, 0.5 * draft.clip.n_frames / paths[0].n_frames, draft)

        is_watched = progress is not None and len(paths) == 1
        rollout = self.rollout(paths, seeds, start=start, progress=progress, show=show if is_watched else None)
        drafts: list[Draft] = []
        for first in range(0, len(paths), _POSES_AT_ONCE):
            some = slice(first, first + _POSES_AT_ONCE)
            drafts += self._assembled(
                rollout.of(some), paths[some], seeds[some], start=start, end=end, progress=progress
            )
        return drafts

    def _assembled(
        self, rollout: Rollout, paths: Sequence[RootPath], seeds: Sequence[int], **options: Unpack[Options]
    ) -> list[Draft]:
        n_frames = min(max(path.n_frames for path in paths), len(rollout.states))
        source = self._source(rollout.states[:n_frames], filter_contacts=True)
        # Only where some draft jumps does anything have to be decayed.
        used = np.flatnonzero(rollout.jumps.any(axis=1) & (np.array(rollout.frames) < n_frames))
        transitions = Transitions(
            [rollout.frames[n] for n in used], rollout.jumps[used], self._source(rollout.before[used])
        )
        return assembled(source, transitions, paths, name=self.name, seeds=seeds, **options)

    def _source(self, states: Array32, *, filter_contacts: bool = False) -> Source:
        """(F, N, 59) states as poses."""
        lead = states.shape[:-1]
        pose = decode(self.networks.decompress(states.reshape(-1, states.shape[-1])).reshape(*lead, POSE_SIZE))
        on = pose.contacts > _CONTACT_ON
        if filter_contacts:
            on = median(hysteresis(on, pose.contacts > _CONTACT_OFF), _CONTACT_MEDIAN)
        return Source(
            hips=pose.positions[..., 0, :],
            rotations=pose.rotations,
            root_velocity=pose.root_velocity,
            turn=pose.root_angular[..., 1],
            contacts=on,
        )


@lru_cache(maxsize=2)
def _loaded(folder: Path) -> LmmNetworks:
    return LmmNetworks(folder)


def _cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
