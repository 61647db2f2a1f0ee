"""The graph of the NetworkX backend, and its conversions.

A conversion reads the structure at once and the values of an edge attribute when a function first asks for them. Both stay with
the graph. The graph of NetworkX that it was made from is kept, so that functions which return graphs have its attributes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from ..containers import Matrix

#: NetworkX's own classes. A class derived from one of them may give its neighbours another meaning (AntiGraph does).
plain_classes = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)

#: Below this all integers are exact in float64 too.
exact_bound = 2**53


def why_not_plain(G: Any) -> str | None:
    """Why a graph of NetworkX cannot be converted, or None. A view looks its neighbours up in another graph."""
    if type(G) not in plain_classes:
        return f"{type(G).__name__} is no class of NetworkX's own"
    if type(G._adj) is not dict or type(G._node) is not dict or hasattr(G, "_graph"):
        return "the graph is a view of another one"
    return None


class Weights(NamedTuple):
    """The values of an edge attribute, one for each entry: int64 or float64. `are_alike`: all are of one type."""

    values: np.ndarray[Any, np.dtype[Any]]
    are_alike: bool


class Graph:
    """A graph whose nodes are numbered in their order, with an entry (row, column) for each pair of neighbours."""

    __networkx_backend__ = "graphblas_gpu"

    def __init__(self, nodes: Any, rows: Any, columns: Any, *, directed: bool, source: Any = None) -> None:
        self.nodes = list(nodes)
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.rows = np.asarray(rows, np.int64)
        self.columns = np.asarray(columns, np.int64)
        self.source = source
        self._directed = directed
        self._matrices: dict[Any, Matrix] = {}
        self._weights: dict[Any, Weights] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.numbers
        except TypeError:
            return False

    def __repr__(self) -> str:
        kind = "directed" if self._directed else "undirected"
        return f"<graphblas_gpu graph, {kind}, {len(self)} nodes, {self.number_of_edges()} edges>"

    def is_directed(self) -> bool:
        return self._directed

    def is_multigraph(self) -> bool:
        return self.source is not None and self.source.is_multigraph()

    def number_of_nodes(self) -> int:
        return len(self.nodes)

    def number_of_edges(self) -> int:
        """Parallel edges count once."""
        return len(self.rows) if self._directed else len(self.edge_entries())

    def has_self_loops(self) -> bool:
        return bool((self.rows == self.columns).any())

    def edge_entries(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The numbers of the entries that G.edges lists, in its order: of an undirected graph one for each edge."""
        return np.arange(len(self.rows)) if self._directed else np.flatnonzero(self.rows <= self.columns)

    def structure(self, *, backwards: bool = False) -> Matrix:
        """The adjacency matrix, or its transpose."""
        return self._matrix(None, backwards, lambda: None)

    def weights(self, attribute: str | None, parallel: str = "min") -> Weights:
        """The values of an edge attribute, 1 where an edge has none; of parallel edges the smallest or the sum. Raises
        NotImplementedError if they are not all int or float, or NaN, infinite or 2^53 or more."""
        key = (attribute, parallel)
        if key not in self._weights:
            self._weights[key] = self._read_weights(attribute, parallel)
        return self._weights[key]

    def lengths(
        self, attribute: str | None, *, backwards: bool = False, bound: int = 2**63
    ) -> tuple[Matrix, bool]:
        """The adjacency matrix with the values of an attribute, all int or all float, and whether they are float. Raises
        NotImplementedError as weights(), for values of both types (results are of both types then), and where a sum of int
        lengths may reach `bound`."""
        values, are_alike = self.weights(attribute)
        if not are_alike:
            raise NotImplementedError("some lengths are int and some float")
        self.check_sums(attribute, bound)
        return self._matrix(("lengths", attribute), backwards, lambda: values), values.dtype == np.float64

    def check_sums(self, attribute: str | None, bound: int = 2**63) -> None:
        """Raises NotImplementedError if a sum of int values along a walk may reach `bound`. A search adds up fewer than 2 n + 2
        of them."""
        values = self.weights(attribute).values
        if values.dtype == np.int64 and len(values) and int(abs(values).max()) * (2 * len(self) + 2) >= bound:
            raise NotImplementedError(f"sums of values of {attribute!r} may be too large")

    def weight_matrix(self, attribute: str | None) -> Matrix:
        """The adjacency matrix with the values of an attribute in float64; parallel edges are added up."""
        return self._matrix(
            ("weights", attribute), False, lambda: self.weights(attribute, "sum").values.astype(np.float64)
        )

    def matrix_of(self, values: Any) -> Matrix:
        """The adjacency matrix with a value for each entry."""
        n = len(self)
        return Matrix.from_coo(self.rows, self.columns, values, shape=(n, n))

    def _matrix(self, key: Any, backwards: bool, values: Any) -> Matrix:
        found = self._matrices.get((key, False))
        if found is None:
            found = self._matrices[key, False] = self.matrix_of(values())
        if not (backwards and self._directed):
            return found
        if (key, True) not in self._matrices:
            self._matrices[key, True] = found.T.new()
        return self._matrices[key, True]

    def _read_weights(self, attribute: str | None, parallel: str) -> Weights:
        if attribute is None or self.source is None:
            if parallel == "sum" and self.source is not None and self.source.is_multigraph():
                edges = chain.from_iterable(self.source._adj[node].values() for node in self.nodes)
                return Weights(np.fromiter(map(len, edges), np.int64, len(self.rows)), True)
            return Weights(np.ones(len(self.rows), np.int64), True)
        neighbours = [self.source._adj[node].values() for node in self.nodes]
        found: list[Any]
        if self.source.is_multigraph():
            together = min if parallel == "min" else sum
            of_pairs = [[d.get(attribute, 1) for d in edges.values()] for edges in chain.from_iterable(neighbours)]
            types = set(map(type, chain.from_iterable(of_pairs)))
            if not types <= {int, float}:
                raise NotImplementedError(f"some values of {attribute!r} are neither int nor float")
            found = [together(values) for values in of_pairs]
        else:
            found = [d.get(attribute, 1) for d in chain.from_iterable(neighbours)]
            types = set(map(type, found))
            if not types <= {int, float}:
                raise NotImplementedError(f"some values of {attribute!r} are neither int nor float")
        try:
            values = np.array(found, np.int64 if types <= {int} else np.float64)
        except OverflowError:
            raise NotImplementedError(f"some values of {attribute!r} are too large") from None
        if not ((values > -exact_bound) & (values < exact_bound)).all():
            raise NotImplementedError(f"some values of {attribute!r} are not finite, or too large")
        return Weights(values, len(types) <= 1)


