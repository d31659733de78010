"""`jmx run --trace-usage` and `jmx scan --compare`: what a program used while it ran."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

from jmx.cli.run import _trace_file

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

PROGRAM = """
import os, subprocess, sys
import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn

class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(3)
    def hybrid_forward(self, F, x):
        return F.relu(self.dense(x)).reshape((1, -1))

net = Net()
net.initialize()
net.hybridize()
x = mx.nd.ones((1, 2))
with mx.autograd.record():
    loss = net(x).sum()
loss.backward()
assert loss.asscalar() >= 0
names = list(net.collect_params().values())
getattr(x, "".join(["me", "an"]))()
getattr(mx.nd, "ze" + "ros")((1,))
unused = lambda: mx.nd.argmax_channel(x)
assert "JMX_TRACE_USAGE" not in os.environ
if "--child" in sys.argv:
    subprocess.run([sys.executable, "-c", "import mxnet; mxnet.metric.Accuracy()"], check=True)
sys.exit(3)
"""


def jmx(folder, *words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "jmx", *map(str, words)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


def test_names_that_a_program_uses(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM)
    done = jmx(tmp_path, "run", "--trace-usage", "used.json", "train.py", "--child")
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    content = json.loads((tmp_path / "used.json").read_text())
    assert content["finished"] and content["format"] == 1 and list(content["names"]) == sorted(content["names"])
    used = {name for name, files in content["names"].items() if files == [str(tmp_path / "train.py")]}
    assert used >= {
        "gluon.HybridBlock", "gluon.nn.Dense", "gluon.Block.initialize", "gluon.HybridBlock.hybridize", "ndarray.ones",
        "autograd.record", "ndarray.NDArray.backward", "ndarray.NDArray.asscalar", "gluon.Block.collect_params",
        "gluon.ParameterDict.values", "ndarray.NDArray.mean", "ndarray.zeros", "ndarray.NDArray.sum",
    }  # fmt: skip
    assert used & {"symbol.relu", "ndarray.relu"} and used & {"symbol.Symbol.reshape", "ndarray.NDArray.reshape"}
    assert not [name for name in used if "argmax_channel" in name or name.startswith(("metric", "module"))]

    done = jmx(tmp_path, "scan", "--compare", "used.json", "train.py")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == [
        "touched while it ran, and not found in the source: 2",
        "  mxnet.ndarray.NDArray.mean  in train.py",
        "  mxnet.ndarray.zeros  in train.py",
        "found in the source, and not touched: 1",
        "  mxnet.ndarray.argmax_channel",
    ]


def test_a_program_without_mxnet(tmp_path):
    done = jmx(tmp_path, "run", "--trace-usage=used.json", "-c", "print(1)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
    (tmp_path / "a.py").write_text("import mxnet\n")
    done = jmx(tmp_path, "scan", "--compare", "used.json", "a.py")
    assert done.stderr.startswith("jmx scan: used.json: the program did not import mxnet") and done.returncode == 0


@pytest.mark.parametrize("words, message", [
    (["--trace-usage", "nothing/used.json", "-c", "print(1)"],
     "jmx run: nothing/used.json cannot be written: No such file or directory"),
    (["--trace-usage"], "jmx run: --trace-usage needs a FILE"),
    (["--trace-usage", "used.json"], "jmx run: which program?"),
])  # fmt: skip
def test_wrong_command_lines(tmp_path, words, message):
    done = jmx(tmp_path, "run", *words)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith(message)


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"names": []}', '{"names": {"a": 3}, "finished": true}', "[" * 100000])
def test_files_of_other_programs_are_refused(tmp_path, content):
    (tmp_path / "used.json").write_text(content)
    (tmp_path / "a.py").write_text("import mxnet\n")
    done = jmx(tmp_path, "scan", "--compare", "used.json", "a.py")
    assert done.returncode == 2 and "used.json was not written by `jmx run --trace-usage`" in done.stderr


def test_the_option_comes_first():
    assert _trace_file(["--trace-usage", "f", "-u", "x.py"]) == ("f", ["-u", "x.py"])
    assert _trace_file(["--trace_usage=f", "x.py"]) == ("f", ["x.py"])
    assert _trace_file(["x.py", "--trace-usage", "f"]) == (None, ["x.py", "--trace-usage", "f"])
