"""Motion to look at: what was captured and what six points made of it, as BVH files that play side by side."""

from __future__ import annotations

from pathlib import Path

from models.animation import Clip
from models.body import body
from models.formats import write
from models.kinematics import quat
from training.evaluate.solving import Solved
from training.evaluate.truth import AT_MOST_FPS, Truth

__all__ = ["write_preview"]

MOST_FRAMES = 900


def write_preview(folder: str | Path, truth: Truth, solved: dict[int, Solved]) -> list[Path]:
    """Write `truth.bvh` and `solved-6.bvh`, ... of the first evaluated frames, half a minute at most.

    Frames of one clip follow each other; where the next clip begins, the motion cuts. Rates below 30 frames a second
    play faster than they were, and where not every frame was solved the solved motion skips frames.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    tracks = {"truth": (truth.root, truth.rotations)}
    tracks |= {f"solved-{level}": (found.root, found.rotations) for level, found in solved.items()}
    paths = []
    for name, (root, rotations) in tracks.items():
        continuous = quat.unroll(rotations[:MOST_FRAMES])
        paths.append(target / f"{name}.bvh")
        write(paths[-1], Clip(body(), root[:MOST_FRAMES], continuous, AT_MOST_FPS, name=name))
    return paths
