"""Trains a network for digits, runs it in fewer bits, and writes the table of docs/dev/quantization.md.

    JMX_SYNTHETIC_DATA=1 python tools/check_precision.py [--mxnet COMMAND] [--keep FOLDER] [--save]

`--mxnet` names a Python with MXNet 1.9.1, which runs the same files. `--keep` leaves them in a folder. `--save` writes a smaller
set of images for the tests to tests/golden/precision. Digits are MNIST's where they are there, else those that jmx draws.
"""

import argparse
import importlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy as np

import jmx as mx
from jmx import autograd, gluon
from jmx.gluon import nn

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "golden"))
cases = importlib.import_module("precision_cases")

SAVED = ROOT / "tests" / "golden" / "precision"
EPOCHS, EXAMPLES = 2, 500


def network():
    """Three convolutions, normalized, and a dense layer."""
    net = nn.HybridSequential(prefix="digits_")
    with net.name_scope():
        for filters in (8, 16, 32):
            net.add(nn.Conv2D(filters, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
            net.add(nn.MaxPool2D() if filters < 32 else nn.GlobalAvgPool2D())
        net.add(nn.Dense(10))
    return net


def digits(train):
    """(images, labels) of one of the two parts."""
    data = gluon.data.vision.MNIST(train=train)
    images, labels = data._data, data._label
    return np.asarray(images.asnumpy() if hasattr(images, "asnumpy") else images)[..., 0], np.asarray(labels, np.int64)


def train(folder):
    """Train the network and export it, with the images of the test, into a folder."""
    mx.random.seed(5)
    np.random.seed(5)
    images, labels = digits(True)
    net = network()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    steps = EPOCHS * (len(images) // cases.BATCH)
    rate = mx.lr_scheduler.CosineScheduler(steps, 0.01)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01, "lr_scheduler": rate})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(EPOCHS):
        order = np.random.permutation(len(images))
        for start in range(0, len(order) - cases.BATCH + 1, cases.BATCH):
            chosen = order[start : start + cases.BATCH]
            x = mx.nd.array(images[chosen].astype("float32")[:, None] / 255)
            with autograd.record():
                loss = loss_of(net(x), mx.nd.array(labels[chosen]))
            loss.backward()
            trainer.step(cases.BATCH)
    net.export(os.path.join(folder, "net"))
    tested, answers = digits(False)
    keep(folder, images[:EXAMPLES], tested, answers)


def keep(folder, examples, images, labels):
    """Write the arrays of a folder."""
    arrays = {"examples": examples, "images": images, "labels": labels}
    np.savez_compressed(os.path.join(folder, "digits.npz"), **{k: v.astype("uint8") for k, v in arrays.items()})


def save(folder):
    """Keep the network and a few hundred images for the tests."""
    SAVED.mkdir(exist_ok=True)
    for name in ("net-symbol.json", "net-0000.params"):
        (SAVED / name).write_bytes((pathlib.Path(folder) / name).read_bytes())
    with np.load(os.path.join(folder, "digits.npz")) as file:
        keep(SAVED, file["examples"][:100], file["images"][:300], file["labels"][:300])


def on_mxnet(command, folder):
    """The classes that MXNet finds."""
    with tempfile.TemporaryDirectory() as place:
        result = os.path.join(place, "classes.json")
        # otherwise executors fuse layers themselves, and calibration does not find what it looks for
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"MXNET_SUBGRAPH_BACKEND": "NONE"}
        subprocess.run([*shlex.split(command), cases.__file__, folder, result], check=True, env=environment)
        return json.loads(pathlib.Path(result).read_text())


def table(labels, sides):
    """Lines of the table: for each way the share of right answers, and of those that are float32's, of each side."""
    titles = [f"{part}, {side}" for side in sides for part in ("right", "as float32")]
    yield f"| type | {' | '.join(titles)} | {'the same in both |' if len(sides) > 1 else ''}"
    yield "|---" * (1 + len(titles) + (len(sides) > 1)) + "|"
    for way in cases.WAYS:
        row = [way]
        for found in sides.values():
            if isinstance(found[way], str):
                row += ["", ""]
            else:
                row += [f"{100 * np.mean(np.array(found[way]) == np.array(other)):.2f}" for other in (labels, found["float32"])]
        if len(sides) > 1:
            values = [found[way] for found in sides.values()]
            there = not any(isinstance(value, str) for value in values)
            row.append(f"{100 * np.mean(np.array(values[0]) == np.array(values[1])):.2f}" if there else "")
        yield f"| {' | '.join(row)} |"


def main():
    """Run the command line."""
    command_line = argparse.ArgumentParser(description="Accuracy of a trained network in fewer bits.")
    command_line.add_argument("--mxnet", metavar="COMMAND", help="runs Python with MXNet 1.9.1")
    command_line.add_argument("--keep", metavar="FOLDER", help="where the network and the images stay; a network there is used")
    command_line.add_argument("--save", action="store_true", help="write the files of the tests")
    args = command_line.parse_args()
    mx.install_as_mxnet()
    with tempfile.TemporaryDirectory() as place:
        folder = args.keep or place
        os.makedirs(folder, exist_ok=True)
        if not os.path.exists(os.path.join(folder, "digits.npz")):
            train(folder)
        sides = {"jmx": cases.classes(mx, folder)}
        if args.mxnet:
            sides["MXNet"] = on_mxnet(args.mxnet, folder)
        for side, found in sides.items():
            for way, value in found.items():
                if isinstance(value, str):
                    print(f"{side}, {way}: {value}")
        print("\n".join(table(cases.load(folder)["labels"], sides)))
        if args.save:
            save(folder)


if __name__ == "__main__":
    main()
