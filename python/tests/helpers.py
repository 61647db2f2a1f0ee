"""Random matrices and comparisons for the tests."""

import graphblas_gpu as gg
import numpy as np
import scipy.sparse as sp

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
NUMBERS = [*INTEGERS, "float32", "float64"]
TYPES = ["bool", *NUMBERS]


def random_scipy(rng, shape, dtype, density=0.3, high=4):
    """A CSR matrix with small numbers, explicit zeros among them: sums and products of a few are exact in every type."""
    m, n = shape
    picked = rng.random(shape) < density
    rows, columns = np.nonzero(picked)
    values = rng.integers(0, high, len(rows)).astype(dtype)
    return sp.csr_matrix((values, columns, np.concatenate([[0], np.cumsum(picked.sum(1))])), shape=(m, n))


def random_matrix(rng, shape, dtype, density=0.3):
    if dtype == "structure":
        rows, columns = np.nonzero(rng.random(shape) < density)
        return gg.Matrix.from_coo(rows, columns, shape=shape)
    return gg.Matrix.from_scipy_sparse(random_scipy(rng, shape, dtype, density))


def random_vector(rng, size, dtype, density=0.5):
    i = np.flatnonzero(rng.random(size) < density)
    return gg.Vector.from_coo(i, None if dtype == "structure" else rng.integers(0, 4, len(i)).astype(dtype), size=size)


def as_dict(x):
    """The entries as the specification has them; those of structure alone are 1."""
    if isinstance(x, gg.Matrix):
        i, j, v = x.to_coo()
        return {(int(a), int(b)): c for a, b, c in zip(i, j, [1] * len(i) if v is None else v.tolist())}
    i, v = x.to_coo()
    return {(int(a),): c for a, c in zip(i, [1] * len(i) if v is None else v.tolist())}


def assert_entries(x, expected):
    """The entries are these; all numbers of the tests are exact."""
    found = as_dict(x)
    assert found == {p: type(found.get(p, v))(v) for p, v in expected.items()}


def assert_same(a, b):
    """Two arrays or SciPy matrices are equal in shape, dtype and values."""
    if sp.issparse(a):
        assert a.shape == b.shape and a.dtype == b.dtype
        a, b = a.toarray(), b.toarray()
    np.testing.assert_array_equal(a, b, strict=True)
