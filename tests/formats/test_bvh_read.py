"""BVH files people have are read; what the format leaves open is settled and said."""

from __future__ import annotations

import codecs
import tracemalloc
import zipfile
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from bvh_samples import CHAIN, JOINT_CHANNELS, ROOT_CHANNELS, chain_rows, motion, positions_by_matrices, two_legs
from numpy.testing import assert_allclose

from models.animation import Clip
from models.errors import Cancelled, FileFormatError, SixpointError, UnknownJoint
from models.formats import bvh, bvh_source

SAMPLE = CHAIN + motion(chain_rows())


@pytest.fixture
def read(tmp_path: Path):
    """Read a text (or bytes) as a file, in centimetres with Y up unless said otherwise."""

    def call(text: str | bytes, **options) -> Clip:
        path = tmp_path / "sample.bvh"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return bvh.read(path, **{"unit": "cm", "up": "y", **options})

    return call


def check_against_matrices(clip: Clip, text: str, unit_m: float = 0.01) -> None:
    positions, points = clip.globals()[1], clip.points()
    for frame in range(clip.n_frames):
        expected = positions_by_matrices(text, frame)
        for index, name in enumerate(clip.skeleton.joint_names):
            assert_allclose(positions[frame, index], expected[name] * unit_m, atol=1e-9)
        for index, name in enumerate(clip.skeleton.point_names):
            assert_allclose(points[frame, index], expected[name] * unit_m, atol=1e-9)


def same_motion(a: Clip, b: Clip) -> bool:
    return (
        a.skeleton.joint_names == b.skeleton.joint_names
        and np.array_equal(a.skeleton.offsets, b.skeleton.offsets)
        and np.array_equal(a.root, b.root)
        and np.array_equal(a.rotations, b.rotations)
    )


# Channels


def test_everything_lands_in_the_clip(read):
    clip = read(SAMPLE)
    assert clip.skeleton.joint_names == ("Hips", "Spine", "Head")
    assert clip.skeleton.point_names == ("Head/End Site",)
    assert clip.skeleton.rotation_orders == ("ZXY",) * 3
    assert clip.skeleton.parents.tolist() == [-1, 0, 1]
    assert_allclose(clip.skeleton.offsets, [[0, 0.95, 0], [0, 0.3, -0.02], [0, 0.4, 0.01]])
    assert (clip.n_frames, clip.fps, clip.name, clip.translations) == (3, 30.0, "sample", None)
    assert clip.report == ()
    check_against_matrices(clip, SAMPLE)


@pytest.mark.parametrize("order", ["".join(letters) for letters in permutations("XYZ")])
def test_rotations_multiply_in_the_order_of_the_file(read, order: str):
    channels = " ".join(f"{letter}rotation" for letter in order)
    text = CHAIN.replace(JOINT_CHANNELS, channels) + motion(
        [[1, 2, 3, *[30, 45, 60] * 3], [4, 5, 6, *[-80, 170, 95] * 3]]
    )
    clip = read(text)
    assert clip.skeleton.rotation_orders == (order,) * 3
    check_against_matrices(clip, text)


def test_every_joint_may_have_its_own_order(read):
    text = CHAIN.replace("CHANNELS 3 " + JOINT_CHANNELS, "CHANNELS 3 Xrotation Yrotation Zrotation", 1)
    text = text.replace("CHANNELS 3 " + JOINT_CHANNELS, "CHANNELS 3 Yrotation Zrotation Xrotation") + motion(
        chain_rows()
    )
    clip = read(text)
    assert clip.skeleton.rotation_orders == ("ZXY", "XYZ", "YZX")
    check_against_matrices(clip, text)


@pytest.mark.parametrize(
    ("channels", "order"),
    [
        ("0", "ZXY"),
        ("1 Xrotation", "XZY"),
        ("2 Yrotation Xrotation", "YXZ"),
        ("3 Zrotation Xrotation Zrotation", "ZXY"),  # proper Euler angles
        ("3 Yposition Yrotation Zrotation", "YZX"),
        ("6 Zrotation Xrotation Yrotation Xposition Yposition Zposition", "ZXY"),
        ("6 Zposition Xrotation Yposition Zrotation Xposition Yrotation", "XZY"),
    ],
)
def test_any_number_and_mixture_of_channels(read, channels: str, order: str):
    count = int(channels[0])
    text = CHAIN.replace("CHANNELS 3 " + JOINT_CHANNELS, "CHANNELS " + channels, 1)
    text += motion([[float(7 * frame + n) for n in range(9 + count)] for frame in range(3)])
    clip = read(text)
    assert clip.skeleton.rotation_orders[1] == order
    check_against_matrices(clip, text)
    assert (clip.translations is not None) == ("position" in channels)


