"""Operators in Python: what MXNet tells them and makes of them, errors, and how they sit among compiled programs."""

import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import jmx as mx

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "golden"))
import custom_cases as cases

with open(os.path.join(HERE, "golden", "custom.json")) as file:
    GOLDEN = json.load(file)


@pytest.mark.parametrize("name", cases.CASES)
def test_as_mxnet(name):
    found = json.loads(json.dumps(cases.outcome(mx, name)))
    assert found["told"] == GOLDEN[name]["told"]
    _same(found["result"], GOLDEN[name]["result"])


def _same(found, expected):
    if isinstance(expected, list) and expected and isinstance(expected[0], (float, list)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            _same(a, b)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-5, abs=1e-5)
    else:
        assert found == expected


def register(name, forward=None, backward=None, **methods):
    """Register an operator made of functions."""

    class Op(mx.operator.CustomOp):
        pass

    if forward:
        Op.forward = forward
    if backward:
        Op.backward = backward
    methods.setdefault("create_operator", lambda self, ctx, shapes, dtypes: Op())
    mx.operator.register(name)(type("Prop", (mx.operator.CustomOpProp,), methods))


def copying(self, is_train, req, in_data, out_data, aux):
    self.assign(out_data[0], req[0], in_data[0])


def failing(self, *args, **kwargs):
    raise KeyError("the user's own failure")


X = mx.nd.array([[1, 2], [3, 4]])


@pytest.mark.parametrize("where", ["eager", "executor", "hybridized"])
def test_errors_of_forward_keep_the_traceback(where):
    register("t_failing", failing)
    if where == "eager":
        call = lambda: mx.nd.Custom(X, op_type="t_failing")
    elif where == "executor":
        call = lambda: mx.sym.Custom(mx.sym.var("x"), op_type="t_failing").eval(x=X)
    else:
        net = mx.gluon.nn.HybridLambda(lambda F, x: F.Custom(x, op_type="t_failing"))
        net.hybridize()
        call = lambda: net(X)
    with pytest.raises(mx.MXNetError, match="the user's own failure") as info:
        call()
    assert "in failing" in str(info.value) and "t_failing" in str(info.value)
    cause = info.value
    while cause.__cause__ is not None:
        cause = cause.__cause__
    assert isinstance(cause, KeyError)


def test_errors_of_backward_leave_gradients_alone():
    register("t_failing_back", copying, failing)
    x = X.copy()
    x.attach_grad()
    x.grad[:] = 7
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="t_failing_back")
    with pytest.raises(mx.MXNetError, match="CustomOp.backward of t_failing_back"):
        y.backward()
    assert (x.grad.asnumpy() == 7).all()


@pytest.mark.parametrize("kwargs, message", [
    ({}, "Required argument `op_type` is missing"),
    ({"op_type": "t_nowhere"}, "Cannot find custom operator t_nowhere"),
    ({"op_type": "t_plain", "surprise": 1}, "unexpected keyword argument 'surprise'"),
])  # fmt: skip
def test_refusals(kwargs, message):
    register("t_plain", copying)
    with pytest.raises(mx.MXNetError, match=message):
        mx.nd.Custom(X, **kwargs)
    with pytest.raises(mx.MXNetError, match=message):
        mx.sym.Custom(mx.sym.var("x"), **kwargs)


def test_wrong_number_of_inputs():
    register("t_plain", copying)
    with pytest.raises(mx.MXNetError, match="2 inputs given; expected 1: data"):
        mx.nd.Custom(X, X, op_type="t_plain")


@pytest.mark.parametrize("name, answer, message", [
    ("infer_shape", ([(2, 2)],), "must return 2 or 3 lists"),
    ("infer_shape", ([(2, 2)], [(2, 2), (1,)]), "expecting 1 entries in returned output values, got 2"),
    ("infer_shape", ([(3, 2)], [(2, 2)]), r"data has shape \(2, 2\), its infer_shape says \(3, 2\)"),
    ("infer_type", ([np.float32, np.float32], [np.float32]), "expecting 1 entries in returned input values, got 2"),
])  # fmt: skip
def test_wrong_descriptions(name, answer, message):
    register("t_wrong", copying, **{name: lambda self, given: answer})
    with pytest.raises(mx.MXNetError, match=message):
        mx.nd.Custom(X, op_type="t_wrong")


