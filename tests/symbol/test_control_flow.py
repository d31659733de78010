"""`mx.sym.contrib.foreach`, `while_loop` and `cond`: files, inference, values and gradients beside MXNet's."""

import importlib.util
import json
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import REGISTRY
from jmx.core.graph.lower import lower

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
_spec = importlib.util.spec_from_file_location("control_flow_cases", GOLDEN / "control_flow_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)
FACTS = json.loads((GOLDEN / "control_flow.json").read_text())


@pytest.fixture(scope="module")
def numbers():
    with np.load(GOLDEN / "control_flow.npz") as file:
        return dict(file)


def agree(found, numbers, name):
    """Compare with what MXNet's executor found, or, where that is no use, with what it found on arrays."""
    prefix = f"{'eager' if name in cases.UNWRITTEN else 'symbolic'}/{name}/"
    expected = {k.removeprefix(prefix): v for k, v in numbers.items() if k.startswith(prefix)}
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert found[key].shape == value.shape and found[key].dtype == value.dtype, key
        np.testing.assert_allclose(found[key], value, rtol=1e-5, atol=1e-6, err_msg=key)


def every_way(name, net):
    """Outputs and gradients of an executor's first pass, which goes node by node, and of the compiled program."""
    yield cases.symbolic(mx, name, net)
    program = lower(net._entries)
    program.forward(True, "cpu")
    assert program.compiled
    try:
        yield cases.symbolic(mx, name, net)
    finally:
        program.forget()


@pytest.mark.parametrize("name", cases.CASES)
def test_file_is_mxnets(name):
    assert cases.symbol(mx, name).tojson() + "\n" == (GOLDEN / "control_flow" / f"{name}-symbol.json").read_text() + "\n"


@pytest.mark.parametrize("name", cases.CASES)
def test_names_shapes_and_types(name):
    found, expected = json.loads(json.dumps(cases.facts(mx, name))), FACTS[name]
    for key in ("arguments", "outputs", "states"):
        assert found[key] == expected[key]
    for mine, theirs in zip(found["shapes"], expected["shapes"]):
        # MXNet knows no shapes of while_loop and cond before it runs them, jmx does.
        assert all(a == b or b == [] for a, b in zip(mine, theirs))
    for kind, parts in expected["types"].items():
        assert parts is None or found["types"][kind] == parts


@pytest.mark.parametrize("name", cases.CASES)
def test_values_and_gradients(name, numbers):
    for found in every_way(name, cases.symbol(mx, name)):
        agree(found, numbers, name)


@pytest.mark.parametrize("name", cases.CASES)
def test_files_of_mxnet_run(name, numbers):
    net = mx.sym.load(str(GOLDEN / "control_flow" / f"{name}-symbol.json"))
    assert net.tojson() == cases.symbol(mx, name).tojson()
    for found in every_way(name, net):
        agree(found, numbers, name)


@pytest.mark.parametrize("name", cases.CASES)
def test_shapes_of_everything_by_simple_bind(name):
    net = cases.symbol(mx, name)
    shapes = cases.CASES[name][1]
    told = {k: s for k, s in shapes.items() if k in cases.KNOWN.get(name, shapes) and k in net.list_arguments()}
    bound = net.simple_bind(mx.cpu(), **told)
    assert {k: a.shape for k, a in bound.arg_dict.items()} == {k: shapes[k] for k in net.list_arguments()}
    assert [o.shape for o in bound.outputs] == [tuple(s) for s in net.infer_shape(**told)[1]]


# ---- what MXNet cannot do, or leaves undefined


def test_rows_after_the_last_iteration_are_zero():
    i, s = mx.sym.var("i"), mx.sym.var("s")
    out, _ = mx.sym.contrib.while_loop(lambda i, s: i < 2, lambda i, s: (s, [i + 1, s]), [i, s], max_iterations=5)
    bound = out.bind(mx.cpu(), {"i": mx.nd.zeros(1), "s": mx.nd.ones(3)})
    for _ in range(2):
        found = bound.forward()[0].asnumpy()
        np.testing.assert_array_equal(found, [[1, 1, 1]] * 2 + [[0, 0, 0]] * 3)


def test_a_loop_that_never_runs_makes_zeros_and_touches_nothing():
    n, x = mx.sym.var("n"), mx.sym.var("x")

    def body(n, x):
        return mx.sym.BatchNorm(x, fix_gamma=False, name="bn"), [n + 1, x * 1]

    out, last = mx.sym.contrib.while_loop(lambda n, x: n < 0, body, [n, x], max_iterations=3)
    bound = mx.sym.Group([out, *last]).simple_bind(mx.cpu(), n=(1,), x=(4, 2))
    bound.arg_dict["x"][:] = mx.nd.array(np.arange(8).reshape(4, 2))
    for _ in range(2):
        rows, count, same = bound.forward(is_train=True)
        assert rows.shape == (3, 4, 2) and not rows.asnumpy().any() and count.asscalar() == 0
        np.testing.assert_array_equal(same.asnumpy(), bound.arg_dict["x"].asnumpy())
        assert not bound.arg_dict["bn_moving_mean"].asnumpy().any()
        bound.backward([mx.nd.ones(o.shape) for o in bound.outputs])
        np.testing.assert_array_equal(bound.grad_dict["x"].asnumpy(), np.ones((4, 2)))


def test_values_that_vanish_after_the_end_do_not_spoil_gradients():
    """The body would divide by zero if it ran once more."""
    n, x = mx.sym.var("n"), mx.sym.var("x")
    _, states = mx.sym.contrib.while_loop(lambda n, x: n > 0, lambda n, x: (None, [n - 1, x / n]), [n, x], max_iterations=8)
    grads = {"n": mx.nd.zeros(1), "x": mx.nd.zeros(1)}
    bound = states[1].bind(mx.cpu(), {"n": mx.nd.array([3]), "x": mx.nd.array([12])}, grads)
    for _ in range(2):
        assert bound.forward(is_train=True)[0].asscalar() == 2
        bound.backward(mx.nd.ones(1))
        np.testing.assert_allclose(bound.grad_dict["x"].asnumpy(), [1 / 6], rtol=1e-6)
        np.testing.assert_allclose(bound.grad_dict["n"].asnumpy(), [-12 * (2 * 1 + 3 * 1 + 3 * 2) / 36], rtol=1e-6)


def test_branches_of_different_shapes_and_growing_variables():
    a = mx.sym.var("a")
    out = mx.sym.contrib.cond(mx.sym.sum(a) < 5, lambda: mx.sym.reshape(a, shape=(2, 1)), lambda: a * 3)
    assert out.infer_shape_partial(a=(2,))[1] == [()]
    for value, shape in ((1, (2, 1)), (4, (2,))):
        grad = mx.nd.zeros(2)
        bound = out.bind(mx.cpu(), {"a": mx.nd.full(2, value)}, {"a": grad})
        for _ in range(2):
            assert bound.forward(is_train=True)[0].shape == shape
            bound.backward(mx.nd.ones(shape))
            np.testing.assert_array_equal(grad.asnumpy(), [1 if len(shape) == 2 else 3] * 2)
    i, s = mx.sym.var("i"), mx.sym.var("s")
    _, last = mx.sym.contrib.while_loop(
        lambda i, s: i < 3, lambda i, s: (None, [i + 1, mx.sym.concat(s, s, dim=0)]), [i, s], max_iterations=9
    )
    bound = last[1].bind(mx.cpu(), {"i": mx.nd.zeros(1), "s": mx.nd.ones(1)})
    assert [bound.forward()[0].shape for _ in range(2)] == [(8,), (8,)]


def test_loops_and_branches_inside_foreach():
    """MXNet cannot bind this: it does not infer shapes through cond."""
    data, s = mx.sym.var("data"), mx.sym.var("s")

    def body(x, s):
        y = mx.sym.contrib.cond(mx.sym.sum(x) > 0, lambda: s * 2, lambda: s - x)
        return y, y

    out, last = mx.sym.contrib.foreach(body, data, s)
    values = np.array([[1, 1], [-1, -2], [3, 1]], "float32")
    args = {"data": mx.nd.array(values), "s": mx.nd.array([1, 2])}
    grads = {"data": mx.nd.zeros((3, 2)), "s": mx.nd.zeros(2)}
    bound = mx.sym.Group([out, last]).bind(mx.cpu(), args, grads)
    for _ in range(2):
        found = bound.forward(is_train=True)
        np.testing.assert_array_equal(found[0].asnumpy(), [[2, 4], [3, 6], [6, 12]])
        bound.backward([mx.nd.zeros((3, 2)), mx.nd.ones(2)])
        np.testing.assert_array_equal(grads["s"].asnumpy(), [4, 4])
        np.testing.assert_array_equal(grads["data"].asnumpy(), [[0, 0], [-2, -2], [0, 0]])


def test_moving_statistics_pass_from_iteration_to_iteration(monkeypatch):
    """A BatchNorm in the body, whose statistics MXNet lists among the arguments."""
    data = mx.sym.var("data")

    def body(x, s):
        return mx.sym.BatchNorm(x, momentum=0.5, fix_gamma=False, name="bn"), s + x

    monkeypatch.setenv("JMX_BATCHNORM_STATISTICS", "forward")
    out, _ = mx.sym.contrib.foreach(body, data, mx.sym.var("s"))
    assert out.list_auxiliary_states() == []
    assert out.list_arguments() == ["data", "s", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"]
    values = np.random.RandomState(0).uniform(-1, 1, (3, 4, 2)).astype("float32")
    mean = np.zeros(2, "float32")
    for x in values:
        mean = mean * 0.5 + x.mean(axis=0) * 0.5
    for compiled in (False, True):
        bound = out.simple_bind(mx.cpu(), grad_req="null", data=values.shape, s=(4, 2))
        if compiled:
            bound.forward(is_train=False)
        bound.arg_dict["data"][:] = values
        bound.arg_dict["bn_gamma"][:] = 1
        bound.arg_dict["bn_moving_var"][:] = 1
        bound.forward(is_train=False)
        assert not bound.arg_dict["bn_moving_mean"].asnumpy().any()
        bound.forward(is_train=True)
        np.testing.assert_allclose(bound.arg_dict["bn_moving_mean"].asnumpy(), mean, rtol=1e-5)


@pytest.mark.parametrize("loop", ["foreach", "while_loop"])
def test_every_iteration_draws_anew(loop):
    x, s = mx.sym.var("x"), mx.sym.var("s")
    if loop == "foreach":
        out, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.Dropout(s, p=0.5), s + x), x, s)
    else:
        out, _ = mx.sym.contrib.while_loop(
            lambda n, s: mx.sym.sum(n) < 2.5, lambda n, s: (mx.sym.Dropout(s, p=0.5), [n + 1, s]), [x, s], max_iterations=3
        )
    bound = out.bind(mx.cpu(), {"x": mx.nd.zeros((3, 200) if loop == "foreach" else 1), "s": mx.nd.ones(200)})
    seen = []
    for _ in range(3):
        rows = bound.forward(is_train=True)[0].asnumpy()
        assert rows.shape == (3, 200) and set(np.unique(rows)) == {0, 2}
        seen += [tuple(r) for r in rows]
    assert len(set(seen)) == 9
    np.testing.assert_array_equal(bound.forward(is_train=False)[0].asnumpy(), np.ones((3, 200)))