def test_root_may_have_rotations_first_or_no_position_at_all(read):
    turned_round = CHAIN.replace(ROOT_CHANNELS, f"{JOINT_CHANNELS} Xposition Yposition Zposition")
    check_against_matrices(read(turned_round + motion(chain_rows())), turned_round + motion(chain_rows()))
    fixed = CHAIN.replace(f"6 {ROOT_CHANNELS}", f"3 {JOINT_CHANNELS}") + motion([[10.0] * 9])
    assert_allclose(read(fixed).root, [[0, 0.95, 0]])
    only_height = CHAIN.replace(f"6 {ROOT_CHANNELS}", "1 Yposition") + motion([[80.0] + [0.0] * 6])
    assert_allclose(read(only_height).root, [[0, 0.8, 0]])


def test_root_position_replaces_its_offset(read):
    text = CHAIN.replace("OFFSET 0.0 95.0 0.0", "OFFSET -42.2 91.6 -40.1") + motion([[1, 2, 3] + [0] * 9])
    clip = read(text)
    assert_allclose(clip.root, [[0.01, 0.02, 0.03]])
    assert_allclose(clip.skeleton.offsets[0], [-0.422, 0.916, -0.401])
    check_against_matrices(clip, text)


def test_joint_positions_replace_the_offset_and_are_noted(read):
    text = CHAIN.replace("3 " + JOINT_CHANNELS, f"6 {ROOT_CHANNELS}")
    equal = [5, 6, 7, 0, 0, 0, 0, 30, -2, 10, 20, 30, 0, 40, 1, 0, 0, 0]
    still = read(text + motion([equal, equal]))
    assert still.translations is None  # the bone length is counted once
    check_against_matrices(still, text + motion([equal, equal]))
    moved = [*equal]
    moved[13] = 44.0
    clip = read(text + motion([equal, moved]))
    assert clip.translations is not None
    assert_allclose(clip.translations[:, 2], [[0, 0.40, 0.01], [0, 0.44, 0.01]])
    assert any("position channels" in line for line in clip.report)
    check_against_matrices(clip, text + motion([equal, moved]))


def test_scale_channels_are_skipped(read):
    text = CHAIN.replace("CHANNELS 3 " + JOINT_CHANNELS, f"CHANNELS 4 {JOINT_CHANNELS} Xscale", 1)
    clip = read(text + motion([[0] * 9 + [7] + [10, 20, 30]]))
    assert same_motion(clip, read(CHAIN + motion([[0] * 9 + [10, 20, 30]])))


def test_quaternions_are_unit_and_continuous_across_blocks(read, monkeypatch):
    monkeypatch.setattr(bvh_source, "_BLOCK_BYTES", 997)
    rows = [[0, 90, 0, 7.0 * frame, 3 * frame, 0] + [0] * 6 for frame in range(400)]
    clip = read(CHAIN + motion(rows))
    assert clip.n_frames == 400
    assert_allclose(np.linalg.norm(clip.rotations, axis=-1), 1.0, atol=1e-12)
    assert ((clip.rotations[1:] * clip.rotations[:-1]).sum(-1) > 0).all()
    check_against_matrices(clip, CHAIN + motion(rows))


# Text


@pytest.mark.parametrize("name", [
    "mixamorig:Hips", "Bip.L.Arm", "Bip01 L UpperArm", "headphone 1", "右腕", "Плечо", "a#b%c", "-",
    "Motion", "x" * 255,
])  # fmt: skip
def test_names_are_kept_whole(read, name: str):
    clip = read(SAMPLE.replace("JOINT Spine", f"JOINT {name}"))
    assert clip.skeleton.joint_names == ("Hips", name, "Head")
    check_against_matrices(clip, SAMPLE.replace("JOINT Spine", f"JOINT {name}"))


def test_repeated_names_are_told_apart_and_noted(read):
    clip = read(SAMPLE.replace("JOINT Head", "JOINT Spine"))
    assert clip.skeleton.joint_names == ("Hips", "Spine", "Spine 2")
    assert any("'Spine' to 'Spine 2'" in line for line in clip.report)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n", " \t\n", "\r\n\n"])
@pytest.mark.parametrize("block", [31, 1 << 17])
def test_line_endings_do_not_matter(read, monkeypatch, ending: str, block: int):
    monkeypatch.setattr(bvh_source, "_BLOCK_BYTES", block)
    monkeypatch.setattr(bvh_source, "_FIRST_BYTES", block)
    assert same_motion(read(SAMPLE.replace("\n", ending)), read(SAMPLE))