def test_registering_again_counts():
    def times(n):
        return lambda self, is_train, req, in_data, out_data, aux: self.assign(out_data[0], req[0], in_data[0] * n)

    for n in (2, 3):
        register("t_again", times(n))
        net = mx.sym.Custom(mx.sym.var("x"), op_type="t_again", name="c")
        assert (net.eval(x=X)[0].asnumpy() == X.asnumpy() * n).all()
        assert (mx.nd.Custom(X, op_type="t_again").asnumpy() == X.asnumpy() * n).all()


def test_an_executor_keeps_its_operator():
    def counting(self, is_train, req, in_data, out_data, aux):
        self.count = getattr(self, "count", 0) + 1
        self.assign(out_data[0], req[0], in_data[0] * 0 + self.count)

    register("t_counting", counting)
    net = mx.sym.Custom(mx.sym.var("x"), op_type="t_counting")
    first, second = (net.simple_bind(mx.cpu(), x=(1,)) for _ in range(2))
    assert [first.forward()[0].asscalar() for _ in range(3)] == [1, 2, 3]
    assert second.forward()[0].asscalar() == 1


def test_what_backward_does_not_need_is_not_there():
    seen = []

    def back(self, req, out_grad, in_data, out_data, in_grad, aux):
        seen.append([a.size for a in (*out_grad, *in_data, *out_data)])
        self.assign(in_grad[0], req[0], out_grad[0])

    register("t_dependency", copying, back, declare_backward_dependency=lambda self, heads, ins, outs: heads)
    x = X.copy()
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="t_dependency")
    y.backward()
    assert seen == [[4, 0, 0]] and (x.grad.asnumpy() == 1).all()


def test_inputs_are_safe_from_writes():
    def writing(self, is_train, req, in_data, out_data, aux):
        out_data[0][:] = in_data[0]
        mx.nd.elemwise_add(out_data[0], out_data[0], out=out_data[0])

    register("t_writing", writing)
    x = X.copy()
    y = mx.nd.Custom(x, op_type="t_writing")
    assert (x.asnumpy() == X.asnumpy()).all() and (y.asnumpy() == 2 * X.asnumpy()).all()


def test_element_types():
    register("t_halves", copying, infer_type=lambda self, kinds: (kinds, [np.float16], []))
    assert mx.nd.Custom(X, op_type="t_halves").dtype == np.float16
    net = mx.sym.Custom(mx.sym.var("x"), op_type="t_halves")
    assert net.infer_type(x="float64")[1] == [np.float16]
    register("t_plain", copying)
    x = mx.nd.array([2**53 + 1], dtype="int64")
    assert mx.nd.Custom(x, op_type="t_plain").asnumpy().tolist() == [2**53 + 1]


def test_inside_control_flow():
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)

    register("t_doubled", forward, backward)
    outs, _ = mx.sym.contrib.foreach(
        lambda x, s: (mx.sym.Custom(x, op_type="t_doubled") + s, s + 1), mx.sym.var("x"), mx.sym.var("s")
    )
    run = outs.bind(mx.cpu(), {"x": X, "s": mx.nd.zeros((2,))}, {"x": mx.nd.zeros((2, 2))})
    assert run.forward(is_train=True)[0].asnumpy().tolist() == [[2, 4], [7, 9]]
    run.backward(mx.nd.ones((2, 2)))
    assert run.grad_dict["x"].asnumpy().tolist() == [[2, 2], [2, 2]]


