"""Arrays in and out: SciPy, NumPy, DLPack; what is copied and what is not; pickles; memory."""

import gc
import pickle
import resource

import graphblas_gpu as gg
import numpy as np
import pytest
import scipy.sparse as sp
from helpers import TYPES, as_dict, assert_same, random_matrix, random_scipy, random_vector


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("index", ["int32", "int64"])
@pytest.mark.parametrize("copy", [False, True])
def test_scipy_round_trip(rng, dtype, index, copy):
    s = random_scipy(rng, (30, 20), dtype)
    s.indices, s.indptr = s.indices.astype(index), s.indptr.astype(index)
    a = gg.Matrix.from_scipy_sparse(s, copy=copy)
    assert a.dtype == np.dtype(dtype) and a.nvals == s.nnz
    assert_same(a.to_scipy_sparse(), sp.csr_array(s))
    assert s.data.flags.writeable is copy
    assert np.shares_memory(a.data, s.data) is (not copy)
    if index == "int32":
        assert np.shares_memory(a.indices, s.indices) is (not copy)
    back = a.to_scipy_sparse(copy=False)
    assert np.shares_memory(back.data, a.data) and np.shares_memory(back.indices, a.indices)


@pytest.mark.parametrize("format", ["csc", "coo", "lil", "dia", "bsr"])
def test_other_formats_of_scipy(rng, format):
    s = random_scipy(rng, (12, 9), "float32")
    assert_same(gg.Matrix.from_scipy_sparse(s.asformat(format)).to_dense(), s.toarray())


def test_unsorted_and_repeated_entries_are_joined():
    s = sp.csr_matrix((np.array([1.0, 2, 4, 8]), np.array([2, 0, 2, 1]), np.array([0, 3, 4])), shape=(2, 3))
    assert as_dict(gg.Matrix.from_scipy_sparse(s)) == {(0, 0): 2, (0, 2): 5, (1, 1): 8}
    assert s.nnz == 4


def test_csr_arrays_are_checked():
    good = {"indptr": [0, 1, 2], "indices": [1, 0], "data": [1.0, 2.0]}

    def made(**changed):
        arrays = {**good, **changed}
        return gg.Matrix.from_csr(*(np.array(arrays[n]) for n in good), shape=(2, 2))

    assert as_dict(made()) == {(0, 1): 1, (1, 0): 2}
    for wrong in [{"indptr": [0, 2, 1]}, {"indices": [1, 2]}, {"indices": [0, 0], "indptr": [0, 2, 2]}, {"data": [1.0]}, {"indptr": [0, 1]}]:
        with pytest.raises(gg.errors.InvalidObject):
            made(**wrong)
    for beyond in (-1, 2**32 + 1):
        with pytest.raises(IndexError):
            made(indices=[1, beyond])
    with pytest.raises(gg.errors.InvalidObject):
        made(indices=np.array([1, -1], "int32"))
    with pytest.raises(TypeError):
        made(data=[1j, 2])


def test_indices_beyond_32_bits_are_refused():
    for rows in ([2**32 + 1], [2**63], [-1]):
        with pytest.raises((IndexError, ValueError)):
            gg.Matrix.from_coo(np.array(rows), [0], [1.0], shape=(2**32 - 1, 1))
    with pytest.raises((IndexError, ValueError)):
        gg.Matrix.from_coo([2**32 + 1], [0], [1.0])
    with pytest.raises(IndexError):
        gg.Matrix(3, 3).get(2**32 + 1, 0)
    with pytest.raises(IndexError):
        gg.Vector(3)[2**32 + 1]
    with pytest.raises(TypeError):
        gg.Matrix.from_coo([0.5], [0], [1.0])


