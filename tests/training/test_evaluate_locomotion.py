"""Evaluation of drafts: the documented keys, and figures that know good from bad."""

import json
from dataclasses import replace

import numpy as np
import pytest
from synthetic_locomotion import database, standing_clip, write_lmm

from models.locomotion import Trajectory, Waypoint, root_path
from models.locomotion.motion_matching import MotionMatching
from training.__main__ import main
from training.evaluate.locomotion import evaluate_locomotion
from training.evaluate.locomotion_metrics import DataReference, draft_figures, manifold_distance
from training.evaluate.locomotion_paths import LONG, fixed_paths, held_out_paths

LINE = Trajectory((Waypoint(0, 0), Waypoint(0, 3)))


@pytest.fixture
def draft(walk_clip):
    return MotionMatching(database(walk_clip)).generate(LINE)


@pytest.fixture
def shipped(walk_clip, tmp_path, monkeypatch):
    write_lmm(tmp_path, walk_clip)
    for name, metrics in (("decompressor", "decompressor"), ("stepper", "drift"), ("projector", "projected")):
        card = {"metrics": {"test": {metrics: {"mean_cm": 1.0}}}}
        (tmp_path / f"locomotion-{name}.json").write_text(json.dumps(card))
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(tmp_path))


@pytest.mark.parametrize("name", ["lmm", "mm"])
def test_the_documented_keys_are_there(shipped, walk_clip, name):
    data = database(walk_clip)
    result = evaluate_locomotion(name, data, data, paths={"line": LINE}, seeds=(0,), clips=1, rounds=1, batch=2)
    line = result["paths"]["line"]
    for key, inner in (
        ("lateral_m", {"mean", "p95"}),
        ("heading_deg", {"mean", "p95"}),
        ("time_s", {"max"}),
        ("skate_cm_s", {"raw", "locked"}),
        ("manifold", {"mean", "max"}),
        ("lock_cm", {"mean", "max"}),
    ):
        assert set(line[key]) == inner
    assert {"penetration_cm", "snap_share", "jerk_ratio"} <= set(line)
    assert result["generator"] == name
    assert result["bytes"]["database"] == data.n_bytes
    assert (result["bytes"]["networks"] is None) == (name == "mm")
    assert {"single", "batched_2"} == set(result["ms_per_frame"])
    assert ("drift" in result) == (name == "lmm")
    assert result["held_out"]["clips"] == 1
    json.dumps(result)


def test_the_command_writes_them(shipped, walk_clip, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("training.evaluate.locomotion.fixed_paths", lambda: {"line": LINE, "figure_8": LINE})
    monkeypatch.setattr("training.evaluate.locomotion.SEEDS", (0,))
    out = tmp_path / "figures.json"
    assert main(["evaluate", "locomotion", "--rounds", "1", "--batch", "2", "--json", str(out)]) == 0
    assert json.loads(out.read_text())["paths"]["line"]["manifold"] is None
    assert "line" in capsys.readouterr().out
    assert main(["evaluate", "locomotion", "--generator", "mm"]) == 2
    assert "needs a motion database" in capsys.readouterr().err


def test_a_worse_draft_has_worse_figures(draft, walk_clip):
    data = DataReference.of(database(walk_clip))
    good = draft_figures(draft, data)
    aside = replace(draft, root=draft.root + np.array([0.5, 0, 0]), yaw_rad=draft.yaw_rad + 0.5)
    worse = draft_figures(aside, data)
    assert worse["lateral_m"]["p95"] > good["lateral_m"]["p95"] + 0.4
    assert worse["heading_deg"]["mean"] > good["heading_deg"]["mean"] + 20
    through = Trajectory((Waypoint(0, 0), Waypoint(0, 2), Waypoint(0, 4)))
    walked = MotionMatching(data.database).generate(through)
    on_time = draft_figures(walked, None)["time_s"]["max"]
    assert on_time < 0.2
    shifted = replace(walked, root=np.concatenate([walked.root[:1].repeat(30, 0), walked.root[:-30]]))
    assert draft_figures(shifted, None)["time_s"]["max"] == pytest.approx(0.5, abs=0.15)
    sunk = replace(draft, clip=replace(draft.clip, root=draft.clip.root - np.array([0, 0.05, 0])))
    assert draft_figures(sunk, None)["penetration_cm"] > 4.0
    jump = replace(draft.clip, root=draft.clip.root + 0.3 * (np.arange(draft.clip.n_frames) == 60)[:, None])
    assert draft_figures(replace(draft, clip=jump), None)["snap_share"] > good["snap_share"]
    still = replace(draft, clip=standing_clip(draft.clip.n_frames), contacts=np.ones_like(draft.contacts))
    slid = replace(
        still, clip=replace(still.clip, root=still.clip.root + np.arange(len(draft.root))[:, None] * [0.002, 0, 0])
    )
    assert draft_figures(still, None)["skate_cm_s"]["locked"] == pytest.approx(0.0, abs=1e-6)
    assert draft_figures(slid, None)["skate_cm_s"]["locked"] == pytest.approx(12.0)


def test_recorded_motion_is_on_the_manifold_and_a_dance_is_not(walk_clip, rng):
    data = DataReference.of(database(walk_clip))
    clip = data.database.clip(0)
    assert manifold_distance(clip, data).max() < 1e-3
    odd = replace(clip, root=clip.root + np.stack([np.sin(np.arange(clip.n_frames) / 3)] * 3, -1))
    assert manifold_distance(odd, data).mean() > 2.0


def test_the_paths_are_those_of_the_protocol(walk_clip):
    paths = fixed_paths()
    assert {"straight", "circle", "figure_8", "right_angles", "u_turn", "start_stop", "sideways", "backwards"} <= set(
        paths
    )
    assert 50 < root_path(paths[LONG]).n_frames / 60 < 80
    for trajectory in paths.values():
        assert root_path(trajectory).deviations == ()
    ways = held_out_paths(database(walk_clip), 3)
    assert ways
    assert all(trajectory.waypoints[1].t == 2.0 for trajectory in ways.values())
