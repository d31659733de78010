"""Copies of arrays in another order by C, and functions in C that are called without XLA where NumPy runs a program."""

import concurrent.futures
import os
import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.numpy_tier import interpreter, jit, rules, tiered
from jmx.native import calls, kernels, onednn

works = pytest.mark.skipif(not onednn.usable() or isinstance(kernels._load("layout"), str), reason="no C compiler or no oneDNN")


@works
def test_copies_are_those_of_numpy(monkeypatch):
    monkeypatch.setattr(kernels, "_FEWEST_COPIED", 0)
    draw = random.Random(5)
    for _ in range(400):
        shape = [draw.choice([0, 1, 2, 3, 5, 16, 17, 33]) for _ in range(draw.randint(0, 5))]
        x = (np.arange(np.prod(shape, dtype=int)) % 99).astype(draw.choice(["i1", "f2", "f4", "i8", "c16"])).reshape(shape)
        view = np.asarray(x.transpose(draw.sample(range(x.ndim), x.ndim)))
        view = view[tuple([slice(None, None, draw.choice([1, 1, -1, 2])) for _ in shape])] if draw.random() < 0.3 else view
        view = np.broadcast_to(view[..., None], (*view.shape, 3)) if draw.random() < 0.2 else np.asarray(view)
        made = np.empty(view.shape, view.dtype)
        kernels.copy(view, made)
        np.testing.assert_array_equal(made, view)


@pytest.mark.parametrize("axes", [(1, 0, 3, 2), (0, 2, 3, 1), (3, 2, 1, 0), (0, 2, 1, 3)])
@pytest.mark.parametrize("switch", ["0", "1"])
def test_transposed_arrays_and_gradients(monkeypatch, axes, switch):
    monkeypatch.setenv("JMX_NATIVE", switch)
    monkeypatch.setattr(kernels, "_loaded", {})
    values = np.random.default_rng(3).standard_normal((9, 16, 32, 20), "f")
    head = np.random.default_rng(4).standard_normal(values.transpose(axes).shape, "f")
    net = mx.gluon.nn.HybridLambda(lambda F, x: F.transpose(x, axes=axes))
    net.hybridize()
    symbol = mx.sym.transpose(mx.sym.var("x"), axes=axes)
    for run in (net, lambda x: mx.nd.transpose(x, axes=axes)):
        x = mx.nd.array(values)
        x.attach_grad()
        with mx.autograd.record():
            y = run(x)
        y.backward(mx.nd.array(head))
        np.testing.assert_array_equal(y.asnumpy(), values.transpose(axes))
        np.testing.assert_array_equal(x.grad.asnumpy(), head.transpose(np.argsort(axes)))
    bound = symbol.bind(mx.cpu(), {"x": mx.nd.array(values)})
    np.testing.assert_array_equal(bound.forward()[0].asnumpy(), values.transpose(axes))


@works
def test_what_only_copies_is_never_compiled(monkeypatch):
    run = jit(lambda x: (x.transpose(2, 0, 1).reshape(-1),))
    x = jnp.arange(2**18, dtype=jnp.float32).reshape(64, 64, 64)
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 2):
        (y,) = run(x)
    assert not run.compiled
    np.testing.assert_array_equal(y, np.asarray(x).transpose(2, 0, 1).reshape(-1))


def product(x, w):
    plan = onednn.plan(onednn.MULTIPLY, 0, *x.shape, w.shape[1])
    return onednn.call(plan, [jax.ShapeDtypeStruct((x.shape[0], w.shape[1]), x.dtype)], x, w)[0]


@works
def test_functions_in_c_run_without_xla():
    x, w = (np.random.default_rng(n).standard_normal((40, 40), "f") for n in (1, 2))
    traced = jax.jit(lambda x, w: product(x.T, w) + 1).trace(x, w)
    program = interpreter.Interpreted(traced.jaxpr)
    (ours,) = program([x, w])
    np.testing.assert_array_equal(ours, jax.jit(lambda x, w: product(x.T, w) + 1)(x, w))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for (other,) in pool.map(lambda _: program([x, w]), range(30)):
            np.testing.assert_array_equal(other, ours)


