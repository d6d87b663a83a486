"""Nine families of real motion capture: the map their makers give, and bodies that stand and bend as people do."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from models.animation import Clip
from models.body import JOINTS, POINTS
from models.formats import bvh
from models.formats.retarget import fitted_skeleton, retarget
from models.formats.rig_map import map_rig
from models.kinematics import quat

pytestmark = pytest.mark.mocap

FAMILIES = ("accad", "cmu_asf", "cmu_daz", "cmu_mb", "jl_run", *(f"smartbody_{s}" for s in ("base", "ipi", "jt", "pn")))
_CLIPS = 5  # of each family, spread over its archive
_FRAMES = 600  # of each clip: enough for every kind of pose in it


@pytest.fixture(scope="module", params=FAMILIES)
def family(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def clips(mocap: Path, family: str, tmp_path_factory: pytest.TempPathFactory) -> list[Clip]:
    folder = tmp_path_factory.mktemp(family)
    with zipfile.ZipFile(mocap / f"{family}.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".bvh"))
        some = [archive.extract(name, folder) for name in names[:: max(1, len(names) // _CLIPS)][:_CLIPS]]
    whole = [bvh.read(path, unit="cm", up="y") for path in some]
    return [clip.sliced(0, min(_FRAMES, clip.n_frames)) for clip in whole]


def test_the_map_is_the_makers(mocap: Path, family: str, clips: list[Clip]):
    makers = json.loads((mocap / "joint_maps.json").read_text(encoding="utf-8"))[family]
    for clip in clips:
        found = map_rig(clip.skeleton)
        assert found.joints == makers["joints"]
        assert found.markers == makers["markers"]
        assert found.overall == 1.0


def test_on_its_own_proportions_the_body_is_where_the_capture_has_it(clips: list[Clip]):
    for clip in clips:
        found = map_rig(clip.skeleton)
        got = retarget(clip, found, skeleton=fitted_skeleton(clip, found)).globals()[1]
        rig = clip.globals()[1]
        mapped = [(JOINTS.index(n), clip.skeleton.joint_index(j)) for n, j in found.joints.items() if j is not None]
        away = np.array([np.linalg.norm(got[:, n] - rig[:, j], axis=-1) for n, j in mapped])
        assert away.mean() < 0.005
        limbs = [k for k, (n, _) in enumerate(mapped) if JOINTS[n] not in ("Head", "Neck")]
        assert away[limbs].max() < 0.03


def test_knees_bend_back_and_feet_stand_flat(clips: list[Clip]):
    flat = []
    for clip in clips:
        got = retarget(clip)
        world, places = got.globals()
        points = got.points()
        for side in ("Left", "Right"):
            hip, knee, ankle = (places[:, JOINTS.index(side + part)] for part in ("UpLeg", "Leg", "Foot"))
            thigh, shin = knee - hip, ankle - knee
            axis = np.cross(thigh, shin)
            bent = np.linalg.norm(axis, axis=-1) > np.sin(np.radians(30)) * 0.42 * 0.39
            left = quat.rotate(world[:, JOINTS.index(f"{side}UpLeg")], np.array([1.0, 0.0, 0.0]))
            ahead = np.sum(axis * left, axis=-1) / np.maximum(np.linalg.norm(axis, axis=-1), 1e-9)
            assert np.all(ahead[bent] > np.cos(np.radians(25)))
            ends = points[:, [POINTS.index(side + end) for end in ("Heel", "ToeTip")]]
            speed = np.linalg.norm(np.gradient(ends, 1.0 / got.fps, axis=0), axis=-1).max(axis=-1)
            upright = quat.rotate(world[:, 0], np.array([0.0, 1.0, 0.0]))[:, 1] > 0.94
            lower = places[:, JOINTS.index(f"{side}Foot"), 1] < places[..., 1].min(axis=-1) + 0.12
            sole = quat.rotate(world[:, JOINTS.index(f"{side}Foot")], np.array([0.0, 1.0, 0.0]))[:, 1]
            flat += list(np.degrees(np.arccos(np.clip(sole[(speed < 0.08) & upright & lower], -1, 1))))
    assert len(flat) > 20
    assert np.median(flat) < 10


def test_hanging_hands_have_their_palms_to_the_thighs(clips: list[Clip]):
    palms = []
    for clip in clips:
        world, _ = retarget(clip).globals()
        for side, outward in (("Left", 1.0), ("Right", -1.0)):
            hand = quat.mul(quat.conj(world[:, 0]), world[:, JOINTS.index(f"{side}Hand")])
            hanging = quat.rotate(hand, np.array([outward, 0.0, 0.0]))[:, 1] < -0.8
            palm = quat.rotate(hand, np.array([0.0, -1.0, 0.0]))[hanging]
            palms += list(-outward * palm[:, 0])
    if len(palms) > 50:
        assert np.median(palms) > np.cos(np.radians(60))
