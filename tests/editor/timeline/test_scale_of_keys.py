"""Keys are hit and drawn right at a display scale that is no whole number."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def test_keys_are_hit_at_another_scale():
    result = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("keys_at_scale.py"))],
        env={**os.environ, "QT_SCALE_FACTOR": "1.25", "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    seen = json.loads(result.stdout)
    assert seen["scale"] == pytest.approx(1.25)
    assert seen["clicked"] == {"0": [0], "10": [10], "20": [20], "40": [40]}
    assert seen["dragged"] == [0, 15, 20, 40]
    assert seen["image"] == pytest.approx([side * 1.25 for side in seen["view"]], abs=1)
