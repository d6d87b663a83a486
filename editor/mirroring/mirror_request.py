"""What the mirror panel asks for, and what that makes of a document, without a window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from editor.document import EditorDocument
from editor.mirroring.pairs import chosen_joints
from editor.texts import tr
from models.animation import Key
from models.document import key_of, mirrored_key, mirrored_track, posing_of
from models.document.mirroring import Direction
from models.posing import Plane, Snapshot

__all__ = ["MirrorRequest", "Scope", "Span", "meant_ticks", "mirror", "mirrored_now"]

Scope = Literal["body", "selection"]
Span = Literal["now", "keys", "playback", "all"]


@dataclass(frozen=True)
class MirrorRequest:
    """A choice in each row of the panel.

    Args:
        direction: Exchange the sides, or copy one to the other.
        plane: The body's own plane, or the world's x = 0.
        scope: The whole body, or the joints of the selected points.
        span: The frame shown, the selected keys, those in the playback range, or all.
    """

    direction: Direction = "swap"
    plane: Plane = "body"
    scope: Scope = "body"
    span: Span = "now"

    @property
    def label(self) -> str:
        """As the undo list names it."""
        what = {
            "swap": tr("Mirror"),
            "left to right": tr("Copy left to right"),
            "right to left": tr("Copy right to left"),
        }[self.direction]
        return what if self.span == "now" else tr("{what}, keys").format(what=what)

    def joints(self, document: EditorDocument) -> frozenset[str] | None:
        """Names of the joints meant; None for all, which includes where the body stands."""
        if self.scope == "body":
            return None
        return chosen_joints(document.skeleton, np.flatnonzero(document.selected))

    def hindrance(self, document: EditorDocument) -> str:
        """Why it cannot be done now, in a sentence; "" where it can."""
        if self.scope == "selection" and not document.selected.any():
            return tr("Select points to mirror only their part of the body.")
        if self.span == "keys" and not document.selected_keys:
            return tr("Select keys on the timeline first.")
        if self.span != "now" and not meant_ticks(document, self):
            return tr("There is no key in this range.")
        return ""


def meant_ticks(document: EditorDocument, request: MirrorRequest) -> frozenset[int]:
    """The times of the keys that are mirrored; for the frame shown, of the key there is, if there is one."""
    track, playback = document.track, document.playback
    match request.span:
        case "keys":
            return document.selected_keys
        case "playback":
            return track.between(playback.start, playback.stop)
        case "all":
            return frozenset(track.ticks.tolist())
    return frozenset() if track.get(document.tick) is None or document.has_pending_edit else frozenset([document.tick])


def mirrored_now(document: EditorDocument, request: MirrorRequest) -> Key:
    """The pose shown, mirrored as asked, with its handles: what a preview shows."""
    key = document.track.get(document.tick)
    if key is None or document.has_pending_edit:
        key = key_of(document.tick, document.session.snapshot.posing, document.session.pose)
    return mirrored_key(
        key,
        document.skeleton,
        joints=request.joints(document),
        direction=request.direction,
        plane=request.plane,
    )


def mirror(document: EditorDocument, request: MirrorRequest) -> bool:
    """Do it in one undo step; False if it cannot be done or changes nothing.

    Keys change as keys. A pose that is no key changes like in any other edit of the pose: with auto-key it becomes one.
    """
    hindrance = request.hindrance(document)
    if hindrance:
        document.failed.emit(hindrance)
        return False
    ticks = meant_ticks(document, request)
    if not ticks:
        before = document.undo_stack.count(), document.undo_stack.index()
        document.do(request.label, lambda: _mirror_pose(document, request))
        return (document.undo_stack.count(), document.undo_stack.index()) != before
    track = mirrored_track(
        document.track,
        document.skeleton,
        ticks,
        joints=request.joints(document),
        direction=request.direction,
        plane=request.plane,
    )
    return document.edit_track(request.label, track)


def _mirror_pose(document: EditorDocument, request: MirrorRequest) -> None:
    key, skeleton = mirrored_now(document, request), document.skeleton
    document.session.restore(Snapshot(posing_of(key, skeleton), key.pose, key.pose.points(skeleton)))
