"""Commands on the whole pose: copy, paste in its ways, back to the pose of a neighbouring key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from editor.document import EditorDocument
from editor.poses.blend_popup import BlendPopup
from editor.poses.clipboard import copy_pose, pasted_pose
from editor.texts import tr
from models.document import LibraryPose, snapshot_at
from models.errors import SixpointError

__all__ = ["PoseOperators", "blend_into"]


def blend_into(document: EditorDocument, pose: LibraryPose) -> Callable[[float], bool]:
    """Previews of a pose, inside a gesture: how far to go from the pose there is now, 1 all the way."""
    start, skeleton = document.session.pose, document.skeleton
    return lambda factor: document.preview(lambda: document.session.set_pose(pose.applied(start, skeleton, factor)))


class PoseOperators(QObject):
    """The handlers of these commands.

    Args:
        document: Whose pose it is.
        window: Over which the slider of a part opens.
    """

    def __init__(self, document: EditorDocument, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._window = document, window

    def handlers(self) -> dict[str, Callable[..., None]]:
        """What this does for the table of actions."""
        return {
            "pose_copy": self.copy,
            "pose_paste": lambda: self.paste(tr("Paste pose")),
            "pose_paste_mirrored": lambda: self.paste(tr("Paste mirrored"), is_mirrored=True),
            "pose_paste_part": self.paste_part,
            "reset_previous": lambda: self.to_key(is_next=False),
            "reset_next": lambda: self.to_key(is_next=True),
        }

    def copy(self) -> None:
        """Put the pose shown on the clipboard."""
        copy_pose(self._document.session.pose, self._document.skeleton)

    def paste(self, label: str, *, is_mirrored: bool = False) -> None:
        """Take the pose on the clipboard, where the character stands."""
        document, pose = self._document, self._copied()
        if pose is not None:
            wanted = pose.mirrored() if is_mirrored else pose
            goal = wanted.applied(document.session.pose, document.skeleton)
            document.do(label, lambda: document.session.set_pose(goal))

    def paste_part(self) -> None:
        """Go a part of the way to the pose on the clipboard, by a slider that shows it at once."""
        document, pose = self._document, self._copied()
        if pose is None or document.is_in_gesture:
            return
        label = tr("Paste part of the way")
        document.begin(label)
        popup = BlendPopup(label, blend_into(document, pose), self._window)
        popup.accepted.connect(document.commit)
        popup.rejected.connect(document.abort)
        popup.show_over(self._window)

    def to_key(self, *, is_next: bool) -> None:
        """Take pose and handles of the key before or after the time shown."""
        document = self._document
        key = document.track.neighbours(document.tick)[1 if is_next else 0]
        if key is None:
            where = tr("after") if is_next else tr("before")
            document.failed.emit(tr("There is no key {where} this time, so the pose stays as it is.", where=where))
            return
        snapshot = snapshot_at(document.track, document.skeleton, key.tick)
        label = tr("To next key") if is_next else tr("To previous key")
        document.do(label, lambda: document.session.restore(snapshot))

    def _copied(self) -> LibraryPose | None:
        try:
            return pasted_pose()
        except SixpointError as error:
            self._document.failed.emit(str(error))
            return None
