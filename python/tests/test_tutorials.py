"""Pages of docs/ show what Python prints, and what SciPy and NetworkX have for a call."""

import contextlib
import io
import pathlib
import re

import graphblas_gpu as gg
import numpy as np
import pytest

DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["products", "own-semiring"])
def test_tutorial(page):
    text = (DOCS / f"tutorials/{page}.md").read_text()
    ((program, shown),) = re.findall(r"```python\n(.*?)```.*?```text\n(.*?)```", text, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    assert printed.getvalue() == shown


def rows(heading):
    """The cells of the table below a heading of docs/coming-from.md, without their backquotes."""
    section = (DOCS / "coming-from.md").read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("| `")]
    assert table
    return [re.findall(r"`([^`]+)`", line) for line in table]


def dense(x):
    """What a matrix, a vector, ... of any library has, as an array of NumPy; what is empty counts as 0."""
    if hasattr(x, "new"):
        x = x.new()
    if isinstance(x, dict):
        x = [x[vertex] for vertex in range(len(x))]
    for method in ("toarray", "to_dense", "item"):
        if hasattr(x, method) and (method != "item" or np.ndim(x) == 0):
            x = getattr(x, method)()
    return np.squeeze(np.asarray(x, dtype=float))


def test_coming_from_scipy():
    scipy_sparse = pytest.importorskip("scipy.sparse")
    import scipy
    from scipy.sparse import csgraph

    S = scipy_sparse.random_array((12, 12), density=0.3, format="csr", rng=np.random.default_rng(3))
    names = {"S": S, "A": gg.Matrix.from_scipy_sparse(S), "gg": gg, "scipy": scipy, "csgraph": csgraph, "x": np.arange(12.0)}
    for theirs, ours in rows("SciPy"):
        np.testing.assert_allclose(dense(eval(ours, names)), dense(eval(theirs, names)), err_msg=ours)


def test_coming_from_networkx():
    nx = pytest.importorskip("networkx")
    nx.config.warnings_to_ignore.add("cache")
    G = nx.karate_club_graph()
    nx.set_edge_attributes(G, 1, "weight")
    names = {"G": G, "A": nx.to_scipy_sparse_array(G), "gg": gg, "nx": nx}
    for theirs, *ours in rows("NetworkX"):
        for other in ours:
            np.testing.assert_allclose(dense(eval(other, names)), dense(eval(theirs, names)), rtol=1e-4, err_msg=other)


def test_coming_from_cugraph():
    names = {"gg": gg, "src": [0, 0, 1, 1, 2, 2, 3, 3], "dst": [1, 2, 0, 2, 0, 1, 1, 2], "n": 4}
    for _, *_, ours in rows("cuGraph"):
        exec(ours, names)
