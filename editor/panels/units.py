"""Lengths as they are shown and typed: metres or centimetres, whichever the user prefers."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DEGREES", "PERCENT", "UNITS", "Unit"]


@dataclass(frozen=True)
class Unit:
    """How a quantity is written.

    Args:
        name: Behind the number.
        factor: From the quantity's own unit (metres, radians or a share) to this one.
        decimals: Shown.
        step: Of the arrow keys and the wheel, in this unit.
        others: Factors from other units that may be typed behind a number to this one.
    """

    name: str
    factor: float
    decimals: int
    step: float
    others: tuple[tuple[str, float], ...] = ()

    def text(self, value: float) -> str:
        """A value of the quantity without the unit's name; nothing is ever shown as minus zero."""
        written = f"{value * self.factor:.{self.decimals}f}"
        return written.removeprefix("-") if float(written) == 0.0 else written


UNITS = {
    "m": Unit("m", 1.0, 3, 0.01, (("mm", 0.001), ("cm", 0.01), ("m", 1.0))),
    "cm": Unit("cm", 100.0, 1, 1.0, (("mm", 0.1), ("cm", 1.0), ("m", 100.0))),
}
DEGREES = Unit("°", 57.29577951308232, 1, 1.0, (("deg", 1.0),))
PERCENT = Unit("%", 100.0, 0, 5.0)
