"""Trains a network on handwritten digits in the way of MXNet's first years: a Symbol, a Module, and `fit`.

    python examples/module_digits.py --network lenet --epochs 3 --plot digits.png --prefix digits

The digits are MNIST, read from the current folder or downloaded. Without a network, set JMX_SYNTHETIC_DATA=1: then jmx
draws digits of its own.
"""

import argparse
import logging
import os
import tempfile

import mxnet as mx
import numpy as np
from progress import plot


def mlp():
    """Three dense layers."""
    net = mx.sym.Flatten(mx.sym.Variable("data"), name="flat")
    for i, size in enumerate((128, 64)):
        net = mx.sym.FullyConnected(net, num_hidden=size, name=f"fc{i + 1}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{i + 1}")
    net = mx.sym.FullyConnected(net, num_hidden=10, name="fc3")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def lenet():
    """Two convolutions and two dense layers."""
    net = mx.sym.Variable("data")
    for i, filters in enumerate((20, 50)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{i + 1}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"tanh{i + 1}")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name=f"pool{i + 1}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net, name="flat"), num_hidden=500, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh", name="tanh3"), num_hidden=10, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def iterators(args):
    """Batches of training and test images, float32 in [0, 1], shape (batch, 1, 28, 28)."""
    mnist = mx.test_utils.get_mnist()
    train = mx.io.NDArrayIter(
        mnist["train_data"][: args.limit], mnist["train_label"][: args.limit], args.batch_size, shuffle=True
    )
    test = mx.io.NDArrayIter(mnist["test_data"][: args.limit], mnist["test_label"][: args.limit], args.batch_size)
    return train, test


class Curves:
    """What `fit` reports at the end of every epoch."""

    def __init__(self):
        self.values = {"training": [], "test": []}

    def training(self, report):
        """For `batch_end_callback`: the accuracy of the epoch so far takes the place of the one before."""
        if report.nbatch == 0:
            self.values["training"].append(0.0)
        self.values["training"][-1] = report.eval_metric.get_name_value()[0][1]

    def test(self, report):
        """For `eval_end_callback`."""
        self.values["test"].append(report.eval_metric.get_name_value()[0][1])


def main():
    parser = argparse.ArgumentParser(description="Train a network on handwritten digits with Module.fit.")
    parser.add_argument("--network", choices=["mlp", "lenet"], default="mlp", help="what to train")
    parser.add_argument("--epochs", type=int, default=3, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=100, help="images in a step")
    parser.add_argument("--lr", type=float, default=0.1, help="learning rate")
    parser.add_argument("--limit", type=int, help="use only so many images")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order")
    parser.add_argument("--prefix", help="keep the checkpoints in files that start like this")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve into this file")
    args = parser.parse_args()

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    train_data, test_data = iterators(args)
    symbol = {"mlp": mlp, "lenet": lenet}[args.network]()
    mx.viz.print_summary(symbol, shape={"data": train_data.provide_data[0].shape}, line_length=100)

    curves = Curves()
    module = mx.mod.Module(symbol, context=ctx)
    with tempfile.TemporaryDirectory() as folder:
        prefix = args.prefix or os.path.join(folder, "digits")
        module.fit(
            train_data,
            eval_data=test_data,
            eval_metric="acc",
            num_epoch=args.epochs,
            optimizer="sgd",
            optimizer_params={"learning_rate": args.lr, "momentum": 0.9},
            initializer=mx.init.Xavier(magnitude=2.24),
            batch_end_callback=[curves.training, mx.callback.Speedometer(args.batch_size, 50, auto_reset=False)],
            eval_end_callback=curves.test,
            epoch_end_callback=mx.callback.do_checkpoint(prefix),
        )
        again = mx.mod.Module.load(prefix, args.epochs, context=ctx)
    again.bind(data_shapes=test_data.provide_data, label_shapes=test_data.provide_label, for_training=False)
    print(f"test accuracy: {again.score(test_data, 'acc')[0][1]:.4f}")
    if args.plot:
        plot(args.plot, curves.values, "accuracy")


if __name__ == "__main__":
    main()
