"""Symbols by themselves: putting them together, taking them apart, attributes, files, refusals."""

import copy
import inspect
import json
import pathlib
import pickle
import threading

import numpy as np
import pytest

import jmx as mx
from jmx.base import MXNetError, NotImplementedForSymbol

FIXTURES = pathlib.Path(__file__).parent.parent / "fixtures"


@pytest.fixture(autouse=True)
def fresh_names():
    with mx.name.NameManager():
        yield


@pytest.fixture
def dense():
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")


# ---- composition


def test_missing_inputs_become_variables_with_the_operators_attributes(dense):
    assert dense.list_arguments() == ["data", "fc_weight", "fc_bias"]
    assert dense.attr_dict()["fc_weight"] == {"num_hidden": "3"}
    bare = mx.sym.FullyConnected(num_hidden=3, no_bias=True, name="z")
    assert bare.list_arguments() == ["z_data", "z_weight"]


def test_composition_replaces_variables_in_a_copy(dense):
    other = dense(data=mx.sym.Variable("x"), name="new")
    assert other.name == "new" and other.list_arguments() == ["x", "fc_weight", "fc_bias"]
    assert dense.name == "fc" and dense.list_arguments() == ["data", "fc_weight", "fc_bias"]


def test_composition_in_place(dense):
    dense._compose(data=mx.sym.Variable("x"))
    assert dense.list_arguments() == ["x", "fc_weight", "fc_bias"]


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda s, a: s.FullyConnected(a), MXNetError, "num_hidden"),
        (lambda s, a: s.FullyConnected(a, num_hidden="x"), MXNetError, "num_hidden.*'x'"),
        (lambda s, a: s.FullyConnected(a, num_hiddn=3), MXNetError, "num_hiddn"),
        (lambda s, a: s.FullyConnected(a, num_hidden=3, foo=a), MXNetError, "foo not found[\\s\\S]*weight"),
        (lambda s, a: s.FullyConnected(3, num_hidden=3), AssertionError, "Argument data must be Symbol instances, but got 3"),
        (lambda s, a: s.FullyConnected(s.Group([a, a]), num_hidden=3), MXNetError, "data is a tuple"),
        (lambda s, a: s.FullyConnected(a, num_hidden=3, weight_lr_mult=3), MXNetError, "lr_mult is deprecated"),
        (lambda s, a: s.FullyConnected(a, num_hidden=3, data=a), TypeError, "multiple values"),
        (lambda s, a: s.Concat(a, 3), AssertionError, "Positional arguments must be Symbol"),
        (lambda s, a: s.Concat(a, arg1=a), TypeError, "either as positional or keyword"),
        (lambda s, a: s.Concat(a, a, num_args=1), MXNetError, "requires 1, provided 2"),
        (lambda s, a: s.BatchNorm(a, moving_mean=a + a), MXNetError, "Mutation target can only be Variable"),
        (lambda s, a: a + "b", TypeError, "not supported"),
        (lambda s, a: a(x=a), MXNetError, "not found"),
        (lambda s, a: (a + a)(a), MXNetError, "General composition only support kwargs"),
        (lambda s, a: (a + a)(zz=a), MXNetError, "zz not found"),
        (lambda s, a: (a + a)(a, b=a), TypeError, "not both"),
        (lambda s, a: (a + a)(a=3), TypeError, "Compose expect `Symbol`"),
        (lambda s, a: s.Group([]), TypeError, "list of symbols"),
        (lambda s, a: s.Group([a, 3]), TypeError, "list of symbols"),
        (lambda s, a: s.Variable(3), TypeError, "string for variable"),
        (lambda s, a: s.Variable("v", foo=3), ValueError, "double underscores"),
        (lambda s, a: s.Variable("v", attr={"x": 3}), ValueError, "string"),
        (lambda s, a: s.no_such_operator(a), AttributeError, "no_such_operator"),
        (lambda s, a: bool(a), NotImplementedForSymbol, "bool"),
        (lambda s, a: a.asnumpy(), NotImplementedForSymbol, "asnumpy"),
        (lambda s, a: a.backward(), NotImplementedForSymbol, "backward"),
    ],
)
def test_refusals(call, kind, words):
    with pytest.raises(kind, match=words):
        call(mx.sym, mx.sym.Variable("a"))


