"""Figures of drafts as Markdown: networks beside motion matching, path by path, and the networks' own figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["draft_table", "network_table"]

_COLUMNS: dict[str, Callable[[dict[str, Any]], float | None]] = {
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


def draft_table(lmm: dict[str, Any], mm: dict[str, Any]) -> str:
    """One row a path; in each cell the networks' figure, then motion matching's.

    Args:
        lmm, mm: What `evaluate_locomotion` gave for both generators.
    """
    lines = ["| path | " + " | ".join(_COLUMNS) + " |", "|---" * (len(_COLUMNS) + 1) + "|"]
    rows = [(name, row, mm["paths"].get(name)) for name, row in lmm["paths"].items()]
    rows.append(("held-out clips", lmm["held_out"], mm["held_out"]))
    for name, ours, theirs in rows:
        cells = (f"{_cell(read, ours)} / {_cell(read, theirs)}" for read in _COLUMNS.values())
        lines.append(f"| {name.replace('_', ' ')} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def network_table(lmm: dict[str, Any]) -> str:
    """Decompressor error and stepper drift by split."""
    drift = lmm["drift"]
    steps = list(next(iter(drift.values())))
    lines = ["| split | decompressor, cm (SD) | " + " | ".join(f"drift {n}, median (p95)" for n in steps) + " |"]
    lines.append("|---" * (len(steps) + 2) + "|")
    for split, error in lmm["decompressor"].items():
        cells = [f"{drift[split][n]['median']:.2f} ({drift[split][n]['p95']:.2f})" for n in steps]
        lines.append(f"| {split} | {error['mean_cm']:.2f} ({error['sd_cm']:.2f}) | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(read: Callable[[dict[str, Any]], float | None], row: dict[str, Any] | None) -> str:
    value = read(row) if row and "lateral_m" in row else None
    return "-" if value is None else f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"
