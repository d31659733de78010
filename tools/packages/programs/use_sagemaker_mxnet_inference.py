"""The default handler loads an exported network from its folder, and answers JSON."""

import json
import pathlib

import mxnet as mx
from mxnet import gluon
from sagemaker_mxnet_serving_container.default_inference_handler import DefaultMXNetInferenceHandler

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(3))
net.initialize()
net.hybridize()
net(mx.nd.ones((1, 4)))
net.export("model")
pathlib.Path("model-shapes.json").write_text(json.dumps([{"name": "data", "shape": [1, 4]}]))
handler = DefaultMXNetInferenceHandler()
model = handler.default_model_fn(".")
data = (
    handler.default_input_fn(json.dumps([[1, 2, 3, 4]]), "application/json")
    if not hasattr(model, "bind")
    else [mx.nd.ones((1, 4))]
)
print(f"- the default handler loads the model: {type(model).__name__}; input {type(data).__name__}")
