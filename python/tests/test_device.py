"""Arrays in the memory of a GPU. Without a GPU these tests are skipped."""

import graphblas_gpu as gg
import graphblas_gpu.algorithms as alg
import numpy as np
import pytest
from helpers import TYPES, assert_same, random_matrix, random_vector


@pytest.fixture
def device():
    try:
        ctx = gg.context("cuda:0")
    except gg.errors.Unsupported as refused:
        pytest.skip(f"no GPU: {refused}")
    with ctx:
        yield ctx


def address(array):
    return array.__cuda_array_interface__["data"][0]


@pytest.mark.parametrize("dtype", ["structure", *TYPES])
def test_matrices_over_arrays_of_a_device(rng, device, dtype):
    a = random_matrix(rng, (40, 30), dtype)
    arrays = gg.device_arrays(a)
    b = gg.Matrix.from_csr(*arrays, shape=a.shape)
    assert not b.is_on_host
    for x, y in zip(gg.device_arrays(b), arrays):
        assert y is None or address(x) == address(y)
    del arrays
    product = b.mxm(a.T, "any_pair").new()
    assert product.isequal(a.mxm(a.T, "any_pair").new())
    assert b.isequal(a) and device.last_report["engine"] == "cuda"


def test_vectors_over_arrays_of_a_device(rng, device):
    v = gg.Vector.from_dense(rng.random(100))
    w = gg.Vector.from_dense(v, copy=False)
    assert address(v) == address(w)
    assert_same(w.to_numpy(), v.to_numpy())
    assert len(gg.device_arrays(random_vector(rng, 20, "int32"))) == 2


def test_results_are_those_of_the_host(rng, device):
    a = gg.rmat(10, 8)
    found = alg.triangle_count(a), alg.bfs(a, 0).levels, a.mxm(a, "plus_pair").new()
    assert not found[2].is_on_host
    with gg.context("host"):
        assert found[0] == alg.triangle_count(a)
        assert_same(found[1], alg.bfs(a, 0).levels)
        assert found[2].isequal(a.mxm(a, "plus_pair").new())


def test_semiring_of_expressions_on_a_device(rng, device):
    widest = gg.new_semiring("widest_on_device", add="max(x, y)", multiply="min(x, y + 1)", identity="-INFINITY")
    a = random_matrix(rng, (30, 30), "float64")
    made = a.mxm(a, widest).new()
    with gg.context("host"):
        host = gg.new_semiring("widest_on_host", add="max(x, y)", multiply="min(x, y + 1)", identity="-INFINITY")
        assert made.isequal(a.mxm(a, host).new())


def test_cupy(rng, device):
    cupy = pytest.importorskip("cupy", reason="no CuPy")
    import cupyx.scipy.sparse

    a = random_matrix(rng, (50, 50), "float32")
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        offsets = cupy.asarray(a.indptr)
        columns, values = cupy.asarray(a.indices), cupy.asarray(a.data) * 2
        b = gg.Matrix.from_csr(offsets, columns, values, shape=a.shape)
        assert address(gg.device_arrays(b)[2]) == values.data.ptr
        back = b.to_cupy()
        assert back.data.data.ptr == values.data.ptr and back.indices.data.ptr == columns.data.ptr
        square = (b @ b).to_cupy()
        expected = back @ back
        cupy.testing.assert_allclose(square.toarray(), expected.toarray(), rtol=1e-5)
    assert isinstance(back, cupyx.scipy.sparse.csr_matrix)
    assert_same(b.data, a.data * np.float32(2))


def test_torch(rng, device):
    torch = pytest.importorskip("torch", reason="no PyTorch")
    a = random_matrix(rng, (50, 50), "float32")
    t = a.to_torch()
    assert t.is_cuda and t.values().data_ptr() == address(gg.device_arrays(a)[2])
    offsets, columns = t.crow_indices(), t.col_indices().to(torch.int32)
    b = gg.Matrix.from_csr(offsets, columns, t.values(), shape=a.shape)
    assert address(gg.device_arrays(b)[2]) == t.values().data_ptr()
    torch.testing.assert_close((b @ b).to_torch().to_dense(), t.to_dense() @ t.to_dense())
