"""Numbers as 8-bit integers with the range that they stand for, and back."""

from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import ShapeDtypeStruct, lax

from ..core.declare.op import AnyArray, Platform, op
from ._attributes import attributes_of
from ._checks import check, check_single
from ._integer_ranges import bound, calibrated, end_of, images_last, quotient, types
from .nn import _integers_onednn
from .nn._integer_sums import saturated


def _ranges(name, low, high):
    for label, x in (("min_range", low), ("max_range", high)):
        check(x.shape == (1,), name, f"Shape inconsistent: {label} must have shape (1,), got {x.shape}")
        check_single(name, **{label: x})
    return end_of(low), end_of(high)


def _times(x, number, dtype, platform, to_last=False):
    """`x` times a scalar as numbers of `dtype`; images with channels second are laid out with them last if `to_last`."""
    result = None
    if platform == "cpu" and x.dtype.name in ("float32", "int32", "int8", "uint8"):
        result = _integers_onednn.converted(x, number.reshape(1), dtype, to_last=to_last)
    if result is None:
        x = x.astype(jnp.float32) * number.reshape(())
        x = x if dtype == jnp.float32 else saturated(x, dtype)
        result = jnp.moveaxis(x, 1, -1) if to_last else x
    return result


def _with_range(data, low, high, unsigned, largest, platform, to_last=False):
    """`data` as integers, of which `largest` stands for the larger bound, and the range that they stand for, as two arrays."""
    reach = bound(low, high)
    integers = _times(data, quotient(np.float32(largest), reach), jnp.uint8 if unsigned else jnp.int8, platform, to_last)
    low, high = (low, high) if unsigned else (-reach, reach)
    return integers, low.reshape(1), high.reshape(1)


def _like_data(a, data, *ranges):
    """`Traits.output_shapes`."""
    return [data.shape, (1,), (1,)]


def _is_unsigned(out_type, low, high):
    """Whether numbers of a range, calibrated or not, become uint8."""
    return out_type == "uint8" or (out_type == "auto" and calibrated(low, high) is not None and low >= 0)


def _integer_type(a, given):
    return "uint8" if _is_unsigned(a.out_type, a.min_calib_range, a.max_calib_range) else "int8"


@op(
    "_contrib_quantize",
    "_npx_contrib_quantize",
    outputs=3,
    zero_gradient=True,
    types=types(lambda a, given: a.out_type),
    output_shapes=_like_data,
    onnx="quantized.quantize",
)
def quantize(
    data: AnyArray, min_range: AnyArray, max_range: AnyArray, out_type: Literal["int8", "uint8"] = "uint8", *, platform: Platform
) -> tuple[jax.Array, Any, Any]:
    """Numbers as 8-bit integers: zero stays zero, the larger bound of the range becomes 255 ("uint8") or 127 ("int8").

    data    float32 array
    min_range, max_range    float32, shape (1,): the range of its values
    out_type    "uint8" or "int8"

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x = nd.array([-127, 0, 64])
    >>> nd.contrib.quantize(x, nd.array([-127]), nd.array([127]), out_type="int8")[0]
    [-127    0   64]
    <NDArray 3 @cpu(0)>
    """
    low, high = _ranges("_contrib_quantize", min_range, max_range)
    unsigned = out_type == "uint8"
    return _with_range(lax.stop_gradient(data), low, high, unsigned, 255 if unsigned else 127, platform)


@op(
    "_contrib_quantize_v2",
    "_npx_contrib_quantize_v2",
    outputs=3,
    zero_gradient=True,
    calibrated_by="input",
    unlisted=("to_last",),
    types=types(_integer_type),
    output_shapes=lambda a, data: None if a.to_last else _like_data(a, data),
    onnx="quantized.quantize_v2",
)
def quantize_v2(
    data: AnyArray,
    out_type: Literal["auto", "int8", "uint8"] = "int8",
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    to_last: bool = False,
    *,
    platform: Platform,
) -> tuple[jax.Array, Any, Any]:
    """Numbers as 8-bit integers, with the range given or that of the data; the larger bound becomes 255.5 or 127.5.

    data    float32 array
    out_type    "int8", "uint8", or "auto": "uint8" where min_calib_range is not negative, else "int8"
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> nd.contrib.quantize_v2(nd.array([-127, 0, 64]), min_calib_range=-127, max_calib_range=127)[0]
    [-128    0   64]
    <NDArray 3 @cpu(0)>
    """
    # `to_last` is set by the library: the data are images with channels second, the integers have them last
    data = lax.stop_gradient(data)
    if calibrated(min_calib_range, max_calib_range) is not None:
        low, high = np.float32(min_calib_range), np.float32(max_calib_range)
    else:
        low, high = data.min().astype(jnp.float32), data.max().astype(jnp.float32)
    unsigned = _is_unsigned(out_type, min_calib_range, max_calib_range)
    return _with_range(data, low, high, unsigned, 255.5 if unsigned else 127.5, platform, to_last)


