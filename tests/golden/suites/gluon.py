"""Gluon: layers, losses, names, texts, training, and the files that MXNet writes."""

import contextlib
import io

import gluon_cases as cases
import numpy as np


def text_of(function, *args):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        function(*args)
    return stream.getvalue()


def describe(block):
    return [
        [name, list(param.shape), np.dtype(param.dtype).name, param.grad_req] for name, param in block.collect_params().items()
    ]


def record(mx, output):
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
    for name in cases.TRAININGS:
        net, trainer = cases.train(mx, name, [mx.cpu()])
        for key, param in net.collect_params().items():
            numbers[f"train/{name}/{key}"] = param.data().asnumpy()
        trainer.save_states(output.path("gluon", f"{name}.states"))
        net, _ = cases.train(mx, name, [mx.cpu(0), mx.cpu(1)])
        for key, param in net.collect_params().items():
            numbers[f"train2/{name}/{key}"] = param.data(mx.cpu(1)).asnumpy()
    net, _ = cases.train(mx, "sgd", [mx.cpu()], hybridize=True)
    net.save_parameters(output.path("gluon", "small.gluon.params"))
    net.collect_params().save(output.path("gluon", "small.dict.params"), strip_prefix="net_")
    net.export(output.path("gluon", "small"), epoch=7)
    numbers["small/out"] = net(mx.nd.array(cases.fill((8, 3), 99))).asnumpy()
    output.npz(numbers)
    output.json(texts, indent=1)
