"""Bad input is refused with MXNet's class of error and a message that says what to mend; nothing is half done."""

import copy
import json

import numpy as np
import pytest

import jmx as mx
from jmx.base import MXNetError

S = mx.sym
ones = mx.nd.ones


@pytest.fixture(autouse=True)
def fresh_names():
    with mx.name.NameManager():
        yield


@pytest.fixture
def x():
    return S.var("x")


@pytest.fixture
def fc(x):
    return S.FullyConnected(x, num_hidden=3, name="fc")


def refused(error, words, function):
    with pytest.raises(error, match=words) as caught:
        function()
    assert type(caught.value) is error
    return str(caught.value)


def test_building(x, fc):
    refused(MXNetError, "Cannot find argument 'foo'.*FullyConnected", lambda: S.FullyConnected(x, num_hidden=3, foo=1))
    refused(MXNetError, "num_hidden expect int but value='a'", lambda: S.FullyConnected(x, num_hidden="a"))
    refused(MXNetError, "Required parameter num_hidden", lambda: S.FullyConnected(x))
    refused(MXNetError, "Keyword argument name dat not found", lambda: S.FullyConnected(dat=x, num_hidden=3))
    refused(TypeError, "multiple values for argument 'data'", lambda: S.FullyConnected(x, data=x, num_hidden=3))
    refused(AssertionError, "data must be Symbol", lambda: S.FullyConnected(ones((2, 2)), num_hidden=3))
    refused(MXNetError, "tuple of 2 outputs", lambda: S.FullyConnected(S.Group([x, fc]), num_hidden=3))
    refused(MXNetError, "num_args should be greater equal to 1", lambda: S.concat())
    refused(MXNetError, "value 0 for Parameter num_outputs exceed bound", lambda: S.split(x, num_outputs=0))
    refused(MXNetError, "Keyword argument name z not found", lambda: fc(z=x))
    refused(TypeError, "only accept input Symbols either", lambda: fc(x, x=x))
    assert fc.list_arguments() == ["x", "fc_weight", "fc_bias"]


def test_binding(x, fc):
    cpu = mx.cpu()
    arrays = {"x": ones((2, 4)), "fc_weight": ones((3, 4)), "fc_bias": ones((3,))}
    text = refused(RuntimeError, "cannot decide shapes", lambda: fc.simple_bind(cpu, z=(2, 2)))
    assert "x: ?" in text and "given for z, which the symbol does not have" in text
    refused(RuntimeError, "Duplicate names", lambda: (S.var("a") + S.var("a")).simple_bind(cpu, a=(2,)))
    refused(AttributeError, "device_typeid", lambda: fc.simple_bind("cpu", x=(2, 4)))
    refused(TypeError, "Context type error", lambda: fc.bind("cpu", arrays))
    refused(ValueError, "`fc_bias` is missing in `args`", lambda: fc.bind(cpu, {k: arrays[k] for k in ("x", "fc_weight")}))
    refused(ValueError, "1 given, expected 3: x, fc_weight", lambda: fc.bind(cpu, [ones((2, 4))]))
    refused(TypeError, "Only accept list of NDArrays", lambda: fc.bind(cpu, {**arrays, "x": np.ones((2, 4))}))
    refused(MXNetError, "float32, got float64", lambda: fc.bind(cpu, {**arrays, "fc_weight": ones((3, 4), dtype="float64")}))
    refused(ValueError, "grad_req must be", lambda: fc.bind(cpu, arrays, grad_req="foo"))
    refused(MXNetError, "gradient array of x has shape", lambda: fc.bind(cpu, arrays, args_grad={"x": ones((1, 1))}))


def test_contradictions_name_the_node_both_shapes_and_where_they_came_from(x, fc):
    text = refused(MXNetError, "operator fc", lambda: fc.infer_shape(x=(2, 4), fc_weight=(3, 5)))
    assert "[3,5] is given, [3,4] follows from data [2,4]" in text and "input weight (fc_weight)" in text
    other = S.FullyConnected(S.var("y"), fc.get_internals()["fc_weight"], num_hidden=3, no_bias=True, name="other")
    text = refused(MXNetError, "operator other", lambda: S.Group([fc, other]).infer_shape(x=(2, 4), y=(2, 5)))
    assert "[3,4] was inferred at node fc, [3,5] follows from data [2,5]" in text
    text = refused(MXNetError, "operator sum", lambda: S.elemwise_add(fc, S.var("y"), name="sum").infer_shape(x=(2, 4), y=(5, 5)))
    assert "expected [2,3], got [5,5]" in text and "that of fc, which is the output of fc" in text
    assert "that of y, which is given" in text
    hinted = S.elemwise_add(S.var("a", shape=(2, 2)), S.var("y"), name="sum")
    assert "a, which is its __shape__" in refused(MXNetError, "operator sum", lambda: hinted.infer_shape(y=(3, 3)))


def test_running_leaves_things_as_they_were(fc):
    run = fc.simple_bind(mx.cpu(), x=(2, 4))
    run.arg_dict["x"][:] = 5
    refused(TypeError, "Unknown argument z", lambda: run.forward(x=ones((2, 4)), z=ones(1)))
    refused(ValueError, r"need: \(2, 4\), received: \(2, 5\)", lambda: run.forward(x=ones((2, 5))))
    assert (run.arg_dict["x"].asnumpy() == 5).all()
    run.forward(is_train=True)
    run.grad_dict["x"][:] = 7
    refused(MXNetError, "head_gradient is required", run.backward)
    refused(MXNetError, "has shape .1,1., the output .2,3.", lambda: run.backward(ones((1, 1))))
    assert (run.grad_dict["x"].asnumpy() == 7).all()
    refused(ValueError, '"zz" that is not in the arguments', lambda: run.copy_params_from({"x": ones((2, 4)), "zz": ones(1)}))
    assert (run.arg_dict["x"].asnumpy() == 5).all()


def edited(symbol, change):
    data = json.loads(symbol.tojson())
    change(data["nodes"], data)
    return json.dumps(data)


def test_files(fc, tmp_path):
    text = fc.tojson()
    refused(MXNetError, "incomplete", lambda: S.load_json(text[:200]))
    refused(MXNetError, "incomplete", lambda: S.load_json(""))
    refused(MXNetError, 'no lists "nodes"', lambda: S.load_json("{}"))
    refused(TypeError, "string", lambda: S.load_json(3))
    refused(MXNetError, r"Foo is not registered: node 3 \(fc\)", lambda: S.load_json(text.replace("FullyConnected", "Foo")))
    refused(MXNetError, "operator fc: Cannot find argument .n.", lambda: S.load_json(text.replace("num_hidden", "n")))
    refused(MXNetError, "No such file", lambda: S.load(str(tmp_path / "nowhere.json")))

    def cycle(nodes, data):
        nodes[3]["inputs"][0] = [3, 0, 0]

    def outside(nodes, data):
        nodes[3]["inputs"][0] = [99, 0, 0]

    def headless(nodes, data):
        data["heads"] = []

    for change, words in ((cycle, "cyclic: node 'fc'"), (outside, "99, 0, 0.*input of node 'fc'"), (headless, "no heads")):
        refused(MXNetError, words, lambda change=change: S.load_json(edited(fc, change)))
    assert S.load_json(text).tojson() == text and copy.deepcopy(fc).tojson() == text
