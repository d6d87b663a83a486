"""Solving alone, beside mink: the same body, targets, starts and tolerance, in turns, one thread.

The body is the canonical one: 22 joints, 69 degrees of freedom, the six main points as targets. The pairs of start and
target are of three kinds:

- `prediction`: from where the product starts, the rigid alignment of points predicted with 3 cm of noise;
- `drag`: from the same pose with every joint turned by about 11 degrees, 10 to 20 cm away;
- `another`: from an unrelated pose of the same hips.

Both stop when every target is nearer than 2 mm. mink has its fastest settings found here (full steps, daqp, damping
1e-4, no posture task); neither has joint limits, which mink does not have for ball joints. `settled` is Sixpoint's
solve until the whole pose has come to rest, which mink does not offer, and `product` is what the editor does: first
pose, joint limits, predicted points, ground, and at rest; mink's time in the same line is that of its bare solve from
the product's start.
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
from models.kinematics import quat
from models.solver import NearTerm, PinTerm, SolverSettings, pose_from_points, solve, start_from_points

__all__ = ["run"]

Array = NDArray[np.float64]

TOLERANCE_M = 2e-3
_MOST_STEPS = 100
_TARGETS = [POINTS.index(name) for name in MAIN_POINTS]
_IS_SET = np.isin(np.arange(len(POINTS)), _TARGETS)


def run(quick: bool) -> dict[str, Any]:
    """Percentiles of both solvers and their ratio, for each kind of start."""
    rng = np.random.default_rng(0)
    rounds = 30 if quick else 400
    peer = _Mink(body())
    results: dict[str, Any] = {"tolerance_m": TOLERANCE_M, "targets": len(_TARGETS)}
    for kind, make in (("prediction", _predicted), ("drag", _dragged), ("another", _another)):
        cases = [make(rng, _reachable(rng)) for _ in range(rounds)]
        results[kind] = _compared(
            {
                "ours": _repeated(cases, lambda start, points: _ours(start, points, TOLERANCE_M)),
                "mink": _repeated(cases, peer.solve),
                "settled": _repeated(cases, lambda start, points: _ours(start, points, 0.0)),
            },
            rounds,
        )
    points = [_noisy(rng, _reachable(rng).points(body())) for _ in range(rounds)]
    cases = [(start_from_points(body(), p), p) for p in points]
    results["product"] = _compared(
        {
            "ours": _repeated(cases, lambda _, p: _worst(pose_from_points(body(), p, _IS_SET).points, p)),
            "mink": _repeated(cases, peer.solve),
        },
        rounds,
    )
    return {**results, **_runner.environment("mink", "mujoco", "daqp")}


def _compared(contestants: dict[str, Callable[[], float]], rounds: int) -> dict[str, Any]:
    worst = {name: [] for name in contestants}  # type: dict[str, list[float]]

    def recorded(name: str) -> Callable[[], None]:
        return lambda: worst[name].append(contestants[name]())

    times = _runner.interleaved({name: recorded(name) for name in contestants}, rounds=rounds)
    result: dict[str, Any] = {
        name: {**_runner.summary(seconds), "reached": float(np.mean(np.array(worst[name]) < TOLERANCE_M))}
        for name, seconds in times.items()
    }
    result["ratio"] = _runner.ratio(times["ours"], times["mink"])
    return result


def _repeated(cases: list, function: Callable[[Pose, Array], float]) -> Callable[[], float]:
    """One case a call, in turn; returns the distance of the worst target, metres."""
    turn = cycle(cases)
    return lambda: function(*next(turn))


def _ours(start: Pose, points: Array, enough_m: float) -> float:
    terms = [PinTerm(body(), MAIN_POINTS, points[_TARGETS]), NearTerm(body(), start, 0.05)]
    result = solve(body(), terms, start, SolverSettings(enough_m=enough_m))
    return _worst(result.points, points)


def _worst(found: Array, points: Array) -> float:
    return float(np.linalg.norm(found[_TARGETS] - points[_TARGETS], axis=-1).max())


class _Mink:
    """The same body as a MuJoCo model, and mink's solve to the main points."""

    def __init__(self, skeleton: Skeleton) -> None:
        self.model = mujoco.MjModel.from_xml_string(_mjcf(skeleton))
        self.configuration = mink.Configuration(self.model)
        self.tasks = [mink.FrameTask(name, "body", position_cost=1.0, orientation_cost=0.0) for name in MAIN_POINTS]
        self.bodies = np.array([self.model.body(name).id for name in MAIN_POINTS])
        joints = [self.model.body(name).jntadr[0] for name in JOINTS[1:]]
        self.addresses = np.array([self.model.jnt_qposadr[joint] for joint in joints])[:, None] + np.arange(4)

    def solve(self, start: Pose, points: Array) -> float:
        configuration, targets = self.configuration, points[_TARGETS]
        configuration.update(self._qpos(start))
        for task, target in zip(self.tasks, targets, strict=True):
            task.set_target(mink.SE3.from_translation(target))
        for _ in range(_MOST_STEPS):
            distance = float(np.linalg.norm(configuration.data.xpos[self.bodies] - targets, axis=-1).max())
            if distance < TOLERANCE_M:
                break
            velocity = mink.solve_ik(configuration, self.tasks, 1.0, "daqp", damping=1e-4, limits=[])
            configuration.integrate_inplace(velocity, 1.0)
        return distance

    def _qpos(self, pose: Pose) -> Array:
        """MuJoCo's coordinates: root position, then quaternions with the scalar first."""
        scalar_first = pose.rotations[:, [3, 0, 1, 2]]
        qpos = np.zeros(self.model.nq)
        qpos[:3], qpos[3:7], qpos[self.addresses] = pose.root, scalar_first[0], scalar_first[1:]
        return qpos


