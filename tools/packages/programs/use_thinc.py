"""A Gluon network as a layer of thinc."""

from thinc.compat import enable_mxnet

enable_mxnet()  # before thinc.api, whose modules take what is enabled when they are imported

import numpy as np  # noqa: E402
from mxnet import gluon  # noqa: E402
from thinc.api import Adam, MXNetWrapper  # noqa: E402

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
