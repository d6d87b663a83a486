"""A picture of a pose without a window: a ray-cast mannequin on a floor, for servers, tests and thumbnails.

Every part of the body is a rounded cone (the hull of two balls) between two of its points. All rays are parallel, so
a part covers a known rectangle of pixels and the nearest part at each pixel is found by two quadratic equations: the
cone between the balls, and the balls. One lamp lights it and throws a soft shadow. Seen from the front left, slightly
from above, framed to fit the body.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.body import POINTS, Skeleton, body

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["draw_pose", "png_bytes"]

Array = NDArray[np.float64]

# (from, to, radius at each end), metres on the canonical body. Limbs are written once, without their side.
_CENTRE_PARTS = (
    ("Hips", "Spine1", 0.105, 0.090),
    ("Spine1", "Spine2", 0.090, 0.105),
    ("Spine2", "Neck", 0.105, 0.055),
    ("Neck", "Head", 0.050, 0.048),
    ("Head", "HeadTop", 0.062, 0.080),
    ("Head", "Nose", 0.055, 0.028),
)
_SIDE_PARTS = (
    ("Spine2", "Arm", 0.085, 0.052),
    ("Neck", "Arm", 0.045, 0.045),
    ("Hips", "UpLeg", 0.085, 0.082),
    ("Arm", "ForeArm", 0.050, 0.036),
    ("ForeArm", "Hand", 0.039, 0.026),
    ("Hand", "IndexKnuckle", 0.024, 0.019),
    ("Hand", "PinkyKnuckle", 0.024, 0.017),
    ("IndexKnuckle", "MiddleTip", 0.018, 0.010),
    ("PinkyKnuckle", "MiddleTip", 0.016, 0.010),
    ("Hand", "ThumbTip", 0.020, 0.011),
    ("UpLeg", "Leg", 0.085, 0.052),
    ("Leg", "Foot", 0.056, 0.036),
    ("Foot", "Heel", 0.036, 0.030),
    ("Heel", "ToeBase", 0.030, 0.032),
    ("Foot", "ToeBase", 0.038, 0.032),
    ("ToeBase", "ToeTip", 0.032, 0.022),
)
_CENTRE_COLOUR, _LEFT_COLOUR, _RIGHT_COLOUR = (0.76, 0.76, 0.77), (0.68, 0.73, 0.79), (0.81, 0.74, 0.69)
_TOP, _BOTTOM = np.array([0x2B, 0x2E, 0x33]) / 255.0, np.array([0x1A, 0x1B, 0x1E]) / 255.0
_PIN_COLOUR = (0xE6, 0x9F, 0x00)

_AZIMUTH_RAD, _ELEVATION_RAD = np.deg2rad([35.0, 14.0])
_LAMP = np.array([0.25, 0.85, 0.46]) / np.linalg.norm([0.25, 0.85, 0.46])  # the direction to it
_SAMPLES = 2  # along each side of a pixel
_FLOOR_STEP = 8  # samples between those at which the floor is worked out; its shadow is soft, so it can be stretched


class _Parts(NamedTuple):
    """Rounded cones: ends (C, 3), radii (C,), metres; colours (C, 3), 0 to 1."""

    a: Array
    b: Array
    radius_a: Array
    radius_b: Array
    colour: Array


class _View(NamedTuple):
    """A grid of parallel rays: `plane` (3, 2) spans the picture, `towards` (3,) points to the eye."""

    plane: Array
    towards: Array
    x: Array  # (W,) metres along the first column of `plane`
    y: Array  # (H,) metres along the second


def draw_pose(
    points: Array,
    skeleton: Skeleton | None = None,
    pinned: Iterable[str] = (),
    size: tuple[int, int] = (640, 800),
    backdrop: tuple[Array, Array] = (_TOP, _BOTTOM),
) -> Image.Image:
    """A picture of one body.

    Args:
        points: World positions (43, 3), metres.
        skeleton: Whose body it is, for the thickness of its parts; the canonical one when left out.
        pinned: Names of points to mark with a disc.
        size: Width and height in pixels.
        backdrop: (3,) its colours at the top and at the bottom, 0 to 1.
    """
    from PIL import Image, ImageDraw

    points, (width, height) = np.asarray(points, dtype=np.float64), size
    parts = _parts(points, skeleton or body())
    view = _framed(parts, width * _SAMPLES, height * _SAMPLES)
    image = _shaded(parts, view, backdrop).reshape(height, _SAMPLES, width, _SAMPLES, 3).mean(axis=(1, 3))
    picture = Image.fromarray(np.rint(np.clip(image, 0.0, 1.0) * 255).astype(np.uint8))
    draw, step_m = ImageDraw.Draw(picture), (view.x[1] - view.x[0]) * _SAMPLES
    for name in pinned:
        x, y = points[POINTS.index(name)] @ view.plane
        centre = ((x - view.x[0]) / step_m, (view.y[0] - y) / step_m)
        draw.circle(centre, max(4, height // 130), fill=_PIN_COLOUR, outline=(255, 255, 255))
    return picture


def png_bytes(picture: Image.Image) -> bytes:
    """The picture as the bytes of a PNG file."""
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG")
    return buffer.getvalue()


def _parts(points: Array, skeleton: Skeleton) -> _Parts:
    named = [(*part, _CENTRE_COLOUR) for part in _CENTRE_PARTS]
    for side, colour in (("Left", _LEFT_COLOUR), ("Right", _RIGHT_COLOUR)):
        for start, end, *radii in _SIDE_PARTS:
            is_torso = start in POINTS
            first, tint = (start, _CENTRE_COLOUR) if is_torso else (side + start, colour)
            named.append((first, side + end, radii[0], radii[1], tint))
    thickness = np.ptp(skeleton.rest_points[:, 1]) / np.ptp(body().rest_points[:, 1])
    a, b = (points[[POINTS.index(part[end]) for part in named]] for end in (0, 1))
    radius_a, radius_b = (np.array([part[end] for part in named]) * thickness for end in (2, 3))
    return _Parts(a, b, radius_a, radius_b, np.array([part[4] for part in named]))


def _framed(parts: _Parts, width: int, height: int) -> _View:
    """The view that holds every part with a margin."""
    sin_a, cos_a, sin_e, cos_e = *_sin_cos(_AZIMUTH_RAD), *_sin_cos(_ELEVATION_RAD)
    right, towards = np.array([cos_a, 0.0, -sin_a]), np.array([sin_a * cos_e, sin_e, cos_a * cos_e])
    plane = np.stack([right, np.cross(towards, right)], axis=1)
    ends = np.concatenate([parts.a, parts.b]) @ plane
    step_m = np.max((np.ptp(ends, axis=0) + 0.45) / [width, height])
    middle = (ends.max(axis=0) + ends.min(axis=0)) / 2
    x = middle[0] + (np.arange(width) + 0.5 - width / 2) * step_m
    y = middle[1] - (np.arange(height) + 0.5 - height / 2) * step_m
    return _View(plane, towards, x, y)


def _sin_cos(angle_rad: float) -> tuple[float, float]:
    return float(np.sin(angle_rad)), float(np.cos(angle_rad))


def _shaded(parts: _Parts, view: _View, backdrop: tuple[Array, Array]) -> Array:
    """The picture (H, W, 3), 0 to 1, one ray a sample."""
    # A window with a panel of pictures shows its first frame without it.
    from scipy.ndimage import zoom

    depth, normal, colour = _nearest(parts, view)
    lamp, facing = np.clip(normal @ _LAMP, 0.0, 1.0), np.clip(normal @ view.towards, 0.0, 1.0)
    lit = colour * (0.16 + 0.24 * facing + 0.62 * lamp)[..., None]
    coarse = _floor(parts, view._replace(x=_every(view.x, _FLOOR_STEP), y=_every(view.y, _FLOOR_STEP)), backdrop)
    floor = zoom(coarse, (_FLOOR_STEP, _FLOOR_STEP, 1), order=1, mode="nearest", grid_mode=True)
    return np.where(np.isfinite(depth)[..., None], lit, floor[: len(view.y), : len(view.x)])


def _every(values: Array, step: int) -> Array:
    """The middles of consecutive cells of `step` evenly spaced values, enough to cover them all."""
    return values[0] + (np.arange(-(-len(values) // step)) * step + (step - 1) / 2) * (values[1] - values[0])


def _floor(parts: _Parts, view: _View, backdrop: tuple[Array, Array]) -> Array:
    """The background (H, W, 3) with a pool of light and the figure's shadow, drawn as balls along each part."""
    floor_m = min((parts.a[:, 1] - parts.radius_a).min(), (parts.b[:, 1] - parts.radius_b).min())
    # Where each ray meets the floor, in the floor's own two coordinates.
    u, v = np.meshgrid(view.x, view.y)
    down = (floor_m - (u * view.plane[1, 0] + v * view.plane[1, 1])) / view.towards[1]
    x, z = (u * view.plane[i, 0] + v * view.plane[i, 1] + down * view.towards[i] for i in (0, 2))

    t = np.linspace(0.0, 1.0, 7)[:, None, None]
    centres = (parts.a * (1 - t) + parts.b * t).reshape(-1, 3)
    radii = (parts.radius_a * (1 - t[..., 0]) + parts.radius_b * t[..., 0]).reshape(-1)
    light = np.ones_like(u)
    for (cx, cy, cz), radius in zip(centres, radii, strict=True):
        fall = (cy - floor_m) / _LAMP[1]
        dx, dz = x - (cx - fall * _LAMP[0]), z - (cz - fall * _LAMP[2])
        # The ball's shadow is an ellipse; its edge softens with the height it falls from.
        along = (dx * _LAMP[0] + dz * _LAMP[2]) / np.hypot(_LAMP[0], _LAMP[2])
        away2 = dx * dx + dz * dz - along * along * (1 - _LAMP[1] ** 2)
        soft = 0.3 * radius + 0.05 * fall
        light = np.minimum(light, np.clip((np.sqrt(away2) - radius + soft) / (2 * soft), 0.0, 1.0))
    middle = parts.a.mean(axis=0)
    pool = np.exp(-((x - middle[0]) ** 2 + (z - middle[2]) ** 2) / 1.6)
    fade = np.linspace(0.0, 1.0, len(view.y))[:, None, None]
    return (backdrop[0] * (1 - fade) + backdrop[1] * fade + 0.07 * pool[..., None]) * (0.55 + 0.45 * light[..., None])


