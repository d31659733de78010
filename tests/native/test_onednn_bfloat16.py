"""Layers in bfloat16 by oneDNN, on a stand-in for a processor that has units for it (`onednn_with_bfloat16.c`)."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from jmx.native import onednn

_SOURCE = os.path.join(os.path.dirname(__file__), "onednn_with_bfloat16.c")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The stand-in, linked to the real library."""
    if shutil.which("cc") is None or not onednn.usable():
        pytest.skip("needs a C compiler and oneDNN")
    real, path = onednn._library_path(), str(tmp_path_factory.mktemp("onednn") / "libdnnl_with_bfloat16.so")
    command = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", path, _SOURCE]
    subprocess.run([*command, "-Wl,--no-as-needed", real, f"-Wl,-rpath,{os.path.dirname(real)}", "-ldl"], check=True)
    return path


#: layers, and how many calls in bfloat16 there are at least: the result twice, and the gradients
_LAYERS = {
    "images": ('gluon.nn.Conv2D(24, 3, padding=1, in_channels=16, activation="relu")', 4),
    "strides": ("gluon.nn.Conv2D(24, 3, strides=2, in_channels=16)", 4),
    "groups": ("gluon.nn.Conv2D(32, 3, groups=4, in_channels=16)", 4),
    "depthwise": ("gluon.nn.Conv2D(16, 3, groups=16, padding=1, in_channels=16)", 4),
    "pointwise": ("gluon.nn.Conv2D(64, 1, in_channels=16, use_bias=False)", 4),
    "transposed": ("gluon.nn.Conv2DTranspose(24, 4, strides=2, in_channels=16)", 4),
    "normalized": ("block(gluon.nn.Conv2D(24, 3, in_channels=16, use_bias=False), gluon.nn.BatchNorm(in_channels=24))", 4),
    "largest": ('gluon.nn.MaxPool2D(3, 2, layout="NHWC")', 3),
    "dense": ("gluon.nn.Dense(300, in_units=16 * 20 * 20)", 4),
    "dense without flatten": ('gluon.nn.Dense(1200, in_units=20, flatten=False, activation="tanh")', 4),
}

_PROGRAM = """
import ctypes, json, sys
from jmx.native import onednn
onednn._library_path = lambda: sys.argv[1]
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

def calls():
    return ctypes.c_int.in_dll(ctypes.CDLL(sys.argv[1]), "calls_with_bfloat16").value

def wide(array):
    return array.astype("float32").asnumpy()

def block(*layers):
    net = gluon.nn.HybridSequential()
    net.add(*layers)
    return net

def run(net, x, head, dtype):
    net.cast(dtype)
    x = x.astype(dtype)
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward(head.astype(dtype))
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    return [wide(a) for a in (net(x), y, x.grad, *gradients)]

def compared(make):
    # errors as shares of the largest number, and calls in bfloat16; numbers are those that both types have
    mx.random.seed(1)
    net = eval(make)
    net.initialize(mx.init.Xavier())
    x = mx.nd.random.normal(shape=(12, 16, 20, 20)).astype("bfloat16").astype("float32")
    net.cast("bfloat16"), net.cast("float32")
    with autograd.train_mode():
        head = mx.nd.random.normal(shape=net(x).shape).astype("bfloat16").astype("float32")
    found = []
    for hybrid in (False, True):
        if hybrid:
            net.hybridize()
        wanted, before = run(net, x, head, "float32"), calls()
        results = run(net, x, head, "bfloat16")
        errors = [float(np.abs(mine - its).max() / np.abs(its).max()) for mine, its in zip(results, wanted)]
        found.append([errors, calls() - before])
    return found

print(json.dumps({"said": onednn.describe(), **{name: compared(make) for name, make in json.loads(sys.argv[2]).items()}}))
"""


@pytest.fixture(scope="module")
def found(library):
    """What one process finds in all layers."""
    layers = json.dumps({name: make for name, (make, _) in _LAYERS.items()})
    command = [sys.executable, "-c", _PROGRAM, library, layers]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "JMX_COMPILE": "now"})
    assert ended.returncode == 0, ended.stderr[-3000:]
    return json.loads(ended.stdout)


def test_what_is_said(found):
    assert "bfloat16 is computed by its own units, float16 is computed in float32" in found["said"]


@pytest.mark.parametrize("name", _LAYERS)
@pytest.mark.parametrize("hybrid", [False, True])
def test_layers_and_their_gradients(found, name, hybrid):
    """Near those of float32 on the same numbers."""
    errors, calls = found[name][hybrid]
    assert max(errors) < 0.02, errors
    assert calls >= _LAYERS[name][1]
