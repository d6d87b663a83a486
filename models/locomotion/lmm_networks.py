"""The three run-time networks of Learned Motion Matching: ONNX files, checked against this body and each other.

| file | input | output |
|---|---|---|
| `locomotion-decompressor.onnx` | `state` (N, 59): 27 normalised features, 32 numbers of code | `pose` (N, 338) |
| `locomotion-stepper.onnx` | `state` (N, 59) | `rates` (N, 59) a second |
| `locomotion-projector.onnx` | `features` (N, 27) | `state` (N, 59) of the nearest frame of the data |

Rows are independent. Normalisers are inside the graphs; the scaling of features stands in the metadata, with hashes of
the features, the body, the data and the code that all three must share.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.body import BODY_HASH
from models.errors import ModelMismatch
from models.locomotion.features import FEATURES_HASH, N_FEATURES, FeatureScaling
from models.locomotion.pose_vector import POSE_SIZE

if TYPE_CHECKING:
    import onnxruntime

__all__ = ["N_CODE", "STATE_SIZE", "LmmNetworks"]

Array32 = NDArray[np.float32]

N_CODE = 32
STATE_SIZE = N_FEATURES + N_CODE
_INTERFACES = {
    "decompressor": ("state", STATE_SIZE, "pose", POSE_SIZE),
    "stepper": ("state", STATE_SIZE, "rates", STATE_SIZE),
    "projector": ("features", N_FEATURES, "state", STATE_SIZE),
}
_SHARED = ("features", "data_hash", "code_hash")
_ROWS_AT_ONCE = 512  # what lies between two layers then stays in the processor's cache: a third faster than 4,096


class LmmNetworks:
    """Networks of one training, each on one thread.

    Args:
        folder: Where the three files are.

    Raises:
        ModelMismatch: if a file is missing, is no such network, or is of another body, features or training.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self._sessions = {name: _opened(self.folder / f"locomotion-{name}.onnx", name) for name in _INTERFACES}
        metadata = {name: session.get_modelmeta().custom_metadata_map for name, session in self._sessions.items()}
        for key in _SHARED:
            if len({found.get(key) for found in metadata.values()}) > 1:
                raise ModelMismatch(
                    f"{self.folder}: the locomotion networks are not of one training ('{key}' differs); "
                    "use the three files that came together"
                )
        text = metadata["projector"].get("features", "")
        self.scaling = FeatureScaling.from_json(text, str(self.folder / "locomotion-projector.onnx"))
        self.distance_p99 = _distance(metadata["projector"].get("distance", ""))
        self.data_hash = metadata["projector"].get("data_hash", "")

    def decompress(self, states: Array32) -> Array32:
        """(N, 59) -> pose vectors (N, 338)."""
        return self._run("decompressor", states)

    def rates(self, states: Array32) -> Array32:
        """(N, 59) -> their rates of change a second (N, 59)."""
        return self._run("stepper", states)

    def project(self, features: Array32) -> Array32:
        """Normalised features (N, 27) -> state (N, 59) of the nearest motion that was learned."""
        return self._run("projector", features)

    @property
    def n_bytes(self) -> int:
        """Size of the three files."""
        return sum((self.folder / f"locomotion-{name}.onnx").stat().st_size for name in _INTERFACES)

    def _run(self, name: str, rows: Array32) -> Array32:
        source, _, result, _ = _INTERFACES[name]
        session = self._sessions[name]
        parts = [
            session.run([result], {source: np.ascontiguousarray(rows[n : n + _ROWS_AT_ONCE], dtype=np.float32)})[0]
            for n in range(0, max(len(rows), 1), _ROWS_AT_ONCE)
        ]
        found: Array32 = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return found


def _opened(path: Path, name: str) -> onnxruntime.InferenceSession:
    import onnxruntime

    if not path.is_file():
        raise ModelMismatch(
            f"{path}: network file not found; reinstall Sixpoint or make it with 'python -m training locomotion', "
            "or use the generator 'mm' with a motion database"
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # errors arrive as exceptions; nothing else belongs on the user's terminal
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's exceptions share no public base class
        reason = (str(error).splitlines() or [type(error).__name__])[0][:90]
        raise ModelMismatch(f"{path}: not a network this program can run ({reason}); reinstall it") from error
    source, n_in, result, n_out = _INTERFACES[name]
    found = [[(value.name, list(value.shape[1:])) for value in values] for values in _ends(session)]
    if found != [[(source, [n_in])], [(result, [n_out])]]:
        raise ModelMismatch(f"{path}: a {name} maps {source} (N, {n_in}) to {result} (N, {n_out}); this one does not")
    metadata = session.get_modelmeta().custom_metadata_map
    for key, expected in (("features_hash", FEATURES_HASH), ("body_hash", BODY_HASH)):
        if metadata.get(key) != expected:
            raise ModelMismatch(
                f"{path}: the network's {key} is {str(metadata.get(key, 'missing'))[:40]}, "
                f"this program's is {expected}; "
                "use the weights that came with this version or export them again"
            )
    return session


def _ends(session: onnxruntime.InferenceSession) -> tuple[Any, Any]:
    return session.get_inputs(), session.get_outputs()


def _distance(text: str) -> float:
    """How far (p99) the projector moves features of recorded motion; beyond it motion has left the data."""
    try:
        return float(json.loads(text)["p99"])
    except (ValueError, KeyError, TypeError):
        return 3.0  # of files that do not say: a third of a typical distance between unrelated frames
