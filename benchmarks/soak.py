"""Training for a long time with shapes that vary: does memory stay flat?

    python benchmarks/soak.py [--steps 20000] [--shapes 50]

A small network (convolution, batch normalization, pooling, dense; hybridized, Adam) is trained on batches whose sizes are
drawn from a fixed list. Printed every twentieth of the way: steps, resident megabytes, seconds.
"""

import argparse
import os
import random
import time


def resident():
    """Megabytes of memory that the process holds now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--shapes", type=int, default=50)
    args = parser.parse_args()
    import mxnet as mx
    from mxnet import autograd, gluon

    random.seed(0)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Conv2D(8, 3, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.GlobalAvgPool2D(), gluon.nn.Dense(10))
    net.initialize()
    net.hybridize()
    trainer, loss = gluon.Trainer(net.collect_params(), "adam"), gluon.loss.SoftmaxCrossEntropyLoss()
    shapes = [(random.randint(1, 8), 3, random.randint(8, 30), random.randint(8, 30)) for _ in range(args.shapes)]
    start, seen = time.time(), []
    for step in range(args.steps + 1):
        data = mx.nd.random.uniform(shape=random.choice(shapes))
        with autograd.record():
            cost = loss(net(data), mx.nd.zeros(data.shape[0]))
        cost.backward()
        trainer.step(data.shape[0])
        if step % (args.steps // 20) == 0:
            cost.wait_to_read()
            seen.append(resident())
            print(f"{step:6} steps {seen[-1]:6.0f} MB {time.time() - start:6.0f} s", flush=True)
    half = len(seen) // 2
    print(f"growth over the second half: {seen[-1] - seen[half]:.1f} MB ({(seen[-1] / seen[half] - 1) * 100:.1f} %)")


if __name__ == "__main__":
    main()
