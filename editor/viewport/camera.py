"""Where the viewer stands: orbit, pan, zoom, and the matrices and rays that follow. Y up, metres, radians.

Qt-free. Matrices act on column vectors and follow OpenGL's clip space (x, y, z in [-w, w]).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["VIEWS", "Camera"]

Array = NDArray[np.float64]

_PITCH_LIMIT = np.radians(89.9)  # looking straight down keeps a defined "up"
_NEAREST, _FARTHEST = 0.05, 200.0
_FRAME_MARGIN = 1.24  # times as much as the framed points need

# Yaw and pitch of the fixed views, radians: the body faces +Z, so the front is seen from +Z.
VIEWS: dict[str, tuple[float, float]] = {
    "front": (0.0, 0.0),
    "back": (np.pi, 0.0),
    "right": (np.pi / 2, 0.0),
    "left": (-np.pi / 2, 0.0),
    "top": (0.0, _PITCH_LIMIT),
    "bottom": (0.0, -_PITCH_LIMIT),
}


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera on a sphere around `target`. Every change returns a new camera.

    Args:
        target: (3,) what it looks at, metres.
        distance: From the target, metres.
        yaw: Turn about Y, radians; 0 looks along -Z from the front of the body.
        pitch: Height above the horizon, radians.
        fov: Vertical field of view, radians.
        orthographic: Parallel projection with the same size at the target.
    """

    target: Array = field(default_factory=lambda: np.array([0.0, 0.9, 0.0]))
    distance: float = 4.2
    yaw: float = 0.55
    pitch: float = 0.16
    fov: float = float(np.radians(30.0))
    orthographic: bool = False

    @property
    def axes(self) -> Array:
        """(3, 3) rows: the camera's right, up and backward in the world."""
        cy, sy, cp, sp = np.cos(self.yaw), np.sin(self.yaw), np.cos(self.pitch), np.sin(self.pitch)
        return np.array([[cy, 0.0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]])

    @property
    def eye(self) -> Array:
        """(3,) position, metres."""
        return self.target + self.distance * self.axes[2]

    @property
    def forward(self) -> Array:
        """(3,) unit direction of view."""
        return -self.axes[2]

    def clip_from_world(self, aspect: float) -> Array:
        """(4, 4) view and projection for a viewport `aspect` = width / height."""
        view = np.eye(4)
        view[:3, :3] = self.axes
        view[:3, 3] = -self.axes @ self.eye
        near, far = self.distance * 0.02, self.distance + 60.0
        half = np.tan(self.fov / 2)
        projection = np.zeros((4, 4))
        if self.orthographic:
            half *= self.distance
            near = -far  # nothing in front of the eye is cut off
            projection[2, 2], projection[2, 3] = -2.0 / (far - near), -(far + near) / (far - near)
            projection[3, 3] = 1.0
        else:
            projection[2, 2] = -(far + near) / (far - near)
            projection[2, 3] = -2.0 * far * near / (far - near)
            projection[3, 2] = -1.0
        projection[0, 0], projection[1, 1] = 1.0 / (half * aspect), 1.0 / half
        return projection @ view

    def ray(self, x: float, y: float, width: float, height: float) -> tuple[Array, Array]:
        """Start (3,) and unit direction (3,) of the line of sight through a pixel; origin top left."""
        half = np.tan(self.fov / 2)
        across = (2.0 * x / width - 1.0) * half * width / height
        up = (1.0 - 2.0 * y / height) * half
        right, over, backward = self.axes
        if self.orthographic:
            return self.eye + self.distance * (across * right + up * over), -backward
        direction = across * right + up * over - backward
        return self.eye, direction / np.linalg.norm(direction)

    def metres_per_pixel(self, height: float, at: ArrayLike | None = None) -> float:
        """Size in the view plane of a pixel at a place (the target if None), in a viewport `height` pixels high."""
        depth = self.distance
        if at is not None and not self.orthographic:
            depth = max(float((np.asarray(at) - self.eye) @ self.forward), 1e-3)
        return 2.0 * np.tan(self.fov / 2) * depth / height

    def orbited(self, right_rad: float, up_rad: float) -> Camera:
        """Turned about the target."""
        pitch = float(np.clip(self.pitch + up_rad, -_PITCH_LIMIT, _PITCH_LIMIT))
        return replace(self, yaw=float(np.remainder(self.yaw + right_rad + np.pi, 2 * np.pi) - np.pi), pitch=pitch)

    def panned(self, dx: float, dy: float, height: float) -> Camera:
        """Moved so that what is at the target follows the mouse by (dx, dy) pixels, y down."""
        step = self.metres_per_pixel(height)
        right, up, _ = self.axes
        return replace(self, target=self.target + step * (dy * up - dx * right))

    def zoomed(self, factor: float) -> Camera:
        """`factor` times as far from the target."""
        return replace(self, distance=float(np.clip(self.distance * factor, _NEAREST, _FARTHEST)))

    def framed(self, points: Array, aspect: float) -> Camera:
        """Looking at points (N, 3) from the same side, near enough that they fill the view."""
        right, up, backward = self.axes
        along = points @ np.stack([right, up, backward], axis=1)
        low, high = along.min(0), along.max(0)
        half = np.maximum((high - low) / 2, 0.05)
        fit = max(half[1], half[0] / aspect) * _FRAME_MARGIN / np.tan(self.fov / 2)
        distance = float(np.clip(fit + half[2], _NEAREST, _FARTHEST))
        return replace(self, target=(low + high) / 2 @ self.axes, distance=distance)

    def turned_to(self, view: str) -> Camera:
        """Seen from a side in `VIEWS`."""
        return self.seen_from(*VIEWS[view])

    def seen_from(self, yaw: float, pitch: float) -> Camera:
        """Turned about the target to a direction, radians."""
        return replace(self, yaw=yaw, pitch=float(np.clip(pitch, -_PITCH_LIMIT, _PITCH_LIMIT)))

    def toward(self, other: Camera, t: float) -> Camera:
        """A fraction `t` of the way to another camera, the short way round."""
        turn = np.remainder(other.yaw - self.yaw + np.pi, 2 * np.pi) - np.pi
        return replace(
            other,
            target=self.target + t * (other.target - self.target),
            distance=float(self.distance * (other.distance / self.distance) ** t),
            yaw=float(self.yaw + t * turn),
            pitch=float(self.pitch + t * (other.pitch - self.pitch)),
        )
