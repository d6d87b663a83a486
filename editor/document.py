"""The Qt face of a document: time, keys and their selection on top of the pose at that time.

One object for every part of the window. Every change, of the pose or of the keys, is one step on one undo stack; a step
remembers the time it was made at, and going back to it shows that time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from editor.commands import Moment, Step
from editor.pose_document import PoseDocument
from models import posing
from models.animation import FrameRate, Pose, Track
from models.body import Skeleton
from models.document import Character, Content, Document, Edit, Range, Rig, Snapshots, key_of
from models.errors import SixpointError
from models.posing import Session, Snapshot

__all__ = ["EditorDocument"]


class EditorDocument(PoseDocument):
    """A document that is being worked on, as the window's parts see it.

    Args:
        session: The character that is posed.
        animation: What is saved. Without it, a new document that has the session's pose as its first key.
    """

    time_changed = Signal(object)  # ticks, which do not fit the 32 bits of Signal(int)
    content_changing = Signal()  # previews of a gesture; may come often
    content_changed = Signal()  # after every edit, undo and redo
    skeleton_changed = Signal()  # a character of other proportions is posed; `session` is another object
    content_replaced = Signal()  # another document was put in place of this one
    keys_selected = Signal()
    auto_key_changed = Signal(bool)
    pending_changed = Signal(bool)
    modified_changed = Signal(bool)
    told = Signal(str)  # what a step did besides what was asked, in one sentence

    def __init__(self, session: Session, animation: Document | None = None, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self.animation = animation or Document(_first_content(session))
        self.character_id = next(iter(self.animation.content.characters))
        self.tick = 0
        self.auto_key = True
        self.has_pending_edit = False
        self.selected_keys: frozenset[int] = frozenset()
        self.ask_about_pending: Callable[[], str] = lambda: "key"
        self._snapshots = Snapshots()
        self._before = self._moment()
        self.undo_stack.cleanChanged.connect(self._tell_modified)
        self.pending_changed.connect(self._tell_modified)
        self.content_changed.connect(self._forget_missing_keys)

    # What there is

    @property
    def content(self) -> Content:
        return self.animation.content

    @property
    def character(self) -> Character:
        return self.content.character(self.character_id)

    @property
    def track(self) -> Track:
        return self.character.track

    @property
    def skeleton(self) -> Skeleton:
        return self.session.skeleton

    @property
    def rate(self) -> FrameRate:
        return self.content.rate

    @property
    def playback(self) -> Range:
        return self.content.playback

    @property
    def frame(self) -> int:
        """The frame nearest to the time shown."""
        return self.rate.frame(self.tick)

    @property
    def is_modified(self) -> bool:
        """Whether anything would be lost without saving."""
        return self.has_pending_edit or not self.undo_stack.isClean()

    # Time

    def go_to(self, tick: int, *, ask: bool = True) -> bool:
        """Show the motion at a time; False if the user would rather stay with an edit in progress.

        Args:
            tick: The time.
            ask: Ask about an edit in progress; without it the edit is dropped, as when playing.
        """
        if self.is_in_gesture or self.animation.is_in_gesture:
            return False
        if self.has_pending_edit and tick != self.tick:
            answer = self.ask_about_pending() if ask else "drop"
            if answer == "stay":
                return False
            if answer == "key":
                self.set_key()
        if tick != self.tick or self.has_pending_edit:
            self._show(self._moment_at(tick))
        return True

    def step(self, frames: int) -> bool:
        """Go on by a number of frames."""
        return self.go_to(self.rate.tick(self.frame + frames))

    # Keys of the pose shown

    def set_auto_key(self, is_on: bool) -> None:
        """Whether every change of the pose becomes a key at once."""
        if is_on != self.auto_key:
            self.auto_key = is_on
            self.auto_key_changed.emit(is_on)

    def set_key(self) -> bool:
        """Make the pose shown a key at the time shown; False if it is one already or a gesture is going on."""
        if self.is_in_gesture or self.animation.is_in_gesture:
            return False
        self._before = self._moment()
        edit = self._key("Set key")
        if edit is not None:
            self._record(edit.label, edit)
        return edit is not None

    def drop_pending(self) -> None:
        """Show the motion as it is without the edit in progress."""
        if self.has_pending_edit and not self.is_in_gesture:
            self._show(self._moment_at(self.tick))

    # Changes of the content

    def edit(self, label: str, content: Content, selected: Iterable[int] | None = None) -> bool:
        """Change the content in one undo step; False if it is the same or a gesture is going on.

        Args:
            label: As the menu names it.
            content: What there is afterwards.
            selected: The keys selected afterwards; None leaves them as they are.
        """
        if self.is_in_gesture or self.animation.is_in_gesture:
            return False
        self.begin_edit(label)
        self.preview_edit(content)
        if selected is not None:
            self.select_keys(selected)
        return self.commit_edit()

    def edit_track(self, label: str, track: Track, selected: Iterable[int] | None = None) -> bool:
        """Change the keys of the character shown in one undo step."""
        return self.edit(label, self.content.with_track(self.character_id, track), selected)

    def begin_edit(self, label: str) -> None:
        """Start a gesture on the content, e.g. keys that are dragged."""
        self._before = self._moment()
        self.animation.begin(label)

    def preview_edit(self, content: Content) -> None:
        """Show a content inside the gesture."""
        self.animation.preview(content)
        self._show_content()
        self.content_changing.emit()

    def commit_edit(self) -> bool:
        """End the gesture as one undo step; False if nothing changed."""
        edit = self.animation.commit()
        if edit is not None:
            self._record(edit.label, edit)
        return edit is not None

    def abort_edit(self) -> None:
        """End the gesture as if it had not been."""
        if self.animation.is_in_gesture:
            self.animation.abort()
            self._show(self._before)
            self.content_changing.emit()

    def select_keys(self, ticks: Iterable[int]) -> None:
        """Select keys by their time."""
        chosen = frozenset(ticks)
        if chosen != self.selected_keys:
            self.selected_keys = chosen
            self.keys_selected.emit()

    # The whole document

    def replace_content(self, content: Content, tick: int = 0) -> None:
        """Work on another content from here on, e.g. of a file; what could be undone is gone."""
        if not content.characters:
            raise SixpointError("a document needs a character; this one has none")
        self.abort_gestures()
        self.animation = Document(content)
        self.undo_stack.clear()
        self.selected_keys = frozenset()
        self.set_character(next(iter(content.characters)), tick)
        self.content_replaced.emit()
        self.content_changed.emit()
        self.keys_selected.emit()
        self.history_changed.emit()

    def set_character(self, identity: str, tick: int | None = None) -> None:
        """Pose another character of the document."""
        self._take_character(identity)
        at = self.tick if tick is None else tick
        self._show(self._moment_at(at))

    def mark_saved(self) -> None:
        """What is here now is what the file has."""
        self.undo_stack.setClean()

    def abort_gestures(self) -> None:
        """End whatever gesture is going on as if it had not been."""
        if self.is_in_gesture:
            self.abort()
        self.abort_edit()

    # Inside

    def begin(self, label: str) -> None:
        self._before = self._moment()
        super().begin(label)

    def undo(self) -> None:
        if not self.animation.is_in_gesture:
            super().undo()

    def redo(self) -> None:
        if not self.animation.is_in_gesture:
            super().redo()

    def replay(self, edit: Edit | None, moment: Moment) -> None:
        """Apply a step of the undo stack in either direction and show the moment it leads to."""
        if edit is not None:
            self.animation.apply(edit)
        self._show(moment)
        if edit is not None:
            self.content_changed.emit()

    def _push(self, edit: posing.Edit) -> None:
        if self.auto_key:
            self._record(edit.label, self._key(edit.label))
        else:
            self._set_pending(True)
            self._record(edit.label, None)
        self.pose_changed.emit()

    def _key(self, label: str) -> Edit | None:
        """The pose shown as a key at the time shown; a key that is there keeps the way it goes on."""
        track, tick = self.track, self.tick
        there = track.get(tick)
        before = there or track.neighbours(tick)[0]
        key = key_of(tick, self.session.snapshot.posing, self.session.pose, before.interval if before else None)
        self._set_pending(False)
        if there is not None and there.digest == key.digest:
            return None
        return self.animation.do(label, self.content.with_track(self.character_id, track.with_key(key)))

    def _record(self, label: str, edit: Edit | None) -> None:
        """Put a finished gesture on the undo stack and tell."""
        self.undo_stack.push(Step(label, edit, self._before, self._moment(), self.replay))
        if edit is not None:
            self.content_changed.emit()
        self.history_changed.emit()

    def _moment(self) -> Moment:
        return Moment(self.character_id, self.tick, self.session.snapshot, self.has_pending_edit, self.selected_keys)

    def _moment_at(self, tick: int) -> Moment:
        """The motion at a time, without an edit in progress."""
        return Moment(self.character_id, tick, self._sampled(tick), False, self.selected_keys)

    def _show(self, moment: Moment) -> None:
        """Make a moment the one shown; of a character that is gone, the first one that is there."""
        if moment.character not in self.content.characters:
            self._take_character(next(iter(self.content.characters)))
            moment = self._moment_at(moment.tick)
        self._take_character(moment.character)
        is_elsewhen, self.tick = moment.tick != self.tick, moment.tick
        self.session.restore(moment.snapshot)
        self._set_pending(moment.is_pending)
        self.select_keys(moment.selected_keys)
        if is_elsewhen:
            self.time_changed.emit(self.tick)
        self.pose_changed.emit()

    def _take_character(self, identity: str) -> None:
        self.character_id = identity
        skeleton = self.character.rig.skeleton
        if self.session.skeleton is not skeleton:
            self.session = Session(skeleton, completion=self.session.completion)
            self.skeleton_changed.emit()

    def _show_content(self) -> None:
        """Take the pose from the keys as they are now, unless an edit in progress is shown or they agree with it."""
        if self.has_pending_edit:
            return
        key = self.track.get(self.tick)
        if key is None or not _is_same(key.pose, self.session.pose):
            self.session.restore(self._sampled(self.tick))
            self.pose_changed.emit()

    def _sampled(self, tick: int) -> Snapshot:
        return self._snapshots.at(self.track, self.session.skeleton, tick)

    def _set_pending(self, is_pending: bool) -> None:
        if is_pending != self.has_pending_edit:
            self.has_pending_edit = is_pending
            self.pending_changed.emit(is_pending)

    def _tell_modified(self) -> None:
        self.modified_changed.emit(self.is_modified)

    def _forget_missing_keys(self) -> None:
        self.select_keys(self.selected_keys.intersection(self.track.ticks.tolist()))


def _first_content(session: Session) -> Content:
    """One character with its pose as the first key."""
    key = key_of(0, session.snapshot.posing, session.pose)
    character = Character(Rig("Body", session.skeleton), Track((key,)))
    return Content(characters={"body": character})


def _is_same(a: Pose, b: Pose) -> bool:
    """Whether a pose is the other one on the grid that keys have, up to the sign of rotations."""
    aligned = np.abs((a.rotations * b.rotations).sum(axis=-1))
    return bool(np.allclose(a.root, b.root, rtol=0.0, atol=1e-8) and (aligned > 1.0 - 1e-14).all())
