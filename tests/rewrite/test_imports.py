"""The stage `import`: each form of an import, what is marked, and that nothing else changes."""

import pytest

pytest.importorskip("libcst")
from jmx.base import MXNetError
from jmx.rewrite import MARK, rewrite


def text(source, stage="import"):
    result = rewrite(source.encode(), stage)
    again = rewrite(result.source, stage)
    assert again.source == result.source and again.marks == result.marks
    return result.source.decode()


@pytest.mark.parametrize(
    "before, after",
    [
        ("import mxnet as mx", "import jmx as mx"),
        ("import mxnet", "import jmx as mxnet"),
        ("import os, mxnet as mx  # both", "import os, jmx as mx  # both"),
        ("import mxnet, mxnet.gluon", "import jmx as mxnet"),
        ("import mxnet.gluon.nn, os", "import jmx as mxnet, os"),
        ("import mxnet.ndarray as F", "import jmx.ndarray as F"),
        ("from mxnet import nd, gluon as g", "from jmx import nd, gluon as g"),
        ("from mxnet import *", "from jmx import *"),
        ("from mxnet.gluon import (\n    nn,  # layers\n    rnn,\n)", "from jmx.gluon import (\n    nn,  # layers\n    rnn,\n)"),
        ("from mxnet.gluon.data.vision.datasets import CIFAR10", "from jmx.gluon.data.vision.datasets import CIFAR10"),
        ("def f():\n\timport mxnet as mx\n\treturn mx", "def f():\n\timport jmx as mx\n\treturn mx"),
        (
            "try:\n    import mxnet as mx\nexcept ImportError: mx = None",
            "try:\n    import jmx as mx\nexcept ImportError: mx = None",
        ),
        ("import mxnet as mx\nif mx.__version__ < '2': pass", "import jmx as mx\nif mx.libinfo.__version__ < '2': pass"),
        ("from . import mxnet\nfrom .mxnet import nd", "from . import mxnet\nfrom .mxnet import nd"),
        ("import mxnet_tools\nfrom mxnetx import nd", "import mxnet_tools\nfrom mxnetx import nd"),
        ("print( 'mxnet' ,1 )  ;x=[1,2 ,]", "print( 'mxnet' ,1 )  ;x=[1,2 ,]"),
    ],
)
def test_forms(before, after):
    assert text(before + "\n") == after + "\n"


@pytest.mark.parametrize(
    "before, said",
    [
        ("import mxnet._global_var", "jmx has no module _global_var"),
        ("from mxnet._global_var import X", "jmx has no module _global_var"),
        ("from mxnet.metric import Nothing", "jmx has no Nothing in jmx.metric"),
        ("from mxnet import __version__", "__version__ of jmx is its own"),
        ("import mxnet as mx\nmx.gluon.block.nothing", "there is no jmx.gluon.block.nothing"),
        ("m = __import__('mxnet.gluon')", "write 'jmx.gluon'"),
        ("@patch('mxnet.nd.array')\ndef f(): pass", "write 'jmx.nd.array'"),
        ("import sys\nm = sys.modules['mxnet']", "write 'jmx'"),
    ],
)
def test_marks(before, said):
    result = rewrite((before + "\n").encode(), "import")
    (mark,) = result.marks
    lines = result.source.decode().splitlines()
    assert said in mark[1] and lines[mark[0] - 1].strip() == MARK + mark[1]
    assert rewrite(result.source, "import").source == result.source


def test_marks_stand_above_their_statement_and_once():
    before = "if x:\n    # why\n    a = f('mxnet'), g('mxnet')\n"
    after = text(before)
    assert after.splitlines()[:2] == ["if x:", "    # why"] and after.splitlines()[2].startswith(f"    {MARK}the string 'mxnet'")
    assert after.count(MARK) == 1 and after.splitlines()[3] == "    a = f('mxnet'), g('mxnet')"


@pytest.mark.parametrize("source", [
    b"import mxnet as mx\r\nx = 1\r\n", b"\xef\xbb\xbfimport mxnet as mx\n", b"import mxnet as mx", b"import mxnet as mx\n\n\n",
    "# -*- coding: latin-1 -*-\nimport mxnet as mx  # für\n".encode("latin-1"),
])  # fmt: skip
def test_bytes_are_kept(source):
    assert rewrite(source, "import").source == source.replace(b"import mxnet", b"import jmx")


def test_both_run_and_print_the_same(capsys):
    program = (
        "import mxnet as mx\nfrom mxnet import nd\nprint(nd.dot(mx.nd.ones((2, 3)), nd.ones((3, 1))).asnumpy(), mx.__version__)\n"
    )
    exec(program, {})
    before = capsys.readouterr().out
    after = text(program)
    assert "mxnet" not in after
    exec(after, {})
    assert capsys.readouterr().out == before and "1.9.1" in before


@pytest.mark.parametrize("source, said", [
    (b"print 'a'\n", "is not Python 3.*line 1"), (b"x = (\n", "is not Python 3"), (b"# coding: nope\n", "cannot be read"),
    (b"x = '\xff'\n", "is not Python 3"), (b"import os\n\x0cimport mxnet\n", "form feeds"),
    (b"return 1\nimport mxnet\n", "is not Python"),
    (b"x = " + b"(" * 5000 + b")" * 5000 + b"\n", "nested"),
])  # fmt: skip
def test_what_cannot_be_read(source, said):
    with pytest.raises(MXNetError, match=said):
        rewrite(source + b"# mxnet\n", "import")


def test_a_file_without_the_word_is_not_even_read():
    assert rewrite(b"print 'a'\n", "import") == (b"print 'a'\n", 0, [])


def test_unknown_stage():
    with pytest.raises(MXNetError, match="'torch' is not a stage of jmx rewrite; the stages are import"):
        rewrite(b"", "torch")


def test_without_libcst(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "libcst", None)
    with pytest.raises(MXNetError, match="pip install libcst"):
        rewrite(b"import mxnet\n", "import")
