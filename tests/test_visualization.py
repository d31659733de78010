"""print_summary prints what MXNet prints, plot_network makes MXNet's graph, and notebooks see it without `dot`."""

import json
import pathlib
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent / "golden"
sys.path.insert(0, str(GOLDEN))
import visualization_cases as cases

FOUND = json.loads((GOLDEN / "visualization.json").read_text())
SVG = "{http://www.w3.org/2000/svg}"


def build(name):
    with mx.name.NameManager():
        return cases.CASES[name][0](mx)


@pytest.mark.parametrize("name", cases.CASES)
def test_summary(name, capsys):
    symbol = build(name)
    for given, expected in zip(cases.CASES[name][1], FOUND[name]["summaries"], strict=True):
        assert mx.viz.print_summary(symbol, **given) is None
        assert capsys.readouterr().out == expected


@pytest.mark.filterwarnings("ignore:There are multiple variables")
@pytest.mark.parametrize("name", cases.CASES)
def test_plot(name):
    graphviz = pytest.importorskip("graphviz")
    symbol = build(name)
    for given, expected, formats in zip(cases.CASES[name][2], FOUND[name]["sources"], FOUND[name]["formats"], strict=True):
        graph = mx.viz.plot_network(symbol, **given)
        assert isinstance(graph, graphviz.Digraph)
        # Releases of graphviz differ in the end of the text only.
        assert graph.source.strip() == expected.strip()
        assert [graph.name, graph.format, graph.filename] == formats


@pytest.mark.filterwarnings("ignore:Cannot decide shape")
@pytest.mark.parametrize("name", cases.ERRORS)
def test_errors(name, capsys):
    if name.startswith("plot"):
        pytest.importorskip("graphviz")
    kind, message = FOUND["errors"][name]
    with pytest.raises((mx.MXNetError, TypeError, ValueError)) as raised:
        cases.ERRORS[name](mx)
    assert raised.type.__name__ == kind
    if kind != "MXNetError":
        assert message.split(":")[0] in str(raised.value)
    assert capsys.readouterr().out == ""


def test_inputs_of_one_axis_are_summed_up_too(capsys):
    net = mx.sym.FullyConnected(mx.sym.Activation(mx.sym.Variable("x"), act_type="relu"), num_hidden=3, name="fc")
    mx.viz.print_summary(net, shape={"x": (4,)})
    assert "fc(FullyConnected)" in capsys.readouterr().out


def test_operators_with_defaults_and_several_outputs_are_drawn():
    pytest.importorskip("graphviz")
    data = mx.sym.Variable("data")
    best = mx.sym.topk(mx.sym.Pooling(data, kernel=(2, 2), name="pool"), k=2, ret_typ="both", name="best")
    graph = mx.viz.plot_network(best[0] + best[1], shape={"data": (1, 3, 5, 5)})
    assert 'label="Pooling\nmax, 2x2/1"' in graph.source
    assert graph.source.count('-> best [label="3x4x2"') == 2


def test_repeated_names_are_warned_of_and_drawn():
    pytest.importorskip("graphviz")
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), name="fc", num_hidden=8)
    net = mx.sym.FullyConnected(mx.sym.Activation(net, name="relu", act_type="relu"), name="fc", num_hidden=10)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = mx.viz.plot_network(net, shape={"data": (2, 4)}, dtype={"data": "float32"})
    assert [w.category for w in caught] == [RuntimeWarning] and caught[0].filename == __file__
    assert "multiple variables with the same name in your graph" in str(caught[0].message)
    assert str(caught[0].message).endswith("Repeated names: fc,fc_bias,fc_weight")
    assert graph._repr_svg_().startswith("<")


