"""Everything Sixpoint knows without a window and without torch: numpy, numba, scipy and onnxruntime only."""

import os

# The matrices of one body are small: sharing one among threads costs more than it saves and makes a drag stutter on a
# busy machine. Read by OpenBLAS when numpy is first imported; a value the user has set stays.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