def test_in_place_operators_are_refused():
    a = mx.sym.Variable("a")
    for update in ("a += 1", "a -= 1", "a *= 2", "a /= 2"):
        with pytest.raises(NotImplementedForSymbol):
            exec(update, {"a": a})


def test_a_failed_composition_changes_nothing():
    dense = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    before = dense.tojson()
    with pytest.raises(MXNetError):
        dense._compose(data=mx.sym.Variable("x"), zz=mx.sym.Variable("y"))
    with pytest.raises(MXNetError):
        dense._set_attr(num_hidden="many")
    assert dense.tojson() == before


def test_symbols_are_not_hashable():
    with pytest.raises(TypeError, match="unhashable"):
        hash(mx.sym.Variable("a"))


# ---- outputs


def test_indexing_and_iteration():
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=3, name="parts")
    assert len(parts) == parts.num_outputs == 3
    assert [p.list_outputs() for p in parts] == [["parts_output0"], ["parts_output1"], ["parts_output2"]]
    assert parts["parts_output1"].list_outputs() == ["parts_output1"]
    assert parts[1:].list_outputs() == ["parts_output1", "parts_output2"]
    for index, kind in ((3, IndexError), (-1, MXNetError), (1.5, TypeError), ("nothing", ValueError)):
        with pytest.raises(kind):
            parts[index]
    with pytest.raises(ValueError, match="multiple outputs"):
        mx.sym.Group([parts[0], parts[0]])["parts_output0"]


def test_groups_internals_children(dense):
    group = mx.sym.Group([dense, mx.sym.Variable("v")])
    assert group.name is None and repr(group) == "<Symbol group [fc, v]>" and repr(dense) == "<Symbol fc>"
    assert dense.get_internals().list_outputs() == ["data", "fc_weight", "fc_bias", "fc_output"]
    assert dense.get_children().list_outputs() == ["data", "fc_weight", "fc_bias"]
    assert mx.sym.Variable("v").get_children() is None


def test_atomic_symbol(dense):
    bare = dense._gen_atomic_symbol()
    assert bare.list_outputs() == ["output"]
    made = bare(mx.sym.Variable("x"), name="again")
    assert made.list_arguments() == ["x", "again_weight", "again_bias"]


def test_methods_have_signatures_and_docs():
    import inspect

    names = list(inspect.signature(mx.sym.Symbol.softmax).parameters)
    assert names[:3] == ["self", "length", "axis"] and names[-1] == "kwargs"
    assert list(inspect.signature(mx.sym.FullyConnected).parameters)[:4] == ["data", "weight", "bias", "num_hidden"]
    assert "num_hidden" in mx.sym.FullyConnected.__doc__
    assert "FullyConnected" in dir(mx.sym) and callable(mx.sym.op.FullyConnected)
    assert mx.sym.linalg.gemm2.__name__ == "gemm2" and callable(mx.sym._internal._plus_scalar)


# ---- attributes


def test_attributes(dense):
    dense._set_attr(__mood__="fine", lr_mult="2")
    assert dense.attr("__mood__") == "fine" and dense.attr("lr_mult") == dense.attr("__lr_mult__") == "2"
    assert dense.attr("nothing") is None and dense.attr("name") == "fc"
    assert dense.list_attr() == {"num_hidden": "3", "__mood__": "fine", "__lr_mult__": "2", "lr_mult": "2"}
    with pytest.raises(ValueError, match="string"):
        dense._set_attr(x=3)
    with pytest.raises(DeprecationWarning):
        dense.list_attr(recursive=True)


def test_attribute_scopes_nest_and_end():
    with mx.AttrScope(a="1", b="1"):
        with mx.AttrScope(b="2"):
            inner = mx.sym.Variable("v", attr={"c": "3"})
        outer = mx.sym.Variable("w")
    assert inner.list_attr() == {"a": "1", "b": "2", "c": "3"} and outer.list_attr() == {"a": "1", "b": "1"}
    assert mx.sym.Variable("x").list_attr() == {}
    with pytest.raises(RuntimeError), mx.AttrScope(a="1"):
        raise RuntimeError
    assert mx.sym.Variable("y").list_attr() == {}
    with pytest.raises(ValueError, match="string"):
        mx.AttrScope(a=1)


def test_scopes_belong_to_their_thread():
    seen = []
    with mx.AttrScope(a="1"), mx.name.Prefix("p_"):
        worker = threading.Thread(target=lambda: seen.append(mx.sym.exp(mx.sym.Variable("v", attr={}))))
        worker.start()
        worker.join()
    assert seen[0].name == "exp0" and seen[0].attr_dict() == {}


