"""Golden values of the conformance tests. Run with a Python that has Apache MXNet 1.9.1 (CPU):

    python tests/conformance/generate.py [FAMILY ...]

Writes golden/<family>.npz for the case tables named, or for all. Deterministic; nothing but MXNet decides the values.
"""

import contextlib
import ctypes
import sys

import common
import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet._ctypes.ndarray import _imperative_invoke
from mxnet.base import _LIB, c_str, check_call


@contextlib.contextmanager
def semantics(case):
    """Inside, shapes and arrays are what the case's operator is made for."""
    with mx.util.np_shape(common.is_numpy(case)), mx.util.np_array(common.is_numpy(case)):
        yield


def array(value):
    """An array of the interface in force."""
    return (mx.np if mx.util.is_np_array() else mx.nd).array(value, dtype=value.dtype)


def invoke(name, inputs, attrs, into=()):
    """Run the backend operator `name`; always a list of outputs. `into`: arrays for operators that cannot tell their shapes."""
    handle = ctypes.c_void_p()
    check_call(_LIB.NNGetOpHandle(c_str(name), ctypes.byref(handle)))
    values = [str(v) for v in attrs.values()]
    out = _imperative_invoke(handle.value, inputs, list(attrs), values, list(into) or None, mx.util.is_np_array(), False)
    return list(out) if isinstance(out, (list, tuple)) else [out]


def weight(case, order, position, like):
    """The random head gradient of `like`."""
    return array(common.head_gradient(case, order, position, like.shape, like.dtype))


def run(case):
    """Arrays of one case, by their golden key."""
    values = common.make_inputs(case)
    inputs = [array(v) for v in values]
    if "error" in case:
        try:
            for out in invoke(case["op"], inputs, case["attrs"]):
                out.wait_to_read()
        except Exception as error:  # the class is what we want to learn
            return {"raises": np.array(type(error).__name__)}
        raise AssertionError("MXNet accepts this call")
    wanted = common.wanted_gradients(case, values)
    train = common.train_mode(case, wanted)
    for i in wanted:
        inputs[i].attach_grad()
    found = {}
    if not wanted:
        with autograd.train_mode() if train else autograd.predict_mode():
            outputs = invoke(case["op"], inputs, case["attrs"], [inputs[i].copy() for i in case.get("into", ())])
    else:
        with autograd.record(train_mode=train):
            outputs = invoke(case["op"], inputs, case["attrs"])
        heads = [weight(case, 1, i, out) for i, out in enumerate(outputs)]
        autograd.backward(outputs, heads, train_mode=train)
        for i in wanted:
            found[f"grad{i}"] = inputs[i].grad.asnumpy()
    for i, out in enumerate(outputs):
        found[f"out{i}"] = out.asnumpy()
    for i in case["mutates"]:
        found[f"next{i}"] = inputs[i].asnumpy()
    if case["grad2"]:
        variables = [inputs[i] for i in wanted]
        with autograd.record(train_mode=train):
            outputs = invoke(case["op"], inputs, case["attrs"])
            first = autograd.grad(outputs, variables, heads, retain_graph=True, create_graph=True, train_mode=train)
            weights = [weight(case, 2, i, g) for i, g in enumerate(first)]
        autograd.backward(first, weights, train_mode=train)
        for i in wanted:
            found[f"second{i}"] = inputs[i].grad.asnumpy()
    return found


def main(names):
    """Write the golden file of every family in `names`."""
    failed = 0
    for family in names:
        store = {}
        for case in common.load(family):
            try:
                with semantics(case):
                    found = run(case)
            except Exception as error:
                failed += 1
                told = [line for line in str(error).splitlines() if line.strip() and "[bt]" not in line]
                what = f"{type(error).__name__}: {' '.join(told[-2:])}"
                print(f"{family}/{case['id']}: {what}\n    {case}", file=sys.stderr)
                continue
            if case["check"] == "shape":
                found = {k: np.array(f"{v.shape}:{v.dtype}") for k, v in found.items()}
            store.update({f"{case['id']}/{k}": v for k, v in found.items()})
            store[f"{case['id']}/spec"] = np.uint32(common.fingerprint(case))
        common.GOLDEN.mkdir(exist_ok=True)
        path = common.GOLDEN / f"{family}.npz"
        np.savez_compressed(path, **store)
        print(f"{path.name}: {len(store)} arrays, {path.stat().st_size >> 10} KiB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or common.families()))
