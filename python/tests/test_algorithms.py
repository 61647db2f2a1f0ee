"""Algorithms against scipy.sparse.csgraph and NetworkX, on random graphs and on known answers."""

import os

import graphblas_gpu as gg
import graphblas_gpu.algorithms as alg
import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.csgraph as csgraph
from helpers import random_scipy


def random_graph(rng, n=60, density=0.06, directed=False):
    s = sp.csr_array(rng.random((n, n)) < density)
    s = sp.csr_array(sp.triu(s, 1)) if not directed else s
    return sp.csr_array(s + s.T) if not directed else s


def nx_graph(s, directed=False):
    return nx.from_scipy_sparse_array(s, create_using=nx.DiGraph if directed else nx.Graph)


SEEDS = range(4)


@pytest.fixture(params=SEEDS)
def graph(request):
    return random_graph(np.random.default_rng(request.param))


@pytest.fixture(params=SEEDS)
def digraph(request):
    return random_graph(np.random.default_rng(request.param), directed=True)


def numbers(dictionary):
    return [dictionary[v] for v in range(len(dictionary))]


def test_karate_club():
    a = gg.Matrix.from_scipy_sparse(nx.to_scipy_sparse_array(nx.karate_club_graph(), weight=None))
    assert alg.triangle_count(a) == 45 and alg.k_truss(a).k == 5 and alg.core_number(a).max() == 4


def test_triangles_and_clustering(graph):
    g = nx_graph(graph)
    assert alg.triangle_count(graph) * 3 == sum(nx.triangles(g).values())
    np.testing.assert_array_equal(alg.triangles(graph), numbers(nx.triangles(g)))
    np.testing.assert_array_equal(alg.clustering(graph), numbers(nx.clustering(g)))
    with pytest.raises(gg.errors.InvalidValue):
        alg.triangle_count(sp.csr_array(np.triu(np.ones((3, 3)), 1)))


def test_bfs(digraph):
    n = digraph.shape[0]
    lengths = csgraph.shortest_path(digraph, unweighted=True)
    expected = np.where(np.isinf(lengths), -1, lengths).astype(np.int32)
    found = alg.bfs(digraph, 5)
    assert found.levels.dtype == np.int32 and found.parents.dtype == np.int64
    np.testing.assert_array_equal(found.levels, expected[5])
    for v in range(n):
        p = found.parents[v]
        assert p == v == 5 or p == -1 == found.levels[v] or (digraph[p, v] and found.levels[p] == found.levels[v] - 1)
    many = alg.bfs(digraph, list(range(n)))
    np.testing.assert_array_equal(many.levels, expected)
    assert alg.bfs(digraph, [1, 2], parents=False).parents is None
    np.testing.assert_array_equal(alg.bfs(digraph, 5, max_level=1).levels, np.where(expected[5] > 1, -1, expected[5]))
    with pytest.raises(gg.errors.InvalidIndex):
        alg.bfs(digraph, n)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint16", "uint32", "uint64", "float32", "float64"])
def test_shortest_paths(rng, dtype):
    s = random_scipy(rng, (40, 40), dtype, 0.1)
    s.data += 1
    lengths = csgraph.shortest_path(s.astype(float))
    found = alg.shortest_path(s, 3)
    assert found.distances.dtype == {"int8": np.int32, "uint16": np.int32, "uint32": np.int64, "uint64": np.float64}.get(dtype, np.dtype(dtype))
    reached = np.isfinite(lengths[3])
    np.testing.assert_array_equal(found.distances[reached], lengths[3][reached])
    assert (found.parents[~reached] == -1).all()
    many = alg.shortest_path(s, sources=[3, 0, 3])
    np.testing.assert_array_equal(many.distances[:, reached], [lengths[3][reached], lengths[0][reached], lengths[3][reached]])
    for v in np.flatnonzero(reached):
        path = found.path(int(v))
        assert path[0] == 3 and path[-1] == v
        assert sum(s[a, b] for a, b in zip(path, path[1:])) == lengths[3][v]
    assert alg.shortest_path(s, 3, parents=False).parents is None


