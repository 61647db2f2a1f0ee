"""The annotations of the package, as mypy reads them."""

import os
import pathlib
import subprocess
import sys

import graphblas_gpu


def test_annotations(tmp_path):
    sample = pathlib.Path(__file__).with_name("typed_sample.py")
    folder = str(pathlib.Path(graphblas_gpu._core.__file__).parents[1])
    search = {} if folder.endswith("site-packages") else {"MYPYPATH": folder}
    # As for a package that is installed: errors in it are not those of the program.
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-graphblas_gpu.*]\nignore_errors = True\n")
    options = ["--strict", "--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path / "cache")]
    result = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(sample)], env=os.environ | search, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout
    subprocess.run([sys.executable, str(sample)], check=True)