def test_name_manager_counts_by_kind():
    a = mx.sym.Variable("a")
    assert [(a + 1).name, (a + 1).name, mx.sym.exp(a).name] == ["_plusscalar0", "_plusscalar1", "exp0"]
    with mx.name.Prefix("p_"):
        assert mx.sym.exp(a).name == "p_exp0" and mx.sym.exp(a, name="e").name == "p_e"
    assert mx.sym.exp(a).name == "exp1"


# ---- files


def test_pickle_and_copies(dense):
    assert pickle.loads(pickle.dumps(dense)).tojson() == dense.tojson()
    for twin in (copy.copy(dense), copy.deepcopy(dense)):
        assert twin.tojson() == dense.tojson()
        twin._set_attr(__mood__="fine")
        assert dense.attr("__mood__") is None


def test_save_and_load(dense, tmp_path):
    path = str(tmp_path / "net-symbol.json")
    dense.save(path)
    assert pathlib.Path(path).read_text() == dense.tojson() == mx.sym.load(path).tojson()
    with pytest.raises(TypeError, match="string"):
        dense.save(3)
    with pytest.raises(MXNetError, match="nowhere"):
        mx.sym.load(str(tmp_path / "nowhere"))
    with pytest.raises(TypeError, match="string"):
        mx.sym.load_json(b"{}")


@pytest.mark.parametrize("name", ["attrs", "conv", "mod"])
def test_files_of_mxnet_come_back_byte_for_byte(name):
    text = (FIXTURES / f"{name}-symbol.json").read_text()
    assert mx.sym.load_json(text).tojson() == text


LEGACY = {
    "nodes": [
        {
            "op": "null",
            "param": {},
            "name": "data",
            "inputs": [],
            "backward_source_id": -1,
            "attr": {"ctx_group": "one", "lr_mult": "0.2"},
        },
        {"op": "null", "param": {}, "name": "fc_weight", "inputs": [], "attr": {"weight_lr_mult": "1.2"}},
        {"op": "null", "param": {}, "name": "fc_bias", "inputs": []},
        {
            "op": "FullyConnected",
            "param": {"num_hidden": "4"},
            "name": "fc",
            "inputs": [[0, 0], [1, 0], [2, 0]],
            "attr": {"weight_lr_mult": "1.2", "wd_mult": "0.3"},
        },
        {"op": "null", "param": {}, "name": "bn_gamma", "inputs": []},
        {"op": "null", "param": {}, "name": "bn_beta", "inputs": []},
        {"op": "BatchNorm", "param": {"momentum": "0.9"}, "name": "bn", "inputs": [[3, 0], [4, 0], [5, 0]]},
        {"op": "argmax", "param": {"axis": "-1"}, "name": "best", "inputs": [[6, 0]]},
    ],
    "arg_nodes": [0, 1, 2, 4, 5],
    "heads": [[7, 0]],
}


def test_files_of_old_versions_are_brought_up_to_date():
    symbol = mx.sym.load_json(json.dumps(LEGACY))
    attrs = symbol.attr_dict()
    assert symbol.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    assert attrs["bn_moving_var"] == {"momentum": "0.9", "__init__": '["one", {}]'}
    assert attrs["data"]["__ctx_group__"] == "one" and attrs["data"]["__lr_mult__"] == "0.2"
    assert attrs["fc_weight"]["__lr_mult__"] == "1.2" and attrs["fc"]["__wd_mult__"] == "0.3"
    assert "best" not in attrs


def broken(**changes):
    data = json.loads(json.dumps(LEGACY))
    data.update(changes)
    return json.dumps(data)


@pytest.mark.parametrize(
    "text, words",
    [
        (json.dumps(LEGACY)[:-30], "not the JSON|incomplete"),
        ("[]", "nodes"),
        ("{}", "nodes"),
        (broken(heads=[]), "no heads"),
        (broken(heads=[[99, 0]]), "99"),
        (broken(heads=[["a", 0]]), "expected"),
        (broken(nodes=[{"op": "Foo", "name": "x", "inputs": []}]), "Operator Foo is not registered"),
        (broken(nodes=[{"name": "x"}]), '"op"'),
        (broken(nodes=[{"op": "exp", "name": "x", "inputs": [[0, 0]]}], heads=[[0, 0]]), "cyclic"),
        (broken(nodes=[{"op": "exp", "name": "x", "inputs": [[5, 0]]}], heads=[[0, 0]]), "5"),
        (broken(attrs={"mxnet_version": ["int", "new"]}), "mxnet_version"),
    ],
)
def test_broken_files_are_refused(text, words):
    with pytest.raises(MXNetError, match=words):
        mx.sym.load_json(text)


