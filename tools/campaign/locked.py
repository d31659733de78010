"""Scenarios of threads that show each lock: without it, work that is one step to others is done half, or twice.

A thread that is in the middle of such work gives up its turn there, where a program may: in an updater, an optimizer, an
initializer, a function that is traced.
"""

from __future__ import annotations

import os
import tempfile
import time

import numpy as np

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.gluon import nn


def together(*functions):
    """`threads.together`, imported late: the two modules need each other."""
    from tools.campaign import threads

    return threads.together(*functions)


def pause():
    """Let other threads go on."""
    time.sleep(2e-4)


def store_with_an_updater(draw, threads):
    """A store's updater reads, and writes what it has read plus one."""
    store, times = mx.kv.create("local"), draw.randint(3, 10)
    store.init("w", nd.zeros(3))

    def update(key, grad, value):
        old = value.asnumpy()
        pause()
        value[:] = nd.array(old) + grad

    store._set_updater(update)

    def push():
        for _ in range(times):
            store.push("w", nd.ones(3))

    together(*[push] * threads)
    out = nd.zeros(3)
    store.pull("w", out=out)
    return out.asnumpy(), times * threads


class _Counting(mx.optimizer.Optimizer):
    """Adds one to a weight and to its state, in two steps."""

    def create_state(self, index, weight):
        pause()
        return nd.zeros(weight.shape)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        for array in (weight, state):
            old = array.asnumpy()
            pause()
            array[:] = nd.array(old + 1)


def one_updater(draw, threads):
    """All update one weight by one updater."""
    updater, weight, times = mx.optimizer.get_updater(_Counting()), nd.zeros(2), draw.randint(2, 6)

    def update():
        for _ in range(times):
            updater(0, nd.ones(2), weight)

    together(*[update] * threads)
    found = [weight.asnumpy()[0], updater.states[0].asnumpy()[0], updater.optimizer.num_update]
    return found, [times * threads] * 3


_inside = {"now": 0, "most": 0}


class _Watching(mx.operator.CustomOp):
    """Counts how many passes are in it at a time."""

    def forward(self, is_train, req, in_data, out_data, aux):
        _inside["now"] += 1
        _inside["most"] = max(_inside["most"], _inside["now"])
        pause()
        self.assign(out_data[0], req[0], in_data[0])
        _inside["now"] -= 1

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0])


@mx.operator.register("campaign_watching")
class _WatchingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Watching()


def one_executor(draw, threads):
    """All give an executor their data: one pass runs at a time."""
    symbol = mx.sym.Custom(mx.sym.var("data") * 2, op_type="campaign_watching")
    executor = symbol.bind(mx.cpu(), {"data": nd.zeros((2, 4))}, {"data": nd.zeros((2, 4))})
    _inside.update(now=0, most=0)
    times = draw.randint(2, 6)

    def use(value):
        for _ in range(times):
            executor.forward(is_train=True, data=nd.full((2, 4), value))
            executor.backward(nd.ones((2, 4)))

    together(*[lambda v=v: use(v) for v in range(threads)])
    return [_inside["most"], *executor.grad_dict["data"].asnumpy().ravel()], [1, *[2] * 8]


_declared = [0]


def traced_once(draw, threads):
    """A function of JAX that is an operator is traced as often as by one thread."""
    size, traced = draw.randint(2, 40), {}

    def declare():
        _declared[0] += 1
        name = f"campaign_{_declared[0]}"
        traced[name] = 0

        def function(x):
            traced[name] += 1
            pause()
            return x * 2 + 1

        mx.register_op(function, name=name)
        return name, lambda: getattr(nd, name)

    (one, find_one), (many, find_many) = declare(), declare()
    x = nd.ones((size,))
    for _ in range(threads):
        find_one()(x).wait_to_read()
    together(*[lambda: find_many()(x).wait_to_read()] * threads)
    return [traced[many]], [traced[one]]


def built_once(draw, threads):
    """A network that nobody has called: its parameters are drawn once, and it is traced once."""
    counts = {"drawn": 0, "traced": 0}

    class Init(mx.init.Initializer):
        def _init_weight(self, name, array):
            counts["drawn"] += 1
            pause()
            array[:] = 1.0

    class Net(nn.HybridSequential):
        def hybrid_forward(self, F, x):
            if F is mx.sym:
                counts["traced"] += 1
                pause()
            return super().hybrid_forward(F, x)

    def make():
        net = Net()
        net.add(nn.Dense(3, use_bias=False), nn.Dense(2, use_bias=False))
        net.initialize(Init())
        net.hybridize()
        return net

    x = nd.ones((2, draw.randint(2, 5)))
    net = make()
    expected = [net(x).asnumpy() for _ in range(threads)]
    once = dict(counts)
    counts.update(drawn=0, traced=0)
    net = make()
    found = together(*[lambda: net(x).asnumpy()] * threads)
    return [*np.ravel(found), *counts.values()], [*np.ravel(expected), *once.values()]


def moving_averages(draw, threads):
    """All train one normalization with the same data."""
    net, times = nn.BatchNorm(in_channels=2, momentum=0.9), draw.randint(2, 6)
    net.initialize()
    x = nd.array(np.arange(8).reshape(4, 2))

    def step():
        for _ in range(times):
            with autograd.record():
                y = net(x)
            y.backward()

    together(*[step] * threads)
    share = 1 - 0.9 ** (times * threads)
    return net.running_mean.data().asnumpy(), share * x.asnumpy().mean(0)


def updates_in_place(draw, threads):
    """All update one weight and its momentum, which one operator writes together."""
    times = draw.randint(20, 60)

    def make():
        weight, momentum, grad = nd.ones((50,)), nd.zeros((50,)), nd.ones((50,))

        def update():
            for _ in range(times):
                nd.sgd_mom_update(weight, grad, momentum, out=weight, lr=0.01, momentum=0.9)

        return (weight, momentum), update

    (found, update), (expected, one) = make(), make()
    together(*[update] * threads)
    for _ in range(threads):
        one()
    return [array.asnumpy() for array in found], [array.asnumpy() for array in expected]


def rows_by_index(draw, threads):
    """Each thread adds to rows of its own, of one array, and some of them by views."""
    a, times = nd.zeros((threads, 8)), draw.randint(5, 30)
    rows = [a[i] if i % 2 else a[i : i + 1] for i in range(threads)]

    def add(row):
        for _ in range(times):
            row += 1

    together(*[lambda r=r: add(r) for r in rows])
    return a.asnumpy(), times


def records(draw, threads):
    """A data set in a file of records, whose position all share."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.rec")
        writer = mx.recordio.MXIndexedRecordIO(path[:-3] + "idx", path, "w")
        for i in range(40):
            writer.write_idx(i, bytes([i]) * 20_000)  # more than is read ahead: each read lets others go on
        writer.close()
        data = gluon.data.RecordFileDataset(path)

        def read():
            return [data[i][0] for i in range(40) for _ in range(4)]

        found = together(*[read] * threads)
    return found, [[i for i in range(40) for _ in range(4)]] * threads


def counters(draw, threads):
    """All count with one counter of the profiler."""
    counter, times = mx.profiler.Domain("campaign").new_counter("c", 0), draw.randint(10_000, 20_000)

    def count():
        for _ in range(times):
            counter.increment()

    together(*[count] * threads)
    return [counter._value], [times * threads]


SCENARIOS = (
    store_with_an_updater, one_updater, one_executor, traced_once, built_once, moving_averages, updates_in_place,
    rows_by_index, records, counters,
)  # fmt: skip
