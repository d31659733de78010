"""Recurrent cells and layers of Gluon, told as functions of the package: run with MXNet 1.9.1 and with jmx, and compared."""

import hashlib
import warnings

import numpy as np


def fill(shape, seed, scale=1.0):
    """Deterministic numbers that every NumPy draws alike, in float32."""
    return (np.random.RandomState(seed).uniform(-1, 1, size=shape) * scale).astype("float32")


def cells(mx):
    """name -> (function that makes the cell, shape of the inputs of one step)."""
    rnn, contrib = mx.gluon.rnn, mx.gluon.contrib.rnn
    images = {"i2h_kernel": 3, "h2h_kernel": 3, "i2h_pad": 1}

    def stack(kind):
        def make():
            net = kind(prefix="stack_")
            with net.name_scope():
                for cell in (rnn.LSTMCell(3), rnn.DropoutCell(0), rnn.ResidualCell(rnn.GRUCell(3)), rnn.RNNCell(2)):
                    net.add(cell)
            return net

        return make

    def both_ways():
        net = rnn.HybridSequentialRNNCell()
        with net.name_scope():
            net.add(rnn.BidirectionalCell(rnn.LSTMCell(2, prefix="l_"), rnn.GRUCell(3, prefix="r_")))
            net.add(rnn.BidirectionalCell(rnn.RNNCell(2, prefix="l1_"), rnn.RNNCell(2, prefix="r1_"), "out_"))
        return net

    vector = (2, 4)
    return {
        "rnn": (lambda: rnn.RNNCell(3), vector),
        "rnn_relu": (lambda: rnn.RNNCell(3, activation="relu", input_size=4, prefix="one_"), vector),
        "rnn_softrelu": (lambda: rnn.RNNCell(3, activation="softrelu"), vector),
        "rnn_leaky": (lambda: rnn.RNNCell(3, activation=mx.gluon.nn.LeakyReLU(0.2)), vector),
        "lstm": (lambda: rnn.LSTMCell(3), vector),
        "lstm_relu": (lambda: rnn.LSTMCell(3, activation="relu", recurrent_activation="softsign"), vector),
        "gru": (lambda: rnn.GRUCell(3), vector),
        "stack": (stack(rnn.SequentialRNNCell), vector),
        "hybrid_stack": (stack(rnn.HybridSequentialRNNCell), vector),
        "dropout": (lambda: rnn.DropoutCell(0.5, axes=(1,)), vector),
        "residual": (lambda: rnn.ResidualCell(rnn.GRUCell(4)), vector),
        "zoneout": (lambda: rnn.ZoneoutCell(rnn.LSTMCell(3), 0.3, 0.2), vector),
        "both": (lambda: rnn.BidirectionalCell(rnn.LSTMCell(2, prefix="l_"), rnn.GRUCell(3, prefix="r_")), vector),
        "both_ways": (both_ways, vector),
        "lstmp": (lambda: contrib.LSTMPCell(5, 3), vector),
        "vardrop": (lambda: contrib.VariationalDropoutCell(rnn.LSTMCell(3), 0.2, 0.3, 0.1), vector),
        "vardrop_whole": (lambda: contrib.VariationalDropoutCell(rnn.GRUCell(3), 0.2, 0, 0.1), vector),
        "conv1d_rnn": (lambda: contrib.Conv1DRNNCell((2, 5), 3, **images), (2, 2, 5)),
        "conv2d_rnn": (lambda: contrib.Conv2DRNNCell((2, 5, 4), 3, **images, h2h_dilate=(1, 2)), (2, 2, 5, 4)),
        "conv3d_rnn": (lambda: contrib.Conv3DRNNCell((2, 2, 3, 4), 2, 1, 1), (1, 2, 2, 3, 4)),
        "conv1d_lstm": (lambda: contrib.Conv1DLSTMCell((2, 6), 3, 3, 1), (2, 2, 6)),
        "conv2d_lstm": (lambda: contrib.Conv2DLSTMCell((2, 5, 4), 3, **images), (2, 2, 5, 4)),
        "conv3d_lstm": (lambda: contrib.Conv3DLSTMCell((1, 2, 3, 4), 2, **images, activation="relu"), (1, 1, 2, 3, 4)),
        "conv1d_gru": (lambda: contrib.Conv1DGRUCell((2, 5), 3, **images), (2, 2, 5)),
        "conv2d_gru": (lambda: contrib.Conv2DGRUCell((2, 5, 4), 3, **images, i2h_dilate=2), (2, 2, 5, 4)),
        "conv3d_gru": (lambda: contrib.Conv3DGRUCell((1, 2, 3, 2), 2, **images), (1, 1, 2, 3, 2)),
    }