def test_numpy_semantics_in_files():
    with mx.util.np_shape(True):
        made = mx.sym.Variable("x", shape=())
        text = made.tojson()
        assert '"is_np_shape": ["int", 1]' in text
        assert mx.sym.load_json(text).infer_shape() == ([()], [()], [])
        old = mx.sym.load_json(mx.sym.Variable("x", shape=(0, 3)).tojson().replace('"is_np_shape": ["int", 1], \n    ', ""))
        assert old.list_attr() == {"__shape__": "(-1, 3)"}


# ---- inference


def test_contradicting_shapes_name_node_and_shapes():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    with pytest.raises(MXNetError, match=r"Error in operator _plus0: .*expected \[2,3\], got \[3,2\]"):
        (a + b).infer_shape(a=(2, 3), b=(3, 2))
    dense = mx.sym.FullyConnected(a, num_hidden=4, name="fc")
    with pytest.raises(MXNetError, match=r"Error in operator fc: Shape inconsistent, Provided = \[2,2\].*\[4,2\].*fc_weight"):
        dense.infer_shape(a=(1, 2), fc_weight=(2, 2))
    with pytest.raises(MXNetError, match="zz not found"):
        dense.infer_shape(zz=(1,))
    with pytest.raises(ValueError, match="positional or kwargs"):
        dense.infer_shape((1, 2), fc_weight=(1, 2))
    with pytest.raises(TypeError, match="tuple"):
        dense.infer_shape([1, 2])
    with pytest.raises(MXNetError, match="arguments"):
        (a + b).infer_shape((1,), (1,), (1,))


def test_contradicting_types_name_the_node():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    with pytest.raises(MXNetError, match="Error in operator _plus0: .*expected float32, got float64"):
        (a + b).infer_type(a="float32", b="float64")


def test_positional_shapes_and_types():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    assert (a + b).infer_shape(None, (2, 3))[0] == [(2, 3), (2, 3)]
    assert (a + b).infer_type("float64")[0] == [np.float64, np.float64]
    with mx.util.np_shape(True):
        assert (a + b).infer_shape(a=())[1] == [()]
        assert (a + b).infer_shape(a=(0, 2))[1] == [(0, 2)]


def test_types_through_casts():
    data = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(mx.sym.cast(data, dtype="float64"), num_hidden=2)
    assert net.infer_type_partial() == ([None, np.float64, np.float64], [np.float64], [])
    assert net.infer_type(data="int32") == ([np.int32, np.float64, np.float64], [np.float64], [])


def test_module_functions():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    x, y = mx.nd.array([1.0, 4.0]), mx.nd.array([3.0, 2.0])
    for name, want in [("maximum", [3, 4]), ("minimum", [1, 2]), ("power", [1, 16]), ("pow", [1, 16])]:
        assert getattr(mx.sym, name)(a, b).eval(a=x, b=y)[0].asnumpy().tolist() == want
    assert mx.sym.power(2, a).eval(a=x)[0].asnumpy().tolist() == [2, 16]
    assert mx.sym.maximum(a, 2).eval(a=x)[0].asnumpy().tolist() == [2, 4]
    assert mx.sym.maximum(2, 3) == 3 and mx.sym.power(2, 3) == 8 and mx.sym.hypot(3, 4) == 5
    with pytest.raises(TypeError, match="not supported"):
        mx.sym.maximum("a", 2)
    assert mx.sym.eye(2).eval()[0].asnumpy().tolist() == [[1, 0], [0, 1]]
    assert mx.sym.arange(3).eval()[0].asnumpy().tolist() == [0, 1, 2]
    assert mx.sym.linspace(0, 1, 3).eval()[0].asnumpy().tolist() == [0, 0.5, 1]
    assert mx.sym.full((2,), 3, dtype="int32").eval()[0].dtype == np.int32
    parts = mx.sym.split_v2(a, 2).eval(a=x)
    assert [p.asnumpy().tolist() for p in parts] == [[1], [4]]
    with pytest.raises(ValueError, match="int or tuple"):
        mx.sym.split_v2(a, "x")
    with pytest.raises(ValueError, match="range"):
        mx.sym.histogram(a, bins=3)


