"""Every row of the table of the stage `numpy`: the function of mx.nd and its twin give the same values, shapes and types."""

import inspect

import numpy as np
import pytest

import jmx as mx

pytest.importorskip("libcst")
import libcst as cst

from jmx.rewrite import _twins

_DRAW = np.random.RandomState(7)
ARRAYS = {
    "A": _DRAW.rand(3, 4).astype("float32") + 0.1,
    "B": _DRAW.rand(3, 4).astype("float32") + 0.1,
    "C": _DRAW.rand(4, 5).astype("float32"),
    "V": _DRAW.rand(4).astype("float32"),
    "S": _DRAW.rand(3, 1, 4).astype("float32"),
    "T": _DRAW.rand(2, 3, 4).astype("float32"),
    "U": _DRAW.rand(2, 4, 3).astype("float32"),
    "I": np.array([2, 0, 1], "float32"),
    "X": _DRAW.rand(2, 3, 6, 6).astype("float32"),
    "W": _DRAW.rand(4, 3, 3, 3).astype("float32"),
    "D": _DRAW.rand(5, 4).astype("float32"),
    "K": np.array([[0, 1, 2], [1, 0, 3]], "float32"),
    "M": np.array([[1, 0, 1, 0]] * 3, "float32"),
}
_ONE = "abs sign square sqrt cbrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh arctan floor ceil trunc negative " \
       "reciprocal erf gamma gammaln relu sigmoid zeros_like ones_like"  # fmt: skip
_TWO = "maximum minimum broadcast_maximum broadcast_minimum broadcast_add broadcast_plus elemwise_add add broadcast_sub " \
       "broadcast_minus elemwise_sub subtract broadcast_mul elemwise_mul multiply " \
       "broadcast_div elemwise_div divide broadcast_power power"  # fmt: skip
