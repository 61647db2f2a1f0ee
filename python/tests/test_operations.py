"""Every operation against the specification (spec.py): all types, masks, accumulators, transposed operands."""

import itertools

import graphblas_gpu as gg
import numpy as np
import pytest
import spec
from helpers import INTEGERS, NUMBERS, TYPES, as_dict, assert_entries, random_matrix, random_scipy, random_vector

MASKS = list(itertools.product([False, True], [False, True]))
SEMIRINGS = ["plus_times", "min_plus", "max_first", "plus_pair", "min_second", "max_min", "any_secondi"]


def mask_of(rng, shape, by_value, complement):
    make = random_matrix if len(shape) == 2 else lambda r, s, d: random_vector(r, s[0], d)
    m = make(rng, shape, "int32")
    view = m.V if by_value else m.S
    return m, (~view if complement else view)


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("semiring", SEMIRINGS)
def test_mxm_of_types(rng, dtype, semiring):
    a, b = random_matrix(rng, (12, 9), dtype), random_matrix(rng, (9, 14), dtype)
    add, multiply = semiring.split("_")
    expected = spec.product(as_dict(a), as_dict(b), add, multiply)
    c = a.mxm(b, semiring).new()
    assert c.shape == (12, 14) and c.type.name == ("int64" if semiring == "any_secondi" else dtype)
    assert_entries(c, expected)
    at = random_matrix(rng, (9, 12), dtype)
    assert_entries(at.T.mxm(b, semiring).new(), spec.product(spec.transposed(as_dict(at)), as_dict(b), add, multiply))
    bt = random_matrix(rng, (14, 9), dtype)
    assert_entries(a.mxm(bt.T, semiring).new(), spec.product(as_dict(a), spec.transposed(as_dict(bt)), add, multiply))


@pytest.mark.parametrize("dtype", TYPES)
def test_products_of_scipy(rng, dtype):
    a, b = random_scipy(rng, (60, 50), dtype, 0.1, 3), random_scipy(rng, (50, 70), dtype, 0.1, 3)
    op = "lor_land" if dtype == "bool" else "plus_times"
    c = gg.mxm(gg.Matrix.from_scipy_sparse(a), gg.Matrix.from_scipy_sparse(b), op)
    expected = (a.astype("int64") @ b.astype("int64")).astype(dtype)
    np.testing.assert_array_equal(c.to_scipy_sparse().toarray(), expected.toarray(), strict=True)


@pytest.mark.parametrize("by_value, complement", MASKS)
@pytest.mark.parametrize("accum", [None, "plus", "min"])
@pytest.mark.parametrize("replace", [False, True])
def test_masks_and_accumulators(rng, by_value, complement, accum, replace):
    a, b, c = (random_matrix(rng, (10, 10), "int32") for _ in range(3))
    m, mask = mask_of(rng, (10, 10), by_value, complement)
    how = {"mask": as_dict(m), "by_value": by_value, "complement": complement, "accum": accum, "replace": replace}
    before = as_dict(c)

    def check(expression, t):
        out = c.dup()
        out(mask, accum=accum, replace=replace) << expression
        assert_entries(out, spec.stored(before, t, (10, 10), **how))
        assert_entries(c, before)

    check(a.mxm(b, "plus_times"), spec.product(as_dict(a), as_dict(b), "plus", "times"))
    check(a.ewise_add(b.T, "max"), spec.union(as_dict(a), spec.transposed(as_dict(b)), "max"))
    check(a.T.ewise_mult(b, "minus"), spec.intersection(spec.transposed(as_dict(a)), as_dict(b), "minus"))
    check(a.apply("plus", 2), {p: x + 2 for p, x in as_dict(a).items()})
    check(a.select("triu", 1), {(i, j): x for (i, j), x in as_dict(a).items() if j >= i + 1})
    check(a.T, spec.transposed(as_dict(a)))
    check(a, as_dict(a))
    order = [3, 1, 1, 0, 9, 2, 5, 5, 8, 4]
    check(a.extract(order, slice(None, None, -1)), spec.extracted(as_dict(a), order, list(range(9, -1, -1))))
    product = spec.product(as_dict(a), as_dict(b), "plus", "times")
    assert_entries(a.mxm(b).new(mask=mask), spec.stored({}, product, (10, 10), as_dict(m), by_value, complement))


