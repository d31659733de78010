"""What jmx itself costs for one call, beside the computation: two source trees measured in turn.

    python benchmarks/overhead.py BEFORE AFTER [--rounds 7] [--only eager]

CPU microseconds of the calling thread for one call on small arrays. Each round is a process of its own for each tree, and the
two take turns, so that both see the same load of the machine. A process reports its best of several repeats; the table shows
the medians of these over the rounds, and their ratio.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

#: calls of a function before it is timed: more than the NumPy tier keeps a program for
WARM = 80


def calls(mx):
    """Pairs of a name and (function, how many times to call it in one repeat)."""
    a, b = mx.nd.ones((4, 4)), mx.nd.ones((4, 4))
    data, weight, bias = mx.nd.ones((2, 3, 8, 8)), mx.nd.ones((4, 3, 3, 3)), mx.nd.ones(4)
    variable = mx.nd.ones((4, 4))
    variable.attach_grad()

    def recorded():
        with mx.autograd.record():
            out = variable * b
        out.backward()

    dense = mx.gluon.nn.Dense(4)
    dense.initialize()
    dense.hybridize()
    rows = mx.nd.ones((2, 5))

    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=3, name="fc2")
    net = mx.sym.SoftmaxOutput(net, name="softmax")

    def bind():
        return net.simple_bind(mx.cpu(), data=(2, 5), softmax_label=(2,))

    executor = bind()

    def step():
        executor.forward(is_train=True)
        executor.backward()

    def assign():
        a[1:3] = 0.5

    return [
        ("eager add", lambda: a + b, 300),
        ("eager exp", lambda: mx.nd.exp(a), 300),
        ("eager Convolution", lambda: mx.nd.Convolution(data, weight, bias, kernel=(3, 3), num_filter=4), 200),
        ("eager slice assignment", assign, 100),
        ("recorded multiply and backward", recorded, 100),
        ("hybridized Dense", lambda: dense(rows), 200),
        ("executor forward", lambda: executor.forward(is_train=False), 100),
        ("executor forward and backward", step, 100),
        ("simple_bind", bind, 5),
    ]


def report(only, repeats=9):
    """Print the microseconds of each call, of the jmx that is imported, as JSON."""
    import jmx as mx

    measured = {}
    for name, call, count in calls(mx):
        if only and only not in name:
            continue
        for _ in range(WARM if count > 5 else 5):
            call()
        times = []
        for _ in range(repeats):
            mx.nd.waitall()
            start = time.thread_time()
            for _ in range(count):
                call()
            times.append((time.thread_time() - start) / count * 1e6)
        measured[name] = min(times)
    print(json.dumps(measured))


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="*", help="two source trees")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="part of the names of the calls to measure")
    parser.add_argument("--report", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.report:
        report(options.only)
        return
    if len(options.trees) != 2:
        parser.error("give two source trees")
    figures = [[], []]
    for number in range(options.rounds):
        turns = list(zip(options.trees, figures))
        for tree, column in turns if number % 2 else reversed(turns):
            command = [sys.executable, os.path.abspath(__file__), "--report", "--only", options.only]
            environment = {**os.environ, "PYTHONPATH": os.path.abspath(tree)}
            text = subprocess.run(command, env=environment, cwd=tree, check=True, capture_output=True, text=True).stdout
            column.append(json.loads(text.splitlines()[-1]))
    print(f"{'CPU microseconds of one call':34}{'before':>10}{'after':>10}{'ratio':>8}")
    for name in figures[0][0]:
        before, after = (statistics.median(one[name] for one in column) for column in figures)
        print(f"{name:34}{before:10.1f}{after:10.1f}{after / before:8.2f}")


if __name__ == "__main__":
    main()
