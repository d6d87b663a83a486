"""The texts of the user interface: English in the code, translated here.

`tr("Reading {name}", name=path.name)` is the text in the chosen language. English is the source; a translation is one
file `editor/languages/<code>.json` that maps English texts to their translations, without the values filled in. What
a file leaves out stays English. `python -m editor.texts` writes every text of the code as such a file to start from.

The language is chosen once, before the first widget is made: texts on screen do not change by themselves.
"""

from __future__ import annotations

import ast
import json
from importlib.resources import files
from pathlib import Path

__all__ = ["language_names", "source_texts", "tr", "use_language"]

_NAME_KEY = "(language)"
"""The entry of a file that is the language's own name."""

_catalogue: dict[str, str] = {}


def tr(text: str, **values: object) -> str:
    """A text in the user's language, with its {places} filled in."""
    found = _catalogue.get(text, text)
    return found.format(**values) if values else found


def use_language(code: str) -> None:
    """Translate from here on; English for a language of which there is no file."""
    _catalogue.clear()
    folder = files("editor").joinpath("languages")
    if code in language_names() and code != "en":
        texts = json.loads(folder.joinpath(f"{code}.json").read_text(encoding="utf-8"))
        _catalogue.update({text: translation for text, translation in texts.items() if translation})


def language_names() -> dict[str, str]:
    """The languages there are, each in its own words, by code."""
    result, folder = {"en": "English"}, files("editor").joinpath("languages")
    if folder.is_dir():
        for entry in sorted(folder.iterdir(), key=lambda path: path.name):
            if entry.name.endswith(".json"):
                code = entry.name.removesuffix(".json")
                result[code] = json.loads(entry.read_text(encoding="utf-8")).get(_NAME_KEY, code)
    return result


def source_texts() -> dict[str, list[str]]:
    """Every text in the code that is looked up, with the modules that have it.

    Found are literals given to `tr`, and the rows of tables whose texts are looked up where they are shown.
    """
    root = Path(__file__).parent
    result: dict[str, list[str]] = {}
    # Names of points are put together from the words in `names.json`.
    from editor.names import point_titles

    for title in point_titles():
        result.setdefault(title, []).append("names.json")
    for path in sorted(root.rglob("*.py")):
        for text in _texts_of(ast.parse(path.read_text(encoding="utf-8"))):
            result.setdefault(text, []).append(path.relative_to(root).as_posix())
    return result


# Positions and names of the arguments that are texts, by the class of a table's row.
_ROWS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "tr": ((0,), ()),
    "Action": ((1, 2, 3), ("menu", "text", "tip", "short")),
    "Binding": ((3,), ("text",)),
    "Preference": ((), ("text", "tip", "section")),
    "Place": ((0,), ("title",)),
}


def _texts_of(tree: ast.AST) -> list[str]:
    texts: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ROWS:
            places, names = _ROWS[node.func.id]
            arguments = [node.args[place] for place in places if place < len(node.args)]
            arguments += [keyword.value for keyword in node.keywords if keyword.arg in names]
            values = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
            texts += [value for value in values if isinstance(value, str) and value]
    return texts


if __name__ == "__main__":
    import sys

    json.dump({_NAME_KEY: "", **dict.fromkeys(source_texts(), "")}, sys.stdout, indent=1, ensure_ascii=False)
