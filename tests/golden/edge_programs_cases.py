"""Poolings, softmaxes, orders and losses of NaN and infinity; which arrays share memory; writing to recorded arrays."""

import numpy as np

nan, inf = float("nan"), float("inf")
IMAGES = {
    "nan": [[[[nan, 1, 2, 3], [4, 5, 6, 7], [nan, nan, -inf, -inf], [nan, 3, -inf, -inf]]]],
    "inf": [[[[1, nan, 2, inf], [4, 5, 6, -inf], [-inf, 1, 1, nan], [1, 1, nan, 0]]]],
}
ROWS = [[inf, 1], [-inf, 1], [nan, 1], [inf, inf], [-inf, -inf], [65504, -65504], [-inf, inf]]


def _graded(mx, function, values, dtype="float32", head=None):
    a = mx.nd.array(values, dtype=dtype)
    a.attach_grad()
    with mx.autograd.record():
        y = function(mx.nd, a)
    y.backward(head if head is None else mx.nd.array(head, dtype=dtype))
    return [y.asnumpy().tolist(), a.grad.asnumpy().tolist()]


def _pooling(image, **attrs):
    return lambda mx, dtype: _graded(mx, lambda nd, a: nd.Pooling(a, **attrs), IMAGES[image], dtype)


#: name -> function of (mx, element type)
NUMBERS = {}
for _image in IMAGES:
    for _type in ("max", "avg", "sum"):
        NUMBERS[f"pooling {_type} {_image}"] = _pooling(_image, kernel=(2, 2), stride=(2, 2), pool_type=_type)
        NUMBERS[f"global pooling {_type} {_image}"] = _pooling(_image, kernel=(2, 2), global_pool=True, pool_type=_type)
    NUMBERS[f"padded pooling {_image}"] = _pooling(_image, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
for _row in ROWS:
    for _name in ("softmax", "softmin"):
        NUMBERS[f"{_name} {_row}"] = lambda mx, dtype, row=_row, name=_name: _graded(
            mx, lambda nd, a: getattr(nd, name)(a, temperature=2), [row], dtype, [[1, 2]]
        )
    NUMBERS[f"softmax with length {_row}"] = lambda mx, dtype, row=_row: _graded(
        mx, lambda nd, a: nd.softmax(a, nd.array([1], dtype="int32"), use_length=True), [row], dtype, [[1, 2]]
    )
    NUMBERS[f"softmax_cross_entropy {_row}"] = lambda mx, dtype, row=_row: _graded(
        mx, lambda nd, a: nd.softmax_cross_entropy(a, nd.array([0], dtype=dtype)), [row], dtype
    )
NUMBERS.update({
    "softmax_cross_entropy of a small probability": lambda mx, dtype: _graded(
        mx, lambda nd, a: nd.softmax_cross_entropy(a, nd.array([0, 0], dtype=dtype)), [[-50, 0], [-3, 0]], dtype
    ),
    "positions beyond integers": lambda mx, dtype: mx.nd.pick(
        mx.nd.array([[1, 2, 3]] * 5, dtype=dtype), mx.nd.array([nan, inf, -inf, 5, -2])
    ).asnumpy().tolist(),
    "order of zeros": lambda mx, dtype: [
        mx.nd.argsort(mx.nd.array([0, -0.0, 0, 1, -0.0, -1], dtype=dtype), is_ascend=up).asnumpy().tolist() for up in (0, 1)
    ],
    "topk of zeros": lambda mx, dtype: mx.nd.topk(mx.nd.array([0, -0.0, 0, 1, -0.0, -1], dtype=dtype), k=4).asnumpy().tolist(),
    **{
        f"{name} {axis}": lambda mx, dtype, name=name, axis=axis: getattr(mx.nd, name)(
            mx.nd.array([[nan, 1, inf, -inf], [3, nan, 1, inf], [-inf, -inf, 1, 0]], dtype=dtype), axis=axis
        ).asnumpy().tolist()
        for name in ("max", "min", "argmax", "argmin", "sum", "mean") for axis in (0, 1)
    },
    "norm of the largest": lambda mx, dtype: mx.nd.norm(mx.nd.array([np.finfo(dtype).max] * 2, dtype=dtype)).asnumpy().tolist(),
})  # fmt: skip

VIEWS = {
    "T": lambda a: a.T,
    "reshape": lambda a: a.reshape(-1),
    "same shape": lambda a: a.reshape(a.shape),
    "expand_dims": lambda a: a.expand_dims(0),
    "squeeze": lambda a: a.squeeze(),
    "flatten": lambda a: a.flatten(),
    "transpose": lambda a: a.transpose(),
    "swapaxes": lambda a: a.swapaxes(0, 0),
    "[:]": lambda a: a[:],
    "[0:1]": lambda a: a[0:1],
    "[::2]": lambda a: a[::2],
    "[::-1]": lambda a: a[::-1],
    "[...]": lambda a: a[...],
    "[None]": lambda a: a[None],
    "[0]": lambda a: a[0],
    "detach": lambda a: a.detach(),
    "copy": lambda a: a.copy(),
    "astype": lambda a: a.astype("float32", copy=False),
}
SHAPES = [(3,), (1,), (2, 3), (1, 3), (3, 1)]


def shared(mx, name, shape, numpy):
    """[what the array holds after its view was written to, the view's shape], or the name of an exception."""
    a = mx.nd.arange(int(np.prod(shape))).reshape(shape)
    if numpy:
        a = a.as_np_ndarray()
    try:
        b = VIEWS[name](a)
        b[:] = -7
    except Exception as error:
        return type(error).__name__
    return [a.asnumpy().tolist(), list(b.shape)]


def _write(mx, function, after=None):
    a, b = mx.nd.array([1, 2, 3]), mx.nd.zeros(3)
    a.attach_grad()
    try:
        with mx.autograd.record():
            y = function(mx.nd, a, b)
        y.backward()
        return [y.asnumpy().tolist(), a.grad.asnumpy().tolist()]
    except mx.MXNetError:
        return "MXNetError"


def _put(array, key, value, result=None):
    array[key] = value
    return array if result is None else result


def _increase(array):
    array += 1
    return array


ALL = slice(None)
#: writes while autograd records: name -> function of (nd, variable, array that is none)
WRITES = {
    "to a variable": lambda nd, a, b: [a * a, _put(a, ALL, 10)][0],
    "to a result": lambda nd, a, b: _put(a * 2, ALL, 10),
    "to one element of a result": lambda nd, a, b: _put(a * 2, 1, 10),
    "to a result in place": lambda nd, a, b: _increase(a * 2),
    "of a result to an array": lambda nd, a, b: _put(b, ALL, a * 2) * 3,
    "of a result to a part": lambda nd, a, b: _put(b, slice(1, None), nd.slice_axis(a * 2, axis=0, begin=1, end=3)) * 3,
    "to an array that is none": lambda nd, a, b: a * _put(b, ALL, 4),
}


def write(mx, name):
    return _write(mx, WRITES[name])
