"""A rank of a job that trains three networks, by Gluon, Module and Horovod; prints sums of what they have become."""

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.core.run import backward_segments
from jmx.legacy.horovod import mxnet as hvd

store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
rng = np.random.RandomState(rank)
data, label = rng.rand(3, 8, 256).astype("f"), rng.randint(0, 10, (3, 8)).astype("f")
parts = []
made = backward_segments.Segments.__init__


def counting(self, closed, found, *rest):
    parts.append(len(found))
    made(self, closed, found, *rest)


backward_segments.Segments.__init__ = counting


def network():
    net = gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(gluon.nn.Dense(1024, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(512), gluon.nn.Dense(10))
    mx.random.seed(3)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.zeros((8, 256)))
    return net


def by_trainer(make):
    net, loss = network(), gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = make(net.collect_params())
    for x, y in zip(data, label):
        with autograd.record():
            cost = loss(net(mx.nd.array(x)), mx.nd.array(y))
        cost.backward()
        trainer.step(8 * size)
    return {name.partition("_")[2]: p.data().asnumpy() for name, p in net.collect_params().items() if "running" not in name}


def by_module():
    net = mx.sym.var("data")
    for units in (1024, 512, 10):
        net = mx.sym.FullyConnected(net, num_hidden=units, name=f"fc{units}")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (8, 256))], [("softmax_label", (8,))])
    mx.random.seed(3)
    module.init_params(mx.init.Xavier())
    module.init_optimizer("dist_sync", optimizer_params={"learning_rate": 0.5})
    for x, y in zip(data, label):
        module.forward_backward(mx.io.DataBatch([mx.nd.array(x)], [mx.nd.array(y)]))
        module.update()
    return {name: value.asnumpy() for name, value in module.get_params()[0].items()}


hvd.init()
sgd = {"learning_rate": 0.5, "momentum": 0.9}
found = {
    "gluon": by_trainer(lambda params: gluon.Trainer(params, "sgd", sgd, kvstore="dist_sync", update_on_kvstore=False)),
    "store": by_trainer(lambda params: gluon.Trainer(params, "sgd", sgd, kvstore="dist_sync")),
    "horovod": by_trainer(lambda params: hvd.DistributedTrainer(params, "sgd", {**sgd, "rescale_grad": size})),
    "module": by_module(),
}
for way, arrays in found.items():
    for name, value in arrays.items():
        print(way, name, *[f"{float(number):.6g}" for number in (value.sum(), np.abs(value).sum(), value.ravel()[-1])])
print("parts", *parts)
