"""Where training data come from: the licence files of a motion folder, for the model cards.

A motion folder states its licences in files called LICENSE*. Those of `data_sources.json` are known by name and cited
in full; of others, the card gives the first line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

__all__ = ["data_sources"]


def data_sources(folders: Sequence[str | Path]) -> list[dict[str, str]]:
    """One entry for each licence file: `file`, `source`, `licence`, `acknowledgement`."""
    known = json.loads(files("training").joinpath("data_sources.json").read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for folder in map(Path, folders):
        for path in sorted(folder.glob("LICENSE*")):
            found[path.name] = {"file": path.name, **(known.get(path.name) or _unknown(path))}
    return list(found.values())


def _unknown(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    title = next((line.strip() for line in lines if line.strip()), "")
    return {"source": title, "licence": f"see {path.name} of the data", "acknowledgement": ""}
