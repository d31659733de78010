"""The networks of networks.py as an ordinary JAX program has them: pure functions, NHWC, `jax.jit` over a whole step.

A network is a function of a `Pen`, which hands out the parameters in the order in which the layers ask for them: the first
time it makes them, afterwards it gives those of the list that it was made with.
"""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


class Pen:
    """Layers that take their parameters from a list, or append to it while `draw` is a random state."""

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

    def dense(self, x, units):
        """A fully connected layer."""
        return x @ self.value((x.shape[-1], units), x.shape[-1]) + self.value((units,))


def pool(x, kernel, stride, pad=0, kind="max", up=False):
    """Pooling; `up` rounds the size of the output up."""
    edges = [(pad, pad + (-(size + 2 * pad - kernel) % stride if up else 0)) for size in x.shape[1:3]]
    window, strides, edges = (1, kernel, kernel, 1), (1, stride, stride, 1), [(0, 0), *edges, (0, 0)]
    if kind == "max":
        return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, edges)
    return lax.reduce_window(x, 0.0, lax.add, window, strides, edges) / (kernel * kernel)


def unit(pen, x, filters, kernel, stride=1, pad=0, groups=1, act=jax.nn.relu, eps=1e-5):
    """Convolution, batch normalization, activation."""
    return act(pen.norm(pen.conv(x, filters, kernel, stride, pad, groups), eps))


def same(x):
    """No activation."""
    return x


