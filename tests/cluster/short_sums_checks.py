"""A rank of a job whose sums travel in fewer bytes; prints what all ranks must share, and what came before what."""

import sys
import zlib

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.core.spmd import collectives
from jmx.legacy.horovod import mxnet as hvd

store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
SHAPES = [(7,), (1300, 901), (3, 5), (1,), (129,)]
begun = []
finished = collectives.finished


def noted(*how):
    """Notes at the start of each sum whether the gradient that a backward pass computes last is there."""
    begun.append(watched and watched().is_ready())
    return finished(*how)


watched = None
collectives.finished = noted


def shared(name, *arrays):
    print(name, zlib.crc32(b"".join(np.ascontiguousarray(a.asnumpy()).tobytes() for a in arrays)))


def gradient(of, key, dtype="float32"):
    return np.random.RandomState(100 * of + key).randn(*SHAPES[key]).astype(dtype)


def values(kind, dtype):
    """Sums are those of float32, to half a unit in the last place for each part and for the sum."""
    ours = mx.kv.create("dist_sync")
    ours.set_gradient_compression({"type": kind})
    keys, outs = list(range(len(SHAPES))), [mx.nd.zeros(shape, dtype=dtype) for shape in SHAPES]
    first = [mx.nd.full(shape, 1 / 3, dtype=dtype) for shape in SHAPES]
    ours.init(keys, first)
    ours.pull(keys, out=outs)
    for out, value in zip(outs, first):  # first values are not converted
        np.testing.assert_array_equal(out.asnumpy(), value.asnumpy())
    ours.pushpull(keys, [mx.nd.array(gradient(rank, key, dtype), dtype=dtype) for key in keys], out=outs)
    unit = {"bf16": 2.0**-8, "fp16": 2.0**-11}["fp16" if dtype == "float16" else kind]
    for key, out in zip(keys, outs):
        parts = [gradient(r, key, dtype).astype("float64") for r in range(size)]
        within = 1.01 * unit * (sum(map(abs, parts)) + abs(sum(parts)) + 1e-3)
        assert out.dtype == np.dtype(dtype) and (abs(out.asnumpy() - sum(parts)) <= within).all()
    shared(f"{kind} {dtype}", *outs)


def extremes(kind):
    """Sums beyond float16's range, infinite ones, and what is no number."""
    ours = mx.kv.create("dist_sync")
    ours.set_gradient_compression({"type": kind})
    ours.init("e", mx.nd.zeros(5))
    out = mx.nd.zeros(5)
    odd = rank == size - 1
    ours.pushpull("e", mx.nd.array([49152, np.inf if odd else 1, np.nan if odd else 1, -np.inf if odd else 2, 2.0**17]), out=out)
    large = size * 2.0**17 if kind == "bf16" else np.inf
    np.testing.assert_array_equal(out.asnumpy(), [size * 49152, np.inf, np.nan, -np.inf, large])


def signs():
    ours = mx.kv.create("dist_sync")
    ours.set_gradient_compression({"type": "2bit", "threshold": 0.75})
    ours.init("s", mx.nd.zeros(SHAPES[1]))
    ours.push("s", mx.nd.array(gradient(rank, 1)))
    out = mx.nd.zeros(SHAPES[1])
    ours.pull("s", out=out)
    parts = [gradient(r, 1) for r in range(size)]
    np.testing.assert_array_equal(out.asnumpy(), 0.75 * sum((p >= 0.75).astype("f") - (p <= -0.75) for p in parts))


def network():
    net = gluon.nn.HybridSequential()
    with net.name_scope():
        net.add(gluon.nn.Dense(1024, activation="relu"), *[gluon.nn.Dense(1024) for _ in range(3)], gluon.nn.Dense(10))
    mx.random.seed(3)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.zeros((512, 1024)))
    return net, list(net.collect_params().values())


def trained(name, make, every=1, steps=3):
    """Weights after some steps of `every` batches each, whose gradients are added up."""
    global watched
    net, params = network()
    trainer, loss = make(net.collect_params()), gluon.loss.SoftmaxCrossEntropyLoss()
    if every > 1:
        net.collect_params().setattr("grad_req", "add")
    rng = np.random.RandomState(rank)
    watched = None
    for step in range(steps):
        for part in range(every):
            x, y = mx.nd.array(rng.rand(512, 1024)), mx.nd.array(rng.randint(0, 10, 512))
            with autograd.record():
                cost = loss(net(x), y)
            cost.backward()
            if part < every - 1:
                mx.nd.waitall()
                assert step == 0 or not begun, "a sum before the last batch"
        begun.clear()
        watched = params[0].grad()._data
        trainer.step(512 * size * every)
        taken, watched = list(begun), None
        begun.clear()
        if every > 1:
            net.collect_params().zero_grad()
    print(f"{name}: {len(taken)} sums, {taken.count(False)} begun before the backward pass was over", file=sys.stderr)
    shared(name, *[p.data() for p in params])
    return params[-2].data().asnumpy()


def by_module(kind):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="a")
    params = kind and {"type": kind}
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"), compression_params=params)
    module.bind([("data", (8, 5))], [("softmax_label", (8,))])
    mx.random.seed(3)
    module.init_params(mx.init.Xavier())
    module.init_optimizer("dist_sync", optimizer_params={"learning_rate": 0.5})
    for x in np.random.RandomState(rank).rand(3, 8, 5):
        module.forward_backward(mx.io.DataBatch([mx.nd.array(x)], [mx.nd.array(np.arange(8) % 6)]))
        module.update()
    weight = module.get_params()[0]["a_weight"]
    shared(f"module {kind}", weight)
    return weight.asnumpy()


def by_trainer(kind=None):
    kind = kind and {"type": kind}
    sgd = {"learning_rate": 0.5, "momentum": 0.9}
    return lambda params: gluon.Trainer(params, "sgd", sgd, "dist_sync", kind, update_on_kvstore=False)


def by_horovod(compression, factor=1.0):
    sgd = {"learning_rate": 0.5, "momentum": 0.9, "rescale_grad": size}
    return lambda params: hvd.DistributedTrainer(params, "sgd", sgd, compression, gradient_predivide_factor=factor)


if __name__ == "__main__":
    for kind in ("bf16", "fp16"):
        values(kind, "float32")
        values(kind, "float16")
        extremes(kind)
    values("bf16", "float64")
    signs()
    for kind in ("bf16", "fp16"):
        np.testing.assert_allclose(by_module(kind), by_module(None), rtol=0.02, atol=1e-3)
    if "train" in sys.argv:
        hvd.init()
        plain = trained("plain", by_trainer())
        for name, make in {
            "bf16": by_trainer("bf16"), "fp16": by_trainer("fp16"), "horovod": by_horovod(hvd.Compression.fp16),
            "divided": by_horovod(hvd.Compression.none, 2.0),
        }.items():  # fmt: skip
            found = trained(name, make)
            np.testing.assert_allclose(found, plain, rtol=0.02, atol=2e-3 * abs(plain).max())
        trained("added up", by_trainer("bf16"), every=3)
        trained("2bit", by_trainer("2bit"))
    print(f"rank {rank} of {size}: all as expected")
