"""Products of self-attention as MXNet's oneDNN build has them: in floating point, or on 8-bit integers."""

import jax.numpy as jnp
import numpy as np

from ..core.declare.op import REQUIRED, AnyArray, op
from ..core.declare.traits import IntegerForm
from ._attributes import attributes_of
from ._checks import check
from ._integer_ranges import RANGE, bound, bounds, calibrated, of_range, one_type, product_range, scale
from .attention import mix, parts, selfatt_qk, selfatt_valatt, third
from .nn._common import expect_shape
from .nn._integer_sums import einsum, saturated

_SCORES, _VALUES = "_sg_mkldnn_selfatt_qk", "_sg_mkldnn_selfatt_valatt"
_QUANTIZED = {"quantized": "True"}


def _outputs(a):
    return ("output", "min_output", "max_output") if a.quantized and not a.enable_float_output else ("output",)


def _quantized(a):
    return a.quantized


def _types(*integers):
    """`Traits.types`; `integers` are the types of integers that are inputs."""

    def rule(a, given):
        if not a.quantized:
            return one_type(given)
        result = "float32" if a.enable_float_output else of_range()(a, given)
        return [*integers, *["float32"] * (len(given) - len(integers))], [result, "float32", "float32"]

    return rule


def _numbers(a):
    return "numbers" if a.quantized else None


def _finished(sums, factors, range_, levels, a, extra=1.0):
    """What becomes of sums of products of integers that `factors` were multiplied by; `extra` is one more divisor."""
    product = factors[0] * factors[1]
    ends = calibrated(a["min_calib_range"], a["max_calib_range"])
    if ends is not None:
        unit, dtype, range_ = scale("int8", np.float32(max(map(abs, ends)))) / product, jnp.int8, bounds(*ends)
    elif a["enable_float_output"]:
        return sums.astype(jnp.float32) * (1 / product / np.float32(extra))
    else:
        unit, dtype, range_ = jnp.float32(1), jnp.int32, product_range(*range_, levels)
    return saturated(sums.astype(jnp.float32) * (unit / np.float32(extra)), dtype), *range_


def _check(name, array, dtype, **ranges):
    check(array.dtype == dtype, name, f"integers must be {np.dtype(dtype).name}, got {array.dtype}")
    for label, value in ranges.items():
        expect_shape(name, label, value, (1,))


@op(
    _SCORES,
    outputs=_outputs,
    when=dict.fromkeys(("min_qkv", "max_qkv"), _quantized),
    zero_gradient=True,
    integers=IntegerForm(_SCORES, must=True, requantize=True, changes=lambda granularity: _QUANTIZED),
    takes_range=_numbers,
    types=_types("int8"),
    onnx="fused.scores",
)
def scores(
    queries_keys_values: AnyArray,
    min_qkv: AnyArray | None = None,
    max_qkv: AnyArray | None = None,
    heads: int = REQUIRED,
    quantized: bool = False,
    enable_float_output: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
):
    """Scaled dot products of queries and keys, from interleaved projections: q k^T / sqrt(size).

    queries_keys_values    (length, batch, heads * 3 * size): float32, or with `quantized` int8
    min_qkv, max_qkv    float32, (1,): the range that integers stand for
    heads    number of heads
    quantized    whether it is on integers
    enable_float_output    with `quantized`: real numbers come out
    min_calib_range, max_calib_range    the range of the result, int8; without it int32 sums come out

    Returns (batch * heads, length, length), and for integers the range that it stands for.
    """
    if not quantized:
        return selfatt_qk.fn(queries_keys_values, heads)
    a = locals()
    _check(_SCORES, queries_keys_values, jnp.int8, min_qkv=min_qkv, max_qkv=max_qkv)
    queries, keys, _ = parts(_SCORES, "queries_keys_values", queries_keys_values, heads, 3)
    length, batch, _, size = queries.shape
    sums = einsum("qbhd,kbhd->bhqk", queries, keys, (3, 3)).reshape(batch * heads, length, length)
    factor = scale("int8", bound(min_qkv, max_qkv))
    return _finished(sums, (factor, factor), (min_qkv, max_qkv) * 2, 127 * 127, a, size**0.5)


@op(
    _VALUES,
    outputs=_outputs,
    when=dict.fromkeys(("min_qkv", "max_qkv", "min_attention", "max_attention"), _quantized),
    zero_gradient=True,
    integers=IntegerForm(_VALUES, must=True, requantize=True, changes=lambda granularity: _QUANTIZED),
    takes_range=_numbers,
    types=_types("int8", "uint8"),
    onnx="fused.values",
)
@attributes_of(scores)
def values(
    queries_keys_values,
    attention: AnyArray,
    min_qkv=None,
    max_qkv=None,
    min_attention: AnyArray | None = None,
    max_attention: AnyArray | None = None,
    heads=REQUIRED,
    quantized=False,
    enable_float_output=False,
    min_calib_range=None,
    max_calib_range=None,
):
    """Values weighted by attention, from interleaved projections.

    queries_keys_values    (length, batch, heads * 3 * size): float32, or with `quantized` int8
    attention    (batch * heads, length, length): weights, float32, or with `quantized` uint8
    min_attention, max_attention    float32, (1,): the range that the weights stand for

    Returns (length, batch, heads * size), and for integers the range that it stands for.
    """
    if not quantized:
        return selfatt_valatt.fn(queries_keys_values, attention, heads)
    a = locals()
    _check(_VALUES, queries_keys_values, jnp.int8, min_qkv=min_qkv, max_qkv=max_qkv)
    _check(_VALUES, attention, jnp.uint8, min_attention=min_attention, max_attention=max_attention)
    width = third(_VALUES, queries_keys_values)
    projected = parts(_VALUES, "queries_keys_values", queries_keys_values, heads, 3)[2]
    sums = mix(_VALUES, attention, projected, width, einsum)
    factors = scale("int8", bound(min_qkv, max_qkv)), scale("uint8", bound(min_attention, max_attention))
    return _finished(sums, factors, (min_qkv, max_qkv, min_attention, max_attention), 127 * 255, a)


@scores.deduce
def _(a, queries_keys_values):
    return {"min_qkv": RANGE, "max_qkv": RANGE}


@values.deduce
def _(a, queries_keys_values):
    return dict.fromkeys(("min_qkv", "max_qkv", "min_attention", "max_attention"), RANGE)
