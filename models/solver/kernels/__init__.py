"""The solver's inner loops, compiled: the same formulas as elsewhere, on plain arrays, without numpy's cost per call.

A solve works on some hundred arrays of a few dozen numbers, where numpy spends nearly all its time on being called. So
what runs in every iteration is compiled with numba: when one of these modules is first imported, for the exact types
below, and kept on disk (`__pycache__` beside the module, or the user's cache folder where that cannot be written;
NUMBA_CACHE_DIR names another). Later imports load it.

Rules for these modules: a function only calls functions of its own module, because the copy on disk is renewed when
that file changes and not when another does; arrays are C-contiguous; what is marked RO may be read-only, and the rest
is written to.
"""
