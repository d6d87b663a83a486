"""Times are exact in every usual frame rate."""

import pytest

from models.animation import TICKS_PER_SECOND, FrameRate, seconds, ticks_of
from models.errors import SixpointError

RATES = [FrameRate(n) for n in (24, 25, 30, 48, 50, 60, 90, 100, 120)] + [
    FrameRate(24000, 1001),
    FrameRate(30000, 1001),
    FrameRate(60000, 1001),
]


@pytest.mark.parametrize("rate", RATES, ids=str)
def test_frames_of_usual_rates_begin_on_whole_ticks(rate):
    assert TICKS_PER_SECOND * rate.denominator % rate.numerator == 0
    for frame in (-7, 0, 1, 1000, 10_000_000):
        assert rate.frame(rate.tick(frame)) == frame


def test_frames_of_an_odd_rate_are_found_again():
    rate = FrameRate.of(29.476)
    assert rate.fps == 29.476
    assert all(rate.frame(rate.tick(frame)) == frame for frame in range(-50, 5000, 7))


@pytest.mark.parametrize(("fps", "rate"), [(23.976, (24000, 1001)), (29.97, (30000, 1001)), (59.94, (60000, 1001))])
def test_film_rates_are_recognised(fps, rate):
    assert FrameRate.of(fps) == FrameRate(*rate)
    assert FrameRate.of(30.0) == FrameRate(30)


@pytest.mark.parametrize("fps", [0.0, -1.0, float("nan"), float("inf"), 1e9])
def test_a_rate_that_is_none_is_refused(fps):
    with pytest.raises(SixpointError, match="frame rate"):
        FrameRate.of(fps)


def test_seconds_and_ticks():
    assert seconds(ticks_of(1.25)) == 1.25
    with pytest.raises(SixpointError, match="five months"):
        ticks_of(1e9)