@pytest.mark.parametrize("dtype", TYPES)
def test_coo_and_duplicates(rng, dtype):
    i, j = rng.integers(0, 5, 40), rng.integers(0, 6, 40)
    v = rng.integers(0, 2, 40).astype(dtype)
    a = gg.Matrix.from_coo(i, j, v, shape=(5, 6), dup_op="second")
    assert as_dict(a) == {(int(x), int(y)): z for x, y, z in zip(i, j, v.tolist())}
    with pytest.raises(gg.errors.InvalidValue):
        gg.Matrix.from_coo(i, j, v, shape=(5, 6))
    rows, columns, values = a.to_coo()
    assert gg.Matrix.from_coo(rows, columns, values, shape=(5, 6)).isequal(a)
    assert gg.Matrix.from_coo([1], [2], 3.5).shape == (2, 3)
    assert as_dict(gg.Matrix.from_coo([0, 0], [1, 1])) == {(0, 1): 1} == as_dict(gg.Matrix.from_coo([0, 0], [1, 1], dtype=dtype))
    assert as_dict(gg.Vector.from_coo([2, 2, 0])) == {(0,): 1, (2,): 1}


@pytest.mark.parametrize("dtype", TYPES)
def test_dense_vectors_share_memory(rng, dtype):
    x = rng.integers(0, 2, 100).astype(dtype)
    v = gg.Vector.from_dense(x, copy=False)
    assert np.shares_memory(np.asarray(v), x) and np.shares_memory(v.to_numpy(copy=False), x)
    assert_same(np.from_dlpack(gg.Vector.from_dense(x)), x)
    w = gg.Vector.from_dense(x)
    assert not np.shares_memory(np.asarray(w), x)
    assert_same(w.to_numpy(), x)
    assert_same(gg.Vector.from_dense(x, missing=0).to_numpy(), x)


def test_arrays_stay_as_they_are_when_the_matrix_changes(rng):
    a = random_matrix(rng, (20, 20), "float64")
    data, indices, indptr, before = a.data, a.indices, a.indptr, a.to_dense()
    copies = data.copy(), indices.copy(), indptr.copy()
    shared = a.dup()
    a[3, 4] = 99.0
    a(accum="plus") << a.mxm(a)
    a.clear()
    for view, copy in zip((data, indices, indptr), copies):
        assert_same(view, copy)
        assert not view.flags.writeable
    assert_same(shared.to_dense(), before)


def test_views_outlive_the_matrix(rng):
    a = random_matrix(rng, (50, 50), "int64")
    data, copy = a.data, a.data.copy()
    del a
    gc.collect()
    made = [gg.Matrix.from_dense(np.ones((50, 50))) for _ in range(20)]
    assert_same(data, copy)
    assert len(made) == 20


def test_borrowed_arrays_outlive_their_names():
    def made():
        s = sp.csr_matrix(np.arange(12.0).reshape(3, 4))
        return gg.Matrix.from_scipy_sparse(s, copy=False), s.toarray()

    a, expected = made()
    gc.collect()
    assert_same(a.to_dense(), expected)
    a[0, 0] = 5.0
    assert a[0, 0] == 5


@pytest.mark.parametrize("dtype", ["structure", *TYPES])
def test_pickles(rng, dtype):
    a, v = random_matrix(rng, (9, 11), dtype), random_vector(rng, 15, dtype)
    for x in (a, v):
        y = pickle.loads(pickle.dumps(x))
        assert y.isequal(x) and repr(y) == repr(x)


def test_structured_values():
    pair = np.dtype([("cost", "f8"), ("hops", "i8")])
    values = np.array([(1.5, 2), (2.5, 3)], pair)
    a = gg.Matrix.from_coo([0, 1], [1, 0], values)
    assert a.dtype == pair and a[0, 1]["hops"] == 2 and a[1, 1] is None
    assert_same(a.data, values)
    a[1, 1] = (7.0, 8)
    assert a[1, 1].tolist() == (7.0, 8)
    assert_same(a.T.new().data, np.array([(2.5, 3), (1.5, 2), (7.0, 8)], pair))
    assert pickle.loads(pickle.dumps(a)).data.tolist() == a.data.tolist()
    with pytest.raises(TypeError):
        a.mxm(gg.Matrix(2, 2)).new()


def test_text_and_html(rng):
    a = gg.rmat(6, 4)
    assert repr(a) == f"Matrix 64x64 structure, {a.nvals} entries, host"
    assert a._repr_html_().count("<rect") > 100
    assert gg.Matrix(3, 3)._repr_html_() == "<code>Matrix 3x3 float64, 0 entries, host</code>"


