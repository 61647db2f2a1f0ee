"""Centralities, similarities of pairs, communities and paths; algorithms.py has the rules for all. Definitions are those of
NetworkX. `weight`: the values are weights or lengths of edges, in float64; otherwise each edge counts 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from .containers import Matrix
from .conversions import index_array

if TYPE_CHECKING:
    import numpy as np

Array = Any  # numpy.ndarray, which is imported only where needed


class Centrality(NamedTuple):
    """values: float64 for every vertex; iterations; residual: the sum of the changes of the last round."""

    values: np.ndarray[Any, np.dtype[np.float64]]
    iterations: int
    residual: float


class Hits(NamedTuple):
    """hubs and authorities: float64 for every vertex; iterations; residual: of the hubs."""

    hubs: np.ndarray[Any, np.dtype[np.float64]]
    authorities: np.ndarray[Any, np.dtype[np.float64]]
    iterations: int
    residual: float


def _graph(A: Any, weight: bool = False) -> Matrix:
    from .algorithms import as_graph

    return as_graph(A).dup("float64") if weight else as_graph(A)


def _vertices(vertices: Any) -> Any:
    return None if vertices is None else index_array(vertices)


def _floats(numbers: Any) -> Any:
    import numpy as np

    return None if numbers is None else np.ascontiguousarray(numbers, np.float64)


def closeness_centrality(A: Any, vertices: Any = None, *, weight: bool = False, wf_improved: bool = True) -> Array:
    """For each of the vertices (default: all) (r - 1) / (the sum of the distances from the r vertices that reach it), float64,
    times (r - 1) / (n - 1) if `wf_improved`. 64 searches at a time, each O(entries + n) a level at most."""
    return _core.closeness_centrality(_graph(A, weight), _vertices(vertices), wf_improved, weight)


def harmonic_centrality(A: Any, vertices: Any = None, *, weight: bool = False) -> Array:
    """For each of the vertices (default: all) the sum of 1 / distance over the vertices that reach it, float64."""
    return _core.harmonic_centrality(_graph(A, weight), _vertices(vertices), weight)


def eccentricity(A: Any, vertices: Any = None, *, weight: bool = False) -> Array:
    """For each of the vertices (default: all) the largest distance to any vertex, float64; infinity if it does not reach all. The
    largest is the diameter, the smallest the radius."""
    return _core.eccentricity(_graph(A, weight), _vertices(vertices), weight)


def average_shortest_path_length(A: Any, *, weight: bool = False) -> float:
    """The average distance over all pairs of different vertices; infinity if one does not reach another."""
    return _core.average_shortest_path_length(_graph(A, weight), weight)


def path_between(A: Any, source: int, target: int, *, weight: bool = False) -> tuple[Any, Array]:
    """(length, int64 vertices) of a shortest path; no vertices if there is none. The search ends when it is known, and runs from
    both ends if A is symmetric. int64 lengths are added up exactly. Raises InvalidValue for a length below 0."""
    A = _graph(A)
    if weight and A.type.name != "int64":
        A = A.dup("float64")
    return _core.path_between(A, int(source), int(target), weight)


def edge_betweenness_centrality(A: Any, sources: Any = None, *, normalized: bool = False) -> Matrix:
    """A matrix with the structure of A whose entry (i, j) is the sum of the shares of the shortest paths along the edge, over all
    `sources` (default: all vertices) and all targets. Both entries of an undirected edge belong together, and each pair counts
    twice. `normalized`: divided by n (n - 1)."""
    out = Matrix._blank()
    _core.edge_betweenness_centrality(out, _graph(A), _vertices(sources), normalized)
    return out


def eigenvector_centrality(
    A: Any, *, weight: bool = False, start: Any = None, tol: float = 1e-6, max_iter: int = 1000
) -> Centrality:
    """The eigenvector of the transpose for its largest eigenvalue, of length 1, by rounds that begin with `start` (n numbers;
    default: all equal) and end when the sum of all changes is at most `tol`. Raises NotConverged."""
    return Centrality(*_core.eigenvector_centrality(_graph(A, weight), weight, tol, max_iter, _floats(start)))


def katz_centrality(
    A: Any,
    alpha: float = 0.1,
    beta: Any = 1.0,
    *,
    weight: bool = False,
    normalized: bool = True,
    start: Any = None,
    tol: float = 1e-6,
    max_iter: int = 1000,
) -> Centrality:
    """The solution x of x = alpha A' x + beta; beta is a number or n numbers. `normalized`: divided by its length. Raises
    NotConverged, as it does if alpha is not less than the inverse of the largest eigenvalue."""
    import numpy as np

    A = _graph(A, weight)
    own = np.full(A.nrows, float(beta)) if np.ndim(beta) == 0 else _floats(beta)
    return Centrality(*_core.katz_centrality(A, alpha, own, weight, normalized, tol, max_iter, _floats(start)))


def hits(
    A: Any, *, weight: bool = False, normalized: bool = True, start: Any = None, tol: float = 1e-8, max_iter: int = 1000
) -> Hits:
    """Hubs and authorities. `normalized`: each adds up to 1, otherwise the largest is 1. Raises NotConverged."""
    return Hits(*_core.hits(_graph(A, weight), weight, normalized, tol, max_iter, _floats(start)))


def pair_similarity(A: Any, pairs: Any, similarity: str = "jaccard") -> Matrix:
    """A matrix with the structure of the matrix `pairs` whose entry (i, j) is the similarity of the rows i and j of A:
    common_neighbors, jaccard, cosine, adamic_adar, resource_allocation or preferential_attachment."""
    out = Matrix._blank()
    _core.pair_similarity(out, _graph(A), _graph(pairs), similarity)
    return out


def louvain(
    A: Any, *, weight: bool = False, resolution: float = 1.0, tol: float = 1e-7
) -> tuple[int, Array, float]:
    """(the number of communities, int64 labels, modularity) by the Louvain method, the same in every run. The label of a vertex is
    the smallest vertex of its community."""
    return _core.louvain(_graph(A, weight), weight, resolution, tol)


def modularity(A: Any, labels: Any, *, weight: bool = False, resolution: float = 1.0) -> float:
    """The modularity of the communities of vertices with the same label, which is a number from 0 to n - 1."""
    return _core.modularity(_graph(A, weight), index_array(labels), weight, resolution)
