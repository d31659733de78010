"""Networks drawn at random, and what they compute: under jmx in several ways, under MXNet in one.

A network is drawn as a recipe of plain lists, from which `build` makes a block of the `mxnet` that it is given. Weights, inputs
and cotangents come from `numpy.random.RandomState`, whose numbers never change.
"""

import random

import numpy as np

ACTIVATIONS = ("relu", "sigmoid", "tanh", "softrelu", "softsign")


def draw(rng):
    """A recipe: {"shape": of the input, "body": list of layers}; a layer is a list of its kind and its arguments."""
    kind = rng.choice(["image", "image", "image", "vector", "sequence"])
    batch = rng.randint(2, 4)
    if kind == "vector":
        shape = [batch + 3, rng.randint(2, 12)]
        body = [_vector_layer(rng) for _ in range(rng.randint(1, 5))]
    elif kind == "sequence":
        shape = [batch, rng.randint(2, 6), rng.randint(2, 8)]
        body = [_sequence_layer(rng) for _ in range(rng.randint(1, 3))]
    else:
        shape = [batch, rng.choice([1, 2, 3, 4]), rng.randint(8, 16), rng.randint(8, 16)]
        body, side = [], min(shape[2:])
        for _ in range(rng.randint(2, 7)):
            layer = _image_layer(rng, keep=side < 5)
            if layer[0] == "pool" or layer[0] == "conv" and layer[3] == 2:
                side = side // 2 - 1  # at most
            body.append(layer)
        body.append(rng.choice([["global", "avg"], ["global", "max"], ["flatten"]]))
    body.append(["dense", rng.randint(2, 6), None, True])
    return {"shape": shape, "body": body}


def _vector_layer(rng):
    choice = rng.randrange(8)
    if choice < 3:
        return ["dense", rng.randint(2, 12), rng.choice([None, *ACTIVATIONS]), rng.random() < 0.8]
    if choice == 3:
        return ["batch_norm", rng.random() < 0.7, rng.random() < 0.7]
    if choice == 4:
        return ["layer_norm"]
    if choice == 5:
        return ["sum", [_vector_layer(rng)]]
    if choice == 6:
        return ["concat", [[_vector_layer(rng)], [_vector_layer(rng)]]]
    return _activation(rng)


def _sequence_layer(rng):
    choice = rng.randrange(6)
    if choice < 3:
        cell = rng.choice(["lstm", "gru", "rnn"])
        return [cell, rng.randint(2, 6), rng.randint(1, 2), rng.random() < 0.4]
    if choice == 3:
        return ["layer_norm"]
    if choice == 4:
        return ["dense_each", rng.randint(2, 8)]
    return _activation(rng)


def _image_layer(rng, keep=False):
    """A layer for images; one that keeps height and width where `keep` says so."""
    choice = rng.randrange(11)
    if choice < 4:
        kernel = rng.choice([1, 3, 3, 5])
        stride = 1 if keep else rng.choice([1, 1, 1, 2])
        return [
            "conv",
            rng.choice([2, 4, 6, 8]),
            kernel,
            stride,
            kernel // 2,
            rng.choice([1, 1, 1, 2]),
            rng.choice([None, "relu", "tanh"]),
        ]
    if choice == 4:
        return ["batch_norm", rng.random() < 0.7, rng.random() < 0.7]
    if choice == 5:
        return rng.choice([["instance_norm"], ["layer_norm"], ["layer_norm"], ["dropout", 0.3]])
    if choice == 6 and not keep:
        return [
            "pool",
            rng.choice(["max", "avg"]),
            rng.choice([2, 3]),
            rng.choice([1, 2]),
            rng.choice([0, 1]),
            rng.random() < 0.5,
        ]
    if choice == 7:
        return ["sum", [_image_layer(rng, True) for _ in range(rng.randint(1, 2))]]
    if choice == 8:
        return ["concat", [[_image_layer(rng, True)] for _ in range(2)]]
    if choice == 9 and not keep:
        return ["deconv", rng.choice([2, 4]), 3, rng.choice([1, 2]), 1]
    return _activation(rng)


def _activation(rng):
    return rng.choice(
        [*(["activation", name] for name in ACTIVATIONS), ["leaky", 0.1], ["elu", 0.7], ["swish"], ["gelu"], ["prelu"]]
    )


def has(body, kind):
    """Whether a list of layers, or one in it, has a layer of `kind`."""
    for layer in body:
        inner = layer[1] if layer[0] == "sum" else sum(layer[1], []) if layer[0] == "concat" else []
        if layer[0] == kind or has(inner, kind):
            return True
    return False


