"""The gradient of the recurrent operator that is written by hand is the one that JAX derives from its forward pass."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jmx.ops.nn import rnn as module

T, N, I, H, R = 4, 3, 5, 4, 2


def pieces(mode, projection):
    draw = np.random.RandomState(0)
    rows, size = module.GATES[mode] * H, R if projection else H

    def some(*shape):
        return jnp.asarray(draw.uniform(-1, 1, shape), jnp.float32)

    weights = [some(rows, I), some(rows, size), *([some(R, H)] if projection else [])]
    begin = (some(N, size), *([some(N, H)] if mode == "lstm" else []))
    return some(T, N, I), begin, weights, [some(rows), some(rows)]


@pytest.mark.parametrize("backwards, lengths", [(False, None), (True, [2, 4, 1])])
@pytest.mark.parametrize(
    "mode, clip, projection",
    [(mode, None, False) for mode in module.GATES] + [("lstm", (-0.2, 0.3), False), ("lstm", None, True)],
)
def test_gradient(mode, clip, projection, backwards, lengths):
    kind, inputs = (mode, clip, backwards), pieces(mode, projection)
    lengths = None if lengths is None else jnp.asarray(lengths, jnp.int32)

    def plain(*inputs):
        last, outputs = module._scan(kind, False, *inputs, lengths)
        return module._cut(outputs, lengths), last

    def by_hand(*inputs):
        return module._layer(kind, *inputs, lengths)

    def total(layer):
        def of(*inputs):
            flat = jax.tree.leaves(layer(*inputs))
            return sum(jnp.sum(x * jnp.cos(jnp.arange(x.size)).reshape(x.shape)) for x in flat)

        return jax.jit(jax.value_and_grad(of, argnums=(0, 1, 2, 3)))

    for got, expected in zip(jax.tree.leaves(total(by_hand)(*inputs)), jax.tree.leaves(total(plain)(*inputs)), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-5)


def test_second_derivative():
    kind, (x, begin, weights, biases) = ("gru", None, False), pieces("gru", False)

    def twice(layer):
        first = jax.grad(lambda x: jnp.sum(layer(x) ** 2))
        return jax.jit(jax.grad(lambda x: jnp.sum(first(x) ** 2)))(x)

    got = twice(lambda x: module._layer(kind, x, begin, weights, biases, None)[0])
    expected = twice(lambda x: module._scan(kind, False, x, begin, weights, biases, None)[1])
    np.testing.assert_allclose(got, expected, rtol=1e-3, atol=1e-4)
