"""`jmx.register_op`: functions of JAX as operators, everywhere where operators are called."""

import itertools
import pathlib
import re
import subprocess
import sys
from typing import Literal

import jax
import jax.numpy as jnp
import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

import jmx

_numbers = itertools.count()


def _fresh(word="own"):
    return f"{word}_{next(_numbers)}"


@jmx.register_op(shapes=lambda a, data: {"weight": (a.units, data.shape[-1])})
def own_dense(data, weight, *, units: int, act: Literal["none", "tanh"] = "none"):
    """data times the transposed weight."""
    y = data @ weight.T
    return jnp.tanh(y) if act == "tanh" else y


@jmx.register_op(outputs=2)
def own_sums(*xs, axes=(0,)):
    """The sum of the inputs, and that over axes."""
    total = sum(xs)
    return total, total.sum(axes)


def test_eager_hybridized_symbol_and_module_agree(tmp_path):
    x, w = np.random.rand(4, 3).astype("float32"), np.random.rand(2, 3).astype("float32")
    expected = np.tanh(x @ w.T)
    slope = (1 - expected**2).T @ x
    weight = mx.nd.array(w)
    weight.attach_grad()
    with mx.autograd.record():
        y = mx.nd.own_dense(mx.nd.array(x), weight, units=2, act="tanh")
    y.backward()
    np.testing.assert_allclose(y.asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(weight.grad.asnumpy(), slope, rtol=1e-4)

    class Net(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(2, 0), allow_deferred_init=True)

        def hybrid_forward(self, F, x, weight):
            return F.own_dense(x, weight, units=2, act="tanh")

    net = Net()
    net.initialize()
    net.hybridize()
    net(mx.nd.array(x))  # finds the shape of the weight
    assert net.weight.shape == (2, 3)
    net.weight.set_data(mx.nd.array(w))
    with mx.autograd.record():
        y = net(mx.nd.array(x))
    y.backward()
    np.testing.assert_allclose(y.asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(net.weight.grad().asnumpy(), slope, rtol=1e-4)
    net.export(str(tmp_path / "net"))
    block = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(block(mx.nd.array(x)).asnumpy(), expected, rtol=1e-5)

    symbol = mx.sym.own_dense(mx.sym.var("data"), units=2, act="tanh", name="own")
    assert symbol.infer_shape(data=(4, 3)) == ([(4, 3), (2, 3)], [(4, 2)], [])
    assert symbol.infer_type(data="float16")[1] == [np.float16]
    module = mx.mod.Module(mx.sym.load_json(symbol.tojson()), label_names=None)
    module.bind([("data", (4, 3))])
    module.init_params()
    module.set_params({"own_weight": mx.nd.array(w)}, {})
    module.forward(mx.io.DataBatch([mx.nd.array(x)]), is_train=True)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), expected, rtol=1e-5)
    module.backward([mx.nd.ones((4, 2))])
    np.testing.assert_allclose(module._exec_group.grad_arrays[-1][0].asnumpy(), slope, rtol=1e-4)


def test_any_number_of_inputs_several_outputs_and_numpy_arrays():
    total, over = mx.nd.own_sums(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)), axes=(0, 1))
    assert total.shape == (2, 3) and over.asnumpy() == 12
    symbol = mx.sym.own_sums(mx.sym.var("a"), mx.sym.var("b"), axes=(1,))
    assert mx.sym.load_json(symbol.tojson()).infer_shape(a=(2, 3), b=(2, 3))[1] == [(2, 3), (2,)]
    y = mx.npx.own_dense(mx.np.ones((1, 2)), mx.np.ones((3, 2)), units=3)
    assert isinstance(y, mx.np.ndarray) and y.tolist() == [[2, 2, 2]]


def test_a_file_in_a_process_that_does_not_declare_the_operator(tmp_path):
    path = tmp_path / "s.json"
    mx.sym.own_dense(mx.sym.var("data"), units=2, name="own").save(str(path))
    code = f"import mxnet as mx\ntry: mx.sym.load({str(path)!r})\nexcept mx.base.MXNetError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert re.search(r"Operator own_dense is not registered: node 2 \(own\).*jmx.register_op", done.stdout), done.stderr


