"""Trains a small convolutional network on handwritten digits.

    python examples/digits_gluon.py --epochs 3 --plot digits.png

The digits are MNIST, read from the usual folder or downloaded. Without a network, set JMX_SYNTHETIC_DATA=1: then jmx
draws digits of its own.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from progress import Bar, plot


def network():
    """Two convolutions and two dense layers."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels=20, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=50, kernel_size=5, activation="relu"),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Dense(256, activation="relu"),
        nn.Dropout(0.3),
        nn.Dense(10),
    )
    return net


def loaders(args):
    """Batches of training and test images, float32 in [0, 1], shape (batch, 1, 28, 28)."""
    to_tensor = gluon.data.vision.transforms.ToTensor()
    batches = []
    for train in (True, False):
        digits = gluon.data.vision.MNIST(train=train).take(args.limit).transform_first(to_tensor)
        batches.append(gluon.data.DataLoader(digits, args.batch_size, shuffle=train))
    return batches


def train_epoch(net, data, trainer, ctx, bar):
    """One pass over the training data; returns the share of images it got right on the way."""
    loss_of, right = gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy()
    for images, labels in data:
        images, labels = images.as_in_context(ctx), labels.as_in_context(ctx)
        with autograd.record():
            scores = net(images)
            loss = loss_of(scores, labels)
        loss.backward()
        trainer.step(len(images))
        right.update(labels, scores)
        bar.step()
    return right.get()[1]


def test(net, data, ctx):
    """The share of images that the network gets right."""
    right = mx.metric.Accuracy()
    for images, labels in data:
        right.update(labels, net(images.as_in_context(ctx)))
    return right.get()[1]


def main():
    parser = argparse.ArgumentParser(description="Train a convolutional network on handwritten digits.")
    parser.add_argument("--epochs", type=int, default=3, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=100, help="images in a step")
    parser.add_argument("--lr", type=float, default=1e-3, help="learning rate of Adam")
    parser.add_argument("--limit", type=int, help="use only so many images")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve into this file")
    args = parser.parse_args()

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    train_data, test_data = loaders(args)
    net = network()
    net.initialize(mx.init.Xavier(), ctx=ctx)
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr})

    curves = {"training": [], "test": []}
    for epoch in range(args.epochs):
        bar = Bar(f"epoch {epoch + 1}/{args.epochs}", len(train_data))
        curves["training"].append(train_epoch(net, train_data, trainer, ctx, bar))
        curves["test"].append(test(net, test_data, ctx))
        bar.close(f"training accuracy {curves['training'][-1]:.4f}, test accuracy {curves['test'][-1]:.4f}")
    print(f"test accuracy: {curves['test'][-1]:.4f}")
    if args.plot:
        plot(args.plot, curves, "accuracy")


if __name__ == "__main__":
    main()
