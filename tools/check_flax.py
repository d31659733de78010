"""Write networks as source of Flax NNX or Equinox, run that in a process of its own, and print the largest differences.

    python tools/check_flax.py [--equinox] [NAME ...]

The table is that of a page. Differences are relative to the largest output. Every array of the networks has random values.
"""

import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))

import networks

import jmx as mx
from jmx.rewrite.twins import to_equinox, to_flax


def randomized(net, inputs):
    """The network with values of its own in every array; weights as they were drawn."""
    net(*inputs)
    random = np.random.RandomState(3)
    for name, param in net.collect_params().items():
        if not name.endswith("weight"):
            low, high = (0.5, 1.5) if name.endswith(("var", "gamma")) else (-0.2, 0.2)
            param.set_data(mx.nd.array(random.uniform(low, high, param.shape)))
    return net


def as_arrays(values):
    """Inputs as a network takes them, lists of states among them."""
    return [as_arrays(v) for v in values] if isinstance(values, list) else mx.nd.array(values, dtype=values.dtype)


def cases():
    yield "examples/digits_gluon.py", networks.example("digits_gluon", lambda m: m.network()), [(2, 1, 28, 28)]
    yield "examples/cifar_gluon.py", networks.example("cifar_gluon", lambda m: m.network(16)), [(2, 3, 32, 32)]
    for name, (make, shape) in networks.zoo().items():
        yield name, make, [shape]
    for name, (make, inputs) in networks.others().items():
        yield name, make, inputs()


def main():
    wanted = [word for word in sys.argv[1:] if word != "--equinox"]
    write = to_equinox if "--equinox" in sys.argv else to_flax
    print("| network | largest difference | lines of source |\n|---|---|---|")
    for name, make, shapes in cases():
        if wanted and name not in wanted:
            continue
        inputs = [mx.nd.ones(shape) if isinstance(shape, tuple) else as_arrays(shape) for shape in shapes]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "twin.py")
            try:
                report = write(randomized(make(), inputs), path, *inputs)
            except mx.MXNetError as error:
                reasons = "; ".join(dict.fromkeys(line.strip().partition(": ")[2] for line in str(error).splitlines()[1:-1]))
                print(f"| {name} | no twin: {reasons or str(error).splitlines()[0]} | |", flush=True)
                continue
            with open(path, encoding="utf-8") as file:
                lines = len(file.readlines())
        print(f"| {name} | {report.difference / report.scale:.1e} | {lines} |", flush=True)


if __name__ == "__main__":
    main()
