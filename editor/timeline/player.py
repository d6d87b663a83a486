"""Playing in real time: the clock says which frame is due, whatever was late is dropped and counted."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from editor.document import EditorDocument
from editor.timeline.character_keys import settled
from editor.timeline.clock import Cycle, frame_of_phase, is_over

__all__ = ["MAX_SPEED", "MIN_SPEED", "Player"]

MIN_SPEED, MAX_SPEED = 0.1, 4.0


class Player(QObject):
    """Shows the frames of the playback range one after the other.

    A pose that is no key yet is asked about once, at the start. Whatever else changes the time, or begins a drag, ends
    the playing: the user's hand goes first.

    Args:
        document: What is played.
        clock: Seconds since any moment; the computer's steady clock if left out.
    """

    playing_changed = Signal(bool)
    dropped_changed = Signal(int)

    def __init__(
        self, document: EditorDocument, clock: Callable[[], float] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._elapsed = QElapsedTimer()
        self._elapsed.start()
        self._clock = clock or (lambda: self._elapsed.nsecsElapsed() * 1e-9)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show_due)
        self._speed, self._cycle = 1.0, Cycle.LOOP
        self._is_playing = self._is_showing = False
        self._start_s, self._start_phase, self._shown = 0.0, 0, 0
        self.dropped = 0
        document.time_changed.connect(self._stop_if_moved)
        document.content_changed.connect(self._count_anew)
        document.content_replaced.connect(self.stop)

    @property
    def is_playing(self) -> bool:
        return self._is_playing

    @property
    def speed(self) -> float:
        """Seconds of motion a second, 0.1 to 4."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._count_from(self._start_phase + self._shown)
        self._speed = min(max(speed, MIN_SPEED), MAX_SPEED)

    @property
    def cycle(self) -> Cycle:
        return self._cycle

    @cycle.setter
    def cycle(self, cycle: Cycle) -> None:
        self._cycle = cycle
        self._count_anew()

    def toggle(self) -> None:
        """Play or pause."""
        if self._is_playing:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Play on from the time shown; from the range's start if the time is outside or at its end."""
        if self._is_playing or not settled(self._document):
            return
        first, last = self._range()
        phase = self._document.frame - first
        if not 0 <= phase <= last - first or is_over(phase, first, last, self._cycle):
            phase = 0
        self._set_dropped(0)
        self._count_from(phase)
        self._is_playing = True
        self.playing_changed.emit(True)
        self._show(phase)
        self._wait()

    def stop(self) -> None:
        """Pause where it is."""
        self._timer.stop()
        if self._is_playing:
            self._is_playing = False
            self.playing_changed.emit(False)

    def show_due(self) -> None:
        """Show the frame that is due now, and wait for the next."""
        if not self._is_playing:
            return
        due = math.floor((self._clock() - self._start_s) * self._fps + 1e-6)
        if due > self._shown:
            if due > self._shown + 1:
                self._set_dropped(self.dropped + due - self._shown - 1)
            self._shown = due
            if not self._show(self._start_phase + due):
                self.stop()
                return
            if is_over(self._start_phase + due, *self._range(), self._cycle):
                self.stop()
                return
        self._wait()

    @property
    def _fps(self) -> float:
        """Frames due a second."""
        return self._document.rate.fps * self._speed

    def _range(self) -> tuple[int, int]:
        rate, playback = self._document.rate, self._document.playback
        first = rate.frame(playback.start)
        return first, max(rate.frame(playback.stop), first)

    def _show(self, phase: int) -> bool:
        """Show a frame; False in the middle of a drag."""
        tick = self._document.rate.tick(frame_of_phase(phase, *self._range(), self._cycle))
        self._is_showing = True
        try:
            return self._document.go_to(tick, ask=False)
        finally:
            self._is_showing = False

    def _wait(self) -> None:
        """Until the next frame is due."""
        wait_s = self._start_s + (self._shown + 1) / self._fps - self._clock()
        self._timer.start(max(0, math.ceil(wait_s * 1e3)))

    def _count_from(self, phase: int) -> None:
        self._start_s, self._start_phase, self._shown = self._clock(), phase, 0

    def _count_anew(self) -> None:
        """The rate or the range is another: go on from the time shown."""
        if self._is_playing:
            self._count_from(max(self._document.frame - self._range()[0], 0))

    def _stop_if_moved(self) -> None:
        if not self._is_showing:
            self.stop()

    def _set_dropped(self, count: int) -> None:
        self.dropped = count
        self.dropped_changed.emit(count)
