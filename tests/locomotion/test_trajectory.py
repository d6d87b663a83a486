"""Paths: what they pass and when, what a body cannot do, and files that may hold anything."""

import json
import math

import numpy as np
import pytest

from models.errors import FileFormatError, SixpointError
from models.locomotion.path_file import read_path
from models.locomotion.spline import curve_through
from models.locomotion.time_law import Ability
from models.locomotion.trajectory import root_path
from models.locomotion.waypoints import Trajectory, Waypoint

FPS = 60.0


def path_of(*waypoints, gait="auto"):
    return root_path(Trajectory(tuple(Waypoint(*w) if isinstance(w, tuple) else w for w in waypoints), gait))


def speeds(path):
    return np.linalg.norm(np.diff(path.positions, axis=0), axis=-1) * FPS


def test_a_curve_passes_its_places_and_knows_its_length(rng):
    places = np.cumsum(rng.uniform(0.3, 3.0, (6, 2)), axis=0)
    curve = curve_through(places)
    assert np.allclose(curve.places[curve.at], places)
    assert curve.length_m >= np.linalg.norm(np.diff(places, axis=0), axis=-1).sum() - 1e-9
    assert np.abs(np.diff(curve.yaw_rad)).max() < 0.2  # smooth: no corner at a place
    assert curve_through(np.array([[0.0, 0.0], [0.0, 5.0]])).length_m == pytest.approx(5.0)


def test_waypoint_times_are_met_and_speeds_kept_within_what_a_body_can():
    path = path_of((0, 0), Waypoint(0, 4, t=4.0), Waypoint(4, 4, t=12.0), Waypoint(4, 9, t=17.0))
    assert path.waypoint_s[1:] == pytest.approx([4.0, 12.0, 17.0], abs=0.05)
    assert not path.deviations
    ability = Ability()
    assert speeds(path).max() <= ability.speed
    assert np.abs(np.diff(path.yaw_rad)).max() * FPS <= ability.turn + 1e-6
    assert np.abs(np.diff(speeds(path))).max() * FPS < 1.3 * max(ability.start, ability.stop)


def test_too_much_time_is_spent_standing_not_creeping():
    path = path_of((0, 0), Waypoint(0, 3, t=4.0), Waypoint(0, 6, t=30.0))
    assert path.waypoint_s[2] == pytest.approx(30.0, abs=0.05)
    assert (speeds(path) < 1e-3).sum() > 10 * FPS


def test_what_is_too_fast_is_reported_and_done_as_fast_as_a_body_can():
    path = path_of(Waypoint(0, 0, speed=10.0), Waypoint(0, 40, speed=10.0))
    assert {d.kind for d in path.deviations} == {"speed"}
    assert speeds(path).max() == pytest.approx(Ability().speed, rel=0.01)
    late = path_of((0, 0), Waypoint(0, 30, t=3.0))
    (deviation,) = late.deviations
    assert deviation.kind == "time"
    assert deviation.waypoint == 1
    assert deviation.amount == pytest.approx(late.waypoint_s[1] - 3.0)


def test_a_u_turn_on_the_spot_takes_its_time():
    path = path_of((0, 0), (0, 4), (0, 0))
    assert np.abs(np.diff(path.yaw_rad)).max() * FPS <= Ability().turn + 1e-6
    assert abs(path.yaw_rad[-1] - path.yaw_rad[0]) == pytest.approx(math.pi, abs=0.02)
    assert path.turning.any()
    assert np.linalg.norm(path.positions[-1]) < 1e-3


def test_facing_is_along_the_path_or_as_given():
    sideways = path_of(Waypoint(0, 0, facing_rad=0.0), Waypoint(4, 0, facing_rad=0.0))
    assert np.abs(sideways.yaw_rad).max() < 1e-9
    along = path_of((0, 0), (4, 0))
    assert along.yaw_rad == pytest.approx(np.full(along.n_frames, math.pi / 2))
    spot = path_of(Waypoint(1, 1, facing_rad=0.0), Waypoint(1, 1, facing_rad=-3.0))
    assert spot.yaw_rad[[0, -1]] == pytest.approx([0.0, -3.0], abs=0.02)
    assert np.ptp(spot.positions, axis=0).max() == 0.0


def test_it_starts_and_ends_standing_unless_a_speed_says_otherwise():
    assert speeds(path_of((0, 0), (0, 5)))[[0, -1]].max() < 0.05
    through = speeds(path_of(Waypoint(0, 0, speed=1.2), Waypoint(0, 5, speed=1.2)))
    assert through[20:-20] == pytest.approx(1.2, abs=0.02)
    one = path_of((2, 3))
    assert np.allclose(one.positions, [2, 0, 3])


