"""What matrices, transposes and vectors have in common: operations as expressions, and writing to an object."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Self

from . import _core, containers, conversions
from .dtypes import Type, as_type, common_type, numpy_dtype, structure, type_with_scalar
from .expressions import Expression, Mask, Updater, options
from .operators import binary, binary_for, monoid_for, positional, select_for, semiring_for, unary

if TYPE_CHECKING:
    import numpy as np

    from .containers import Matrix, Vector


def function_for(op: Any, type: Type, left: Any, right: Any) -> Any:
    """The function that apply calls: a unary operator, a binary one with a bound operand, or one of the position."""
    if isinstance(op, _core.Function):
        return op
    if left is None and right is None:
        if isinstance(op, str):
            op = unary[op] if op in unary else positional[op]
        if op.name in positional:
            return _core.Function(op.name, 0)
        return op.typed(type)
    name = op if isinstance(op, str) else op.name
    if name in positional:
        return _core.Function(name, operator.index(right))
    if (left is None) == (right is None):
        raise ValueError("apply: bind one operand of the operator, left=x or right=y")
    op = binary[op] if isinstance(op, str) else op
    bound = right if left is None else left
    typed = op if isinstance(op, _core.Binary) else op.typed(type_with_scalar(type, bound))
    bound = conversions.scalar_for(typed.left_type, bound)
    return _core.Function.bind_second(typed, bound) if left is None else _core.Function.bind_first(typed, bound)


class Arithmetic:
    """+, - and * of matrices and their transposes, or of vectors."""

    __slots__ = ()

    def _is_alike(self, other: Any) -> bool:
        """Whether other can be added to self."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self.ewise_add(other, "plus").new() if self._is_alike(other) else NotImplemented  # type: ignore[attr-defined]

    def __sub__(self, other: Any) -> Any:
        if not self._is_alike(other):
            return NotImplemented
        common = common_type(self.type, other.type)  # type: ignore[attr-defined]
        negation = unary.ainv if common is structure else unary.ainv[common]
        return self.ewise_add(other.apply(negation).new(), "plus").new()  # type: ignore[attr-defined]

    def __mul__(self, other: Any) -> Any:
        if self._is_alike(other):
            return self.ewise_mult(other, "times").new()  # type: ignore[attr-defined]
        return self.apply("times", other).new() if conversions.is_scalar(other) else NotImplemented  # type: ignore[attr-defined]

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self.apply("ainv").new()  # type: ignore[attr-defined]


