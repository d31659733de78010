"""Fused operators: what is fused, what is not, and that the numbers stay."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd
from jmx.core.graph import passes
from jmx.core.graph.lower import lower


def prepared(symbol, train, **shapes):
    """(names of the operators and what was changed of them, number of fused calls) of the graph that runs for a symbol."""
    graph = lower(symbol._entries).graph
    args, _, aux = symbol.infer_shape(**shapes)
    sizes = dict(zip(symbol.list_arguments() + symbol.list_auxiliary_states(), args + aux))
    arrays = [np.zeros(sizes[node.name], "float32") for node in graph.inputs]
    steps = passes.prepare(graph, passes.Facts(graph, "cpu", arrays, train=train)).steps
    fused = [step for step in steps if getattr(step, "label", "") == "fused"]
    named = {s.node.name: dict(s.changes) for s in steps if s.node is not None}
    return named, len(fused)


def four_convolutions(x):
    """Enough of them for the passes to look at the graph."""
    for i in range(4):
        x = mx.sym.Convolution(x, kernel=(1, 1), num_filter=4, name=f"first{i}")
    return x


def conv(x, name):
    return mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=4, name=name)


def norm(x, name, **options):
    return mx.sym.BatchNorm(x, name=name, fix_gamma=False, **options)


SHAPE = {"data": (2, 4, 8, 8)}


def relu_by_activation(x, name):
    return mx.sym.Activation(x, act_type="relu", name=name)


@pytest.mark.parametrize("relu", [relu_by_activation, lambda x, name: mx.sym.relu(x, name=name)])
def test_a_relu_behind_a_normalization_or_a_convolution(relu):
    x = four_convolutions(mx.sym.var("data"))
    y = relu(norm(relu(conv(x, "c"), "r1"), "n"), "r2")
    named, _ = prepared(y, True, **SHAPE)
    assert not {"r1", "r2"} & set(named)
    assert named["c"]["with_relu"] == named["n"]["with_relu"] == "True"


def test_a_relu_stays_where_others_read_what_it_reads():
    x = conv(four_convolutions(mx.sym.var("data")), "c")
    named, _ = prepared(mx.sym.Group([relu_by_activation(x, "r"), x * 2]), True, **SHAPE)
    assert "r" in named and "with_relu" not in named["c"]
    named, _ = prepared(mx.sym.Group([relu_by_activation(x, "r"), x]), True, **SHAPE)
    assert "r" in named
    named, _ = prepared(mx.sym.Activation(x, act_type="tanh", name="t"), True, **SHAPE)
    assert "t" in named


def residual(x):
    y = norm(conv(relu_by_activation(norm(conv(x, "c1"), "n1"), "r1"), "c2"), "n2")
    return relu_by_activation(y + norm(conv(x, "c3"), "n3"), "r2")


def test_a_residual_block_in_inference_is_three_calls():
    y = residual(four_convolutions(mx.sym.var("data")))
    named, fused = prepared(y, False, **SHAPE)
    assert fused == 3 and not {"c1", "c2", "c3", "n1", "n2", "n3", "r1", "r2"} & set(named)
    named, fused = prepared(y, True, **SHAPE)
    assert fused == 0 and {"c1", "n1", "n2", "r2"} <= set(named)


def test_what_is_not_fused_in_inference():
    x = four_convolutions(mx.sym.var("data"))
    c = conv(x, "c")
    for y in (
        mx.sym.Group([norm(c, "n"), c]),  # somebody else reads it
        norm(relu_by_activation(c, "r"), "n"),  # the relu comes first
        norm(c, "n", axis=2),
        norm(c, "n", output_mean_var=True)[0],
        norm(conv(x, "c") + x, "n"),
    ):
        named, fused = prepared(y, False, **SHAPE)
        assert fused == 0 and "n" in named


@pytest.mark.parametrize("global_stats", [False, True])
@pytest.mark.parametrize("train", [False, True])
def test_equal_numbers_and_gradients(train, global_stats):
    """With the passes and without them: each operator by itself, on arrays."""

    class Block(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                for i in range(4):
                    self.register_child(
                        mx.gluon.nn.Conv2D(8, 3, padding=1, groups=1 + i // 3, in_channels=8 if i else 3), f"c{i}"
                    )
                    self.register_child(mx.gluon.nn.BatchNorm(in_channels=8, use_global_stats=global_stats), f"n{i}")

        def hybrid_forward(self, F, x):
            c = self._children
            x = F.relu(c["n0"](c["c0"](x)))
            y = F.Activation(c["n1"](c["c1"](x)), act_type="relu")
            return F.relu(c["n2"](c["c2"](y)) + x) + c["n3"](F.relu(c["c3"](y)))

    mx.random.seed(3)
    net = Block()
    net.initialize(mx.init.Normal(0.3))
    x = mx.nd.random.normal(shape=(4, 3, 24, 24))
    for parameter in net.collect_params().values():
        if parameter.name.endswith(("running_mean", "beta")):
            parameter.set_data(mx.nd.random.normal(shape=parameter.shape))
    start = {name: p.data().copy() for name, p in net.collect_params().items()}

    def run():
        for name, parameter in net.collect_params().items():
            parameter.set_data(start[name])
        data = x.copy()
        data.attach_grad()
        with autograd.record(train_mode=train):
            y = net(data)
            loss = (y * y).mean()
        loss.backward()
        params = net.collect_params().values()
        gradients = [p.grad().asnumpy() for p in params if p.grad_req != "null"]
        return [y.asnumpy(), data.grad.asnumpy(), *gradients, *[p.data().asnumpy() for p in params]]

    separate = run()
    net.hybridize()
    for ours, expected in zip(run(), separate):
        np.testing.assert_allclose(ours, expected, rtol=2e-3, atol=2e-4)


NAMED = ("c_weight", "c_bias", "n_gamma", "n_beta", "n_moving_mean", "n_moving_var")


@pytest.mark.parametrize(
    "layout, groups, dtype",
    [("NDHWC", 1, "float32"), ("NDHWC", 2, "float64"), ("NHWC", 4, "float64"), ("NCHW", 4, "float64"), ("NCHW", 2, "float32")],
)
def test_normalized_convolutions_of_every_layout_and_type(layout, groups, dtype):
    """In inference the fused call computes what the operators compute one by one."""
    shape = tuple({"N": 2, "C": 4}.get(axis, 6) for axis in layout)
    axis, space = layout.index("C"), len(layout) - 2
    attrs = {"kernel": (3,) * space, "pad": (1,) * space, "num_filter": 4, "num_group": groups, "layout": layout}
    rng = np.random.default_rng(7)
    arrays = [mx.nd.array(rng.standard_normal(shape), dtype=dtype)]
    inside = (4 // groups, *attrs["kernel"]) if axis == 1 else (*attrs["kernel"], 4 // groups)
    arrays += [mx.nd.array(rng.random(size) + 0.5, dtype=dtype) for size in ((4, *inside), *[(4,)] * 5)]

    def compute(F, data, weight, bias, *vectors):
        y = F.Convolution(data, weight, bias, **attrs)
        return F.relu(F.BatchNorm(y, *vectors, fix_gamma=False, axis=axis) + data)

    symbol = compute(mx.sym, *[mx.sym.var(name) for name in ("data", *NAMED)])
    named = dict(zip(("data", *NAMED), arrays))
    aux = {name: named.pop(name) for name in NAMED[-2:]}
    ours = symbol.bind(mx.cpu(), named, aux_states=aux, grad_req="null").forward(is_train=False)[0].asnumpy()
    expected = compute(mx.nd, *arrays).asnumpy()
    assert ours.dtype == dtype and expected.max() > 1
    np.testing.assert_allclose(ours, expected, rtol=1e-4 if dtype == "float32" else 1e-10, atol=1e-5)


@pytest.mark.parametrize("added", [False, True])
def test_the_gradient_of_a_fused_relu_is_zero_at_zero(added):
    class Block(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.conv = mx.gluon.nn.Conv2D(4, 3, padding=1, in_channels=4)
                self.norm = mx.gluon.nn.BatchNorm(in_channels=4)

        def hybrid_forward(self, F, x):
            y = self.norm(self.conv(x))
            return F.relu(y + x if added else y)

    net = Block()
    net.initialize(mx.init.One())
    net.hybridize()
    x = mx.nd.zeros((2, 4, 8, 8))
    x.attach_grad()
    with autograd.record(train_mode=False):
        y = net(x)
    y.backward()
    assert not y.asnumpy().any()
    assert not x.grad.asnumpy().any() and not net.norm.beta.grad().asnumpy().any()


def test_errors_name_the_users_operator():
    y = residual(four_convolutions(mx.sym.var("data")))
    executor = y.simple_bind(mx.cpu(), grad_req="null", **SHAPE)
    executor.arg_dict["c2_weight"] = mx.nd.zeros((4, 3, 3, 3))
    args = {**executor.arg_dict, "c2_weight": mx.nd.zeros((4, 3, 3, 3))}
    with pytest.raises(mx.MXNetError, match="c2"):
        y.bind(mx.cpu(), args, aux_states=executor.aux_dict).forward(is_train=False)[0].wait_to_read()
