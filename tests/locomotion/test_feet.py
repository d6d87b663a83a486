"""Legs and stances: ankles where they are wanted with bones of their own length, toes at rest, soles on the ground."""

import numpy as np
import pytest

from models.body import JOINTS, body
from models.kinematics import forward, quat
from models.locomotion.footing import Legs, footing
from models.locomotion.leg_ik import MOST_EXTENDED, bent_legs
from models.locomotion.relaxation import feet_of, relaxed
from models.locomotion.stance import resting, stances, stand

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


def test_a_foot_that_slides_too_far_is_put_down_twice():
    frames = np.arange(60)
    toe = np.stack([np.zeros(60), np.full(60, 0.02), 0.9 * np.clip((frames - 25) / 10, 0, 1)], axis=-1)
    found = stand(toe, np.zeros(60), np.ones(60, dtype=bool))
    (first, stop), (second, last) = found.spans
    assert (first, last) == (0, 60)
    assert stop <= 30 <= second  # it steps while it slides
    assert not found.on[stop:second].any()


def steps(n_frames=240, slide=0.15, speed=1.2, straight=0.985):
    """Legs that walk along +Z at `speed`, on feet that slide at `slide` (m/s) and hover at 2 cm; `straight` at most."""
    time = np.arange(n_frames) / 60.0
    hip = np.stack([np.zeros(n_frames), np.zeros(n_frames), speed * time], axis=-1)
    length = 0.42
    legs, planted = [], []
    for side in (0, 1):
        phase = (time + 0.5 * side) % 1.0
        stands = phase < 0.6
        t = np.clip((phase - 0.6) / 0.4, 0.0, 1.0)
        # Under the hips from front to back while it stands, then forwards along a smooth arc.
        stride = 0.6 * (speed - slide)
        ahead = np.where(stands, stride * (0.5 - phase / 0.6), stride * (-0.5 + t * t * (3.0 - 2.0 * t)))
        ankle = np.stack([np.full(n_frames, 0.1), 0.1 + 0.08 * np.sin(np.pi * t) ** 2, hip[:, 2] + ahead], axis=-1)
        legs.append(ankle)
        planted.append(stands)
    ankles = np.stack(legs, axis=1)
    reach = np.abs(ankles[..., 2] - hip[:, None, 2]).max()
    hip[:, 1] = 0.1 + np.sqrt((2.0 * straight * length) ** 2 - reach**2)
    hips = np.repeat(hip[:, None], 2, axis=1) + np.array([0.1, 0.0, 0.0])
    way = ankles - hips
    distance = np.linalg.norm(way, axis=-1, keepdims=True)
    forward_of = np.cross(np.broadcast_to([1.0, 0.0, 0.0], way.shape), way / distance)
    knees = hips + way / 2.0 - forward_of * np.sqrt(np.maximum(length**2 - distance**2 / 4.0, 0.0))
    toes = ankles + np.array([0.0, -0.06, 0.12])
    nobody = np.zeros(n_frames, dtype=bool)
    return Legs(hips, knees, ankles, toes, toes[..., 1] - 0.02, nobody), np.stack(planted, axis=1)


def knee_offsets(legs, hips=0.0, feet=0.0):
    distance = np.linalg.norm(legs.ankle + feet - legs.hip - hips, axis=-1)
    return np.sqrt(np.maximum(0.42**2 - distance**2 / 4.0, 0.0))


@pytest.mark.parametrize("straight", [0.95, 0.985, 0.997])
def test_feet_are_held_without_a_jerk_of_the_knees(straight):
    """Where a foot slides, its leg is near straight by the time it leaves; the knee must not snap when it is let go."""
    legs, planted = steps(straight=straight)
    found = [stand(legs.toe[:, side], legs.lowest[:, side], planted[:, side]) for side in (0, 1)]
    moved = footing(legs, found)
    toes = legs.toe + moved.feet
    for side, each in enumerate(found):
        for first, stop in each.spans:
            assert np.ptp(toes[first:stop, side][:, [0, 2]], axis=0).max() < 1e-9
    assert np.abs((legs.lowest + moved.feet[..., 1])[planted]).max() < 0.005
    bend = np.abs(np.diff(knee_offsets(legs), 2, axis=0)) * 60**2
    bend_after = np.abs(np.diff(knee_offsets(legs, moved.hips[:, None], moved.feet), 2, axis=0)) * 60**2
    assert np.percentile(bend_after, 99.5) < 1.25 * np.percentile(bend, 99.5)
    legs_after = np.linalg.norm(legs.ankle + moved.feet - legs.hip - moved.hips[:, None], axis=-1)
    assert legs_after.max() < 0.84  # feet stay in reach
    assert np.abs(moved.hips[:, 1] + 0.02).max() < 0.03  # down by what the feet hover, and little else
    assert np.abs(moved.hips[:, [0, 2]]).max() < 0.15


def test_what_stands_already_is_left_alone():
    legs, planted = steps(slide=0.0)
    grounded = Legs(legs.hip, legs.knee, legs.ankle, legs.toe, legs.lowest - 0.02, legs.kept)
    found = [stand(legs.toe[:, side], grounded.lowest[:, side], planted[:, side]) for side in (0, 1)]
    moved = footing(grounded, found)
    assert np.abs(moved.hips).max() < 1e-6
    assert np.abs(moved.feet).max() < 1e-6


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


def test_frames_that_are_kept_stay_and_the_others_lead_up_to_them():
    legs, planted = steps()
    legs.kept[[0, -1]] = True
    moved = footing(legs, [stand(legs.toe[:, s], legs.lowest[:, s], planted[:, s]) for s in (0, 1)])
    assert np.abs(moved.hips[[0, -1]]).max() < 2e-3
    assert np.abs(moved.feet[[0, -1]]).max() < 2e-3
    assert np.abs(np.diff(moved.hips, 2, axis=0)).max() * 60**2 < 4.0  # down to the ground without a jerk


def test_a_foot_that_looks_as_if_it_stood_stands():
    """Contacts end early or are missed: what is low and slow then must not be seen to slide."""
    legs, planted = steps(slide=0.1)
    late = planted.copy()
    for side in (0, 1):
        for first, stop in stances(planted[:, side]):
            late[first : first + 6, side] = late[stop - 6 : stop, side] = False
    found = [stand(legs.toe[:, side], legs.lowest[:, side], late[:, side]) for side in (0, 1)]
    moved = footing(legs, found, rounds=1)
    toes, lowest = legs.toe + moved.feet, legs.lowest + moved.feet[..., 1]
    rests = np.stack([resting(toes[:, side], lowest[:, side]) for side in (0, 1)], axis=1)
    assert rests[late].mean() > 0.95
    assert (rests & planted & ~late).sum() > 0.5 * (planted & ~late).sum()
    assert (rests & ~planted).sum() < 0.1 * planted.sum()
