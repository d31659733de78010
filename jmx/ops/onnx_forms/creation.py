"""Arrays made of numbers, and of the shapes of other arrays."""

import numpy as np

#: numbers that are written as they are rather than as a shape and one number
_FEW = 64


def filled(g, call, number=None):
    """An array of one number in the output's shape."""
    out = call.out
    value = g.number(call.a.value if number is None else number, out.dtype)
    value.shape = value.second = ()
    if not out.is_open and np.prod(out.shape) <= _FEW:
        return g.constant(np.full(out.shape, value.array, out.dtype))
    return g.expand(value, *out.samples, near=call.inputs)


def full_like(g, call):
    return filled(g, call, call.a.fill_value)


def numbers(g, call):
    """Numbers that follow from attributes alone."""
    call.fixed(call.out)
    return g.constant(call.evaluate()[0].astype(call.out.dtype))


def from_shape(g, call):
    """What depends on the shapes of the inputs alone: computed when the file is written."""
    call.fixed(*call.outputs)
    arrays = call.evaluate(*[np.zeros(x.shape, x.dtype) for x in call.inputs])
    return [g.constant(array.astype(out.dtype)) for array, out in zip(arrays, call.outputs)]


def arange_like(g, call):
    """A range as long as a dimension, or as there are elements."""
    x, a, out = call.x, call.a, call.out
    if not x.is_open or a.axis is not None and x.dims[a.axis] is not None:
        return g.constant(call.evaluate(np.zeros(x.shape, x.dtype))[0])
    if a.repeat != 1:
        call.refuse(f"repeat={a.repeat} with an open dimension is not supported")
    if a.axis is None:
        count = g.node("Size", x, dtype=np.int64)
    else:
        count = g.node("Squeeze", g.size_of(x, a.axis), [0])
    at = g.node("Range", g.number(0, np.int64), count, g.number(1, np.int64), dtype=np.int64)
    line = g.node("Add", g.node("Mul", g.cast(at, out.dtype), a.step), a.start)
    return g.like(line, out)


def random_uniform(g, call):
    call.fixed(call.out)
    bounds = {"low": float(call.a.low), "high": float(call.a.high)}
    return g.node("RandomUniform", dtype=call.out.dtype, dtype_=call.out.dtype, shape=list(call.out.shape), **bounds)


def random_normal(g, call):
    call.fixed(call.out)
    moments = {"mean": float(call.a.loc), "scale": float(call.a.scale)}
    return g.node("RandomNormal", dtype=call.out.dtype, dtype_=call.out.dtype, shape=list(call.out.shape), **moments)


def uniform_like(g, call):
    return g.node("RandomUniformLike", call.x, low=float(call.a.low), high=float(call.a.high))


def normal_like(g, call):
    return g.node("RandomNormalLike", call.x, mean=float(call.a.loc), scale=float(call.a.scale))


def multinomial(g, call):
    """Class numbers drawn by the probabilities in each row."""
    a = call.a
    if a.get_prob:
        call.refuse("the logarithm of the probability (get_prob) is not supported")
    count = int(np.prod(a.shape)) if a.shape else 1
    x = call.x if call.x.ndim == 2 else g.reshape(call.x, (1, *call.x.shape[-1:]), (1, *call.x.second[-1:]))
    drawn = g.node("Multinomial", g.node("Log", x), dtype=np.int32, sample_size=count, dtype_=np.dtype(np.int32))
    return g.like(g.cast(drawn, call.out.dtype), call.out)
