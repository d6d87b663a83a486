"""A whole action without a window: pose, key, hold a foot, mirror, save, open, export, and read the file back."""

import numpy as np
import pytest
from document_data import HALF
from synthetic_networks import write_fitted

from models.animation import FrameRate, Track
from models.body import POINTS, body
from models.completion import Completion
from models.document import (
    Character,
    Content,
    Document,
    History,
    Range,
    Rig,
    exported,
    key_of,
    mirrored_track,
    posing_of,
    read_project,
    sample_held,
    write_project,
)
from models.formats import registry
from models.posing import HandleState, Session, Snapshot

FOOT = POINTS.index("LeftFoot")


@pytest.fixture(scope="module")
def networks(tmp_path_factory) -> Completion:
    return Completion(write_fitted(tmp_path_factory.mktemp("action")))


@pytest.fixture
def session(networks) -> Session:
    return Session(completion=networks)


def keyed_action(session: Session, document: Document, history: History) -> Track:
    """Three keys: the left foot stays pinned while the hips sink and move, and the right hand rises."""
    places = session.points[[POINTS.index(name) for name in ("Hips", "RightHand")]].copy()
    session.set_state("LeftFoot", HandleState.PINNED)
    for number, (hips, hand) in enumerate([((0, -0.05, 0), (0, 0, 0)), ((0.06, -0.1, 0.1), (0, 0.2, 0.2))] * 2):
        session.begin("Pose")
        session.drag_points({"Hips": places[0] + hips, "RightHand": places[1] + hand})
        session.commit()
        key = key_of(number * HALF, session.snapshot.posing, session.pose)
        track = document.content.character("c").track
        history.push(document.do("Set key", document.content.with_track("c", track.with_key(key))))
    return document.content.character("c").track


def test_a_four_key_action_from_pose_to_file(tmp_path, session):
    document = Document(Content(FrameRate(30), Range(0, 3 * HALF), {"c": Character(Rig("Anna"))}))
    history = History(document)
    empty = document.content_hash()
    track = keyed_action(session, document, history)
    assert len(track) == 4

    ticks = np.linspace(0, 3 * HALF, 46).astype(np.int64)
    points = sample_held(track, body(), ticks).points(body())
    assert np.linalg.norm(points[:, FOOT] - points[0, FOOT], axis=-1).max() < 1e-3
    assert np.ptp(points[:, POINTS.index("Hips")], axis=0).max() > 0.05

    path = tmp_path / "action.sixpoint"
    write_project(path, document.content)
    assert read_project(path).hash == document.content_hash()

    mirrored = mirrored_track(track, body(), plane="world")
    history.push(document.do("Mirror", document.content.with_track("c", mirrored)))
    clip = exported(document.content, "c")
    assert clip.n_frames == 46
    np.testing.assert_allclose(clip.points()[:, POINTS.index("RightFoot")], points[:, FOOT] * [-1, 1, 1], atol=1e-3)

    registry.write(tmp_path / "action.bvh", clip)
    again = registry.read(tmp_path / "action.bvh")
    assert (again.n_frames, again.fps) == (46, pytest.approx(30.0, rel=1e-6))
    np.testing.assert_allclose(again.globals()[1], clip.globals()[1], atol=1e-4)

    while history.undo():
        pass
    assert document.content_hash() == empty


def test_a_session_goes_on_from_a_key(session, networks):
    document = Document(Content(characters={"c": Character(Rig("Anna"))}))
    key = keyed_action(session, document, History(document)).keys[1]
    posing = posing_of(key, body())
    other = Session(completion=networks)
    other.restore(Snapshot(posing, key.pose, key.pose.points(body())))
    assert other.states["LeftFoot"] == HandleState.PINNED
    assert set(other.targets) == {"LeftFoot", "Hips", "RightHand"}
    foot = other.points[FOOT].copy()
    other.drag("RightHand", other.targets["RightHand"] + [0.0, 0.03, 0.0])
    assert other.unreached == ()
    np.testing.assert_allclose(other.points[FOOT], foot, atol=1e-3)
