"""A job whose ranks have data, dropout and random numbers of their own, which goes on from its checkpoints.

    python saved_job.py gluon|module FOLDER STEPS [KILLS]

KILLS are numbers with commas between them: for each start of the job the step after which its last rank is killed, while rank 0
may be writing. After step `SIGNAL_AT` of the environment, the last rank gets SIGUSR1. Each rank appends its losses to
`FOLDER/losses-RANK`.
"""

import json
import logging
import os
import pathlib
import random
import signal
import sys

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.checkpoints import CheckpointManager
from jmx.config.system import processes

way, folder, steps = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
kills = dict(enumerate(map(int, sys.argv[4].split(",")))) if len(sys.argv) > 4 else {}
store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
EVERY, BATCH, SAMPLES = 3, 8, 40

mx.random.seed(1)
np.random.seed(10 + rank)
random.seed(20 + rank)
drawn = np.random.RandomState(30 + rank)
x, y = drawn.randn(SAMPLES, 6).astype("float32"), drawn.randint(0, 3, SAMPLES).astype("float32")


def note(step, loss):
    with open(folder / f"losses-{rank}", "a", encoding="utf-8") as file:
        file.write(json.dumps([step, float(loss).hex()]) + "\n")
    if rank == size - 1 and step == kills.get(int(os.environ.get("JMX_RESTART", "0"))):
        os.kill(os.getpid(), processes.KILL)
    if rank == size - 1 and step == int(os.environ.get("SIGNAL_AT", "0")):
        signal.raise_signal(signal.SIGUSR1)


def with_gluon():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dropout(0.3), gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.zeros((1, 6)))
    mx.random.seed(40 + rank)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02}, kvstore=store)
    data = gluon.data.DataLoader(gluon.data.ArrayDataset(x, y), batch_size=BATCH, shuffle=True)
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    with CheckpointManager(folder / "saved", net=net, trainer=trainer, data=data, stop_on="SIGUSR1") as manager:
        step = manager.restore()
        print(f"rank {rank} begins at step {step}", flush=True)
        while step < steps:
            for images, labels in manager.data:
                with autograd.record():
                    loss = loss_of(net(images), labels)
                loss.backward()
                trainer.step(BATCH * size)
                step += 1
                if step % EVERY == 0:
                    manager.save(step)
                note(step, loss.mean().asscalar())
                manager.stop_if_signalled(step)
                if step == steps:
                    break


def with_module():
    body = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="one")
    body = mx.sym.Dropout(body, p=0.3, name="drop")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.FullyConnected(body, num_hidden=3, name="two"), name="softmax"))
    logging.disable(logging.ERROR)

    def at_end(param):
        step = module._kvstore._updater.optimizer.num_update
        note(step, module.get_outputs()[0].asnumpy().astype(float).sum(0)[0])

    data = mx.io.NDArrayIter(x, y, batch_size=BATCH, shuffle=True)
    with CheckpointManager(folder / "saved", module=module, stop_on="SIGUSR1") as manager:
        manager.fit(
            data, every=EVERY, num_epoch=steps * BATCH // SAMPLES, optimizer="adam", kvstore=store, batch_end_callback=at_end
        )


{"gluon": with_gluon, "module": with_module}[way]()
