"""The training loop: it learns, resumes bit for bit, refuses what does not fit, and several processes are one."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from numpy.testing import assert_allclose

from models.body import JOINTS, level_indices
from models.completion import Network
from models.errors import ModelMismatch, SixpointError
from training import checkpoints
from training.__main__ import main
from training.completion import train
from training.distributed import World
from training.export import add_metrics, card_path, export
from training.learner import TrainConfig
from training.sampling import Augmentation, PoseSampler, load_poses

ALONE = World(0, 1, torch.device("cpu"))
TINY = TrainConfig(steps=60, batch=64, coarse=(16,), fine=(32, 32), check_every=30, warm_up=10)


def test_training_learns_and_logs(cache, tmp_path):
    config = replace(TINY, steps=200, check_every=50, fine=(64, 64), limb_share=0.0, lift_share=0.0, noise_share=0.0)
    state = train(cache, tmp_path, 6, config, world=ALONE)
    rows = [json.loads(line) for line in (tmp_path / "completion-6.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows] == [50, 100, 150, 200]
    assert rows[-1]["loss_cm"] < 0.8 * rows[0]["loss_cm"]
    assert state["validation_cm"] == pytest.approx(rows[-1]["val_cm"], abs=1e-3)


def test_resuming_equals_never_stopping(cache, tmp_path):
    whole = train(cache, tmp_path / "whole", 6, TINY, world=ALONE)
    # The same run, cut off after the first checkpoint: what a kill leaves behind.
    calls = []

    def stop_at_second_checkpoint(path, state, save=checkpoints.save):
        calls.append(state["step"])
        if len(calls) == 2:
            raise KeyboardInterrupt
        save(path, state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoints, "save", stop_at_second_checkpoint)
        with pytest.raises(KeyboardInterrupt):
            train(cache, tmp_path / "cut", 6, TINY, world=ALONE)
    assert checkpoints.load(tmp_path / "cut" / "completion-6.pt")["step"] == 30
    resumed = train(cache, tmp_path / "cut", 6, TINY, world=ALONE, resume=True)
    for key in ("weights", "averaged"):
        for name, tensor in whole[key].items():
            assert torch.equal(tensor, resumed[key][name]), name
    assert resumed["validation_cm"] == whole["validation_cm"]


def test_resuming_with_other_options_is_refused(cache, tmp_path):
    train(cache, tmp_path, 6, TINY, world=ALONE)
    with pytest.raises(SixpointError, match="other options \\(batch\\)"):
        train(cache, tmp_path, 6, replace(TINY, batch=32), world=ALONE, resume=True)


def test_random_frames_can_be_held_out(cache, tmp_path):
    state = train(cache, tmp_path, 16, replace(TINY, steps=10), world=ALONE, split_frames=True)
    assert state["split_frames"]
    assert state["n_poses"] == len(load_poses(cache, "train")) - 24  # 5 % of 480


def test_damaged_and_foreign_checkpoints_are_refused(tmp_path):
    path = tmp_path / "completion-6.pt"
    with pytest.raises(SixpointError, match="no checkpoint"):
        checkpoints.load(path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(SixpointError, match="not a checkpoint"):
        checkpoints.load(path)
    torch.save({"format": -1}, path)
    with pytest.raises(ModelMismatch, match="another body or version"):
        checkpoints.load(path)


def test_exported_networks_load_and_cards_say_where_they_come_from(cache, tmp_path):
    for level in (6, 28):
        train(cache, tmp_path, level, replace(TINY, steps=20), world=ALONE)
        path = export(tmp_path, tmp_path / "weights", level)
        assert np.isfinite(Network(path, level).predict(np.ones((2, level, 3)))).all()
    card = json.loads(card_path(tmp_path / "weights", 6).read_text())
    assert card["data"]["sources"][0]["source"] == "sines"
    assert card["training"]["poses_drawn"] == 20 * 64
    assert card["onnx_against_torch_m"] < 1e-5
    figures = {"network": {"mean_cm": 2.0}, "solved": {"mean_cm": 1.5}}
    add_metrics(tmp_path / "weights", {"data": {"split": "test", "frames": 7}, "levels": {"6": figures}})
    metrics = json.loads(card_path(tmp_path / "weights", 6).read_text())["metrics"]
    assert (metrics["test_network_mean_cm"], metrics["test_solved_mean_cm"], metrics["test_frames"]) == (2.0, 1.5, 7)
    assert sorted(path.suffix for path in (tmp_path / "weights").iterdir()) == [".json", ".json", ".onnx", ".onnx"]


@pytest.fixture
def sampler(cache):
    def make(**options):
        silent = Augmentation(limb_share=0.0, lift_share=0.0, noise_share=0.0, drag_share=0.0)
        given = torch.from_numpy(level_indices(6).copy())
        return PoseSampler(load_poses(cache, "train"), given, replace(silent, **options), options.pop("balance", 0.0))

    return make


def bones(points):
    """Distances that no pose changes: forearm and shin of both sides."""
    pairs = (("LeftForeArm", "LeftHand"), ("RightForeArm", "RightHand"), ("LeftLeg", "LeftFoot"))
    rows = [[JOINTS.index(name) for name in pair] for pair in pairs]
    return torch.stack([(points[:, a] - points[:, b]).norm(dim=-1) for a, b in rows], dim=-1)


def test_drawn_poses_are_poses(sampler):
    plain = sampler().draw(64, torch.Generator().manual_seed(0))[1]
    given, varied, _ = sampler(limb_share=0.5, lift_share=0.5).draw(64, torch.Generator().manual_seed(0))
    assert_allclose(bones(varied).numpy(), bones(plain).numpy(), atol=1e-5)
    assert torch.equal(given, varied[:, level_indices(6).tolist()])
    assert (varied - plain).abs().max() > 0.1
    moved, points, _ = sampler(noise_share=1.0, noise_m=0.02).draw(64, torch.Generator().manual_seed(0))
    distance = (moved - points[:, level_indices(6).tolist()]).std()
    assert_allclose(float(distance), 0.02, rtol=0.15)
    dragged, points, _ = sampler(drag_share=1.0, drag_m=0.3).draw(64, torch.Generator().manual_seed(0))
    assert (((dragged - points[:, level_indices(6).tolist()]).norm(dim=-1) > 1e-6).sum(dim=1) == 1).all()


def test_half_of_the_drawn_poses_are_mirrored(sampler, cache):
    poses = load_poses(cache, "train")
    drawn = sampler().draw(400, torch.Generator().manual_seed(1))[1]
    known = poses.points(slice(None)).flatten(1)
    nearest = torch.cdist(drawn.flatten(1), known, compute_mode="donot_use_mm_for_euclid_dist").min(dim=1).values
    is_plain = nearest < 1e-3
    assert 0.4 < float(is_plain.float().mean()) < 0.6


@pytest.mark.parametrize("level", ["16"])
def test_two_processes_train_as_one(cache, tmp_path, level):
    """Under torchrun both processes end with the same weights, and the run looks like any other."""
    options = ["--steps", "6", "--check-every", "3", "--batch", "16", "--coarse", "8", "--fine", "16,16"]
    command = [
        *(sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2", "-m", "training"),
        *("completion", "--cache", str(cache), "--out", str(tmp_path), "--level", level, "--threads", "1", *options),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    state = checkpoints.load(tmp_path / f"completion-{level}.pt")
    assert state["processes"] == 2
    assert len(state["generators"]) == 2
    assert state["n_poses"] == len(load_poses(cache, "train"))


def test_command_line_refuses_unknown_options_and_missing_caches(tmp_path, capsys):
    with pytest.raises(SystemExit) as exit_info:
        main(["completion", "--cache", str(tmp_path), "--out", str(tmp_path), "--learning-speed", "1"])
    assert exit_info.value.code == 2
    assert main(["completion", "--cache", str(tmp_path), "--out", str(tmp_path / "run"), "--level", "6"]) == 2
    assert "no prepared motion" in capsys.readouterr().err
