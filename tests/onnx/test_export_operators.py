"""Every operator's ONNX form: small graphs run by onnxruntime, beside jmx's own outputs."""

import pathlib
import sys

import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import REGISTRY
from jmx.onnx._graph import form

pytest.importorskip("onnx", reason="onnx is not installed (extra `onnx`)")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed (extra `onnx`)")

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from export_cases import Cases, Numbers, check

S, C, L = mx.sym, mx.sym.contrib, mx.sym.linalg
_I = mx.sym._internal
_numbers = Numbers(0)
_floats, _positive, _whole = _numbers.floats, _numbers.positive, _numbers.whole

X = np.array([[-1.5, 0.0, 0.5], [2.5, -0.25, 1.0]], np.float32)
UNIT = np.array([[-0.9, 0.0, 0.5], [0.25, -0.25, 0.75]], np.float32)
INTS = np.array([[-3, 0, 2], [5, -1, 7]], np.int32)
IMAGE = _floats(2, 4, 9, 8)

_UNARY = "abs sign negative square relu round rint ceil floor trunc fix logical_not exp expm1 sin cos tan arctan sinh cosh tanh"
_UNARY += " arcsinh sigmoid softsign erf degrees radians cbrt zeros_like ones_like identity BlockGrad make_loss MakeLoss softmax"
_BINARY = "add sub mul div mod power hypot maximum minimum equal not_equal greater greater_equal lesser lesser_equal logical_and"
_BINARY += " logical_or logical_xor"

CASES = Cases()
case = CASES.add

for _name in _UNARY.split():
    case(_name, getattr(S, _name), X)
for _name in "abs sign negative square relu round ceil exp logical_not".split():
    case(f"{_name} of integers", getattr(S, _name), INTS)
for _name in "sqrt rsqrt reciprocal log log10 log2 log1p rcbrt".split():
    case(_name, getattr(S, _name), _positive(2, 3))
for _name in "arcsin arccos arctanh".split():
    case(_name, getattr(S, _name), UNIT)
case("arccosh", S.arccosh, 1 + _positive(2, 3))
case("clip", lambda x: S.clip(x, -1, 0.75), X)
case("clip of integers", lambda x: S.clip(x, -2, 4), INTS)
case("clip of narrow integers", lambda x: S.clip(x, -2, 4), INTS.astype(np.int8))
case("hard_sigmoid", lambda x: S.hard_sigmoid(x, alpha=0.3, beta=0.4), X)
case("quadratic", lambda x: C.quadratic(x, a=2, b=-1, c=0.5), X)
case("div_sqrt_dim", C.div_sqrt_dim, X)
case("smooth_l1", lambda x: S.smooth_l1(x, scalar=2.0), X)
case("gradientmultiplier", lambda x: C.gradientmultiplier(x, scalar=2.0), X)
case("round_ste", C.round_ste, X)
for _word in _BINARY.split():
    _y = np.abs(X) + 0.5 if _word == "power" else X[:, ::-1].copy()
    _x = np.abs(X) if _word == "power" else X
    case(f"broadcast_{_word}", getattr(S, f"broadcast_{_word}"), _x, _y)
    case(f"broadcast_{_word} of a row", getattr(S, f"broadcast_{_word}"), _x, _y[:1], open_=None)
for _word in "add sub mul div".split():
    case(f"elemwise_{_word}", getattr(S, f"elemwise_{_word}"), X, X[:, ::-1] + 3)
    case(f"elemwise_{_word} of integers", getattr(S, f"elemwise_{_word}"), INTS, INTS[:, ::-1].copy())
case("elemwise_mod of integers", S.broadcast_mod, INTS, INTS[:, ::-1].copy())
case("add of narrow integers", S.elemwise_add, INTS.astype(np.uint8), INTS.astype(np.uint8))
for _sign, _function in {
    "x + 2": lambda x: x + 2, "x - 2": lambda x: x - 2, "2 - x": lambda x: 2 - x, "x * 2": lambda x: x * 2,
    "x / 2": lambda x: x / 2, "2 / x": lambda x: 2 / x, "x % 2": lambda x: x % 2, "2 % x": lambda x: 2 % x,
    "x ** 2": lambda x: x**2, "2 ** x": lambda x: 2**x,
    "x == 1": lambda x: x == 1, "x != 1": lambda x: x != 1, "x > 1": lambda x: x > 1, "x >= 1": lambda x: x >= 1,
    "x < 1": lambda x: x < 1, "x <= 1": lambda x: x <= 1, "max": lambda x: _I._maximum_scalar(x, scalar=1),
    "min": lambda x: _I._minimum_scalar(x, scalar=1), "hypot": lambda x: _I._hypot_scalar(x, scalar=1),
    "and": lambda x: _I._logical_and_scalar(x, scalar=1), "xor": lambda x: _I._logical_xor_scalar(x, scalar=1),
}.items():  # fmt: skip
    case(f"{_sign}, a number", _function, X + 0.125)
    if "**" not in _sign:
        case(f"{_sign}, a number and integers", _function, np.where(INTS == 0, 3, INTS).astype(np.int32))
