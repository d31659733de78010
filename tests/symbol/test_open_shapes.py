"""Makers of arrays that leave dimensions open, in graphs that run in segments: the result is that of a graph compiled whole.

The numbers are those of MXNet 1.9.1, which refuses contexts of groups and open shapes inside of a loop's body.
"""

import numpy as np
import pytest

import jmx as mx


@mx.operator.register("same_as_it_came")
class _Same(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Operator()


class _Operator(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0])


def _sums(value, state):
    total = value + state
    return total, total


def _foreach(x):
    return mx.sym.contrib.foreach(_sums, x, mx.sym.zeros((0,)))[0]


def _in_the_body(x):
    return mx.sym.contrib.foreach(lambda v, s: (mx.sym.elemwise_add(v, mx.sym.zeros((0,))), s), x, mx.sym.zeros((3,)))[0]


def _custom(x):
    return mx.sym.Custom(x, op_type="same_as_it_came")


def _dynamic(x):
    return mx.sym.contrib.boolean_mask(x, mx.sym.ones((4,)))


def _unrolled(x):
    cell = mx.rnn.RNNCell(3, prefix="cell_")
    outputs, _ = cell.unroll(2, mx.sym.reshape(x, shape=(2, 2, 3)), layout="NTC", merge_outputs=True)
    return _custom(mx.sym.elemwise_add(mx.sym.reshape(mx.sym.zeros_like(outputs), shape=(4, 3)), x))


X = np.arange(12, dtype="float32").reshape(4, 3)
WAYS = {
    "plain": (lambda x: x, X + 1),
    "foreach": (_foreach, np.cumsum(X + 1, 0)),
    "in the body": (_in_the_body, X + 1),
    "Custom": (_custom, X + 1),
    "shapes of values": (_dynamic, X + 1),
    "begin states": (_unrolled, X + 1),
}


def _bound(symbol, x, **more):
    executor = symbol.simple_bind(mx.cpu(), data=x.shape, **more)
    for array in executor.arg_arrays:
        array[:] = 0
    executor.arg_dict["data"][:] = x
    return executor


@pytest.mark.parametrize("monitored", [False, True])
@pytest.mark.parametrize("name", list(WAYS))
def test_segments_have_the_shapes_that_are_inferred(name, monitored):
    way, expected = WAYS[name]
    executor = _bound(way(mx.sym.elemwise_add(mx.sym.var("data"), mx.sym.ones((0, 0)))), X)
    if monitored:
        executor.set_monitor_callback(lambda name, array: None)
    out = executor.forward(is_train=True)[0]
    executor.backward([mx.nd.ones(out.shape)])
    np.testing.assert_allclose(out.asnumpy(), expected)
    slope = np.broadcast_to([[4.0], [3], [2], [1]], X.shape) if name == "foreach" else np.ones_like(X)
    np.testing.assert_allclose(executor.grad_dict["data"].asnumpy(), slope)


def test_other_shapes_of_the_same_graph():
    symbol = _custom(mx.sym.elemwise_add(mx.sym.var("data"), mx.sym.ones((0, 0))))
    executor = _bound(symbol, X)
    for rows in (4, 2, 4):
        executor = executor.reshape(data=(rows, 3), allow_up_sizing=True)
        executor.arg_dict["data"][:] = X[:rows]
        np.testing.assert_allclose(executor.forward()[0].asnumpy(), X[:rows] + 1)


def test_groups_on_other_contexts():
    with mx.AttrScope(ctx_group="first"):
        x = mx.sym.elemwise_add(mx.sym.var("data"), mx.sym.ones((0, 0)))
    with mx.AttrScope(ctx_group="second"):
        x = x * 2
    executor = _bound(x, X, group2ctx={"first": mx.cpu(0), "second": mx.cpu(1)})
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), 2 * (X + 1))
