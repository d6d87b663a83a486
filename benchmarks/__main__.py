"""python -m benchmarks NAME... [--quick] [--json OUT]    (NAME `all` runs every one)"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from typing import Any

import benchmarks
from models.errors import SixpointError
from models.formats.atomic import write_atomically


def names() -> list[str]:
    """Every module of this package that is a benchmark."""
    return [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")]


def shown(value: Any, indent: int = 0) -> str:
    """A result as indented lines of `key: value`."""
    lines = []
    for key, item in value.items():
        if isinstance(item, dict):
            lines.append(f"{'  ' * indent}{key}:\n{shown(item, indent + 1)}")
        else:
            text = f"{item:.4g}" if isinstance(item, float) else str(item)
            lines.append(f"{'  ' * indent}{key}: {text}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Sixpoint beside its peers.")
    parser.add_argument(
        "names", nargs="+", metavar="NAME", choices=[*names(), "all"], help=", ".join([*names(), "all"])
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller inputs, to see that it works")
    parser.add_argument("--json", metavar="OUT", help="also write the results to this file")
    options = parser.parse_args(arguments)
    wanted = names() if "all" in options.names else options.names
    try:
        results = {}
        for name in wanted:
            results[name] = importlib.import_module(f"benchmarks.{name}").run(options.quick)
            print(f"{name}\n{shown(results[name], 1)}\n", flush=True)
        if options.json:
            write_atomically(options.json, json.dumps(results, indent=1) + "\n")
    except SixpointError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
