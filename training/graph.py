"""A small ONNX graph written node by node.

The network is short and its operations are few, so writing the graph is clearer than tracing it: nothing enters the
file that is not here, and no exporter's version changes what users run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import ArrayLike
from onnx import TensorProto, helper, numpy_helper

__all__ = ["Graph"]

OPSET, IR_VERSION = 17, 9  # understood by every onnxruntime since 1.13


class Graph:
    """Nodes and constants; values are handled by name.

    Args:
        name: Of the graph.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, np.ndarray] = {}

    def constant(self, values: ArrayLike, dtype: type = np.float32) -> str:
        """A stored tensor; equal tensors are stored once."""
        array: np.ndarray = np.array(values, dtype=dtype, order="C")
        for name, known in self._constants.items():
            if known.dtype == array.dtype and known.shape == array.shape and np.array_equal(known, array):
                return name
        name = f"c{len(self._constants)}"
        self._constants[name] = array
        return name

    def indices(self, values: ArrayLike) -> str:
        """A stored tensor of whole numbers, for shapes and gathers."""
        return self.constant(values, np.int64)

    def scalar(self, index: int) -> str:
        """A stored whole number; gathering it removes an axis."""
        return self.constant(np.array(index), np.int64)

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """The only output of a new node."""
        name = f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def reshape(self, value: str, *shape: int) -> str:
        return self.node("Reshape", value, self.indices(shape))

    def gather(self, value: str, rows: ArrayLike, axis: int) -> str:
        return self.node("Gather", value, self.indices(rows), axis=axis)

    def unit(self, vectors: str, epsilon: float) -> str:
        """Vectors along the last axis divided by sqrt(length^2 + epsilon^2)."""
        squared = self.node("ReduceSumSquare", vectors, axes=[-1], keepdims=1)
        length = self.node("Sqrt", self.node("Add", squared, self.constant([epsilon**2])))
        return self.node("Div", vectors, length)

    def model(
        self, source: tuple[str, list], result: tuple[str, str, list], metadata: dict[str, str]
    ) -> onnx.ModelProto:
        """The finished, checked model.

        Args:
            source: Name and shape of the float input; a string in a shape is a free dimension.
            result: Value to return, its public name, and its shape.
            metadata: Stored in the file's properties.
        """
        value, public, shape = result
        self._nodes.append(helper.make_node("Identity", [value], [public]))
        graph = helper.make_graph(
            self._nodes,
            self.name,
            [helper.make_tensor_value_info(source[0], TensorProto.FLOAT, source[1])],
            [helper.make_tensor_value_info(public, TensorProto.FLOAT, shape)],
            [numpy_helper.from_array(array, name) for name, array in self._constants.items()],
        )
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
            producer_name="sixpoint",
        )
        helper.set_model_props(model, metadata)
        onnx.checker.check_model(model, full_check=True)
        return model
