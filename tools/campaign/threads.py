"""Threads that share arrays, networks and stores come to what serial execution gives.

Every second round is one of the scenarios of `locked.py`, in turn, each of which needs a lock.
"""

import sys
import threading

import numpy as np

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.gluon import nn
from tools.campaign import locked, probe

#: threads of a round, at most
MOST = 4


def together(*functions):
    """Run functions in threads that begin at the same time. Returns their results; raises what one of them raised."""
    begin, results, errors = threading.Barrier(len(functions)), [None] * len(functions), []

    def run(i):
        try:
            begin.wait()
            results[i] = functions[i]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def differ(found, expected):
    """Whether results differ by more than rounding."""
    return not np.allclose(found, expected, rtol=1e-4, atol=1e-5)


def elements(draw, threads):
    """Each thread writes rows of its own."""
    a = nd.zeros((threads, draw.choice((1, 3, 64))))
    times = draw.randint(5, 60)

    def write(i):
        for k in range(times):
            a[i] = float(k) if k % 2 else a[i] * 0 + k

    together(*[lambda i=i: write(i) for i in range(threads)])
    return a.asnumpy(), times - 1


def additions(draw, threads):
    """All add to one array, whole or by views."""
    a = nd.zeros((2, draw.choice((1, 5))))
    views, times = [a, a, a.reshape((-1,)), a.reshape((-1, 1))], draw.randint(5, 60)

    def add(b):
        for _ in range(times):
            b += 1

    together(*[lambda i=i: add(views[i]) for i in range(threads)])
    return a.asnumpy(), times * threads


def readers(draw, threads):
    """One writes whole values, the others read them."""
    a = nd.zeros((8, 8))
    a[:] = a + 1

    def write():
        for k in range(60):
            a[k % 8] = 1.0 if k % 3 else 1

    def read():
        return sum(float((a * 1).asnumpy().sum()) for _ in range(20))

    return together(write, *[read] * (threads - 1))[1:], 20 * 64


def gradients(draw, threads):
    """All add gradients to those of one variable."""
    x = nd.ones(draw.choice(((3,), (200, 100))))
    x.attach_grad(grad_req="add")
    times = draw.randint(2, 15)

    def step():
        for _ in range(times):
            with autograd.record():
                y = x * 3
            y.backward()

    together(*[step] * threads)
    return x.grad.asnumpy(), 3 * times * threads


def _network(draw):
    net = nn.HybridSequential()
    for _ in range(draw.randint(1, 3)):
        net.add(nn.Dense(draw.randint(1, 9), activation=draw.choice((None, "relu", "tanh"))))
        if draw.random() < 0.3:
            net.add(nn.BatchNorm())
    net.initialize(mx.init.Normal(0.5))
    if draw.random() < 0.5:
        net.hybridize()
    return net


def first_calls(draw, threads):
    """A network that nobody has called before."""
    net, x = _network(draw), nd.random.normal(shape=(draw.randint(1, 4), 3))
    outs = together(*[lambda: net(x).asnumpy()] * threads)
    return np.stack(outs), net(x).asnumpy()


def _train(seed):
    weights = np.random.RandomState(seed).randn(2, 3).astype("float32")
    net = nn.Dense(2, in_units=3, use_bias=False)
    net.initialize()
    net.weight.set_data(nd.array(weights))
    net.hybridize(seed % 2 == 0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9}, kvstore=None)
    x = nd.array(np.random.RandomState(seed + 1).randn(4, 3).astype("float32"))
    for _ in range(5):
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        trainer.step(4)
    return net.weight.data().asnumpy()


def training(draw, threads):
    """A network for each thread."""
    seeds = [draw.randint(0, 9) for _ in range(threads)]
    return together(*[lambda s=s: _train(s) for s in seeds]), [_train(s) for s in seeds]


def loading(draw, threads):
    """A loader for each thread beside one that computes."""
    data = gluon.data.ArrayDataset(np.arange(24, dtype="float32"))
    workers = draw.choice((0, 2))

    def load():
        loader = gluon.data.DataLoader(data, batch_size=5, num_workers=workers, thread_pool=True)
        return sum(float(batch.sum().asscalar()) for batch in loader)

    return together(*[load] * threads), 276.0


def numbers(draw, threads):
    """All draw from one stream: what comes is what one thread gets, in some order."""
    seed, times = draw.randint(0, 1000), draw.randint(2, 15)

    def take(count):
        return [float(nd.random.uniform(shape=1).asscalar()) for _ in range(count)]

    mx.random.seed(seed)
    found = sorted(value for part in together(*[lambda: take(times)] * threads) for value in part)
    mx.random.seed(seed)
    return found, sorted(take(times * threads))


def executors(draw, threads):
    """Executors that share a weight."""
    weight = nd.random.normal(shape=(3, 4))
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), mx.sym.var("weight"), no_bias=True, num_hidden=3)
    values = [draw.randint(-5, 5) for _ in range(threads)]

    def use(value):
        executor = symbol.bind(mx.cpu(), {"data": nd.zeros((2, 4)), "weight": weight})
        for _ in range(5):
            out = executor.forward(data=nd.full((2, 4), value))[0].asnumpy()
        return out

    found = together(*[lambda v=v: use(v) for v in values])
    return found, [np.full((2, 4), v) @ weight.asnumpy().T for v in values]


def stores(draw, threads):
    """All push to one key of a store."""
    store, times = mx.kv.create("local"), draw.randint(3, 25)
    store.init("w", nd.zeros(3))
    store._set_updater(lambda key, grad, value: value.__iadd__(grad))

    def push():
        for _ in range(times):
            store.push("w", nd.ones(3))

    together(*[push] * threads)
    out = nd.zeros(3)
    store.pull("w", out=out)
    return out.asnumpy(), times * threads


SCENARIOS = (
    elements, additions, readers, gradients, first_calls, training, loading, numbers, executors, stores,
)  # fmt: skip


@probe(goal=2_000, unit="rounds of threads")
def run(rounds):
    """Draw a scenario and the number of its threads."""
    sys.setswitchinterval(1e-6)
    for number in rounds:
        draw = rounds.random(number)
        scenario, threads = draw.choice(SCENARIOS), draw.randint(2, MOST)
        if number % 2:
            scenario = locked.SCENARIOS[number // 2 % len(locked.SCENARIOS)]
        try:
            found, expected = scenario(draw, threads)
        except Exception as error:
            rounds.fail(f"{scenario.__name__}, {threads} threads: {type(error).__name__}: {error}")
            continue
        if differ(found, expected):
            rounds.fail(f"{scenario.__name__}, {threads} threads: got {found}, expected {expected}")
