"""Between a document and motion files: a range of a character as a clip, a clip as keys."""

from __future__ import annotations

from models.animation import Clip, frame_ticks, keyed, reduced
from models.animation.track_edits import pasted, ripple_inserted
from models.document.content import Content, Range
from models.document.pins import sample_held
from models.errors import SixpointError

__all__ = ["exported", "imported"]


def exported(content: Content, identity: str, span: Range | None = None) -> Clip:
    """The frames of a character as they are played, pins held, at the document's rate.

    Args:
        identity: Which character.
        span: From when to when; what is played when left out.
    """
    character, span = content.character(identity), span or content.playback
    if not character.track.keys:
        raise SixpointError(f"'{character.rig.name}' has no keys, so there is no motion to export; set a key first")
    skeleton = character.rig.skeleton
    poses = sample_held(character.track, skeleton, frame_ticks(span.start, span.stop, content.rate))
    return Clip(skeleton, poses.root, poses.rotations, content.rate.fps, name=character.rig.name)


def imported(
    content: Content, identity: str, clip: Clip, at: int = 0, *, tolerance_cm: float | None = None, ripple: bool = False
) -> Content:
    """The content with a clip as keys of a character.

    Args:
        clip: On the canonical joints; retarget other motion first.
        at: When its first frame is.
        tolerance_cm: Few keys within this distance of every frame; a key on every frame when None.
        ripple: Move the keys from `at` on behind the clip; else those within its time are replaced.
    """
    character = content.character(identity)
    if clip.skeleton.joint_names != character.rig.skeleton.joint_names:
        raise SixpointError(f"clip '{clip.name}' does not have the canonical joints; retarget it first")
    keys = keyed(clip) if tolerance_cm is None else reduced(clip, tolerance_cm).track
    if not keys.keys:
        raise SixpointError(f"clip '{clip.name}' has no frames to make keys of")
    length, track = keys.keys[-1].tick, character.track
    # The next key stays at least one frame behind the last one of the clip.
    step = content.rate.tick(1)
    track = ripple_inserted(track, at, length + step) if ripple else track.without(track.between(at, at + length))
    return content.with_track(identity, pasted(track, keys.keys, at))
