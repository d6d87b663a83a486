"""What each rigid body of the mannequin looks like, as data.

One entry a joint, in metres in the joint's rest frame on the canonical body (Y up, facing +Z, left is +X). The right
side is the mirror image of the left. `tone` chooses one of the theme's greys: 0 for the large bodies, 1 for the
darker ones (waist, neck, hands, feet), which make the articulation readable. `CAPSULES` is the same figure in a few
strokes: it throws the shadow on the ground and darkens the places where bodies come close.
"""

from __future__ import annotations

from dataclasses import dataclass

from editor.mannequin.sdf import Blend, Ellipsoid, RoundCone

__all__ = ["CAPSULES", "SHAPES", "Shape"]


@dataclass(frozen=True)
class Shape:
    """The solid of one joint, the spacing of the grid that meshes it (metres), its grey, and its stand-in.

    A body so thin that a coarse grid would lose a part of it has a `simple` solid in its place there.
    """

    solid: Blend
    spacing: float
    tone: int = 0
    simple: Blend | None = None


def _finger(knuckle: tuple[float, float, float], tip: tuple[float, float, float], radius: float) -> RoundCone:
    return RoundCone(knuckle, tip, radius, radius * 0.78)


SHAPES: dict[str, Shape] = {
    "Hips": Shape(
        Blend(
            (
                Ellipsoid((0.0, 0.028, 0.002), (0.136, 0.082, 0.096)),
                Ellipsoid((0.062, -0.046, -0.02), (0.088, 0.086, 0.092)),
                Ellipsoid((-0.062, -0.046, -0.02), (0.088, 0.086, 0.092)),
                Ellipsoid((0.0, -0.062, 0.026), (0.058, 0.07, 0.06)),
            ),
            0.06,
        ),
        0.018,
    ),
    "Spine": Shape(
        Blend((RoundCone((0.0, -0.03, 0.006), (0.0, 0.08, 0.012), 0.088, 0.088, (1.36, 1.0, 1.0)),), 0.02),
        0.021,
        tone=1,
    ),
    "Spine1": Shape(
        Blend((RoundCone((0.0, -0.01, 0.011), (0.0, 0.1, 0.008), 0.087, 0.093, (1.34, 1.0, 1.0)),), 0.02),
        0.021,
        tone=1,
    ),
    "Spine2": Shape(
        Blend(
            (
                Ellipsoid((0.0, 0.056, 0.006), (0.14, 0.142, 0.098)),
                RoundCone((-0.092, 0.13, -0.008), (0.092, 0.13, -0.008), 0.056, 0.056, (1.0, 1.0, 1.1)),
                Ellipsoid((0.06, 0.078, 0.06), (0.074, 0.058, 0.046)),
                Ellipsoid((-0.06, 0.078, 0.06), (0.074, 0.058, 0.046)),
                Ellipsoid((0.068, 0.085, -0.048), (0.068, 0.09, 0.05)),
                Ellipsoid((-0.068, 0.085, -0.048), (0.068, 0.09, 0.05)),
                RoundCone((0.0, 0.196, -0.018), (0.1, 0.16, -0.014), 0.044, 0.034),
                RoundCone((0.0, 0.196, -0.018), (-0.1, 0.16, -0.014), 0.044, 0.034),
            ),
            0.045,
        ),
        0.0165,
    ),
    "Neck": Shape(
        Blend((RoundCone((0.0, -0.03, -0.004), (0.0, 0.12, 0.018), 0.052, 0.046),), 0.02),
        0.0165,
        tone=1,
    ),
    "Head": Shape(
        Blend(
            (
                Ellipsoid((0.0, 0.09, 0.0), (0.073, 0.086, 0.09)),
                Ellipsoid((0.0, 0.034, 0.038), (0.052, 0.062, 0.054)),
                Ellipsoid((0.0, -0.014, 0.066), (0.023, 0.02, 0.024)),
                RoundCone((0.0, 0.09, 0.083), (0.0, 0.05, 0.101), 0.009, 0.011),
                Ellipsoid((0.074, 0.058, 0.0), (0.008, 0.027, 0.016)),
                Ellipsoid((-0.074, 0.058, 0.0), (0.008, 0.027, 0.016)),
            ),
            0.022,
            carved=(
                Ellipsoid((0.031, 0.071, 0.103), (0.021, 0.015, 0.022)),
                Ellipsoid((-0.031, 0.071, 0.103), (0.021, 0.015, 0.022)),
            ),
        ),
        0.011,
    ),
    "LeftShoulder": Shape(
        Blend((RoundCone((0.015, 0.0, -0.014), (0.115, 0.002, -0.022), 0.032, 0.042),), 0.02),
        0.017,
        simple=Blend((RoundCone((0.015, 0.0, -0.014), (0.115, 0.002, -0.022), 0.032, 0.042),), 0.02),
    ),
    "LeftArm": Shape(
        Blend(
            (
                RoundCone((0.0, 0.0, 0.0), (0.27, 0.0, 0.0), 0.047, 0.036),
                Ellipsoid((0.03, 0.008, 0.0), (0.064, 0.05, 0.053)),
                Ellipsoid((0.15, -0.002, 0.009), (0.085, 0.04, 0.037)),
                Ellipsoid((0.15, 0.0, -0.012), (0.1, 0.039, 0.036)),
            ),
            0.03,
        ),
        0.0165,
    ),
    "LeftForeArm": Shape(
        Blend(
            (
                RoundCone((0.0, 0.0, 0.0), (0.252, 0.0, 0.0), 0.037, 0.025, (1.0, 0.92, 1.12)),
                Ellipsoid((0.075, -0.003, 0.005), (0.085, 0.04, 0.043)),
            ),
            0.03,
        ),
        0.0145,
        simple=Blend((RoundCone((0.0, 0.0, 0.0), (0.252, 0.0, 0.0), 0.041, 0.026),), 0.02),
    ),
    "LeftHand": Shape(
        Blend(
            (
                RoundCone((0.006, 0.0, 0.0), (0.08, 0.0, 0.004), 0.028, 0.039, (1.0, 0.5, 1.0)),
                RoundCone((0.03, -0.004, 0.022), (0.05, -0.01, 0.05), 0.017, 0.0125),
                RoundCone((0.05, -0.01, 0.05), (0.074, -0.013, 0.086), 0.0125, 0.0092),
                _finger((0.09, 0.0, 0.031), (0.166, -0.01, 0.036), 0.0112),
                _finger((0.094, 0.0, 0.0095), (0.176, -0.01, 0.011), 0.0116),
                _finger((0.09, 0.0, -0.012), (0.166, -0.012, -0.0145), 0.011),
                _finger((0.082, -0.001, -0.032), (0.142, -0.013, -0.039), 0.01),
            ),
            0.01,
        ),
        0.0076,
        tone=1,
        simple=Blend((RoundCone((0.006, 0.0, 0.0), (0.15, -0.007, 0.004), 0.038, 0.026, (1.0, 0.7, 1.0)),), 0.02),
    ),
    "LeftUpLeg": Shape(
        Blend(
            (
                RoundCone((0.004, -0.015, 0.0), (0.0, -0.41, 0.0), 0.08, 0.048, (0.98, 1.0, 1.05)),
                Ellipsoid((0.006, -0.15, 0.016), (0.076, 0.16, 0.074)),
                Ellipsoid((-0.012, -0.12, -0.016), (0.064, 0.14, 0.068)),
            ),
            0.05,
        ),
        0.021,
    ),
    "LeftLeg": Shape(
        Blend(
            (
                RoundCone((0.0, 0.0, 0.002), (0.0, -0.375, -0.008), 0.048, 0.032, (0.95, 1.0, 1.0)),
                Ellipsoid((0.003, -0.125, -0.024), (0.048, 0.125, 0.048)),
                Ellipsoid((0.0, -0.004, 0.024), (0.034, 0.044, 0.032)),
            ),
            0.04,
        ),
        0.019,
        simple=Blend((RoundCone((0.0, -0.01, -0.008), (0.0, -0.375, -0.008), 0.054, 0.033),), 0.02),
    ),
    "LeftFoot": Shape(
        Blend(
            (
                RoundCone((0.0, 0.004, -0.004), (0.0, -0.042, -0.036), 0.036, 0.036),
                RoundCone((0.0, -0.004, 0.006), (0.004, -0.056, 0.118), 0.035, 0.027, (1.18, 1.0, 1.0)),
                RoundCone((0.002, -0.056, -0.03), (0.006, -0.058, 0.11), 0.03, 0.034, (1.1, 0.8, 1.0)),
            ),
            0.03,
            floor=-0.08,
        ),
        0.013,
        tone=1,
    ),
    "LeftToeBase": Shape(
        Blend(
            (
                RoundCone((-0.012, 0.0, 0.012), (-0.014, -0.004, 0.055), 0.026, 0.024, (1.25, 0.82, 1.1)),
                RoundCone((0.02, -0.002, 0.006), (0.016, -0.006, 0.04), 0.024, 0.02, (1.25, 0.8, 1.1)),
            ),
            0.03,
            floor=-0.02,
        ),
        0.011,
        tone=1,
    ),
}

