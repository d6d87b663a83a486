"""Files that are no BVH, or a damaged one: one clear error, quickly, with the place of what is wrong."""

from __future__ import annotations

import struct
import time
import zlib
from pathlib import Path

import pytest
from bvh_samples import CHAIN, JOINT_CHANNELS, chain_rows, motion
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.animation import Clip
from models.errors import FileFormatError, SixpointError
from models.formats import bvh, bvh_frames, bvh_source

SAMPLE = CHAIN + motion(chain_rows())
CHANNELS = f"CHANNELS 3 {JOINT_CHANNELS}"


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(52))) + chunk(b"IEND", b"")


def nested(depth: int) -> str:
    opening = "".join(f"JOINT J{n} {{ OFFSET 0 1 0 {CHANNELS}\n" for n in range(depth))
    return f"HIERARCHY\nROOT R {{ OFFSET 0 0 0 {CHANNELS}\n{opening}" + "}" * (depth + 1) + "\nMOTION\n"


def many(n_joints: int) -> str:
    joints = "".join(f"JOINT J{n} {{ OFFSET 0 1 0 CHANNELS 0 }}\n" for n in range(n_joints))
    return f"HIERARCHY\nROOT R {{ OFFSET 0 0 0 {CHANNELS}\n{joints}}}\nMOTION\n"


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", ":1: the file is empty; expected HIERARCHY"),
    "blank lines": ("\n \n\t\n", "the file is empty"),
    "only a byte-order mark": (b"\xef\xbb\xbf", "does not start like a BVH file"),
    "a picture": (png(), ":1: this is binary data, not a BVH text file"),
    "zero bytes": (bytes(1 << 20), "binary data"),
    "the digit zero": ("0" * (1 << 20), "a line is longer than|does not start like a BVH"),
    "zeros and blanks": ("0 " * (1 << 19), "does not start like a BVH"),
    "another text": ('{"asset": {}}', r"1:1: this does not start like a BVH file; expected HIERARCHY; found '\{'"),
    "nested too deep": (nested(2000), "nested more than 512 deep"),
    "too many joints": (many(5000), "more than 4096 joints"),
    "one brace too few": (
        SAMPLE.replace("}\nMOTION", "MOTION"), "20:1: the block of line 2 is not closed; expected '}'; found 'MOTION'",
    ),
    "the hierarchy breaks off": (CHAIN[:148], "the file ends in the middle of the hierarchy"),
    "one brace too many": (SAMPLE.replace("MOTION", "}\nMOTION"), "a closing brace too many"),
    "no closing brace at all": (CHAIN.rstrip("}\n\t"), "the block of line 14 is not closed"),
    "no opening brace": (SAMPLE.replace("JOINT Spine\n\t{", "JOINT Spine\n"), "the block of 'Spine' does not open"),
    "no skeleton": ("HIERARCHY\nMOTION\nFrames: 0\n", "there is no skeleton"),
    "no name": (SAMPLE.replace("JOINT Spine", "JOINT"), "JOINT has no name; expected a joint name"),
    "a joint outside": (SAMPLE.replace("ROOT Hips", "JOINT Hips"), "stands outside of a skeleton"),
    "a root inside": (SAMPLE.replace("JOINT Spine", "ROOT Spine"), "ROOT stands inside another joint"),
    "offset outside": ("HIERARCHY\nOFFSET 0 0 0\n", "OFFSET stands outside of a joint"),
    "an unknown word": (SAMPLE.replace("\tJOINT Spine", "\tBONE Spine"), "6:2: this is not part of a BVH hierarchy"),
    "no offset": (SAMPLE.replace("OFFSET 0.0 30.0 -2.0\n", "\n"), "'Spine' of line 6 has no OFFSET"),
    "two numbers in an offset": (
        SAMPLE.replace("30.0 -2.0", "30.0"), "9:3: OFFSET needs three .*; expected a number; found 'CHANNELS'",
    ),
    "nan in an offset": (SAMPLE.replace("30.0 -2.0", "nan -2.0"), "8:14: OFFSET needs three finite numbers.*'nan'"),
    "two offsets": (SAMPLE.replace("OFFSET 0.0 30.0 -2.0", "OFFSET 0 1 0\nOFFSET 0 1 0"), "a second OFFSET"),
    "two channel lists": (SAMPLE.replace(CHANNELS, f"{CHANNELS}\n{CHANNELS}", 1), "a second CHANNELS in joint 'Spine'"),
    "too few channels": (SAMPLE.replace("3 Zrotation Xrotation", "3 Zrotation", 1), "expected channel 3 of 3"),
    "too many channels": (SAMPLE.replace("3 Zrot", "2 Zrot", 1), "not part of a BVH hierarchy.*found 'Yrotation'"),
    "a wrong channel": (SAMPLE.replace("3 Zrotation", "3 Wrotation", 1), "9:14: this is not a channel.*'Wrotation'"),
    "a position twice": (SAMPLE.replace("Yposition", "Xposition"), "has a channel twice"),
    "a wrong number of channels": (SAMPLE.replace("CHANNELS 3", "CHANNELS three", 1), "number of channels is not"),
    "a thousand channels": (SAMPLE.replace("CHANNELS 3", "CHANNELS 1000", 1), "number of channels is not"),
    "channels of an end": (
        SAMPLE.replace("OFFSET 0.0 15.0 0.0", f"OFFSET 0 15 0 {CHANNELS}"), "an End Site cannot have channels",
    ),
    "a joint in an end": (SAMPLE.replace("OFFSET 0.0 15.0 0.0", "JOINT Tip { }"), "an End Site cannot have children"),
    "a word among the numbers": (SAMPLE.replace("17.000000", "seventeen"), r"25:\d+: .*number; found 'seventeen'"),
    "nan among the numbers": (SAMPLE.replace("17.000000", "nan"), r"25:\d+: .*finite number; found 'nan'"),
    "infinity among the numbers": (SAMPLE.replace("17.000000", "-inf"), r"25:\d+: .*finite number; found '-inf'"),
    "an endless exponent": (SAMPLE.replace("17.000000", "1e999"), r"25:\d+: .*finite number; found '1e999'"),
    "an underscore": (SAMPLE.replace("17.000000", "1_7"), r"25:\d+: .*finite number; found '1_7'"),
    "beyond any place": (SAMPLE.replace("17.000000", "1e300"), r"25:\d+: .*1e\+09, a finite number; found '1e300'"),
    "a short row": (SAMPLE.replace(" 17.000000", ""), "25:1: .*expected 12 values; found '11 values"),
    "a long row": (SAMPLE.replace("17.000000", "17.000000 1.0"), "25:1: .*expected 12 values; found '13 values"),
    "a short and a long row": (
        SAMPLE.replace(" 17.000000", "").replace("29.000000", "29.000000 1.0"), "25:1: .*expected 12 values",
    ),
    "cut in the last row": (SAMPLE[:-30], "26:1: .*expected 12 values"),
    "words after the rows": (SAMPLE + "the end\n", "27:1: .*a finite number; found 'the'"),
    "numbers without channels": ("HIERARCHY\nROOT R { OFFSET 0 0 0 CHANNELS 0 }\nMOTION\n1 2\n", "expected 0 values"),
    "a row without an end": (SAMPLE + "1.0 " * (1 << 19), "longer than 1048576 bytes|expected 12 values"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_file_is_one_clear_error(case: str, tmp_path: Path):
    content, message = BROKEN[case]
    path = tmp_path / "broken.bvh"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    start = time.perf_counter()
    with pytest.raises(FileFormatError, match=message) as caught:
        bvh.read(path)
    assert time.perf_counter() - start < 1.0
    text = str(caught.value)
    assert text.startswith(f"{path}:") or case == "a row without an end"
    assert "\n" not in text
    assert len(text) < 400 + len(str(path))


def test_deep_and_large_but_usable(tmp_path: Path):
    path = tmp_path / "deep.bvh"
    path.write_text(nested(500))
    assert bvh.read(path).skeleton.n_joints == 501
    path.write_text(many(4000))
    assert bvh.read(path).skeleton.n_joints == 4001


def test_what_is_not_a_readable_file(tmp_path: Path):
    with pytest.raises(FileFormatError, match=r"the file cannot be read .No such file"):
        bvh.read(tmp_path / "missing.bvh")
    with pytest.raises(FileFormatError, match=r"the file cannot be read .Is a directory"):
        bvh.read(tmp_path)
    path = tmp_path / "sample.bvh"
    path.write_text(SAMPLE)
    with pytest.raises(FileFormatError, match="at most 100; pass max_bytes"):
        bvh.read(path, max_bytes=100)


def test_small_file_cannot_claim_much_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bvh_frames, "MAX_SAMPLES", 1000)
    monkeypatch.setattr(bvh, "MAX_SAMPLES", 1000)
    path = tmp_path / "wide.bvh"
    joints = "".join(f"JOINT J{n} {{ OFFSET 0 1 0 CHANNELS 0 }}\n" for n in range(99))
    path.write_text(f"HIERARCHY\nROOT R {{ OFFSET 0 0 0 CHANNELS 1 Xrotation\n{joints}}}\nMOTION\n" + "0\n" * 11)
    with pytest.raises(FileFormatError, match="more than 1,000 joint rotations; split it"):
        bvh.read(path)


