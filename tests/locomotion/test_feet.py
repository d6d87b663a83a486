"""Legs and stances: ankles where they are wanted with bones of their own length, toes at rest, soles on the ground."""

import numpy as np
import pytest

from models.body import JOINTS, body
from models.kinematics import forward, quat
from models.locomotion.leg_ik import MOST_EXTENDED, bent_legs
from models.locomotion.relaxation import feet_of, relaxed
from models.locomotion.stance import MOST_M, corrections, stances

HIP, KNEE, ANKLE = (JOINTS.index(name) for name in ("LeftUpLeg", "LeftLeg", "LeftFoot"))


def legs(rng, n):
    rotations = np.tile(quat.IDENTITY, (n, len(JOINTS), 1))
    rotations[:, HIP] = quat.from_rotvec(rng.normal(0, 0.3, (n, 3)))
    rotations[:, KNEE] = quat.from_axis_angle(np.array([1.0, 0, 0]), rng.uniform(0.05, 1.2, n))
    return rotations, *forward.globals_from_locals(body(), np.tile([0, 0.9, 0.0], (n, 1)), rotations)


def solved(world, positions, target):
    return bent_legs(
        positions[:, HIP],
        positions[:, KNEE],
        positions[:, ANKLE],
        target,
        thigh_rotation=world[:, HIP],
        shin_rotation=world[:, KNEE],
        firm=np.ones(len(target)),
    )


def ankle_of(positions, thigh, shin):
    offsets = body().offsets
    return positions[:, HIP] + quat.rotate(thigh, offsets[[KNEE]]) + quat.rotate(shin, offsets[[ANKLE]])


def test_an_ankle_within_reach_is_where_it_is_wanted(rng):
    _, world, positions = legs(rng, 200)
    target = positions[:, ANKLE] + rng.normal(0, 0.03, (200, 3))
    length = np.linalg.norm(body().offsets[[KNEE, ANKLE]], axis=-1).sum()
    near = np.linalg.norm(target - positions[:, HIP], axis=-1) < MOST_EXTENDED * length
    thigh, shin, ankle = solved(world, positions, target)
    assert np.allclose(ankle[near], target[near])
    assert np.allclose(ankle_of(positions, thigh, shin), ankle, atol=1e-9)  # by the rotations and the bones alone
    bend = quat.mul(quat.conj(thigh), shin)
    assert bend[near, 0].min() > -1e-6  # knees bend backwards only


def test_a_leg_that_need_not_move_does_not(rng):
    _, world, positions = legs(rng, 50)
    thigh, shin, _ = solved(world, positions, positions[:, ANKLE])
    assert quat.angle(thigh, world[:, HIP]).max() < 1e-6
    assert quat.angle(shin, world[:, KNEE]).max() < 1e-6


def test_out_of_reach_the_leg_is_as_long_as_it_may_be(rng):
    _, world, positions = legs(rng, 50)
    target = positions[:, HIP] + quat.rotate(quat.normalize(rng.normal(size=(50, 4))), np.array([0.0, -3.0, 0.0]))
    thigh, shin, ankle = solved(world, positions, target)
    assert np.allclose(ankle_of(positions, thigh, shin), ankle, atol=1e-9)
    length = np.linalg.norm(body().offsets[[KNEE, ANKLE]], axis=-1).sum()
    assert np.linalg.norm(ankle - positions[:, HIP], axis=-1).max() <= length + 1e-9
    _, _, on_hip = solved(world, positions, positions[:, HIP])
    assert np.isfinite(on_hip).all()


def test_stances_bridge_gaps_and_drop_noise():
    planted = np.zeros(40, dtype=bool)
    planted[[2, 3]] = planted[10:18] = planted[19:25] = True
    assert stances(planted) == [(10, 25)]


def test_corrections_hold_a_foot_and_join_smoothly(rng):
    frames = np.arange(120)
    planted = (frames % 60) < 35
    toe = np.stack([0.1 * frames / 60, 0.02 + 0.1 * ~planted, 1.2 * frames / 60], axis=-1)
    toe[:, 2] = np.where(planted, 0.15 * (frames % 60) / 60, 1.0) + frames // 60
    moved, held = corrections(toe, toe[:, 1] - 0.02, planted)
    assert not (held & ~planted).any()
    assert (planted & ~held).sum() <= 6  # a frame or two beside where this toe jumps
    rested = toe + moved
    for first, stop in stances(held):
        assert np.ptp(rested[first:stop], axis=0).max() < 1e-12
    assert np.linalg.norm(np.diff(moved, axis=0), axis=-1).max() < 0.016  # 1 m/s at most, nowhere a jump
    assert np.linalg.norm(moved, axis=-1).max() < MOST_M


def test_a_foot_that_slides_too_far_is_put_down_twice():
    frames = np.arange(60)
    toe = np.stack([np.zeros(60), np.full(60, 0.02), 0.9 * np.clip((frames - 25) / 10, 0, 1)], axis=-1)
    moved, held = corrections(toe, np.zeros(60), np.ones(60, dtype=bool))
    assert held[:10].all()
    assert held[-10:].all()
    assert not held.all()
    assert np.linalg.norm(moved, axis=-1).max() < 0.6


@pytest.mark.parametrize("slide", [0.0, 0.2])
def test_a_relaxed_walk_does_not_slide_or_sink(walk_clip, slide):
    clip = walk_clip()
    root = clip.root.copy()
    root[:, 2] += slide * np.arange(clip.n_frames) / 60.0
    clip = type(clip)(clip.skeleton, root, clip.rotations, clip.fps)
    toes = feet_of(*clip.globals()).toes
    speed = np.linalg.norm(np.gradient(toes, axis=0)[..., [0, 2]], axis=-1) * 60
    planted = speed < np.percentile(speed, 35, axis=0)
    result, held, report = relaxed(clip, planted)
    after = feet_of(*result.globals())
    both = held[1:] & held[:-1]
    slid = np.linalg.norm(np.diff(after.toes[..., [0, 2]], axis=0), axis=-1)[both] * 60
    assert slid.mean() < 0.01
    assert report.slide_after == pytest.approx(slid.mean())
    assert report.slide_before > report.slide_after
    assert after.lowest.min() > -0.01
    assert 0.0 < report.moved_mean < 0.2
    # Only legs and hips have been touched.
    above = [n for n, name in enumerate(JOINTS) if not any(part in name for part in ("Leg", "Foot", "Toe"))]
    assert quat.angle(result.rotations[:, above], clip.rotations[:, above]).max() < 1e-7