def test_negative_lengths():
    s = sp.csr_array(np.array([[0, 4, 2], [0, 0, 0], [0, -3, 0]]))
    np.testing.assert_array_equal(alg.shortest_path(s, 0).distances, [0, -1, 2])
    with pytest.raises(gg.errors.InvalidValue):
        alg.shortest_path(sp.csr_array(np.array([[0, 1], [-2, 0]])), 0)


def test_components(graph, digraph):
    for s, options in [(graph, {}), (digraph, {}), (digraph, {"directed": True, "connection": "strong"})]:
        n, labels = alg.connected_components(s, **options)
        m, expected = csgraph.connected_components(s, **{"directed": True, "connection": "weak", **options})
        assert n == m
        first = np.array([np.flatnonzero(expected == label)[0] for label in expected])
        np.testing.assert_array_equal(labels, first)


def test_pagerank(digraph):
    g = nx_graph(digraph, True)
    found = alg.pagerank(digraph, tol=1e-12, max_iter=1000)
    np.testing.assert_allclose(found.ranks, numbers(nx.pagerank(g, tol=1e-14, max_iter=1000)), atol=1e-10)
    assert found.residual <= 1e-12
    rng = np.random.default_rng(1)
    weighted = sp.csr_array(digraph * rng.random(digraph.shape))
    shares = rng.random(digraph.shape[0])
    found = alg.pagerank(weighted, weight=True, personalization=shares, tol=1e-12, max_iter=1000)
    expected = nx.pagerank(nx_graph(weighted, True), personalization=dict(enumerate(shares)), tol=1e-14, max_iter=1000)
    np.testing.assert_allclose(found.ranks, numbers(expected), atol=1e-10)


def test_betweenness(graph):
    g = nx_graph(graph)
    found = alg.betweenness_centrality(graph)
    np.testing.assert_allclose(found / 2, numbers(nx.betweenness_centrality(g, normalized=False)), rtol=1e-12, atol=1e-9)
    found = alg.betweenness_centrality(graph, normalized=True)
    np.testing.assert_allclose(found, numbers(nx.betweenness_centrality(g)), rtol=1e-12, atol=1e-12)
    weights = np.random.default_rng(2).integers(1, 5, graph.nnz)
    s = sp.csr_array((weights, graph.indices, graph.indptr), shape=graph.shape)
    s = sp.csr_array(s + s.T)
    expected = numbers(nx.betweenness_centrality(nx_graph(s), weight="weight", normalized=False))
    np.testing.assert_allclose(alg.betweenness_centrality(s, weight=True) / 2, expected, rtol=1e-12, atol=1e-9)
    some = alg.betweenness_centrality(graph, sources=[0, 7])
    assert (some <= alg.betweenness_centrality(graph) + 1e-9).all()


def test_cores_and_trusses(graph):
    g = nx_graph(graph)
    np.testing.assert_array_equal(alg.core_number(graph), numbers(nx.core_number(g)))
    truss = alg.k_truss(graph, 3)
    expected = nx.k_truss(g, 3)
    assert truss.edges.nvals == 2 * expected.number_of_edges()
    assert all(truss.edges[u, v] is not None for u, v in expected.edges)
    with pytest.raises(gg.errors.InvalidValue):
        alg.k_truss(graph, 1)


def test_jaccard_and_communities(graph):
    g = nx_graph(graph)
    pairs = {(u, v): x for u, v, x in nx.jaccard_coefficient(g, g.edges)}
    found = alg.jaccard(graph)
    assert found.nvals == graph.nnz
    assert all(found[u, v] == pytest.approx(x, rel=1e-15) for (u, v), x in pairs.items())
    n, labels = alg.label_propagation(graph)
    assert n == len(set(labels.tolist()))
    two = sp.block_diag([np.ones((4, 4)) - np.eye(4)] * 2, format="csr")
    assert alg.label_propagation(two)[1].tolist() == alg.markov_clustering(two)[1].tolist() == [0] * 4 + [4] * 4