def test_operators_in_python_inside_the_body():
    class Double(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    @mx.operator.register("control_flow_double")
    class DoubleProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, shapes, dtypes):
            return Double()

    x, s = mx.sym.var("x"), mx.sym.var("s")
    out, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.Custom(x, op_type="control_flow_double") + s, s + x), x, s)
    grads = {"x": mx.nd.zeros((2, 2)), "s": mx.nd.zeros(2)}
    bound = out.bind(mx.cpu(), {"x": mx.nd.ones((2, 2)), "s": mx.nd.ones(2)}, grads)
    for _ in range(2):
        np.testing.assert_array_equal(bound.forward(is_train=True)[0].asnumpy(), [[3, 3], [4, 4]])
        bound.backward(mx.nd.ones((2, 2)))
        np.testing.assert_array_equal(grads["x"].asnumpy(), [[3, 3], [2, 2]])
        np.testing.assert_array_equal(grads["s"].asnumpy(), [2, 2])


def test_sparse_arrays_outside_of_the_body():
    w, x, s = mx.sym.var("w", stype="csr"), mx.sym.var("x"), mx.sym.var("s")
    out, _ = mx.sym.contrib.foreach(lambda x, s: (x + s, s + x), mx.sym.dot(w, x), s)
    values = {"w": mx.nd.ones((2, 2)).tostype("csr"), "x": mx.nd.ones((2, 2)), "s": mx.nd.ones(2)}
    bound = out.bind(mx.cpu(), values)
    for _ in range(2):
        np.testing.assert_array_equal(bound.forward()[0].asnumpy(), [[3, 3], [5, 5]])


