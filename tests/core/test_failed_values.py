"""Arrays whose computation failed after the call that began it: whoever reads one gets MXNetError, and the process lives."""

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Memory runs out while a program runs that makes a large array on its way to a small one. Every public method is called alone and
# with the array itself, so that a new one is tried as well; what it gives is read.
_CHILD = """
import copy, json, pickle, resource, sys, tempfile
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
import jax, numpy as np
import jmx as mx
from jmx import nd

def large(v):
    return jax.numpy.cumsum(v[:, None] * v[None, :], axis=0)[-1, :4]

fail, line = jax.jit(large), jax.numpy.zeros(200000)

def failed(kind):
    array = kind.zeros(4)
    array._set_data(fail(line))
    return array

def read(value):
    if isinstance(value, nd.NDArray):
        value.asnumpy()
    elif isinstance(value, (list, tuple)):
        for one in value:
            read(one)

def method(name, *, alone):
    def call(array):
        found = getattr(array, name)
        return (found() if alone else found(array)) if callable(found) else found
    return call

def push(array):
    store = mx.kv.create("local")
    store.init(3, array)
    store.push(3, array)
    out = nd.zeros(4)
    store.pull(3, out=out)
    return out

def update(array, optimizer):
    weight = nd.ones(4)
    mx.optimizer.get_updater(optimizer)(0, array, weight)
    return weight

def backward(array):
    x = nd.ones(4)
    x.attach_grad()
    with mx.autograd.record():
        y = x * array
    y.backward()
    return x.grad

def execute(array):
    executor = (mx.sym.var("x") * 2).bind(mx.cpu(), {"x": array}, args_grad={"x": nd.zeros(4)})
    executor.forward(is_train=True)
    executor.backward([array])
    return executor.outputs + executor.grad_arrays

def assign(target, key, value):
    target[key] = value
    return target

square = lambda a: a.reshape((2, 2))
READERS = {
    "numpy": np.asarray, "bool": lambda a: bool(a[0]), "int": lambda a: int(a[0]), "float": lambda a: float(a[0]), "list": list,
    "str": str, "pickle": pickle.dumps, "copy": copy.deepcopy, "save": lambda a: nd.save(tempfile.mktemp(), [a]),
    "index": lambda a: nd.arange(10)[a], "mask": lambda a: mx.np.arange(4)[a.as_np_ndarray() > 0],
    "assign": lambda a: assign(nd.zeros(4), slice(None), a), "assign an element": lambda a: assign(a, 0, 3),
    "assign to csr": lambda a: assign(nd.sparse.zeros("csr", (2, 2)), slice(None), square(a)),
    "csr": lambda a: square(a).tostype("csr"), "row_sparse": lambda a: square(a).tostype("row_sparse"),
    "csr of parts": lambda a: nd.sparse.csr_matrix((a, [0, 1, 0, 1], [0, 2, 4]), shape=(2, 2)),
    "product with csr": lambda a: nd.sparse.dot(nd.array([[1, 0], [0, 1]]).tostype("csr"), square(a)),
    "array": nd.array, "to numpy's dlpack": np.from_dlpack, "positions": lambda a: nd.gather_nd(a, a),
    "percentages": lambda a: mx.np.percentile(a.as_np_ndarray(), a.as_np_ndarray()),
    "accuracy": lambda a: mx.metric.Accuracy().update([a], [a]),
    "boolean_mask": lambda a: nd.contrib.boolean_mask(nd.ones((4, 2)), a),
    "norm": lambda a: mx.gluon.utils.clip_global_norm([a], 1.0),
    "batches": lambda a: list(mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(a, a), batch_size=2)),
    "iterator": lambda a: mx.io.NDArrayIter(a, batch_size=2).next().data,
    "store": push, "backward": backward, "executor": execute,
    "SGD": lambda a: update(a, mx.optimizer.SGD(momentum=0.9)), "Adam": lambda a: update(a, mx.optimizer.Adam()),
}
calls = {("nd", name): call for name, call in READERS.items()}
for kind, cls in (("nd", nd.NDArray), ("np", mx.np.ndarray)):
    for name in dir(cls):
        if not name.startswith("_") or name.startswith("__") and name not in dir(object):
            calls[kind, name] = method(name, alone=True)
            calls[kind, name + " of itself"] = method(name, alone=False)
told = {}
for (kind, name), call in calls.items():
    array = failed(getattr(mx, kind))
    print(kind, name, flush=True)
    try:
        read(call(array))
        told[f"{kind} {name}"] = "nothing"
    except mx.MXNetError:
        told[f"{kind} {name}"] = "MXNetError"
    except Exception as error:  # many methods refuse to be called so
        told[f"{kind} {name}"] = "JAX's own" if "RESOURCE_EXHAUSTED" in str(error) else type(error).__name__
print(json.dumps([told, [f"nd {name}" for name in READERS]]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a limit of memory that is obeyed")
def test_every_reader_raises_mxnet_error():
    done = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, text=True, cwd=ROOT, timeout=300)
    *names, last = done.stdout.splitlines() or ["nothing"]
    assert done.returncode == 0, (names[-1:], done.stderr[-2000:])
    told, readers = json.loads(last)
    assert {name: how for name, how in told.items() if how == "JAX's own"} == {}
    assert {name: told[name] for name in readers if told[name] != "MXNetError"} == {}
    assert sum(how == "MXNetError" for how in told.values()) > 100
