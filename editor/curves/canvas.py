"""Plot and area on top of each other, and what is said where there is nothing to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from editor.curves.area import CurveArea
from editor.curves.channels import Channel
from editor.curves.curve_model import CurveModel
from editor.panels.parts import label
from editor.texts import tr
from editor.theme import Theme

if TYPE_CHECKING:
    from editor.curves.plot import CurvePlot

__all__ = ["AXIS_WIDTH", "CurveCanvas"]

AXIS_WIDTH = 56
_BUBBLE_AWAY = QPoint(14, -10)


class CurveCanvas(QWidget):
    """The curves with their value axis.

    Args:
        model: What is shown.
        theme: Its colours.
    """

    def __init__(self, model: CurveModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._theme = model, theme
        self._plot: CurvePlot | None = None
        self.area = CurveArea(model, theme, self)
        self.area.hovered.connect(self._show_bubble)
        self._empty = label("", "dim")
        self._empty.setParent(self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._bubble = _Bubble(self)
        self.setMinimumHeight(80)
        model.changed.connect(self._show_empty)
        model.groups_changed.connect(self._show_empty)
        self._show_empty()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.area.set_theme(theme)
        if self._plot is not None:
            self._plot.set_theme(theme)

    @property
    def bubble_text(self) -> str:
        """What is said beside the mouse; "" for nothing."""
        return self._bubble.text if self._bubble.isVisible() else ""

    @property
    def empty_text(self) -> str:
        """What is said instead of curves; "" where there are some."""
        return self._empty.text() if self._empty.isVisibleTo(self) else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        if self._plot is None:
            # pyqtgraph takes a moment to load: only once curves are looked at.
            from editor.curves.plot import CurvePlot

            self._plot = CurvePlot(self._model, self._theme, self)
            self._plot.lower()
            self._plot.show()
        self._place()
        super().showEvent(event)

    def _place(self) -> None:
        area = self.rect().adjusted(AXIS_WIDTH, 0, 0, 0)
        if self._plot is not None:
            self._plot.setGeometry(self.rect())
        self.area.setGeometry(area)
        if not self.visibleRegion().isEmpty():  # behind another tab the other panel says how much of time is seen
            self._model.view.set_width(area.width())
        self._empty.setGeometry(area.adjusted(24, 0, -24, 0))

    def _show_empty(self) -> None:
        model = self._model
        if not len(model.document.track):
            text = tr("The curves of the keys would be here. Pose the character and press K to set the first key.")
        elif not model.groups:
            text = tr("Select points in the viewport to see here how they move and how their joints turn.")
        elif not model.shown:
            text = tr("Every channel is switched off. Tick one on the left to see its curve.")
        else:
            text = ""
        self._empty.setText(text)
        self._empty.setVisible(bool(text))

    def _show_bubble(self, channel: Channel | None, at: QPoint) -> None:
        model, lines = self._model, self._model.lines
        if channel is None or lines is None or channel.group not in lines.values:
            self._bubble.hide()
            return
        tick = model.view.tick_at(at.x())
        value = model.scale.text(channel, lines.at(channel, tick))
        frame = tr("frame {frame}").format(frame=model.document.rate.frame(tick))
        self._bubble.show_text(channel.title, f"{value}  ·  {frame}", self.area.mapToParent(at))


class _Bubble(QFrame):
    """A small label beside the mouse that the mouse passes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self.setProperty("role", "bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name, self._value = QLabel(), label(role="dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(8)
        layout.addWidget(self._name)
        layout.addWidget(self._value)
        self.hide()

    @property
    def text(self) -> str:
        return f"{self._name.text()} {self._value.text()}"

    def show_text(self, name: str, value: str, at: QPoint) -> None:
        self._name.setText(name)
        self._value.setText(value)
        self.adjustSize()
        room: QRect = self._host.rect()
        x = max(min(at.x() + _BUBBLE_AWAY.x(), room.width() - self.width() - 4), 4)
        y = min(max(at.y() + _BUBBLE_AWAY.y() - self.height(), 4), room.height() - self.height() - 4)
        self.move(x, y)
        self.show()
        self.raise_()
