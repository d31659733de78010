"""Two networks on 8-bit integers, made by `quantize_model` under MXNet and under jmx."""

import json

import numpy as np

DTYPES = {"dense": ("int8", "uint8", "auto"), "convolutions": ("int8", "uint8")}
SHAPES = {"dense": (4, 6), "convolutions": (4, 3, 8, 8)}
MODES = ("none", "naive", "entropy")


def networks(mx):
    sym = mx.sym
    data = sym.var("data")
    net = sym.FullyConnected(data, num_hidden=16, name="fc1")
    net = sym.FullyConnected(sym.Activation(net, act_type="relu", name="relu1"), num_hidden=5, name="fc2")
    dense = sym.softmax(net, name="probabilities")
    net = sym.Convolution(data, kernel=(3, 3), num_filter=8, name="conv0")
    net = sym.BatchNorm(net, name="norm0", fix_gamma=False)
    pool = sym.Pooling(sym.Activation(net, act_type="relu", name="relu0"), kernel=(2, 2), stride=(2, 2), name="pool0")
    net = sym.Convolution(pool, kernel=(3, 3), num_filter=8, pad=(1, 1), no_bias=True, name="conv1")
    net = sym.elemwise_add(net, pool, name="sum")
    net = sym.Flatten(sym.Concat(net, pool, dim=1, name="both"), name="flat")
    return {"dense": dense, "convolutions": sym.FullyConnected(net, num_hidden=5, name="fc")}


def parameters(mx, net, shape):
    rng = np.random.RandomState(0)
    shapes, _, states = net.infer_shape(data=shape)
    args = {n: mx.nd.array(rng.uniform(-0.5, 0.5, s)) for n, s in zip(net.list_arguments(), shapes) if n != "data"}
    aux = {
        n: mx.nd.array(rng.uniform(0.5, 1.5, s) if "var" in n else rng.uniform(-0.2, 0.2, s))
        for n, s in zip(net.list_auxiliary_states(), states)
    }
    return args, aux


def batches(shape):
    return np.random.RandomState(1).uniform(0, 1, (12, *shape[1:])).astype("float32")


def quantized(mx, name, dtype, mode, how):
    """(symbol, parameters, states) of one network."""
    net, shape = networks(mx)[name], SHAPES[name]
    args, aux = parameters(mx, net, shape)
    data = None if mode == "none" else mx.io.NDArrayIter(mx.nd.array(batches(shape)), batch_size=4)
    return mx.contrib.quantization.quantize_model(
        net, args, aux, label_names=None, ctx=mx.cpu(), calib_mode=mode, calib_data=data, quantized_dtype=dtype, quantize_mode=how
    )


def run(mx, name, symbol, args, aux):
    given = {**args, "data": mx.nd.array(batches(SHAPES[name])[:4])}
    return symbol.bind(mx.cpu(), given, aux_states=aux).forward(is_train=False)[0].asnumpy().tolist()


def described(symbol, args):
    """Nodes, with the ranges put apart, and sums of the parameters."""
    nodes = []
    for n in json.loads(symbol.tojson())["nodes"]:
        attrs = n.get("attrs", {})
        ranges = [float(attrs.pop(k)) for k in ("min_calib_range", "max_calib_range") if k in attrs]
        nodes.append([n["op"], n["name"], attrs, [i[:2] for i in n["inputs"]], ranges])
    return {"nodes": nodes, "parameters": {n: float(abs(v.asnumpy().astype("float64")).sum()) for n, v in sorted(args.items())}}


def cases():
    # the way to choose operators has nothing to do with calibration
    chosen = [(n, d, m, "full") for n in SHAPES for d in DTYPES[n] for m in MODES if (d, m) != ("uint8", "entropy")]
    return [*chosen, ("dense", "int8", "none", "smart"), ("convolutions", "int8", "none", "smart")]
