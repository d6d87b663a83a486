"""What motion a database holds: minutes by speed, by turn and by direction of travel; what is missing is said."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.kinematics import quat
from models.locomotion.database import Database
from models.locomotion.features import FPS

__all__ = ["SPEED_EDGES", "TURN_EDGES", "balanced_weights", "bins", "coverage"]

SPEED_EDGES = (0.15, 0.7, 1.2, 1.7, 2.5, 3.5)  # m/s: standing, stepping, slow, walking, fast, jogging, running
TURN_EDGES = (0.5, 1.2, 2.4)  # rad/s, either way
SPEED_NAMES = ("stands", "steps", "slow walk", "walk", "fast walk", "jog", "run")
DIRECTIONS = ("forwards", "left", "backwards", "right")


def bins(database: Database) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """(F,) speed bin, turn bin and direction (0 ahead, 1 left, 2 back, 3 right) of every frame."""
    velocity = database.velocities[:, 0].astype(np.float64)
    local = quat.rotate(quat.conj(database.rotations[:, 0].astype(np.float64)), velocity)
    speed = np.digitize(np.linalg.norm(local[:, [0, 2]], axis=1), SPEED_EDGES)
    turn = np.digitize(np.abs(database.angular[:, 0, 1]), TURN_EDGES)
    direction = np.round(np.arctan2(local[:, 0], local[:, 2]) / (0.5 * np.pi)).astype(np.intp) % 4
    return speed.astype(np.intp), turn.astype(np.intp), direction


def balanced_weights(database: Database, frames: NDArray[np.integer], share: float) -> NDArray[np.float64]:
    """How often each of some frames is drawn: rare combinations of speed, turn and direction more than their share.

    Args:
        share: 0 draws every frame equally often, 1 every combination that occurs.
    """
    speed, turn, direction = (values[frames] for values in bins(database))
    moving = np.where(speed > 0, direction, 0)
    cell = (speed * (len(TURN_EDGES) + 1) + turn) * len(DIRECTIONS) + moving
    counts = np.bincount(cell)[cell].astype(np.float64)
    weights = counts**-share
    return np.asarray(weights / weights.sum())


def coverage(database: Database) -> dict[str, Any]:
    """Frames, minutes and seconds by bin, for reports and model cards; mirrored motion counts as motion."""
    speed, turn, direction = bins(database)
    table = np.zeros((len(SPEED_EDGES) + 1, len(TURN_EDGES) + 1))
    np.add.at(table, (speed, turn), 1.0 / FPS)
    moving = speed > 0
    gait = np.where(speed >= 4, "run", "walk")
    ways = {
        f"{kind} {name}": round(float((moving & (direction == n) & (gait == kind)).sum() / FPS), 1)
        for kind in ("walk", "run")
        for n, name in enumerate(DIRECTIONS)
    }
    hips = database.positions[:, 1, 1]
    return {
        "clips": database.n_ranges,
        "frames": database.n_frames,
        "searchable": int(database.searchable.sum()),
        "minutes": round(database.n_frames / FPS / 60.0, 2),
        "mirrored": bool(database.mirrored.any()),
        "data_hash": database.data_hash,
        "speed_by_turn_s": {
            "speed_edges_m_s": SPEED_EDGES,
            "turn_edges_rad_s": TURN_EDGES,
            "speeds": SPEED_NAMES,
            "seconds": np.round(table, 1).tolist(),
        },
        "direction_s": ways,
        "crouched_s": round(float((hips < 0.8 * np.median(hips)).sum() / FPS), 1),
        "planted_share": round(float(database.contacts.mean()), 3),
    }