@pytest.mark.parametrize("by_value, complement", MASKS)
@pytest.mark.parametrize("accum", [None, "plus"])
@pytest.mark.parametrize("replace", [False, True])
def test_masks_of_vectors(rng, by_value, complement, accum, replace):
    a = random_matrix(rng, (10, 10), "int64")
    u, v, w = (random_vector(rng, 10, "int64") for _ in range(3))
    m, mask = mask_of(rng, (10,), by_value, complement)
    how = {"mask": as_dict(m), "by_value": by_value, "complement": complement, "accum": accum, "replace": replace}

    def check(expression, t):
        out = w.dup()
        out(mask, accum=accum, replace=replace) << expression
        assert_entries(out, spec.stored(as_dict(w), t, (10,), **how))

    check(a.mxv(u), {(i,): x for (i, _), x in spec.product(as_dict(a), as_dict(u), "plus", "times").items()})
    check(a.T.mxv(u), {(i,): x for (i, _), x in spec.product(spec.transposed(as_dict(a)), as_dict(u), "plus", "times").items()})
    check(u.vxm(a, "min_plus"), {(j,): x for (_, j), x in spec.product(as_dict(u), as_dict(a), "min", "plus").items()})
    check(u.ewise_add(v, "min"), spec.union(as_dict(u), as_dict(v), "min"))
    check(u.ewise_mult(v, "times"), spec.intersection(as_dict(u), as_dict(v), "times"))
    check(u.apply("ainv"), {p: -x for p, x in as_dict(u).items()})
    check(u.select(">", 1), {p: x for p, x in as_dict(u).items() if x > 1})
    check(a.reduce_rowwise("max"), spec.reduced_rows(as_dict(a), "max"))
    check(a.reduce_columnwise("plus"), spec.reduced_rows(spec.transposed(as_dict(a)), "plus"))
    check(u.extract([9, 0, 0, 4, 1, 2, 3, 3, 8, 7]), spec.extracted(as_dict(u), [9, 0, 0, 4, 1, 2, 3, 3, 8, 7]))
    check(a.extract(3, slice(None)), {(j,): x for (i, j), x in as_dict(a).items() if i == 3})
    check(a.extract(slice(None), 4), {(i,): x for (i, j), x in as_dict(a).items() if j == 4})


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("op", ["plus", "times", "min", "max", "first", "second", "pair", "eq", "lt", "ge", "lor", "land"])
def test_ewise_of_types(rng, dtype, op):
    a, b = random_matrix(rng, (11, 8), dtype), random_matrix(rng, (11, 8), dtype)
    x, y = as_dict(a), as_dict(b)
    made = a.ewise_mult(b, op).new()
    assert made.type.name == ("bool" if op in ("eq", "lt", "ge", "lor", "land") else dtype)
    assert_entries(made, spec.intersection(x, y, op))
    if op not in ("eq", "lt", "ge"):
        assert_entries(a.ewise_add(b, op).new(), spec.union(x, y, op))


