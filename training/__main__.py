"""The trainer's command line: `python -m training COMMAND --help` says what each command takes.

python -m training prepare DIR... -o CACHE       motion files -> clean canonical frames
python -m training completion --cache CACHE ...  train the 6, 16 and 28 point networks
python -m training locomotion --data DIR ...     train the decompressor, stepper and projector
python -m training export --run RUN              checkpoints -> ONNX files with model cards
python -m training evaluate completion ...       measure them
python -m training evaluate locomotion ...       measure drafts
python -m training reproduce --data DIR          all of the above, to a draft
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from models.errors import SixpointError

_COMMANDS = {
    "prepare": "turn motion files into a cache of clean canonical frames",
    "completion": "train the completion networks",
    "locomotion": "train the locomotion networks",
    "export": "write checkpoints as ONNX files with model cards",
    "evaluate": "measure networks and solver on real motion",
    "reproduce": "prepare, train, export and evaluate with one command",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line on standard error for anything the user can mend."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m training", description="Train and measure Sixpoint's networks.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, purpose in _COMMANDS.items():
        subparser = commands.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        if arguments[:1] == [name]:
            # Only the chosen command is imported: preparing data does not wait for torch.
            module = importlib.import_module(f"training.{name}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
    except SixpointError as error:
        print(f"python -m training {options.command}: {error}", file=sys.stderr)
        return 2
    return 0


def leave(code: int) -> NoReturn:
    """End this process; one of several under torchrun ends at once, without tearing the interpreter down.

    A thread of gloo may still be letting go of the last tensors. It needs the interpreter's lock for that, and aborts
    the process when the interpreter is gone first (pytorch/pytorch#179291).
    """
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    leave(main())
