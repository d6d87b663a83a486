"""The Qt face of a posing session: signals, the undo stack, the selection. Posing itself is in `models.posing`.

One path for every change: begin, preview any number of times, commit one command. `pose_changing` follows the mouse
and drives only the viewport; `numbers_changed` follows it at a rate that can be read; `pose_changed` comes once a
change is done, undone or redone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from editor.commands import PoseCommand
from models.body import LEVELS, POINTS
from models.errors import SixpointError
from models.posing import Edit, HandleState, Session

__all__ = ["PoseDocument"]

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_NUMBERS_MS = 50
_UNDO_LIMIT = 1000  # steps of about 10 kB: more than anyone takes back, little memory


class PoseDocument(QObject):
    """One character being posed, as the window's parts see it."""

    pose_changing = Signal()
    numbers_changed = Signal()
    pose_changed = Signal()
    selection_changed = Signal()
    level_changed = Signal()
    history_changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(_UNDO_LIMIT)
        self.level = min(LEVELS)
        self.selected: BoolArray = np.zeros(len(POINTS), dtype=bool)
        self.solve_ms = 0.0
        self._is_in_gesture = False
        self._numbers_timer = QTimer(self)
        self._numbers_timer.setSingleShot(True)
        self._numbers_timer.setInterval(_NUMBERS_MS)
        self._numbers_timer.timeout.connect(self.numbers_changed)
        self.pose_changed.connect(self.numbers_changed)

    # What is shown

    @property
    def points(self) -> Array:
        """(43, 3) metres."""
        return self.session.points

    @property
    def states(self) -> NDArray[np.int8]:
        """(43,) `HandleState` of each point."""
        return self.session.snapshot.posing.states

    @property
    def targets(self) -> Array:
        """(43, 3) where pinned points were asked to be, metres."""
        return self.session.snapshot.posing.targets

    @property
    def unreached(self) -> BoolArray:
        """(43,) pinned points that the body cannot bring to their target."""
        return np.isin(POINTS, self.session.unreached)

    @property
    def miss_m(self) -> float:
        """The largest distance of a pinned point from its target, metres."""
        pinned = self.states == HandleState.PINNED
        return float(np.linalg.norm(self.points - self.targets, axis=-1)[pinned].max(initial=0.0))

    @property
    def is_completing(self) -> bool:
        """Whether any region is completed by the networks."""
        return bool(self.session.completed_regions)

    @property
    def is_in_gesture(self) -> bool:
        return self._is_in_gesture

    def selected_names(self) -> list[str]:
        return [POINTS[point] for point in np.flatnonzero(self.selected)]

    def give_up_completion(self) -> None:
        """Complete nothing from here on, without moving the body; for a start without networks."""
        pose = self.session.pose
        self.session.set_completion(False)
        self.session.set_pose(pose)
        self.pose_changed.emit()

    # Selection and level are views of the document: they are not undone

    def select(self, points: Iterable[int], add: bool = False) -> None:
        """Select points by index; with `add`, those already selected are toggled."""
        chosen = np.zeros(len(POINTS), dtype=bool)
        chosen[list(points)] = True
        if add:
            chosen = self.selected ^ chosen
        if not np.array_equal(chosen, self.selected):
            self.selected = chosen
            self.selection_changed.emit()

    def set_level(self, level: int) -> None:
        """Show the handles of a level: 6, 16 or 28."""
        if level != self.level:
            self.level = level
            self.level_changed.emit()

    # Gestures

    def begin(self, label: str) -> None:
        self.session.begin(label)
        self._is_in_gesture = True

    def preview(self, change: Callable[[], None]) -> bool:
        """Apply a change inside a gesture; a failure is reported and leaves the pose as it was."""
        start = time.perf_counter()
        before = self.session.snapshot
        try:
            change()
        except SixpointError as error:
            self.session.restore(before)
            self.failed.emit(str(error))
            return False
        self.solve_ms = (time.perf_counter() - start) * 1e3
        self.pose_changing.emit()
        if not self._numbers_timer.isActive():
            self._numbers_timer.start()
        return True

    def commit(self) -> None:
        """End the gesture with one entry on the undo stack, or none if nothing changed."""
        self._is_in_gesture = False
        edit = self.session.commit()
        if edit is not None:
            self._push(edit)
            self.history_changed.emit()

    def _push(self, edit: Edit) -> None:
        """Put a finished gesture on the undo stack."""
        self.undo_stack.push(PoseCommand(self.session, edit, self.pose_changed.emit))

    def abort(self) -> None:
        """End the gesture as if it had not been."""
        self._is_in_gesture = False
        self.session.abort()
        self.pose_changed.emit()

    def undo(self) -> None:
        """Take back the last entry; not while a gesture is going on."""
        if not self._is_in_gesture:
            self.undo_stack.undo()
            self.history_changed.emit()

    def redo(self) -> None:
        """Do again what was taken back last; not while a gesture is going on."""
        if not self._is_in_gesture:
            self.undo_stack.redo()
            self.history_changed.emit()

    def do(self, label: str, change: Callable[[], None]) -> None:
        """A gesture of one step, e.g. a button."""
        if self._is_in_gesture:
            return
        self.begin(label)
        if self.preview(change):
            self.commit()
        else:
            self.abort()

    def drag(self, positions: Mapping[str, Array]) -> bool:
        """Preview points at positions (3,), metres."""
        return self.preview(lambda: self.session.drag_points(positions))

    def set_state(self, state: HandleState) -> None:
        """Pin, free or switch off the selected points."""
        names = self.selected_names()
        if names:
            label = {HandleState.FREE: "Free", HandleState.PINNED: "Pin", HandleState.OFF: "Switch off"}[state]
            self.do(f"{label} {_counted(names)}", lambda: self.session.set_state(names, state))

    def toggle_pins(self) -> None:
        """Free the selected points if all of them are pinned, else pin them all."""
        names = self.selected_names()
        if names:
            is_pinned = bool((self.states[self.selected] == HandleState.PINNED).all())
            label = "Free" if is_pinned else "Pin"
            self.do(f"{label} {_counted(names)}", lambda: self.session.toggle_pins(names))


def _counted(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} points"
