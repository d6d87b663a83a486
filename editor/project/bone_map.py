"""Which joint of a file is which joint of the body: shown with confidence, corrected by hand, kept in a file."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from editor.names import point_title
from editor.texts import tr
from editor.theme import Theme
from editor.theme.icons import icon
from models.body import JOINTS, POINTS
from models.formats.rig_map import MARKERS, RigMap

__all__ = ["BoneMap", "body_title"]

_CERTAIN, _LIKELY = 0.9, 0.6
_BODY, _FILE, _SURE = range(3)


class _Choice(QComboBox):
    """A choice that the wheel does not change, so that the table can be scrolled over it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class BoneMap(QTableWidget):
    """A row for each joint of the body and each marker. What was chosen by hand is certain."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self._theme = theme
        self._map = RigMap({}, {})
        self._choices: dict[str, QComboBox] = {}
        self.setHorizontalHeaderLabels([tr("Body"), tr("In the file"), tr("Confidence")])
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(30)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setShowGrid(False)
        self.setAccessibleName(tr("Bone map"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(_BODY, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_FILE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_SURE, QHeaderView.ResizeMode.ResizeToContents)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    @property
    def rig_map(self) -> RigMap:
        """The map as it is shown."""
        return self._map

    def choice(self, name: str) -> QComboBox:
        """The choice of a joint or marker of the body."""
        return self._choices[name]

    def show_map(self, rig_map: RigMap, joints: tuple[str, ...], points: tuple[str, ...]) -> None:
        """Show a map to a rig.

        Args:
            rig_map: The map.
            joints: All joints of the rig.
            points: All its points, which markers can be as well.
        """
        self._map = rig_map
        self._choices = {}
        self.setRowCount(0)
        self.setRowCount(len(JOINTS) + len(MARKERS))
        for row, name in enumerate((*JOINTS, *MARKERS)):
            is_joint = row < len(JOINTS)
            title = body_title(name)
            self.setItem(row, _BODY, _fixed(title))
            choice = _Choice()
            choice.addItem(tr("(none)"), None)
            for joint in (*joints, *(() if is_joint else points)):
                choice.addItem(joint, joint)
            chosen = (rig_map.joints if is_joint else rig_map.markers).get(name)
            choice.setCurrentIndex(max(choice.findData(chosen), 0))
            choice.setAccessibleName(title)
            choice.activated.connect(lambda _, name=name: self._choose(name))
            self.setCellWidget(row, _FILE, choice)
            self._choices[name] = choice
            self.setItem(row, _SURE, _fixed(""))
            self._show_confidence(name)

    def _choose(self, name: str) -> None:
        joint = self._choices[name].currentData()
        if name not in JOINTS:
            self._map = replace(self._map, markers={**self._map.markers, name: joint})
        else:
            joints, confidence = dict(self._map.joints), dict(self._map.confidence)
            for other in JOINTS:  # a joint of the file plays one part
                if joint is not None and other != name and joints.get(other) == joint:
                    joints[other] = None
                    confidence.pop(other, None)
                    self._choices[other].setCurrentIndex(0)
            joints[name] = joint
            confidence[name] = 1.0
            if joint is None:
                del confidence[name]
            self._map = replace(self._map, joints=joints, confidence=confidence)
            for other in JOINTS:
                self._show_confidence(other)
        self.changed.emit()

    def _show_confidence(self, name: str) -> None:
        row = (*JOINTS, *MARKERS).index(name)
        item = self.item(row, _SURE)
        if item is None or name not in JOINTS:
            return
        is_mapped = self._map.joints.get(name) is not None
        sure = self._map.confidence.get(name, 1.0)
        words, token, picture = tr("missing"), "dim", "off"
        if is_mapped and sure >= _LIKELY:
            words, token, picture = f"{sure:.0%}", "success" if sure >= _CERTAIN else "accent", "done"
        elif is_mapped:
            words, token, picture = tr("{share} check this", share=f"{sure:.0%}"), "warning", "warning"
        item.setText(words)
        item.setIcon(icon(picture, self._theme))
        item.setForeground(QBrush(QColor(self._theme[token])))


def body_title(name: str) -> str:
    """What a joint or marker of the body is called."""
    return point_title(POINTS.index(name)) if name in POINTS else name


def _fixed(text: str) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    return item
