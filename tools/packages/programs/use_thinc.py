"""A Gluon network as a layer of thinc."""

import numpy as np
from mxnet import gluon
from thinc.api import Adam, MXNetWrapper, enable_mxnet

enable_mxnet()
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.Dense(3))
net.initialize()
model = MXNetWrapper(net)
x = np.random.default_rng(0).normal(size=(6, 4)).astype("float32")
model.initialize()
y, backward = model(x, is_train=True)
gradient = backward(np.ones_like(y))
model.finish_update(Adam(0.001))
print(f"- MXNetWrapper: {x.shape} to {y.shape}, gradient {gradient.shape}")
