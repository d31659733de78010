"""Networks of Gluon, hybridized: jmx beside the real MXNet and beside hand-written JAX (plain_networks.py), in turns.

    python benchmarks/networks.py --mxnet COMMAND [--cases resnet18_v1,...] [--phases train,infer] [--rounds 3] [--cold]

Every run is a process of its own on one core. Printed are medians: milliseconds of processor time of a step (the steadier
figure on a machine that does other work too), samples per second, seconds to the first result, megabytes of memory at the
most. A ratio is above 1 where jmx is better. With --cold every process of jmx and JAX begins with an empty cache of
compiled programs; otherwise the first round fills it and is left out. `--markdown FILE` appends the table.
"""

import argparse
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

IMAGES = {
    "resnet18_v1": (4, 224), "resnet50_v1": (4, 224), "mobilenet1.0": (4, 224), "mobilenetv2_1.0": (4, 224), "vgg11": (2, 224),
    "squeezenet1.0": (4, 224), "densenet121": (4, 224), "inceptionv3": (2, 299),
}  # fmt: skip
PLAIN = {"mobilenet1.0": "mobilenet1_0", "mobilenetv2_1.0": "mobilenet_v2_1_0", "squeezenet1.0": "squeezenet1_0"}
CASES = [*IMAGES, "language_model", "transformer_layer"]
STEPS, WORDS, UNITS, LENGTH = 35, 10000, 512, 64


def inputs(case, last):
    """Data and labels as NumPy arrays; images with the channels last or second, recurrent data with time first."""
    import numpy as np

    draw = np.random.RandomState(0)
    if case in IMAGES:
        batch, size = IMAGES[case]
        shape = (batch, size, size, 3) if last else (batch, 3, size, size)
        return draw.rand(*shape).astype("float32"), draw.randint(0, 1000, batch).astype("float32")
    if case == "language_model":
        words = draw.randint(0, WORDS, (2, STEPS, 32))
        return words[0] if last else words[0].astype("float32"), words[1].astype("float32")
    return draw.randn(8, LENGTH, UNITS).astype("float32"), draw.randint(0, 10, (8, LENGTH)).astype("float32")


def network(case):
    """The network in Gluon."""
    import mxnet as mx
    from mxnet.gluon import nn, rnn

    if case in IMAGES:
        return mx.gluon.model_zoo.vision.get_model(case)
    if case == "language_model":
        net = nn.HybridSequential()
        net.add(nn.Embedding(WORDS, 200), rnn.LSTM(200, 2, input_size=200), nn.Dense(WORDS, in_units=200, flatten=False))
        return net

    class Layer(mx.gluon.HybridBlock):
        def __init__(self, heads=8, **kwargs):
            super().__init__(**kwargs)
            self.heads = heads
            with self.name_scope():
                for name in "qkvo":
                    setattr(self, name, nn.Dense(UNITS, flatten=False, in_units=UNITS))
                self.up = nn.Dense(2048, activation="relu", flatten=False, in_units=UNITS)
                self.down = nn.Dense(UNITS, flatten=False, in_units=2048)
                self.norm1, self.norm2 = nn.LayerNorm(in_channels=UNITS), nn.LayerNorm(in_channels=UNITS)
                self.out = nn.Dense(10, flatten=False, in_units=UNITS)

        def hybrid_forward(self, F, x):
            def split(y):
                y = F.transpose(F.reshape(y, (0, 0, self.heads, -1)), (0, 2, 1, 3))
                return F.reshape(y, (-1, 0, 0), reverse=True)

            q, k, v = split(self.q(x)), split(self.k(x)), split(self.v(x))
            weight = F.softmax(F.batch_dot(q, k, transpose_b=True) / math.sqrt(UNITS // self.heads))
            y = F.reshape(F.batch_dot(weight, v), (-1, self.heads, 0, 0), reverse=True)
            x = self.norm1(x + self.o(F.reshape(F.transpose(y, (0, 2, 1, 3)), (0, 0, -1))))
            return self.out(self.norm2(x + self.down(self.up(x))))

    return Layer()


def gluon_step(case, phase):
    """A function that runs one step and waits for it."""
    import mxnet as mx

    data, label = (mx.nd.array(part) for part in inputs(case, False))
    net, loss = network(case), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    loss.hybridize()
    if phase == "infer":
        return lambda: net(data).wait_to_read()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})

    def step():
        with mx.autograd.record():
            cost = loss(net(data), label).mean()
        cost.backward()
        trainer.step(1)
        mx.nd.waitall()

    return step