@quantize_v2.channels_last(starts=True)
def _quantized_last(a, shapes, moved, platform):
    """One pass over memory makes integers of images and lays them out."""
    if len(shapes[0]) != 4 or platform != "cpu":
        return None
    return ({}, (0,)) if moved[0] else ({"to_last": True}, ())


@op(
    "_contrib_dequantize",
    zero_gradient=True,
    channels_last=images_last,
    types=lambda a, given: ([given[0], "float32", "float32"], ["float32"]),
    output_shapes=lambda a, data, *ranges: [data.shape],
    onnx="quantized.dequantize",
)
def dequantize(
    data: AnyArray, min_range: AnyArray, max_range: AnyArray, out_type: Literal["float32"] = "float32", *, platform: Platform
) -> jax.Array:
    """The numbers that 8-bit (or, from sums of products, 32-bit) integers stand for.

    data    int8, uint8 or int32 array
    min_range, max_range    float32, shape (1,): the range that they stand for
    out_type    "float32"

    Returns a float32 array.

    Examples
    --------
    >>> x = nd.array([-127, 0, 64], dtype="int8")
    >>> nd.contrib.dequantize(x, nd.array([-127]), nd.array([127])).round()
    [-127.    0.   64.]
    <NDArray 3 @cpu(0)>
    """
    low, high = _ranges("_contrib_dequantize", min_range, max_range)
    largest = np.float32({"uint8": 255.5, "int8": 127.5}.get(data.dtype.name, 2**31 - 1))
    return _times(data, quotient(bound(low, high), largest), jnp.dtype("float32"), platform)


@op(
    "_contrib_requantize",
    "_npx_requantize",
    outputs=3,
    zero_gradient=True,
    calibrated_by="input",
    channels_last=images_last,
    types=lambda a, given: (["int32", "float32", "float32"], [_integer_type(a, given), "float32", "float32"]),
    output_shapes=_like_data,
    onnx="quantized.requantize",
)
@attributes_of(quantize_v2, without=("to_last",))
def requantize(
    data, min_range: AnyArray, max_range: AnyArray, out_type, min_calib_range, max_calib_range, *, platform
) -> tuple[jax.Array, Any, Any]:
    """32-bit sums of products as 8-bit integers, with the range given or that of the data.

    data    int32 array
    min_range, max_range    float32, shape (1,): the range that it stands for
    out_type    "int8", "uint8", or "auto": "uint8" where min_calib_range is not negative, else "int8"
    min_calib_range, max_calib_range    the range of the result; both are needed to count

    Returns the integers, and the range that they stand for, twice shape (1,).

    Examples
    --------
    >>> x = nd.array([0, 2**30], dtype="int32")
    >>> nd.contrib.requantize(x, nd.array([-4]), nd.array([4]), min_calib_range=-2, max_calib_range=2)[0]
    [  0 127]
    <NDArray 2 @cpu(0)>
    """
    check(data.dtype == jnp.int32, "_contrib_requantize", f"Type inconsistent, data must be int32, got {data.dtype}")
    low, high = _ranges("_contrib_requantize", min_range, max_range)
    ends = calibrated(min_calib_range, max_calib_range)
    unsigned = _is_unsigned(out_type, min_calib_range, max_calib_range)
    reach, levels = bound(low, high), np.float32(2**31)
    if ends is not None:
        new_reach = np.float32(max(map(abs, ends)))
    else:
        most = jnp.maximum(jnp.abs(data.min().astype(jnp.float32)), jnp.abs(data.max().astype(jnp.float32)))
        new_reach = most * reach / levels
    dtype = jnp.uint8 if unsigned else jnp.int8
    scale = quotient(reach, levels) * quotient(np.float32(jnp.iinfo(dtype).max), new_reach)
    new_high = new_reach.reshape(1)
    return _times(data, scale, dtype, platform), np.zeros(1, np.float32) if unsigned else -new_high, new_high


for _each in (quantize, dequantize, requantize):
    _each.deduce(lambda a, data: dict.fromkeys(("min_range", "max_range"), ShapeDtypeStruct((1,), np.dtype("float32"))))