#: name below mx.nd -> arguments of calls
CALLS = {
    **{name: ["A", "A - 0.5" if name in ("abs", "sign", "relu", "floor", "ceil", "trunc", "sin", "tanh", "square") else "B"]
       for name in _ONE.split()},
    **{name: ["A, B", "lhs=A, rhs=B" if name != "power" else "base=A, exp=B"] for name in _TWO.split()},
    "arcsin": ["A / 2"], "arccos": ["A / 2"], "erfinv": ["A / 2"],
    "zeros": ["(2, 3)", "3", "(2,), mx.cpu()", "(2,), dtype='int32'", "shape=(2, 2)"],
    "ones": ["(2, 3)", "3", "(2,), mx.cpu(), 'float64'"],
    "full": ["(2, 3), 4", "(2,), 1.5, dtype='float16'", "shape=(2,), val=3"],
    "empty": ["(2, 3)", "(2,), mx.cpu(), 'int32'"],
    "arange": ["5", "1, 7, 2", "2, 4", "5, dtype='int32'", "0, 1, 0.25", "start=1, stop=4"],
    "eye": ["3", "3, 4", "3, k=1", "2, dtype='int32'"],
    "linspace": ["0, 1, 5", "0, 1, 5, endpoint=False", "0, 10, num=3"],
    **dict.fromkeys(("concat", "Concat"), ["A, B", "A, B, dim=0", "A, B, A, dim=-1", "*[A, B], dim=1"]),
    "concatenate": ["[A, B]", "[A, B], 1", "[A, B], axis=1"],
    "stack": ["A, B", "A, B, axis=1", "*[A, B]"],
    **dict.fromkeys(("sum", "mean", "max", "min", "prod"),
                    ["A", "A, 1", "A, axis=0", "T, axis=(0, 2)", "A, axis=1, keepdims=True", "data=A"]),
    "norm": ["A", "A, axis=1", "A, axis=0, keepdims=True"],
    "argmax": ["A, 1", "A, axis=0", "T, axis=-1"], "argmin": ["A, 1", "A, axis=0"], "argsort": ["A", "A, axis=0"],
    "sort": ["A", "A, axis=0"],
    "topk": ["A", "A, k=2", "A, axis=0, ret_typ='value', k=2", "A, k=2, is_ascend=True, dtype='int32'"],
    "dot": ["A, C", "V, V", "A, V"], "batch_dot": ["T, U", "T, T, transpose_b=True", "T, T, True"],
    "linalg.gemm2": ["A, C", "T, U"], "linalg_gemm2": ["A, C"],
    "transpose": ["A", "T, axes=(1, 0, 2)", "T, (2, 1, 0)"], "expand_dims": ["A, 1", "A, axis=0", "data=A, axis=-1"],
    "squeeze": ["S", "S, axis=1"], "swapaxes": ["T, 0, 2", "T, dim1=1, dim2=2"], "SwapAxis": ["T, 0, 2"], "moveaxis": ["T, 0, 2"],
    **dict.fromkeys(("split", "SliceChannel"), ["A, 2", "A, num_outputs=3, axis=0"]),
    "tile": ["A, (2, 1)", "A, reps=(2, 2)"], "repeat": ["A, 2", "A, repeats=2, axis=1"],
    "flip": ["A, 0", "A, axis=1"], "reverse": ["A, axis=0"],
    "cumsum": ["A", "A, axis=1"], "diag": ["A", "V", "A, k=1"], "clip": ["A, 0.3, 0.6", "A, a_min=0.2, a_max=0.5"],
    "where": ["M, A, B"], "take": ["A, I", "C, I, axis=1", "C, I, axis=1, mode='wrap'", "A, I + 1"],
    "one_hot": ["I, 4", "I, depth=3, on_value=2, off_value=-1", "I, 3, dtype='int32'"],
    "pick": ["A, I", "A, I, axis=1", "A, I, axis=1, keepdims=True"], "gather_nd": ["A, I.reshape((1, 3))"],
    "slice": ["A, (0, 1), (2, 3)", "A, begin=(0, None), end=(2, None)", "A, (0, 3), (3, 0), step=(1, -1)"],
    "reshape_like": ["A, C.reshape((2, 10))[:, :6]"], **dict.fromkeys(("cast", "Cast"), ["A, 'int32'", "A, dtype='float16'"]),
    "softmax": ["A", "A, axis=0", "A, axis=1, temperature=2.0"], "log_softmax": ["A", "A, axis=0"],
    "smooth_l1": ["A", "A, scalar=2.0"], "broadcast_to": ["S, (3, 2, 4)", "S, shape=(3, 5, 4)"],
    "Activation": ["A - 0.5, 'relu'", "A, act_type='tanh'", "data=A, act_type='softrelu'"],
    "LeakyReLU": ["A - 0.5", "A - 0.5, slope=0.1", "A - 0.5, act_type='elu', slope=0.3"],
    "FullyConnected": ["A, D, num_hidden=5, no_bias=True", "T, D, A[0, :1].repeat(5), num_hidden=5, flatten=False",
                       "data=A, weight=D, bias=A[0, :1].repeat(5), num_hidden=5"],
    "Convolution": ["X, W, kernel=(3, 3), num_filter=4, no_bias=True",
                    "X, W, V, kernel=(3, 3), pad=(1, 1), stride=(2, 2), num_filter=4"],
    "Pooling": ["X, kernel=(2, 2), pool_type='max', stride=(2, 2)", "X, global_pool=True, kernel=(1, 1), pool_type='avg'"],
    "LayerNorm": ["A, V, V", "A, V, V, axis=-1, eps=0.1"], "Dropout": ["A", "A, p=0.3"],
    "Embedding": ["I, D, 5, 4", "I, D, input_dim=5, output_dim=4"],
    **dict.fromkeys(("Flatten", "flatten"), ["T", "data=A"]),
    "SequenceMask": ["T, A[0, :3], use_sequence_length=True", "T, sequence_length=I[:3], use_sequence_length=True, value=-1.0"],
    "contrib.arange_like": ["A, axis=1", "A, start=2, axis=0"],
    **dict.fromkeys(("random.uniform", "uniform"),
                    ["0, 1, (2, 3)", "-1, 2, shape=(4,)", "shape=(2,)", "low=1, high=3, shape=(2, 2), dtype='float64'"]),
    "random_uniform": ["0, 1, (2, 3)", "low=-1, high=2, shape=(4,)"],
    **dict.fromkeys(("random.normal", "normal"),
                    ["0, 1, (2, 3)", "1, 2, shape=(4,)", "shape=(2,)", "loc=1, scale=3, shape=(2, 2)"]),
    "random_normal": ["0, 1, (2, 3)", "loc=1, scale=2, shape=(4,)"],
    "random.randn": ["2, 3", "4"], "random.randint": ["0, 9, (3, 3)", "0, 9, shape=(2, 2), dtype='int64'"],
    "from_numpy": ["np.arange(6.0)", "np.ones((2, 3), 'int32'), zero_copy=False"],
}  # fmt: skip
#: rows that return no array, tried elsewhere
OTHERS = {"waitall", "save", "load"}