def layers(mx):
    """name -> (function that makes the layer, shape of the inputs)."""
    rnn = mx.gluon.rnn
    data, many = (4, 2, 3), {"num_layers": 2, "bidirectional": True}
    return {
        "rnn": (lambda: rnn.RNN(3), data),
        "rnn_tanh": (lambda: rnn.RNN(3, activation="tanh", **many), data),
        "rnn_batch_first": (lambda: rnn.RNN(3, layout="NTC", dropout=0.5), data),
        "lstm": (lambda: rnn.LSTM(3), data),
        "lstm_input_size": (lambda: rnn.LSTM(3, input_size=3, prefix="one_"), data),
        "lstm_deep": (lambda: rnn.LSTM(3, num_layers=3), data),
        "lstm_both": (lambda: rnn.LSTM(3, **many, dropout=0.2), data),
        "lstm_batch_first": (lambda: rnn.LSTM(2, layout="NTC", **many), data),
        "gru": (lambda: rnn.GRU(3), data),
        "gru_both": (lambda: rnn.GRU(2, layout="NTC", **many), data),
    }


def describe(block):
    return [[name, list(param.shape), str(np.dtype(param.dtype))] for name, param in block.collect_params().items()]


def graph(mx, net):
    """A digest of the text of the symbol file."""
    net = net if isinstance(net, mx.sym.Symbol) else mx.sym.Group(list(net))
    return hashlib.sha256(net.tojson().encode()).hexdigest()[:20]


def flat(nested):
    return [x for item in nested for x in (flat(item) if isinstance(item, (list, tuple)) else [item])]


def as_list(x):
    return list(x) if isinstance(x, (list, tuple)) else [x]


def fill_params(mx, block):
    block.initialize()
    for number, param in enumerate(block.collect_params().values()):
        param.shape and param.set_data(mx.nd.array(fill(param.shape, 100 + number, 0.6)))


UNROLLS = {
    "plain": {},
    "merged": {"merge_outputs": True, "layout": "TNC"},
    "list": {"merge_outputs": False},
    "ragged": {"merge_outputs": True, "valid": True},
    "ragged_list": {"merge_outputs": False, "layout": "TNC", "valid": True},
}


def kinds(shape):
    """The unrolls that numbers are kept of."""
    return ["plain", "ragged", "ragged_list"] if len(shape) == 2 else ["plain"]


def cell_texts(mx, name):
    """Representation, parameters and the graphs of a cell, which are None where MXNet has an error."""
    make, shape = cells(mx)[name]
    found = {}
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cell = make()
        found["repr"] = repr(cell)
        found["state_info"] = [
            [list(info["shape"]), sorted(set(info) - {"shape"}), info["__layout__"]] for info in cell.state_info(7)
        ]
        for kind, options in UNROLLS.items():
            options = dict(options)
            if options.pop("valid", False):
                options["valid_length"] = mx.sym.var("valid")
            inputs = [mx.sym.var(f"x{i}") for i in range(3)] if len(shape) > 2 else mx.sym.var("x")
            try:
                outputs, states = cell.unroll(3, inputs, **options)
                found[kind] = graph(mx, [*as_list(outputs), *states])
            except mx.MXNetError:
                found[kind] = None
        found["params"] = describe(cell)
        found["structure"] = list(cell._collect_params_with_prefix())
    return found


def run_cell(mx, name, kind, hybridize=False):
    """Outputs, states and gradients of three steps of a cell."""
    make, shape = cells(mx)[name]
    options = dict(UNROLLS[kind])
    time = 0 if options.get("layout") == "TNC" else 1
    with mx.name.NameManager():
        cell = make()
    cell.initialize()
    steps = [mx.nd.array(fill(shape, step)) for step in range(3)]
    if len(shape) == 2:
        inputs = mx.nd.stack(*steps, axis=time)
    else:
        inputs = steps
    if options.pop("valid", False):
        options["valid_length"] = mx.nd.array([2, 3][: shape[0]])
    cell.unroll(3, inputs, **options)
    fill_params(mx, cell)
    if hybridize:
        cell.hybridize()
    for x in as_list(inputs):
        x.attach_grad()
    with mx.autograd.record(train_mode=False):
        outputs, states = cell.unroll(3, inputs, **options)
        both = [*as_list(outputs), *states]
        total = sum((x * mx.nd.array(fill(x.shape, 50 + i))).sum() for i, x in enumerate(both))
    total.backward()
    found = {f"out{i}": x.asnumpy() for i, x in enumerate(both)}
    found.update((f"grad_x{i}", x.grad.asnumpy()) for i, x in enumerate(as_list(inputs)))
    found.update((f"grad_{n}", p.grad().asnumpy()) for n, p in cell.collect_params().items())
    return found


