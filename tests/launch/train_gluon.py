"""A Gluon script as MXNet's users write them: its losses over all processes, and the sum of its parameters."""

import sys

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon

WHOLE = 24  # samples in a step, over all workers
STEPS = 6


def main(kind):
    kv = mx.kv.create(kind)
    rng = np.random.RandomState(3)
    images = rng.rand(WHOLE * STEPS, 12).astype("float32")
    labels = (images @ rng.rand(12, 4)).argmax(1).astype("float32")
    share = WHOLE // kv.num_workers
    mine = [step * WHOLE + kv.rank * share + i for step in range(STEPS) for i in range(share)]
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(images[mine], labels[mine]), share)
    mx.random.seed(5)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(16, activation="tanh"), gluon.nn.Dense(4))
    net.initialize(mx.init.Uniform(0.1))
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9}, kvstore=kv)
    loss_of, losses = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for _ in range(2):
        for x, y in data:
            with autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            trainer.step(WHOLE)
            losses.append(float(loss.mean().asscalar()))
    total = sum(float(np.abs(p.data().asnumpy()).sum()) for p in net.collect_params().values())
    sys.stdout.write(f"{kv.rank} {total:.6f} " + " ".join(f"{loss:.6f}" for loss in losses) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
