"""Numbers of nodes and edges: sums of real numbers, which differ from NetworkX's by rounding, except closeness."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from .. import algorithms, measures
from ..containers import Matrix
from ..errors import NotConverged, Unsupported
from .graph import Graph, exact_bound, lengths_of_dijkstra
from .registry import is_attribute, is_node, is_number, is_selection, selected, serves


def _as_dict(G: Graph, numbers: Any) -> dict[Any, float]:
    return dict(zip(G.nodes, numbers.tolist()))


def _is_count(x: Any) -> bool:
    return type(x) is int and 0 < x < 2**31


# ---- from shortest paths


def _distances(G: Graph, distance: Any) -> Matrix:
    """The structure, or the lengths. Sums of n int distances are exact in float64."""
    return G.structure() if distance is None else lengths_of_dijkstra(G, distance, exact_bound // max(len(G), 1))[0]


@serves(
    refuses=lambda G, u, distance, wf_improved, sp: sp is not None
    or not is_attribute(distance)
    or not (u is None or is_node(G, u)),
    pays=True,
)
def closeness_centrality(
    G: Graph, u: Any = None, distance: Any = None, wf_improved: bool = True, *, sp: Any = None
) -> Any:
    """Of int distances NetworkX's to the bit; real ones are added up in another order. NetworkX 3.7 has `sp`."""
    found = measures.closeness_centrality(
        _distances(G, distance),
        None if u is None else [G.numbers[u]],
        weight=distance is not None,
        wf_improved=bool(wf_improved),
    )
    return _as_dict(G, found) if u is None else found[0].item()


@serves(
    refuses=lambda G, nbunch, distance, sources: not is_attribute(distance)
    or sources is not None
    or not is_selection(G, nbunch),
    pays=True,
)
def harmonic_centrality(G: Graph, nbunch: Any = None, distance: Any = None, sources: Any = None) -> dict[Any, float]:
    chosen = G.nodes if nbunch is None else [nbunch] if is_node(G, nbunch) else list(dict.fromkeys(nbunch))
    found = measures.harmonic_centrality(
        _distances(G, distance), [G.numbers[node] for node in chosen], weight=distance is not None
    )
    return dict(zip(chosen, found.tolist()))


def _refuses_betweenness(G: Any, k: Any, **_: Any) -> bool:
    return not (k is None or (_is_count(k) and k <= len(G)))


def _positive_lengths(G: Graph, weight: str) -> Matrix:
    """Lengths each of which makes a path longer, so that the paths that are equally short are NetworkX's."""
    a, is_real = G.lengths(weight)
    values = G.weights(weight).values
    if len(values) and values.min() <= 0:
        raise NotImplementedError("a length is not positive")
    if is_real and len(values) and values.max() * (len(G) + 1) >= values.min() * 2**52:
        raise NotImplementedError("a length is so short beside others that it may not change a sum")
    return a


def _scales(G: Graph, k: int | None, normalized: bool, between: int) -> tuple[float, float]:
    """What sums over k sources are multiplied by for nodes that are sources, and for all others. `between`: the nodes that a
    source and a target are chosen from, n for paths along an edge and n - 1 for paths over a node."""
    if between < 2:
        return 1, 1

    def scale(sources: int) -> float:
        if sources == 0:
            return math.nan
        if normalized:
            return 1 / (sources * (between - 1))
        return between / (sources * (1 if G.is_directed() else 2))

    if k is None:
        return scale(between), scale(between)
    return scale(k - 1 if between < len(G) else k), scale(k)


def _sampled(G: Graph, k: int | None, seed: Any) -> list[int] | None:
    return None if k is None or k == len(G) else [G.numbers[node] for node in seed.sample(G.nodes, k)]


@serves(
    refuses=lambda G, k, normalized, weight, endpoints, seed: endpoints
    or not is_attribute(weight)
    or _refuses_betweenness(G, k),
    pays=True,
)
def betweenness_centrality(
    G: Graph, k: int | None = None, normalized: bool = True, weight: Any = None, endpoints: bool = False, seed: Any = None
) -> dict[Any, float]:
    a = G.structure() if weight is None else _positive_lengths(G, weight)
    sources = _sampled(G, k, seed)
    try:
        found = algorithms.betweenness_centrality(a, sources, weight=weight is not None).copy()
    except Unsupported as error:  # lengths, in a context of a GPU
        raise NotImplementedError(str(error)) from error
    of_sources, of_others = _scales(G, None if sources is None else k, normalized, len(G) - 1)
    is_source = np.zeros(len(G), bool)
    is_source[[] if sources is None else sources] = True
    return _as_dict(G, found * np.where(is_source, of_sources, of_others))


@serves(
    refuses=lambda G, k, normalized, weight, seed: G.is_multigraph() or weight is not None or _refuses_betweenness(G, k),
    pays=True,
)
def edge_betweenness_centrality(
    G: Graph, k: int | None = None, normalized: bool = True, weight: Any = None, seed: Any = None
) -> dict[Any, float]:
    sources = None if k is None else [G.numbers[node] for node in seed.sample(G.nodes, k)]
    rows, columns, shares = measures.edge_betweenness_centrality(G.structure(), sources).to_coo()
    n = len(G)
    # Sorted by row and column, as a matrix is; an edge of an undirected graph has both entries.
    keys = rows * n + columns

    def at(i: Any, j: Any) -> Any:
        return shares[np.searchsorted(keys, i * n + j)]

    edges = G.edge_entries()
    tails, heads = G.rows[edges], G.columns[edges]
    of_edges = at(tails, heads)
    if not G.is_directed():
        of_edges = of_edges + at(heads, tails)
    of = G.nodes.__getitem__
    scale = _scales(G, k, normalized, n)[1]
    return dict(zip(zip(map(of, tails.tolist()), map(of, heads.tolist())), (of_edges * scale).tolist()))


