"""`python -m training evaluate WHAT`: one protocol, the same on any folder of motion, results as JSON and a table."""

from __future__ import annotations

import argparse
import importlib

__all__ = ["add_arguments", "run"]

_PURPOSES = {
    "completion": "measure the completion networks and the solver",
    "locomotion": "measure the drafts of a generator of locomotion",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True)
    for name, purpose in _PURPOSES.items():
        subparser = what.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        module = importlib.import_module(f"training.evaluate.{name}")
        module.add_arguments(subparser)
        subparser.set_defaults(evaluate=module.run)


def run(options: argparse.Namespace) -> None:
    options.evaluate(options)