def test_monitors_see_the_node_from_outside():
    x, s = mx.sym.var("x"), mx.sym.var("s")
    out, last = mx.sym.contrib.foreach(lambda x, s: (x * s, s + x), x, s)
    bound = mx.sym.Group([out, last]).bind(mx.cpu(), {"x": mx.nd.ones((2, 2)), "s": mx.nd.ones(2)})
    seen = []
    bound.set_monitor_callback(lambda name, array: seen.append((name, array.shape)))
    bound.forward()
    assert [s for s in seen if "_foreach" in s[0]] == [(f"{out.name}_output0", (2, 2)), (f"{out.name}_output1", (2,))]


def test_whole_numbers_stay_exact():
    i, s = mx.sym.var("i", dtype="int64"), mx.sym.var("s", dtype="int64")
    _, states = mx.sym.contrib.while_loop(lambda i, s: i <= 3, lambda i, s: (None, [i + 1, s * 4099]), [i, s], max_iterations=7)
    bound = mx.sym.Group(states).bind(mx.cpu(), {"i": mx.nd.array([1], dtype="int64"), "s": mx.nd.array([4099], dtype="int64")})
    for _ in range(2):
        found = bound.forward()
        assert [f.dtype for f in found] == [np.int64, np.int64] and [f.asscalar() for f in found] == [4, 4099**4]


