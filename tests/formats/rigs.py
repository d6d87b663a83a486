"""Rigs of any naming convention, made without files: the canonical body's proportions under other names and shapes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from models.animation import Clip
from models.body import Skeleton, body
from models.formats.naming import RigConvention
from models.kinematics import forward, quat

_FINGER_AT = {  # knuckle from the wrist and finger length, canonical left hand, metres
    "thumb": ((0.03, -0.005, 0.04), 0.06),
    "index": ((0.09, 0.0, 0.03), 0.08),
    "middle": ((0.09, 0.0, 0.005), 0.09),
    "ring": ((0.085, 0.0, -0.018), 0.08),
    "pinky": ((0.08, 0.0, -0.04), 0.06),
}


@dataclass
class RigBuilder:
    """Joints added one by one at world positions; `skeleton()` makes the tree."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    places: list[np.ndarray] = field(default_factory=list)
    ends: dict[str, np.ndarray] = field(default_factory=dict)

    def add(self, name: str, parent: str | None, place: object) -> str:
        self.names.append(name)
        self.parents.append(-1 if parent is None else self.names.index(parent))
        self.places.append(np.array(place, dtype=float))
        return name

    def end(self, name: str, place: object) -> str:
        """An End Site of a joint, at a world position; its point's name."""
        self.ends[name] = np.array(place, dtype=float)
        return f"{name}/End Site"

    def place(self, name: str, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> np.ndarray:
        """World position of a joint, moved by (x, y, z)."""
        return self.places[self.names.index(name)] + np.array([x, y, z])

    def move(self, name: str, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Move a joint alone: what hangs from it stays."""
        self.places[self.names.index(name)] = self.place(name, x, y, z)

    def between(self, name: str, child: str, t: float = 0.5) -> str:
        """A joint put between a child and its parent."""
        at, parent = self.names.index(child), self.parents[self.names.index(child)]
        place = self.places[parent] * (1 - t) + self.places[at] * t
        self.names.insert(at, name)
        self.parents.insert(at, parent)
        self.places.insert(at, place)
        self.parents = [p + 1 if p >= at else p for p in self.parents]
        self.parents[at + 1] = at
        return name

    @classmethod
    def of(cls, skeleton: Skeleton) -> RigBuilder:
        """The joints and ends of a skeleton, to be added to."""
        ends = {skeleton.joint_names[j]: p for j, p in zip(skeleton.point_joints, skeleton.rest_points, strict=True)}
        places = [place.copy() for place in skeleton.rest_positions]
        return cls(list(skeleton.joint_names), list(skeleton.parents), places, ends)

    def skeleton(self, name: str = "rig") -> Skeleton:
        places, parents = np.array(self.places), np.array(self.parents)
        offsets = places - np.where(parents[:, None] >= 0, places[parents], 0.0)
        joints = np.array([self.names.index(n) for n in self.ends], dtype=np.intp)
        return Skeleton(
            name=name,
            joint_names=tuple(self.names),
            parents=parents,
            offsets=offsets,
            point_names=tuple(f"{n}/End Site" for n in self.ends),
            point_joints=joints,
            point_offsets=np.array([p - places[j] for p, j in zip(self.ends.values(), joints, strict=True)]).reshape(
                -1, 3
            ),
        )


@dataclass(frozen=True)
class Answer:
    """What a rig should be mapped to."""

    joints: dict[str, str | None]
    markers: dict[str, str | None]

    def renamed(self, names: dict[str, str]) -> Answer:
        def other(name: str | None) -> str | None:
            if name is None:
                return None
            joint, slash, end = name.partition("/")
            return names[joint] + slash + end

        return Answer(
            {k: other(v) for k, v in self.joints.items()},
            {k: other(v) for k, v in self.markers.items()},
        )


def convention_rig(convention: RigConvention, prefix: str = "", scale: float = 1.0) -> tuple[Skeleton, Answer]:
    """A T-posed human with a convention's names, fingers included, and what it should be mapped to."""
    rig = RigBuilder()
    joints: dict[str, str | None] = {}
    markers: dict[str, str | None] = {}
    at = dict(zip(body().joint_names, body().rest_positions, strict=True))
    point = dict(zip(body().point_names, body().rest_points, strict=True))

    def listed(role: str, token: str = "") -> list[str]:
        return [prefix + pattern.replace("{s}", token) for pattern in getattr(convention, role)]

    def chain(above: str, side: str, token: str, roles: dict[str, str]) -> str:
        for role, joint in roles.items():
            names = listed(role, token)
            joints[side + joint] = names[0] if names else None
            above = rig.add(names[0], above, at[side + joint]) if names else above
        return above

    hips = joints["Hips"] = rig.add(listed("hips")[0], None, at["Hips"])
    spine = listed("spine")
    above = hips
    for name, t in zip(spine, np.linspace(0.0, 1.0, len(spine)), strict=True):
        above = rig.add(name, above, at["Spine"] * (1 - t) + at["Spine2"] * t)
    chest = above
    chosen = [spine[0], spine[(len(spine) - 1) // 2], spine[-1]] if len(spine) > 3 else [*spine, None, None][:3]
    joints |= dict(zip(("Spine", "Spine1", "Spine2"), chosen, strict=True))
    for n, name in enumerate(listed("neck")[:2]):
        above = rig.add(name, above, at["Neck"] + n * 0.4 * (at["Head"] - at["Neck"]))
        joints.setdefault("Neck", name)
    head = joints["Head"] = rig.add(listed("head")[0], above, at["Head"])
    markers["HeadTop"] = rig.end(head, point["HeadTop"])
    for side, token in zip(("Left", "Right"), convention.sides, strict=True):
        hand = chain(
            chest, side, token, {"clavicle": "Shoulder", "upper_arm": "Arm", "forearm": "ForeArm", "hand": "Hand"}
        )
        markers |= _fingers(rig, _finger_names(convention, prefix, side, token), side, hand)
        toe = chain(hips, side, token, {"thigh": "UpLeg", "shin": "Leg", "foot": "Foot", "toe": "ToeBase"})
        markers[f"{side}ToeTip"] = rig.end(toe, point[f"{side}ToeTip"])
    return rig.skeleton(convention.name).scaled(scale), Answer(joints, markers)


def _finger_names(convention: RigConvention, prefix: str, side: str, token: str) -> dict[str, list[str]]:
    names = {}
    for finger in _FINGER_AT:
        patterns = getattr(convention, finger)
        if patterns and "{s}" not in patterns[0]:  # sides spelled out, as in LThumb and RThumb
            patterns = patterns[:1] if side == "Left" else patterns[1:2]
        names[finger] = [prefix + pattern.replace("{s}", token) for pattern in patterns]
    return {finger: listed for finger, listed in names.items() if listed}


def _fingers(rig: RigBuilder, names: dict[str, list[str]], side: str, hand: str) -> dict[str, str | None]:
    """Add fingers to a hand; which markers they are. A hand without any gets an End Site."""
    mirror = np.array([1.0 if side == "Left" else -1.0, 1.0, 1.0])
    wrist = rig.place(hand)
    tips: dict[str, str] = {}
    for finger, listed in names.items():
        place, length = _FINGER_AT[finger]
        above, start = hand, wrist + mirror * place
        for n, name in enumerate(listed):
            above = rig.add(name, above, start + mirror * (n * length / len(listed), 0, 0))
        tips[finger] = rig.end(above, start + mirror * (length, 0, 0))
    if not names:
        tips["middle"] = rig.end(hand, wrist + mirror * (0.18, 0, 0))
    several = len(names.keys() - {"thumb"}) > 1
    tip = next((finger for finger in ("middle", "ring", "index", "pinky") if finger in tips), None)
    return {
        f"{side}ThumbTip": tips.get("thumb"),
        f"{side}IndexKnuckle": names["index"][0] if several and "index" in names else None,
        f"{side}PinkyKnuckle": names["pinky"][0] if several and "pinky" in names else None,
        f"{side}MiddleTip": tips[tip] if tip else None,
    }


def renamed(skeleton: Skeleton, names: dict[str, str]) -> Skeleton:
    """The same rig with other joint names; End Sites follow."""
    return replace(
        skeleton,
        joint_names=tuple(names.get(n, n) for n in skeleton.joint_names),
        point_names=tuple(
            f"{names.get(skeleton.joint_names[j], skeleton.joint_names[j])}/End Site" for j in skeleton.point_joints
        ),
    )


def turned(skeleton: Skeleton, rotation: np.ndarray) -> Skeleton:
    """The same rig with its rest pose turned as a whole."""
    return skeleton.with_offsets(quat.rotate(rotation, skeleton.offsets), quat.rotate(rotation, skeleton.point_offsets))


def with_zero_pose(clip: Clip, world: np.ndarray) -> Clip:
    """The same motion on a rig whose zero pose is what the world rotations (J, 4) make of the present one."""
    skeleton = clip.skeleton
    child = np.flatnonzero(skeleton.parents >= 0)
    offsets = skeleton.offsets.copy()
    offsets[child] = quat.rotate(world[skeleton.parents[child]], offsets[child])
    points = quat.rotate(world[skeleton.point_joints], skeleton.point_offsets)
    other = skeleton.with_offsets(offsets, points)
    turned_back = quat.mul(clip.globals()[0], quat.conj(world))
    return replace(clip, skeleton=other, rotations=quat.unroll(forward.locals_from_globals(other, turned_back)))


def on_rig(walk: Clip, skeleton: Skeleton, answer: Answer) -> Clip:
    """A clip of the canonical body played by a rig whose zero pose is a T-pose too: same world rotations."""
    world = walk.globals()[0]
    of = {joint: body().joint_index(name) for name, joint in answer.joints.items() if joint is not None}
    rig_world = np.zeros((walk.n_frames, skeleton.n_joints, 4))
    for j, name in enumerate(skeleton.joint_names):
        rig_world[:, j] = world[:, of[name]] if name in of else rig_world[:, skeleton.parents[j]]
    rotations = quat.unroll(forward.locals_from_globals(skeleton, rig_world))
    return Clip(skeleton, walk.root, rotations, walk.fps, name=f"walk of {skeleton.name}")