def _default(x, y=1):
    return x


def _keywords(x, **more):
    return x


def _nothing(*, a=1):
    return a


def _unclear(x, *, a=None):
    return x


def _wrong_kind(x, *, a: dict = {}):
    return x


def _mixed(x, *more):
    return x


def _reserved(x, *, out=1):
    return x


@pytest.mark.parametrize("fn, message", [
    (3, "needs a function of jax arrays, got int"), (lambda x: x, "'<lambda>' is no name for an operator"),
    (_default, r"y=1 is positional.*\(\.\.\., \*, y=1\)"), (_keywords, r"\*\*more names no attributes"),
    (_nothing, "needs an input"), (_unclear, "of what kind is a"), (_wrong_kind, "the attribute a is annotated.*Literal"),
    (_mixed, r"\*more stands after other inputs"), (_reserved, "have a parameter out"),
])  # fmt: skip
def test_functions_that_are_refused(fn, message):
    name = None if not callable(fn) or "lambda" in fn.__name__ else _fresh("refused")
    with pytest.raises(TypeError, match=message):
        jmx.register_op(fn, name=name)
    assert name is None or not hasattr(mx.nd, name)


def test_names_that_exist_and_bad_declarations():
    for name, message in (
        ("relu", "the operator relu exists"),
        ("own_dense", "own_dense exists"),
        ("NDArray", "mx.ndarray.NDArray"),
    ):
        with pytest.raises(MXNetError, match=message):
            jmx.register_op(lambda x: x, name=name)
    with pytest.raises(TypeError, match="outputs=0; expected"):
        jmx.register_op(lambda x: x, name=_fresh(), outputs=0)
    with pytest.raises(TypeError, match="shapes takes weight, which is no input"):
        jmx.register_op(lambda x: x, name=_fresh(), shapes=lambda a, weight: {})


def test_errors_of_calls_name_the_operator():
    x = mx.nd.ones((2, 3))
    with pytest.raises(MXNetError, match="own_dense.*1 inputs given; expected 2: data, weight"):
        mx.nd.own_dense(x, units=2)
    with pytest.raises(MXNetError, match="Required parameter units of int.*own_dense"):
        mx.nd.own_dense(x, x)
    with pytest.raises(MXNetError, match="act.*'none', 'tanh'.*own_dense"):
        mx.nd.own_dense(x, x, units=2, act="thanh")
    with pytest.raises(MXNetError, match="Error in operator own_dense: TypeError"):
        mx.nd.own_dense(x, mx.nd.ones((2, 4)), units=2)
    bad, text = _fresh(), _fresh()
    jmx.register_op(lambda x: (x, x), name=bad)
    jmx.register_op(lambda x: "x", name=text)
    with pytest.raises(MXNetError, match=f"{bad}: it returned 2 arrays.*outputs=1"):
        getattr(mx.nd, bad)(x)
    with pytest.raises(MXNetError, match=f"{text}: the function returned a str"):
        getattr(mx.nd, text)(x)


def test_the_examples_of_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = pathlib.Path(__file__).parents[2] / "docs/own_operators.md"
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 6
    names = {"__name__": "page"}
    for block in blocks:
        exec(compile("\n" * text[: text.index(block)].count("\n") + block, str(page), "exec"), names)
    a, b = mx.nd.ones(4), mx.nd.ones(4)
    a.attach_grad(), b.attach_grad()
    with mx.autograd.record():
        y = mx.nd.add_twice(a, b)
    y.backward()
    assert a.grad.asnumpy().tolist() == [1] * 4 and b.grad.asnumpy().tolist() == [2] * 4
    bound = mx.sym.add_twice(mx.sym.var("a"), mx.sym.var("b")).bind(mx.cpu(), {"a": a, "b": b})
    assert bound.forward()[0].asnumpy().tolist() == [3] * 4
    assert jax.default_backend() != "cpu" or "interpret=True" in text
