"""JMX_DUMP_GRAPH: the graph after each pass as files."""

import itertools
import json
import shutil

import pytest

import jmx as mx
from jmx.core.graph.passes import PASSES, dump

STAGES = ["0-lowered", *(f"{i}-{name}" for i, name in enumerate(PASSES, 1))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(dump, "_count", itertools.count(1))
    monkeypatch.setenv("JMX_DUMP_GRAPH", str(tmp_path / "graphs"))
    return tmp_path / "graphs"


def read(path):
    graph = json.loads(path.read_text())
    return graph, [node["op"] for node in graph["nodes"] if node["op"] != "null"]


def files(folder):
    return sorted(path.name.split("-", 1)[1] for path in folder.iterdir() if path.suffix == ".json")


def test_passes_have_one_order():
    assert list(PASSES) == [
        "merge_duplicates", "roll_loops", "close_shapes", "fuse_relu", "channels_last", "pack_weights", "fuse_inference",
    ]  # fmt: skip


def test_every_pass_is_written_once(folder):
    x = mx.sym.var("data")
    net = mx.sym.elemwise_add(mx.sym.tanh(x, name="a"), mx.sym.tanh(x, name="b"), name="dump me")
    executor = net.simple_bind(mx.cpu(), data=(2, 3))
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones((2, 3)))
    assert executor.grad_dict["data"].asnumpy().tolist() == [[2] * 3] * 2
    assert files(folder) == [f"dump_me-{stage}.json" for stage in STAGES]
    before, after = (next(folder.glob(f"*{stage}.json")) for stage in STAGES[:2])
    assert read(before)[1] == ["tanh", "tanh", "elemwise_add"] and read(after)[1] == ["tanh", "elemwise_add"]
    assert mx.sym.load(str(after)).list_arguments() == ["data"]
    assert not [path for path in folder.iterdir() if path.suffix not in (".json", ".svg")], "no temporary file is left"
    assert bool(list(folder.glob("*.svg"))) == bool(shutil.which("dot"))


def test_loops_and_layouts_are_shown(folder):
    cell = mx.rnn.LSTMCell(3, prefix="lstm_")
    out, _ = cell.unroll(8, mx.sym.var("data"), merge_outputs=True)
    out.simple_bind(mx.cpu(), data=(2, 8, 3)).forward()
    graph, operators = read(next(folder.glob("*roll_loops.json")))
    assert operators.count("loop") == 1 and operators.count("FullyConnected") < 16
    loop = next(node for node in graph["nodes"] if node["op"] == "loop")
    assert int(loop["attrs"]["blocks"]) >= 6 and "FullyConnected" in loop["attrs"]["operators"]
    image = mx.sym.var("image")
    for _ in range(4):
        image = mx.sym.Convolution(image, num_filter=16, kernel=(3, 3), pad=(1, 1))
    image.simple_bind(mx.cpu(), image=(4, 16, 9, 9)).forward()
    graph, operators = read(next(folder.glob("002-*channels_last.json")))
    layouts = [node["attrs"].get("layout") for node in graph["nodes"] if node["op"] == "Convolution"]
    # the image, and the result; weights stay as they are
    assert layouts == ["NHWC"] * 4 and operators.count("transpose") == 2


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("JMX_DUMP_GRAPH", str(file))
    net = mx.sym.arctan(mx.sym.tanh(mx.sym.var("data")), name="unwritten")  # a graph that no other test compiles
    with pytest.raises(mx.base.MXNetError, match="JMX_DUMP_GRAPH: the graph cannot be written to"):
        net.simple_bind(mx.cpu(), data=(5, 7, 3)).forward()
