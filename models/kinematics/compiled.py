"""Compiled functions on plain arrays: names for the types in their signatures, and the one way they are compiled.

A pose is some hundred arrays of a few dozen numbers, where numpy spends nearly all its time on being called. What runs
at every move of a drag is therefore compiled with numba: when its module is first imported, for the exact types in its
signature, and kept on disk (`__pycache__` beside the module, or the user's cache folder where that cannot be written;
NUMBA_CACHE_DIR names another). Later imports load it. Importing numba takes a moment too, so modules that the command
line or the window's first picture needs import such functions only where they call them.

A compiled function only calls functions of its own module, because the copy on disk is renewed when that file changes
and not when another does. Arrays are C-contiguous; what is marked RO may be read-only, the rest is written to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit, types

__all__ = ["BOOLS", "BOOLS_RO", "FLOAT", "INT", "INTS_RO", "MATRICES", "MATRICES_RO", "ROWS", "ROWS_RO", "VECTOR"]
__all__ += ["BOOL_TABLE_RO", "FLOATS_RO", "NONE", "inner", "kernel"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

FLOAT, INT, NONE = types.float64, types.intp, types.void
VECTOR, ROWS, MATRICES = (types.Array(types.float64, n, "C") for n in (1, 2, 3))
FLOATS_RO, ROWS_RO, MATRICES_RO = (types.Array(types.float64, n, "C", readonly=True) for n in (1, 2, 3))
INTS_RO = types.Array(types.intp, 1, "C", readonly=True)
BOOLS, BOOLS_RO = types.Array(types.boolean, 1, "C"), types.Array(types.boolean, 1, "C", readonly=True)
BOOL_TABLE_RO = types.Array(types.boolean, 2, "C", readonly=True)


_OPTIONS: dict[str, Any] = {"fastmath": False, "error_model": "numpy"}


def inner(function: _Function) -> _Function:
    """Compile a function that only kernels call: it becomes part of theirs, and has no copy on disk to load."""
    compiled: _Function = njit(**_OPTIONS)(function)
    return compiled


def kernel(*signature: Any) -> Callable[[_Function], _Function]:
    """Compile a function at import: the type it returns, then those of its arguments.

    Divisions follow numpy's rules and sums keep their order, so results do not depend on the processor's luck.
    """
    result, *arguments = signature

    def decorate(function: _Function) -> _Function:
        try:
            compiled: _Function = njit(result(*arguments), cache=True, **_OPTIONS)(function)
        except RuntimeError:
            # Neither folder can be written: every start compiles, which is slow and no reason not to start.
            compiled = njit(result(*arguments), **_OPTIONS)(function)
        return compiled

    return decorate
