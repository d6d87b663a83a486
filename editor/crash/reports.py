"""Reports of crashes: versions and where it happened, nothing of the user's.

Folder names say who somebody is and what they work on, so files are named from the package on and the home folder is
left out of messages.
"""

from __future__ import annotations

import os
import platform
import re
import traceback
from collections.abc import Iterable
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType

from models.document import OpenNote

__all__ = ["CrashReports", "versions", "without_private"]

_MOST_A_SESSION = 5
_MOST_KEPT = 20
_MAX_BYTES = 1 << 16
_PACKAGES = ("sixpoint", "PySide6-Essentials", "numpy", "scipy", "onnxruntime", "numba")
_FILE = re.compile(r'File "([^"]+)"')


class CrashReports:
    """The reports in a folder.

    Args:
        folder: Where they are kept; it is made when it is needed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._n_written = 0

    def write(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, said: Iterable[str] = ()
    ) -> Path | None:
        """Write down an error; None where that is not possible or there were enough of them.

        Args:
            said: The last messages of the toolkit.
        """
        lines = [*traceback.format_exception(kind, error, trace), *(f"{line}\n" for line in said)]
        return self._write("".join(lines))

    @property
    def fault_path(self) -> Path:
        """Where this process writes what only the system knows of, such as a fault in a library."""
        return self.folder / f"fault-{os.getpid()}.txt"

    def take_faults(self) -> list[Path]:
        """Make reports of the faults that earlier processes died of."""
        reports = []
        for path in sorted(self.folder.glob("fault-*.txt")) if self.folder.is_dir() else ():
            number = path.stem.removeprefix("fault-")
            is_alive = number.isdigit() and OpenNote(OpenNote.own().host, int(number)).is_elsewhere
            if is_alive or path == self.fault_path:
                continue
            try:
                text = path.read_bytes()[:_MAX_BYTES].decode("utf-8", "replace")
                path.unlink()
            except OSError:
                continue
            report = self._write(text) if text.strip() else None
            if report is not None:
                reports.append(report)
        return reports

    def _write(self, text: str) -> Path | None:
        if self._n_written >= _MOST_A_SESSION:
            return None
        self._n_written += 1
        now = datetime.now().astimezone()
        path = self.folder / f"report-{now:%Y%m%d-%H%M%S}-{os.getpid()}-{self._n_written}.txt"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{versions()}\n{now:%Y-%m-%d %H:%M}\n\n{without_private(text)}", encoding="utf-8")
            for old in sorted(self.folder.glob("report-*.txt"))[:-_MOST_KEPT]:
                old.unlink()
        except OSError:
            return None
        return path


def versions() -> str:
    """What runs here, a line each."""
    lines = [f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"]
    for package in _PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} from source")
    return "\n".join(lines)


def without_private(text: str) -> str:
    """A traceback with the names of files from their package on, and without the home folder."""

    def shortened(match: re.Match[str]) -> str:
        parts = Path(match[1]).parts
        roots = [index for index, part in enumerate(parts) if part in ("editor", "models", "site-packages", "lib")]
        start = roots[-1] if roots else max(len(parts) - 2, 0)
        return f'File "{"/".join(parts[start:])}"'

    return _FILE.sub(shortened, text).replace(str(Path.home()), "~")
