"""Operators on 8-bit integers, each with the range that its integers stand for."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import quantized
from .._integer_ranges import bound, levels
from . import indexing, layers
from .integers import (
    UNKNOWN,
    as_integers,
    as_sums,
    chosen,
    constants,
    ends,
    in_range,
    largest,
    numbers,
    of_sums,
    part_of,
    ranged,
    reach,
    step,
    weights,
)

if TYPE_CHECKING:
    from ...onnx._builder import Builder, Value
    from ...onnx._graph import Call


# ---- to integers and back ----


def quantize(g: Builder, call: Call) -> list[Value]:
    x, low, high = call.inputs
    low, high = ends(call, low, high)
    to = bound(low, high)
    dtype = call.out.dtype
    integers = as_integers(g, x, part_of(to, np.iinfo(dtype).max), dtype)
    return ranged(g, integers, *((low, high) if dtype == np.uint8 else (-to, to)))


def quantize_v2(g: Builder, call: Call) -> list[Value]:
    found = chosen(call)
    if found is None:
        call.refuse(UNKNOWN)
    dtype, to = call.out.dtype, largest(found)
    integers = as_integers(g, call.x, step(dtype, to), dtype)
    return ranged(g, integers, *(found if dtype == np.uint8 else (-to, to)))


def _read(g, call, x, low, high):
    """The numbers that an input stands for."""
    to = reach(call, low, high)
    return numbers(g, x, of_sums(to) if x.dtype == np.int32 else step(x.dtype, to))


def dequantize(g: Builder, call: Call) -> Value:
    return _read(g, call, *call.inputs)


def requantize(g: Builder, call: Call) -> list[Value]:
    real, found = _read(g, call, *call.inputs), chosen(call)
    if found is None:
        call.refuse(UNKNOWN)
    dtype, to = call.out.dtype, largest(found)
    integers = as_integers(g, real, part_of(to, np.iinfo(dtype).max), dtype)
    return ranged(g, integers, 0 if dtype == np.uint8 else -to, to)


# ---- layers ----


def _layer(g, call, parts, bias_in_sums, write):
    """A layer whose sums stand for the product of the ranges in `parts`.

    bias_in_sums    whether the bias is converted to the units of the sums
    write    function of data, weight and bias that adds the layer on numbers
    """
    x = call.x
    weight, bias = constants(call, weight=call.get("weight"), bias=call.get("bias"))
    of_data, of_weight = (ends(call, call.get(f"min_{what}"), call.get(f"max_{what}")) for what in ("data", "weight"))
    one = part_of(bound(*of_data), parts // 127), part_of(bound(*of_weight), 127)
    if bias is not None:
        if bias_in_sums:
            of_bias = ends(call, call.get("min_bias"), call.get("max_bias"))
            bias = np.asarray(quantized.bias_in_sums(x, bias, *of_data, *of_weight, *of_bias))
        bias = numbers(g, g.constant(bias.astype(np.int32)), one[0] * one[1])
    real = write(numbers(g, x, one[0]), weight, one[1], bias)
    return as_sums(g, real, one[0] * one[1] * np.float32(2**31))


def convolution(g: Builder, call: Call) -> list[Value]:
    def write(x, weight, one, bias):
        inputs = [x, weights(g, weight, one), bias]
        return layers.convolution(g, call.of(inputs, np.float32))

    return _layer(g, call, 127 * 127, call.x.dtype == np.int8, write)


def fully_connected(g: Builder, call: Call) -> list[Value]:
    x = flat(g, call, call.x, call.a.flatten)
    call = call.of([x, *call.inputs[1:]])
    write = functools.partial(dense, g)
    return _layer(g, call, 127 * (127 if x.dtype == np.int8 else 255), True, write)


def flat(g: Builder, call: Call, x: Value, flatten: bool) -> Value:
    """Integers as a matrix, if a dense layer is to `flatten` them and they are none."""
    if not flatten or x.ndim == 2:
        return x
    rows = [(sample[0], int(np.prod(sample[1:]))) for sample in x.samples]
    return as_integers(g, g.reshape(numbers(g, x, 1), *rows), 1, x.dtype)


def dense(g: Builder, x: Value, weight: np.ndarray, one: Any, bias: Value | None) -> Value:
    """A dense layer of numbers, with a weight of integers that stand for `one`, a number or one for each output."""
    axis = 0 if np.ndim(one) else None
    if x.ndim == 2:
        return g.node("Gemm", x, weights(g, weight, one, axis), bias, transB=1)
    product = g.node("MatMul", x, weights(g, weight.T, one, None if axis is None else 1))
    return product if bias is None else g.node("Add", product, bias)


def embedding(g: Builder, call: Call) -> list[Value]:
    weight, low, high = (call.get(name) for name in ("weight", "min_weight", "max_weight"))
    low, high = ends(call, low, high)
    one = step(weight.dtype, bound(low, high))
    rows = indexing.embedding(g, call.of([call.x, numbers(g, weight, one)]))
    return ranged(g, as_integers(g, rows, one, call.out.dtype), low, high)


# ---- operators that keep the range ----


def _kept(g, call, write):
    """An operator on numbers, `write`, whose integers stand for what those of the input do."""
    low, high = ends(call, *call.inputs[1:3])
    one = step(call.x.dtype, bound(low, high))
    return ranged(g, as_integers(g, write(numbers(g, call.x, one)), one, call.out.dtype), low, high)


def pooling(g: Builder, call: Call) -> list[Value]:
    return _kept(g, call, lambda x: layers.pooling(g, call.of([x], np.float32), whole=True))


def activation(g: Builder, call: Call) -> list[Value]:
    if call.x.dtype == np.uint8:  # large integers become negative, as a Cast makes them
        return ranged(g, g.cast(call.x, np.int8), *ends(call, *call.inputs[1:3]))
    return _kept(g, call, lambda x: g.node("Relu", x))


def flatten(g: Builder, call: Call) -> list[Value]:
    return _kept(g, call, lambda x: g.like(x, call.out))


def concat(g: Builder, call: Call) -> list[Value]:
    n, dtype = call.a.num_args, call.out.dtype
    lows, highs = ends(call, *call.inputs[n::2]), ends(call, *call.inputs[n + 1 :: 2])
    parts = [numbers(g, x, step(x.dtype, bound(*pair))) for x, *pair in zip(call.inputs[:n], lows, highs)]
    low, high = np.minimum(np.min(lows, 0), 0), np.maximum(np.max(highs, 0), 0)
    joined = g.node("Concat", *parts, axis=call.a.dim)
    return ranged(g, as_integers(g, joined, step(dtype, bound(low, high)), dtype), low, high)


# ---- operators with a range of their own ----


def batch_norm(g: Builder, call: Call) -> list[Value]:
    x, gamma, beta, mean, var, low, high = call.inputs
    found, to = chosen(call), reach(call, low, high)
    if found is None:
        call.refuse(UNKNOWN)
    real = numbers(g, x, step(x.dtype, to))
    if x.dtype == np.uint8:
        one = step(np.int8, to)
        real = numbers(g, as_integers(g, real, one, np.int8), one)
    axis, ndim = call.a.axis % x.ndim, x.ndim
    order = [0, axis, *(i for i in range(1, ndim) if i != axis)]
    y = g.node("BatchNormalization", g.transpose(real, order), gamma, beta, mean, var, epsilon=float(call.a.eps))
    y.shape, y.second = ([sample[i] for i in order] for sample in x.samples)
    return in_range(g, g.transpose(y, [order.index(i) for i in range(ndim)]), found, np.int8)


def _pair(g, call, parts):
    """The numbers of both inputs, their types and the larger ends of their ranges; a range is divided into parts(type)."""
    left, right = (reach(call, call.get(f"{side}_min"), call.get(f"{side}_max")) for side in ("lhs", "rhs"))
    pairs = zip(call.inputs, (left, right))
    return [numbers(g, x, part_of(to, parts(x.dtype))) for x, to in pairs], (left, right)


def elemwise_add(g: Builder, call: Call) -> list[Value]:
    (left, right), reaches = _pair(g, call, levels)
    found = chosen(call)
    if found is None:
        return as_sums(g, g.node("Add", left, right), reaches[0] + reaches[1])
    types, dtype = [x.dtype for x in call.inputs[:2]], call.out.dtype
    if types[0] != types[1]:  # the unsigned integers are cut off before they are added
        one = step(dtype, largest(found))
        cut = lambda x, of: numbers(g, as_integers(g, x, one, dtype), one) if of == np.uint8 else x
        left, right = cut(left, types[0]), cut(right, types[1])
    return in_range(g, g.node("Add", left, right), found, dtype)


def elemwise_mul(g: Builder, call: Call) -> Value | list[Value]:
    found = chosen(call)
    if call.a.enable_float_output:
        return g.node("Mul", *_pair(g, call, levels)[0])
    if found is None:
        (left, right), reaches = _pair(g, call, lambda dtype: 127)
        return as_sums(g, g.node("Mul", left, right), part_of(reaches[0] * reaches[1], 127 * 127) * np.float32(2**31))
    # Fractions are cut off, which QuantizeLinear does not do: the product is one of integers.
    dtype = call.out.dtype
    left, right = (reach(call, call.get(f"{side}_min"), call.get(f"{side}_max")) for side in ("lhs", "rhs"))
    product = g.node("Mul", *(g.cast(x, np.int32) for x in call.inputs[:2]), dtype=np.int32)
    out, (first, second) = levels(dtype) / largest(found), (levels(dtype) / to for to in (left, right))
    whole = g.cast(g.node("Mul", g.cast(product, np.float32), np.float32(out / first / second)), np.int32)
    return ranged(g, g.cast(whole, dtype), *np.asarray(found, np.float32))
