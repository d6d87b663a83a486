"""Solving alone, beside mink: the same body, targets, starts and tolerance, in turns, one thread.

The body is the canonical one: 22 joints, 69 degrees of freedom, the six main points as targets, all reachable. Both
start from the same pose and stop when every target is nearer than 2 mm. The starts are of three kinds:

- `prediction`: where the product starts, the rigid alignment of points predicted with 3 cm of noise;
- `drag`: the pose that reaches the targets with every joint turned by about 11 degrees, 10 to 20 cm away;
- `another`: an unrelated pose of the same hips.

Each is run twice. `free` is without joint limits: mink has a ball joint a joint and the settings found fastest here
(full steps, daqp, damping 1e-4, no posture task). `limits` is with the ranges of the body: mink knows none for ball
joints, so its body there has three hinges a joint with the same ranges; its Euler angles and our swing and twist are
not quite the same region, which matters little in the middle of it, where these poses are.

`product` is what the editor does in a drag: first pose, joint limits, 37 predicted points, ground, until everything is
at rest; beside it is mink's solve with limits from the same first pose, which leaves those 37 points where they fall.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

import mink
import mujoco
import numpy as np
from numpy.typing import NDArray

from benchmarks import _runner
from models.animation import Pose
from models.body import JOINTS, MAIN_POINTS, POINTS, Skeleton, body
from models.body.limits import joint_limits
from models.kinematics import euler, quat
from models.solver import LimitTerm, PinTerm, SolverSettings, pose_from_points, solve, start_from_points

__all__ = ["run"]

Array = NDArray[np.float64]
Case = tuple[Pose, Array]
"""A start and 43 points (43, 3), of which the main ones are the targets."""
Solve = Callable[[Pose, Array], Array]
"""From a case to where the main points are then, (6, 3)."""

TOLERANCE_M = 2e-3
_MOST_STEPS = 100
_DAMPING = 1e-4
_SETTINGS = SolverSettings(enough_m=TOLERANCE_M, tolerance=1e-4, damping=_DAMPING)
_TARGETS = np.array([POINTS.index(name) for name in MAIN_POINTS])
_IS_SET = np.isin(np.arange(len(POINTS)), _TARGETS)
_LIMIT_TERM = LimitTerm(body())


def run(quick: bool) -> dict[str, Any]:
    """Percentiles of both solvers and their ratio, for each kind of start, free and with limits."""
    rng = np.random.default_rng(0)
    rounds = 30 if quick else 300
    free, limited = _Mink(body(), with_limits=False), _Mink(body(), with_limits=True)
    results: dict[str, Any] = {"tolerance_m": TOLERANCE_M, "targets": len(_TARGETS)}
    for kind, make in (("prediction", _predicted), ("drag", _dragged), ("another", _another)):
        cases = [make(rng, _reachable(rng)) for _ in range(rounds)]
        results[kind] = {
            "free": _compared(cases, _free, free.solve),
            "limits": _compared(cases, _limited, limited.solve),
        }
    asked = [_noisy(rng, _reachable(rng).points(body())) for _ in range(rounds)]
    cases = [(start_from_points(body(), points), points) for points in asked]
    results["product"] = _compared(cases, _product, limited.solve)
    return {**results, **_runner.environment("mink", "mujoco", "daqp")}


def _compared(cases: list[Case], ours: Solve, theirs: Solve) -> dict[str, Any]:
    """Times of both on the same cases, one case a round, and how many they reached."""
    solves = {"ours": ours, "mink": theirs}
    turns = {name: cycle(cases) for name in solves}
    errors: dict[str, list[float]] = {name: [] for name in solves}

    def contestant(name: str) -> Callable[[], None]:
        def call() -> None:
            start, points = next(turns[name])
            apart = solves[name](start, points) - points[_TARGETS]
            errors[name].append(float(np.sqrt((apart * apart).sum(-1).max())))

        return call

    times = _runner.interleaved({name: contestant(name) for name in solves}, rounds=len(cases))
    summaries = {
        name: {**_runner.summary(seconds), "reached": float(np.mean(np.array(errors[name]) < TOLERANCE_M))}
        for name, seconds in times.items()
    }
    return {**summaries, "ratio": _runner.ratio(times["ours"], times["mink"])}


def _free(start: Pose, points: Array) -> Array:
    return solve(body(), [PinTerm(body(), _TARGETS, points[_TARGETS])], start, _SETTINGS).points[_TARGETS]


def _limited(start: Pose, points: Array) -> Array:
    terms = [PinTerm(body(), _TARGETS, points[_TARGETS]), _LIMIT_TERM]
    return solve(body(), terms, start, _SETTINGS).points[_TARGETS]


def _product(_: Pose, points: Array) -> Array:
    return pose_from_points(body(), points, _IS_SET).points[_TARGETS]


class _Mink:
    """The same body as a MuJoCo model, and mink's solve to the main points.

    Args:
        skeleton: The canonical body.
        with_limits: Three hinges a joint with the ranges of `limits.json`, else one ball.
    """

    def __init__(self, skeleton: Skeleton, *, with_limits: bool) -> None:
        self.model = mujoco.MjModel.from_xml_string(_mjcf(skeleton, with_limits))
        self.configuration = mink.Configuration(self.model)
        self.tasks = [mink.FrameTask(name, "body", position_cost=1.0, orientation_cost=0.0) for name in MAIN_POINTS]
        self.limits = [mink.ConfigurationLimit(self.model)] if with_limits else []
        self.bodies = np.array([self.model.body(name).id for name in MAIN_POINTS])
        first = [self.model.jnt_qposadr[self.model.body(name).jntadr[0]] for name in JOINTS[1:]]
        self.addresses = np.array(first)[:, None] + np.arange(3 if with_limits else 4)

    def solve(self, start: Pose, points: Array) -> Array:
        configuration, targets = self.configuration, points[_TARGETS]
        configuration.update(self._qpos(start))
        for task, target in zip(self.tasks, targets, strict=True):
            task.set_target(mink.SE3.from_translation(target))
        for _ in range(_MOST_STEPS):
            apart = configuration.data.xpos[self.bodies] - targets
            if (apart * apart).sum(-1).max() < TOLERANCE_M**2:
                break
            velocity = mink.solve_ik(configuration, self.tasks, 1.0, "daqp", damping=_DAMPING, limits=self.limits)
            configuration.integrate_inplace(velocity, 1.0)
        return configuration.data.xpos[self.bodies].copy()

    def _qpos(self, pose: Pose) -> Array:
        """MuJoCo's coordinates: root position, then quaternions with the scalar first, or hinge angles."""
        scalar_first = pose.rotations[:, [3, 0, 1, 2]]
        qpos = np.zeros(self.model.nq)
        qpos[:3], qpos[3:7] = pose.root, scalar_first[0]
        qpos[self.addresses] = _hinge_angles(pose.rotations) if self.limits else scalar_first[1:]
        return qpos


