"""The mannequin as one mesh: every vertex belongs rigidly to one joint of a skeleton.

Because no vertex is shared between joints, posing it needs one matrix a joint and a single draw call.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from editor.mannequin import surface_nets
from editor.mannequin.sdf import Solid
from editor.mannequin.shapes import CAPSULES, SHAPES, Shape
from models.body import JOINT_MIRROR, JOINTS, Skeleton, body

__all__ = ["FINE", "GHOST", "ROUGH", "Detail", "FigureMesh", "Meshes", "joint_side", "mannequin", "meshes"]

Array = NDArray[np.float64]
IntArray = NDArray[np.intp]

# How far along the normal the solid is probed for creases, metres.
_OCCLUSION_PROBES = (0.012, 0.03)


_FINEST_M = 0.01
_SIMPLE = 0.85  # simple solids are thin


@dataclass(frozen=True)
class Detail:
    """How finely a solid is meshed.

    Args:
        coarseness: How many times as far apart as in the finest mesh the vertices are; its root for the finest bodies,
            whose fingers would fall apart otherwise.
        least_m: No nearer than so, metres: small bodies give up their details first.
    """

    coarseness: float = 1.0
    least_m: float = 0.0

    def solid(self, shape: Shape) -> tuple[Solid, float]:
        """What is meshed for a shape, and how far apart its vertices are, metres."""
        if self.least_m and shape.simple is not None:
            return shape.simple, _SIMPLE * self.least_m
        factor = self.coarseness if shape.spacing > _FINEST_M else self.coarseness**0.5
        return shape.solid, max(factor * shape.spacing, self.least_m)


FINE, ROUGH, GHOST = Detail(), Detail(2.0), Detail(3.0, 0.048)


@dataclass(frozen=True, eq=False)
class FigureMesh:
    """V vertices and T triangles, and the same figure as C capsules.

    Args:
        positions: (V, 3) metres, in the rest frame of the vertex's joint.
        normals: (V, 3) unit, same frame.
        occlusion: (V,) 1 in the open, smaller in creases.
        joints: (V,) joint index.
        triangles: (T, 3) counter-clockwise from outside.
        tones: (J,) which grey each joint's body has.
        capsule_ends: (C, 2, 3) metres, in the rest frame of the capsule's joint.
        capsule_radii: (C, 2) metres.
        capsule_joints: (C,) joint index.
    """

    positions: Array
    normals: Array
    occlusion: Array
    joints: IntArray
    triangles: IntArray
    tones: IntArray
    capsule_ends: Array
    capsule_radii: Array
    capsule_joints: IntArray

    def capsules(self, rotations: Array, positions: Array) -> Array:
        """(C, 2, 4) ends and radii in the world, for joints at rotations (J, 3, 3) and positions (J, 3); metres."""
        joints = self.capsule_joints
        ends = np.einsum("cij,cej->cei", rotations[joints], self.capsule_ends) + positions[joints, None]
        return np.concatenate([ends, self.capsule_radii[..., None]], axis=-1)


@dataclass(frozen=True, eq=False)
class Meshes:
    """One figure at three levels of detail.

    Args:
        fine: For pictures that stand still, and for graphics cards.
        rough: The same figure with a quarter of the triangles, for moving pictures without a graphics card.
        ghost: A tenth of them, for figures that are seen as a flat shape.
    """

    fine: FigureMesh
    rough: FigureMesh
    ghost: FigureMesh


def meshes(skeleton: Skeleton) -> Meshes:
    """The mannequin in the proportions of a skeleton, at every level of detail."""
    return Meshes(*(mannequin(skeleton, detail) for detail in (FINE, ROUGH, GHOST)))


def mannequin(skeleton: Skeleton, detail: Detail = FINE) -> FigureMesh:
    """The mannequin in the proportions of a skeleton with the canonical joints."""
    mesh = _canonical(detail)
    if skeleton is body():
        return mesh
    scales = _scales(skeleton)
    scale = scales[mesh.joints]
    normals = mesh.normals / scale
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    return replace(
        mesh,
        positions=mesh.positions * scale,
        normals=normals,
        capsule_ends=mesh.capsule_ends * scales[mesh.capsule_joints, None],
        capsule_radii=mesh.capsule_radii * scales[mesh.capsule_joints].min(-1, keepdims=True),
    )


@lru_cache(maxsize=3)
def _canonical(detail: Detail) -> FigureMesh:
    parts, tones = [], np.zeros(len(JOINTS), dtype=np.intp)
    for name, shape in SHAPES.items():
        vertices, normals, occlusion, triangles = _modelled(shape, detail)
        for joint, flip in _sides(name):
            wound = triangles if flip[0] > 0 else triangles[:, ::-1]
            parts.append((joint, vertices * flip, normals * flip, occlusion, wound))
            tones[joint] = shape.tone
    starts = np.cumsum([0, *(len(part[1]) for part in parts)])
    strokes = [(joint, flip, cone) for name, cone in CAPSULES.items() for joint, flip in _sides(name)]
    return FigureMesh(
        positions=np.concatenate([part[1] for part in parts]),
        normals=np.concatenate([part[2] for part in parts]),
        occlusion=np.concatenate([part[3] for part in parts]),
        joints=np.concatenate([np.full(len(part[1]), part[0]) for part in parts]),
        triangles=np.concatenate([part[4] + start for part, start in zip(parts, starts[:-1], strict=True)]),
        tones=tones,
        capsule_ends=np.array([[cone.start * flip, cone.end * flip] for _, flip, cone in strokes]),
        capsule_radii=np.array([[cone.start_radius, cone.end_radius] for _, _, cone in strokes]),
        capsule_joints=np.array([joint for joint, _, _ in strokes]),
    )


def joint_side(joint: int) -> str:
    """ "left", "right" or, for what is in the middle, "body"."""
    return "body" if JOINT_MIRROR[joint] == joint else "left" if JOINTS[joint].startswith("Left") else "right"


def _sides(name: str) -> list[tuple[int, Array]]:
    """(joint, factor on each axis) for a joint and, if it has one, its mirror image."""
    joint = JOINTS.index(name)
    sides = [(joint, np.ones(3))]
    if JOINT_MIRROR[joint] != joint:
        sides.append((int(JOINT_MIRROR[joint]), np.array([-1.0, 1.0, 1.0])))
    return sides


def _modelled(shape: Shape, detail: Detail) -> tuple[Array, Array, Array, IntArray]:
    solid, spacing = detail.solid(shape)
    vertices, triangles = surface_nets.mesh(solid, spacing)
    normals = surface_nets.gradient(solid, vertices)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    return vertices, normals, _occlusion(solid, vertices, normals), triangles


def _occlusion(solid: Solid, vertices: Array, normals: Array) -> Array:
    """How open the surface is: along the normal of an open surface the distance grows as fast as the probe."""
    open_to = [np.clip(solid.distance(vertices + probe * normals) / probe, 0.0, 1.0) for probe in _OCCLUSION_PROBES]
    return 0.35 + 0.65 * np.mean(open_to, axis=0)


def _scales(skeleton: Skeleton) -> Array:
    """(J, 3) scale of each joint's body along the axes of its rest frame.

    Along the bone it follows the bone's length, across it the height of the whole figure.
    """
    canonical = body()
    across = skeleton.rest_points[:, 1].max() / canonical.rest_points[:, 1].max()
    scales = np.full((canonical.n_joints, 3), across)
    for joint in range(canonical.n_joints):
        old, new = _bone(canonical, joint), _bone(skeleton, joint)
        axis = int(np.argmax(np.abs(old)))
        scales[joint, axis] = max(np.linalg.norm(new) / np.linalg.norm(old), 1e-3)
    return scales


def _bone(skeleton: Skeleton, joint: int) -> Array:
    """(3,) from a joint to the mean of what hangs on it, metres."""
    children = skeleton.children(joint)
    if len(children):
        return skeleton.offsets[children].mean(0)
    own = (skeleton.point_joints == joint) & (np.abs(skeleton.point_offsets).max(-1) > 0)
    return skeleton.point_offsets[own].mean(0)
