"""Large files pass through in pieces, and the examples of the documentation run."""

import doctest
import importlib
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CODE = """
import sys
sys.path.insert(0, {root!r})
import numpy as np
from jmx import checkpoints
from jmx._files import params

def peak():
    with open("/proc/self/status") as file:
        return dict(line.split(":", 1) for line in file)["VmHWM"].split()[0]

class Zeros:  # 300 MB in a file with a hole
    shape, dtype = (75_000_000,), np.dtype("float32")
    def pieces(self):
        return iter(())

with open("big.params", "wb") as file:
    head, *rest = params.chunks([Zeros()], ["w"])
    whole = list(rest)
    file.write(head)
    file.write(whole[0])
    file.seek(4 * 75_000_000, 1)
    file.writelines(whole[1:])
before = int(peak())
checkpoints.convert("big.params", "a.safetensors", check=True)
checkpoints.convert("a.safetensors", "b.npz", dtype="float16")
checkpoints.convert("b.npz", "c.params")
checkpoints.show("c.params", stats=True)
print(int(peak()) - before)
"""


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
def test_a_file_of_300_mb_needs_little_memory(tmp_path):
    command = [sys.executable, "-c", CODE.format(root=str(ROOT))]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.safetensors").stat().st_size > 300_000_000
    for path in tmp_path.iterdir():
        path.unlink()
    assert int(done.stdout) < 150_000, "kilobytes"


@pytest.mark.parametrize("module", ["_convert", "_files", "_show"])
def test_examples_of_docstrings(module):
    found = doctest.testmod(importlib.import_module(f"jmx.checkpoints.{module}"))
    assert found.attempted >= 5 and found.failed == 0


def test_examples_of_the_page(tmp_path):
    """All blocks of Python on docs/leaving/checkpoints.md, from top to bottom; commands are run by the shell."""
    page = (ROOT / "docs" / "leaving" / "checkpoints.md").read_text(encoding="utf-8")
    lines = ["import contextlib, io, shlex", "from jmx import cli", "def run(line):",
             "    assert cli.main(shlex.split(line, comments=True)[1:]) == 0, line"]  # fmt: skip
    count = 0
    for kind, block in re.findall(r"^```(python|sh)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        count += 1
        if kind == "python":
            lines += block.splitlines()
        else:
            lines += [f"run({line!r})" for line in block.replace("\\\n", " ").splitlines() if line.startswith("jmx ")]
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'compat'}", "HOME": str(tmp_path)}
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=300)
    assert count >= 5 and done.returncode == 0, done.stderr
