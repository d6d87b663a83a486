"""The rigid-body optimiser: residual terms, one pure `solve`, and the product's way from points to a pose."""

from models.solver.attempts import minimise
from models.solver.ground_term import GroundTerm
from models.solver.limit_term import LimitTerm
from models.solver.pose_from_points import default_terms, pin_strengths, pose_from_points
from models.solver.position_terms import HoldTerm, PinTerm, PointTerm
from models.solver.rotation_terms import NearTerm, OrientationTerm
from models.solver.solve import SolveResult, SolverSettings, descend, solve
from models.solver.start import start_from_points, start_state
from models.solver.state import State
from models.solver.term import Term

__all__ = [
    "GroundTerm",
    "HoldTerm",
    "LimitTerm",
    "NearTerm",
    "OrientationTerm",
    "PinTerm",
    "PointTerm",
    "SolveResult",
    "SolverSettings",
    "State",
    "Term",
    "default_terms",
    "descend",
    "minimise",
    "pin_strengths",
    "pose_from_points",
    "solve",
    "start_from_points",
    "start_state",
]
