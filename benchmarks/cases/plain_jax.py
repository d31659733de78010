"""The networks as an ordinary JAX program has them: pure functions, NHWC, `jax.jit` over a whole step.

With channels second every network takes as long or longer on the CPU, the small ones too.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import plain_networks
from .inputs import arrays, optimizer


class Pen:
    """Layers that take their parameters from a list, or append to it while `draw` is a random state."""

    relu, relu6, tanh = staticmethod(jax.nn.relu), staticmethod(jax.nn.relu6), staticmethod(jnp.tanh)

    def __init__(self, values=(), train=True, draw=None):
        self.values, self.train, self.draw, self.at = list(values), train, draw, 0
        self.averages = []

    def value(self, shape, fan_in=None, fill=0.0):
        """The next parameter."""
        if self.draw is not None:
            drawn = np.full(shape, fill) if fan_in is None else self.draw.standard_normal(shape) * math.sqrt(2 / fan_in)
            self.values.append(drawn.astype(np.float32))
        self.at += 1
        return self.values[self.at - 1]

    def channels(self, x):
        """How many channels there are."""
        return x.shape[-1]

    def conv(self, x, filters, kernel, stride=1, pad=0, groups=1, bias=False):
        """A convolution."""
        kernel = (kernel, kernel) if isinstance(kernel, int) else kernel
        pad = (pad, pad) if isinstance(pad, int) else pad
        channels = x.shape[-1] // groups
        weight = self.value((*kernel, channels, filters), channels * kernel[0] * kernel[1])
        x = lax.conv_general_dilated(
            x, weight, (stride, stride), [(p, p) for p in pad], dimension_numbers=("NHWC", "HWIO", "NHWC"),
            feature_group_count=groups,
        )  # fmt: skip
        return x + self.value((filters,)) if bias else x

    def norm(self, x, eps=1e-5):
        """Batch normalization; the new averages are appended to `averages`."""
        scale, shift = self.value(x.shape[-1:], fill=1.0), self.value(x.shape[-1:])
        mean, var = self.value(x.shape[-1:]), self.value(x.shape[-1:], fill=1.0)
        at = self.at
        if self.train:
            mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
            self.averages.append((at, lax.stop_gradient(mean), lax.stop_gradient(var)))
        return (x - mean) * lax.rsqrt(var + eps) * scale + shift

    def pool(self, x, kernel, stride, pad=0, kind="max", up=False):
        """Pooling; `up` rounds the size of the output up."""
        edges = [(pad, pad + (-(size + 2 * pad - kernel) % stride if up else 0)) for size in x.shape[1:3]]
        window, strides, edges = (1, kernel, kernel, 1), (1, stride, stride, 1), [(0, 0), *edges, (0, 0)]
        if kind == "max":
            return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, edges)
        return lax.reduce_window(x, 0.0, lax.add, window, strides, edges) / (kernel * kernel)

    def mean(self, x, keep=False):
        """The mean over the places of an image."""
        return x.mean((1, 2), keepdims=keep)

    def flatten(self, x):
        """One row for each sample."""
        return x.reshape(len(x), -1)

    def join(self, *parts):
        """Arrays joined along their channels."""
        return jnp.concatenate(parts, -1)

    def dense(self, x, units):
        """A fully connected layer."""
        return x @ self.value((x.shape[-1], units), x.shape[-1]) + self.value((units,))

    def drop(self, x, rate=0.5):
        """Dropout with a fixed key: the cost is what matters."""
        if not self.train:
            return x
        return jnp.where(jax.random.bernoulli(jax.random.key(self.at), 1 - rate, x.shape), x / (1 - rate), 0)

    def embed(self, words, vocabulary, units):
        """Rows of a table."""
        return jnp.take(self.value((vocabulary, units), units), words, axis=0)

    def lstm(self, x, hidden, layers):
        """LSTM layers over (steps, batch, units)."""
        for _ in range(layers):
            into, back = self.value((x.shape[-1], 4 * hidden), hidden), self.value((hidden, 4 * hidden), hidden)
            bias = self.value((4 * hidden,))

            def cell(carry, x, back=back):
                h, c = carry
                i, f, g, o = jnp.split(x + h @ back, 4, -1)
                c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
                h = jax.nn.sigmoid(o) * jnp.tanh(c)
                return (h, c), h

            zero = jnp.zeros((x.shape[1], hidden), x.dtype)
            x = lax.scan(cell, (zero, zero), x @ into + bias)[1]
        return x

    def layer_norm(self, x):
        """Normalization of each row."""
        mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(var + 1e-5) * self.value(x.shape[-1:], fill=1.0) + self.value(x.shape[-1:])

    def attention(self, q, k, v):
        """Attention on (batch, length, heads, units)."""
        weight = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(q.shape[-1]))
        return jnp.einsum("bhqk,bkhd->bqhd", weight, v)


def _updater(name, rate, momentum):
    """Return (state for a parameter, function of parameter, gradient and state that gives both anew)."""
    if name == "sgd" and not momentum:
        return lambda value: (), lambda value, slope, state: (value - rate * slope, ())

    def sgd(value, slope, velocity):
        velocity = momentum * velocity - rate * slope
        return value + velocity, velocity

    def adam(value, slope, state):
        at, mean, square = state
        at, mean, square = at + 1, 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope * slope
        size = rate * jnp.sqrt(1 - 0.999**at) / (1 - 0.9**at)
        return value - size * mean / (jnp.sqrt(square) + 1e-8), (at, mean, square)

    if name == "sgd":
        return jnp.zeros_like, sgd
    return lambda value: (jnp.zeros(()), jnp.zeros_like(value), jnp.zeros_like(value)), adam


def steps(case, batch=None, dtype="float32"):
    """Return two functions that run one step, of training and of inference, and return something to wait for.

    With another `dtype` training keeps parameters in float32 and computes on copies of that type.
    """
    network = plain_networks.network(case)
    data, label = arrays(case, batch, last=True)
    data, label = jnp.asarray(data), jnp.asarray(label.reshape(-1), jnp.int32)
    pen = Pen(draw=np.random.RandomState(0))
    jax.eval_shape(lambda x: network(pen, x), data)
    values = [jnp.asarray(v) for v in pen.values]
    if data.dtype == jnp.float32:
        data = data.astype(dtype)
    state_of, update = _updater(*optimizer(case))
    states = [state_of(v) for v in values]

    def loss(values, data, label):
        pen = Pen([v.astype(dtype) for v in values])
        scores = network(pen, data).astype(jnp.float32)
        picked = jnp.take_along_axis(jax.nn.log_softmax(scores), label[:, None], 1)
        return -picked.mean(), pen.averages

    @jax.jit
    def infer(values, data):
        return network(Pen(values, train=False), data)

    @lambda f: jax.jit(f, donate_argnums=(0, 1))
    def train(values, states, data, label):
        (cost, averages), slopes = jax.value_and_grad(loss, has_aux=True)(values, data, label)
        both = [update(*each) for each in zip(values, slopes, states)]
        values, states = [value for value, _ in both], [state for _, state in both]
        for at, mean, var in averages:
            values[at - 2] = 0.9 * values[at - 2] + 0.1 * mean
            values[at - 1] = 0.9 * values[at - 1] + 0.1 * var
        return values, states, cost

    def training():
        nonlocal values, states
        values, states, cost = train(values, states, data, label)
        return cost

    converted = None if dtype == "float32" else [v.astype(dtype) for v in values]
    return training, lambda: infer(values if converted is None else converted, data)


def stepper(case, phase, batch, cache):
    """Return a function that runs one step of a case and waits for it; `cache` is a folder for compiled programs."""
    jax.config.update("jax_compilation_cache_dir", cache)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    train, infer = steps(case, batch)
    step = train if phase == "train" else infer
    return lambda: jax.block_until_ready(step())