def test_gaits_have_their_speeds_and_crouching_is_declined():
    run = speeds(path_of((0, 0), (0, 20), gait="run"))
    assert run.max() == pytest.approx(3.0, abs=0.01)
    changed = path_of(Waypoint(0, 0, gait="walk"), Waypoint(0, 6, gait="run"), Waypoint(0, 16, gait="walk"), (0, 22))
    at = (changed.waypoint_s * FPS).astype(int)
    assert speeds(changed)[at[0] : at[1] - 5].max() < 1.5
    assert speeds(changed)[at[1] : at[2]].max() > 2.9
    assert [d.kind for d in path_of((0, 0), (0, 3), gait="crouch").deviations] == ["gait"]


@pytest.mark.parametrize(
    ("waypoints", "message"),
    [
        ((), "1 to"),
        ((Waypoint(math.nan, 0),), "waypoint 1: x is a finite number"),
        ((Waypoint(0, 0), Waypoint(0, math.inf)), "waypoint 2: z is a finite"),
        ((Waypoint(0, 0, t=2.0), Waypoint(0, 1, t=1.0)), "times must increase"),
        ((Waypoint(0, 0, t=-1.0),), "t is from 0"),
        ((Waypoint(0, 0, speed=-1.0),), "speed is from 0"),
        ((Waypoint("0", 0),), "waypoint 1: x"),
        ((Waypoint(0, 0, gait="fly"),), "walk, run, crouch, auto"),
    ],
)
def test_what_is_no_path_is_refused_with_its_place(waypoints, message):
    with pytest.raises(SixpointError, match=message):
        Trajectory(waypoints)


def test_a_path_too_long_for_a_draft_is_refused_at_the_waypoint_that_is_too_far():
    """One limit, on time: how far that is depends on how fast the body goes."""
    with pytest.raises(SixpointError, match="waypoint 2 takes until 770 s, and a draft is 600 s long at most"):
        path_of((0, 0), (0, 1000), (0, 1001))
    assert path_of((0, 0), (0, 1000), gait="run").n_frames < 360 * FPS
    with pytest.raises(SixpointError, match="before waypoint 2"):
        path_of(Waypoint(0, 0, speed=1000), Waypoint(0, 9e4, speed=1000))


@pytest.mark.parametrize(
    ("waypoints", "message"),
    [
        ([(1, 2)], "there is one waypoint"),
        ([(1, 2), (1, 2), (1, 2)], "all 3 waypoints are at one place"),
        ([Waypoint(1, 2), Waypoint(1, 2, t=5.0, facing_rad=1.0)], "all 2 waypoints"),
    ],
)
def test_a_path_that_goes_nowhere_says_so(waypoints, message):
    (deviation,) = path_of(*waypoints).deviations
    assert deviation.kind == "still"
    assert message in deviation.message


def test_what_moves_or_turns_is_not_said_to_stand():
    assert not path_of((0, 0), (0, 3)).deviations
    assert not path_of(Waypoint(0, 0, facing_rad=0.0), Waypoint(0, 0, facing_rad=2.0)).deviations


@pytest.mark.parametrize("slow", [0.1, 0.25, 0.4])
def test_times_are_met_where_a_wait_would_take_longer_than_there_is(slow):
    """Between a stroll and a stop: too slow for the one, too short for the other."""
    times, z = [0.0], [0.0]
    for speed in (0.9, slow, 0.9):
        times.append(times[-1] + 2.0)
        z.append(z[-1] + 2.0 * speed)
    path = path_of(
        *(
            Waypoint(0, place, t=time, speed=0.9 if n in (0, 3) else None)
            for n, (place, time) in enumerate(zip(z, times, strict=True))
        )
    )
    assert path.waypoint_s == pytest.approx(times, abs=0.1)


@pytest.mark.parametrize("facing", [None, 2.0])
def test_two_times_at_one_place_are_a_wait(facing):
    there = [
        Waypoint(0, 3, t=4.0, facing_rad=None if facing is None else 0.0),
        Waypoint(0, 3, t=9.0, facing_rad=facing),
    ]
    path = path_of((0, 0), *there, (0, 6))
    assert path.waypoint_s[1:3] == pytest.approx([4.0, 9.0], abs=0.05)
    assert not path.deviations
    assert speeds(path)[int(4.3 * FPS) : int(8.7 * FPS)].max() < 0.05
    begun = path_of((0, 0), Waypoint(0, 0, t=3.0), (0, 4))
    assert begun.waypoint_s[1] == pytest.approx(3.0, abs=0.05)


