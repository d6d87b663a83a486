"""The loop and its files: it learns, resumes bit for bit, refuses what does not belong together, and exports."""

import json
from dataclasses import replace

import numpy as np
import onnxruntime
import pytest
import torch
from numpy.testing import assert_allclose

from models.errors import ModelMismatch, SixpointError
from models.locomotion.features import FEATURES_HASH, FeatureScaling
from training import checkpoints
from training.__main__ import main
from training.locomotion import export as exporting
from training.locomotion.data import database_path, load_databases
from training.locomotion.decompressor import DecompressorConfig
from training.locomotion.export import export_locomotion
from training.locomotion.learning import checkpoint_path, load_checkpoint
from training.locomotion.projector import NeighbourPool, ProjectorConfig
from training.locomotion.runs import (
    decompressor_of,
    projector_of,
    states_of,
    stepper_of,
    train_decompressor,
    train_projector,
    train_stepper,
)
from training.locomotion.stepper import StepperConfig
from training.locomotion.tensors import MotionTensors

TINY = DecompressorConfig(steps=40, batch=16, compressor=(32,), hidden=(32,), check_every=20)
TINY_STEPPER = StepperConfig(steps=20, batch=8, window=5, hidden=(16,), check_every=10)
TINY_PROJECTOR = ProjectorConfig(steps=20, batch=8, hidden=(16, 16), check_every=10)


@pytest.fixture(autouse=True)
def _small_pool(monkeypatch):
    monkeypatch.setattr(NeighbourPool, "BLOCK", 128)


@pytest.fixture(name="trained")
def _trained(run_folder, alone):
    train_decompressor(run_folder, TINY, world=alone)
    train_stepper(run_folder, TINY_STEPPER, world=alone)
    train_projector(run_folder, TINY_PROJECTOR, world=alone)
    return run_folder