def resnet(pen, x, layers, bottleneck):
    """ResNet, version 1."""
    x = pool(unit(pen, x, 64, 7, 2, 3), 3, 2, 1)
    for stage, blocks in enumerate(layers):
        filters = 64 * 2**stage * (4 if bottleneck else 1)
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            if bottleneck:
                y = unit(pen, x, filters // 4, 1, stride)
                y = unit(pen, y, filters // 4, 3, 1, 1)
                y = unit(pen, y, filters, 1, act=same)
            else:
                y = unit(pen, x, filters, 3, stride, 1)
                y = unit(pen, y, filters, 3, 1, 1, act=same)
            if x.shape[-1] != filters or stride > 1:
                x = unit(pen, x, filters, 1, stride, act=same)
            x = jax.nn.relu(x + y)
    return pen.dense(x.mean((1, 2)), 1000)


def resnet18_v1(pen, x):
    """ResNet-18."""
    return resnet(pen, x, (2, 2, 2, 2), False)


def resnet50_v1(pen, x):
    """ResNet-50."""
    return resnet(pen, x, (3, 4, 6, 3), True)


def mobilenet1_0(pen, x):
    """MobileNet."""
    x = unit(pen, x, 32, 3, 2, 1)
    for filters, stride in zip((64, 128, 128, 256, 256, *[512] * 6, 1024, 1024), (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1)):
        x = unit(pen, x, x.shape[-1], 3, stride, 1, x.shape[-1])
        x = unit(pen, x, filters, 1)
    return pen.dense(x.mean((1, 2)), 1000)


def mobilenet_v2_1_0(pen, x):
    """MobileNet, version 2."""
    x = unit(pen, x, 32, 3, 2, 1, act=jax.nn.relu6)
    plan = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
    for factor, filters, repeats, first in plan:
        for at in range(repeats):
            stride, wide = first if at == 0 else 1, x.shape[-1] * factor
            y = unit(pen, x, wide, 1, act=jax.nn.relu6) if factor > 1 else x
            y = unit(pen, y, wide, 3, stride, 1, wide, act=jax.nn.relu6)
            y = unit(pen, y, filters, 1, act=same)
            x = x + y if stride == 1 and x.shape[-1] == filters else y
    return pen.conv(unit(pen, x, 1280, 1, act=jax.nn.relu6).mean((1, 2), keepdims=True), 1000, 1).reshape(len(x), -1)


def drop(pen, x, rate=0.5):
    """Dropout with a fixed key: the cost is what matters."""
    if not pen.train:
        return x
    return jnp.where(jax.random.bernoulli(jax.random.key(pen.at), 1 - rate, x.shape), x / (1 - rate), 0)


def vgg11(pen, x):
    """VGG-11."""
    for filters, layers in zip((64, 128, 256, 512, 512), (1, 1, 2, 2, 2)):
        for _ in range(layers):
            x = jax.nn.relu(pen.conv(x, filters, 3, 1, 1, bias=True))
        x = pool(x, 2, 2)
    x = x.reshape(len(x), -1)
    for _ in range(2):
        x = drop(pen, jax.nn.relu(pen.dense(x, 4096)))
    return pen.dense(x, 1000)


def squeezenet1_0(pen, x):
    """SqueezeNet."""
    x = pool(jax.nn.relu(pen.conv(x, 96, 7, 2, bias=True)), 3, 2, up=True)
    for at, squeeze in enumerate((16, 16, 32, 32, 48, 48, 64, 64)):
        if at in (3, 7):
            x = pool(x, 3, 2, up=True)
        x = jax.nn.relu(pen.conv(x, squeeze, 1, bias=True))
        sides = [pen.conv(x, 4 * squeeze, 1, bias=True), pen.conv(x, 4 * squeeze, 3, 1, 1, bias=True)]
        x = jax.nn.relu(jnp.concatenate(sides, -1))
    x = jax.nn.relu(pen.conv(drop(pen, x), 1000, 1, bias=True))
    return x.mean((1, 2))


def densenet121(pen, x):
    """DenseNet-121."""
    x = pool(unit(pen, x, 64, 7, 2, 3), 3, 2, 1)
    for stage, layers in enumerate((6, 12, 24, 16)):
        for _ in range(layers):
            y = pen.conv(jax.nn.relu(pen.norm(x)), 128, 1)
            y = pen.conv(jax.nn.relu(pen.norm(y)), 32, 3, 1, 1)
            x = jnp.concatenate([x, y], -1)
        if stage < 3:
            x = pool(pen.conv(jax.nn.relu(pen.norm(x)), x.shape[-1] // 2, 1), 2, 2, kind="avg")
    return pen.dense(jax.nn.relu(pen.norm(x)).mean((1, 2)), 1000)


def inceptionv3(pen, x):
    """Inception, version 3."""

    def chain(x, *layers):
        for filters, kernel, *rest in layers:
            x = unit(pen, x, filters, kernel, *rest, eps=1e-3)
        return x

    def join(*parts):
        return jnp.concatenate(parts, -1)

    def average(x):
        return pool(x, 3, 1, 1, "avg")

    x = pool(chain(x, (32, 3, 2), (32, 3), (64, 3, 1, 1)), 3, 2)
    x = pool(chain(x, (80, 1), (192, 3)), 3, 2)
    for pooled in (32, 64, 64):
        x = join(chain(x, (64, 1)), chain(x, (48, 1), (64, 5, 1, 2)), chain(x, (64, 1), (96, 3, 1, 1), (96, 3, 1, 1)),
                 chain(average(x), (pooled, 1)))  # fmt: skip
    x = join(chain(x, (384, 3, 2)), chain(x, (64, 1), (96, 3, 1, 1), (96, 3, 2)), pool(x, 3, 2))
    row, column = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
    for c in (128, 160, 160, 192):
        x = join(chain(x, (192, 1)), chain(x, (c, 1), (c, *row), (192, *column)),
                 chain(x, (c, 1), (c, *column), (c, *row), (c, *column), (192, *row)), chain(average(x), (192, 1)))  # fmt: skip
    x = join(chain(x, (192, 1), (320, 3, 2)), chain(x, (192, 1), (192, *row), (192, *column), (192, 3, 2)), pool(x, 3, 2))
    for _ in range(2):
        a, b = chain(x, (384, 1)), chain(x, (448, 1), (384, 3, 1, 1))
        sides = [chain(y, (384, kernel, 1, pad)) for y in (a, b) for kernel, pad in (((1, 3), (0, 1)), ((3, 1), (1, 0)))]
        x = join(chain(x, (320, 1)), *sides, chain(average(x), (192, 1)))
    return pen.dense(drop(pen, x.mean((1, 2))), 1000)


def language_model(pen, words, hidden=200, vocabulary=10000):
    """Two LSTM layers over (steps, batch) words."""
    x = jnp.take(pen.value((vocabulary, hidden), hidden), words, axis=0)
    for _ in range(2):
        into, back = pen.value((hidden, 4 * hidden), hidden), pen.value((hidden, 4 * hidden), hidden)
        bias = pen.value((4 * hidden,))

        def cell(carry, x, back=back):
            h, c = carry
            i, f, g, o = jnp.split(x + h @ back, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((x.shape[1], hidden), x.dtype)
        x = lax.scan(cell, (zero, zero), x @ into + bias)[1]
    return pen.dense(x, vocabulary).reshape(-1, vocabulary)


def transformer_layer(pen, x, heads=8, inner=2048):
    """An encoder layer on (batch, length, units): attention and two dense layers, normalized after each sum."""
    batch, length, units = x.shape

    def norm(x):
        mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(var + 1e-5) * pen.value((units,), fill=1.0) + pen.value((units,))

    q, k, v = (pen.dense(x, units).reshape(batch, length, heads, -1) for _ in range(3))
    weight = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(units // heads))
    x = norm(x + pen.dense(jnp.einsum("bhqk,bkhd->bqhd", weight, v).reshape(batch, length, units), units))
    x = norm(x + pen.dense(jax.nn.relu(pen.dense(x, inner)), units))
    return pen.dense(x, 10).reshape(-1, 10)


def steps(name, data, label, rate=0.01, momentum=0.9):
    """A function that runs one step of training and returns something to wait for; and one for inference."""
    network = globals()[name]
    data, label = jnp.asarray(data), jnp.asarray(label.reshape(-1), jnp.int32)
    pen = Pen(draw=np.random.RandomState(0))
    jax.eval_shape(lambda x: network(pen, x), data)
    values = [jnp.asarray(v) for v in pen.values]
    velocity = [jnp.zeros_like(v) for v in values]

    def loss(values, data, label):
        pen = Pen(values)
        scores = network(pen, data)
        picked = jnp.take_along_axis(jax.nn.log_softmax(scores), label[:, None], 1)
        return -picked.mean(), pen.averages

    @jax.jit
    def infer(values, data):
        return network(Pen(values, train=False), data)

    @lambda f: jax.jit(f, donate_argnums=(0, 1))
    def train(values, velocity, data, label):
        (cost, averages), slopes = jax.value_and_grad(loss, has_aux=True)(values, data, label)
        velocity = [momentum * v - rate * g for v, g in zip(velocity, slopes)]
        values = [v + d for v, d in zip(values, velocity)]
        for at, mean, var in averages:
            values[at - 2] = 0.9 * values[at - 2] + 0.1 * mean
            values[at - 1] = 0.9 * values[at - 1] + 0.1 * var
        return values, velocity, cost

    def training():
        nonlocal values, velocity
        values, velocity, cost = train(values, velocity, data, label)
        return cost

    return training, lambda: infer(values, data)