class Operations(Arithmetic):
    """The operations on a matrix, or on the transpose of one, which is not computed."""

    __slots__ = ()

    def _operand(self) -> tuple[Matrix, bool]:
        raise NotImplementedError

    def _is_alike(self, other: Any) -> bool:
        return isinstance(other, Operations)

    @property
    def shape(self) -> tuple[int, int]:
        """(number of rows, number of columns)."""
        a, transposed = self._operand()
        return (a.ncols, a.nrows) if transposed else (a.nrows, a.ncols)

    def mxm(
        self, other: Operations, op: Any = "plus_times", *, method: str = "automatic", deterministic: bool = False
    ) -> Expression[Matrix]:
        """The product with an m x k matrix of a k x n matrix, over a semiring (a name or an object): m x n.

        `method`: automatic, hash, dense, dot, merge or bitmap_tile; a method that is named is used, or Unsupported is raised.
        Raises DimensionMismatch, OutOfMemory. Cost: the number of multiplications."""
        (a, ta), (b, tb) = self._operand(), operand(other)
        semiring = semiring_for(op, a.type, b.type)
        shape = (self.shape[0], (b.nrows if tb else b.ncols))
        return Expression(_core.mxm, (semiring, a, b), containers.Matrix, shape, semiring.value_type, (ta, tb), (method, deterministic))

    def mxv(self, other: Vector, op: Any = "plus_times", *, method: str = "automatic") -> Expression[Vector]:
        """The product of an m x n matrix with a vector of size n over a semiring: size m. Raises as mxm."""
        a, ta = self._operand()
        semiring = semiring_for(op, a.type, other.type)
        how = (method, False)
        return Expression(
            _core.mxv, (semiring, a, other), containers.Vector, (self.shape[0],), semiring.value_type, (ta, False), how
        )

    def ewise_add(self, other: Operations, op: Any = "plus") -> Expression[Matrix]:
        """op(a, b) where both matrices have an entry, and the entry where one has: the union of the structures. Both have the
        same shape (DimensionMismatch). O(entries)."""
        return self._ewise(_core.ewise_add, other, op)

    def ewise_mult(self, other: Operations, op: Any = "times") -> Expression[Matrix]:
        """op(a, b) where both matrices have an entry: the intersection of the structures. Otherwise as ewise_add."""
        return self._ewise(_core.ewise_mult, other, op)

    def kronecker(self, other: Operations, op: Any = "times") -> Expression[Matrix]:
        """The Kronecker product of an m x n and a p x q matrix: mp x nq. Raises InvalidValue if a side becomes too long."""
        shape, by = self.shape, operand(other)[0].shape if not operand(other)[1] else operand(other)[0].shape[::-1]
        return self._ewise(_core.kronecker, other, op, (shape[0] * by[0], shape[1] * by[1]))

    def _ewise(self, call: Any, other: Operations, op: Any, shape: tuple[int, int] | None = None) -> Expression[Matrix]:
        (a, ta), (b, tb) = self._operand(), operand(other)
        function = binary_for(op, a.type, b.type)
        return Expression(call, (function, a, b), containers.Matrix, shape or self.shape, function.result_type, (ta, tb))

    def apply(self, op: Any, right: Any = None, *, left: Any = None) -> Expression[Matrix]:
        """The function of every entry: unary ("ainv", "abs", ...), binary with a bound operand (apply("plus", 2),
        apply("minus", left=1)), or "rowindex", "colindex", "diagindex" with a number that is added. Raises OverflowError for an
        integer that is no value of the operator's type. O(entries)."""
        a, ta = self._operand()
        function = function_for(op, a.type, left, right)
        return Expression(_core.apply, (function, a), containers.Matrix, self.shape, function.result_type, (ta, False))

    def select(self, op: Any, thunk: Any = 0) -> Expression[Matrix]:
        """The entries for which a condition is true: on the position ("tril", "triu", "diag", "offdiag", "rowle", "rowgt",
        "colle", "colgt" with a number), or on the value ("valuegt" or ">", ... with a value). Raises as apply. O(entries)."""
        a, ta = self._operand()
        function = select_for(op, a.type, thunk)
        return Expression(_core.select, (function, a), containers.Matrix, self.shape, a.type, (ta, False))

    def reduce_rowwise(self, op: Any = "plus") -> Expression[Vector]:
        """The sum of the entries of each row that has entries, by a monoid: a vector of size nrows. O(entries + nrows)."""
        return self._reduce(op, False)

    def reduce_columnwise(self, op: Any = "plus") -> Expression[Vector]:
        """The sum of each column: a vector of size ncols."""
        return self._reduce(op, True)

    def _reduce(self, op: Any, columns: bool) -> Expression[Vector]:
        a, ta = self._operand()
        monoid = monoid_for(op, a.type)
        size = self.shape[1 if columns else 0]
        return Expression(_core.reduce_rows, (monoid, a), containers.Vector, (size,), monoid.type, (ta != columns, False))

    def reduce(self, op: Any = "plus") -> Any:
        """The sum of all entries by a monoid as a number; the identity if there are none."""
        a = self._operand()[0]
        monoid = monoid_for(op, a.type)
        return conversions.from_scalar(monoid.type, _core.reduce(monoid, a))

    def extract(self, rows: Any = slice(None), columns: Any = slice(None)) -> Expression[Any]:
        """A(rows, columns) for slices or lists of positions; a vector if one of them is a number. Raises IndexOutOfBounds."""
        a, ta = self._operand()
        nrows, ncols = self.shape
        i, m = conversions.positions(rows, nrows)
        j, n = conversions.positions(columns, ncols)
        transposed = (ta, False)
        if m is None and n is None:
            raise ValueError("extract: one entry is A[i, j]")
        if m is None:
            return Expression(_core.extract_row, (a, i, j), containers.Vector, (n,), a.type, transposed)  # type: ignore[arg-type]
        if n is None:
            return Expression(_core.extract_column, (a, i, j), containers.Vector, (m,), a.type, transposed)
        return Expression(_core.extract, (a, i, j), containers.Matrix, (m, n), a.type, transposed)

    def __getitem__(self, key: Any) -> Any:
        """A[i, j]: a number, or None where there is no entry; A[rows, columns]: a new matrix, or a vector if one is a number."""
        rows, columns = key if isinstance(key, tuple) else (key, slice(None))
        if conversions.is_number(rows) and conversions.is_number(columns):
            a, ta = self._operand()
            i, j = conversions.position(rows, self.shape[0]), conversions.position(columns, self.shape[1])
            return a.get(j, i) if ta else a.get(i, j)
        return self.extract(rows, columns).new()

    def __matmul__(self, other: Any) -> Any:
        """The product over plus_times: with a matrix (or one of SciPy) a new matrix, with a vector a new vector. A product with
        an array of NumPy is an array."""
        if isinstance(other, containers.Vector):
            return self.mxv(other).new()
        if isinstance(other, Operations):
            return self.mxm(other).new()
        if conversions.is_scipy_sparse(other):
            return self.mxm(containers.Matrix.from_scipy_sparse(other)).new()
        if conversions.is_numpy(other) and other.ndim == 1:
            return self.mxv(containers.Vector.from_dense(other)).new().to_numpy()
        if conversions.is_numpy(other) and other.ndim == 2:
            return self.mxm(containers.Matrix.from_dense(other)).new().to_dense()
        return NotImplemented


def operand(x: Any) -> tuple[Matrix, bool]:
    """A matrix and whether it is read transposed. Raises TypeError for anything else."""
    if not isinstance(x, Operations):
        raise TypeError(f"a matrix is wanted, and not {type(x).__name__}; Matrix.from_scipy_sparse and others make one")
    return x._operand()


