"""print_summary prints what MXNet prints, plot_network makes MXNet's graph, and notebooks see it without `dot`."""

import json
import pathlib
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree

import pytest

import jmx as mx
from jmx.visualization import layout
from jmx.visualization.source import parse
from jmx.visualization.svg import draw

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
    assert list(bundle) == ["image/svg+xml"] and bundle["image/svg+xml"] == graph._repr_svg_() == draw(graph.source)
    assert graph._repr_mimebundle_(exclude=["image/svg+xml"]) == {}
    assert graph.copy()._repr_mimebundle_() == bundle
    for call in (graph.pipe, graph.render, graph.view):
        with pytest.raises(graphviz.ExecutableNotFound):
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


def boxes(root):
    """(left, top, right, bottom) of every node, by name."""
    found = {}
    for group in root.iter(SVG + "g"):
        for shape in group:
            at = {k: float(v) for k, v in shape.attrib.items() if re.fullmatch(r"-?[\d.]+", v)}
            if shape.tag == SVG + "rect":
                found[group[0].text] = (at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"])
            elif shape.tag == SVG + "ellipse":
                rx, ry = at["rx"], at["ry"]
                found[group[0].text] = (at["cx"] - rx, at["cy"] - ry, at["cx"] + rx, at["cy"] + ry)
    return found


def apart(a, b):
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@pytest.mark.parametrize("direction", ["TB", "BT", "LR", "RL"])
@pytest.mark.parametrize("name", ["lenet", "tower", "resnet18", "words"])
def test_drawing(name, direction):
    pytest.importorskip("graphviz")
    graph = mx.viz.plot_network(build(name), **cases.CASES[name][2][0])
    graph.attr(rankdir=direction)
    text = draw(graph.source)
    root = ElementTree.fromstring(text)
    width, height = (float(root.attrib[k]) for k in ("width", "height"))
    left, top, *_ = map(float, root.attrib["viewBox"].split())
    found = boxes(root)
    declared = parse(graph.source)
    assert set(found) == set(declared.nodes)
    for x0, y0, x1, y1 in found.values():
        assert left <= x0 < x1 <= left + width and top <= y0 < y1 <= top + height
    names = list(found)
    assert all(apart(found[a], found[b]) for i, a in enumerate(names) for b in names[:i])
    for tail, head, _ in declared.edges:
        axis = 1 if direction in ("TB", "BT") else 0
        before, after = (tail, head) if direction in ("TB", "LR") else (head, tail)
        assert found[before][axis + 2] <= found[after][axis]
    words = [t.text for t in root.iter(SVG + "tspan")]
    for *_, attrs in declared.edges:
        assert not attrs["label"] or attrs["label"] in words


def test_edges_and_labels_keep_off_boxes():
    pytest.importorskip("graphviz")
    graph = mx.viz.plot_network(build("resnet18"), shape={"data": (1, 3, 224, 224)})
    root = ElementTree.fromstring(draw(graph.source))
    inner = [(a + 1, b + 1, c - 1, d - 1) for a, b, c, d in boxes(root).values()]
    for path in root.iter(SVG + "path"):
        numbers = [tuple(map(float, p.split(","))) for p in re.findall(r"-?[\d.]+,-?[\d.]+", path.attrib["d"])]
        for x, y in numbers:
            assert not any(a < x < c and b < y < d for a, b, c, d in inner)
    for text in root.iter(SVG + "text"):
        if text.attrib["text-anchor"] == "start":
            x, y = float(text[0].attrib["x"]), float(text[0].attrib["y"])
            label = (x, y - 9, x + 7 * len(text[0].text), y)
            assert all(apart(label, box) for box in inner)


def test_names_are_broken_and_shrunk_to_fit_fixed_boxes():
    long = "a_rather_long_prefix_of_stage1_batchnorm10_fwd"
    fixed = f'digraph {{ "{long}" [fixedsize=true width=1.3 height=0.8 shape=box] }}'
    root = ElementTree.fromstring(draw(fixed))
    lines = [t.text for t in root.iter(SVG + "tspan")]
    assert len(lines) > 1 and "".join(lines) == long
    free = ElementTree.fromstring(draw(f'digraph {{ "{long}" [shape=box] }}'))
    assert [t.text for t in free.iter(SVG + "tspan")] == [long]
    assert float(free.attrib["width"]) > 250 > 120 > float(root.attrib["width"])


def test_the_language():
    graph = parse(
        """
        // a comment, /* and another */
        strict digraph "the net" {
            graph [label="above" rankdir=LR]; node [shape=box, color=red]
# a line of the preprocessor
            a [label="line one\\nline \\"two\\""]
            b [label=<<b>bold</b><br/>text>] ; x = -1.5
            a -> b -> {c d} [label="a" + "b"]
            subgraph cluster_0 { node [shape=oval]; e; "f:g" }
            e:port:nw -> "f:g"
        }
        """
    )
    assert graph.directed and graph.attrs == {"label": "above", "rankdir": "LR", "x": "-1.5"}
    assert list(graph.nodes) == ["a", "b", "c", "d", "e", "f:g"]
    assert graph.nodes["a"] == {"shape": "box", "color": "red", "label": 'line one\\nline "two"'}
    assert graph.nodes["e"]["shape"] == "oval" and graph.nodes["c"]["shape"] == "box"
    assert [(t, h) for t, h, _ in graph.edges] == [("a", "b"), ("b", "c"), ("b", "d"), ("e", "f:g")]
    assert graph.edges[1][2] == {"label": "ab"}
    text = draw("digraph { label=title a [label=<<b>bold</b><br/>text>] a -> a; a -> b [style=dashed dir=both]; b -> a }")
    words = [t.text for t in ElementTree.fromstring(text).iter(SVG + "tspan")]
    assert words == ["bold", "text", "b", "title"]


@pytest.mark.parametrize("text", ["", "graph", "digraph {", "digraph { a -> }", "digraph { a [b", "net { a }", 'digraph { "a }'])
def test_what_is_not_the_language(text):
    with pytest.raises(ValueError, match="not the DOT language"):
        parse(text)


def test_an_empty_graph_can_be_drawn():
    assert ElementTree.fromstring(draw("digraph {}")).tag == SVG + "svg"


def test_layout_of_a_large_graph_with_cycles():
    edges = [layout.Edge(i, (i * 7 + 3) % 400) for i in range(400)] + [layout.Edge(i, i + 1) for i in range(399)]
    middles, (width, height) = layout.place([(40.0, 20.0)] * 400, edges)
    found = [(x - 20, y - 10, x + 20, y + 10) for x, y in middles]
    assert all(0 <= a and c <= width + 1e-6 and 0 <= b and d <= height + 1e-6 for a, b, c, d in found)
    by_row = {}
    for box in found:
        by_row.setdefault(round(box[1], 3), []).append(box)
    for row in by_row.values():
        row.sort()
        assert all(a[2] <= b[0] + 1e-6 for a, b in zip(row, row[1:]))


def test_looking_needs_nothing_but_graphviz():
    code = (
        "import jmx as mx, sys; g = mx.viz.plot_network(mx.sym.Variable('x')); from jmx.visualization.svg import draw; "
        "draw(g.source); print([m for m in ('matplotlib', 'IPython', 'PIL') if m in sys.modules])"
    )
    pytest.importorskip("graphviz")
    done = subprocess.run([sys.executable, "-c", code], cwd=GOLDEN.parents[1], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
