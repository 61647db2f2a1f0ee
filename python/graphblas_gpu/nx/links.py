"""Similarities of pairs of nodes. Those that are no sums of real numbers are NetworkX's to the bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import measures
from ..containers import Matrix
from .graph import Graph
from .registry import is_node, serves


def _refuses(G: Any, ebunch: Any) -> bool:
    """All pairs without an edge, which are meant if none are given, are too many for a matrix of pairs."""
    if G.is_directed() or G.is_multigraph() or not isinstance(ebunch, (list, tuple, set, frozenset)):
        return True
    return not all(isinstance(e, tuple) and len(e) == 2 and is_node(G, e[0]) and is_node(G, e[1]) for e in ebunch)


def _similarities(G: Graph, ebunch: Any, which: str) -> list[tuple[Any, Any, float]]:
    if G.has_self_loops() or len(G) == 0:
        raise NotImplementedError("a node with a self loop is no common neighbour of itself in NetworkX")
    pairs, n = list(ebunch), len(G)
    wanted = np.array([G.numbers[u] * n + G.numbers[v] for u, v in pairs], np.int64)
    keys, places = np.unique(wanted, return_inverse=True)
    # The entries of a matrix are sorted as the keys are.
    found = measures.pair_similarity(G.structure(), Matrix.from_coo(keys // n, keys % n, shape=(n, n)), which).to_coo()[2]
    return [(u, v, x) for (u, v), x in zip(pairs, found[places].tolist())]


def _has_pair_of_one(ebunch: Any) -> bool:
    return any(u == v for u, v in ebunch)


@serves(refuses=_refuses, pays=True)
def jaccard_coefficient(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, float]]:
    return iter(_similarities(G, ebunch, "jaccard"))


@serves(refuses=_refuses)
def preferential_attachment(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, int]]:
    if G.has_self_loops():
        raise NotImplementedError("a self loop counts twice in NetworkX's degrees")
    degrees = np.bincount(G.rows, minlength=len(G)).tolist()
    return iter([(u, v, degrees[G.numbers[u]] * degrees[G.numbers[v]]) for u, v in ebunch])


@serves(refuses=lambda G, ebunch: _refuses(G, ebunch) or _has_pair_of_one(ebunch), pays=True)
def adamic_adar_index(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, float]]:
    return iter(_similarities(G, ebunch, "adamic_adar"))


@serves(refuses=_refuses, pays=True)
def resource_allocation_index(G: Graph, ebunch: Any = None) -> Iterator[tuple[Any, Any, float]]:
    return iter(_similarities(G, ebunch, "resource_allocation"))
