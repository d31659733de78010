"""The mean and variance of a normal distribution are found by variational inference."""

import mxnet as mx
import numpy as np
from mxfusion import Model, Variable
from mxfusion.components.distributions import Normal
from mxfusion.components.variables import PositiveTransformation
from mxfusion.inference import MAP, GradBasedInference

mx.random.seed(0)
data = np.random.default_rng(0).normal(3, 2, 100)
m = Model()
m.mu = Variable()
m.s = Variable(transformation=PositiveTransformation())
m.Y = Normal.define_variable(mean=m.mu, variance=m.s, shape=(100,))
inference = GradBasedInference(inference_algorithm=MAP(model=m, observed=[m.Y]))
inference.run(Y=mx.nd.array(data), learning_rate=0.1, max_iter=500, verbose=False)
mean, variance = float(inference.params[m.mu].asnumpy().item()), float(inference.params[m.s].asnumpy().item())
assert abs(mean - data.mean()) < 0.2
print(f"- MAP: mean {mean:.2f} ({data.mean():.2f}), variance {variance:.2f} ({data.var():.2f})")
