"""Everything Sixpoint knows without a window and without torch: numpy, scipy and onnxruntime only."""
