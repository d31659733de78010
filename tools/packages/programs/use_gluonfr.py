"""A network for faces is trained with a margin loss."""

import mxnet as mx
from gluonfr.loss import ArcLoss
from gluonfr.model_zoo import get_model
from mxnet import autograd, gluon

net = get_model("mobilefacenet", classes=4, weight_norm=True, feature_norm=True, need_cls_layer=True)
net.initialize(mx.init.Xavier())
net.hybridize()
loss = ArcLoss(4, m=0.5, s=64, easy_margin=False)
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
x, y = mx.nd.random.normal(shape=(8, 3, 112, 112)), mx.nd.arange(8) % 4
for _ in range(2):
    with autograd.record():
        found = net(x)
        cost = loss(found[-1] if isinstance(found, (list, tuple)) else found, y)
    cost.backward()
    trainer.step(8)
print(f"- mobilefacenet with ArcLoss, 2 steps: loss {cost.mean().asscalar():.2f}")