@pytest.mark.parametrize("dtype", ["structure", *TYPES])
def test_kronecker_reduce_and_select(rng, dtype):
    a, b = random_matrix(rng, (4, 3), dtype), random_matrix(rng, (5, 2), dtype)
    if dtype != "bool":
        assert_entries(a.kronecker(b, "times").new(), spec.kronecker(as_dict(a), as_dict(b), "times", (5, 2)))
    by, total = ("lor", any(as_dict(a).values())) if dtype == "bool" else ("plus", sum(as_dict(a).values()))
    assert a.reduce(by) == total
    assert_entries(a.select("offdiag").new(), {(i, j): x for (i, j), x in as_dict(a).items() if i != j})
    assert_entries(a.select("colle", 1).new(), {(i, j): x for (i, j), x in as_dict(a).items() if j <= 1})
    if dtype != "structure":
        assert_entries(a.select("!=", 0).new(), {p: x for p, x in as_dict(a).items() if x != 0})
    rows = a.apply("rowindex").new()
    assert_entries(rows, {(i, j): i for i, j in as_dict(a)})


@pytest.mark.parametrize("by_value, complement", MASKS)
@pytest.mark.parametrize("accum", [None, "plus"])
@pytest.mark.parametrize("replace", [False, True])
def test_assign(rng, by_value, complement, accum, replace):
    c, a = random_matrix(rng, (9, 7), "int32"), random_matrix(rng, (3, 4), "int32")
    m, mask = mask_of(rng, (9, 7), by_value, complement)
    rows, columns = [7, 2, 4], [0, 6, 3, 1]
    how = {"mask": as_dict(m), "by_value": by_value, "complement": complement, "accum": accum, "replace": replace}
    out = c.dup()
    out(mask, accum=accum, replace=replace)[rows, columns] = a
    assert_entries(out, spec.assigned(as_dict(c), as_dict(a), [rows, columns], (9, 7), **how))
    out = c.dup()
    out(mask, accum=accum, replace=replace)[1:6:2, ::2] = 7
    lists = [[1, 3, 5], [0, 2, 4, 6]]
    full = {(i, j): 7 for i in range(3) for j in range(4)}
    assert_entries(out, spec.assigned(as_dict(c), full, lists, (9, 7), **how))
    w, u = random_vector(rng, 9, "int32"), random_vector(rng, 3, "int32")
    mv, mask = mask_of(rng, (9,), by_value, complement)
    out = w.dup()
    out(mask, accum=accum, replace=replace)[rows] = u
    how["mask"] = as_dict(mv)
    assert_entries(out, spec.assigned(as_dict(w), as_dict(u), [rows], (9,), **how))


def test_rows_columns_and_parts(rng):
    c = random_matrix(rng, (6, 5), "float64")
    u, v = random_vector(rng, 5, "float64"), random_vector(rng, 6, "float64")
    out = c.dup()
    out[2, :] = u
    expected = {(i, j): x for (i, j), x in as_dict(c).items() if i != 2} | {(2, j): x for (j,), x in as_dict(u).items()}
    assert_entries(out, expected)
    out = c.dup()
    out[:, -1] = v
    expected = {(i, j): x for (i, j), x in as_dict(c).items() if j != 4} | {(i, 4): x for (i,), x in as_dict(v).items()}
    assert_entries(out, expected)
    m = gg.Matrix.from_coo([0, 1], [0, 1], shape=(2, 2))
    out = c.dup()
    out(m.S).subassign((slice(1, 3), slice(2, 4)), 9)
    assert_entries(out, {**as_dict(c), (1, 2): 9, (2, 3): 9})


def test_elements_and_slices(rng):
    a = random_matrix(rng, (8, 6), "int16")
    d = as_dict(a)
    for i, j in itertools.product(range(-8, 8), range(-6, 6)):
        assert a[i, j] == d.get((i % 8, j % 6)) and a.T[j, i] == a[i, j]
    assert_entries(a[1:7:3, [5, 0]], spec.extracted(d, [1, 4], [5, 0]))
    assert_entries(a[np.array([True, False] * 4), :], spec.extracted(d, [0, 2, 4, 6], list(range(6))))
    assert_entries(a[-2], {(j,): x for (i, j), x in d.items() if i == 6})
    a[0, 0] = 5
    a[-1, -1] = 6
    assert a[0, 0] == 5 and a[7, 5] == 6
    a[0, 0] = None
    assert a[0, 0] is None
    for i, j in [(8, 0), (-9, 0), (0, 6)]:
        with pytest.raises(IndexError):
            a[i, j]
    with pytest.raises(IndexError):
        a[[0, 8], :]


