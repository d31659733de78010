"""Trains a residual network on small colour images, with the usual augmentation.

    python examples/cifar_gluon.py --epochs 5 --plot cifar.png

The images are CIFAR-10, read from the usual folder or downloaded. Without a network, set JMX_SYNTHETIC_DATA=1: then
jmx draws coloured shapes.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from mxnet.gluon.data.vision import CIFAR10, transforms
from progress import Bar, plot

MEAN, STD = (0.49, 0.48, 0.45), (0.25, 0.24, 0.26)


class Residual(gluon.HybridBlock):
    """Two 3 x 3 convolutions around which the input is passed on; with `stride` 2 at half the size."""

    def __init__(self, channels, stride=1, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(
                nn.Conv2D(channels, 3, strides=stride, padding=1, use_bias=False),
                nn.BatchNorm(),
                nn.Activation("relu"),
                nn.Conv2D(channels, 3, padding=1, use_bias=False),
                nn.BatchNorm(),
            )
            self.shortcut = nn.Conv2D(channels, 1, strides=stride, use_bias=False) if stride > 1 else None

    def hybrid_forward(self, F, x):
        passed_on = x if self.shortcut is None else self.shortcut(x)
        return F.relu(self.body(x) + passed_on)


def network(width):
    """A convolution, five residual blocks at three sizes, one dense layer."""
    net = nn.HybridSequential()
    net.add(nn.Conv2D(width, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    net.add(Residual(width), Residual(2 * width, 2), Residual(2 * width), Residual(4 * width, 2), Residual(4 * width))
    net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
    return net


def loaders(args):
    """Normalized batches of shape (batch, 3, 32, 32); training images are mirrored at random if asked for."""
    tensor = [transforms.ToTensor(), transforms.Normalize(MEAN, STD)]
    mirrored = [transforms.RandomFlipLeftRight(), *tensor] if args.mirror else tensor
    batches = []
    for train, steps in ((True, mirrored), (False, tensor)):
        images = CIFAR10(train=train).take(args.limit).transform_first(transforms.Compose(steps))
        batches.append(gluon.data.DataLoader(images, args.batch_size, shuffle=train, num_workers=args.workers))
    return batches


def train_epoch(net, data, trainer, ctx, bar):
    """One pass over the training data; returns accuracy and mean loss on the way."""
    loss_of, right, mean = gluon.loss.SoftmaxCrossEntropyLoss(), mx.metric.Accuracy(), mx.metric.Loss()
    for images, labels in data:
        images, labels = images.as_in_context(ctx), labels.as_in_context(ctx)
        with autograd.record():
            scores = net(images)
            loss = loss_of(scores, labels)
        loss.backward()
        trainer.step(len(images))
        right.update(labels, scores)
        mean.update(None, loss)
        bar.step()
    return right.get()[1], mean.get()[1]


def test(net, data, ctx):
    """The share of images that the network gets right."""
    right = mx.metric.Accuracy()
    for images, labels in data:
        right.update(labels, net(images.as_in_context(ctx)))
    return right.get()[1]


def main():
    parser = argparse.ArgumentParser(description="Train a residual network on CIFAR-10.")
    parser.add_argument("--epochs", type=int, default=5, help="passes over the training images")
    parser.add_argument("--batch-size", type=int, default=128, help="images in a step")
    parser.add_argument("--lr", type=float, default=0.1, help="highest learning rate")
    parser.add_argument("--width", type=int, default=16, help="channels of the first layer")
    parser.add_argument("--limit", type=int, help="use only so many images")
    parser.add_argument("--workers", type=int, default=0, help="workers that load images")
    parser.add_argument("--mirror", action="store_true", help="mirror training images at random")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve into this file")
    args = parser.parse_args()

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    train_data, test_data = loaders(args)
    net = network(args.width)
    net.initialize(mx.init.MSRAPrelu(), ctx=ctx)
    net.hybridize()
    steps = args.epochs * len(train_data)
    schedule = mx.lr_scheduler.CosineScheduler(steps, base_lr=args.lr, warmup_steps=steps // 10)
    settings = {"lr_scheduler": schedule, "momentum": 0.9, "wd": 5e-4}
    trainer = gluon.Trainer(net.collect_params(), "sgd", settings)

    curves = {"training": [], "test": []}
    for epoch in range(args.epochs):
        bar = Bar(f"epoch {epoch + 1}/{args.epochs}", len(train_data))
        right, loss = train_epoch(net, train_data, trainer, ctx, bar)
        curves["training"].append(right)
        curves["test"].append(test(net, test_data, ctx))
        bar.close(f"loss {loss:.4f}, training accuracy {right:.4f}, test accuracy {curves['test'][-1]:.4f}")
    print(f"test accuracy: {curves['test'][-1]:.4f}")
    if args.plot:
        plot(args.plot, curves, "accuracy")


if __name__ == "__main__":
    main()
