"""Classifiers are attacked: a block of Gluon by its gradient, a symbol by noise."""

import collections
import collections.abc

for name in ("Iterable", "Mapping", "Sequence", "Callable"):
    setattr(collections, name, getattr(collections.abc, name))

import foolbox  # noqa: E402
import mxnet as mx  # noqa: E402
import numpy as np  # noqa: E402

rng = np.random.default_rng(0)
picture = rng.uniform(0.2, 0.8, size=(3, 4, 4)).astype("float32")
weight = rng.normal(size=48).astype("float32")
bias = 0.1 - weight @ picture.ravel()  # the first of two classes, narrowly
arrays = {"fc_weight": mx.nd.array([weight, -weight]), "fc_bias": mx.nd.array([bias, -bias])}


def attack(model, by):
    """Say what an attack did to the picture."""
    before = model.predictions(picture).argmax()
    changed = by(model)(picture, before)
    after = model.predictions(changed).argmax()
    assert after != before
    most = np.abs(changed - picture).max()
    print(f"- {type(model).__name__}, {by.__name__}: class {before} became {after}, pixels changed by {most:.3f} at most")


data = mx.sym.var("data")
symbol = mx.sym.FullyConnected(mx.sym.flatten(data), num_hidden=2, name="fc")
net = mx.gluon.nn.Dense(2, in_units=48)
net.initialize()
net.weight.set_data(arrays["fc_weight"])
net.bias.set_data(arrays["fc_bias"])
attack(foolbox.models.MXNetGluonModel(net, (0, 1), num_classes=2, channel_axis=1), foolbox.attacks.FGSM)
# Not by its gradient: foolbox takes the logarithm of the probability for the loss, which has the other sign, with MXNet, too.
model = foolbox.models.MXNetModel(data, symbol, arrays, mx.cpu(), num_classes=2, bounds=(0, 1), channel_axis=1)
attack(model, foolbox.attacks.AdditiveUniformNoiseAttack)
