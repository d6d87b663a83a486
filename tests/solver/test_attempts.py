"""Other starts: they find what the first one could not, and are not tried where nothing can be found."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.body import POINTS, body, level_indices
from models.solver import default_terms, minimise, start_state
from models.solver.solve import descend


def asked_of_a_stranger(rng, random_pose):
    """Twelve set points of one pose, with the others where the rest pose has them: no network helps."""
    points = random_pose(rng, 0.8).points(body())
    is_set = np.zeros(43, dtype=bool)
    is_set[rng.choice(level_indices(28), 12, replace=False)] = True
    rest = body().rest_points - body().rest_points[0] + points[0]
    return np.where(is_set[:, None], points, rest), is_set


def test_more_starts_reach_more(rng, random_pose):
    first, all_tries = 0, 0
    for _ in range(30):
        points, is_set = asked_of_a_stranger(rng, random_pose)
        start = start_state(body(), points)
        terms = default_terms(body(), points, is_set, start, ground=False)
        first += not descend(terms, start).unreached
        result = minimise(terms, start)
        all_tries += not result.unreached
        assert_allclose(result.pose.points(body()), result.points, atol=1e-9)
    assert all_tries > first + 5
    assert all_tries >= 24


@pytest.mark.parametrize("metres", [2.0, 50.0])
def test_a_target_beyond_the_bones_is_tried_once(metres, monkeypatch):
    points = body().rest_points.copy()
    points[POINTS.index("LeftHand"), 0] += metres
    is_set = np.isin(POINTS, ("Hips", "LeftHand"))
    start = start_state(body(), points)
    terms = default_terms(body(), points, is_set, start)
    monkeypatch.setattr("models.solver.attempts._other_tries", lambda *_: pytest.fail("tried again"))
    assert minimise(terms, start).unreached == ("LeftHand",)


def test_the_first_answer_stays_where_no_start_reaches_all():
    """A nose that no neck can bring there, but no distance between bones forbids."""
    points = body().rest_points.copy()
    points[POINTS.index("Nose"), 2] -= 0.21
    is_set = np.isin(POINTS, ("Neck", "Head", "HeadTop", "Nose", "Sternum", "UpperBack"))
    start = start_state(body(), points)
    terms = default_terms(body(), points, is_set, start)
    first, result = descend(terms, start), minimise(terms, start)
    assert result.unreached
    np.testing.assert_array_equal(result.points, first.points)
