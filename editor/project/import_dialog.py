"""Import of motion: what was guessed about a file, which joint is which, and how much of it becomes keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.panels.parts import label, rule
from editor.project.bone_map import BoneMap, body_title
from editor.project.fields import number_box
from editor.project.import_work import ImportOptions, MotionSource, Take, said
from editor.project.motion_preview import MotionPreview
from editor.project.source_options import SourceOptions
from editor.texts import tr
from editor.theme import Theme
from models.animation import Clip
from models.body import JOINTS, Skeleton
from models.errors import SixpointError
from models.formats.rig_map import RigMap

__all__ = ["ImportDialog"]

_REMAP_MS = 60
_PREVIEW_FRAMES = 240  # of a longer motion the preview shows every n-th

Remap = Callable[[MotionSource, RigMap, Skeleton], Clip]
"""The motion of a source on a skeleton by a map; raises SixpointError where the map does not do."""


class ImportDialog(QDialog):
    """Shows a motion that was read. Reading again and importing are left to whoever opened it.

    Args:
        parent: The window.
        theme: For the preview and the signs of confidence.
        skeleton: The character's body.
        remap: Carries the preview's frames over.
        tick: The time shown, where the motion may begin.
        is_first: There is no motion yet: it begins at zero and the timeline takes its rate and length.
    """

    reread = Signal(object)  # dict of options of the reader
    accepted_with = Signal(object, object, object)  # MotionSource, RigMap, ImportOptions
    load_map = Signal()
    save_map = Signal(object)  # RigMap

    def __init__(
        self, parent: QWidget, theme: Theme, skeleton: Skeleton, remap: Remap, tick: int, *, is_first: bool
    ) -> None:
        super().__init__(parent)
        self.setObjectName("import")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(940, 640)
        self._skeleton, self._remap, self._tick = skeleton, remap, tick
        self._source: MotionSource | None = None
        self._title, self._facts, self._problem = label("", "title"), label("", "dim"), label("", "warning")
        self._problem.setWordWrap(True)
        self.options = SourceOptions()
        self.options.changed.connect(lambda: self.reread.emit(self.options.chosen()))
        self.bones = BoneMap(theme)
        self.preview = MotionPreview(theme)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_REMAP_MS)
        self._later.timeout.connect(self._show_result)
        self.bones.changed.connect(self._later.start)

        self.load_button, self.save_button = QPushButton(tr("Load map...")), QPushButton(tr("Save map..."))
        self.load_button.clicked.connect(self.load_map)
        self.save_button.clicked.connect(lambda: self.save_map.emit(self.bones.rig_map))
        self.import_button, cancel = QPushButton(tr("Import")), QPushButton(tr("Cancel"))
        self.import_button.setDefault(True)
        self.import_button.clicked.connect(self._finish)
        cancel.clicked.connect(self.reject)
        for button in (self.load_button, self.save_button, cancel):
            button.setAutoDefault(False)
        self._build_taking(is_first)
        self._lay_out(cancel)

    def _build_taking(self, is_first: bool) -> None:
        self.every = QRadioButton(tr("A key on every frame"))
        self.few = QRadioButton(tr("Few keys, within"))
        self.pose = QRadioButton(tr("Only the pose shown above"))
        self.tolerance = number_box(tr("Tolerance"), (0.01, 50.0), 2, "cm")
        self.tolerance.setValue(0.5)
        self._takes = QButtonGroup(self)
        for button in (self.every, self.few, self.pose):
            self._takes.addButton(button)
            button.toggled.connect(self._show_enabled)
        self.at_time = QCheckBox(tr("Begin at the time shown"))
        self.ripple = QCheckBox(tr("Move later keys behind it"))
        self.timeline = QCheckBox(tr("Take its rate and length for the timeline"))
        self.at_time.setChecked(not is_first)
        self.timeline.setChecked(is_first)
        self.every.setChecked(True)

    def _lay_out(self, cancel: QPushButton) -> None:
        left = QVBoxLayout()
        left.setSpacing(8)
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        self.options.fill(form)
        maps = QHBoxLayout()
        maps.addWidget(label(tr("Bones"), "heading"))
        maps.addStretch(1)
        maps.addWidget(self.load_button)
        maps.addWidget(self.save_button)
        for part in (self._title, self._facts, form, self._problem, rule(), maps):
            left.addWidget(part) if isinstance(part, QWidget) else left.addLayout(part)
        left.addWidget(self.bones, 1)

        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.preview, 1)
        right.addWidget(rule())
        right.addWidget(label(tr("Becomes"), "heading"))
        few = QHBoxLayout()
        few.addWidget(self.few)
        few.addWidget(self.tolerance)
        few.addStretch(1)
        right.addWidget(self.every)
        right.addLayout(few)
        right.addWidget(self.pose)
        for box in (self.at_time, self.ripple, self.timeline):
            right.addWidget(box)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.import_button)
        right.addSpacing(8)
        right.addLayout(buttons)

        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(20)
        layout.addLayout(left, 1)
        layout.addLayout(right, 1)

    # Showing

    def show_source(self, source: MotionSource, rig_map: RigMap | None = None) -> None:
        """Show what was read, with the map found for it or another one."""
        self._source = source
        clip, skeleton = source.clip, source.clip.skeleton
        self.setWindowTitle(tr("Import {name}", name=source.path.name))
        self._title.setText(source.path.name)
        self._facts.setText(
            tr(
                "{frames} frames, {seconds} s, {joints} joints",
                frames=f"{clip.n_frames:,}",
                seconds=f"{clip.duration_s:.2f}",
                joints=skeleton.n_joints,
            )
        )
        self._facts.setToolTip("\n".join(said(note) for note in clip.report))
        self.options.show_source(source)
        found = rig_map or source.rig_map or RigMap({}, {})
        self.bones.show_map(found, skeleton.joint_names, skeleton.point_names)
        self._show_result()

    def show_rig_map(self, rig_map: RigMap) -> None:
        """Show another map to the same motion."""
        if self._source is not None:
            skeleton = self._source.clip.skeleton
            rig_map.check(skeleton)
            self.bones.show_map(rig_map, skeleton.joint_names, skeleton.point_names)
            self._show_result()

    def show_problem(self, text: str) -> None:
        """Say what went wrong."""
        self._problem.setText(_in_words(text))
        self._problem.show()

    def _show_result(self) -> None:
        source = self._source
        if source is None:
            return
        preview = _thinned(source.clip)
        result, problem = None, ""
        try:
            self.bones.rig_map.check(source.clip.skeleton)
            shown = MotionSource(source.path, preview, None, "")
            result = self._remap(shown, self.bones.rig_map, self._skeleton)
        except SixpointError as error:
            problem = _in_words(str(error))
        self.preview.show_motion(preview, result, _step(source.clip))
        unsure = self.bones.rig_map.unsure
        if not problem and unsure:
            many = tr("Look at {count} joints that are not certain.", count=len(unsure))
            problem = tr("Look at the joint that is not certain.") if len(unsure) == 1 else many
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.import_button.setEnabled(result is not None and source.clip.n_frames > 0)

    def _show_enabled(self) -> None:
        self.tolerance.setEnabled(self.few.isChecked())
        for box in (self.at_time, self.ripple, self.timeline):
            box.setEnabled(not self.pose.isChecked())

    # The answer

    def chosen(self) -> ImportOptions:
        """What is to become of the motion."""
        take: Take = "every" if self.every.isChecked() else "few" if self.few.isChecked() else "pose"
        return ImportOptions(
            take=take,
            tolerance_cm=self.tolerance.value(),
            frame=self.preview.frame,
            at=self._tick if self.at_time.isChecked() else 0,
            ripple=self.ripple.isChecked(),
            sets_timeline=self.timeline.isChecked(),
        )

    def _finish(self) -> None:
        options, source, rig_map = self.chosen(), self._source, self.bones.rig_map
        self.accept()
        if source is not None:
            self.accepted_with.emit(source, rig_map, options)


def _in_words(message: str) -> str:
    """A message as a sentence, with the body's parts as the table names them."""
    names = "|".join(sorted(JOINTS, key=len, reverse=True))
    text = re.sub(rf"\b({names})\b", lambda match: body_title(match[0]).lower(), message)
    return text[:1].upper() + text[1:]


def _step(clip: Clip) -> int:
    return max(1, -(-clip.n_frames // _PREVIEW_FRAMES))


def _thinned(clip: Clip) -> Clip:
    """A motion of at most some hundred frames, spread over the whole, to look at while the map is changed."""
    step = _step(clip)
    if step == 1:
        return clip
    moved = None if clip.translations is None else clip.translations[::step]
    return replace(clip, root=clip.root[::step], rotations=clip.rotations[::step], translations=moved)
