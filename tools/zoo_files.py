#!/usr/bin/env python
"""Parameter files of the model zoo, carried from MXNet 1.9.1 to jmx and back: the same names, shapes and outputs?

    python tools/zoo_files.py make FOLDER [NAME...]     parameters drawn from a seed, saved, with the outputs of one image
    python tools/zoo_files.py check FOLDER [NAME...]    the files in FOLDER, loaded; prints one line for each

Each is run with one of the two packages under the name `mxnet`, the other with the other. The files are as large as real ones
(up to 570 MB); `check --delete` removes each when it is done.
"""

import argparse
import json
import os
import pathlib
import sys
import time
import zlib

import mxnet as mx
import numpy as np

LIMIT = 1e-4


def network(name):
    net = mx.gluon.model_zoo.vision.get_model(name, prefix="net_")
    size = 299 if name == "inceptionv3" else 224
    image = np.random.RandomState(5).uniform(-2, 2, (1, 3, size, size)).astype("float32")
    return net, mx.nd.array(image)


def drawn(name, shape):
    """Values that depend on a parameter's name and shape only, of a size at which signals neither die out nor explode."""
    random = np.random.RandomState(zlib.crc32(name.encode()))
    if name.endswith("weight"):
        return random.uniform(-1, 1, shape).astype("float32") * np.float32(np.sqrt(6 / np.prod(shape[1:])))
    low, high = (0.5, 1) if name.endswith(("gamma", "running_var")) else (-0.2, 0.2)
    return random.uniform(low, high, shape).astype("float32")


def make(folder, name):
    net, image = network(name)
    net.infer_shape(image)
    net.initialize(mx.init.Zero())
    for key, param in net.collect_params().items():
        param.set_data(mx.nd.array(drawn(key, param.shape)))
    output = net(image).asnumpy().reshape(-1)
    net.save_parameters(str(folder / f"{name}.params"))
    shapes = {key: list(param.shape) for key, param in net._collect_params_with_prefix().items()}
    (folder / f"{name}.json").write_text(json.dumps({"shapes": shapes, "output": output.tolist()}))


def check(folder, name):
    """Whether a file gives the parameters and outputs of who made it; prints what it found."""
    known = json.loads((folder / f"{name}.json").read_text())
    start = time.time()
    net, image = network(name)
    net.load_parameters(str(folder / f"{name}.params"))
    params = net._collect_params_with_prefix()
    shapes = {key: list(param.shape) for key, param in params.items()}
    same = shapes == known["shapes"] and list(shapes) == list(known["shapes"])
    # a gamma that is not learned is 1, and MXNet writes that into it when the network runs
    learned = [param for param in params.values() if param.grad_req != "null" or not param.name.endswith("gamma")]
    values = all(np.array_equal(param.data().asnumpy(), drawn(param.name, param.shape)) for param in learned[::7])
    output, wanted = net(image).asnumpy().reshape(-1), np.array(known["output"])
    error = float(np.abs(output - wanted).max() / np.abs(wanted).max())
    size = (folder / f"{name}.params").stat().st_size / 1e6
    good = same and values and error <= LIMIT
    print(f"{name:17s} {len(shapes):4d} parameters {size:6.1f} MB  names and shapes {'equal' if same else 'DIFFER'}  "
          f"outputs differ by {error:.1e} of the largest ({np.abs(wanted).max():.3g})  {'good' if good else 'BAD'}  "
          f"{time.time() - start:.0f} s", flush=True)  # fmt: skip
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["make", "check"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--delete", action="store_true", help="remove each file after it has been checked")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    bad = 0
    for name in args.names or sorted(mx.gluon.model_zoo.model_store._model_sha1):
        if args.action == "make":
            make(args.folder, name)
            continue
        bad += not check(args.folder, name)
        if args.delete:
            os.remove(args.folder / f"{name}.params")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