def build(mx, body):
    """A block of Gluon that does what the layers say."""
    nn = mx.gluon.nn

    class Sum(mx.gluon.HybridBlock):
        """x, repeated or cut to the channels of f(x), plus f(x)."""

        def __init__(self, inner):
            super().__init__()
            with self.name_scope():
                self.inner = inner

        def hybrid_forward(self, F, x):
            y = self.inner(x)
            return F.broadcast_add(y, F.mean(x, axis=1, keepdims=True))

    class Concat(mx.gluon.HybridBlock):
        def __init__(self, inner):
            super().__init__()
            self.branches = inner
            for branch in inner:
                self.register_child(branch)

        def hybrid_forward(self, F, x):
            return F.concat(*[branch(x) for branch in self.branches], dim=1)

    class Recurrent(mx.gluon.HybridBlock):
        def __init__(self, layer):
            super().__init__()
            with self.name_scope():
                self.layer = layer

        def hybrid_forward(self, F, x):
            return self.layer(x)

    def make(layer):
        kind, *rest = layer
        if kind == "dense":
            return nn.Dense(rest[0], activation=rest[1], use_bias=rest[2])
        if kind == "dense_each":
            return nn.Dense(rest[0], flatten=False)
        if kind == "conv":
            channels, kernel, stride, pad, groups, activation = rest
            return (
                nn.Conv2D(channels, kernel, stride, pad, activation=activation)
                if groups == 1
                else Grouped(channels, kernel, stride, pad)
            )
        if kind == "deconv":
            return nn.Conv2DTranspose(*rest)
        if kind == "batch_norm":
            return nn.BatchNorm(center=rest[0], scale=rest[1])
        if kind == "instance_norm":
            return nn.InstanceNorm()
        if kind == "layer_norm":
            return nn.LayerNorm()
        if kind == "dropout":
            return nn.Dropout(rest[0])
        if kind == "pool":
            which, size, stride, pad, ceil = rest
            pad = 0 if ceil else min(pad, size // 2)  # both together make windows without an element
            if which == "max":
                return nn.MaxPool2D(size, stride, pad, ceil_mode=ceil)
            # oneDNN's gradient in MXNet is not that of the forward pass where both are on
            return nn.AvgPool2D(size, stride, pad, ceil_mode=ceil, count_include_pad=not ceil)
        if kind == "global":
            return nn.GlobalAvgPool2D() if rest[0] == "avg" else nn.GlobalMaxPool2D()
        if kind == "flatten":
            return nn.Flatten()
        if kind in ("lstm", "gru", "rnn"):
            cls = {"lstm": mx.gluon.rnn.LSTM, "gru": mx.gluon.rnn.GRU, "rnn": mx.gluon.rnn.RNN}[kind]
            return Recurrent(cls(rest[0], rest[1], layout="NTC", bidirectional=rest[2]))
        if kind == "sum":
            return Sum(sequence(rest[0]))
        if kind == "concat":
            return Concat([sequence(branch) for branch in rest[0]])
        if kind == "activation":
            return nn.Activation(rest[0])
        return {"leaky": nn.LeakyReLU, "elu": nn.ELU, "swish": nn.Swish, "gelu": nn.GELU, "prelu": nn.PReLU}[kind](*rest)

    class Grouped(mx.gluon.HybridBlock):
        """A convolution in two groups of an even number of channels."""

        def __init__(self, channels, kernel, stride, pad):
            super().__init__()
            with self.name_scope():
                self.convolution = nn.Conv2D(channels, kernel, stride, pad, groups=2)

        def hybrid_forward(self, F, x):
            return self.convolution(F.concat(x, -x, dim=1))

    def sequence(layers):
        block = nn.HybridSequential()
        with block.name_scope():
            for layer in layers:
                block.add(make(layer))
        return block

    return sequence(body)


def suffix(name):
    """A parameter's name without its first part, which counts the networks of the process."""
    return name.partition("_")[2]


def initialize(mx, net, data, seed):
    """Give every parameter its numbers, by name."""
    net.initialize()
    net(data)  # shapes are known from here on
    random = np.random.RandomState(seed)
    for name, parameter in sorted(net.collect_params().items(), key=lambda item: suffix(item[0])):
        values = random.standard_normal(parameter.shape) * 0.5
        if parameter.grad_req == "null" and name.endswith("gamma"):
            continue  # MXNet writes ones there when the network runs
        if name.endswith(("gamma", "running_var")):
            values = 0.5 + np.abs(values)
        parameter.set_data(mx.nd.array(values.astype("float32")))


def data_of(recipe, seed):
    """The network's input, a NumPy array."""
    return np.random.RandomState(seed + 1).standard_normal(recipe["shape"]).astype("float32")


def cotangent(shape, seed):
    """What is given to backward for an output of `shape`, a NumPy array."""
    return np.random.RandomState(seed + 2).standard_normal(shape).astype("float32")


def results(mx, net, recipe, seed):
    """{name: NumPy array}: the outputs of `net` in inference and in training, gradients, and statistics after the step.

    Of a network with dropout, the output in inference only.
    """
    data = mx.nd.array(data_of(recipe, seed))
    data.attach_grad()
    found = {"inference": net(data).asnumpy()}
    if has(recipe["body"], "dropout"):
        return found
    with mx.autograd.record():
        out = net(data)
    out.backward(mx.nd.array(cotangent(out.shape, seed)))
    found["training"] = out.asnumpy()
    found["gradient data"] = data.grad.asnumpy()
    for name, parameter in net.collect_params().items():
        if "running" in name:
            found["state " + suffix(name)] = parameter.data().asnumpy()
        elif parameter.grad_req != "null":
            found["gradient " + suffix(name)] = parameter.grad().asnumpy()
    return found


def digest(found):
    """Two numbers for each gradient and state instead of all: its norm, and its product with a vector; outputs as they are."""
    short = {}
    for name, array in found.items():
        flat = array.astype("float64").ravel()
        if name not in ("inference", "training"):
            vector = np.random.RandomState(flat.size).standard_normal(flat.size)
            flat = np.array([np.sqrt(np.dot(flat, flat)), np.dot(flat, vector)])
        short[name] = [float(f"{value:.9g}") for value in flat]
    return short


def recipe_of(number):
    """The recipe of a number."""
    return draw(random.Random(f"network/{number}"))


def network(mx, number):
    """The network of a number with its parameters, and its recipe."""
    recipe = recipe_of(number)
    net = build(mx, recipe["body"])
    initialize(mx, net, mx.nd.array(data_of(recipe, number)), number)
    return net, recipe
