"""Functions with gradients of their own, in traces that nobody differentiates and in others."""

import jax
import jax.numpy as jnp
import mxnet as mx
import numpy as np
import pytest

from jmx.core.declare.gradients import custom_vjp, expecting_final, final, is_final, last, own_pullback, taken


@custom_vjp
def doubled(x):
    """x, with twice its gradient."""
    return x * 1


doubled.defvjp(lambda x: (doubled(x), None), lambda _, head: (2 * head,))


def _names(function, *args):
    with expecting_final():
        return [e.primitive.name for e in jax.jit(last(function)).trace(*args).jaxpr.eqns]


def test_a_final_trace_holds_what_the_function_consists_of():
    assert _names(lambda x: doubled(x) + 1, 3.0) == ["mul", "add"]
    assert [e.primitive.name for e in jax.make_jaxpr(last(doubled))(3.0).eqns] == ["custom_vjp_call"]


@pytest.mark.parametrize(
    "function",
    [
        jax.grad(doubled),
        lambda x: jax.grad(jax.jit(lambda y: doubled(y) * x))(x) / x,
        lambda x: jax.grad(lambda y: jax.lax.scan(lambda c, _: (doubled(c) / 2 * 2, None), y, None, 1)[0])(x) / 1,
        lambda x: jax.grad(lambda y: jax.lax.cond(x > 0, doubled, lambda z: z, y))(x),
        lambda x: jax.vmap(jax.grad(doubled))(x[None])[0],
    ],
)
def test_what_is_differentiated_inside_of_one_keeps_its_gradient(function):
    with expecting_final():
        assert jax.jit(last(function))(jnp.float32(3)) == 2


def test_the_scope_ends_with_the_trace():
    with pytest.raises(ZeroDivisionError), expecting_final():
        jax.jit(last(lambda x: 1 / 0))(1.0)
    assert not is_final([jnp.ones(1)])
    assert jax.grad(last(doubled))(1.0) == 2


@custom_vjp
def scaled(x, w):
    """x * w, and a whole number."""
    return x * w, jnp.int32(1)


scaled.defvjp(lambda x, w: (scaled(x, w), (x, w, 3)), lambda kept, heads: (heads[0] * kept[1] * kept[2], heads[0] * kept[0]))


@custom_vjp
def raised(x, by=2.0):
    """x to a power."""
    return x**by


raised.defvjp(lambda x, by: (raised(x, by), (x, by)), lambda kept, head: (head * kept[1] * kept[0] ** (kept[1] - 1), None))

FUNCTIONS = {
    "an argument by default": (lambda x, w: (raised(x), raised(w, 3.0)), True),
    "one": (lambda x, w: (doubled(x),), True),
    "after one another": (lambda x, w: (doubled(scaled(doubled(x), w)[0]),), True),
    "of one value twice": (lambda x, w: (scaled(doubled(x), x)[0], doubled(w)), True),
    "a constant": (lambda x, w: (scaled(x, jnp.full_like(w, 2))[0],), True),
    "what has no gradient": (lambda x, w: (scaled(doubled(x), jax.lax.stop_gradient(x) + 1)[0],), True),
    "whole numbers beside it": (lambda x, w: (doubled(x), (x > 0).astype("int32")), True),
    "more behind": (lambda x, w: (doubled(x) + 1,), False),
    "more before": (lambda x, w: (doubled(x * w),), False),
    "none": (lambda x, w: (x * w,), False),
    "an input": (lambda x, w: (doubled(x), w), True),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_own_pullbacks_give_what_jax_gives(name):
    function, own = FUNCTIONS[name]
    found = []

    def with_own(x, w, *heads):
        with final((x, w)):
            with taken() as calls:
                outs = function(x, w)
            pullback = own_pullback(calls, (x, w), outs)
            found.append(pullback is not None)
            return [outs, pullback(heads)] if found[0] else outs

    def with_jax(x, w, *heads):
        outs, pullback = jax.vjp(function, x, w)
        return outs, pullback(heads)

    x, w = jnp.array([1.0, -2.0]), jnp.array([3.0, 4.0])
    shapes = jax.eval_shape(function, x, w)
    integral = np.zeros(2, jax.dtypes.float0)
    heads = [jnp.array([0.5, 7.0]) if s.dtype == jnp.float32 else integral for s in shapes]
    mine = jax.jit(lambda x, w: with_own(x, w, *heads))(x, w)
    assert found == [own]
    if own:
        jax.tree.map(np.testing.assert_array_equal, list(mine), list(with_jax(x, w, *heads)))


def test_gradients_of_gradients_of_networks():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, activation="sigmoid", in_units=2), mx.gluon.nn.Dense(1, in_units=3))
    net.initialize(mx.init.One())
    found = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        x = mx.nd.array([[0.3, -0.2]])
        x.attach_grad()
        with mx.autograd.record():
            slope = mx.autograd.grad(net(x), x, create_graph=True, retain_graph=True)[0]
            total = (slope**2).sum()
        total.backward()
        found.append(x.grad.asnumpy())
    np.testing.assert_allclose(*found, rtol=1e-5)
    assert (found[0] != 0).all()
