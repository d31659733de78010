"""Programs on sparse data: csr batches, row_sparse weights, embeddings with sparse gradients."""

import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def _csr(rows, columns, each, seed=0):
    """As many values in every row, of random columns."""
    draw = np.random.RandomState(seed)
    places = np.sort(np.stack([draw.choice(columns, each, replace=False) for _ in range(rows)]), axis=1)
    values = draw.rand(rows * each).astype("float32")
    return nd.sparse.csr_matrix((values, places.ravel(), np.arange(0, rows * each + 1, each)), shape=(rows, columns))


def _labels(rows):
    return np.random.RandomState(1).randint(0, 2, rows).astype("float32")


def wide_deep():
    linear, wide, embedded = 3000, 20, 3
    draw = np.random.RandomState(0)
    csr, labels = _csr(1000, linear, wide), _labels(1000)
    dense = np.concatenate([draw.randint(0, 1000, (1000, embedded)), draw.rand(1000, 8)], 1).astype("float32")
    yield
    data, places = mx.sym.var("csr_data", stype="csr"), mx.sym.var("dns_data")
    weight = mx.sym.var("linear_weight", stype="row_sparse", init=mx.init.Normal(0.01), shape=(linear, 2))
    bias = mx.sym.var("linear_bias", shape=(2,), init=mx.init.Zero())
    score = mx.sym.broadcast_add(mx.sym.sparse.dot(data, weight), bias)
    hidden = []
    for i in range(embedded):
        x = mx.sym.slice_axis(places, axis=1, begin=i, end=i + 1)
        table = mx.sym.var(f"embed_{i}_weight", stype="row_sparse", init=mx.init.Normal(0.01))
        x = mx.sym.Embedding(x, weight=table, input_dim=1000, output_dim=32, sparse_grad=True)
        hidden.append(mx.sym.reshape(x, (0, -1)))
    hidden.append(mx.sym.slice_axis(places, axis=1, begin=embedded, end=embedded + 8))
    x = mx.sym.concat(*hidden, dim=1)
    for i, units in enumerate((64, 64)):
        x = mx.sym.Activation(mx.sym.FullyConnected(x, num_hidden=units, name=f"hidden{i}"), act_type="relu")
    score = score + mx.sym.FullyConnected(x, num_hidden=2, name="last")
    net = mx.sym.SoftmaxOutput(score, mx.sym.var("softmax_label"), name="out", normalization="batch")
    batches = mx.io.NDArrayIter({"csr_data": csr, "dns_data": dense}, {"softmax_label": labels}, 100, last_batch_handle="discard")
    module = mx.mod.Module(net, data_names=["csr_data", "dns_data"], label_names=["softmax_label"])
    module.bind(batches.provide_data, batches.provide_label)
    module.init_params()
    module.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.001, "rescale_grad": 0.01})
    metric = mx.metric.create("acc")
    while True:
        batches.reset()
        metric.reset()
        for batch in batches:
            module.forward_backward(batch)
            module.update()
            module.update_metric(metric, batch.label)
        yield metric.get()


def factorization_machine():
    features, factors = 10000, 16
    batches = [
        mx.io.DataBatch([_csr(100, features, 30, seed)], [nd.array(_labels(100))], pad=0,
                        provide_data=[mx.io.DataDesc("data", (100, features))],
                        provide_label=[mx.io.DataDesc("softmax_label", (100,))])
        for seed in range(10)
    ]  # fmt: skip
    yield
    x = mx.sym.var("data", stype="csr")
    v = mx.sym.var("v", shape=(features, factors), stype="row_sparse", init=mx.init.Normal(0.01))
    w = mx.sym.var("w1_weight", shape=(features, 1), stype="row_sparse", init=mx.init.Normal(0.01))
    bias = mx.sym.var("w1_bias", shape=(1,), init=mx.init.Zero())
    linear = mx.sym.broadcast_add(mx.sym.sparse.dot(x, w), bias)
    squared = mx.sym.sum(mx.sym.sparse.dot(x, mx.sym._internal._square_sum(data=v, axis=1, keepdims=True)), axis=1, keepdims=True)
    pairs = 0.5 * mx.sym.sum(mx.sym.square(mx.sym.sparse.dot(x, v)), axis=1, keepdims=True) - 0.5 * squared
    net = mx.sym.LogisticRegressionOutput(linear + pairs, mx.sym.var("softmax_label"))
    module = mx.mod.Module(net)
    module.bind(batches[0].provide_data, batches[0].provide_label)
    module.init_params()
    module.init_optimizer(kvstore="local", optimizer="adam", optimizer_params={"learning_rate": 0.001, "rescale_grad": 0.01})
    metric = mx.metric.MSE()
    while True:
        metric.reset()
        for batch in batches:
            module.prepare(batch, sparse_row_id_fn=lambda b: {"v": b.data[0].indices, "w1_weight": b.data[0].indices})
            module.forward_backward(batch)
            module.update()
            module.update_metric(metric, batch.label)
        yield metric.get()


