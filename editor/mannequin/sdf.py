"""Solids as signed distances: the clay the mannequin is modelled from.

A solid maps points (N, 3) to distances (N,), metres, negative inside. Distances of the squashed solids are a lower
bound near the surface, which is all that meshing needs. Formulas: I. Quilez, "Distance functions", and the polynomial
smooth minimum of the same author.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Blend", "Ellipsoid", "RoundCone", "Solid"]

Array = NDArray[np.float64]
Vector = tuple[float, float, float]

_SOLE_ROUNDING_M = 0.012


class Solid(Protocol):
    """A shape that knows its signed distance and a box that contains it."""

    def distance(self, points: Array) -> Array:
        """Signed distance of points (N, 3), metres."""
        ...

    def bounds(self) -> tuple[Array, Array]:
        """Lowest and highest corner (3,), metres."""
        ...


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid along the axes."""

    center: Vector
    radii: Vector

    def distance(self, points: Array) -> Array:
        unit = (points - self.center) / self.radii
        length, slope = _length(unit), _length(unit / self.radii)
        # At the very centre the slope vanishes; any negative distance is right there.
        return length * (length - 1.0) / np.maximum(slope, 1e-9) - np.where(slope < 1e-9, min(self.radii), 0.0)

    def bounds(self) -> tuple[Array, Array]:
        return np.subtract(self.center, self.radii), np.add(self.center, self.radii)


@dataclass(frozen=True)
class RoundCone:
    """The hull of two spheres, its cross section squashed by a factor along each axis."""

    start: Vector
    end: Vector
    start_radius: float
    end_radius: float
    squash: Vector = (1.0, 1.0, 1.0)

    def distance(self, points: Array) -> Array:
        squash = np.asarray(self.squash)
        start, end = np.asarray(self.start) / squash, np.asarray(self.end) / squash
        axis, drop = end - start, self.start_radius - self.end_radius
        length2 = axis @ axis
        a2 = length2 - drop * drop
        p = points / squash - start
        along = p @ axis
        beyond = along - length2
        side = p * length2 - along[:, None] * axis
        side2 = np.einsum("ni,ni->n", side, side)
        along2, beyond2 = along * along * length2, beyond * beyond * length2
        k = np.sign(drop) * drop * drop * side2
        at_end = np.sqrt(side2 + beyond2) / length2 - self.end_radius
        at_start = np.sqrt(side2 + along2) / length2 - self.start_radius
        between = (np.sqrt(side2 * a2 / length2) + along * drop) / length2 - self.start_radius
        result = np.where(
            np.sign(beyond) * a2 * beyond2 > k, at_end, np.where(np.sign(along) * a2 * along2 < k, at_start, between)
        )
        return result * squash.min()

    def bounds(self) -> tuple[Array, Array]:
        ends = np.array([self.start, self.end])
        reach = np.outer([self.start_radius, self.end_radius], self.squash)
        return (ends - reach).min(0), (ends + reach).max(0)


@dataclass(frozen=True)
class Blend:
    """Solids melted together over `softness` metres.

    Args:
        parts: At least one.
        softness: Width of the melted zone, metres.
        carved: Solids pressed into the result.
        floor: Height (y, metres) below which everything is cut flat, or None.
    """

    parts: tuple[Solid, ...]
    softness: float
    carved: tuple[Solid, ...] = ()
    floor: float | None = None

    def distance(self, points: Array) -> Array:
        result = self.parts[0].distance(points)
        for part in self.parts[1:]:
            result = _smooth_min(result, part.distance(points), self.softness)
        for part in self.carved:
            result = -_smooth_min(-result, part.distance(points), self.softness)
        if self.floor is not None:
            result = -_smooth_min(-result, points[:, 1] - self.floor, _SOLE_ROUNDING_M)
        return result

    def bounds(self) -> tuple[Array, Array]:
        boxes = [part.bounds() for part in self.parts]
        low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
        return low - self.softness / 4, high + self.softness / 4


def _length(vectors: Array) -> Array:
    """Lengths (N,) of vectors (N, 3); a good deal faster than the general norm, and meshing is most of start-up."""
    return np.sqrt(np.einsum("ni,ni->n", vectors, vectors))


def _smooth_min(a: Array, b: Array, softness: float) -> Array:
    h = np.maximum(softness - np.abs(a - b), 0.0) / softness
    return np.minimum(a, b) - h * h * softness / 4
