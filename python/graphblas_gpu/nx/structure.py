"""Components, triangles, cores, trusses and spanning forests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms
from ..containers import Matrix
from .graph import Graph
from .registry import is_attribute, is_node, is_selection, selected, serves


def _is_directed(G: Any, **_: Any) -> Any:
    return G.is_directed()


def _is_undirected(G: Any, **_: Any) -> Any:
    return not G.is_directed()


def _no_simple_graph(G: Any, **_: Any) -> Any:
    return G.is_directed() or G.is_multigraph()


def _components(G: Graph) -> Iterator[set[Any]]:
    """The sets in the order of their first nodes, which are their labels."""
    labels = algorithms.connected_components(G.structure())[1]
    order = np.argsort(labels, kind="stable")
    bounds = np.flatnonzero(np.diff(labels[order], prepend=-1)).tolist()
    members = [G.nodes[v] for v in order.tolist()]
    return (set(members[first:last]) for first, last in zip(bounds, [*bounds[1:], len(members)]))


@serves(refuses=_is_directed)
def connected_components(G: Graph) -> Iterator[set[Any]]:
    return _components(G)


@serves(refuses=_is_undirected)
def weakly_connected_components(G: Graph) -> Iterator[set[Any]]:
    return _components(G)


def _number(G: Graph) -> int:
    return algorithms.connected_components(G.structure())[0]


@serves(refuses=_is_directed)
def number_connected_components(G: Graph) -> int:
    return _number(G)


@serves(refuses=_is_undirected)
def number_weakly_connected_components(G: Graph) -> int:
    return _number(G)


@serves(refuses=lambda G: _is_directed(G) or len(G) == 0)
def is_connected(G: Graph) -> bool:
    return _number(G) == 1


@serves(refuses=lambda G: _is_undirected(G) or len(G) == 0)
def is_weakly_connected(G: Graph) -> bool:
    return _number(G) == 1


@serves(refuses=lambda G, n: _is_directed(G) or not is_node(G, n))
def node_connected_component(G: Graph, n: Any) -> set[Any]:
    labels = algorithms.connected_components(G.structure())[1]
    return {G.nodes[v] for v in np.flatnonzero(labels == labels[G.numbers[n]]).tolist()}


@serves(refuses=_is_undirected)
def number_strongly_connected_components(G: Graph) -> int:
    return algorithms.strongly_connected_components(G.structure())[0]


@serves(refuses=lambda G: _is_undirected(G) or len(G) == 0)
def is_strongly_connected(G: Graph) -> bool:
    return algorithms.strongly_connected_components(G.structure())[0] == 1


# ---- triangles


def _triangles_and_degrees(G: Graph) -> tuple[list[int], list[int]]:
    """Of each node; self loops do not count."""
    degrees = np.bincount(G.rows[G.rows != G.columns], minlength=len(G))
    return algorithms.triangles(G.structure()).tolist(), degrees.tolist()


@serves(refuses=lambda G, nodes: _no_simple_graph(G) or not is_selection(G, nodes), pays=True)
def triangles(G: Graph, nodes: Any = None) -> Any:
    found, _ = _triangles_and_degrees(G)
    return selected(G, nodes, lambda node: found[G.numbers[node]])


def _coefficients(G: Graph, nodes: Any) -> Any:
    found, degrees = _triangles_and_degrees(G)

    def coefficient(node: Any) -> Any:
        v = G.numbers[node]
        return 2 * found[v] / (degrees[v] * (degrees[v] - 1)) if found[v] else 0

    return selected(G, nodes, coefficient)


def _refuses_clustering(G: Any, nodes: Any, weight: Any, **_: Any) -> bool:
    return _no_simple_graph(G) or not is_selection(G, nodes) or weight is not None


@serves(refuses=_refuses_clustering, pays=True)
def clustering(G: Graph, nodes: Any = None, weight: Any = None) -> Any:
    return _coefficients(G, nodes)


@serves(
    refuses=lambda G, nodes, weight, count_zeros: _refuses_clustering(G, nodes, weight)
    or is_node(G, nodes)
    or len(G if nodes is None else nodes) == 0,
    pays=True,
)
def average_clustering(G: Graph, nodes: Any = None, weight: Any = None, count_zeros: bool = True) -> Any:
    values = [x for x in _coefficients(G, nodes).values() if count_zeros or x > 0]
    return sum(values) / len(values)


@serves(refuses=_no_simple_graph, pays=True)
def transitivity(G: Graph) -> Any:
    found, degrees = _triangles_and_degrees(G)
    closed = 2 * sum(found)
    return closed / sum(d * (d - 1) for d in degrees) if closed else 0


# ---- cores and trusses


def _without_self_loops(G: Graph) -> Graph:
    if G.has_self_loops():
        raise NotImplementedError("NetworkX raises for self loops")
    return G


@serves(refuses=_no_simple_graph, pays=True)
def core_number(G: Graph) -> dict[Any, int]:
    return dict(zip(G.nodes, algorithms.core_number(_without_self_loops(G).structure()).tolist()))


@serves(refuses=lambda G, k: _no_simple_graph(G) or type(k) is not int or not 2 <= k < 2**31, pays=True)
def k_truss(G: Graph, k: int) -> nx.Graph:
    rows, columns, _ = algorithms.k_truss(_without_self_loops(G).structure(), k).edges.to_coo()
    n = len(G)
    stays = np.isin(G.rows * n + G.columns, rows * n + columns)
    H = nx.Graph()
    of = G.nodes.__getitem__
    H.add_nodes_from(map(of, np.flatnonzero(np.bincount(G.rows[stays], minlength=n)).tolist()))
    H.add_edges_from(zip(map(of, G.rows[stays].tolist()), map(of, G.columns[stays].tolist())))
    if G.source is not None:
        H.graph.update(G.source.graph)
        for node, neighbours in H._adj.items():
            H._node[node].update(G.source._node[node])
            for other, data in neighbours.items():
                data.update(G.source._adj[node][other])
    return H


# ---- spanning forests


def _refuses_kruskal(G: Any, weight: Any, ignore_nan: Any, **_: Any) -> bool:
    return _no_simple_graph(G) or not isinstance(weight, str) or bool(ignore_nan)


def _kruskal(G: Graph, minimum: bool, weight: str, data: bool) -> Iterator[tuple[Any, ...]]:
    """Kruskal's algorithm takes edges of equal weight in the order of G.edges. With the places of the edges in this order as
    weights there is one forest only, and it is the same. Self loops are in no forest."""
    edges = G.edge_entries()
    edges = edges[G.rows[edges] != G.columns[edges]]
    values = G.weights(weight).values[edges]
    order = np.argsort(values if minimum else -values, kind="stable")
    tails, heads, n = G.rows[edges][order], G.columns[edges][order], len(G)
    places = np.arange(len(edges))
    both = [np.concatenate(pair) for pair in ((tails, heads), (heads, tails), (places, places))]
    forest = algorithms.minimum_spanning_forest(Matrix.from_coo(*both, shape=(n, n))).edges
    taken = np.unique(forest.to_coo()[2])
    of = G.nodes.__getitem__
    pairs = zip(map(of, tails[taken].tolist()), map(of, heads[taken].tolist()))
    if not data:
        return pairs
    return ((u, v, {} if G.source is None else G.source._adj[u][v]) for u, v in pairs)


@serves(
    refuses=lambda G, minimum, weight, keys, data, ignore_nan, partition: partition is not None
    or _refuses_kruskal(G, weight, ignore_nan),
    pays=True,
)
def kruskal_mst_edges(
    G: Graph,
    minimum: bool,
    weight: str = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
    partition: Any = None,
) -> Iterator[tuple[Any, ...]]:
    return _kruskal(G, minimum, weight, data)


def _refuses_spanning_edges(G: Any, algorithm: Any, weight: Any, keys: Any, data: Any, ignore_nan: Any) -> bool:
    return algorithm != "kruskal" or _refuses_kruskal(G, weight, ignore_nan)


@serves(refuses=_refuses_spanning_edges, pays=True)
def minimum_spanning_edges(
    G: Graph, algorithm: str = "kruskal", weight: str = "weight", keys: bool = True, data: bool = True, ignore_nan: bool = False
) -> Iterator[tuple[Any, ...]]:
    return _kruskal(G, True, weight, data)


@serves(refuses=_refuses_spanning_edges, pays=True)
def maximum_spanning_edges(
    G: Graph, algorithm: str = "kruskal", weight: str = "weight", keys: bool = True, data: bool = True, ignore_nan: bool = False
) -> Iterator[tuple[Any, ...]]:
    return _kruskal(G, False, weight, data)
