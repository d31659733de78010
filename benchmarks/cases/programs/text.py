"""Programs on sequences: speech, language models, translation, attention."""

import math

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn


def _words(vocabulary, *shape):
    return nd.array(np.random.RandomState(0).randint(1, vocabulary, shape))


def _normal(*shape):
    return nd.array(np.random.RandomState(0).randn(*shape).astype("float32"))


def ctc_speech():
    sound, labels = _normal(8, 60, 40), _words(28, 8, 15)
    yield
    net = nn.HybridSequential()
    net.add(rnn.LSTM(96, 2, layout="NTC", bidirectional=True), nn.Dense(29, flatten=False))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    measure = gluon.loss.CTCLoss(layout="NTC", label_layout="NT")
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-3})
    while True:
        with autograd.record():
            loss = measure(net(sound), labels)
        loss.backward()
        grads = [p.grad() for p in net.collect_params().values()]
        gluon.utils.clip_global_norm(grads, 5.0)
        trainer.step(8)
        yield loss.mean().asscalar()


class LanguageModel(gluon.HybridBlock):
    """Embedding, two layers of LSTM, and a decoder."""

    def __init__(self, vocabulary, embed, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.drop, self.encoder = nn.Dropout(0.2), nn.Embedding(vocabulary, embed)
            self.rnn = rnn.LSTM(hidden, 2, dropout=0.2, input_size=embed)
            self.decoder = nn.Dense(vocabulary, in_units=hidden, flatten=False)

    def hybrid_forward(self, F, words, *state):
        output, state = self.rnn(self.drop(self.encoder(words)), list(state))
        return self.decoder(self.drop(output)), state


def word_language_model():
    corpus = _words(2000, 20 * 10 + 1, 16)
    yield
    net, measure = LanguageModel(2000, 128, 128), gluon.loss.SoftmaxCrossEntropyLoss()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0, "momentum": 0, "wd": 0})
    while True:
        state = net.rnn.begin_state(batch_size=16, func=nd.zeros)
        for i in range(0, 200, 20):
            data, target = corpus[i : i + 20], corpus[i + 1 : i + 21].reshape((-1,))
            state = [s.detach() for s in state]
            with autograd.record():
                output, state = net(data, *state)
                loss = measure(output.reshape((-3, -1)), target)
            loss.backward()
            gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 0.2 * 20 * 16)
            trainer.step(20 * 16)
            total = nd.sum(loss).asscalar()
            yield total


def buckets_one_by_one():
    """A BucketingModule over ten lengths; a step is one batch."""
    buckets = list(range(4, 44, 4))
    batches = []
    for size in buckets:
        words = _words(500, 16, size)
        batches.append(mx.io.DataBatch(
            [words], [words], bucket_key=size, provide_data=[mx.io.DataDesc("data", (16, size))],
            provide_label=[mx.io.DataDesc("softmax_label", (16, size))]
        ))  # fmt: skip
    yield
    stack = mx.rnn.SequentialRNNCell()
    for i in range(2):
        stack.add(mx.rnn.LSTMCell(64, prefix=f"lstm_l{i}_"))

    def symbol(length):
        data, label = mx.sym.var("data"), mx.sym.var("softmax_label")
        embedded = mx.sym.Embedding(data, input_dim=500, output_dim=64, name="embed")
        stack.reset()
        outputs, _ = stack.unroll(length, inputs=embedded, merge_outputs=True)
        pred = mx.sym.FullyConnected(mx.sym.reshape(outputs, (-1, 64)), num_hidden=500, name="pred")
        return mx.sym.SoftmaxOutput(pred, mx.sym.reshape(label, (-1,)), name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(symbol, default_bucket_key=buckets[-1])
    module.bind(batches[-1].provide_data, batches[-1].provide_label)
    module.init_params(mx.init.Xavier(factor_type="in", magnitude=2.34))
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01, "momentum": 0.9, "wd": 1e-5})
    metric = mx.metric.Perplexity(0)
    while True:
        metric.reset()
        for batch in batches:
            module.forward_backward(batch)
            module.update()
            module.update_metric(metric, batch.label)
            yield metric.get()


