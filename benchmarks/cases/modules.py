"""Module and Executor: rates of training, time to the first result, memory that buckets add."""

import statistics
import time

from .timing import peak_mb


def mlp():
    """The 2-layer perceptron of the Module tutorials."""
    import mxnet as mx

    net = mx.sym.Flatten(mx.sym.Variable("data"))
    for i, size in enumerate((128, 64)):
        net = mx.sym.Activation(mx.sym.FullyConnected(net, num_hidden=size, name=f"fc{i}"), act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="last"), name="softmax")


def lenet():
    """LeNet as the tutorials write it."""
    import mxnet as mx

    net = mx.sym.Variable("data")
    for i, filters in enumerate((20, 50)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{i}")
        net = mx.sym.Activation(net, act_type="tanh")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=500, name="fc"), act_type="tanh")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="last"), name="softmax")


def zoo(name, classes=10):
    """A network of the model zoo as a symbol with a softmax loss."""
    import mxnet as mx

    net = mx.gluon.model_zoo.vision.get_model(name, classes=classes)
    return mx.sym.SoftmaxOutput(net(mx.sym.Variable("data")), name="softmax")


def fit(symbol, shape, batch, batches, epochs=4, optimizer="sgd"):
    """Train with Module.fit on random data; samples per second from the second epoch on, seconds of the first."""
    import mxnet as mx
    import numpy as np

    draw = np.random.RandomState(0)
    data = draw.rand(batch * batches, *shape).astype(np.float32)
    label = draw.randint(0, 10, batch * batches).astype(np.float32)
    train = mx.io.NDArrayIter(data, label, batch, shuffle=True)
    module = mx.mod.Module(symbol, context=mx.cpu())
    ends = [time.perf_counter()]
    module.fit(
        train,
        num_epoch=epochs,
        optimizer=optimizer,
        optimizer_params={"learning_rate": 0.01},
        eval_metric="acc",
        initializer=mx.init.Xavier(),
        epoch_end_callback=lambda *_: ends.append(time.perf_counter()),
    )
    seconds = [b - a for a, b in zip(ends, ends[1:])]
    return {
        "samples_per_second": batch * batches / statistics.median(seconds[1:]),
        "first_epoch_seconds": seconds[0],
        "peak_mb": peak_mb(),
    }


def _mlp_case():
    """Module.fit of the perceptron, batch 100."""
    return fit(mlp(), (1, 28, 28), 100, 200)


def _lenet_case():
    """Module.fit of LeNet, batch 100."""
    return fit(lenet(), (1, 28, 28), 100, 40)


def _resnet18():
    """Module.fit of ResNet-18, batch 32 of 3x64x64."""
    return fit(zoo("resnet18_v1"), (3, 64, 64), 32, 6, epochs=3)


def _resnet50():
    """Binding and the first training step of ResNet-50, batch 8 of 3x224x224: seconds to the first result."""
    import mxnet as mx
    import numpy as np

    symbol = zoo("resnet50_v1", classes=1000)
    start = time.perf_counter()
    module = mx.mod.Module(symbol, context=mx.cpu())
    module.bind([("data", (8, 3, 224, 224))], [("softmax_label", (8,))])
    bound = time.perf_counter()
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="sgd")
    ready = time.perf_counter()
    batch = mx.io.DataBatch([mx.nd.random.uniform(shape=(8, 3, 224, 224))], [mx.nd.array(np.arange(8))])
    for _ in range(2):
        module.forward_backward(batch)
        module.update()
        module.get_outputs()[0].asnumpy()
        mx.nd.waitall()
        if _ == 0:
            first = time.perf_counter()
    return {
        "bind_seconds": bound - start,
        "init_seconds": ready - bound,
        "first_step_seconds": first - ready,
        "second_step_seconds": time.perf_counter() - first,
        "peak_mb": peak_mb(),
    }


def _buckets():
    """Eight buckets of a network with a 64 MB embedding: megabytes that the second to eighth bucket add."""
    import mxnet as mx

    def network(length):
        net = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=32768, output_dim=512, name="embed")
        net = mx.sym.FullyConnected(mx.sym.sum(net, axis=1), num_hidden=8, name="last")
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(network, default_bucket_key=80, context=mx.cpu())
    module.bind([("data", (4, 80))], [("softmax_label", (4,))])
    module.init_params()
    module.init_optimizer()
    used = []
    for length in range(80, 0, -10):
        batch = mx.io.DataBatch(
            [mx.nd.ones((4, length))],
            [mx.nd.zeros((4,))],
            bucket_key=length,
            provide_data=[("data", (4, length))],
            provide_label=[("softmax_label", (4,))],
        )
        module.forward_backward(batch)
        module.update()
        mx.nd.waitall()
        used.append(peak_mb())
    return {"first_mb": used[0], "other_seven_mb": used[-1] - used[0]}


CASES = {
    "perceptron": _mlp_case, "lenet": _lenet_case, "resnet18": _resnet18, "resnet50": _resnet50, "buckets": _buckets
}  # fmt: skip


def measure(package, case):
    """Return figures of one of `CASES`."""
    return CASES[case]()
