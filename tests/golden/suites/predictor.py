"""The predictor in C. Needs MXNet's module mxnet_predict, a file of its sources (amalgamation/python), on PYTHONPATH."""

import os
import tempfile

import numpy as np


def network(mx):
    net = mx.sym.Variable("data")
    net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=4, name="conv")
    net = mx.sym.BatchNorm(net, name="norm", fix_gamma=False)
    net = mx.sym.Activation(net, act_type="relu", name="relu")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="max", name="pool")
    net = mx.sym.FullyConnected(mx.sym.concat(net.flatten(), mx.sym.Variable("more"), dim=1), num_hidden=3, name="fc")
    return mx.sym.Group([mx.sym.softmax(net, name="soft"), net])


def record(mx, output):
    from mxnet_predict import Predictor, load_ndarray_file

    rng = np.random.default_rng(7)
    symbol = network(mx)
    shapes, _, states = symbol.infer_shape(data=(2, 3, 8, 8), more=(2, 2))
    params = {}
    for kind, names, found in (("arg", symbol.list_arguments(), shapes), ("aux", symbol.list_auxiliary_states(), states)):
        for name, shape in zip(names, found):
            if name not in ("data", "more"):
                params[f"{kind}:{name}"] = mx.nd.array(rng.uniform(0.2, 1, shape) - (kind == "arg") * 0.4)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "params")
        mx.nd.save(path, params)
        with open(path, "rb") as file:
            saved = file.read()
    found = {"symbol": np.array(symbol.tojson()), "params": np.frombuffer(saved, np.uint8)}
    predictor = None
    for i, (batch, size) in enumerate([(2, 8), (3, 8), (1, 10)]):
        inputs = {"data": rng.normal(size=(batch, 3, size, size)), "more": rng.normal(size=(batch, 2))}
        given = {name: value.shape for name, value in inputs.items()}
        if predictor is None:
            predictor = Predictor(symbol.tojson(), saved, given)
        else:
            predictor.reshape(given)
        predictor.forward(**inputs)
        found |= {f"{name}{i}": value.astype(np.float32) for name, value in inputs.items()}
        found |= {f"soft{i}": predictor.get_output(0), f"fc{i}": predictor.get_output(1)}
    found |= {f"loaded {name}": value for name, value in load_ndarray_file(saved).items()}
    output.npz(found)
