"""What the generator (under MXNet) and the test (under jmx) share: networks whose executors and blocks are watched."""

import numpy as np


def perceptron(mx):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1")
    x = mx.sym.Activation(x, act_type="relu", name="relu1")
    x = x * 2 + mx.sym.exp(x)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3, name="fc2"), name="softmax"), (2, 5)


def convolutions(mx):
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="c1")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="bn1"), act_type="relu", name="relu1")
    x = mx.sym.Pooling(mx.sym.Dropout(x, name="drop"), kernel=(2, 2), stride=(2, 2), name="pool")
    x = mx.sym.Pooling(x, global_pool=True, kernel=(2, 2), pool_type="avg", name="gp")
    x = mx.sym.L2Normalization(mx.sym.flatten(mx.sym.LeakyReLU(x, act_type="prelu", name="pr")))
    x = mx.sym.SliceChannel(mx.sym.Concat(x, x * 2, name="cc"), num_outputs=2, name="sc")
    x = x[0] + x[1]
    x = mx.sym.LayerNorm(mx.sym.add_n(x, x, x), name="ln")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=3, name="fc2"), name="softmax"), (2, 3, 8, 8)


def legacy(mx):
    """Operators whose gradients are named after their inputs, parts of gradients, comparisons, a weight used twice."""
    data, w = mx.sym.var("data"), mx.sym.var("w")
    x = mx.sym.FullyConnected(data, w, num_hidden=5, no_bias=True, flatten=False)
    x = mx.sym.InstanceNorm(mx.sym.SwapAxis(x, dim1=1, dim2=3, name="swap"), name="in")
    x = mx.sym.Pad(x, mode="edge", pad_width=(0, 0, 0, 0, 1, 1, 0, 0), name="pad")
    x = mx.sym.FullyConnected(mx.sym.SwapAxis(x, dim1=1, dim2=3), w, num_hidden=5, no_bias=True, flatten=False)
    x = mx.sym.where(x > 0, x, mx.sym.broadcast_like(mx.sym.sum(x, axis=1, keepdims=True), x))
    x = mx.sym.reshape(x, shape=(-3, -3))
    x = mx.sym.expand_dims(x, axis=0)
    x = mx.sym.batch_dot(x, x, transpose_b=True, name="bd")
    x = mx.sym.broadcast_mul(x, mx.sym.floor(mx.sym.max(x, axis=1, keepdims=True)))
    return mx.sym.MakeLoss(mx.sym.mean(x), name="loss"), (2, 3, 2, 5)


NETS = {f.__name__: f for f in (perceptron, convolutions, legacy)}


def bound(mx, net, shape):
    exe = net.simple_bind(mx.cpu(), data=shape)
    draws = np.random.RandomState(3)
    for arrays in (exe.arg_arrays, exe.aux_arrays):
        for array in arrays:
            array[:] = draws.uniform(0.5, 1.5, array.shape)
    return exe


def names(mx):
    """Names in the order in which callbacks get them, for every network and mode."""
    found = {}
    for name, build in NETS.items():
        for mode in ("forward", "train", "all"):
            with mx.name.NameManager():
                exe = bound(mx, *build(mx))
            seen = []
            exe.set_monitor_callback(lambda n, array, seen=seen: seen.append(n.decode()), mode == "all")
            exe.forward(is_train=mode == "train")
            mx.nd.waitall()
            found[f"{name}-{mode}"] = list(seen)
            if mode == "train":
                seen.clear()
                exe.backward()
                mx.nd.waitall()
                # a gradient for pooling's workspace
                found[f"{name}-backward"] = [n for n in seen if n != "zeros_without_dtype_output"]
    return found


def hidden(mx):
    """Values of outputs that users do not see, as statistics: {name: [mean of the absolute values in either mode]}."""
    x = mx.sym.var("data")
    nets = {
        "bn": (mx.sym.BatchNorm(x, name="q", fix_gamma=False), (2, 3, 2, 2)),
        "bn_v1": (mx.sym.BatchNorm_v1(x, name="q"), (2, 3, 2, 2)),
        "ln": (mx.sym.LayerNorm(x, name="q"), (2, 3)),
        "gn": (mx.sym.GroupNorm(x, name="q", num_groups=2), (2, 4, 3)),
        "in": (mx.sym.InstanceNorm(x, name="q"), (2, 3, 4)),
        "l2": (mx.sym.L2Normalization(x, name="q"), (2, 3)),
        "l2_channel": (mx.sym.L2Normalization(x, name="q", mode="channel"), (2, 3, 2)),
        "l2_spatial": (mx.sym.L2Normalization(x, name="q", mode="spatial"), (2, 3, 2)),
    }
    found = {}
    for name, (net, shape) in nets.items():
        for train in (True, False):
            exe = bound(mx, net, shape)
            monitor = mx.mon.Monitor(1, lambda a: a.abs().mean(), pattern="q_(mean|var|std|norm)")
            monitor.install(exe)
            monitor.tic()
            exe.forward(is_train=train)
            found[f"{name}-{train}"] = [[n, float(text)] for _, n, text in monitor.toc()]
    return found


def hooks(mx):
    """Names that a hybridized block's hook gets: unnamed outputs are numbered, variables are not shown."""

    class Net(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__(prefix="net_")
            with self.name_scope():
                self.dense = mx.gluon.nn.Dense(3)

        def hybrid_forward(self, F, x):
            return F.split(F.exp(F.relu(self.dense(x)) + 1), num_outputs=3)[1]

    with mx.name.NameManager():
        net = Net()
    net.initialize()
    net.hybridize()
    seen = []
    net.register_op_hook(lambda name, op, array: seen.append([mx.base.py_str(name), mx.base.py_str(op)]), True)
    net(mx.nd.ones((2, 4)))
    mx.nd.waitall()
    return seen
