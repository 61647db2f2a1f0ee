"""Graph analytics by sparse linear algebra, on host threads and NVIDIA GPUs.

    import graphblas_gpu as gg
    A = gg.Matrix.from_scipy_sparse(S)
    C = A.mxm(A, "plus_pair").new(mask=A.S)          # C<A> = A (+).(pair) A
    gg.algorithms.triangle_count(A)

Operations and masks are those of the GraphBLAS C API 2.1. The page docs/python.md of the project introduces them."""

from . import algorithms, errors
from ._core import version as __version__
from .containers import Matrix, Vector
from .contexts import context, last_report, show_config
from .conversions import device_arrays
from .dtypes import Type, as_type
from .errors import Error
from .expressions import Expression, Mask, structure, values
from .files import band, grid2d, powerlaw, read, rmat, stencil5, stencil27, uniform, with_random_weights, write
from .functions import (
    concat,
    ewise_add,
    ewise_mult,
    kronecker,
    mxm,
    mxm_nvals,
    mxm_structure,
    mxv,
    plan_mxm,
    vxm,
)
from .logs import set_log
from .operations import TransposedMatrix
from .operators import binary, monoid, positional, select, semiring, unary
from .own import new_binary, new_monoid, new_semiring, new_unary, register
from .progress_bars import progress

__all__ = [
    "Error", "Expression", "Mask", "Matrix", "TransposedMatrix", "Type", "Vector", "algorithms", "as_type", "band", "binary",
    "concat", "context", "device_arrays", "errors", "ewise_add", "ewise_mult", "grid2d", "kronecker", "last_report", "monoid",
    "mxm", "mxm_nvals", "mxm_structure", "mxv", "new_binary", "new_monoid", "new_semiring", "new_unary", "plan_mxm",
    "positional", "powerlaw", "progress", "read", "register", "rmat", "select", "semiring", "set_log", "show_config", "stencil27", "stencil5", "structure",
    "unary", "uniform", "values", "vxm", "with_random_weights", "write",
]  # fmt: skip
