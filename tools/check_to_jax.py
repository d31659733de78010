"""Compare networks as functions of JAX (`jmx.to_jax`, `jmx.jax.export`) with the hybridized networks; prints tables of a page.

    python tools/check_to_jax.py [--speed] [NAME ...]

Differences are relative to the largest value: of all outputs, of all gradients, of all statistics. Gradients are those of the sum
of the outputs times fixed random numbers; with dropout, whose random numbers differ, they are computed in inference. `--speed`
prints CPU time as a ratio instead, interleaved. Each network has a process of its own.
"""

import argparse
import functools
import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JMX_COMPILE", "now")  # NumPy, which runs small programs at first, rounds otherwise

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, os.path.dirname(__file__))

import networks

import jmx
import jmx as mx
from jmx import autograd


def arrays(values):
    return [arrays(v) if isinstance(v, list) else mx.nd.array(v, dtype=v.dtype) for v in values]


def leaves(value):
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, (list, tuple)) else [value]


def difference(pairs):
    """The largest difference of pairs of arrays, relative to the largest value of the second ones."""
    largest, scale = 0.0, 0.0
    for one, other in pairs:
        one, other = np.asarray(one, np.float64), np.asarray(other, np.float64)
        largest = max(largest, float(np.abs(one - other).max(initial=0)))
        scale = max(scale, float(np.abs(other).max(initial=0)))
    return largest / scale if scale else largest


def lookup(tree, name):
    return functools.reduce(lambda t, part: t[part], name.split("."), tree)


def weighted(outs, weights):
    return sum((o * w).sum() for o, w in zip(outs, weights) if w is not None)


def compare(make, values):
    """Relative differences: outputs in inference, gradients, statistics, and the exported program's outputs; and the mode."""
    net, inputs = make(), arrays(values)
    net(*inputs)
    fn, params, state = jmx.to_jax(net, *inputs)
    net.hybridize()
    expected = [out.asnumpy() for out in leaves(net(*inputs))]
    found, _ = jax.jit(fn)(params, state, *values)
    forward = difference(zip(leaves(found), expected))

    train = not any(isinstance(block, mx.gluon.nn.Dropout) and block._rate for block in blocks(net))
    random = np.random.RandomState(5)
    weights = [random.uniform(-1, 1, out.shape).astype(out.dtype) if out.dtype.kind == "f" else None for out in expected]
    named = net._collect_params_with_prefix()
    with autograd.record(train):
        loss = weighted(leaves(net(*inputs)), [None if w is None else mx.nd.array(w) for w in weights])
    loss.backward()

    def objective(params):
        outs, new = fn(params, state, *values, train=train)
        return weighted(leaves(outs), weights), new

    grads, new = jax.jit(jax.grad(objective, has_aux=True))(params)
    trained = [name for name in flat(fn.trainable) if lookup(fn.trainable, name)]
    gradients = difference((lookup(grads, name), named[name].grad().asnumpy()) for name in trained)
    statistics = difference((lookup(new, name), named[name].data().asnumpy()) for name in flat(new)) if new else None
    with tempfile.TemporaryDirectory() as folder:
        try:
            report = jmx.jax.export(make(), os.path.join(folder, "net"), *inputs, shapes=open_shapes(inputs))
        except mx.MXNetError:  # an operator that needs the batch size as a number
            report = jmx.jax.export(make(), os.path.join(folder, "net"), *inputs, shapes=[a.shape for a in leaves(inputs)])
    exported = report.difference / report.scale if report.scale else report.difference
    return forward, gradients, statistics, exported, ", ".join(report.inputs), "training" if train else "inference"


def open_shapes(inputs):
    """The first axis of an image or of a batch of rows is open; time-first networks and boxes stay as they are."""
    flat_inputs = leaves(inputs)
    if len(flat_inputs) == 1 and flat_inputs[0].shape[0] in (2, 3):
        return [("batch", *flat_inputs[0].shape[1:])]
    return [a.shape for a in flat_inputs]


def blocks(net):
    return [net] + [one for child in net._children.values() for one in blocks(child)]


def flat(tree, prefix=""):
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name


def cases(wanted):
    found = {}
    for name, (make, shape) in networks.zoo().items():
        found[name] = make, [np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32)]
    for name, (make, inputs) in networks.others().items():
        found[name] = make, inputs()
    return {name: case for name, case in found.items() if not wanted or name in wanted}


def speed(make, values, rounds=9):
    """CPU time of to_jax's function divided by the hybridized network's: in inference, and forward and backward in training."""
    net, inputs = make(), arrays(values)
    net(*inputs)
    fn, params, state = jmx.to_jax(net, *inputs)
    net.hybridize()
    infer = fn.bind(params, state)

    def objective(params, state, *values):
        outs, new = fn(params, state, *values, train=True, key=jax.random.key(0))
        return sum(out.sum() for out in leaves(outs)), new

    step = jax.jit(jax.grad(objective, has_aux=True), compiler_options=fn.compiler_options)
    on_device = jax.tree.map(jnp.asarray, values)

    def train_block():
        with autograd.record():
            loss = sum(out.sum() for out in leaves(net(*inputs)))
        loss.backward()
        mx.nd.waitall()

    def infer_block():
        for out in leaves(net(*inputs)):
            out.wait_to_read()

    pairs = {
        "inference": (lambda: jax.block_until_ready(infer(*on_device)), infer_block),
        "training": (lambda: jax.block_until_ready(step(params, state, *on_device)), train_block),
    }
    return {what: ratio(*pair, rounds) for what, pair in pairs.items()}


def ratio(one, other, rounds):
    for _ in range(3):
        one(), other()
    ratios = []
    for _ in range(rounds):
        times = []
        for run in (one, other):
            before = time.process_time()
            run()
            run()
            times.append(time.process_time() - before)
        ratios.append(times[0] / times[1])
    return sorted(ratios)[rounds // 2]


def show(name, case, timed):
    """Print the row of a network."""
    make, values = case
    if timed:
        found = speed(make, values)
        print(f"| {name} | {found['inference']:.2f} | {found['training']:.2f} |", flush=True)
        return
    forward, gradients, statistics, exported, inputs, mode = compare(make, values)
    shown = "" if statistics is None else f"{statistics:.1e}"
    print(f"| {name} | {forward:.1e} | {gradients:.1e} | {mode} | {shown} | {exported:.1e} | {inputs} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--speed", action="store_true")
    args = parser.parse_args()
    found = cases(args.names)
    if len(args.names) == 1:
        show(args.names[0], found[args.names[0]], args.speed)
        return
    if args.speed:
        print("| network | inference | training |\n|---|---|---|", flush=True)
    else:
        print("| network | outputs | gradients | in | statistics | StableHLO | inputs of the exported program |")
        print("|---|---|---|---|---|---|---|", flush=True)
    for name in found:  # each in a process of its own, so that none depends on what ran before
        subprocess.run([sys.executable, __file__, *(["--speed"] if args.speed else []), name], check=False)


if __name__ == "__main__":
    main()
