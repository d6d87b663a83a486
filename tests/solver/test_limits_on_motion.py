"""The joint ranges hold real motion: the 99.9th percentile of captured people is inside, and elbows never turn back."""

import zipfile
from pathlib import Path

import numpy as np
import pytest

from models.body import body
from models.body.limits import joint_limits
from models.formats import bvh
from models.formats.retarget import retarget
from models.solver import start_from_points

FILES, FRAMES = 4, 30


@pytest.mark.mocap
def test_real_motion_is_within_the_ranges(mocap: Path, tmp_path: Path):
    """Frames are posed from their points, as the solver sees them: rigs roll limbs differently, points show no roll."""
    excess = []
    for family in ("accad", "cmu_mb", "jl_run", "smartbody_ipi", "smartbody_jt"):
        with zipfile.ZipFile(mocap / f"{family}.zip") as archive:
            names = sorted(name for name in archive.namelist() if name.endswith(".bvh"))
            for name in names[:: max(1, len(names) // FILES)][:FILES]:
                clip = retarget(bvh.read(archive.extract(name, tmp_path)))
                for frame in np.linspace(0, clip.n_frames - 1, FRAMES).astype(int):
                    points = clip.pose(int(frame)).points(body())
                    excess.append(joint_limits().excess(start_from_points(body(), points).rotations))
    degrees = np.degrees(np.array(excess))
    assert len(degrees) > 300
    assert np.mean(degrees > 0.5) < 1e-3
