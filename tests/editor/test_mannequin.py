"""The mannequin's solids and their mesh, as geometry."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from editor.mannequin import mannequin, meshes, surface_nets
from editor.mannequin.sdf import Blend, Ellipsoid, RoundCone
from editor.mannequin.shapes import CAPSULES, SHAPES
from models.animation import Pose
from models.body import JOINT_MIRROR, JOINTS, body
from models.kinematics import forward, quat


@pytest.fixture(scope="module")
def figure():
    return mannequin(body())


def edge_counts(triangles):
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    return np.unique(np.sort(edges, axis=1), axis=0, return_counts=True)[1]


def volume(positions, triangles):
    a, b, c = positions[triangles].swapaxes(0, 1)
    return np.einsum("ti,ti->", a, np.cross(b, c)) / 6


def test_round_cone_is_the_distance_to_the_hull_of_two_spheres(rng):
    cone = RoundCone((0.1, 0.0, -0.1), (0.4, 0.3, 0.2), 0.15, 0.06)
    points = rng.uniform(-0.6, 0.9, size=(400, 3))
    t = np.linspace(0, 1, 4001)
    centers = np.asarray(cone.start) + t[:, None] * np.subtract(cone.end, cone.start)
    radii = cone.start_radius + t * (cone.end_radius - cone.start_radius)
    # The hull is the union of all the spheres between; outside it the distance is that to the nearest of them.
    expected = (np.linalg.norm(points[:, None] - centers, axis=-1) - radii).min(axis=1)
    outside = expected > 0
    assert outside.any()
    assert_allclose(cone.distance(points)[outside], expected[outside], atol=1e-4)
    assert (cone.distance(points)[~outside] <= 1e-6).all()


def test_ellipsoid_is_zero_on_its_surface_and_negative_at_its_centre(rng):
    solid = Ellipsoid((0.1, 0.2, 0.3), (0.1, 0.05, 0.2))
    directions = rng.normal(size=(100, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    assert_allclose(solid.distance(np.asarray(solid.center) + directions * solid.radii), 0.0, atol=1e-12)
    assert solid.distance(np.array([solid.center]))[0] < 0


def test_nothing_of_a_blend_is_below_its_floor():
    solid = Blend((Ellipsoid((0, 0, 0), (0.1, 0.1, 0.1)),), 0.02, floor=-0.05)
    vertices, _ = surface_nets.mesh(solid, 0.01)
    assert vertices[:, 1].min() == pytest.approx(-0.05, abs=2e-3)
    assert vertices[:, 1].max() == pytest.approx(0.1, abs=2e-3)


def test_a_meshed_sphere_is_a_sphere():
    vertices, triangles = surface_nets.mesh(Blend((Ellipsoid((0.2, 0, 0), (0.1, 0.1, 0.1)),), 0.01), 0.02)
    assert_allclose(np.linalg.norm(vertices - (0.2, 0, 0), axis=1), 0.1, atol=1e-6)
    assert (edge_counts(triangles) == 2).all()
    # A polyhedron inside the sphere, and not much smaller.
    assert 0.97 < volume(vertices, triangles) / (4 / 3 * np.pi * 1e-3) < 1.0


def test_every_body_is_closed_and_faces_outward(figure):
    # Where the grid is coarse between two fingers, four triangles may share an edge: still closed.
    counts = edge_counts(figure.triangles)
    assert (counts % 2 == 0).all()
    assert (counts == 2).mean() > 0.999
    corners = figure.positions[figure.triangles]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    # In the sharpest creases, as between fingers, a few tiny triangles fold over.
    assert (np.einsum("ti,ti->t", facing, figure.normals[figure.triangles].mean(axis=1)) > 0).mean() > 0.999
    for joint in range(len(JOINTS)):
        own = figure.triangles[figure.joints[figure.triangles[:, 0]] == joint]
        assert volume(figure.positions, own) > 1e-5, JOINTS[joint]


def test_no_triangle_joins_two_bodies(figure):
    joints = figure.joints[figure.triangles]
    assert (joints == joints[:, :1]).all()


def test_the_right_side_mirrors_the_left(figure):
    for joint, other in enumerate(JOINT_MIRROR):
        if JOINTS[joint].startswith("Left"):
            left, right = figure.positions[figure.joints == joint], figure.positions[figure.joints == other]
            assert_allclose(right, left * (-1, 1, 1))


def test_the_figure_stands_on_the_ground_and_is_as_tall_as_the_body(figure):
    _, positions = forward.globals_from_locals(body(), body().offsets[0], Pose.rest(body()).rotations)
    world = figure.positions + positions[figure.joints]
    assert world[:, 1].min() == pytest.approx(0.0, abs=0.004)
    assert world[:, 1].max() == pytest.approx(body().rest_points[:, 1].max(), abs=0.012)


def test_other_proportions_scale_each_body_along_its_bone(figure):
    offsets, forearm = body().offsets.copy(), JOINTS.index("LeftForeArm")
    offsets[JOINTS.index("LeftHand")] *= 1.5
    longer = mannequin(body().with_offsets(offsets))
    own = figure.joints == forearm
    assert_allclose(longer.positions[own], figure.positions[own] * (1.5, 1, 1))
    assert_allclose(longer.positions[~own], figure.positions[~own])
    assert_allclose(np.linalg.norm(longer.normals, axis=1), 1.0)


def test_twice_as_large_is_twice_as_large(figure):
    assert_allclose(mannequin(body().scaled(2.0)).positions, 2 * figure.positions)


def test_capsules_move_rigidly_with_their_joints(figure, rng):
    rotations = quat.to_matrix(quat.normalize(rng.normal(size=(len(JOINTS), 4))))
    positions = rng.normal(size=(len(JOINTS), 3))
    capsules = figure.capsules(rotations, positions)
    assert_allclose(
        np.linalg.norm(capsules[:, 1, :3] - capsules[:, 0, :3], axis=1),
        np.linalg.norm(figure.capsule_ends[:, 1] - figure.capsule_ends[:, 0], axis=1),
    )
    assert_allclose(capsules[..., 3], figure.capsule_radii)


def test_shapes_name_joints_of_the_body_once():
    assert {name for name in SHAPES if name.startswith("Right")} == set()
    assert set(SHAPES) <= set(JOINTS)
    assert set(CAPSULES) <= set(SHAPES)
    covered = {int(side) for name in SHAPES for side in (JOINTS.index(name), JOINT_MIRROR[JOINTS.index(name)])}
    assert covered == set(range(len(JOINTS)))


def test_rougher_meshes_are_the_same_figure_with_fewer_triangles():
    three = meshes(body())
    counts = [len(mesh.triangles) for mesh in (three.fine, three.rough, three.ghost)]
    assert counts[1] < 0.4 * counts[0]
    assert counts[2] < 0.12 * counts[0]
    for mesh in (three.rough, three.ghost):
        for joint in range(len(JOINTS)):
            fine = three.fine.positions[three.fine.joints == joint]
            other = mesh.positions[mesh.joints == joint]
            reach = np.concatenate([fine.max(0) - other.max(0), other.min(0) - fine.min(0)])
            assert np.abs(reach).max() < (0.015 if mesh is three.rough else 0.06)
