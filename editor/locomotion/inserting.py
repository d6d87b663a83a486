"""A draft as keys: every frame, or few keys within a tolerance, with the feet pinned where they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.animation import Clip, Handles, Key, Track, keyed, reduced, seconds
from models.animation.track_edits import pasted
from models.body import POINTS, Skeleton
from models.document import Content, Range
from models.errors import SixpointError
from models.locomotion import Draft
from models.posing import HandleState

__all__ = ["Inserted", "inserted"]

_TOES = [POINTS.index("LeftToeBase"), POINTS.index("RightToeBase")]


@dataclass(frozen=True, eq=False)
class Inserted:
    """What inserting a draft gives.

    Args:
        content: With the keys, without the plan.
        n_keys: How many there are, of
        n_frames: frames at the document's rate.
        error_m: How far any point is from the draft's frames, at most, metres.
        n_replaced: How many keys in the time of the draft are gone.
    """

    content: Content
    n_keys: int
    n_frames: int
    error_m: float
    n_replaced: int


def inserted(content: Content, identity: str, draft: Draft, tolerance_cm: float | None) -> Inserted:
    """Replace the keys in the time of a draft by the draft.

    Args:
        content: With the plan that the draft was made from.
        identity: The character that walks.
        draft: The draft, feet held.
        tolerance_cm: Few keys within this distance of every frame; a key on every frame when None.

    Raises:
        SixpointError: if the draft is of another body, or only a partial one.
    """
    if draft.is_partial:
        raise SixpointError("the draft is not finished; wait until its feet are held")
    character, plan = content.character(identity), content.drafts[identity]
    skeleton = character.rig.skeleton
    clip = fitted(draft.clip, skeleton).resampled(content.rate.fps)
    if tolerance_cm is None:
        track, error_m = keyed(clip, plan.start), 0.0
    else:
        result = reduced(clip, tolerance_cm, plan.start)
        track, error_m = result.track, result.error_m
    track = Track(tuple(_standing(key, draft, plan.start, skeleton) for key in track))
    end = int(track.ticks[-1])
    replaced = character.track.between(plan.start, end)
    merged = pasted(character.track.without(replaced), track.keys, 0)
    first = character.track.get(plan.start)
    if plan.from_pose and first is not None:
        # The draft starts from this key: it stays as it was set, with its pins.
        merged, replaced = merged.with_key(first.leaving(track.keys[0].interval)), replaced - {plan.start}
    changed = content.with_track(identity, merged).with_draft(identity, None)
    # All of it is played.
    playback = Range(min(content.playback.start, plan.start), max(content.playback.stop, end))
    changed = replace(changed, playback=playback)
    return Inserted(changed, len(track), clip.n_frames, error_m, len(replaced))


def fitted(clip: Clip, skeleton: Skeleton) -> Clip:
    """The clip on a character's own proportions: same rotations, the path scaled by the height of the hips."""
    if clip.skeleton is skeleton:
        return clip
    scale = float(skeleton.offsets[0, 1] / clip.skeleton.offsets[0, 1])
    return Clip(skeleton, clip.root * scale, clip.rotations, clip.fps, name=clip.name)


def _standing(key: Key, draft: Draft, start: int, skeleton: Skeleton) -> Key:
    """The key with the toes pinned that are planted there: pins of the same place hold between keys."""
    frame = min(max(round(seconds(key.tick - start) * draft.clip.fps), 0), len(draft.contacts) - 1)
    toes: NDArray[np.intp] = np.array(sorted(np.array(_TOES)[draft.contacts[frame]]), dtype=np.intp)
    if not toes.size:
        return key
    handles = Handles(
        points=toes,
        states=np.full(len(toes), int(HandleState.PINNED), dtype=np.int8),
        targets=key.pose.points(skeleton)[toes],
        weights=np.ones(len(toes)),
    )
    return replace(key, handles=handles.snapped())
