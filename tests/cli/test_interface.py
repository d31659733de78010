"""Programs that use what only MXNet 2.0 has: `jmx run` turns its interface on, others say what does."""

import os
import subprocess
import sys

import pytest

import jmx as mx
from jmx.cli.interface import needs_2_0, program_file


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import mxnet as mx\nm = mx.gluon.metric.Accuracy()", ("mxnet.gluon.metric", 2)),
        ("from mxnet.gluon import nn, metric", ("mxnet.gluon.metric", 1)),
        ("from mxnet import gluon\n\ng = gluon.data.batchify.Pad", ("mxnet.gluon.data.batchify", 3)),
        ("from mxnet.gluon.data import batchify as b", ("mxnet.gluon.data.batchify", 1)),
        ("import mxnet.gluon.probability as mgp", ("mxnet.gluon.probability", 1)),
        ("import mxnet as mx\nf(mx.device.cpu())", ("mxnet.device", 2)),
        ("import mxnet as mx\nmx.metric.Accuracy(); mx.gluon.nn.Dense(2); x.gluon.metric", None),
        ("from mxnet import metric, gluon", None),
        ("try:\n    from mxnet.gluon import metric\nexcept ImportError:\n    from mxnet import metric", None),
        ("try:\n    from mxnet.gluon import metric\nfinally:\n    pass", ("mxnet.gluon.metric", 2)),
        ("from mxnet import (", None),
    ],
)
def test_what_only_2_0_has(tmp_path, source, expected):
    file = tmp_path / "program.py"
    file.write_text(source)
    assert needs_2_0(str(file)) == expected


def test_the_program_among_arguments():
    assert program_file(["-u", "-W", "error", "train.py", "-m"]) == "train.py"
    assert program_file(["-m", "package", "x.py"]) is None and program_file(["-c", "x", "y.py"]) is None
    assert program_file(["-"]) is None and needs_2_0("/no/such/file.py") is None


def _run(*args, **more):
    environment = {name: value for name, value in os.environ.items() if name != "JMX_API"} | more
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, env=environment)


def test_jmx_run_turns_the_interface_on(tmp_path):
    file = tmp_path / "program.py"
    file.write_text("import mxnet as mx\nfrom mxnet.gluon import metric\nprint(mx.util.is_v2())")
    done = _run("-m", "jmx", "run", str(file))
    assert done.stdout == "True\n"
    assert f"{file} uses mxnet.gluon.metric (line 2), which only MXNet 2.0 has: its interface is on" in done.stderr
    kept = _run("-m", "jmx", "run", "--api", "1", str(file))
    assert kept.stdout == "False\n" and "only MXNet 2.0 has" not in kept.stderr


def test_a_note_without_a_switch():
    code = "import jmx as mx; mx.gluon.metric; mx.gluon.data.batchify"
    done = _run("-c", code)
    assert done.stderr.count("gluon.metric is MXNet 2.0's, and the interface of MXNet 1.9.1 is on") == 1
    assert "batchify" not in done.stderr
    assert not _run("-c", code, JMX_API="2").stderr and not _run("-c", code, JMX_API="1").stderr


def test_names_of_2_0_in_a_dictionary_of_1x():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(2))
    with pytest.raises(KeyError, match=r"Names by the place in the tree are MXNet 2.0's.*mx.v2\(\) or JMX_API=2"):
        net.collect_params()["0.weight"]
