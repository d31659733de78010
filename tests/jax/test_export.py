"""`jmx.jax.export` and `jmx export`: files that a process with JAX alone runs, compared with the network."""

import doctest
import os
import subprocess
import sys

import jax
import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import gluon
from jmx.base import MXNetError
from jmx.cli import main
from jmx.cli.export import read_input
from jmx.gluon import nn

#: a program that knows nothing of this package: it refuses to import it
RUN = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        assert name.split(".")[0] not in ("jmx", "mxnet"), name
sys.meta_path.insert(0, Refuse())
import jax, numpy as np
from jax import export
program = export.deserialize(bytearray(open(sys.argv[1] + ".jax_export", "rb").read()))
inputs = np.load(sys.argv[1] + ".inputs.npz")
outs = program.call(dict(np.load(sys.argv[1] + ".npz")), *[inputs[name] for name in sorted(inputs)])
np.savez(sys.argv[1] + ".outputs.npz", *map(np.asarray, outs))
"""


def network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.Dropout(0.5), nn.GlobalAvgPool2D())
        net.add(nn.Dense(3))
    net.initialize(mx.init.Xavier())
    return net


def run_elsewhere(path, *inputs):
    np.savez(f"{path}.inputs.npz", **{f"input{i}": x for i, x in enumerate(inputs)})
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", RUN, str(path)], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    with np.load(f"{path}.outputs.npz") as outs:
        return [outs[name] for name in outs]


def test_a_process_with_jax_alone_runs_it_for_other_batch_sizes(tmp_path):
    net, path = network(), tmp_path / "net"
    report = jmx.jax.export(net, path, mx.nd.ones((2, 3, 8, 8)))
    assert report.difference < 1e-6 and report.scale > 0.01
    assert report.inputs == ["float32[batch,3,8,8]"] and report.outputs == ["float32[batch,3]"]
    x = np.random.RandomState(0).uniform(-1, 1, (5, 3, 8, 8)).astype(np.float32)
    (found,) = run_elsewhere(path, x)
    np.testing.assert_allclose(found, net(mx.nd.array(x)).asnumpy(), rtol=1e-5, atol=1e-6)
    assert "largest difference" in report.text() and str(path) in report.text()


def test_files_say_nothing_of_this_machine_and_call_none_of_its_libraries(tmp_path):
    net, x = network(), mx.nd.ones((2, 3, 8, 8))
    net.hybridize()
    net(x)  # what was traced for this machine before must not be in the files
    jmx.jax.export(net, tmp_path / "net", x)
    text = (tmp_path / "net.mlir").read_text()
    assert "stablehlo.convolution" in text and "custom_call @jmx" not in text
    folder = os.path.dirname(os.path.dirname(jmx.__file__))
    for name in ("net.mlir", "net.jax_export"):
        assert folder.encode() not in (tmp_path / name).read_bytes()


def test_nested_inputs_and_first_states(tmp_path):
    net = gluon.rnn.LSTM(4)
    net.initialize()
    report = jmx.jax.export(net, tmp_path / "a", mx.nd.ones((5, 2, 3)), shapes=[(5, "n", 3)])
    assert report.outputs == ["float32[5,n,4]"] and report.difference < 1e-6
    states = [mx.nd.ones((1, 2, 4)), mx.nd.ones((1, 2, 4))]
    report = jmx.jax.export(net, tmp_path / "b", mx.nd.ones((5, 2, 3)), states, shapes=[("t", "n", 3), (1, "n", 4), (1, "n", 4)])
    assert report.outputs == ["float32[t,n,4]", "float32[1,n,4]", "float32[1,n,4]"] and report.difference < 1e-6


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_element_types(tmp_path, dtype):
    net = nn.Dense(3, in_units=4)
    net.initialize(mx.init.Xavier())
    net.cast(dtype)
    report = jmx.jax.export(net, tmp_path / "net", mx.nd.ones((2, 4)).astype(dtype))
    assert report.inputs == [f"{dtype}[batch,4]"] and report.difference <= {"float64": 1e-15}.get(dtype, 1e-2)
    with np.load(tmp_path / "net.npz") as arrays:
        assert arrays["weight"].dtype == {"bfloat16": np.uint16}.get(dtype, dtype)


def test_integers_are_indices(tmp_path):
    net = nn.Embedding(2, 3)
    net.initialize()
    report = jmx.jax.export(net, tmp_path / "net", np.zeros((2, 4), np.int32))
    assert report.inputs == ["int32[batch,4]"] and report.difference == 0 and report.scale > 0


def test_gradients(tmp_path):
    net = nn.Dense(1, in_units=3)
    net.initialize(mx.init.One())
    jmx.jax.export(net, tmp_path / "net", mx.nd.ones((2, 3)), gradients=1)
    program = jax.export.deserialize(bytearray((tmp_path / "net.jax_export").read_bytes()))
    weights = dict(np.load(tmp_path / "net.npz"))
    grads = jax.grad(lambda w: program.call(w, np.full((4, 3), 2.0, np.float32))[0].sum())(weights)
    assert (np.asarray(grads["weight"]) == 8).all() and (np.asarray(grads["bias"]) == 4).all()


class ReadsPositions(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SequenceMask(F.pick(x, F.sum(x, axis=2), keepdims=True), F.sum(x, axis=(0, 2)), use_sequence_length=True)


def test_positions_in_dimensions_of_open_size(tmp_path):
    report = jmx.jax.export(ReadsPositions(), tmp_path / "net", mx.nd.ones((3, 2, 4)), shapes=[("time", "batch", 4)])
    assert report.inputs == ["float32[time,batch,4]"] and report.outputs == ["float32[time,batch,1]"] and report.difference == 0


class NeedsNumbers(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.SliceChannel(x, num_outputs=2, axis=0)[0]


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"platforms": ("gpu",)}, "platforms are some of cpu, cuda, rocm, tpu, got gpu"),
        ({"shapes": [("n", 3), (2,)]}, "shapes has 2 shapes, and the network 1 inputs"),
        ({"shapes": [("n", 5)]}, r"the shape \('n', 5\) does not describe the example input of shape \(2, 4\)"),
        ({"shapes": [("n-1", 4)]}, "an open size is named 'n-1'"),
        ({"shapes": [("n", 4)]}, r"cannot be exported with open sizes \(n\)"),
    ],
)
def test_what_cannot_be_written_is_said_and_nothing_written(tmp_path, arguments, message):
    net = NeedsNumbers()
    with pytest.raises(MXNetError, match=message):
        jmx.jax.export(net, tmp_path / "net", mx.nd.ones((2, 4)), **arguments)
    assert os.listdir(tmp_path) == []


@pytest.fixture
def saved(tmp_path):
    net = network()
    net.hybridize()
    net(mx.nd.ones((1, 3, 8, 8)))
    net.export(str(tmp_path / "net"))
    return [str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params")]


def test_the_command(saved, tmp_path, capsys):
    command = ["export", *saved, "--to", "stablehlo", "--input", "data=batch,3,8,8", "-o", str(tmp_path / "out")]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "inputs   float32[batch,3,8,8]" in text and "largest difference" in text
    assert sorted(f for f in os.listdir(tmp_path) if f.startswith("out")) == ["out.jax_export", "out.mlir", "out.npz"]
    before = (tmp_path / "out.npz").read_bytes()
    assert main(command) == 1
    assert "exists already; --force overwrites" in capsys.readouterr().err
    assert (tmp_path / "out.npz").read_bytes() == before
    assert main([*command, "--force"]) == 0


@pytest.mark.parametrize(
    "words, message",
    [
        (["--input", "image=1,3,8,8"], "the network has no input image; its inputs are data"),
        (["--input", "data=1,4,8,8"], "Shape inconsistent"),
        (["--input", "data=1,3,8,8:float33"], "float33"),
        (["--input", "data=1,3,8,8", "--platforms", "quantum"], "platforms are some of"),
    ],
)
def test_the_command_refuses(saved, tmp_path, capsys, words, message):
    assert main(["export", *saved, "--to", "jax", "-o", str(tmp_path / "out"), *words]) == 1
    error = capsys.readouterr().err
    assert message in error and "Traceback" not in error
    assert not [f for f in os.listdir(tmp_path) if f.startswith("out")]


def test_inputs_on_the_command_line():
    assert read_input("data=batch,3,224,224") == ("data", ("batch", 3, 224, 224), "float32")
    assert read_input("ids=(2, n):int32") == ("ids", (2, "n"), "int32")
    for text in ("data", "data=3x4", "data=1;2"):
        with pytest.raises(ValueError, match="--input"):
            read_input(text)


def test_a_wrong_command_line(saved, capsys):
    for words in (["--to", "jax"], ["--to", "jax", "--input", "data"]):
        with pytest.raises(SystemExit) as stopped:
            main(["export", *saved, *words])
        assert stopped.value.code == 2 and "--input" in capsys.readouterr().err


def test_damaged_files(saved, tmp_path, capsys):
    with open(saved[1], "r+b") as file:
        file.truncate(100)
    assert main(["export", *saved, "--to", "jax", "--input", "data=1,3,8,8", "-o", str(tmp_path / "out")]) == 1
    assert "net-0000.params" in capsys.readouterr().err


def test_examples_of_the_docstring(tmp_path):
    names = {"mx": mx, "jmx": jmx, "np": np, "jax": jax, "folder": tmp_path}
    (test,) = doctest.DocTestFinder(recurse=False).find(jmx.jax.export, "export", globs=names)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_onnx_by_the_command(saved, tmp_path, capsys):
    pytest.importorskip("onnxruntime")
    command = ["export", *saved, "--to", "onnx", "--input", "data=batch,3,8,8", "-o", str(tmp_path / "out"), "--opset", "17"]
    assert main(command) == 0
    assert "differs by" in capsys.readouterr().out and (tmp_path / "out.onnx").exists()
    assert main(command) == 1
    assert "out.onnx exists already" in capsys.readouterr().err
