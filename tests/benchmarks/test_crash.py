"""A short run of the kills that `python -m benchmarks crash` makes two hundred of."""

import pytest

from benchmarks.crash import kill_once

N_KILLS = 12


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return [kill_once(tmp_path_factory.mktemp("kill"), 1000 + seed) for seed in range(N_KILLS)]


def test_kills_at_random_moments_cost_at_most_the_gesture_going_on(outcomes):
    assert {outcome for outcome, _, _ in outcomes} <= {"all kept", "the gesture going on lost"}


def test_the_kills_hit_work(outcomes):
    assert sum(done for _, done, _ in outcomes) > N_KILLS
