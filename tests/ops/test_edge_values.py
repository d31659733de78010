"""Operators at the ends of their element types, held against MXNet 1.9.1: eager, by NumPy's tier, hybridized and bound."""

import pathlib
import sys

import numpy as np

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import edge_values_cases as cases

VALUES = np.load(GOLDEN / "edge_values.npz")
#: where jmx differs knowingly: (name, part) -> which of the golden values are not asked for, of the inputs and the values
KNOWN = {
    # 0 * infinity in MXNet, where the derivative is 0
    ("_power_scalar 0", "grad"): lambda x, want: np.isnan(want),
    ("_rpower_scalar 0", "grad"): lambda x, want: ~np.isfinite(want),
    ("broadcast_power", "grad1"): lambda x, y, want: x <= 0,
    # MXNet overflows on the way; old releases of JAX have an error function of large numbers that is not 1
    ("LeakyReLU gelu", "out"): lambda x, want: (x < -5) | (x >= np.finfo(x.dtype).max),
    ("LeakyReLU gelu", "grad"): lambda x, want: (x < -5) | (x >= np.finfo(x.dtype).max),
    ("LeakyReLU", "out"): lambda x, want: abs(x) == np.finfo(x.dtype).max,
    # the slope for NaN, of which MXNet's kernels make what a comparison leaves them
    ("LeakyReLU", "grad"): lambda x, want: np.isnan(x),
    ("LeakyReLU elu", "grad"): lambda x, want: np.isnan(x),
    # MXNet's float64 version has the largest number in place of infinity
    ("gammaln", "grad"): lambda x, want: abs(want) >= np.finfo(x.dtype).max,
    # powers to the largest exponent of half precision, and slopes of negative bases, which MXNet takes in float32
    ("broadcast_power", "grad"): lambda x, y, want: (x.dtype == np.float16) & (x <= 0),
    # a quotient of a number and the largest one is no normal number
    ("broadcast_mod", "grad1"): lambda x, y, want: abs(y) == np.finfo(y.dtype).max,
    ("_rmod_scalar", "grad"): lambda x, want: abs(x) == np.finfo(x.dtype).max,
}
KEYS = sorted({key.rpartition("/")[0] for key in VALUES.files})
ROUNDING = {"float16": 1.5e-2, "float32": 1e-4, "float64": 1e-5}


def denormal(array):
    return (array != 0) & (abs(array) <= np.finfo(array.dtype).tiny) if array.dtype.kind == "f" else np.zeros(array.shape, bool)


def compare(key, got):
    name, dtype = key.split("/")
    inputs = (cases.numbers(dtype),) if cases.calls()[name][2] == 1 else cases.pairs(dtype)
    for part, value in zip(("out", "grad", "grad1"), got):
        want = VALUES[f"{key}/{part}"]
        assert value.dtype == want.dtype
        # XLA takes denormal numbers as zeros (docs/numbers.md)
        asked = ~denormal(want)
        if dtype != "float16":
            asked &= ~np.any([denormal(x) for x in inputs], 0)
        if (name, part) in KNOWN:
            asked &= ~KNOWN[name, part](*inputs, want)
        least = {"float16": 1e-4, "float32": 1e-6, "float64": 1e-12}[dtype]
        np.testing.assert_allclose(
            value[asked].astype(float), want[asked].astype(float), rtol=ROUNDING[dtype], atol=least, err_msg=f"{key}/{part}"
        )


def test_eager():
    for key in KEYS:
        compare(key, cases.eager(mx, *key.split("/")))


class Net(mx.gluon.HybridBlock):
    """Several operators, each on arrays of its own, by their names."""

    def __init__(self, names):
        super().__init__()
        self.names = names

    def hybrid_forward(self, F, *arrays):
        arrays, outs = list(arrays), []
        for name in self.names:
            operator, attrs, n = cases.calls()[name]
            taken, arrays = arrays[:n], arrays[n:]
            outs.append(cases.function(F, operator)(*taken, **attrs))
        return outs


def test_graphs(monkeypatch, dtype="float32"):
    """The same values and gradients from one compiled program of all operators, hybridized, and the values bound."""
    monkeypatch.setenv("JMX_COMPILE", "now")
    names = [key.split("/")[0] for key in KEYS if key.endswith(dtype) and not key.startswith("is")]
    counts = [cases.calls()[name][2] for name in names]
    arrays = [array for n in counts for array in cases.inputs(mx, n, dtype)]
    for array in arrays:
        array.attach_grad()
    net = Net(names)
    net.hybridize()
    with mx.autograd.record():
        outs = net(*arrays)
    mx.autograd.backward(outs)
    graph = mx.sym.Group(net(*[mx.sym.var(f"x{i}") for i in range(len(arrays))]))
    bound = graph.bind(mx.cpu(), arrays).forward()
    place = 0
    for name, n, out, other in zip(names, counts, outs, bound):
        mine, place = slice(place, place + n), place + n
        grads = [a.grad.asnumpy() for a in arrays[mine]] if f"{name}/{dtype}/grad" in VALUES else []
        compare(f"{name}/{dtype}", [out.asnumpy(), *grads])
        np.testing.assert_array_equal(out.asnumpy(), other.asnumpy(), err_msg=name)
