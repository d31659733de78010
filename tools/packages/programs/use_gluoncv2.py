"""Untrained networks of the model provider, and a training step."""

import mxnet as mx
from gluoncv2.model_provider import get_model
from mxnet import autograd, gluon

for name in ("resnet18", "mobilenetv2_w1", "efficientnet_b0", "shufflenetv2_wd2"):
    net = get_model(name, pretrained=False, classes=7)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    assert net(mx.nd.ones((2, 3, 224, 224))).shape == (2, 7)
    print(f"- {name}: (2, 3, 224, 224) to (2, 7)")
trainer = gluon.Trainer(net.collect_params(), "adam")
with autograd.record():
    cost = gluon.loss.SoftmaxCrossEntropyLoss()(net(mx.nd.ones((4, 3, 224, 224))), mx.nd.arange(4))
cost.backward()
trainer.step(4)
mx.nd.waitall()
print("- shufflenetv2_wd2: one training step")
