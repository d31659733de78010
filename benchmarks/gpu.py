"""Networks and single calls on a GPU, beside hand-written JAX, in one process and in turns.

    python benchmarks/gpu.py [--cases resnet50_v1/train/bfloat16/128,...] [--eager] [--seconds N] [--json FILE]

A case is a network of `benchmarks/cases`, `train` or `infer`, an element type and the number of images in a batch (0: the
network's own). Both sides run their steps without waiting, ten at a time, and are timed until the last result is there; figures
are medians on the clock. The first result includes making the network and compiling it, with an empty cache.

Without a GPU everything runs on the CPU, to try the script.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = (
    "resnet50_v1/train/bfloat16/128", "resnet50_v1/train/float32/128", "resnet50_v1/infer/bfloat16/128",
    "transformer_layer/train/bfloat16/0", "language_model/train/float32/0", "digits/train/float32/0",
)  # fmt: skip
TOGETHER = 10


def prepare():
    """Find jmx as `mxnet`, and keep compiled programs apart from those of earlier runs."""
    sys.path[:0] = [str(ROOT), str(ROOT / "compat")]
    os.environ.setdefault("JMX_CACHE_DIR", tempfile.mkdtemp())


def _timed(run, wait):
    start = time.perf_counter()
    for _ in range(TOGETHER):
        result = run()
    wait(result)
    return (time.perf_counter() - start) / TOGETHER


def in_turns(sides, seconds):
    """Milliseconds of a call of each side, {name: (run, wait)}, as medians."""
    times = {name: [] for name in sides}
    for run, wait in sides.values():
        for _ in range(3):
            wait(run())
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(next(iter(times.values()))) < 3:
        for name, (run, wait) in sides.items():
            times[name].append(_timed(run, wait) * 1e3)
    return {name: statistics.median(figures) for name, figures in times.items()}


def network(case, seconds):
    """Figures of a case: milliseconds of a step and seconds until the first one, of jmx and of JAX."""
    import jax
    import mxnet as mx

    from benchmarks.cases import gluon_networks, inputs, plain_jax

    name, phase, dtype, batch = case.split("/")
    ctx = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()
    batch = int(batch) or inputs.samples(name)
    start = time.perf_counter()
    step = gluon_networks.block_step(name, phase, batch, ctx, dtype)
    step().wait_to_read()
    mx.nd.waitall()
    first = {"jmx": time.perf_counter() - start}
    start = time.perf_counter()
    train, infer = plain_jax.steps(name, batch, dtype)
    other = train if phase == "train" else infer
    jax.block_until_ready(other())
    first["jax"] = time.perf_counter() - start
    sides = {"jmx": (step, lambda result: mx.nd.waitall()), "jax": (other, jax.block_until_ready)}
    return {"ms": in_turns(sides, seconds), "first_s": first, "samples": batch}


def calls():
    """Pairs of functions by name: the call in jmx and the same in JAX, on arrays of the GPU."""
    import jax
    import jax.numpy as jnp
    import mxnet as mx

    ctx = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()
    device = ctx.device
    a, b = mx.nd.ones((64, 64), ctx=ctx), mx.nd.ones((64, 64), ctx=ctx)
    x, y = jax.device_put(jnp.ones((64, 64)), device), jax.device_put(jnp.ones((64, 64)), device)
    add, dot, exp = jax.jit(jnp.add), jax.jit(jnp.dot), jax.jit(jnp.exp)
    data, weight = mx.nd.ones((2, 3, 8, 8), ctx=ctx), mx.nd.ones((4, 3, 3, 3), ctx=ctx)
    images, kernels = data._data(), weight._data()
    conv = jax.jit(lambda u, v: jax.lax.conv(u, v, (1, 1), "VALID"))

    def convolution():
        return mx.nd.Convolution(data, weight, kernel=(3, 3), num_filter=4, no_bias=True)

    slope = jax.jit(jax.value_and_grad(lambda u, v: (u * v).sum()))
    variable = mx.nd.ones((64, 64), ctx=ctx)
    variable.attach_grad()

    def recorded():
        with mx.autograd.record():
            out = (variable * b).sum()
        out.backward()
        return out

    dense = mx.gluon.nn.Dense(64, in_units=64)
    dense.initialize(ctx=ctx)
    dense.hybridize(static_alloc=True, static_shape=True)
    affine = jax.jit(lambda u, v, w: u @ v.T + w)
    bias = jax.device_put(jnp.ones(64), device)
    return {
        "add": (lambda: a + b, lambda: add(x, y)),
        "exp": (lambda: mx.nd.exp(a), lambda: exp(x)),
        "dot": (lambda: mx.nd.dot(a, b), lambda: dot(x, y)),
        "Convolution": (convolution, lambda: conv(images, kernels)),
        "record, multiply, sum, backward": (recorded, lambda: slope(x, y)),
        "hybridized Dense": (lambda: dense(a), lambda: affine(x, y, bias)),
    }  # fmt: skip


def eager(seconds):
    """Microseconds of single calls on small arrays, of jmx and of JAX."""
    import jax
    import mxnet as mx

    sides_of = {
        name: {"jmx": (ours, lambda r: mx.nd.waitall()), "jax": (theirs, jax.block_until_ready)}
        for name, (ours, theirs) in calls().items()
    }
    figures = {}
    for name, sides in sides_of.items():
        for run, wait in sides.values():
            for _ in range(80):
                wait(run())
        figures[name] = {side: ms * 1e3 for side, ms in in_turns(sides, seconds).items()}
    return figures


def main():
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--eager", action="store_true")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json")
    args = parser.parse_args()
    prepare()
    import jax

    found = {"device": jax.devices()[0].device_kind, "jax": jax.__version__, "networks": {}, "eager_us": {}}
    print(found["device"], "JAX", found["jax"], flush=True)

    def keep():
        if args.json:
            pathlib.Path(args.json).write_text(json.dumps(found, indent=1), encoding="utf-8")

    if args.eager:
        found["eager_us"] = eager(min(args.seconds, 0.5))
        for name, us in found["eager_us"].items():
            print(f"{name}: {us['jmx']:.1f} us, JAX {us['jax']:.1f} us", flush=True)
        keep()
    for case in filter(None, args.cases.split(",")):
        try:
            figures = found["networks"][case] = network(case, args.seconds)
        except Exception as error:  # the others are wanted all the same
            print(f"{case}: {type(error).__name__}: {error}"[:2000], flush=True)
            continue
        ms, first = figures["ms"], figures["first_s"]
        print(f"{case}: {ms['jmx']:.2f} ms, JAX {ms['jax']:.2f} ms, ratio {ms['jax'] / ms['jmx']:.2f}; "
              f"{figures['samples'] / ms['jmx'] * 1e3:,.0f} samples/s; first {first['jmx']:.1f} s, JAX {first['jax']:.1f} s",
              flush=True)  # fmt: skip
        keep()


if __name__ == "__main__":
    main()
