"""Mirroring poses and keys: what is asked in the panel, the pairs it exchanges, and what comes of it."""

from editor.mirroring.panel import MirrorPanel

__all__ = ["MirrorPanel"]
