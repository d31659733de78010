"""The networks in Gluon and as a symbol, and their steps: what jmx and MXNet run."""

import math

from .inputs import EAGER, IMAGES, UNITS, WORDS, arrays, base, optimizer


def _digits(nn, container):
    """Two convolutions and two dense layers, as programs for handwritten digits have them."""
    net = container()
    net.add(
        nn.Conv2D(20, kernel_size=5, activation="tanh"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(50, kernel_size=5, activation="tanh"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Dense(500, activation="tanh"),
        nn.Dense(10, activation="tanh"),
    )
    return net


def _cifar(nn, container):
    """A small network for pictures of 32x32."""
    net = container()
    net.add(
        nn.Conv2D(channels=6, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=16, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Flatten(),
        nn.Dense(120, activation="relu"),
        nn.Dense(84, activation="relu"),
        nn.Dense(10),
    )
    return net


def _transformer_layer(mx, nn):
    """An encoder layer: attention and two dense layers, normalized after each sum."""

    class Layer(mx.gluon.HybridBlock):
        def __init__(self, heads=8, **kwargs):
            super().__init__(**kwargs)
            self.heads = heads
            with self.name_scope():
                for name in "qkvo":
                    setattr(self, name, nn.Dense(UNITS, flatten=False, in_units=UNITS))
                self.up = nn.Dense(2048, activation="relu", flatten=False, in_units=UNITS)
                self.down = nn.Dense(UNITS, flatten=False, in_units=2048)
                self.norm1, self.norm2 = nn.LayerNorm(in_channels=UNITS), nn.LayerNorm(in_channels=UNITS)
                self.out = nn.Dense(10, flatten=False, in_units=UNITS)

        def hybrid_forward(self, F, x):
            def split(y):
                y = F.transpose(F.reshape(y, (0, 0, self.heads, -1)), (0, 2, 1, 3))
                return F.reshape(y, (-1, 0, 0), reverse=True)

            q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
            weight = F.softmax(F.batch_dot(q, k, transpose_b=True) / math.sqrt(UNITS // self.heads))
            y = F.reshape(F.batch_dot(weight, v), (-1, self.heads, 0, 0), reverse=True)
            x = self.norm1(x + self.o(F.reshape(F.transpose(y, (0, 2, 1, 3)), (0, 0, -1))))
            return self.out(self.norm2(x + self.down(self.up(x))))

    return Layer()


def network(case):
    """Return the network of a case as a Gluon block, hybridized unless the case is eager."""
    import mxnet as mx
    from mxnet.gluon import nn, rnn

    if base(case) in ("digits", "cifar"):
        container = nn.Sequential if case in EAGER else nn.HybridSequential
        net = (_digits if base(case) == "digits" else _cifar)(nn, container)
    elif case in IMAGES:
        net = mx.gluon.model_zoo.vision.get_model(case)
    elif case == "language_model":
        net = nn.HybridSequential()
        net.add(nn.Embedding(WORDS, 200), rnn.LSTM(200, 2, input_size=200), nn.Dense(WORDS, in_units=200, flatten=False))
    else:
        net = _transformer_layer(mx, nn)
    if case not in EAGER:
        net.hybridize(static_alloc=True, static_shape=True)
    return net


def block_step(case, phase, batch=None, ctx=None, dtype="float32"):
    """A step of a Gluon block, which is not waited for, on a context; with another `dtype` parameters have float32 copies."""
    import mxnet as mx

    data, label = (mx.nd.array(part, ctx=ctx) for part in arrays(case, batch))
    net, loss = network(case), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier(), ctx=ctx)
    single = dtype == "float32"
    if not single:
        net.cast(dtype)
        data = data if case == "language_model" else data.astype(dtype)
    if case not in EAGER:
        loss.hybridize()
    if phase == "infer":
        return lambda: net(data)
    name, rate, momentum = optimizer(case)
    settings = {"learning_rate": rate, "momentum": momentum} if name == "sgd" else {"learning_rate": rate}
    trainer = mx.gluon.Trainer(net.collect_params(), name, settings if single else {**settings, "multi_precision": True})

    def step():
        with mx.autograd.record():
            scores = net(data)
            cost = loss(scores if single else scores.astype("float32"), label).mean()
        cost.backward()
        trainer.step(1)
        return cost

    return step


def _waited(step, phase):
    """A step of a Gluon block that ends when its results are there."""
    import mxnet as mx

    if phase == "infer":
        return lambda: step().wait_to_read()

    def waited():
        step()
        mx.nd.waitall()

    return waited


def _digits_symbol(mx):
    """The digits network as a symbol."""
    net = mx.sym.Variable("data")
    for filters in (20, 50):
        net = mx.sym.Activation(mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters), act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10), name="out")


def _executor_step(case, phase, batch):
    """A step of an executor, as programs of the symbolic interface write it: the update is a loop over arrays."""
    import mxnet as mx
    import numpy as np

    data, label = arrays(case, batch)
    if case == "convolution":
        net = mx.sym.Convolution(mx.sym.Variable("data"), num_filter=32, kernel=(3, 3), pad=(1, 1), no_bias=True)
    else:
        net = _digits_symbol(mx)
    executor = net.simple_bind(mx.cpu(), data=data.shape)
    arguments = executor.arg_dict
    draw = np.random.RandomState(1)
    for name, array in arguments.items():
        array[:] = draw.uniform(-0.1, 0.1, array.shape) if "weight" in name else 0
    arguments["data"][:] = data
    if phase == "infer":
        return lambda: executor.forward(is_train=False)[0].wait_to_read()
    rate = optimizer(case)[1]

    def step():
        arguments["data"][:] = data
        arguments["out_label"][:] = label
        executor.forward(is_train=True)
        executor.backward()
        for weight, gradient in zip(executor.arg_arrays, executor.grad_arrays):
            weight[:] -= rate * (gradient / len(data))
        mx.nd.waitall()

    return step


def stepper(case, phase, batch=None):
    """Return a function that runs one step of a case (`train` or `infer`) and waits for it."""
    if case in ("digits_executor", "convolution"):
        return _executor_step(case, phase, batch)
    return _waited(block_step(case, phase, batch), phase)
