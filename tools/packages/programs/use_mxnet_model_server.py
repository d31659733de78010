"""The worker's side: its classes, and a service that loads a network and answers."""

import mxnet as mx
from mms.context import Context
from mms.service import Service as Served
from mxnet import gluon

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(3))
net.initialize()
net.hybridize()
net(mx.nd.ones((1, 4)))
net.export("model")
block = gluon.SymbolBlock.imports("model-symbol.json", ["data"], "model-0000.params")
served = Served(
    "net", ".", {"model": {}}, lambda data, context: [block(mx.nd.array(row)).asnumpy().tolist() for row in data], None, 1
)
context = Context("net", ".", {"model": {}}, 1, None, "1.0")
assert len(served._entry_point([[[1, 2, 3, 4]]], context)[0][0]) == 3
print("- the worker's classes are made, a service loads an exported network and answers")
