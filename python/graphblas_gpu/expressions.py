"""Masks and expressions: what is computed when it is written to an object.

    C = A.mxm(B, "min_plus").new(mask=M.S)                 # a new object
    C(~M.S, accum="min", replace=True) << A.mxm(B)         # C<!M, replace> = min(C, A*B)
    C(M.S)[rows, columns] = D                              # a part of C
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import _core
from .dtypes import Type, as_type
from .operators import binary_for

if TYPE_CHECKING:
    from .containers import Matrix, Vector

Result = TypeVar("Result", "Matrix", "Vector")


class Mask:
    """The positions of an output that may be written: where `object` has an entry (A.S) or, by value, an entry that is true
    (A.V); ~mask is the other positions."""

    __slots__ = ("object", "by_value", "complement")

    def __init__(self, object: Matrix | Vector, by_value: bool = False, complement: bool = False) -> None:
        self.object = object
        self.by_value = by_value
        self.complement = complement

    def __invert__(self) -> Mask:
        return Mask(self.object, self.by_value, not self.complement)

    def __repr__(self) -> str:
        return f"{'~' * self.complement}{'V' if self.by_value else 'S'} of {self.object!r}"


def structure(object: Matrix | Vector) -> Mask:
    """The mask of the positions where the object has an entry, whatever its value: object.S."""
    return Mask(object)


def values(object: Matrix | Vector) -> Mask:
    """The mask of the positions where the object has an entry that is true: object.V."""
    return Mask(object, by_value=True)


@functools.lru_cache(maxsize=1024)
def options(
    by_value: bool = False,
    complement: bool = False,
    replace: bool = False,
    transpose_a: bool = False,
    transpose_b: bool = False,
    method: str = "automatic",
    deterministic: bool = False,
) -> _core.Options:
    """The options of a call, which are made once for each combination."""
    return _core.Options(by_value, complement, replace, transpose_a, transpose_b, method, deterministic)


def checked_mask(mask: Any) -> Mask | None:
    """The mask of a call. Raises TypeError for an object that does not say which of its entries count."""
    if mask is not None and not isinstance(mask, Mask):
        raise TypeError(f"a mask is A.S (structure) or A.V (true values), or ~ of one, and not {mask!r}")
    return mask


class Expression(Generic[Result]):
    """An operation with its operands. Nothing is computed before it is written: by new(), or to an object by <<."""

    __slots__ = ("_call", "_operands", "_make", "_shape", "type", "_transposed", "_method")

    def __init__(
        self,
        call: Any,
        operands: tuple[Any, ...],
        make: type[Result],
        shape: tuple[int, ...],
        type: Type,
        transposed: tuple[bool, bool] = (False, False),
        method: tuple[str, bool] = ("automatic", False),
    ) -> None:
        self._call = call
        self._operands = operands
        self._make = make
        self._shape = shape
        self.type = type
        self._transposed = transposed
        self._method = method

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result."""
        return self._shape

    def new(self, dtype: Any = None, *, mask: Mask | None = None) -> Result:
        """The result as a new object, with values of `dtype` (default: the type of the operator's results). Raises what the
        operation raises."""
        out = self._make._empty(self._shape, self.type if dtype is None else as_type(dtype))
        self._write(out, mask, None, False)
        return out

    def _write(self, out: Any, mask: Mask | None, accum: Any, replace: bool) -> None:
        checked_mask(mask)
        accumulator = None if accum is None else binary_for(accum, out.type, self.type)
        how = options(
            mask is not None and mask.by_value,
            mask is not None and mask.complement,
            replace,
            *self._transposed,
            *self._method,
        )
        self._call(out, None if mask is None else mask.object, accumulator, *self._operands, how)

    def __repr__(self) -> str:
        return f"expression {self._call.__name__} of shape {self._shape} and type {self.type.name}: .new() computes it"


class Updater(Generic[Result]):
    """C(mask, accum=..., replace=...): what a following << or [...] = writes to."""

    __slots__ = ("_out", "_mask", "_accum", "_replace")

    def __init__(self, out: Result, mask: Any, accum: Any, replace: bool) -> None:
        self._out = out
        self._mask = checked_mask(mask)
        self._accum = accum
        self._replace = replace

    def __lshift__(self, value: Any) -> Result:
        self._out._write_all(value, self._mask, self._accum, self._replace)
        return self._out

    def __setitem__(self, key: Any, value: Any) -> None:
        self._out._write_part(key, value, self._mask, self._accum, self._replace, False)

    def subassign(self, key: Any, value: Any) -> Result:
        """As [key] = value, but the mask has the shape of the part that is written."""
        self._out._write_part(key, value, self._mask, self._accum, self._replace, True)
        return self._out
