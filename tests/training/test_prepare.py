"""From files to a cache: discovery in folders and zips, splits, shards, reports, and what happens to bad files."""

import json
import zipfile

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import body
from models.errors import ModelMismatch, SixpointError
from models.formats import write
from models.kinematics import forward
from training.__main__ import main
from training.cache import CacheWriter, is_complete, read_parts, read_sources
from training.defects import repair
from training.library import find_motion, shard
from training.prepare import parse_shard, prepare
from training.sources import data_sources


@pytest.fixture
def library(tmp_path, motion):
    """Two plain files, two in a zip, an index that names three of them, and a licence."""
    folder = tmp_path / "library"
    (folder / "plain" / "deep").mkdir(parents=True)
    paths = [folder / "plain" / "a.bvh", folder / "plain" / "deep" / "b.BVH"]
    for seed, path in enumerate(paths):
        write(path.with_suffix(".bvh"), motion(seed))
    (folder / "plain" / "deep" / "b.bvh").rename(paths[1])
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        for seed in (2, 3):
            write(tmp_path / "member.bvh", motion(seed, fps=30.0, n_frames=60))
            archive.write(tmp_path / "member.bvh", f"packed/{seed}.bvh")
        archive.writestr("packed/notes.txt", "not motion")
    rows = [
        "path,split,activity,take",
        "plain/a.bvh,train,walk,t1",
        "packed/2.bvh,val,run,t2",
        "packed/3.bvh,test,run,t3",
    ]
    (folder / "index.csv").write_text("\n".join(rows) + "\n")
    (folder / "LICENSE-own.txt").write_text("\nOwn motion\n==========\n")
    return folder


def test_finds_files_at_any_depth_and_in_zips(library):
    motions = find_motion([library])
    found = {motion.label: (motion.split, motion.activity, motion.take) for motion in motions}
    assert found == {
        "plain/a.bvh": ("train", "walk", "t1"),
        "plain/deep/b.BVH": ("", "", "plain/deep/b.BVH"),
        "packed/2.bvh": ("val", "run", "t2"),
        "packed/3.bvh": ("test", "run", "t3"),
    }
    assert [motion.label for motion in find_motion([library], "val")] == ["packed/2.bvh", "plain/deep/b.BVH"]
    with motions[0].opened() as path:
        assert path.read_bytes().startswith(b"HIERARCHY")
    assert not path.exists()


def test_prepared_frames_are_the_files_frames(library, tmp_path, motion):
    report = prepare([library], tmp_path / "cache", fps=60.0)
    assert is_complete(tmp_path / "cache")
    (part,) = read_parts(tmp_path / "cache")
    assert report["totals"]["frames kept"] == part.n_frames == 120 + 120 + 119 + 119
    row = part.labels.tolist().index("plain/a.bvh")
    frames = slice(part.starts[row], part.starts[row + 1])
    (expected,) = repair(motion(0)).pieces
    found = forward.points(body(), part.root[frames], part.rotations[frames])
    assert_allclose(found, expected.points(), atol=1e-4)
    assert (part.splits[row], part.activities[row]) == ("train", "walk")
    assert read_sources(tmp_path / "cache")[0]["source"] == "Own motion"


def test_shards_cover_everything_once(library, tmp_path):
    for index in range(3):
        assert not is_complete(tmp_path / "cache")
        prepare([library], tmp_path / "cache", part=(index, 3))
    assert is_complete(tmp_path / "cache")
    labels = [str(label) for part in read_parts(tmp_path / "cache") for label in part.labels]
    assert sorted(labels) == sorted(motion.label for motion in find_motion([library]))
    assert [shard(range(10), i, 3) for i in range(3)] == [[0, 3, 6, 9], [1, 4, 7], [2, 5, 8]]


def test_parts_are_bounded(tmp_path, motion, monkeypatch):
    monkeypatch.setattr("training.cache.PART_FRAMES", 200)
    writer = CacheWriter(tmp_path, 60.0)
    for seed in range(5):
        writer.add(motion(seed), label=f"{seed}", split="train", activity="", take="")
    writer.close({})
    assert [part.n_frames for part in read_parts(tmp_path)] == [240, 240, 120]
    # Writing the shard again replaces its parts.
    writer = CacheWriter(tmp_path, 60.0)
    writer.add(motion(9), label="9", split="train", activity="", take="")
    writer.close({})
    assert [part.n_frames for part in read_parts(tmp_path)] == [120]


