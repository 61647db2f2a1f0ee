"""The backend "graphblas_gpu" of NetworkX 3.4 and newer.

    nx.betweenness_centrality(G, backend="graphblas_gpu")
    nx.config.backend_priority = ["graphblas_gpu"]     # or NETWORKX_BACKEND_PRIORITY=graphblas_gpu
    H = graphblas_gpu.nx.from_networkx(G)              # converted once
    nx.pagerank(H)

This module imports nothing, because NetworkX reads get_info() while it is imported itself."""

from __future__ import annotations

from typing import Any

__all__ = ["Graph", "from_networkx", "get_info", "to_networkx"]


def __getattr__(name: str) -> Any:
    if name in ("Graph", "from_networkx", "to_networkx"):
        from . import graph

        return getattr(graph, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


#: The functions that backend.py serves; a test compares them.
_functions = (
    "adamic_adar_index all_pairs_bellman_ford_path_length all_pairs_dijkstra_path_length all_pairs_shortest_path_length "
    "ancestors average_clustering average_shortest_path_length bellman_ford_path_length betweenness_centrality "
    "closeness_centrality clustering complete_graph connected_components core_number cycle_graph descendants "
    "descendants_at_distance dijkstra_path_length eccentricity edge_betweenness_centrality eigenvector_centrality "
    "harmonic_centrality has_path hits is_connected is_strongly_connected is_weakly_connected jaccard_coefficient k_truss "
    "katz_centrality kruskal_mst_edges maximum_spanning_edges minimum_spanning_edges multi_source_dijkstra_path_length "
    "negative_edge_cycle node_connected_component number_connected_components number_strongly_connected_components "
    "number_weakly_connected_components pagerank path_graph preferential_attachment resource_allocation_index "
    "single_source_bellman_ford_path_length single_source_dijkstra_path_length single_source_shortest_path_length "
    "single_target_shortest_path_length star_graph transitivity triangles weakly_connected_components"
).split()


def get_info() -> dict[str, Any]:
    """What NetworkX shows about the backend, and the configuration nx.config.backends.graphblas_gpu: `min_edges`, the edges from
    which a graph is converted for a single call, unless the backend is named."""
    return {
        "backend_name": "graphblas_gpu",
        "project": "graphblas_gpu",
        "package": "graphblas_gpu",
        "short_summary": "Sparse linear algebra on host threads and NVIDIA GPUs.",
        "default_config": {"min_edges": 20_000},
        "functions": {name: {} for name in _functions},
    }