def test_without_graphviz(monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    monkeypatch.delitem(sys.modules, "jmx.visualization.digraph", raising=False)
    with pytest.raises(ImportError, match="Draw network requires graphviz library.*pip install graphviz"):
        mx.viz.plot_network(mx.sym.Variable("x"))


def test_short_names():
    assert mx.viz is mx.visualization
    assert mx.viz.__all__ == ["plot_network", "print_summary"]


# ---- notebooks without `dot`


def without_dot(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


def test_notebooks_see_the_graph_without_dot(monkeypatch, tmp_path):
    graphviz = pytest.importorskip("graphviz")
    without_dot(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    graph = mx.viz.plot_network(build("lenet"), shape={"data": (4, 1, 28, 28)})
    bundle = graph._repr_mimebundle_()
    assert list(bundle) == ["image/svg+xml"] and bundle["image/svg+xml"] == graph._repr_svg_()
    assert graph._repr_mimebundle_(exclude=["image/svg+xml"]) == {}
    assert graph.copy()._repr_mimebundle_() == bundle
    for call in (graph.pipe, graph.render, graph.view):
        with pytest.raises(graphviz.ExecutableNotFound, match="make sure the Graphviz executables are on your systems' PATH"):
            call()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for dot")
def test_notebooks_use_dot_where_it_is(monkeypatch, tmp_path):
    pytest.importorskip("graphviz")
    dot = tmp_path / "dot"
    dot.write_text("#!/bin/sh\n/bin/cat > /dev/null\necho '<svg>from dot</svg>'\n")
    dot.chmod(0o755)
    without_dot(monkeypatch, tmp_path)
    graph = mx.viz.plot_network(build("mlp"))
    assert graph._repr_mimebundle_()["image/svg+xml"].strip() == "<svg>from dot</svg>"


def drawing(graph):
    """({name: (left, top, right, bottom)}, {name: fill}, texts, edges) of the picture that a notebook shows."""
    root = ElementTree.fromstring(graph._repr_svg_())
    places, fills = {}, {}
    for group in root.iter(SVG + "g"):
        shape = group[1]
        at = {k: float(v) for k, v in shape.attrib.items() if re.fullmatch(r"-?[\d.]+", v)}
        if shape.tag == SVG + "rect":
            box = (at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"])
        else:
            box = (at["cx"] - at["rx"], at["cy"] - at["ry"], at["cx"] + at["rx"], at["cy"] + at["ry"])
        places[group[0].text], fills[group[0].text] = box, shape.attrib["fill"]
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert all(left <= a and top <= b and c <= left + width and d <= top + height for a, b, c, d in places.values())
    paths = [path for path in root.iter(SVG + "path") if "marker-start" in path.attrib]
    return places, fills, [text.text for text in root.iter(SVG + "text")], paths


@pytest.mark.parametrize("name", ["lenet", "tower", "resnet18", "words"])
def test_drawing_without_dot(name, monkeypatch, tmp_path):
    without_dot(monkeypatch, tmp_path)
    symbol = build(name)
    options = cases.CASES[name][2][0]
    graph = mx.viz.plot_network(symbol, **options)
    places, fills, texts, paths = drawing(graph)
    hidden = ("weight", "bias", "beta", "gamma", "mean", "var")
    nodes = json.loads(symbol.tojson())["nodes"]
    shown = [n for n in nodes if not (n["op"] == "null" and n["name"].endswith(hidden))]
    assert set(places) == {n["name"] for n in shown}
    assert {fills[n["name"]] for n in shown if n["op"] == "Convolution"} <= {"#fb8072"}
    boxes = list(places.values())
    for i, a in enumerate(boxes):
        assert all(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for b in boxes[:i])
    edges = [(n["name"], nodes[i]["name"]) for n in shown for i, *_ in n["inputs"] if nodes[i]["name"] in places]
    assert len(paths) == len(edges)
    assert all(places[taker][3] < places[giver][1] for taker, giver in edges)
    for label in re.findall(r'->.*\[label="?([^\s"]+)', graph.source):
        assert label in texts


@pytest.mark.parametrize("swap", [False, True])
def test_edges_that_skip_layers_pass_by_the_nodes_between_without_dot(swap, monkeypatch, tmp_path):
    without_dot(monkeypatch, tmp_path)
    x = mx.sym.relu(mx.sym.Variable("data"), name="x")
    near = mx.sym.FullyConnected(x, num_hidden=4, name="near")
    far = mx.sym.sigmoid(mx.sym.FullyConnected(x, num_hidden=4, name="first"), name="far")
    pair = (far, near) if swap else (near, far)
    places, _, _, paths = drawing(mx.viz.plot_network(mx.sym.elemwise_mul(*pair, name="product")))
    ways = [np.array(re.findall(r"-?[\d.]+", path.attrib["d"]), float).reshape(4, 2) for path in paths]
    long = [way for way in ways if way[3, 1] - way[0, 1] > 100]
    assert len(long) == 1
    for t in np.linspace(0.02, 0.98, 97):
        x, y = np.array([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]) @ long[0]
        left, top, right, bottom = places["first"]
        assert not (left < x < right and top < y < bottom)


def test_what_users_add_is_drawn_without_dot(monkeypatch, tmp_path):
    without_dot(monkeypatch, tmp_path)
    graph = mx.viz.plot_network(mx.sym.Activation(mx.sym.Variable("x"), act_type="relu", name="relu"), hide_weights=False)
    graph.node("a <b>", label='say "hello" & go\\nsecond line', shape="oval")
    graph.edge("relu", "not declared", label="12x3")
    graph.edge("a <b>", "a <b>")
    graph.attr(rankdir="LR")
    places, _, texts, paths = drawing(graph)
    assert list(places) == ["x", "relu", "a <b>", "not declared"] and len(paths) == 3
    for text in ('say "hello" & go', "second line", "not declared", "12x3", "Activation", "relu"):
        assert text in texts
    assert drawing(type(graph)()) == ({}, {}, [], [])


def test_looking_needs_nothing_but_graphviz():
    code = (
        "import jmx as mx, sys; mx.viz.plot_network(mx.sym.Variable('x'))._repr_svg_(); "
        "print([m for m in ('matplotlib', 'IPython', 'PIL') if m in sys.modules])"
    )
    pytest.importorskip("graphviz")
    done = subprocess.run([sys.executable, "-c", code], cwd=GOLDEN.parents[1], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
