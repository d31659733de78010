"""Runs a small program once for each private name of JAX, with that name missing; started by test_taken_away.py.

It reads which names as JSON, and writes a line for each part of the program and name: what was printed. Lines of the name
"nothing" are of the program with all of them. Processes are forked before anything was computed, since names that are asked
for once are remembered; what jmx asks for while it is imported is missing from a process that has imported JAX alone.
"""

import contextlib
import importlib
import io
import json
import os
import sys
import tempfile
import traceback

import numpy as np

from jmx.config import jax_internals


def train(mx):
    from jmx import autograd, gluon

    mx.random.seed(3)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(4, in_units=3, activation="relu"), gluon.nn.BatchNorm(in_channels=4), gluon.nn.Dropout(0.1))
    net.add(gluon.nn.Dense(2, in_units=4))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9})
    x = mx.nd.array(np.linspace(-1, 1, 12).reshape(4, 3))
    for _ in range(2):
        with autograd.record():
            cost = gluon.loss.L2Loss()(net(x), mx.nd.ones((4, 2)))
        cost.backward()
        trainer.step(4)
    yield cost
    with tempfile.TemporaryDirectory() as folder:
        net.save_parameters(folder + "/net.params")
        net.load_parameters(folder + "/net.params")
        mx.nd.save(folder + "/arrays", [x])
        yield net(mx.nd.load(folder + "/arrays")[0])


def eager(mx):
    mx.random.seed(3)
    yield mx.nd.random.normal(shape=3)
    a = mx.nd.array([[2, 0], [1, 3]])
    yield mx.nd.linalg.trsm(a, a + 1)
    a[1:] += 2.5
    yield a
    yield mx.nd.array([1 << 40], dtype="int64")
    yield mx.nd.arange(3) + mx.nd.eye(3)
    yield mx.nd.prod(a)
    a.attach_grad()
    with mx.autograd.record():
        y = mx.nd.take(a, mx.nd.array([0, 1])) + a * a
    y.backward()
    yield a.grad
    yield mx.nd.array(mx.np.linalg.solve(mx.np.array([[2.0, 0], [1, 3]]), mx.np.ones(2)).asnumpy())


def loops(mx):
    layer = mx.gluon.rnn.RNN(2, input_size=3)
    layer.initialize(mx.init.One())
    yield layer(mx.nd.ones((4, 1, 3)) / 8)


def compiled(mx):
    """What XLA compiles, with a cache of programs, so often that the memory of traces is given back."""
    from jmx.core.numpy_tier import tiered

    os.environ["JMX_COMPILE"] = "now"
    a = mx.nd.array([1, 2, 3])
    yield mx.nd.tanh(a)
    yield mx.nd.tanh(a)
    tiered.jax_internals.forget_traces()
    yield mx.nd.tanh(a[1:])
    net = mx.gluon.nn.Dense(2, in_units=3, activation="relu")
    net.initialize(mx.init.One())
    net.hybridize()
    yield net(a.reshape((1, 3)))


def child(mx):
    """What a forked process computes, and what happens where it would have to compile."""
    a = mx.nd.array([1, 2, 3])
    os.environ["JMX_COMPILE"] = "now"
    yield mx.nd.tanh(a)
    read, write = os.pipe()
    process = os.fork()
    if not process:
        try:
            said = f"computed {(a + 1).sum().asscalar()}"
        except mx.MXNetError as error:
            said = f"refused {'spawn' in str(error)}"
        with os.fdopen(write, "w") as file:
            json.dump([said, sorted(asked)], file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        said, names = json.loads(file.read() or '["ended", []]')
    os.waitpid(process, 0)
    asked.update(map(tuple, names))
    print("child", said)


def exported(mx):
    net = mx.gluon.nn.Dense(1, in_units=2)
    net.initialize(mx.init.One())
    with tempfile.TemporaryDirectory() as folder:
        mx.jax.export(net, folder + "/net", mx.nd.ones((1, 2)), platforms=("cpu",), stablehlo=False)
    yield net(mx.nd.ones((1, 2)))


#: the shortest at the front
PARTS = (compiled, child, loops, train, eager, exported)
asked: set = set()


def take_away(cases):
    """Have `jax_internals` not find names: ("private", module, *names), ("attribute", name), ("parameter", name)."""
    private, attribute, parameter = jax_internals.private, jax_internals.attribute, jax_internals.parameter
    cases = set(map(tuple, cases))

    def found(case):
        asked.add(case)
        return case not in cases

    def noting_parameter(params, name):
        if not found(("parameter", name)):
            raise KeyError(name)
        return parameter(params, name)

    jax_internals.private = lambda *names: private(*names) if found(("private", *names)) else None
    jax_internals.attribute = lambda thing, name, otherwise=None: (
        attribute(thing, name, otherwise) if found(("attribute", name)) else otherwise
    )
    jax_internals.parameter = noting_parameter


def run(part):
    """What a part of the program prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            import jmx as mx

            for array in part(mx):
                print(np.round(array.asnumpy().astype("float64"), 4).tolist())
        except Exception:
            traceback.print_exc(file=sys.stdout)
    return printed.getvalue()


def forked(part, *cases):
    """Run a part in a process of its own with names missing. Returns what it asked for, and writes what it printed."""
    read, write = os.pipe()
    process = os.fork()
    if not process:
        os.close(read)
        asked.clear()
        take_away(cases)
        with os.fdopen(write, "w") as file:
            json.dump([run(part), sorted(asked)], file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    _, status = os.waitpid(process, 0)
    printed, names = json.loads(text) if text else (f"ended with {status}", [])
    for case in cases or [("nothing",)]:
        print(json.dumps({"part": part.__name__, "case": case, "printed": printed}), flush=True)
    return {tuple(name) for name in names}


def nothing(mx):
    import_all()
    return ()


def import_all():
    mx = importlib.import_module("jmx")
    for name in ("gluon", "nd", "random", "optimizer", "init", "mod"):
        getattr(mx, name)


def main():
    """Run every part for each name that it asks for; without "thorough" the shortest that asks for it.

    What is asked for while jmx is imported is then missing all at once.
    """
    order = json.load(sys.stdin)
    cases, thorough = {tuple(case) for case in order["cases"]}, order["thorough"]
    early = forked(nothing) & cases
    for group in [[case] for case in sorted(early)] if thorough else [sorted(early)]:
        for part in PARTS if thorough else PARTS[:1]:
            forked(part, *group)
    import_all()
    done = set(early)
    for part in PARTS:
        asked_for = forked(part) & cases
        for case in sorted(asked_for - (early if thorough else done)):
            forked(part, case)
        done |= asked_for


if __name__ == "__main__":
    main()
