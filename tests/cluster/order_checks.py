"""A rank of a job that trains a network whose last layer's name comes first; prints in which order gradients are added up."""

import jmx as mx
from jmx import autograd, gluon
from jmx.core.spmd import collectives
from jmx.legacy.horovod import mxnet as hvd

hvd.init()
order = []
add_up = collectives._add_up


def noted(rank, device, devices, per_host, form, bufs, numbers, results):
    order.append(bufs[numbers[0]].shape)
    add_up(rank, device, devices, per_host, form, bufs, numbers, results)


collectives._add_up = noted
sgd = {"learning_rate": 0.1}
makers = {
    "gluon": lambda params: gluon.Trainer(params, "sgd", sgd, kvstore="dist_sync", update_on_kvstore=False),
    "store": lambda params: gluon.Trainer(params, "sgd", sgd, kvstore="dist_sync"),
    "list": lambda params: gluon.Trainer(list(params.values()), "sgd", sgd, kvstore="dist_sync"),
    "horovod": lambda params: hvd.DistributedTrainer(params, "sgd", sgd),
}
for name, make in makers.items():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(700, in_units=700, use_bias=False, prefix="z_"), gluon.nn.Dense(600, use_bias=False, prefix="a_"))
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((2, 700)))
    trainer = make(net.collect_params())
    for _ in range(2):
        with autograd.record():
            loss = net(mx.nd.ones((2, 700))).sum()
        loss.backward()
        order.clear()
        trainer.step(1)
    print(name, *order, sep="|")
