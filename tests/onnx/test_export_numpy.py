"""The ONNX forms of the NumPy interface's operators, and of random numbers."""

import pathlib
import sys

import numpy as np
import pytest

import jmx as mx

pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
ort = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from export_cases import Cases, Numbers, check

P, X = mx.sym.np, mx.sym.npx
_numbers = Numbers(3)
floats, positive, whole = _numbers.floats, _numbers.positive, _numbers.whole
A, B, INTS = floats(2, 3), floats(2, 3), whole(1, 6, 2, 3, dtype=np.int32)

CASES = Cases()


def case(name, function, *values, **options):
    CASES.add(name, lambda *inputs: function(*[x.as_np_ndarray() for x in inputs]), *values, **options)


for (
    _name
) in "absolute arctan cbrt ceil cos cosh degrees exp expm1 fix floor negative radians rint sign sin sinh square tan tanh".split():
    case(_name, getattr(P, _name), A)
for _name in "log log10 log1p log2 sqrt reciprocal".split():
    case(_name, getattr(P, _name), np.abs(A) + 0.1)
_TWO = "add subtract multiply mod maximum minimum equal not_equal greater less greater_equal less_equal copysign arctan2 hypot"
for _name in _TWO.split():
    case(_name, getattr(P, _name), A, B)
case("true_divide", P.true_divide, A, B + 3)
case("true_divide of integers", P.true_divide, INTS, INTS[::-1].copy())
case("power", P.power, np.abs(A), B)
case("add of two types", P.add, A, INTS)
case("ldexp", P.ldexp, A, B)
case("numbers", lambda x: (2 - x * 3) / 4 + 1 / x + x**2, np.abs(A) + 0.5)
case("numbers and integers", lambda x: x * 3 % 4, INTS)
case("comparison with a number", lambda x: x > 0.25, A)
case("logical_not", P.logical_not, whole(0, 2, 2, 3))
for _name in "isnan isinf isfinite isposinf isneginf".split():
    case(_name, getattr(P, _name), np.array([[1, np.nan, np.inf], [-np.inf, 0, -1]], np.float32))
case("nan_to_num", P.nan_to_num, np.array([[1, np.nan, np.inf], [-np.inf, 0, -1]], np.float32))
case("around", lambda x: P.around(x, 1), A)
for _name in ("sum", "mean", "prod", "max", "min", "std", "var"):
    _f = getattr(P, _name)
    case(f"{_name} over an axis", lambda x, _f=_f: _f(x, axis=1), floats(2, 3, 4))
    case(f"{_name} of all", lambda x, _f=_f: _f(x), A, open_=None)
case("mean of integers", lambda x: P.mean(x, axis=1), INTS)
case("any", lambda x: P.any(x, axis=1), whole(0, 2, 2, 3))
case("all", lambda x: P.all(x, axis=1, keepdims=True), whole(0, 2, 2, 3))
case("argmax", lambda x: P.argmax(x, axis=1), A)
case("cumsum", lambda x: P.cumsum(x, axis=1), A)
case("norm", lambda x: P.linalg.norm(x, axis=1), A)
case("reshape", lambda x: P.reshape(x, (-1, 6)), floats(2, 3, 4))
case("npx.reshape", lambda x: X.reshape(x, (-2, -5, -4)), floats(2, 3, 4, 5))
case("transpose", lambda x: P.transpose(x, (2, 0, 1)), floats(2, 3, 4))
case("moveaxis", lambda x: P.moveaxis(x, 0, -1), floats(2, 3, 4))
case("swapaxes", lambda x: P.swapaxes(x, 0, 2), floats(2, 3, 4))
case("squeeze", lambda x: P.squeeze(x, axis=1), floats(2, 1, 3))
case("expand_dims", lambda x: P.expand_dims(x, 1), A)
case("concatenate", lambda x, y: P.concatenate([x, y], axis=1), A, B)
case("stack", lambda x, y: P.stack([x, y], axis=1), A, B)
for _name in ("vstack", "hstack", "dstack", "column_stack"):
    case(_name, lambda x, y, _n=_name: getattr(P, _n)([x, y]), A, B)
