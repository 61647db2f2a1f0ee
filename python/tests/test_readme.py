"""The program of the README does what the README says."""

import pathlib
import re
import subprocess
import sys


def test_readme():
    text = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"Matrix 1000x1000 float64, \d+ entries, host \d+ (hash|dense|merge|bitmap_tile)\n", result.stdout)
