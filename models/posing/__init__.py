"""One character being posed: what is asked of it, the pose that answers, and the session that a window drives."""

from models.posing.completed_pose import CompletedPose, complete_pose
from models.posing.mirroring import Plane, mirrored_pose, mirrored_posing
from models.posing.posing import PARTS, HandleState, Posing
from models.posing.session import Edit, Session, Snapshot

__all__ = [
    "PARTS",
    "CompletedPose",
    "Edit",
    "HandleState",
    "Plane",
    "Posing",
    "Session",
    "Snapshot",
    "complete_pose",
    "mirrored_pose",
    "mirrored_posing",
]
