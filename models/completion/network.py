"""One completion network: an ONNX file, checked against this body, run on one thread.

The graph takes `given` (N, K, 3), the points of its level in the order of `LEVELS[level]`, and returns `points`
(N, 43, 3) in the order of `POINTS`; both world metres, float32, at canonical size. Frames of reference, normalisers
and mirror averaging are inside the graph, so nothing here depends on how a network was trained. What the file was
made for stands in its metadata under the keys below; a file made for another level or another body is refused.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.body import BODY_HASH, LEVELS, POINTS
from models.errors import ModelMismatch, ShapeError

if TYPE_CHECKING:
    import onnxruntime

__all__ = ["Network", "expected_metadata"]

Array = NDArray[np.float64]

GIVEN, RESULT = "given", "points"


def expected_metadata(level: int) -> dict[str, str]:
    """What `metadata_props` of a network of this level must hold, as strings."""
    return {
        "level": str(level),
        "given_points": json.dumps(list(LEVELS[level])),
        "points": json.dumps(list(POINTS)),
        "body_hash": BODY_HASH,
    }


class Network:
    """Predicts all 43 points from the points of one level.

    Args:
        path: The ONNX file.
        level: 6, 16 or 28.

    Raises:
        ModelMismatch: if the file is missing, is no ONNX network, or was made for another level or body.
    """

    def __init__(self, path: Path, level: int) -> None:
        self.path, self.level = Path(path), level
        self._session = _open_session(self.path)
        self._check()

    def predict(self, given: ArrayLike) -> Array:
        """All points (N, 43, 3) from the given ones (N, K, 3); world metres at canonical size.

        About 0.03 ms for one pose; rows are independent, so a batch gives what its rows give one by one.
        """
        given = np.asarray(given, dtype=np.float32)
        n_given = len(LEVELS[self.level])
        if given.ndim != 3 or given.shape[1:] != (n_given, 3):
            raise ShapeError(f"level {self.level} is given points (N, {n_given}, 3), got {given.shape}")
        (points,) = self._session.run([RESULT], {GIVEN: given})
        return np.asarray(points, dtype=np.float64)

    def _check(self) -> None:
        n_given = len(LEVELS[self.level])
        inputs = [(value.name, value.shape[1:]) for value in self._session.get_inputs()]
        outputs = [(value.name, value.shape[1:]) for value in self._session.get_outputs()]
        expected = [(GIVEN, [n_given, 3])], [(RESULT, [len(POINTS), 3])]
        if (inputs, outputs) != expected:
            raise ModelMismatch(
                f"{self.path}: a level {self.level} network maps {expected[0]} to {expected[1]}, "
                f"this one maps {inputs} to {outputs}; export it again with this version's training code"
            )
        found = self._session.get_modelmeta().custom_metadata_map
        for key, value in expected_metadata(self.level).items():
            if found.get(key) != value:
                raise ModelMismatch(
                    f"{self.path}: the network's {key} is {_short(found.get(key))}, this program's is {_short(value)}; "
                    "use the weights that came with this version or export them again"
                )


def _open_session(path: Path) -> onnxruntime.InferenceSession:
    # Imported here: it takes longer than everything else that a conversion or a mirror needs.
    import onnxruntime

    if not path.is_file():
        raise ModelMismatch(
            f"{path}: network file not found; reinstall Sixpoint or make it with 'python -m training reproduce'"
        )
    options = onnxruntime.SessionOptions()
    # A pose is far too small to split, and worker threads would take time from drawing.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors arrive as exceptions; nothing else belongs on the user's terminal
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's exceptions share no public base class
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelMismatch(f"{path}: not a network this program can run ({_short(reason)}); reinstall it") from error


def _short(text: str | None, limit: int = 90) -> str:
    if text is None:
        return "missing"
    return repr(text if len(text) <= limit else text[:limit] + "...")
