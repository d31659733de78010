"""Trains two networks against each other until one of them draws digits: a generative adversarial network.

    python examples/gan_digits.py --epochs 5 --folder drawn --plot losses.png

The generator turns 64 random numbers into an image; the discriminator distinguishes its images from real ones. After each epoch
a grid of the generator's images, always made from the same numbers, goes into FOLDER/epoch-1.png and so on. The digits
are MNIST, read from the usual folder or downloaded. Without a network, set JMX_SYNTHETIC_DATA=1: then jmx draws digits
of its own.
"""

import argparse
import os

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from progress import Bar, plot

NUMBERS = 64  # that an image is made of


def generator(channels):
    """From (batch, NUMBERS) to images (batch, 1, 28, 28) between -1 and 1."""
    net = nn.HybridSequential()
    net.add(
        nn.Dense(2 * channels * 49, use_bias=False),
        nn.HybridLambda(lambda F, x: F.reshape(x, shape=(0, -1, 7, 7))),
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.Conv2DTranspose(channels, 4, 2, 1, use_bias=False),
        nn.BatchNorm(),
        nn.Activation("relu"),
    )
    net.add(
        nn.Conv2DTranspose(channels, 4, 2, 1),
        nn.Activation("relu"),
        nn.Conv2D(1, 3, padding=1),  # not a transposed one: oneDNN in MXNet 1.9.1 refuses its gradient for one channel
        nn.Activation("tanh"),
    )
    return net


def discriminator(channels):
    """From images to scores (batch, 1), which are positive where an image looks real."""
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels, 4, 2, 1),
        nn.LeakyReLU(0.2),
        nn.Conv2D(2 * channels, 4, 2, 1, use_bias=False),
        nn.BatchNorm(),
        nn.LeakyReLU(0.2),
        nn.Dense(1),
    )
    return net


def real_images(count):
    """float32 (count, 1, 28, 28) between -1 and 1."""
    images, _ = gluon.data.vision.MNIST(train=True)[:count]
    return images.transpose((0, 3, 1, 2)).astype("float32") / 127.5 - 1


def grid(images, path):
    """Write 64 images as one PNG, eight in a row."""
    from matplotlib import image

    table = images.asnumpy().reshape(8, 8, 28, 28).transpose(0, 2, 1, 3).reshape(224, 224)
    image.imsave(path, table.repeat(2, 0).repeat(2, 1), cmap="gray", vmin=-1, vmax=1)


def distance(drawn, real):
    """Root mean square difference between a drawn image and the real one nearest to it, on average over the drawn."""
    drawn, real = drawn.reshape((len(drawn), -1)), real.reshape((len(real), -1))
    squares = (drawn**2).mean(axis=1).expand_dims(1) + (real**2).mean(axis=1).expand_dims(0)
    squares = squares - 2 * mx.nd.dot(drawn, real, transpose_b=True) / drawn.shape[1]
    return squares.min(axis=1).relu().sqrt().mean().asscalar()


def train_epoch(nets, trainers, data, args, bar):
    """One pass over the real images; returns the mean losses of generator and discriminator."""
    draw, judge = nets
    loss_of, totals = gluon.loss.SigmoidBinaryCrossEntropyLoss(), mx.nd.zeros(2, ctx=args.ctx)
    ones, zeros = (mx.nd.full((args.batch_size,), value, ctx=args.ctx) for value in (args.real, 0))
    for batch in data:
        real = batch.data[0].as_in_context(args.ctx)
        with autograd.record():
            drawn = draw(mx.nd.random.normal(shape=(args.batch_size, NUMBERS), ctx=args.ctx)).detach()
            loss = loss_of(judge(real), ones) + loss_of(judge(drawn), zeros)
        loss.backward()
        trainers[1].step(args.batch_size)

        with autograd.record():
            drawn = draw(mx.nd.random.normal(shape=(args.batch_size, NUMBERS), ctx=args.ctx))
            own = loss_of(judge(drawn), mx.nd.ones_like(ones))
        own.backward()  # adds nothing to the discriminator: its gradients are written anew in its own step
        trainers[0].step(args.batch_size)
        totals += mx.nd.concat(own.mean(), loss.mean() / 2, dim=0)
        bar.step()
    return (totals / bar.done).asnumpy().tolist()


def main():
    parser = argparse.ArgumentParser(description="Train a generative adversarial network on handwritten digits.")
    parser.add_argument("--epochs", type=int, default=5, help="passes over the real images")
    parser.add_argument("--limit", type=int, default=6000, help="use only so many images")
    parser.add_argument("--channels", type=int, default=32, help="channels next to the image; twice as many further in")
    parser.add_argument("--batch-size", type=int, default=50, help="images in a step")
    parser.add_argument("--lr", type=float, default=1e-3, help="learning rate of Adam")
    parser.add_argument("--real", type=float, default=0.9, help="the discriminator's target for real images")
    parser.add_argument("--folder", default="drawn", help="where the drawn images go")
    parser.add_argument("--seed", type=int, default=1, help="seed of weights, order and drawing")
    parser.add_argument("--plot", metavar="PNG", help="draw the losses into this file")
    args = parser.parse_args()

    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    args.ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    os.makedirs(args.folder, exist_ok=True)
    images = real_images(args.limit)
    data = mx.io.NDArrayIter(images, batch_size=args.batch_size, shuffle=True, last_batch_handle="discard")
    nets = generator(args.channels), discriminator(args.channels)
    trainers = []
    for net in nets:
        net.initialize(mx.init.Normal(0.02), ctx=args.ctx)
        net.hybridize()
        trainers.append(gluon.Trainer(net.collect_params(), "adam", {"learning_rate": args.lr, "beta1": 0.5}))

    always = mx.nd.random.normal(shape=(64, NUMBERS), ctx=args.ctx)
    some = images[:1000].as_in_context(args.ctx)
    print(f"before: nearest real digits at a distance of {distance(nets[0](always), some):.3f}")
    curves = {"generator": [], "discriminator": []}
    for epoch in range(args.epochs):
        bar = Bar(f"epoch {epoch + 1}/{args.epochs}", len(images) // args.batch_size)
        data.reset()
        losses = train_epoch(nets, trainers, data, args, bar)
        for curve, loss in zip(curves.values(), losses):
            curve.append(loss)
        drawn = nets[0](always)
        grid(drawn, os.path.join(args.folder, f"epoch-{epoch + 1}.png"))
        bar.close(
            f"generator's loss {losses[0]:.3f}, discriminator's loss {losses[1]:.3f}, "
            f"nearest real digits at a distance of {distance(drawn, some):.3f}"
        )
    if args.plot:
        plot(args.plot, curves, "loss")


if __name__ == "__main__":
    main()