def test_an_end_speed_near_zero_is_a_stop_not_the_speed_of_the_way():
    path = path_of(Waypoint(0, 0, speed=0.03), Waypoint(0, 4, speed=0.02))
    assert path.waypoint_s[1] < 5.0
    timed = path_of(Waypoint(0, 0, t=0.0, speed=0.03), Waypoint(0, 1, t=2.0), Waypoint(0, 3.4, t=4.0, speed=1.1))
    assert timed.waypoint_s == pytest.approx([0.0, 2.0, 4.0], abs=0.1)


def test_who_is_late_starts_harder_but_not_harder_than_people_do():
    ability = Ability()
    leisure, hurried = path_of((0, 0), (0, 6)), path_of((0, 0), Waypoint(0, 6, t=3.8))
    gain = [np.diff(speeds(path)).max() * FPS for path in (leisure, hurried)]
    assert gain[0] <= 1.1 * ability.start
    assert 1.2 * gain[0] < gain[1] <= 1.1 * ability.start * ability.hurry


def test_any_path_gives_finite_frames(rng):
    for _ in range(15):
        waypoints = [
            Waypoint(*rng.normal(0, 5, 2), speed=rng.choice([None, 0.0, 2.0]), facing_rad=rng.choice([None, 1.0]))
            for _ in range(rng.integers(1, 8))
        ]
        path = path_of(*waypoints, *waypoints[:2])
        assert np.isfinite(path.positions).all()
        assert np.isfinite(path.yaw_rad).all()
        assert (np.diff(path.waypoint_s) >= 0).all()
        assert np.linalg.norm(path.positions[-1, [0, 2]] - path.curve.places[-1]) < 0.02


def write(tmp_path, document):
    path = tmp_path / "path.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def test_a_file_gives_what_it_says(tmp_path):
    document = {
        "waypoints": [
            {"x": 0, "z": 0, "facing": [1, 0]},
            {"x": 1, "z": 2, "t": 3, "speed": 1.5, "facing_deg": 90, "gait": "run"},
            {"x": 2, "z": 2, "facing": "path"},
        ],
        "gait": "walk",
        "start": {"root": [0, 0.9, 0], "rotations": [[0, 0, 0, 2]] * 22},
    }
    trajectory, start = read_path(write(tmp_path, document))
    assert trajectory.waypoints[1] == Waypoint(1, 2, 3, 1.5, math.pi / 2, "run")
    assert trajectory.waypoints[0].facing_rad == pytest.approx(math.pi / 2)
    assert trajectory.waypoints[2].facing_rad is None
    assert trajectory.gaits == ("walk", "run", "run")
    assert start is not None
    assert start.rotations[:, 3] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("", "not JSON"),
        ('{"waypoints": [{"x": NaN, "z": 0}]}', "NaN is not a place"),
        ('{"waypoints": [{"x": ' + "9" * 5001 + ', "z": 0}]}', "a number that is not usable"),
        ({"waypoints": []}, "0 waypoints"),
        ({}, "no waypoints"),
        ([], "no waypoints"),
        ({"waypoints": [{"x": 0}]}, "waypoint 1 is not a place"),
        ({"waypoints": [{"x": 0, "z": "a"}]}, "waypoint 1: z is a finite number"),
        ({"waypoints": [{"x": 0, "z": True}]}, "waypoint 1: z"),
        ({"waypoints": [{"x": 0, "z": 0, "tme": 1}]}, "means nothing here"),
        ({"waypoints": [{"x": 0, "z": 0, "facing": 90}]}, "facing_deg"),
        ({"waypoints": [{"x": 0, "z": 0, "facing": [0, 0]}]}, "faces nowhere"),
        ({"waypoints": [{"x": 0, "z": 0, "t": 3}, {"x": 1, "z": 0, "t": 3}]}, "times must increase"),
        ({"waypoints": [{"x": 0, "z": 0}], "gait": 3}, "the gait is one of"),
        ({"waypoints": [{"x": 0, "z": 0}], "start": 3}, "not a pose"),
        ("[" * 100_000, "nested too deeply"),
        ({"waypoints": [{"x": 0, "z": 0}, {"x": 5, "z": 0}, {"x": 90_000, "z": 0}]}, "before waypoint 3"),
        ({"waypoints": [{"x": 0, "z": 0}, {"x": 0, "z": 1, "t": 599.9}]}, "waypoint 2 takes until 601 s"),
    ],
)
def test_a_file_that_is_no_path_is_refused(tmp_path, document, message):
    with pytest.raises(FileFormatError, match=message) as caught:
        read_path(write(tmp_path, document))
    assert "path.json" in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_path_is_read_in_every_usual_encoding(tmp_path, encoding):
    path = tmp_path / "path.json"
    path.write_text('{"waypoints": [{"x": 1, "z": 2}]}', encoding=encoding)
    trajectory, start = read_path(path)
    assert trajectory.waypoints == (Waypoint(1, 2),)
    assert start is None