def test_concat_split_diag_permute(rng):
    a, b = random_matrix(rng, (3, 4), "int32"), random_matrix(rng, (3, 2), "int32")
    whole = gg.concat([[a, b], [a, b]])
    np.testing.assert_array_equal(whole.to_dense(), np.block([[a.to_dense(), b.to_dense()]] * 2))
    (left, right), below = whole.split([3, 3], [4, 2])
    assert left.isequal(a) and right.isequal(b) and below[0].isequal(a)
    np.testing.assert_array_equal(a.diag(1).to_numpy(), np.diag(a.to_dense(), 1))
    v = gg.Vector.from_dense([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(v.diag(-1).to_dense(), np.diag([1.0, 2.0, 3.0], -1))
    s = random_matrix(rng, (5, 5), "float64")
    order = [4, 2, 0, 1, 3]
    np.testing.assert_array_equal(s.permute(order).to_dense(), s.to_dense()[np.ix_(order, order)])


def test_structure_of_products(rng):
    a, b = random_matrix(rng, (12, 9), "float32"), random_matrix(rng, (9, 10), "structure")
    t = spec.product(as_dict(a), as_dict(b), "any", "pair")
    m = random_matrix(rng, (12, 10), "structure")
    assert_entries(gg.mxm_structure(a, b), t)
    assert gg.mxm_nvals(a, b) == len(t)
    assert gg.mxm_nvals(a, b, mask=~m.S) == len(t.keys() - as_dict(m).keys())
    assert a.mxm(b, "any_pair").new().type.name == "float32"


@pytest.mark.parametrize("method", ["hash", "dense", "dot", "merge", "bitmap_tile"])
def test_methods(rng, method):
    a = random_matrix(rng, (40, 40), "int64", 0.2)
    made = gg.mxm(a, a, mask=a.S, method=method)
    assert gg.last_report()["method"] == method
    assert made.isequal(gg.mxm(a, a, mask=a.S))


def test_plans(rng):
    a, b, m = random_matrix(rng, (12, 9), "int32"), random_matrix(rng, (10, 9), "int64"), random_matrix(rng, (12, 10), "structure")
    plan = gg.plan_mxm(a, b.T, mask=~m.S)
    assert plan.method != "automatic" and plan.reason and plan.estimated_bytes >= 0
    for factor in (1, 3):
        a.set_values(a.data * np.int32(factor))
        expected = spec.product(as_dict(a), spec.transposed(as_dict(b)), "plus", "times")
        expected = {p: x for p, x in expected.items() if p not in as_dict(m)}
        assert plan.nvals == len(expected)
        assert_entries(plan.execute(), expected)
    with pytest.raises(gg.errors.DomainMismatch):
        a.set_values(a.data.astype(float))
    with pytest.raises(gg.errors.DimensionMismatch):
        a.set_values(a.data[1:])
    a[0, 0] = None if a[0, 0] is not None else 1
    with pytest.raises(gg.errors.InvalidValue):
        plan.execute()


def test_operators_of_python(rng):
    a, b = random_scipy(rng, (7, 7), "float64"), random_scipy(rng, (7, 7), "float64")
    x, y = gg.Matrix.from_scipy_sparse(a), gg.Matrix.from_scipy_sparse(b)
    u = rng.integers(0, 5, 7).astype(float)
    np.testing.assert_array_equal((x @ y).to_dense(), (a @ b).toarray())
    np.testing.assert_array_equal((x + y).to_dense(), (a + b).toarray())
    np.testing.assert_array_equal((x - y).to_dense(), (a - b).toarray())
    np.testing.assert_array_equal((2 * x * y).to_dense(), 2 * a.multiply(b).toarray())
    np.testing.assert_array_equal((-x).to_dense(), -a.toarray())
    np.testing.assert_array_equal(x @ u, a @ u)
    np.testing.assert_array_equal(u @ x, u @ a)
    np.testing.assert_array_equal(x @ b.toarray(), a @ b.toarray())
    np.testing.assert_array_equal((x @ b).to_dense(), (a @ b).toarray())
    np.testing.assert_array_equal((x.T @ y).to_dense(), (a.T @ b).toarray())


def test_errors_have_the_words_of_the_library():
    a, b = gg.Matrix(2, 3), gg.Matrix(2, 3)
    with pytest.raises(gg.errors.DimensionMismatch, match="2x3") as caught:
        a.mxm(b).new()
    assert isinstance(caught.value, ValueError) and caught.value.code == "GrB_DIMENSION_MISMATCH"
    with pytest.raises(gg.errors.InvalidValue):
        a.mxm(b.T, "no_semiring").new()
    with pytest.raises(gg.errors.Unsupported):
        gg.mxm_structure(a, b.T, method="dot")
    with pytest.raises(TypeError, match="mask"):
        a.mxm(b.T).new(mask=gg.Matrix(2, 2))
    with pytest.raises(gg.errors.InvalidValue):
        gg.Matrix(2**32, 1)
    with pytest.raises(TypeError):
        gg.Matrix(2, 2, "complex128")


@pytest.mark.parametrize("other", [np.array([True, True]), np.array([5, 1], np.uint8), np.array([5, 1], np.uint32)])
def test_differences_of_two_types_are_those_of_numpy(other) -> None:
    for mine in (np.array([1.0, 2.0]), np.array([1, 2], np.int64)):
        expected = np.subtract(mine, other.astype(np.result_type(mine, other)))
        difference = gg.Vector.from_dense(mine) - gg.Vector.from_dense(other, missing=None)
        assert difference.to_numpy().tolist() == expected.tolist()


def test_a_list_of_positions_is_written_as_it_is_read() -> None:
    u = gg.Vector(4)
    u[1, 2] = 5
    assert u.indices.tolist() == [1, 2] and u[1, 2].nvals == 2


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_out_of_range_are_refused(dtype):
    bounds = np.iinfo(dtype)
    a = gg.Matrix.from_coo([0, 1], [1, 0], [1, 2], dtype=dtype)
    v = gg.Vector.from_coo([0, 1], [1, 2], dtype=dtype)
    for x, key in ((a, (0, 0)), (v, 1)):
        for beyond in (bounds.min - 1, bounds.max + 1, 2**64, -(2**70)):
            for call in (
                lambda: x.select(">", beyond).new(),
                lambda: x.apply("plus", beyond).new(),
                lambda: x.apply("plus", left=beyond).new(),
                lambda: x.__setitem__(key, beyond),
                lambda: x.__setitem__(slice(None), beyond),
                lambda: gg.new_monoid("beyond", "plus", beyond).typed(gg.as_type(dtype)),
            ):
                with pytest.raises(OverflowError, match="the integer"):
                    call()
        assert x.select("<=", bounds.max).new().nvals == 2 and x.select(">=", bounds.min).new().nvals == 2
        x[key] = bounds.max
        assert x[key] == bounds.max


def test_numbers_with_a_type_are_cast():
    a = gg.Matrix.from_coo([0], [0], [1], dtype="int8")
    assert a.select("<", np.int64(300)).new().nvals == 1
    assert a.apply("plus", np.int64(300)).new()[0, 0] == 301
    a[0, 0] = np.int64(300)
    assert a[0, 0] == 300 - 256
    assert a.dup("float64").select("<", 10**30).new().nvals == 1
    for wrong in (lambda: a.select("tril", 1.5), lambda: a.apply("rowindex", 0.5)):
        with pytest.raises(TypeError):
            wrong()