def test_under_load():
    """Operators that use large arrays inside, from several threads, among large programs: nothing may wait for each other."""

    def heavy(self, is_train, req, in_data, out_data, aux):
        y = mx.nd.dot(in_data[0], in_data[0])
        for _ in range(3):
            y = mx.nd.dot(y / 300, in_data[0])
        self.assign(out_data[0], req[0], y)

    def back(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], mx.nd.dot(out_grad[0], in_data[0]))

    register("t_heavy", heavy, back)
    x = mx.sym.var("x")
    for i in range(4):
        x = mx.sym.Custom(mx.sym.dot(x, x) / 300, op_type="t_heavy", name=f"c{i}")
        x = mx.sym.broadcast_div(x, mx.sym.max(x))
    done = []

    def work():
        run = x.bind(mx.cpu(), {"x": mx.nd.ones((300, 300))}, {"x": mx.nd.zeros((300, 300))})
        for _ in range(5):
            run.forward(is_train=True)
            run.backward(mx.nd.ones((300, 300)))
        done.append(float(run.outputs[0].max().asscalar()))

    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert done == [1.0] * 4


def test_module_trains_with_a_loss_of_ones_own():
    cases.operators(mx, [])
    rng = np.random.default_rng(0)
    label = rng.integers(0, 3, 60)
    data = rng.normal(size=(60, 4)).astype("float32")
    data[np.arange(60), label] += 4
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    net = mx.sym.Custom(net, op_type="case_loss", name="softmax")
    module = mx.mod.Module(net)
    batches = mx.io.NDArrayIter(data, label.astype("float32"), 20, label_name="softmax_label")
    module.fit(batches, num_epoch=8, optimizer_params={"learning_rate": 0.5})
    assert dict(module.score(batches, "acc"))["accuracy"] > 0.9


@pytest.mark.parametrize("kind", ["NumpyOp", "NDArrayOp"])
def test_former_interfaces(kind):
    class Doubled(getattr(mx.operator, kind)):
        def forward(self, in_data, out_data):
            out_data[0][:] = in_data[0] * 2

        def backward(self, out_grad, in_data, out_data, in_grad):
            in_grad[0][:] = out_grad[0] * 2

    with pytest.warns(UserWarning, match="Please use CustomOp"):
        op = Doubled()
    net = op(mx.sym.var("x"), name="twice")
    assert net.list_outputs() == ["twice_output"]
    run = net.bind(mx.cpu(), {"x": X}, {"x": mx.nd.zeros((2, 2))})
    assert (run.forward(is_train=True)[0].asnumpy() == 2 * X.asnumpy()).all()
    run.backward(X)
    assert (run.grad_dict["x"].asnumpy() == 2 * X.asnumpy()).all()


def test_listing():
    with open(os.path.join(HERE, "golden", "names.json")) as file:
        original = set(json.load(file)["operators"])
    # in a process of its own: other tests register operators
    code = "import json, jmx; print(json.dumps(jmx.operator.get_all_registered_operators()))"
    names = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    found = set(names)
    assert len(found) == len(names)
    # Nobody calls what begins with an underscore by its name; jmx has some of its own.
    assert _public(found) == _public(original)
    gradients = {name for name in found if name.startswith("_backward_")}
    assert gradients <= original
    # MXNet's benchmark of operators looks for these, to know whether it may call backward.
    of_public = {f"_backward_{name}" for name in _public(original)}
    assert gradients & of_public == original & of_public


def _public(names):
    return {name for name in names if not name.startswith("_")}


def test_arguments_of_an_operator():
    assert mx.operator.get_operator_arguments("_backward_Convolution") == (0, [], [])
    assert mx.operator.get_operator_arguments("clip").names == ["data", "a_min", "a_max"]
    with pytest.raises(mx.MXNetError, match="Cannot find operator"):
        mx.operator.get_operator_arguments("Convolutoin")


def test_sparse_arguments():
    cases.operators(mx, [])
    with pytest.raises(mx.MXNetError, match="doesnt allow non default stypes"):
        mx.nd.Custom(X.tostype("csr"), op_type="case_power")


def test_higher_derivatives_are_refused():
    cases.operators(mx, [])
    x = X.copy()
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="case_power")
        with pytest.raises(mx.MXNetError, match="no higher derivative"):
            mx.autograd.grad(y, x, create_graph=True)


