"""A few seconds of what `python -m benchmarks soak` does for ten minutes."""

import pytest

from benchmarks.soak import soak

pytestmark = pytest.mark.gl


def test_random_work_leaks_nothing_and_nothing_complains(window):
    result = soak(window, 6.0)
    assert sum(result["gestures"].values()) > 5
    assert result["toolkit warnings"] == 0, result
    assert result["timers more than after a quarter"] == 0
    assert result["threads more than after a quarter"] == 0
    assert result["memory at the end, MiB"] - result["memory after a quarter, MiB"] < 20.0
