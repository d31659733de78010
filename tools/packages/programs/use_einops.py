"""Functions on arrays and symbols, and layers of Gluon."""

import mxnet as mx
from einops import rearrange, reduce
from einops.layers.gluon import Rearrange

x = mx.nd.arange(24).reshape((2, 3, 4))
assert rearrange(x, "a b c -> (a c) b").shape == (8, 3)
assert reduce(x, "a b c -> a", "max").asnumpy().tolist() == [11, 23]
print("- rearrange and reduce of arrays")
layer = Rearrange("a b c -> a (b c)")
assert layer(x).shape == (2, 12)
print("- a layer of Gluon")