CAPSULES: dict[str, RoundCone] = {
    "Hips": RoundCone((-0.06, -0.02, 0.0), (0.06, -0.02, 0.0), 0.095, 0.095),
    "Spine1": RoundCone((0.0, -0.07, 0.01), (0.0, 0.06, 0.01), 0.1, 0.1),
    "Spine2": RoundCone((-0.07, 0.09, 0.0), (0.07, 0.09, 0.0), 0.1, 0.1),
    "Head": RoundCone((0.0, 0.03, 0.03), (0.0, 0.095, 0.0), 0.06, 0.08),
    "LeftArm": RoundCone((0.0, 0.0, 0.0), (0.27, 0.0, 0.0), 0.054, 0.038),
    "LeftForeArm": RoundCone((0.0, 0.0, 0.0), (0.25, 0.0, 0.0), 0.041, 0.027),
    "LeftHand": RoundCone((0.02, 0.0, 0.0), (0.15, -0.006, 0.004), 0.03, 0.024),
    "LeftUpLeg": RoundCone((0.0, -0.02, 0.0), (0.0, -0.41, 0.0), 0.084, 0.052),
    "LeftLeg": RoundCone((0.0, 0.0, 0.0), (0.0, -0.375, -0.01), 0.053, 0.035),
    "LeftFoot": RoundCone((0.0, -0.045, -0.035), (0.0, -0.055, 0.1), 0.036, 0.034),
    "LeftToeBase": RoundCone((0.0, 0.0, 0.0), (0.0, -0.004, 0.055), 0.032, 0.024),
}