@op("_contrib_quantize_asym", outputs=("output", "scale", "shift"), zero_gradient=True, calibrated_by="input")
def quantize_asym(
    data: AnyArray, min_calib_range: float | None = None, max_calib_range: float | None = None
) -> tuple[jax.Array, Any, Any]:
    """Numbers as uint8 integers `data * scale + shift`, so that the range, or that of the data, becomes 0 to 255.

    data    float32; int8 is moved up by 128 and uint8 stays as it is
    min_calib_range, max_calib_range    the range; both are needed to count

    Returns the integers, the scale and the shift, float32 of shape (1,).

    Examples
    --------
    >>> mx.sym.contrib.quantize_asym(mx.sym.var("x"), name="q").list_outputs()
    ['q_output', 'q_scale', 'q_shift']
    """
    name = "_contrib_quantize_asym"
    check(data.dtype.name in ("float32", "int8", "uint8"), name, f"data must be float32, int8 or uint8, got {data.dtype}")
    if data.dtype == jnp.float32:
        data = lax.stop_gradient(data)
        calibrated = min_calib_range is not None and max_calib_range is not None
        low, high = (jnp.float32(min_calib_range), jnp.float32(max_calib_range)) if calibrated else (data.min(), data.max())
        scale = np.float32(255) / (high - low)
        shift = np.float32(255) - high * scale
        integers = saturated(data * scale + shift, jnp.uint8)
    else:
        scale, shift = jnp.float32(1), jnp.float32(128 if data.dtype == jnp.int8 else 0)
        integers = (data.astype(jnp.int32) + shift.astype(jnp.int32)).astype(jnp.uint8)
    return integers, scale.reshape(1), shift.reshape(1)


@op("_contrib_calibrate_entropy", "_npx_contrib_calibrate_entropy", outputs=("threshold", "divergence"), no_gradient=True)
def calibrate_entropy(hist: AnyArray, hist_edges: AnyArray, num_quantized_bins: int = 255) -> tuple[jax.Array, jax.Array]:
    """The bound of a range that 8-bit integers lose least information with: the smallest Kullback-Leibler divergence.

    hist    float32, (bins,): a histogram over a range around zero; an odd number of bins
    hist_edges    float32, (bins + 1,)
    num_quantized_bins    how many integers there are

    Returns the bound and its divergence, twice shape (1,).

    Examples
    --------
    >>> hist, edges = nd.ones(257), nd.arange(258) - 128.5
    >>> bound, divergence = nd.contrib.calibrate_entropy(hist, edges)
    >>> bound.shape
    (1,)
    """
    name = "_contrib_calibrate_entropy"
    bins, half = hist.size, num_quantized_bins // 2
    zero = bins // 2
    check(hist_edges.size == bins + 1, name, f"hist_edges needs {bins + 1} elements for {bins} bins, got {hist_edges.size}")
    check(0 < half <= zero, name, f"num_quantized_bins must be between 2 and the number of bins, {bins}: {num_quantized_bins}")
    hist, edges = hist.reshape(bins).astype(jnp.float32), hist_edges.reshape(bins + 1)
    counts, places, tiny = hist.astype(jnp.int32), jnp.arange(bins), np.float32(1e-4)
    sums = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(counts)])
    filled = jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(counts != 0)])

    def smoothed(values, inside, size):
        present = inside & (values != 0)
        many = present.sum()
        off = tiny * (size - many).astype(jnp.float32) / many.astype(jnp.float32)
        return values + jnp.where(present, -off, tiny), (many > 0) & (off < 1)

    def divergence(reach):
        """Of the histogram's middle, `reach` bins to either side, what lies beyond put into its ends."""
        start, stop, size = zero - reach, jnp.minimum(zero + reach + 1, bins), 2 * reach + 1
        inside = (places >= start) & (places < stop)
        whole = jnp.where(places == start, jnp.where(places <= start, hist, 0).sum(), jnp.where(inside, hist, 0))
        whole = whole + jnp.where(places == stop - 1, jnp.where(places >= stop, hist, 0).sum(), 0)
        merged = size // num_quantized_bins
        number = jnp.clip((places - start) // merged, 0, num_quantized_bins - 1)
        first = jnp.maximum(start + number * merged, start + 1)  # the first bin itself counts as empty
        last = jnp.where(number == num_quantized_bins - 1, stop, start + (number + 1) * merged)
        last = jnp.clip(last, first, bins)
        total, norm = sums[last] - sums[first], filled[last] - filled[first]
        coarse = jnp.where(inside & (whole != 0) & (norm > 0), total / jnp.maximum(norm, 1), 0).astype(jnp.float32)
        (p, _), (q, known) = smoothed(whole, inside, size), smoothed(coarse, inside, size)
        p, q = (jnp.where(inside, x / jnp.where(inside, x, 0).sum(), 1) for x in (p, q))
        return jnp.where(known, (p * jnp.log(p / q)).sum(), jnp.inf)

    reaches = jnp.arange(half, zero + 1)
    divergences = lax.map(divergence, reaches)
    best = jnp.argmin(divergences)
    return edges[jnp.minimum(zero + reaches[best] + 1, bins)].reshape(1), divergences[best].reshape(1)
