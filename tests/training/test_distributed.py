"""Many processes as one run."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("world_size", ["1", "2"])
def test_leaving_keeps_the_code_and_what_was_printed(world_size):
    """One of several processes ends at once, without the interpreter's farewell; alone it ends as any program."""
    leaving = "from training.__main__ import leave; print('done'); leave(2)"
    script = f"import atexit; atexit.register(print, 'farewell'); {leaving}"
    environment = {**os.environ, "WORLD_SIZE": world_size}
    ended = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stdout.split() == (["done", "farewell"] if world_size == "1" else ["done"])
