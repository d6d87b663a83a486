"""Draw the picture strips of docs/locomotion.md: `python docs/make_draft_strips.py [FOLDER]`.

Each strip is one draft of Learned Motion Matching, a picture every tenth of a second or so, by a camera that goes along
with the body but does not turn with it; planted feet are marked. Made without a window.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from models.body import POINTS, body
from models.kinematics import quat
from models.locomotion import Draft, Trajectory, Waypoint, generate
from models.posing.picture import draw_pose

SIZE = (150, 210)
COUNT = 14
W = Waypoint

STRIPS: dict[str, tuple[tuple[Waypoint, ...], float, float]] = {
    # name: waypoints, first second, seconds between pictures
    "start": ((W(0, 0), W(0, 6)), 0.2, 0.15),
    "straight": ((W(0, 0), W(0, 8)), 2.0, 0.12),
    "stop": ((W(0, 0), W(0, 4)), 2.2, 0.15),
    "circle": (
        tuple(W(2 - 2 * math.cos(a), 2 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 13).tolist()),
        2.0,
        0.15,
    ),
    "corner": ((W(0, 0), W(0, 4), W(4, 4)), 2.6, 0.15),
    "u-turn": ((W(0, 0), W(0, 4), W(0, 0)), 3.2, 0.2),
    "sideways": ((W(0, 0, facing_rad=0.0), W(4, 0, facing_rad=0.0)), 1.0, 0.15),
    "backwards": ((W(0, 0, facing_rad=0.0), W(0, -4, facing_rad=0.0)), 0.8, 0.15),
    "walk-run": ((W(0, 0, gait="walk"), W(0, 5, gait="run"), W(0, 17)), 4.0, 0.1),
    "turn-on-the-spot": ((W(0, 0, facing_rad=0.0), W(0, 0, facing_rad=3.0)), 0.0, 0.2),
}


def strip(draft: Draft, first_s: float, step_s: float) -> Image.Image:
    """Pictures of a draft side by side."""
    points = draft.clip.points()
    frames = np.clip(np.round((first_s + step_s * np.arange(COUNT)) * 60).astype(int), 0, draft.clip.n_frames - 1)
    sheet = Image.new("RGB", (SIZE[0] * COUNT, SIZE[1]))
    # Pictures are taken from the front left; this turns the body so that it walks to the right at first.
    view = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), math.radians(75.0) - draft.path.yaw_rad[frames[0]])
    for column, frame in enumerate(frames):
        figure = quat.rotate(view, points[frame] - draft.root[frame])
        feet = [name for side, name in enumerate(("LeftToeBase", "RightToeBase")) if draft.contacts[frame, side]]
        picture = draw_pose(figure, body(), feet, SIZE)
        ImageDraw.Draw(picture).text((5, 4), f"{frame / 60:.2f} s", fill=(200, 200, 200))
        sheet.paste(picture, (SIZE[0] * column, 0))
    return sheet


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    assert set(POINTS) >= {"LeftToeBase", "RightToeBase"}
    for name, (waypoints, first_s, step_s) in STRIPS.items():
        draft = generate(Trajectory(waypoints), seed=1)
        strip(draft, first_s, step_s).save(folder / f"draft-{name}.png", optimize=True)
        print(folder / f"draft-{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images")
