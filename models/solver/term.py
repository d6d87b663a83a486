"""What a solver term is: a residual, its Jacobian, and how both enter the normal equations."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import blas

from models.solver.state import State

__all__ = ["NormalEquations", "Term"]

Array = NDArray[np.float64]


class NormalEquations:
    """A quadratic model of the cost about one state: cost + gradient . d + d . hessian . d / 2.

    `hessian` (N, N) is the Gauss-Newton one, in column-major order; only its upper triangle is filled.
    """

    __slots__ = ("cost", "gradient", "hessian")

    def __init__(self, n_variables: int) -> None:
        self.cost = 0.0
        self.gradient = np.zeros(n_variables)
        self.hessian = np.zeros((n_variables, n_variables), order="F")

    def add(self, residual: Array, jacobian: Array) -> None:
        """Add half the square of a residual (M,) with Jacobian (M, N), row-major."""
        self.cost += 0.5 * float(residual @ residual)
        self.gradient += residual @ jacobian
        self.hessian = blas.dsyrk(1.0, jacobian.T, beta=1.0, c=self.hessian, overwrite_c=1)


class Term(ABC):
    """One wish about the pose. The solver minimises half the sum of squares of all residuals.

    Subclasses hold data only: the same term can be used for any number of solves.
    """

    @abstractmethod
    def residual(self, state: State) -> Array:
        """(M,) what is to become zero, weighted."""

    @abstractmethod
    def jacobian(self, state: State) -> Array:
        """(M, N) its derivative by the step of `State.moved`, at step zero."""

    def add_to(self, equations: NormalEquations, state: State) -> None:
        """Add this term to the quadratic model at `state`. Override where structure saves work."""
        equations.add(self.residual(state), self.jacobian(state))

    def enforced(self, state: State) -> State:
        """`state` with this term's hard condition made exact, at the end of a solve; most terms have none."""
        return state