def test_thinning_keeps_the_first_frame_of_each_segment(tmp_path, motion):
    writer = CacheWriter(tmp_path, 60.0)
    for n, split in ((5, "train"), (4, "val"), (3, "")):
        writer.add(motion(n, n_frames=n), label=str(n), split=split, activity="", take="")
    writer.close({})
    (part,) = read_parts(tmp_path)
    frames, segments = part.frames("train", at_most_fps=30.0)
    assert frames.tolist() == [0, 2, 4, 9, 11]
    assert segments.tolist() == [0, 0, 0, 2, 2]
    assert part.frames(None, at_most_fps=60.0)[0].tolist() == list(range(12))


def test_a_defect_is_repaired_and_reported(library, tmp_path, motion, capsys):
    clip = motion(0)
    root = clip.root.copy()
    root[50, 0] += 3.0
    write(library / "plain" / "a.bvh", type(clip)(clip.skeleton, root, clip.rotations, clip.fps))
    prepare([library], tmp_path / "cache")
    assert "plain/a.bvh: jump: bridged 1" in capsys.readouterr().out
    (report,) = (tmp_path / "cache").glob("*.json")
    assert json.loads(report.read_text())["clips"]["plain/a.bvh"]["jump: bridged"] == 1


def test_a_file_that_cannot_be_used_is_reported_and_the_rest_prepared(library, tmp_path, capsys):
    (library / "broken.bvh").write_text("HIERARCHY\nnonsense\n")
    report = prepare([library], tmp_path / "cache")
    assert list(report["skipped"]) == ["broken.bvh"]
    assert "broken.bvh" in capsys.readouterr().out
    assert sum(part.n_frames for part in read_parts(tmp_path / "cache")) > 0


def test_bad_libraries_are_refused(library, tmp_path):
    with pytest.raises(SixpointError, match="no such folder"):
        find_motion([tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(SixpointError, match="no BVH files"):
        find_motion([tmp_path / "empty"])
    (tmp_path / "empty" / "x.zip").write_bytes(b"no zip")
    with pytest.raises(SixpointError, match=r"x\.zip: not a zip"):
        find_motion([tmp_path / "empty"])
    (library / "plain" / "deep" / "b.BVH").unlink()
    with pytest.raises(SixpointError, match=r"no clip of split 'dev'.*test, train, val"):
        find_motion([library], "dev")
    for text in ("3", "a/b", "1/0", "4/4"):
        with pytest.raises(SixpointError):
            shard([], *parse_shard(text))


def test_bad_caches_are_refused(tmp_path, motion):
    with pytest.raises(SixpointError, match="no prepared motion"):
        next(read_parts(tmp_path))
    writer = CacheWriter(tmp_path, 60.0)
    with pytest.raises(SixpointError, match="resample it first"):
        writer.add(motion(0, fps=30.0), label="x", split="", activity="", take="")
    writer.add(motion(0), label="x", split="", activity="", take="")
    writer.close({})
    (path,) = tmp_path.glob("*.npz")
    with np.load(path) as data:
        arrays = dict(data)
    np.savez(path, **{**arrays, "body_hash": np.array("another")})
    with pytest.raises(ModelMismatch, match="another body"):
        next(read_parts(tmp_path))
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(SixpointError, match="not a part of a motion cache"):
        next(read_parts(tmp_path))


def test_known_licences_are_cited_in_full(tmp_path):
    (tmp_path / "LICENSE-accad.txt").write_text("whatever")
    (entry,) = data_sources([tmp_path])
    assert entry["licence"] == "CC BY 3.0"
    assert "Ohio State" in entry["source"]


def test_command_line_prepares_and_explains(library, tmp_path, capsys):
    assert main(["prepare", str(library), "-o", str(tmp_path / "cache"), "--workers", "1", "--fps", "30"]) == 0
    assert "4 of 4 files at 30 frames a second" in capsys.readouterr().out
    assert main(["prepare", str(tmp_path / "nowhere"), "-o", str(tmp_path / "cache")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
