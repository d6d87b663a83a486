"""The mannequin: what a body looks like, in any proportions."""

from editor.mannequin.figure import FigureMesh, Meshes, joint_side, mannequin, meshes

__all__ = ["FigureMesh", "Meshes", "joint_side", "mannequin", "meshes"]
