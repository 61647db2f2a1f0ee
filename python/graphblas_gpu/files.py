"""Files and generators."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from .containers import Matrix


def read(
    path: str | os.PathLike[str],
    *,
    format: str = "auto",
    undirected: bool = False,
    drop_self_loops: bool = False,
    one_based: bool = False,
    named: bool = False,
    relabel: bool = False,
    weights: bool | None = None,
    duplicates: str = "last",
    member: str = "",
    report: bool = False,
) -> Any:
    """The matrix of a file of any format that the tool `grb` reads (Matrix Market, edge lists and CSV, binary, METIS, DIMACS,
    Pajek, GML, GraphML, npz ..., packed or not). Its type is the one that the file declares, else int64 for integers and float64
    for other numbers; a file without values gives structure alone.

    `undirected`: adds the opposite edges. `relabel`: ids become 0 .. n - 1. `named`: ids are names. `weights`: None, if the file
    has them; True, an error without; False, none. `duplicates`: "last", "first", "sum", "min", "max", "error". `member`: the
    path in an archive. With `report`, returns (matrix, dict of what was read and changed; "names" and "original_ids" have those
    of the vertices; bytes of a name that are not UTF-8 are escaped as in names of files, and os.fsencode(name) has them).

    Raises FileError with file and line, InvalidValue for options that contradict the file."""
    out = Matrix._blank()
    found = _core.read(
        out, os.fsencode(path), format, undirected, drop_self_loops, one_based, named, relabel, weights, duplicates, member
    )
    return (out, found) if report else out


def write(path: str | os.PathLike[str], A: Matrix) -> None:
    """Writes a matrix in the format of the file's name (.mtx, .gbm, ..., also .gz). The file is either written completely or left
    as it was. Raises FileError, InvalidValue for a name of no format, DomainMismatch for values of an own type."""
    _core.write(A, os.fsencode(path))


def rmat(scale: int, edge_factor: int = 16, *, seed: int = 1) -> Matrix:
    """The R-MAT graph of 2^scale vertices of which edge_factor * 2^scale edges are drawn: undirected, without self loops,
    structure alone. The same on every machine and number of threads."""
    return _generated(_core.rmat, scale, edge_factor, seed)


def uniform(n: int, degree: float, *, seed: int = 1) -> Matrix:
    """An undirected graph of n vertices and floor(n * degree / 2) edges, all sets of which are equally likely."""
    return _generated(_core.uniform, n, degree, seed, 0)


def powerlaw(n: int, degree: int, *, seed: int = 1) -> Matrix:
    """A directed graph whose in- and out-degrees follow power laws."""
    return _generated(_core.powerlaw, n, degree, seed, 0)


def grid2d(n: int) -> Matrix:
    """The n x n grid, each vertex joined to its 4 neighbours."""
    return _generated(_core.grid2d, n)


def stencil5(n: int) -> Matrix:
    """The 5-point Laplacian of the n x n grid, int64."""
    return _generated(_core.stencil5, n)


def stencil27(n: int) -> Matrix:
    """The 27-point Laplacian of the n x n x n grid, int64."""
    return _generated(_core.stencil27, n)


def band(n: int, half_width: int) -> Matrix:
    """An n x n matrix with all positions at most half_width off the diagonal."""
    return _generated(_core.band, n, half_width)


def with_random_weights(A: Matrix, *, seed: int = 1) -> Matrix:
    """The structure of A with a weight from 1 to 255 for each edge, int64, the same in both directions."""
    return _generated(_core.with_random_weights, A, seed)


def _generated(make: Any, *arguments: Any) -> Matrix:
    out = Matrix._blank()
    make(out, *arguments)
    return out
