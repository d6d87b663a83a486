"""The documented examples run as they stand, on the networks that come with the program."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest
from synthetic_locomotion import write_lmm
from synthetic_networks import write_fitted

from models.body import LEVELS, MAIN_POINTS, body
from models.formats import read
from models.locomotion import read_path, root_path
from models.posing.points_file import read_points

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch, walk_clip):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(write_lmm(write_fitted(tmp_path), walk_clip)))


def test_complete_pose_runs_and_writes_what_it_says(capsys):
    runpy.run_path(str(EXAMPLES / "complete_pose.py"))
    out = capsys.readouterr().out
    assert "LeftHand" in out
    assert "out of reach: nothing" in out
    points = json.loads(Path("output/raised.json").read_text())["points"]
    joints = read("output/raised.bvh").globals()[1][0]
    np.testing.assert_allclose(joints, [points[name] for name in body().joint_names], atol=1e-4)
    assert Path("output/raised.png").stat().st_size > 1000


def test_draft_walk_runs_and_writes_what_it_says(capsys):
    runpy.run_path(str(EXAMPLES / "draft_walk.py"))
    n_frames = int(capsys.readouterr().out.splitlines()[-1].split(" frames")[0])
    clip = read("output/walk.bvh")
    assert clip.n_frames == n_frames
    np.testing.assert_allclose(clip.root[-1, [0, 2]], [6.0, 6.0], atol=0.3)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.path.json")), ids=lambda path: path.name)
def test_the_sample_paths_are_within_what_a_body_can(path):
    assert root_path(read_path(path)[0]).deviations == ()


def test_the_sample_sets_the_six_main_points():
    assert set(read_points(EXAMPLES / "reach.json")) == set(MAIN_POINTS) == set(LEVELS[6])


def test_the_guide_shows_the_example_as_it_is():
    """Every line of code in the guide's Python blocks stands in the example that is run above."""
    guide = (EXAMPLES.parent / "scripting.md").read_text()
    example = "".join(path.read_text() for path in EXAMPLES.glob("*.py"))
    blocks = [block.split("```")[0] for block in guide.split("```python\n")[1:]]
    assert len(blocks) >= 3
    for line in "".join(blocks).splitlines():
        code = line.split("  #")[0].rstrip()
        assert code in example, code