def bucketing_lstm():
    steps = buckets_one_by_one()
    yield next(steps)
    while True:
        yield [next(steps) for _ in range(10)][-1]


class Encoder(gluon.HybridBlock):
    """Embedding and a GRU."""

    def __init__(self, vocabulary, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding, self.rnn = nn.Embedding(vocabulary, hidden), rnn.GRU(hidden, input_size=hidden)

    def hybrid_forward(self, F, words, state):
        outputs, states = self.rnn(F.swapaxes(self.embedding(words), 0, 1), [state])
        return F.swapaxes(outputs, 0, 1), states[0]


class Decoder(gluon.HybridBlock):
    """One step of a GRU cell that looks at all outputs of the encoder."""

    def __init__(self, vocabulary, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding, self.cell = nn.Embedding(vocabulary, hidden), rnn.GRUCell(hidden, input_size=2 * hidden)
            self.query, self.key = nn.Dense(hidden, use_bias=False), nn.Dense(hidden, use_bias=False, flatten=False)
            self.weight, self.out = nn.Dense(1, use_bias=False, flatten=False), nn.Dense(vocabulary)

    def hybrid_forward(self, F, word, state, outputs):
        energy = F.tanh(F.broadcast_add(F.expand_dims(self.query(state), 1), self.key(outputs)))
        weight = F.softmax(self.weight(energy), axis=1)
        context = F.sum(F.broadcast_mul(weight, outputs), axis=1)
        output, states = self.cell(F.concat(self.embedding(word), context, dim=1), [state])
        return self.out(output), states[0]


def _translator(hybrid):
    encoder, decoder = Encoder(300, 64), Decoder(300, 64)
    for net in (encoder, decoder):
        net.initialize(mx.init.Xavier())
        if hybrid:
            net.hybridize()
    return encoder, decoder


def seq2seq_training():
    source, target = _words(300, 16, 10), _words(300, 16, 10)
    yield
    encoder, decoder = _translator(True)
    trainers = [gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.005}) for net in (encoder, decoder)]
    measure = gluon.loss.SoftmaxCrossEntropyLoss()
    while True:
        loss, word = nd.zeros((16,)), nd.zeros((16,))
        with autograd.record():
            outputs, state = encoder(source, nd.zeros((1, 16, 64)))
            state = state[0]
            for i in range(10):
                scores, state = decoder(word, state, outputs)
                word = target[:, i]
                loss = loss + measure(scores, word)
        loss.backward()
        for trainer in trainers:
            trainer.step(16)
        yield loss.mean().asscalar()


def beam_search(hybrid, lengths, steps=60, beam=4, vocabulary=300):
    """A beam search for one sentence of each length."""
    sources = [_words(vocabulary, 1, length) for length in lengths]
    yield
    encoder, decoder = _translator(hybrid)
    for source in sources:
        outputs, state = encoder(source, nd.zeros((1, 1, 64)))
        outputs, state = nd.repeat(outputs, beam, axis=0), nd.repeat(state[0], beam, axis=0)
        word, total, history = nd.zeros((beam,)), nd.array([[0]] + [[-1e9]] * (beam - 1)), []
        for _ in range(steps):
            scores, state = decoder(word, state, outputs)
            total = nd.broadcast_add(nd.log_softmax(scores), total).reshape((1, -1))
            best, places = nd.topk(total, k=beam, ret_typ="both")
            places = places.reshape((-1,))
            rows, word = nd.floor(places / vocabulary), places % vocabulary
            state, total = nd.take(state, rows), best.reshape((beam, 1))
            history = [past[[int(r) for r in rows.asnumpy()]] for past in history] if len(history) < 4 else history
            history.append(word)
        yield [past.asnumpy() for past in history][-1]


