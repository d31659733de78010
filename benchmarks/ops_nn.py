"""Network operators beside the real MXNet: forward + backward through `autograd`, on one core.

    python benchmarks/ops_nn.py --mxnet PYTHON [--rounds N] [--only WORD]

PYTHON is an interpreter with Apache MXNet 1.9.1 (also taken from JMX_BENCH_MXNET). Both packages run the same code in a
process of their own, case by case in turns. Prints the median processor time of each (which a busy machine blurs less
than time on the clock) and the ratio jmx / MXNet: below 1 jmx is faster.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

CONV = {"no_bias": True}
CASES = {
    # name: (operator, shapes, attributes, positions of the inputs that get gradients)
    "conv digits 1": ("Convolution", [(100, 1, 28, 28), (20, 1, 5, 5)], {"kernel": (5, 5), "num_filter": 20, **CONV}, [1]),
    "conv digits 2": ("Convolution", [(100, 20, 12, 12), (50, 20, 5, 5)], {"kernel": (5, 5), "num_filter": 50, **CONV}, [0, 1]),
    "conv 3x3": (
        "Convolution",
        [(16, 64, 28, 28), (64, 64, 3, 3)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 64, **CONV},
        [0, 1],
    ),
    "conv 3x3 stride 2": (
        "Convolution",
        [(16, 64, 28, 28), (128, 64, 3, 3)],
        {"kernel": (3, 3), "pad": (1, 1), "stride": (2, 2), "num_filter": 128, **CONV},
        [0, 1],
    ),
    "conv 1x1": ("Convolution", [(16, 64, 28, 28), (128, 64, 1, 1)], {"kernel": (1, 1), "num_filter": 128, **CONV}, [0, 1]),
    "conv first layer": (
        "Convolution",
        [(64, 3, 32, 32), (32, 3, 3, 3)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 32, **CONV},
        [1],
    ),
    "conv depthwise": (
        "Convolution",
        [(8, 64, 28, 28), (64, 1, 3, 3)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 64, "num_group": 64, **CONV},
        [0, 1],
    ),
    "conv 32 groups": (
        "Convolution",
        [(8, 128, 14, 14), (128, 4, 3, 3)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 128, "num_group": 32, **CONV},
        [0, 1],
    ),
    "conv 3d": (
        "Convolution",
        [(2, 8, 8, 28, 28), (16, 8, 3, 3, 3)],
        {"kernel": (3, 3, 3), "pad": (1, 1, 1), "num_filter": 16, **CONV},
        [0, 1],
    ),
    "deconv 4x4 stride 2": (
        "Deconvolution",
        [(8, 32, 14, 14), (32, 16, 4, 4)],
        {"kernel": (4, 4), "stride": (2, 2), "pad": (1, 1), "num_filter": 16, **CONV},
        [0, 1],
    ),
    "dense": ("FullyConnected", [(100, 800), (500, 800), (500,)], {"num_hidden": 500}, [0, 1, 2]),
    "max pool 2x2": ("Pooling", [(100, 20, 24, 24)], {"kernel": (2, 2), "stride": (2, 2)}, [0]),
    "max pool 3x3 stride 2": ("Pooling", [(16, 64, 56, 56)], {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)}, [0]),
    "mean pool 2x2": ("Pooling", [(16, 64, 56, 56)], {"kernel": (2, 2), "stride": (2, 2), "pool_type": "avg"}, [0]),
    "mean pool global": ("Pooling", [(16, 512, 7, 7)], {"kernel": (7, 7), "global_pool": True, "pool_type": "avg"}, [0]),
    "batch norm": ("BatchNorm", [(16, 64, 32, 32), (64,), (64,), (64,), (64,)], {"fix_gamma": False}, [0, 1, 2]),
    "layer norm": ("LayerNorm", [(2048, 512), (512,), (512,)], {}, [0, 1, 2]),
    "group norm": ("GroupNorm", [(16, 64, 32, 32), (8,), (8,)], {"num_groups": 8}, [0, 1, 2]),
    "relu": ("Activation", [(16, 64, 56, 56)], {"act_type": "relu"}, [0]),
    "tanh": ("Activation", [(100, 20, 24, 24)], {"act_type": "tanh"}, [0]),
    "softmax": ("softmax", [(2048, 512)], {}, [0]),
    "log softmax": ("log_softmax", [(100, 10)], {}, [0]),
    "softmax output": ("SoftmaxOutput", [(512, 1000), (512,)], {}, [0]),
    "dropout": ("Dropout", [(512, 1024)], {"p": 0.5}, [0]),
    "embedding": ("Embedding", [(64, 32), (5000, 128)], {"input_dim": 5000, "output_dim": 128}, [1]),
    "lstm": (
        "RNN",
        [(20, 32, 64), (4 * 128 * (64 + 128 + 2),), (1, 32, 128), (1, 32, 128)],
        {"mode": "lstm", "state_size": 128, "num_layers": 1},
        [0, 1],
    ),
    "ctc": ("ctc_loss", [(40, 16, 30), (16, 10)], {}, [0]),
}


def worker(package):
    """Answer case names on standard input with the seconds of one forward + backward each."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    mx = __import__(package)
    import numpy as np

    ready = {}
    for line in sys.stdin:
        name, repeats = json.loads(line)
        op, shapes, attrs, wanted = CASES[name]
        if name not in ready:
            rng = np.random.default_rng(0)
            values = [rng.standard_normal(s).astype("float32") for s in shapes]
            if op == "ctc_loss":
                values[1] = rng.integers(1, 30, shapes[1]).astype("float32")
            inputs = [mx.nd.array(v) for v in values]
            for i in wanted:
                inputs[i].attach_grad()
            ready[name] = inputs, 3
        inputs, warm = ready[name]
        times = []
        for _ in range(warm + repeats):
            mx.nd.waitall()
            start = time.process_time()
            with mx.autograd.record():
                out = getattr(mx.nd, op)(*inputs, **attrs)
            out.backward()
            mx.nd.waitall()
            times.append(time.process_time() - start)
        ready[name] = inputs, 1  # the first run after a pause is slower
        print(json.dumps(times[warm:]), flush=True)


def start(python, package, extra):
    """A worker process."""
    env = {**os.environ, "OMP_NUM_THREADS": "1", **extra}
    command = [python, os.path.abspath(__file__), "--worker", package]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)


def ask(process, name, repeats):
    """Seconds of `repeats` runs of a case."""
    process.stdin.write(json.dumps([name, repeats]) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", default=os.environ.get("JMX_BENCH_MXNET"), help="Python that has MXNet 1.9.1")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        return worker(arguments.worker)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    ours = start(sys.executable, "jmx", {"PYTHONPATH": path})
    theirs = start(arguments.mxnet, "mxnet", {}) if arguments.mxnet else None
    print(f"{'forward + backward, ms':24}{'jmx':>10}{'MXNet':>10}{'ratio':>8}")
    for name in CASES:
        if arguments.only not in name:
            continue
        mine, other = [], []
        for _ in range(arguments.rounds):
            mine += ask(ours, name, 4)
            other += ask(theirs, name, 4) if theirs else []
        a, b = statistics.median(mine) * 1e3, statistics.median(other) * 1e3 if other else float("nan")
        print(f"{name:24}{a:10.3f}{b:10.3f}{a / b:8.2f}", flush=True)


if __name__ == "__main__":
    main()