def test_one_program_per_shape(monkeypatch):
    """The body is traced a few times, however many iterations and calls there are."""
    data, s = mx.sym.var("data"), mx.sym.var("s")
    traced = []
    multiply = REGISTRY["elemwise_mul"]
    real = multiply.fn
    monkeypatch.setattr(multiply, "fn", lambda *args, **more: traced.append(1) or real(*args, **more))
    out, _ = mx.sym.contrib.foreach(lambda x, s: (x * s, s + 1), data, s)
    bound = out.bind(mx.cpu(), {"data": mx.nd.ones((50, 2)), "s": mx.nd.ones(2)})
    for _ in range(4):
        bound.forward()
    many = len(traced)
    for _ in range(20):
        bound.forward()
    assert len(traced) == many < 20
    again = mx.sym.load_json(out.tojson()).bind(mx.cpu(), {"data": mx.nd.ones((50, 2)), "s": mx.nd.ones(2)})
    assert again._program is bound._program


# ---- composition


def test_bodies_have_names_of_their_own():
    mx.AttrScope._subgraph_names.clear()
    data, s = mx.sym.var("data"), mx.sym.var("s")

    def inner(x, s):
        return mx.sym.contrib.foreach(lambda y, t: (y + t, t), x, s, name="in")

    mx.sym.contrib.foreach(inner, data, s, name="out")
    mx.sym.contrib.cond(s, lambda: s, lambda: s * 2)
    assert dict(mx.AttrScope._subgraph_names) == {"out": 1, "out0$in": 1, "cond_pred": 1, "cond_then": 1, "cond_else": 1}


def test_copies_and_composition_keep_the_bodies():
    import copy
    import pickle

    data, s = mx.sym.var("data"), mx.sym.var("s")
    out, _ = mx.sym.contrib.foreach(lambda x, s: (x + s, s * 2), data, s)
    text = out.tojson()
    inner = out.get_internals()[f"{out.name}_output0"]
    for other in (copy.copy(out), copy.deepcopy(out), pickle.loads(pickle.dumps(out)), inner):
        assert other.tojson() == text
    doubled = copy.deepcopy(out)(data=mx.sym.var("raw") * 2)
    found = doubled.eval(raw=mx.nd.ones((2, 1)), s=mx.nd.ones(1))[0]
    np.testing.assert_array_equal(found.asnumpy(), [[3], [4]])
    assert out.tojson() == text


def _foreach(body, data=None, states=None):
    x, s = mx.sym.var("x"), mx.sym.var("s")
    return mx.sym.contrib.foreach(body, x if data is None else data, s if states is None else states)


def _while(cond, func, loop_vars=None, **more):
    variables = [mx.sym.var("i"), mx.sym.var("s")] if loop_vars is None else loop_vars
    return mx.sym.contrib.while_loop(cond, func, variables, **{"max_iterations": 3, **more})


