"""The tables of docs/locomotion.md: `python docs/make_draft_tables.py LMM.json MM.json`, printed as Markdown.

Both files are what `python -m training evaluate locomotion --json` wrote.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

COLUMNS: dict[str, Callable[[dict[str, Any]], float | None]] = {
    "lateral p95, cm": lambda row: 100.0 * row["lateral_m"]["p95"],
    "heading p95, °": lambda row: row["heading_deg"]["p95"],
    "time, s": lambda row: row["time_s"]["max"],
    "skate raw, cm/s": lambda row: row["skate_cm_s"]["raw"],
    "skate locked, cm/s": lambda row: row["skate_cm_s"]["locked"],
    "below ground, cm": lambda row: row["penetration_cm"],
    "snaps, %": lambda row: 100.0 * row["snap_share"],
    "jerk": lambda row: row["jerk_ratio"],
    "from data": lambda row: None if row["manifold"] is None else row["manifold"]["mean"],
    "furthest": lambda row: None if row["manifold"] is None else row["manifold"]["max"],
    "ankles moved, cm": lambda row: row["lock_cm"]["mean"],
}


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def table(lmm: dict[str, Any], mm: dict[str, Any]) -> str:
    """One row a path; in each cell the networks' figure, then motion matching's."""
    lines = ["| path | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    rows = [(name, row, mm["paths"].get(name)) for name, row in lmm["paths"].items()]
    rows.append(("held-out clips", lmm["held_out"], mm["held_out"]))
    for name, ours, theirs in rows:
        cells = [
            f"{_cell(read(ours))} / {_cell(read(theirs)) if theirs and 'lateral_m' in theirs else '-'}"
            for read in COLUMNS.values()
        ]
        lines.append(f"| {name.replace('_', ' ')} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def of_networks(lmm: dict[str, Any]) -> str:
    """Decompressor error and stepper drift by split."""
    drift = lmm["drift"]
    steps = list(next(iter(drift.values())))
    lines = ["| split | decompressor, cm (SD) | " + " | ".join(f"drift {n}, median (p95)" for n in steps) + " |"]
    lines.append("|---" * (len(steps) + 2) + "|")
    for split, error in lmm["decompressor"].items():
        cells = [f"{drift[split][n]['median']:.2f} ({drift[split][n]['p95']:.2f})" for n in steps]
        lines.append(f"| {split} | {error['mean_cm']:.2f} ({error['sd_cm']:.2f}) | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    figures = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3]]
    print(table(*figures), of_networks(figures[0]), sep="\n\n")
