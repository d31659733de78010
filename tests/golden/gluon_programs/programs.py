"""What the programs in `programs_*.py` share, and how they are run: by MXNet to make golden values, by the tests to compare.

A program is a function (mx, step); `step(name, function)` notes what the function returns or raises.
"""

import importlib
import re

import numpy as np


def A(mx, *shape, seed=0, dtype="float32"):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape).astype(dtype), dtype=dtype)


def G(mx, seed, shape, dtype):
    return mx.nd.array(np.random.RandomState(50 + seed).normal(0, 1, shape).astype(dtype), dtype=dtype)


def fill(mx, block):
    for i, (_, param) in enumerate(sorted(block.collect_params().items())):
        if param._data is not None:
            param.set_data(A(mx, *param.list_data()[0].shape, seed=i + 10).astype(param.dtype))


def mlp(mx, prefix="n_", sizes=(3, 4, 2)):
    net = mx.gluon.nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        for inside, outside in zip(sizes, sizes[1:]):
            net.add(mx.gluon.nn.Dense(outside, in_units=inside, activation="relu"))
    return net


def ready(mx, **options):
    net = mlp(mx, **options)
    net.initialize()
    fill(mx, net)
    return net


def two_layers(mx, ctx=None):
    net = mx.gluon.nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(4, in_units=3), mx.gluon.nn.Dense(2, in_units=4))
    net.initialize(ctx=ctx)
    fill(mx, net)
    return net


def back(mx, net, contexts=None, seed=0):
    for i, ctx in enumerate(contexts or [mx.cpu()]):
        x = A(mx, 4, 3, seed=seed + i).as_in_context(ctx)
        with mx.autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()


def values(net, ctx=None):
    return {name: (param.data(ctx) if ctx else param.list_data()[0]) for name, param in net.collect_params().items()}


def plain(mx, value):
    """A result as JSON holds it: of an array its type, shape and a few numbers."""
    if isinstance(value, mx.nd.NDArray):
        value = value.asnumpy()
        numbers = value.astype("float64").reshape(-1)
        few = [numbers.sum(), (numbers * np.arange(1, len(numbers) + 1)).sum(), *numbers[:2], *numbers[-1:]]
        return ["array", value.dtype.name, list(value.shape), [float(f"{number:.6g}") for number in few]]
    if isinstance(value, np.generic):
        return plain(mx, value.item())
    if value is None or isinstance(value, (int, str, bool)):
        return value
    if isinstance(value, float):
        return float(f"{value:.8g}")
    if isinstance(value, dict):
        return {str(key): plain(mx, member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(mx, member) for member in value]
    return type(value).__name__


def run(mx, program):
    """What the steps of a program give, in the current folder: {step: ["value", ...] or ["error", class]}."""
    found = {}

    def step(label, function):
        try:
            found[label] = ["value", plain(mx, function())]
        except Exception as error:
            # Python 3.13 calls the class PatternError that was `error` before
            found[label] = ["error", "error" if isinstance(error, re.error) else type(error).__name__]

    np.random.seed(3)
    mx.random.seed(3)
    with mx.name.NameManager():
        program(mx, step)
    return found


def every():
    """All programs by name."""
    found = {}
    for area in ("blocks", "parameters", "files", "training", "optimizers"):
        module = importlib.import_module(f"programs_{area}")
        made = {name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
        found.update(made)
    return found
