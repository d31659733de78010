"""Golden values of trainings: parameters, moving statistics and losses of Gluon's loop, from the real MXNet 1.9.1.

`python tests/golden/generate.py training_steps` records them; the tests train by `jmx.to_jax_step`.
"""

import os

import numpy as np

FILE = os.path.join(os.path.dirname(__file__), "training_steps.npz")
STEPS = 20

#: optimizer, its arguments, the schedule (a class and its arguments) or None
CASES = [
    ["sgd", {"learning_rate": 0.1}, None],
    ["sgd", {"momentum": 0.9, "wd": 0.01}, ["CosineScheduler", {"max_update": 15, "base_lr": 0.1, "warmup_steps": 3}]],
    ["sgd", {"momentum": 0.9, "clip_gradient": 0.02}, ["MultiFactorScheduler", {"step": [5, 12], "factor": 0.3, "base_lr": 0.3}]],
    ["nag", {"momentum": 0.9, "wd": 0.01}, ["FactorScheduler", {"step": 4, "factor": 0.7, "base_lr": 0.1}]],
    ["adam", {"wd": 0.01}, ["PolyScheduler", {"max_update": 15, "base_lr": 0.02, "warmup_steps": 2}]],
    ["rmsprop", {"learning_rate": 0.01, "centered": True}, None],
    ["adagrad", {"learning_rate": 0.05, "wd": 0.01}, None],
    ["adadelta", {}, None],
    ["ftrl", {"learning_rate": 0.1}, None],
    ["signum", {"learning_rate": 0.01, "wd_lh": 0.01}, None],
    ["lamb", {"learning_rate": 0.02, "wd": 0.01}, None],
    ["nadam", {"learning_rate": 0.01}, None],
]


def network(mx):
    """A small network of which the values do not depend on MXNet's random numbers."""
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        # Before the normalization a bias would have a gradient of rounding errors alone.
        net.add(mx.gluon.nn.Dense(8, in_units=5, use_bias=False), mx.gluon.nn.BatchNorm(in_channels=8))
        net.add(mx.gluon.nn.Activation("tanh"), mx.gluon.nn.Dense(3, in_units=8))
    net.initialize()
    random = np.random.RandomState(11)
    for parameter in net.collect_params().values():
        if parameter.name.endswith(("weight", "bias")):
            parameter.set_data(mx.nd.array(random.uniform(-0.5, 0.5, parameter.shape)))
    net[3].bias.lr_mult = 2.0
    net[0].weight.wd_mult = 0.5
    return net


def trainer(mx, net, name, options, schedule):
    """A Trainer of the network."""
    more = {"lr_scheduler": getattr(mx.lr_scheduler, schedule[0])(**schedule[1])} if schedule else {}
    return mx.gluon.Trainer(net.collect_params(), name, dict(options, **more))


def batch(number):
    """Inputs and labels of a step; batches differ in size."""
    random = np.random.RandomState(number)
    size = 16 if number % 5 else 9
    return random.normal(0, 1, (size, 5)).astype("float32"), random.randint(0, 3, size).astype("float32")


def values(net):
    """All parameters and moving statistics, flat."""
    return np.concatenate([parameter.data().asnumpy().ravel() for parameter in net.collect_params().values()])


def trace(mx, name, options, schedule):
    """The values at the end, and the mean loss of each step."""
    net = network(mx)
    loop = trainer(mx, net, name, options, schedule)
    loss, means = mx.gluon.loss.SoftmaxCrossEntropyLoss(), []
    for number in range(STEPS):
        x, y = batch(number)
        with mx.autograd.record():
            losses = loss(net(mx.nd.array(x)), mx.nd.array(y))
        losses.backward()
        loop.step(len(x))
        means.append(losses.mean().asscalar())
    return values(net), np.array(means)