def _nearest(parts: _Parts, view: _View) -> tuple[Array, Array, Array]:
    """Depth (H, W), larger is nearer the eye and -inf is nothing, unit normal and colour (H, W, 3)."""
    shape = (len(view.y), len(view.x))
    depth, normal, colour = np.full(shape, -np.inf), np.zeros((*shape, 3)), np.zeros((*shape, 3))
    for a, b, radius_a, radius_b, tint in zip(*parts, strict=True):
        balls, radii = np.stack([a, b]), (float(radius_a), float(radius_b))
        ends, reach = balls @ view.plane, max(radii)
        columns = slice(*np.searchsorted(view.x, [ends[:, 0].min() - reach, ends[:, 0].max() + reach]))
        rows = slice(*np.searchsorted(-view.y, [-ends[:, 1].max() - reach, -ends[:, 1].min() + reach]))
        u, v = np.meshgrid(view.x[columns], view.y[rows])
        start = u[..., None] * view.plane[:, 0] + v[..., None] * view.plane[:, 1]
        part_depth, part_normal = _rounded_cone(start, view.towards, balls, radii)
        nearer = part_depth > depth[rows, columns]
        depth[rows, columns][nearer] = part_depth[nearer]
        normal[rows, columns][nearer] = part_normal[nearer]
        colour[rows, columns][nearer] = tint
    return depth, normal, colour


