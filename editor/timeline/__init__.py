"""The timeline: transport, ruler and dope sheet, playing in real time, and rows that other parts plug in."""

from editor.timeline.ghost_range import GhostRange
from editor.timeline.panel import TimelinePanel
from editor.timeline.row import ROW_HEIGHT, Gesture, Pointer, Row
from editor.timeline.time_view import TimeView

__all__ = ["ROW_HEIGHT", "Gesture", "GhostRange", "Pointer", "Row", "TimeView", "TimelinePanel"]