def lengths_of_dijkstra(G: Graph, weight: str | None, bound: int = 2**63) -> tuple[Matrix, bool]:
    """As Graph.lengths; raises NotImplementedError for a length below 0, too."""
    if (G.weights(weight).values < 0).any():
        raise NotImplementedError("a length is negative")
    return G.lengths(weight, bound=bound)


def from_networkx(G: nx.Graph, **_: Any) -> Graph:
    """A graph of NetworkX as one of this backend, which must not change afterwards. Raises NotImplementedError for views and for
    classes that are not NetworkX's own. O(nodes + edges), about 0.6 us an edge."""
    if (reason := why_not_plain(G)) is not None:
        raise NotImplementedError(reason)
    # A graph that was converted for a call with another attribute serves here too; NetworkX forgets both when G changes.
    if nx.config.cache_converted_graphs:
        for known in (G.__networkx_cache__ or {}).get("backends", {}).get("graphblas_gpu", {}).values():
            if isinstance(known, Graph):
                return known
    nodes = list(G._node)
    numbers = {node: number for number, node in enumerate(nodes)}
    neighbours = [G._adj[node] for node in nodes]
    degrees = np.fromiter(map(len, neighbours), np.int64, len(nodes))
    rows = np.repeat(np.arange(len(nodes)), degrees)
    columns = np.fromiter(map(numbers.__getitem__, chain.from_iterable(neighbours)), np.int64, len(rows))
    return Graph(nodes, rows, columns, directed=G.is_directed(), source=G)


def to_networkx(result: Any, **_: Any) -> Any:
    """The graph of NetworkX that a graph of this backend was made from, or one with the same nodes and edges. Anything else is
    returned as it is."""
    if not isinstance(result, Graph):
        return result
    if result.source is not None:
        return result.source
    G = nx.DiGraph() if result.is_directed() else nx.Graph()
    G.add_nodes_from(result.nodes)
    edges = result.edge_entries()
    of = result.nodes.__getitem__
    G.add_edges_from(zip(map(of, result.rows[edges].tolist()), map(of, result.columns[edges].tolist())))
    return G
