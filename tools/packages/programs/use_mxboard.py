"""Scalars, histograms and a picture are written for TensorBoard."""

import pathlib

import mxnet as mx
from mxboard import SummaryWriter

with SummaryWriter(logdir="logs") as writer:
    for step in range(5):
        writer.add_scalar("loss", 1 / (step + 1), step)
    writer.add_histogram("weights", mx.nd.random.normal(shape=(100,)), global_step=0, bins=10)
    writer.add_image("picture", mx.nd.random.uniform(shape=(3, 8, 8)), 0)
sizes = [path.stat().st_size for path in pathlib.Path("logs").iterdir()]
assert sizes and max(sizes) > 500
print(f"- SummaryWriter: {max(sizes)} bytes of scalars, a histogram and a picture")
