"""Graph algorithms. A graph is a square matrix (a Matrix, or a sparse matrix of SciPy, which is read in place): an entry (i, j) is
the edge from vertex i to vertex j, and an undirected graph has both directions. Vertices are 0 .. n - 1. Results are arrays of
NumPy with a number for each vertex, or matrices. Names are those of NetworkX or scipy.sparse.csgraph where they have one.

All raise DimensionMismatch for a matrix that is not square, and InvalidIndex for a source that is no vertex. Answers do not
depend on the number of threads. Ctrl-C ends a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from .containers import Matrix, Vector
from .conversions import index_array, is_number, is_scipy_sparse
from .operations import TransposedMatrix
from .measures import (
    Centrality as Centrality,
    Hits as Hits,
    average_shortest_path_length as average_shortest_path_length,
    closeness_centrality as closeness_centrality,
    eccentricity as eccentricity,
    edge_betweenness_centrality as edge_betweenness_centrality,
    eigenvector_centrality as eigenvector_centrality,
    harmonic_centrality as harmonic_centrality,
    hits as hits,
    katz_centrality as katz_centrality,
    louvain as louvain,
    modularity as modularity,
    pair_similarity as pair_similarity,
    path_between as path_between,
)

if TYPE_CHECKING:
    import numpy as np

Array = Any  # numpy.ndarray, which is imported only where needed


class Search(NamedTuple):
    """levels: the number of edges from the source, int32, -1 where not reached. parents: the previous vertex, int64; the source
    is its own parent, -1 where not reached; None if not asked for. For several sources a row each."""

    levels: np.ndarray[Any, np.dtype[np.int32]]
    parents: np.ndarray[Any, np.dtype[np.int64]] | None


class Paths(NamedTuple):
    """distances: in the type of the weights; infinity, or the largest integer, where not reached. parents: as in Search."""

    distances: np.ndarray[Any, np.dtype[Any]]
    parents: np.ndarray[Any, np.dtype[np.int64]] | None

    def path(self, to: int, source: int = 0) -> list[int]:
        """The vertices of the path to `to` from source number `source`; empty if there is none. Raises ValueError without
        parents."""
        if self.parents is None:
            raise ValueError("path: the parents were not asked for")
        parents = self.parents if self.parents.ndim == 1 else self.parents[source]
        if parents[to] < 0:
            return []
        found = [to]
        while (before := int(parents[found[-1]])) != found[-1]:
            found.append(before)
        return found[::-1]


class PageRank(NamedTuple):
    """ranks: float64; iterations; residual: the sum of the changes of the last round (above `tol` if the rounds did not
    suffice)."""

    ranks: np.ndarray[Any, np.dtype[np.float64]]
    iterations: int
    residual: float


class Forest(NamedTuple):
    """edges: a matrix with both directions of every edge; total: the sum of their weights; components: the number of trees."""

    edges: Matrix
    total: float
    components: int


class Truss(NamedTuple):
    """edges: a symmetric matrix, whose values are the numbers of triangles of the truss that contain the edge; k."""

    edges: Matrix
    k: int


def as_graph(A: Any) -> Matrix:
    """A matrix of what the algorithms take. One of SciPy is read in place and not frozen: it must not change during the call."""
    if isinstance(A, Matrix):
        return A
    if isinstance(A, TransposedMatrix):
        return A.new()
    if is_scipy_sparse(A):
        if A.format != "csr" or not A.has_canonical_format:
            A = A.tocsr(copy=True)
            A.sum_duplicates()
        return Matrix.from_csr(A.indptr, A.indices, A.data, shape=A.shape)
    raise TypeError(f"a graph is a Matrix or a sparse matrix of SciPy, and not {type(A).__name__}")


def _cast(A: Matrix, to: dict[str, str]) -> Matrix:
    """A matrix with values of a type that the library has compiled the algorithm for."""
    wanted = to.get(A.type.name, A.type.name)
    return A if wanted == A.type.name else A.dup(wanted)


_lengths = {
    **dict.fromkeys(("structure", "bool", "int8", "int16", "uint8", "uint16"), "int32"),
    **dict.fromkeys(("uint32",), "int64"),
    "uint64": "float64",
}
_int64_or_float64 = {
    **dict.fromkeys(("structure", "bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"), "int64"),
    **dict.fromkeys(("uint64", "float32"), "float64"),
}


def triangle_count(A: Any) -> int:
    """The number of triangles of an undirected graph. Raises InvalidValue if A is not symmetric or has a self loop."""
    return _core.triangle_count(as_graph(A))


def bfs(A: Any, source: Any, *, parents: bool = True, max_level: int = 2**31 - 1) -> Search:
    """Breadth-first search from one source, or from each of a list. The parent is the smallest vertex of the level before.
    O(entries + n) a source; up to 64 sources are searched at once."""
    A = as_graph(A)
    if not is_number(source):
        source = index_array(source)
    return Search(*_core.bfs(A, source, parents, max_level))


def shortest_path(A: Any, source: Any = None, *, sources: Any = None, parents: bool = True) -> Paths:
    """Shortest paths from one source, or from each of `sources`, by the values as lengths: int32, int64, float32 or float64;
    smaller integers become int32, uint64 float64, and structure alone has length 1. Negative lengths are allowed. Raises
    InvalidValue for NaN, infinite lengths and cycles of negative length, and if a distance does not fit the type."""
    A = _cast(as_graph(A), _lengths)
    if (source is None) == (sources is None):
        raise TypeError("shortest_path: either source or sources")
    start = int(source) if sources is None else index_array(sources)
    return Paths(*_core.shortest_path(A, start, parents))


def connected_components(A: Any, *, directed: bool = False, connection: str = "weak") -> tuple[int, Array]:
    """(the number of components, int64 labels), as scipy.sparse.csgraph. Edges count in both directions, unless `directed` with
    connection="strong". The label of a vertex is the smallest vertex of its component."""
    if directed and connection == "strong":
        return strongly_connected_components(A)
    if connection not in ("weak", "strong"):
        raise ValueError(f"connected_components: connection {connection!r} is neither 'weak' nor 'strong'")
    return _core.connected_components(as_graph(A))


def strongly_connected_components(A: Any) -> tuple[int, Array]:
    """(the number of strong components, int64 labels): the label is the smallest vertex of the component."""
    return _core.strongly_connected_components(as_graph(A))


def pagerank(
    A: Any,
    *,
    weight: bool = False,
    personalization: Any = None,
    start: Any = None,
    damping: float = 0.85,
    tol: float = 1e-6,
    max_iter: int = 100,
    dangling: Any = "spread",
) -> PageRank:
    """PageRank. `weight`: the values are weights of the edges. `personalization`: n numbers, whose shares replace 1 / n.
    `start`: n numbers to begin with. Rounds end when the sum of all changes is at most `tol`. `dangling`: the rank of a vertex
    without outgoing edges is "spread" over all (by `personalization`, if given), or by the shares of n numbers, or "dropped" (GAP
    benchmark suite). Raises InvalidValue for options outside
    their ranges, and for negative or infinite numbers."""
    if isinstance(dangling, str) and dangling not in ("spread", "dropped"):
        raise ValueError(f"pagerank: dangling {dangling!r} is neither 'spread' nor 'dropped'")
    A = as_graph(A)
    if weight:
        A = A.dup("float64")
    shares, first = _floats(personalization), _floats(start)
    goals = None if isinstance(dangling, str) else _floats(dangling)
    return PageRank(*_core.page_rank(A, damping, tol, max_iter, weight, shares, first, goals, goals is None and dangling == "dropped"))


def _floats(numbers: Any) -> Any:
    import numpy as np

    return None if numbers is None else np.ascontiguousarray(numbers, np.float64)


def betweenness_centrality(A: Any, sources: Any = None, *, weight: bool = False, normalized: bool = False) -> Array:
    """For every vertex the sum of the shares of the shortest paths over it, over all `sources` (default: all vertices) and all
    targets, float64. Of an undirected graph each pair counts twice. `weight`: values are lengths, positive and finite.
    `normalized`: divided by the number of pairs. O(entries + n) a source."""
    A = _cast(as_graph(A), _int64_or_float64) if weight else as_graph(A)
    return _core.betweenness_centrality(A, None if sources is None else index_array(sources), weight, normalized)


def core_number(A: Any) -> Array:
    """The core number of every vertex of an undirected graph, int64. Self loops are ignored."""
    return _core.core_number(as_graph(A))


def k_truss(A: Any, k: int | None = None) -> Truss:
    """The k-truss of an undirected graph, or the one of the largest k: the edges that are in k - 2 triangles of it. Self loops
    are ignored. Raises InvalidValue for k below 2."""
    if k is not None and k < 2:
        from .errors import InvalidValue

        raise InvalidValue(f"k_truss: k is {k}; a truss has k >= 2")
    out = Matrix._blank()
    found = _core.k_truss(out, as_graph(A), k or 0)
    return Truss(out, found)


def clustering(A: Any, *, directed: bool = False) -> Array:
    """The local clustering coefficient of every vertex, float64: the share of the pairs of its neighbours that are neighbours.
    `directed`: as LDBC Graphalytics defines it."""
    return _core.local_clustering(as_graph(A), directed)[0]


def triangles(A: Any) -> Array:
    """The number of triangles at every vertex of an undirected graph, int64. Self loops are ignored."""
    return _core.local_clustering(as_graph(A), False)[1]


def jaccard(A: Any) -> Matrix:
    """A matrix with the structure of A whose entry (i, j) is the similarity of the rows i and j: the number of common columns
    divided by the number of columns of either."""
    out = Matrix._blank()
    _core.jaccard(out, as_graph(A))
    return out


def label_propagation(A: Any, *, max_rounds: int = 100, counts_itself: bool = True) -> tuple[int, Array]:
    """(the number of communities, int64 labels): every vertex takes the most frequent label among its neighbours and itself,
    the smallest of several, until none changes. The same in every run."""
    communities, labels, _ = _core.label_propagation(as_graph(A), max_rounds, counts_itself)
    return communities, labels


def markov_clustering(A: Any, *, inflation: int = 2, weight: bool = False) -> tuple[int, Array]:
    """(the number of clusters, int64 labels) of the Markov cluster process; `weight`: values are weights."""
    A = as_graph(A)
    return _core.markov_clustering(A.dup("float64") if weight else A, inflation, weight)


def maximal_independent_set(A: Any, *, seed: int = 0) -> Array:
    """The vertices, ascending int64, of a set in which no two are neighbours and that no vertex can be added to."""
    import numpy as np

    out = Vector._blank()
    _core.maximal_independent_set(out, as_graph(A), seed)
    return out.indices.astype(np.int64)


def minimum_spanning_forest(A: Any) -> Forest:
    """The forest of least weight of an undirected graph, by int64 or float64 values (others are cast). Of edges of equal weight
    that of the smaller vertices is taken. An explicit zero is an edge of weight 0. Raises InvalidValue if A is not symmetric."""
    out = Matrix._blank()
    total, components = _core.minimum_spanning_forest(out, _cast(as_graph(A), _int64_or_float64))
    return Forest(out, total, components)


def vertex_order(A: Any, by: str = "rcm") -> Array:
    """An order of the vertices, int64, for Matrix.permute: by "degree" (descending), "rcm" (small bandwidth) or "jaccard" (dense
    tiles)."""
    return _core.vertex_order(as_graph(A), by)
