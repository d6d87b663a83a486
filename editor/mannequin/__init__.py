"""The mannequin: what a body looks like, in any proportions."""

from editor.mannequin.figure import FigureMesh, mannequin

__all__ = ["FigureMesh", "mannequin"]
