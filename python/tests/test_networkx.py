"""The NetworkX backend: answers beside NetworkX's own, and what it refuses. NetworkX's own tests run on it in ctest `networkx`."""

import inspect
import math
import random

import networkx as nx
import pytest

import graphblas_gpu as gg
from graphblas_gpu import nx as info
from graphblas_gpu.nx.backend import backend
from graphblas_gpu.nx.registry import served

GG = {"backend": "graphblas_gpu"}
nx.config.warnings_to_ignore.add("cache")


def graphs(directed=None):
    """Random graphs with nodes of several types, int and float weights, self loops and isolated nodes."""
    for seed in range(4):
        for is_directed in (False, True) if directed is None else (directed,):
            rng = random.Random(seed)
            G = nx.DiGraph(name="random") if is_directed else nx.Graph(name="random")
            names = [f"v{i}" if i % 3 else (i, "t") for i in range(70)]
            G.add_nodes_from(names, color="red")
            for _ in range(60 * (seed + 1)):
                u, v = rng.choice(names[:60]), rng.choice(names[:60])
                if u == v and seed % 2:
                    continue
                G.add_edge(u, v, weight=rng.randrange(1, 9), length=rng.randrange(1, 9) / 8 + 0.1)
            yield G


def simple(directed=None):
    for G in graphs(directed):
        G.remove_edges_from(list(nx.selfloop_edges(G)))
        yield G


def same(name, G, *args, near=False, **kwargs):
    """The function runs on the backend, and the answer is NetworkX's: equal, or for sums near."""
    assert backend.can_run(name, (G, *args), kwargs) is True
    function = getattr(nx, name)
    found, expected = function(G, *args, **kwargs, **GG), function(G, *args, **kwargs)
    if hasattr(expected, "__next__"):
        found, expected = list(found), list(expected)
    if near:
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-7)
    else:
        assert found == expected
        assert repr(type(found)) == repr(type(expected))


def test_info_names_the_functions():
    assert sorted(info._functions) == sorted(served)
    assert info.get_info()["backend_name"] == "graphblas_gpu"
    for name, function in served.items():
        expected = inspect.signature(nx.utils.backends._registered_algorithms[name].orig_func).parameters
        ours = dict(function.signature.parameters)
        for later in {"closeness_centrality": ["sp"], "hits": ["method"]}.get(name, []):  # of NetworkX 3.7
            ours.pop(later)
            expected = {other: p for other, p in expected.items() if other != later}
        assert list(ours) == list(expected)
        assert [p.default for p in ours.values()] == [p.default for p in expected.values()]


def test_searches():
    for G in graphs():
        source, target = "v1", "v2"
        for cutoff in (None, 0, 2, 2.5):
            same("single_source_shortest_path_length", G, source, cutoff=cutoff)
            same("single_target_shortest_path_length", G, source, cutoff=cutoff)
        same("all_pairs_shortest_path_length", G)
        for name in ("descendants", "ancestors"):
            same(name, G, source)
        same("descendants_at_distance", G, source, 2)
        same("has_path", G, source, target)
        for weight in ("weight", "length", None, "absent"):
            same("single_source_dijkstra_path_length", G, source, weight=weight)
            same("single_source_dijkstra_path_length", G, source, weight=weight, cutoff=3)
            same("multi_source_dijkstra_path_length", G, {source, target}, weight=weight)
            same("all_pairs_dijkstra_path_length", G, weight=weight)
            if nx.has_path(G, source, target):
                same("dijkstra_path_length", G, source, target, weight=weight)
            if weight == "length":
                # NetworkX 3.6.1 misses shortest paths here, which its Dijkstra finds: it skips nodes whose distance is stale.
                expected = dict(nx.all_pairs_dijkstra_path_length(G, weight=weight))
                assert dict(nx.all_pairs_bellman_ford_path_length(G, weight=weight, **GG)) == expected
                continue
            same("single_source_bellman_ford_path_length", G, source, weight=weight)
            same("all_pairs_bellman_ford_path_length", G, weight=weight)
            if nx.has_path(G, source, target):
                same("bellman_ford_path_length", G, source, target, weight=weight)
        assert type(nx.single_source_dijkstra_path_length(G, source, weight="length", **GG)[source]) is int