def test_training_learns_and_logs(run_folder, alone):
    state = train_decompressor(run_folder, replace(TINY, steps=300, check_every=100, hidden=(64,)), world=alone)
    rows = [json.loads(line) for line in (run_folder / "locomotion-decompressor.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows] == [100, 200, 300]
    assert rows[-1]["val_cm"] < 0.95 * rows[0]["val_cm"]
    assert state["validation"]["val_cm"] == pytest.approx(rows[-1]["val_cm"], abs=1e-3)


@pytest.mark.parametrize(
    ("train", "config"),
    [(train_decompressor, TINY), (train_stepper, TINY_STEPPER), (train_projector, TINY_PROJECTOR)],
    ids=["decompressor", "stepper", "projector"],
)
def test_resuming_equals_never_stopping(run_folder, alone, monkeypatch, train, config):
    if train is not train_decompressor:
        train_decompressor(run_folder, TINY, world=alone)
    whole = train(run_folder, config, world=alone)
    checkpoint_path(run_folder, whole["name"]).unlink()
    save = checkpoints.save

    def stop_at_the_end(path, state):
        if state["step"] == config.steps:
            raise KeyboardInterrupt
        save(path, state)

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "save", stop_at_the_end)
        with pytest.raises(KeyboardInterrupt):
            train(run_folder, config, world=alone)
    assert load_checkpoint(run_folder, whole["name"])["step"] == config.steps // 2
    resumed = train(run_folder, config, world=alone, resume=True)
    for name, values in whole["weights"].items():
        assert torch.equal(values, resumed["weights"][name]), name


def test_resuming_with_other_options_is_refused_but_more_steps_are_not(run_folder, alone):
    train_decompressor(run_folder, TINY, world=alone)
    with pytest.raises(SixpointError, match="batch"):
        train_decompressor(run_folder, replace(TINY, batch=8), world=alone, resume=True)
    assert train_decompressor(run_folder, replace(TINY, steps=50), world=alone, resume=True)["step"] == 50


def test_networks_of_other_data_or_another_code_are_refused(trained, databases, alone):
    other = train_decompressor(trained, replace(TINY, seed=5), world=alone)
    assert other["step"] == 40
    with pytest.raises(ModelMismatch, match="another compressor"):
        stepper_of(trained)
    with pytest.raises(ModelMismatch, match="another compressor"):
        export_locomotion(trained, trained / "weights")
    databases["val"].save(database_path(trained, "train"))
    with pytest.raises(ModelMismatch, match="other data"):
        decompressor_of(trained, load_databases(trained)["train"])


def test_a_stepper_needs_a_decompressor_first(run_folder, alone):
    with pytest.raises(SixpointError, match="train the decompressor first"):
        train_stepper(run_folder, TINY_STEPPER, world=alone)


def test_weights_of_the_terms_must_be_known(run_folder, alone):
    with pytest.raises(SixpointError, match="'recipe' or 'equal'"):
        train_decompressor(run_folder, replace(TINY, weights="best"), world=alone)
    state = train_decompressor(run_folder, replace(TINY, weights="equal", steps=2), world=alone)
    assert state["term_weights"]["positions"] != 75.0


def test_exported_files_compute_what_was_trained(trained, databases):
    paths = export_locomotion(trained, trained / "weights")
    assert [path.name for path in paths] == [f"locomotion-{n}.onnx" for n in ("decompressor", "stepper", "projector")]
    task, _ = decompressor_of(trained)
    states = states_of(task, MotionTensors(databases["val"]))
    networks = {"decompressor": task.decompressor, "stepper": stepper_of(trained).stepper}
    networks["projector"] = projector_of(trained).projector
    hashes = set()
    for path, (name, network) in zip(paths, networks.items(), strict=True):
        session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        source, result = exporting.INTERFACES[name]
        inputs = states[:, : network.sizes[0]]
        for batch in (inputs[:1], inputs):
            got = session.run([result], {source: batch.numpy()})[0]
            assert_allclose(got, network(batch).detach().numpy(), atol=2e-4)
        found = session.get_modelmeta().custom_metadata_map
        hashes.add((found["features_hash"], found["data_hash"], found["code_hash"]))
        scaling = FeatureScaling.from_json(found["features"])
        assert (scaling.scale == databases["train"].scale).all()
        card = json.loads(path.with_suffix(".json").read_text())
        assert card["metrics"]["val"]["frames"] == databases["val"].n_frames
        assert card["network"]["bytes"] == path.stat().st_size
    assert len(hashes) == 1
    assert hashes.pop()[:2] == (FEATURES_HASH, databases["train"].data_hash)


def test_networks_that_are_too_large_are_not_written(trained, monkeypatch):
    monkeypatch.setattr(exporting, "MAX_BYTES", 1000)
    with pytest.raises(SixpointError, match="narrower"):
        export_locomotion(trained, trained / "weights")
    assert not (trained / "weights").exists()


def test_command_line_from_files_to_weights(mocap, tmp_path, capsys):
    run = tmp_path / "run"
    steps = ["--decompressor-steps", "3", "--stepper-steps", "3", "--projector-steps", "3", "--batch", "4"]
    assert main(["locomotion", "--data", str(mocap), "--out", str(run), "--threads", "1", *steps]) == 0
    assert main(["export", "--run", str(run), "--output", str(tmp_path / "weights")]) == 0
    assert (tmp_path / "weights" / "locomotion-projector.onnx").is_file()
    # Everything is there already: nothing is prepared or trained again.
    capsys.readouterr()
    assert main(["locomotion", "--data", str(mocap), "--out", str(run), "--resume", "--threads", "1", *steps]) == 0
    assert "steps 3 to 3" in capsys.readouterr().out


def test_command_line_says_what_is_missing(tmp_path, capsys):
    assert main(["locomotion", "--out", str(tmp_path / "run")]) == 2
    assert "give --data" in capsys.readouterr().err
    assert main(["export", "--run", str(tmp_path), "--level", "locomotion"]) == 2
    assert "no motion database" in capsys.readouterr().err


def test_batches_follow_from_seed_and_step(run_folder, alone):
    """Another process draws other windows: its generator is seeded with its rank."""
    first = np.random.default_rng([0, 0, 7]).random(4)
    assert (first == np.random.default_rng([0, 0, 7]).random(4)).all()
    one = train_decompressor(run_folder, replace(TINY, steps=5), world=alone)
    two = train_decompressor(run_folder, replace(TINY, steps=5, seed=1), world=alone)
    name = "decompressor.layers.0.weight"
    assert not torch.equal(one["weights"][name], two["weights"][name])
