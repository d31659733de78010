# pyright: strict
"""Imports as programs of several years wrote them."""

import mxnet as mx
import mxnet.gluon.nn as nn
import mxnet.ndarray as nd
import mxnet.symbol as sym
from mxnet import autograd as ag
from mxnet import init, lr_scheduler, metric, optimizer
from mxnet.base import MXNetError
from mxnet.context import Context, cpu
from mxnet.gluon import Block, HybridBlock, Parameter, Trainer, loss
from mxnet.gluon.data.vision.datasets import MNIST
from mxnet.gluon.loss import L2Loss
from mxnet.gluon.rnn import LSTMCell
from mxnet.initializer import Xavier
from mxnet.io import DataBatch, DataDesc, DataIter
from mxnet.metric import EvalMetric
from mxnet.module import Module
from mxnet.ndarray import NDArray
from mxnet.ndarray.contrib import box_nms, foreach
from mxnet.optimizer import SGD, Adam
from mxnet.test_utils import assert_almost_equal

x: NDArray = nd.zeros((2, 3), ctx=cpu(), dtype="float32")
weight = mx.nd.random_uniform(low=-1, high=1, shape=(2, 3))
net = nn.Sequential()
net.add(nn.Dense(3))
net.initialize()
with ag.record():
    y = net(x) + nd.dot(x, weight, transpose_b=True)[0].sum()
ag.backward([y])
ctx: Context = mx.cpu(0)
try:
    nd.Reshape(x, shape=(7,))
except MXNetError as error:
    print(error)
boxes = nd.ones((4, 6))
output, states = foreach(lambda item, state: (item + state[0], [item]), x, [nd.zeros(3)])
print(nd.contrib.box_nms(boxes, overlap_thresh=0.5) + box_nms(boxes), nd.sparse.csr_matrix(x).tostype("default"), output, states)
print(nd.linalg.gemm2(x, weight, transpose_b=True), nd.image.to_tensor(x), nd.ElementWiseSum(x, x), nd.add_n(*[x, x]))
optimizers: list[optimizer.Optimizer] = [SGD(momentum=0.9), Adam(beta1=0.5), mx.optimizer.create("rmsprop", gamma1=0.9)]
schedule = lr_scheduler.MultiFactorScheduler(step=[10, 20], factor=0.1, base_lr=1.0)
things: list[type] = [Block, HybridBlock, Parameter, Trainer, MNIST, DataBatch, DataDesc, DataIter, EvalMetric, Module, LSTMCell]
print(optimizers, schedule(3), things, loss.L1Loss(), L2Loss(), Xavier(), init.Normal(0.1), metric.Accuracy(axis=1))
assert_almost_equal(x.asnumpy(), x.asnumpy())
a = sym.var("a")
print(sym.exp(a), sym.contrib.box_nms(a), sym.linalg.gemm2(a, a), sym.random.normal(0, 1, shape=(2,)), sym.sum(a, axis=(0, 1)))
mx.nd.clip(x, a_min=0, a_max=1, out=x)
print(mx.viz, mx.contrib.text, mx.parallel, mx.predictor.Predictor, mx.profiler, mx.engine, mx.rnn.LSTMCell(3), mx.__version__)