def test_signatures_leave_out_what_mxnets_leave_out():
    """Auxiliary states of two old operators, and `lower` of the Cholesky operators, are given by name only."""
    listed = lambda f: list(inspect.signature(f).parameters)
    assert listed(mx.sym.linalg.potrf) == ["A", "name", "attr", "out", "kwargs"]
    assert listed(mx.sym.BatchNorm_v1)[:4] == ["data", "gamma", "beta", "eps"]
    assert listed(mx.nd.IdentityAttachKLSparseReg)[:2] == ["data", "sparseness_target"]
    assert "num_args" in listed(mx.sym.Concat)
    net = mx.sym.BatchNorm_v1(mx.sym.var("x"), moving_mean=mx.sym.var("mean"), name="bn")
    assert net.list_auxiliary_states() == ["mean", "bn_moving_var"]
    upper = mx.nd.linalg.potrf(mx.nd.array([[4, 1], [1, 4]]), lower=False)
    assert upper.asnumpy()[1, 0] == 0


def test_sparseness_penalty():
    """Values are MXNet's."""
    net = mx.sym.IdentityAttachKLSparseReg(mx.sym.var("x"), name="q")
    assert net.list_auxiliary_states() == ["q_moving_avg"]
    exe = net.simple_bind(mx.cpu(), x=(2, 3))
    x = np.array([[0.5292881, 0.5557068, 0.6291136], [0.7065595, 0.561658, 0.7147674]], "float32")
    exe.forward(is_train=True, x=mx.nd.array(x))
    exe.backward(mx.nd.ones((2, 3)))
    np.testing.assert_array_equal(exe.outputs[0].asnumpy(), x)
    np.testing.assert_allclose(exe.grad_dict["x"].asnumpy()[0], [0.99934095, 0.9991633, 0.9994766], rtol=1e-6)
    np.testing.assert_allclose(exe.aux_dict["q_moving_avg"].asnumpy(), [0.0617924, 0.05586826, 0.06719407], rtol=1e-6)
    with pytest.raises(RuntimeError, match="samples, units"):
        net.simple_bind(mx.cpu(), x=(2,))


def test_without_arguments_nothing_is_asked_to_have_a_gradient():
    assert mx.sym.all_finite(mx.sym.zeros((2,))).simple_bind(mx.cpu()).forward()[0].asnumpy().tolist() == [1]


def test_binding_refuses_what_has_no_gradient():
    taken = mx.sym.batch_take(mx.sym.var("x"), mx.sym.var("index", dtype="int32"))
    shapes = {"x": (4, 3), "index": (4,)}
    with pytest.raises(RuntimeError, match="Operator batch_take is non-differentiable.*node batch_take0"):
        taken.simple_bind(mx.cpu(), **shapes)
    arrays = {k: mx.nd.ones(s) for k, s in shapes.items()}
    with pytest.raises(MXNetError, match="Operator batch_take is non-differentiable"):
        taken.bind(mx.cpu(), arrays, args_grad={k: mx.nd.zeros(s) for k, s in shapes.items()})
    taken.simple_bind(mx.cpu(), grad_req="null", **shapes)
    mx.sym.BlockGrad(taken).simple_bind(mx.cpu(), **shapes).forward(is_train=True)


@pytest.mark.parametrize(
    "version, said",
    [  # recorded with MXNet 1.9.1, without what is before the texts
        (10901, []),
        (10300, ["Loading symbol saved by previous version v1.3.0. Attempting to upgrade...", "Symbol successfully upgraded!"]),
        (None, ["Loading symbol saved by previous version v0.8.0. Attempting to upgrade...", "Symbol successfully upgraded!"]),
        (
            20000,
            [
                "Warning: loading symbol saved by MXNet version 20000 with lower version of MXNet v10901. May cause undefined "
                "behavior. Please update MXNet if you encounter any issue"
            ],
        ),
    ],
)
def test_files_of_other_versions_are_announced(version, said, capsys):
    graph = json.loads((mx.sym.var("a") + 1).tojson())
    graph["attrs"] = {} if version is None else {"mxnet_version": ["int", version]}
    assert mx.sym.load_json(json.dumps(graph)).list_arguments() == ["a"]
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("] ")[2] for line in lines] == said
