"""Networks under `npx.set_np()`, run by MXNet for the golden values and by jmx in the tests: numbers rounded to 5 digits."""

import numpy as onp


def _rounded(value):
    if isinstance(value, (list, tuple)):
        return [_rounded(v) for v in value]
    if hasattr(value, "asnumpy"):
        return [
            type(value).__name__,
            str(onp.dtype(value.dtype)),
            list(value.shape),
            [float(f"{float(v):.5g}") for v in value.asnumpy().ravel()],
        ]
    return float(f"{float(value):.5g}")


def _data(np):
    random = onp.random.RandomState(0)
    return np.array(random.randn(20, 4).astype("float32")), np.array((random.rand(20) * 3).astype("int32"))


def _set(net, np):
    """Give every parameter values that depend on its shape alone."""
    for _, p in sorted(net.collect_params().items()):
        if "running" not in p.name and "gamma" not in p.name:
            p.set_data(np.array(onp.linspace(-0.7, 0.8, int(onp.prod(p.shape))).reshape(p.shape).astype("float32")))


def training(mx, hybrid, optimizer, options):
    """A few steps of a classifier; losses, outputs, a weight and its gradient."""
    np, gluon, nn = mx.np, mx.gluon, mx.gluon.nn
    features, labels = _data(np)
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.BatchNorm(), nn.Dropout(0.0), nn.Dense(3))
    net.initialize()
    net(features[:2])
    _set(net, np)
    if hybrid:
        net.hybridize()
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), optimizer, dict(options))
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), batch_size=10)
    losses = []
    for _ in range(2):
        for x, y in loader:
            with mx.autograd.record():
                value = loss(net(x), y)
            value.backward()
            trainer.step(10)
            losses.append(value.sum())
    return [losses, net(features[:3]), net[0].weight.data(), net[0].weight.grad()]


def layers(mx, hybrid):
    """Outputs of layers, and the gradient of the sum of their squares."""
    np, nn, rnn = mx.np, mx.gluon.nn, mx.gluon.rnn
    image = np.array(onp.linspace(-1, 1, 2 * 3 * 6 * 6).reshape(2, 3, 6, 6).astype("float32"))
    flat = np.array(onp.linspace(-1, 1, 8).reshape(2, 4).astype("float32"))
    steps = np.array(onp.linspace(-1, 1, 24).reshape(3, 2, 4).astype("float32"))
    cases = [
        (nn.Conv2D(2, 3, strides=2, padding=1, activation="relu"), image), (nn.Conv2DTranspose(2, 3), image),
        (nn.Conv1D(2, 3), image[0]), (nn.MaxPool2D(2), image), (nn.AvgPool2D(3, 1, 1), image), (nn.GlobalAvgPool2D(), image),
        (nn.GlobalMaxPool2D(), image), (nn.BatchNorm(), image), (nn.LayerNorm(), flat), (nn.Flatten(), image),
        (nn.Dense(3, flatten=False), steps), (nn.Dense(3, activation="tanh", use_bias=False), image), (nn.LeakyReLU(0.2), flat),
        (nn.PReLU(), flat), (nn.ELU(), flat), (nn.GELU(), flat), (nn.Swish(), flat), (rnn.LSTM(3), steps),
        (rnn.GRU(3, bidirectional=True), steps), (rnn.RNN(3, num_layers=2, layout="NTC"), steps),
    ]  # fmt: skip
    found = []
    for block, x in cases:
        block.initialize()
        block(x)
        _set(block, np)
        if hybrid:
            block.hybridize()
        x = x.copy()
        x.attach_grad()
        with mx.autograd.record():
            y = block(x)
            total = (y * y).sum()
        total.backward()
        found.append([y, x.grad])
    embedding = nn.Embedding(5, 2)
    embedding.initialize()
    _set(embedding, np)
    found.append([embedding(np.array([1, 4])), embedding(np.array([[0], [2]], dtype="int32"))])
    return found


