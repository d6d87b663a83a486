"""Choosing a frame of an opened motion: a slider under the viewport. It is hidden while no motion is open."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QSlider, QSpinBox, QWidget

from editor.document import EditorDocument
from editor.files import frame_pose
from editor.panels.parts import close_button, label
from editor.theme import Theme
from editor.theme.icons import icon
from models.animation import Clip

__all__ = ["ClipBar"]


class ClipBar(QFrame):
    """Also shows the progress of reading, with a button to stop it.

    A drag of the slider is one undo entry, as is a typed frame.
    """

    cancelled = Signal()

    def __init__(self, document: EditorDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._document = document
        self._clip: Clip | None = None
        self._name, self._count = label(), label(role="dim")
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName("Frame")
        self._frame = QSpinBox()
        self._frame.setKeyboardTracking(False)
        self._frame.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._progress = QProgressBar()
        self._progress.setMaximum(1000)
        self._progress.setTextVisible(False)
        self._close_button = close_button("Close the motion; the pose stays")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(10)
        for widget in (self._name, self._slider, self._progress, self._frame, self._count, self._close_button):
            layout.addWidget(widget, 1 if widget in (self._slider, self._progress) else 0)
        self._slider.sliderPressed.connect(self._begin)
        self._slider.sliderReleased.connect(self._end)
        self._slider.valueChanged.connect(self._slid)
        self._frame.valueChanged.connect(self._slider.setValue)
        self._close_button.clicked.connect(self.close_clip)
        self.set_theme(theme)
        self.hide()

    @property
    def clip(self) -> Clip | None:
        return self._clip

    def set_theme(self, theme: Theme) -> None:
        self._close_button.setIcon(icon("close", theme))

    def show_reading(self, name: str, share: float) -> None:
        """A motion is being read."""
        self._clip = None
        self._name.setText(f"Reading {name}")
        self._progress.setValue(round(1000 * share))
        self._show(is_reading=True)

    def show_clip(self, clip: Clip, name: str) -> None:
        """A motion was read; a single pose needs no bar."""
        self._clip = None  # moving the controls below is not choosing a frame
        for control in (self._slider, self._frame):
            control.setRange(0, clip.n_frames - 1)
            control.setValue(0)
        self._clip = clip
        self._name.setText(name)
        self._count.setText(f"of {clip.n_frames - 1}")
        self._show(is_reading=False)
        self.setVisible(clip.n_frames > 1)

    def close_clip(self) -> None:
        """Forget the motion, or stop reading it."""
        if self._clip is None:
            self.cancelled.emit()
        self._clip = None
        self.hide()

    def _show(self, is_reading: bool) -> None:
        self._progress.setVisible(is_reading)
        for widget in (self._slider, self._frame, self._count):
            widget.setVisible(not is_reading)
        self.show()

    def _begin(self) -> None:
        if not self._document.is_in_gesture:
            self._document.begin("Choose frame")

    def _end(self) -> None:
        if self._document.is_in_gesture:
            self._document.commit()

    def _slid(self, frame: int) -> None:
        self._frame.blockSignals(True)
        self._frame.setValue(frame)
        self._frame.blockSignals(False)
        if self._clip is None:
            return
        pose = frame_pose(self._clip, frame)
        if self._document.is_in_gesture:
            self._document.preview(lambda: self._document.session.set_pose(pose))
        else:
            self._document.do("Choose frame", lambda: self._document.session.set_pose(pose))
