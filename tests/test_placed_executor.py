"""Executors spread over contexts by `group2ctx`: values as on one context, arrays and outputs where MXNet puts them."""

import os
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx

GROUPS = {"a": mx.cpu(1), "b": mx.cpu(2)}


def network():
    before = mx.sym.var("data") * 2
    with mx.AttrScope(ctx_group="a"):
        first = mx.sym.BatchNorm(mx.sym.FullyConnected(before, num_hidden=3, name="f1"), name="bn", fix_gamma=False)
    between = mx.sym.relu(first)
    with mx.AttrScope(ctx_group="b"):
        second = mx.sym.FullyConnected(between, num_hidden=3, name="f2")
    return mx.sym.Group([mx.sym.SoftmaxOutput(second * 2, name="softmax"), mx.sym.BlockGrad(between)])


def trained(group2ctx, grad_req="write"):
    executor = network().simple_bind(mx.cpu(0), group2ctx=group2ctx, data=(4, 5), grad_req=grad_req)
    draw = np.random.default_rng(1)
    for name, array in executor.arg_dict.items():
        array[:] = [0, 1, 2, 1] if name == "softmax_label" else draw.standard_normal(array.shape)
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
    return executor


def test_places():
    executor = trained(GROUPS)
    assert [o.context for o in executor.outputs] == [mx.cpu(2), mx.cpu(1)]
    places = {n: a.context.device_id for n, a in executor.arg_dict.items()}
    # As MXNet places them: a variable without a group stays on the default context.
    assert places == {
        "data": 0,
        "f1_weight": 1,
        "f1_bias": 1,
        "bn_gamma": 1,
        "bn_beta": 1,
        "f2_weight": 2,
        "f2_bias": 2,
        "softmax_label": 0,
    }
    assert {n: a.context.device_id for n, a in executor.grad_dict.items()} == places
    assert {a.context for a in executor.aux_arrays} == {mx.cpu(1)}


@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_values(grad_req):
    spread, whole = trained(GROUPS, grad_req), trained(None, grad_req)
    for kind in ("outputs", "grad_arrays", "aux_arrays"):
        for mine, theirs in zip(getattr(spread, kind), getattr(whole, kind)):
            np.testing.assert_allclose(mine.asnumpy(), theirs.asnumpy(), rtol=1e-4, atol=1e-5)
    assert np.abs(whole.grad_dict["data"].asnumpy()).max() > 1e-3


def test_head_gradients_come_from_any_context():
    x = mx.sym.var("x")
    with mx.AttrScope(ctx_group="a"):
        y = x * x
    executor = y.simple_bind(mx.cpu(0), group2ctx=GROUPS, x=(2,))
    executor.forward(is_train=True, x=mx.nd.array([1, 2]))
    executor.backward(mx.nd.array([10, 100], ctx=mx.cpu(5)))
    assert executor.grad_dict["x"].asnumpy().tolist() == [20, 400]


def test_equal_graphs_on_other_contexts():
    """Graphs that differ in their groups only share what is lowered, not where it runs."""
    for group, device in (("a", 1), ("b", 2)):
        with mx.AttrScope(ctx_group=group):
            y = mx.sym.elemwise_mul(mx.sym.var("x"), mx.sym.var("z"), name="product")
        executor = mx.sym.sin(y, name="same").bind(mx.cpu(0), {"x": mx.nd.ones(2), "z": mx.nd.ones(2)}, group2ctx=GROUPS)
        assert executor.forward()[0].context == mx.cpu(device)


def test_unknown_group():
    with pytest.raises(RuntimeError, match="device assignment not found for group b of node f2_weight; group2ctx has a"):
        network().simple_bind(mx.cpu(0), group2ctx={"a": mx.cpu(1)}, data=(4, 5))


def test_two_devices():
    """On devices that really are two, the programs and what they make are where the contexts say."""
    code = """
import sys; sys.path[:0] = [FOLDER]
import jax, test_placed_executor as t
e, whole = t.trained(t.GROUPS), t.trained(None)
assert [o._data().devices() for o in e.outputs] == [{jax.devices()[2]}, {jax.devices()[1]}]
for a, b in zip(e.grad_arrays, whole.grad_arrays):
    t.np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-4, atol=1e-5)
print("same")
""".replace("FOLDER", repr(os.path.dirname(__file__)))
    env = dict(os.environ, XLA_FLAGS="--xla_force_host_platform_device_count=3", PYTHONPATH=os.pathsep.join(sys.path))
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout == "same\n", done.stderr[-2000:]


def test_states_of_another_context_are_not_shared():
    plain = network().simple_bind(mx.cpu(0), data=(4, 5))
    placed = network().simple_bind(mx.cpu(0), group2ctx=GROUPS, shared_exec=plain, data=(4, 5))
    assert {name: array.context for name, array in placed.aux_dict.items()} == dict.fromkeys(placed.aux_dict, mx.cpu(1))
    again = network().simple_bind(mx.cpu(0), shared_exec=plain, data=(4, 5))
    assert again.aux_dict["bn_moving_mean"] is plain.aux_dict["bn_moving_mean"]
