"""`python -m training evaluate WHAT`: one protocol, the same on any folder of motion, results as JSON and a table."""

from __future__ import annotations

import argparse

from training.evaluate import completion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True)
    purpose = "measure the completion networks and the solver"
    subparser = what.add_parser("completion", help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
    completion.add_arguments(subparser)
    subparser.set_defaults(evaluate=completion.run)


def run(options: argparse.Namespace) -> None:
    options.evaluate(options)
