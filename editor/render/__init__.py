"""OpenGL 3.3 core drawing: arrays and colours in, pixels out. Knows nothing of widgets."""
