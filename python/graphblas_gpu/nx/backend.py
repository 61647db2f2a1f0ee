"""The object that NetworkX calls: conversions, the functions, and whether they can and should run.

A function runs here only if its answer is NetworkX's: equal, or for sums of real numbers equal within rounding. Answers that
depend on the order in which neighbours were inserted (paths, search trees) are left to NetworkX."""

from __future__ import annotations

from typing import Any

import networkx as nx

from . import centrality, generators, links, searches, structure  # noqa: F401 (they register their functions)
from .graph import Graph, from_networkx, to_networkx, why_not_plain
from .registry import served


class Backend:
    """What the entry point networkx.backends names."""

    convert_from_nx = staticmethod(from_networkx)
    convert_to_nx = staticmethod(to_networkx)

    def __getattr__(self, name: str) -> Any:
        if name in served:
            return served[name].call
        raise AttributeError(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *served]

    @staticmethod
    def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Whether the answer would be NetworkX's; if not, why."""
        function = served[name]
        try:
            bound = function.signature.bind(*args, **kwargs)
        except TypeError as error:
            return str(error)
        bound.apply_defaults()
        graph = bound.arguments.get("G")
        if graph is not None and not isinstance(graph, Graph) and (reason := why_not_plain(graph)) is not None:
            return reason
        if function.refuses is not None and function.refuses(**bound.arguments):
            return "the arguments are not served"
        return True

    @staticmethod
    def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Whether the time saved is more than that of the conversion: always, if the graph has been converted."""
        graph = served[name].signature.bind(*args, **kwargs).arguments.get("G")
        if graph is None:
            return "the graph is made without being asked for by name"
        if isinstance(graph, Graph) or (graph.__networkx_cache__ or {}).get("backends", {}).get("graphblas_gpu"):
            return True
        if not served[name].pays:
            return "the conversion would take longer than NetworkX"
        fewest = nx.config.backends.graphblas_gpu.min_edges
        return graph.number_of_edges() >= fewest or f"there are fewer than {fewest} edges"


backend = Backend()
