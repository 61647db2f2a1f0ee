#!/usr/bin/env python3
"""Runs what the tutorials say, and compares what is printed with what they show.

    tutorials.py BUILD PAGE ...
    tutorials.py --compile COMPILER [FOLDER OF GraphBLAS.h]

BUILD is a build folder with the tool and the examples. --compile compiles the calls in C and C++ of docs/coming-from.md. In a page
  * ```console has commands behind "$ " and what they print. "..." stands for anything within a line, and alone for any lines.
    A command whose exit status is not 0 fails;
  * ```LANGUAGE title="NAME" is a file that the commands read;
  * ```cpp and ```c without a title are lines of a file in examples/;
  * a console with the title "on a machine with a GPU", or without, is for such a machine.
Blocks of Python are run by python/tests/test_tutorials.py.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fits(shown, printed):
    """Whether what was printed is what is shown. Columns may be wider: they are as wide as their longest word."""
    shown, printed = (re.sub(r" +", " ", text) for text in (shown, printed))
    pattern = "".join("(?:.*\n)*?" if line == "..." else ".*?".join(map(re.escape, line.split("..."))) + "\n"
                      for line in shown.splitlines())
    return re.fullmatch(pattern, printed) is not None


def commands(text):
    """The commands of a console, each with what it prints."""
    found = []
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:].rstrip("\n"), ""])
        else:
            found[-1][1] += line
    return found


def lines_of(text):
    return [line.strip() for line in text.strip().splitlines()]


def is_in_an_example(text):
    wanted = "\n".join(lines_of(text))
    return any(wanted in "\n".join(lines_of(file.read_text())) for file in (ROOT / "examples").glob("*.c*"))


def run_page(page, build, has_gpu):
    """The number of commands that were run."""
    count = 0
    environment = {**os.environ, "PATH": f"{build / 'tools'}:{os.environ['PATH']}",
                   # Open MPI refuses to run for root, and more ranks than processors.
                   "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "build").mkdir()
        os.symlink(build, Path(folder) / "build/host")  # of whatever preset
        for language, title, text in BLOCK.findall(page.read_text()):
            if language in ("cpp", "c") and not title:
                assert is_in_an_example(text), f"{page}: no example has these lines:\n{text}"
            elif language != "console":
                if title:
                    (Path(folder) / title).write_text(text)
            elif title and ("without" in title) == has_gpu:
                print(f"tutorials: {page.name}: skipped, because it is for runs {title}")
            else:
                for command, shown in commands(text):
                    if command.startswith("mpirun") and not shutil.which("mpirun"):
                        print(f"tutorials: {page.name}: the rest is skipped, because there is no mpirun")
                        return count
                    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=300,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    assert fits(shown, result.stdout), f"{page}: '{command}' printed\n{result.stdout}and the page shows\n{shown}"
                    assert result.returncode == 0, f"{page}: '{command}' ended with {result.returncode}"
                    count += 1
    return count


def compile_calls(compiler, *includes):
    """The calls that docs/coming-from.md has in C and in C++, as one function each."""
    page = (ROOT / "docs/coming-from.md").read_text()
    calls = re.findall(r"^\| `(Gr[^`]+)` \| `([^`]+)` \|$", page, re.MULTILINE)
    assert len(calls) > 15, "docs/coming-from.md has no table of C and C++"
    c = """#include <GraphBLAS.h>
        void calls(GrB_Matrix A, GrB_Matrix B, GrB_Matrix C, GrB_Matrix M, GrB_Vector u, GrB_Vector v, GrB_Vector w, double x,
                   GrB_Index n) {
            const GrB_Index I[] = {0, 1};
            const double X[] = {0.5, 2.0};
            %s;
        }"""
    cxx = """#include <graphblas_gpu/graphblas_gpu.hpp>
        namespace gb = graphblas_gpu;
        void calls(const gb::context& ctx, gb::matrix<double>& a, gb::matrix<double>& b, gb::matrix<double>& c, gb::matrix<double>& m,
                   gb::vector<double>& u, gb::vector<double>& v, gb::vector<double>& w, double& x, gb::index& n) {
            %s;
        }"""
    for language, standard, text, side in (("c", "c11", c, 0), ("c++", "c++20", cxx, 1)):
        source = text % ";\n".join(call[side] for call in calls)
        result = subprocess.run([compiler, f"-std={standard}", "-fsyntax-only", *(f"-I{folder}" for folder in (ROOT, *includes) if folder),
                                 "-x", language, "-"], input=source, text=True,
                                capture_output=True)
        assert result.returncode == 0, f"the calls of docs/coming-from.md in {language}:\n{result.stderr}"
    print(f"tutorials: {len(calls)} calls in C and in C++ compile")


def main():
    if sys.argv[1] == "--compile":
        compile_calls(*sys.argv[2:])
        return
    build = Path(sys.argv[1]).resolve()
    has_gpu = shutil.which("nvidia-smi") is not None and subprocess.run(["nvidia-smi"], capture_output=True).returncode == 0
    pages = [Path(page).resolve() for page in sys.argv[2:]]
    count = sum(run_page(page, build, has_gpu) for page in pages)
    print(f"tutorials: {count} commands on {len(pages)} pages printed what these show")


if __name__ == "__main__":
    main()
