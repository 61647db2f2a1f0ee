"""Types of values: the names and dtypes of NumPy for built-in types, "structure" for matrices without values, and structured
dtypes, or Type objects, for values of a program's own.

NumPy is imported only where arrays are made or read, because importing it takes longer than importing this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    import numpy as np

Type = _core.Type
types: dict[str, Type] = dict(_core.types)
structure = types["structure"]

_numpy_of_own: dict[Type, Any] = {}
_own_of_numpy: dict[Any, Type] = {}
_of_python = {bool: types["bool"], int: types["int64"], float: types["float64"]}
_known: dict[Any, Type] = {**types, **_of_python}
_common: dict[tuple[Type, Type], Type] = {}


def as_type(dtype: Any) -> Type:
    """The type that a name, a dtype, a Python type or a Type stands for. A structured dtype becomes a type of its own. Raises
    TypeError for types that no matrix has, such as complex numbers."""
    if isinstance(dtype, Type):
        return dtype
    try:
        return _known[dtype]
    except (KeyError, TypeError):
        pass
    import numpy as np

    found = np.dtype(dtype)
    if found.name in types:
        return types[found.name]
    if found.fields is None and found.kind != "V":
        raise TypeError(f"no matrix has values of type {found}; there are {', '.join(types)} and structured dtypes")
    if found not in _own_of_numpy:
        own = _core.make_type(str(found), found.itemsize)
        _own_of_numpy[found] = own
        _numpy_of_own[own] = found
    return _own_of_numpy[found]


def numpy_dtype(type: Type) -> np.dtype[Any]:
    """The dtype of arrays of such values. Raises TypeError for structure alone."""
    import numpy as np

    if type is structure:
        raise TypeError("a matrix of structure alone has no values")
    return _numpy_of_own[type] if type in _numpy_of_own else np.dtype(type.name)


def common_type(a: Type, b: Type) -> Type:
    """The type that NumPy computes in for both; that of the other for structure alone. Raises TypeError if they differ and one
    is no built-in type."""
    if a is b or b is structure:
        return a
    if a is structure:
        return b
    if (a, b) not in _common:
        if not (a.is_built_in and b.is_built_in):
            raise TypeError(f"{a} and {b} have no common type")
        import numpy as np

        _common[a, b] = types[np.result_type(a.name, b.name).name]
    return _common[a, b]


def type_with_scalar(type: Type, value: Any) -> Type:
    """The type in which values of a matrix meet a scalar: a number of Python takes the type of the matrix, unless the matrix
    has integers and the number has a fraction; a scalar of NumPy has its own type."""
    if isinstance(value, bytes) or not type.is_built_in:
        return type
    if hasattr(value, "dtype"):
        return common_type(type, as_type(value.dtype))
    if type is structure:
        return as_type(value.__class__)
    if isinstance(value, float) and not type.name.startswith("float"):
        return types["float64"]
    if type is types["bool"] and not isinstance(value, bool):
        return types["int64"]
    return type
