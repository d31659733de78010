"""jmx beside the real MXNet, as ratios of one run.

    python benchmarks/against_mxnet.py --mxnet COMMAND [--cases import,add,...] [--rounds 5] [--json FILE]

COMMAND runs Python with MXNet 1.9.1 (an interpreter, or a script that calls one). Every case runs in processes of its own,
jmx and MXNet in turn; printed are the medians and the ratio, above 1 where jmx is better. Both get one thread unless
--threads says otherwise.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time


def timed(function, seconds=0.4):
    """Median microseconds of a call, over batches."""
    function()
    start = time.perf_counter()
    function()
    count = max(1, int(0.02 / max(time.perf_counter() - start, 1e-6)))
    batches, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(batches) < 5:
        start = time.perf_counter()
        for _ in range(count):
            function()
        batches.append((time.perf_counter() - start) / count * 1e6)
    return statistics.median(batches)


def case_import():
    """Seconds of `import mxnet`."""
    start = time.perf_counter()
    import mxnet

    assert mxnet.__version__ == "1.9.1"
    return {"seconds": time.perf_counter() - start}


def case_add():
    """a + b on 8x8."""
    import mxnet as mx

    a, b = mx.nd.ones((8, 8)), mx.nd.ones((8, 8))
    value = timed(lambda: a + b)
    mx.nd.waitall()
    return {"us": value}


def case_record():
    """record + backward of one multiplication on 8x8."""
    import mxnet as mx

    a, b = mx.nd.ones((8, 8)), mx.nd.ones((8, 8))
    a.attach_grad()

    def step():
        with mx.autograd.record():
            c = a * b
        c.backward()

    value = timed(step)
    mx.nd.waitall()
    return {"us": value}


def digits_net(hybrid):
    """The network of the digits script: two convolutions, two dense layers."""
    from mxnet.gluon import nn

    net = nn.HybridSequential() if hybrid else nn.Sequential()
    net.add(
        nn.Conv2D(20, kernel_size=(5, 5), activation="tanh"), nn.MaxPool2D(pool_size=(2, 2), strides=(2, 2)),
        nn.Conv2D(50, kernel_size=(5, 5), activation="tanh"), nn.MaxPool2D(pool_size=(2, 2), strides=(2, 2)),
        nn.Flatten(), nn.Dense(500, activation="tanh"), nn.Dense(10),
    )
    return net


def digits(hybrid, batches=60, epochs=4):
    """Train on random digits; images per second from the second epoch on, seconds of the first, peak memory."""
    import mxnet as mx
    import numpy as np
    from mxnet import autograd, gluon

    size = 100
    draw = np.random.RandomState(0)
    data = draw.rand(size * batches, 1, 28, 28).astype(np.float32)
    label = draw.randint(0, 10, size * batches).astype(np.float32)
    train = mx.io.NDArrayIter(data, label, size, shuffle=True)
    net = digits_net(hybrid)
    net.initialize(mx.init.Xavier(magnitude=2.24))
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    if hybrid:
        net.hybridize()
        loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.001})
    metric = mx.metric.Accuracy()
    seconds = []
    for _ in range(epochs):
        start = time.perf_counter()
        train.reset()
        metric.reset()
        for batch in train:
            with autograd.record():
                out = net(batch.data[0])
                cost = loss(out, batch.label[0])
                cost.backward()
            metric.update(batch.label, [out])
            trainer.step(size)
        mx.nd.waitall()
        seconds.append(time.perf_counter() - start)
    return {
        "images_per_second": size * batches / statistics.median(seconds[1:]), "first_epoch_seconds": seconds[0],
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def case_eager():
    """The digits network, eager."""
    return digits(False)


def case_hybrid():
    """The digits network, hybridized."""
    return digits(True)


CASES = {name[5:]: function for name, function in list(globals().items()) if name.startswith("case_")}
MORE_IS_BETTER = {"images_per_second"}


def measure(command, case, env):
    """Run one case in a process of its own; returns its figures."""
    done = subprocess.run([*command, os.path.abspath(__file__), "--worker", case], env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {case} failed\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="an empty cache of compiled programs for every process of jmx")
    parser.add_argument("--json")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        print(json.dumps(CASES[args.worker]()))
        return
    if not args.mxnet:
        parser.error("--mxnet is required")
    env = dict(os.environ, OMP_NUM_THREADS=str(args.threads))
    pin = ["taskset", "-c", ",".join(map(str, range(args.threads)))]
    results = {}
    for case in args.cases.split(","):
        figures = {"jmx": [], "mxnet": []}
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                mine = dict(env, JMX_CACHE_DIR=folder) if args.cold else env
                figures["jmx"].append(measure([*pin, sys.executable], case, mine))
            theirs = {k: v for k, v in env.items() if k != "PYTHONPATH"}
            figures["mxnet"].append(measure([*pin, *args.mxnet.split()], case, theirs))
        results[case] = figures
        for key in figures["jmx"][0]:
            mine, theirs = (statistics.median(run[key] for run in figures[who]) for who in ("jmx", "mxnet"))
            ratio = mine / theirs if key in MORE_IS_BETTER else theirs / mine
            print(f"{case:8} {key:20} jmx {mine:10.2f}   mxnet {theirs:10.2f}   ratio {ratio:6.2f}", flush=True)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