class Factors(gluon.HybridBlock):
    """Scores of users and items: products of their factors, and their biases."""

    def __init__(self, users, items, factors, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.users, self.items = (nn.Embedding(n, factors, sparse_grad=True) for n in (users, items))
            self.user_bias, self.item_bias = (nn.Embedding(n, 1, sparse_grad=True) for n in (users, items))

    def hybrid_forward(self, F, user, item):
        products = F.sum(self.users(user) * self.items(item), axis=1)
        return products + F.flatten(self.user_bias(user)).reshape((-1,)) + F.flatten(self.item_bias(item)).reshape((-1,))


def matrix_factorization():
    draw = np.random.RandomState(0)
    users, items = draw.randint(0, 6000, 2560), draw.randint(0, 4000, 2560)
    ratings = draw.randint(1, 6, 2560).astype("float32")
    yield
    net, measure = Factors(6000, 4000, 64), gluon.loss.L2Loss()
    net.initialize(mx.init.Normal(0.01))
    net.hybridize()
    data = gluon.data.ArrayDataset(users.astype("float32"), items.astype("float32"), ratings)
    loader = gluon.data.DataLoader(data, batch_size=256, shuffle=True)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01, "lazy_update": True})
    while True:
        total = 0.0
        for user, item, rating in loader:
            with autograd.record():
                loss = measure(net(user, item), rating)
            loss.backward()
            trainer.step(256)
            total += loss.mean().asscalar()
        yield total


def linear_libsvm():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "train.libsvm")
        csr, labels = _csr(2000, 20000, 25).asscipy(), _labels(2000)
        with open(path, "w") as file:
            for i, label in enumerate(labels):
                stored = slice(csr.indptr[i], csr.indptr[i + 1])
                pairs = [f"{column}:{value:.5f}" for column, value in zip(csr.indices[stored], csr.data[stored])]
                file.write(f"{label:.0f} {' '.join(pairs)}\n")
        yield
        x = mx.sym.var("data", stype="csr")
        weight = mx.sym.var("weight", shape=(20000, 2), init=mx.init.Normal(0.01), stype="row_sparse")
        bias = mx.sym.var("bias", shape=(2,))
        pred = mx.sym.broadcast_add(mx.sym.sparse.dot(x, weight), bias)
        net = mx.sym.SoftmaxOutput(pred, mx.sym.var("softmax_label"), name="softmax")
        batches = mx.io.LibSVMIter(data_libsvm=path, data_shape=(20000,), label_shape=(1,), batch_size=200)
        module = mx.mod.Module(net)
        shape = batches.provide_label[0].shape
        module.bind(batches.provide_data, [mx.io.DataDesc("softmax_label", shape)])
        module.init_params()
        store = mx.kv.create("local")
        module.init_optimizer(kvstore=store, optimizer="sgd", optimizer_params={"learning_rate": 0.01, "rescale_grad": 1 / 200})
        metric = mx.metric.create("acc")
        while True:
            batches.reset()
            metric.reset()
            for batch in batches:
                module.prepare(batch, sparse_row_id_fn=lambda b: {"weight": b.data[0].indices})
                module.forward_backward(batch)
                module.update()
                module.update_metric(metric, batch.label)
            yield metric.get()
