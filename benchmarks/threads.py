"""How work on two threads compares with the same work on one: `python -m benchmarks.threads`.

For Pythons without a GIL, beside others. Rounds on one thread and on two take turns, and the best of each counts, since other
work on the machine can only make them slower.
"""

import argparse
import sys
import threading
import time

import numpy as np

import jmx as mx
from jmx import autograd, gluon


def _eager():
    a, b = mx.nd.ones((32, 32)), mx.nd.ones((32, 32))

    def call():
        mx.nd.tanh(a * b + a).wait_to_read()

    return call


def _network(training):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(64, activation="relu", in_units=64), gluon.nn.Dense(10, in_units=64))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    x, loss = mx.nd.ones((16, 64)), gluon.loss.L2Loss()

    def forward():
        net(x).wait_to_read()

    def step():
        with autograd.record():
            cost = loss(net(x), mx.nd.ones((16, 10)))
        cost.backward()
        trainer.step(16)
        cost.wait_to_read()

    return step if training else forward


def _transformed(x):
    """What a data set's transformation may do in Python: here a checksum."""
    total = 0
    for value in x.ravel()[:400].tolist():
        total = (total * 31 + int(value)) % 65521
    return np.float32(total)


#: case: what makes a function for a thread of its own
CALLS = {
    "three eager operators on 32x32": _eager,
    "hybridized forward of two dense layers": lambda: _network(False),
    "hybridized training step of two dense layers": lambda: _network(True),
}


def rate(functions, seconds):
    """Calls per second of functions, each on a thread of its own."""
    done, start, end = [0] * len(functions), threading.Barrier(len(functions) + 1), [0.0]

    def run(i):
        start.wait()
        while time.perf_counter() < end[0]:
            functions[i]()
            done[i] += 1

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(functions))]
    for thread in threads:
        thread.start()
    end[0] = (began := time.perf_counter()) + seconds
    start.wait()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - began)


def loaded(workers, dataset):
    """Samples per second of a DataLoader with threads."""
    loader = gluon.data.DataLoader(dataset, 64, num_workers=workers, thread_pool=True)
    began = time.perf_counter()
    for batch in loader:
        batch.wait_to_read()
    return len(dataset) / (time.perf_counter() - began)


def main(arguments=None):
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__, allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="of each round")
    args = parser.parse_args(arguments)
    gil = getattr(sys, "_is_gil_enabled", lambda: True)
    measured = {}
    for name, make in CALLS.items():
        functions = [make(), make()]
        for _ in range(3):  # compiled before it counts
            rate(functions, args.seconds)
        measured[name] = [(rate(functions[:1], args.seconds), rate(functions, args.seconds)) for _ in range(args.rounds)]
    numbers = np.random.default_rng(0).integers(0, 255, (512, 20, 20)).astype("float32")
    dataset = gluon.data.ArrayDataset(numbers).transform(_transformed)
    measured["DataLoader of threads, a transformation in Python"] = [
        (loaded(1, dataset), loaded(2, dataset)) for _ in range(args.rounds)
    ]
    print(f"Python {sys.version.split()[0]}, GIL {'on' if gil() else 'off'}: per second\n")
    print("| | 1 thread | 2 threads | ratio |\n|---|---|---|---|")
    for name, rows in measured.items():
        one, two = (max(column) for column in zip(*rows))
        print(f"| {name} | {one:,.0f} | {two:,.0f} | {two / one:.2f} |")


if __name__ == "__main__":
    main()
