"""Training steps of a classifier, and detection of a random picture by untrained networks of three kinds."""

import mxnet as mx
from gluoncv import model_zoo
from gluoncv.data.transforms import presets
from mxnet import autograd, gluon

net = model_zoo.get_model("cifar_resnet20_v1", classes=10)
net.initialize(mx.init.Xavier())
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "nag", {"learning_rate": 0.1, "momentum": 0.9})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
x, y = mx.nd.random.normal(shape=(32, 3, 32, 32)), mx.nd.arange(32) % 10
costs = []
for _ in range(10):
    with autograd.record():
        cost = loss(net(x), y)
    cost.backward()
    trainer.step(32)
    costs.append(cost.mean().asscalar())
assert costs[-1] < costs[0]
print(f"- cifar_resnet20_v1, 10 steps of 32 pictures: loss {costs[0]:.2f}, then {costs[-1]:.2f}")

picture = mx.nd.random.uniform(0, 255, (200, 300, 3)).astype("uint8")
for name, preset in (("ssd_512_mobilenet1.0_voc", presets.ssd), ("yolo3_mobilenet1.0_voc", presets.yolo)):
    net = model_zoo.get_model(name, pretrained_base=False)
    net.initialize()
    data, shown = preset.transform_test(picture, short=256)
    classes, scores, boxes = net(data)
    assert classes.shape[1:] == scores.shape[1:] == (100, 1) and boxes.shape[1:] == (100, 4)
    print(f"- {name}: boxes {boxes.shape} for a picture of {data.shape[2:]}")
net = model_zoo.get_model("fcn_resnet50_voc", pretrained_base=False)
net.initialize()
found = net.predict(mx.nd.random.normal(shape=(1, 3, 480, 480)))
assert found.shape == (1, 21, 480, 480)
print(f"- fcn_resnet50_voc: classes of pixels {found.shape}")