def beam_search_eager():
    yield from beam_search(False, 1000 * [12])


def beam_search_hybrid():
    yield from beam_search(True, 1000 * [12])


class EncoderLayer(gluon.HybridBlock):
    """Attention of several heads and two dense layers, normalized after each sum."""

    def __init__(self, units, hidden, heads, activation, **kwargs):
        super().__init__(**kwargs)
        self.heads, self.scale = heads, 1 / math.sqrt(units // heads)
        with self.name_scope():
            self.query, self.key, self.value, self.out = (nn.Dense(units, flatten=False, in_units=units) for _ in range(4))
            self.up, self.act = nn.Dense(hidden, flatten=False, in_units=units), activation()
            self.down, self.drop = nn.Dense(units, flatten=False, in_units=hidden), nn.Dropout(0.1)
            self.norm1, self.norm2 = nn.LayerNorm(in_channels=units), nn.LayerNorm(in_channels=units)

    def hybrid_forward(self, F, x, mask):
        def split(y):
            y = F.transpose(F.reshape(y, (0, 0, self.heads, -1)), (0, 2, 1, 3))
            return F.reshape(y, (-1, 0, 0), reverse=True)

        query, key, value = split(self.query(x) * self.scale), split(self.key(x)), split(self.value(x))
        scores = F.reshape(F.batch_dot(query, key, transpose_b=True), (-1, self.heads, 0, 0), reverse=True)
        weight = self.drop(F.softmax(F.broadcast_add(scores, mask)))
        y = F.batch_dot(F.reshape(weight, (-1, 0, 0), reverse=True), value)
        y = F.reshape(F.transpose(F.reshape(y, (-1, self.heads, 0, 0), reverse=True), (0, 2, 1, 3)), (0, 0, -1))
        x = self.norm1(x + self.drop(self.out(y)))
        return self.norm2(x + self.drop(self.down(self.act(self.up(x)))))


class EncoderNet(gluon.HybridBlock):
    """Embeddings of words and places, encoder layers, and a score of every word of the vocabulary."""

    def __init__(self, vocabulary, length, units, hidden, heads, layers, activation, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.words = nn.Embedding(vocabulary, units)
            self.places = self.params.get("places", shape=(1, length, units))
            self.norm, self.layers = nn.LayerNorm(in_channels=units), nn.HybridSequential()
            for _ in range(layers):
                self.layers.add(EncoderLayer(units, hidden, heads, activation))
            self.out = nn.Dense(vocabulary, flatten=False, in_units=units)

    def hybrid_forward(self, F, words, mask, places):
        x = self.norm(F.broadcast_add(self.words(words), places))
        for layer in self.layers:
            x = layer(x, mask)
        return self.out(x)


def _encoder(batch, length, vocabulary, *sizes):
    words = _words(vocabulary, batch, length)
    lengths = nd.array(np.random.RandomState(2).randint(length // 2, length + 1, batch))
    chosen = _normal(batch, length, 1) > 1
    yield
    net = EncoderNet(vocabulary, length, *sizes)
    net.initialize(mx.init.Normal(0.02))
    net.hybridize()
    measure = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-4, "wd": 0.01})
    while True:
        steps = nd.arange(length).reshape((1, 1, 1, -1))
        mask = -1e9 * nd.broadcast_greater_equal(steps, lengths.reshape((-1, 1, 1, 1)))
        with autograd.record():
            loss = measure(net(words, mask), words, chosen)
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1.0)
        trainer.step(batch)
        yield loss.mean().asscalar()


def transformer_encoder():
    yield from _encoder(8, 32, 1000, 128, 512, 4, 2, lambda: nn.Activation("relu"))


def bert_adam():
    yield from _encoder(4, 64, 4000, 512, 2048, 8, 4, nn.GELU)
