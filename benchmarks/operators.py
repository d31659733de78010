"""Operators that programs use most, at typical sizes, beside the real MXNet: forward, and forward + backward.

    python benchmarks/operators.py --mxnet COMMAND [--rounds 5] [--only WORD] [--threads 1] [--json FILE]

COMMAND runs Python with MXNet 1.9.1 (an interpreter, or a script that calls one). Both packages run the same calls, each in a
process of its own, operator by operator in turns. Compared is processor time, which a busy machine blurs less than time on the
clock. Printed are medians in microseconds and the ratio MXNet / jmx, above 1 where jmx is faster; at the end the geometric mean
and the ten operators where jmx is furthest behind.

In the table is every operator that public programs call more than 20 times, counted in 2,416 files of 39 projects.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

IMAGE, SMALL, MATRIX, VECTOR = (16, 32, 28, 28), (64, 128), (256, 256), (4096,)
ROWS, COLUMN = (64, 1), (1, 128)
#: name: (where, shapes of the inputs, attributes, positions of the inputs with gradients); a shape may be a pair of a shape
#: and the number below which its whole values are drawn
CASES = {
    "Activation": ("Activation", [IMAGE], {"act_type": "relu"}, [0]),
    "Convolution": ("Convolution", [IMAGE, (32, 32, 3, 3), (32,)],
                    {"kernel": (3, 3), "pad": (1, 1), "num_filter": 32}, [0, 1, 2]),
    "BatchNorm": ("BatchNorm", [IMAGE, (32,), (32,), (32,), (32,)], {"fix_gamma": False}, [0, 1, 2]),
    "Concat": ("Concat", [IMAGE, IMAGE], {"dim": 1}, [0, 1]),
    "Reshape": ("Reshape", [IMAGE], {"shape": (0, -1)}, [0]),
    "FullyConnected": ("FullyConnected", [(64, 512), (256, 512), (256,)], {"num_hidden": 256}, [0, 1, 2]),
    "broadcast_add": ("broadcast_add", [SMALL, COLUMN], {}, [0, 1]),
    "sum": ("sum", [SMALL], {"axis": 1}, [0]),
    "Pooling": ("Pooling", [IMAGE], {"kernel": (2, 2), "stride": (2, 2), "pool_type": "max"}, [0]),
    "expand_dims": ("expand_dims", [SMALL], {"axis": 1}, [0]),
    "broadcast_mul": ("broadcast_mul", [SMALL, COLUMN], {}, [0, 1]),
    "SoftmaxOutput": ("SoftmaxOutput", [SMALL, ((64,), 128)], {}, [0]),
    "dot": ("dot", [MATRIX, MATRIX], {}, [0, 1]),
    "transpose": ("transpose", [SMALL], {}, [0]),
    "slice_axis": ("slice_axis", [SMALL], {"axis": 1, "begin": 0, "end": 64}, [0]),
    "_random_normal": ("random.normal", [], {"shape": SMALL}, []),
    "mean": ("mean", [SMALL], {"axis": 1}, [0]),
    "zeros_like": ("zeros_like", [SMALL], {}, []),
    "stack": ("stack", [SMALL, SMALL], {"axis": 0}, [0, 1]),
    "SliceChannel": ("SliceChannel", [SMALL], {"num_outputs": 4}, [0]),
    "ones_like": ("ones_like", [SMALL], {}, []),
    "Dropout": ("Dropout", [SMALL], {"p": 0.5}, [0]),
    "where": ("where", [(SMALL, 2), SMALL, SMALL], {}, [1, 2]),
    "log": ("log", [SMALL], {}, [0]),
    "Flatten": ("Flatten", [IMAGE], {}, [0]),
    "batch_dot": ("batch_dot", [(16, 32, 64), (16, 64, 32)], {}, [0, 1]),
    "MakeLoss": ("MakeLoss", [SMALL], {}, [0]),
    "Cast": ("Cast", [SMALL], {"dtype": "float64"}, [0]),
    "softmax": ("softmax", [SMALL], {}, [0]),
    "BlockGrad": ("BlockGrad", [SMALL], {}, []),
    "clip": ("clip", [SMALL], {"a_min": -1, "a_max": 1}, [0]),
    "exp": ("exp", [SMALL], {}, [0]),
    "smooth_l1": ("smooth_l1", [SMALL], {"scalar": 1.0}, [0]),
    "broadcast_div": ("broadcast_div", [SMALL, ROWS], {}, [0, 1]),
    "_linalg_gemm2": ("linalg.gemm2", [MATRIX, MATRIX], {"transpose_b": True}, [0, 1]),
    "relu": ("relu", [SMALL], {}, [0]),
    "Embedding": ("Embedding", [((32, 20), 1000), (1000, 64)], {"input_dim": 1000, "output_dim": 64}, [1]),
    "square": ("square", [SMALL], {}, [0]),
    "argmax": ("argmax", [SMALL], {"axis": 1}, []),
    "max": ("max", [SMALL], {"axis": 1}, [0]),
    "UpSampling": ("UpSampling", [(8, 16, 14, 14)], {"scale": 2, "sample_type": "nearest"}, [0]),
    "SoftmaxActivation": ("SoftmaxActivation", [SMALL], {}, [0]),
    "_contrib_BilinearResize2D": ("contrib.BilinearResize2D", [(8, 16, 14, 14)], {"height": 28, "width": 28}, [0]),
    "one_hot": ("one_hot", [((64,), 128)], {"depth": 128}, []),
    "tile": ("tile", [SMALL], {"reps": (2, 2)}, [0]),
    "squeeze": ("squeeze", [(64, 1, 128)], {}, [0]),
    "SwapAxis": ("SwapAxis", [(16, 32, 64)], {"dim1": 0, "dim2": 1}, [0]),
    "sqrt": ("sqrt", [(SMALL, 100)], {}, [0]),
    "take": ("take", [(1000, 64), ((64,), 1000)], {}, [0]),
    "slice": ("slice", [SMALL], {"begin": (8, 8), "end": (40, 100)}, [0]),
    "add_n": ("add_n", [SMALL, SMALL, SMALL], {}, [0, 1, 2]),
    "_random_uniform": ("random.uniform", [], {"shape": SMALL}, []),
    "sigmoid": ("sigmoid", [SMALL], {}, [0]),
    "abs": ("abs", [SMALL], {}, [0]),
    "slice_like": ("slice_like", [SMALL, (32, 64)], {}, [0]),
    "gather_nd": ("gather_nd", [SMALL, ((2, 100), 64)], {}, [0]),
    "broadcast_sub": ("broadcast_sub", [SMALL, COLUMN], {}, [0, 1]),
    "LeakyReLU": ("LeakyReLU", [IMAGE], {"slope": 0.1}, [0]),
    "norm": ("norm", [SMALL], {}, [0]),
    "_linalg_trsm": ("linalg.trsm", ["triangle", (128, 128)], {}, [0, 1]),
    "broadcast_like": ("broadcast_like", [COLUMN, SMALL], {}, [0]),
    "Deconvolution": ("Deconvolution", [(8, 16, 14, 14), (16, 16, 4, 4)],
                      {"kernel": (4, 4), "stride": (2, 2), "pad": (1, 1), "num_filter": 16}, [0, 1]),
    "Crop": ("Crop", [(8, 16, 28, 28)], {"num_args": 1, "h_w": (20, 20), "center_crop": True}, [0]),
    "_contrib_AdaptiveAvgPooling2D": ("contrib.AdaptiveAvgPooling2D", [(8, 16, 28, 28)], {"output_size": (4, 4)}, [0]),
    "topk": ("topk", [SMALL], {"k": 5}, []),
    "log_softmax": ("log_softmax", [SMALL], {}, [0]),
    "elemwise_add": ("elemwise_add", [SMALL, SMALL], {}, [0, 1]),
    "L2Normalization": ("L2Normalization", [SMALL], {}, [0]),
    "min": ("min", [SMALL], {"axis": 1}, [0]),
    "pick": ("pick", [SMALL, ((64,), 128)], {}, [0]),
    "_contrib_arange_like": ("contrib.arange_like", [SMALL], {"axis": 1}, []),
    "_linalg_potrf": ("linalg.potrf", ["positive"], {}, [0]),
    "broadcast_to": ("broadcast_to", [COLUMN], {"shape": SMALL}, [0]),
    "Pad": ("Pad", [(8, 16, 28, 28)], {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 1, 1, 1)}, [0]),
    "_copy": ("identity", [SMALL], {}, [0]),
    "SequenceMask": ("SequenceMask", [(20, 32, 64), ((32,), 20)], {"use_sequence_length": True}, [0]),
    "LinearRegressionOutput": ("LinearRegressionOutput", [SMALL, SMALL], {}, [0]),
    "reverse": ("reverse", [SMALL], {"axis": 1}, [0]),
    "repeat": ("repeat", [SMALL], {"repeats": 2, "axis": 1}, [0]),
    "nansum": ("nansum", [SMALL], {"axis": 1}, [0]),
}  # fmt: skip


def inputs_of(mx, shapes, wanted):
    """Arrays of the shapes of a case."""
    import numpy as np

    rng = np.random.default_rng(0)
    made = []
    for shape in shapes:
        if isinstance(shape, str):
            value = np.tril(rng.uniform(0.1, 1, (128, 128))) + 8 * np.eye(128)
            value = value @ value.T if shape == "positive" else value
        elif len(shape) == 2 and isinstance(shape[0], tuple):
            value = rng.integers(0, shape[1], shape[0])
        else:
            value = rng.uniform(0.1, 1, shape)
        made.append(mx.nd.array(value, dtype="float32"))
    for i in wanted:
        made[i].attach_grad()
    return made


def worker(package):
    """Answer (name, whether backward as well, calls) on standard input with the seconds of each of so many calls."""
    mx = __import__(package)
    ready = {}
    for line in sys.stdin:
        name, back, calls = json.loads(line)
        place, shapes, attrs, wanted = CASES[name]
        function = mx.nd
        for part in place.split("."):
            function = getattr(function, part)
        if name not in ready:
            ready[name] = inputs_of(mx, shapes, wanted)
        inputs = ready[name]

        def forward(function=function, inputs=inputs, attrs=attrs):
            out = function(*inputs, **attrs)
            return out if isinstance(out, list) else [out]

        def both(forward=forward, wanted=[inputs[i] for i in wanted]):
            with mx.autograd.record():
                out = forward()
            mx.autograd.backward(out)
            return [x.grad for x in wanted]

        call = both if back else forward
        for n in range(2 * calls):
            if n == calls:
                start = time.process_time()
            for x in call():  # each call is waited for: results that nobody asks for may still be on their way
                x.wait_to_read()
        print(json.dumps((time.process_time() - start) / calls), flush=True)


class Package:
    """One of the two packages, in a process of its own."""

    def __init__(self, command, package, env, pin):
        line = [*pin, *command, os.path.abspath(__file__), "--worker", package]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def __call__(self, name, back, calls):
        """Seconds of one call."""
        self.process.stdin.write(json.dumps([name, back, calls]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def compare(ours, theirs, name, back, rounds):
    """Medians of both, in microseconds."""
    calls = max(2, min(200, int(4e-3 / max(theirs(name, back, 2), 1e-6))))
    ours(name, back, 40)  # from here on it is compiled
    times = [(ours(name, back, calls), theirs(name, back, calls)) for _ in range(rounds)]
    return [statistics.median(column) * 1e6 for column in zip(*times, strict=True)]


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only operators whose name contains this")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker(args.worker)
    if not args.mxnet:
        parser.error("--mxnet is required")
    pin = ["taskset", "-c", ",".join(map(str, range(args.threads)))]
    env = dict(os.environ, OMP_NUM_THREADS=str(args.threads))
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [root, env.pop("PYTHONPATH", "")]))
    ours = Package([sys.executable], "jmx", {**env, "PYTHONPATH": path}, pin)
    theirs = Package(args.mxnet.split(), "mxnet", env, pin)
    print(f"{'microseconds':31}{'jmx':>9}{'MXNet':>9}{'ratio':>7}   {'+ back':>9}{'MXNet':>9}{'ratio':>7}")
    results = {}
    for name in CASES:
        if args.only not in name:
            continue
        results[name] = [compare(ours, theirs, name, False, args.rounds)]
        if CASES[name][3]:
            results[name].append(compare(ours, theirs, name, True, args.rounds))
        figures = "   ".join(f"{mine:9.1f}{other:9.1f}{other / mine:7.2f}" for mine, other in results[name])
        print(f"{name:31}{figures}", flush=True)
    kinds = ("forward", "forward + backward")
    for kind, label in enumerate(kinds):
        ratios = [r[kind][1] / r[kind][0] for r in results.values() if len(r) > kind]
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            print(f"{label}: geometric mean {mean:.2f} over {len(ratios)}, {sum(r >= 1 for r in ratios)} at 1 or above")
    flat = [(other / mine, name, kinds[i]) for name, r in results.items() for i, (mine, other) in enumerate(r)]
    print("furthest behind: " + "; ".join(f"{name} {kind} {ratio:.2f}" for ratio, name, kind in sorted(flat)[:10]))
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)


if __name__ == "__main__":
    main()
