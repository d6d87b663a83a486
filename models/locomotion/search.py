"""Exact nearest frames in feature space: by matrix products, or by a tree where there are few dimensions.

In 27 dimensions a tree loses against matrix products at every size (8 against 16 microseconds for 50 rows, 17 against
63 for 4,000, `python -m benchmarks locomotion`), because almost every branch has to be visited. Both give the
same frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import cKDTree

from models.errors import ShapeError

__all__ = ["TREE_DIMENSIONS", "Search"]

Array32 = NDArray[np.float32]
IntArray = NDArray[np.intp]

TREE_DIMENSIONS, _TREE_ROWS = 4, 2000
"""Up to so many dimensions, and from so many rows on, a tree is the faster way."""

_ROWS_AT_ONCE = 32  # queries: bounds the table of distances to some 20 MB for 150,000 frames


class Search:
    """Rows of features to be searched.

    Args:
        rows: (F, D) float32; kept, not copied.
        method: "matrix", "tree", or None for the faster one by dimensions and size.
    """

    def __init__(self, rows: Array32, method: str | None = None) -> None:
        self.rows = np.ascontiguousarray(rows, dtype=np.float32)
        if self.rows.ndim != 2 or len(self.rows) == 0:
            raise ShapeError(f"a search needs rows (F, D), at least one, got {self.rows.shape}")
        self.method = method or self._faster()
        self._squares = np.einsum("fd,fd->f", self.rows, self.rows)
        self._tree = cKDTree(self.rows) if self.method == "tree" else None

    def _faster(self) -> str:
        few = self.rows.shape[1] <= TREE_DIMENSIONS and len(self.rows) >= _TREE_ROWS
        return "tree" if few else "matrix"

    def nearest(self, queries: ArrayLike) -> tuple[IntArray, NDArray[np.float64]]:
        """Row (Q,) nearest to each query (Q, D), and its distance (Q,)."""
        asked = np.asarray(queries, dtype=np.float32)
        if self._tree is not None:
            found = np.asarray(self._tree.query(asked)[1], dtype=np.intp)
        else:
            parts = [self.costs(asked[n : n + _ROWS_AT_ONCE]) for n in range(0, len(asked), _ROWS_AT_ONCE)]
            found = np.concatenate([part.argmin(axis=1) for part in parts]) if parts else np.zeros(0, dtype=np.intp)
        # Distances of the rows found, not from the squares: those lose all digits where a query is a row.
        return found, np.linalg.norm(asked.astype(np.float64) - self.rows[found], axis=-1)

    def costs(self, queries: ArrayLike) -> Array32:
        """(Q, F) squared distances of queries (Q, D), less the queries' own squares."""
        table: Array32 = np.asarray(queries, dtype=np.float32) @ self.rows.T
        table *= -2.0
        table += self._squares
        return table

    def best_of_runs(self, costs: Array32, run: int, count: int) -> IntArray:
        """(Q, count) rows of least cost, at most one of each `run` neighbouring rows: neighbours are all alike."""
        n_queries, n_rows = costs.shape
        n_runs = -(-n_rows // run)
        padded = np.full((n_queries, n_runs * run), np.inf, dtype=np.float32)
        padded[:, :n_rows] = costs
        blocks = padded.reshape(n_queries, n_runs, run)
        inside = blocks.argmin(axis=-1)
        least = np.take_along_axis(blocks, inside[..., None], axis=-1)[..., 0]
        count = min(count, n_runs)
        chosen = np.sort(np.argpartition(least, count - 1, axis=1)[:, :count], axis=1)
        rows = chosen * run + np.take_along_axis(inside, chosen, axis=1)
        return np.minimum(rows, n_rows - 1).astype(np.intp)