case("add_n", lambda x, y, z: S.add_n(x, y, z), X, X, UNIT)
case("add_n of integers", lambda x, y: S.add_n(x, y), INTS, INTS)
case("where", S.where, _whole(0, 2, 2, 3), X, UNIT)
case("where by rows", S.where, _whole(0, 2, 2), X, UNIT)
case("cast", lambda x: S.cast(x, dtype="int32"), X)
case("cast to half", lambda x: S.cast(x, dtype="float16"), X)
case("amp_cast", lambda x: S.amp_cast(x, dtype="float16"), X)
case("amp_multicast", lambda x, y: S.amp_multicast(x, y, num_outputs=2)[1], X, X.astype(np.float16))

for _word in "sum mean prod max min nansum nanprod".split():
    _f = getattr(S, _word)
    case(f"{_word} of all", lambda x, _f=_f: _f(x), _floats(2, 3, 4))
    case(f"{_word} over an axis", lambda x, _f=_f: _f(x, axis=1), _floats(2, 3, 4))
    case(f"{_word} kept", lambda x, _f=_f: _f(x, axis=(0, -1), keepdims=True), _floats(2, 3, 4))
    case(f"{_word} but", lambda x, _f=_f: _f(x, axis=1, exclude=True), _floats(2, 3, 4))
case("sum of integers", lambda x: S.sum(x, axis=1), INTS)
case("max of integers", lambda x: S.max(x, axis=1), INTS)
case("norm", lambda x: S.norm(x, axis=1), X)
case("norm of all", lambda x: S.norm(x, ord=1), X)
case("norm kept", lambda x: S.norm(x, ord=1, axis=(0, 1), keepdims=True), X)
for _word in ("argmax", "argmin"):
    _f = getattr(S, _word)
    case(_word, lambda x, _f=_f: _f(x, axis=1), _floats(2, 3, 4))
    case(f"{_word} kept", lambda x, _f=_f: _f(x, axis=-1, keepdims=True), _floats(2, 3, 4))
    case(f"{_word} of all", lambda x, _f=_f: _f(x), _floats(2, 3, 4))
case("argmax_channel", S.argmax_channel, X)
case("moments", lambda x: S.Group(list(S.moments(x, axes=(1, 2)))), _floats(2, 3, 4))
case("cumsum", lambda x: S.cumsum(x, axis=1), X)
case("cumsum flat", lambda x: S.cumsum(x), X)
for _kind in ("indices", "value", "mask"):
    case(f"topk {_kind}", lambda x, _k=_kind: S.topk(x, k=2, ret_typ=_k), _floats(2, 5))
    case(f"topk {_kind}, ascending", lambda x, _k=_kind: S.topk(x, k=2, axis=1, ret_typ=_k, is_ascend=True), _floats(2, 5, 3))
case("topk both", lambda x: S.Group(list(S.topk(x, k=2, ret_typ="both", dtype="int32"))), _floats(2, 5))
case("sort", lambda x: S.sort(x), _floats(2, 5))
case("sort descending along the open axis", lambda x: S.sort(x, axis=0, is_ascend=False), _floats(2, 5))
case("argsort", lambda x: S.argsort(x), _floats(2, 5))

# reshapes whose codes mean the same whatever the open sizes are
for _codes in ((0, -1), (-1, 4), (0, 0, -1), (-3, 0, 0), (-2,), (0, -4, 1, -1, -2), (-1,), (0, 3, 2, -1), (-3, -3), (0, -3, 5)):
    case(f"reshape {_codes}", lambda x, _c=_codes: S.reshape(x, shape=_c), _floats(2, 3, 4, 5))
