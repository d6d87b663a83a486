"""The curve editor: motion over time as curves whose keys and eases are dragged, and the tween slider."""

from editor.curves.editor import CurveEditor
from editor.curves.tween_slider import TweenSlider

__all__ = ["CurveEditor", "TweenSlider"]
