"""Three layers on a graph, trained with MXNet's arrays."""

import dgl
import mxnet as mx
from dgl.nn.mxnet import GATConv, GraphConv, SAGEConv
from mxnet import autograd, gluon

graph = dgl.add_self_loop(dgl.graph(([0, 1, 2, 3, 4], [1, 2, 3, 4, 0])))
features, labels = mx.nd.random.normal(shape=(5, 6)), mx.nd.array([0, 1, 0, 1, 1])
for name, layer in (("GraphConv", GraphConv(6, 2)), ("SAGEConv", SAGEConv(6, 2, "mean")), ("GATConv", GATConv(6, 2, 3))):
    layer.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(layer.collect_params(), "adam", {"learning_rate": 0.1})
    costs = []
    for _ in range(20):
        with autograd.record():
            out = layer(graph, features)
            out = out.mean(axis=1) if out.ndim == 3 else out
            cost = gluon.loss.SoftmaxCrossEntropyLoss()(out, labels)
        cost.backward()
        trainer.step(5)
        costs.append(cost.mean().asscalar())
    assert costs[-1] < costs[0]
    print(f"- {name}, 20 steps: loss {costs[0]:.2f}, then {costs[-1]:.2f}")
