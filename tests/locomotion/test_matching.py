"""Search, planning and the two generators, on a synthetic walker."""

import itertools

import numpy as np
import pytest
from synthetic_locomotion import database, write_lmm

from models.errors import Cancelled, ModelMismatch, SixpointError
from models.locomotion import Trajectory, Waypoint, generate, generator, generators, root_path
from models.locomotion.features import FPS, POSE
from models.locomotion.lmm import LearnedMotionMatching
from models.locomotion.lmm_networks import LmmNetworks
from models.locomotion.motion_matching import MotionMatching
from models.locomotion.planning import PlanSettings, best_sequence
from models.locomotion.rollout import RolloutSettings
from models.locomotion.root_motion import followed
from models.locomotion.search import Search

LINE = Trajectory((Waypoint(0, 0), Waypoint(0, 3)))
BEND = Trajectory((Waypoint(1, 1), Waypoint(1, 3), Waypoint(3, 4)))


@pytest.fixture
def mm(walk_clip):
    return MotionMatching(database(walk_clip))


@pytest.fixture
def lmm(walk_clip, tmp_path):
    return LearnedMotionMatching(LmmNetworks(write_lmm(tmp_path, walk_clip)))


def test_matrix_products_and_tree_find_the_same_rows(rng):
    rows = rng.normal(size=(3000, 27)).astype(np.float32)
    queries = rng.normal(size=(70, 27))
    by_matrix, by_tree = Search(rows, "matrix"), Search(rows, "tree")
    found, distance = by_matrix.nearest(queries)
    other, same = by_tree.nearest(queries)
    assert (found == other).all()
    assert np.allclose(distance, same)
    assert (found == [np.linalg.norm(rows - query, axis=-1).argmin() for query in queries.astype(np.float32)]).all()
    assert by_matrix.nearest(rows[[5]])[1][0] == 0.0
    assert Search(rows).method == "matrix"
    assert Search(rows[:, :3]).method == "tree"


def test_candidates_are_the_best_of_their_runs(rng):
    search = Search(rng.normal(size=(103, 5)).astype(np.float32), "matrix")
    costs = search.costs(rng.normal(size=(4, 5)))
    found = search.best_of_runs(costs, 10, 6)
    assert found.shape == (4, 6)
    for row, chosen in zip(costs, found, strict=True):
        best = sorted(row[n : n + 10].min() for n in range(0, 103, 10))[:6]
        assert np.allclose(sorted(row[chosen]), best)


def test_the_plan_is_the_cheapest_of_all_sequences(rng):
    settings = PlanSettings(step=2, beam=1000, path_weight=1.0, jump_cost=0.1)
    pose, fits = rng.normal(size=(30, 3)), rng.uniform(0, 2, size=(4, 30))
    candidates = np.array([rng.choice(30, 4, replace=False) for _ in range(4)])
    plays_on = np.arange(30) < 24
    plan = best_sequence(candidates, lambda s, f: fits[s, f], pose=pose, plays_on=plays_on, settings=settings)

    def cost(sequence):
        total = fits[0, sequence[0]]
        for step, (a, b) in enumerate(itertools.pairwise(sequence), 1):
            goes_on = b == a + 2 and plays_on[a]
            total += fits[step, b]
            total += 0.0 if goes_on else settings.jump_cost + ((pose[min(a + 2, 29)] - pose[b]) ** 2).sum()
        return total

    choices = [candidates[0]]
    for row in candidates[1:]:
        choices.append(np.unique(np.concatenate([row, choices[-1][plays_on[choices[-1]]] + 2])))
    # Every frame can be gone to by a jump or by playing on, if it is a candidate of that step or follows one.
    best = min(
        cost(sequence)
        for sequence in itertools.product(*choices)
        if all(
            b in row or (b == a + 2 and plays_on[a])
            for (a, b), row in zip(itertools.pairwise(sequence), candidates[1:], strict=True)
        )
    )
    assert plan.cost == pytest.approx(best)
    assert plan.jumps[0]


def test_no_clip_is_a_dead_end(mm):
    long = Trajectory((Waypoint(0, 0, speed=1.2), Waypoint(0, 20, speed=1.2)))
    draft = mm.generate(long)
    assert draft.clip.n_frames > 15 * FPS  # far longer than any clip of the database
    assert np.isfinite(draft.clip.root).all()
    data = mm.database
    plan = mm.plan(draft.path)
    last = plan.frames + mm.settings.step - 1
    assert (data.range_of[last] == data.range_of[plan.frames]).all()
    assert data.searchable[plan.frames].all()