def test_memory_does_not_grow():
    s = sp.random(2000, 2000, 0.01, format="csr", random_state=1)

    def trips(n):
        for _ in range(n):
            a = gg.Matrix.from_scipy_sparse(s, copy=False)
            b = a.to_scipy_sparse(copy=False)
            c = gg.Matrix.from_csr(b.indptr, b.indices, b.data, shape=b.shape, check=False, copy=True)
            assert c.data is not None and gg.algorithms.connected_components(c)[0] > 0

    trips(200)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    trips(2000)
    # One trip makes more than 400 KB of arrays; 2000 that stayed would be 800 MB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


def test_memory_that_another_object_made_is_kept() -> None:
    v = gg.Vector.from_dense(np.arange(8.0))
    w = gg.Vector.from_dense(v, copy=False)
    others = [np.full(8, 7.0) for _ in range(100)]
    assert w.to_numpy().tolist() == list(range(8)) and len(others) == 100


def test_nan_is_missing_where_it_is_named() -> None:
    assert gg.Vector.from_dense(np.array([1.0, np.nan]), missing=np.nan).nvals == 1
    assert gg.Matrix.from_dense(np.array([[1.0, np.nan]]), missing=np.nan).nvals == 1


def test_a_long_double_is_no_value() -> None:
    with pytest.raises(gg.errors.DomainMismatch):
        gg.Matrix(2, 2)[0, 0] = np.longdouble(1)


def test_offsets_that_are_read_in_place_are_frozen() -> None:
    s = sp.csr_matrix(np.eye(3))
    s.indptr = s.indptr.astype(np.int64)
    a = gg.Matrix.from_scipy_sparse(s, copy=False)
    assert np.shares_memory(a.indptr, s.indptr) and not s.indptr.flags.writeable


@pytest.mark.parametrize("dtype", TYPES)
def test_arrays_of_the_other_byte_order(rng, dtype) -> None:
    s = random_scipy(rng, (9, 9), dtype)

    def swapped(x):
        return x.astype(x.dtype.newbyteorder(">"))

    a = gg.Matrix.from_scipy_sparse(s)
    indptr, indices, data = map(swapped, (s.indptr, s.indices, s.data))
    for copy in (True, False):
        assert gg.Matrix.from_csr(indptr, indices, data, shape=s.shape, copy=copy).isequal(a)
        t = s.copy()
        t.data = data
        assert gg.Matrix.from_scipy_sparse(t, copy=copy).isequal(a)
        assert gg.Vector.from_dense(data, copy=copy).isequal(gg.Vector.from_dense(s.data))
    rows, columns = np.nonzero(s.toarray())
    assert gg.Matrix.from_coo(*map(swapped, (rows, columns, s.toarray()[rows, columns])), shape=s.shape).nvals == len(rows)
    assert a[swapped(np.array([3, 1])), :].isequal(a[[3, 1], :])
    b = a.dup()
    b.set_values(data)
    assert b.isequal(a)
    assert gg.Matrix.from_dense(swapped(s.toarray())).isequal(gg.Matrix.from_dense(s.toarray()))


def test_values_that_are_bytes_alone() -> None:
    values = np.array([b"12345678", b"abcdefgh"], "V8")
    a, v = gg.Matrix.from_coo([0, 1], [1, 0], values), gg.Vector.from_dense(values)
    assert a.dtype == "V8" and a.get(0, 1) == values[0] and v.get(1) == values[1] and a.get(0, 0, "none") == "none"
    assert gg.Matrix.from_csr([0, 1, 2], [1, 0], values, shape=(2, 2)).data.tolist() == values.tolist()
    for x in (a, v):
        y = pickle.loads(pickle.dumps(x))
        assert y.type is x.type and y.data.tolist() == values.tolist()


def test_get_and_reduce_of_own_types_are_scalars_of_numpy() -> None:
    pair = np.dtype([("cost", "f8"), ("hops", "i8")])
    a = gg.Matrix.from_coo([0], [1], np.array([(1.5, 2)], pair))
    assert a.get(0, 1)["hops"] == 2 and a.T[1, 0]["cost"] == 1.5 and a[0, :].get(1)["hops"] == 2
