"""Motion matching: frames of a database whose future is the path ahead, played one after another.

The wanted futures come from the path itself, 20, 40 and 60 frames ahead at every step of 0.1 s, so all of a draft's
searches are one matrix product. Which of the fitting frames are played is planned over the whole path (`planning`).
Frames whose future was not recorded are never candidates and are left before they end, so no clip is a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from models.animation import Pose
from models.errors import SixpointError
from models.kinematics import quat
from models.locomotion.assembly import Source, Transitions, assembled
from models.locomotion.database import Database
from models.locomotion.features import POSE, TRAJECTORY
from models.locomotion.generator import Draft, Progress, report_progress
from models.locomotion.planning import Plan, PlanSettings, best_sequence
from models.locomotion.queries import standing_features, wanted_futures
from models.locomotion.search import Search
from models.locomotion.trajectory import RootPath, root_path
from models.locomotion.waypoints import Trajectory

__all__ = ["MotionMatching"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

_BLOCK = 16  # searches at once, to bound memory
_NOISE = 0.35  # of the cost of a candidate, by seed: which of two that fit about equally well is a matter of taste
_PIECE = 64  # frames that share it

_SHAKE_FRAMES = (
    1.0  # deviation of a Gaussian over what recordings shake: it halves power at 8 Hz; gait is below 6 (Winter)
)


class MotionMatching:
    """Drafts from a database.

    Args:
        database: Its frames are played as they are; kept, not copied.
        settings: Of the plan.
    """

    name = "mm"

    def __init__(self, database: Database, settings: PlanSettings | None = None) -> None:
        self.database, self.settings = database, settings or PlanSettings()
        self._rows = np.flatnonzero(database.searchable)
        if not len(self._rows):
            raise SixpointError("no clip of this motion database is longer than a second; it cannot be searched")

    @cached_property
    def search(self) -> Search:
        """Over the futures of the frames that may be jumped to."""
        return Search(self.database.features[self._rows, TRAJECTORY], "matrix")

    @cached_property
    def _pose(self) -> Array:
        return self.database.features[:, POSE].astype(np.float64)

    @cached_property
    def _plays_on(self) -> NDArray[np.bool_]:
        later = np.arange(self.database.n_frames) + self.settings.step
        inside = later < self.database.range_stops[self.database.range_of]
        ok = np.zeros(self.database.n_frames, dtype=bool)
        ok[inside] = self.database.searchable[later[inside]]
        return ok

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
        plan = self.plan(path, start, seed, progress)
        frames, transitions = self._played(plan, path.n_frames)
        drafts = assembled(
            self._source(frames),
            transitions,
            [path],
            name=self.name,
            seeds=[seed],
            start=start,
            end=end,
            progress=progress,
        )
        return drafts[0]

    def generate_many(self, trajectories: Sequence[Trajectory], seeds: Sequence[int] | None = None) -> list[Draft]:
        """One after another: the searches of one path already fill the processor."""
        seeds = list(seeds) if seeds is not None else [0] * len(trajectories)
        return [self.generate(trajectory, seed=seed) for trajectory, seed in zip(trajectories, seeds, strict=True)]

    def plan(self, path: RootPath, start: Pose | None = None, seed: int = 0, progress: Progress | None = None) -> Plan:
        """The frames to play from every step of the path on."""
        database, settings = self.database, self.settings
        steps = np.arange(0, path.n_frames, settings.step)
        queries = (wanted_futures(path, steps) - database.offset[TRAJECTORY]) / database.scale[TRAJECTORY]
        found = []
        for first in range(0, len(steps), _BLOCK):
            costs = self.search.costs(queries[first : first + _BLOCK])
            found.append(self._rows[self.search.best_of_runs(costs, settings.run, settings.candidates)])
            report_progress(progress, 0.5 * (first + _BLOCK) / (len(steps) + _BLOCK))
        taste = np.random.default_rng(seed).uniform(1.0 - _NOISE, 1.0 + _NOISE, database.n_frames // _PIECE + 1)

        def path_cost(step: int, frames: IntArray) -> Array:
            away = database.features[frames, TRAJECTORY].astype(np.float64) - queries[step]
            return np.asarray(((away * away).sum(-1) + 0.05) * taste[frames // _PIECE])

        candidates = np.concatenate(found)
        first_cost = None
        if start is not None:
            wanted = standing_features(start, database.scaling)
            first_cost = ((self._pose[candidates[0]] - wanted) ** 2).sum(-1)
        return best_sequence(
            candidates, path_cost, pose=self._pose, plays_on=self._plays_on, first_cost=first_cost, settings=settings
        )

    def _played(self, plan: Plan, n_frames: int) -> tuple[IntArray, Transitions]:
        """Frames of the database in each frame of the draft, and the jumps among them."""
        step = self.settings.step
        frames = (plan.frames[:, None] + np.arange(step)).reshape(-1)[:n_frames]
        at = np.flatnonzero(plan.jumps[1:]) + 1
        old = self._source(np.minimum(plan.frames[at - 1] + step, self.database.n_frames - 1))
        return frames, Transitions([int(n) * step for n in at], np.ones((len(at), 1), dtype=bool), old)

    def _source(self, frames: IntArray) -> Source:
        """Frames of the database as a source of one draft, each the mean of its recorded neighbours."""
        database = self.database
        first, last = (
            database.range_starts[database.range_of[frames]],
            database.range_stops[database.range_of[frames]] - 1,
        )
        hips = rotations = root_velocity = turn = np.zeros(())
        for away, weight in zip(*_NEAR, strict=True):
            pose = database.pose(np.clip(frames + away, first, last))
            hips = hips + weight * pose.positions[:, None, 0]
            rotations = rotations + weight * pose.rotations[:, None]
            root_velocity = root_velocity + weight * pose.root_velocity[:, None]
            turn = turn + weight * pose.root_angular[:, None, 1]
        contacts = database.contacts[frames][:, None] > 0.5
        return Source(hips, quat.normalize(rotations), root_velocity, turn, contacts)


def _gaussian(deviation: float) -> tuple[list[int], Array]:
    """Frames around one and their weights."""
    near = np.arange(-round(2.5 * deviation), round(2.5 * deviation) + 1)
    weights = np.exp(-0.5 * (near / deviation) ** 2)
    return near.tolist(), weights / weights.sum()


_NEAR = _gaussian(_SHAKE_FRAMES)
