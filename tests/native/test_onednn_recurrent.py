"""LSTM and GRU layers by oneDNN: values, states, gradients and second gradients are those of XLA's loops."""

import concurrent.futures
import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare import op as declare
from jmx.native import onednn, portable
from jmx.ops.nn import rnn

works = pytest.mark.skipif(not onednn.usable(), reason=onednn.describe())
SIZES = {"one": (1, False), "several": (2, False), "both ways": (2, True)}


def arrays_of(mode, layers, both, steps=6, batch=3, inputs=5, size=7, **more):
    draw = np.random.default_rng(4)
    count = rnn.parameter_size(mode, inputs, size, layers, 1 + both)
    states = [draw.standard_normal((layers * (1 + both), batch, size), "f") for _ in range(1 + (mode == "lstm"))]
    return [draw.standard_normal((steps, batch, inputs), "f"), 0.3 * draw.standard_normal(count, "f"), *states]


def function_of(mode, layers, both, platform, size=7, **more):
    function = declare.find("RNN").fn
    attributes = {"state_size": size, "num_layers": layers, "bidirectional": both, "mode": mode, "state_outputs": True, **more}
    return functools.partial(function, **attributes, key=None, train=True, platform=platform)


def everything(function, second=False):
    """The outputs, the gradients of their sines, and with `second` the gradients of the squares of these."""

    def slopes(*arrays):
        return jax.grad(lambda arrays: sum(jnp.sin(out).sum() for out in function(*arrays)))(arrays)

    def again(*arrays):
        return jax.grad(lambda arrays: sum((slope**2).sum() for slope in slopes(*arrays)))(arrays)

    return jax.jit(lambda *arrays: (function(*arrays), slopes(*arrays), again(*arrays) if second else None))


@works
@pytest.mark.parametrize("mode", ["lstm", "gru"])
@pytest.mark.parametrize("sizes", SIZES)
def test_values_and_gradients_are_those_of_xla(mode, sizes):
    arrays = arrays_of(mode, *SIZES[sizes])
    ours, plain = (everything(function_of(mode, *SIZES[sizes], p), sizes == "one") for p in ("cpu", "gpu"))
    assert "jmx_onednn" in ours.lower(*arrays).as_text() and "jmx_" not in plain.lower(*arrays).as_text()
    for one, other in zip(jax.tree.leaves(ours(*arrays)), jax.tree.leaves(plain(*arrays)), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5 * max(1, np.abs(other).max()))


@works
@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_states_whose_weights_are_copied_with_memory_of_their_own(mode):
    arrays = arrays_of(mode, 1, False, steps=3, batch=32, inputs=600, size=600)
    found = [jax.jit(function_of(mode, 1, False, platform, size=600))(*arrays) for platform in ("cpu", "gpu")]
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


@works
@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_what_is_no_number(mode):
    arrays = arrays_of(mode, 1, False)
    arrays[0][2, 1, 3], arrays[0][3, 2, 0], arrays[0][1, 0, 4] = np.nan, np.inf, -3e38
    found = [jax.jit(function_of(mode, 1, False, platform))(*arrays) for platform in ("cpu", "gpu")]
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@works
def test_what_is_left_to_xla():
    def calls(mode, *more, **attributes):
        arrays = [*arrays_of(mode, 1, False), *more]
        return "jmx_" in jax.jit(function_of(mode, 1, False, "cpu", **attributes)).lower(*arrays).as_text()

    assert calls("lstm") and calls("gru")
    assert not calls("rnn_tanh") and not calls("rnn_relu")
    assert not calls("lstm", lstm_state_clip_min=-1.0, lstm_state_clip_max=1.0)
    assert not calls("lstm", np.array([1, 2, 6], np.int32), use_sequence_length=True)
    with portable():
        assert not calls("lstm")
    empty = arrays_of("gru", 1, False)
    empty[0], empty[2] = empty[0][:, :0], empty[2][:, :0]
    assert "jmx_" not in jax.jit(function_of("gru", 1, False, "cpu")).lower(*empty).as_text()
    for kind, *sizes in (
        (0, 0, 5, 7),
        (0, 2, 0, 7),
        (1, 2, 5, 0),
        (2, 2, 5, 7),
        (0, 2, 5, 2**30),
    ):  # oneDNN would end the process
        for what in (onednn.RECURRENT, onednn.RECURRENT_TRAINING, onednn.RECURRENT_GRADIENT):
            assert onednn.plan(what, 0, *sizes, 3, kind=kind) is None


@works
def test_threads_at_once():
    arrays = arrays_of("lstm", 2, True)
    program = everything(function_of("lstm", 2, True, "cpu"))
    expected = jax.tree.leaves(program(*arrays))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: program(*arrays), range(24)):
            for one, other in zip(jax.tree.leaves(found), expected, strict=True):
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("mode", ["lstm", "gru"])
@pytest.mark.parametrize("switch", ["0", "1"])
def test_layers_of_gluon_and_symbols(monkeypatch, mode, switch):
    monkeypatch.setenv("JMX_ONEDNN", switch)
    monkeypatch.setattr(onednn, "_loaded", "")
    onednn._prepared.cache_clear()
    values, parameters, *states = arrays_of(mode, 2, True)
    arrays = [mx.nd.array(array) for array in (values, parameters, *states)]
    attributes = {"state_size": 7, "num_layers": 2, "bidirectional": True, "mode": mode, "state_outputs": True}
    layer = {"lstm": mx.gluon.rnn.LSTM, "gru": mx.gluon.rnn.GRU}[mode](7, 2, bidirectional=True, input_size=5)
    mx.random.seed(3)
    layer.initialize(mx.init.Uniform(0.3))
    found = []
    for hybrid in (False, True):
        layer.hybridize(hybrid)
        arrays[0].attach_grad()
        with mx.autograd.record():
            y, _ = layer(arrays[0], arrays[2:])
        y.backward()
        found.append([y.asnumpy(), arrays[0].grad.asnumpy(), layer(arrays[0], arrays[2:])[0].asnumpy()])
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        outs = mx.nd.RNN(*arrays, **attributes)
    mx.autograd.backward(outs)
    eager = [array.asnumpy() for array in (*outs, *[array.grad for array in arrays])]
    names = ["data", "parameters", "state", "state_cell"][: len(arrays)]
    bound = mx.sym.RNN(*map(mx.sym.var, names), **attributes).bind(
        mx.cpu(), dict(zip(names, arrays)), args_grad={name: mx.nd.zeros_like(array) for name, array in zip(names, arrays)}
    )
    bound.forward(is_train=True)
    bound.backward([mx.nd.ones_like(out) for out in outs])
    graph = [array.asnumpy() for array in (*bound.outputs, *[bound.grad_dict[name] for name in names])]
    plain = jax.jit(function_of(mode, 2, True, "gpu"))(*[array.asnumpy() for array in arrays])
    for one, other in (*zip(*found), *zip(eager, graph), *zip(eager, plain)):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5 * max(1, np.abs(other).max()))
    monkeypatch.undo()
    monkeypatch.setattr(onednn, "_loaded", "")
    onednn._prepared.cache_clear()
