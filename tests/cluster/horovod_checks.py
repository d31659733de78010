"""What every rank of a job checks about `horovod.mxnet`, each against numbers worked out from the ranks."""

import sys

import mxnet as mx
import numpy as np

import horovod.mxnet as hvd  # isort: skip  (`import mxnet` brings the name)
from mxnet import autograd, gluon


def same(array, expected):
    np.testing.assert_array_equal(array.asnumpy(), np.broadcast_to(np.asarray(expected), array.shape))


def reductions(rank, size):
    total = size * (size + 1) / 2
    for dtype in ("float32", "float64", "float16", "int32", "int64"):
        x = mx.nd.full((2, 3), rank + 1, dtype=dtype)
        assert hvd.allreduce(x, op=hvd.Sum).dtype == np.dtype(dtype)
        same(hvd.allreduce(x, op=hvd.Sum, name="x"), total)
        same(hvd.allreduce(x), np.array(total / size).astype(dtype))
        same(hvd.allreduce(x, op=hvd.Min), 1)
        same(hvd.allreduce(x, op=hvd.Max), size)
        same(hvd.allreduce(x, op=hvd.Product), np.prod(np.arange(1, size + 1)))
        same(hvd.allreduce(x, op=hvd.Sum, prescale_factor=2, postscale_factor=3), 6 * total)
        same(x, rank + 1)
        assert hvd.allreduce_(x, average=False) is x
        same(x, total)
        a, b = hvd.grouped_allreduce([mx.nd.ones(2, dtype=dtype), mx.nd.full((3,), rank, dtype=dtype)], op=hvd.Sum)
        same(a, size)
        same(b, total - size)
    rows = mx.nd.array(np.arange(2 * size + 1).reshape(-1, 1) * np.ones((1, 2)))
    part = hvd.reducescatter(rows, op=hvd.Sum)
    begin = 2 * rank + min(rank, 1)
    same(part, size * np.arange(begin, begin + 2 + (rank == 0)).reshape(-1, 1))


def copies(rank, size):
    x = mx.nd.full((2, 2), float("nan") if rank != 1 else 5)
    same(hvd.broadcast(x, root_rank=1), 5)
    hvd.broadcast_(x, root_rank=1)
    same(x, 5)
    gathered = hvd.allgather(mx.nd.full((rank + 1, 2), rank))
    same(gathered, np.repeat(np.arange(size), np.arange(1, size + 1)).reshape(-1, 1))
    same(hvd.alltoall(mx.nd.array(np.arange(size) + 10 * rank)), 10 * np.arange(size) + rank)
    splits = [r + 1 for r in range(size)]
    rows, counts = hvd.alltoall(mx.nd.full((sum(splits),), rank), splits=splits)
    same(rows, np.repeat(np.arange(size), rank + 1))
    same(counts, rank + 1)
    assert hvd.broadcast_object({"from": rank}, root_rank=1, name="o") == {"from": 1}
    assert hvd.allgather_object("x" * rank) == ["x" * r for r in range(size)]


def trained(kind, rank, size, steps=4, **options):
    """The weights after some steps: each rank has its part of every batch."""
    random = np.random.RandomState(0)
    data, labels = random.randn(8, 5).astype("float32"), random.randn(8, 1).astype("float32")
    mine = slice(rank * 8 // size, (rank + 1) * 8 // size)
    x, y = mx.nd.array(data[mine]), mx.nd.array(labels[mine])
    mx.random.seed(3 + rank)
    if kind == "gluon":
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(6, activation="tanh"), gluon.nn.Dense(1))  # shapes are known after the first batch
        net.initialize(mx.init.Xavier())
        net.hybridize()
        hvd.broadcast_parameters(net.collect_params(), root_rank=0)
        optimizer = mx.optimizer.create("sgd", learning_rate=0.1, momentum=0.9)
        trainer = hvd.DistributedTrainer(net.collect_params(), optimizer, **options)
        for _ in range(steps):
            with autograd.record():
                loss = gluon.loss.L2Loss()(net(x), y)
            loss.backward()
            trainer.step(len(x))
        return [p.data().asnumpy() for p in net.collect_params().values()]
    out = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="a")
    out = mx.sym.FullyConnected(mx.sym.Activation(out, act_type="tanh"), num_hidden=1, name="b")
    module = mx.mod.Module(mx.sym.LinearRegressionOutput(out, mx.sym.var("label"), name="out"), label_names=["label"])
    module.bind([("data", x.shape)], [("label", y.shape)])
    module.init_params(mx.init.Xavier())
    arg_params, aux_params = module.get_params()
    hvd.broadcast_parameters(arg_params)
    hvd.broadcast_parameters(aux_params)
    module.set_params(arg_params, aux_params)
    inner = mx.optimizer.create("sgd", learning_rate=0.1, momentum=0.9, rescale_grad=1 / len(x))
    module.init_optimizer(kvstore=None, optimizer=hvd.DistributedOptimizer(inner, **options))
    for _ in range(steps):
        module.forward_backward(mx.io.DataBatch([x], [y]))
        module.update()
    return [a.asnumpy() for _, a in sorted(module.get_params()[0].items())]


def main(path):
    hvd.init()
    rank, size = hvd.rank(), hvd.size()
    assert (hvd.local_rank(), hvd.local_size(), hvd.cross_rank(), hvd.cross_size()) == (rank, size, 0, 1)
    if size > 1:
        reductions(rank, size)
        copies(rank, size)
    results = {}
    for kind in ("gluon", "module"):
        results[kind] = trained(kind, rank, size)
        results[f"{kind} predivided"] = trained(kind, rank, size, gradient_predivide_factor=2.0)
    results["gluon fp16"] = trained("gluon", rank, size, compression=hvd.Compression.fp16, num_groups=2)
    for others in hvd.allgather_object(results):
        for name, weights in others.items():
            for a, b in zip(weights, results[name], strict=True):
                np.testing.assert_array_equal(a, b)
    if rank == 0:
        np.savez(path, **{f"{name} {i}": w for name, weights in results.items() for i, w in enumerate(weights)})
    print(f"rank {rank} of {size}: all as expected")


if __name__ == "__main__":
    main(sys.argv[1])
