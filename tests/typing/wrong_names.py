"""Misspelt names and keywords. A line with a comment `error:` is wrong; what a checker says of it contains the comment."""

from typing import Any

import mxnet as mx
import mxnet.gluon.nn as layers
from mxnet import autograd, gluon, nd, np, npx
from mxnet.gluon import nn
from mxnet.gluon import Trainr  # error: "Trainr" is unknown import symbol
from mxnet.ndarray import arrray  # error: "arrray" is unknown import symbol
import mxnet.glue  # error: Import "mxnet.glue" could not be resolved

x = nd.ones((2, 3))
w, b = nd.ones((4, 3)), nd.ones(4)

# operators
nd.FullyConected(x, w, b, num_hidden=4)  # error: "FullyConected" is not a known attribute of module
nd.FullyConnected(x, w, b, num_hiden=4)  # error: No parameter named "num_hiden"
nd.Convolution(x, w, kernl=(3, 3), num_filter=4)  # error: No parameter named "kernl"
nd.contrib.box_mns(x)  # error: "box_mns" is not a known attribute of module
nd.contrib.box_nms(x, overlap_tresh=0.5)  # error: No parameter named "overlap_tresh"
nd.random.normal(0, 1, shap=(2, 3))  # error: No parameter named "shap"
nd.linalg.gem2(x, x)  # error: "gem2" is not a known attribute of module
nd.relu("x")  # error: cannot be assigned to parameter "data"
nd.zeros()  # error: Argument missing for parameter "shape"
nd.zeros((2, 3), context=mx.cpu())  # error: No parameter named "context"
nd.array([1], ctx="cpu")  # error: cannot be assigned to parameter "ctx"
nd.topk(x, k=2, ret_typ="both").asnumpy()  # error: Cannot access attribute "asnumpy" for class "list[NDArray]"
mx.sym.Convolution(mx.sym.var("data"), kernal=(3, 3))  # error: No parameter named "kernal"
mx.sym.Convolutoin(mx.sym.var("data"))  # error: "Convolutoin" is not a known attribute of module
mx.sym.exp(mx.sym.var("data"), lr_mul=2.0)  # error: No parameter named "lr_mul"
mx.sym.exp(x)  # error: cannot be assigned to parameter "data"

# methods
x.reshap((3, 2))  # error: Cannot access attribute "reshap" for class "NDArray"
x.sum(axs=0)  # error: No parameter named "axs"
x.softmax(axis=-1).asnumpi()  # error: Cannot access attribute "asnumpi" for class "NDArray"
x.shap  # error: Cannot access attribute "shap" for class "NDArray"
x.astype()  # error: Argument missing for parameter "dtype"
x.reshape((3, 2), revers=True)  # error: No overloads for "reshape"
x + "a"  # error: Operator "+" not supported
mx.sym.var("data").asnumpy()  # error: Cannot access attribute "asnumpy" for class "Symbol"
mx.sym.var("data").list_argument()  # error: Cannot access attribute "list_argument" for class "Symbol"
(x + 1).backwrd()  # error: Cannot access attribute "backwrd" for class "NDArray"

# layers, losses, training
nn.Dense(unit=3)  # error: No parameter named "unit"
nn.Dense(3, activation=3)  # error: cannot be assigned to parameter "activation"
nn.Dense(3, in_unit=3)  # error: No parameter named "in_unit"
nn.Conv2D(3, kernel=3)  # error: No parameter named "kernel"
nn.Denze(3)  # error: "Denze" is not a known attribute of module
layers.BatchNorm(axes=1)  # error: No parameter named "axes"
gluon.rnn.LSTM(10, layers=2)  # error: No parameter named "layers"
gluon.loss.SoftmaxCrossEntropyLos()  # error: "SoftmaxCrossEntropyLos" is not a known attribute of module
gluon.loss.SoftmaxCrossEntropyLoss(sparse_labels=True)  # error: No parameter named "sparse_labels"
net = nn.HybridSequential()
net.add("dense")  # error: cannot be assigned to parameter "blocks"
net.initialise()  # error: Cannot access attribute "initialise" for class "HybridSequential"
net.collect_param()  # error: Cannot access attribute "collect_param" for class "HybridSequential"
net(x).asnumpi()  # error: Cannot access attribute "asnumpi" for class "NDArray"
trainer = gluon.Trainer(net.collect_params(), "sgd", optimizer_param={})  # error: No parameter named "optimizer_param"
gluon.Trainer(net, "sgd")  # error: cannot be assigned to parameter "params"
trainer.stepp(1)  # error: Cannot access attribute "stepp" for class "Trainer"
gluon.L2Loss()  # error: "L2Loss" is not a known attribute of module
with autograd.recrod():  # error: "recrod" is not a known attribute of module
    pass
with autograd.record(training=True):  # error: No parameter named "training"
    pass
net.collect_params()["weight"].dta()  # error: Cannot access attribute "dta" for class "Parameter"


class Net(gluon.HybridBlok):  # error: "HybridBlok" is not a known attribute of module
    pass


class Own(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__(prefx="own_")  # error: No parameter named "prefx"
        self.dense = nn.Dense(3)

    def hybrid_forward(self, F: Any, x: nd.NDArray) -> nd.NDArray:
        return self.dnse(x)  # error: Cannot access attribute "dnse" for class "Own*"


# data, metrics, optimizers, modules
gluon.data.DataLoader(gluon.data.ArrayDataset(x), batchsize=3)  # error: No parameter named "batchsize"
gluon.data.ArrayDataset(x).transform_frist(None)  # error: Cannot access attribute "transform_frist"
gluon.data.vision.transforms.ToTensr()  # error: "ToTensr" is not a known attribute of module
gluon.data.vision.MNIST(trian=True)  # error: No parameter named "trian"
mx.io.NDArrayIter(x, batch=3)  # error: No parameter named "batch"
mx.metric.Acuracy()  # error: "Acuracy" is not a known attribute of module
mx.metric.Accuracy(axes=1)  # error: No parameter named "axes"
mx.optimizer.SGD(moment=0.9)  # error: No parameter named "moment"
mx.init.Xavier(magnitud=2)  # error: No parameter named "magnitud"
mx.lr_scheduler.FactorScheduler(steps=10)  # error: No parameter named "steps"
mx.mod.Module(mx.sym.var("data"), data_name=("data",))  # error: No parameter named "data_name"
mx.mod.Modul(mx.sym.var("data"))  # error: "Modul" is not a known attribute of module
mx.callback.Speedmeter(1)  # error: "Speedmeter" is not a known attribute of module
mx.gppu()  # error: "gppu" is not a known attribute of module
mx.gpu("0")  # error: cannot be assigned to parameter "device_id"
mx.gloun  # error: "gloun" is not a known attribute of module
mx.kv.create("local").psh(0, x)  # error: Cannot access attribute "psh" for class "KVStore"

# the NumPy interface
a = np.array([1.0, 2.0])
np.summ(a)  # error: "summ" is not a known attribute of module
np.sum(a, axs=0)  # error: No parameter named "axs"
np.linalg.svdd(a)  # error: "svdd" is not a known attribute of module
np.random.uniform(0, 1, shape=(2,))  # error: No parameter named "shape"
npx.softmaxx(a)  # error: "softmaxx" is not a known attribute of module
npx.one_hot(a, dept=3)  # error: No parameter named "dept"
a.reshapee(2)  # error: Cannot access attribute "reshapee" for class "ndarray"
a.mean(axs=0)  # error: No parameter named "axs"