case("reshape in reverse", lambda x: S.reshape(x, shape=(-1, 0), reverse=True), _floats(2, 3, 4))
case("Flatten", S.Flatten, _floats(2, 3, 4))
case("reshape_like", S.reshape_like, _floats(2, 6), _floats(2, 3, 2))
case("transpose", lambda x: S.transpose(x, axes=(2, 0, 1)), _floats(2, 3, 4))
case("transpose all", S.transpose, _floats(2, 3, 4))
case("SwapAxis", lambda x: S.SwapAxis(x, dim1=0, dim2=2), _floats(2, 3, 4))
case("expand_dims", lambda x: S.expand_dims(x, axis=-1), X)
case("squeeze", lambda x: S.squeeze(x, axis=1), _floats(2, 1, 3))
case("squeeze all", S.squeeze, _floats(2, 1, 3, 1))
case("reverse", lambda x: S.reverse(x, axis=(0, 2)), _floats(2, 3, 4))
case("tile", lambda x: S.tile(x, reps=(2, 1, 3)), X)
case("tile fewer", lambda x: S.tile(x, reps=(3,)), X)
case("repeat", lambda x: S.repeat(x, repeats=2, axis=1), X)
case("repeat along the open axis", lambda x: S.repeat(x, repeats=2, axis=0), X)
case("repeat flat", lambda x: S.repeat(x, repeats=3), X)
for _mode in ("constant", "edge", "reflect"):
    case(f"pad {_mode}", lambda x, _m=_mode: S.pad(x, mode=_m, pad_width=(0, 0, 0, 0, 1, 2, 3, 0), constant_value=1.5), IMAGE)
case("depth_to_space", lambda x: S.depth_to_space(x, block_size=2), IMAGE)
case("space_to_depth", lambda x: S.space_to_depth(x, block_size=2), _floats(2, 3, 4, 6))
case("diag", lambda x: S.diag(x, k=1), X, open_=None)
case("diag of a vector", lambda x: S.diag(x, k=-1), X[0], open_=None)
case("shape_array", S.shape_array, X)
case("size_array", S.size_array, X)
case("broadcast_to", lambda x: S.broadcast_to(x, shape=(0, 4)), X[:, :1])
case("broadcast_axis", lambda x: S.broadcast_axis(x, axis=1, size=4), X[:, :1])
case("broadcast_like", S.broadcast_like, X[:, :1], UNIT)
case("slice", lambda x: S.slice(x, begin=(None, 1), end=(None, -1)), _floats(3, 5))
case("slice with steps", lambda x: S.slice(x, begin=(None, -1), end=(None, 0), step=(1, -2)), _floats(3, 6))
case("slice of the open axis", lambda x: S.slice(x, begin=(-2,), end=(None,)), _floats(3, 5))
case("slice backwards along the open axis", lambda x: S.slice(x, begin=(None,), end=(None,), step=(-1,)), _floats(3, 5))
case("slice_axis", lambda x: S.slice_axis(x, axis=-1, begin=1, end=-1), _floats(3, 5))
case("slice_axis to the end", lambda x: S.slice_axis(x, axis=0, begin=1, end=None), _floats(3, 5))
case("slice_like", lambda x, y: S.slice_like(x, y, axes=(1,)), _floats(3, 5), _floats(3, 2))
case("_slice_assign", lambda x, y: _I._slice_assign(x, y, begin=(0, 1), end=(2, 3)), _floats(2, 4), _floats(2, 2), open_=None)
case("_slice_assign_scalar", lambda x: _I._slice_assign_scalar(x, scalar=5, begin=(0, 1), end=(2, 3)), X, open_=None)
case("Concat", lambda x, y: S.Concat(x, y, dim=1), X, UNIT)
case("Concat from the end", lambda x, y: S.Concat(x, y, dim=-1), X, UNIT)
case("stack", lambda x, y: S.stack(x, y, axis=1), X, UNIT)
case("split", lambda x: S.Group(list(S.split(x, num_outputs=2, axis=1))), _floats(2, 4))
case("split, squeezed", lambda x: S.Group(list(S.split(x, num_outputs=3, axis=1, squeeze_axis=True))), X)
case("split_v2", lambda x: S.Group(list(S.split_v2(x, (1, 3), axis=1))), _floats(2, 5))
case("split_v2 in sections", lambda x: S.Group(list(S.split_v2(x, 2, axis=1))), _floats(2, 4))
case("Crop", lambda x: S.Crop(x, h_w=(3, 4), offset=(1, 2)), IMAGE)
case("Crop like", lambda x, y: S.Crop(x, y, center_crop=True, num_args=2), IMAGE, _floats(2, 4, 5, 4))

