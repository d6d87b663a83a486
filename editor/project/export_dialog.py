"""Export of motion: for which program, what of it, and how it is written."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.panels.parts import label, rule
from editor.project.export_presets import name_sets, presets
from editor.project.export_work import ExportOptions
from editor.project.fields import UNITS, UPS, add_row, number_box
from editor.texts import tr
from models.animation import FrameRate
from models.document import Range

__all__ = ["ExportDialog"]

_WIDTH = 460
_ORDERS = ("ZXY", "ZYX", "YXZ", "YZX", "XYZ", "XZY")


class ExportDialog(QDialog):
    """Chooses how a motion is written; where, and the writing, are left to whoever opened it.

    Args:
        parent: The window.
        document: What is exported.
        preset: The program that was chosen last.
    """

    chosen = Signal(object, str)  # ExportOptions, preset

    def __init__(self, parent: QWidget, document: EditorDocument, preset: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("export")
        self.setWindowTitle(tr("Export motion"))
        self.setMinimumWidth(_WIDTH)
        self._document = document
        self.preset = _list(tr("For"), {each.name: each.name for each in presets()})
        self.unit = _list(tr("Unit"), {unit: tr(text) for unit, text in UNITS.items()})
        self.up = _list(tr("Up axis"), UPS)
        self.order = _list(tr("Rotation order"), {order: order for order in _ORDERS})
        self.names = _list(tr("Joint names"), {"": tr("The body's own, as HumanIK"), **{n: n for n in name_sets()}})
        self.rate = number_box(tr("Frames a second"), (0.01, 1000.0), 3, tr("frames a second"))
        self._advice = label("", "dim")
        self._advice.setWordWrap(True)
        self._size = label("", "dim")
        self.range, self.keys = (
            QRadioButton(tr("The playback range")),
            QRadioButton(tr("From the first key to the last")),
        )
        self.pose = QRadioButton(tr("The pose shown"))
        self._spans = QButtonGroup(self)
        for button in (self.range, self.keys, self.pose):
            self._spans.addButton(button)
            button.toggled.connect(self._show_size)
        has_motion = len(document.track) > 1
        self.keys.setEnabled(has_motion)
        (self.range if has_motion else self.pose).setChecked(True)
        self.export_button, cancel = QPushButton(tr("Export...")), QPushButton(tr("Cancel"))
        self.export_button.setDefault(True)
        cancel.setAutoDefault(False)
        self.export_button.clicked.connect(self._finish)
        cancel.clicked.connect(self.reject)
        self.preset.currentIndexChanged.connect(self._take_preset)
        self.rate.valueChanged.connect(lambda _: self._show_size())
        self._lay_out(cancel)
        self.preset.setCurrentIndex(max(self.preset.findData(preset), 0))
        self._take_preset()

    def _lay_out(self, cancel: QPushButton) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        add_row(form, tr("For"), self.preset)
        add_row(form, "", self._advice)
        for text, field in (
            (tr("Unit"), self.unit),
            (tr("Up axis"), self.up),
            (tr("Rotation order"), self.order),
            (tr("Rate"), self.rate),
            (tr("Joint names"), self.names),
        ):
            add_row(form, text, field)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._size)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.export_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(8)
        layout.addLayout(form)
        layout.addWidget(rule())
        layout.addWidget(label(tr("What"), "heading"))
        for button in (self.range, self.keys, self.pose):
            layout.addWidget(button)
        layout.addSpacing(8)
        layout.addLayout(buttons)

    def options(self) -> ExportOptions:
        """What was chosen."""
        document = self._document
        return ExportOptions(
            unit=self.unit.currentData(),
            up=self.up.currentData(),
            order=self.order.currentData(),
            rate=self._rate(),
            names=self.names.currentData() or None,
            span=_key_span(document) if self.keys.isChecked() else document.playback,
            pose=document.session.pose if self.pose.isChecked() else None,
        )

    def _rate(self) -> FrameRate:
        own = self._document.rate
        return own if abs(self.rate.value() - own.fps) < 1e-3 else FrameRate.of(self.rate.value())

    def _take_preset(self) -> None:
        preset = next(each for each in presets() if each.name == self.preset.currentData())
        for field, value in (
            (self.unit, preset.unit),
            (self.up, preset.up),
            (self.order, preset.order),
            (self.names, preset.names or ""),
        ):
            field.setCurrentIndex(field.findData(value))
        self.rate.setValue(preset.rate or self._document.rate.fps)
        self._advice.setText(tr(preset.advice))

    def _show_size(self) -> None:
        options = self.options()
        n_frames = (
            1
            if options.pose is not None or options.span is None
            else 1 + options.rate.frame(options.span.stop - options.span.start)
        )
        self._size.setText(tr("One frame") if n_frames == 1 else tr("{count} frames", count=f"{n_frames:,}"))

    def _finish(self) -> None:
        self.accept()
        self.chosen.emit(self.options(), self.preset.currentData())


def _key_span(document: EditorDocument) -> Range:
    """From the first key to the last."""
    ticks = document.track.ticks
    return Range(int(ticks[0]), int(ticks[-1]))


def _list(name: str, values: dict[str, str]) -> QComboBox:
    result = QComboBox()
    result.setAccessibleName(name)
    for value, text in values.items():
        result.addItem(text, value)
    return result
