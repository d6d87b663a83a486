"""The networks that come with the program: they open, keep what is given, and do not care about heading or side."""

import numpy as np
import pytest
from synthetic_networks import random_poses

from models.body import LEVELS, POINTS, body, level_indices, mirror_points
from models.completion import Completion
from models.kinematics import quat
from models.posing import Session


@pytest.fixture(scope="module")
def shipped() -> Completion:
    return Completion.load()


@pytest.fixture
def walk(walk_clip) -> np.ndarray:
    """(20, 43, 3) points of a plain walk."""
    return walk_clip(n_frames=60).points()[::3]


@pytest.mark.parametrize("level", LEVELS)
def test_given_points_are_kept(shipped, walk, level):
    given = walk[:, level_indices(level)]
    np.testing.assert_allclose(shipped.predict(level, given)[:, level_indices(level)], given, atol=1e-5)


@pytest.mark.parametrize("level", LEVELS)
def test_heading_and_place_do_not_matter(shipped, walk, level):
    given = walk[:, level_indices(level)]
    straight = shipped.predict(level, given)
    turn, shift = quat.from_axis_angle(np.array([0.0, 1.0, 0.0]), 2.1), np.array([3.0, 0.0, -7.0])
    turned = shipped.predict(level, quat.rotate(turn, given) + shift)
    error_m = np.linalg.norm(turned - (quat.rotate(turn, straight) + shift), axis=-1)
    assert error_m.mean() < 0.005


@pytest.mark.parametrize("level", LEVELS)
def test_side_does_not_matter(shipped, walk, level):
    straight = shipped.predict(level, walk[:, level_indices(level)])
    mirrored = shipped.predict(level, mirror_points(walk)[:, level_indices(level)])
    assert np.linalg.norm(mirror_points(mirrored) - straight, axis=-1).mean() < 0.005


def test_more_points_predict_better(shipped, walk):
    extra = [np.isin(POINTS, LEVELS[level]) for level in sorted(LEVELS)]
    unseen = ~extra[-1]
    errors_m = []
    for mask in extra:
        result = shipped.complete(walk, np.tile(mask, (len(walk), 1)))
        errors_m.append(np.linalg.norm(result - walk, axis=-1)[:, unseen].mean())
    assert errors_m[0] > errors_m[1] > errors_m[2]
    assert errors_m[0] < 0.08


def test_any_input_gives_finite_points(shipped):
    rng = np.random.default_rng(1)
    points = random_poses(200, seed=4, spread_rad=3.0).points(body()) + rng.normal(scale=1.0, size=(200, 43, 3))
    masks = rng.random((200, 43)) < 0.3
    assert np.isfinite(shipped.complete(points, masks)).all()
    together = np.zeros((43, 3))
    assert np.isfinite(shipped.complete(together, np.ones(43, dtype=bool))).all()
    assert np.isfinite(shipped.complete(together, np.zeros(43, dtype=bool))).all()


def test_a_drag_is_smooth(shipped, walk_clip):
    """A hand drawn 40 cm along a line: no step moves the body by more than a few times what the hand moved."""
    session = Session(pose=walk_clip(n_frames=2).pose(1), completion=shipped)
    session.complete()
    hand = session.points[POINTS.index("LeftHand")].copy()
    steps = np.linspace(0.0, 0.4, 81)
    shown = []
    for step in steps:
        session.drag("LeftHand", hand + step * np.array([0.3, 0.8, 0.52]))
        shown.append(session.points)
    moved = np.linalg.norm(np.diff(shown, axis=0), axis=-1).mean(axis=-1) / (steps[1] - steps[0])
    assert moved.mean() < 1.0
    assert moved.max() < 6.0
