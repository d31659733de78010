"""A rank of a job that is measured: trains a network, and says how long each part of a step takes.

    python -m tools.hosts.job NETWORK BY STEPS BATCH [COMPRESSION]

NETWORK is one of `NETWORKS`, BY is gluon, module or horovod, COMPRESSION is bf16, fp16 or 2bit, for horovod fp16. The last
line of rank 0 is a JSON object: the shortest times in milliseconds of `forward`, `compute` (forward and backward pass), `sum`
(of all gradients, nothing else under way), `update` and `step` (all of it as programs write it), `cpu of ...` (processor time
of each), `bytes` of gradients, how many `buckets` they are summed in, bytes `sent` by each network interface for one sum,
whether sums were `right`, and the `loss`.
"""

import json
import sys
import time

import numpy as np

#: name: samples of a rank by default
NETWORKS = {"mlp": 1536, "resnet18": 32, "language": 32, "embedding": 512}


def made(name, batch):
    """(network, input, label)"""
    import mxnet as mx
    from mxnet import gluon

    nn = gluon.nn
    net = nn.HybridSequential()
    if name == "mlp":
        for _ in range(8):
            net.add(nn.Dense(1024, activation="relu"))
        return net, mx.nd.random.normal(shape=(batch, 1024)), mx.nd.array(np.arange(batch) % 10)
    if name == "resnet18":
        net = gluon.model_zoo.vision.get_resnet(1, 18, classes=10, thumbnail=True)
        return net, mx.nd.random.normal(shape=(batch, 3, 32, 32)), mx.nd.array(np.arange(batch) % 10)
    words = mx.nd.array(np.random.RandomState(mx.kv.create("dist_sync").rank).randint(0, 10000, (batch, 32)))
    if name == "language":
        net.add(nn.Embedding(10000, 256), gluon.rnn.LSTM(256, 2, layout="NTC"), nn.Dense(10000, flatten=False))
        return net, words, words
    if name == "embedding":
        net.add(nn.Embedding(200000, 128, sparse_grad=True), nn.Dense(10))
        return net, words, mx.nd.array(np.arange(batch) % 10)
    raise SystemExit(f"{name}: no network; there are {', '.join(NETWORKS)}")


class ByGluon:
    """The loop that programs write, with a trainer of Gluon's or Horovod's."""

    def __init__(self, name, batch, horovod, compression):
        import mxnet as mx
        from mxnet import gluon

        from jmx.core.run.backward_segments import limit_of
        from jmx.core.spmd import collectives

        self.net, self.x, self.y = made(name, batch)
        mx.random.seed(0)
        self.net.initialize(mx.init.Xavier())
        self.net.hybridize(static_alloc=True)
        self.net(self.x)
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        params, rule = self.net.collect_params(), {"learning_rate": 0.01, "momentum": 0.9}
        if horovod:
            import horovod.mxnet as hvd

            hvd.init()
            kind = hvd.Compression.fp16 if compression else hvd.Compression.none
            self.trainer = hvd.DistributedTrainer(params, "sgd", rule, compression=kind)
        elif name == "embedding":
            self.trainer = gluon.Trainer(params, "sgd", {"learning_rate": 0.01}, kvstore="dist_sync")
        else:
            self.trainer = gluon.Trainer(params, "sgd", rule, "dist_sync", compression, update_on_kvstore=False)
        self.batch = batch
        self.parts = name != "embedding"
        shared = [p for p in params.values() if p.grad_req != "null"]
        sizes = [int(np.prod(p.shape)) for p in shared]
        self.nbytes = 4 * sum(sizes)
        self.buckets = len(collectives.buckets(sizes[::-1], [np.dtype("float32")] * len(sizes), limit_of(self.nbytes)))

    def forward(self):
        from mxnet import autograd

        with autograd.record():
            self.cost = self.loss(self.net(self.x), self.y)

    def backward(self):
        self.cost.backward()

    def sum(self):
        self.trainer.allreduce_grads()

    def update(self):
        self.trainer.update(self.batch)

    def finish(self):
        self.trainer.step(self.batch)

    def value(self):
        return float(self.cost.mean().asscalar())


class ByModule:
    """Module, whose store updates the parameters."""

    parts, buckets = False, None

    def __init__(self, name, batch, compression):
        import mxnet as mx

        net, self.x, self.y = made(name, batch)
        out = mx.sym.SoftmaxOutput(net(mx.sym.var("data")), mx.sym.var("label"), name="softmax")
        self.module = mx.mod.Module(out, ["data"], ["label"], compression_params=compression)
        self.module.bind([("data", self.x.shape)], [("label", self.y.shape)])
        mx.random.seed(0)
        self.module.init_params(mx.init.Xavier())
        self.module.init_optimizer("dist_sync", "sgd", {"learning_rate": 0.01, "momentum": 0.9})
        self.data = mx.io.DataBatch([self.x], [self.y])
        self.nbytes = sum(value.size * 4 for value in self.module.get_params()[0].values())

    def forward(self):
        self.module.forward(self.data, is_train=True)

    def backward(self):
        self.module.backward()

    def finish(self):
        self.module.update()

    def value(self):
        return float(self.module.get_outputs()[0].mean().asscalar())


def sent():
    """Bytes by network interface, of this host since its start."""
    with open("/proc/net/dev", encoding="ascii") as table:
        rows = [line.partition(":") for line in table if ":" in line]
    return {name.strip(): int(numbers.split()[8]) for name, _, numbers in rows}


def main(name, by, steps, batch, compression=None):
    import mxnet as mx

    store = mx.kv.create("dist_sync")
    store.init("checked", mx.nd.zeros(3))
    store.push("checked", mx.nd.array([1, 10, 100]) * (store.rank + 1))
    total = mx.nd.zeros(3)
    store.pull("checked", out=total)
    right = total.asnumpy().tolist() == [n * store.num_workers * (store.num_workers + 1) / 2 for n in (1, 10, 100)]
    compression = {"type": compression} if compression else None
    training = ByModule(name, batch, compression) if by == "module" else ByGluon(name, batch, by == "horovod", compression)
    times: dict[str, list] = {}

    def timed(part, *functions):
        store._barrier()
        began, spent = time.perf_counter(), time.process_time()
        for function in functions:
            function()
        mx.nd.waitall()
        times.setdefault(part, []).append((time.perf_counter() - began) * 1e3)
        times.setdefault(f"cpu of {part}", []).append((time.process_time() - spent) * 1e3)

    before = {}
    for step in range(4 + steps):
        if step == 4:
            times.clear()
            before = sent()
        if training.parts:
            timed("forward", training.forward)
            timed("compute", training.forward, training.backward)
            timed("sum", training.sum)
            timed("update", training.update)
        timed("step", training.forward, training.backward, training.finish)
    # of machines that others use too, the shortest times say most
    found = {part: round(min(values), 2) for part, values in times.items()}
    if store.rank == 0:
        sums = steps * (2 if training.parts else 1)
        facts = {
            "bytes": training.nbytes,
            "buckets": training.buckets,
            "sent": {name: round((n - before[name]) / sums) for name, n in sent().items()},
            "right": right,
            "loss": training.value(),
        }
        print(json.dumps({**found, **facts}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:])