@works
def test_what_is_left_to_xla():
    a = jnp.eye(3)
    solve = jax.ffi.ffi_call("another", jax.ShapeDtypeStruct((3, 3), jnp.float32))
    with pytest.raises(rules.Uncovered):
        interpreter.Interpreted(jax.jit(lambda a: solve(a, plan=np.array([1]))).trace(a).jaxpr)
    assert calls.direct("jmx_onednn", np.array([1]), [((1,), "complex64")], 1) is None


def pictures(side):
    return mx.nd.array(np.random.default_rng(side).standard_normal((2, 3, side, side), "f"))


def passes(net, training):
    """The results of a network for pictures of three sizes; of its training, the gradients of its weights."""
    for side in (16, 20, 28):
        with mx.autograd.record(training):
            y = net(pictures(side))
        if not training:
            yield y.asnumpy()
            continue
        y.backward()
        yield from (p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null")


@works
@pytest.mark.parametrize("training", [False, True])
def test_a_network_meets_new_sizes(monkeypatch, training):
    net = mx.gluon.nn.HybridSequential()
    for filters in (16, 32):
        net.add(mx.gluon.nn.Conv2D(filters, 3, padding=1), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"))
    net.add(mx.gluon.nn.MaxPool2D(), mx.gluon.nn.Conv2D(8, 1), mx.gluon.nn.GlobalAvgPool2D(), mx.gluon.nn.Dense(5))
    net.initialize(mx.init.Xavier())
    net(pictures(16))
    monkeypatch.setattr(tiered.TieredJit, "_compile", lambda *_: pytest.fail("compiled"))
    eager = list(passes(net, training))
    net.hybridize()
    by_numpy = list(passes(net, training))
    monkeypatch.undo()
    monkeypatch.setenv("JMX_COMPILE", "now")
    net.hybridize()  # forgets its programs
    for mine, plain, theirs in zip(by_numpy, eager, passes(net, training), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=2e-3, atol=2e-4)
        np.testing.assert_allclose(plain, theirs, rtol=2e-3, atol=2e-4)


@works
def test_an_executor_meets_new_sizes(monkeypatch):
    body = mx.sym.Convolution(mx.sym.var("data"), num_filter=16, kernel=(3, 3), pad=(1, 1), name="c")
    body = mx.sym.Activation(mx.sym.BatchNorm(body, fix_gamma=False, name="b"), act_type="tanh")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.mean(body, axis=(2, 3)), num_hidden=5, name="f"), name="softmax")

    def results():
        module = mx.mod.Module(net)
        module.bind([("data", (2, 3, 16, 16))], [("softmax_label", (2,))])
        mx.random.seed(3)
        module.init_params(mx.init.Xavier())
        for side in (16, 20, 28):
            module.reshape([("data", (2, 3, side, side))], [("softmax_label", (2,))])
            module.forward(mx.io.DataBatch([pictures(side)], [mx.nd.array([1, 4])]), is_train=True)
            module.backward()
            yield module.get_outputs()[0].asnumpy()
            yield from [a[0].asnumpy() for a in module._exec_group.grad_arrays]

    monkeypatch.setattr(tiered.TieredJit, "_compile", lambda *_: pytest.fail("compiled"))
    by_numpy = list(results())
    monkeypatch.undo()
    monkeypatch.setenv("JMX_COMPILE", "now")
    for mine, theirs in zip(by_numpy, results(), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=2e-3, atol=2e-4)


