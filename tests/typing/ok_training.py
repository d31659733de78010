# pyright: strict
"""Arrays, gradients, and a training loop with Gluon."""

from typing import Any

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn


class Net(gluon.HybridBlock):
    """Two convolutions and a dense layer."""

    def __init__(self, classes: int, prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        with self.name_scope():
            self.first = nn.Conv2D(channels=8, kernel_size=3, activation="relu")
            self.pool = nn.MaxPool2D(pool_size=2, strides=2)
            self.second = nn.Conv2D(16, (3, 3), padding=(1, 1), use_bias=False)
            self.norm = nn.BatchNorm(axis=1, momentum=0.9)
            self.out = nn.Dense(classes, weight_initializer=init.Xavier(magnitude=2.24))

    def hybrid_forward(self, F: Any, x: nd.NDArray) -> nd.NDArray:
        x = self.pool(self.first(x))
        x = F.relu(self.norm(self.second(x)))
        return self.out(x)


def accuracy(net: gluon.Block, batches: gluon.data.DataLoader, ctx: mx.Context) -> float:
    metric = mx.metric.Accuracy()
    for data, label in batches:
        data, label = data.as_in_context(ctx), label.as_in_context(ctx)
        metric.update([label], [net(data)])
    _, value = metric.get()
    return value


def main() -> None:
    ctx = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()
    mx.random.seed(42)
    images = np.random.rand(64, 1, 28, 28).astype("float32")
    labels = nd.array(np.random.randint(0, 10, size=64), dtype="float32", ctx=ctx)
    dataset = gluon.data.ArrayDataset(nd.array(images), labels)
    loader = gluon.data.DataLoader(dataset, batch_size=16, shuffle=True, last_batch="discard", num_workers=0)
    net = Net(10)
    net.initialize(mx.init.Xavier(), ctx=ctx)
    net.hybridize(static_alloc=True)
    schedule = mx.lr_scheduler.FactorScheduler(step=100, factor=0.9)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9, "lr_scheduler": schedule})
    loss_function = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(2):
        total = 0.0
        for data, label in loader:
            with autograd.record():
                output = net(data)
                loss = loss_function(output, label)
            loss.backward()
            trainer.step(batch_size=data.shape[0])
            total += loss.mean().asscalar()
        print(f"epoch {epoch}: {total:.3f}, {accuracy(net, loader, ctx):.3f}, rate {trainer.learning_rate}")
    net.save_parameters("net.params")
    net.load_parameters("net.params", ctx=[ctx])
    for name, parameter in net.collect_params(".*weight").items():
        print(name, parameter.shape, parameter.data(ctx).norm().asscalar(), parameter.grad().asnumpy().max())

    x = nd.arange(12).reshape((3, 4))
    x.attach_grad()
    with autograd.record():
        y = (2 * x**2 + 1).sum(axis=1, keepdims=True)
        z = nd.broadcast_mul(y, nd.ones((3, 1))) / 3 - np.float32(1)
    z.backward(retain_graph=False)
    print(x.grad[0:2, 1], x.grad.asnumpy()[0, 1], x.shape[0] + x.size, x.T.context, x.dtype, float(y.mean().asscalar()))
    x[:] = 0
    x[1, 2] = 5
    x += nd.random.normal(0, 1, shape=(3, 4), ctx=ctx)
    first, second = nd.split(x, num_outputs=2, axis=1)
    both = nd.concat(first, second, dim=1)
    joined = nd.stack(*[first, second], axis=0)
    values, indices = nd.topk(both, k=2, ret_typ="both")
    best = both.argmax(axis=1).astype("int32")
    weight, bias = nd.zeros((5, 4)), nd.zeros(5)
    dense = nd.FullyConnected(both, weight, bias, num_hidden=5, flatten=True)
    picture = nd.Convolution(
        nd.zeros((1, 1, 5, 5)), nd.zeros((2, 1, 3, 3)), kernel=(3, 3), num_filter=2, no_bias=True, pad=(1, 1)
    )
    nd.relu(dense, out=dense)
    both.attach_grad()
    with autograd.record():
        square = (both * both).sum()
    gradients = autograd.grad([square], [both])
    print(joined.shape, values + indices, best == 1, picture.reshape(1, -1), picture.reshape((0, -1)), gradients[0])
    nd.save("arrays.nd", {"x": x, "y": y})
    nd.waitall()


main()
