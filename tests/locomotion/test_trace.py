"""Tracing: a draft of recorded frames leads to those very frames, and what is like nothing recorded is far from all."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic_locomotion import database, standing_clip

from models.errors import SixpointError
from models.locomotion import Trajectory, Waypoint
from models.locomotion.clip_frames import SourceClip
from models.locomotion.database import Database
from models.locomotion.motion_matching import MotionMatching
from models.locomotion.trace import traced

LINE = Trajectory((Waypoint(0, 0), Waypoint(0, 3)))


@pytest.fixture
def draft(walk_clip):
    return MotionMatching(database(walk_clip)).generate(LINE)


def test_a_recorded_clip_is_traced_to_itself(draft, walk_clip):
    data = database(walk_clip)
    recorded = replace(draft, raw=data.clip(0), jumps=(70, 110))
    pieces = traced(recorded, data)
    assert [(piece.first, piece.stop) for piece in pieces] == [(0, 70), (70, 110), (110, 241)]
    for piece in pieces:
        assert piece.clip == data.names[0]
        assert piece.clip_s == pytest.approx(piece.first / 60, abs=1.1)  # a step a second: any of them is the same
        assert piece.distance < 1e-3
        assert piece.furthest < 1e-3


def test_every_piece_of_a_draft_is_named_and_its_furthest_frame_found(draft, walk_clip):
    data = database(walk_clip)
    pieces = traced(draft, data)
    assert pieces[0].first == 0
    assert pieces[-1].stop == draft.clip.n_frames
    assert all(piece.clip in data.names for piece in pieces)
    odd = draft.raw.root.copy()
    odd[100:130] += 0.2 * np.sin(np.arange(30))[:, None]
    worse = traced(replace(draft, raw=replace(draft.raw, root=odd), jumps=()), data)
    (piece,) = worse
    assert 95 <= piece.furthest_frame <= 135
    assert piece.furthest > 3.0
    assert f"{piece.furthest:.2f}" in str(piece)


def test_short_drafts_and_databases_without_a_future(draft):
    still = replace(draft, raw=standing_clip(5), jumps=())
    with pytest.raises(SixpointError, match="more than a second"):
        traced(still, Database.build([SourceClip(standing_clip(20), "short")]))
    (piece,) = traced(still, Database.build([SourceClip(standing_clip(90), "stand")]))
    assert (piece.first, piece.stop, piece.clip) == (0, 5, "stand")
