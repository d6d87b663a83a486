"""Sixpoint's one entry point: the editor without arguments, else a subcommand.

    python main.py [FILE]                            open the editor
    python main.py complete POINTS.json -o OUT       the whole pose from set points
    python main.py generate PATH.json -o OUT         motion along a path on the ground
    python main.py mirror IN -o OUT                  left and right swapped
    python main.py convert IN -o OUT                 another format, rate, unit, axis or range
    python main.py info FILE                         what is in a file, what was mapped, what is odd

Subcommands are thin wrappers over calls of `models` that scripts can make themselves (docs/scripting.md). Exit status
0, or 2 with one line on standard error. Each imports what it needs, so that `--help` does not wait for a window.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from models.errors import SixpointError

if TYPE_CHECKING:
    from models.animation import Pose
    from models.formats.conversion import Converted
    from models.formats.rig_map import RigMap

SAMPLE = Path(__file__).resolve().parent / "docs" / "examples" / "reach.json"
SAMPLE_PATH = SAMPLE.with_name("corner.path.json")
SAMPLE_FOLDER = Path("output")

_LISTED = ("complete", "generate", "mirror", "convert", "info")
_NOT_YET = (".glb", ".gltf", ".fbx", ".usd", ".usda", ".usdc", ".usdz")
_POSE_FPS = 30.0  # a file must state a rate, even of a single frame
_MIN_FPS, _MAX_FPS = 0.01, 1000.0
_MAX_MESSAGE = 2000  # characters; a name from a file may be longer than any terminal
_FAR_M = 5.0  # further than any drag: the unit is wrong


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line like every other fault: as an exception with one sentence."""

    def error(self, message: str) -> NoReturn:
        raise SixpointError(f"{message}; '{self.prog} --help' lists what can be given")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status and raises nothing but SystemExit for --help."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a joint's name must not be what stops a report
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # `info walk.bvh | head` has read all it wants
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _fail("stopped by the keyboard; nothing was written")
    except SixpointError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("there is not enough memory for this; use a smaller file or a shorter range")
    except Exception as error:
        if os.environ.get("SIXPOINT_TRACEBACK"):
            raise
        return _fail(
            f"a fault in Sixpoint itself ({type(error).__name__}: {error}); nothing was written. "
            "Please report it, with the file and what SIXPOINT_TRACEBACK=1 shows"
        )
    return status


def _fail(message: str) -> int:
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in " ".join(message.split()))
    print("sixpoint:", line if len(line) <= _MAX_MESSAGE else line[:_MAX_MESSAGE] + "...", file=sys.stderr)
    return 2


