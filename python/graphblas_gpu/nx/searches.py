"""Distances: breadth-first and by edge attributes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms, measures
from ..containers import Matrix
from ..errors import InvalidValue
from .graph import Graph, exact_bound, lengths_of_dijkstra
from .registry import are_nodes, is_attribute, is_node, is_number, is_selection, selected, serves

_no_bound = 2**31 - 1
_at_once = 64


def _is_cutoff(cutoff: Any) -> bool:
    return cutoff is None or is_number(cutoff) or cutoff == math.inf


def _last_level(cutoff: Any) -> int:
    """NetworkX goes on while cutoff > level."""
    return _no_bound if cutoff is None else int(min(max(0, math.ceil(min(cutoff, _no_bound))), _no_bound))


def _by_distance(G: Graph, distances: Any, is_reached: Any) -> dict[Any, Any]:
    """{node: distance}, the nearest first."""
    reached = np.flatnonzero(is_reached)
    reached = reached[np.argsort(distances[reached], kind="stable")]
    return dict(zip(map(G.nodes.__getitem__, reached.tolist()), distances[reached].tolist()))


def _levels(G: Graph, source: Any, cutoff: Any = None, *, backwards: bool = False) -> Any:
    return algorithms.bfs(
        G.structure(backwards=backwards), G.numbers[source], parents=False, max_level=_last_level(cutoff)
    ).levels


def _level_dict(G: Graph, levels: Any) -> dict[Any, int]:
    return _by_distance(G, levels, levels >= 0)


@serves(refuses=lambda G, source, cutoff: not (is_node(G, source) and _is_cutoff(cutoff)))
def single_source_shortest_path_length(G: Graph, source: Any, cutoff: Any = None) -> dict[Any, int]:
    return _level_dict(G, _levels(G, source, cutoff))


@serves(refuses=lambda G, target, cutoff: not (is_node(G, target) and _is_cutoff(cutoff)))
def single_target_shortest_path_length(G: Graph, target: Any, cutoff: Any = None) -> dict[Any, int]:
    return _level_dict(G, _levels(G, target, cutoff, backwards=True))


@serves(refuses=lambda G, cutoff: not _is_cutoff(cutoff), pays=True)
def all_pairs_shortest_path_length(G: Graph, cutoff: Any = None) -> Iterator[tuple[Any, dict[Any, int]]]:
    def rows() -> Iterator[tuple[Any, dict[Any, int]]]:
        for first in range(0, len(G), _at_once):
            sources = np.arange(first, min(first + _at_once, len(G)))
            found = algorithms.bfs(G.structure(), sources, parents=False, max_level=_last_level(cutoff)).levels
            for source, levels in zip(sources.tolist(), found):
                yield G.nodes[source], _level_dict(G, levels)

    return rows()


@serves(refuses=lambda G, source, target: not (is_node(G, source) and is_node(G, target)))
def has_path(G: Graph, source: Any, target: Any) -> bool:
    return bool(_levels(G, source)[G.numbers[target]] >= 0)


def _others(G: Graph, levels: Any) -> set[Any]:
    return {G.nodes[v] for v in np.flatnonzero(levels > 0).tolist()}


@serves(refuses=lambda G, source: not is_node(G, source))
def descendants(G: Graph, source: Any) -> set[Any]:
    return _others(G, _levels(G, source))


@serves(refuses=lambda G, source: not is_node(G, source))
def ancestors(G: Graph, source: Any) -> set[Any]:
    return _others(G, _levels(G, source, backwards=True))


@serves(refuses=lambda G, source, distance: not (is_node(G, source) and is_number(distance)))
def descendants_at_distance(G: Graph, source: Any, distance: Any) -> set[Any]:
    return {G.nodes[v] for v in np.flatnonzero(_levels(G, source) == distance).tolist()} if distance >= 0 else set()


# ---- by edge attributes


def _reached(distances: Any) -> Any:
    limit = np.inf if distances.dtype == np.float64 else np.iinfo(np.int64).max
    return distances < limit


def _largest_within(cutoff: Any, dtype: Any) -> Any:
    """The largest number of the type that is not above the cutoff: Python compares int and float exactly, and NumPy rounds."""
    if dtype == np.int64:
        return cutoff if type(cutoff) is int or cutoff == math.inf else math.floor(cutoff)
    rounded = float(cutoff)
    return rounded if rounded <= cutoff else math.nextafter(rounded, -math.inf)


def _distance_dict(G: Graph, distances: Any, sources: Iterable[Any], cutoff: Any = None) -> dict[Any, Any]:
    reached = _reached(distances)
    if cutoff is not None:
        reached = reached & (distances <= _largest_within(cutoff, distances.dtype))
    found = _by_distance(G, distances, reached)
    # NetworkX begins with the int 0, whatever the type of the lengths.
    for source in sources:
        if found.get(source) == 0:
            found[source] = 0
    return found


def _refuses_dijkstra(G: Any, source: Any, cutoff: Any, weight: Any) -> bool:
    return not (is_node(G, source) and is_attribute(weight) and (_is_cutoff(cutoff)) and (cutoff is None or cutoff >= 0))


@serves(refuses=_refuses_dijkstra)
def single_source_dijkstra_path_length(G: Graph, source: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Any, Any]:
    a, _ = lengths_of_dijkstra(G, weight)
    return _distance_dict(G, algorithms.shortest_path(a, G.numbers[source], parents=False).distances, [source], cutoff)


@serves(
    refuses=lambda G, sources, cutoff, weight: not (are_nodes(G, sources) and 0 < len(sources) <= _at_once)
    or _refuses_dijkstra(G, next(iter(sources)), cutoff, weight)
)
def multi_source_dijkstra_path_length(G: Graph, sources: Any, cutoff: Any = None, weight: Any = "weight") -> dict[Any, Any]:
    a, _ = lengths_of_dijkstra(G, weight)
    rows = algorithms.shortest_path(a, sources=[G.numbers[source] for source in sources], parents=False).distances
    return _distance_dict(G, rows.min(axis=0), sources, cutoff)


def _refuses_target(G: Any, source: Any, target: Any, weight: Any) -> bool:
    return not (is_node(G, source) and is_node(G, target) and is_attribute(weight)) or source == target


def _distance_to(G: Graph, distances: Any, target: Any, message: str) -> Any:
    number = G.numbers[target]
    if not _reached(distances)[number]:
        raise nx.NetworkXNoPath(message)
    return distances[number].item()


@serves(refuses=_refuses_target)
def dijkstra_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    a, _ = lengths_of_dijkstra(G, weight)
    distances = algorithms.shortest_path(a, G.numbers[source], parents=False).distances
    return _distance_to(G, distances, target, f"Node {target} not reachable from {source}")


@serves(refuses=lambda G, cutoff, weight: not is_attribute(weight) or not _is_cutoff(cutoff) or (cutoff or 0) < 0, pays=True)
def all_pairs_dijkstra_path_length(G: Graph, cutoff: Any = None, weight: Any = "weight") -> Iterator[Any]:
    a, _ = lengths_of_dijkstra(G, weight)
    return _rows_of_all_pairs(G, a, cutoff)


def _rows_of_all_pairs(G: Graph, a: Matrix, cutoff: Any = None) -> Iterator[tuple[Any, dict[Any, Any]]]:
    for first in range(0, len(G), _at_once):
        sources = np.arange(first, min(first + _at_once, len(G)))
        found = algorithms.shortest_path(a, sources=sources, parents=False).distances
        for source, distances in zip(sources.tolist(), found):
            yield G.nodes[source], _distance_dict(G, distances, [G.nodes[source]], cutoff)


def _bellman_ford(G: Graph, source: Any, weight: Any) -> Any:
    values = G.weights(weight).values
    if (values[G.rows == G.columns] < 0).any():
        raise NotImplementedError("a self loop of negative length may be beyond the nodes that are reached")
    a, _ = G.lengths(weight)
    try:
        return algorithms.shortest_path(a, G.numbers[source], parents=False).distances
    except InvalidValue as error:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from error


@serves(refuses=lambda G, source, weight: not (is_node(G, source) and is_attribute(weight)), pays=True)
def single_source_bellman_ford_path_length(G: Graph, source: Any, weight: Any = "weight") -> dict[Any, Any]:
    return _distance_dict(G, _bellman_ford(G, source, weight), [source])


@serves(refuses=_refuses_target, pays=True)
def bellman_ford_path_length(G: Graph, source: Any, target: Any, weight: Any = "weight") -> Any:
    return _distance_to(G, _bellman_ford(G, source, weight), target, f"node {target} not reachable from {source}")


@serves(refuses=lambda G, weight: not is_attribute(weight), pays=True)
def all_pairs_bellman_ford_path_length(G: Graph, weight: Any = "weight") -> Iterator[Any]:
    a, _ = G.lengths(weight)
    if (G.weights(weight).values < 0).any():
        raise NotImplementedError("a length is negative; NetworkX finds a cycle when it comes to it")
    return _rows_of_all_pairs(G, a)


@serves(refuses=lambda G, weight, heuristic: not is_attribute(weight), pays=True)
def negative_edge_cycle(G: Graph, weight: Any = "weight", heuristic: bool = True) -> bool:
    values, are_alike = G.weights(weight)
    if not are_alike or values.dtype != np.int64:
        raise NotImplementedError("sums of real lengths around a cycle depend on where they begin")
    if not (values < 0).any():
        return False
    G.check_sums(weight)
    # From one more vertex, with an edge of length 0 to every other one, a search reaches all cycles.
    n = len(G)
    rows = np.concatenate((G.rows, np.full(n, n)))
    a = Matrix.from_coo(rows, np.concatenate((G.columns, np.arange(n))), np.concatenate((values, np.zeros(n, np.int64))), shape=(n + 1, n + 1))
    try:
        algorithms.shortest_path(a, n, parents=False)
    except InvalidValue:
        return True
    return False


# ---- of all pairs


def _whole(x: float) -> Any:
    return int(x) if x == int(x) else x


@serves(
    refuses=lambda G, v, sp, weight: len(G) == 0 or sp is not None or not is_selection(G, v) or not is_attribute(weight),
    pays=True,
)
def eccentricity(G: Graph, v: Any = None, sp: Any = None, weight: Any = None) -> Any:
    if weight is None:
        a, is_real = G.structure(), False
    else:
        a, is_real = lengths_of_dijkstra(G, weight, exact_bound)  # distances are float64
    chosen = G.nodes if v is None else [v] if is_node(G, v) else list(v)
    found = measures.eccentricity(a, [G.numbers[node] for node in chosen], weight=weight is not None).tolist()
    if math.inf in found:
        kind = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
        raise nx.NetworkXError(f"Found infinite path length because the {kind}")
    of_node = dict(zip(chosen, found if is_real else map(int, found)))
    return selected(G, v, of_node.__getitem__)


@serves(
    refuses=lambda G, weight, method: len(G) < 2
    or not is_attribute(weight)
    or method not in (None, "unweighted" if weight is None else "dijkstra"),
    pays=True,
)
def average_shortest_path_length(G: Graph, weight: Any = None, method: Any = None) -> float:
    """Of int lengths NetworkX's to the bit; real ones are added up in another order."""
    a, is_real = (G.structure(), False) if weight is None else lengths_of_dijkstra(G, weight, exact_bound)
    found = measures.average_shortest_path_length(a, weight=weight is not None)
    if found == math.inf:
        raise nx.NetworkXError("Graph is not strongly connected." if G.is_directed() else "Graph is not connected.")
    if not is_real and found * len(G) * (len(G) - 1) >= exact_bound:
        raise NotImplementedError("the sum of all distances is too large")
    return found