def test_mixed_line_endings_and_no_last_line_break(read):
    lines = SAMPLE.splitlines()
    text = "".join(line + ("\n", "\r\n", "\r")[n % 3] for n, line in enumerate(lines))
    assert same_motion(read(text), read(SAMPLE))
    assert same_motion(read(SAMPLE.rstrip()), read(SAMPLE))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_encodings(read, encoding: str):
    text = SAMPLE.replace("Spine", "Плечо")
    data = text.encode(encoding)
    if encoding == "utf-16":
        assert data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    clip = read(data)
    assert clip.skeleton.joint_names == ("Hips", "Плечо", "Head")
    assert same_motion(clip, read(text))
    assert clip.report == ()


def test_latin_names_are_read_and_noted(read):
    clip = read(SAMPLE.replace("Spine", "Rücken").encode("latin-1"))
    assert clip.skeleton.joint_names == ("Hips", "Rücken", "Head")
    assert any("Latin-1" in line for line in clip.report)


def test_blanks_exponents_and_bare_points(read):
    rows = "1.2379e-06 -2.59538e-05 1E+02\t.5  5.  -0 +7 0 0 1e1 0 0"
    clip = read(CHAIN + f"MOTION\nFrames: 1\nFrame Time: 3.3333333e-2\n\n  {rows}  \t\n\n")
    plain = "0.0000012379 -0.0000259538 100 0.5 5 0 7 0 0 10 0 0"
    assert same_motion(clip, read(CHAIN + f"MOTION\nFrames: 1\nFrame Time: 0.0333333\n{plain}\n"))
    offset = read(SAMPLE.replace("OFFSET 0.0 30.0 -2.0", "OFFSET\t1.2379e-06   3E+01 -2."))
    assert_allclose(offset.skeleton.offsets[1], [1.2379e-08, 0.3, -0.02])


def test_decimal_commas(read):
    assert same_motion(read(SAMPLE.replace(".", ",")), read(SAMPLE))


def test_keywords_in_any_case_and_layout(read):
    lower = SAMPLE
    for word in ("HIERARCHY", "ROOT", "OFFSET", "CHANNELS", "JOINT", "End Site", "MOTION", "Frames", "Frame Time"):
        lower = lower.replace(word, word.lower())
    lower = lower.replace("rotation", "ROTATION").replace("position", "POSITION")
    assert same_motion(read(lower), read(SAMPLE))
    header = CHAIN.replace("\n\t", " ").replace("\n{", " {").replace("\t", " ")
    assert same_motion(read(header + motion(chain_rows())), read(SAMPLE))
    spaced = SAMPLE.replace("Frames: 3", "Frames : 3").replace("Frame Time: ", "FrameTime:")
    assert same_motion(read(spaced), read(SAMPLE))


def test_channels_before_offset(read):
    text = SAMPLE.replace(
        f"OFFSET 0.0 30.0 -2.0\n\t\tCHANNELS 3 {JOINT_CHANNELS}",
        f"CHANNELS 3 {JOINT_CHANNELS}\n\t\tOFFSET 0.0 30.0 -2.0",
    )
    assert text != SAMPLE
    assert same_motion(read(text), read(SAMPLE))


# End Sites and roots


def test_missing_named_and_several_end_sites(read):
    end = "\t\t\tEnd Site\n\t\t\t{\n\t\t\t\tOFFSET 0.0 15.0 0.0\n\t\t\t}\n"
    assert end in SAMPLE
    assert read(SAMPLE.replace(end, "")).skeleton.point_names == ()
    assert same_motion(read(SAMPLE.replace("End Site", "End Site HeadTop_End")), read(SAMPLE))
    several = read(SAMPLE.replace(end, end + end.replace("15.0", "7.0")))
    assert several.skeleton.point_names == ("Head/End Site", "Head/End Site 2")
    assert_allclose(several.skeleton.point_offsets, [[0, 0.15, 0], [0, 0.07, 0]])


def test_end_site_without_offset_and_joint_without_channels_are_noted(read):
    clip = read(SAMPLE.replace("OFFSET 0.0 15.0 0.0", ""))
    assert_allclose(clip.skeleton.point_offsets, [[0, 0, 0]])
    assert any("End Site has no OFFSET" in line for line in clip.report)
    head = f"OFFSET 0.0 40.0 1.0\n\t\t\tCHANNELS 3 {JOINT_CHANNELS}"
    still = read(CHAIN.replace(head, "OFFSET 0.0 40.0 1.0") + motion([[1.0] * 9]))
    assert any("'Head' has no CHANNELS" in line for line in still.report)
    assert_allclose(still.rotations[0, 2], [0, 0, 0, 1])