def test_independent_set_and_forest(graph):
    members = alg.maximal_independent_set(graph, seed=7)
    inside = np.isin(np.arange(graph.shape[0]), members)
    assert graph[members][:, members].nnz == 0
    assert ((graph @ inside.astype(int))[~inside] > 0).all()
    weights = np.random.default_rng(3).integers(0, 9, graph.shape)
    weighted = gg.Matrix.from_coo(*graph.nonzero(), np.minimum(weights, weights.T)[graph.nonzero()], shape=graph.shape)
    forest = alg.minimum_spanning_forest(weighted)
    g = nx.Graph()
    g.add_nodes_from(range(graph.shape[0]))
    g.add_weighted_edges_from(zip(*(x.tolist() for x in weighted.to_coo())))
    expected = nx.minimum_spanning_tree(g)
    assert forest.total == expected.size("weight") and forest.edges.nvals == 2 * expected.number_of_edges()
    assert forest.components == nx.number_connected_components(g)


def test_orders(graph):
    degrees = np.diff(graph.indptr)
    order = alg.vertex_order(graph, "degree")
    assert (np.diff(degrees[order]) <= 0).all()
    for by in ("rcm", "jaccard"):
        assert sorted(alg.vertex_order(graph, by)) == list(range(graph.shape[0]))


def test_files(tmp_path, graph):
    a = gg.with_random_weights(gg.Matrix.from_scipy_sparse(graph), seed=5)
    for name in ("a.mtx", "a.mtx.gz", "a.gbm"):
        gg.write(tmp_path / name, a)
        assert gg.read(tmp_path / name).isequal(a)
    from scipy.io import mmread

    np.testing.assert_array_equal(mmread(tmp_path / "a.mtx").toarray(), a.to_dense())
    (tmp_path / "edges.csv").write_text("from,to\nalice,bob\nbob,carol\n")
    b, report = gg.read(tmp_path / "edges.csv", named=True, undirected=True, report=True)
    assert report["names"] == ["alice", "bob", "carol"] and b.nvals == 4 and report["mirrored"] == 2
    (tmp_path / "wrong.mtx").write_text("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n")
    with pytest.raises(gg.errors.FileError, match="wrong.mtx:3") as caught:
        gg.read(tmp_path / "wrong.mtx")
    assert caught.value.line == 3 and isinstance(caught.value, OSError)


def test_generators():
    assert gg.rmat(8, 8, seed=3).isequal(gg.rmat(8, 8, seed=3)) and gg.rmat(8, 8).is_symmetric()
    np.testing.assert_array_equal(gg.stencil5(3).diag().to_numpy(), [4] * 9)
    assert gg.uniform(100, 4.0).nvals == 400 and gg.grid2d(4).nvals == 48 and gg.band(10, 1).nvals == 28


def test_vertices_of_any_integer_type() -> None:
    graph = gg.rmat(6, 4, seed=1)
    for dtype in (np.int32, np.uint16):
        some = np.array([1, 5, 9], dtype)
        expected = gg.algorithms.betweenness_centrality(graph, some.astype(np.int64))
        assert np.array_equal(gg.algorithms.betweenness_centrality(graph, some), expected)


def test_katz_takes_numbers_of_numpy():
    a = gg.rmat(5, 4)
    expected = alg.katz_centrality(a, 0.01, 2.0).values
    for beta in (2, np.float32(2), np.array(2.0), np.full(a.nrows, 2.0)):
        assert np.array_equal(alg.katz_centrality(a, 0.01, beta).values, expected)


def test_names_that_are_not_utf8(tmp_path):
    path = tmp_path / "\udcffedges.tsv"
    names = [b"M\xfcnchen", b"K\xf6ln", "Zürich".encode()]
    with open(path, "wb") as out:
        out.write(b"%s\t%s\n%s\t%s\n" % (names[0], names[1], names[1], names[2]))
    a, report = gg.read(path, named=True, report=True)
    assert [os.fsencode(name) for name in report["names"]] == names and a.nvals == 2
    gg.write(tmp_path / "\udcff.mtx", a)
    assert gg.read(tmp_path / "\udcff.mtx").isequal(a)
    with pytest.raises(gg.errors.FileError) as caught:
        gg.read(tmp_path / "\udcffabsent.mtx")
    assert os.fsencode(caught.value.file).endswith(b"\xffabsent.mtx")
