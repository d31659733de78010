"""Learns features from many handwritten digits, then uses them for garments, of which only a few have labels.

    python examples/transfer_learning.py --images 100 --plot transfer.png
    python examples/transfer_learning.py --parameters digits.params    # made before, by --save digits.params

The first network learns MNIST and goes into a parameter file. Three networks then take the same few steps with the same
few images of Fashion-MNIST: one from nothing, one with its features taken from that file, and one with the first of these
features left as they are besides. The images are read from the usual folders or downloaded. Without a network, set
JMX_SYNTHETIC_DATA=1: then jmx draws images of its own.
"""

import argparse
import os
import tempfile

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from progress import Bar, plot


class Network(gluon.HybridBlock):
    """Convolutions, and an output layer named for its task, so that the one of another task never fits it."""

    def __init__(self, task, classes, **kwargs):
        super().__init__(**kwargs)
        self.task = task
        with self.name_scope():
            self.features = nn.HybridSequential()
            for channels in (16, 32, 64):
                for _ in range(2):
                    self.features.add(nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"))
                self.features.add(nn.MaxPool2D(2))
            self.features.add(nn.Dense(128, activation="relu"))
            setattr(self, task, nn.Dense(classes))

    def hybrid_forward(self, F, images):
        return getattr(self, self.task)(self.features(images))


def loader(dataset, count, batch_size, train, workers):
    """Batches of `count` images, float32 in [0, 1], shape (batch, 1, 28, 28)."""
    some = dataset(train=train).take(count).transform_first(gluon.data.vision.transforms.ToTensor())
    return gluon.data.DataLoader(some, batch_size, shuffle=train, num_workers=workers)


def test(net, data, ctx):
    """The share of images that the network gets right."""
    right = mx.metric.Accuracy()
    for images, labels in data:
        right.update(labels, net(images.as_in_context(ctx)))
    return right.get()[1]


def fit(title, net, train_data, test_data, epochs, args):
    """Train; returns the test accuracy after each epoch."""
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr})
    loss_of, accuracies, bar = gluon.loss.SoftmaxCrossEntropyLoss(), [], Bar(title, epochs * len(train_data))
    for _ in range(epochs):
        for images, labels in train_data:
            images, labels = images.as_in_context(args.ctx), labels.as_in_context(args.ctx)
            with autograd.record():
                loss = loss_of(net(images), labels)
            loss.backward()
            trainer.step(len(images))
            bar.step()
        accuracies.append(test(net, test_data, args.ctx))
    bar.close(f"test accuracy {accuracies[-1]:.4f}")
    return accuracies


def learn_digits(path, args):
    """Train the first network and keep its parameters."""
    digits = gluon.data.vision.MNIST
    train_data = loader(digits, args.digits, args.batch_size, True, args.workers)
    test_data = loader(digits, args.test_images, args.test_images, False, args.workers)
    net = Network("digits", 10)
    net.initialize(mx.init.Xavier(), ctx=args.ctx)
    net.hybridize()
    fit("digits", net, train_data, test_data, args.digit_epochs, args)
    net.save_parameters(path)


def garment_network(path, way, args):
    """A network for garments: 'from nothing', or with the features in the file, 'fine-tuned' or 'partly frozen'."""
    mx.random.seed(args.seed)
    net = Network("garments", 10)
    net.initialize(mx.init.Xavier(), ctx=args.ctx)
    if way != "from nothing":
        # The file lacks the new output layer, and has one that this network lacks.
        net.load_parameters(path, ctx=args.ctx, allow_missing=True, ignore_extra=True)
        net.features.collect_params().setattr("lr_mult", args.lr_mult)
    if way == "partly frozen":
        for layer in net.features[: args.frozen]:
            layer.collect_params().setattr("grad_req", "null")
    net.hybridize()
    return net


def main():
    parser = argparse.ArgumentParser(description="Use features learned from digits for a few garments.")
    parser.add_argument("--images", type=int, default=100, help="garments with labels")
    parser.add_argument("--epochs", type=int, default=8, help="passes over the garments")
    parser.add_argument("--frozen", type=int, default=3, help="how many layers to leave as they are in the last network")
    parser.add_argument("--parameters", metavar="FILE", help="use the parameters in this file instead of learning digits")
    parser.add_argument("--save", metavar="FILE", help="keep the parameters of the network for digits in this file")
    parser.add_argument("--digits", type=int, default=3000, help="digits to learn features from")
    parser.add_argument("--digit-epochs", type=int, default=2, help="passes over the digits")
    parser.add_argument("--test-images", type=int, default=1000, help="how many images to test with")
    parser.add_argument("--batch-size", type=int, default=20, help="images in a step")
    parser.add_argument("--lr", type=float, default=1e-3, help="learning rate of Adam")
    parser.add_argument("--lr-mult", type=float, default=1.0, help="share of it for the features from the file")
    parser.add_argument("--workers", type=int, default=0, help="processes that read images")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights and order")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curves into this file")
    args = parser.parse_args()

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    args.ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    garments = gluon.data.vision.FashionMNIST
    train_data = loader(garments, args.images, args.batch_size, True, args.workers)
    test_data = loader(garments, args.test_images, args.test_images, False, args.workers)
    with tempfile.TemporaryDirectory() as folder:
        path = args.parameters or args.save or os.path.join(folder, "digits.params")
        if not args.parameters:
            learn_digits(path, args)
        curves = {}
        for way in ("from nothing", "fine-tuned", "partly frozen"):
            net = garment_network(path, way, args)
            curves[way] = fit(f"garments, {way}", net, train_data, test_data, args.epochs, args)
    for way, accuracies in curves.items():
        print(f"test accuracy, {way}: {accuracies[-1]:.4f}")
    if args.plot:
        plot(args.plot, curves, "accuracy")


if __name__ == "__main__":
    main()