# ---- fixed points


def _are_numbers_of_nodes(G: Any, numbers: Any, *, of_all: bool = False) -> bool:
    """Whether `numbers` is a dict from nodes to numbers that are finite and not negative, and not all 0."""
    if not isinstance(numbers, dict) or not all(is_number(x) and x >= 0 for x in numbers.values()):
        return False
    known = [node for node in numbers if node in G]
    return any(numbers[node] > 0 for node in known) and (not of_all or len(known) == len(numbers) == len(G))


def _vector(G: Graph, numbers: Any) -> Any:
    return None if numbers is None else np.array([numbers.get(node, 0) for node in G.nodes], np.float64)


def _weights(G: Graph, weight: Any) -> tuple[Any, bool]:
    """The matrix, and whether its values are weights. Raises NotImplementedError for weights below 0."""
    if weight is None:
        if not G.is_multigraph():
            return G.structure(), False
    elif (G.weights(weight, "sum").values < 0).any():
        raise NotImplementedError("a weight is negative")
    return G.weight_matrix(weight), True


def _rounds(max_iter: int, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except NotConverged as error:
        raise nx.PowerIterationFailedConvergence(max_iter) from error


def _refuses_rounds(G: Any, max_iter: Any, tol: Any, weight: Any) -> bool:
    return not (_is_count(max_iter) and is_number(tol) and tol > 0 and is_attribute(weight))


def _refuses_pagerank(
    G: Any, alpha: Any, personalization: Any, max_iter: Any, tol: Any, nstart: Any, weight: Any, dangling: Any
) -> bool:
    return (
        _refuses_rounds(G, max_iter, tol, weight)
        or not (is_number(alpha) and 0 <= alpha <= 1)
        or any(x is not None and not _are_numbers_of_nodes(G, x) for x in (personalization, nstart, dangling))
    )


@serves(refuses=_refuses_pagerank, pays=True)
def pagerank(
    G: Graph,
    alpha: float = 0.85,
    personalization: Any = None,
    max_iter: int = 100,
    tol: float = 1e-6,
    nstart: Any = None,
    weight: Any = "weight",
    dangling: Any = None,
) -> dict[Any, float]:
    if len(G) == 0:
        return {}
    a, is_weighted = _weights(G, weight)
    found = algorithms.pagerank(
        a,
        weight=is_weighted,
        damping=alpha,
        personalization=_vector(G, personalization),
        start=_vector(G, nstart),
        dangling="spread" if dangling is None else _vector(G, dangling),
        tol=len(G) * tol,
        max_iter=max_iter,
    )
    if found.residual > len(G) * tol:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return _as_dict(G, found.ranks)


@serves(
    refuses=lambda G, max_iter, tol, nstart, weight: len(G) == 0
    or G.is_multigraph()
    or _refuses_rounds(G, max_iter, tol, weight)
    or not (nstart is None or _are_numbers_of_nodes(G, nstart, of_all=True)),
    pays=True,
)
def eigenvector_centrality(
    G: Graph, max_iter: int = 100, tol: float = 1e-6, nstart: Any = None, weight: Any = None
) -> dict[Any, float]:
    a, is_weighted = _weights(G, weight)
    return _as_dict(
        G,
        _rounds(
            max_iter,
            lambda: measures.eigenvector_centrality(
                a, weight=is_weighted, start=_vector(G, nstart), tol=len(G) * tol, max_iter=max_iter
            ).values,
        ),
    )


@serves(
    refuses=lambda G, alpha, beta, max_iter, tol, nstart, normalized, weight: len(G) == 0
    or G.is_multigraph()
    or _refuses_rounds(G, max_iter, tol, weight)
    or not is_number(alpha)
    or not (is_number(beta) or _are_numbers_of_nodes(G, beta, of_all=True))
    or not (nstart is None or _are_numbers_of_nodes(G, nstart, of_all=True)),
    pays=True,
)
def katz_centrality(
    G: Graph,
    alpha: float = 0.1,
    beta: Any = 1.0,
    max_iter: int = 1000,
    tol: float = 1e-6,
    nstart: Any = None,
    normalized: bool = True,
    weight: Any = None,
) -> dict[Any, float]:
    a, is_weighted = _weights(G, weight)
    own = np.full(len(G), float(beta)) if is_number(beta) else _vector(G, beta)
    return _as_dict(
        G,
        _rounds(
            max_iter,
            lambda: measures.katz_centrality(
                a,
                alpha,
                own,
                weight=is_weighted,
                normalized=bool(normalized),
                start=_vector(G, nstart),
                tol=len(G) * tol,
                max_iter=max_iter,
            ).values,
        ),
    )


@serves(
    refuses=lambda G, max_iter, tol, nstart, normalized, method: not normalized
    or method != "svd"
    or len(G) == 0
    or nstart is not None
    or _refuses_rounds(G, max_iter, tol, None),
    pays=True,
)
def hits(
    G: Graph, max_iter: int = 100, tol: float = 1e-8, nstart: Any = None, normalized: bool = True, method: str = "svd"
) -> tuple[dict[Any, float], dict[Any, float]]:
    """NetworkX computes a singular vector by ARPACK; rounds to the same precision give the same. NetworkX 3.7 has `method`, and
    by default makes rounds itself, which may fail where these do not."""
    if len(G.rows) == 0:
        raise NotImplementedError("there are no edges")
    a, is_weighted = _weights(G, "weight")
    try:
        found = measures.hits(a, weight=is_weighted, tol=min(tol, 1e-8), max_iter=100 * max_iter)
    except NotConverged as error:
        raise NotImplementedError(str(error)) from error
    return _as_dict(G, found.hubs), _as_dict(G, found.authorities)
