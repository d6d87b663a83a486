"""What is in a motion file, what of it was mapped with what confidence, and what is odd: the report of `info`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.animation.clip import Clip
from models.body.canonical import JOINTS
from models.errors import RigError
from models.formats.oddities import floor_height, oddities, rotation_jumps
from models.formats.registry import read
from models.formats.rest_words import rest_in_words
from models.formats.retarget_rest import find_references
from models.formats.rig_map import MARKERS, RigMap, map_rig
from models.formats.rig_map_json import map_as_dict

__all__ = ["Description", "describe", "describe_clip"]

_MOST_JUMPS = 50  # listed in full; more are only counted


@dataclass(frozen=True)
class Description:
    """A file described.

    Args:
        path: The file, or the clip's name.
        clip: What was read, in metres with Y up; its report says what was guessed in doing so.
        rig_map: The map to the canonical body, or None where the rig is not a humanoid.
        problem: Why there is no map, or "".
        rest: The rest pose in words, or "".
        odd: What is odd, as sentences.
    """

    path: str
    clip: Clip
    rig_map: RigMap | None
    problem: str
    rest: str
    odd: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values for JSON."""
        clip, jumps = self.clip, rotation_jumps(self.clip)
        return {
            "path": self.path,
            "frames": clip.n_frames,
            "fps": clip.fps,
            "seconds": clip.duration_s,
            "joints": list(clip.skeleton.joint_names),
            "points": list(clip.skeleton.point_names),
            "floor_m": floor_height(clip) if clip.n_frames else None,
            "read": list(clip.report),
            "map": None if self.rig_map is None else map_as_dict(self.rig_map),
            "map_confidence": None if self.rig_map is None else self.rig_map.overall,
            "unresolved": None if self.rig_map is None else list(self.rig_map.unresolved),
            "unsure": None if self.rig_map is None else list(self.rig_map.unsure),
            "map_notes": [self.problem] if self.rig_map is None else list(self.rig_map.notes),
            "rest_pose": self.rest,
            "odd": list(self.odd),
            "rotation_jumps": [
                {"joint": jump.joint, "frame": jump.frame, "degrees": round(jump.degrees, 1)}
                for jump in jumps[:_MOST_JUMPS]
            ],
            "n_rotation_jumps": len(jumps),
        }

    def text(self) -> str:
        """The report for a terminal, without a final line break."""
        clip, skeleton = self.clip, self.clip.skeleton
        lines = [
            f"{self.path}: {clip.n_frames} frames at {clip.fps:g} a second, {clip.duration_s:.2f} s; "
            f"{skeleton.n_joints} joints, {skeleton.n_points} end points",
            *(f"  {sentence}" for sentence in clip.report),
        ]
        lines += self._map_lines()
        if self.rest:
            lines += ["", "Rest pose", f"  {self.rest}"]
        lines += ["", "Odd", *(f"  {sentence}" for sentence in self.odd or ("nothing",))]
        return "\n".join(lines)

    def _map_lines(self) -> list[str]:
        rig_map = self.rig_map
        if rig_map is None:
            return ["", "Map", f"  none: {self.problem}"]
        names = f"names of {rig_map.convention}" if rig_map.convention else "names of no listed convention"
        lines = ["", f"Map: {names}, confidence {rig_map.overall:.0%}"]
        width = max(len(name) for name in (*JOINTS, *MARKERS))
        to = max(len(name or "-") for name in (*rig_map.joints.values(), *rig_map.markers.values()))
        for name in JOINTS:
            joint = rig_map.joints.get(name)
            sure = "" if joint is None else f"{rig_map.confidence.get(name, 1.0):4.0%}"
            doubt = "  check this" if name in rig_map.unsure else ""
            lines.append(f"  {name:<{width}}  {joint or '-':<{to}}  {sure}{doubt}".rstrip())
        lines += [f"  {name:<{width}}  {rig_map.markers.get(name) or '-'}" for name in MARKERS]
        return lines + [f"  {note}" for note in rig_map.notes]


def describe(path: str | Path, *, rig_map: RigMap | None = None, **options: Any) -> Description:
    """Read a motion file and describe it.

    Args:
        path: A file of any readable format.
        rig_map: The map to use in place of the automatic one.
        options: Given to the reader, e.g. `unit` and `up` of a BVH file.

    Raises:
        SixpointError: if the file cannot be read. A rig that is not a humanoid is described all the same.
        RigError: if `rig_map` does not fit the file's rig.
    """
    return describe_clip(read(path, **options), str(path), rig_map)


def describe_clip(clip: Clip, path: str | None = None, rig_map: RigMap | None = None) -> Description:
    """Describe a clip that was read; `path` is what the report calls it."""
    problem, rest = "", ""
    if rig_map is not None:
        rig_map.check(clip.skeleton)
    else:
        try:
            rig_map = map_rig(clip.skeleton)
        except RigError as error:
            problem = str(error)
    odd = oddities(clip)
    if rig_map is not None:
        reference = find_references(clip.skeleton, rig_map, *clip.globals())[0]
        rest = rest_in_words(clip.skeleton, rig_map, reference)
        odd += list(reference.notes)
        if rig_map.unresolved:
            odd.append(f"the rig has no {', '.join(rig_map.unresolved)}")
    return Description(path or clip.name, clip, rig_map, problem, rest, tuple(odd))
