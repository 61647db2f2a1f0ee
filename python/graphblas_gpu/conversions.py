"""Arrays, SciPy matrices, numbers and positions as what the library takes, and the other way round."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from . import _core
from .dtypes import Type, as_type, common_type, numpy_dtype, structure, types
from .errors import InvalidIndex, InvalidObject
from .operators import binary_for

if TYPE_CHECKING:
    from .containers import Matrix, Vector


# ---- single numbers and positions


def is_number(key: Any) -> bool:
    """Whether an index is a single position."""
    return isinstance(key, int) or (hasattr(key, "__index__") and getattr(key, "ndim", 0) == 0)


def is_scalar(value: Any) -> bool:
    """Whether a value is a single number, or the value of an own type."""
    return isinstance(value, (bool, int, float, bytes)) or (hasattr(value, "item") and getattr(value, "ndim", None) == 0)


def is_numpy(x: Any) -> bool:
    """Whether x is an array of NumPy."""
    return x.__class__.__module__ == "numpy" and hasattr(x, "ndim")


def is_scipy_sparse(x: Any) -> bool:
    """Whether x is a sparse matrix or array of SciPy."""
    return hasattr(x, "tocsr") and x.__class__.__module__.startswith("scipy.sparse")


def to_scalar(type: Type, value: Any) -> Any:
    """A value as the extension takes it: a value of an own type as its bytes."""
    if type.is_built_in or isinstance(value, bytes):
        return value
    import numpy as np

    return np.array(value, numpy_dtype(type)).tobytes()


scalar_for = to_scalar


def from_scalar(type: Type, value: Any) -> Any:
    """What the extension returns as a value: that of an own type as a scalar of NumPy."""
    if type.is_built_in or value is None:
        return value
    import numpy as np

    return np.frombuffer(value, numpy_dtype(type))[0]


def position(key: Any, size: int) -> int:
    """A single position; negative ones count from the end."""
    at = operator.index(key)
    if not -size <= at < size:
        raise InvalidIndex(f"position {at} lies outside of {size}")
    return at + size if at < 0 else at


def positions(key: Any, size: int) -> tuple[Any, int | None]:
    """The positions of a key, and how many there are; a single number and None for a number."""
    if isinstance(key, slice):
        if key == slice(None):
            return _core.Positions(), size
        found = range(*key.indices(size))
        return _core.Positions(found.start, found.stop, found.step), len(found)
    if is_number(key):
        return position(key, size), None
    list_ = index_array(key, size)
    return _core.Positions(list_), len(list_)


def index_array(key: Any, size: int | None = None) -> Any:
    """A list of positions as int64; with `size`, negative ones count from the end, and bools say which positions to take.
    Raises TypeError for other lists."""
    import numpy as np

    list_ = np.asarray(key)
    if list_.ndim != 1:
        raise TypeError("positions are a slice, a number or a one-dimensional list of integers")
    if list_.size == 0:
        return np.zeros(0, np.int64)
    if list_.dtype == np.bool_ and size is not None:
        if len(list_) != size:
            raise InvalidIndex(f"{len(list_)} bools say which of {size} positions to take")
        return np.flatnonzero(list_)
    if list_.dtype.kind not in "iu":
        raise TypeError(f"positions are integers, and not {list_.dtype}")
    if size is not None and list_.dtype.kind == "i" and list_.min() < 0:
        list_ = np.where(list_ < 0, list_.astype(np.int64) + size, list_)
    return native(np.ascontiguousarray(list_))


def values_array(values: Any, count: int, dtype: Any) -> tuple[Any, Type | None, Type]:
    """(array that the extension takes, own type or None, type) for the values of a call; one number stands for all."""
    if values is None:
        return None, None, structure if dtype is None else as_type(dtype)
    import numpy as np

    array = np.asarray(values)
    if array.ndim == 0:
        array = np.full(count, array)
    array = native(np.ascontiguousarray(array))
    type = as_type(array.dtype)
    wanted = type if dtype is None else as_type(dtype)
    if type.is_built_in:
        return array, None, wanted
    return array.view(np.uint8), type, wanted


def native(array: Any) -> Any:
    """An array of NumPy in the byte order of the machine: itself, or a copy. Values of an own type are bytes and stay."""
    dtype = array.dtype
    return array if dtype.isnative or dtype.kind == "V" else array.astype(dtype.newbyteorder("="))


def is_own(array: Any) -> bool:
    """Whether the elements of an array are values of an own type: those of a structured dtype, or of one that is bytes alone."""
    return getattr(getattr(array, "dtype", None), "kind", "") == "V"


def _duplicates_for(dup_op: Any, values: Any, type: Type) -> Any:
    """How entries at one position are joined: as `dup_op` says; those without values are one; others are an error."""
    if dup_op is None and values is None:
        dup_op = "any"
    return None if dup_op is None else binary_for(dup_op, type, type)


def _side(indices: Any) -> int:
    return int(indices.max()) + 1 if len(indices) else 0


# ---- matrices in


def matrix_from_csr(
    cls: type[Matrix],
    indptr: Any,
    indices: Any,
    data: Any = None,
    *,
    shape: tuple[int, int],
    check: bool = True,
    copy: bool = False,
    stream: int = 0,
) -> Matrix:
    """A matrix over compressed sparse rows: `nrows + 1` offsets, the columns of the entries, ascending in each row, and their
    values (None: structure alone).

    Arrays are anything with the buffer protocol, DLPack or `__cuda_array_interface__`. Without `copy` the matrix reads them in
    place where their types are its own: int64 offsets, int32 or uint32 columns, values of any built-in or structured dtype;
    others are converted. They must not change then, but for values followed by a new from_csr. Arrays of a GPU are read in
    place by the context of that GPU (int64 offsets and 32-bit columns are needed there); `stream` is the stream that writes
    them, if `__cuda_array_interface__` does not name it.

    Raises InvalidObject if `check` finds an error, which takes O(entries); without `check`, arrays that are wrong are undefined
    behaviour. IndexOutOfBounds for numbers that do not fit."""
    out = cls._blank()
    nrows, ncols = shape
    if hasattr(indptr, "__cuda_array_interface__"):
        _set_from_device(out, indptr, indices, data, nrows, ncols, stream)
        return out
    own, values = None, data
    if data is not None and (is_own(data) or not hasattr(data, "dtype")):
        values, own, _ = values_array(data, 0, None)
    try:
        _core.from_csr(out, indptr, indices, values, nrows, ncols, own, check, copy)
    except TypeError:
        # What the extension does not read: lists, arrays with gaps, and arrays in another byte order.
        import numpy as np

        rows, columns = (native(np.ascontiguousarray(a)) for a in (indptr, indices))
        if data is not None:
            values, own, _ = values_array(data, 0, None)
        _core.from_csr(out, rows, columns, values, nrows, ncols, own, check, copy)
    return out


def _set_from_device(out: Any, indptr: Any, indices: Any, data: Any, nrows: int, ncols: int, stream: int) -> None:
    offsets, columns = indptr.__cuda_array_interface__, indices.__cuda_array_interface__
    values = None if data is None else data.__cuda_array_interface__
    if offsets["typestr"] != "<i8" or columns["typestr"] not in ("<i4", "<u4"):
        raise TypeError("from_csr: arrays of a GPU have int64 offsets and int32 columns")
    type = structure if values is None else as_type(values["typestr"])
    if offsets["shape"] != (nrows + 1,) or (values is not None and values["shape"] != columns["shape"]):
        raise InvalidObject("from_csr: the lengths of the arrays do not fit each other and the shape")
    if any(a is not None and a.get("strides") is not None for a in (offsets, columns, values)):
        raise TypeError("from_csr: arrays of a GPU are contiguous")
    stream = stream or offsets.get("stream") or 1  # 1: the default stream of the program
    address = 0 if values is None else values["data"][0]
    owner = (indptr, indices, data)
    nvals = columns["shape"][0]
    _core.from_device(out, offsets["data"][0], columns["data"][0], address, nrows, ncols, nvals, type, stream, owner)


def matrix_from_coo(
    cls: type[Matrix],
    rows: Any,
    columns: Any,
    values: Any = None,
    *,
    shape: tuple[int, int] | None = None,
    dtype: Any = None,
    dup_op: Any = None,
) -> Matrix:
    """A matrix of the entries (rows[n], columns[n], values[n]) in any order; values may be one number for all, or None for
    structure alone. Entries at one position are joined by `dup_op`, in the order of the lists; without it they raise
    InvalidValue, or are one entry if there are no values. `shape`: by default as small as the entries allow. Raises IndexOutOfBounds, DimensionMismatch for lists of
    different lengths. O(entries + nrows)."""
    i, j = index_array(rows), index_array(columns)
    if shape is None:
        shape = (_side(i), _side(j))
    values, own, type = values_array(values, len(i), dtype)
    out = cls._blank()
    duplicates = _duplicates_for(dup_op, values, type)
    _core.from_coo(out, i, j, values, shape[0], shape[1], type, own, duplicates)
    return out


def matrix_from_scipy_sparse(cls: type[Matrix], S: Any, *, copy: bool = True, check: bool = True) -> Matrix:
    """A matrix of a sparse matrix or array of SciPy, of any format. Repeated entries are added up, as SciPy has it; an explicit
    zero stays an entry.

    With copy=False the matrix reads the columns and the values of a CSR matrix in place, and makes its arrays read-only; offsets
    of 32 bits, which SciPy has for less than 2^31 entries, are copied. `check` as in from_csr. O(entries) at most; O(nrows)
    without copy and check."""
    if S.format != "csr":
        S, copy = S.tocsr(), False
    out = cls._blank()
    nrows, ncols = S.shape
    indptr, indices, data = S.indptr, S.indices, S.data
    try:
        _core.from_csr(out, indptr, indices, data, nrows, ncols, None, check, copy)
    except InvalidObject:
        S = S.copy()
        S.sum_duplicates()
        return matrix_from_csr(cls, S.indptr, S.indices, S.data, shape=S.shape, check=check)
    except TypeError:
        return matrix_from_csr(cls, indptr, indices, data, shape=S.shape, check=check, copy=copy)
    if not copy:
        for array in (indptr, indices, data):
            array.setflags(False)  # half the time of flags.writeable
    return out


def differs(dense: Any, missing: Any) -> Any:
    """Where elements differ from `missing`; NaN is equal to NaN here."""
    return dense == dense if missing != missing else dense != missing


def matrix_from_dense(cls: type[Matrix], array: Any, *, missing: Any = 0, dtype: Any = None) -> Matrix:
    """A matrix of the elements of a two-dimensional array that differ from `missing` (None: of all elements)."""
    import numpy as np

    dense = np.asarray(array)
    if dense.ndim != 2:
        raise ValueError(f"from_dense: an array of {dense.ndim} dimensions is no matrix")
    rows, columns = np.nonzero(np.ones(dense.shape, bool) if missing is None else differs(dense, missing))
    return matrix_from_coo(cls, rows, columns, dense[rows, columns], shape=dense.shape, dtype=dtype)


# ---- matrices out


def matrix_to_coo(self: Matrix) -> tuple[Any, Any, Any]:
    """(rows, columns, values) of the entries, row by row: int64, and the dtype of the matrix (None for structure alone)."""
    import numpy as np

    indptr = self.indptr
    rows = np.repeat(np.arange(self.nrows), np.diff(indptr))
    return rows, self.indices.astype(np.int64), None if self.type is structure else self.data.copy()


def matrix_to_dense(self: Matrix, fill: Any = 0) -> Any:
    """A two-dimensional array with `fill` where there is no entry; True for entries of structure alone."""
    import numpy as np

    rows, columns, values = matrix_to_coo(self)
    out = np.full(self.shape, fill, bool if values is None else values.dtype)
    out[rows, columns] = True if values is None else values
    return out


def matrix_to_scipy_sparse(self: Matrix, *, copy: bool = True) -> Any:
    """A scipy.sparse.csr_array. With copy=False it reads the columns and the values of the matrix in place, and must not be
    changed; the offsets become int32 where they fit. Values of structure alone are True."""
    import numpy as np
    import scipy.sparse

    small = self.nvals < 2**31 and self.ncols <= 2**31
    data = np.ones(self.nvals, bool) if self.type is structure else self.data
    indices, indptr = self.indices, self.indptr
    if small:
        indptr = indptr.astype(np.int32)
    else:
        indices = indices.astype(np.int64)
    if copy:
        indices, data = indices.copy(), data.copy()
    out = scipy.sparse.csr_array((data, indices, indptr), shape=self.shape, copy=False)
    out.has_sorted_indices = out.has_canonical_format = True
    return out


class DeviceArray:
    """An array in the memory of a GPU, which others read by `__cuda_array_interface__`."""

    def __init__(self, address: int, size: int, typestr: str, owner: Any) -> None:
        self._owner = owner
        self.__cuda_array_interface__ = {
            "shape": (size,), "typestr": typestr, "data": (address, True), "version": 3, "stream": None, "strides": None,
        }  # fmt: skip

    def for_pytorch(self) -> DeviceArray:
        """The same array for PyTorch, which knows no read-only ones and refuses them."""
        interface = self.__cuda_array_interface__
        array = DeviceArray(interface["data"][0], interface["shape"][0], interface["typestr"], self._owner)
        array.__cuda_array_interface__["data"] = (interface["data"][0], False)
        return array


def device_arrays(self: Matrix | Vector, stream: int = 1) -> tuple[DeviceArray | None, ...]:
    """(offsets, columns, values) of a matrix, or (indices, values) of a vector, in the memory of the GPU of this thread's
    context: int64, int32 and the dtype of the object (None for structure alone). `stream` (1: the default stream) waits until
    they are written. Raises Unsupported on host threads."""
    offsets, columns, values, owner = _core.device_arrays(self, stream)
    nvals = self.nvals
    data = None if self.type is structure else DeviceArray(values, nvals, numpy_dtype(self.type).str, owner)
    entries = DeviceArray(columns, nvals, "<i4", owner), data
    return (DeviceArray(offsets, self.shape[0] + 1, "<i8", owner), *entries) if len(self.shape) == 2 else entries


def matrix_to_cupy(self: Matrix) -> Any:
    """A cupyx.scipy.sparse.csr_matrix over the arrays of the GPU; the offsets are copied as int32. Run it in a context of the
    GPU."""
    import cupy
    import cupyx.scipy.sparse

    offsets, columns, values = device_arrays(self, cupy.cuda.get_current_stream().ptr or 1)
    data = cupy.ones(self.nvals, bool) if values is None else cupy.asarray(values)
    indptr = cupy.asarray(offsets).astype(cupy.int32)
    return cupyx.scipy.sparse.csr_matrix((data, cupy.asarray(columns), indptr), shape=self.shape)


def matrix_to_torch(self: Matrix) -> Any:
    """A torch.sparse_csr_tensor: over the arrays of the GPU if the context of this thread is one, else on the CPU; the columns
    are copied as int64, because PyTorch wants them like the offsets. Tensors over the arrays of a GPU must not be written: the
    matrix reads them, too."""
    import torch

    if _core.current_session().engine == "cuda":
        arrays: Any = device_arrays(self, torch.cuda.current_stream().cuda_stream or 1)
        offsets, columns, values = (None if a is None else torch.as_tensor(a.for_pytorch(), device="cuda") for a in arrays)
    else:
        offsets, columns = torch.tensor(self.indptr), torch.tensor(self.indices)
        values = None if self.type is structure else torch.tensor(self.data)
    if values is None:
        values = torch.ones(self.nvals, dtype=torch.bool, device=offsets.device)
    return torch.sparse_csr_tensor(offsets, columns.to(torch.int64), values, size=self.shape)


def matrix_to_html(self: Matrix) -> str:
    """The matrix in a notebook: its shape, and a picture of the density of its entries."""
    import html

    import numpy as np

    text = f"<code>{html.escape(repr(self))}</code>"
    cells = 32
    if self.nvals == 0:
        return text
    height, width = (min(cells, side) for side in self.shape)
    rows, columns, _ = matrix_to_coo(self)
    count = np.zeros((height, width))
    np.add.at(count, (rows * height // self.nrows, columns * width // self.ncols), 1)
    shade = (1 - np.sqrt(count / count.max())) * 100
    squares = "".join(
        f'<rect x="{j}" y="{i}" width="1" height="1" fill="hsl(210,50%,{shade[i, j]:.0f}%)"/>'
        for i in range(height)
        for j in range(width)
        if count[i, j]
    )
    return (
        f'{text}<br><svg viewBox="0 0 {width} {height}" width="{5 * width}" height="{5 * height}" '
        f'style="border:1px solid #999">{squares}</svg>'
    )


def pickled_matrix(self: Matrix) -> tuple[Any, ...]:
    """What a pickle has of a matrix."""
    if self.type is structure:
        return self.indptr, self.indices, None, self.shape
    return self.indptr, self.indices, self.data, self.shape


def matrix_of_pickle(indptr: Any, indices: Any, data: Any, shape: tuple[int, int]) -> Matrix:
    """The matrix of a pickle, whose arrays are checked as those of a caller are."""
    from .containers import Matrix

    return Matrix.from_csr(indptr, indices, data, shape=shape)


# ---- vectors


def vector_from_coo(
    cls: type[Vector],
    indices: Any,
    values: Any = None,
    *,
    size: int | None = None,
    dtype: Any = None,
    dup_op: Any = None,
) -> Vector:
    """A vector of the entries (indices[n], values[n]) in any order; everything else is as in Matrix.from_coo."""
    i = index_array(indices)
    values, own, type = values_array(values, len(i), dtype)
    out = cls._blank()
    duplicates = _duplicates_for(dup_op, values, type)
    _core.from_coo(out, i, values, _side(i) if size is None else size, type, own, duplicates)
    return out


def vector_from_dense(
    cls: type[Vector], array: Any, *, missing: Any = None, dtype: Any = None, copy: bool = True, stream: int = 0
) -> Vector:
    """A vector with an entry for every element of a one-dimensional array, or for those that differ from `missing`.

    With copy=False the vector reads the array in place, in host memory or, in a context of a GPU, in the memory of this GPU; it
    must not change then. `stream` as in Matrix.from_csr. O(size)."""
    out = cls._blank()
    if hasattr(array, "__cuda_array_interface__"):
        a = array.__cuda_array_interface__
        if len(a["shape"]) != 1 or a.get("strides") is not None or missing is not None or copy:
            raise TypeError("from_dense: an array of a GPU is read in place: one contiguous dimension, copy=False, no `missing`")
        stream = stream or a.get("stream") or 1
        _core.from_device(out, a["data"][0], a["shape"][0], as_type(a["typestr"]), stream, array)
        return out
    import numpy as np

    if missing is not None:
        dense = np.asarray(array)
        i = np.flatnonzero(differs(dense, missing))
        return vector_from_coo(cls, i, dense[i], size=len(dense), dtype=dtype)
    if dtype is not None:
        array = np.asarray(array, numpy_dtype(as_type(dtype)))
    elif not hasattr(array, "dtype"):
        array = np.asarray(array)
    own = None
    if is_own(array) or (is_numpy(array) and not array.dtype.isnative):
        array, own, _ = values_array(array, 0, None)
    _core.from_dense(out, array, own, copy)
    return out


def vector_to_coo(self: Vector) -> tuple[Any, Any]:
    """(indices, values) of the entries, ascending: int64, and the dtype of the vector (None for structure alone)."""
    import numpy as np

    return self.indices.astype(np.int64), None if self.type is structure else self.data.copy()


def vector_to_numpy(self: Vector, fill: Any = 0, *, copy: bool = True) -> Any:
    """An array with `fill` where there is no entry; True for entries of structure alone. With copy=False a read-only view, which
    a vector with an entry at every position has (ValueError otherwise)."""
    import numpy as np

    if not copy:
        return self.__array__()
    if self.type is not structure and self.nvals == self.size:
        return self.data.copy()
    out = np.full(self.size, fill, bool if self.type is structure else self.data.dtype)
    out[self.indices] = True if self.type is structure else self.data
    return out


def pickled_vector(self: Vector) -> tuple[Any, ...]:
    """What a pickle has of a vector."""
    return self.indices, None if self.type is structure else self.data, self.size


def vector_of_pickle(indices: Any, data: Any, size: int) -> Vector:
    """The vector of a pickle."""
    from .containers import Vector

    return Vector.from_coo(indices, data, size=size)
