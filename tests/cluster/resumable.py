"""A training program that several processes run together, with a checkpoint after every few steps from which it goes on.

    python resumable.py FOLDER STEPS [EVERY [PAUSE [KILLS]]]

KILLS are numbers with commas between them, for each start of the job the step at which its last rank is killed.

Rank 0 keeps `FOLDER/latest`, which names the folder of the last whole checkpoint, and appends a line to `FOLDER/losses` for
each step.
"""

import json
import os
import pathlib
import sys
import time

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.config.system import processes

folder, steps = pathlib.Path(sys.argv[1]), int(sys.argv[2])
every = int(sys.argv[3]) if len(sys.argv) > 3 else 5
pause = float(sys.argv[4]) if len(sys.argv) > 4 else 0.0
kills = dict(enumerate(map(int, sys.argv[5].split(",")))) if len(sys.argv) > 5 else {}
batch = 16

store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers

net = gluon.nn.HybridSequential(prefix="net_")
with net.name_scope():
    net.add(gluon.nn.Dense(16, activation="relu", in_units=6), gluon.nn.Dense(3, in_units=16))
random = np.random.RandomState(5)
net.initialize()
for parameter in net.collect_params().values():
    parameter.set_data(mx.nd.array(random.randn(*parameter.shape) * 0.3))
net.hybridize()
data, labels = random.randn(160, 6).astype("float32"), random.randint(0, 3, 160).astype("float32")
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.02}, kvstore=store, update_on_kvstore=False)
loss = gluon.loss.SoftmaxCrossEntropyLoss()

first = 0
latest = folder / "latest"
if latest.exists():
    saved = folder / latest.read_text()
    net.load_parameters(str(saved / "net.params"))
    trainer.load_states(str(saved / "trainer.states"))
    first = int(latest.read_text())


def save(step):
    saved = folder / str(step)
    saved.mkdir(exist_ok=True)
    net.save_parameters(str(saved / "net.params"))
    trainer.save_states(str(saved / "trainer.states"))
    (folder / "latest.new").write_text(str(step))
    os.replace(folder / "latest.new", latest)


print(f"rank {rank} begins at step {first}", flush=True)
for step in range(first, steps):
    if rank == size - 1 and step == kills.get(int(os.environ.get("JMX_RESTART", "0"))):
        os.kill(os.getpid(), processes.KILL)
    start = step * batch % len(data) + rank * batch // size
    mine = slice(start, start + batch // size)
    with autograd.record():
        costs = loss(net(mx.nd.array(data[mine])), mx.nd.array(labels[mine]))
    costs.backward()
    trainer.step(batch)
    if rank == 0:
        whole = loss(net(mx.nd.array(data)), mx.nd.array(labels)).mean().asscalar()
        with open(folder / "losses", "a", encoding="utf-8") as file:
            file.write(json.dumps([step, float(whole)]) + "\n")
        if (step + 1) % every == 0:
            save(step + 1)
    if pause:
        time.sleep(pause)
print(f"rank {rank} is done", flush=True)
