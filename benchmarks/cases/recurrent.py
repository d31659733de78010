"""Recurrent networks of Gluon: layers alone, forward and backward, and a language model that hands its states on."""

STEPS, BATCH, HIDDEN, WORDS = 35, 32, 200, 10000
CASES = ("lstm", "lstm_both", "gru", "rnn", "word_model")


def _word_model_step(phase):
    """A step of a language model with clipped gradients and states of the step before."""
    import mxnet as mx
    import numpy as np
    from mxnet import autograd, gluon
    from mxnet.gluon import nn, rnn

    class Model(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.embed = nn.Embedding(WORDS, HIDDEN)
                self.lstm = rnn.LSTM(HIDDEN, 2, input_size=HIDDEN)
                self.out = nn.Dense(WORDS, in_units=HIDDEN, flatten=False)

        def hybrid_forward(self, F, words, h, c):
            out, states = self.lstm(self.embed(words), [h, c])
            return self.out(out), states

    draw = np.random.RandomState(0)
    data, target = [mx.nd.array(draw.randint(0, WORDS, (STEPS, BATCH))) for _ in range(2)]
    net, loss = Model(), gluon.loss.SoftmaxCrossEntropyLoss()
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
        params[-1].data().wait_to_read()

    return step if phase == "train" else lambda: net(data, *states)[0].wait_to_read()


def _layer_step(case, phase):
    """A step of two layers."""
    import mxnet as mx
    from mxnet import autograd

    layer = getattr(mx.gluon.rnn, {"lstm_both": "LSTM"}.get(case, case.upper()))
    net = layer(HIDDEN, 2, input_size=HIDDEN, bidirectional=case == "lstm_both")
    net.initialize(mx.init.Xavier())
    net.hybridize()
    data = mx.nd.random.uniform(-1, 1, (STEPS, BATCH, HIDDEN))
    data.attach_grad()
    head = mx.nd.ones((STEPS, BATCH, HIDDEN * (2 if case == "lstm_both" else 1)))

    def step():
        with autograd.record():
            out = net(data)
        out.backward(head)
        data.grad.wait_to_read()

    return step if phase == "train" else lambda: net(data).wait_to_read()


def stepper(case, phase):
    """Return a function that runs one step of a case (`train` or `infer`) and waits for it."""
    return _word_model_step(phase) if case == "word_model" else _layer_step(case, phase)
