"""The protocol on small synthetic motion, and its figures against cases with a known answer."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from numpy.testing import assert_allclose
from synthetic_networks import write_fitted

from models.animation import Pose
from models.body import LEVELS, POINT_MIRROR, POINTS, body, level_indices
from models.completion import Completion
from models.errors import SixpointError
from models.formats import read, write
from models.formats.retarget import retarget
from models.kinematics import quat
from training import reproduce
from training.__main__ import main
from training.completion import PRESETS, train
from training.distributed import World
from training.evaluate.baselines import NearestPose
from training.evaluate.completion import EvaluationConfig, evaluate
from training.evaluate.metrics import error_statistics, percentiles, rounded
from training.evaluate.report import table
from training.evaluate.solving import aligned_rest, bone_length_error_mm, limit_violation_deg, solve_many
from training.evaluate.steadiness import invariance
from training.evaluate.truth import Truth, load_truth
from training.learner import TrainConfig

FEW = EvaluationConfig(split="test", ik_frames=5, effector_frames=4, drags=1, timed_frames=60)


@pytest.fixture
def folder(tmp_path, motion):
    data = tmp_path / "data"
    data.mkdir()
    rows = ["path,split,activity"]
    for seed, (split, activity) in enumerate((("train", "walk"), ("train", "run"), ("test", "walk"), ("test", "run"))):
        write(data / f"{seed}.bvh", motion(seed, n_frames=12, fps=60.0, spread_rad=0.2))
        rows.append(f"{seed}.bvh,{split},{activity}")
    (data / "index.csv").write_text("\n".join(rows) + "\n")
    return data


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return write_fitted(tmp_path_factory.mktemp("weights"))


def test_every_key_of_the_protocol_is_there(folder, weights, tmp_path, capsys):
    options = ["--ik-frames", "5", "--effector-frames", "4", "--drags", "1", "--timed-frames", "60", "--workers", "1"]
    out = tmp_path / "out.json"
    arguments = ["evaluate", "completion", "--data", str(folder), "--split", "test", "--weights", str(weights)]
    assert main([*arguments, "--json", str(out), *options]) == 0
    result = json.loads(out.read_text())
    assert (result["data"]["clips"], result["data"]["frames"], result["data"]["split"]) == (2, 12, "test")
    for level in ("6", "16", "28"):
        figures = result["levels"][level]
        for row in (figures["network"], figures["solved"], *figures["baselines"].values()):
            assert set(row) >= {"mean_cm", "median_cm", "p95_cm", "max_cm", "per_point"}
            assert set(row["per_point"]) == set(POINTS) - {POINTS[n] for n in level_indices(int(level))}
        assert set(figures["per_activity"]) == {"walk", "run"}
    assert set(result["set_point_error_mm"]) >= {"mean", "p99", "max"}
    assert set(result["random_effectors"]) >= {"network", "solved"}
    assert set(result["jitter"]) >= {"mean", "worst"}
    for stage in ("network", "solver", "total"):
        assert set(result["ms"][stage]) == {"p50", "p95", "p99"}
    for key in ("bone_length_error_mm", "limit_violation_deg"):
        assert result[key]["max"] >= 0.0
    assert result["joint_rotation_deg"]["mean"] > 0.0
    assert {"yaw_cm", "mirror_cm"} <= set(result)
    printed = capsys.readouterr().out
    assert "nearest pose" in printed
    assert "walk" in printed


def test_without_an_index_everything_is_evaluated(folder, weights):
    (folder / "index.csv").unlink()
    result = evaluate(str(folder), replace(FEW, weights=str(weights), training_fps=30.0))
    assert result["data"]["clips"] == 4
    # Without splits the same frames serve as training poses: each is its own nearest.
    assert result["levels"]["6"]["baselines"]["nearest"]["max_cm"] < 0.01


def test_at_most_thirty_frames_a_second_and_no_invented_ones(tmp_path, motion):
    for fps in (24.0, 60.0, 120.0):
        write(tmp_path / f"{fps:g}.bvh", motion(int(fps), n_frames=int(fps) + 1, fps=fps))
    assert len(load_truth([str(tmp_path)], None)) == 25 + 31 + 31


def test_statistics_of_known_errors():
    truth = np.zeros((4, 2, 3))
    predicted = truth.copy()
    predicted[:, 0, 0] = [0.01, 0.02, 0.03, 0.04]
    found = error_statistics(predicted, truth, ["a", "b"])
    assert_allclose([found["mean_cm"], found["max_cm"], found["per_point"]["a"]["mean_cm"]], [1.25, 4.0, 2.5])
    assert found["per_point"]["b"]["max_cm"] == 0.0
    assert percentiles(np.full(10, 0.002)) == pytest.approx({"p50": 2.0, "p95": 2.0, "p99": 2.0})
    assert rounded({1: (np.float64(0.1234567), float("nan"), np.int64(3))}) == {"1": [0.12346, None, 3]}


def as_truth(clip):
    return Truth(clip.root, clip.rotations, np.full(clip.n_frames, ""), 1, {})


def test_nearest_pose_finds_a_pose_wherever_it_stands_and_its_mirror_image(motion):
    clip = motion(1, n_frames=30)
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 2.0)
    points = quat.rotate(turn, clip.points()) + np.array([4.0, 0.0, -1.0])
    mirrored = clip.points()[:, POINT_MIRROR] * np.array([-1.0, 1.0, 1.0])
    for level in (6, 28):
        nearest = NearestPose(as_truth(clip), level)
        assert_allclose(nearest.complete(points), points, atol=1e-4)
        assert_allclose(nearest.complete(mirrored), mirrored, atol=1e-4)


def test_solved_poses_are_bodies_within_limits(motion):
    pose = Pose.rest(body())
    points = np.repeat(pose.points(body())[None], 3, axis=0)
    points[:, POINTS.index("LeftHand")] += np.array([[-0.15, -0.1, 0.1]]) * np.arange(3)[:, None]
    is_set = np.isin(np.arange(len(POINTS)), level_indices(6))
    for method in ("predicted", "ik"):
        solved = solve_many(points, is_set, method)
        assert_allclose(solved.points[:, is_set], points[:, is_set], atol=1e-3)
        assert bone_length_error_mm(solved) < 1e-3
        assert limit_violation_deg(solved) < 0.5


def test_aligned_rest_pose_follows_the_set_points(rng):
    rest = body().rest_points
    turn = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 1.2)
    points = quat.rotate(turn, rest) + np.array([1.0, 0.3, 2.0])
    is_set = np.isin(np.arange(len(POINTS)), rng.choice(len(POINTS), 5, replace=False))
    assert_allclose(aligned_rest(points, is_set).points(body()), points, atol=1e-6)


def test_a_network_that_sees_directions_is_told_from_one_that_does_not(weights, motion):
    """The fitted linear networks are not built to be invariant, and the figures must say so."""
    steady = invariance(motion(2).points()[::10], Completion.load(weights))
    assert all(row["yaw_cm"] > 0.1 for row in steady.values())


def test_previews_play_the_truth_beside_the_solved_motion(folder, weights, tmp_path):
    evaluate(str(folder), replace(FEW, weights=str(weights), preview=str(tmp_path / "preview")))
    clips = {path.stem: retarget(read(path)) for path in (tmp_path / "preview").iterdir()}
    assert sorted(clips) == ["solved-16", "solved-28", "solved-6", "truth"]
    assert_allclose(clips["truth"].points(), load_truth([str(folder)], "test").points(), atol=2e-3)


def test_a_run_that_saw_every_frame_is_no_random_split(folder, weights, cache, tmp_path):
    tiny = TrainConfig(steps=3, batch=8, coarse=(8,), fine=(8,), check_every=3)
    for split_frames in (False, True):
        for level in LEVELS:
            run = tmp_path / str(split_frames)
            train(cache, run, level, tiny, world=World(0, 1, torch.device("cpu")), split_frames=split_frames)
    few = replace(FEW, weights=str(weights))
    result = evaluate(str(folder), replace(few, random_split_run=str(tmp_path / "True")))
    assert set(result["random_frame_split"]) == {"6", "16", "28"}
    assert "frames split at random" in table(result)
    with pytest.raises(SixpointError, match="was not trained with --split-frames"):
        evaluate(str(folder), replace(few, random_split_run=str(tmp_path / "False")))


def test_one_command_makes_everything(folder, tmp_path, capsys, monkeypatch):
    small = {level: replace(preset, batch=8, coarse=(8,), fine=(8,)) for level, preset in PRESETS.items()}
    monkeypatch.setattr(reproduce, "PRESETS", small)
    options = [
        "--work",
        str(tmp_path / "work"),
        "--output",
        str(tmp_path / "weights"),
        "--steps",
        "20",
        "--workers",
        "1",
    ]
    assert main(["reproduce", "--data", str(folder), *options]) == 0
    capsys.readouterr()
    for level in LEVELS:
        card = json.loads((tmp_path / "weights" / f"completion-{level}.json").read_text())
        assert card["training"]["steps"] == 20
        assert card["metrics"]["test_frames"] == 12
        assert card["metrics"]["test_network_mean_cm"] > card["metrics"]["test_solved_mean_cm"] * 0.5
    # Run again, it finds everything done.
    before = (tmp_path / "weights" / "completion-6.onnx").read_bytes()
    assert main(["reproduce", "--data", str(folder), *options]) == 0
    assert (tmp_path / "weights" / "completion-6.onnx").read_bytes() == before
    assert "steps 20 to 20" in capsys.readouterr().out
