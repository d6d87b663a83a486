"""Drafts made in another process: the same ones, stopped and told of as at home, and no process that ends is missed."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from synthetic_locomotion import database

from models.body import body
from models.errors import Cancelled, SixpointError
from models.locomotion import Trajectory, Waypoint, elsewhere, generate
from models.locomotion.database import Database
from models.locomotion.elsewhere import generate_elsewhere, start_elsewhere

PATH = Trajectory((Waypoint(0, 0), Waypoint(0.5, 2), Waypoint(0, 4)))


@pytest.fixture(scope="module")
def file(tmp_path_factory, walk_clip):
    path = tmp_path_factory.mktemp("motion") / "walk.npz"
    database(walk_clip).save(path)
    return path


def test_a_draft_is_the_same_bit_for_bit_and_its_first_picture_comes_before(file):
    start_elsewhere()
    seen = []
    there = generate_elsewhere(PATH, "mm", seed=3, database=file, progress=lambda *told: seen.append(told))
    here = generate(PATH, "mm", seed=3, database=Database.load(file))
    for name in ("root", "rotations"):
        assert np.array_equal(getattr(there.clip, name), getattr(here.clip, name))
        assert np.array_equal(getattr(there.raw, name), getattr(here.raw, name))
    assert there.clip.skeleton is body()
    assert replace(there.path, **vars(here.path)).n_frames == here.path.n_frames
    pictures = [draft for _, draft in seen if draft is not None]
    assert [draft.is_partial for draft in pictures] == [True]
    assert pictures[0].clip.skeleton is body()
    shares = [share for share, _ in seen]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_wish_to_stop_is_heard_and_the_process_serves_on(file):
    with pytest.raises(Cancelled):
        generate_elsewhere(PATH, "mm", database=file, progress=lambda *_: False)
    kept = list(elsewhere._idle)
    assert generate_elsewhere(PATH, "mm", database=file).clip.n_frames > 0
    assert elsewhere._idle == kept


def test_what_cannot_be_made_is_told_as_at_home(file):
    with pytest.raises(SixpointError, match="needs a motion database"):
        generate_elsewhere(PATH, "mm")
    with pytest.raises(SixpointError, match="there is no generator"):
        generate_elsewhere(PATH, "pfnn")
    with pytest.raises(SixpointError, match=r"none\.npz"):
        generate_elsewhere(PATH, "mm", database=file.with_name("none.npz"))


def test_a_process_that_ends_is_told_of_and_replaced(file):
    generate_elsewhere(PATH, "mm", database=file)
    dead = elsewhere._idle[-1]
    dead._process.kill()
    dead._process.join()
    with pytest.raises(SixpointError, match="has ended"):
        generate_elsewhere(PATH, "mm", database=file)
    assert dead not in elsewhere._idle
    assert generate_elsewhere(PATH, "mm", database=file).clip.n_frames > 0


def test_a_fault_of_the_caller_leaves_no_process_with_half_an_order(file):
    def broken(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        generate_elsewhere(PATH, "mm", database=file, progress=broken)
    assert all(maker.is_idle for maker in elsewhere._idle)
    assert generate_elsewhere(PATH, "mm", database=file).clip.n_frames > 0


def test_calls_at_the_same_time_have_a_process_each(file):
    drafts = {}

    def make(seed):
        drafts[seed] = generate_elsewhere(PATH, "mm", seed=seed, database=file)

    threads = [threading.Thread(target=make, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {seed: draft.seed for seed, draft in drafts.items()} == {0: 0, 1: 1}
