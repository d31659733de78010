"""A Module script as MXNet's users write them: its losses over all processes, and the sum of its parameters."""

import os
import sys

import mxnet as mx
import numpy as np

WHOLE = 24  # samples in a step, over all workers
STEPS = 6


def main(kind):
    kv = mx.kv.create(kind)
    rng = np.random.RandomState(3)
    images = rng.rand(WHOLE * STEPS, 12).astype("float32")
    labels = (images @ rng.rand(12, 4)).argmax(1).astype("float32")
    share = WHOLE // kv.num_workers
    mine = [step * WHOLE + kv.rank * share + i for step in range(STEPS) for i in range(share)]
    data = mx.io.NDArrayIter(images[mine], labels[mine], share, label_name="softmax_label")
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="one"), act_type="tanh")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=4, name="two"), name="softmax")
    mx.random.seed(5)
    module = mx.mod.Module(net)
    losses = []

    def note(param):
        losses.append(param.eval_metric.get()[1])
        param.eval_metric.reset()
        if param.epoch == 1 and param.nbatch == 1 and os.environ.get("DIES") == str(kv.rank):
            os.kill(os.getpid(), 9)

    module.fit(data, num_epoch=2, kvstore=kv, optimizer="sgd", optimizer_params={"learning_rate": 0.5, "momentum": 0.9},
               initializer=mx.init.Uniform(0.1), eval_metric="ce", batch_end_callback=note)  # fmt: skip
    arguments, _ = module.get_params()
    total = sum(float(np.abs(value.asnumpy()).sum()) for value in arguments.values())
    sys.stdout.write(f"{kv.rank} {total:.6f} " + " ".join(f"{loss:.6f}" for loss in losses) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
