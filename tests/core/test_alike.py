"""Calls of compiled graphs that are found by the descriptions of their arrays: the same results, whatever comes in between."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd
from jmx.config import jax_programs
from jmx.core.numpy_tier import Alike, jit, tiered


def _square(limit=None, **options):
    return Alike(jit(lambda head, x, y: (x * x + y, x), arrays_only=False, limit=limit, **options), 1)


def _called(run, *shapes, dtype=np.float32):
    x, y = (jnp.asarray(np.linspace(-1, 1, int(np.prod(shape)), dtype=dtype).reshape(shape)) for shape in shapes)
    made, same = run(None, x, y)
    np.testing.assert_allclose(made, np.asarray(x) ** 2 + np.asarray(y), rtol=1e-6)
    assert same.shape == x.shape and made.dtype == dtype
    return x, y


@pytest.fixture
def compiling():
    with mx.util.bit_equal():
        yield


@pytest.mark.parametrize("limit", [None, 5])
def test_is_called_directly_once_it_is_compiled(compiling, monkeypatch, limit):
    run = _square(limit)
    for _ in range(2):
        _called(run, (3, 2), (3, 2))
        _called(run, (4,), (4,))
    monkeypatch.setattr(tiered.TieredJit, "__call__", lambda *_: pytest.fail("asked for shapes"))
    _called(run, (3, 2), (3, 2))
    _called(run, (4,), (4,))


def test_other_types_of_elements_are_other_arrays(compiling):
    run = _square(5)
    for dtype in (np.float32, np.float16, np.float32, np.float16, np.int32):
        _called(run, (3,), (3,), dtype=dtype)


def test_what_is_traced_becomes_a_part_of_the_other_program(compiling):
    run = _square(5)
    x, y = _called(run, (3,), (3,))
    for _ in range(2):
        whole = jax.jit(lambda x: run(None, x, y)[0].sum())
        np.testing.assert_allclose(whole(x), np.sum(np.asarray(x) ** 2 + np.asarray(y)), rtol=1e-6)
        np.testing.assert_allclose(jax.grad(whole)(x), 2 * np.asarray(x), rtol=1e-6)
        _called(run, (3,), (3,))


def test_shapes_used_last_are_kept(compiling, monkeypatch):
    run = _square(2)
    _called(run, (1,), (1,))
    for n in range(2, 7):
        _called(run, (n,), (n,))
        _called(run, (1,), (1,))  # used again and again, so that it stays
    kept = run.function
    assert len(kept.compiled) == 2 and ((1,), (1,)) in kept.compiled and len(run._known) <= 2


def test_numpy_runs_the_first_calls():
    run = Alike(jit(lambda x: x + 1), 0)
    for _ in range(3):
        run(jnp.ones(4))
    assert not run._known and not run.function.compiled


def test_a_failure_is_the_function_s(compiling, monkeypatch):
    def fail(*_):
        raise jax.errors.JaxRuntimeError("INTERNAL: broken")

    run = _square(5, label=("net", "forward"))
    x, y = _called(run, (3,), (3,))
    ((kinds, (_, shapes)),) = run._known.items()
    run._known[kinds] = fail, shapes
    with pytest.raises(mx.MXNetError, match="net.*broken"):
        run(None, x, y)


def test_two_networks_in_turn_with_gradients():
    """Graphs of several shapes, recorded and not, in turns."""
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, in_units=4), mx.gluon.nn.Dropout(0.5), mx.gluon.nn.BatchNorm(in_channels=3))
    net.initialize(mx.init.Uniform(0.5))
    net.hybridize()
    weight = net[0].weight
    for n in (2, 5, 2, 3, 5, 2, 2):
        x = nd.array(np.linspace(-1, 1, 4 * n).reshape(n, 4))
        with mx.util.bit_equal(), autograd.record(train_mode=False):
            out = net(x)
        out.backward()
        expected = np.asarray(x.asnumpy()).sum(0) / np.sqrt(1 + 1e-5)
        np.testing.assert_allclose(weight.grad().asnumpy(), np.tile(expected, (3, 1)), rtol=1e-4, atol=1e-5)
        assert net(x).shape == (n, 3)


def test_head_gradients_of_ones_are_kept_by_description():
    x = nd.array([1, 2, 3])
    x.attach_grad()
    for factor in (2, 3):
        with autograd.record():
            y = x * factor
            part = (x * factor)[1:3]
        y.backward()
        np.testing.assert_array_equal(x.grad.asnumpy(), [factor] * 3)
        part.backward()
        np.testing.assert_array_equal(x.grad.asnumpy(), [0, factor, factor])


def _loss_pass(seed):
    """The gradient of predictions by a hybridized loss, and what its recorded program gives."""
    pred, label = nd.array(np.random.RandomState(seed).randn(6, 4)), nd.array([0, 1, 2, 3, 0, 1])
    pred.attach_grad()
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss(weight=0.3)
    loss.hybridize()
    with mx.util.bit_equal():
        loss(pred, label)
        loss._cached_op.program.forget()  # an equal graph's, which may be another test's
        for _ in range(2):
            with autograd.record():
                value = loss(pred, label)
            saved = value._entry[0].saved
            value.backward()
    return pred.grad.asnumpy(), len(saved.kept), saved.pullback


def test_residuals_that_are_numbers_are_made_once(monkeypatch):
    gradient, kept, pullback = _loss_pass(5)
    monkeypatch.setattr(jax_programs, "repeated_number", lambda leaf: None)
    expected, all_kept, without = _loss_pass(5)
    np.testing.assert_array_equal(gradient, expected)
    assert kept + len(pullback._constants) == all_kept and pullback._constants and not without._constants
    assert {np.asarray(constant).flat[0] for constant in pullback._constants} == {np.float32(0.3), -1, 1}


def test_numbers_that_are_repeated_are_told_from_arrays():
    found = []

    @jax.jit
    def look(x):
        made = jnp.full((2, 3), 0.5), jnp.broadcast_to(x, (2, 3)), x + 1, x
        found.extend(map(jax_programs.repeated_number, made))
        return made

    look(jnp.ones(3))
    assert found[0] == 0.5 and found[1:] == [None, None, None]
    assert jax_programs.repeated_number(jnp.ones(3)) is None
