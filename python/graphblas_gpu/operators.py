"""Operators, monoids and semirings by name. `binary.plus`, `binary["plus"]` and the string "plus" are the same operator; it takes
the common type of its operands, or the type that is named: `binary.plus["float64"]`.

A semiring is a monoid and a binary operator: `semiring.min_plus`. Those of the library's catalogue have loops of their own; any
other pair of names works too ("bit_or_bit_and"), at the cost of two function calls for each multiplication, on host threads.
Own operators are expressions of C++ (strings), functions that numba or ctypes has compiled, and Python functions if numba is
installed."""

from __future__ import annotations

import operator
from typing import Any, Callable, Generic, Iterator, TypeVar

from . import _core
from .dtypes import Type, as_type, common_type, structure, types

_boolean_operators = {"land", "lor", "lxor", "lxnor"}
_comparisons = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_int64, _bool = types["int64"], types["bool"]


class Operator:
    """Something with a name that becomes an object of the library for each type of values."""

    __slots__ = ("name", "_typed", "_make", "_type")

    def __init__(self, name: str, make: Callable[[Type], Any], type: Type | None = None) -> None:
        self.name = name
        self._make = make
        self._type = type
        self._typed: dict[Type, Any] = {}

    def typed(self, type: Type) -> Any:
        """The object for values of a type; structure alone counts as int64. Raises InvalidValue for a type that the operator
        does not take."""
        wanted = self._type or type
        found = self._typed.get(wanted)
        if found is None:
            found = self._typed[wanted] = self._make(_int64 if wanted is structure else wanted)
        return found

    def __getitem__(self, dtype: Any) -> Operator:
        return self.__class__(self.name, self._make, as_type(dtype))

    def __repr__(self) -> str:
        of_type = f"[{self._type.name}]" if self._type else ""
        return f"{self.__class__.__name__.lower()}.{self.name}{of_type}"


class Unary(Operator):
    """A function of one value."""


class Binary(Operator):
    """A function of two values."""


class Monoid(Operator):
    """An associative and commutative operator on one type, with its identity."""


class Semiring(Operator):
    """A monoid that adds and an operator that multiplies."""


class Select(Operator):
    """A condition that says which entries to select: of their position and a number k, or of their value and another value."""


Kind = TypeVar("Kind", bound=Operator)


class Names(Generic[Kind]):
    """The operators of a kind: as attributes, as items, and those of the program's own that were named."""

    def __init__(self, make: Callable[[str], Kind], names: str) -> None:
        self._make = make
        self._found: dict[str, Kind] = {name: make(name) for name in names.split()}

    def __getattr__(self, name: str) -> Kind:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Kind:
        if name not in self._found:
            made = self._make(name)
            made.typed(_bool if name.split("_")[0] in _boolean_operators else _int64)  # raises if there is no such name
            self._found[name] = made
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._found]

    def add(self, made: Kind) -> Kind:
        """Makes an own operator known by its name."""
        self._found[made.name] = made
        return made


def _make_unary(name: str) -> Unary:
    return Unary(name, lambda type: _core.Function(name, type))


def _make_binary(name: str) -> Binary:
    return Binary(name, lambda type: _core.Binary(name, type), _bool if name in _boolean_operators else None)


def _make_monoid(name: str) -> Monoid:
    return Monoid(name, lambda type: _core.Monoid(name, type), _bool if name in _boolean_operators | {"eq"} else None)


def _make_semiring(name: str) -> Semiring:
    add, _, multiply = name.partition("_")
    type = None
    if add in _boolean_operators:
        type = _bool
    elif multiply in ("firsti", "firstj", "secondi", "secondj"):
        type = _int64
    return Semiring(name, lambda type: _core.Semiring(name, type), type)


def _make_select(name: str) -> Select:
    return Select(name, lambda type: _core.Binary(name.removeprefix("value"), type))


unary = Names(_make_unary, "identity ainv abs lnot one minv bit_not")
positional = Names(_make_unary, "rowindex colindex diagindex")
binary = Names(
    _make_binary,
    "first second pair any plus minus times divide min max land lor lxor lxnor eq ne lt le gt ge bit_and bit_or bit_xor "
    "bit_xnor saturating_plus",
)
monoid = Names(_make_monoid, "plus times min max any land lor lxor lxnor eq bit_and bit_or bit_xor bit_xnor")
semiring = Names(_make_semiring, " ".join(_core.semirings))
select = Names(_make_select, "tril triu diag offdiag rowle rowgt colle colgt valueeq valuene valuelt valuele valuegt valuege")

_select_signs = {sign: f"value{name}" for name, sign in _comparisons.items()}


def binary_for(op: Any, left: Type, right: Type) -> _core.Binary:
    """The operator, or the operator of a name, for operands of these types."""
    if isinstance(op, str):
        op = binary[op]
    if isinstance(op, _core.Binary):
        return op
    return op.typed(common_type(left, right))


def monoid_for(op: Any, type: Type) -> _core.Monoid:
    """The monoid, or the monoid of a name, on values of this type."""
    if isinstance(op, str):
        op = monoid[op]
    return op if isinstance(op, _core.Monoid) else op.typed(type)


def semiring_for(op: Any, left: Type, right: Type) -> _core.Semiring:
    """The semiring, or the semiring of a name, for operands of these types; of bool for structure alone that nothing is added
    of."""
    if isinstance(op, str):
        op = semiring[op]
    if isinstance(op, _core.Semiring):
        return op
    type = common_type(left, right)
    return op.typed(_bool if type is structure and op.name.startswith("any_") else type)


def select_for(op: Any, type: Type, thunk: Any) -> _core.Function:
    """The condition for entries of this type: a name of a position and k, or a comparison of the values with `thunk`."""
    from .dtypes import type_with_scalar

    if isinstance(op, _core.Function):
        return op
    name = _select_signs.get(op, op) if isinstance(op, str) else op.name
    if name.startswith("value"):
        return _core.Function.bind_second(select[name].typed(type_with_scalar(type, thunk)), thunk)
    return _core.Function(name, operator.index(thunk))


def address_of(function: Any) -> int:
    """The address of a compiled C function: of numba's @cfunc, of ctypes, or a number."""
    if isinstance(function, int):
        return function
    if hasattr(function, "address"):
        return int(function.address)
    import ctypes

    return ctypes.cast(function, ctypes.c_void_p).value or 0


def compiled(function: Callable[..., Any], arguments: list[Type], result: Type) -> Any:
    """A Python function of numbers as a C function void (*)(result*, const argument*, ...), compiled by numba. Keep the result
    as long as it may be called. Raises ImportError without numba."""
    import numba

    inner = numba.njit(function)
    names = [f"a{n}" for n in range(len(arguments))]
    pointers = ", ".join(f"{name}[0]" for name in names)
    scope: dict[str, Any] = {"inner": inner}
    exec(f"def outer(z, {', '.join(names)}):\n    z[0] = inner({pointers})", scope)  # numba takes no *arguments
    of = [numba.types.CPointer(getattr(numba.types, type.name)) for type in (result, *arguments)]
    return numba.cfunc(numba.types.void(*of))(scope["outer"])