def test_non_ascii_and_long_paths(tmp_path: Path):
    folder = tmp_path / "тест 测试 #1 50%"
    folder.mkdir()
    for name in ("ü.bvh", "x" * 251 + ".bvh"):
        (folder / name).write_text(SAMPLE)
        clip = bvh.read(folder / name)
        assert clip.name == Path(name).stem
        bvh.write(folder / name, clip)
        assert isinstance(bvh.read(str(folder / name)), Clip)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_damage_ends_in_a_clip_or_one_error(tmp_path: Path, data: st.DataObject):
    content = bytearray(SAMPLE.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        where = data.draw(st.integers(0, len(content) - 1))
        kind = data.draw(st.sampled_from(["byte", "cut", "drop", "repeat"]))
        if kind == "byte":
            content[where] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del content[max(where, 1) :]
        elif kind == "drop":
            del content[where : where + data.draw(st.integers(1, 40))]
            content = content or bytearray(b" ")
        else:
            content[where:where] = content[where : where + data.draw(st.integers(1, 200))]
    path = tmp_path / "damaged.bvh"
    path.write_bytes(bytes(content))
    try:
        clip = bvh.read(path)
    except SixpointError as error:
        assert str(path) in str(error)  # noqa: PT017 - both outcomes are allowed
    else:
        assert clip.rotations.shape == (clip.n_frames, clip.skeleton.n_joints, 4)


@pytest.mark.parametrize("block", [64, 1 << 17])
def test_the_line_of_an_error_is_counted_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int):
    monkeypatch.setattr(bvh_source, "_BLOCK_BYTES", block)
    monkeypatch.setattr(bvh_source, "_FIRST_BYTES", block)
    lines = (CHAIN + motion(chain_rows(50))).splitlines()
    path = tmp_path / "wrong.bvh"
    for wrong in (24, 40, 73):
        path.write_text("\r\n".join([*lines[: wrong - 1], lines[wrong - 1] + " 1", *lines[wrong:]]), newline="")
        with pytest.raises(FileFormatError) as caught:
            bvh.read(path)
        assert caught.value.line == wrong