def _filled(name, arguments):
    call = cst.ensure_type(cst.parse_expression(f"f({arguments})"), cst.Call)
    row = _twins.rows()[name]
    values = _twins.bound(row, list(call.args))
    assert values is not None, f"{name}({arguments}) does not fit its row"
    modules = {"np": cst.parse_expression("mx.np"), "npx": cst.parse_expression("mx.npx")}
    return cst.Module([]).code_for_node(_twins.filled(row, values, modules))


def _run(code, array):
    mx.random.seed(11)
    result = eval(code, {"mx": mx, "np": np, **{name: array(value, dtype=value.dtype) for name, value in ARRAYS.items()}})
    return [one.asnumpy() for one in (result if isinstance(result, (list, tuple)) else [result])]


@pytest.fixture
def numpy_style():
    mx.npx.set_np()
    yield
    mx.npx.reset_np()


def test_every_row_has_a_call():
    assert set(_twins.rows()) == set(CALLS) | OTHERS


@pytest.mark.parametrize("name", list(CALLS))
def test_both_forms_agree(name, numpy_style):
    for arguments in CALLS[name]:
        mx.npx.reset_np()
        classic = _run(f"mx.nd.{name}({arguments})", mx.nd.array)
        mx.npx.set_np()
        twin = _run(_filled(name, arguments), mx.np.array)
        assert len(classic) == len(twin)
        for one, other in zip(classic, twin):
            assert one.dtype == other.dtype, arguments
            # What mx.nd reduces to one number has the shape (1,) there, and none in mx.np.
            assert one.shape == other.shape or (one.shape == (1,) and other.shape == ()), arguments
            if name != "empty":
                np.testing.assert_allclose(one.reshape(other.shape), other, rtol=1e-6, atol=1e-7, err_msg=arguments)


@pytest.mark.parametrize("name", [name for name in CALLS if not name.startswith("random.")])
def test_parameters_stand_in_the_order_of_the_function(name):
    function = mx.nd
    for part in name.split("."):
        function = getattr(function, part)
    names = [one for one in inspect.signature(function).parameters if one not in ("out", "name", "kwargs")]
    row = [parameter.name for parameter in _twins.rows()[name].parameters if parameter.name != "out"]
    assert row == names[: len(row)]


def test_calls_that_do_not_fit():
    row = _twins.rows()["sum"]
    for arguments in ("A, exclude=True", "A, out=B", "*A", "A, 1, False, True", "axis=1"):
        call = cst.ensure_type(cst.parse_expression(f"f({arguments})"), cst.Call)
        assert _twins.bound(row, list(call.args)) is None, arguments
