"""The panel of locomotion drafts: what walks, the selected waypoint, what came of it, and making it keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.document import EditorDocument
from editor.locomotion.drafts import DraftMaker
from editor.locomotion.path_layer import PathLayer
from editor.locomotion.report import summary
from editor.locomotion.waypoint_form import WaypointForm
from editor.panels.number_field import NumberField
from editor.panels.parts import label, rule, toggle
from editor.panels.units import Unit
from editor.texts import tr
from models.document import DraftPlan
from models.errors import SixpointError
from models.locomotion import GAITS, Gait, Waypoint, generators

__all__ = ["LocomotionPanel"]

_CENTIMETRES = Unit("cm", 1.0, 1, 0.1, (("mm", 0.1), ("m", 100.0)))
_MOST_CM = 20.0
_WIDTH = 288


class LocomotionPanel(QScrollArea):
    """Shows the plan of the character shown; every control changes the document, none keeps a value of its own.

    Args:
        document: Whose plan it is.
        path: The path in the viewport.
        maker: Makes the draft.
        other: Makes a second one, to compare.
    """

    tool_toggled = Signal(bool)
    insert_requested = Signal(object)  # tolerance in cm, or None for every frame
    database_requested = Signal()
    refused = Signal(str)

    def __init__(
        self,
        document: EditorDocument,
        path: PathLayer,
        maker: DraftMaker,
        other: DraftMaker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._path, self._maker, self._other = document, path, maker, other
        self._tolerance_cm = 1.0
        self.setObjectName("inspector")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_WIDTH)
        page = QWidget()
        page.setObjectName("page")
        self._layout = QVBoxLayout(page)
        self._layout.setContentsMargins(16, 16, 16, 16)
        self._layout.setSpacing(8)
        self._build_path()
        self._build_waypoint()
        self._build_draft()
        self._build_insert()
        self.setWidget(page)
        for signal in (document.content_changed, document.content_changing, path.selection_changed, maker.made):
            signal.connect(self.refresh)
        path.active_changed.connect(self.refresh)
        maker.progressed.connect(self._show_progress)
        self.refresh()

    # Building

    def _build_path(self) -> None:
        self._tool = toggle(tr("Draw path"), tr("Click on the ground to add waypoints, drag to move them"))
        self._tool.clicked.connect(self.tool_toggled)
        self._layout.addWidget(self._tool)
        self._empty = label(
            tr("A path on the ground becomes a walk. Draw one: it begins where the character stands."), "dim"
        )
        self._empty.setWordWrap(True)
        self._layout.addWidget(self._empty)
        # What follows is about a path, and hidden while there is none.
        self._about_path = QWidget()
        page, self._layout = self._layout, QVBoxLayout(self._about_path)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        page.addWidget(self._about_path)
        page.addStretch(1)
        self._generator = self._choice(tr("Generator"), generators(), lambda plan, name: replace(plan, generator=name))
        gaits = {gait: tr(gait.capitalize()) for gait in GAITS}
        self._gait = self._choice(tr("Gait"), gaits, lambda plan, gait: plan.with_gait(cast("Gait", gait)))
        self._seed = QSpinBox()
        self._seed.setRange(0, 9999)
        self._seed.setKeyboardTracking(False)
        self._seed.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._seed.setToolTip(tr("Another seed, another walk along the same path"))
        self._seed.valueChanged.connect(
            lambda seed: self._change(tr("Other seed"), lambda plan: replace(plan, seed=seed))
        )
        self._add_row(tr("Seed"), self._seed)
        self._from_pose = self._flag(
            tr("Start from the pose"),
            lambda plan, is_on: replace(plan, from_pose=is_on),
            tr("Blend out of the key there"),
        )
        self._to_key = self._flag(
            tr("End in the next key"),
            lambda plan, is_on: replace(plan, to_key=is_on),
            tr("Blend into the key after it"),
        )

    def _build_waypoint(self) -> None:
        self._layout.addWidget(rule())
        self._title = label("", "title")
        self._layout.addWidget(self._title)
        self._form = WaypointForm()
        self._form.changed.connect(self._take_waypoint)
        self._form.refused.connect(self.refused)
        self._layout.addWidget(self._form)
        self._delete = QPushButton(tr("Delete waypoint"))
        self._delete.clicked.connect(self._path.delete_selected)
        self._layout.addWidget(self._delete)

    def _build_draft(self) -> None:
        self._layout.addWidget(rule())
        self._layout.addWidget(label(tr("Draft"), "title"))
        self._report = label("", "dim")
        self._report.setWordWrap(True)
        self._layout.addWidget(self._report)
        self._progress = QProgressBar()
        self._progress.setMaximum(1000)
        self._progress.setTextVisible(False)
        self._layout.addWidget(self._progress)
        self._compare = _combo()
        self._compare.addItem(tr("Nothing"), None)
        for name, title in generators().items():
            self._compare.addItem(title, name)
        self._compare.activated.connect(self._take_other)
        self._add_row(tr("Compare with"), self._compare)
        self._database = QPushButton(tr("Motion database..."))
        self._database.setToolTip(tr("The file of recorded motion that motion matching searches"))
        self._database.clicked.connect(self.database_requested)
        self._layout.addWidget(self._database)

    def _build_insert(self) -> None:
        self._layout.addWidget(rule())
        self._layout.addWidget(label(tr("Make it keys"), "title"))
        self._every = QCheckBox(tr("A key on every frame"))
        self._every.clicked.connect(self.refresh)
        self._layout.addWidget(self._every)
        self._tolerance = NumberField(tr("Tolerance"), _CENTIMETRES, (0.05, _MOST_CM))
        self._tolerance.entered.connect(self._take_tolerance)
        self._tolerance.refused.connect(self.refused)
        self._add_row(tr("Within"), self._tolerance)
        self._insert = QPushButton(tr("Insert keys"))
        self._insert.setToolTip(tr("Replace the keys in the time of the draft by the draft"))
        self._insert.clicked.connect(
            lambda: self.insert_requested.emit(None if self._every.isChecked() else self._tolerance_cm)
        )
        self._layout.addWidget(self._insert)

    def _add_row(self, name: str, widget: QWidget) -> None:
        row = QHBoxLayout()
        title = label(name)
        title.setMinimumWidth(64)
        widget.setAccessibleName(name)
        row.addWidget(title)
        row.addWidget(widget, 1)
        self._layout.addLayout(row)

    def _choice(self, name: str, titles: dict[str, str], change: Callable[[DraftPlan, str], DraftPlan]) -> QComboBox:
        box = _combo()
        for value, title in titles.items():
            box.addItem(title, value)
        box.activated.connect(lambda index: self._change(name, lambda plan: change(plan, box.itemData(index))))
        self._add_row(name, box)
        return box

    def _flag(self, name: str, change: Callable[[DraftPlan, bool], DraftPlan], tip: str) -> QCheckBox:
        box = QCheckBox(name)
        box.setToolTip(tip)
        box.clicked.connect(lambda is_on: self._change(name, lambda plan: change(plan, is_on)))
        self._layout.addWidget(box)
        return box

    # Showing

    def refresh(self, *_: object) -> None:
        """Take the plan and the draft."""
        plan, draft = self._path.plan, self._maker.draft
        self._tool.setChecked(self._path.is_active)
        self._empty.setVisible(plan is None)
        self._about_path.setVisible(plan is not None)
        if plan is not None:
            self._generator.setCurrentIndex(max(self._generator.findData(plan.generator), 0))
            self._gait.setCurrentIndex(max(self._gait.findData(plan.trajectory.gait), 0))
            self._seed.blockSignals(True)
            self._seed.setValue(plan.seed)
            self._seed.blockSignals(False)
            self._from_pose.setChecked(plan.from_pose)
            self._to_key.setChecked(plan.to_key)
        self._show_waypoint(plan)
        self._report.setText(summary(draft) if draft is not None else tr("No draft yet."))
        self._progress.setVisible(self._maker.is_busy)
        self._database.setVisible("mm" in (self._generator.currentData(), self._compare.currentData()))
        self._tolerance.show_value(self._tolerance_cm)
        self._tolerance.setEnabled(not self._every.isChecked())
        self._insert.setEnabled(draft is not None and not draft.is_partial)

    def _show_progress(self, share: float) -> None:
        self._progress.setVisible(True)
        self._progress.setValue(round(1000 * share))

    def _show_waypoint(self, plan: DraftPlan | None) -> None:
        index, draft = self._chosen, self._maker.draft
        self._delete.setVisible(bool(self._path.selected))
        self._form.setVisible(plan is not None and index is not None)
        if plan is None or index is None:
            count = len(self._path.selected)
            self._title.setText(
                tr("{count} waypoints", count=count) if count > 1 else tr("Click a waypoint to change it")
            )
            self._form.show_waypoint(None, None)
            return
        self._title.setText(tr("Waypoint {number} of {count}", number=index + 1, count=len(plan.trajectory.waypoints)))
        reached = draft.path.waypoint_s if draft is not None else ()
        self._form.show_waypoint(
            plan.trajectory.waypoints[index], float(reached[index]) if index < len(reached) else None
        )

    @property
    def _chosen(self) -> int | None:
        """The one waypoint that is selected."""
        return next(iter(self._path.selected)) if len(self._path.selected) == 1 else None

    # Doing

    def _change(self, label_: str, change: Callable[[DraftPlan], DraftPlan]) -> None:
        plan, document = self._path.plan, self._document
        if plan is None:
            return
        try:
            changed = change(plan)
        except SixpointError as error:
            self.refused.emit(str(error))
            self.refresh()
        else:
            document.edit(label_, document.content.with_draft(document.character_id, changed))

    def _take_waypoint(self, waypoint: Waypoint) -> None:
        index = self._chosen
        if index is not None:
            self._change(
                tr("Change waypoint {number}", number=index + 1), lambda plan: plan.with_waypoint(index, waypoint)
            )

    def _take_tolerance(self, value: float) -> None:
        self._tolerance_cm = value
        self.refresh()

    def _take_other(self, index: int) -> None:
        name = self._compare.itemData(index)
        self._other.set_generator(name)
        self._other.set_on(name is not None)
        self.refresh()


def _combo() -> QComboBox:
    """A choice that is as wide as its panel, whatever its texts."""
    box = QComboBox()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box