def test_several_figures(read):
    one = CHAIN.removeprefix("HIERARCHY\n")
    two = one.replace("ROOT Hips", "ROOT Partner").replace("JOINT Spine", "JOINT Back")
    text = "HIERARCHY\n" + one + two + motion([[float(n) for n in range(24)]])
    first, second = read(text), read(text, figure="Partner")
    assert first.skeleton.joint_names == ("Hips", "Spine", "Head")
    assert second.skeleton.joint_names == ("Partner", "Back", "Head")
    assert "2 figures (Hips, Partner); this is 'Hips'" in first.report[0]
    assert_allclose(first.root, [[0, 0.01, 0.02]])
    assert_allclose(second.root, [[0.12, 0.13, 0.14]])
    assert second.skeleton.point_names == ("Head/End Site",)
    with pytest.raises(UnknownJoint, match=r"'Nobody' is not a ROOT.*Hips, Partner"):
        read(text, figure="Nobody")


# Counts and rates


@pytest.mark.parametrize("count", ["2", "4", "0", "-1", "1000000000000", "many", "", "2.5", "nan"])
def test_rows_win_over_a_wrong_frame_count(read, count: str):
    clip = read(SAMPLE.replace("Frames: 3", f"Frames: {count}"))
    assert clip.n_frames == 3
    assert any("3 rows" in line for line in clip.report)


def test_frame_count_and_time_may_be_missing(read):
    clip = read(SAMPLE.replace("Frames: 3\n", ""))
    assert (clip.n_frames, clip.report) == (3, ("Frames is missing but the file has 3 rows; the rows are used",))
    clip = read(SAMPLE.replace("Frame Time: 0.0333333\n", ""))
    assert (clip.n_frames, clip.fps) == (3, 30.0)
    assert "Frame Time is missing; 30 frames a second assumed, change it with --in-fps or fps=" in clip.report


@pytest.mark.parametrize("time", ["0", "-0.033", "nan", "inf", "1e-9", "quick", "1e9"])
def test_impossible_frame_time_is_reported_and_can_be_overridden(read, time: str):
    text = SAMPLE.replace("0.0333333", time)
    clip = read(text)
    assert clip.fps == 30.0
    assert any("Frame Time" in line and "cannot be" in line for line in clip.report)
    clip = read(text, fps=120.0)
    assert clip.fps == 120.0
    assert clip.report == ()


@pytest.mark.parametrize(
    ("time", "fps"),
    [
        ("0.0333333", 30.0), ("0.033333", 30.0), ("0.0083333", 120.0), ("0.041667", 24.0), ("0.01", 100.0),
        ("0.0417083", 23.97604), ("0.0333667", 29.97), ("0.03392590", 29.476), ("0.0416667", 24.0), ("1", 1.0),
    ],
)  # fmt: skip
def test_rounded_whole_rates_are_whole_and_others_stay(read, time: str, fps: float):
    clip = read(SAMPLE.replace("0.0333333", time))
    assert clip.fps == pytest.approx(fps, rel=1e-6)
    assert (clip.fps == round(clip.fps)) == (fps == round(fps))


