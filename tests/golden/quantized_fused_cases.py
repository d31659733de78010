"""Small networks of the usual kinds, fused and put on 8-bit integers under MXNet and under jmx."""

import hashlib
import json

import numpy as np

SHAPE = (4, 4, 8, 8)


class _Parts:
    """Layers under names."""

    def __init__(self, mx):
        self.sym = mx.sym

    def conv(self, x, name, filters=8, size=3, **options):
        options.setdefault("pad", (size // 2,) * 2)
        return self.sym.Convolution(x, num_filter=filters, kernel=(size, size), name=name, **options)

    def norm(self, x, name, **options):
        return self.sym.BatchNorm(x, name=name, **{"fix_gamma": False, **options})

    def relu(self, x, name):
        return self.sym.Activation(x, act_type="relu", name=name)

    def six(self, x, name):
        return self.sym.clip(x, a_min=0, a_max=6, name=name)

    def block(self, x, name, *args, act=None, **options):
        return (act or self.relu)(self.norm(self.conv(x, name, *args, no_bias=True, **options), f"{name}_bn"), f"{name}_act")

    def add(self, x, y, name):
        return self.sym.elemwise_add(x, y, name=name)

    def pool(self, x, name, **options):
        return self.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max", name=name, **options)

    def mean(self, x, name):
        return self.sym.Pooling(x, kernel=(1, 1), global_pool=True, pool_type="avg", name=name)

    def dense(self, x, name, units=5, **options):
        return self.sym.FullyConnected(x, num_hidden=units, name=name, **options)

    def head(self, x):
        return self.dense(self.sym.Flatten(self.mean(x, "mean"), name="flat"), "fc")


def _plain(p, data):
    x = p.pool(p.relu(p.conv(data, "c0"), "r0"), "p0")
    x = p.block(x, "c1", 16, stride=(2, 2))
    return p.dense(p.sym.Dropout(p.sym.Flatten(x, name="flat"), p=0.5, name="drop"), "fc")


def _resnet_v1(p, data):
    x = p.block(data, "c0")
    y = p.norm(p.conv(p.block(x, "a1"), "a2"), "a2_bn")
    x = p.relu(p.add(y, x, "a_sum"), "a_relu")
    y = p.norm(p.conv(p.block(x, "b1", 16, stride=(2, 2)), "b2", 16, no_bias=True), "b2_bn")
    x = p.relu(p.add(p.norm(p.conv(x, "bd", 16, 1, stride=(2, 2)), "bd_bn"), y, "b_sum"), "b_relu")
    return p.head(x)


def _resnet_v2(p, data):
    x = p.norm(p.conv(p.norm(data, "bn0", fix_gamma=True), "c0", no_bias=True), "c0_bn")
    for name in ("a", "b"):
        y = p.relu(p.norm(x, f"{name}_bn1"), f"{name}_relu1")
        y = p.conv(p.relu(p.norm(p.conv(y, f"{name}1", no_bias=True), f"{name}_bn2"), f"{name}_relu2"), f"{name}2", no_bias=True)
        x = p.add(x, y, f"{name}_sum")
    return p.head(p.relu(p.norm(x, "bn"), "relu"))


def _mobilenet_v1(p, data):
    x = p.block(data, "c0")
    for i, (stride, filters) in enumerate([(1, 8), (2, 16)]):
        x = p.block(x, f"dw{i}", 8, num_group=8, stride=(stride, stride))
        x = p.block(x, f"pw{i}", filters, 1)
    return p.head(x)


def _mobilenet_v2(p, data):
    x = p.block(data, "c0", act=p.six)
    y = p.block(p.block(x, "e0", 16, 1, act=p.six), "d0", 16, num_group=16, act=p.six)
    x = p.norm(p.conv(y, "l0", 8, 1, no_bias=True), "l0_bn")
    y = p.block(p.block(x, "e1", 16, 1, act=p.six), "d1", 16, num_group=16, act=p.six)
    x = p.add(p.norm(p.conv(y, "l1", 8, 1, no_bias=True), "l1_bn"), x, "sum")
    return p.head(p.block(x, "last", 16, 1, act=p.six))


def _squeezenet(p, data):
    x = p.pool(p.relu(p.conv(data, "c0"), "r0"), "p0", pooling_convention="full")
    for name in ("f0", "f1"):
        x = p.relu(p.conv(x, f"{name}_squeeze", 4, 1), f"{name}_squeeze_act")
        sides = [p.relu(p.conv(x, f"{name}_{n}", 8, n), f"{name}_{n}_act") for n in (1, 3)]
        x = p.sym.Concat(*sides, dim=1, name=f"{name}_join")
    x = p.relu(p.conv(p.sym.Dropout(x, name="drop"), "last", 5, 1), "last_act")
    return p.sym.Flatten(p.mean(x, "mean"), name="flat")


def _inception(p, data):
    x = p.block(data, "c0")
    mean = p.sym.Pooling(x, kernel=(3, 3), pad=(1, 1), pool_type="avg", name="near")
    sides = [
        p.block(x, "b0", 4, 1),
        p.block(p.block(x, "b1a", 4, 1), "b1b", 8),
        p.block(mean, "b2", 4, 1),
        p.sym.Pooling(x, kernel=(3, 3), pad=(1, 1), pool_type="max", name="top"),
    ]
    x = p.sym.Concat(*sides, dim=1, name="join")
    return p.head(p.block(p.pool(x, "p0"), "last"))


def _vgg(p, data):
    x = p.pool(p.relu(p.conv(p.relu(p.conv(data, "c0"), "r0"), "c1"), "r1"), "p0")
    x = p.relu(p.dense(p.sym.Flatten(x, name="flat"), "fc0", 16), "r2")
    return p.dense(p.sym.Dropout(x, name="drop"), "fc1")


def _ssd(p, data):
    x = p.block(data, "c0")
    y = p.block(x, "c1", stride=(2, 2))
    found = []
    for i, layer in enumerate((x, y)):
        for kind, filters in (("class", 6), ("box", 8)):
            z = p.sym.transpose(p.conv(layer, f"{kind}{i}", filters), axes=(0, 2, 3, 1), name=f"{kind}{i}_last")
            found.append(p.sym.Flatten(z, name=f"{kind}{i}_flat"))
    return p.sym.Concat(*found, dim=1, name="found")


def _perceptron(p, data):
    x = p.relu(p.dense(data, "fc0", 16), "r0")
    x = p.sym.LeakyReLU(p.dense(x, "fc1", 16, no_bias=True), act_type="gelu", name="g1")
    return p.dense(p.sym.identity(x, name="same"), "fc2")


def _attention(p, data):
    x = p.dense(p.sym.reshape(data, shape=(0, 0, -1), name="rows"), "qkv", 24, flatten=False)
    scores = p.sym.softmax(p.sym.contrib.interleaved_matmul_selfatt_qk(x, heads=2, name="qk"), name="soft")
    return p.dense(p.sym.contrib.interleaved_matmul_selfatt_valatt(x, scores, heads=2, name="values"), "fc", flatten=False)


def _functions(p, data):
    """What may follow a convolution, and what may not; layers that several read; groups."""
    x = p.sym.LeakyReLU(p.conv(data, "leaky"), act_type="leaky", slope=0.1, name="leaky_act")
    x = p.sym.LeakyReLU(p.conv(x, "elu"), act_type="elu", name="elu_act")
    x = p.sym.Activation(p.conv(x, "sigmoid", num_group=2), act_type="sigmoid", name="sigmoid_act")
    shared = p.conv(x, "shared")
    x = p.add(p.relu(shared, "shared_act"), p.norm(shared, "shared_bn"), "shared_sum")
    x = p.six(p.add(p.conv(x, "six"), x, "six_sum"), "six_act")
    low, high = p.sym.split(p.conv(x, "split"), num_outputs=2, name="parts")
    x = p.sym.broadcast_add(p.conv(high, "after", 4), low, name="broad")
    return p.dense(p.sym.Flatten(p.sym.tanh(x, name="bent"), name="flat"), "fc")


NETWORKS = {
    "plain": _plain,
    "resnet_v1": _resnet_v1,
    "resnet_v2": _resnet_v2,
    "mobilenet_v1": _mobilenet_v1,
    "mobilenet_v2": _mobilenet_v2,
    "squeezenet": _squeezenet,
    "inception": _inception,
    "vgg": _vgg,
    "ssd": _ssd,
    "perceptron": _perceptron,
    "attention": _attention,
    "functions": _functions,
}
#: networks in which MXNet cuts results off, since it adds integers of one type into those of another
CUT = ("resnet_v1", "resnet_v2", "mobilenet_v2", "functions")
#: type of integers, calibration, choice of operators, granularity; of all networks, and of some
WAYS = [("auto", "naive", "full", "tensor-wise"), ("int8", "none", "smart", "tensor-wise")]
MORE_WAYS = [
    ("auto", "entropy", "smart", "tensor-wise"),
    ("int8", "naive", "full", "channel-wise"),
    ("uint8", "naive", "full", "tensor-wise"),
]
MORE = ("plain", "vgg")
#: what stays in floating point: names, operators
EXCLUDED = {"names": (["c1", "fc"], None), "operators": (None, ["_sg_mkldnn_fully_connected", "Flatten"])}


def network(mx, name):
    """The symbol of a network."""
    return NETWORKS[name](_Parts(mx), mx.sym.var("data"))


def parameters(mx, net):
    """(parameters, states) of a network."""
    rng = np.random.RandomState(len(net.list_arguments()))
    shapes, _, states = net.infer_shape(data=SHAPE)
    args = {}
    for name, shape in zip(net.list_arguments(), shapes):
        if name != "data":
            reach = 1.5 / np.sqrt(max(np.prod(shape[1:]), 4))
            args[name] = mx.nd.array(
                rng.uniform(0.5, 1.5, shape) if name.endswith("gamma") else rng.uniform(-reach, reach, shape)
            )
    names = net.list_auxiliary_states()
    moved = (rng.uniform(0.5, 1.5, s) if n.endswith("var") else rng.uniform(-0.2, 0.2, s) for n, s in zip(names, states))
    return args, dict(zip(names, map(mx.nd.array, moved)))


def examples(count=1):
    """Batches for the calibration; computed with are halves of such, so that no sum is cut off at 16 bits on any processor."""
    return np.random.RandomState(count).uniform(0, 1, (4 * count, *SHAPE[1:])).astype("float32")


def quantized(mx, name, dtype, mode, how, granularity, names=None, operators=None):
    """(symbol, parameters, states) of a network on integers."""
    net = network(mx, name)
    data = None if mode == "none" else mx.io.NDArrayIter(mx.nd.array(examples(3)), batch_size=4)
    return mx.contrib.quantization.quantize_model_mkldnn(
        net,
        *parameters(mx, net),
        label_names=None,
        calib_mode=mode,
        calib_data=data,
        quantized_dtype=dtype,
        quantize_mode=how,
        quantize_granularity=granularity,
        excluded_sym_names=names,
        excluded_op_names=operators,
    )


def cases():
    """The arguments of `quantized`, by key."""
    found = {f"{name}/{'/'.join(way)}": (name, *way) for name in NETWORKS for way in WAYS}
    found.update({f"{name}/{'/'.join(way)}": (name, *way) for name in MORE for way in MORE_WAYS})
    found.update({f"plain/without {what}": ("plain", *WAYS[0], *left_out) for what, left_out in EXCLUDED.items()})
    return found


def run(mx, symbol, args, aux):
    """The first output for halves of examples."""
    given = {**args, "data": mx.nd.array(examples() / 2)}
    return symbol.bind(mx.cpu(), given, aux_states=aux).forward(is_train=False)[0].asnumpy()


def types(symbol):
    """The types of all arrays of a symbol for data in single precision, by name."""
    inner = symbol.get_internals()
    return {name: np.dtype(dtype).name for name, dtype in zip(inner.list_outputs(), inner.infer_type(data="float32")[1])}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def described(symbol):
    """Nodes, with the ranges put apart."""
    nodes = []
    for n in json.loads(symbol.tojson())["nodes"]:
        attrs = n.get("attrs", {})
        ranges = [float(attrs.pop(k)) for k in ("min_calib_range", "max_calib_range") if k in attrs]
        inner = [[i["op"], i["name"], i.get("attrs", {}), i["inputs"]] for g in n.get("subgraphs", ()) for i in g["nodes"]]
        nodes.append([n["op"], n["name"], attrs, n["inputs"], inner, ranges])
    return nodes


def gluon(mx, mode):
    """A Gluon network on integers, its data, and what it was in floating point."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(8, 3, in_channels=4), nn.BatchNorm(in_channels=8), nn.Activation("relu"), nn.MaxPool2D(2))
        net.add(nn.Conv2D(8, 1, in_channels=8, activation="relu"), nn.GlobalAvgPool2D(), nn.Flatten(), nn.Dense(5, in_units=8))
    net.initialize()
    rng = np.random.RandomState(5)
    for parameter in net.collect_params().values():
        low = 0.5 if parameter.name.endswith(("gamma", "var")) else -0.4
        parameter.set_data(mx.nd.array(rng.uniform(low, low + 0.8, parameter.shape)))
    batches = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(mx.nd.array(examples(3)), mx.nd.zeros(12)), batch_size=4)
    options = {"data_shapes": [mx.io.DataDesc("data", SHAPE)]} if mode == "none" else {"calib_data": batches}
    made = mx.contrib.quantization.quantize_net_v2(net, calib_mode=mode, **options)
    return made, net


def exported(mx, net):
    """The symbol of a Gluon network that has been called."""
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        net.export(os.path.join(folder, "net"))
        return mx.sym.load(os.path.join(folder, "net-symbol.json"))
