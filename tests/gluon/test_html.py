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
    from jmx.gluon import _html, _tree

    monkeypatch.setattr(_html, "MOST_ROWS", 2)
    monkeypatch.setattr(_tree, "MOST_CHILDREN", 1)
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


def convolutions():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.MaxPool2D(2), nn.Flatten(), nn.Dense(10))
    return net


OUTPUTS = ["({}, 4, 6, 6)", "({}, 4, 6, 6)", "({}, 4, 3, 3)", "({}, 36)", "({}, 10)"]


def arrows(net):
    """The shapes behind arrows, in the order of the tree: the network first."""
    return re.findall(r"→ ((?:\([\d, ]+\)(?:, )?)+)", text_of(net._repr_html_()))


@pytest.mark.parametrize("hybridized", [False, True])
def test_output_shapes_once_the_network_has_been_called(hybridized):
    """They follow from the shapes of parameters that came with the first call, or from what was traced."""
    net = convolutions()
    assert arrows(net) == [] and "inputs of" not in net._repr_html_()
    net.initialize()
    if hybridized:
        net.hybridize()
    net(mx.nd.ones((2, 1, 8, 8)))
    shapes = [shape.format(2) for shape in OUTPUTS]
    assert arrows(net) == [shapes[-1], *shapes]
    assert "outputs for inputs of (2, 1, 8, 8)" in text_of(net._repr_html_())


def test_shapes_of_an_example():
    net = convolutions()
    shown = mx.show(net, mx.nd.ones((3, 1, 8, 8)))
    assert repr(shown).splitlines()[1] == (
        "  (0) Conv2D weight (4, ?, 3, 3), bias (4) -> (3, 4, 6, 6) [4 numbers, and those of 1 of unknown shape]"
    )
    shapes = [shape.format(3) for shape in OUTPUTS]
    assert arrows(shown) == [shapes[-1], *shapes]
    assert net[0].weight.shape == (4, 0, 3, 3) and net[0].weight._data is None  # nothing has run


def test_a_network_that_symbols_cannot_pass_is_run():
    class Halves(gluon.Block):
        def __init__(self):
            super().__init__()
            self.layer = nn.Dense(4)
            self.trained = []

        def forward(self, x):
            self.trained.append(mx.autograd.is_training())
            return self.layer(x[: int(x.shape[0] * x[0, 0].asscalar() / 2)]), x

    net = Halves()
    net.initialize()
    net.layer.hybridize()
    assert arrows(mx.show(net, mx.nd.ones((6, 2)))) == ["(3, 4), (6, 2)", "(3, 4)"]
    assert net.trained == [False] and net.layer._active
    with pytest.raises(mx.MXNetError):
        mx.show(convolutions(), mx.nd.ones((3, 8)))


def test_forward_on_arrays():
    class Twice(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.layer = nn.Dense(3)

        def forward(self, x):
            return self.layer(x) * 2

    net = Twice()
    net.initialize()
    assert arrows(mx.show(net, mx.nd.ones((2, 5)))) == ["(2, 3)", "(2, 3)"]  # which runs it: sizes are not known yet
    net.hybridize()
    net(mx.nd.ones((4, 5)))
    assert arrows(net) == ["(4, 3)", "(4, 3)"]
    assert arrows(mx.show(net, mx.nd.ones((6, 5)))) == ["(6, 3)", "(6, 3)"]


def test_arguments_that_are_no_arrays():
    """A block that infers its shapes itself takes what it likes, before and after it is shown."""

    class Scaled(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(0,), allow_deferred_init=True)

        def infer_shape(self, x, times):
            self.weight.shape = x.shape[1:]

        def hybrid_forward(self, F, x, times, weight):
            return F.broadcast_mul(x, weight) * times

    net = Scaled()
    net.initialize(mx.init.One())
    assert net(mx.nd.ones((2, 3)), 4).asnumpy().tolist() == [[4.0] * 3] * 2
    assert arrows(net) == [] and arrows(mx.show(net, mx.nd.ones((5, 3)), 4)) == ["(5, 3)"]


def test_several_and_nested_outputs():
    lstm = gluon.rnn.LSTM(7)
    states = lstm.begin_state(2)
    assert arrows(mx.show(lstm, mx.nd.ones((4, 2, 3)), states)) == ["(4, 2, 7), (1, 2, 7), (1, 2, 7)"]
    assert "outputs for inputs of (4, 2, 3), (1, 2, 7), (1, 2, 7)" in text_of(
        mx.show(lstm, mx.nd.ones((4, 2, 3)), states)._repr_html_()
    )


def test_showing_changes_nothing():
    """Neither the names in a graph, nor hooks, nor attributes that a network sets while it runs."""

    class Counts(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.calls = 0
            with self.name_scope():
                self.layer = nn.Dense(3)

        def hybrid_forward(self, F, x):
            self.calls += 1
            return F.relu(self.layer(x))

    def graph(show):
        net, seen = Counts(prefix="net_"), []
        net.initialize()
        net.layer.register_forward_hook(lambda *args: seen.append(args))
        net(mx.nd.ones((2, 5)))
        calls, before = net.calls, list(seen)
        if show:
            assert "→ (2, 3)" in text_of(net._repr_html_()) and arrows(mx.show(net, mx.nd.ones((4, 5)))) == ["(4, 3)", "(4, 3)"]
        assert net.calls == calls and seen == before and len(net.layer._forward_hooks) == 1
        net.hybridize()
        net(mx.nd.ones((2, 5)))
        return net.export(None)[0].tojson()

    assert graph(show=True) == graph(show=False)


def test_a_network_in_a_terminal():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, in_units=3))
    assert repr(mx.show(net)) == "HybridSequential [16 numbers]\n  (0) Dense weight (4, 3), bias (4) [16 numbers]"
    assert mx.show(mx.nd.ones((2, 3, 4, 4)), [0, 1]).axes[0].get_title() == "0"


def test_metrics_and_estimators_are_tables():
    metric = mx.metric.create(["acc", mx.metric.CustomMetric(lambda label, pred: 1 / 3, name="<own>")])
    metric.update([mx.nd.array([0, 1, 1])], [mx.nd.array([[1, 0], [0, 1], [1, 0]])])
    assert text_of(metric._repr_html_()) == "accuracy 0.666667 <own> 0.333333"
    net = nn.Dense(2, in_units=2)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    estimator = gluon.contrib.estimator.Estimator(net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=mx.cpu())
    estimator.train_metrics[0].update([mx.nd.array([0, 1])], [mx.nd.array([[1, 0], [1, 0]])])
    assert text_of(estimator._repr_html_()) == (
        "network Dense loss SoftmaxCrossEntropyLoss optimizer SGD, learning rate 0.5 context cpu(0) training accuracy 0.5 "
        "training softmaxcrossentropyloss nan validation accuracy nan validation softmaxcrossentropyloss nan"
    )
