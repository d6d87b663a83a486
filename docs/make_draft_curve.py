"""Draw the distance from recorded motion over a minute: `python docs/make_draft_curve.py FIGURES.json [OUT.png]`.

FIGURES.json is what `python -m training evaluate locomotion --generator lmm --json FIGURES.json` wrote.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image, ImageDraw

SIZE, MARGIN = (1000, 300), 46
BACKGROUND, GRID, TEXT, MEAN, MOST = "#26282c", "#3a3d42", "#e6e6e6", "#56b4e9", "#e69f00"


def draw(figures: dict) -> Image.Image:
    """Mean and largest distance of each second, and the distance that the projector moves one in a hundred frames."""
    curve = figures["manifold_60_s"]
    top = max(4.0, 1.1 * max(curve["max"]))
    image = Image.new("RGB", SIZE, BACKGROUND)
    pen = ImageDraw.Draw(image)
    width, height = SIZE[0] - 2 * MARGIN, SIZE[1] - 2 * MARGIN

    def at(second: float, value: float) -> tuple[float, float]:
        return MARGIN + width * second / len(curve["mean"]), SIZE[1] - MARGIN - height * value / top

    for value in range(int(top) + 1):
        pen.line([at(0, value), at(len(curve["mean"]), value)], fill=GRID)
        pen.text((MARGIN - 20, at(0, value)[1] - 6), str(value), fill=TEXT)
    for second in range(0, len(curve["mean"]) + 1, 10):
        pen.text((at(second, 0)[0] - 8, SIZE[1] - MARGIN + 8), f"{second} s", fill=TEXT)
    for key, colour in (("max", MOST), ("mean", MEAN)):
        pen.line([at(n + 0.5, value) for n, value in enumerate(curve[key])], fill=colour, width=2)
    pen.text((MARGIN, 12), "distance to the nearest recorded frame, normalised features: ", fill=TEXT)
    pen.text((MARGIN + 380, 12), "mean", fill=MEAN)
    pen.text((MARGIN + 420, 12), "and largest", fill=MOST)
    pen.text((MARGIN + 500, 12), "of each second", fill=TEXT)
    return image


if __name__ == "__main__":
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent / "images" / "draft-manifold.png"
    draw(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).save(out, optimize=True)
