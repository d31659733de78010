"""Files: which are read, what cannot be, notebooks, and what files of one program know of each other."""

import json
import os

import pytest

from jmx.scan import scan, sources


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def names(report):
    return [(use.line, use.name.removeprefix("mxnet.")) for use in report.uses]


def notebook(*cells, **metadata):
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": [
        {"cell_type": "code", "source": cell} if not isinstance(cell, dict) else cell for cell in cells
    ]})  # fmt: skip


# ---- which files


def test_folders_are_walked(tmp_path):
    for name in ("a.py", "b/c.py", "b/n.ipynb", "b/d.txt", ".git/x.py", "b/__pycache__/y.py", "env/pyvenv.cfg", "env/z.py",
                 "lib/site-packages/w.py"):  # fmt: skip
        put(tmp_path / name, "import mxnet\n")
    if os.name == "posix":  # Windows makes links for administrators
        os.symlink(tmp_path, tmp_path / "b" / "loop")
        os.symlink(tmp_path / "a.py", tmp_path / "same.py")
        os.symlink(tmp_path / "nothing", tmp_path / "broken.py")
    found = [os.path.relpath(path, tmp_path) for path in sources.find([str(tmp_path), str(tmp_path / "a.py")])]
    assert found == ["a.py", "b/c.py", "b/n.ipynb"]
    with pytest.raises(FileNotFoundError):
        scan([str(tmp_path / "nothing.py")])


@pytest.mark.parametrize("content, message", [
    (b"import mxnet\nprint 'x'\n", "2: it is not Python 3: Missing parentheses in call to 'print'"),
    (b"import mxnet\n\0", "None: it is binary"),
    (b"# coding: nothing\nimport mxnet\n", "None: it cannot be decoded: unknown encoding"),
    (b"# coding: utf-8\nimport mxnet # \xff\n", "None: it cannot be decoded:"),
    (b"import mxnet\nx = " + b"(" * 5000 + b")" * 5000, "it"),
    (b"import mxnet\nx = " + b"-" * 100000 + b"1", "it"),
    (b"import mxnet\nx = " + b"1+" * 40000 + b"1", "it"),
    (b"import mxnet\nx = a" + b".b" * 40000, "it"),
])  # fmt: skip
def test_what_cannot_be_read_is_said_and_others_go_on(tmp_path, content, message):
    put(tmp_path / "bad.py", content)
    put(tmp_path / "good.py", "import mxnet\n")
    bad, good = scan([str(tmp_path)])
    assert bad.uses == [] and not bad.parsed and good.parsed and names(good) == [(1, "mxnet")]
    (problem,) = bad.problems
    assert message in f"{problem.line}: {problem.message}"


def test_large_files(tmp_path, monkeypatch):
    monkeypatch.setitem(sources.LARGEST, ".py", 20)
    put(tmp_path / "large.py", "import mxnet\n" * 9)
    (report,) = scan([str(tmp_path)])
    assert report.problems[0].message == "it has 117 bytes; files of more than 20 are not read"


@pytest.mark.not_on_windows("no named pipes among files")
def test_a_pipe_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    assert scan([str(tmp_path)]) == []
    (report,) = scan([str(tmp_path / "pipe.py")])
    assert report.problems[0].message == "it is no regular file"


@pytest.mark.parametrize("content", [
    "# -*- coding: latin-1 -*-\nx = 'ä'; import mxnet\n".encode("latin-1"),
    b"\xef\xbb\xbf\nx = 1; import mxnet\n",
    b"\r\nimport mxnet\r\n",
    b"\rimport mxnet\r",
    b"# coding: shift_jis\nx = '\x83\x5c'; import mxnet\n",
])  # fmt: skip
def test_encodings_and_ends_of_lines(tmp_path, content):
    (report,) = scan([put(tmp_path / "a.py", content)])
    assert names(report) == [(2, "mxnet")] and report.problems == []


# ---- notebooks


