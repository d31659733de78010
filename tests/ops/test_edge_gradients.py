"""Gradients of integers and booleans, and through them, held against MXNet 1.9.1."""

import json
import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import edge_gradients_cases as cases

FOUND = json.loads((GOLDEN / "edge_gradients.json").read_text())
#: what jmx computes otherwise: the derivative of a product with a 0 in it; results of functions that MXNet computes from its
#: own results after they were cut off
KNOWN = {"prod", "tanh", "norm", "erf", "gammaln"}


def compare(key, found):
    for (kind, value), (wanted_kind, wanted) in zip(found, FOUND[key]):
        assert kind == wanted_kind, key
        np.testing.assert_allclose(value, wanted, rtol=1e-3 if kind == "float16" else 2e-5, err_msg=key)


@pytest.mark.parametrize("dtype", cases.TYPES)
def test_of_integers(dtype):
    """What MXNet refuses is not asked for: jmx may have a gradient there."""
    asked = [name for name in cases.CASES if name not in KNOWN and isinstance(FOUND[f"{name}/{dtype}"][0], list)]
    assert len(asked) > 30
    for name in asked:
        compare(f"{name}/{dtype}", cases.of_integers(mx, name, dtype))


def eager(function, a):
    return function(mx.nd, a)


def hybridized(function, a):
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, a):
            return function(F, a)

    net = Net()
    net.hybridize()
    return net(a)


PROGRAMS = [name for name in cases.THROUGH if isinstance(FOUND[name][0], list)]


@pytest.mark.parametrize("run", [eager, hybridized])
def test_through_integers(run):
    for name in PROGRAMS:
        compare(name, cases.through_integers(mx, name, run))


def test_through_integers_bound():
    for name in PROGRAMS:
        a = mx.nd.array([[0.4, 1.6, 2.2], [3.0, -0.5, 0.0]])
        executor = cases.THROUGH[name](mx.sym, mx.sym.var("a")).bind(mx.cpu(), {"a": a}, {"a": mx.nd.zeros_like(a)})
        out = executor.forward(is_train=True)[0]
        executor.backward(mx.nd.ones_like(out))
        compare(name, [cases.describe(out.asnumpy()), cases.describe(executor.grad_dict["a"].asnumpy())])


def test_integers_in_graphs_stay_exact():
    """A gradient that passes through large integers does not round them."""
    a = mx.nd.array([16777217, 3], dtype="float64")
    a.attach_grad()

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, a):
            return F.cast(F.cast(a, "int32") * 3, "float64")

    net = Net()
    net.hybridize()
    with mx.autograd.record():
        y = net(a)
    y.backward()
    np.testing.assert_array_equal(y.asnumpy(), [50331651, 9])
    np.testing.assert_array_equal(a.grad.asnumpy(), [3, 3])


@pytest.mark.parametrize("hybridize", [False, True])
def test_remainder_of_integers_on_the_way(hybridize):
    """The derivative of a remainder is 0 in integers, -floor(a / b) in the floating numbers beside them."""

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, a, b):
            return F.np.mod(a.astype("int32"), b) + F.np.mod(F.np.mod(a.astype("int32"), 4), 2)

    with mx.util.np_shape(True), mx.util.np_array(True):
        net = Net()
        net.hybridize(hybridize)
        a, b = mx.np.array([7.0, 8, 9]), mx.np.array([2.0, 3, 4])
        for x in (a, b):
            x.attach_grad()
        with mx.autograd.record():
            y = net(a, b)
        y.backward()
        np.testing.assert_array_equal(y.asnumpy(), [2, 2, 2])
        np.testing.assert_array_equal(a.grad.asnumpy(), [0, 0, 0])
        np.testing.assert_array_equal(b.grad.asnumpy(), [-3, -2, -2])


@pytest.mark.parametrize("given, third", [("float32", np.float32(1 / 3)), ("float64", 1 / 3), ("float16", np.float16(1 / 3))])
def test_mean_in_half_precision_divides_gradients_in_the_type_of_its_argument(given, third):
    with mx.util.np_shape(True), mx.util.np_array(True):
        x = mx.np.array(np.arange(9).reshape(3, 3), dtype=given)
        x.attach_grad()
        with mx.autograd.record():
            y = x.mean(axis=0, dtype="float16")
        y.backward()
        assert y.dtype == np.float16 and x.grad.dtype == given
        np.testing.assert_array_equal(x.grad.asnumpy(), np.full((3, 3), third, given))


def test_remainder_of_integers_that_a_graph_makes():
    """Floating numbers are given to the graph, which converts them."""
    a, b = (mx.sym.cast(mx.sym.var(name), "int32") for name in "ab")
    given = {"a": mx.nd.array([7, 8, 9]), "b": mx.nd.array([2, 3, 4])}
    for graph, wanted in ((a % b, 0), (a % 4 + 3 * b, 3)):
        executor = graph.bind(mx.cpu(), given, {name: mx.nd.ones(3) for name in given})
        out = executor.forward(is_train=True)[0]
        executor.backward(mx.nd.ones_like(out))
        np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), [0, 0, 0])
        np.testing.assert_array_equal(executor.grad_dict["b"].asnumpy(), [wanted] * 3)


_MOD_OF_GRAPH = {
    "remainder": (lambda F, a, b: F.broadcast_mod(a, b), [[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]]),
    "remainder of a product": (
        lambda F, a, b: F.broadcast_add(F.broadcast_mod(F.broadcast_mul(a, b), b), F.broadcast_mul(a, a)),
        [[28, 32, 36], [-20, 12, 80]],
        [[0, 0, 0], [0, 0, 0]],
    ),
}


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64"])
@pytest.mark.parametrize("case", _MOD_OF_GRAPH)
def test_remainder_of_a_graphs_own_integers(case, dtype):
    """A bound graph that is given integers, and the gradients that MXNet has for them."""
    function, wanted_a, wanted_b = _MOD_OF_GRAPH[case]
    given = {"a": mx.nd.array([[7, 8, 9], [-5, 3, 20]], dtype=dtype), "b": mx.nd.array([[2, 3, 4], [3, -4, 6]], dtype=dtype)}
    executor = function(mx.sym, mx.sym.var("a"), mx.sym.var("b")).bind(
        mx.cpu(), given, {name: mx.nd.zeros_like(x) for name, x in given.items()}
    )
    out = executor.forward(is_train=True)[0]
    executor.backward(2 * mx.nd.ones_like(out))
    assert out.dtype == executor.grad_dict["a"].dtype == np.dtype(dtype)
    np.testing.assert_array_equal(executor.grad_dict["a"].asnumpy(), wanted_a)
    np.testing.assert_array_equal(executor.grad_dict["b"].asnumpy(), wanted_b)


def test_doubles_that_a_graph_makes_of_integers():
    """A whole number minus int32 is float64 in a graph of mx.np; the gradient passes it, cut off to whole numbers."""

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * (1 - x.astype("int32")).astype("float32")

    with mx.util.np_shape(True), mx.util.np_array(True):
        net = Net()
        net.hybridize()
        x = mx.np.array([[1.5, -2.5], [3, 0]])
        x.attach_grad()
        with mx.autograd.record():
            y = net(x)
        y.backward()
        np.testing.assert_array_equal(y.asnumpy(), [[0, -7.5], [-6, 0]])
        np.testing.assert_array_equal(x.grad.asnumpy(), [[-1, 5], [-5, 1]])