@pytest.mark.parametrize("kind", ["mm", "lmm"])
class TestGenerators:
    @pytest.fixture
    def made(self, kind, request):
        return request.getfixturevalue(kind)

    def test_a_draft_follows_its_path_and_its_feet_stand(self, made):
        for trajectory in (LINE, BEND):
            draft = made.generate(trajectory)
            assert draft.clip.n_frames == draft.path.n_frames
            away = np.linalg.norm(draft.root - draft.path.positions, axis=-1)
            assert np.percentile(away, 95) < 0.15
            assert np.degrees(np.percentile(np.abs(draft.yaw_rad - draft.path.yaw_rad), 95)) < 15
            assert draft.feet.slide_after < 0.01
            assert draft.feet.depth_after < 0.01
            assert (np.diff(draft.clip.root, axis=0) ** 2).sum(-1).max() < 0.1**2
            assert ((draft.clip.rotations[1:] * draft.clip.rotations[:-1]).sum(-1) > 0).all()

    def test_the_same_seed_is_the_same_bit_for_bit(self, made):
        one, again, *others = (made.generate(BEND, seed=seed) for seed in (7, 7, 8, 9, 10))
        assert (one.clip.rotations == again.clip.rotations).all()
        assert (one.clip.root == again.clip.root).all()
        assert any((one.clip.rotations != other.clip.rotations).any() for other in others)

    def test_progress_shows_a_first_draft_and_can_stop(self, made):
        seen = []
        made.generate(LINE, progress=lambda fraction, draft: seen.append((fraction, draft)))
        fractions = [fraction for fraction, _ in seen]
        assert fractions == sorted(fractions)
        pictures = [draft for _, draft in seen if draft is not None]
        assert pictures
        assert all(draft.is_partial for draft in pictures)
        with pytest.raises(Cancelled):
            made.generate(LINE, progress=lambda fraction, draft: False)

    def test_it_starts_and_ends_in_given_poses(self, made, walk_clip):
        pose = walk_clip().pose(10)
        start = type(pose)(pose.root * [0, 1, 0], pose.rotations)
        end = type(pose)(pose.root * [0, 1, 0] + [0, 0, 3.1], pose.rotations)
        draft = made.generate(LINE, start, end=end)
        for frame, given in ((0, start), (-1, end)):
            assert np.abs(draft.raw.root[frame] - given.root).max() < 1e-9
            assert np.abs((draft.raw.rotations[frame] * given.rotations).sum(-1)).min() > 1 - 1e-9
        far = type(pose)(pose.root + np.array([5.0, 0.0, 0.0]), pose.rotations)
        assert [d.kind for d in made.generate(LINE, far).deviations] == ["start"]

    @pytest.mark.parametrize(
        "waypoints",
        [
            (Waypoint(0, 0),),
            (Waypoint(0, 0), Waypoint(0, 0)),
            (Waypoint(0, 0), Waypoint(0, 3), Waypoint(0, 0)),
            (Waypoint(0, 0, speed=10), Waypoint(0, 12, speed=10)),
            (Waypoint(0, 0, facing_rad=3.0), Waypoint(0, 2, facing_rad=-3.0)),
            (Waypoint(0, 0), Waypoint(0, 1e-4), Waypoint(0, 0.01, t=0.001)),
        ],
    )
    def test_no_path_breaks_the_pose(self, made, waypoints):
        draft = made.generate(Trajectory(waypoints))
        assert np.isfinite(draft.clip.root).all()
        assert np.isfinite(draft.clip.rotations).all()
        assert np.allclose(np.linalg.norm(draft.clip.rotations, axis=-1), 1.0)
        steps = np.linalg.norm(np.diff(draft.clip.root, axis=0), axis=-1) * FPS
        assert steps.max() < 8.0

    def test_many_at_once_follow_their_own_paths(self, made):
        drafts = made.generate_many([LINE, BEND, LINE], seeds=[0, 1, 2])
        assert [draft.seed for draft in drafts] == [0, 1, 2]
        for draft, trajectory in zip(drafts, (LINE, BEND, LINE), strict=True):
            alone = made.generate(trajectory, seed=draft.seed)
            assert draft.clip.n_frames == alone.clip.n_frames
            assert np.linalg.norm(draft.root[-1] - alone.root[-1]) < 0.05


def test_many_drafts_do_not_depend_on_the_number_of_threads(lmm):
    paths = [Trajectory((Waypoint(0, 0), Waypoint(0, 0.5 + 0.4 * (n % 4)))) for n in range(11)]
    alone, together = (lmm.generate_many(paths, seeds=range(11), workers=workers) for workers in (1, 3))
    assert [draft.seed for draft in alone] == list(range(11))
    assert [draft.clip.n_frames for draft in alone] == [root_path(path).n_frames for path in paths]
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one.clip.root, other.clip.root)
        assert np.array_equal(one.clip.rotations, other.clip.rotations)
    assert lmm.generate_many([]) == []


