"""Learned Motion Matching (Holden et al., 2020): motion matching whose database has become three small networks.

States are rolled out along the path (`rollout`), all of a draft's poses are decompressed at once, and the draft ends
as every other (`assembly`). Works for one path or for many at once, at the same cost of calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.completion import default_weights
from models.locomotion.assembly import Source, Transitions, assembled
from models.locomotion.contacts import hysteresis, median
from models.locomotion.features import TRAJECTORY
from models.locomotion.generator import Draft, Progress
from models.locomotion.lmm_networks import LmmNetworks
from models.locomotion.pose_vector import POSE_SIZE, decode
from models.locomotion.queries import standing_features, wanted_futures
from models.locomotion.rollout import Rollout, RolloutSettings, rolled_out
from models.locomotion.trajectory import RootPath, root_path
from models.locomotion.waypoints import Trajectory

__all__ = ["LearnedMotionMatching"]

Array = NDArray[np.float64]
Array32 = NDArray[np.float32]

_DRAFTS_AT_ONCE = 4  # of which poses are made together: more of them no longer fit the processor's cache

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

    def generate_many(self, trajectories: Sequence[Trajectory], seeds: Sequence[int] | None = None) -> list[Draft]:
        """All drafts as one batch; paths of very different length are padded to the longest."""
        seeds = list(seeds) if seeds is not None else [0] * len(trajectories)
        return self._drafts([root_path(trajectory) for trajectory in trajectories], seeds) if trajectories else []

    def rollout(
        self,
        paths: Sequence[RootPath],
        seeds: Sequence[int],
        *,
        start: Pose | None = None,
        progress: Progress | None = None,
    ) -> Rollout:
        """States of drafts, before they are poses."""
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
        rollout = self.rollout(paths, seeds, start=start, progress=progress)
        drafts: list[Draft] = []
        for first in range(0, len(paths), _DRAFTS_AT_ONCE):
            some = slice(first, first + _DRAFTS_AT_ONCE)
            n_frames = max(path.n_frames for path in paths[some])
            source = self._source(rollout.states[:n_frames, some], filter_contacts=True)
            # Only where some draft jumps does anything have to be decayed.
            used = np.flatnonzero(rollout.jumps[:, some].any(axis=1) & (np.array(rollout.frames) < n_frames))
            drafts += assembled(
                source,
                Transitions(
                    [rollout.frames[n] for n in used],
                    rollout.jumps[used, some],
                    self._source(rollout.before[used, some]),
                ),
                paths[some],
                name=self.name,
                seeds=list(seeds)[some],
                start=start,
                end=end,
                progress=progress,
            )
        return drafts

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
