"""gluon.rnn: cells and layers, texts, digests, and the files that MXNet writes."""

import gluon_rnn_cases as cases


def attempt(function, *args):
    """What a case gives, or the class of the error that MXNet has for it."""
    try:
        return function(*args)
    except Exception as error:
        print(function.__name__, *args[1:], "->", type(error).__name__, str(error)[:200].replace("\n", " "))
        return {"error": type(error).__name__}


def record(mx, output):
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
    net = cases.model(mx)
    net.initialize()
    words = mx.nd.array(cases.WORDS)
    net(words)
    cases.fill_params(mx, net)
    net.hybridize()
    numbers["model/out"] = net(words).asnumpy()
    net.save_parameters(output.path("gluon_rnn", "model.params"))
    net.export(output.path("gluon_rnn", "model"), epoch=3)
    output.npz(numbers)
    output.json(texts, indent=0)
