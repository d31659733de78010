"""What `jmx show` says of files that MXNet wrote."""

import json
import pathlib

import numpy as np
import pytest

from jmx import checkpoints, cli
from jmx.base import MXNetError

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"


def shown(capsys, *words):
    assert cli.main(["show", *map(str, words)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_arrays(capsys):
    lines = shown(capsys, FIXTURES / "dict.params")
    assert lines[0] == f"{FIXTURES / 'dict.params'}: params, V2, 716 bytes"
    assert lines[1].split() == ["name", "dtype", "shape", "bytes", "storage"]
    assert lines[2].split() == ["arg:float32_weight", "float32", "2x3", "24", "default"]
    assert lines[-1] == "8 arrays, 45 parameters, 184 bytes"


def test_json_has_the_same(capsys):
    (line,) = shown(capsys, FIXTURES / "csr.params", "--json")
    facts = json.loads(line)
    assert facts == checkpoints.show(FIXTURES / "csr.params")
    assert facts["unnamed"] and facts["arrays"][0] == {
        "name": "0", "dtype": "float32", "shape": [4, 6], "nbytes": 184, "stype": "csr", "stored": [12]
    }  # fmt: skip


@pytest.mark.parametrize(
    "name, version, facts",
    [
        ("legacy_v0.params", "V0", {}),
        ("legacy_v1.params", "V1", {}),
        ("np_shape.params", "V3", {"np_shape": True}),
        ("list.params", "V2", {"unnamed": True}),
    ],
)
def test_versions(name, version, facts):
    found = checkpoints.show(FIXTURES / name)
    assert found["version"] == version and {key: found.get(key) for key in facts} == facts


def test_statistics(tmp_path, capsys):
    arrays = {"w": np.array([1, -3, np.nan, np.inf, 5], "float32"), "n": np.arange(10, dtype="int64"), "none": np.ones((0, 2))}
    checkpoints.save(tmp_path / "a.npz", arrays)
    w, n, none = checkpoints.show(tmp_path / "a.npz", stats=True)["arrays"]
    assert (w["min"], w["max"], w["mean"], w["nan"], w["inf"]) == (-3, 5, 1, 1, 1)
    assert (n["min"], n["max"], n["mean"], n["nan"]) == (0, 9, 4.5, 0) and "min" not in none
    lines = shown(capsys, tmp_path / "a.npz", "--stats", "--only", "w")
    assert lines[-2].split() == ["w", "float32", "5", "20", "default", "-3", "5", "1", "1", "1"]
    assert lines[-1] == "1 array, 5 parameters, 20 bytes"


def test_symbols(capsys):
    facts = checkpoints.show(FIXTURES / "conv-symbol.json")
    assert facts["version"] == "MXNet 1.9.1" and facts["operators"]["Convolution"] == 2
    assert facts["inputs"][1] == {"name": "conv_conv0_weight", "shape": "(4, 0, 3, 3)"}
    assert facts["outputs"] == ["conv_dense0_fwd_output"]
    lines = shown(capsys, FIXTURES / "conv-symbol.json")
    assert "outputs: conv_dense0_fwd_output" in lines and "  2 Convolution" in lines


def test_the_inputs_and_outputs_are_those_of_the_symbol():
    import jmx as mx

    for path in FIXTURES.glob("*-symbol.json"):
        symbol, facts = mx.sym.load(str(path)), checkpoints.show(path)
        assert sorted(v["name"] for v in facts["inputs"]) == sorted(symbol.list_inputs())
        assert facts["outputs"] == symbol.list_outputs()


def test_optimizer_states(capsys):
    facts = checkpoints.show(FIXTURES / "trainer_adam.states")
    assert (facts["optimizer"], facts["indices"]) == ("Adam", ["0", "1"])
    assert facts["settings"]["beta2"] == 0.999 and facts["settings"]["num_update"] == 3
    assert [array["name"] for array in facts["arrays"]] == ["0.0", "0.1", "1.0", "1.1"]
    lines = shown(capsys, FIXTURES / "trainer_adam.states")
    assert "optimizer: Adam" in lines and "indices: 0, 1" in lines
    assert checkpoints.show(FIXTURES / "mod-0005.states")["count"] == 6


def test_records(tmp_path, capsys):
    facts = checkpoints.show(FIXTURES / "img.rec")
    assert facts["records"] == 6 and facts["first header"] == {"flag": 0, "label": 0.0, "id": 0, "id2": 0}
    assert checkpoints.show(FIXTURES / "img.idx")["records"] == 6
    assert checkpoints.show(FIXTURES / "plain.rec")["records"] == 7, "one is cut in parts by the magic number in it"
    assert "records: 6" in shown(capsys, FIXTURES / "img.rec")
    (tmp_path / "a.rec").write_bytes((FIXTURES / "img.rec").read_bytes()[:-50])
    assert cli.main(["show", str(tmp_path / "a.rec")]) == 1
    out, err = capsys.readouterr()
    assert "records: 5" in out and "a record is cut off at byte" in err
    (tmp_path / "b.idx").write_text("0\t0\n")
    with pytest.raises(MXNetError, match="belongs to .*b.rec, which is not there"):
        checkpoints.show(tmp_path / "b.idx")
    (tmp_path / "a.idx").write_text("0\tx\n")
    with pytest.raises(MXNetError, match="a tab and an offset"):
        checkpoints.show(tmp_path / "a.idx")


def test_orbax(tmp_path):
    checkpoints.convert(FIXTURES / "conv-0003.params", tmp_path / "a.orbax")
    facts, source = checkpoints.show(tmp_path / "a.orbax"), checkpoints.show(FIXTURES / "conv-0003.params")
    assert facts["kind"] == "orbax" and facts["arrays"] == source["arrays"]
