"""Files written whole or not at all.

The data go to a temporary file in the target's own folder, are flushed to the disk, and take the target's name in
one step. Whatever stops the writing before that, an error, a full disk, Ctrl+C, the old file is untouched and the
temporary one is removed.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from models.errors import SixpointError

__all__ = ["UNFINISHED", "replacing", "write_atomically"]

UNFINISHED = ".sixpoint-"
"""What the names of files begin with that are not written whole; a process that is killed leaves them behind."""


@contextlib.contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path beside `path`, with the same extension, that takes its place when the block ends well.

    Args:
        path: The target. A symbolic link is followed.

    Raises:
        SixpointError: if the target cannot be written. Errors of the block pass through, after the temporary file is
            removed.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise SixpointError(f"{path} cannot be written: it is a folder; give a file name")
    try:
        # The name is short whatever the target's: names have a limit that the target may already reach.
        handle, name = tempfile.mkstemp(prefix=UNFINISHED, suffix=target.suffix[:16], dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise _not_written(path, error) from error
    temporary = Path(name)
    try:
        yield temporary
        _flush(temporary)
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except OSError as error:
        raise _not_written(path, error) from error
    finally:
        temporary.unlink(missing_ok=True)
    _flush(target.parent)


def write_atomically(path: str | Path, data: bytes | str | Callable[[BinaryIO], None]) -> None:
    """Make `path` hold exactly `data`.

    Args:
        path: The target. A symbolic link is followed; a device or pipe is written to directly.
        data: Bytes, text (written as UTF-8), or a function that writes to the open binary file it is given.

    Raises:
        SixpointError: if the file cannot be written. Other errors of the function pass through.
    """
    if _is_stream(path):
        _send(Path(path), data)
        return
    with replacing(path) as temporary:
        _send(temporary, data)


def _is_stream(path: str | Path) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _send(path: Path, data: bytes | str | Callable[[BinaryIO], None]) -> None:
    with path.open("wb") as stream:
        if callable(data):
            data(stream)
        else:
            stream.write(data.encode("utf-8") if isinstance(data, str) else data)


def _flush(path: Path) -> None:
    """Send a file, or a folder's list of names, to the disk, so that it survives a power cut.

    Not every system can do that for a folder, and where it cannot the file is still whole.
    """
    with contextlib.suppress(OSError) if path.is_dir() else contextlib.nullcontext():
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file gets."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _not_written(path: str | Path, error: OSError) -> SixpointError:
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        return SixpointError(f"{path} cannot be written: there is no folder {folder}; create it first")
    return SixpointError(f"{path} cannot be written: {error.strerror or error}")
