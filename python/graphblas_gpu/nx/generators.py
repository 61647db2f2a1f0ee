"""Graphs without attributes, made as graphs of this backend if it is named: nx.path_graph(10**6, backend="graphblas_gpu")."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from .graph import Graph
from .registry import serves


def _refuses(n: Any, create_using: Any) -> bool:
    return type(n) is not int or n < 0 or create_using not in (None, nx.Graph, nx.DiGraph)


def _made(n: int, tails: Any, heads: Any, create_using: Any) -> Graph:
    """A graph of n vertices with these edges, one each."""
    if create_using is nx.DiGraph:
        return Graph(range(n), tails, heads, directed=True)
    return Graph(range(n), np.concatenate((tails, heads)), np.concatenate((heads, tails)), directed=False)


@serves(refuses=_refuses)
def path_graph(n: int, create_using: Any = None) -> Graph:
    vertices = np.arange(n)
    return _made(n, vertices[:-1], vertices[1:], create_using)


@serves(refuses=lambda n, create_using: _refuses(n, create_using) or n < 3)
def cycle_graph(n: int, create_using: Any = None) -> Graph:
    vertices = np.arange(n)
    return _made(n, vertices, (vertices + 1) % n, create_using)


@serves(refuses=_refuses)
def complete_graph(n: int, create_using: Any = None) -> Graph:
    if create_using is nx.DiGraph:
        tails, heads = np.nonzero(~np.eye(n, dtype=bool))
    else:
        tails, heads = np.triu_indices(n, 1)
    return _made(n, tails, heads, create_using)


@serves(refuses=lambda n, create_using: _refuses(n, create_using) or create_using is nx.DiGraph)
def star_graph(n: int, create_using: Any = None) -> Graph:
    """The center 0 and n others."""
    return _made(n + 1, np.zeros(n, np.int64), np.arange(1, n + 1), create_using)
