"""What notebooks show of blocks, parameters and symbols."""

import re
import xml.dom.minidom

import pytest

import jmx as mx
from jmx import gluon
from jmx.gluon import nn


def text_of(html):
    """The words of HTML that is well formed."""
    document = xml.dom.minidom.parseString(f"<all>{html}</all>")
    pieces, stack = [], [document]
    while stack:
        node = stack.pop()
        if node.nodeType == node.TEXT_NODE:
            pieces.append(node.data)
        stack.extend(reversed(node.childNodes))
    return re.sub(r"\s+", " ", " ".join(pieces)).strip()


def network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, in_units=3), nn.Dense(2))
    return net


def test_a_block_is_a_tree_with_counts():
    html = network()._repr_html_()
    words = text_of(html)
    assert words.startswith("HybridSequential") and "(0) Dense weight (4, 3), bias (4) 16 numbers" in words
    assert "(1) Dense weight (2, ?), bias (2) 2 numbers, and those of 1 of unknown shape" in words
    assert html.count("<details") == 1 and "18 numbers, and those of 1 of unknown shape" in words


def test_shared_parameters_count_once():
    first = nn.Dense(4, in_units=4)
    net = nn.Sequential()
    net.add(first, nn.Dense(4, in_units=4, params=first.params))
    assert "Sequential 20 numbers" in text_of(net._repr_html_())


def test_parameters_are_a_table():
    net = network()
    words = text_of(net.collect_params()._repr_html_())
    assert "net_dense0_weight (4, 3) float32 12 write not initialized" in words
    assert "net_dense1_weight (2, ?) float32 ? write not initialized" in words and "4 parameters" in words
    net.initialize()
    assert "net_dense0_bias (4) float32 4 write cpu(0)" in text_of(net.collect_params()["net_dense0_bias"]._repr_html_())


def test_names_cannot_hold_markup():
    net = nn.Sequential(prefix="<script>_")
    net.add(nn.Dense(1, in_units=1, prefix="<b>"))
    assert "<script>" not in net.collect_params()._repr_html_()
    assert "<b>weight" in text_of(net.collect_params()._repr_html_())
    assert "<i>" not in mx.sym.var("<i>")._repr_html_()


def test_long_lists_are_cut_off(monkeypatch):
    from jmx.gluon import _html

    monkeypatch.setattr(_html, "MOST_ROWS", 2)
    monkeypatch.setattr(_html, "MOST_CHILDREN", 1)
    assert "and 2 more" in text_of(network().collect_params()._repr_html_())
    assert "and 1 more" in text_of(network()._repr_html_())


@pytest.mark.parametrize("name", ["resnet18_v1", "inceptionv3"])
def test_networks_of_the_zoo(name):
    net = gluon.model_zoo.vision.get_model(name)
    html = net._repr_html_()
    assert html.count("BatchNorm") > 10 and len(html) < 200_000
    assert text_of(html)


def test_a_symbol_folds_its_graph():
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    words = text_of(symbol._repr_html_())
    assert words.startswith("<Symbol fc>") and "FullyConnected" in words
