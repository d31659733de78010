"""Trains a recurrent network to guess the next word of a text, and lets it write.

    python examples/word_language_model.py --text book.txt --cell lstm --hidden 200 --plot perplexity.png

Without --text it reads sentences that it makes itself from a small grammar, in which a verb agrees with a noun some words
before it: what a network without memory cannot guess.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn
from progress import Bar, plot

ONE = {"noun": "cat dog child bird teacher".split(), "verb": "sleeps runs sings laughs waits".split()}
MANY = {"noun": "cats dogs children birds teachers".split(), "verb": "sleep run sing laugh wait".split()}
ADJECTIVES, PLACES = "old young small happy quiet".split(), "here outside today again".split()


def sentence(draw):
    """One sentence of the grammar, as words."""

    def one_of(words):
        return words[draw.randint(len(words))]

    number = (ONE, MANY)[draw.randint(2)]
    words = ["the", *([one_of(ADJECTIVES)] if draw.rand() < 0.5 else []), one_of(number["noun"])]
    if draw.rand() < 0.4:
        other = (ONE, MANY)[draw.randint(2)]
        words += ["near", "the", one_of(other["noun"])]
    return [*words, one_of(number["verb"]), *([one_of(PLACES)] if draw.rand() < 0.3 else []), "."]


def corpus(args):
    """Words of the training and the test text."""
    if args.text:
        with open(args.text, encoding="utf-8") as stream:
            words = stream.read().split()
    else:
        draw = np.random.RandomState(args.seed)
        words = [word for _ in range(args.sentences) for word in sentence(draw)]
    end = len(words) * 9 // 10
    return words[:end], words[end:]


class WordModel(gluon.HybridBlock):
    """Scores for the next word after each word of (steps, batch); takes and returns the states of the recurrent layers."""

    def __init__(self, words, hidden, layers, cell, dropout, tied, **kwargs):
        super().__init__(**kwargs)
        make = {"lstm": rnn.LSTM, "gru": rnn.GRU, "rnn": rnn.RNN}[cell]
        with self.name_scope():
            self.drop = nn.Dropout(dropout)
            self.embed = nn.Embedding(words, hidden, weight_initializer=mx.init.Uniform(0.1))
            self.rnn = make(hidden, layers, dropout=dropout, input_size=hidden)
            # Tied: the vector a word is read as is the vector its score is computed with.
            shared = {"params": self.embed.params} if tied else {}
            self.out = nn.Dense(words, in_units=hidden, flatten=False, **shared)

    def hybrid_forward(self, F, words, states):
        out, states = self.rnn(self.drop(self.embed(words)), states)
        return self.out(self.drop(out)), states


def batches(words, batch_size, steps):
    """Pieces (words, next words), both (steps, batch), of a text laid out in `batch_size` columns."""
    rows = (len(words) - 1) // batch_size
    table, after = (np.array(part[: rows * batch_size]).reshape(batch_size, rows).T for part in (words, words[1:]))
    starts = range(0, rows - steps + 1, steps)
    return [(mx.nd.array(table[at : at + steps]), mx.nd.array(after[at : at + steps])) for at in starts]


def perplexity(net, data, batch_size):
    """How many equally likely words the network hesitates between, on average."""
    metric, states = mx.metric.Perplexity(ignore_label=None), net.rnn.begin_state(batch_size)
    for words, after in data:
        scores, states = net(words, states)
        metric.update([after.reshape(-1)], [scores.softmax().reshape((-1, scores.shape[-1]))])
    return metric.get()[1]


def train_epoch(net, data, trainer, args, bar):
    """One pass over the text, each piece going on with the states the last one left; returns the perplexity on the way."""
    loss_of, total = gluon.loss.SoftmaxCrossEntropyLoss(), 0.0
    states = net.rnn.begin_state(args.batch_size)
    params = [param for param in net.collect_params().values() if param.grad_req != "null"]
    for words, after in data:
        states = [state.detach() for state in states]
        with autograd.record():
            scores, states = net(words, states)
            loss = loss_of(scores, after).mean()
        loss.backward()
        gluon.utils.clip_global_norm([param.grad() for param in params], args.clip)
        trainer.step(1)
        total += loss.asscalar()
        bar.step()
    return float(np.exp(total / len(data)))


def write(net, vocabulary, count, draw):
    """`count` words, each drawn from what the network thinks follows the ones before."""
    states, word, text = net.rnn.begin_state(1), 0, []
    for _ in range(count):
        scores, states = net(mx.nd.array([[word]]), states)
        chances = scores[0, 0].softmax().asnumpy().astype("float64")
        word = draw.choice(len(vocabulary), p=chances / chances.sum())
        text.append(vocabulary[word])
    return " ".join(text)


def main():
    parser = argparse.ArgumentParser(description="Train a recurrent network to guess the next word.")
    parser.add_argument("--text", help="a text file; by default sentences of a small grammar")
    parser.add_argument("--sentences", type=int, default=4000, help="how many of those")
    parser.add_argument("--cell", choices=["lstm", "gru", "rnn"], default="lstm", help="kind of recurrent layers")
    parser.add_argument("--hidden", type=int, default=100, help="size of word vectors and layers")
    parser.add_argument("--layers", type=int, default=1, help="number of recurrent layers")
    parser.add_argument("--tied", action="store_true", help="share the word vectors with the output layer")
    parser.add_argument("--dropout", type=float, default=0.1, help="share of values dropped in training")
    parser.add_argument("--steps", type=int, default=20, help="words the gradient goes back through")
    parser.add_argument("--batch-size", type=int, default=20, help="pieces of text in a step")
    parser.add_argument("--epochs", type=int, default=3, help="passes over the text")
    parser.add_argument("--lr", type=float, default=5e-3, help="learning rate of Adam")
    parser.add_argument("--clip", type=float, default=1.0, help="largest norm of the gradient")
    parser.add_argument("--seed", type=int, default=1, help="seed of text, weights and writing")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve into this file")
    args = parser.parse_args()

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    train_words, test_words = corpus(args)
    vocabulary = sorted({*train_words, *test_words})
    number = {word: i for i, word in enumerate(vocabulary)}
    train_data, test_data = (
        batches([number[word] for word in words], args.batch_size, args.steps) for words in (train_words, test_words)
    )
    if not train_data or not test_data:
        parser.error("the text is too short for --steps and --batch-size")
    print(f"{len(train_words)} words to learn from, {len(vocabulary)} different ones")

    net = WordModel(len(vocabulary), args.hidden, args.layers, args.cell, args.dropout, args.tied)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr})
    curves = {"training": [], "test": []}
    for epoch in range(args.epochs):
        bar = Bar(f"epoch {epoch + 1}/{args.epochs}", len(train_data))
        curves["training"].append(train_epoch(net, train_data, trainer, args, bar))
        curves["test"].append(perplexity(net, test_data, args.batch_size))
        bar.close(f"training perplexity {curves['training'][-1]:.2f}, test perplexity {curves['test'][-1]:.2f}")
    print(f"test perplexity: {curves['test'][-1]:.3f}")
    print(write(net, vocabulary, 40, np.random.RandomState(args.seed)))
    if args.plot:
        plot(args.plot, curves, "perplexity")


if __name__ == "__main__":
    main()
