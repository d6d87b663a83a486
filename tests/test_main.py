"""The command line: what it writes, and that any bad input ends in status 2, one line, and no file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from synthetic_locomotion import database, write_lmm
from synthetic_networks import write_fitted

import main as command_line
from models.animation import Clip
from models.body import JOINTS, POINTS, Skeleton, body, mirror_points
from models.formats import read, write
from models.kinematics import forward
from models.posing import complete_pose

ROOT = Path(__file__).resolve().parents[1]
SIX = {
    "Hips": [0.0, 0.86, 0.02],
    "Neck": [0.03, 1.34, 0.10],
    "LeftHand": [0.32, 1.30, 0.42],
    "RightHand": [-0.30, 0.92, 0.05],
    "LeftFoot": [0.13, 0.09, 0.18],
    "RightFoot": [-0.14, 0.10, -0.18],
}


@pytest.fixture(scope="module")
def weights(tmp_path_factory) -> Path:
    return write_fitted(tmp_path_factory.mktemp("weights"))


@pytest.fixture
def lmm(weights, walk_clip) -> None:
    write_lmm(weights, walk_clip)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch, weights, walk_clip):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIXPOINT_WEIGHTS", str(weights))
    Path("six.json").write_text(json.dumps({"points": SIX}))
    write("walk.bvh", walk_clip(n_frames=21))


@pytest.fixture
def run(capsys):
    """Runs a command in this process: (status, standard output, standard error)."""

    def call(*arguments: str) -> tuple[int, str, str]:
        status = command_line.main(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def refused(run):
    """Runs a command that must fail as documented; the one line it says."""

    def call(*arguments: str) -> str:
        before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
        status, out, err = run(*arguments)
        assert status == 2, err
        assert out == ""
        assert err.startswith("sixpoint: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        assert "fault in Sixpoint itself" not in err
        assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
        return err

    return call


PATH = {"waypoints": [{"x": 0, "z": 0}, {"x": 0.5, "z": 2.0}], "gait": "walk"}


class TestGenerate:
    @pytest.fixture(autouse=True)
    def _path(self, lmm):
        Path("path.json").write_text(json.dumps(PATH))

    def test_writes_a_clip_along_the_path(self, run):
        status, out, err = run("generate", "path.json", "-o", "walk.bvh", "--fps", "30")
        assert (status, err) == (0, "")
        clip = read("walk.bvh")
        assert clip.fps == pytest.approx(30.0, abs=1e-3)
        assert out.startswith(f"walk.bvh: {clip.n_frames} frames at 30 a second")
        assert np.linalg.norm(clip.root[0, [0, 2]]) < 0.3
        assert np.linalg.norm(clip.root[-1, [0, 2]] - [0.5, 2.0]) < 0.3

    def test_the_same_seed_gives_the_same_file(self, run):
        for name, seed in (("a.bvh", "3"), ("b.bvh", "3"), ("c.bvh", "4")):
            assert run("generate", "path.json", "-o", name, "--seed", seed)[0] == 0
        assert Path("a.bvh").read_bytes() == Path("b.bvh").read_bytes()
        assert Path("a.bvh").read_bytes() != Path("c.bvh").read_bytes()

    def test_motion_matching_needs_its_database_and_uses_it(self, run, refused, walk_clip):
        assert "python -m training locomotion" in refused("generate", "path.json", "-o", "a.bvh", "--generator", "mm")
        database(walk_clip).save("motion.npz")
        arguments = ["generate", "path.json", "-o", "a.json", "--generator", "mm", "--database", "motion.npz"]
        assert run(*arguments)[0] == 0
        assert read("a.json").n_frames > 60
        Path("motion.npz").write_bytes(b"PK no database")
        assert "motion.npz" in refused(*arguments[:3], "b.json", *arguments[4:])

    def test_a_draft_is_traced_to_the_recordings_it_is_like(self, run, walk_clip):
        database(walk_clip).save("motion.npz")
        for generator in (["lmm"], ["mm", "--database", "motion.npz"]):
            options = ["--generator", *generator, "--trace", "motion.npz"]
            status, out, _ = run("generate", "path.json", "-o", "a.bvh", *options)
            assert status == 0
            assert "0.00 s, frame 0: " in out
            assert any(f": {name}" in out for name in ("walk", "turn", "stand"))

    def test_what_a_body_cannot_do_is_said(self, run):
        Path("fast.json").write_text(json.dumps({"waypoints": [{"x": 0, "z": 0}, {"x": 0, "z": 30, "t": 2}]}))
        status, out, _ = run("generate", "fast.json", "-o", "fast.bvh")
        assert status == 0
        assert "waypoint 2 is reached" in out

    def test_starts_from_a_pose(self, run, walk_clip):
        pose = walk_clip().pose(20)
        start = {"root": [0.1, float(pose.root[1]), 0.0], "rotations": pose.rotations.tolist()}
        Path("start.json").write_text(json.dumps({**PATH, "start": start}))
        assert run("generate", "start.json", "-o", "walk.json")[0] == 0
        first = read("walk.json").pose(0)
        np.testing.assert_allclose(first.root[0], 0.1, atol=0.01)
        legs = [JOINTS.index(name) for name in JOINTS if "Leg" in name or "Foot" in name]
        others = np.setdiff1d(np.arange(len(JOINTS)), legs)
        assert np.abs((first.rotations * pose.rotations).sum(-1))[others].min() > 0.999


class TestComplete:
    def test_json_holds_the_documented_keys(self, run):
        status, out, err = run("complete", "six.json", "-o", "pose.json")
        assert (status, err) == (0, "")
        assert out.startswith("pose.json: pose from 6 set points")
        pose = json.loads(Path("pose.json").read_text())
        assert set(pose["points"]) == set(POINTS)
        assert np.shape(pose["root"]) == (3,)
        assert np.shape(pose["rotations"]) == (22, 4)
        assert pose["set"] == list(SIX)
        assert set(pose["error_m"]) == set(SIX)
        # An independent check of the file: its own rotations lead to its own points, and the set ones are met.
        points = forward.points(body(), np.array(pose["root"]), np.array(pose["rotations"]))
        np.testing.assert_allclose(points, [pose["points"][name] for name in POINTS], atol=1e-6)
        for name, error in pose["error_m"].items():
            assert abs(np.linalg.norm(np.subtract(pose["points"][name], SIX[name])) - error) < 1e-6
            assert error < 1e-3

    def test_is_the_same_as_the_call(self, run):
        run("complete", "six.json", "-o", "pose.json")
        points = json.loads(Path("pose.json").read_text())["points"]
        direct = complete_pose(SIX)
        np.testing.assert_allclose([points[name] for name in POINTS], direct.points, atol=1e-8)

    @pytest.mark.parametrize("library", ["pybvh", "bvhio"])
    def test_bvh_and_json_agree_in_another_library(self, run, library):
        pytest.importorskip(library, reason=f"{library} reads the file independently of this project")
        run("complete", "six.json", "-o", "pose.json")
        run("complete", "six.json", "-o", "pose.bvh")
        points = json.loads(Path("pose.json").read_text())["points"]
        positions_cm = {"pybvh": positions_by_pybvh, "bvhio": positions_by_bvhio}[library]("pose.bvh")
        assert set(JOINTS) <= set(positions_cm)
        for name in JOINTS:
            np.testing.assert_allclose(positions_cm[name] * 0.01, points[name], atol=1e-4)

    def test_standard_input(self, run, monkeypatch):
        with Path("six.json").open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert run("complete", "-", "-o", "pose.json")[0] == 0
        assert Path("pose.json").exists()

    def test_main_points_that_are_not_set_stay_as_in_the_frame(self, run, walk_clip):
        Path("hand.json").write_text(json.dumps({"points": {"LeftHand": [0.4, 1.2, 0.5]}}))
        write("one.json", walk_clip(n_frames=21).sliced(7, 8))
        assert run("complete", "hand.json", "-o", "a.json", "--from", "walk.bvh", "--frame", "7")[0] == 0
        assert run("complete", "hand.json", "-o", "b.json", "--from", "one.json")[0] == 0
        assert run("complete", "hand.json", "-o", "rest.json")[0] == 0
        a, b, rest = (json.loads(Path(name).read_text())["points"] for name in ("a.json", "b.json", "rest.json"))
        walk = walk_clip(n_frames=21).points()[7]
        for name in ("LeftFoot", "RightFoot"):
            np.testing.assert_allclose(a[name], walk[POINTS.index(name)], atol=0.01)
            np.testing.assert_allclose(a[name], b[name], atol=0.01)
            assert np.linalg.norm(np.subtract(a[name], rest[name])) > 0.02

    def test_what_is_out_of_reach_is_said(self, run):
        Path("far.json").write_text(json.dumps({"points": {**SIX, "LeftHand": [3.0, 1.0, 0.0]}}))
        status, out, _ = run("complete", "far.json", "-o", "far_pose.json")
        assert status == 0
        assert "not reached: " in out
        assert "LeftHand 2" in out
        assert json.loads(Path("far_pose.json").read_text())["error_m"]["LeftHand"] > 1.5

    def test_its_own_output_is_an_input(self, run):
        run("complete", "six.json", "-o", "pose.json")
        assert run("complete", "pose.json", "-o", "again.json", "--from", "pose.json")[0] == 0
        first, again = (json.loads(Path(name).read_text())["points"] for name in ("pose.json", "again.json"))
        assert max(np.linalg.norm(np.subtract(first[name], again[name])) for name in POINTS) < 1e-3


def positions_by_pybvh(path: str) -> dict[str, np.ndarray]:
    import pybvh

    motion = pybvh.Bvh.from_file(path)
    return dict(zip(motion.joint_names, np.asarray(motion.joint_positions())[0], strict=True))


def positions_by_bvhio(path: str) -> dict[str, np.ndarray]:
    import bvhio

    root = bvhio.readAsHierarchy(path)
    root.loadPose(0)
    return {joint.Name: np.array(joint.PositionWorld) for joint, *_ in root.layout()}


BAD_POINTS = {
    "empty file": "",
    "no JSON": "Hips 0 1 0",
    "a list": "[1, 2]",
    "no points": '{"point": {}}',
    "empty points": '{"points": {}}',
    "unknown name": '{"points": {"LeftWrist": [0, 1, 0]}}',
    "two numbers": '{"points": {"Hips": [0, 1]}}',
    "text": '{"points": {"Hips": ["0", "1", "2"]}}',
    "null": '{"points": {"Hips": null}}',
    "NaN": '{"points": {"Hips": [NaN, 0, 0]}}',
    "infinity": '{"points": {"Hips": [0, Infinity, 0]}}',
    "overflow": '{"points": {"Hips": [0, 1e999, 0]}}',
    "huge": '{"points": {"Hips": [0, 1e9, 0]}}',
    "twice": '{"points": {"Hips": [0, 1, 0], "Hips": [0, 1, 0]}}',
    "deep": "[" * 100_000,
    "binary": "\x00\x01\x02",
}


class TestRefusals:
    @pytest.mark.parametrize("content", BAD_POINTS.values(), ids=BAD_POINTS)
    def test_bad_points(self, refused, content):
        Path("bad.json").write_text(content)
        assert "bad.json" in refused("complete", "bad.json", "-o", "pose.bvh")

    def test_names_from_a_file_cannot_write_to_the_terminal(self, refused):
        Path("bad.json").write_text(json.dumps({"points": {"\x1b[31m" + "X" * 100_000: [0, 1, 0]}}))
        line = refused("complete", "bad.json", "-o", "pose.json")
        assert line.strip().isprintable()
        assert len(line) < 2500

    def test_a_near_name_is_suggested(self, refused):
        Path("bad.json").write_text('{"points": {"LeftHnad": [0, 1, 0]}}')
        assert "Did you mean 'LeftHand'?" in refused("complete", "bad.json", "-o", "pose.json")

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["complete", "absent.json", "-o", "pose.json"], "absent.json: the file cannot be read (No such file"),
            (["complete", ".", "-o", "pose.json"], "cannot be read"),
            (["complete", "six.json"], "required: -o"),
            (["complete", "-o", "pose.json"], "required: POINTS.json"),
            (["complete", "six.json", "-o", "pose"], "no extension"),
            (["complete", "six.json", "-o", "pose.txt"], "it can: .bvh, .json"),
            (["complete", "six.json", "-o", "-"], "no extension"),
            (["complete", "six.json", "-o", "pose.glb"], "not yet supported; use .bvh or .json"),
            (["complete", "six.json", "-o", "pose.fbx"], "not yet supported; use .bvh or .json"),
            (["complete", "six.json", "-o", "pose.usd"], "not yet supported; use .bvh or .json"),
            (["complete", "six.json", "-o", "."], "it is a folder"),
            (["complete", "six.json", "-o", ""], "name of the result is empty"),
            (["complete", "", "-o", "pose.json"], "name of the input is empty"),
            (["complete", "six.json", "-o", "pose.json", "--map", "map.json"], "give --from as well"),
            (["complete", "six.json", "-o", "pose.json", "--from", "walk.bvh", "--map", "absent.json"], "absent.json"),
            (["complete", "six.json", "-o", "absent/pose.json"], "there is no folder"),
            (["complete", "six.json", "-o", "six.json"], "would replace its own input"),
            (["complete", "six.json", "-o", "./walk.bvh", "--from", "walk.bvh"], "would replace its own input"),
            (["complete", "six.json", "-o", "pose.json", "--frame", "3"], "give --from as well"),
            (["complete", "six.json", "-o", "pose.json", "--from", "walk.bvh", "--frame", "21"], "frames 0 to 20"),
            (["complete", "six.json", "-o", "pose.json", "--from", "walk.bvh", "--frame", "-1"], "frames 0 to 20"),
            (["complete", "six.json", "-o", "pose.json", "--from", "walk.bvh", "--frame", "x"], "invalid int value"),
            (["complete", "six.json", "-o", "pose.json", "--from", "absent.bvh"], "absent.bvh"),
            (["complete", "six.json", "-o", "pose.json", "--from", "walk.fbx"], "cannot read .fbx files"),
            (["complete", "six.json", "-o", "pose.json", "--colour", "red"], "unrecognized arguments: --colour"),
            (["mirror", "absent.bvh", "-o", "out.bvh"], "absent.bvh"),
            (["mirror", "walk.bvh", "-o", "walk.bvh"], "would replace its own input"),
            (["mirror", "six.json", "-o", "out.bvh"], "six.json: these are set points"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--fps", "0"], "from 0.01 to 1000"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--fps", "nan"], "from 0.01 to 1000"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--fps", "1e12"], "from 0.01 to 1000"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--fps", "fast"], "a number from 0.01 to 1000, got 'fast'"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--unit", "furlong"], "the unit must be one of"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--up", "x"], "invalid choice: 'x'"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--range", "5"], "FIRST:LAST"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--range", "9:30"], "frames 0 to 20"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--range", "9:3"], "9:3"),
            (["convert", "walk.bvh", "-o", "out.json", "--unit", "m"], "'unit' is no option to write .json files"),
            (["convert", "walk.bvh", "-o", "out.bvh", "--in-up", "x"], "invalid choice: 'x'"),
            (["info", "absent.bvh"], "absent.bvh"),
            (["info", "."], "no extension"),
            (["info"], "required: FILE"),
            (["generate", "none.json", "-o", "out.bvh"], "none.json: the file cannot be read"),
            (["generate", "six.json", "-o", "out.bvh"], "no waypoints"),
            (["generate", "six.json", "-o", "out.bvh", "--generator", "pfnn"], "there is no generator 'pfnn'"),
            (["generate", "six.json", "-o", "out.bvh", "--seed", "-1"], "a seed is a whole number"),
            (["generate", "six.json", "-o", "out.bvh", "--database", "d.npz"], "--database is for"),
            (["generate", "six.json", "-o", "out.glb"], "not yet supported"),
            (["absent.bvh"], "there is no such file"),
            (["convrt", "a", "b"], "did you mean 'convert'?"),
            (["--colour"], "'--colour' is not a command"),
        ],
    )
    def test_bad_arguments(self, refused, arguments, says):
        assert says in refused(*arguments)

    @pytest.mark.parametrize("content", [b"", b"\x00" * 1000, b"\x89PNG\r\n", b"HIERARCHY\nROOT Hips\n{\n", b"{}"])
    @pytest.mark.parametrize("name", ["bad.bvh", "bad.json"])
    @pytest.mark.parametrize("command", [["mirror"], ["convert"], ["info"]])
    def test_files_that_are_no_motion(self, refused, command, name, content):
        Path(name).write_bytes(content)
        out = [] if command == ["info"] else ["-o", "out.bvh"]
        assert name in refused(*command, name, *out)

    def test_a_fault_in_standard_input_names_it(self, refused, monkeypatch):
        Path("bad.txt").write_text("HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 x\n")
        with Path("bad.txt").open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            assert "sixpoint: standard input:" in refused("info", "-")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    @pytest.mark.parametrize("target", ["pose.json", "pose.bvh"])
    def test_a_full_disk(self, refused, monkeypatch, target):
        real = os.fsync

        def full(handle: int) -> None:
            with open("/dev/full", "wb", buffering=0) as device:
                device.write(b"x")
            real(handle)

        monkeypatch.setattr(os, "fsync", full)
        assert "No space left on device" in refused("complete", "six.json", "-o", target)

    def test_no_network_files(self, refused, monkeypatch, tmp_path):
        monkeypatch.setenv("SIXPOINT_WEIGHTS", str(tmp_path / "nowhere"))
        assert "network file not found" in refused("complete", "six.json", "-o", "pose.json")

    def test_an_existing_output_survives_a_failure(self, refused):
        Path("pose.json").write_text("mine")
        Path("bad.json").write_text("{}")
        refused("complete", "bad.json", "-o", "pose.json")
        assert Path("pose.json").read_text() == "mine"

    @pytest.mark.parametrize(
        "moment", ["models.posing.points_file.read_points", "models.posing.complete_pose", "os.replace"]
    )
    def test_ctrl_c_says_so_and_leaves_nothing(self, refused, monkeypatch, moment):
        def interrupt(*_, **__):
            raise KeyboardInterrupt

        monkeypatch.setattr(moment, interrupt)
        assert "stopped by the keyboard" in refused("complete", "six.json", "-o", "pose.json")

    def test_a_fault_of_ours_is_one_line_too_and_can_be_traced(self, run, monkeypatch):
        monkeypatch.setattr("models.posing.points_file.read_points", lambda _: 1 / 0)
        status, _, err = run("complete", "six.json", "-o", "pose.json")
        assert status == 2
        assert err.count("\n") == 1
        assert "a fault in Sixpoint itself (ZeroDivisionError" in err
        monkeypatch.setenv("SIXPOINT_TRACEBACK", "1")
        with pytest.raises(ZeroDivisionError):
            command_line.main(["complete", "six.json", "-o", "pose.json"])


class TestOtherCommands:
    def test_mirror_reflects_the_motion(self, run, walk_clip):
        status, out, _ = run("mirror", "walk.bvh", "-o", "mirrored.bvh")
        assert status == 0
        assert out.startswith("mirrored.bvh: 21 frames at 60 a second, read back within 0.0")
        joints = read("mirrored.bvh").globals()[1]
        expected = mirror_points(walk_clip(n_frames=21).points())[:, :22]
        np.testing.assert_allclose(joints, expected, atol=1e-4)

    def test_convert_cuts_resamples_and_changes_units(self, run, walk_clip):
        arguments = ["--range", "5:15", "--fps", "30", "--unit", "m", "--up", "z", "--names", "safe"]
        status, out, _ = run("convert", "walk.bvh", "-o", "out.bvh", *arguments)
        assert status == 0
        assert out.startswith("out.bvh: 6 frames at 30 a second")
        clip = read("out.bvh")
        assert clip.n_frames == 6
        np.testing.assert_allclose(clip.globals()[1][0], walk_clip(n_frames=21).globals()[1][5], atol=1e-4)

    def test_convert_to_json_and_back(self, run):
        assert run("convert", "walk.bvh", "-o", "walk.json")[0] == 0
        assert run("convert", "walk.json", "-o", "back.bvh")[0] == 0
        np.testing.assert_allclose(read("back.bvh").globals()[1], read("walk.bvh").globals()[1], atol=1e-5)

    def test_the_unit_of_the_input_can_be_told(self, run):
        assert run("convert", "walk.bvh", "-o", "small.json", "--in-unit", "mm")[0] == 0
        ratio = read("small.json").skeleton.offsets[0, 1] / read("walk.bvh").skeleton.offsets[0, 1]
        assert ratio == pytest.approx(0.1)

    def test_info_lists_map_and_oddities(self, run):
        status, out, err = run("info", "walk.bvh")
        assert (status, err) == (0, "")
        assert "21 frames at 60 a second" in out
        assert "LeftForeArm" in out

    def test_info_of_what_is_no_humanoid(self, run):
        chain = Skeleton("chain", ("a", "b"), np.array([-1, 0]), np.array([[0.0, 0, 0], [0, 0.3, 0]]))
        write("chain.bvh", Clip(chain, np.zeros((2, 3)), np.tile([0.0, 0, 0, 1], (2, 2, 1)), 30.0))
        status, out, _ = run("info", "chain.bvh")
        assert status == 0
        assert "none: " in out

    @pytest.mark.parametrize("arguments", [["--help"], ["complete", "--help"], ["--version"]])
    def test_help_exits_with_0(self, arguments, capsys):
        with pytest.raises(SystemExit) as caught:
            command_line.main(arguments)
        assert caught.value.code == 0
        assert capsys.readouterr().out

    @pytest.mark.usefixtures("lmm")
    def test_without_a_display_the_samples_are_made_and_drawn(self, run, monkeypatch):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
        status, out, _ = run()
        assert status == 0
        assert "no display" in out
        for ending in (".json", ".bvh", ".png"):
            assert (Path("output") / f"reach{ending}").stat().st_size > 500
        for name in ("reach.png", "corner.png"):
            assert (Path("output") / name).read_bytes().startswith(b"\x89PNG")
        walk = read(Path("output/corner.bvh"))
        assert walk.duration_s > 3.0
        assert np.linalg.norm(walk.root[-1] - walk.root[0]) > 4.0

    def test_without_a_display_a_file_is_not_opened(self, refused, monkeypatch):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
        assert "there is no display" in refused("walk.bvh")


class TestProcess:
    """What only a process of its own can show."""

    def test_a_fault_leaves_no_traceback(self):
        process = subprocess.run(
            [sys.executable, ROOT / "main.py", "complete", "absent.json", "-o", "pose.json"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert process.returncode == 2
        assert process.stdout == ""
        assert process.stderr.splitlines() == [
            "sixpoint: absent.json: the file cannot be read (No such file or directory)"
        ]

    def test_help_does_not_wait_for_libraries(self):
        code = "import sys, main\ntry: main.main(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
        process = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
        )
        loaded = set(process.stdout.splitlines()[-1].split())
        assert not loaded & {"numpy", "numba", "scipy", "onnxruntime", "PySide6", "PIL"}

    @pytest.mark.parametrize("module", ["editor.app", "models.document", "models.formats.conversion", "models.posing"])
    def test_what_does_not_solve_does_not_wait_for_the_compiler(self, module):
        code = f"import sys, {module}; print(*sys.modules)"
        process = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
        )
        assert not set(process.stdout.split()) & {"numba", "scipy.linalg"}

    def test_a_reader_that_stops_early_is_no_fault(self):
        process = subprocess.run(
            f'"{sys.executable}" "{ROOT / "main.py"}" info walk.bvh | head -n 1; echo "${{PIPESTATUS[0]}}"',
            shell=True,
            executable="/bin/bash",
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert process.stderr == ""
        assert process.stdout.splitlines()[-1] == "0"
