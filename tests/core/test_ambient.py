"""What a call does depends on the settings in force, never on those under which the same call was compiled before."""

import json
import subprocess
import sys

import pytest

_PROBES = """
import contextlib, json, os, sys
import numpy as np
import jmx as mx
from jmx.core.graph.passes import layout

layouts = []
run = layout._Layout.lay_out
layout._Layout.lay_out = lambda *args: (layouts.append(1), run(*args))[1]

def eager():
    return mx.nd.relu(EMPTY)

def recorded():
    with mx.autograd.record():
        y = mx.nd.relu(VARIABLE)
    y.backward()
    return VARIABLE.grad

def bound():
    return mx.sym.relu(mx.sym.var("x")).bind(mx.cpu(), {"x": EMPTY}).forward()[0]

def hybrid():
    return HYBRID(EMPTY)

def opened():
    whole = mx.sym.elemwise_add(mx.sym.zeros((0, 2)), mx.sym.var("x"))
    return whole.bind(mx.context.current_context(), {"x": mx.nd.ones((1, 2))}).forward()[0]

def images():
    x, w = mx.sym.var("x"), mx.sym.var("w")
    for i in range(8):
        x = mx.sym.Pooling(mx.sym.Convolution(x, w, kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True),
                           kernel=(3, 3), pad=(1, 1), pool_type="max")
    arrays = {"x": mx.nd.ones((1, 4, 8, 8)), "w": mx.nd.ones((4, 4, 3, 3)) / 36}
    layouts.clear()
    out = x.bind(mx.cpu(), arrays).forward()[0].asnumpy()
    return [round(float(out.sum()), 2), bool(layouts)]

def types():
    return [str(mx.nd.ones((2,)).dtype), str(mx.np.ones((2,)).dtype), str(mx.nd.arange(3).sum().dtype)]

def dropped():
    return float(mx.nd.Dropout(mx.nd.ones((50,)), p=0.9).asnumpy().sum()) == 50

def named():
    return sorted(mx.sym.relu(mx.sym.var("x"), name="r").list_attr())

with mx.util.np_shape(True):
    EMPTY, VARIABLE = mx.nd.array(np.zeros((0, 3))), mx.nd.array(np.zeros((0, 3)))
    VARIABLE.attach_grad()
HYBRID = mx.gluon.nn.HybridLambda(lambda F, x: F.relu(x))
HYBRID.hybridize()

@contextlib.contextmanager
def variable(name, value):
    os.environ[name] = value
    yield

SETTINGS = {
    "np_shape": lambda on: mx.util.np_shape(on),
    "np_array": lambda on: mx.util.np_array(on),
    "train": lambda on: mx.autograd.train_mode() if on else mx.autograd.predict_mode(),
    "attr": lambda on: mx.AttrScope(__color__="red") if on else contextlib.nullcontext(),
    "context": lambda on: mx.Context("cpu", 1 if on else 0),
    "JMX_CHANNELS_LAST": lambda on: variable("JMX_CHANNELS_LAST", "1" if on else "0"),
    "JMX_COMPILE": lambda on: variable("JMX_COMPILE", "never" if on else "now"),
    "MXNET_SAFE_ACCUMULATION": lambda on: variable("MXNET_SAFE_ACCUMULATION", "1" if on else "0"),
}

def probed(probe):
    try:
        with mx.name.NameManager():
            value = probe()
        return [list(value.shape), str(value.dtype), np.abs(value.asnumpy()).sum().item()] if hasattr(value, "shape") else value
    except mx.MXNetError as error:
        return "MXNetError: " + str(error).split(":")[0]

PROBES = [eager, recorded, bound, hybrid, opened, types, dropped, named]
if sys.argv[1] == "JMX_CHANNELS_LAST":  # the slow one
    PROBES.append(images)
found = {}
for on in json.loads(sys.argv[2]):
    with SETTINGS[sys.argv[1]](on):
        found[str(on)] = {p.__name__: probed(p) for p in PROBES}
print(json.dumps(found))
"""


def _run(setting, order):
    text = subprocess.run([sys.executable, "-c", _PROBES, setting, json.dumps(order)], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(text)


@pytest.mark.parametrize(
    "setting, changes",
    [
        ("np_shape", {"eager", "recorded", "bound", "hybrid", "opened"}),
        ("np_array", set()),
        ("train", {"dropped"}),
        ("attr", {"named"}),
        ("context", set()),
        ("JMX_CHANNELS_LAST", {"images"}),
        ("JMX_COMPILE", set()),
        ("MXNET_SAFE_ACCUMULATION", set()),
    ],
)
def test_the_order_of_settings_does_not_matter(setting, changes):
    """`changes` are the probes that the setting is to change: the others give the same whatever it is."""
    first, second = _run(setting, [False, True]), _run(setting, [True, False])
    assert first == second
    assert {name for name, value in first["True"].items() if value != first["False"][name]} == changes