def test_negative_lengths():
    G = nx.DiGraph()
    G.add_weighted_edges_from([(0, 1, 4), (1, 2, -3), (2, 3, 1), (3, 1, 1), (4, 0, 2)])
    assert nx.negative_edge_cycle(G, **GG) is True and nx.negative_edge_cycle(G) is True
    with pytest.raises(nx.NetworkXUnbounded):
        nx.single_source_bellman_ford_path_length(G, 0, **GG)
    G[3][1]["weight"] = 3
    G.__networkx_cache__.clear()
    same("negative_edge_cycle", G)
    same("single_source_bellman_ford_path_length", G, 0)
    with pytest.raises(NotImplementedError):  # NetworkX raises ValueError when it comes to the edge
        nx.single_source_dijkstra_path_length(G, 0, **GG)


def test_structure():
    for G in graphs(False):
        same("connected_components", G)
        same("number_connected_components", G)
        same("is_connected", G)
        same("node_connected_component", G, "v1")
        for nodes in (None, "v1", ["v1", "v2"]):
            same("triangles", G, nodes)
            same("clustering", G, nodes)
        same("average_clustering", G)
        if any(nx.triangles(G).values()):
            same("average_clustering", G, count_zeros=False)
        same("transitivity", G)
    for G in graphs(True):
        same("weakly_connected_components", G)
        same("number_weakly_connected_components", G)
        same("is_weakly_connected", G)
        same("number_strongly_connected_components", G)
        same("is_strongly_connected", G)
    for G in simple(False):
        same("core_number", G)
        for k in (2, 3, 4):
            found, expected = nx.k_truss(G, k, **GG), nx.k_truss(G, k)
            assert (found._node, found._adj, found.graph) == (expected._node, expected._adj, expected.graph)
            assert list(found) == list(expected)
        for weight in ("weight", "length", "absent"):
            for data in (True, False):
                same("minimum_spanning_edges", G, weight=weight, data=data)
                same("maximum_spanning_edges", G, weight=weight, data=data)


def test_centralities():
    for G in graphs():
        same("closeness_centrality", G)
        same("closeness_centrality", G, wf_improved=False)
        same("closeness_centrality", G, "v1")
        same("harmonic_centrality", G, near=True)
        same("harmonic_centrality", G, ["v1", "v2"], near=True)
        for normalized in (True, False):
            same("betweenness_centrality", G, normalized=normalized, near=True)
            same("edge_betweenness_centrality", G, normalized=normalized, near=True)
            for k in (1, 7, len(G)):
                same("edge_betweenness_centrality", G, k=k, normalized=normalized, seed=3, near=True)
                if k > 1:
                    same("betweenness_centrality", G, k=k, normalized=normalized, seed=3, near=True)
                    same("betweenness_centrality", G, k=k, normalized=normalized, seed=3, weight="length", near=True)
        same("closeness_centrality", G, distance="weight")
        same("closeness_centrality", G, "v1", distance="absent", wf_improved=False)
        same("closeness_centrality", G, distance="length", near=True)
        same("harmonic_centrality", G, distance="length", near=True)
        for weight in ("weight", "length", "absent"):
            same("betweenness_centrality", G, weight=weight, near=True)
        for weight in ("weight", "length", None):
            same("pagerank", G, weight=weight, near=True)
        numbers = {"v1": 2, "v2": 1, "absent": 5}
        same("pagerank", G, personalization=numbers, dangling={"v4": 1}, nstart=numbers, alpha=0.5, near=True)
        for weight in ("weight", None):
            if not G.is_directed():  # without a strong component the rounds come near the eigenvector too slowly
                same("eigenvector_centrality", G, weight=weight, max_iter=2000, tol=1e-9, near=True)
            same("katz_centrality", G, alpha=0.001, weight=weight, near=True)
        same("katz_centrality", G, 0.01, {node: 1 + len(str(node)) for node in G}, normalized=False, near=True)
        by_svd = {"method": "svd"} if "method" in inspect.signature(nx.hits).parameters else {}
        for found, expected in zip(nx.hits(G, **by_svd, **GG), nx.hits(G, **by_svd)):
            assert found == pytest.approx(expected, abs=1e-6)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.pagerank(G, max_iter=1, **GG)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        nx.eigenvector_centrality(G, max_iter=1, **GG)


