"""Symbols that tests and the golden generator build alike; every function takes the package and returns a symbol.

SHAPES and TYPES say what inference is told.
"""

CASES = {}
SHAPES = {}
TYPES = {}


def case(shapes=(), types=()):
    def register(build):
        CASES[build.__name__] = build
        SHAPES[build.__name__] = list(shapes)
        TYPES[build.__name__] = list(types)
        return build

    return register


@case([{}, {"data": (4, 3)}, {"data": (0, 3)}], [{}, {"data": "float32"}, {"data": "float16"}])
def mlp(mx):
    net = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(net, num_hidden=5, name="fc1")
    net = mx.sym.Activation(net, act_type="relu")
    net = mx.sym.FullyConnected(net, num_hidden=2)
    return mx.sym.SoftmaxOutput(net, name="softmax")


@case([{"data": (2, 3, 8, 8)}, {}], [{"data": "float16"}, {"data": "float32"}])
def convnet(mx):
    net = mx.sym.Variable("data")
    net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=4, pad=(1, 1), name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
    net = mx.sym.LeakyReLU(net, act_type="prelu")
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.Dropout(net, p=0.25)
    net = mx.sym.Pooling(net, global_pool=True, pool_type="avg", kernel=(1, 1))
    return mx.sym.Flatten(net)


@case([{"a": (2, 3)}, {"b": (2, 3)}, {"a": (2, 0), "b": (0, 5)}], [{"a": "float64"}, {}])
def operators(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    c = (a + b) * 2 - 3.5 / a
    d = (1 - c) ** 2 + 2**b % 3
    return (d > a) + (d >= 0.5) * (a == b) - (a != 3) + (-b <= a) * (d < b)


@case([{"x": (2, 6)}])
def group(mx):
    x = mx.sym.Variable("x")
    parts = mx.sym.SliceChannel(x, num_outputs=3, axis=1, name="parts")
    return mx.sym.Group([parts[1], parts, x])


@case([{"a": (2, 3), "b": (2, 5)}, {"a": (0, 3), "b": (2, 5)}])
def concat(mx):
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    return mx.sym.concat(a, b, dim=1)


@case([{"v": (2, 0)}, {}])
def variables(mx):
    v = mx.sym.Variable(
        "v",
        shape=(0, 3),
        lr_mult=0.5,
        wd_mult=2,
        dtype="float16",
        init=mx.init.One(),
        stype="default",
        attr={"mood": "fine"},
        __extra__="1",
    )
    w = mx.sym.var("w", shape=(2, 3), dtype="float16")
    return v * w


@case([{"data": (4, 2)}])
def scopes(mx):
    with mx.AttrScope(__group__="4", ctx_group="dev1"), mx.name.Prefix("net_"):
        net = mx.sym.Variable("data")
        net = mx.sym.FullyConnected(net, num_hidden=3, attr={"__lr_mult__": "2"})
        with mx.AttrScope(__group__="5"):
            net = mx.sym.FullyConnected(net, num_hidden=3, name="out", lr_mult=3)
    return net


@case([{"data": (4, 2)}])
def shared_states(mx):
    x, mean = mx.sym.Variable("data"), mx.sym.Variable("mean")
    one = mx.sym.BatchNorm(x, moving_mean=mean, name="one")
    two = mx.sym.BatchNorm(one, moving_mean=mean, name="two", output_mean_var=True)
    return mx.sym.Group([two[0], two[1], mx.sym.broadcast_add(mean, one)])


@case([{"arg0": (1,)}])
def many(mx):
    return mx.sym.add_n(*[mx.sym.Variable(f"arg{i}") for i in range(12)], name="sum")


@case()
def quoting(mx):
    return mx.sym.Variable('a"b\\c\n\t\u00e9', attr={"__note__": "x\ry"})


@case([{}])
def constants(mx):
    return mx.sym.zeros((2, 3)) + mx.sym.ones(shape=(2, 3)) * mx.sym.full((2, 3), 2.5) + mx.sym.arange(6).reshape((2, 3))


@case([{"x": (2, 3, 4)}, {"x": (2, 0, 4)}])
def methods(mx):
    x = mx.sym.Variable("x")
    return x.sum(axis=1).expand_dims(axis=0).transpose().astype("float64").slice_axis(axis=0, begin=0, end=2)


@case([{"x": (2, 3)}])
def composed(mx):
    inner = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="inner")
    return inner(data=mx.sym.exp(mx.sym.Variable("x")), name="renamed")


@case([{"data": (2, 5)}], [{"data": "int32"}])
def embedding(mx):
    return mx.sym.Embedding(mx.sym.Variable("data"), input_dim=7, output_dim=3, name="embed")


@case([{"c": (5, 0)}])
def backward_dense(mx):
    dense = mx.sym.FullyConnected(mx.sym.Variable("a", shape=(0, 10)), num_hidden=21, name="fc")
    return dense + mx.sym.Variable("c")


@case([{"c": (5, 21, 32, 32)}])
def backward_convolution(mx):
    made = mx.sym.Convolution(mx.sym.Variable("a", shape=(0, 10, 0, 0)), num_filter=21, kernel=(3, 3), pad=(1, 1), name="c0")
    return made + mx.sym.Variable("c")


@case([{"d": (2, 0)}])
def backward_concat(mx):
    joined = mx.sym.Concat(mx.sym.Variable("a", shape=(0, 10)), mx.sym.Variable("b", shape=(0, 5)), dim=1, name="j")
    return mx.sym.Variable("d") + joined


@case([{"x": (0, 3, 4), "y": (4, 5)}, {"x": (2, 3, 4), "y": (4, 5)}])
def product(mx):
    return mx.sym.dot(mx.sym.Variable("x"), mx.sym.Variable("y"))


@case([{"data": (2, 3, 4)}])
def normalized(mx):
    net = mx.sym.LayerNorm(mx.sym.Variable("data"), name="ln")
    net = mx.sym.InstanceNorm(net, name="in")
    return mx.sym.L2Normalization(net, name="l2")


@case([{"data": (3, 4)}], [{"data": "float16"}])
def casts(mx):
    net = mx.sym.amp_cast(mx.sym.Variable("data"), dtype="float16")
    return mx.sym.FullyConnected(net, num_hidden=2, name="fc") + 1


@case([{"data": (3, 4)}])
def sorted_values(mx):
    x = mx.sym.Variable("data")
    return mx.sym.Group(
        [mx.sym.sort(x), mx.sym.topk(x, k=2, ret_typ="both"), mx.sym.topk(x, k=2, ret_typ="value"), mx.sym.argsort(x)]
    )


@case([{}])
def random_numbers(mx):
    return mx.sym.random.normal(0, 1, shape=(2, 3)) + mx.sym.random.uniform(shape=(2, 3), low=-1, high=1)
