"""Layers with what follows them, in floating point or on 8-bit integers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np

from .. import _fused_layers, fused
from .._integer_ranges import bound, scale
from ..nn._integers_onednn import quantized as whole
from ..nn._integers_onednn import weight_levels
from ..nn.quantized_fused import weight_part
from . import layers as plain
from . import norms, products
from .integers import as_sums, chosen, constants, ends, in_range, numbers, reach, step, weights
from .quantized import dense, flat

if TYPE_CHECKING:
    from ...onnx._builder import Builder, Value
    from ...onnx._graph import Call


_SIMPLE = {"abs": "Abs", "logistic": "Sigmoid", "tanh": "Tanh", "soft_relu": "Softplus", "sqrt": "Sqrt", "exp": "Exp"}


def _applied(g, function, x):
    """A `Pointwise`, or None, of numbers."""
    if function is None:
        return x
    kind, slope, _ = function
    if kind == "relu":
        return g.node("LeakyRelu", x, alpha=slope) if slope else g.node("Relu", x)
    if kind == "bounded_relu":
        return g.node("Clip", x, g.number(0, x.dtype), g.number(slope, x.dtype))
    if kind == "elu":
        return g.node("Elu", x, alpha=slope)
    if kind == "gelu":
        return plain.gelu(g, x)
    return g.node("Mul", x, x) if kind == "square" else g.node(_SIMPLE[kind], x)


def _followed(g, layers, y, other):
    """What stands behind a layer."""
    y = _applied(g, layers.function, y)
    return _applied(g, layers.after, y if other is None else g.node("Add", y, other))


def _data_scale(call, x, low, high):
    """(what the data were multiplied by to become integers, what one of them stands for)."""
    to = reach(call, low, high)
    return scale(x.dtype, to), step(x.dtype, to)


def _finished(g, call, y, one, parts):
    """The outputs of a layer on integers from its numbers.

    one     what one of the sums stands for
    parts   by how much 32-bit sums are taken for too large: their range is made of ranges divided into other parts
    """
    found = chosen(call)
    if found is not None:
        return in_range(g, y, found, call.out.dtype)
    return as_sums(g, g.node("Mul", y, np.float32(parts)), np.float32(one * parts) * np.float32(2**31))


def convolution(g: Builder, call: Call) -> Value | list[Value]:
    layers = _fused_layers.read(call.a.layers)
    operator, a = layers.layer
    other = call.get("sum")
    norm = [call.get(name) for name in ("gamma", "beta", "mean", "var")] if layers.norm else []
    if not call.a.quantized:
        inputs = [call.x, *(call.get(name) for name in ("weight", "bias") if call.get(name) is not None)]
        y = plain.convolution(g, call.of(inputs, operator=operator, a=a))
        if norm:
            y.shape, y.second = call.out.samples
            y = norms.batch_norm(g, call.of([y, *norm], operator=layers.norm[0], a=layers.norm[1]))
        return _followed(g, layers, y, other)
    x, found = call.x, chosen(call)
    data_scale, one = _data_scale(call, x, call.get("data_min"), call.get("data_max"))
    part = weight_part(x.dtype, True)
    halves = _halves(x)

    def prepared(weight, bias, norm):
        times, bias, weight_scale, _ = fused.convolution_parameters(
            layers, weight, bias, norm, data_scale, part, found is not None
        )
        return whole(weight, times / halves), bias, weight_scale

    norm = dict(zip(("gamma", "beta", "mean", "variance"), norm))
    weight, bias, weight_scale = _prepared(call, prepared, **norm)
    weight_one = halves / (weight_scale if found is not None else weight_scale[0])
    weight, bias = weights(g, weight, weight_one, 0), _bias(g, bias, halves, one * weight_one)
    # that of the normalization may be its only one
    a = SimpleNamespace(**{**vars(a), "no_bias": bias is None})
    inputs = [numbers(g, x, one), weight] if bias is None else [numbers(g, x, one), weight, bias]
    y = plain.convolution(g, call.of(inputs, np.float32, operator, a))
    if other is not None:
        other = numbers(g, other, step(other.dtype, reach(call, call.get("sum_min"), call.get("sum_max"))))
    return _finished(
        g, call, _followed(g, layers, y, other), one * weight_one / halves, _parts(x.dtype, part) if found is None else 1
    )


def _halves(x):
    """By what oneDNN divides weights beside signed data, on a processor whose products are cut off at 16 bits."""
    return np.float32(2 if x.dtype == np.int8 and weight_levels(x.dtype, product=True) < 127 else 1)


def _bias(g, bias, halves, one):
    """The numbers of a bias in the units of the sums, beside weights that have been divided by `halves`; None of None."""
    return None if bias is None else numbers(g, g.constant(np.rint(bias / halves).astype(np.int32)), one, 0)


def _parts(dtype, part):
    """How much larger the range of 32-bit sums is than what they stand for."""
    most = np.float32(127 * (127 if dtype == np.int8 else 255))
    return np.float32(127.5) * (127.5 if dtype == np.int8 else 255.5) / most


def _prepared(call, function, **norm):
    """What `function` makes of the weight, the bias and the normalization: a weight, a bias or None, and scales."""
    given = {"weight": call.get("weight"), "bias": call.get("bias"), **norm}
    arrays = {label: array for label, array in zip(given, constants(call, **given)) if array is not None}

    def of_arrays(*values):
        named = dict(zip(arrays, values))
        return [x for x in function(named.pop("weight"), named.pop("bias", None), list(named.values())) if x is not None]

    weight, *bias, weight_scale = call.computed(of_arrays, *arrays.values())
    return weight, bias[0] if bias else None, weight_scale


def fully_connected(g: Builder, call: Call) -> Value | list[Value]:
    layers = _fused_layers.read(call.a.layers)
    operator, a = layers.layer
    if not call.a.quantized:
        return _followed(g, layers, plain.fully_connected(g, call.of(call.inputs, operator=operator, a=a)), None)
    ranges = [call.get(f"{end}_{what}") for what in ("weight", "bias") for end in ("min", "max")]
    ranges = [None if value is None else ends(call, value)[0] for value in ranges] if ranges[0] is not None else ()
    x, part, halves = flat(g, call, call.x, a.flatten), weight_part(call.x.dtype, True), _halves(call.x)
    data_scale, one = _data_scale(call, call.x, call.get("min_data"), call.get("max_data"))

    def prepared(weight, bias, _):
        times, bias, weight_scale = fused.dense_parameters(weight, bias, data_scale, part, ranges)
        if times is not None or halves > 1:
            weight = whole(weight, jnp.broadcast_to((1 if times is None else times) / halves, weight.shape[:1]))
        return weight, bias, weight_scale

    weight, bias, weight_scale = _prepared(call, prepared)
    weight_one = halves / weight_scale
    bias, sum_one = _bias(g, bias, halves, one * weight_one), one * weight_one / halves
    y = _followed(g, layers, dense(g, numbers(g, x, one), weight, weight_one, bias), None)
    if call.a.enable_float_output:
        return y
    if chosen(call) is not None or not ranges:
        return _finished(g, call, y, sum_one, 1)
    # their range is that of the parameters, even where these have been made smaller
    to = bound(*ends(call, call.get("min_data"), call.get("max_data"))) * bound(*ranges[:2])
    most = np.float32(127 * part * (127 if x.dtype == np.int8 else 255))
    return _finished(g, call, y, sum_one, to / most / sum_one)


# ---- self-attention ----


def _attention(g, call, write, most, **inputs):
    """A product of self-attention, `write`, of inputs {name: what its range is called}; `most` divides 32-bit ranges."""
    if not call.a.quantized:
        return write(g, call)
    reaches = [reach(call, call.get(f"min_{label}"), call.get(f"max_{label}")) for label in inputs.values()]
    values = [call.get(name) for name in inputs]
    ones = [step(x.dtype, to) for x, to in zip(values, reaches)]
    y = write(g, call.of([numbers(g, x, one) for x, one in zip(values, ones)], np.float32))
    if chosen(call) is None and call.a.enable_float_output:
        return y
    one = ones[0] * ones[-1]
    return _finished(g, call, y, one, reaches[0] * reaches[-1] / np.float32(most) / one)


def scores(g: Builder, call: Call) -> Value | list[Value]:
    return _attention(g, call, products.selfatt_qk, 127 * 127, queries_keys_values="qkv")


def values(g: Builder, call: Call) -> Value | list[Value]:
    inputs = {"queries_keys_values": "qkv", "attention": "attention"}
    return _attention(g, call, products.selfatt_valatt, 127 * 255, **inputs)
