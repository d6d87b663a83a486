"""The 6, 16 and 28-point networks at run time: from any set points to all 43."""

from models.completion.completion import WEIGHTS_VARIABLE, Completion, default_weights
from models.completion.network import Network, expected_metadata
from models.completion.regions import point_levels

__all__ = ["WEIGHTS_VARIABLE", "Completion", "Network", "default_weights", "expected_metadata", "point_levels"]
