"""The cells of the notebooks run, and their checks hold. Notebooks are stored without outputs."""

import ast
import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).parents[1] / "notebooks"


def show(value):
    """What a notebook shows of the last line of a cell."""
    if value is not None:
        assert getattr(value, "_repr_html_", value.__repr__)()


@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook(notebook, monkeypatch, capsys):
    monkeypatch.chdir(FOLDER)
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    names = {}
    for number, cell in enumerate(cells):
        assert cell["outputs"] == [] and cell["execution_count"] is None
        program = ast.parse("".join(cell["source"]), f"{notebook.name}, code cell {number}")
        last = program.body.pop() if isinstance(program.body[-1], ast.Expr) else None
        exec(compile(program, f"{notebook.name}, code cell {number}", "exec"), names)
        if last is not None:
            show(eval(compile(ast.Expression(last.value), f"{notebook.name}, code cell {number}", "eval"), names))
    assert len(cells) > 5 and capsys.readouterr().out


def test_there_are_two():
    assert len(list(FOLDER.glob("*.ipynb"))) == 2
