"""Motion on its way to a file of another program. No widgets here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from editor.project.export_presets import joint_names
from editor.worker import Job
from models.animation import Clip, FrameRate, Pose
from models.document import Content, Range, exported
from models.formats import conversion
from models.formats.conversion import Converted

__all__ = ["ExportOptions", "export_clip", "export_motion"]


@dataclass(frozen=True)
class ExportOptions:
    """How a motion is written.

    Args:
        rate: Frames a second.
        unit: A unit of the BVH writer.
        up: "y" or "z".
        order: Order of the rotation channels.
        names: A set of joint names, None for the body's own.
        span: From when to when.
        pose: Written in place of the motion, as one frame.
    """

    rate: FrameRate
    unit: str = "cm"
    up: str = "y"
    order: str = "ZXY"
    names: str | None = None
    span: Range | None = None
    pose: Pose | None = None


def export_clip(content: Content, identity: str, options: ExportOptions) -> Clip:
    """The clip that is written: sampled at the rate of the file, with its names and rotation orders."""
    if options.pose is not None:
        skeleton, pose = content.character(identity).rig.skeleton, options.pose
        clip = Clip(skeleton, pose.root[None], pose.rotations[None], options.rate.fps, name="pose")
    else:
        clip = exported(replace(content, rate=options.rate), identity, options.span)
    skeleton = replace(
        clip.skeleton,
        joint_names=joint_names(options.names, clip.skeleton.joint_names),
        rotation_orders=(options.order,),
    )
    return replace(clip, skeleton=skeleton)


def export_motion(path: Path, content: Content, identity: str, options: ExportOptions, job: Job) -> Converted:
    """Write a motion, read it back and compare; the file is there only if both are the same.

    Raises:
        SixpointError: if it cannot be written or does not hold the motion.
        Cancelled: if the job was cancelled.
    """
    clip = export_clip(content, identity, options)
    if path.suffix.lower() != ".bvh":
        return conversion.save(path, clip)
    return conversion.save(
        path,
        clip,
        unit=options.unit,
        up=options.up,
        names="safe",
        progress=job.progressed.emit,
        cancelled=job.is_cancelled,
    )
