"""Poses on the system's clipboard, as the text of a pose file: they go from window to window and into scripts."""

from __future__ import annotations

import json

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from editor.texts import tr
from models.animation import Pose
from models.body import Skeleton, body
from models.document import LibraryPose
from models.errors import SixpointError
from models.formats.pose_json import pose_document
from models.formats.pose_json_read import clip_from_document

__all__ = ["copy_pose", "pasted_pose"]

_MIME = "application/x-sixpoint-pose"
_MOST_CHARACTERS = 1_000_000  # a pose has about ten thousand; a clip of that size takes no time to read
_SOURCE = "the clipboard"


def copy_pose(pose: Pose, skeleton: Skeleton) -> None:
    """Put a pose on the clipboard."""
    text = json.dumps(pose_document(pose, skeleton))
    data = QMimeData()
    data.setText(text)
    data.setData(_MIME, text.encode())
    QGuiApplication.clipboard().setMimeData(data)


def pasted_pose() -> LibraryPose:
    """The pose on the clipboard; of a clip, its first frame.

    Raises:
        SixpointError: if there is none, or one of another kind of body.
    """
    data = QGuiApplication.clipboard().mimeData()
    text = bytes(data.data(_MIME).data()).decode(errors="replace") if data.hasFormat(_MIME) else data.text()
    if len(text) > _MOST_CHARACTERS or not text.lstrip().startswith("{"):
        raise SixpointError(tr("There is no pose on the clipboard; copy one first."))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SixpointError(tr("The text on the clipboard is no pose; copy one first.")) from error
    clip = clip_from_document(document, _SOURCE)
    if clip.skeleton.joint_names != body().joint_names or not clip.n_frames:
        raise SixpointError(tr("The pose on the clipboard is of another kind of body; open it as a file instead."))
    return LibraryPose("", clip.pose(0), clip.skeleton)
