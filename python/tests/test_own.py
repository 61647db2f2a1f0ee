"""Operators of a program's own: C functions, expressions, Python functions."""

import ctypes
import shutil

import graphblas_gpu as gg
import numpy as np
import pytest
from helpers import as_dict, random_matrix

double = ctypes.POINTER(ctypes.c_double)


@ctypes.CFUNCTYPE(None, double, double, double)
def hypotenuse(z, x, y):
    z[0] = (x[0] ** 2 + y[0] ** 2) ** 0.5


@ctypes.CFUNCTYPE(None, double, double)
def half(z, x):
    z[0] = x[0] / 2


def test_functions_of_ctypes(rng):
    a, b = random_matrix(rng, (8, 8), "float64"), random_matrix(rng, (8, 8), "float64")
    hyp = gg.new_binary("hypotenuse", hypotenuse, "float64")
    assert gg.binary.hypotenuse is hyp
    made = as_dict(a.ewise_mult(b, hyp).new())
    assert made == {p: np.sqrt(x**2 + as_dict(b)[p] ** 2) for p, x in as_dict(a).items() if p in as_dict(b)}
    assert as_dict(a.apply(gg.new_unary("half", half, "float64")).new()) == {p: x / 2 for p, x in as_dict(a).items()}
    longest = gg.new_semiring("longest", "max", hyp)
    x, y = a.to_dense(), b.to_dense()
    expected = {}
    for (i, k), p in as_dict(a).items():
        for (l, j), q in as_dict(b).items():
            if k == l:
                expected[i, j] = max(expected.get((i, j), 0), np.sqrt(p**2 + q**2))
    assert as_dict(a.mxm(b, longest).new()) == expected
    assert x.shape == y.shape


def test_monoid_of_a_program(rng):
    a = random_matrix(rng, (6, 6), "float64")
    norm = gg.new_monoid("norm", gg.new_binary("hyp2", hypotenuse, "float64"), 0.0)
    assert a.reduce(norm) == pytest.approx(np.linalg.norm(a.to_dense()), rel=1e-14)
    assert gg.Matrix(3, 3).reduce("norm") == 0


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler: semirings of expressions")
@pytest.mark.parametrize("dtype", ["float64", "int32"])
def test_semiring_of_expressions(rng, dtype):
    identity = "-INFINITY" if dtype == "float64" else "INT32_MIN"
    widest = gg.new_semiring(f"widest_{dtype}", add="max(x, y)", multiply="min(x, y + 1)", identity=identity)
    a = random_matrix(rng, (9, 9), dtype)
    expected = {}
    for (i, k), x in as_dict(a).items():
        for (l, j), y in as_dict(a).items():
            if k == l:
                expected[i, j] = max(expected.get((i, j), -9), min(x, y + 1))
    assert as_dict(a.mxm(a, widest).new()) == expected
    wrong = gg.new_semiring("wrong", add="max(x, y)", multiply="min(x, z)", identity="0")
    with pytest.raises(gg.errors.Unsupported, match="z"):
        a.mxm(a, wrong).new()
    with pytest.raises(gg.errors.InvalidValue):
        a.mxm(a, gg.new_semiring("worse", add="x + y", multiply="x; y", identity="0")).new()


def test_semirings_beyond_the_catalogue(rng):
    a = random_matrix(rng, (9, 9), "int32")
    made = a.mxm(a, "bit_or_bit_and").new().to_dense()
    x = a.to_dense()
    np.testing.assert_array_equal(made, np.bitwise_or.reduce(x[:, :, None] & x[None, :, :], axis=1))


def test_python_functions_by_numba(rng):
    pytest.importorskip("numba", reason="numba is not installed: Python functions as operators")

    @gg.register("relax", "float64", add="min")
    def relax(x, y):
        return x + y

    a = random_matrix(rng, (9, 9), "float64")
    assert a.mxm(a, relax).new().isequal(a.mxm(a, "min_plus").new())


def test_names():
    assert "min_plus" in gg.semiring and gg.semiring.min_plus is gg.semiring["min_plus"]
    assert repr(gg.binary.plus["float64"]) == "binary.plus[float64]"
    with pytest.raises(gg.errors.InvalidValue):
        gg.binary.no_such_name
    with pytest.raises(gg.errors.InvalidValue):
        gg.Matrix(2, 2, "float64").ewise_mult(gg.Matrix(2, 2, "float64"), "bit_and").new()
