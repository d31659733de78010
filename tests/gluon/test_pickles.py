"""Pickles of networks: classes are found where earlier versions had them, and by a process that has loaded nothing yet."""

import pathlib
import pickle
import subprocess
import sys

import pytest

import jmx as mx
from jmx import gluon

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    "module, name",
    [
        ("block", "Block"),
        ("block", "HybridBlock"),
        ("block", "SymbolBlock"),
        ("block", "_BlockScope"),
        ("hybrid", "HybridBlock"),
        ("loss", "L2Loss"),
        ("loss", "SDMLLoss"),
        ("loss", "SoftmaxCrossEntropyLoss"),
        ("parameter", "Constant"),
        ("parameter", "Parameter"),
        ("parameter_dict", "ParameterDict"),
        ("symbol_block", "SymbolBlock"),
    ],
)
def test_names_that_pickles_hold(module, name):
    found = pickle.loads(f"cjmx.gluon.{module}\n{name}\n.".encode())
    assert found.__name__ == name
    assert pickle.loads(pickle.dumps(found)) is found
    assert not hasattr(gluon, name) or getattr(gluon, name) is found


def parameters():
    found = gluon.ParameterDict("net_")
    found.get("weight", shape=(2,), init=mx.init.Constant(2))
    found.initialize()
    return found


def graph():
    data = mx.sym.var("data")
    return gluon.SymbolBlock(data * 2, data)


@pytest.mark.parametrize(
    "make, look", [(parameters, "found['net_weight'].data()"), (graph, "found(jmx.nd.ones(2))")], ids=["parameters", "graph"]
)
def test_a_process_that_has_loaded_nothing_reads_them(make, look, tmp_path):
    path = tmp_path / "network"
    path.write_bytes(pickle.dumps(make()))
    program = f"import pickle; found = pickle.load(open({str(path)!r}, 'rb')); import jmx; print({look}.asnumpy().tolist())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[2.0, 2.0]\n", done.stdout + done.stderr
