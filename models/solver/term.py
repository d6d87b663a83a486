"""What a solver term is: a residual, its Jacobian, and how both enter the solver's model of the cost."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from models.solver.quadratic import QuadraticModel
from models.solver.state import State

__all__ = ["Term"]

Array = NDArray[np.float64]


class Term(ABC):
    """One wish about the pose. The solver minimises half the sum of squares of all residuals.

    A term holds data only: it is never changed by a solve and serves any number of them.
    """

    @abstractmethod
    def residual(self, state: State) -> Array:
        """(M,) what is to become zero, weighted."""

    @abstractmethod
    def jacobian(self, state: State) -> Array:
        """(M, N) its derivative by the step of `State.moved`, at step zero."""

    def add_to(self, model: QuadraticModel) -> None:
        """Add this term to the model at `model.state`. Overridden where structure makes that faster or better."""
        model.add_rows(self.residual(model.state), self.jacobian(model.state))

    def enforced(self, state: State) -> State:
        """`state` with this term's hard condition made exact, at the end of a solve; most terms have none."""
        return state
