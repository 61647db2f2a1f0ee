"""Matrix and Vector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Self

from . import _core, conversions
from .dtypes import as_type, type_with_scalar
from .expressions import Expression
from .operations import Arithmetic, Container, Operations, TransposedMatrix, function_for, operand
from .operators import binary_for, monoid_for, select_for, semiring_for

if TYPE_CHECKING:
    import numpy as np


class Matrix(_core.Matrix, Operations, Container):
    """An nrows x ncols sparse matrix: entries in rows, each at most once, with values of one type or none ("structure").

    Matrix(nrows, ncols, dtype) is one without entries. from_coo, from_csr, from_scipy_sparse, from_dense and read() make others.
    Sides are at most 2^32 - 1; numbers of entries have 64 bits. Several threads may read a matrix at once. Arrays that were
    taken from a matrix without a copy stay as they are when it changes."""

    __slots__ = ()

    def __init__(self, nrows: int, ncols: int, dtype: Any = "float64") -> None:
        super().__init__()
        self.reset(nrows, ncols, as_type(dtype))

    @classmethod
    def _blank(cls) -> Self:
        out = cls.__new__(cls)
        _core.Matrix.__init__(out)
        return out

    def _operand(self) -> tuple[Matrix, bool]:
        return self, False

    @property
    def T(self) -> TransposedMatrix:
        """The transpose, which operations read without computing it."""
        return TransposedMatrix(self)

    from_csr = classmethod(conversions.matrix_from_csr)
    from_coo = classmethod(conversions.matrix_from_coo)
    from_scipy_sparse = classmethod(conversions.matrix_from_scipy_sparse)
    from_dense = classmethod(conversions.matrix_from_dense)
    to_coo = conversions.matrix_to_coo
    to_dense = conversions.matrix_to_dense
    to_scipy_sparse = conversions.matrix_to_scipy_sparse
    to_cupy = conversions.matrix_to_cupy
    to_torch = conversions.matrix_to_torch
    _repr_html_ = conversions.matrix_to_html

    @property
    def indptr(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The nrows + 1 offsets of the rows in `indices` and `data`: int64, a read-only view."""
        return _core.indptr(self)

    def get(self, i: int, j: int, default: Any = None) -> Any:
        """The value of the entry at (i, j), or `default` if there is none: a number, True for structure alone, or a scalar of NumPy
        for an own type. Raises InvalidIndex."""
        found = super().get(i, j)
        return default if found is None else conversions.from_scalar(self.type, found)

    def diag(self, k: int = 0) -> Vector:
        """The entries on diagonal k as a vector."""
        out = Vector._blank()
        _core.diagonal(out, self, k)
        return out

    def permute(self, rows: Any, columns: Any = None) -> Matrix:
        """A(rows, columns) for orders of all rows and columns (default: those of the rows); a new matrix."""
        i = conversions.index_array(rows)
        out = self._blank()
        _core.permute(out, self, i, i if columns is None else conversions.index_array(columns))
        return out

    def split(self, nrows: Any, ncols: Any) -> list[list[Matrix]]:
        """Tiles with these numbers of rows and of columns. Raises DimensionMismatch if they do not add up to the shape."""
        i, j = conversions.index_array(nrows), conversions.index_array(ncols)
        tiles = [[self._blank() for _ in j] for _ in i]
        _core.split([tile for row in tiles for tile in row], self, i, j)
        return tiles

    def resize(self, nrows: int, ncols: int) -> None:
        """Changes the shape: entries beyond it are dropped, new rows and columns are empty."""
        self.resize_to(nrows, ncols)

    def set_values(self, values: Any) -> None:
        """Replaces the values of all entries, in the order of `data`; the structure stays, and plans with it. Raises
        DomainMismatch for values of another type, DimensionMismatch for another number."""
        array, own, _ = conversions.values_array(values, self.nvals, None)
        _core.set_values(self, array, own)

    def _write_part(self, key: Any, value: Any, mask: Any, accum: Any, replace: bool, masks_part: bool) -> None:
        rows, columns = key if isinstance(key, tuple) else (key, slice(None))
        nrows, ncols = self.shape
        if mask is None and accum is None and conversions.is_number(rows) and conversions.is_number(columns):
            at = conversions.position(rows, nrows), conversions.position(columns, ncols)
            return self.set(*at, conversions.to_scalar(self.type, value))
        i, m = conversions.positions(rows, nrows)
        j, n = conversions.positions(columns, ncols)
        name = "subassign" if masks_part else "assign"
        if isinstance(value, Expression):
            value = value.new()
        if isinstance(value, TransposedMatrix):
            value = value.new()
        if conversions.is_scalar(value):
            of = type_with_scalar(self.type, value)
            i = conversions.positions([rows], nrows)[0] if m is None else i
            j = conversions.positions([columns], ncols)[0] if n is None else j
            call, operands = getattr(_core, name + "_scalar"), (conversions.to_scalar(self.type, value), i, j)
        elif isinstance(value, Vector) and (m is None) != (n is None):
            if mask is not None and not isinstance(mask.object, Vector):
                raise TypeError("the mask of a row or a column is a vector")
            of = value.type
            call, operands = getattr(_core, name + ("_row" if m is None else "_column")), (value, i, j)
        elif isinstance(value, Matrix) and m is not None and n is not None:
            of = value.type
            call, operands = getattr(_core, name), (value, i, j)
        else:
            raise TypeError(f"{type(value).__name__} cannot be written to a part of this shape")
        self._assign(call, operands, of, mask, accum, replace)

    def __rmatmul__(self, other: Any) -> Any:
        if conversions.is_numpy(other) and other.ndim == 1:
            return Vector.from_dense(other).vxm(self).new().to_numpy()
        if conversions.is_scipy_sparse(other):
            return Matrix.from_scipy_sparse(other) @ self
        return Matrix.from_dense(other).mxm(self).new().to_dense() if conversions.is_numpy(other) else NotImplemented

    __array_ufunc__ = None  # array @ A is A.__rmatmul__(array)

    def __reduce__(self) -> Any:
        return conversions.matrix_of_pickle, conversions.pickled_matrix(self)

    def __repr__(self) -> str:
        where = "host" if self.is_on_host else "device"
        return f"Matrix {self.nrows}x{self.ncols} {self.type.name}, {self.nvals} entries, {where}"


