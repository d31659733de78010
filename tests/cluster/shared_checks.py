"""What the ranks of a job have in common and what not, one line of JSON each; docs/cluster.md, "In the program"."""

import json
import os
import signal
import subprocess
import time

import numpy as np

import jmx as mx
from jmx import autograd, gluon


def mask():
    with autograd.train_mode():
        return mx.nd.Dropout(mx.nd.ones(40), p=0.5).asnumpy().tolist()


def masks(rank):
    """Of a seed that all have, and of one for each."""
    mx.random.seed(7)
    same = mask()
    mx.random.seed(7 + rank)
    return same, mask()


def first_values(store):
    """What a network of each rank's own values has before a Trainer's first step, and after one with gradients of 0."""
    net = gluon.nn.Dense(3, in_units=2, use_bias=False)
    net.initialize(mx.init.Constant(1 + store.rank))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0}, kvstore=store)
    before = float(net.weight.data().asnumpy()[0, 0])
    with autograd.record():
        loss = net(mx.nd.zeros((1, 2))).sum()
    loss.backward()
    trainer.step(1)
    return before, float(net.weight.data().asnumpy()[0, 0])


def of_a_module(rank):
    """A Module's weight before its first batch, where each rank has begun with another."""
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, no_bias=True, name="fc")
    module = mx.mod.Module(mx.sym.LinearRegressionOutput(net, mx.sym.var("label")), label_names=("label",))
    module.bind([("data", (2, 2))], [("label", (2, 1))])
    module.init_params(mx.init.Constant(1 + rank))
    module.init_optimizer("dist_sync")
    module.forward(mx.io.DataBatch([mx.nd.array([[1, 0], [0, 1]])], [mx.nd.zeros((2, 1))]))
    # its rescale_grad is for the samples of all ranks
    return float(module.get_outputs()[0].asnumpy()[0, 0]), module._optimizer.rescale_grad


def moving_average(store):
    """Of batch normalization, after two steps on each rank's own data, of which the first gives all of them rank 0's."""
    net = gluon.nn.BatchNorm(in_channels=1)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", kvstore=store)
    for _ in range(2):
        with autograd.record():
            loss = (net(mx.nd.array([[1.0], [3.0]]) + 10 * store.rank) ** 2).sum()
        loss.backward()
        trainer.step(4)
    return float(net.running_mean.data().asscalar())


def stopped(store):
    """Rank 1 is stopped for longer than JMX_HEARTBEAT_TIMEOUT, and goes on: the seconds that rank 0 waited for it."""
    began = time.monotonic()
    if store.rank == 1 and hasattr(signal, "SIGSTOP"):
        subprocess.Popen(["sh", "-c", f"sleep 2.5; kill -CONT {os.getpid()}"])
        os.kill(os.getpid(), signal.SIGSTOP)
    store._barrier()
    return time.monotonic() - began


def main():
    store = mx.kv.create("dist_sync")
    said = {
        "rank": store.rank, "masks": masks(store.rank),
        "trainer": first_values(mx.kv.create("dist_sync")), "module": of_a_module(store.rank),
        "average": moving_average(mx.kv.create("dist_sync")), "stopped": stopped(store),
    }  # fmt: skip
    out = mx.nd.zeros(3)
    store.init("last", mx.nd.zeros(3))
    store.pushpull("last", mx.nd.array(np.arange(3) + store.rank), out=out)
    print(json.dumps({**said, "sum": out.asnumpy().tolist()}))


if __name__ == "__main__":
    main()
