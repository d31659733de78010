"""The three maps of a convolution by oneDNN, on the CPU; None where it does not compute them.

Arrays are those of `_conv`: images with channels second or last, weights with channels second or, with images that have them
last, last too. oneDNN computes with channels last as they are, and copies others to its own layout and back.

Half precision is computed as it is where the processor has units for it. Elsewhere arrays are converted, and results rounded
once, in the passes that XLA makes over them anyway.
"""

import math

import jax
import jax.numpy as jnp
from jax import lax

from ...native import onednn
from ...native.symbols import at_present
from . import activation
from ._common import for_onednn, in_single, is_half

#: convolutions of fewer multiplications are left to XLA: a call of oneDNN takes some microseconds
_FEWEST = 2**16


def suits(x) -> bool:
    """Whether oneDNN may compute convolutions of images of this type: half precision at least in single precision."""
    return x.dtype.itemsize <= 4 and onednn.usable()


def forward(x, w, geo, bias=None, relu=False, affine=(), other=None, packed=False, rounded=True) -> jax.Array | None:
    """The convolution, or None; what is asked for is done to its results on their way to memory.

    bias      a number for each filter to add
    affine    (scale, shift): numbers for each filter
    other     an array like the result to add
    relu      cut off what is below zero
    packed    copy the weight to oneDNN's layout in a call of its own
    rounded   in the type of x, not in single precision
    """
    half = is_half(x) and not onednn.multiplies(x.dtype)
    # the pass that rounds does these too, and needs no converted copy of `other`
    if (relu and activation.keeps_nan(x)) or (half and (relu or other is not None)):
        y = forward(x, w, geo, bias, affine=affine, packed=packed, rounded=False)
        if y is None:
            return None
        y = y if other is None else lax.add(in_single(y), in_single(other))
        y = lax.convert_element_type(y, x.dtype)
        return activation.relu(y) if relu else y
    batch, channels = x.shape[0], x.shape[-1 if geo.last else 1]
    flags = relu * onednn.RELU + (bias is not None) * onednn.BIAS
    flags += bool(affine) * onednn.SCALE_AND_SHIFT + (other is not None) * onednn.ADD
    # numbers for each filter are in single precision
    vectors = [lax.convert_element_type(vector, jnp.float32) for vector in (bias, *affine) if vector is not None]
    arrays = [x, w, *vectors, *([] if other is None else [other])]
    y = _call(onednn.CONVOLVE, arrays, (batch, channels, w.shape[0]), geo, flags, packed)
    return lax.convert_element_type(y, x.dtype) if half and rounded and y is not None else y


def backward_data(y, w, geo) -> jax.Array | None:
    """The gradient of the data, or None."""
    channels = w.shape[-1 if _weight_last(geo) else 1] * geo.groups
    return _call(onednn.CONVOLVE_DATA_GRADIENT, (y, w), (y.shape[0], channels, w.shape[0]), geo)


def backward_weight(x, y, geo) -> jax.Array | None:
    """The gradient of the weight, or None."""
    axis = -1 if geo.last else 1
    if geo.taps == 1 and any(step > 1 for step in geo.stride) and not any(geo.pad):
        # oneDNN 3.2 leaves elements out as well, into memory that it makes too small: what follows is written over, among it the
        # counter by which its threads wait for each other, and the call never ends.
        steps = (1, *geo.stride, 1) if geo.last else (1, 1, *geo.stride)
        x = lax.slice(x, (0,) * x.ndim, x.shape, steps)  # indexing is a gather where sizes are symbols
        geo = geo._replace(size=geo.out, stride=(1,) * len(geo.stride))
    return _call(onednn.CONVOLVE_WEIGHT_GRADIENT, (x, y), (x.shape[0], x.shape[axis], y.shape[axis]), geo)


def _weight_last(geo):
    return geo.last and not geo.weight_first


def _call(what, arrays, counts, geo, flags=0, packed=False):
    batch, channels, filters = counts
    arrays = [for_onednn(array) for array in arrays]
    dtype = arrays[0].dtype
    if arrays[1].dtype != dtype or not onednn.multiplies(dtype):
        return None
    if at_present(batch * filters * (channels // geo.groups) * geo.taps * math.prod(geo.out)) < _FEWEST:
        return None
    flags += geo.last * onednn.CHANNELS_LAST + _weight_last(geo) * onednn.WEIGHT_LAST + onednn.types(dtype, dtype, dtype, dtype)
    plan = onednn.plan(what, flags + packed * onednn.PACKED, batch, channels, filters, geo.groups, space=geo[:6])
    if plan is None:
        return None
    weight = onednn.pack(plan, arrays[1]) if packed else None
    if weight is not None:
        arrays[1] = weight
    elif packed:
        return None
    if what == onednn.CONVOLVE_WEIGHT_GRADIENT:
        divided = channels // geo.groups
        shape = (filters, *geo.kernel, divided) if _weight_last(geo) else (filters, divided, *geo.kernel)
    else:
        count, space = (filters, geo.out) if what == onednn.CONVOLVE else (channels, geo.size)
        shape = (batch, *space, count) if geo.last else (batch, count, *space)
    return onednn.call(plan, [jax.ShapeDtypeStruct(shape, dtype)], *arrays)[0]
