"""Locomotion drafts in the window: the path on the ground, the draft along it, and making it keys."""