def layer_texts(mx, name):
    make, shape = layers(mx)[name]
    with mx.name.NameManager():
        layer = make()
        found = {"repr": repr(layer), "graph": graph(mx, layer(mx.sym.var("x")))}
        out, states = layer(mx.sym.var("x"), layer.begin_state(0, func=mx.sym.var))
        found["graph_states"] = graph(mx, [out, *states])
        found["state_info"] = [[list(info["shape"]), info["__layout__"], info["dtype"]] for info in layer.state_info(7)]
        layer.initialize()
        layer(mx.nd.array(fill(shape, 0)))
        found["repr_after"] = repr(layer)
        found["params"] = describe(layer)
        found["structure"] = list(layer._collect_params_with_prefix())
        stack = layer._unfuse()
        found["unfused"] = repr(stack)
        found["unfused_params"] = describe(stack)
    return found


def run_layer(mx, name, how="eager"):
    """Outputs, states and gradients of a layer: eager, hybridized, or as a stack of cells."""
    make, shape = layers(mx)[name]
    with mx.name.NameManager():
        layer = make()
    layer.initialize()
    data = mx.nd.array(fill(shape, 1))
    layer(data)
    fill_params(mx, layer)
    batch = shape[layer._layout.find("N")]
    begin = [mx.nd.array(fill(info["shape"], 10 + i)) for i, info in enumerate(layer.state_info(batch))]
    if how == "hybrid":
        layer.hybridize()
    for x in (data, *begin):
        x.attach_grad()
    with mx.autograd.record(train_mode=False):
        if how == "unfused":
            stack = layer._unfuse()
            parts = [state[i] for i in range(begin[0].shape[0]) for state in begin]
            out, states = stack.unroll(shape[layer._layout.find("T")], data, parts, layout=layer._layout, merge_outputs=True)
            states = [mx.nd.stack(*states[i :: len(begin)], axis=0) for i in range(len(begin))]
        else:
            out, states = layer(data, begin)
        total = sum((x * mx.nd.array(fill(x.shape, 50 + i))).sum() for i, x in enumerate([out, *states]))
    total.backward()
    found = {f"out{i}": x.asnumpy() for i, x in enumerate([out, *states])}
    found.update((f"grad_in{i}", x.grad.asnumpy()) for i, x in enumerate([data, *begin]))
    found.update((f"grad_{n}", p.grad().asnumpy()) for n, p in layer.collect_params().items())
    return found


def special(mx, name):
    """Outputs of layers with what a stack of cells does not have: a projection, float64."""
    rnn = mx.gluon.rnn
    dtype = "float64" if name == "double" else "float32"
    with mx.name.NameManager():
        layer = {
            "projected": lambda: rnn.LSTM(4, 2, projection_size=2, bidirectional=True),
            "double": lambda: rnn.GRU(3, dtype="float64"),
        }[name]()
    data = mx.nd.array(fill((4, 2, 3), 1), dtype=dtype)
    layer.initialize()
    layer(data)
    for number, param in enumerate(layer.collect_params().values()):
        param.set_data(mx.nd.array(fill(param.shape, 100 + number, 0.6), dtype=dtype))
    out, states = layer(data, layer.begin_state(2))
    return {f"out{i}": x.asnumpy() for i, x in enumerate([out, *states])}


SPECIAL = ["projected", "double"]


def model(mx):
    """A small LSTM language model."""
    nn, rnn = mx.gluon.nn, mx.gluon.rnn

    class Model(mx.gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.embed = nn.Embedding(11, 5)
                self.lstm = rnn.LSTM(6, 2, dropout=0.3)
                self.out = nn.Dense(11, flatten=False)

        def hybrid_forward(self, F, words):
            return self.out(self.lstm(self.embed(words)))

    return Model(prefix="model_")


WORDS = (np.arange(14).reshape(7, 2) * 5 % 11).astype("float32")
