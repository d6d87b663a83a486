"""The tween slider: the pose at the time shown a fraction of the way from the key before it to the key after it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from editor.curves.tween_bar import REST, TweenBar
from editor.document import EditorDocument
from editor.panels.parts import label
from editor.texts import tr
from editor.theme import Theme
from models.document import breakdown
from models.errors import SixpointError

__all__ = ["TweenSlider"]

_MOST_WIDTH = 360


class TweenSlider(QWidget):
    """Name, bar and percentage. A drag previews and ends as one undo step; Esc takes it back.

    After a drag the bar stays where it was left, until another time is shown or something else changes.

    Args:
        document: What is edited.
        theme: Its colours.
    """

    def __init__(self, document: EditorDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._is_going_on = False
        self.bar = TweenBar(theme)
        self._percent = QLabel()
        self._percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(8)
        row.addWidget(label(tr("Tween"), "dim"))
        row.addWidget(self.bar, 1)
        row.addWidget(self._percent)
        self._fit_percent()
        self.setMaximumWidth(_MOST_WIDTH)
        self.bar.changing.connect(self._preview)
        self.bar.finished.connect(self._finish)
        self.bar.aborted.connect(self._abort)
        document.time_changed.connect(self._start_anew)
        document.content_changed.connect(self._take_content)
        document.content_replaced.connect(self._start_anew)
        document.pending_changed.connect(self._start_anew)
        self._start_anew()

    def set_theme(self, theme: Theme) -> None:
        self.bar.set_theme(theme)

    def cancel(self) -> bool:
        """Take back a drag that is going on; False if there is none."""
        return self.bar.abort()

    @property
    def explanation(self) -> str:
        """Why it cannot be used now; "" where it can."""
        document = self._document
        if document.has_pending_edit:
            return tr("Set a key first (K)")
        before, after = document.track.neighbours(document.tick)
        if before is None and after is None:
            return tr("Needs two more keys")
        if before is None:
            return tr("No key before this frame")
        if after is None:
            return tr("No key after this frame")
        return ""

    def _preview(self, factor: float) -> None:
        document = self._document
        if not self._is_going_on:
            if document.is_in_gesture or document.animation.is_in_gesture:
                return
            document.begin_edit(tr("Tween"))
            self._is_going_on = True
        elif not document.animation.is_in_gesture:
            return  # another document was opened meanwhile
        try:
            key = breakdown(document.track, document.skeleton, document.tick, factor)
        except SixpointError as error:
            document.failed.emit(str(error))
            return
        document.preview_edit(document.content.with_track(document.character_id, document.track.with_key(key)))
        self._show_percent()

    def _finish(self) -> None:
        # Told to the others while it still counts as going on, so that the bar stays where it was left.
        if self._is_going_on and self._document.animation.is_in_gesture:
            self._document.commit_edit()
        self._is_going_on = False

    def _abort(self) -> None:
        if self._is_going_on:
            self._document.abort_edit()
        self._is_going_on = False
        self._start_anew()

    def _take_content(self) -> None:
        if not self._is_going_on:
            self._start_anew()

    def _start_anew(self) -> None:
        """Back to the middle, which says nothing about the pose that is there."""
        if not self._is_going_on:
            explanation = self.explanation
            self.bar.set_value(REST)
            self.bar.explain(explanation)
            self.setToolTip(
                explanation or tr("The pose between the key before (0 %) and the key after (100 %), and beyond")
            )
            self._show_percent()

    def _show_percent(self) -> None:
        self._percent.setText(f"{round(self.bar.value * 100)} %")
        self._percent.setEnabled(self.bar.isEnabled())

    def _fit_percent(self) -> None:
        self._percent.setFixedWidth(QFontMetrics(self._percent.font()).horizontalAdvance("-100 %") + 4)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._fit_percent()
        super().changeEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.cancel()
        super().hideEvent(event)