@pytest.mark.parametrize("fps", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_rate_override_is_refused(read, fps: float):
    with pytest.raises(SixpointError, match="frame rate must be a number above 0"):
        read(SAMPLE, fps=fps)


@pytest.mark.parametrize("n_frames", [0, 1])
def test_short_clips(read, n_frames: int):
    clip = read(CHAIN + motion(chain_rows(n_frames)))
    assert clip.n_frames == n_frames
    assert clip.points().shape == (n_frames, 1, 3)
    assert clip.duration_s == 0.0


def test_no_motion_part(read):
    clip = read(CHAIN)
    assert clip.n_frames == 0
    assert any("no MOTION" in line for line in clip.report)


# Units and axes


@pytest.mark.parametrize(
    ("unit", "per_cm"), [("m", 0.01), ("cm", 1.0), ("mm", 10.0), ("inch", 1 / 2.54), ("acclaim", 0.45 / 2.54)]
)
def test_unit_is_guessed_from_the_height_and_said(read, unit: str, per_cm: float):
    text = two_legs(per_cm)
    clip = read(text, unit="guess")
    assert_allclose(clip.root[0], [0.05, 0.90, 0.03], atol=1e-6)
    assert any(f"unit guessed as {unit}:" in line for line in clip.report)
    assert same_motion(clip, read(text, unit=unit))
    assert read(text, unit=unit).report == ()


def test_unit_may_be_a_length(read):
    assert_allclose(read(SAMPLE, unit=0.5).skeleton.offsets[0], [0, 47.5, 0])
    for wrong in ("furlong", -1.0, float("nan")):
        with pytest.raises(SixpointError, match="unit must be"):
            read(SAMPLE, unit=wrong)


def test_what_is_no_figure_is_taken_as_centimetres_with_y_up(read):
    # A chain lying along Z, smaller than any person: neither its size nor its stance is judged.
    text = SAMPLE.replace("OFFSET 0.0 30.0 -2.0", "OFFSET 0.0 0.0 1.0").replace("OFFSET 0.0 40.0 1.0", "OFFSET 0 0 4")
    clip = read(text, unit="guess", up="guess")
    assert same_motion(clip, read(text))
    assert sum("by custom" in line for line in clip.report) == 2


def test_z_up_is_guessed_and_turned(read):
    upright, lying = read(two_legs(), up="guess"), read(two_legs(up="z"), up="guess")
    assert any("up axis guessed as Y" in line for line in upright.report)
    assert any("up axis guessed as Z" in line for line in lying.report)
    assert_allclose(lying.globals()[1], upright.globals()[1], atol=1e-6)
    assert_allclose(lying.skeleton.rest_positions, upright.skeleton.rest_positions, atol=1e-6)
    assert_allclose(read(two_legs(up="z"), up="y").root[0], [0.05, -0.03, 0.90], atol=1e-6)
    with pytest.raises(SixpointError, match="up must be"):
        read(SAMPLE, up="x")


def test_upright_rest_pose_laid_over_by_the_root_stays_upright(read):
    # A Y-up rig whose motion was written with Z up: the root carries a quarter turn about X.
    text = two_legs()
    row = text.splitlines()[-1]
    position = " ".join(row.split()[:3])
    turned = row.replace(f"{position} 0 0 0", "5 -3 90 0 90 0", 1)
    assert turned != row
    clip = read(text.replace(row, turned), up="z")
    upright = read(text)
    assert_allclose(clip.globals()[1], upright.globals()[1], atol=1e-6)
    assert_allclose(clip.skeleton.offsets, upright.skeleton.offsets)


@pytest.mark.mocap
def test_real_files_are_judged_right_and_agree_with_another_reader(mocap: Path, tmp_path: Path):
    pybvh = pytest.importorskip("pybvh", reason="the peers of the bench extra are not installed")
    for archive in sorted(mocap.glob("*.zip")):
        with zipfile.ZipFile(archive) as files:
            name = next(name for name in sorted(files.namelist()) if name.endswith(".bvh"))
            path = tmp_path / "real.bvh"
            path.write_bytes(files.read(name))
        clip = bvh.read(path)
        assert "up axis guessed as Y; change it with --in-up or up=" in clip.report, name
        assert any("unit guessed as cm" in line for line in clip.report), name
        other = pybvh.read_bvh_file(path, world_up="+y")
        assert tuple(other.joint_names) == clip.skeleton.joint_names
        assert_allclose(other.joint_positions() * 0.01, clip.globals()[1], atol=1e-6, err_msg=name)


# Long files


def test_progress_cancel_and_line_numbers_over_blocks(read, monkeypatch):
    monkeypatch.setattr(bvh_source, "_BLOCK_BYTES", 1000)
    monkeypatch.setattr(bvh_source, "_FIRST_BYTES", 1000)
    text = CHAIN + motion(chain_rows(100))
    shares: list[float] = []
    clip = read(text, progress=shares.append)
    assert len(shares) > 5
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert clip.n_frames == 100
    with pytest.raises(Cancelled, match="was cancelled"):
        read(text, cancelled=lambda: True)
    lines = text.splitlines()
    lines[90] = lines[90].replace("0", "x", 1)
    for ending in ("\n", "\r", "\r\n"):
        with pytest.raises(FileFormatError) as caught:
            read(ending.join(lines))
        assert caught.value.line == 91


def test_false_frame_count_claims_no_memory(read):
    clip = read(SAMPLE.replace("Frames: 3", "Frames: 99999999"))
    assert clip.rotations.base is None or clip.rotations.base.nbytes < 1 << 20


def test_memory_is_that_of_the_clip(read):
    rows = np.random.default_rng(0).uniform(-90, 90, size=(40_000, 12)).tolist()
    text = CHAIN + motion(rows)
    assert len(text) > 4_000_000
    read(text)  # whatever is loaded on first use
    tracemalloc.start()
    try:
        clip = read(text)
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    result = clip.rotations.nbytes + clip.root.nbytes
    assert held < result + 1_000_000
    # Writing the file, before it is read, takes the text once more.
    assert peak < max(result, len(text)) + 8_000_000