def losses(mx):
    """Losses of predictions and labels."""
    np, loss = mx.np, mx.gluon.loss
    pred = np.array(onp.linspace(-1, 1, 12).reshape(3, 4).astype("float32"))
    label = np.array(onp.linspace(0.1, 0.9, 12).reshape(3, 4).astype("float32"))
    sign, kinds = np.array([[1, -1, 1, -1]] * 3), np.array([0, 3, 1])
    cases = [
        (loss.L2Loss(), label), (loss.L1Loss(), label), (loss.SigmoidBCELoss(), label),
        (loss.SigmoidBCELoss(from_sigmoid=True), label), (loss.SoftmaxCELoss(), kinds),
        (loss.SoftmaxCELoss(sparse_label=False), label), (loss.KLDivLoss(), label), (loss.KLDivLoss(from_logits=False), label),
        (loss.HuberLoss(), label), (loss.HingeLoss(), sign), (loss.SquaredHingeLoss(), sign), (loss.LogisticLoss(), sign),
        (loss.PoissonNLLLoss(), label), (loss.L2Loss(weight=2.0), label, np.array([[1], [0], [2]])),
    ]  # fmt: skip
    made = []
    for block, *rest in cases:
        try:
            made.append(block(abs(pred) if getattr(block, "_from_sigmoid", False) else pred, *rest))
        except TypeError:  # MXNet computes some losses with operators that refuse these arrays
            made.append(0)
    return made


def own(mx, hybrid):
    """A block that is written with F.np and F.npx, with a parameter of its own."""
    np, gluon = mx.np, mx.gluon

    class Own(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.scale = self.params.get("scale", shape=(4,), init=mx.init.Constant(0.5))

        def hybrid_forward(self, F, x, scale):
            y = F.npx.relu(x * scale) + F.np.mean(x, axis=1, keepdims=True)
            z = F.np.concatenate([y, F.np.exp(-y)], axis=1)
            a, b = F.np.split(z, 2, axis=1)
            return F.np.where(a > 0.2, a, b[:, :1]), F.np.sum(F.npx.softmax(b) ** 2), x[0]

    block = Own()
    block.initialize()
    if hybrid:
        block.hybridize()
    x, _ = _data(np)
    with mx.autograd.record():
        first, second, third = block(x[:3])
        total = first.sum() + second
    total.backward()
    return [first, second, third, block.scale.grad()]


def files(mx, folder):
    """Networks and arrays written and read again."""
    np, npx, gluon = mx.np, mx.npx, mx.gluon
    x, _ = _data(np)
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(3, activation="sigmoid"), gluon.nn.Dense(2))
    net.initialize()
    net(x)
    _set(net, np)
    net.hybridize()
    expected = net(x[:2])
    net.export(folder + "/net", 1)
    imported = gluon.SymbolBlock.imports(folder + "/net-symbol.json", ["data"], folder + "/net-0001.params")
    net.save_parameters(folder + "/plain.params")
    again = gluon.nn.HybridSequential()
    again.add(gluon.nn.Dense(3, activation="sigmoid"), gluon.nn.Dense(2))
    again.load_parameters(folder + "/plain.params")
    npx.save(folder + "/arrays", {"a": x[:1], "scalar": np.array(2.5), "empty": np.zeros((0, 3))})
    loaded = npx.load(folder + "/arrays")
    npx.save(folder + "/list", [np.array([1, 2], dtype="int8")])
    return [expected, imported(x[:2]), again(x[:2]), loaded["a"], loaded["scalar"], loaded["empty"], npx.load(folder + "/list")]


def every(mx, folder):
    """name -> results of everything above."""
    found = {}
    mx.npx.set_np()
    try:
        for hybrid in (False, True):
            suffix = "hybrid" if hybrid else "plain"
            for name, options in (
                ("sgd", {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}),
                ("adam", {"learning_rate": 0.02}),
            ):
                found[f"training {name} {suffix}"] = _rounded(training(mx, hybrid, name, options))
            found[f"layers {suffix}"] = _rounded(layers(mx, hybrid))
            found[f"own {suffix}"] = _rounded(own(mx, hybrid))
        found["losses"] = _rounded(losses(mx))
        found["files"] = _rounded(files(mx, folder))
    finally:
        mx.npx.reset_np()
    return found
