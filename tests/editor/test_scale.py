"""Picking is right at every display scale."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from models.body import MAIN_POINTS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.gl
@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_clicking_a_handle_selects_it(scale, tmp_path):
    result = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("click_at_scale.py")), str(tmp_path / "settings.ini")],
        env={**os.environ, "QT_SCALE_FACTOR": str(scale), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    seen = json.loads(result.stdout)
    assert seen["scale"] == pytest.approx(scale)
    assert seen["selected"] == {name: [name] for name in MAIN_POINTS}
    # The arrow is where it is drawn, and moves along its axis only.
    assert seen["moved"][1] > 0.02
    assert seen["moved"][0] == pytest.approx(0.0, abs=1e-9)
    assert seen["moved"][2] == pytest.approx(0.0, abs=1e-9)
    assert seen["yaw"] == pytest.approx(math.pi / 2)
    # The picture is as sharp as the screen.
    assert seen["image"] == pytest.approx([side * scale for side in seen["view"]], abs=1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
@pytest.mark.parametrize("display", [None, ":987"])
def test_without_a_screen_there_is_one_clear_line(display):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    if display is not None:
        environment["DISPLAY"] = display
    code = "from editor.app import run\nfrom models.errors import SixpointError\n"
    code += "try:\n    run()\nexcept SixpointError as error:\n    print(error)"
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "needs a screen" in result.stdout