def _mjcf(skeleton: Skeleton) -> str:
    """A free root and a ball joint at every other joint; masses only because MuJoCo wants some."""

    def written(joint: int) -> str:
        is_root = skeleton.parents[joint] < 0
        offset = np.zeros(3) if is_root else skeleton.offsets[joint]
        kind = "<freejoint/>" if is_root else '<joint type="ball"/>'
        inside = "".join(written(int(child)) for child in skeleton.children(joint))
        place = " ".join(map(str, offset.tolist()))
        name = skeleton.joint_names[joint]
        return f'<body name="{name}" pos="{place}">{kind}<geom size="0.02" mass="1"/>{inside}</body>'

    return f"<mujoco><worldbody>{written(0)}</worldbody></mujoco>"


def _reachable(rng: np.random.Generator) -> Pose:
    """An upright pose within 0.4 of every joint's range about a relaxed one."""
    limits = joint_limits()
    relaxed = np.clip(np.radians([15.0, 0.0, 0.0]), limits.low, limits.high)
    rotations = np.tile(quat.IDENTITY, (len(JOINTS), 1))
    rotations[limits.joints] = limits.rotations(relaxed + 0.4 * (rng.uniform(limits.low, limits.high) - relaxed))
    rotations[0] = quat.from_axis_angle([0.0, 1.0, 0.0], rng.uniform(-np.pi, np.pi))
    return Pose(np.array([0.0, 1.0, 0.0]) + 0.3 * rng.normal(size=3), rotations)


def _noisy(rng: np.random.Generator, points: Array) -> Array:
    """Points as a network might predict them: the main ones exact, the others off by 3 cm."""
    return np.where(_IS_SET[:, None], points, points + 0.03 / np.sqrt(3.0) * rng.normal(size=points.shape))


def _predicted(rng: np.random.Generator, pose: Pose) -> tuple[Pose, Array]:
    points = pose.points(body())
    return start_from_points(body(), _noisy(rng, points)), points


def _dragged(rng: np.random.Generator, pose: Pose) -> tuple[Pose, Array]:
    turned = quat.mul(pose.rotations, quat.from_rotvec(0.2 / np.sqrt(3.0) * rng.normal(size=(len(JOINTS), 3))))
    return Pose(pose.root + 0.05 * rng.normal(size=3), turned), pose.points(body())


def _another(rng: np.random.Generator, pose: Pose) -> tuple[Pose, Array]:
    other = _reachable(rng).rotations.copy()
    other[0] = pose.rotations[0]
    return Pose(pose.root, other), pose.points(body())
