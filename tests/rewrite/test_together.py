"""Files of one program are on `mx.np` together, or stay on `mx.nd` together."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("libcst")
from jmx.cli.rewrite import run
from jmx.rewrite._together import programs

KEPT = """from mxnet import gluon


def make():
    return gluon.nn.GroupNorm(2)
"""
MIDDLE = "from .layers.norm import make\n"
USER = """import mxnet as mx
from net.middle import make

net = make()
net.initialize()
print(net(mx.nd.ones((1, 4, 2))).shape)
"""
FREE = "import mxnet as mx\n\nprint(mx.nd.ones((2,)))\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net" / "layers").mkdir(parents=True)
    for place in ("net", "net/layers"):
        (tmp_path / place / "__init__.py").write_text("")
    (tmp_path / "net/layers/norm.py").write_text(KEPT)
    (tmp_path / "net/middle.py").write_text(MIDDLE)
    (tmp_path / "train.py").write_text(USER)
    (tmp_path / "free.py").write_text(FREE)
    return tmp_path


def ran(folder):
    return subprocess.run(
        [sys.executable, "-W", "ignore", "train.py"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def test_what_imports_a_file_that_stays_stays_too(folder, capsys):
    assert run([".", "--to", "import,numpy", "--write"]) == 1
    err = capsys.readouterr().err
    assert "net/layers/norm.py: stays on mx.nd, and so do files of the same program, which import one another: train.py" in err
    assert (folder / "train.py").read_text() == USER.replace("import mxnet as mx", "import jmx as mx")
    assert "jmx rewrite: " in (folder / "net/layers/norm.py").read_text()
    assert "mx.np.ones((2,))" in (folder / "free.py").read_text()
    assert ran(folder) == "(1, 4, 2)\n"


def test_the_stage_alone_leaves_such_a_file_as_it_is(folder, capsys):
    assert run([".", "--to", "numpy", "--write"]) == 1
    assert (folder / "train.py").read_text() == USER and "mx.np.ones" in (folder / "free.py").read_text()


def test_only_files_that_are_given_count(folder, capsys):
    assert run(["train.py", "free.py", "--to", "numpy", "--write"]) == 0
    assert "mx.np.ones((1, 4, 2))" in (folder / "train.py").read_text()


def test_a_mended_file_takes_the_others_along(folder, capsys):
    run([".", "--to", "numpy", "--write"])
    marked = (folder / "net/layers/norm.py").read_text()
    (folder / "net/layers/norm.py").write_text(marked.replace("GroupNorm(2)", "LayerNorm()"))
    run([".", "--to", "numpy", "--write", "--force"])
    assert "mx.np.ones((1, 4, 2))" in (folder / "train.py").read_text()
    assert ran(folder) == "(1, 4, 2)\n"


def test_programs_are_told_by_their_imports():
    cell = {"cell_type": "code", "source": ["import numpy\n", "from a.b import (x,\n", "  y)\n"]}
    sources = {
        "a/__init__.py": b"", "a/b.py": b"from . import c\n", "a/c.py": b"import os\n", "a/d.py": b"import c.x\n",
        "one.ipynb": json.dumps({"cells": [cell]}).encode(), "lib/other.py": b"# import b\nimport os\n",
        "main.py": b"import sys, other as o\n",
        "deep/down/run.py": b"    import a.d\n", "lone.py": b"import json\n",
    }  # fmt: skip
    found = sorted(sorted(one) for one in programs(sources))
    assert found == [
        ["a/__init__.py"], ["a/b.py", "a/c.py", "a/d.py", "deep/down/run.py", "one.ipynb"], ["lib/other.py", "main.py"],
        ["lone.py"],
    ]  # fmt: skip
