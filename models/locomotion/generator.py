"""The one interface of everything that makes a motion from a path, and the list of what there is.

    draft = generate(Trajectory((Waypoint(0, 0), Waypoint(0, 4))))          # Learned Motion Matching
    draft = generate(trajectory, "mm", database=Database.load("walk.npz"))  # motion matching
    draft.clip                                                              # 60 Hz, canonical body

A generator is registered under a short name by a function that makes it; it is made when it is first asked for and
kept. All calls may run in a worker thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip, Pose
from models.errors import Cancelled, SixpointError
from models.locomotion.database import Database
from models.locomotion.trajectory import Deviation, RootPath
from models.locomotion.waypoints import Trajectory

__all__ = ["Draft", "FootReport", "Generator", "Progress", "generate", "generator", "generators", "report_progress"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class FootReport:
    """What feet do where they are planted, before and after they were held in place, and what that took.

    Args:
        slide_before, slide_after: Mean speed of planted toes, m/s.
        depth_before, depth_after: Deepest point of a foot below the ground, metres.
        moved_mean, moved_max: How far ankles were moved relative to the hips, metres, over all frames.
        hips_lowered_max: How far hips were lowered so that feet reach, metres.
    """

    slide_before: float
    slide_after: float
    depth_before: float
    depth_after: float
    moved_mean: float
    moved_max: float
    hips_lowered_max: float


@dataclass(frozen=True, eq=False)
class Draft:
    """A motion along a path.

    Args:
        clip: F frames of the canonical body at 60 Hz, feet held where they are planted.
        contacts: (F, 2) bool, left and right toe planted.
        root: (F, 3) the root bone on the ground, metres, and
        yaw_rad: (F,) its heading.
        path: What was to be followed.
        deviations: What was asked and could not be done, for the user.
        raw: The motion before its feet were held.
        feet: What holding them changed; None while it has not been done (a partial draft).
        generator: Name.
        seed: Of the draft: the same seed gives the same draft, bit for bit on one machine.
        jumps: Frames at which the motion goes over into another.
    """

    clip: Clip
    contacts: NDArray[np.bool_]
    root: Array
    yaw_rad: Array
    path: RootPath
    deviations: tuple[Deviation, ...]
    raw: Clip
    feet: FootReport | None
    generator: str
    seed: int
    jumps: tuple[int, ...] = ()

    @property
    def is_partial(self) -> bool:
        return self.feet is None

    @property
    def is_whole(self) -> bool:
        """Does it reach to the end of its path? A first picture may not."""
        return self.clip.n_frames == self.path.n_frames

    def going_on_as(self, other: Draft) -> Draft:
        """A first picture, with what another draft has after its end."""
        n = self.clip.n_frames

        def joined(mine: NDArray[Any], its: NDArray[Any]) -> NDArray[Any]:
            return np.concatenate([mine, its[n:]])

        clip = replace(
            self.clip,
            root=joined(self.clip.root, other.clip.root),
            rotations=joined(self.clip.rotations, other.clip.rotations),
        )
        return replace(
            self,
            clip=clip,
            raw=clip,
            contacts=joined(self.contacts, other.contacts),
            root=joined(self.root, other.root),
            yaw_rad=joined(self.yaw_rad, other.yaw_rad),
        )


Progress = Callable[[float, "Draft | None"], object]
"""Called with the fraction done and, as soon as there is one, a draft to show; returning False stops the work.

A first picture may be of the first seconds only; a later one is whole, its feet not yet held."""


class Generator(Protocol):
    """Makes motions along paths."""

    name: str

    def generate(
        self,
        trajectory: Trajectory,
        start: Pose | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        *,
        end: Pose | None = None,
    ) -> Draft:
        """The draft of one path; see `generate`."""
        ...

    def generate_many(self, trajectories: Sequence[Trajectory], seeds: Sequence[int] | None = None) -> list[Draft]:
        """Drafts of many paths at once."""
        ...


def report_progress(progress: Progress | None, fraction: float, draft: Draft | None = None) -> None:
    """Tell the caller; raises Cancelled if it answers False."""
    if progress is not None and progress(fraction, draft) is False:
        raise Cancelled("the draft was stopped; nothing was changed")


def _motion_matching(database: Database | None) -> Generator:
    from models.locomotion.motion_matching import MotionMatching

    if database is None:
        raise SixpointError(
            "motion matching needs a motion database; give one with --database FILE, made by "
            "'python -m training locomotion --data DIR --out RUN', or use the generator 'lmm'"
        )
    return MotionMatching(database)


def _learned(_: Database | None) -> Generator:
    from models.locomotion.lmm import LearnedMotionMatching

    return LearnedMotionMatching.shipped()


_MAKERS: dict[str, Callable[[Database | None], Generator]] = {"lmm": _learned, "mm": _motion_matching}
_TITLES = {"lmm": "Learned Motion Matching", "mm": "Motion matching"}
_made: dict[tuple[str, int], Generator] = {}
_making = threading.Lock()


def generators() -> dict[str, str]:
    """Names and titles of all generators, the default first."""
    return dict(_TITLES)


def generator(name: str = "lmm", database: Database | None = None) -> Generator:
    """A generator by name; made once.

    Raises:
        SixpointError: if there is none of that name, its networks do not fit, or it needs a database.
    """
    if name not in _MAKERS:
        raise SixpointError(f"there is no generator '{name[:40]}'; there are {', '.join(_MAKERS)}")
    key = (name, 0 if name == "lmm" else id(database))
    with _making:
        if key not in _made:
            _made[key] = _MAKERS[name](database)
        return _made[key]


def generate(
    trajectory: Trajectory,
    name: str = "lmm",
    *,
    start: Pose | None = None,
    end: Pose | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    database: Database | None = None,
) -> Draft:
    """A motion along a path.

    Args:
        trajectory: The path.
        name: Of the generator.
        start: The pose to start from, blended into the motion; the motion starts at its place on the path.
        end: The pose to end in, likewise.
        seed: Chooses among motions that fit about equally well.
        progress: Told how far it is and shown a first draft; may run in another thread than the caller's.
        database: Of the motions that "mm" searches.

    Raises:
        SixpointError: if the path takes too long, or the generator cannot be made.
        Cancelled: if `progress` returned False.
    """
    return generator(name, database).generate(trajectory, start, seed, progress, end=end)
