"""Memory stays where it is while an operator is called with ever new sizes."""

import json
import os
import subprocess
import sys

import pytest

#: one call with an array of `n` elements, of each kind of operator whose results, or whose programs, depend on a size
CALLS = {
    "add": "x + y",
    "slice": "x[1:]",
    "slice assignment": "x.__setitem__(slice(1, None), 3)",
    "concat": "nd.concat(x, y, dim=0)",
    "take": "nd.take(x, nd.array(values % 3))",
    "boolean_mask": "nd.contrib.boolean_mask(x, y > 0)",
    "mask": "npx[npy > 0]",
    "nonzero": "mx.npx.nonzero(npy)",
    "unique": "mx.np.unique(npy)",
    "delete": "mx.np.delete(npx, 1)",
    "insert": "mx.np.insert(npx, 1, 5)",
    "bincount": "mx.np.bincount(mx.np.array(values, dtype='int64'))",
    "sort": "nd.sort(x)",
    "csr": "nd.elemwise_add(x.reshape((1, -1)).tostype('csr'), y.reshape((1, -1)).tostype('csr'))",
    "random": "mx.nd.sample_poisson(x)",
    "gradient": "gradient(x)",
}
PROGRAM = """
import json
import sys
import numpy as np
import jmx as mx
from jmx import nd

def gradient(x):
    x.attach_grad()
    with mx.autograd.record():
        y = (x * x).sum()
    y.backward()
    return x.grad

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

def run(call, first, last):
    for n in range(first, last):
        values = np.arange(n) % 7
        x, y = nd.array(values), nd.array(values - 3)
        npx, npy = mx.np.array(values, dtype="float32"), mx.np.array(values - 3, dtype="float32")
        numpy = "np" in call
        with mx.util.np_shape(numpy), mx.util.np_array(numpy):
            result = eval(call)
        (x if result is None else result[0] if isinstance(result, (list, tuple)) else result).wait_to_read()

grown = {}
for kind, call in json.loads(sys.argv[1]).items():
    run(call, 10, 210)
    before = resident()
    run(call, 210, 1210)
    grown[kind] = resident() - before
print(json.dumps(grown))
"""


@pytest.fixture(scope="module")
def grown():
    command = [sys.executable, "-c", PROGRAM, json.dumps(CALLS)]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert not found.returncode, found.stderr[-2000:]
    return json.loads(found.stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("kind", CALLS)
def test_a_thousand_sizes(grown, kind):
    assert grown[kind] < 16  # megabytes; if each size had a program of its own, it would be two thousand


COMPILED = """
import gc
import jmx as mx
from jmx import autograd, nd

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

def run(first, last):
    for n in range(first, last):
        x = nd.ones(n)
        x.attach_grad()
        with autograd.record():
            y = x * x
        y.backward()
        x.grad.wait_to_read()
    gc.collect()

run(10, 14)
before = resident()
run(20, 40)
print((resident() - before) / 40)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_jax_keeps_of_a_compiled_program():
    environment = {**os.environ, "JMX_COMPILE": "now", "JMX_CACHE": "0"}
    found = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=False, env=environment)
    assert not found.returncode, found.stderr[-2000:]
    assert float(found.stdout) < 0.8  # megabytes for a program; with the module that JAX compiled it from, 1.5
