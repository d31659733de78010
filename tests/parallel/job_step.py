"""A training by the compiled step that the processes of a job run together; prints what each rank has in the end, as JSON."""

import json
import sys

import numpy as np

import jmx as mx
from jmx import config, gluon
from jmx.gluon.contrib.nn import SyncBatchNorm

store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
contexts = [mx.cpu(i) for i in range(config.get("JMX_CPU_DEVICES") or 1)]
loss = gluon.loss.SoftmaxCrossEntropyLoss()
random = np.random.RandomState(5)
data, labels = random.randn(6, 8, 5).astype("float32") * 3 + 1, random.randint(0, 3, (6, 8))


def network(normalization):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(6, use_bias=False), normalization, gluon.nn.Dense(3))
    net.initialize(mx.init.Normal(0.4 + rank), ctx=contexts)  # values that differ: those of rank 0 count
    net(mx.nd.ones((1, 5)))
    own = np.random.RandomState(rank)
    for param in (net[0].weight, net[2].weight):
        param.set_data(mx.nd.array(own.randn(*param.shape) * 0.4))
    # gradients of all processes are added up, those of a process's batch divided by its size
    options = {"learning_rate": 0.05, "momentum": 0.9, "rescale_grad": 1 / size}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore=store)
    return net, mx.parallel.DataParallelStep(net, loss, trainer)


def batch(number, uneven=0):
    here = slice(rank * 8 // size, (rank + 1) * 8 // size - uneven)
    return data[number, here], labels[number, here]


net, step = network(SyncBatchNorm(in_channels=6, num_devices=len(contexts) * size))
losses = [float(np.concatenate([part.asnumpy() for part in step(*batch(number))]).mean()) for number in range(6)]
found = {"losses": losses}
for name, param in (("weight", net[0].weight), ("mean", net[1].running_mean), ("var", net[1].running_var)):
    copies = [copy.asnumpy().ravel().tolist() for copy in param.list_data()]
    assert all(copy == copies[0] for copy in copies)
    found[name] = copies[0]
if size > 1:
    try:
        step(*batch(0, uneven=rank))
    except mx.MXNetError as error:
        found["error"] = str(error)
    store = mx.kv.create("dist_sync")
    net, step = network(gluon.nn.LayerNorm())
    for number in range(4):  # the loop when the last rank has a sample less
        step(*batch(number, uneven=rank * (number == 2)))
    found["after an uneven batch"] = net[0].weight.data().asnumpy().ravel().tolist()
print("found" + json.dumps(found))
sys.stdout.flush()
