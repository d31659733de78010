"""The worker's side: an archive's service loads a network and answers."""

import json
import pathlib

import mxnet as mx
from mms.context import Context
from mxnet import gluon

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(3))
net.initialize()
net.hybridize()
net(mx.nd.ones((1, 4)))
net.export("model")
pathlib.Path("signature.json").write_text(json.dumps({"inputs": [{"data_name": "data", "data_shape": [1, 4]}]}))


class Service:
    def initialize(self, context):
        folder = context.system_properties.get("model_dir")
        self.module = gluon.SymbolBlock.imports(f"{folder}/model-symbol.json", ["data"], f"{folder}/model-0000.params")

    def handle(self, data, context):
        return [self.module(mx.nd.array(row)).asnumpy().tolist() for row in data]


from mms.service import Service as Served  # noqa: E402

service = Service()
context = Context("net", ".", {"model": {}}, 1, None, "1.0")
service.initialize(context)
served = Served("net", ".", {"model": {}}, service.handle, None, 1)
headers, answer = served.retrieve_data_for_inference([{"requestId": b"1", "parameters": []}])[:2]
found = service.handle([[[1, 2, 3, 4]]], context)
assert len(found[0][0]) == 3
print("- the worker's classes are made, a service loads an exported network and answers")
