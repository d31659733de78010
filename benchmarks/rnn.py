"""Recurrent networks, jmx beside the real MXNet, as ratios of one run.

    python benchmarks/rnn.py --mxnet COMMAND [--cases train,infer,...] [--rounds 5] [--json FILE]

The command line is that of `pairs.py`. The language model has two LSTM layers of 200, 35 steps, batch 32 and 10,000 words;
`layer` is the recurrent layer alone, forward and backward.
"""

import resource
import statistics
import time

import pairs

STEPS, BATCH, HIDDEN, WORDS = 35, 32, 200, 10000


def rate(step, seconds=4.0):
    """Words per second and milliseconds of processor time of a step (medians over batches of five), seconds of the first.

    The processor time is the steadier figure on a machine that does other work too.
    """
    start = time.perf_counter()
    step().wait_to_read()
    first = time.perf_counter() - start
    step().wait_to_read()
    found, busy, end = [], [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(found) < 3:
        start, cpu = time.perf_counter(), time.process_time()
        for _ in range(5):
            out = step()
        out.wait_to_read()
        busy.append((time.process_time() - cpu) * 1000 / 5)
        found.append(5 * STEPS * BATCH / (time.perf_counter() - start))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "words_per_second": statistics.median(found), "cpu_ms": statistics.median(busy), "first_step_seconds": first,
        "peak_mb": peak,
    }  # fmt: skip


def language_model(mx):
    nn, rnn = mx.gluon.nn, mx.gluon.rnn

    class Model(mx.gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.embed = nn.Embedding(WORDS, HIDDEN)
                self.lstm = rnn.LSTM(HIDDEN, 2, input_size=HIDDEN)
                self.out = nn.Dense(WORDS, in_units=HIDDEN, flatten=False)

        def hybrid_forward(self, F, words, h, c):
            out, states = self.lstm(self.embed(words), [h, c])
            return self.out(out), states

    return Model()


def words(mx):
    import numpy as np

    draw = np.random.RandomState(0)
    return [mx.nd.array(draw.randint(0, WORDS, (STEPS, BATCH))) for _ in range(2)]


def model_step(train):
    import mxnet as mx
    from mxnet import autograd, gluon

    data, target = words(mx)
    net, loss = language_model(mx), gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0, "momentum": 0})
    states = [mx.nd.zeros((2, BATCH, HIDDEN)) for _ in range(2)]
    params = list(net.collect_params().values())

    def step():
        nonlocal states
        states = [state.detach() for state in states]
        with autograd.record():
            out, states = net(data, *states)
            cost = loss(out.reshape((-1, WORDS)), target.reshape((-1,)))
            cost.backward()
        gluon.utils.clip_global_norm([param.grad() for param in params], 0.25 * STEPS * BATCH, check_isfinite=False)
        trainer.step(STEPS * BATCH)
        return params[-1].data()

    def infer():
        return net(data, *states)[0]

    return rate(step if train else infer)


def layer(make, **kwargs):
    import mxnet as mx
    from mxnet import autograd

    net = make(mx)(HIDDEN, 2, input_size=HIDDEN, **kwargs)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    data = mx.nd.random.uniform(-1, 1, (STEPS, BATCH, HIDDEN))
    data.attach_grad()
    head = mx.nd.ones_like(data if not kwargs else mx.nd.concat(data, data, dim=2))

    def step():
        with autograd.record():
            out = net(data)
        out.backward(head)
        return data.grad

    return rate(step, seconds=2.0)


def case_train():
    """A training step of the language model."""
    return model_step(True)


def case_infer():
    """Its forward pass alone."""
    return model_step(False)


def case_lstm():
    """Two LSTM layers, forward and backward."""
    return layer(lambda mx: mx.gluon.rnn.LSTM)


def case_both():
    """The same in both directions."""
    return layer(lambda mx: mx.gluon.rnn.LSTM, bidirectional=True)


def case_gru():
    """Two GRU layers."""
    return layer(lambda mx: mx.gluon.rnn.GRU)


def case_rnn():
    """Two plain layers."""
    return layer(lambda mx: mx.gluon.rnn.RNN)


if __name__ == "__main__":
    pairs.main(__file__, __doc__, globals())
