"""Contacts: planted toes are found whatever the noise, brief flickers are not, and nothing shifts in time."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from models.errors import ShapeError
from models.locomotion.contacts import contacts, hysteresis, median
from models.locomotion.velocities import linear_velocities


def steps(noise: float = 0.0, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Toes that stand for 30 frames and swing for 30, left and right in turn; and when they stand."""
    rng = np.random.default_rng(seed)
    phase = (np.arange(240)[:, None] + [0, 30]) % 60
    stands = phase < 30
    swing = np.where(stands, 0.0, (phase - 29) / 31)
    stride = (np.arange(240)[:, None] + [0, 30]) // 60 + swing
    height = 0.15 * np.sin(np.pi * swing)
    toes = np.stack([np.zeros((240, 2)), height, stride], axis=-1) + rng.normal(scale=noise, size=(240, 2, 3))
    return toes, stands


@pytest.mark.parametrize("noise", [0.0, 0.001])
def test_planted_toes_are_found(noise):
    toes, stands = steps(noise)
    found = contacts(toes, linear_velocities(toes, 1 / 60))
    assert (found == stands).mean() > 0.95
    # A median over an odd number of frames leaves the middle of a stance where it is.
    assert found[np.arange(15, 240, 60), 0].all()
    assert not found[np.arange(45, 240, 60), 0].any()


def test_a_toe_that_hangs_still_in_the_air_is_not_planted():
    toes, _ = steps()
    toes[100:140, 0] = [0.0, 0.4, 0.0]
    found = contacts(toes, linear_velocities(toes, 1 / 60))
    assert not found[105:135, 0].any()


def test_a_single_frame_is_outvoted():
    on = np.zeros((30, 1), dtype=bool)
    on[10], on[20:] = True, True
    on[25] = False
    expected = np.zeros((30, 1), dtype=bool)
    expected[20:] = True
    assert_array_equal(median(on, 7), expected)


def test_a_median_over_an_even_number_is_refused():
    with pytest.raises(ShapeError, match="even"):
        median(np.zeros((9, 2), dtype=bool), 6)


def test_a_contact_lasts_until_it_is_released():
    begins = np.array([0, 1, 0, 0, 0, 0], dtype=bool)
    stays = np.array([1, 1, 1, 1, 0, 1], dtype=bool)
    assert_array_equal(hysteresis(begins, stays), [0, 1, 1, 1, 0, 0])
