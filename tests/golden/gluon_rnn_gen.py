"""Makes the golden values of the recurrent Gluon tests, with the real MXNet 1.9.1: `python tests/golden/gluon_rnn_gen.py`.

Writes gluon_rnn.npz (numbers), gluon_rnn.json (names, texts, digests) and gluon_rnn/ (files as MXNet writes them) beside itself.
"""

import json
import os
import sys
import warnings

import gluon_rnn_cases as cases
import mxnet as mx
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def attempt(function, *args):
    """What a case gives, or the class of the error that MXNet has for it."""
    try:
        return function(*args)
    except Exception as error:
        print(function.__name__, *args[1:], "->", type(error).__name__, str(error)[:200].replace("\n", " "))
        return {"error": type(error).__name__}


def main():
    assert mx.__version__ == "1.9.1" and "jmx" not in sys.modules
    warnings.simplefilter("ignore")
    numbers, texts = {}, {"cells": {}, "layers": {}, "errors": {}}

    def keep(name, found):
        if "error" in found:
            texts["errors"][name] = found["error"]
        else:
            numbers.update((f"{name}/{key}", value) for key, value in found.items())

    for name, (_, shape) in cases.cells(mx).items():
        texts["cells"][name] = attempt(cases.cell_texts, mx, name)
        for kind in cases.kinds(shape):
            keep(f"cell/{name}/{kind}", attempt(cases.run_cell, mx, name, kind))
    for name in cases.layers(mx):
        texts["layers"][name] = attempt(cases.layer_texts, mx, name)
        keep(f"layer/{name}", attempt(cases.run_layer, mx, name))
    for name in cases.SPECIAL:
        keep(f"special/{name}", attempt(cases.special, mx, name))
    folder = os.path.join(HERE, "gluon_rnn")
    os.makedirs(folder, exist_ok=True)
    net = cases.model(mx)
    net.initialize()
    words = mx.nd.array(cases.WORDS)
    net(words)
    cases.fill_params(mx, net)
    net.hybridize()
    numbers["model/out"] = net(words).asnumpy()
    net.save_parameters(os.path.join(folder, "model.params"))
    net.export(os.path.join(folder, "model"), epoch=3)
    np.savez_compressed(os.path.join(HERE, "gluon_rnn.npz"), **numbers)
    with open(os.path.join(HERE, "gluon_rnn.json"), "w") as stream:
        json.dump(texts, stream, indent=0)
        stream.write("\n")


if __name__ == "__main__":
    main()