class TransposedMatrix(Operations):
    """A.T: the transpose of a matrix, which operations read without computing it. A.T.new() computes it."""

    __slots__ = ("_matrix",)

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix

    def _operand(self) -> tuple[Matrix, bool]:
        return self._matrix, True

    @property
    def T(self) -> Matrix:
        """The matrix itself."""
        return self._matrix

    @property
    def nvals(self) -> int:
        """The number of entries."""
        return self._matrix.nvals

    @property
    def type(self) -> Type:
        """The type of the values."""
        return self._matrix.type

    def new(self, dtype: Any = None, *, mask: Mask | None = None) -> Matrix:
        """The transpose as a new matrix. O(entries + rows + columns)."""
        return self._expression().new(dtype, mask=mask)

    def _expression(self) -> Expression[Matrix]:
        return Expression(_core.transpose, (self._matrix,), containers.Matrix, self.shape, self._matrix.type)

    def __repr__(self) -> str:
        return f"transpose of {self._matrix!r}"


class Container:
    """What matrices and vectors have in common."""

    __slots__ = ()

    @classmethod
    def _blank(cls) -> Self:
        """An object with sides of 0, for a call that gives it a content."""
        raise NotImplementedError

    @classmethod
    def _empty(cls, shape: tuple[int, ...], type: Type) -> Self:
        out = cls._blank()
        out.reset(*shape, type)  # type: ignore[attr-defined]
        return out

    @property
    def indices(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The columns of the entries, ascending in each row, or the ascending positions of a vector's entries: int32 (uint32
        for more than 2^31 of them), a read-only view."""
        return _core.indices(self)

    @property
    def data(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The values of the entries, in the order of `indices`: a read-only view. Raises TypeError for structure alone."""
        return _core.values(self).view(numpy_dtype(self.type))  # type: ignore[attr-defined]

    def dup(self, dtype: Any = None) -> Self:
        """A copy, with values cast to `dtype` (default: as they are, in O(1): the arrays are shared until one of both
        changes)."""
        out = self._blank()
        if dtype is None or as_type(dtype) is self.type:  # type: ignore[attr-defined]
            out.share(self)  # type: ignore[attr-defined]
        else:
            _core.cast(out, self, as_type(dtype))
        return out

    def isequal(self, other: Self) -> bool:
        """Whether both have the same shape, type, structure and values (NaN differs from NaN)."""
        a: Any = self
        b: Any = other
        if a.shape != b.shape or a.type is not b.type or a.nvals != b.nvals:
            return False
        equal = a.ewise_mult(b, "pair" if a.type is structure else "eq").new()
        return bool(equal.nvals == a.nvals and (a.type is structure or equal.reduce("land")))

    @property
    def dtype(self) -> Any:
        """The type of the values as a dtype of NumPy; None for structure alone."""
        return None if self.type is structure else numpy_dtype(self.type)  # type: ignore[attr-defined]

    @property
    def S(self) -> Mask:
        """The mask of the positions with an entry."""
        return Mask(self)  # type: ignore[arg-type]

    @property
    def V(self) -> Mask:
        """The mask of the positions with an entry that is true."""
        return Mask(self, by_value=True)  # type: ignore[arg-type]

    def __call__(self, mask: Mask | None = None, *, accum: Any = None, replace: bool = False) -> Updater[Any]:
        """What << and [...] = write to: C<mask, replace> = accum(C, ...)."""
        return Updater(self, mask, accum, replace)  # type: ignore[type-var]

    def __lshift__(self, value: Any) -> Any:
        """C << expression: replaces the content. C keeps its type; values are cast."""
        self._write_all(value, None, None, False)
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        self._write_part(key, value, None, None, False, False)

    def _write_all(self, value: Any, mask: Mask | None, accum: Any, replace: bool) -> None:
        if isinstance(value, TransposedMatrix):
            value = value._expression()
        if isinstance(value, Expression):
            return value._write(self, mask, accum, replace)
        if isinstance(value, Container):
            self._assign(_core.assign_all, (value,), value.type, mask, accum, replace)  # type: ignore[attr-defined]
        elif conversions.is_scalar(value):
            everything = (slice(None),) * len(self.shape)  # type: ignore[attr-defined]
            self._write_part(everything, value, mask, accum, replace, False)
        else:
            raise TypeError(f"an expression, an object or a number is written, and not {type(value).__name__}")

    def _assign(self, call: Any, operands: Any, from_type: Type, mask: Mask | None, accum: Any, replace: bool) -> None:
        accumulator = None if accum is None else binary_for(accum, self.type, from_type)  # type: ignore[attr-defined]
        how = options(mask is not None and mask.by_value, mask is not None and mask.complement, replace)
        call(self, None if mask is None else mask.object, accumulator, *operands, how)

    def _write_part(self, key: Any, value: Any, mask: Any, accum: Any, replace: bool, masks_part: bool) -> None:
        raise NotImplementedError
