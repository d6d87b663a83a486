"""Compiling functions: for exact types, with numpy's divisions, and with or without a copy on disk."""

import numpy as np
import pytest

from models.kinematics.compiled import FLOAT, FLOATS_RO, kernel


def mean(values):
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def test_a_kernel_takes_arrays_that_are_read_only_and_such_that_are_not():
    compiled = kernel(FLOAT, FLOATS_RO)(mean)
    values = np.arange(4.0)
    assert compiled(values) == 1.5
    values.setflags(write=False)
    assert compiled(values) == 1.5


def test_it_divides_as_numpy_does():
    assert np.isnan(kernel(FLOAT, FLOATS_RO)(mean)(np.zeros(0)))


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="No matching definition"):
        kernel(FLOAT, FLOATS_RO)(mean)(np.arange(4))


def test_without_a_place_for_the_copy_it_is_compiled_all_the_same():
    nowhere: dict = {}
    exec(compile("def double(x):\n    return 2.0 * x", "<nowhere>", "exec"), nowhere)
    assert kernel(FLOAT, FLOAT)(nowhere["double"])(3.0) == 6.0
