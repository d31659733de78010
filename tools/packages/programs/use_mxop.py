"""Operations and parameters of a network are counted."""

import mxnet as mx
from mxnet.gluon.model_zoo import vision
from mxop.gluon import count_ops, count_params

net = vision.resnet18_v1()
net.initialize()
ops = count_ops(net, (1, 3, 224, 224))
print(f"- count_ops of resnet18_v1: {ops}")
print(f"- count_params: {count_params(net)}")
assert mx