def test_notebook(tmp_path):
    text = notebook(
        "%matplotlib inline\nimport mxnet as mx",
        {"cell_type": "markdown", "source": "mx.nothing"},
        ["!pip install mxnet\n", "x = mx.nd.zeros((1,))\n", "y = !ls\n", "x.asscalar?\n", "    "],
        "print 'x'",
        "%%bash\nMXNET_ENGINE_TYPE=NaiveEngine python x.py",
        "%%time\nx.asnumpy()\n%timeit mx.cpu()",
        "%env MXNET_HOME=/tmp\n!MXNET_USE_FUSION=0 python \\\n  y.py",
        "%%html\n<script>mx.cpu()</script>",
        "print(x\n% 3)\nfor i in range(3):\n    !echo\nmx.gpu()",
    )
    (report,) = scan([put(tmp_path / "n.ipynb", text)])
    assert [(use.cell, use.line, use.name) for use in report.uses] == [
        (1, 2, "mxnet"), (3, 2, "mxnet.ndarray.zeros"), (5, 2, "MXNET_ENGINE_TYPE"), (6, 2, "mxnet.ndarray.NDArray.asnumpy"),
        (6, 3, "mxnet.cpu"), (7, 1, "MXNET_HOME"), (7, 2, "MXNET_USE_FUSION"), (9, 5, "mxnet.gpu"),
    ]  # fmt: skip
    ((problem),) = report.problems
    assert (problem.cell, problem.line) == (4, 1) and "Python 2" in problem.message


@pytest.mark.parametrize("content, message", [
    ("{", "it is not a notebook"), ("[]", "it is not a notebook"), ("{}", "it is not a notebook"),
    ('{"cells": [{"cell_type": "code", "source": 3}]}', "the code of cell 1 is int"),
    ('{"cells": [3]}', "it is not a notebook"), ('{"cells": 3}', "it is not a notebook"), ("[" * 100000, "it is not a notebook"),
    ('{"metadata": [1], "cells": []}', "it is not a notebook"), (b"\xff", "it is not a notebook"),
    (notebook("mxnet", language_info={"name": "R"}), "its language is r"),
])  # fmt: skip
def test_broken_notebooks(tmp_path, content, message):
    (report,) = scan([put(tmp_path / "n.ipynb", content)])
    assert report.uses == [] and message in report.problems[0].message


def test_notebook_of_format_3(tmp_path):
    text = json.dumps(
        {"metadata": {}, "worksheets": [{"cells": [{"cell_type": "code", "input": ["import mxnet\n", "mxnet.cpu()"]}]}]}
    )
    (report,) = scan([put(tmp_path / "n.ipynb", text)])
    assert [(use.cell, use.line, use.name) for use in report.uses] == [(1, 1, "mxnet"), (1, 2, "mxnet.cpu")]


# ---- several files


@pytest.mark.parametrize("processes", [1, 2])
def test_names_are_followed_from_file_to_file(tmp_path, monkeypatch, processes):
    monkeypatch.setattr("jmx.scan.project._ALONE", 0)
    put(tmp_path / "p/__init__.py", "from .common import *\n")
    put(tmp_path / "p/common.py", "from mxnet import nd, gluon as G\ndef load(): return nd.zeros((1,))\n")
    put(tmp_path / "p/net.py", "from .common import G\nclass Net(G.HybridBlock):\n    def own(self): self.inner = 1\n")
    put(tmp_path / "p/sub/__init__.py", "")
    put(tmp_path / "p/sub/user.py", "from ..net import Net as N\nfrom .. import common as c\nn = N()\nn.hybridize()\nn.own()\n"
                                    "c.load().sum()\nc.nd.nothing\n")  # fmt: skip
    put(tmp_path / "main.py", "from p import nd\nimport p.common\nnd.ones((1,))\np.common.G.Trainer\n")
    put(tmp_path / "other.py", "import os\nnd = os\nnd.path\n")
    reports = {os.path.relpath(report.path, tmp_path): report for report in scan([str(tmp_path)], processes)}
    assert names(reports["p/sub/user.py"]) == [
        (4, "gluon.HybridBlock.hybridize"), (6, "ndarray.NDArray.sum"), (7, "ndarray.nothing"),
    ]  # fmt: skip
    assert names(reports["p/net.py"]) == [(2, "gluon.HybridBlock")]
    assert names(reports["main.py"]) == [(3, "ndarray.ones"), (4, "gluon.Trainer")]
    assert reports["other.py"].uses == [] and not reports["other.py"].parsed


def test_files_that_import_each_other(tmp_path):
    put(tmp_path / "a.py", "from b import *\nimport mxnet as mx\n")
    put(tmp_path / "b.py", "from a import *\nmx.cpu()\n")
    put(tmp_path / "c.py", "from c import mx\nimport mxnet\nfrom . import d\n")
    assert [names(report) for report in scan([str(tmp_path)])] == [[(2, "mxnet")], [(2, "cpu")], [(2, "mxnet")]]


def test_example_of_the_documentation():
    import doctest

    from jmx.scan import project

    assert doctest.testmod(project) == doctest.TestResults(failed=0, attempted=3)
