"""Trains a small transformer to distinguish grammatical sentences from others.

    python examples/transformer_classifier.py --layers 2 --units 64 --plot accuracy.png

The sentences are those of word_language_model.py. In half of them the verb has the other number: "the cats near the dog
sleep ." is right, "the cats near the dog sleeps ." is not. Which noun the verb belongs to shows only in the order of
words. Batches hold sentences of similar lengths, padded to the longest of their bucket; attention skips the padding.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from progress import Bar, plot
from word_language_model import MANY, ONE, sentence

BUCKETS = 6, 8  # lengths that sentences are padded to; none has more than 8 words
OTHER = {**dict(zip(ONE["verb"], MANY["verb"])), **dict(zip(MANY["verb"], ONE["verb"]))}


def examples(count, draw):
    """`count` different pairs (words, 1 where they are grammatical and 0 elsewhere), in the order they were drawn."""
    pairs = {}
    while len(pairs) < count:
        words, right = sentence(draw), draw.randint(2)
        pairs[tuple(words if right else [OTHER.get(word, word) for word in words])] = right
    return list(pairs.items())


def batches(data, number, batch_size=None, draw=None):
    """Batches of one bucket each: words (batch, length), valid lengths (batch,) and labels (batch,), all int32.

    With `draw` they are shuffled, and what fills no whole batch is left out; without `batch_size` a bucket is one batch.
    """
    arrays = []
    for shortest, length in zip((0, *BUCKETS), BUCKETS):
        inside = [pair for pair in data if shortest < len(pair[0]) <= length]
        if draw:
            draw.shuffle(inside)
        size = batch_size or len(inside)
        for at in range(0, len(inside) - (size - 1 if draw else 0), size):
            words, labels = zip(*inside[at : at + size])
            table = np.zeros((len(words), length), "int32")
            for row, line in zip(table, words):
                row[: len(line)] = [number[word] for word in line]
            lengths = [len(line) for line in words]
            arrays.append([mx.nd.array(part, dtype="int32") for part in (table, lengths, labels)])
    if draw:
        draw.shuffle(arrays)
    return arrays


class SelfAttention(gluon.HybridBlock):
    """Attention of (length, batch, units) to itself, without the positions after each valid length."""

    def __init__(self, units, heads, dropout, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.project = nn.Dense(3 * units, in_units=units, flatten=False)  # query, key and value of each head in turn
            self.out = nn.Dense(units, in_units=units, flatten=False)
            self.drop = nn.Dropout(dropout)

    def hybrid_forward(self, F, x, valid):
        qkv = self.project(x)
        scores = F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=self.heads)  # (batch * heads, length, length)
        ends = F.expand_dims(F.repeat(valid, repeats=self.heads, axis=0), axis=1)
        ends = F.broadcast_like(ends, scores, lhs_axes=(1,), rhs_axes=(1,))
        weights = self.drop(F.softmax(scores, ends, axis=-1, use_length=True))
        return self.out(F.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=self.heads))


class Layer(gluon.HybridBlock):
    """Self-attention and two dense layers for each position; both add to what comes in."""

    def __init__(self, units, heads, dropout, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.attention = SelfAttention(units, heads, dropout)
            self.norm1, self.norm2 = nn.LayerNorm(in_channels=units), nn.LayerNorm(in_channels=units)
            self.dense = nn.HybridSequential()
            self.dense.add(
                nn.Dense(4 * units, in_units=units, flatten=False), nn.GELU(), nn.Dense(units, in_units=4 * units, flatten=False)
            )
            self.drop = nn.Dropout(dropout)

    def hybrid_forward(self, F, x, valid):
        x = x + self.drop(self.attention(self.norm1(x), valid))
        return x + self.drop(self.dense(self.norm2(x)))


class Classifier(gluon.HybridBlock):
    """Scores (batch, 2) of words (batch, length), read from the last valid position of the last layer."""

    def __init__(self, words, units, layers, heads, dropout, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.word = nn.Embedding(words, units, weight_initializer=mx.init.Normal(0.02))
            self.position = nn.Embedding(BUCKETS[-1], units, weight_initializer=mx.init.Normal(0.02))
            self.layers = nn.HybridSequential()
            for _ in range(layers):
                self.layers.add(Layer(units, heads, dropout))
            self.norm = nn.LayerNorm(in_channels=units)
            self.out = nn.Dense(2, in_units=units)

    def hybrid_forward(self, F, words, valid):
        places = F.expand_dims(self.position(F.contrib.arange_like(words, axis=1)), axis=1)
        x = F.broadcast_add(self.word(F.transpose(words)), places)  # (length, batch, units)
        for layer in self.layers:
            x = layer(x, valid)
        return self.out(F.SequenceLast(self.norm(x), valid, use_sequence_length=True))


def train_epoch(net, data, trainer, bar):
    """One pass over the training sentences; returns the share it got right on the way."""
    loss_of, right = gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy()
    for words, valid, labels in data:
        with autograd.record():
            scores = net(words, valid)
            loss = loss_of(scores, labels)
        loss.backward()
        trainer.step(len(words))
        right.update(labels, scores)
        bar.step()
    return right.get()[1]


def test(net, data):
    """The share of sentences that the network gets right."""
    right = mx.metric.Accuracy()
    for words, valid, labels in data:
        right.update(labels, net(words, valid))
    return right.get()[1]


def main():
    parser = argparse.ArgumentParser(description="Train a transformer to distinguish grammatical sentences from others.")
    parser.add_argument("--sentences", type=int, default=4000, help="how many, of which a fifth are for the test")
    parser.add_argument("--units", type=int, default=64, help="size of word vectors and layers")
    parser.add_argument("--layers", type=int, default=2, help="number of layers")
    parser.add_argument("--heads", type=int, default=4, help="heads of each attention")
    parser.add_argument("--dropout", type=float, default=0.0, help="share of values dropped in training")
    parser.add_argument("--batch-size", type=int, default=50, help="sentences in a step")
    parser.add_argument("--epochs", type=int, default=6, help="passes over the sentences")
    parser.add_argument("--lr", type=float, default=3e-3, help="largest learning rate of Adam")
    parser.add_argument("--seed", type=int, default=1, help="seed of sentences, weights and order")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve into this file")
    args = parser.parse_args()
    if args.units % args.heads:
        parser.error("--units must be a multiple of --heads")

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    draw = np.random.RandomState(args.seed)
    data = examples(args.sentences, draw)
    vocabulary = sorted({word for words, _ in data for word in words})
    number = {word: i for i, word in enumerate(vocabulary, 1)}  # 0 is the padding
    end = len(data) * 4 // 5
    test_data = batches(data[end:], number)
    print(f"{end} sentences to learn from, {len(data) - end} others for the test, {len(vocabulary)} different words")

    net = Classifier(len(vocabulary) + 1, args.units, args.layers, args.heads, args.dropout)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    steps = args.epochs * len(batches(data[:end], number, args.batch_size))
    schedule = mx.lr_scheduler.CosineScheduler(steps, args.lr, final_lr=args.lr / 50, warmup_steps=steps // 10)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr, "lr_scheduler": schedule})
    curves = {"training": [], "test": []}
    for epoch in range(args.epochs):
        train_data = batches(data[:end], number, args.batch_size, draw)
        bar = Bar(f"epoch {epoch + 1}/{args.epochs}", len(train_data))
        curves["training"].append(train_epoch(net, train_data, trainer, bar))
        curves["test"].append(test(net, test_data))
        bar.close(f"training accuracy {curves['training'][-1]:.4f}, test accuracy {curves['test'][-1]:.4f}")
    print(f"test accuracy: {curves['test'][-1]:.4f}")
    for line in ("the old cats near the bird sleep .", "the old cats near the bird sleeps ."):
        words = mx.nd.array([[number[word] for word in line.split()]], dtype="int32")
        chance = net(words, mx.nd.array([words.shape[1]], dtype="int32")).softmax()[0, 1].asscalar()
        print(f"grammatical with probability {chance:.3f}: {line}")
    if args.plot:
        plot(args.plot, curves, "accuracy")


if __name__ == "__main__":
    main()
