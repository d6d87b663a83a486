"""The figures of an evaluation as text for people."""

from __future__ import annotations

__all__ = ["table"]

_COLUMNS = ("mean_cm", "median_cm", "p95_cm", "max_cm")


def table(result: dict) -> str:
    """A table of errors, one of activities, and a line for each other figure."""
    data = result["data"]
    lines = [
        f"{data['frames']} frames of {data['clips']} clips in {data['dir']}, split {data['split'] or 'all'}",
        "",
        f"{'points given':<14}{'method':<14}" + "".join(f"{name.removesuffix('_cm') + ' cm':>11}" for name in _COLUMNS),
    ]
    for level, figures in result["levels"].items():
        for method, row in (
            ("network", figures["network"]),
            ("solved", figures["solved"]),
            ("nearest pose", figures["baselines"]["nearest"]),
            ("plain IK", figures["baselines"]["ik"]),
        ):
            if row is not None:
                values = "".join(f"{row[name]:>11.2f}" for name in _COLUMNS)
                lines.append(f"{level:<14}{method:<14}{values}")
    lines += ["", *_activities(result["levels"]), "", *_other(result)]
    return "\n".join(lines)


def _activities(levels: dict) -> list[str]:
    kinds = next(iter(levels.values()))["per_activity"]
    lines = [f"{'activity':<18}{'frames':>8}" + "".join(f"{level + ' points':>12}" for level in levels)]
    for kind, row in sorted(kinds.items(), key=lambda item: -item[1]["frames"]):
        values = "".join(f"{figures['per_activity'][kind]['mean_cm']:>12.2f}" for figures in levels.values())
        lines.append(f"{kind:<18}{row['frames']:>8}{values}")
    return lines


def _other(result: dict) -> list[str]:
    points, effectors = result["set_point_error_mm"], result["random_effectors"]
    ms = result["ms"]
    times = "; ".join(
        f"{stage} p50 {row['p50']:.2f}, p95 {row['p95']:.2f}, p99 {row['p99']:.2f}" for stage, row in ms.items()
    )
    return [
        f"set points: mean {points['mean']:.4f}, p99 {points['p99']:.4f}, max {points['max']:.3f} mm; "
        f"within 1 mm: {100 * points['share_within_1mm']:.3f} %",
        f"bone lengths within {result['bone_length_error_mm']['max']:.2g} mm, "
        f"joint limits within {result['limit_violation_deg']['max']:.3f} degrees, "
        f"joint rotations off by {result['joint_rotation_deg']['mean']:.1f} degrees on average (6 points)",
        f"3 to 12 random effectors: {_pair(effectors)}; with the other main points right: "
        f"{_pair(effectors['main_points_right'])}",
        f"drag: the pose moves {result['jitter']['mean']:.2f} cm per cm, at worst {result['jitter']['worst']:.2f}",
        f"turned input changes the result by {result['yaw_cm']:.5f} cm, mirrored by {result['mirror_cm']:.5f} cm",
        f"ms: {times}",
        *_random_split(result.get("random_frame_split", {})),
    ]


def _pair(errors: dict) -> str:
    return f"network {errors['network']['mean_cm']:.2f} cm, solved {errors['solved']['mean_cm']:.2f} cm"


def _random_split(levels: dict) -> list[str]:
    rows = [f"{level} points {row['mean_cm']:.2f} cm" for level, row in levels.items()]
    return [f"frames split at random, network: {', '.join(rows)}"] if rows else []
