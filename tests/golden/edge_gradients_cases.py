"""Gradients of integers and booleans: what MXNet passes through them, and what it refuses."""

import numpy as np

TYPES = ("int8", "uint8", "int32", "int64", "bool")
ROWS = [[1, 2, 0], [3, 4, 5]]


def _plain(operator, **attrs):
    return lambda nd, a: getattr(nd, operator)(a, **attrs)


def _with_ones(operator, **attrs):
    return lambda nd, a: getattr(nd, operator)(a, nd.ones(a.shape, dtype=a.dtype), **attrs)


def _with_itself(operator, **attrs):
    return lambda nd, a: getattr(nd, operator)(a, a, **attrs)


#: name -> function of (nd, array)
CASES = {
    name: _plain(name)
    for name in (
        "abs sign negative square relu round rint ceil floor trunc fix logical_not sqrt cbrt exp expm1 log1p sin cos tanh arctan "
        "arcsinh sigmoid softsign erf identity BlockGrad sum mean prod max min nansum norm flatten ones_like zeros_like "
        "shape_array size_array argmax_channel softmax L2Normalization gamma gammaln"
    ).split()
}
CASES.update(
    {
        name: _with_ones(name)
        for name in (
            "broadcast_add broadcast_sub broadcast_mul broadcast_div broadcast_mod broadcast_power broadcast_maximum "
            "broadcast_minimum broadcast_hypot broadcast_equal broadcast_greater broadcast_lesser_equal broadcast_logical_and "
            "elemwise_add elemwise_sub elemwise_mul elemwise_div reshape_like broadcast_like slice_like add_n"
        ).split()
    }
)
CASES.update({
    "a + a": _with_itself("broadcast_add"),
    "a * a": _with_itself("broadcast_mul"),
    "concat": lambda nd, a: nd.concat(a, nd.ones((2, 2), dtype=a.dtype), dim=1),
    "concat twice": lambda nd, a: nd.concat(a, a, dim=0),
    "stack": lambda nd, a: nd.stack(a, nd.ones(a.shape, dtype=a.dtype), axis=1),
    "reshape": _plain("reshape", shape=(3, 2)),
    "transpose": _plain("transpose"),
    "expand_dims": _plain("expand_dims", axis=0),
    "squeeze": lambda nd, a: nd.squeeze(nd.expand_dims(a, 0)),
    "slice": _plain("slice", begin=(0, 1), end=(1, 3)),
    "slice_axis": _plain("slice_axis", axis=1, begin=1, end=3),
    "indexed": lambda nd, a: a[0],
    "tile": _plain("tile", reps=(2, 1)),
    "repeat": _plain("repeat", repeats=2),
    "flip": _plain("flip", axis=1),
    "pad": lambda nd, a: nd.pad(a.reshape((1, 1, 2, 3)), mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1)),
    "broadcast_to": lambda nd, a: nd.broadcast_to(a.reshape((1, 2, 3)), shape=(2, 2, 3)),
    "broadcast_axis": lambda nd, a: nd.broadcast_axis(a.reshape((1, 2, 3)), axis=0, size=2),
    "split": lambda nd, a: nd.split(a, 3, axis=1)[1],
    "swapaxes": _plain("swapaxes", dim1=0, dim2=1),
    "take": lambda nd, a: nd.take(a, nd.array([0, 0, 1], dtype="int32")),
    "take by it": lambda nd, a: nd.take(nd.ones((6, 2)), a),
    "pick": lambda nd, a: nd.pick(a, nd.array([0, 1], dtype="int32")),
    "gather_nd": lambda nd, a: nd.gather_nd(a, nd.array([[0, 1], [1, 1]], dtype="int32")),
    "Embedding by it": lambda nd, a: nd.Embedding(a, nd.ones((6, 2)), input_dim=6, output_dim=2),
    "one_hot": lambda nd, a: nd.one_hot(a, depth=6),
    "where": lambda nd, a: nd.where(nd.array([[1, 0, 1], [0, 1, 0]]), a, a),
    "where by it": lambda nd, a: nd.where(a, nd.ones((2, 3)), nd.zeros((2, 3))),
    "argmax": _plain("argmax", axis=1),
    "argsort": _plain("argsort"),
    "sort": _plain("sort"),
    "topk": _plain("topk", k=2, ret_typ="value"),
    "sum axis": _plain("sum", axis=1),
    "max axis": _plain("max", axis=1),
    "cumsum": lambda nd, a: nd._internal._np_cumsum(a, axis=1) if hasattr(nd._internal, "_np_cumsum") else nd.cumsum(a, axis=1),
    "clip": _plain("clip", a_min=1, a_max=3),
    "dot": lambda nd, a: nd.dot(a, nd.ones((3, 2), dtype=a.dtype)),
    "a + 1": lambda nd, a: a + 1,
    "a * 3": lambda nd, a: a * 3,
    "3 - a": lambda nd, a: 3 - a,
    "a / 2": lambda nd, a: a / 2,
    "a % 2": lambda nd, a: a % 2,
    "a ** 2": lambda nd, a: a**2,
    "-a": lambda nd, a: -a,
    "a > 1": lambda nd, a: a > 1,
    "a == 1": lambda nd, a: a == 1,
    "SequenceMask": lambda nd, a: nd.SequenceMask(
        a.reshape((3, 2)), nd.array([1, 2], dtype=a.dtype), use_sequence_length=True, value=0
    ),
    "amp_cast": _plain("amp_cast", dtype="float16"),
    **{f"cast {t}": _plain("cast", dtype=t) for t in ("float16", "float32", "float64", "int8", "int32", "int64", "uint8", "bool")},
    **{f"cast {t} and back": lambda nd, a, t=t: nd.cast(nd.cast(a, t) * 2, "float32") * 3 for t in ("int32", "float64", "int8")},
    "cast and half": lambda nd, a: nd.cast(a, "float32") * 0.5,
    "cast and more": lambda nd, a: nd.cast(a, "float32") * 2.75,
    "cast and square": lambda nd, a: nd.square(nd.cast(a, "float32")),
})  # fmt: skip

