"""The functions that the backend serves, and for which arguments."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple


class Served(NamedTuple):
    call: Callable[..., Any]
    signature: inspect.Signature
    refuses: Callable[..., Any] | None  #: a true value for arguments that are not served
    pays: bool  #: whether NetworkX takes so long that a conversion pays


served: dict[str, Served] = {}


def serves(*, refuses: Callable[..., Any] | None = None, pays: bool = False) -> Callable[[Any], Any]:
    """Registers a function with the name and the arguments that NetworkX has for it. What only the values of edges show, the
    function itself refuses by NotImplementedError, and NetworkX then computes the answer."""

    def register(call: Any) -> Any:
        served[call.__name__] = Served(call, inspect.signature(call), refuses, pays)
        return call

    return register


def is_number(x: Any) -> bool:
    """Whether x is an int of 64 bits or a finite float."""
    return -(2**63) <= x < 2**63 if type(x) is int else type(x) is float and math.isfinite(x)


def is_attribute(weight: Any) -> bool:
    """Whether a weight is an edge attribute or None, and no function."""
    return weight is None or isinstance(weight, str)


def is_node(G: Any, node: Any) -> bool:
    return isinstance(node, Hashable) and node in G


def are_nodes(G: Any, nodes: Any) -> bool:
    """Whether `nodes` is a collection of nodes that can be read more than once."""
    return isinstance(nodes, (list, tuple, set, frozenset, dict)) and all(is_node(G, node) for node in nodes)


def is_selection(G: Any, nodes: Any) -> bool:
    """Whether `nodes` is None (all), a node, or a collection of nodes."""
    return nodes is None or is_node(G, nodes) or are_nodes(G, nodes)


def selected(G: Any, nodes: Any, value_of: Callable[[Any], Any]) -> Any:
    """value_of(node) for one node, or a dict of them for all nodes or a collection."""
    if is_node(G, nodes):
        return value_of(nodes)
    return {node: value_of(node) for node in (G if nodes is None else nodes)}
