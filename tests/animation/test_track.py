"""Tracks and their edits: nothing is changed in place, nothing is lost silently."""

import dataclasses

import numpy as np
import pytest

from models.animation import TICKS_PER_SECOND, Handles, Interpolation, Interval, Key, Pose, Track
from models.animation.track_edits import copied, eased, moved, pasted, ripple_deleted, ripple_inserted, scaled
from models.errors import ShapeError, SixpointError

THIRD = TICKS_PER_SECOND // 3


def times(track: Track) -> list[float]:
    return [round(key.tick / THIRD, 6) for key in track]


def test_keys_are_set_found_and_taken_out(track, poses):
    keys = track(4)
    new = Key.of(THIRD, poses(1, seed=9)[0])
    changed = keys.with_key(new)
    assert changed.get(THIRD) is new
    assert keys.get(THIRD) is not new
    assert keys.get(THIRD + 1) is None
    assert times(changed.without([0, 2 * THIRD])) == [1, 3]
    assert keys.between(THIRD, 2 * THIRD) == {THIRD, 2 * THIRD}
    before, after = keys.neighbours(THIRD)
    assert (before.tick, after.tick) == (0, 2 * THIRD)
    assert keys.neighbours(0)[0] is None


def test_keys_out_of_order_or_of_two_bodies_are_refused(track):
    keys = track(2).keys
    with pytest.raises(SixpointError, match="order of time"):
        Track(keys[::-1])
    small = Key.of(9, Pose(np.zeros(3), np.tile([0.0, 0, 0, 1], (4, 1))))
    for call in (lambda: Track.of([*keys, small]), lambda: Track(keys).with_key(small)):
        with pytest.raises(ShapeError, match="one skeleton"):
            call()


def test_a_key_is_set_before_between_and_after_the_others(track, poses):
    keys, pose = track(3), poses(1, seed=4)[0]
    for tick, expected in ((-9, [0]), (0, [0]), (5, [1]), (THIRD, [1]), (9 * THIRD, [3])):
        result = keys.with_key(Key.of(tick, pose))
        assert [n for n, key in enumerate(result) if key.tick == tick] == expected
        assert result.digest == keys.replaced({tick: Key.of(tick, pose)}).digest
        assert np.all(np.diff(result.ticks) > 0)


def test_moved_keys_take_the_place_of_others(track):
    keys = track(5)
    result = moved(keys, {0, THIRD}, 2 * THIRD)
    assert times(result) == [2, 3, 4]
    assert result.get(2 * THIRD).pose is keys.get(0).pose
    assert moved(moved(keys, {0}, -7), {-7}, 7).digest == keys.digest


def test_scaling_an_interval_and_back(track):
    keys = track(5)
    chosen = keys.between(THIRD, 3 * THIRD)
    result = scaled(keys, chosen, 2.0, THIRD)
    assert times(result) == [0, 1, 3, 4, 5]
    with pytest.raises(SixpointError, match="same time"):
        scaled(keys, keys.between(0, 4 * THIRD), 1e-12, 0)
    for bad in (0.0, -1.0, float("nan")):
        with pytest.raises(SixpointError, match="above 0"):
            scaled(keys, chosen, bad, 0)


def test_ripple_in_and_out_is_the_same(track):
    keys = track(5)
    longer = ripple_inserted(keys, 2 * THIRD, THIRD)
    assert times(longer) == [0, 1, 3, 4, 5]
    assert ripple_deleted(longer, THIRD + 1, 2 * THIRD + 1).digest == keys.digest
    assert times(ripple_deleted(keys, THIRD, 3 * THIRD)) == [0, 1, 2]


def test_copy_and_paste_keep_the_distances(track):
    keys = track(4)
    clipboard = copied(keys, {THIRD, 3 * THIRD})
    result = pasted(keys, clipboard, 10 * THIRD)
    assert times(result) == [0, 1, 2, 3, 10, 12]
    assert result.get(12 * THIRD).pose is keys.get(3 * THIRD).pose


def test_ease_changes_selected_intervals_only(track):
    keys = eased(track(3), {THIRD}, Interpolation.LINEAR, leave=0.5)
    assert [key.interval for key in keys] == [Interval(), Interval(Interpolation.LINEAR, 0.5, 1.0), Interval()]
    with pytest.raises(SixpointError, match="'arrive' must be 0 to 2"):
        eased(keys, {0}, arrive=3.0)


def test_digests_follow_the_content(track, poses):
    key = track(1).keys[0]
    same = Key.of(0, Pose(key.pose.root.copy(), -key.pose.rotations))  # q and -q are one rotation
    assert key.digest == same.digest
    pinned = Handles(np.array([3]), np.array([1], dtype=np.int8), np.ones((1, 3)), np.ones(1))
    others = [
        key.at(1),
        key.leaving(Interval(leave=0.5)),
        key.leaving(Interval(Interpolation.STEP)),
        Key.of(0, poses(1, seed=1)[0]),
        Key.of(0, Pose(key.pose.root + np.array([0, 0, 2e-9]), key.pose.rotations)),
        dataclasses.replace(key, handles=pinned),
    ]
    assert len({other.digest for other in [key, *others]}) == len(others) + 1


def test_handles_are_checked():
    with pytest.raises(ShapeError, match="ascending"):
        Handles(np.array([3, 1]), np.zeros(2, np.int8), np.zeros((2, 3)), np.ones(2))
    with pytest.raises(ShapeError, match="targets"):
        Handles(np.array([3]), np.zeros(1, np.int8), np.zeros((2, 3)), np.ones(1))