@works
def test_a_refusal_is_a_message():
    shape = ((2, 2), np.dtype(np.float32))
    call = calls.direct("jmx_onednn", np.array([3, 0, 0, 2, 1, 2, 2, 0]), [shape, shape], 1)
    assert "other arrays than its plan has" in call(0, 0)
    call = calls.direct("jmx_onednn", np.array([3, 0, 0, 2, 1, 2, 2, 0]), [shape, shape, ((2, 3), shape[1])], 2)
    assert "another size or type" in call(0, 0, 0)
    call = calls.direct("jmx_onednn", np.array([3]), [shape] * 40, 1)
    assert "too many arrays" in call(*[0] * 40)


@works
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_convolution_in_a_forked_process():
    x, w = mx.nd.ones((4, 16, 12, 12)), mx.nd.ones((32, 16, 3, 3))
    mx.nd.Convolution(x, w, kernel=(3, 3), num_filter=32, no_bias=True).wait_to_read()
    child = os.fork()
    if not child:
        status = 1
        try:
            y = mx.nd.Convolution(x, w, kernel=(3, 3), num_filter=32, no_bias=True)
            status = int(y[0, 0, 0, 0].asscalar() != 144)
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


@works
@pytest.mark.parametrize("dtype", ["bool", "float16", "float32", "float64", "int8", "int64"])
def test_choices_are_those_of_numpy(dtype):
    rng = np.random.default_rng(5)
    which = rng.random((3, 1111)) < 0.5
    yes, no = ((10 * rng.standard_normal(which.shape)).astype(dtype) for _ in range(2))
    for one in (yes, yes[:1, :1], np.asarray(yes[0, 0]), np.broadcast_to(yes[1, 1], yes.shape)):
        for other in (no, no[1:2, 5:6]):
            made = np.empty(which.shape, dtype)
            assert kernels.choose(which, one, other, made)
            assert made.tobytes() == np.where(which, one, other).tobytes()
    made = np.empty(which.shape, dtype)
    for one in (yes[:, ::-1], yes[:1], yes.astype("complex64")):  # in another order, to be repeated, of another type
        assert not kernels.choose(which, one, no, made)
    assert not kernels.choose(which[:0], yes[:0], no[:0], made[:0])


@works
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("dtype", ["float32", "int8", "uint8"])
def test_levels_of_pictures(channels, dtype):
    rng = np.random.default_rng(channels)
    order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[channels]
    whole = rng.integers(0, 256, (5, 9, 13, channels), np.uint8)
    tables = (300 * rng.standard_normal((5, channels, 256))).astype(dtype)
    mirrored = np.array([0, 1, 1, 0, 1])
    for pixels in (whole, whole[1:4, 2:7, 3:11], whole[:, :, :1], whole[:0]):
        for own in (tables[: len(pixels)], tables[0]):
            turned = mirrored[: len(pixels)]
            out = np.empty((len(pixels), channels, *pixels.shape[1:3]), dtype)
            assert kernels.levels(pixels, turned, own, out)
            for number, flip in enumerate(turned):
                for k, channel in enumerate(order):
                    levels = pixels[number, :, :: -1 if flip else 1, channel]
                    np.testing.assert_array_equal(out[number, k], (own if own.ndim == 2 else own[number])[k][levels])


@works
def test_levels_of_other_arrays_are_left_alone():
    pixels, tables, out = np.zeros((2, 4, 6, 3), np.uint8), np.ones((3, 256), np.float32), np.zeros((2, 3, 4, 6), np.float32)
    given = (pixels, [0, 1], tables, out)
    wrong = {
        0: [pixels[:1], pixels[..., :1], pixels[:, :, ::2], pixels.astype(np.int8)],
        1: [[0], [0, 1, 1]],
        2: [tables[:2], tables[:, :99], tables.astype(np.float64)],
        3: [out[..., ::-1], out.astype(np.float64), out[:, :2]],
    }
    for place, arrays in wrong.items():
        for array in arrays:
            assert not kernels.levels(*given[:place], array, *given[place + 1 :])
    assert not out.any() and kernels.levels(*given) and out.all()