def test_the_first_seconds_are_shown_first_and_then_the_whole(lmm):
    path, pictures = Trajectory((Waypoint(0, 0), Waypoint(0, 6))), []

    def progress(share, draft):
        pictures.extend([] if draft is None else [(share, draft)])

    draft = lmm.generate(path, progress=progress)
    (early, first), (late, whole) = pictures
    assert early < late < 1.0
    assert first.clip.n_frames == lmm.settings.first_picture < draft.clip.n_frames
    assert whole.clip.n_frames == draft.clip.n_frames
    assert [first.is_whole, whole.is_whole, draft.is_whole] == [False, True, True]
    assert first.is_partial
    assert whole.is_partial
    assert np.abs(first.root[:, [0, 2]] - draft.root[:180, [0, 2]]).max() < 0.2
    unseen = lmm.generate(path)
    assert np.array_equal(draft.clip.rotations, unseen.clip.rotations)
    longer = first.going_on_as(whole)
    assert longer.clip.n_frames == len(longer.contacts) == len(longer.root) == len(longer.yaw_rad) == len(whole.root)
    assert np.array_equal(longer.clip.root[180:], whole.clip.root[180:])
    assert np.array_equal(longer.clip.root[:180], first.clip.root)
    pictures.clear()
    lmm.generate(Trajectory((Waypoint(0, 0), Waypoint(0, 1))), progress=progress)
    assert [draft.is_whole for _, draft in pictures] == [True]  # it is short: nothing comes before


def test_the_root_keeps_to_the_path_and_to_its_own_surge():
    frames = np.arange(240)
    path = np.zeros((240, 1, 3))
    path[:, 0, 2] = frames / 60.0
    velocity = np.zeros((240, 1, 3))
    velocity[:, 0, 2] = 0.8 + 0.2 * np.sin(2 * np.pi * 2.0 * frames / 60)  # 20 % slow, surging at step frequency
    place, yaw = followed(path, np.zeros((240, 1)), velocity, np.full((240, 1), 0.1))
    assert np.abs(place - path).max() < 0.05
    assert np.abs(yaw).max() < 0.02
    speed = np.diff(place[60:180, 0, 2]) * 60
    assert np.ptp(speed) > 0.3
    assert speed.mean() == pytest.approx(1.0, abs=0.03)


def test_a_rollout_that_leaves_the_data_or_grows_old_is_put_back(walk_clip, tmp_path):
    settings = RolloutSettings(jump_cost=100.0)  # only what must jump does
    counts = []
    for shrink in (1.0, 0.5):
        networks = LmmNetworks(write_lmm(tmp_path, walk_clip, shrink=shrink, distance='{"p99": 0.001}'))
        made = LearnedMotionMatching(networks, settings)
        rollout = made.rollout([root_path(LINE)], [0])
        assert np.isfinite(rollout.states).all()
        counts.append(rollout.jumps.sum())
    assert counts[0] == len(rollout.frames) // (settings.longest // settings.step)  # by age alone
    assert counts[1] == len(rollout.frames)  # always off the data


def test_networks_of_another_body_features_or_training_are_refused(walk_clip, tmp_path):
    for key in ("features_hash", "body_hash"):
        folder = tmp_path / key
        folder.mkdir()
        with pytest.raises(ModelMismatch, match=key):
            LmmNetworks(write_lmm(folder, walk_clip, **{key: "other"}))
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, code in ((first, "a"), (second, "b")):
        folder.mkdir()
        write_lmm(folder, walk_clip, code_hash=code)
    (second / "locomotion-stepper.onnx").replace(first / "locomotion-stepper.onnx")
    with pytest.raises(ModelMismatch, match="not of one training"):
        LmmNetworks(first)
    with pytest.raises(ModelMismatch, match="not found"):
        LmmNetworks(tmp_path)
    (first / "locomotion-stepper.onnx").write_bytes(b"no network")
    with pytest.raises(ModelMismatch, match="not a network"):
        LmmNetworks(first)


def test_generators_go_by_name(walk_clip, tmp_path, monkeypatch):
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(write_lmm(tmp_path, walk_clip)))
    assert list(generators()) == ["lmm", "mm"]
    assert generate(LINE).generator == "lmm"
    assert generate(LINE, "mm", database=database(walk_clip)).generator == "mm"
    assert generator("mm", database(walk_clip)) is generator("mm", database(walk_clip))
    with pytest.raises(SixpointError, match="there is no generator"):
        generate(LINE, "pfnn")
    with pytest.raises(SixpointError, match="needs a motion database"):
        generate(LINE, "mm")


def test_a_start_pose_chooses_where_in_the_step_it_begins(mm, walk_clip):
    data = mm.database
    moving = Trajectory((Waypoint(0, 0, speed=1.2), Waypoint(0, 4, speed=1.2)))
    pose = data.clip(0).pose(100)
    begun = mm.plan(mm.generate(moving).path, pose).frames[0]
    distance = np.linalg.norm(data.features[[begun, 60], POSE] - data.features[100, POSE], axis=-1)
    assert distance[0] <= np.linalg.norm(data.features[:, POSE] - data.features[100, POSE], axis=-1).mean()