def _rounded_cone(start: Array, ray: Array, balls: Array, radii: tuple[float, float]) -> tuple[Array, Array]:
    """Where lines start + t ray (start (..., 3), unit ray) leave the hull of two balls (2, 3): largest t, normal there.

    With m = p - a, axis = b - a and d = radius_a - radius_b, the cone that touches both balls is
    (|axis|^2 - d^2) |m|^2 = (m.axis)^2 - 2 (m.axis) radius_a d + |axis|^2 radius_a^2, between its circles of contact.
    """
    (a, b), (radius_a, radius_b) = balls, radii
    axis, m, d = b - a, start - a, radius_a - radius_b
    length2, axis_ray, axis_m, m_ray = axis @ axis, axis @ ray, m @ axis, m @ ray
    slant2 = length2 - d * d
    t, normal = np.full(start.shape[:-1], -np.inf), np.zeros_like(start)
    for centre, radius in zip(balls, radii, strict=True):
        away = start - centre
        away_ray = away @ ray
        under = radius * radius - np.einsum("...i,...i->...", away, away) + away_ray * away_ray
        t_ball = np.where(under >= 0, np.sqrt(np.maximum(under, 0.0)) - away_ray, -np.inf)
        outer = t_ball > t
        t[outer] = t_ball[outer]
        normal[outer] = (away[outer] + t_ball[outer, None] * ray) / radius
    qa = slant2 - axis_ray**2
    if qa > 1e-12:  # else the eye looks along the part and sees only the balls
        qb = slant2 * m_ray - axis_m * axis_ray + axis_ray * radius_a * d
        qc = slant2 * np.einsum("...i,...i->...", m, m) - axis_m**2 + 2 * axis_m * radius_a * d - length2 * radius_a**2
        under = qb * qb - qa * qc
        t_cone = (np.sqrt(np.maximum(under, 0.0)) - qb) / qa
        along = axis_m + t_cone * axis_ray - radius_a * d
        outer = (under >= 0) & (along > 0) & (along < slant2) & (t_cone > t)
        t[outer] = t_cone[outer]
        outward = slant2 * (m[outer] + t_cone[outer, None] * ray) - along[outer, None] * axis
        normal[outer] = outward / np.maximum(np.linalg.norm(outward, axis=-1, keepdims=True), 1e-12)
    return t, normal