def _hinge_angles(rotations: Array) -> Array:
    """(21, 3) angles about each joint's bend, side and bone axis, in that order, radians, within their ranges."""
    limits = joint_limits()
    local = limits.frame.swapaxes(-1, -2) @ quat.to_matrix(rotations[limits.joints]) @ limits.frame
    return np.clip(euler.from_quat(quat.from_matrix(local), "YZX"), limits.low, limits.high)


def _mjcf(skeleton: Skeleton, with_limits: bool) -> str:
    """A free root and a ball, or three hinges, at every other joint; masses only because MuJoCo wants some."""
    limits = joint_limits()
    rows = {int(joint): row for row, joint in enumerate(limits.joints)}

    def joint_of(joint: int) -> str:
        if skeleton.parents[joint] < 0:
            return "<freejoint/>"
        if not with_limits:
            return '<joint type="ball"/>'
        row = rows[joint]
        hinges = zip((1, 2, 0), limits.low[row], limits.high[row], strict=True)
        return "".join(
            f'<joint type="hinge" axis="{_text(limits.frame[row, :, column])}" range="{low} {high}"/>'
            for column, low, high in hinges
        )

    def written(joint: int) -> str:
        offset = np.zeros(3) if skeleton.parents[joint] < 0 else skeleton.offsets[joint]
        inside = "".join(written(int(child)) for child in skeleton.children(joint))
        name = skeleton.joint_names[joint]
        return f'<body name="{name}" pos="{_text(offset)}">{joint_of(joint)}<geom size="0.02" mass="1"/>{inside}</body>'

    head = '<compiler angle="radian" autolimits="true"/>'
    return f"<mujoco>{head}<worldbody>{written(0)}</worldbody></mujoco>"


def _text(vector: Array) -> str:
    return " ".join(map(str, vector.tolist()))


def _reachable(rng: np.random.Generator) -> Pose:
    """An upright pose within 0.4 of every joint's range about a relaxed one."""
    limits = joint_limits()
    rotations = np.tile(quat.IDENTITY, (len(JOINTS), 1))
    rotations[limits.joints] = limits.rotations(
        limits.relaxed + 0.4 * (rng.uniform(limits.low, limits.high) - limits.relaxed)
    )
    rotations[0] = quat.from_axis_angle([0.0, 1.0, 0.0], rng.uniform(-np.pi, np.pi))
    return Pose(np.array([0.0, 1.0, 0.0]) + 0.3 * rng.normal(size=3), rotations)


def _noisy(rng: np.random.Generator, points: Array) -> Array:
    """Points as a network might predict them: the main ones exact, the others off by 3 cm."""
    return np.where(_IS_SET[:, None], points, points + 0.03 / np.sqrt(3.0) * rng.normal(size=points.shape))


def _predicted(rng: np.random.Generator, pose: Pose) -> Case:
    points = pose.points(body())
    return start_from_points(body(), _noisy(rng, points)), points


def _dragged(rng: np.random.Generator, pose: Pose) -> Case:
    turned = quat.mul(pose.rotations, quat.from_rotvec(0.2 / np.sqrt(3.0) * rng.normal(size=(len(JOINTS), 3))))
    return Pose(pose.root + 0.05 * rng.normal(size=3), turned), pose.points(body())


def _another(rng: np.random.Generator, pose: Pose) -> Case:
    other = _reachable(rng).rotations.copy()
    other[0] = pose.rotations[0]
    return Pose(pose.root, other), pose.points(body())
