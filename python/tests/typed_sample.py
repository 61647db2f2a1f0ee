"""What a program with type annotations writes: mypy --strict accepts it (test_types.py)."""

import graphblas_gpu as gg
import numpy as np


def closest(graph: gg.Matrix, source: int) -> list[int]:
    """The vertices in the order of their distance."""
    paths = gg.algorithms.shortest_path(graph, source, parents=False)
    return [int(v) for v in np.argsort(paths.distances)]


def two_steps(graph: gg.Matrix) -> gg.Matrix:
    """The ends of paths of two edges that are no edges."""
    product: gg.Expression[gg.Matrix] = graph.mxm(graph.T, "any_pair")
    return product.new(mask=~graph.S)


edges = gg.Matrix.from_coo([0, 1], [1, 2], 1.5, shape=(3, 3))
ranks: gg.Vector = gg.Vector.from_dense(gg.algorithms.pagerank(edges).ranks)
step: gg.Vector = edges.mxv(ranks, gg.semiring.min_plus).new("float64")
nvals: int = two_steps(edges).nvals + len(closest(edges, 0)) + edges.shape[0]
with gg.context(threads=2) as ctx:
    engine: str = ctx.engine
try:
    edges.mxm(step.diag()).new()
except gg.errors.DimensionMismatch as refused:
    code: str = refused.code
