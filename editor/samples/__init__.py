"""Motion to play with at a first start: `walk.json`, made by `python -m editor.samples.walk`."""

from __future__ import annotations

from importlib.resources import as_file, files

from models.document import Content, read_project

__all__ = ["sample_walk"]


def sample_walk() -> Content:
    """Three strides of a walk, posed with the handles that a user has."""
    with as_file(files("editor.samples").joinpath("walk.json")) as path:
        return read_project(path)