case("take", lambda x, i: S.take(x, i), X, _whole(-2, 5, 4))
case("take, wrapped", lambda x, i: S.take(x, i, axis=1, mode="wrap"), X, _whole(-5, 5, 2, 2))
case("batch_take", S.batch_take, X, _whole(0, 3, 2, dtype=np.int32))
case("pick", lambda x, i: S.pick(x, i), X, _whole(-1, 4, 2))
case(
    "pick, kept and wrapped", lambda x, i: S.pick(x, i, axis=1, keepdims=True, mode="wrap"), _floats(2, 3, 4), _whole(-4, 5, 2, 4)
)
case("gather_nd", S.gather_nd, _floats(3, 4, 2), _whole(-3, 3, 2, 5), open_=None)
case("scatter_nd", lambda x, i: S.scatter_nd(x, i, shape=(3, 4)), _floats(2), np.array([[0, 2], [1, 3]], np.float32), open_=None)
case("one_hot", lambda x: S.one_hot(x, depth=4, on_value=2, off_value=-1), _whole(-1, 5, 3))
case("one_hot of whole numbers", lambda x: S.one_hot(x, depth=3, dtype="int32"), _whole(0, 3, 2, 2, dtype=np.int32))
case("index_copy", C.index_copy, _floats(4, 3), np.array([2, 0], np.int32), _floats(2, 3), open_=None)
case("ravel", lambda x: S.ravel_multi_index(x, shape=(4, 5)), _whole(0, 4, 2, 3), open_=1)
case("unravel", lambda x: S.unravel_index(x, shape=(4, 5)), _whole(0, 20, 3))
case("Embedding", lambda x, w: S.Embedding(x, w, input_dim=5, output_dim=3), _whole(-1, 7, 2, 4), _floats(5, 3), open_=None)

case("dot", S.dot, _floats(2, 3), _floats(3, 4), open_=None)
case("dot, transposed", lambda x, y: S.dot(x, y, transpose_a=True, transpose_b=True), _floats(3, 2), _floats(4, 3), open_=None)
case("dot of more dimensions", S.dot, _floats(2, 5, 3), _floats(3, 4, 2), open_=None)
case("dot of vectors", S.dot, _floats(3), _floats(3), open_=None)
case("batch_dot", S.batch_dot, _floats(2, 3, 4), _floats(2, 4, 5))
case("batch_dot, transposed", lambda x, y: S.batch_dot(x, y, transpose_b=True), _floats(2, 3, 4), _floats(2, 5, 4))
case("gemm2", lambda x, y: L.gemm2(x, y, transpose_a=True, alpha=2), _floats(2, 4, 3), _floats(2, 4, 5))
case("gemm", lambda x, y, z: L.gemm(x, y, z, alpha=2, beta=0.5), _floats(2, 4, 3), _floats(2, 3, 5), _floats(2, 4, 5))
case("syrk", lambda x: L.syrk(x, alpha=2), _floats(2, 4, 3))
case("sumlogdiag", L.sumlogdiag, _positive(2, 3, 3), open_=None)
case("extractdiag", lambda x: L.extractdiag(x, offset=1), _floats(2, 3, 3), open_=None)
case("makediag", L.makediag, _floats(2, 3), open_=None)
case("khatri_rao", lambda x, y: S.khatri_rao(x, y), _floats(2, 3), _floats(4, 3), open_=None)
_QKV = _floats(5, 2, 2 * 3 * 4)
case("selfatt_qk", lambda x: C.interleaved_matmul_selfatt_qk(x, heads=2), _QKV)
case("selfatt_qk, any batch", lambda x: C.interleaved_matmul_selfatt_qk(x, heads=2), _QKV, open_=1)
case("selfatt_valatt", lambda x, y: C.interleaved_matmul_selfatt_valatt(x, y, heads=2), _QKV, _floats(4, 5, 5), open_=None)
case("encdec_qk", lambda x, y: C.interleaved_matmul_encdec_qk(x, y, heads=2), _floats(3, 2, 8), _floats(5, 2, 16), open_=None)
case(
    "encdec_valatt",
    lambda x, y: C.interleaved_matmul_encdec_valatt(x, y, heads=2),
    _floats(5, 2, 16),
    _floats(4, 3, 5),
    open_=None,
)

case("zeros", lambda x: S.broadcast_add(x, S.zeros((1, 3))), X)
case("full", lambda x: S.broadcast_add(x, S.full((1, 3), 2.5)), X)
case("arange", lambda x: S.broadcast_add(x, S.arange(3)), X)
case("arange_like", lambda x: C.arange_like(x, axis=0, start=1, step=0.5), X)
case("arange_like of all", lambda x: C.arange_like(x), X)
case("eye", lambda x: S.dot(x, S.eye(3)), X)


@pytest.mark.parametrize("name, opset", CASES.pairs())
def test_operator(tmp_path, name, opset):
    """The file's outputs are those of the graph, whatever size its open dimension has."""
    check(CASES.run(name, tmp_path, opset))


def test_forms_exist():
    """Every form that a declaration names is a function of jmx/ops/onnx_forms/, and no form of it is left without one."""
    named = {op: form(op) for op in {id(op): op for op in REGISTRY.values()}.values() if op.traits.onnx is not None}
    assert len(named) > 250 and all(callable(function) for function, _ in named.values())