class Vector(_core.Vector, Arithmetic, Container):
    """A sparse vector: `size` positions, each with an entry or without. Vector(size, dtype) is one without entries; from_coo and
    from_dense make others. See Matrix for types, sizes, threads and arrays without a copy."""

    __slots__ = ()

    def __init__(self, size: int, dtype: Any = "float64") -> None:
        super().__init__()
        self.reset(size, as_type(dtype))

    @classmethod
    def _blank(cls) -> Self:
        out = cls.__new__(cls)
        _core.Vector.__init__(out)
        return out

    def _is_alike(self, other: Any) -> bool:
        return isinstance(other, Vector)

    @property
    def shape(self) -> tuple[int]:
        """(size,)."""
        return (self.size,)

    from_coo = classmethod(conversions.vector_from_coo)
    from_dense = classmethod(conversions.vector_from_dense)
    to_coo = conversions.vector_to_coo
    to_numpy = conversions.vector_to_numpy

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The values as an array, for a vector with an entry at every position; others raise ValueError (to_numpy fills)."""
        if self.nvals != self.size:
            raise ValueError(f"{self.size - self.nvals} of {self.size} positions have no entry: to_numpy(fill) gives them a value")
        made = self.data if dtype is None else self.data.astype(dtype)
        return made.copy() if copy else made

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The values in the memory of the GPU, for a vector with an entry at every position in a context of a GPU."""
        if self.nvals != self.size or _core.current_session().engine != "cuda":
            raise AttributeError("__cuda_array_interface__: not every position has an entry, or this is no context of a GPU")
        values = conversions.device_arrays(self)[-1]
        return {**values.__cuda_array_interface__, "owner": values}  # type: ignore[union-attr]

    def __dlpack__(self, **options: Any) -> Any:
        return self.__array__().copy().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)

    def get(self, i: int, default: Any = None) -> Any:
        """The value of the entry at i, or `default` if there is none; as Matrix.get. Raises InvalidIndex."""
        found = super().get(i)
        return default if found is None else conversions.from_scalar(self.type, found)

    def vxm(self, other: Any, op: Any = "plus_times", *, method: str = "automatic") -> Expression[Vector]:
        """The product of a vector of size m with an m x n matrix over a semiring: size n. Raises as mxm."""
        a, ta = operand(other)
        semiring = semiring_for(op, self.type, a.type)
        size = a.nrows if ta else a.ncols
        return Expression(
            _core.vxm, (semiring, self, a), Vector, (size,), semiring.value_type, (False, ta), (method, False)
        )

    def ewise_add(self, other: Vector, op: Any = "plus") -> Expression[Vector]:
        """op(u, v) where both have an entry, and the entry where one has. Both have the same size (DimensionMismatch)."""
        return self._ewise(_core.ewise_add, other, op)

    def ewise_mult(self, other: Vector, op: Any = "times") -> Expression[Vector]:
        """op(u, v) where both have an entry."""
        return self._ewise(_core.ewise_mult, other, op)

    def _ewise(self, call: Any, other: Vector, op: Any) -> Expression[Vector]:
        function = binary_for(op, self.type, other.type)
        return Expression(call, (function, self, other), Vector, self.shape, function.result_type)

    def apply(self, op: Any, right: Any = None, *, left: Any = None) -> Expression[Vector]:
        """The function of every entry; as Matrix.apply. The position of an entry is its row."""
        function = function_for(op, self.type, left, right)
        return Expression(_core.apply, (function, self), Vector, self.shape, function.result_type)

    def select(self, op: Any, thunk: Any = 0) -> Expression[Vector]:
        """The entries for which a condition is true; as Matrix.select."""
        function = select_for(op, self.type, thunk)
        return Expression(_core.select, (function, self), Vector, self.shape, self.type)

    def reduce(self, op: Any = "plus") -> Any:
        """The sum of all entries by a monoid as a number; the identity if there are none."""
        monoid = monoid_for(op, self.type)
        return conversions.from_scalar(monoid.type, _core.reduce(monoid, self))

    def extract(self, indices: Any = slice(None)) -> Expression[Vector]:
        """u(indices) for a slice or a list of positions. Raises IndexOutOfBounds."""
        i, n = conversions.positions(indices, self.size)
        if n is None:
            raise ValueError("extract: one entry is u[i]")
        return Expression(_core.extract, (self, i), Vector, (n,), self.type)

    def diag(self, k: int = 0) -> Matrix:
        """The square matrix with the entries on diagonal k."""
        out = Matrix._blank()
        _core.diagonal_matrix(out, self, k)
        return out

    def permute(self, order: Any) -> Vector:
        """u(order) for an order of all positions; a new vector."""
        out = self._blank()
        _core.permute(out, self, conversions.index_array(order))
        return out

    def resize(self, size: int) -> None:
        """Changes the size: entries beyond it are dropped."""
        self.resize_to(size)

    def _write_part(self, key: Any, value: Any, mask: Any, accum: Any, replace: bool, masks_part: bool) -> None:
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        if mask is None and accum is None and conversions.is_number(key):
            return self.set(conversions.position(key, self.size), conversions.to_scalar(self.type, value))
        i, n = conversions.positions([key] if conversions.is_number(key) else key, self.size)
        name = "subassign" if masks_part else "assign"
        if isinstance(value, Expression):
            value = value.new()
        if conversions.is_scalar(value):
            call, first, of = name + "_scalar", conversions.to_scalar(self.type, value), type_with_scalar(self.type, value)
        elif isinstance(value, Vector):
            call, first, of = name, value, value.type
        else:
            raise TypeError(f"{type(value).__name__} cannot be written to a part of a vector")
        self._assign(getattr(_core, call), (first, i), of, mask, accum, replace)

    def __getitem__(self, key: Any) -> Any:
        """u[i]: a number, or None where there is no entry; u[indices]: a new vector."""
        if conversions.is_number(key):
            return self.get(conversions.position(key, self.size))
        return self.extract(key).new()

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        """The positions that have an entry."""
        return iter(self.indices.tolist())

    def __matmul__(self, other: Any) -> Any:
        """With a matrix the product u' A over plus_times, with a vector the sum of the products."""
        if isinstance(other, Operations):
            return self.vxm(other).new()
        return self.ewise_mult(other, "times").new().reduce("plus") if isinstance(other, Vector) else NotImplemented

    def __reduce__(self) -> Any:
        return conversions.vector_of_pickle, conversions.pickled_vector(self)

    def __repr__(self) -> str:
        where = "host" if self.is_on_host else "device"
        return f"Vector {self.size} {self.type.name}, {self.nvals} entries, {where}"
