"""The window. The only package that imports PySide6 and OpenGL; it calls `models`, never the reverse."""
