"""The networks for hand-written JAX (plain_jax.py) and hand-written PyTorch (plain_torch.py), which have the layers.

A network is a function of a pen and of the data. The pen has the layers of its package; it makes their parameters when the
layers are asked for the first time, and afterwards gives them out in the same order.
"""

from .inputs import WORDS, base


def unit(pen, x, filters, kernel, stride=1, pad=0, groups=1, act="relu", eps=1e-5, bias=False):
    """Convolution, batch normalization, activation."""
    x = pen.norm(pen.conv(x, filters, kernel, stride, pad, groups, bias), eps)
    return getattr(pen, act)(x) if act else x


def resnet(pen, x, layers, bottleneck):
    """ResNet, version 1."""
    x = pen.pool(unit(pen, x, 64, 7, 2, 3), 3, 2, 1)
    for stage, blocks in enumerate(layers):
        filters = 64 * 2**stage * (4 if bottleneck else 1)
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            if bottleneck:
                # The model zoo's have these biases, which the normalization takes away again.
                y = unit(pen, x, filters // 4, 1, stride, bias=True)
                y = unit(pen, y, filters // 4, 3, 1, 1)
                y = unit(pen, y, filters, 1, act=None, bias=True)
            else:
                y = unit(pen, x, filters, 3, stride, 1)
                y = unit(pen, y, filters, 3, 1, 1, act=None)
            if pen.channels(x) != filters or stride > 1:
                x = unit(pen, x, filters, 1, stride, act=None)
            x = pen.relu(x + y)
    return pen.dense(pen.mean(x), 1000)


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
        x = unit(pen, x, pen.channels(x), 3, stride, 1, pen.channels(x))
        x = unit(pen, x, filters, 1)
    return pen.dense(pen.mean(x), 1000)


def mobilenet_v2_1_0(pen, x):
    """MobileNet, version 2."""
    x = unit(pen, x, 32, 3, 2, 1, act="relu6")
    plan = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
    for factor, filters, repeats, first in plan:
        for at in range(repeats):
            stride, wide = first if at == 0 else 1, pen.channels(x) * factor
            y = unit(pen, x, wide, 1, act="relu6")
            y = unit(pen, y, wide, 3, stride, 1, wide, act="relu6")
            y = unit(pen, y, filters, 1, act=None)
            x = x + y if stride == 1 and pen.channels(x) == filters else y
    x = pen.mean(unit(pen, x, 1280, 1, act="relu6"), keep=True)
    return pen.flatten(pen.conv(x, 1000, 1))


def vgg11(pen, x):
    """VGG-11."""
    for filters, layers in zip((64, 128, 256, 512, 512), (1, 1, 2, 2, 2)):
        for _ in range(layers):
            x = pen.relu(pen.conv(x, filters, 3, 1, 1, bias=True))
        x = pen.pool(x, 2, 2)
    x = pen.flatten(x)
    for _ in range(2):
        x = pen.drop(pen.relu(pen.dense(x, 4096)))
    return pen.dense(x, 1000)


def squeezenet1_0(pen, x):
    """SqueezeNet."""
    x = pen.pool(pen.relu(pen.conv(x, 96, 7, 2, bias=True)), 3, 2, up=True)
    for at, squeeze in enumerate((16, 16, 32, 32, 48, 48, 64, 64)):
        if at in (3, 7):
            x = pen.pool(x, 3, 2, up=True)
        x = pen.relu(pen.conv(x, squeeze, 1, bias=True))
        x = pen.relu(pen.join(pen.conv(x, 4 * squeeze, 1, bias=True), pen.conv(x, 4 * squeeze, 3, 1, 1, bias=True)))
    return pen.mean(pen.relu(pen.conv(pen.drop(x), 1000, 1, bias=True)))


def densenet121(pen, x):
    """DenseNet-121."""
    x = pen.pool(unit(pen, x, 64, 7, 2, 3), 3, 2, 1)
    for stage, layers in enumerate((6, 12, 24, 16)):
        for _ in range(layers):
            y = pen.conv(pen.relu(pen.norm(x)), 128, 1)
            y = pen.conv(pen.relu(pen.norm(y)), 32, 3, 1, 1)
            x = pen.join(x, y)
        if stage < 3:
            x = pen.pool(pen.conv(pen.relu(pen.norm(x)), pen.channels(x) // 2, 1), 2, 2, kind="avg")
    return pen.dense(pen.mean(pen.relu(pen.norm(x))), 1000)


def inceptionv3(pen, x):
    """Inception, version 3."""

    def chain(x, *layers):
        for filters, kernel, *rest in layers:
            x = unit(pen, x, filters, kernel, *rest, eps=1e-3)
        return x

    def average(x):
        return pen.pool(x, 3, 1, 1, "avg")

    x = pen.pool(chain(x, (32, 3, 2), (32, 3), (64, 3, 1, 1)), 3, 2)
    x = pen.pool(chain(x, (80, 1), (192, 3)), 3, 2)
    for pooled in (32, 64, 64):
        x = pen.join(chain(x, (64, 1)), chain(x, (48, 1), (64, 5, 1, 2)), chain(x, (64, 1), (96, 3, 1, 1), (96, 3, 1, 1)),
                     chain(average(x), (pooled, 1)))  # fmt: skip
    x = pen.join(chain(x, (384, 3, 2)), chain(x, (64, 1), (96, 3, 1, 1), (96, 3, 2)), pen.pool(x, 3, 2))
    row, column = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
    for c in (128, 160, 160, 192):
        x = pen.join(chain(x, (192, 1)), chain(x, (c, 1), (c, *row), (192, *column)),
                     chain(x, (c, 1), (c, *column), (c, *row), (c, *column), (192, *row)),
                     chain(average(x), (192, 1)))  # fmt: skip
    x = pen.join(chain(x, (192, 1), (320, 3, 2)), chain(x, (192, 1), (192, *row), (192, *column), (192, 3, 2)),
                 pen.pool(x, 3, 2))  # fmt: skip
    for _ in range(2):
        a, b = chain(x, (384, 1)), chain(x, (448, 1), (384, 3, 1, 1))
        sides = [chain(y, (384, kernel, 1, pad)) for y in (a, b) for kernel, pad in (((1, 3), (0, 1)), ((3, 1), (1, 0)))]
        x = pen.join(chain(x, (320, 1)), *sides, chain(average(x), (192, 1)))
    return pen.dense(pen.drop(pen.mean(x)), 1000)


def digits(pen, x):
    """Two convolutions and two dense layers."""
    for filters in (20, 50):
        x = pen.pool(pen.tanh(pen.conv(x, filters, 5, bias=True)), 2, 2)
    return pen.tanh(pen.dense(pen.tanh(pen.dense(pen.flatten(x), 500)), 10))


def digits_executor(pen, x):
    """The same without an activation at the end."""
    for filters in (20, 50):
        x = pen.pool(pen.tanh(pen.conv(x, filters, 5, bias=True)), 2, 2)
    return pen.dense(pen.tanh(pen.dense(pen.flatten(x), 500)), 10)


def cifar(pen, x):
    """A small network for pictures of 32x32."""
    for filters in (6, 16):
        x = pen.pool(pen.relu(pen.conv(x, filters, 5, bias=True)), 2, 2)
    for units in (120, 84):
        x = pen.relu(pen.dense(pen.flatten(x), units))
    return pen.dense(x, 10)


def convolution(pen, x):
    """One convolution."""
    return pen.conv(x, 32, 3, 1, 1)


def language_model(pen, words, hidden=200):
    """Two LSTM layers over (steps, batch) words."""
    x = pen.lstm(pen.embed(words, WORDS, hidden), hidden, 2)
    return pen.dense(x, WORDS).reshape(-1, WORDS)


def transformer_layer(pen, x, heads=8, inner=2048):
    """An encoder layer on (batch, length, units): attention and two dense layers, normalized after each sum."""
    batch, length, units = x.shape
    q, k, v = (pen.dense(x, units).reshape(batch, length, heads, -1) for _ in range(3))
    x = pen.layer_norm(x + pen.dense(pen.attention(q, k, v).reshape(batch, length, units), units))
    x = pen.layer_norm(x + pen.dense(pen.relu(pen.dense(x, inner)), units))
    return pen.dense(x, 10).reshape(-1, 10)


def network(case):
    """Return the function of a case."""
    names = {"mobilenet1.0": "mobilenet1_0", "mobilenetv2_1.0": "mobilenet_v2_1_0", "squeezenet1.0": "squeezenet1_0"}
    return globals()[names.get(case, base(case))]
