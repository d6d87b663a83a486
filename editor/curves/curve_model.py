"""What the curve editor shows of a document, worked out when something changed and it is on screen."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from editor.curves.channels import Channel, Group, groups_of
from editor.curves.key_table import KeyTable
from editor.curves.lines import Lines, drawn_lines
from editor.curves.motion_values import group_values
from editor.curves.sampler import Sampler
from editor.curves.value_view import Scale, ValueView
from editor.document import EditorDocument
from editor.timeline.time_view import TimeView
from models.animation import Pose

__all__ = ["CurveModel"]

Array = NDArray[np.float64]

# More curves than that cannot be told apart; the rest can be switched on.
_MOST_GROUPS_SHOWN = 12
_MOST_MARKED = 24
# Pins are held in the pauses of the event loop; a slice is far below a frame.
_REFINE_S, _REFINE_PAUSE_MS = 0.006, 4


class CurveModel(QObject):
    """Channels, curves and scales; the widgets draw it and gestures ask it.

    Args:
        document: What is shown.
        view: The part of time.

    Attributes:
        groups: What can be shown for the selected points.
        focused: The channel that is emphasised.
        values: The part of the value axis.
        scale: From a channel's numbers to those of the axis.
    """

    changed = Signal()  # the curves are to be drawn anew
    groups_changed = Signal()

    def __init__(self, document: EditorDocument, view: TimeView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document, self.view = document, view
        self.values = ValueView(self)
        self.groups: list[Group] = []
        self.focused: Channel | None = None
        self.scale = Scale()
        self._hidden: set[Channel] = set()
        self._sampler = Sampler()
        self._table: KeyTable | None = None
        self._lines: Lines | None = None
        self._is_live = False
        self._update_timer = self._timer(0, self._update)
        self._refine_timer = self._timer(_REFINE_PAUSE_MS, self._refine)
        view.changed.connect(self.schedule)
        self.values.changed.connect(self.schedule)
        document.content_changing.connect(self.schedule)
        document.content_changed.connect(self._take_content)
        document.keys_selected.connect(self.schedule)
        document.selection_changed.connect(self._take_selection)
        document.skeleton_changed.connect(self._take_skeleton)
        document.content_replaced.connect(self._take_skeleton)
        self._take_selection()

    # What is shown

    @property
    def table(self) -> KeyTable | None:
        """The keys in columns, as they are now; None without keys."""
        track, skeleton = self.document.track, self.document.skeleton
        if not len(track):
            self._table = None
        elif self._table is None or self._table.track is not track or self._table.skeleton is not skeleton:
            self._table = KeyTable(track, skeleton, self._table)
        return self._table

    @property
    def lines(self) -> Lines | None:
        """The curves drawn last; None where there is nothing to draw."""
        return self._lines

    @property
    def shown(self) -> list[Channel]:
        """The channels that are switched on, the emphasised one last so that it is on top."""
        channels = [channel for group in self.groups for channel in group.channels if channel not in self._hidden]
        return sorted(channels, key=lambda channel: channel == self.focused)

    def is_shown(self, channel: Channel) -> bool:
        return channel not in self._hidden

    @property
    def is_settled(self) -> bool:
        """Whether everything drawn is up to date, pins included."""
        return not (self._update_timer.isActive() or self._refine_timer.isActive())

    def values_now(self, group: Group) -> Array:
        """(3,) of the pose shown, which may not be a key yet, in the order of the group's columns."""
        document, table = self.document, self.table
        pose = Pose(document.session.pose.root[None], document.session.pose.rotations[None])
        after = None
        if table is not None and group.kind == "turn":
            row = max(int(np.searchsorted(table.ticks, document.tick, side="right")) - 1, 0)
            after = table.values(group)[row]
        return np.asarray(group_values(document.skeleton, pose, group, after)[0])

    # Changing what is shown

    def show_channels(self, channels: Iterable[Channel], is_on: bool) -> None:
        """Switch curves on or off."""
        before = set(self._hidden)
        if is_on:
            self._hidden -= set(channels)
        else:
            self._hidden |= set(channels)
        if self._hidden != before:
            self.schedule()

    def focus(self, channel: Channel | None) -> None:
        """Emphasise a curve."""
        if channel != self.focused:
            self.focused = channel
            self.changed.emit()

    def set_unit(self, unit: str) -> None:
        """Tell places in "m" or "cm"; the curves stay where they are."""
        self.scale = Scale(unit, self._extent if self.scale.is_normalised else None)
        self.changed.emit()

    def set_normalised(self, is_on: bool) -> None:
        """Every curve over the whole height, whatever its numbers."""
        self.scale = Scale(self.scale.unit, self._extent if is_on else None)
        self.frame_values()
        self.changed.emit()

    def set_live(self, is_live: bool) -> None:
        """Whether it is on screen; nothing is worked out otherwise."""
        self._is_live = is_live
        if is_live:
            self.schedule()
        else:
            self._update_timer.stop()
            self._refine_timer.stop()

    def frame(self, selected_only: bool = False) -> None:
        """Fit all keys, or the selected ones, into the area."""
        table, shown = self.table, self.shown
        if table is None:
            return
        rows = np.arange(len(table))
        if selected_only and self.document.selected_keys:
            rows = np.flatnonzero(np.isin(table.ticks, list(self.document.selected_keys)))
        start, stop = int(table.ticks[rows[0]]), int(table.ticks[rows[-1]])
        least = self.document.rate.tick(10)
        if stop - start < least:
            start, stop = start - least // 2, stop + least // 2
        self.view.show(start, stop)
        self._fit([table.channel(channel)[rows] for channel in shown], shown)

    def frame_values(self) -> None:
        """Fit the curves on screen into the height, leaving time as it is."""
        table, shown, lines = self.table, self.shown, self._lines
        if table is None or not self._is_live:
            return
        rows = table.between(self.view.start, self.view.stop)
        rows = rows if rows.stop > rows.start else slice(0, len(table))
        values = [table.channel(channel)[rows] for channel in shown]
        if lines is not None:
            # A curve may swing beyond its keys.
            values = [
                np.append(at_keys, lines.channel(channel)) if channel.group in lines.values else at_keys
                for channel, at_keys in zip(shown, values, strict=True)
            ]
        self._fit(values, shown)

    def schedule(self) -> None:
        """Something changed: work it out once when the event loop is free."""
        if self._is_live and not self._update_timer.isActive():
            self._update_timer.start()

    # Inside

    def _timer(self, interval_ms: int, call: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(call)
        return timer

    def _fit(self, values: list[Array], channels: list[Channel]) -> None:
        """Show values of some channels between the margins."""
        shown = [self.scale.shown(channel, each) for channel, each in zip(channels, values, strict=True)]
        if shown:
            self.values.show(float(min(each.min() for each in shown)), float(max(each.max() for each in shown)))

    def _extent(self, channel: Channel) -> tuple[float, float]:
        if self.table is None:
            return 0.0, 0.0
        values = self.table.channel(channel)
        return float(values.min()), float(values.max())

    def _take_content(self) -> None:
        # The normalised view keeps its scale during a drag, else the dragged extreme would stay at the edge.
        self.scale = Scale(self.scale.unit, self._extent if self.scale.is_normalised else None)
        self.schedule()

    def _take_skeleton(self) -> None:
        self._sampler, self._table = Sampler(), None
        self._take_selection()

    def _take_selection(self) -> None:
        groups = groups_of(self.document.skeleton, np.flatnonzero(self.document.selected))
        if groups == self.groups:
            return
        self._hidden = {channel for group in groups[_MOST_GROUPS_SHOWN:] for channel in group.channels}
        self.groups, self.focused = groups, None
        self.groups_changed.emit()
        # Which part of time is seen is the user's, and the dope sheet's too.
        self.frame_values()
        self.schedule()

    def _update(self) -> None:
        table, groups = self.table, {channel.group: None for channel in self.shown}
        if table is None or not groups:
            self._lines = None
        else:
            marked = sorted(self.document.selected_keys)[:_MOST_MARKED]
            self._lines = drawn_lines(table, self._sampler, self.view, groups, marked)
            if not self._lines.is_dense and not self._sampler.is_exact:
                self._refine_timer.start()
        self.changed.emit()

    def _refine(self) -> None:
        if self._sampler.refine(self.document.skeleton, _REFINE_S):
            self._refine_timer.start()
        elif self._sampler.has_corrected:
            self._redraw_refined()

    def _redraw_refined(self) -> None:
        table, lines = self.table, self._lines
        if table is not None and lines is not None and not lines.is_dense:
            marked = sorted(self.document.selected_keys)[:_MOST_MARKED]
            self._lines = drawn_lines(table, self._sampler, self.view, lines.values, marked)
            self.changed.emit()
