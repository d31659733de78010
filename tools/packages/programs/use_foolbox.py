"""A classifier is attacked by its gradient."""

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
data = mx.sym.var("data")
symbol = mx.sym.FullyConnected(mx.sym.flatten(data), num_hidden=2, name="fc")
arrays = {"fc_weight": mx.nd.array([weight, -weight]), "fc_bias": mx.nd.array([bias, -bias])}
model = foolbox.models.MXNetModel(data, symbol, arrays, mx.cpu(), num_classes=2, bounds=(0, 1), channel_axis=1)
before = model.predictions(picture).argmax()
changed = foolbox.attacks.FGSM(model)(picture, before)
after = model.predictions(changed).argmax()
assert after != before
print(f"- MXNetModel, FGSM: class {before} became {after}, pixels changed by {np.abs(changed - picture).max():.3f} at most")
