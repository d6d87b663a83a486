"""A file is written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from models.errors import SixpointError
from models.formats.atomic import replacing, write_atomically

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of POSIX systems")


@pytest.mark.parametrize("name", ["out.bvh", "ü тест.json", "x" * 250 + ".bvh", "no extension", ".hidden"])
@pytest.mark.parametrize("data", [b"bytes", "текст", lambda stream: stream.write(b"called")])
def test_writes_and_replaces(tmp_path: Path, name: str, data):
    path = tmp_path / name
    expected = {bytes: b"bytes", str: "текст".encode()}.get(type(data), b"called")
    for _ in range(2):
        write_atomically(path, data)
        assert path.read_bytes() == expected
        assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("error", [ValueError("stop"), KeyboardInterrupt(), SixpointError("stop")])
def test_interrupted_writing_leaves_everything_as_it_was(tmp_path: Path, error: BaseException):
    def fail(stream):
        stream.write(b"half")
        raise error

    path = tmp_path / "out.txt"
    for before in (None, b"old"):
        if before:
            path.write_bytes(before)
        with pytest.raises(type(error)):
            write_atomically(path, fail)
        assert (path.read_bytes() if path.exists() else None) == before
        assert len(os.listdir(tmp_path)) == bool(before)


def test_full_disk_is_one_clear_error(tmp_path: Path):
    def full(stream):
        raise OSError(28, "No space left on device")

    with pytest.raises(SixpointError, match=r"out.txt cannot be written: No space left on device"):
        write_atomically(tmp_path / "out.txt", full)
    assert os.listdir(tmp_path) == []


def test_folder_missing_or_target_a_folder(tmp_path: Path):
    with pytest.raises(SixpointError, match=r"there is no folder .*nowhere; create it first"):
        write_atomically(tmp_path / "nowhere" / "out.txt", b"")
    with pytest.raises(SixpointError, match="it is a folder; give a file name"):
        write_atomically(tmp_path, b"")


@posix
def test_permissions_and_links_are_kept(tmp_path: Path):
    path, link = tmp_path / "real.txt", tmp_path / "link.txt"
    write_atomically(path, b"one")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_devices_are_written_to_directly():
    write_atomically("/dev/null", b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_replacing_keeps_the_extension_and_checks_before_the_end(tmp_path: Path):
    path = tmp_path / "out.bvh"
    with replacing(path) as temporary:
        assert temporary.suffix == ".bvh"
        assert temporary.parent == tmp_path
        temporary.write_text("new")
        assert not path.exists()
    assert path.read_text() == "new"