def plain_step(case, phase):
    """The same in plain JAX."""
    import jax
    import plain_networks

    jax.config.update("jax_compilation_cache_dir", os.environ["PLAIN_CACHE"])
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    train, infer = plain_networks.steps(PLAIN.get(case, case), *inputs(case, True))
    step = train if phase == "train" else infer
    return lambda: jax.block_until_ready(step())


def run(step, case, seconds):
    """Figures of one process."""
    start = time.perf_counter()
    step = step()
    step()
    first = time.perf_counter() - start
    step()
    busy, found, end = [], [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(found) < 3:
        start, cpu = time.perf_counter(), time.process_time()
        step()
        busy.append((time.process_time() - cpu) * 1000)
        found.append(time.perf_counter() - start)
    samples = IMAGES[case][0] if case in IMAGES else 32 * STEPS if case == "language_model" else 8
    return {
        "cpu_ms": statistics.median(busy), "samples_per_second": samples / statistics.median(found), "first_seconds": first,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }  # fmt: skip


def measure(command, env, who, case, phase, seconds, core):
    """One process of `who`; its figures."""
    line = ["taskset", "-c", str(core), *command, os.path.abspath(__file__), "--worker", f"{who}:{case}:{phase}:{seconds}"]
    done = subprocess.run(line, env=env, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{who}: {case} {phase} failed\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--phases", default="train,infer")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--markdown")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        who, case, phase, seconds = args.worker.split(":")
        make = plain_step if who == "jax" else gluon_step
        print(json.dumps(run(lambda: make(case, phase), case, float(seconds))))
        return
    env = dict(os.environ, OMP_NUM_THREADS="1")
    theirs = {k: v for k, v in env.items() if k != "PYTHONPATH"}
    sides = {"jmx": [sys.executable], "jax": [sys.executable]}
    if args.mxnet:
        sides["mxnet"] = args.mxnet.split()
    for case in args.cases.split(","):
        for phase in args.phases.split(","):
            figures = {who: [] for who in sides}
            with tempfile.TemporaryDirectory() as kept:
                for at in range(args.rounds + (not args.cold)):
                    for who, command in sides.items():
                        with tempfile.TemporaryDirectory() as fresh:
                            folder = fresh if args.cold else kept
                            mine = dict(env, JMX_CACHE_DIR=folder, PLAIN_CACHE=os.path.join(folder, "plain"))
                            env_of = theirs if who == "mxnet" else mine
                            found = measure(command, env_of, who, case, phase, args.seconds, args.core)
                        if at or args.cold:
                            figures[who].append(found)
            report(case, phase, figures, args)


def report(case, phase, figures, args):
    """Print one case, and append it to the table."""
    middle = {who: {k: statistics.median(r[k] for r in runs) for k in runs[0]} for who, runs in figures.items()}
    mine = middle["jmx"]
    for who, theirs in middle.items():
        ratio = {k: theirs[k] / mine[k] for k in mine}
        print(
            f"{case:18} {phase:5} {who:5} {theirs['cpu_ms']:9.1f} ms ({ratio['cpu_ms']:5.2f})"
            f" {theirs['samples_per_second']:9.1f}/s"
            f" first {theirs['first_seconds']:6.2f} s ({ratio['first_seconds']:5.2f}) peak {theirs['peak_mb']:6.0f} MB"
            f" ({ratio['peak_mb']:5.2f})",
            flush=True,
        )
    if args.markdown:
        with open(args.markdown, "a") as out:
            cells = [f"{case}, {phase}"]
            for key, form in (("cpu_ms", "{:.0f}"), ("first_seconds", "{:.1f}"), ("peak_mb", "{:.0f}")):
                for who in ("jmx", "mxnet", "jax"):
                    if who in middle:
                        value = form.format(middle[who][key])
                        cells.append(value if who == "jmx" else f"{value} ({middle[who][key] / mine[key]:.2f})")
            out.write("| " + " | ".join(cells) + " |\n")


if __name__ == "__main__":
    main()
