"""One command from a folder of motion to a draft, stopped wherever it can be and run again."""

import json
from dataclasses import replace

import numpy as np
import pytest

from models.formats import read, write
from models.locomotion import Trajectory, Waypoint, root_path
from models.locomotion.database import Database
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import LmmNetworks
from training import reproduce
from training.__main__ import main
from training.completion import PRESETS
from training.evaluate import locomotion as drafts
from training.locomotion import figures
from training.locomotion.projector import NeighbourPool
from training.locomotion.runs import TRAINERS

LINE = Trajectory((Waypoint(0, 0), Waypoint(0, 2)))
PATHS = {"figure_8": LINE, "right_angles": LINE}


@pytest.fixture(name="folder")
def _folder(tmp_path, walk):
    folder = tmp_path / "data"
    folder.mkdir()
    rows = ["path,split,activity,take"]
    for seed, split in enumerate(("train", "train", "val", "test")):
        write(folder / f"{seed}.bvh", walk(seed, 140, 30.0))
        rows.append(f"{seed}.bvh,{split},walk,{seed}")
    (folder / "index.csv").write_text("\n".join(rows) + "\n")
    return folder


@pytest.fixture(name="command")
def _command(folder, tmp_path, monkeypatch):
    """The whole command with small networks on short paths; takes a name whose first call stops it."""
    small = {level: replace(preset, batch=8, coarse=(8,), fine=(8,)) for level, preset in PRESETS.items()}
    monkeypatch.setattr(reproduce, "PRESETS", small)
    trainers = {name: (train, replace(preset, batch=8, hidden=(16,))) for name, (train, preset) in TRAINERS.items()}
    monkeypatch.setattr(reproduce, "TRAINERS", trainers)
    monkeypatch.setattr(NeighbourPool, "BLOCK", 64)
    monkeypatch.setattr(figures, "DRIFT_FRAMES", (2, 4))
    for module in (drafts, reproduce):
        monkeypatch.setattr(module, "fixed_paths", lambda: PATHS)
    keywords = {"paths": None, "seeds": (0,), "clips": 1, "rounds": 1, "batch": 2}
    monkeypatch.setattr(drafts.evaluate_locomotion, "__kwdefaults__", {**keywords, "weights": None})
    few = reproduce.EvaluationConfig(split="test", solved_frames=6, ik_frames=4, effector_frames=4, drags=1)
    monkeypatch.setattr(reproduce, "EvaluationConfig", lambda **given: replace(few, **given))
    work, weights = tmp_path / "work", tmp_path / "weights"

    def run(stop_at=None) -> int:
        options = ["--work", str(work), "--output", str(weights), "--steps", "4", "--workers", "1"]
        with monkeypatch.context() as patch:
            if stop_at is not None:
                patch.setattr(*stop_at, _stopped)
            return main(["reproduce", "--data", str(folder), *options])

    return run, work, weights


def _stopped(*_, **__):
    raise KeyboardInterrupt


def test_one_command_makes_a_draft_of_a_folder_however_often_it_is_stopped(command, capsys, monkeypatch):
    run, work, weights = command
    saved = Database.save

    def only_of_train(self, path):
        if "train" not in path.name:
            raise KeyboardInterrupt
        saved(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "save", only_of_train)
        with pytest.raises(KeyboardInterrupt):
            run()
    assert not (work / "locomotion-val.npz").exists()
    for at in ("export_locomotion", "network_table"):
        with pytest.raises(KeyboardInterrupt):
            run((reproduce, at))
    capsys.readouterr()
    assert run() == 0
    out = capsys.readouterr().out
    assert "steps 4 to 4" in out  # trained in an earlier run
    assert "steps 0 to" not in out
    for split in ("train", "val", "test"):
        assert (work / f"locomotion-{split}.npz").is_file()
    for name in ("lmm", "mm"):
        figures = json.loads((work / f"locomotion-{name}.json").read_text())
        assert set(figures["paths"]) == set(PATHS)
        assert figures["held_out"]["clips"] == 1
        assert "right_angles" in out
    tables = (work / "locomotion.md").read_text()
    assert "| right angles |" in tables
    assert "| test |" in tables
    made = read(work / "draft.bvh")
    assert made.n_frames == root_path(LINE).n_frames
    again = LearnedMotionMatching(LmmNetworks(weights)).generate(LINE).clip
    assert np.abs(made.root - again.root).max() < 1e-3
    # Run once more, nothing is left to do. Times are among the figures: measured again, they would differ.
    names = ("evaluation.json", "locomotion-lmm.json", "locomotion-mm.json", "draft.bvh")
    before = {path: path.read_bytes() for path in [*(work / name for name in names), *weights.glob("*.onnx")]}
    assert run() == 0
    assert {path: path.read_bytes() for path in before} == before
