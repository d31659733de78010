"""Training programs with dropout, batch normalization, Adam, a schedule and shuffled data, which go on from their checkpoints.

    python saved_training.py gluon|module|estimator FOLDER STEPS [KILL]

Each step appends a line to `FOLDER/losses`. The process is killed when step KILL has been computed."""

import json
import logging
import os
import pathlib
import random
import sys

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.checkpoints import CheckpointManager
from jmx.config.system import processes

SAMPLES, BATCH, EVERY = 40, 8, 2


class Losses:
    """The losses of steps, in memory and, with a folder, in a file; the end of the process where it is to be killed."""

    def __init__(self, folder=None, kill=None):
        self.by_step, self.folder, self.kill = {}, folder, kill

    def add(self, step, loss):
        self.by_step[step] = float(loss).hex()
        if self.folder is not None:
            with open(self.folder / "losses", "a", encoding="utf-8") as file:
                file.write(json.dumps([step, self.by_step[step]]) + "\n")
        if step == self.kill:
            os.kill(os.getpid(), processes.KILL)


def losses_in(folder):
    """{step: loss}; a step that was computed twice came to the same."""
    found = {}
    for step, loss in map(json.loads, (folder / "losses").read_text().splitlines()):
        assert found.setdefault(step, loss) == loss, step
    return found


def seed():
    mx.random.seed(3)
    np.random.seed(4)
    random.seed(5)


def samples():
    drawn = np.random.RandomState(6)
    return drawn.randn(SAMPLES, 6).astype("float32"), drawn.randint(0, 3, SAMPLES).astype("float32")


def schedule():
    """Arguments of the optimizer."""
    return {"learning_rate": 0.02, "lr_scheduler": mx.lr_scheduler.FactorScheduler(step=2, factor=0.8, base_lr=0.02)}


def network():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.3), gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net, gluon.Trainer(net.collect_params(), "adam", schedule())


def augmented(x, y):
    """Draws from both generators of the host for each sample."""
    return x * np.float32(1 + 0.1 * random.random()) + np.random.uniform(0, 0.1, x.shape).astype("float32"), y


def loader():
    x, y = samples()
    return gluon.data.DataLoader(gluon.data.ArrayDataset(x, y).transform(augmented), batch_size=BATCH, shuffle=True)


def with_gluon(losses, steps, manager_of=None):
    seed()
    net, trainer = network()
    net(mx.nd.zeros((1, 6)))  # gives the parameters their shapes
    data, loss_of = loader(), gluon.loss.SoftmaxCrossEntropyLoss()
    manager = manager_of and manager_of(net=net, trainer=trainer, data=data)
    step = 0
    if manager is not None:
        step, data = manager.restore(), manager.data
    while step < steps:
        for x, y in data:
            x, y = x.as_in_context(mx.cpu()), y.as_in_context(mx.cpu())  # from workers' memory
            with autograd.record():
                loss = loss_of(net(x), y)
            loss.backward()
            trainer.step(BATCH)
            step += 1
            if manager is not None and step % EVERY == 0:
                manager.save(step)
            losses.add(step, loss.mean().asscalar())
            if manager is not None:
                manager.stop_if_signalled(step)
            if step == steps:
                break
    if manager is not None:
        manager.close()
    return net


def with_estimator(losses, steps, manager_of=None):
    seed()
    net, trainer = network()
    net(mx.nd.zeros((1, 6)))
    metric = mx.metric.Accuracy()
    estimator = gluon.contrib.estimator.Estimator(
        net, gluon.loss.SoftmaxCrossEntropyLoss(), train_metrics=metric, trainer=trainer, context=mx.cpu()
    )
    estimator.logger.setLevel(logging.WARNING)

    class Note(gluon.contrib.estimator.BatchEnd):
        step = 0

        def batch_end(self, estimator, *args, **kwargs):
            self.step = trainer.optimizer.num_update
            losses.add(self.step, kwargs["loss"][0].mean().asscalar() + 100 * metric.get()[1])

    manager = manager_of and manager_of(net=net, trainer=trainer)
    handlers = [Note()] if manager is None else [Note(), manager.handler(every=EVERY)]
    estimator.fit(loader(), event_handlers=handlers, batches=steps)
    if manager is not None:
        manager.close()
    return net


def with_module(losses, steps, manager_of=None):
    seed()
    body = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="one")
    body = mx.sym.Dropout(mx.sym.BatchNorm(body, fix_gamma=False, name="norm"), p=0.3, name="drop")
    out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(body, num_hidden=3, name="two"), name="softmax")
    module = mx.mod.Module(out)
    x, y = samples()
    data = mx.io.NDArrayIter(x, y, batch_size=BATCH, shuffle=True)

    def note(param):
        step = module._optimizer.num_update
        losses.add(step, param.eval_metric.get()[1] + float(module.get_outputs()[0].asnumpy().astype(float).sum(0)[0]))

    options = {"num_epoch": -(-steps * BATCH // SAMPLES), "optimizer": "adam", "eval_metric": "ce", "batch_end_callback": note,
               "optimizer_params": schedule(), "initializer": mx.init.Xavier()}  # fmt: skip
    if manager_of is None:
        module.fit(data, **options)
    else:
        with manager_of(module=module) as manager:
            manager.fit(data, every=EVERY, **options)
    return module


WAYS = {"gluon": with_gluon, "estimator": with_estimator, "module": with_module}

if __name__ == "__main__":
    way, folder, steps = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    kill = int(sys.argv[4]) if len(sys.argv) > 4 else None
    WAYS[way](Losses(folder, kill), steps, lambda **options: CheckpointManager(folder / "saved", **options))
