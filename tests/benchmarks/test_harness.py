"""The harness of the benchmarks: contestants take turns, figures are what they are called, results are stored."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks import __main__ as command
from benchmarks._runner import environment, interleaved, peak_memory_mb, ratio, summary


def test_contestants_take_turns_and_warm_up_is_not_counted():
    calls: list[str] = []
    times = interleaved({name: lambda name=name: calls.append(name) for name in "abc"}, rounds=4, warmup=2)
    assert {name: values.shape for name, values in times.items()} == {"a": (4,), "b": (4,), "c": (4,)}
    assert len(calls) == 3 * 6
    rounds = ["".join(calls[n : n + 3]) for n in range(0, 18, 3)]
    assert all(sorted(order) == ["a", "b", "c"] for order in rounds)
    assert {order[0] for order in rounds} == {"a", "b", "c"}


def test_times_are_seconds_of_the_call():
    times = interleaved({"slow": lambda: time.sleep(0.01)}, rounds=2, warmup=0)
    assert (times["slow"] >= 0.01).all()


def test_summary_and_ratio():
    seconds = np.arange(1, 101) / 1000.0
    assert summary(seconds) == pytest.approx({"p50_ms": 50.5, "p95_ms": 95.05, "p99_ms": 99.01, "min_ms": 1.0})
    assert summary(seconds, per=10)["min_ms"] == pytest.approx(0.1)
    assert ratio(seconds, 2 * seconds) == pytest.approx({"p50": 0.5, "p95": 0.5})


def test_environment_names_cores_and_versions():
    told = environment("numpy", "no-such-package")
    assert told["cores"] >= 1
    assert told["versions"]["numpy"] == np.__version__
    assert told["versions"]["no-such-package"] == "not installed"


def test_peak_memory_grows_with_what_is_held():
    before = peak_memory_mb()
    held = np.ones(int(before + 50) << 17)  # 50 MB more than there ever was
    assert peak_memory_mb() > before + 20
    assert held.size


def test_benchmarks_are_found_run_printed_and_stored(monkeypatch, capsys, tmp_path: Path):
    assert "bvh" in command.names()
    assert not any(name.startswith("_") for name in command.names())

    class Fake:
        @staticmethod
        def run(quick: bool) -> dict:
            return {"quick": quick, "peers": {"ours": {"p50_ms": 1.23456}}}

    monkeypatch.setattr(command.importlib, "import_module", lambda name: Fake)
    assert command.main(["bvh", "--quick", "--json", str(tmp_path / "out.json")]) == 0
    assert re.search(r"bvh\n  quick: True\n  peers:\n    ours:\n      p50_ms: 1.235\n", capsys.readouterr().out)
    stored = json.loads((tmp_path / "out.json").read_text())
    assert stored == {"bvh": {"quick": True, "peers": {"ours": {"p50_ms": 1.23456}}}}
    assert command.main(["bvh", "--json", str(tmp_path / "no folder" / "out.json")]) == 2
    assert "create it first" in capsys.readouterr().err


def test_unknown_benchmark_is_refused(capsys):
    with pytest.raises(SystemExit) as stopped:
        command.main(["nothing"])
    assert stopped.value.code == 2
    assert "invalid choice: 'nothing'" in capsys.readouterr().err
