"""Networks, losses and trainings that the golden values are made from; `mx` is the real MXNet or jmx."""

import numpy as np


def fill(shape, seed, scale=1.0, shift=0.0):
    """Deterministic numbers that every NumPy draws alike, in float32."""
    values = np.random.RandomState(seed).uniform(-1, 1, size=shape)
    return (values * scale + shift).astype("float32")


def layers(mx):
    """name -> (function that makes the block, shapes of its inputs)"""
    nn = mx.gluon.nn

    def named(make, **kwargs):
        return lambda: make(prefix="layer_", **kwargs)

    def stack(*makes):
        def build():
            net = nn.HybridSequential(prefix="net_")
            with net.name_scope():
                for make in makes:
                    net.add(make())
            return net

        return build

    return {
        "dense": (named(nn.Dense, units=3), [(2, 4)]),
        "dense_relu": (named(nn.Dense, units=3, activation="relu"), [(2, 2, 2)]),
        "dense_noflatten": (named(nn.Dense, units=3, flatten=False, use_bias=False), [(2, 3, 4)]),
        "conv1d": (named(nn.Conv1D, channels=4, kernel_size=3, strides=2, padding=1), [(2, 3, 7)]),
        "conv2d": (named(nn.Conv2D, channels=4, kernel_size=3, padding=1, activation="tanh"), [(2, 3, 5, 5)]),
        "conv2d_groups": (
            named(nn.Conv2D, channels=4, kernel_size=(2, 3), dilation=(1, 2), groups=2, use_bias=False),
            [(2, 4, 6, 7)],
        ),
        "conv3d": (named(nn.Conv3D, channels=2, kernel_size=2), [(1, 2, 3, 4, 3)]),
        "conv1dt": (named(nn.Conv1DTranspose, channels=2, kernel_size=3, strides=2, output_padding=1), [(2, 3, 4)]),
        "conv2dt": (named(nn.Conv2DTranspose, channels=3, kernel_size=3, strides=2, padding=1), [(2, 2, 4, 3)]),
        "conv3dt": (named(nn.Conv3DTranspose, channels=2, kernel_size=2, strides=2), [(1, 3, 2, 2, 2)]),
        "maxpool1d": (named(nn.MaxPool1D), [(2, 2, 5)]),
        "maxpool2d": (named(nn.MaxPool2D, pool_size=3, strides=2, padding=1), [(2, 2, 6, 5)]),
        "maxpool2d_ceil": (named(nn.MaxPool2D, ceil_mode=True), [(1, 2, 5, 5)]),
        "maxpool3d": (named(nn.MaxPool3D), [(1, 2, 4, 4, 4)]),
        "avgpool1d": (named(nn.AvgPool1D, pool_size=3, padding=1, count_include_pad=False), [(2, 2, 7)]),
        "avgpool2d": (named(nn.AvgPool2D, pool_size=2, padding=1), [(2, 2, 4, 5)]),
        "avgpool3d": (named(nn.AvgPool3D), [(1, 2, 4, 4, 2)]),
        "gmaxpool1d": (named(nn.GlobalMaxPool1D), [(2, 3, 4)]),
        "gmaxpool2d": (named(nn.GlobalMaxPool2D), [(2, 3, 4, 2)]),
        "gmaxpool3d": (named(nn.GlobalMaxPool3D), [(2, 3, 2, 2, 2)]),
        "gavgpool1d": (named(nn.GlobalAvgPool1D), [(2, 3, 4)]),
        "gavgpool2d": (named(nn.GlobalAvgPool2D), [(2, 3, 4, 2)]),
        "gavgpool3d": (named(nn.GlobalAvgPool3D), [(2, 3, 2, 2, 2)]),
        "reflectionpad": (named(nn.ReflectionPad2D, padding=2), [(1, 2, 4, 5)]),
        "batchnorm": (named(nn.BatchNorm), [(4, 3, 2, 2)]),
        "batchnorm_axis": (named(nn.BatchNorm, axis=2, momentum=0.7, epsilon=1e-3), [(4, 3, 2)]),
        "batchnorm_noscale": (named(nn.BatchNorm, center=False, scale=False), [(4, 3)]),
        "batchnorm_global": (named(nn.BatchNorm, use_global_stats=True), [(4, 3)]),
        "batchnormrelu": (named(nn.BatchNormReLU), [(4, 3, 2, 2)]),
        "layernorm": (named(nn.LayerNorm), [(3, 2, 5)]),
        "layernorm_axis": (named(nn.LayerNorm, axis=1, epsilon=1e-2), [(3, 4, 2)]),
        "instancenorm": (named(nn.InstanceNorm, scale=True), [(2, 3, 4)]),
        "instancenorm_axis": (named(nn.InstanceNorm, axis=2), [(2, 3, 4)]),
        "groupnorm": (named(nn.GroupNorm, num_groups=2), [(2, 4, 3)]),
        "embedding": (named(nn.Embedding, input_dim=5, output_dim=3), [(2, 3)]),
        "dropout0": (named(nn.Dropout, rate=0), [(2, 3)]),
        "flatten": (named(nn.Flatten), [(2, 3, 2)]),
        "activation": (named(nn.Activation, activation="softsign"), [(2, 3)]),
        "leakyrelu": (named(nn.LeakyReLU, alpha=0.2), [(2, 3)]),
        "prelu": (named(nn.PReLU, in_channels=3), [(2, 3, 2)]),
        "elu": (named(nn.ELU, alpha=0.7), [(2, 3)]),
        "selu": (named(nn.SELU), [(2, 3)]),
        "gelu": (named(nn.GELU), [(2, 3)]),
        "swish": (named(nn.Swish, beta=1.5), [(2, 3)]),
        "lambda": (lambda: nn.HybridLambda("tanh", prefix="layer_"), [(2, 3)]),
        "convnet": (
            stack(
                lambda: nn.Conv2D(4, 3, activation="relu"),
                lambda: nn.BatchNorm(),
                lambda: nn.MaxPool2D(2),
                lambda: nn.Dense(6, activation="sigmoid"),
                lambda: nn.Dense(3),
            ),
            [(2, 2, 8, 8)],
        ),
    }


