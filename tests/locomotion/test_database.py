"""The database: ranges are never crossed, mirroring twice is nothing, files are checked before they are trusted."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from models.body.mirror import mirror_points
from models.errors import ModelMismatch, ShapeError, SixpointError
from models.kinematics import quat
from models.locomotion import database as module
from models.locomotion.clip_frames import SourceClip, frames_of, mirrored
from models.locomotion.database import Database
from models.locomotion.pose_vector import integrate_root


@pytest.fixture(name="clips")
def _clips(walk):
    shapes = ((200, 1.2, 0.0), (90, 2.0, 0.9), (30, 1.0, 0.0), (1, 0.0, 0.0))
    return [SourceClip(walk(n, speed=v, turn=w, heading=v), f"clip {n}", "walk") for n, v, w in shapes]


def test_frames_of_a_clip_do_not_depend_on_its_neighbours(clips):
    database = Database.build(clips)
    alone = frames_of(clips[1])
    frames = slice(int(database.range_starts[2]), int(database.range_stops[2]))
    for name, values in alone.items():
        assert_array_equal(getattr(database, name)[frames], values)


def test_ranges_names_and_mirror_flags(clips):
    database = Database.build(clips)
    assert_array_equal(database.range_stops - database.range_starts, [200, 200, 90, 90, 30, 30, 1, 1])
    assert_array_equal(database.mirrored, [False, True] * 4)
    assert database.names[3] == "clip 90"
    assert_array_equal(np.bincount(database.range_of), database.range_stops - database.range_starts)


def test_only_frames_with_a_recorded_future_are_searched(clips):
    database = Database.build(clips)
    for start, stop in zip(database.range_starts, database.range_stops, strict=True):
        expected = np.arange(start, stop) + 60 < stop
        assert_array_equal(database.searchable[start:stop], expected)


@pytest.mark.parametrize("length", [1, 2, 20, 31])
def test_windows_lie_within_one_range(clips, length):
    database = Database.build(clips)
    for true_future in (False, True):
        starts = database.windows(length, true_future=true_future)
        last = starts + length - 1 + (60 if true_future else 0)
        assert len(starts)
        assert last.max() < database.n_frames
        assert_array_equal(database.range_of[starts], database.range_of[last])
    needed = np.maximum(database.range_stops - database.range_starts - length + 1, 0)
    assert len(database.windows(length)) == needed.sum()


def test_mirroring_twice_is_the_same_motion(clips):
    for source in clips:
        twice = mirrored(mirrored(source)).clip
        assert_allclose(twice.root, source.clip.root, atol=1e-12)
        assert_allclose(quat.angle(twice.rotations, source.clip.rotations), 0.0, atol=1e-7)


def test_the_mirrored_range_is_the_mirror_image(clips):
    database = Database.build(clips)
    assert_allclose(database.clip(3).points(), mirror_points(database.clip(2).points()), atol=1e-5)
    # What lies to the left lies to the right, and turns turn the other way.
    assert_allclose(database.raw[400:490, 15], -database.raw[490:580, 15], atol=1e-4)
    assert_allclose(database.angular[400:490, 0, 1], -database.angular[490:580, 0, 1], atol=1e-4)
    assert_array_equal(database.contacts[400:490, 0], database.contacts[490:580, 1])


def test_quaternions_are_continuous_in_every_range(clips):
    flipped = clips[0].clip.rotations * np.where(np.arange(200) % 2, -1.0, 1.0)[:, None, None]
    object.__setattr__(clips[0].clip, "rotations", flipped)
    database = Database.build(clips)
    same = database.range_of[1:] == database.range_of[:-1]
    dots = (database.rotations[1:] * database.rotations[:-1]).sum(-1)[same]
    assert dots.min() >= 0.0
    assert np.abs(database.angular).max() < 20.0


def test_clips_come_back(clips):
    database = Database.build(clips, mirror=False)
    for index, source in enumerate(clips):
        assert_allclose(database.clip(index).points(), source.clip.points(), atol=1e-4)


def test_root_velocities_lead_from_frame_to_frame(clips):
    database = Database.build(clips, mirror=False)
    pose = database.pose(slice(0, 200))
    position, rotation = database.positions[50, 0].astype(float), database.rotations[50, 0].astype(float)
    for frame in range(50, 150):
        position, rotation = integrate_root(
            position, rotation, pose.root_velocity[frame], pose.root_angular[frame], 1 / 60
        )
    assert_allclose(position, database.positions[150, 0], atol=0.01)


def test_saving_and_loading_changes_nothing(clips, tmp_path):
    database = Database.build(clips)
    database.save(tmp_path / "motion.npz")
    again = Database.load(tmp_path / "motion.npz")
    assert again.data_hash == database.data_hash
    for name, values in vars(database).items():
        if isinstance(values, np.ndarray) and name in vars(again):
            assert_array_equal(getattr(again, name), values)


def test_another_split_uses_the_scaling_of_the_first(clips):
    database = Database.build(clips[:1])
    other = Database.build(clips[1:2], mirror=False, scaling=database.scaling)
    assert_array_equal(other.offset, database.offset)
    assert_allclose(other.features, database.scaling.normalised(other.raw), atol=1e-5)


def _rewritten(database, path, **changes):
    arrays = {name: getattr(database, name) for name in Database.__dataclass_fields__}
    arrays["format"] = np.array(module.FORMAT)
    arrays.update(changes)
    np.savez(path, **arrays)
    return path


def test_bad_files_are_refused_with_a_sentence(clips, tmp_path, monkeypatch):
    database = Database.build(clips)
    path = tmp_path / "motion.npz"
    with pytest.raises(SixpointError, match="no motion database"):
        Database.load(path)
    for content in (b"", b"PK\x03\x04 half a zip", b"text"):
        path.write_bytes(content)
        with pytest.raises(SixpointError, match="not a motion database"):
            Database.load(path)
    broken = database.positions.copy()
    broken[3, 4] = np.nan
    for changes, reason in (
        ({"positions": broken}, "not finite"),
        ({"positions": database.positions[:-1]}, "positions"),
        ({"range_stops": database.range_stops - 1}, "ranges"),
        ({"contacts": database.contacts.astype(float)}, "contacts"),
        ({"raw": np.array(1.0)}, "row of features"),
        ({"scale": np.zeros(27)}, "above 0"),
        ({"names": np.array([{}] * database.n_ranges, dtype=object)}, "not a motion database"),
    ):
        with pytest.raises(SixpointError, match=reason):
            Database.load(_rewritten(database, path, **changes))
    with pytest.raises(ModelMismatch, match="features"):
        Database.load(_rewritten(database, path, features_hash=np.array("another")))
    database.save(path)
    monkeypatch.setattr(module, "MAX_BYTES", 1000)
    with pytest.raises(SixpointError, match="claims"):
        Database.load(path)


def test_clips_that_do_not_belong_are_refused(clips, walk):
    with pytest.raises(SixpointError, match="at least one"):
        Database.build([])
    with pytest.raises(SixpointError, match="60 a second"):
        Database.build([SourceClip(walk(fps=30.0), "slow")])
    broken = walk()
    broken.root[5] = np.inf
    with pytest.raises(SixpointError, match="not finite"):
        Database.build([SourceClip(broken, "broken")])


def test_arrays_cannot_be_changed(clips):
    database = Database.build(clips)
    with pytest.raises(ValueError, match="read-only"):
        database.features[0] = 0.0
    with pytest.raises(ShapeError):
        Database(**{**{n: getattr(database, n) for n in Database.__dataclass_fields__}, "scale": np.ones(3)})