def _run(arguments: list[str]) -> int:
    parser, commands = _parser()
    word = next((word for word in arguments if not word.startswith("-")), None)
    if word in commands or set(arguments) & {"-h", "--help", "--version"}:
        options = parser.parse_args(arguments)
        options.run(options)
        return 0
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-") and arguments[0] != "-"):
        near = difflib.get_close_matches(arguments[0], _LISTED, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"commands: {', '.join(_LISTED)}; or one FILE to open"
        raise SixpointError(f"'{arguments[0]}' is not a command; {hint}")
    return _open_editor(Path(arguments[0]) if arguments else None)


def _parser() -> tuple[argparse.ArgumentParser, tuple[str, ...]]:
    # Options cannot be shortened: a script that relies on a short form breaks when an option is added.
    parser = _Parser(prog="main.py", description="Pose a whole body from a few points.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"Sixpoint {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Parser)

    complete = commands.add_parser("complete", help="the whole pose from set points", allow_abbrev=False)
    complete.add_argument("points", metavar="POINTS.json", help="set points in metres; - reads standard input")
    complete.add_argument("-o", dest="out", metavar="OUT", required=True, help=".json or .bvh")
    complete.add_argument("--from", dest="base", metavar="FILE", help="pose of the main points that are not set")
    complete.add_argument("--frame", type=int, metavar="N", help="frame of FILE, from 0 (default 0)")
    complete.add_argument("--map", metavar="MAP.json", help="which joint of FILE is which, where the mapping is wrong")
    complete.set_defaults(run=_complete)

    mirror = commands.add_parser("mirror", help="left and right swapped", allow_abbrev=False)
    convert = commands.add_parser("convert", help="another format, rate, unit, axis or range", allow_abbrev=False)
    for command, run in ((mirror, _mirror), (convert, _convert)):
        command.add_argument("source", metavar="IN", help="a motion file; - reads standard input")
        command.add_argument("-o", dest="out", metavar="OUT", required=True, help=".json or .bvh")
        command.set_defaults(run=run)
    convert.add_argument("--fps", type=_rate, metavar="N", help="new frame rate; the motion keeps its duration")
    convert.add_argument("--range", metavar="FIRST:LAST", help="frames to keep, from 0, both included")
    convert.add_argument("--unit", help="unit of the written BVH: cm (default), m, mm, inch")
    convert.add_argument("--up", choices=("y", "z"), help="up axis of the written BVH (default y)")
    convert.add_argument("--names", choices=("keep", "safe"), help="safe: only letters, digits and _ : . -")

    info = commands.add_parser("info", help="what is in a file, what was mapped, what is odd", allow_abbrev=False)
    info.add_argument("source", metavar="FILE", help="a motion file; - reads standard input")
    info.add_argument("--map", metavar="MAP.json", help="which joint is which, where the mapping is wrong")
    info.set_defaults(run=_info)
    for command in (mirror, convert, info):
        command.add_argument("--in-unit", metavar="UNIT", help="unit of IN, where the guess is wrong")
        command.add_argument("--in-up", choices=("y", "z"), help="up axis of IN, where the guess is wrong")
        command.add_argument("--in-fps", type=_rate, metavar="N", help="frame rate of IN, where its own is wrong")

    generate = commands.add_parser("generate", help="motion along a path on the ground", allow_abbrev=False)
    generate.add_argument("path", metavar="PATH.json", help="waypoints in metres; - reads standard input")
    generate.add_argument("-o", dest="out", metavar="OUT", required=True, help=".json or .bvh")
    generate.add_argument("--generator", metavar="NAME", default="lmm", help="lmm (default), or mm with --database")
    generate.add_argument("--database", metavar="FILE", help="motion database of mm, made by 'python -m training'")
    generate.add_argument("--fps", type=_rate, metavar="N", help="frame rate of OUT (default 60)")
    generate.add_argument("--seed", type=_seed, metavar="N", default=0, help="another seed, another draft (default 0)")
    generate.add_argument("--trace", metavar="FILE", help="motion database: say which recordings the draft is like")
    generate.set_defaults(run=_generate)
    return parser, tuple(commands.choices)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not _MIN_FPS <= rate <= _MAX_FPS:
        raise argparse.ArgumentTypeError(f"a frame rate is a number from {_MIN_FPS:g} to {_MAX_FPS:g}, got '{text}'")
    return rate


def _seed(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0, got '{text}'")
    return int(text)


def _complete(options: argparse.Namespace) -> None:
    from models.animation import Clip
    from models.body import body
    from models.formats import conversion, pose_json
    from models.posing import complete_pose
    from models.posing.points_file import read_points

    _check_target(options.out, [options.points, options.base])
    if options.frame is not None and options.base is None:
        raise SixpointError("--frame says which frame of --from FILE is meant; give --from as well")
    points = read_points(options.points)
    if options.map is not None and options.base is None:
        raise SixpointError("--map says which joint of --from FILE is which; give --from as well")
    base = None if options.base is None else _base_pose(options.base, options.frame or 0, _map(options))
    completed = complete_pose(points, base)
    if Path(options.out).suffix.lower() == ".json":
        pose_json.write_pose(options.out, completed.pose, set_points=completed.set, error_m=completed.error_m)
    else:
        pose = completed.pose
        clip = Clip(body(), pose.root[None], pose.rotations[None], _POSE_FPS, name=Path(options.out).stem)
        conversion.save(options.out, clip)
    far = [f"{name} {error * 100:.1f} cm" for name, error in completed.error_m.items() if error > 1e-3]
    print(
        f"{options.out}: pose from {len(completed.set)} set points",
        *([f"; not reached: {', '.join(far)}"] if far else []),
        *(["; positions are in metres: are these centimetres?"] if max(completed.error_m.values()) > _FAR_M else []),
        sep="",
    )


def _base_pose(source: str, frame: int, rig_map: RigMap | None) -> Pose:
    from models.formats import registry
    from models.formats.retarget import retarget
    from models.formats.skeleton_json import is_canonical

    with _named_input(source) as path:
        clip = registry.read(path)
    if not 0 <= frame < clip.n_frames:
        frames = f"frames 0 to {clip.n_frames - 1}" if clip.n_frames else "no frames"
        raise SixpointError(f"{source} has {frames}, asked for frame {frame}")
    return (clip if is_canonical(clip.skeleton) else retarget(clip, rig_map)).pose(frame)


def _mirror(options: argparse.Namespace) -> None:
    from models.formats import conversion

    _check_target(options.out, [options.source])
    with _named_input(options.source) as path:
        mirrored = conversion.mirror(path, options.out, read_options=_read_options(options))
    _report(options.out, mirrored)


def _convert(options: argparse.Namespace) -> None:
    from models.formats import conversion

    _check_target(options.out, [options.source])
    frames = None if options.range is None else conversion.parse_frames(options.range)
    write_options = _given(unit=options.unit, up=options.up, names=options.names)
    with _named_input(options.source) as path:
        converted = conversion.convert(
            path, options.out, fps=options.fps, frames=frames, read_options=_read_options(options), **write_options
        )
    _report(options.out, converted)


def _info(options: argparse.Namespace) -> None:
    from models.formats import registry
    from models.formats.inspect import describe_clip

    with _named_input(options.source) as path:
        clip = registry.read(path, **_read_options(options))
    print(describe_clip(clip, _shown(options.source), _map(options)).text())


def _read_options(options: argparse.Namespace) -> dict[str, Any]:
    return _given(unit=options.in_unit, up=options.in_up, fps=options.in_fps)


def _map(options: argparse.Namespace) -> RigMap | None:
    from models.formats.rig_map_json import read_rig_map

    return None if options.map is None else read_rig_map(options.map)


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _generate(options: argparse.Namespace) -> None:
    from models.formats import conversion
    from models.locomotion import generate, generators, read_path
    from models.locomotion.database import Database

    _check_target(options.out, [options.path, options.database, options.trace])
    if options.generator not in generators():
        raise SixpointError(f"there is no generator '{options.generator}'; there are {', '.join(generators())}")
    if options.database is not None and options.generator != "mm":
        raise SixpointError("--database is for --generator mm; lmm has its motion in its networks")
    trajectory, start = read_path(options.path)
    database = None if options.database is None else Database.load(options.database)
    recorded = None if options.trace is None else Database.load(options.trace)
    draft = generate(trajectory, options.generator, start=start, seed=options.seed, database=database)
    clip = draft.clip if options.fps is None else draft.clip.resampled(options.fps)
    _report(options.out, conversion.save(options.out, clip))
    for deviation in draft.deviations:
        print(f"  {deviation.message}")
    if recorded is not None:
        from models.locomotion.trace import traced

        print(*(f"  {piece}" for piece in traced(draft, recorded)), sep="\n")


def _report(target: str, converted: Converted) -> None:
    clip = converted.clip
    print(
        f"{target}: {clip.n_frames} frames at {clip.fps:g} a second, read back within {converted.error_m * 1e3:.3f} mm"
    )
    for note in converted.notes:
        print(f"  {note}")


def _check_target(target: str, sources: list[str | None]) -> None:
    """Raise before any work is done if the result could not be written, or would replace what it is made from."""
    from models.formats import registry

    if "" in (target, *sources):
        raise SixpointError(f"the name of the {'result' if target == '' else 'input'} is empty; give a file name")
    path = Path(target)
    if path.is_dir():
        raise SixpointError(f"{target} cannot be written: it is a folder; give a file name")
    _check_kind("write", target)
    registry.check("write", path, ())
    if not path.absolute().parent.is_dir():
        raise SixpointError(f"{target} cannot be written: there is no folder {path.absolute().parent}; create it first")
    for source in sources:
        if source not in (None, "-") and path.exists() and Path(source).exists() and path.samefile(source):
            raise SixpointError(f"{target} would replace its own input; give another name after -o")


def _check_kind(verb: str, name: str) -> None:
    extension = Path(name).suffix.lower()
    if extension in _NOT_YET:
        raise SixpointError(f"{name}: cannot {verb} {extension} files, they are not yet supported; use .bvh or .json")


@contextlib.contextmanager
def _named_input(source: str) -> Iterator[Path]:
    """The path of an input; standard input is put into a temporary file with the extension of what it holds."""
    if source != "-":
        _check_kind("read", source)
        yield Path(source)
        return
    with tempfile.TemporaryDirectory(prefix="sixpoint-") as folder:
        first = sys.stdin.buffer.read(4096)
        is_json = first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        path = Path(folder) / ("input.json" if is_json else "input.bvh")
        with path.open("wb") as stream:
            stream.write(first)
            shutil.copyfileobj(sys.stdin.buffer, stream)
        try:
            yield path
        except SixpointError as error:
            raise SixpointError(str(error).replace(str(path), _shown(source))) from error


def _shown(source: str) -> str:
    return "standard input" if source == "-" else source


def _open_editor(path: Path | None) -> int:
    if path is not None and not path.exists():
        near = difflib.get_close_matches(path.name, _LISTED, n=1)
        hint = f"did you mean the command '{near[0]}'?" if near else f"give a file, or a command: {', '.join(_LISTED)}"
        raise SixpointError(f"{path}: there is no such file; {hint}")
    if not _has_display():
        if path is not None:
            raise SixpointError(f"{path} cannot be opened: there is no display; 'main.py info' and 'convert' need none")
        return _run_sample()
    from editor.app import run

    return run(None if path is None else str(path))


def _has_display() -> bool:
    # Whoever names a Qt platform has decided; elsewhere than on Unix there always is one.
    wanted = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in wanted)


def _run_sample() -> int:
    """Without a display: complete the sample pose, draft the sample walk, write and draw both."""
    from models.sample import write_pose_sample, write_walk_sample

    written = [*write_pose_sample(SAMPLE, SAMPLE_FOLDER), *write_walk_sample(SAMPLE_PATH, SAMPLE_FOLDER)]
    print("There is no display, so instead of opening the editor Sixpoint completed a pose and drafted a walk:")
    print(*(f"  {path}" for path in written), sep="\n")
    print("For the editor run this where there is a screen, or through a virtual one: xvfb-run -a python main.py")
    return 0


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    with contextlib.suppress(PackageNotFoundError):
        return version("sixpoint")
    return "from source"


if __name__ == "__main__":
    sys.exit(main())
