"""Symbols built alike here and in MXNet 1.9.1 have the same files, names, shapes and types."""

import importlib.util
import json
import pathlib
import warnings

import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
_spec = importlib.util.spec_from_file_location("symbol_cases", GOLDEN / "symbol_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)
EXPECTED = json.loads((GOLDEN / "symbol.json").read_text())


@pytest.fixture(params=sorted(cases.CASES))
def built(request):
    with mx.name.NameManager():
        return request.param, cases.CASES[request.param](mx), EXPECTED[request.param]


def lists(value):
    if isinstance(value, (list, tuple)):
        return [lists(v) for v in value]
    return value.__name__ if isinstance(value, type) else value


def test_names(built):
    _, symbol, want = built
    assert symbol.name == want["name"]
    assert symbol.list_arguments() == want["arguments"]
    assert symbol.list_auxiliary_states() == want["states"]
    assert symbol.list_inputs() == want["inputs"]
    assert symbol.list_outputs() == want["outputs"]
    assert symbol.get_internals().list_outputs() == want["internals"]
    assert symbol.attr_dict() == want["attributes"]
    assert symbol.debug_str() == want["text"]


def test_json(built):
    _, symbol, want = built
    assert symbol.tojson() == want["json"]
    assert symbol.tojson(remove_amp_cast=False) == want["json_casts"]
    again = mx.sym.load_json(want["json"])
    assert again.tojson() == want["json"]
    assert again.list_outputs() == want["outputs"]


@pytest.mark.filterwarnings("ignore:Cannot decide")
def test_inference(built):
    name, symbol, want = built
    for given, (whole, partial) in zip(cases.SHAPES[name], want["shapes"]):
        assert lists(symbol.infer_shape_partial(**given)) == partial, given
        assert lists(symbol.infer_shape(**given)) == whole, given
    for given, (whole, partial) in zip(cases.TYPES[name], want["types"]):
        assert lists(symbol.infer_type_partial(**given)) == partial, given
        assert lists(symbol.infer_type(**given)) == whole, given


def test_undecided_shapes_are_named():
    a = mx.sym.Variable("a")
    with pytest.warns(UserWarning, match="Cannot decide shape.*\n\ta: \\(\\)"):
        assert mx.sym.exp(a).infer_shape() == (None, None, None)
    with pytest.warns(UserWarning, match="Cannot decide type.*\n\ta: None"):
        assert mx.sym.exp(a).infer_type() == (None, None, None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mx.sym.exp(a).infer_shape_partial()
