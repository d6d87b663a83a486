"""The pose library, and the way to and from motion files."""

import numpy as np
import pytest
from document_data import HALF, make_content, random_poses

from models.animation import Pose
from models.body import body
from models.document import PoseLibrary, Range, exported, imported, sample_held
from models.errors import FileFormatError, SixpointError
from models.kinematics import quat


def assert_same_pose(a, b, atol=1e-7):
    np.testing.assert_allclose(a.root, b.root, atol=atol)
    np.testing.assert_allclose(quat.angle(a.rotations, b.rotations), 0.0, atol=atol)


@pytest.fixture
def library(tmp_path):
    return PoseLibrary(tmp_path / "poses")


class TestLibrary:
    def test_a_pose_is_kept_and_found(self, library):
        a, b = random_poses(2)
        assert library.names() == ()
        library.save("contact, left", a)
        library.save("Übergang", b)
        assert library.names() == ("contact, left", "Übergang")
        assert_same_pose(library.load("contact, left").pose, a)
        library.save("contact, left", b)
        assert_same_pose(library.load("contact, left").pose, b)
        library.remove("contact, left")
        library.remove("contact, left")
        assert library.names() == ("Übergang",)

    def test_factors_go_from_now_to_the_pose_and_beyond(self, library):
        now, pose = random_poses(2)
        library.save("p", pose)
        kept = library.load("p")
        assert_same_pose(kept.applied(now, body(), 0.0), now)
        assert_same_pose(kept.applied(now, body(), 1.0, stays=False), pose)
        beyond = kept.applied(now, body(), 1.5, stays=False)
        assert_same_pose(kept.applied(beyond, body(), -0.5, stays=False), kept.applied(now, body(), 1.75, stays=False))
        assert np.isfinite(kept.applied(now, body(), -0.5).rotations).all()

    def test_the_character_stays_where_it_stands_and_faces(self, library):
        now, pose = random_poses(2, seed=3)
        library.save("p", pose)
        applied = library.load("p").applied(now, body())
        np.testing.assert_allclose(applied.root[[0, 2]], now.root[[0, 2]], atol=1e-9)
        np.testing.assert_allclose(applied.root[1], pose.root[1], atol=1e-8)
        front, wanted = (quat.rotate(p.rotations[0], np.array([0.0, 0.0, 1.0]))[[0, 2]] for p in (applied, now))
        assert front @ wanted > 0
        assert abs(front[0] * wanted[1] - front[1] * wanted[0]) < 1e-8
        assert_same_pose(Pose(applied.root, applied.rotations[1:]), Pose(applied.root, pose.rotations[1:]))

    def test_a_taller_character_stands_as_the_pose_does(self, library):
        tall = body().scaled(1.2)
        library.save("rest", Pose.rest(body()))
        applied = library.load("rest").applied(Pose.rest(tall), tall)
        np.testing.assert_allclose(applied.points(tall), 1.2 * body().rest_points, atol=1e-8)

    def test_mirrored(self, library):
        pose = random_poses(1)[0]
        library.save("p", pose)
        assert_same_pose(library.load("p").mirrored().mirrored().pose, pose)
        assert_same_pose(library.load("p").mirrored().pose, pose.mirrored())

    @pytest.mark.parametrize("name", ["", "a/b", "..", ".hidden", "a\\b", "x" * 300, "new\nline"])
    def test_names_that_would_leave_the_folder_are_refused(self, library, name):
        for call in (lambda: library.save(name, random_poses(1)[0]), lambda: library.load(name)):
            with pytest.raises(SixpointError, match=r"name of a pose|printable"):
                call()
        assert library.names() == ()

    def test_what_is_not_there_or_damaged_is_said(self, library, small_rig):
        pose = random_poses(1)[0]
        path = library.save("good", pose)
        with pytest.raises(SixpointError, match="it has: good"):
            library.load("bad")
        path.write_text("{")
        with pytest.raises(FileFormatError, match="not JSON"):
            library.load("good")
        rig = small_rig()
        library.save("rig", Pose.rest(rig), rig)
        with pytest.raises(SixpointError, match="retarget it first"):
            library.load("rig")


class TestClips:
    def test_export_is_what_is_played(self):
        content = make_content()
        clip = exported(content, "a", Range(0, 4 * HALF))
        assert clip.fps == pytest.approx(30000 / 1001)
        assert clip.n_frames == 61
        track = content.character("a").track
        ticks = [content.rate.tick(frame) for frame in range(clip.n_frames)]
        np.testing.assert_array_equal(clip.root, sample_held(track, body(), ticks).root)
        assert exported(content, "b").skeleton is content.character("b").rig.skeleton

    def test_imported_frames_are_exported_again(self, walk_clip):
        clip = walk_clip(31, 30000 / 1001)
        content = imported(make_content(), "a", clip, at=0)
        again = exported(content, "a", Range(0, content.rate.tick(30)))
        np.testing.assert_allclose(again.points(), clip.points(), atol=1e-7)

    def test_an_import_replaces_its_time_only_or_makes_room(self, walk_clip):
        content, clip = make_content(), walk_clip(61)
        few = imported(content, "a", clip, at=HALF, tolerance_cm=1.0).character("a").track
        old = content.character("a").track
        assert few.get(0) is old.get(0)
        assert few.get(4 * HALF) is old.get(4 * HALF)
        assert few.get(2 * HALF) is not old.get(2 * HALF)
        longer = imported(content, "a", clip, at=HALF, tolerance_cm=1.0, ripple=True).character("a").track
        assert len(longer) == len(old) + len(few.between(HALF, 3 * HALF))
        assert longer.keys[-1].pose is old.keys[-1].pose

    def test_what_cannot_be_exported_or_imported_is_said(self, walk_clip, small_rig):
        content = make_content()
        with pytest.raises(SixpointError, match="no keys"):
            exported(content.with_track("a", type(content.character("a").track)()), "a")
        rig = small_rig()
        other = type(walk_clip(2))(rig, np.zeros((2, 3)), np.tile([0.0, 0, 0, 1], (2, 4, 1)), 30.0)
        with pytest.raises(SixpointError, match="retarget it first"):
            imported(content, "a", other)
        with pytest.raises(SixpointError, match="no frames"):
            imported(content, "a", walk_clip(2).sliced(0, 0))


def test_every_public_name_is_there():
    import models.animation
    import models.document

    for package in (models.animation, models.document):
        assert all(hasattr(package, name) for name in package.__all__)
