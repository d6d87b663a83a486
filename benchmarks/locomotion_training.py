"""Training steps a second of the locomotion networks, beside the published PyTorch recipe. One thread.

The peer is written out here from the recipe of the public reference implementation of Learned Motion Matching: forward
kinematics joint by joint, every loss term on its own, AdamW with amsgrad. Batch, window, layer sizes and data are the
same on both sides, each time those of the reference: 32 windows of 2 frames for compressor and decompressor
(668-512-512-512-32, 59-512-338), 32 windows of 20 frames for the stepper (59-512-512-59), a batch of 32 for the
projector (27-512-512-512-512-59). The data are synthetic swings of the body: what is timed does not depend on them.
The reference finds the projector's nearest frames by a tree inside the step; here they are found ahead in blocks, and
both are timed with the search they make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from benchmarks import _runner
from models.animation import Clip
from models.body import JOINTS, body
from models.kinematics import quat
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.pose_vector import SLICES

__all__ = ["run"]

_BATCH, _WINDOW, _DT = 32, 20, 1.0 / 60.0


def run(quick: bool) -> dict[str, Any]:
    """Milliseconds a step and steps a second of both sides, network by network."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return _compare(quick)
    finally:
        torch.set_num_threads(threads)


def _compare(quick: bool) -> dict[str, Any]:
    import torch

    from training.locomotion.decompressor import DecompressorConfig, DecompressorTask
    from training.locomotion.networks import N_LATENT
    from training.locomotion.tensors import MotionTensors

    torch.manual_seed(0)
    motion = MotionTensors(Database.build([SourceClip(_motion(seed), f"{seed}") for seed in range(4 if quick else 24)]))
    config = DecompressorConfig(batch=_BATCH, hidden=(512,), activation="ReLU")
    task = DecompressorTask(config, motion)
    states = torch.cat([motion.features, torch.randn(len(motion), N_LATENT)], dim=1)
    pairs = {
        "decompressor": (_our_decompressor(task, motion), _their_decompressor(motion)),
        "stepper": (_our_stepper(states, motion), _their_stepper(states, motion)),
        "projector": (_our_projector(states), _their_projector(states)),
    }
    result: dict[str, Any] = {}
    rounds = 5 if quick else 60
    for name, (ours, theirs) in pairs.items():
        times = _runner.interleaved({"ours": ours, "reference": theirs}, rounds=rounds, warmup=3)
        result[name] = {
            "ours": _runner.summary(times["ours"]),
            "reference": _runner.summary(times["reference"]),
            "ours_steps_s": float(1.0 / np.median(times["ours"])),
            "reference_steps_s": float(1.0 / np.median(times["reference"])),
            "ratio": _runner.ratio(times["ours"], times["reference"]),
        }
    result["environment"] = _runner.environment("torch")
    return result


def _motion(seed: int, n_frames: int = 400) -> Clip:
    rng = np.random.default_rng(seed)
    phase = np.linspace(0.0, 40.0, n_frames)[:, None, None] + rng.uniform(0.0, 6.0, (len(JOINTS), 1))
    rotations = quat.unroll(quat.from_rotvec(rng.normal(scale=0.3, size=(len(JOINTS), 3)) * np.sin(phase)))
    root = body().offsets[0] + np.arange(n_frames)[:, None] * [0.0, 0.0, 0.02]
    return Clip(body(), root, rotations, 60.0)


# Ours: the tasks as they are trained, with RAdam.


def _stepped(task: Any, draw: Callable[[], tuple[Any, ...]]) -> Callable[[], None]:
    from training.locomotion.optimiser import RAdam

    optimiser, count = RAdam(task.parameters(), 1e-3), [0]

    def step() -> None:
        loss = task.loss(*draw())
        optimiser.zero_grad()
        loss.backward()
        count[0] += 1
        optimiser.step(count[0], 1e-3)

    return step


def _our_decompressor(task: Any, motion: Any) -> Callable[[], None]:
    from training.locomotion.tensors import WindowSampler

    sampler, rng = WindowSampler(motion.database, 2, 0.3, true_future=False), np.random.default_rng(0)

    def draw() -> tuple[Any, ...]:
        frames = sampler.draw(_BATCH, rng)
        return motion.features[frames], motion.poses[frames], motion.character[frames]

    return _stepped(task, draw)


def _our_stepper(states: Any, motion: Any) -> Callable[[], None]:
    import torch

    from training.locomotion.stepper import StepperConfig, StepperTask
    from training.locomotion.tensors import WindowSampler

    following = torch.ones(len(states), dtype=torch.bool)
    task = StepperTask(replace(StepperConfig(), batch=_BATCH, window=_WINDOW), states, following)
    sampler, rng = WindowSampler(motion.database, _WINDOW, 0.3, true_future=True), np.random.default_rng(0)
    return _stepped(task, lambda: (states[sampler.draw(_BATCH, rng)], torch.randn(_BATCH, states.shape[1])))


