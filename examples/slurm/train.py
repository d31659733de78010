"""Trains a network on handwritten digits, on one process or on many, in a job that may be stopped and resumed.

    python train.py --checkpoints run1                                   one process, with all GPUs that it sees
    jmx launch -n 4 python train.py --kv-store dist_sync                 four processes on this machine
    srun python train.py --kv-store dist_sync --checkpoints run1         as many as the job has tasks

Every process takes its part of each batch. On SIGUSR1, which Slurm sends before the time limit if asked to, all of them finish
the step they are in, worker 0 writes a checkpoint, and they end with status 75: submit again, or requeue, to go on from there. A
run in pieces gives the losses of a run without a break.
"""

import argparse
import json
import os
import shutil
import signal
import sys

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn

AGAIN = 75  # what sysexits.h calls a temporary failure: the job is not done yet
TALK = 10**6  # the key for messages between processes; parameters have the keys from 0 on


def network():
    """Two convolutions and two dense layers."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels=16, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=32, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Dense(128, activation="relu"),
        nn.Dense(10),
    )
    return net


def digits(limit):
    """Images in [0, 1], shape (n, 1, 28, 28), and their labels, as NumPy arrays."""
    dataset = gluon.data.vision.MNIST(train=True)
    images, labels = dataset[:limit] if limit else dataset[:]
    return images.asnumpy().transpose(0, 3, 1, 2).astype("float32") / 255, np.asarray(labels, "float32")


class Digits:
    """This process's parts of the batches of one epoch: the same order in all processes, drawn again for each epoch."""

    def __init__(self, images, labels, batch_size, kv, seed):
        if batch_size % kv.num_workers:
            sys.exit(f"--batch-size {batch_size} does not divide by {kv.num_workers} processes")
        self.images, self.labels, self.seed = images, labels, seed
        self.batch_size, self.rank, self.share = batch_size, kv.rank, batch_size // kv.num_workers
        self.steps = len(images) // batch_size

    def part(self, epoch, step):
        """Images and labels of one step."""
        order = np.random.RandomState([self.seed, epoch]).permutation(len(self.images))
        first = step * self.batch_size + self.rank * self.share
        chosen = order[first : first + self.share]
        return mx.nd.array(self.images[chosen]), mx.nd.array(self.labels[chosen])


class AllReduce:
    """A few numbers added up over all processes, at the same step on each of them."""

    def __init__(self, kv):
        self.kv, self.sums = kv, mx.nd.zeros(3)
        kv.init(TALK, self.sums)

    def add(self, *numbers):
        self.kv.push(TALK, mx.nd.array(numbers))
        self.kv.pull(TALK, out=self.sums)
        return self.sums.asnumpy()


class Checkpoints:
    """Folders with parameters, the optimizer's states and the progress of training; the newest complete one counts."""

    def __init__(self, folder, kv, keep=2):
        self.folder, self.kv, self.keep = folder, kv, keep

    def _all(self):
        if not self.folder or not os.path.isdir(self.folder):
            return []
        return sorted(name for name in os.listdir(self.folder) if name.startswith("step-") and name[5:].isdigit())

    def save(self, net, trainer, done):
        """Written by worker 0 under another name, and renamed when it is complete: a job may be killed at any moment."""
        if self.folder and self.kv.rank == 0:
            final = os.path.join(self.folder, f"step-{done['step']:09d}")
            unfinished = final + ".part"
            shutil.rmtree(unfinished, ignore_errors=True)
            os.makedirs(unfinished)
            net.save_parameters(os.path.join(unfinished, "net.params"))
            trainer.save_states(os.path.join(unfinished, "trainer.states"))
            with open(os.path.join(unfinished, "done.json"), "w", encoding="utf-8") as file:
                json.dump(done, file)
            shutil.rmtree(final, ignore_errors=True)
            os.rename(unfinished, final)
            for name in self._all()[: -self.keep]:
                shutil.rmtree(os.path.join(self.folder, name))

    def load(self, net, trainer, ctx):
        """Take up the newest checkpoint; returns how far it had come."""
        names = self._all()
        if not names:
            return {"step": 0}
        newest = os.path.join(self.folder, names[-1])
        net.load_parameters(os.path.join(newest, "net.params"), ctx=ctx)
        trainer.load_states(os.path.join(newest, "trainer.states"))
        with open(os.path.join(newest, "done.json"), encoding="utf-8") as file:
            return json.load(file)


def main():
    parser = argparse.ArgumentParser(description="Train on digits, in parts of a cluster, resumable.")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=128, help="images in a step, over all processes and GPUs")
    parser.add_argument("--lr", type=float, default=1e-3, help="learning rate of Adam")
    parser.add_argument("--kv-store", default="device", help="dist_sync where there are several processes")
    parser.add_argument("--checkpoints", metavar="FOLDER", help="on a file system that all nodes share")
    parser.add_argument("--report", type=int, default=10, help="steps from one line of output, and look at signals, to the next")
    parser.add_argument("--every", type=int, default=20, help="lines of output from checkpoint to checkpoint")
    parser.add_argument("--limit", type=int, help="use only so many images")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    stop = []
    signal.signal(signal.SIGUSR1, lambda *_: stop.append(True))

    kv = mx.kv.create(args.kv_store)
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    ctx = [mx.gpu(i) for i in range(mx.context.num_gpus())] or [mx.cpu()]
    data = Digits(*digits(args.limit), args.batch_size, kv, args.seed)
    net = network()
    net.initialize(mx.init.Xavier(), ctx=ctx)
    net.hybridize()
    net(mx.nd.zeros((1, 1, 28, 28), ctx[0]))  # gives the parameters their shapes
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr}, kvstore=kv, update_on_kvstore=False)
    loss_of, totals, checkpoints = gluon.loss.SoftmaxCrossEntropyLoss(), AllReduce(kv), Checkpoints(args.checkpoints, kv)

    step = checkpoints.load(net, trainer, ctx)["step"]
    if kv.rank == 0:
        print(f"{kv.num_workers} processes, worker 0 on {ctx}; from step {step} of {args.epochs * data.steps}", flush=True)
    loss_sum, count = 0.0, 0
    while step < args.epochs * data.steps:
        images, labels = data.part(*divmod(step, data.steps))
        parts = zip(gluon.utils.split_and_load(images, ctx), gluon.utils.split_and_load(labels, ctx))
        with autograd.record():
            losses = [loss_of(net(x), y) for x, y in parts]
        autograd.backward(losses)
        trainer.step(args.batch_size)
        step += 1
        loss_sum += sum(float(loss.sum().asscalar()) for loss in losses)
        count += len(images)

        last = step == args.epochs * data.steps
        if step % args.report and not last:
            continue
        # A signal reaches the processes at different steps: they agree on where to stop.
        losses_sum, images_seen, stops = totals.add(loss_sum, count, len(stop))
        loss_sum, count = 0.0, 0
        if kv.rank == 0:
            print(f"step {step}: loss {losses_sum / images_seen:.6f}", flush=True)
        if step % (args.report * args.every) == 0 or stops or last:
            checkpoints.save(net, trainer, {"step": step})
        if stops or last:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # one that comes while Python ends would be its end
        if stops and not last:
            totals.add(0, 0, 0)  # no process ends before the checkpoint is written: Slurm may end the others then
            if kv.rank == 0:
                print(f"stopped after step {step}; start again to go on", flush=True)
            sys.exit(AGAIN)


if __name__ == "__main__":
    main()
