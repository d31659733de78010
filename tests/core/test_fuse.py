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
    named = {s.node.name: dict(s.changes) for s in steps if hasattr(s, "node")}
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


def test_errors_name_the_users_operator():
    y = residual(four_convolutions(mx.sym.var("data")))
    executor = y.simple_bind(mx.cpu(), grad_req="null", **SHAPE)
    executor.arg_dict["c2_weight"] = mx.nd.zeros((4, 3, 3, 3))
    args = {**executor.arg_dict, "c2_weight": mx.nd.zeros((4, 3, 3, 3))}
    with pytest.raises(mx.MXNetError, match="c2"):
        y.bind(mx.cpu(), args, aux_states=executor.aux_dict).forward(is_train=False)[0].wait_to_read()