def _our_projector(states: Any) -> Callable[[], None]:
    from training.locomotion.projector import NeighbourPool, ProjectorConfig, ProjectorTask

    task, rng = ProjectorTask(ProjectorConfig(), states), np.random.default_rng(0)
    pool = NeighbourPool(states, task.spread.clone(), np.full(len(states), 1.0 / len(states)), (0, 0, 1))
    # New blocks come every few hundred steps; one step pays its share of a block.
    share = max(1, pool.BLOCK // pool.REFRESH)

    def draw() -> tuple[Any, ...]:
        pool.pairs(share, rng)
        return pool.draw(_BATCH, 0, rng)

    return _stepped(task, draw)


# The reference: term by term and joint by joint.


def _optimised(parameters: list[Any], loss_of: Callable[[], Any]) -> Callable[[], None]:
    import torch

    optimiser = torch.optim.AdamW(parameters, lr=0.001, amsgrad=True, weight_decay=0.001)

    def step() -> None:
        optimiser.zero_grad()
        loss_of().backward()
        optimiser.step()

    return step


def _layers(*sizes: int, elu: bool = False) -> Any:
    from torch import nn

    modules: list[Any] = []
    for n_in, n_out in pairwise(sizes):
        modules += [nn.Linear(n_in, n_out), nn.ELU() if elu else nn.ReLU()]
    return nn.Sequential(*modules[:-1])


def _columns_to_matrix(six: Any) -> Any:
    import torch

    c0, c1 = six[..., 0::2], six[..., 1::2]
    c2 = torch.nn.functional.normalize(torch.linalg.cross(c0, c1), dim=-1)
    c1 = torch.nn.functional.normalize(torch.linalg.cross(c2, c0), dim=-1)
    return torch.stack([c0, c1, c2], dim=-1)


def _joint_by_joint(pos: Any, xfm: Any, vel: Any, ang: Any, parents: list[int]) -> tuple[Any, Any, Any, Any]:
    """Forward kinematics of lists of bones, as the reference writes it."""
    import torch

    gp, gx, gv, ga = [pos[:, :, 0]], [xfm[:, :, 0]], [vel[:, :, 0]], [ang[:, :, 0]]
    for bone in range(1, len(parents)):
        parent = parents[bone]
        arm = torch.matmul(gx[parent], pos[:, :, bone, :, None])[..., 0]
        gp.append(gp[parent] + arm)
        gx.append(torch.matmul(gx[parent], xfm[:, :, bone]))
        turned = torch.matmul(gx[parent], vel[:, :, bone, :, None])[..., 0]
        gv.append(gv[parent] + turned + torch.linalg.cross(ga[parent], arm))
        ga.append(ga[parent] + torch.matmul(gx[parent], ang[:, :, bone, :, None])[..., 0])
    return tuple(torch.stack(values, dim=2) for values in (gp, gx, gv, ga))  # type: ignore[return-value]


def _their_decompressor(motion: Any) -> Callable[[], None]:
    import torch

    compressor, decompressor = _layers(668, 512, 512, 512, 32, elu=True), _layers(59, 512, 338)
    parents, rng = [-1, *(body().parents + 1).tolist()], np.random.default_rng(0)
    starts = motion.database.windows(2)
    in_std, out_mean, out_std = torch.ones(668), motion.poses.mean(0), motion.poses.std(0) + 0.001
    n = len(JOINTS)

    def parts(y: Any) -> tuple[Any, ...]:
        local = [y[..., SLICES[name]] for name in ("positions", "rotations", "velocities", "angular")]
        pos, six, vel, ang = (values.reshape(*y.shape[:2], n, -1) for values in local)
        return pos, six, vel, ang, *(y[..., SLICES[name]] for name in ("root_velocity", "root_angular", "contacts"))

    def character(y: Any, true: Any) -> tuple[Any, ...]:
        pos, six, vel, ang, *_ = parts(y)
        *_, root_vel, root_ang, _ = parts(true)
        zero = torch.zeros_like(root_vel)[:, :, None]
        eye = torch.eye(3).expand(*y.shape[:2], 1, 3, 3)
        world = _joint_by_joint(
            torch.cat([zero, pos], 2), torch.cat([eye, _columns_to_matrix(six)], 2),
            torch.cat([root_vel[:, :, None], vel], 2), torch.cat([root_ang[:, :, None], ang], 2), parents,
        )  # fmt: skip
        return tuple(values[:, :, 1:] for values in world)

    def flat(values: Any) -> Any:
        return values.flatten(2)

    def error(a: Any, b: Any) -> Any:
        return torch.mean(torch.abs(a - b))

    def change(a: Any, b: Any) -> Any:
        return error((a[:, 1:] - a[:, :-1]) / _DT, (b[:, 1:] - b[:, :-1]) / _DT)

    def loss_of() -> Any:
        frames = torch.from_numpy(starts[rng.integers(0, len(starts), _BATCH)][:, None] + np.arange(2))
        x, y = motion.features[frames], motion.poses[frames]
        q = character(y, y)
        q_in = torch.cat([flat(q[0]), flat(q[1][..., :2]), flat(q[2]), flat(q[3])], dim=-1)
        z = compressor(torch.cat([y[..., : 15 * n], q_in, y[..., 15 * n :]], dim=-1) / in_std)
        y_out = decompressor(torch.cat([x, z], dim=-1)) * out_std + out_mean
        a, b, qa = parts(y), parts(y_out), character(y_out, y)
        loss = 0.0
        for weight, true, got in zip((75.0, 10.0, 10.0, 1.25, 2.0, 2.0, 2.0), a, b, strict=True):
            loss = loss + weight * error(true, got)
        for weight, true, got in zip((15.0, 5.0, 2.0, 0.75), q, qa, strict=True):
            loss = loss + weight * error(true, got)
        loss = loss + 10.0 * change(a[0], b[0]) + 1.75 * change(a[1], b[1])
        loss = loss + 2.0 * change(q[0], qa[0]) + 0.75 * change(q[1], qa[1])
        steps = torch.abs((z[:, 1:] - z[:, :-1]) / _DT)
        return loss + 0.1 * torch.mean(torch.square(z)) + 0.1 * torch.mean(torch.abs(z)) + 0.01 * torch.mean(steps)

    return _optimised([*compressor.parameters(), *decompressor.parameters()], loss_of)


def _their_stepper(states: Any, motion: Any) -> Callable[[], None]:
    import torch

    stepper, rng = _layers(59, 512, 512, 59), np.random.default_rng(0)
    starts = motion.database.windows(_WINDOW)
    mean, std = states.mean(0), states.std(0) + 0.001

    def loss_of() -> Any:
        frames = torch.from_numpy(starts[rng.integers(0, len(starts), _BATCH)][:, None] + np.arange(_WINDOW))
        x, z = states[frames][..., :27], states[frames][..., 27:]
        xs, zs = [x[:, 0]], [z[:, 0]]
        for _ in range(1, _WINDOW):
            rates = stepper((torch.cat([xs[-1], zs[-1]], dim=-1) - mean) / std) * std
            xs.append(xs[-1] + _DT * rates[:, :27])
            zs.append(zs[-1] + _DT * rates[:, 27:])
        xt, zt = torch.stack(xs, 1), torch.stack(zs, 1)
        dx, dz = (x[:, 1:] - x[:, :-1]) / _DT, (z[:, 1:] - z[:, :-1]) / _DT
        dxt, dzt = (xt[:, 1:] - xt[:, :-1]) / _DT, (zt[:, 1:] - zt[:, :-1]) / _DT
        loss = 2.0 * torch.mean(torch.abs(x - xt)) + 7.5 * torch.mean(torch.abs(z - zt))
        return loss + 0.2 * torch.mean(torch.abs(dx - dxt)) + 0.5 * torch.mean(torch.abs(dz - dzt))

    return _optimised(list(stepper.parameters()), loss_of)


def _their_projector(states: Any) -> Callable[[], None]:
    import torch
    from scipy.spatial import cKDTree

    projector, rng = _layers(27, 512, 512, 512, 512, 59), np.random.default_rng(0)
    features = states[:, :27]
    tree, spread, std = cKDTree(features.numpy()), features.std(0) + 1.0, states.std(0) + 0.001
    mean = states.mean(0)

    def loss_of() -> Any:
        rows = torch.from_numpy(rng.integers(0, len(states), _BATCH))
        noise = torch.from_numpy((rng.random((_BATCH, 1)) * rng.standard_normal((_BATCH, 27))).astype(np.float32))
        asked = features[rows] + spread * noise
        nearest = states[torch.from_numpy(tree.query(asked.numpy())[1])]
        found = projector(asked) * std + mean
        near = torch.sqrt(torch.sum(torch.square(asked - nearest[:, :27]), dim=-1))
        far = torch.sqrt(torch.sum(torch.square(asked - found[:, :27]), dim=-1))
        loss = torch.mean(torch.abs(nearest[:, :27] - found[:, :27]))
        loss = loss + 5.0 * torch.mean(torch.abs(nearest[:, 27:] - found[:, 27:]))
        return loss + 0.3 * torch.mean(torch.abs(near - far))

    return _optimised(list(projector.parameters()), loss_of)
