"""A classifier is trained, and attacked by the fast gradient method."""

import mxnet as mx
import numpy as np
from art.attacks.evasion import FastGradientMethod
from art.estimators.classification import MXClassifier
from mxnet import gluon

rng = np.random.default_rng(0)
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(32, activation="relu"), gluon.nn.Dense(3))
net.initialize(mx.init.Xavier())
centers = rng.uniform(0, 1, (3, 10))
labels = rng.integers(0, 3, 300)
x = np.clip(centers[labels] + rng.normal(0, 0.1, (300, 10)), 0, 1).astype("float32")
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
classifier = MXClassifier(net, gluon.loss.SoftmaxCrossEntropyLoss(), (10,), 3, optimizer=trainer, clip_values=(0, 1))
classifier.fit(x, labels, batch_size=30, nb_epochs=10)
clean = (classifier.predict(x).argmax(1) == labels).mean()
attacked = (classifier.predict(FastGradientMethod(classifier, eps=0.3).generate(x)).argmax(1) == labels).mean()
assert clean > 0.9 and attacked < clean
print(f"- accuracy {clean:.2f}, under attack {attacked:.2f}")
