"""What the window's first picture does not need is loaded after it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["scipy", "numba", "onnxruntime", "pyqtgraph", "PIL"])
def test_importing_the_window_does_not_load(module):
    script = f"import sys; import editor.app, editor.window; sys.exit('{module}' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