def test_distances_of_connected_graphs():
    for G in (nx.cycle_graph(7), nx.path_graph(5), nx.complete_graph(4, nx.DiGraph), nx.karate_club_graph()):
        same("eccentricity", G)
        same("eccentricity", G, next(iter(G)))
        same("eccentricity", G, weight="weight")
        same("average_shortest_path_length", G)
        same("average_shortest_path_length", G, weight="weight")
        nx.set_edge_attributes(G, {e: 0.1 + n / 7 for n, e in enumerate(G.edges)}, "length")
        same("average_shortest_path_length", G, weight="length", method="dijkstra", near=True)
    G.add_node("alone")
    for name in ("eccentricity", "average_shortest_path_length"):
        with pytest.raises(nx.NetworkXError, match="not connected"):
            getattr(nx, name)(G, **GG)


def test_links():
    for G in simple(False):
        nodes = list(G)[:60]
        pairs = [(u, v) for u, v in zip(nodes, nodes[7:])] + [(nodes[0], nodes[7])]
        same("jaccard_coefficient", G, pairs)
        same("preferential_attachment", G, pairs)
        for name in ("adamic_adar_index", "resource_allocation_index"):
            found, expected = list(getattr(nx, name)(G, pairs, **GG)), list(getattr(nx, name)(G, pairs))
            assert [e[:2] for e in found] == [e[:2] for e in expected]
            assert [e[2] for e in found] == pytest.approx([e[2] for e in expected])


def test_generators():
    for name, n in (("path_graph", 5), ("cycle_graph", 5), ("complete_graph", 5), ("star_graph", 5), ("path_graph", 0)):
        G = getattr(nx, name)(n, **GG)
        assert isinstance(G, info.Graph)
        expected = getattr(nx, name)(n)
        assert info.to_networkx(G)._adj == expected._adj
        assert (len(G), G.number_of_edges()) == (len(expected), expected.number_of_edges())
    assert info.to_networkx(nx.path_graph(4, nx.DiGraph, **GG))._adj == nx.path_graph(4, nx.DiGraph)._adj
    assert nx.diameter(info.to_networkx(nx.path_graph(100, **GG))) == 99
    assert sum(nx.triangles(nx.complete_graph(10, **GG)).values()) == 360


def test_what_it_refuses():
    G = nx.karate_club_graph()

    class Derived(nx.Graph):
        pass

    view, derived, multi = G.subgraph([0, 1, 2]), Derived(G), nx.MultiGraph(G)
    for H in (view, derived, nx.complement(G).__class__(G).copy(as_view=True), nx.restricted_view(G, [0], [])):
        assert backend.can_run("pagerank", (H,), {}) is not True
        with pytest.raises(NotImplementedError):
            info.from_networkx(H)
    assert backend.can_run("core_number", (multi,), {}) is not True
    refused = [
        ("single_source_dijkstra_path_length", (G, 0), {"weight": lambda u, v, d: 1}),
        ("single_source_shortest_path_length", (G, "absent"), {}),
        ("pagerank", (G,), {"nstart": {0: -1}}),
        ("pagerank", (G,), {"tol": 0}),
        ("betweenness_centrality", (G,), {"weight": lambda u, v, d: 1}),
        ("edge_betweenness_centrality", (G,), {"weight": "weight"}),
        ("closeness_centrality", (G,), {"distance": lambda u, v, d: 1}),
        ("betweenness_centrality", (G,), {"endpoints": True}),
        ("jaccard_coefficient", (G,), {}),
        ("minimum_spanning_edges", (G,), {"algorithm": "prim"}),
        ("is_connected", (nx.Graph(),), {}),
        ("eccentricity", (nx.Graph(),), {}),  # {} in NetworkX 3.6, an error in 3.7
    ]
    for name, args, kwargs in refused:
        assert backend.can_run(name, args, kwargs) is not True, name
    for value in (math.nan, math.inf, True, "7", 2**60, None):
        H = nx.Graph()
        H.add_edge(0, 1, weight=1)
        H.add_edge(1, 2, weight=value)
        with pytest.raises(NotImplementedError):
            nx.single_source_dijkstra_path_length(H, 0, **GG)
    for short in (0, -1, 0.0, 1e-20):
        H = nx.Graph()
        H.add_weighted_edges_from([(0, 1, type(short)(1)), (1, 2, short)])
        with pytest.raises(NotImplementedError):
            nx.betweenness_centrality(H, weight="weight", **GG)
    H = nx.Graph()
    H.add_weighted_edges_from([(0, 1, 1), (1, 2, 0.5)])
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra_path_length(H, 0, **GG)
    H.add_edge(0, 0)
    with pytest.raises(NotImplementedError):
        nx.core_number(H, **GG)


