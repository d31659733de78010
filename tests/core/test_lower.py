"""Graphs that differ in names only share compiled programs."""

import pytest

import jmx as mx
from jmx.core.graph.lower import lower


def net(prefix, activation="tanh"):
    x = mx.sym.var(prefix + "x")
    y = mx.sym.FullyConnected(x, num_hidden=3, name=prefix + "fc")
    return mx.sym.Activation(y, activation, name=prefix + "act")._entries


def test_other_names_share_what_is_compiled():
    first, second = lower(net("lower_a_")), lower(net("lower_b_"))
    assert second is not first
    first.forward(False, "cpu")
    assert second.compiled and second.forward(False, "cpu") is first.forward(False, "cpu")
    assert [n.name for n in second.graph.inputs] == ["lower_b_x", "lower_b_fc_weight", "lower_b_fc_bias"]


def test_other_attributes_do_not():
    first, second = lower(net("lower_c_")), lower(net("lower_c_", "sigmoid"))
    first.forward(False, "cpu")
    assert not second.compiled


@pytest.mark.parametrize("prefix", ["lower_d_", "lower_e_"])
def test_errors_name_the_operators_of_the_graph_that_fails(prefix):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    op = mx.nd.CachedOp(mx.sym.dot(a + 1, b, name=prefix + "dot"))
    with pytest.raises(mx.base.MXNetError, match=prefix + "dot"):
        op(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))
    assert op(mx.nd.ones((2, 3)), mx.nd.ones((3, 2))).asnumpy().tolist() == [[6, 6], [6, 6]]


def test_forgetting_one_leaves_the_other():
    first, second = lower(net("lower_f_")), lower(net("lower_g_"))
    run = first.forward(True, "cpu")
    second.forget()
    assert first.forward(True, "cpu") is run and not second.compiled