#: programs from floats through integers and booleans: name -> function of (nd, array of float32)
THROUGH = {
    "int32": lambda nd, a: nd.cast(nd.cast(a, "int32"), "float32") * 2,
    "int8": lambda nd, a: nd.cast(nd.cast(a, "int8"), "float32") * 2,
    "uint8": lambda nd, a: nd.cast(nd.cast(a, "uint8"), "float32") * 2,
    "bool": lambda nd, a: nd.cast(nd.cast(a, "bool"), "float32") * 2,
    "float64": lambda nd, a: nd.cast(nd.cast(a, "float64"), "float32") * 2,
    "int64": lambda nd, a: nd.cast(nd.cast(a, "int64"), "float32") * 2,
    "cut off": lambda nd, a: nd.cast(nd.cast(a, "int32"), "float32") * 2.75,
    "less than one": lambda nd, a: nd.cast(nd.cast(a, "int32"), "float32") * 0.5,
    "computed": lambda nd, a: nd.cast(nd.square(nd.cast(a * 3, "int32")) + 1, "float32") * 2,
    "part": lambda nd, a: nd.cast(nd.slice_axis(nd.cast(a, "int32"), axis=0, begin=1, end=2) * 2, "float32"),
    "sum": lambda nd, a: nd.broadcast_mul(nd.cast(nd.sum(nd.cast(a, "int32")), "float32"), a),
    "twice": lambda nd, a: nd.cast(nd.cast(nd.cast(a, "int32"), "int8"), "float32") * a,
    "concat": lambda nd, a: nd.cast(nd.concat(nd.cast(a, "int32"), nd.cast(a * 2, "int32"), dim=0), "float32"),
    "concat of booleans": lambda nd, a: nd.cast(nd.concat(nd.cast(a, "bool"), nd.cast(a * 2, "bool"), dim=0), "float32"),
    "mask": lambda nd, a: a * (a > 1),
    "mask of integers": lambda nd, a: a * nd.cast(nd.cast(a, "int32") > 1, "float32"),
    "where": lambda nd, a: nd.where(nd.cast(a, "int32"), a, a * a),
    "take": lambda nd, a: nd.take(a * 2, nd.cast(nd.slice_axis(a, axis=0, begin=0, end=1), "int32")),
    "integer result": lambda nd, a: nd.cast(a * 2, "int32"),
    "one_hot": lambda nd, a: nd.one_hot(nd.cast(a, "int32"), depth=4) * 2,
    "argmax": lambda nd, a: nd.broadcast_mul(a, nd.reshape(nd.argmax(a, axis=1), shape=(2, 1))),
}


def describe(array):
    values = array.astype(np.float64) if array.dtype != np.bool_ else array.astype(int)
    return [array.dtype.name, np.where(np.isfinite(values), values, 1e300).tolist()]


def outcome(mx, function, values, dtype, run=None):
    """[[type, result], [type, gradient]], or the name of the exception and where it came: forward or backward."""
    a = mx.nd.array(values, dtype=dtype)
    a.attach_grad()
    place = "forward"
    try:
        with mx.autograd.record():
            y = function(mx.nd, a) if run is None else run(function, a)
        y.asnumpy()
        place = "backward"
        y.backward()
        return [describe(y.asnumpy()), describe(a.grad.asnumpy())]
    except Exception as error:
        return [type(error).__name__, place]


def of_integers(mx, name, dtype):
    return outcome(mx, CASES[name], ROWS, dtype)


def through_integers(mx, name, run=None):
    return outcome(mx, THROUGH[name], [[0.4, 1.6, 2.2], [3.0, -0.5, 0.0]], "float32", run)