def test_hooks_of_hybridized_blocks_see_the_outputs():
    cases.operators(mx, [])
    seen = []
    for op in (lambda F, x: F.Custom(x, op_type="case_power", name="power"), lambda F, x: Cube()(x)):
        net = mx.gluon.nn.HybridLambda(lambda F, x, op=op: op(F, x) + 1)
        net.hybridize()
        net(X)
        net.register_op_hook(lambda name, kind, array: seen.append(array.asnumpy().tolist()))
        net(X)
    assert [[1, 4], [9, 16]] in seen and [[1, 8], [27, 64]] in seen


def test_recorded_graphs_hold_the_operator():
    cases.operators(mx, [])
    x, state = X.copy(), mx.nd.zeros((2, 2))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.exp(mx.nd.Custom(x, state, op_type="case_power", states=1) / 10)
    graph = mx.autograd.get_symbol(y)
    assert graph.list_auxiliary_states() == ["var1"]
    again = graph.bind(mx.cpu(), {"var0": x}, aux_states={"var1": state}).forward()[0]
    np.testing.assert_allclose(again.asnumpy(), y.asnumpy(), rtol=1e-6)


class Cube(mx.autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * x * x

    def backward(self, dy):
        return 3 * self.saved_tensors[0] ** 2 * dy


class SumAndDifference(mx.autograd.Function):
    num_outputs = 2

    def forward(self, x, y):
        return x + y, x - y

    def backward(self, da, db):
        return da + db, da - db


def test_functions_in_hybridized_blocks():
    class Net(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.dense = mx.gluon.nn.Dense(3, weight_initializer=mx.init.Constant(0.5))

        def hybrid_forward(self, F, x):
            a, b = SumAndDifference()(Cube()(x), F.exp(x))
            return self.dense(a * b)

    found = []
    for hybridize in (False, True):
        net = Net()
        net.initialize()
        if hybridize:
            net.hybridize()
        for _ in range(2):
            x = X / 4
            x.attach_grad()
            with mx.autograd.record():
                first, second = net(x), net(2 * x)
                y = first + second
            y.backward()
        found.append((y.asnumpy(), x.grad.asnumpy(), net.dense.weight.grad().asnumpy()))
    for a, b in zip(*found):
        np.testing.assert_allclose(b, a, rtol=1e-5)


def test_functions_in_executors():
    run = mx.sym.exp(Cube()(mx.sym.var("x"))).simple_bind(mx.cpu(), x=(2,))
    run.arg_dict["x"][:] = 0.5
    np.testing.assert_allclose(run.forward(is_train=True)[0].asnumpy(), np.exp(0.125), rtol=1e-6)
    run.backward(mx.nd.ones((2,)))
    np.testing.assert_allclose(run.grad_dict["x"].asnumpy(), 0.75 * np.exp(0.125), rtol=1e-6)


def test_functions_in_graphs_say_how_many_outputs_they_have():
    class Two(mx.autograd.Function):
        def forward(self, x):
            return x, x

    with pytest.raises(mx.MXNetError, match="num_outputs"):
        Two()(mx.sym.var("x")).eval(x=X)
    with pytest.raises(TypeError, match="must be symbols"):
        Cube()(mx.sym.var("x"), X)


@pytest.mark.parametrize(
    ("method", "result", "told"),
    [
        ("infer_shape", lambda s: None, "TypeError"),
        ("infer_shape", lambda s: (s, [4], []), "TypeError"),
        ("infer_shape", lambda s: (s, ["ab"], []), "TypeError"),
        ("infer_shape", lambda s: (s, [(2.0, 2.0)], []), "TypeError"),
        ("infer_shape", lambda s: ([(3, 3)], [s[0]], []), r"data has shape \(2, 2\), its infer_shape says \(3, 3\)"),
        ("infer_type", lambda t: (t, ["foo"], []), "foo"),
        ("infer_type", lambda t: ([np.float64], [np.float64], []), "data has type float32, its infer_type says float64"),
    ],
)
def test_what_a_description_returns_is_checked(method, result, told):
    class Prop(mx.operator.CustomOpProp):
        pass

    setattr(Prop, method, lambda self, known: result(known))
    mx.operator.register("returns_something")(Prop)
    with pytest.raises(mx.MXNetError, match=rf"returns_something(?s:.*){told}"):
        mx.nd.Custom(mx.nd.ones((2, 2)), op_type="returns_something")
