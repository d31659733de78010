"""Makes the golden values of the gluon tests, with the real MXNet 1.9.1: `python tests/golden/gluon_gen.py`.

Writes gluon.npz (numbers), gluon.json (names and texts) and gluon/ (files as MXNet writes them) beside itself.
"""

import contextlib
import io
import json
import os
import sys
import warnings

import mxnet as mx
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "gluon"))
import gluon_cases as cases

warnings.simplefilter("ignore")


def text_of(function, *args):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        function(*args)
    return stream.getvalue()


def describe(block):
    return [
        [name, list(param.shape), np.dtype(param.dtype).name, param.grad_req] for name, param in block.collect_params().items()
    ]


def main():
    assert mx.__version__ == "1.9.1" and "jmx" not in sys.modules
    numbers, texts = {}, {"layers": {}, "names": {}, "summary": {}, "loss_repr": {}}
    for name, (make, shapes) in cases.layers(mx).items():
        block = make()
        before = repr(block)
        for key, value in cases.run_layer(mx, block, shapes).items():
            numbers[f"layer/{name}/{key}"] = value
        texts["layers"][name] = {"repr": before, "repr_after": repr(block), "params": describe(block)}
        fresh = make()
        fresh.initialize()
        texts["summary"][name] = text_of(fresh.summary, *[mx.nd.array(cases.fill(shape, 0)) for shape in shapes])
    for name, (loss, shapes, kinds) in cases.losses(mx).items():
        # MXNet's compute_full works in place, which it refuses itself while recording.
        for key, value in cases.run_loss(mx, loss, shapes, kinds, record=name != "poisson_full").items():
            numbers[f"loss/{name}/{key}"] = value
        texts["loss_repr"][name] = repr(loss)
    for name, make in cases.named_nets(mx).items():
        with mx.name.NameManager():
            block = make()
            texts["names"][name] = {
                "params": describe(block),
                "structure": list(block._collect_params_with_prefix()),
                "prefix": block.prefix,
                "name": block.name,
                "repr": repr(block),
                "dict_repr": repr(block.collect_params()),
                "selected": list(block.collect_params(".*weight")),
            }
    folder = os.path.join(HERE, "gluon")
    os.makedirs(folder, exist_ok=True)
    for name in cases.TRAININGS:
        net, trainer = cases.train(mx, name, [mx.cpu()])
        for key, param in net.collect_params().items():
            numbers[f"train/{name}/{key}"] = param.data().asnumpy()
        trainer.save_states(os.path.join(folder, f"{name}.states"))
        net, _ = cases.train(mx, name, [mx.cpu(0), mx.cpu(1)])
        for key, param in net.collect_params().items():
            numbers[f"train2/{name}/{key}"] = param.data(mx.cpu(1)).asnumpy()
    net, _ = cases.train(mx, "sgd", [mx.cpu()], hybridize=True)
    net.save_parameters(os.path.join(folder, "small.gluon.params"))
    net.collect_params().save(os.path.join(folder, "small.dict.params"), strip_prefix="net_")
    net.export(os.path.join(folder, "small"), epoch=7)
    numbers["small/out"] = net(mx.nd.array(cases.fill((8, 3), 99))).asnumpy()
    np.savez_compressed(os.path.join(HERE, "gluon.npz"), **numbers)
    with open(os.path.join(HERE, "gluon.json"), "w") as stream:
        json.dump(texts, stream, indent=1)
        stream.write("\n")


if __name__ == "__main__":
    main()
