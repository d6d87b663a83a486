"""What a draft is like, in a few lines."""

from __future__ import annotations

from editor.texts import tr
from models.locomotion import Draft

__all__ = ["summary"]


def summary(draft: Draft) -> str:
    """Duration, what holding the feet took, and what was asked and could not be done."""
    seconds = (draft.clip.n_frames - 1) / draft.clip.fps
    lines = [tr("{seconds} s, {length} m", seconds=f"{seconds:.1f}", length=f"{draft.path.curve.length_m:.1f}")]
    if draft.feet is None:
        lines.append(tr("Feet are being held..."))
    else:
        feet = draft.feet
        lines.append(
            tr(
                "Planted toes slid {before} cm/s and now {after}; ankles moved {moved} cm on average for it.",
                before=f"{100 * feet.slide_before:.1f}",
                after=f"{100 * feet.slide_after:.1f}",
                moved=f"{100 * feet.moved_mean:.1f}",
            )
        )
    lines += [f"• {deviation.message}" for deviation in draft.deviations]
    return "\n".join(lines)
