"""What the figures in the README come from: `python -m benchmarks NAME`."""
