"""Edits are small, are the only way to change a document, and can be taken back exactly."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from document_data import HALF, make_content, make_track, random_poses

from models.animation import FrameRate, Key, baked
from models.animation.track_edits import moved, pasted, ripple_deleted, scaled
from models.body import Skeleton, body
from models.document import (
    Change,
    Character,
    Content,
    Document,
    Edit,
    History,
    Range,
    Rig,
    Signal,
    differences,
    handles_of,
    key_of,
    mirrored_track,
    patched,
    posing_of,
)
from models.document.draft_plan import DraftPlan
from models.errors import RigError, SixpointError
from models.locomotion.waypoints import Trajectory, Waypoint


def edits_of_every_kind(content: Content):
    """(label, content after) of one edit of each kind, each from what the one before left."""
    track = content.character("a").track
    key = Key.of(7, random_poses(1, seed=8)[0])
    ticks = track.between(HALF, 3 * HALF)
    yield "Set key", (content := content.with_track("a", track.with_key(key)))
    yield "Move keys", (content := content.with_track("a", moved(content.character("a").track, ticks, 13)))
    yield "Paste", (content := content.with_track("b", pasted(content.character("b").track, [key], 0)))
    yield "Scale", (content := content.with_track("b", scaled(content.character("b").track, {0, HALF}, 1.5, 0)))
    yield "Delete time", (content := content.with_track("a", ripple_deleted(content.character("a").track, 0, HALF)))
    yield "Mirror", (content := content.with_track("a", mirrored_track(content.character("a").track, body())))
    yield "Rate", (content := replace(content, rate=FrameRate(24)))
    yield "Range", (content := replace(content, playback=Range(3, 9 * HALF)))
    yield "Keep pose", (content := replace(content, poses={**content.poses, "kept": key.pose}))
    yield "Drop pose", (content := replace(content, poses={"kept": key.pose}))
    yield "Rename", (content := content.with_character("b", replace(content.character("b"), rig=Rig("Carl"))))
    yield "Add", (content := content.with_character("c", Character(Rig("New"), make_track(2))))
    plan = DraftPlan(Trajectory((Waypoint(0.0, 0.0), Waypoint(2.0, 1.0, t=3.0))), start=HALF)
    yield "Draw path", (content := content.with_draft("a", plan))
    yield "Other seed", (content := content.with_draft("a", replace(plan, seed=3)))
    yield "Two paths", (content := content.with_draft("b", plan))
    yield "No path", (content := content.with_draft("a", None))
    yield "Remove", content.without_character("a")


def test_undo_and_redo_of_everything_50_times_leave_the_hash_equal():
    document = Document(make_content())
    history = History(document)
    hashes = [document.content_hash()]
    for label, content in edits_of_every_kind(document.content):
        history.push(document.do(label, content))
        hashes.append(document.content_hash())
    assert len(set(hashes)) == len(hashes)
    for _ in range(50):
        for expected in reversed(hashes[:-1]):
            assert history.undo()
            assert document.content_hash() == expected
        assert not history.undo()
        for expected in hashes[1:]:
            assert history.redo()
            assert document.content_hash() == expected
        assert not history.redo()
    assert history.labels[0] == "Set key"


def test_300_previews_are_one_edit_of_one_key():
    document = Document(make_content())
    track, poses = document.content.character("a").track, random_poses(300, seed=5)
    previews, edits = [], []
    document.changing.connect(previews.append)
    document.changed.connect(edits.append)
    document.begin("Drag")
    for pose in poses:
        document.preview(document.content.with_track("a", track.with_key(Key.of(HALF, pose))))
    edit = document.commit()
    assert len(previews) == 300
    assert edits == [edit]
    assert [change.slot for change in edit.changes] == [("key", "a", HALF)]


def test_an_aborted_gesture_leaves_nothing():
    document = Document(make_content())
    before = document.content
    document.begin("Drag")
    document.preview(before.without_character("a"))
    document.abort()
    assert document.content is before
    assert document.do("Nothing", before) is None


def test_gestures_do_not_nest_and_must_begin():
    document = Document()
    document.begin("Drag")
    with pytest.raises(SixpointError, match="'Drag' has not ended"):
        document.begin("Other")
    with pytest.raises(SixpointError, match="'Drag' has not ended"):
        document.apply(Edit("x", ()))
    document.abort()
    for call in (document.commit, document.abort, lambda: document.preview(Content())):
        with pytest.raises(SixpointError, match="begin first"):
            call()


def test_differences_lead_from_one_content_to_the_other():
    before, after = make_content(), make_content(4).without_character("b")
    assert patched(before, differences(before, after)).hash == after.hash
    reverse = Edit("x", differences(before, after)).reversed()
    assert patched(after, reverse.changes).hash == before.hash


def test_edits_that_fit_no_document_are_refused():
    key = make_track(1).keys[0]
    for slot, value in ((("key", "nobody", 0), key), (("colour",), None), (("rate",), None)):
        with pytest.raises(SixpointError, match=r"nobody|colour|rate"):
            patched(Content(), [Change(slot, None, value)])


def test_the_hash_does_not_depend_on_the_order_of_characters():
    content = make_content()
    turned = replace(content, characters=dict(reversed(content.characters.items())))
    assert turned.hash == content.hash


def test_changing_the_rate_keeps_keys_at_their_time():
    content = make_content()
    other = replace(content, rate=FrameRate(24))
    track = content.character("a").track
    assert other.character("a").track is track
    clip = baked(track, body(), 0, HALF, other.rate)
    np.testing.assert_array_equal(clip.root[-1], track.keys[1].pose.root)


def test_a_posing_goes_into_a_key_and_comes_back():
    key = make_track(1).keys[0]
    posing = posing_of(key, body())
    again = key_of(key.tick, posing, key.pose, key.interval)
    restored = posing_of(again, body())
    np.testing.assert_array_equal(restored.states, posing.states)
    np.testing.assert_array_equal(restored.turned, posing.turned)
    np.testing.assert_array_equal(restored.predicted, posing.predicted)
    np.testing.assert_allclose(restored.turns[posing.turned], posing.turns[posing.turned], atol=1e-9)
    np.testing.assert_allclose(restored.targets, posing.targets, atol=2e-9)
    assert handles_of(posing).points.tolist() == again.handles.points.tolist()


@pytest.mark.parametrize("name", ["", " a", "a\nb", "x" * 201])
def test_names_that_cannot_be_shown_are_refused(name):
    with pytest.raises(SixpointError, match="printable"):
        Rig(name)


def test_another_tree_is_refused():
    stick = Skeleton("stick", ("Root",), np.array([-1]), np.zeros((1, 3)))
    with pytest.raises(RigError, match="retarget it first"):
        Rig("Stick", stick)
    with pytest.raises(SixpointError, match="it has: a, b"):
        make_content().character("z")


class TestSignal:
    def test_listeners_are_called_once_in_order_until_they_leave(self):
        signal, calls = Signal[int](), []
        first, second = (lambda n: calls.append(("first", n))), (lambda n: calls.append(("second", n)))
        for listener in (first, second, first):
            signal.connect(listener)
        signal.emit(1)
        signal.disconnect(first)
        signal.emit(2)
        assert calls == [("first", 1), ("second", 1), ("second", 2)]

    def test_blocked_is_silent_and_nests(self):
        signal, calls = Signal[int](), []
        signal.connect(calls.append)
        with signal.blocked():
            with signal.blocked():
                signal.emit(1)
            signal.emit(2)
        signal.emit(3)
        assert calls == [3]

    def test_a_method_does_not_keep_its_object_alive(self):
        class Listener:
            calls = 0

            def heard(self, _: int) -> None:
                Listener.calls += 1

        signal, listener = Signal[int](), Listener()
        signal.connect(listener.heard)
        signal.emit(1)
        del listener
        gc.collect()
        signal.emit(2)
        assert Listener.calls == 1
