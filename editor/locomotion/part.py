"""Locomotion in the window: puts the path, the drafts, the panel and the timeline's row together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from editor.document import EditorDocument
from editor.locomotion.draft_layer import DraftLayer
from editor.locomotion.draft_row import DraftRow
from editor.locomotion.drafts import DraftMaker
from editor.locomotion.inserting import inserted
from editor.locomotion.panel import LocomotionPanel
from editor.locomotion.path_layer import PathLayer
from editor.texts import tr
from models.errors import SixpointError
from models.locomotion.elsewhere import start_elsewhere

__all__ = ["LocomotionPart"]


class LocomotionPart(QObject):
    """All of locomotion drafts.

    Args:
        document: Whose plans they are.
        settings: Remember the motion database.

    Attributes:
        layers: For the viewport.
        rows: For the timeline.
        panel: For a dock.
    """

    told = Signal(str, str)  # what was done, details
    failed = Signal(str, str)  # message, details
    tool_changed = Signal(bool)  # the mouse works on the path, or no longer

    def __init__(self, document: EditorDocument, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._settings = document, settings
        self.path = PathLayer(document, self)
        self.maker, self.other = DraftMaker(document, parent=self), DraftMaker(document, parent=self)
        self.other.set_on(False)
        drafts = DraftLayer(document, [(self.maker, "path.draft"), (self.other, "path.other")], self)
        self.layers = (drafts, self.path)
        self.rows = (DraftRow(document, lambda: (self.path.plan, self.maker.draft)),)
        self.panel = LocomotionPanel(document, self.path, self.maker, self.other)
        self.panel.tool_toggled.connect(self.path.set_active)
        self.panel.insert_requested.connect(self.insert)
        self.panel.database_requested.connect(self.ask_database)
        self.panel.refused.connect(lambda text: self.failed.emit(text, ""))
        self.path.active_changed.connect(self.tool_changed)
        self.path.active_changed.connect(lambda is_on: start_elsewhere() if is_on else None)
        for maker in (self.maker, self.other):
            maker.failed.connect(self.failed)
        kept = str(settings.value("motion_database", ""))
        if kept:
            self._use_database(Path(kept))
        self.maker.refresh()

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """What this part does for the table of actions."""
        return {
            "path_tool": self.path.set_active,
            "path_delete": self.path.delete_selected,
            "path_clear": self.path.clear,
            "draft_insert": lambda: self.insert(1.0),
        }

    def checked(self) -> dict[str, bool]:
        """Which of the actions that are on or off are on."""
        return {"path_tool": self.path.is_active}

    def cancel(self) -> bool:
        """Leave the path tool; whether it was on."""
        was_on = self.path.is_active
        self.path.set_active(False)
        return was_on

    def insert(self, tolerance_cm: float | None) -> None:
        """Make the draft keys, in one undo step."""
        document, draft = self._document, self.maker.draft
        if draft is None:
            self.failed.emit(tr("There is no draft to insert; draw a path first."), "")
            return
        try:
            result = inserted(document.content, document.character_id, draft, tolerance_cm)
        except SixpointError as error:
            self.failed.emit(str(error), "")
            return
        self.path.set_active(False)
        if document.edit(tr("Insert draft"), result.content):
            self.told.emit(
                tr(
                    "Inserted {keys} keys for {frames} frames, within {error} cm.",
                    keys=result.n_keys,
                    frames=result.n_frames,
                    error=f"{100 * result.error_m:.2f}",
                ),
                tr("{count} keys in its time were replaced.", count=result.n_replaced) if result.n_replaced else "",
            )

    def ask_database(self) -> None:
        """Let the user choose the file that motion matching searches."""
        folder = str(Path(str(self._settings.value("motion_database", ""))).parent)
        name, _ = QFileDialog.getOpenFileName(self.panel, tr("Motion database"), folder, tr("Motion database (*.npz)"))
        if name:
            self._settings.setValue("motion_database", name)
            self._use_database(Path(name))

    def shut_down(self) -> None:
        """Stop all work and wait for it."""
        self.maker.shut_down()
        self.other.shut_down()

    def _use_database(self, path: Path) -> None:
        for maker in (self.maker, self.other):
            maker.set_database(path)
