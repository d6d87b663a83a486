"""What all benchmarks share: contestants that run in turns in one process, and the summary of their times.

A benchmark is a module of this package with `run(quick: bool) -> dict` that returns plain JSON data and prints
nothing; `python -m benchmarks` prints and stores it. Machines differ and are shared, so absolute times say little:
contestants alternate round by round, which lets a slow moment hit all of them, and what counts is the ratio.
"""

from __future__ import annotations

import gc
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["environment", "interleaved", "peak_memory_mb", "ratio", "summary"]


def interleaved(
    contestants: Mapping[str, Callable[[], object]], *, rounds: int, warmup: int = 1
) -> dict[str, NDArray[np.float64]]:
    """Seconds of each call, (rounds,) per contestant.

    In every round each contestant runs once, starting with another one each time. The `warmup` rounds before are not
    counted. The garbage collector rests during a call, so that one contestant does not pay for another's garbage.
    """
    names = list(contestants)
    times: dict[str, list[float]] = {name: [] for name in names}
    for number in range(-warmup, rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            gc.collect()
            gc.disable()
            try:
                start = time.perf_counter()
                contestants[name]()
                elapsed = time.perf_counter() - start
            finally:
                gc.enable()
            if number >= 0:
                times[name].append(elapsed)
    return {name: np.array(values) for name, values in times.items()}


def summary(seconds: NDArray[np.float64], *, per: int = 1) -> dict[str, float]:
    """Median, 95th and 99th percentile and best in milliseconds, each divided by `per` pieces of work in a call."""
    ms = np.asarray(seconds) * 1e3 / per
    p50, p95, p99 = np.percentile(ms, [50, 95, 99])
    return {"p50_ms": float(p50), "p95_ms": float(p95), "p99_ms": float(p99), "min_ms": float(ms.min())}


def ratio(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> dict[str, float]:
    """Our time over theirs (below 1: ours is faster), at the median and at the 95th percentile."""
    return {
        "p50": float(np.median(ours) / np.median(theirs)),
        "p95": float(np.percentile(ours, 95) / np.percentile(theirs, 95)),
    }


def peak_memory_mb() -> float:
    """The most memory this process has had at once, MB (resident).

    Linux tells it per program; elsewhere the figure may include what the process had before it became this program.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return float(line.split()[1]) / 1024.0
    import resource  # not on Windows

    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale


def environment(*packages: str) -> dict[str, Any]:
    """Where the figures come from: cores, processor, Python and the versions of the packages that took part."""
    return {
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in ("sixpoint", "numpy", *packages)},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
