"""Locomotion: motion along a path, from a database of motion or from networks that learned one."""