def _cond(pred=None, then=None, other=None):
    s = mx.sym.var("s")
    return mx.sym.contrib.cond(s if pred is None else pred, then or (lambda: s), other or (lambda: s))


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda: _foreach(lambda a, b: (a, b), data=3), AssertionError, "foreach input must be"),
        (lambda: _foreach(lambda a, b: (a, b), states=3), AssertionError, "foreach states must be"),
        (lambda: _foreach(lambda a, b: (3, b)), AssertionError, "foreach output must be"),
        (lambda: _foreach(lambda a, b: (None, b)), AssertionError, "foreach output must be"),
        (lambda: _foreach(lambda a, b: (b, b)), AssertionError, "the data arrays have to be used"),
        (lambda: _foreach(lambda a, b: (a, a)), AssertionError, "the state arrays have to be used"),
        (lambda: _foreach(lambda a, b: (a, [b])), AssertionError, "different format"),
        (lambda: _foreach(lambda a, b: (a + mx.sym.var("q") * mx.sym.var("q"), b)), AssertionError, "unique names"),
        (lambda: _foreach(lambda a, b: (a + b, b), mx.sym.var("x"), mx.sym.var("x")), AssertionError, "unique names"),
        (lambda: _while(lambda i, s: i, lambda i, s: (i, [i, s]), max_iterations=None), ValueError, "should be specified"),
        (lambda: _while(lambda i, s: i, lambda i, s: (i, [i, s]), max_iterations="q"), ValueError, "Cannot convert max_it"),
        (lambda: _while(lambda i, s: i, lambda i, s: (i, [i, s]), max_iterations=0), mx.MXNetError, "greater equal to 1"),
        (lambda: _while(lambda: 1, lambda: (1, 1), []), ValueError, "at least one element"),
        (lambda: _while(lambda i: i, lambda i: (i, i), [3]), AssertionError, "while loop_vars must be"),
        (lambda: _while(lambda i, s: True, lambda i, s: (i, [i, s])), ValueError, "Return of cond must be a Symbol"),
        (lambda: _while(lambda i, s: i, lambda i, s: (i, [i])), ValueError, "number of loop_vars should be consistent"),
        (lambda: _while(lambda i, s: i, lambda i, s: (None, None)), ValueError, "number of loop_vars should be consistent"),
        (lambda: _while(lambda i, s: i, lambda i, s: (4, [i, s])), AssertionError, "while output must be"),
        (lambda: _while(lambda i, s: i, lambda i, s: (i, [i, i])), ValueError, "2-th loop_var doesn't involve"),
        (lambda: _cond(pred=1), AssertionError, "cond outputs must be"),
        (lambda: _cond(then=lambda: 3), AssertionError, "cond outputs must be"),
        (lambda: _cond(other=lambda: [mx.sym.var("a"), mx.sym.var("b")]), ValueError, "Number of outputs differs"),
        (lambda: _cond(then=list, other=list), TypeError, "Expected a list of symbols"),
    ],
)
def test_what_is_refused(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_shapes_that_contradict():
    out, last = _foreach(lambda a, b: (a[0] * a[1], b + a[0]), data=[mx.sym.var("x"), mx.sym.var("y")])
    net = mx.sym.Group([out, last])
    with pytest.raises(mx.MXNetError, match=r"_foreach\d+: Shape inconsistent, Provided = \[4,2\], inferred shape=\[3,2\]"):
        net.infer_shape(x=(3, 2), y=(4, 2), s=(2,))
    with pytest.raises(mx.MXNetError, match=r"_foreach\d+: Error in operator _plus\d+: .*expected \[\d\], got \[\d\]"):
        net.infer_shape(x=(3, 2), s=(5,))
    with pytest.raises(mx.MXNetError, match="Type inconsistent|Incompatible attr"):
        net.infer_type(x="float32", s="float16")


def test_a_condition_is_one_number():
    a = mx.sym.var("a")
    for net in (
        mx.sym.contrib.cond(a < 5, lambda: a, lambda: a * 2),
        mx.sym.contrib.while_loop(lambda x: x < 3, lambda x: (None, x * 2), a, max_iterations=2)[1],
    ):
        bound = net.bind(mx.cpu(), {"a": mx.nd.ones(2)})
        for _ in range(2):
            with pytest.raises(mx.MXNetError, match=r"(_cond|_while_loop)\d+: The condition of .* must be one number.*\(2,\)"):
                bound.forward()


def test_damaged_files():
    text = cases.symbol(mx, "while_sum").tojson()
    data = json.loads(text)
    (node,) = (n for n in data["nodes"] if n["op"] == "_while_loop")
    whole = dict(node["attrs"])
    shapes = dict.fromkeys("isk", (1,))
    graphs = node.pop("subgraphs")
    with pytest.raises(mx.MXNetError, match=r"_while_loop\d+: _while_loop needs 2 graphs"):
        mx.sym.load_json(json.dumps(data)).infer_shape(**shapes)
    node["subgraphs"] = graphs
    node["attrs"]["func_input_locs"] = "[0, 1]"
    with pytest.raises(mx.MXNetError, match="its graph 'func' has 3 inputs; the attributes of _while_loop speak of 2"):
        mx.sym.load_json(json.dumps(data)).infer_shape(**shapes)
    node["attrs"] = {**whole, "func_input_locs": "[0, 1, 7]"}
    with pytest.raises(mx.MXNetError, match="takes inputs"):
        mx.sym.load_json(json.dumps(data)).infer_shape(**shapes)
    with pytest.raises(mx.MXNetError, match="runs graphs, which arrays cannot carry"):
        mx.nd._internal._while_loop(mx.nd.ones(1), num_args=3, **{k: v for k, v in whole.items() if k != "num_args"})
