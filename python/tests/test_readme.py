"""The programs of the README and of docs/python.md do what these pages say."""

import pathlib
import re
import subprocess
import sys

import graphblas_gpu as gg
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).parents[2]


def programs(page):
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def test_readme():
    (program,) = programs("README.md")
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"Matrix 1000x1000 float64, \d+ entries, host \d+ (hash|dense|merge|bitmap_tile)\n", result.stdout)


def test_operations_of_the_page():
    (program,) = [p for p in programs("docs/python.md") if "kronecker" in p]
    rows, columns = np.array([0, 1]), np.array([2, 3])
    full = gg.Matrix.from_dense(np.ones((9, 9)))
    row = gg.Vector.from_dense(np.arange(9.0))
    names = {
        "gg": gg, "A": full.dup(), "B": full.dup(), "C": full.dup(), "D": full[:2, :2], "M": full, "P": full[:2, :2],
        "m": row[:].select("<", 5).new(), "v": row.dup(), "x": row.dup(), "values": np.arange(81.0), "rows": rows, "columns": columns,
        "array": np.ones(9), "i": 0, "j": 1, "order": np.arange(9)[::-1],
    }  # fmt: skip
    exec(program, names)
    c = full.dup()
    c(names["m"].S)[2, :] = row
    assert c[2, :].to_numpy().tolist() == [0, 1, 2, 3, 4, 1, 1, 1, 1]
    with pytest.raises(TypeError, match="is a vector"):
        c(full.S)[2, :] = row
