"""jmx beside the real MXNet, as ratios of one run.

    python benchmarks/against_mxnet.py --mxnet COMMAND [--cases import,add,...] [--rounds 5] [--json FILE]

The command line is that of `pairs.py`.
"""

import resource
import statistics
import time

import pairs


def timed(function, seconds=0.4):
    """Median microseconds of a call, over batches."""
    function()
    start = time.perf_counter()
    function()
    count = max(1, int(0.02 / max(time.perf_counter() - start, 1e-6)))
    batches, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(batches) < 5:
        start = time.perf_counter()
        for _ in range(count):
            function()
        batches.append((time.perf_counter() - start) / count * 1e6)
    return statistics.median(batches)


def case_import():
    """Seconds of `import mxnet`."""
    start = time.perf_counter()
    import mxnet

    assert mxnet.__version__ == "1.9.1"
    return {"seconds": time.perf_counter() - start}


def case_add():
    """a + b on 8x8."""
    import mxnet as mx

    a, b = mx.nd.ones((8, 8)), mx.nd.ones((8, 8))
    value = timed(lambda: a + b)
    mx.nd.waitall()
    return {"us": value}


def case_record():
    """record + backward of one multiplication on 8x8."""
    import mxnet as mx

    a, b = mx.nd.ones((8, 8)), mx.nd.ones((8, 8))
    a.attach_grad()

    def step():
        with mx.autograd.record():
            c = a * b
        c.backward()

    value = timed(step)
    mx.nd.waitall()
    return {"us": value}


def digits_net(hybrid):
    """The network of the digits script: two convolutions, two dense layers."""
    from mxnet.gluon import nn

    net = nn.HybridSequential() if hybrid else nn.Sequential()
    net.add(
        nn.Conv2D(20, kernel_size=(5, 5), activation="tanh"),
        nn.MaxPool2D(pool_size=(2, 2), strides=(2, 2)),
        nn.Conv2D(50, kernel_size=(5, 5), activation="tanh"),
        nn.MaxPool2D(pool_size=(2, 2), strides=(2, 2)),
        nn.Flatten(),
        nn.Dense(500, activation="tanh"),
        nn.Dense(10),
    )
    return net


def digits(hybrid, batches=60, epochs=4):
    """Train on random digits; images per second from the second epoch on, seconds of the first, peak memory."""
    import mxnet as mx
    import numpy as np
    from mxnet import autograd, gluon

    size = 100
    draw = np.random.RandomState(0)
    data = draw.rand(size * batches, 1, 28, 28).astype(np.float32)
    label = draw.randint(0, 10, size * batches).astype(np.float32)
    train = mx.io.NDArrayIter(data, label, size, shuffle=True)
    net = digits_net(hybrid)
    net.initialize(mx.init.Xavier(magnitude=2.24))
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    if hybrid:
        net.hybridize()
        loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.001})
    metric = mx.metric.Accuracy()
    seconds = []
    for _ in range(epochs):
        start = time.perf_counter()
        train.reset()
        metric.reset()
        for batch in train:
            with autograd.record():
                out = net(batch.data[0])
                cost = loss(out, batch.label[0])
                cost.backward()
            metric.update(batch.label, [out])
            trainer.step(size)
        mx.nd.waitall()
        seconds.append(time.perf_counter() - start)
    return {
        "images_per_second": size * batches / statistics.median(seconds[1:]),
        "first_epoch_seconds": seconds[0],
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def case_eager():
    """The digits network, eager."""
    return digits(False)


def case_hybrid():
    """The digits network, hybridized."""
    return digits(True)


if __name__ == "__main__":
    pairs.main(__file__, __doc__, globals())
