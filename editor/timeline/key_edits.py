"""What is done to the selected keys by a command: each is one undo step."""

from __future__ import annotations

from editor.document import EditorDocument
from editor.texts import tr
from editor.timeline.interval_pens import interval_word
from editor.timeline.replaced import tell_replaced
from models.animation import Interpolation, Key, Track
from models.animation.track_edits import copied, eased, pasted, ripple_deleted, ripple_inserted
from models.document import mirrored_key
from models.errors import SixpointError

__all__ = ["KeyEdits"]


class KeyEdits:
    """Commands on the keys of the character that is posed. What cannot be done is told through `document.failed`.

    Args:
        document: What is edited.

    Attributes:
        clipboard: Copied keys, the first at time 0.
    """

    def __init__(self, document: EditorDocument) -> None:
        self._document = document
        self.clipboard: tuple[Key, ...] = ()

    @property
    def selected(self) -> frozenset[int]:
        return self._document.selected_keys

    @property
    def meant(self) -> frozenset[int]:
        """The selected keys; without any, the key at the time shown."""
        here = self._document.track.get(self._document.tick)
        return self.selected or frozenset([here.tick] if here else ())

    def select_all(self) -> None:
        self._document.select_keys(self._document.track.ticks.tolist())

    def select_none(self) -> None:
        self._document.select_keys(())

    def delete(self) -> None:
        if self.meant:
            self._apply(tr("Delete keys"), self._document.track.without(self.meant), frozenset())

    def copy(self) -> bool:
        """Keep the keys for pasting; False if there are none."""
        if self.meant:
            self.clipboard = copied(self._document.track, self.meant)
        return bool(self.meant)

    def cut(self) -> None:
        if self.copy():
            self._apply(tr("Cut keys"), self._document.track.without(self.meant), frozenset())

    def paste(self) -> None:
        """The copied keys, the first at the time shown; they replace keys at the same times."""
        self._paste(tr("Paste keys"), self.clipboard)

    def paste_mirrored(self) -> None:
        """The copied keys with left and right exchanged, each about its own body's plane."""
        skeleton = self._document.skeleton
        self._paste(tr("Paste keys mirrored"), tuple(mirrored_key(key, skeleton) for key in self.clipboard))

    def duplicate(self) -> None:
        """Copies behind the selected keys, at the first place where they cover no other key."""
        track, rate = self._document.track, self._document.rate
        keys = copied(track, self.meant)
        if not keys:
            return
        taken = frozenset(track.ticks.tolist())
        frame = rate.frame(max(self.meant)) + 1
        while any(key.tick + rate.tick(frame) in taken for key in keys):
            frame += 1
        self._paste(tr("Duplicate keys"), keys, rate.tick(frame))

    def interpolate(self, kind: Interpolation) -> None:
        """How the motion goes on from the selected keys; without any, in the interval at the time shown."""
        document = self._document
        before = document.track.get(document.tick) or document.track.neighbours(document.tick)[0]
        chosen = self.selected or frozenset([before.tick] if before else ())
        if chosen:
            label = tr("Interpolation {kind}", kind=interval_word(kind))
            self._apply(label, eased(document.track, chosen, kind), self.selected)

    def insert_frame(self) -> None:
        """One frame of time at the time shown: the keys from there on move on."""
        document = self._document
        frame = document.rate.tick(document.frame + 1) - document.rate.tick(document.frame)
        self._apply(tr("Insert a frame"), ripple_inserted(document.track, document.tick, frame), frozenset())

    def remove_frame(self) -> None:
        """The frame at the time shown taken out, its key too; later keys move up."""
        document = self._document
        stop = document.rate.tick(document.frame + 1)
        self._apply(tr("Remove a frame"), ripple_deleted(document.track, document.tick, stop), frozenset())

    def remove_interval(self) -> None:
        """The selected keys and the time from the first to the last of them taken out; later keys move up."""
        if self.selected:
            start, stop = min(self.selected), max(self.selected)
            later = self._document.track.neighbours(stop)[1]
            rate = self._document.rate
            after = rate.tick(rate.frame(stop) + 1)
            stop = min(after, later.tick) if later else after
            self._apply(tr("Remove the interval"), ripple_deleted(self._document.track, start, stop), frozenset())

    def _paste(self, label: str, keys: tuple[Key, ...], at: int | None = None) -> None:
        if not keys:
            return
        start = self._document.tick if at is None else at
        selected = frozenset(key.tick + start for key in keys)
        try:
            track = pasted(self._document.track, keys, start)
        except SixpointError as error:
            self._document.failed.emit(str(error))
            return
        taken = selected.intersection(self._document.track.ticks.tolist())
        self._apply(label, track, selected)
        tell_replaced(self._document, len(taken))

    def _apply(self, label: str, track: Track, selected: frozenset[int]) -> None:
        self._document.edit_track(label, track, selected)