def losses(mx):
    """name -> (loss, shapes of its inputs, which inputs are class numbers or signs)"""
    loss = mx.gluon.loss
    dense = [(4, 3), (4, 3)]
    return {
        "l2": (loss.L2Loss(), dense, {}),
        "l2_weighted": (loss.L2Loss(weight=0.3), [*dense, (4, 1)], {}),
        "l1": (loss.L1Loss(), dense, {}),
        "l1_axis": (loss.L1Loss(weight=2.0, batch_axis=1), dense, {}),
        "bce": (loss.SigmoidBCELoss(), dense, {1: "binary"}),
        "bce_pos": (loss.SigmoidBinaryCrossEntropyLoss(), [*dense, (4, 1), (1, 3)], {1: "binary"}),
        "bce_from_sigmoid": (loss.SigmoidBCELoss(from_sigmoid=True), dense, {0: "probability", 1: "binary"}),
        "bce_from_sigmoid_pos": (
            loss.SigmoidBCELoss(from_sigmoid=True),
            [*dense, (4, 1), (1, 3)],
            {0: "probability", 1: "binary"},
        ),
        "softmax_ce": (loss.SoftmaxCrossEntropyLoss(), [(4, 3), (4,)], {1: "class"}),
        "softmax_ce_dense": (loss.SoftmaxCELoss(sparse_label=False, weight=0.5), dense, {1: "probability"}),
        "softmax_ce_axis": (loss.SoftmaxCELoss(axis=1), [(2, 3, 4), (2, 4)], {1: "class"}),
        "softmax_ce_logits": (loss.SoftmaxCELoss(from_logits=True), [(4, 3), (4,), (4, 1)], {1: "class"}),
        "kldiv": (loss.KLDivLoss(), dense, {1: "probability"}),
        "kldiv_scores": (loss.KLDivLoss(from_logits=False), dense, {1: "probability"}),
        "ctc": (loss.CTCLoss(), [(2, 8, 4), (2, 3)], {1: "class"}),
        "ctc_tnc": (loss.CTCLoss(layout="TNC", label_layout="TN"), [(8, 2, 4), (3, 2)], {1: "class"}),
        "huber": (loss.HuberLoss(rho=0.5), dense, {}),
        "hinge": (loss.HingeLoss(), dense, {1: "sign"}),
        "squared_hinge": (loss.SquaredHingeLoss(margin=0.5), dense, {1: "sign"}),
        "logistic": (loss.LogisticLoss(), dense, {1: "sign"}),
        "logistic_binary": (loss.LogisticLoss(label_format="binary"), dense, {1: "binary"}),
        "triplet": (loss.TripletLoss(), [(4, 3)] * 3, {}),
        "poisson": (loss.PoissonNLLLoss(), dense, {1: "probability"}),
        "poisson_full": (loss.PoissonNLLLoss(from_logits=False, compute_full=True), dense, {0: "probability", 1: "count"}),
        "cosine": (loss.CosineEmbeddingLoss(margin=0.1), [(4, 3), (4, 3), (4,)], {2: "sign"}),
        "sdml": (loss.SDMLLoss(), dense, {}),
    }


def loss_input(shape, seed, kind):
    """One input of a loss: numbers, or what `kind` says."""
    values = fill(shape, seed)
    if kind == "class":
        return (np.abs(values) * 2.99).astype("int32").astype("float32")
    if kind == "sign":
        return np.where(values > 0, 1, -1).astype("float32")
    if kind == "binary":
        return (values > 0).astype("float32")
    if kind == "probability":
        return (np.abs(values) * 0.9 + 0.05).astype("float32")
    if kind == "count":
        return (np.abs(values) * 5 + 1).astype("int32").astype("float32")
    return values


