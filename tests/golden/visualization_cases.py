"""Networks that tests and the golden generator look at alike: name -> (build, arguments of print_summary, of plot_network).

`build` takes the package and returns a symbol.
"""

import numpy as np


def mlp(mx):
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, name="fc1", num_hidden=128)
    net = mx.sym.Activation(net, name="relu1", act_type="relu")
    net = mx.sym.FullyConnected(net, name="fc2", num_hidden=10, no_bias=True)
    return mx.sym.SoftmaxOutput(net, name="out")


def lenet(mx):
    net = mx.sym.Variable("data")
    for i, filters in enumerate((20, 50)):
        net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=filters, name=f"conv{i}")
        net = mx.sym.Activation(net, act_type="tanh", name=f"tanh{i}")
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name=f"pool{i}")
    net = mx.sym.Flatten(net, name="flat")
    net = mx.sym.FullyConnected(net, num_hidden=500, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh", name="tanh2"), num_hidden=10, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="out")


def resnet18(mx):
    return mx.gluon.model_zoo.vision.resnet18_v1(prefix="net_")(mx.sym.Variable("data"))


def tower(mx):
    """Grouped and strided convolutions, batch normalization, concatenation, shared inputs."""
    data = mx.sym.Variable("data")
    shared = mx.sym.Variable("shared_weight")
    left = mx.sym.Convolution(data, weight=shared, kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True, name="left")
    right = mx.sym.Convolution(data, weight=shared, kernel=(3, 3), pad=(1, 1), num_filter=4, no_bias=True, name="right")
    both = mx.sym.Concat(left, right, left, name="both")
    net = mx.sym.Convolution(both, kernel=(3, 3), stride=(2, 1), num_group=2, num_filter=6, name="grouped")
    net = mx.sym.BatchNorm(net, name="norm", fix_gamma=False)
    net = mx.sym.LeakyReLU(net, act_type="elu", name="elu")
    net = mx.sym.LeakyReLU(net, name="leaky")
    net = mx.sym.Pooling(net, pool_type="avg", global_pool=True, kernel=(1, 1), name="global")
    net = mx.sym.Reshape(net, shape=(0, -1), name="flat")
    return mx.sym.softmax(net * 2 + net, name="soft")


def words(mx):
    """Embedding and the fused RNN with its states as further outputs."""
    data = mx.sym.Variable("data")
    net = mx.sym.Embedding(data, input_dim=50, output_dim=8, name="embed")
    net = mx.sym.SwapAxis(net, dim1=0, dim2=1, name="time_first")
    net = mx.sym.RNN(net, state_size=6, num_layers=1, mode="lstm", state_outputs=True, name="lstm")
    last = mx.sym.SequenceLast(net[0], name="last")
    return mx.sym.Group([mx.sym.FullyConnected(last, num_hidden=3, name="fc"), net[2]])


def pieces(mx):
    data = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(data, num_hidden=12, name="fc")
    parts = mx.sym.SliceChannel(net, num_outputs=3, name="parts")
    return mx.sym.Group([parts[1], mx.sym.elemwise_add(parts[0], parts[2], name="sum"), data])


def second_output(mx):
    """MXNet takes the output's number for a node's, and so shows the input at that place as a layer."""
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    return mx.sym.SliceChannel(mx.sym.elemwise_mul(a, b, name="product"), num_outputs=2, name="halves")[1]


def variable(mx):
    return mx.sym.Variable("alone")


def odd_names(mx):
    net = mx.sym.Variable('in "quotes"')
    net = mx.sym.FullyConnected(net, num_hidden=2, name="net/layer one")
    return mx.sym.Activation(net, act_type="relu", name="node")


def upstream(mx):
    data = mx.sym.Variable("data")
    bias = mx.sym.Variable("fc1_bias", lr_mult=1.0)
    net = mx.sym.Embedding(data, name="emb1", input_dim=100, output_dim=28)
    net = mx.sym.Convolution(net, name="conv1", num_filter=32, kernel=(3, 3), stride=(2, 2))
    net = mx.sym.Pooling(mx.sym.BatchNorm(net, name="bn1"), name="mp1", kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(net, bias=bias, name="fc1", num_hidden=10, lr_mult=0)
    return mx.sym.SliceChannel(net, num_outputs=10, name="slice_1", squeeze_axis=0)


FLOAT = {"data": np.float32}
IMAGE = {"data": (2, 3, 32, 32)}

CASES = {
    "mlp": (
        mlp,
        [{}, {"shape": {"data": (5, 100)}}, {"line_length": 60, "positions": [20, 35, 45, 60]}],
        [{}, {"shape": {"data": (5, 100)}, "dtype": FLOAT, "title": "a net", "save_format": "png"}, {"hide_weights": False}],
    ),
    "lenet": (
        lenet,
        [{}, {"shape": {"data": (4, 1, 28, 28)}}, {"line_length": 80, "positions": [0.3, 0.5, 0.6, 1]}],
        [{}, {"shape": {"data": (4, 1, 28, 28)}}, {"dtype": FLOAT, "node_attrs": {"shape": "oval", "fixedsize": "false"}}],
    ),
    "resnet18": (resnet18, [{"shape": {"data": (1, 3, 224, 224)}}], [{"shape": {"data": (1, 3, 224, 224)}}]),
    "tower": (tower, [{}, {"shape": IMAGE}], [{"shape": IMAGE, "dtype": FLOAT}, {"hide_weights": False, "shape": IMAGE}]),
    "words": (words, [{}, {"shape": {"data": (4, 7)}}], [{}, {"shape": {"data": (4, 7)}}]),
    "pieces": (pieces, [{}, {"shape": {"data": (4, 7)}}], [{"shape": {"data": (4, 7)}, "dtype": FLOAT}]),
    "second_output": (second_output, [{}, {"shape": {"a": (4, 6)}}], [{"shape": {"a": (4, 6)}}]),
    "variable": (variable, [{}, {"shape": {"alone": (2, 3)}}], [{}]),
    "odd_names": (odd_names, [{}], [{}]),
    "upstream": (upstream, [{}, {"shape": {"data": (1, 3, 28)}}], [{}, {"shape": {"data": (1, 3, 28)}}]),
}

#: name -> what is wrong, a function of the package that raises
ERRORS = {
    "summary of no symbol": lambda mx: mx.viz.print_summary([1]),
    "summary of too few shapes": lambda mx: mx.viz.print_summary(lenet(mx), shape={}),
    "summary of an unknown name": lambda mx: mx.viz.print_summary(mlp(mx), shape={"dat": (2, 3)}),
    "summary of a contradiction": lambda mx: mx.viz.print_summary(mlp(mx), shape={"data": (2, 3), "fc1_weight": (128, 4)}),
    "plot of no symbol": lambda mx: mx.viz.plot_network("net"),
    "plot of too few shapes": lambda mx: mx.viz.plot_network(lenet(mx), shape={}),
    "plot of a contradiction": lambda mx: mx.viz.plot_network(mlp(mx), shape={"data": (2, 3), "fc1_weight": (128, 4)}),
    "plot in an unknown format": lambda mx: mx.viz.plot_network(mlp(mx), save_format="docx"),
}
