"""The networks that come with the program draft what the documentation says they do."""

import numpy as np
import pytest

from models.completion import default_weights
from models.locomotion import Trajectory, Waypoint
from models.locomotion.features import FPS
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import LmmNetworks

W = Waypoint
PATHS = {
    "straight": (W(0, 0), W(0, 6)),
    "corner": (W(0, 0), W(0, 4), W(4, 4)),
    "run": (W(0, 0), W(0, 4, gait="run"), W(0, 12)),
    "sideways": (W(0, 0, facing_rad=0.0), W(3, 0, facing_rad=0.0)),
}


@pytest.fixture(scope="module")
def lmm():
    return LearnedMotionMatching(LmmNetworks(default_weights()))


def test_all_networks_together_are_small(lmm):
    assert lmm.networks.n_bytes <= 6_000_000


@pytest.mark.parametrize("name", list(PATHS))
def test_a_draft_walks_where_it_should_and_does_not_slide(lmm, name):
    draft = lmm.generate(Trajectory(PATHS[name]))
    places = draft.path.curve.places
    lateral = [np.sqrt(((places - here) ** 2).sum(-1).min()) for here in draft.root[:, [0, 2]]]
    assert np.percentile(lateral, 95) <= 0.15
    apart = np.degrees(np.abs(draft.yaw_rad - draft.path.yaw_rad))
    assert np.percentile(apart[~draft.path.turning], 95) <= 15.0
    assert draft.feet.slide_after <= 0.01
    assert draft.feet.depth_after <= 0.01
    assert draft.feet.moved_mean <= 0.08
    height = draft.clip.points()[..., 1]
    assert height.max() < 2.1
    assert 1.5 < height.max(axis=1).mean() < 1.9  # upright all the way
    steps = draft.contacts.mean()
    assert 0.2 < steps < 0.9  # feet take turns


def test_a_minute_of_walking_stays_on_the_data(lmm):
    rng = np.random.default_rng(1)
    heading, place, waypoints = 0.0, np.zeros(2), [W(0, 0)]
    for _ in range(20):
        heading += rng.uniform(-1.0, 1.0)
        place = place + 3.5 * np.array([np.sin(heading), np.cos(heading)])
        waypoints.append(W(float(place[0]), float(place[1])))
    draft = lmm.generate(Trajectory(tuple(waypoints)))
    assert draft.clip.n_frames > 50 * FPS
    rollout = lmm.rollout([draft.path], [0])
    minutes = np.array_split(rollout.distance[:, 0], 3)
    assert max(part.max() for part in minutes) <= lmm.settings.leash * lmm.networks.distance_p99
    assert minutes[2].mean() < 2.0 * minutes[0].mean() + 0.5  # no drift
    assert np.linalg.norm(np.diff(draft.clip.root, axis=0), axis=-1).max() * FPS < 3.0