case("split", lambda x: mx.sym.Group(list(P.split(x, 3, axis=1))), A)
case("hsplit", lambda x: mx.sym.Group(list(P.hsplit(x, 3))), A)
case("tile", lambda x: P.tile(x, (2, 2)), A)
case("repeat", lambda x: P.repeat(x, 2, axis=1), A)
case("flip", lambda x: P.flip(x, 1), A)
case("roll", lambda x: P.roll(x, 1, axis=1), A, open_=None)
case("rot90", P.rot90, A, open_=None)
case("tril", P.tril, A, open_=None)
case("diag", P.diag, A, open_=None)
case("trace", P.trace, A, open_=None)
case("diff", lambda x: P.diff(x, axis=1), A)
case("pad", lambda x: P.pad(x, ((0, 0), (1, 2)), "constant", constant_values=1.5), A)
case("broadcast_to", lambda x: P.broadcast_to(x, (4, 2, 3)), A, open_=None)
case("where", P.where, whole(0, 2, 2, 3), A, B)
case("clip", lambda x: P.clip(x, -0.5, 0.5), A)
case("dot", P.dot, A, floats(3, 4), open_=None)
case("matmul", P.matmul, floats(2, 3, 4), floats(2, 4, 5))
case("tensordot", lambda x, y: P.tensordot(x, y, 1), A, floats(3, 4), open_=None)
case("tensordot of axes", lambda x, y: P.tensordot(x, y, ([1, 0], [0, 1])), A, floats(3, 2), open_=None)
case("einsum", lambda x, y: P.einsum("bij,bjk->bik", x, y), floats(2, 3, 4), floats(2, 4, 5))
case("take", lambda x, i: P.take(x, i, axis=1), A, whole(0, 3, 2, dtype=np.int32), open_=None)
case("zeros_like", P.zeros_like, A)
case("arange", lambda x: x + P.arange(3), A)
case("npx.relu", X.relu, A)
case("npx.sigmoid", X.sigmoid, A)
case("npx.softmax", lambda x: X.softmax(x, axis=-1), A)
case("npx.one_hot", lambda x: X.one_hot(x, 4), whole(0, 4, 3, dtype=np.int32))
case("npx.layer_norm", lambda x, g, b: X.layer_norm(x, g, b), A, floats(3), floats(3), open_=None)
case("npx.fully_connected", lambda x, w: X.fully_connected(x, w, num_hidden=4, no_bias=True), A, floats(4, 3), open_=None)


@pytest.mark.parametrize("name, opset", CASES.pairs())
def test_operator(tmp_path, name, opset):
    """The file's outputs are those of the graph, whatever size its open dimension has."""
    with mx.util.np_shape(True):
        check(CASES.run(name, tmp_path, opset))


@pytest.mark.parametrize("draw, low, high", [
    (lambda: mx.sym.random.uniform(2, 3, shape=(50, 4)), 2, 3),
    (lambda: mx.sym.random.normal(5, 0.01, shape=(50, 4)), 4.9, 5.1),
    (lambda: mx.sym.random.multinomial(mx.sym.Variable("p"), shape=60, get_prob=False), 0, 2),
], ids=["uniform", "normal", "multinomial"])  # fmt: skip
def test_random_numbers(tmp_path, draw, low, high):
    """They are drawn anew when the file runs: their shape, type and range are right, and nothing can be compared."""
    inputs = {"p": np.array([[0.5, 0.0, 0.5]], np.float32)}
    symbol = draw()
    inputs = {name: inputs[name] for name in symbol.list_inputs()}
    report = mx.onnx.export(symbol, {}, tmp_path / "net.onnx", inputs=inputs, check=False)
    session = ort.InferenceSession(report.path)
    (one,), (other,) = session.run(None, inputs), session.run(None, inputs)
    assert one.shape == report.outputs[0].shape and one.dtype == report.outputs[0].dtype
    assert low <= one.min() and one.max() <= high and not np.array_equal(one, other)
    if inputs:
        assert set(np.unique(one)) == {0, 2}
