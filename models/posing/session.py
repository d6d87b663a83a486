"""One character being posed: everything the window can do, without a window.

`Session` keeps what is asked of the pose (`Posing`), answers every change with a solved pose, and turns a gesture into
one `Edit` with a small before and after, which is what an undo command holds. `complete_pose`, which goes from points
to a pose in one call, is offered here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.animation import Pose
from models.body import JOINTS, POINT_MIRROR, POINTS, REGIONS, Skeleton, body
from models.completion import Completion
from models.errors import SixpointError
from models.kinematics import forward, quat
from models.posing.completed_pose import CompletedPose, complete_pose, positions_of
from models.posing.mirroring import Plane, mirrored_pose, mirrored_posing
from models.posing.posing import PARTS, HandleState, Posing

__all__ = ["CompletedPose", "Edit", "HandleState", "Plane", "Session", "Snapshot", "complete_pose"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A session at one moment: what is asked and the pose shown. Immutable, about 4 kB."""

    posing: Posing
    pose: Pose
    points: Array
    unreached: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Edit:
    """One finished gesture: `Session.restore(edit.before)` undoes it, `restore(edit.after)` does it again."""

    label: str
    before: Snapshot
    after: Snapshot


class Session:
    """The state of one character's handles and the pose that answers it.

    Args:
        skeleton: The character's proportions; the canonical body when left out.
        pose: Where it starts; the rest pose when left out.
        completion: The networks; the shared default ones when left out.

    A drag outside `begin` and `commit` is applied at once. Inside, `abort` takes all of it back.
    """

    def __init__(
        self, skeleton: Skeleton | None = None, pose: Pose | None = None, completion: Completion | None = None
    ) -> None:
        self.skeleton = skeleton or body()
        self._completion = completion or Completion.load()
        self._gesture: tuple[str, Snapshot] | None = None
        start = pose or Pose.rest(self.skeleton)
        self._now = Snapshot(Posing.of_pose(self.skeleton, start), start, start.points(self.skeleton))

    # What is shown

    @property
    def completion(self) -> Completion:
        """The networks that complete."""
        return self._completion

    @property
    def pose(self) -> Pose:
        return self._now.pose

    @property
    def points(self) -> Array:
        """(43, 3) world metres."""
        return self._now.points

    @property
    def snapshot(self) -> Snapshot:
        return self._now

    @property
    def unreached(self) -> tuple[str, ...]:
        """Pinned points that are more than a millimetre from their target, worst first."""
        return self._now.unreached

    @property
    def states(self) -> dict[str, HandleState]:
        """The state of every point, by name."""
        return {name: HandleState(state) for name, state in zip(POINTS, self._now.posing.states, strict=True)}

    @property
    def targets(self) -> dict[str, Array]:
        """Where each pinned point is asked to be, world metres."""
        posing = self._now.posing
        return {POINTS[point]: posing.targets[point] for point in np.flatnonzero(posing.pinned)}

    @property
    def weights(self) -> dict[str, float]:
        """How much every point obeys when it is pinned, 0 to 1."""
        return dict(zip(POINTS, self._now.posing.weights.tolist(), strict=True))

    @property
    def turned_parts(self) -> tuple[str, ...]:
        """The parts whose rotation is held."""
        return tuple(part for part, joints in PARTS.items() if self._now.posing.turned[JOINTS.index(joints[0])])

    @property
    def completed_regions(self) -> tuple[str, ...]:
        """The regions that the networks complete."""
        return tuple(name for name, is_on in zip(REGIONS, self._now.posing.predicted, strict=True) if is_on)

    # What the user asks

    def drag(self, point: str, position: ArrayLike) -> None:
        """Pin a point at a position (3,), world metres, and let the body follow."""
        self.drag_points({point: position})

    def drag_points(self, positions: Mapping[str, ArrayLike]) -> None:
        """Pin several points at once.

        Raises:
            UnknownJoint: for a name that is no point of the body.
            SixpointError: if a position is not three finite numbers.
        """
        # A ray nearly parallel to the drag plane ends kilometres away; the direction is what counts there.
        self._ask(self._now.posing.with_targets(*positions_of(positions, clamp=True)))

    def turn(self, part: str, rotation: ArrayLike) -> None:
        """Turn a hand, a foot or the head by a world rotation (4,), xyzw, and hold it so.

        Inside a gesture the rotation counts from the beginning of the gesture, else from the pose shown.
        """
        _check_part(part)
        rotation = np.asarray(rotation, dtype=np.float64)
        quat.check(rotation, "the rotation of a part")
        if rotation.shape != (4,) or not np.isfinite(rotation).all() or not rotation.any():
            raise SixpointError(f"the rotation of {part} must be a finite quaternion (x, y, z, w), got {rotation}")
        origin = self._gesture[1].pose if self._gesture else self._now.pose
        self._ask(self._now.posing.with_turn(part, rotation, origin))

    def release_turn(self, part: str) -> None:
        """Let a turned part be predicted again."""
        _check_part(part)
        self._ask(self._now.posing.without_turn(part))

    def set_state(self, points: str | Iterable[str], state: HandleState) -> None:
        """Pin points where they are, free them, or switch them off."""
        names = [points] if isinstance(points, str) else list(points)
        indices = np.array([self.skeleton.point_index(name) for name in names], dtype=np.intp)
        self._ask(self._now.posing.with_states(indices, HandleState(state), self.pose))

    def set_weight(self, points: str | Iterable[str], weight: float) -> None:
        """How much points obey their pins: 1 exactly, 0.5 half the way from where they would be if they were free."""
        if not 0.0 <= weight <= 1.0:
            raise SixpointError(f"the weight of a point must be 0 to 1, got {weight}")
        names = [points] if isinstance(points, str) else list(points)
        indices = np.array([self.skeleton.point_index(name) for name in names], dtype=np.intp)
        self._ask(self._now.posing.with_weights(indices, float(weight)))

    def toggle_pins(self, points: Iterable[str]) -> None:
        """Free the points if all are pinned, else pin them all."""
        names = list(points)
        all_pinned = all(self.states[name] == HandleState.PINNED for name in names)
        self.set_state(names, HandleState.FREE if all_pinned else HandleState.PINNED)

    def set_completion(self, is_on: bool, region: str | None = None) -> None:
        """Completion by the networks on or off, in one region (a name of `REGIONS`) or the whole body.

        Where it is off, free points stay as near as possible to where they are now: plain full-body IK.
        """
        if region is not None and region not in REGIONS:
            raise SixpointError(f"'{region}' is not a region of the body; regions: {', '.join(REGIONS)}")
        regions = list(REGIONS) if region is None else [region]
        self._ask(self._now.posing.with_prediction(regions, is_on, self.pose))

    def complete(self) -> None:
        """Solve the pose again from the handles as they are: completes a pose that was set from elsewhere."""
        self._ask(self._now.posing)

    def set_pose(self, pose: Pose) -> None:
        """Show a pose exactly as it is; handles keep their state and move to where it has them."""
        turns, _ = forward.globals_from_locals(self.skeleton, pose.root, pose.rotations)
        posing = self._now.posing.with_base(pose)
        self._now = Snapshot(replace(posing, targets=posing.base_points, turns=turns), pose, posing.base_points)

    def reset(self) -> None:
        """Back to the rest pose with every handle free."""
        rest = Pose.rest(self.skeleton)
        posing = replace(Posing.of_pose(self.skeleton, rest), predicted=self._now.posing.predicted)
        self._now = Snapshot(posing, rest, rest.points(self.skeleton))

    def mirror(self, plane: Plane = "body") -> None:
        """Swap left and right of the pose and of its handles, about the body's own plane or the world's x = 0."""
        now = self._now
        posing = mirrored_posing(now.posing, now.pose, plane)
        pose = mirrored_pose(now.pose, plane)
        self._now = Snapshot(posing, pose, pose.points(self.skeleton), tuple(_other_side(n) for n in now.unreached))

    # Gestures and undo

    def begin(self, label: str) -> None:
        """Start a gesture; what follows until `commit` is one edit."""
        if self._gesture is not None:
            raise SixpointError(f"'{self._gesture[0]}' has not ended; commit or abort it before '{label}'")
        self._gesture = (label, self._now)

    def commit(self) -> Edit | None:
        """End the gesture; the edit to undo, or None if nothing changed."""
        label, before = self._end()
        return None if before is self._now else Edit(label, before, self._now)

    def abort(self) -> None:
        """End the gesture as if it had not been."""
        _, self._now = self._end()

    def restore(self, snapshot: Snapshot) -> None:
        """Put an earlier or later moment of this session back, exactly."""
        self._now = snapshot

    def _end(self) -> tuple[str, Snapshot]:
        if self._gesture is None:
            raise SixpointError("no gesture has begun; call begin first")
        gesture, self._gesture = self._gesture, None
        return gesture

    def _ask(self, posing: Posing) -> None:
        # Imported at the first solve: a window shows its first picture without it.
        from models.posing.answer import solved

        result = solved(posing, self._completion, is_drag=True)
        self._now = Snapshot(posing, result.pose, result.points, result.unreached)


def _check_part(part: str) -> None:
    if part not in PARTS:
        raise SixpointError(f"'{part}' cannot be turned as one piece; parts: {', '.join(PARTS)}")


def _other_side(name: str) -> str:
    return POINTS[POINT_MIRROR[POINTS.index(name)]]
