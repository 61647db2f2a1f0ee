"""Operators of a program's own."""

from __future__ import annotations

import functools
from typing import Any, Callable

from . import _core
from .dtypes import Type, as_type, structure
from .errors import Unsupported
from .operators import Binary, Monoid, Semiring, Unary, address_of, binary, compiled, monoid, semiring, unary

_kept: list[Any] = []  # compiled functions, which live as long as the process, as the operators that call them may


class ExpressionSemiring(Semiring):
    """A semiring of expressions, which each engine compiles for itself."""

    __slots__ = ()

    def typed(self, type: Type) -> Any:
        wanted = self._type or (as_type("int64") if type is structure else type)
        key: Any = (wanted, _core.current_session().engine)
        if key not in self._typed:
            self._typed[key] = self._make(wanted)
        return self._typed[key]


def new_unary(name: str, function: Any, dtype: Any, result: Any = None) -> Unary:
    """A function z = f(x): a Python function of a number (needs numba), or a compiled void (*)(z*, const x*) of numba or
    ctypes. `unary.NAME` is this operator from now on. Runs on host threads."""
    argument, out = as_type(dtype), as_type(result or dtype)
    address = _address(function, [argument], out)
    return unary.add(Unary(name, lambda type: _core.Function(address, argument, out), argument))


def new_binary(name: str, function: Any, dtype: Any, right: Any = None, result: Any = None) -> Binary:
    """A function z = f(x, y) of x in `dtype` and y in `right` (default: the same) to `result` (default: the same): a Python
    function of two numbers (needs numba), or a compiled void (*)(z*, const x*, const y*) of numba or ctypes. `binary.NAME` is
    this operator from now on. Runs on host threads."""
    first, second, out = as_type(dtype), as_type(right or dtype), as_type(result or dtype)
    address = _address(function, [first, second], out)
    return binary.add(Binary(name, lambda type: _core.Binary(address, first, second, out), first))


def new_monoid(name: str, op: Any, identity: Any, dtype: Any = None) -> Monoid:
    """An associative and commutative operator and its identity: a number, or the bytes of a value of an own type. `dtype` is
    needed for a ready-made operator. `monoid.NAME` is this monoid from now on."""
    own = op if isinstance(op, Binary) else binary[op]
    fixed = as_type(dtype) if dtype is not None else own._type
    return monoid.add(Monoid(name, lambda type: _core.Monoid(own.typed(type), identity), fixed))


def new_semiring(name: str, add: Any, multiply: Any, identity: Any = None, dtype: Any = None) -> Semiring:
    """A semiring of a monoid and an operator (objects or names): `new_semiring("plus_mine", "plus", mine)`.

    With strings of C++ for `add` or `multiply` that are no names, in x and y, it is one of expressions:
    `new_semiring("widest", add="max(x, y)", multiply="min(x, y)", identity="-INFINITY")`. Then `identity` is a number as in
    C++, INFINITY, true, false, INT32_MIN or the like. The catalogue is used where it has the semiring; a GPU compiles others by
    NVRTC; the host by the C++ compiler of the machine ($CXX or c++; Unsupported without one). Such strings are code that is
    run: they must come from people who may run code.

    `semiring.NAME` is this semiring from now on."""
    fixed = as_type(dtype) if dtype is not None else None
    if isinstance(multiply, str) and (multiply not in binary or not isinstance(identity, type(None))):
        add = {"plus": "x + y", "times": "x * y", "min": "min(x, y)", "max": "max(x, y)"}.get(_name(add), _name(add))
        return semiring.add(
            ExpressionSemiring(name, functools.partial(_of_expressions, add, str(identity), multiply), fixed)
        )
    adding = add if isinstance(add, Monoid) else monoid[add]
    multiplying = multiply if isinstance(multiply, Binary) else binary[multiply]
    fixed = fixed or adding._type or multiplying._type
    return semiring.add(
        Semiring(name, lambda type: _core.Semiring(adding.typed(type), multiplying.typed(type)), fixed)
    )


def register(name: str, dtype: Any, *, add: Any = None) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for a Python function of two numbers, which numba compiles: a binary operator or, with a monoid `add`, the
    multiplication of a semiring.

        @gg.register("relax", "float64", add="min")
        def relax(x, y): return x + y
    """

    def made(function: Callable[..., Any]) -> Any:
        op = new_binary(name, function, dtype)
        return op if add is None else new_semiring(name, add, op, dtype=dtype)

    return made


def _name(op: Any) -> str:
    return op if isinstance(op, str) else str(op.name)


def _address(function: Any, arguments: list[Type], result: Type) -> int:
    if callable(function) and not hasattr(function, "address") and hasattr(function, "__code__"):
        function = compiled(function, arguments, result)
    _kept.append(function)
    return address_of(function)


def _of_expressions(add: str, identity: str, multiply: str, type: Type) -> Any:
    made, is_catalogued = _core.expression_semiring(add, identity, multiply, type)
    if is_catalogued or _core.current_session().engine == "cuda":
        return made
    return _compiled_by_host(add, identity, multiply, type)


_cpp_names = {"bool": "bool", "float32": "float", "float64": "double"}
_program = """
#include <algorithm>
#include <cmath>
#include <cstdint>
using namespace std;
using value = {value};
extern "C" void add(void* z, const void* a, const void* b) {{
    const value x = *static_cast<const value*>(a), y = *static_cast<const value*>(b);
    *static_cast<value*>(z) = static_cast<value>({add});
}}
extern "C" void multiply(void* z, const void* a, const void* b) {{
    const value x = *static_cast<const value*>(a), y = *static_cast<const value*>(b);
    *static_cast<value*>(z) = static_cast<value>({multiply});
}}
extern "C" const value identity = static_cast<value>({identity});
"""


def _compiled_by_host(add: str, identity: str, multiply: str, type: Type) -> Any:
    import ctypes
    import os
    import shutil
    import subprocess
    import tempfile

    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        raise Unsupported("a semiring of expressions on host threads: there is no C++ compiler (neither $CXX nor c++)")
    value = _cpp_names.get(type.name, f"std::{type.name}_t")
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "semiring.cpp"), os.path.join(folder, "semiring.so")
        with open(source, "w") as out:
            out.write(_program.format(value=value, add=add, multiply=multiply, identity=identity))
        made = subprocess.run(
            [*compiler.split(), "-O2", "-shared", "-fPIC", "-o", library, source], capture_output=True, text=True
        )
        if made.returncode != 0:
            raise Unsupported(f"a semiring of expressions does not compile:\n{made.stderr}")
        loaded = ctypes.CDLL(library)
    _kept.append(loaded)
    raw = (ctypes.c_char * type.itemsize).in_dll(loaded, "identity").raw
    import numpy as np

    zero = np.frombuffer(raw, type.name)[0].item()
    adding = _core.Binary(address_of(loaded.add), type, type, type)
    return _core.Semiring(
        _core.Monoid(adding, zero), _core.Binary(address_of(loaded.multiply), type, type, type)
    )