def set_params(mx, block):
    """Fill every parameter, in the order of their names."""
    for seed, (name, param) in enumerate(sorted(block.collect_params().items())):
        positive = name.endswith(("gamma", "running_var"))
        param.set_data(mx.nd.array(fill(param.shape, 100 + seed, 0.5, 1.0 if positive else 0.0)))


def run_layer(mx, block, shapes, hybridize=False):
    """Outputs, gradients and new parameters of one training step, and the output when predicting."""
    block.initialize()
    if hybridize:
        block.hybridize()
    values = [fill(shape, seed) for seed, shape in enumerate(shapes)]
    integers = type(block).__name__ == "Embedding"
    if integers:
        values = [np.floor(np.abs(value) * 4.9).astype("float32") for value in values]
    inputs = [mx.nd.array(value) for value in values]
    block(*inputs)
    set_params(mx, block)
    differentiable = [] if integers else inputs
    for array in differentiable:
        array.attach_grad()
    with mx.autograd.record():
        out = block(*inputs)
        head = out * mx.nd.array(fill(out.shape, 50))
    head.backward()
    result = {"out": out, "predict": block(*inputs)}
    for number, array in enumerate(differentiable):
        result[f"grad_in{number}"] = array.grad
    for name, param in block.collect_params().items():
        if param.grad_req != "null":
            result[f"grad_{name}"] = param.grad()
        else:
            result[f"data_{name}"] = param.data()
    return {key: array.asnumpy() for key, array in result.items()}


def run_loss(mx, loss, shapes, kinds, hybridize=False, record=True):
    """The loss and, when recording, its gradient for the first input."""
    inputs = [mx.nd.array(loss_input(shape, seed, kinds.get(seed))) for seed, shape in enumerate(shapes)]
    if hybridize:
        loss.hybridize()
    if not record:
        return {"out": loss(*inputs).asnumpy()}
    inputs[0].attach_grad()
    with mx.autograd.record():
        out = loss(*inputs)
    out.backward()
    return {"out": out.asnumpy(), "grad": inputs[0].grad.asnumpy()}


TRAININGS = {
    "sgd": {"learning_rate": 0.1},
    "sgd_momentum": {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01},
    "nag": {"learning_rate": 0.1, "momentum": 0.9},
    "adam": {"learning_rate": 0.01},
    "adagrad": {"learning_rate": 0.1},
    "rmsprop": {"learning_rate": 0.01},
    "adadelta": {"rho": 0.9},
}


def small_net(mx, prefix="net_"):
    """Two dense layers with a batch normalization between them."""
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(nn.Dense(4, activation="tanh", in_units=3), nn.BatchNorm(in_channels=4), nn.Dense(2, in_units=4))
    return net


def train(mx, name, contexts, steps=3, hybridize=False, net=None, **trainer_args):
    """Train the small net; return it and its trainer."""
    net = net or small_net(mx)
    net.initialize(ctx=contexts)
    set_params(mx, net)
    if hybridize:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), name.split("_")[0], TRAININGS[name], **trainer_args)
    loss = mx.gluon.loss.L2Loss()
    for step in range(steps):
        data = mx.gluon.utils.split_and_load(mx.nd.array(fill((8, 3), 10 + step)), contexts)
        label = mx.gluon.utils.split_and_load(mx.nd.array(fill((8, 2), 20 + step)), contexts)
        with mx.autograd.record():
            parts = [loss(net(x), y) for x, y in zip(data, label)]
        mx.autograd.backward(parts)
        trainer.step(8)
    return net, trainer


def named_nets(mx):
    """name -> function that makes blocks whose parameter names are of interest"""
    nn, gluon = mx.gluon.nn, mx.gluon

    class Inner(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.fc = nn.Dense(3, in_units=2)
                self.scale = self.params.get("scale", shape=(1,))
                self.table = self.params.get_constant("table", np.arange(4).reshape(2, 2))
            self.outside = nn.Dense(2, in_units=3)

    class Outer(gluon.Block):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.first = Inner()
                self.second = Inner(prefix="mine_")
                self.bare = Inner(prefix="")
                self.shared = nn.Dense(3, in_units=2, params=self.first.fc.params)
                self.norm = nn.BatchNorm(in_channels=2)
                self.conv = nn.Conv2D(2, 3, in_channels=1, activation="relu")

    def sequence():
        net = nn.HybridSequential()
        with net.name_scope():
            net.add(nn.Dense(2, in_units=2), nn.Dense(2, in_units=2))
            inner = nn.HybridSequential()
            with inner.name_scope():
                inner.add(nn.Dense(2, in_units=2), nn.PReLU())
            net.add(inner)
        net.add(nn.Dense(2, in_units=2))
        return net

    return {"nested": Outer, "prefixed": lambda: Outer(prefix="top_"), "empty": lambda: Outer(prefix=""), "sequence": sequence}
