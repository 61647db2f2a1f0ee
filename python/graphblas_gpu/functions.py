"""Operations as one call with keywords: out<mask, replace> = accum(out, operation); a new object without `out`."""

from __future__ import annotations

from typing import Any, Sequence

from . import _core
from .containers import Matrix, Vector
from .dtypes import Type, as_type, common_type
from .expressions import Expression, Mask, checked_mask, options
from .operations import operand
from .operators import semiring_for


def _written(
    expression: Expression[Any], mask: Mask | None, accum: Any, replace: bool, out: Any, dtype: Any
) -> Any:
    if out is None:
        if accum is not None or replace:
            raise TypeError("accum and replace are for an output that exists: name it, out=...")
        return expression.new(dtype, mask=mask)
    if dtype is not None:
        raise TypeError("an output that exists has its type: either out or dtype")
    expression._write(out, mask, accum, replace)
    return out


def mxm(
    a: Any,
    b: Any,
    op: Any = "plus_times",
    *,
    mask: Mask | None = None,
    accum: Any = None,
    replace: bool = False,
    out: Matrix | None = None,
    dtype: Any = None,
    method: str = "automatic",
    deterministic: bool = False,
) -> Matrix:
    """The product of two matrices over a semiring; as Matrix.mxm."""
    return _written(a.mxm(b, op, method=method, deterministic=deterministic), mask, accum, replace, out, dtype)


def mxv(
    a: Any, u: Vector, op: Any = "plus_times", *, mask: Mask | None = None, accum: Any = None, replace: bool = False,
    out: Vector | None = None, dtype: Any = None,
) -> Vector:  # fmt: skip
    """The product of a matrix with a vector; as Matrix.mxv."""
    return _written(a.mxv(u, op), mask, accum, replace, out, dtype)


def vxm(
    u: Vector, a: Any, op: Any = "plus_times", *, mask: Mask | None = None, accum: Any = None, replace: bool = False,
    out: Vector | None = None, dtype: Any = None,
) -> Vector:  # fmt: skip
    """The product of a vector with a matrix; as Vector.vxm."""
    return _written(u.vxm(a, op), mask, accum, replace, out, dtype)


def ewise_add(
    a: Any, b: Any, op: Any = "plus", *, mask: Mask | None = None, accum: Any = None, replace: bool = False,
    out: Any = None, dtype: Any = None,
) -> Any:  # fmt: skip
    """op on the union of the structures of two matrices or two vectors."""
    return _written(a.ewise_add(b, op), mask, accum, replace, out, dtype)


def ewise_mult(
    a: Any, b: Any, op: Any = "times", *, mask: Mask | None = None, accum: Any = None, replace: bool = False,
    out: Any = None, dtype: Any = None,
) -> Any:  # fmt: skip
    """op on the intersection of the structures of two matrices or two vectors."""
    return _written(a.ewise_mult(b, op), mask, accum, replace, out, dtype)


def kronecker(
    a: Any, b: Any, op: Any = "times", *, mask: Mask | None = None, accum: Any = None, replace: bool = False,
    out: Any = None, dtype: Any = None,
) -> Matrix:  # fmt: skip
    """The Kronecker product of two matrices."""
    return _written(a.kronecker(b, op), mask, accum, replace, out, dtype)


def _structural(a: Any, b: Any, mask: Mask | None, method: str) -> tuple[Any, ...]:
    (left, ta), (right, tb) = operand(a), operand(b)
    mask = checked_mask(mask)
    how = options(mask is not None and mask.by_value, mask is not None and mask.complement, False, ta, tb, method)
    return None if mask is None else mask.object, left, right, how


def mxm_structure(a: Any, b: Any, *, mask: Mask | None = None, method: str = "automatic") -> Matrix:
    """The structure of a product over any semiring, without values. No value is read."""
    out = Matrix._blank()
    _core.mxm_structure(out, *_structural(a, b, mask, method))
    return out


def mxm_nvals(a: Any, b: Any, *, mask: Mask | None = None, method: str = "automatic") -> int:
    """The number of entries of a product over any semiring; nothing is stored."""
    return _core.mxm_nvals(*_structural(a, b, mask, method))


class Plan:
    """A product whose symbolic phase is kept, and which is computed again for other values."""

    def __init__(self, a: Matrix, b: Matrix, plan: Any) -> None:
        self._operands = a, b
        self._plan = plan

    def execute(self) -> Matrix:
        """The product for the values that the operands have now (Matrix.set_values). Raises InvalidValue if the structure of one
        has changed. Costs the multiplications."""
        out = Matrix._blank()
        self._plan.execute(out, *self._operands)
        return out

    @property
    def method(self) -> str:
        """The method that execute() uses."""
        return str(self._plan.method)

    @property
    def reason(self) -> str:
        """Why this method was chosen."""
        return str(self._plan.reason)

    @property
    def estimated_bytes(self) -> int:
        """The memory that execute() is expected to need in addition to its operands."""
        return int(self._plan.estimated_bytes)

    @property
    def nvals(self) -> int:
        """The number of entries of the product."""
        return int(self._plan.nvals)


def plan_mxm(
    a: Any, b: Any, op: Any = "plus_times", *, mask: Mask | None = None, method: str = "automatic", deterministic: bool = False
) -> Plan:
    """Plans a product of two matrices over a semiring. Costs the symbolic phase. Raises what mxm raises."""
    (left, ta), (right, tb) = operand(a), operand(b)
    mask = checked_mask(mask)
    how = options(
        mask is not None and mask.by_value, mask is not None and mask.complement, False, ta, tb, method, deterministic
    )
    semiring = semiring_for(op, left.type, right.type)
    return Plan(left, right, _core.Plan(None if mask is None else mask.object, semiring, left, right, how))


def concat(tiles: Sequence[Sequence[Matrix]], dtype: Any = None) -> Matrix:
    """The matrix of a grid of tiles, a list of rows of tiles. Values are cast to `dtype` (default: the common type). Raises
    DimensionMismatch if tiles of a row differ in height, or of a column in width."""
    if not tiles or any(len(row) != len(tiles[0]) for row in tiles):
        raise ValueError("concat: the rows of the grid have the same number of tiles, at least one")
    type: Type = tiles[0][0].type
    for row in tiles:
        for tile in row:
            type = common_type(type, tile.type)
    out = Matrix(
        sum(row[0].nrows for row in tiles), sum(tile.ncols for tile in tiles[0]), type if dtype is None else as_type(dtype)
    )
    _core.concat(out, [tile for row in tiles for tile in row], len(tiles), len(tiles[0]))
    return out
