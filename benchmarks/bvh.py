"""Reading BVH files beside pybvh and bvhio, and the memory that a long file takes.

Ours includes what the editor needs: quaternions, metres, the guesses of unit and up axis. pybvh gives Euler angles, so
it is timed with its own conversion to quaternions as well; bvhio gives quaternions. The files are synthetic, with six
decimals, as most programs write them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks._runner import environment, interleaved, ratio, summary
from models.animation import Clip
from models.body import Skeleton
from models.errors import SixpointError
from models.formats import bvh
from models.kinematics import quat

__all__ = ["run"]


def run(quick: bool) -> dict[str, Any]:
    """Times for a clip of 24 joints, with a tenth of it for bvhio, and peak memory for a file of 60 joints."""
    try:
        import bvhio
        import pybvh
    except ImportError as error:
        raise SixpointError(
            f"the peers are missing ({error.name}); install them with pip install -e .[bench]"
        ) from error
    n_frames, rounds = (600, 3) if quick else (6000, 15)
    with tempfile.TemporaryDirectory() as folder:
        clip, short, long = (Path(folder) / name for name in ("clip.bvh", "short.bvh", "long.bvh"))
        bvh.write(clip, _synthetic_clip(n_joints=24, n_frames=n_frames))
        bvh.write(short, _synthetic_clip(n_joints=24, n_frames=n_frames // 10))
        bvh.write(long, _synthetic_clip(n_joints=60, n_frames=2_000 if quick else 100_000))
        times = interleaved(
            {
                "sixpoint": lambda: bvh.read(clip),
                "pybvh": lambda: pybvh.read_bvh_file(str(clip)),
                "pybvh with quaternions": lambda: pybvh.read_bvh_file(str(clip)).to_quat(),
            },
            rounds=rounds,
        )
        short_times = interleaved(
            {"sixpoint": lambda: bvh.read(short), "bvhio": lambda: bvhio.readAsBvh(str(short))}, rounds=rounds
        )
        return {
            "environment": environment("pybvh", "bvhio"),
            "warm-up": "one round of each, not counted",
            f"{n_frames} frames of 24 joints": {
                **{name: summary(seconds) for name, seconds in times.items()},
                "time over pybvh's": ratio(times["sixpoint"], times["pybvh"]),
                "time over pybvh's with quaternions": ratio(times["sixpoint"], times["pybvh with quaternions"]),
            },
            f"{n_frames // 10} frames of 24 joints": {
                **{name: summary(seconds) for name, seconds in short_times.items()},
                "time over bvhio's": ratio(short_times["sixpoint"], short_times["bvhio"]),
            },
            f"{long.stat().st_size / 1e6:.0f} MB, 60 joints, in a process of its own": {
                "sixpoint": _alone(long, "from models.formats.bvh import read", "read(path, 'cm', 'y')"),
                "pybvh": _alone(long, "from pybvh import read_bvh_file as read", "read(path, world_up='+y')"),
            },
        }


def _synthetic_clip(n_joints: int, n_frames: int) -> Clip:
    """Smooth motion of a figure of equal bones that stands on two legs: a head, two arms and two legs on its hips."""
    rng = np.random.default_rng(0)
    directions = np.array([[0, 1, 0], [1, 0.4, 0], [-1, 0.4, 0], [0.2, -1, 0], [-0.2, -1, 0]])
    limb = np.arange(n_joints - 1) * len(directions) // (n_joints - 1)
    starts_limb = np.append(True, limb[1:] != limb[:-1])
    parents = np.append(-1, np.where(starts_limb, 0, np.arange(n_joints - 1)))
    offsets = np.concatenate([[[0.0, 0.95, 0.0]], directions[limb] * 4.0 / n_joints])
    names = tuple(f"Joint{n}" for n in range(n_joints))
    leaves = np.setdiff1d(np.arange(n_joints), parents)
    skeleton = Skeleton(
        "synthetic",
        names,
        parents,
        offsets,
        tuple(f"{names[leaf]}/End Site" for leaf in leaves),
        leaves,
        offsets[leaves],
    )
    phase = np.arange(n_frames)[:, None] * rng.uniform(0.01, 0.1, n_joints) + rng.uniform(0, 6, n_joints)
    axes = quat.normalize(np.append(rng.normal(size=(n_joints, 3)), np.zeros((n_joints, 1)), axis=1))[:, :3]
    rotations = quat.from_axis_angle(axes, 0.2 * np.sin(phase))
    root = np.stack([np.sin(phase[:, 0]), 0.95 + 0.05 * np.cos(phase[:, 1]), np.cos(phase[:, 2])], axis=-1)
    return Clip(skeleton, root, rotations, 120.0)


def _alone(path: Path, imports: str, call: str) -> dict[str, float]:
    """Seconds of one cold read and the memory it adds at its peak, in MB, measured in a fresh process."""
    code = (
        f"from benchmarks._runner import peak_memory_mb as peak; import time; {imports}\n"
        f"path, before, start = {str(path)!r}, peak(), time.perf_counter()\n"
        f"result = {call}\n"
        "print(time.perf_counter() - start, peak() - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SixpointError(f"the memory of '{call}' was not measured: {done.stderr.strip().splitlines()[-1]}")
    seconds, megabytes = map(float, done.stdout.split())
    return {"seconds": seconds, "peak_MB": megabytes}