def test_conversions_are_kept_and_weighed():
    G = nx.gnm_random_graph(200, 500, seed=1)
    assert backend.should_run("pagerank", (G,), {}) is not True
    with nx.config.backends.graphblas_gpu(min_edges=100):
        assert backend.should_run("pagerank", (G,), {}) is True
        assert backend.should_run("is_connected", (G,), {}) is not True
    nx.pagerank(G, **GG)
    known = list(G.__networkx_cache__["backends"]["graphblas_gpu"].values())
    assert backend.should_run("is_connected", (G,), {}) is True
    nx.is_connected(G, **GG)
    assert {id(H) for H in G.__networkx_cache__["backends"]["graphblas_gpu"].values()} == {id(known[0])}
    assert backend.should_run("path_graph", (5,), {}) is not True
    G.add_edge(0, "new")
    assert nx.number_connected_components(G, **GG) == nx.number_connected_components(G)

    H = gg.nx.from_networkx(G)
    assert nx.pagerank(H) == nx.pagerank(G, **GG)
    assert info.to_networkx(H) is G


def test_parallel_edges():
    G = nx.MultiDiGraph()
    G.add_weighted_edges_from([(0, 1, 5), (0, 1, 2), (1, 2, 1), (2, 0, 1), (2, 0, 4)])
    same("single_source_dijkstra_path_length", G, 0)
    same("pagerank", G, near=True)
    same("pagerank", G, weight=None, near=True)
    G.add_edge(0, 2)
    same("pagerank", G, weight=None, near=True)
    same("betweenness_centrality", G, near=True)
    same("betweenness_centrality", G, weight="weight", near=True)
    same("closeness_centrality", G, distance="weight")
    same("weakly_connected_components", G)


def test_numbers_at_the_edge_of_exactness():
    large = 2**53 - 1

    def path(n, weight):
        G = nx.path_graph(n, nx.DiGraph)
        nx.set_edge_attributes(G, weight, "weight")
        return G

    G = path(400, large)
    for cutoff in (None, 2**53, float(2**53), 2**54 - 2, 2**54 - 1, float(2**54), 1e300, math.inf):
        same("single_source_dijkstra_path_length", G, 0, cutoff=cutoff)
    H = path(3, 2.0**52)
    H[1][2]["weight"] = 2.0**52 + 4
    for cutoff in (2**53, 2**53 + 3, 2**53 + 4, 2**53 + 5):  # the distance to node 2 is 2^53 + 4; 2^53 + 3 rounds to it
        same("single_source_dijkstra_path_length", H, 0, cutoff=cutoff)
    same("bellman_ford_path_length", G, 0, 399)
    for call in (
        lambda: nx.single_source_dijkstra_path_length(path(1100, large), 0, **GG),
        lambda: nx.single_source_bellman_ford_path_length(path(1100, -large), 0, **GG),
        lambda: nx.negative_edge_cycle(path(1100, -large), **GG),
        lambda: nx.eccentricity(nx.Graph(G), weight="weight", **GG),
        lambda: nx.closeness_centrality(path(400, 2**35), distance="weight", **GG),
        lambda: nx.single_source_dijkstra_path_length(path(3, -(2**63)), 0, **GG),
        lambda: nx.pagerank(G, max_iter=2**63, **GG),
        lambda: nx.hits(G, max_iter=2**60, **GG),
        lambda: nx.k_truss(nx.Graph(G), 2**63, **GG),
        lambda: nx.katz_centrality(G, beta=10**400, **GG),
    ):
        with pytest.raises(NotImplementedError):
            call()
    same("eccentricity", nx.Graph(path(4, 2**49)), weight="weight")
