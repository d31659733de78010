"""The three linear maps of a convolution, each the gradient of the others, with lowerings of their own on CPU.

    forward(x, w)        the convolution
    backward_data(y, w)  its transpose in x: the gradient of the data, and the forward pass of a deconvolution
    backward_weight(x, y)

Arrays have the channel axis second, weights are (filters, channels / groups, *kernel); of two dimensions and one group also
last, with weights (filters, *kernel, channels) or as above (`Geometry.last`, `_conv_last.py`). XLA's CPU backend does
well on plain two-dimensional convolutions with enough channels and badly on most others, so that there (measured on
one core, the time of XLA's own form over that of the one chosen here, forward + backward):
    depthwise, grouped and few-channel kernels   sums of shifted, weighted planes ("taps")            10 .. 200
    1x1 kernels                                  matrix products                                       2
    three dimensions                             depth folded into the channels of a 2-d convolution   10
    data gradients with few channels             one matrix product, then shifted sums ("folding")     2 .. 5
    outputs of few positions                     one matrix product with all patches as columns        3 .. 70
"""

import functools
import itertools
import math
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from ...core.declare.gradients import custom_vjp
from ...native import onednn
from ...native.symbols import at_present, scope
from . import _conv_last, _conv_onednn, activation
from ._common import along

# The most products per output element for which unrolled taps beat a convolution: with one group, and with several.
MAX_TAPS, MAX_GROUP_TAPS = 32, 80
# The most elements of a kernel that are unrolled at all: programs grow with them, and so does the time to compile.
MAX_UNROLLED = 128
# Channels for which the data's gradient is faster element by element of the kernel; channels that oneDNN computes at a time.
FEW_CHANNELS, BLOCK = 4, 16
# Of products that are folded into an image, so many are made at a time: 2 MB, which the processor's cache holds.
FOLDED_ELEMENTS = 2**19
# Large kernels whose output has at most so many positions in an image, or in the batch, are one matrix product.
FEW_POSITIONS, FEW_IN_BATCH, LARGE_KERNEL = 4, 64, 2**14


class Geometry(NamedTuple):
    """What of a convolution is not an array.

    `size` and `out` are the spatial shapes of x and y. `last`: channels of images come last; those of the weight do too, unless
    `weight_first`.
    """

    size: tuple[int, ...]
    out: tuple[int, ...]
    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    pad: tuple[int, ...]
    dilate: tuple[int, ...]
    groups: int
    cpu: bool
    last: bool = False
    weight_first: bool = False

    @property
    def taps(self) -> int:
        """Number of elements of the kernel."""
        return math.prod(self.kernel)


@functools.partial(custom_vjp, nondiff_argnums=(2,))
def forward(x, w, geo) -> jax.Array:
    """The convolution of x (N, C, *size) with w (O, C / groups, *kernel): (N, O, *out)."""
    if geo.cpu:
        return _on_cpu(_forward_cpu, _conv_onednn.forward, x, w, geo)
    return _lax(x, w, geo)


@functools.partial(custom_vjp, nondiff_argnums=(3, 4))
def forward_with(x, w, bias, geo, relu) -> Any:
    """`forward` with a bias (or None) for each filter added, and with `relu` nothing below zero."""
    y = _conv_onednn.forward(x, w, geo, bias, relu) if geo.cpu else None
    if y is not None:
        return y
    y = forward(x, w, geo)
    if bias is not None:
        y = y + along(bias, _channel_axis(geo), y.ndim)
    return activation.relu(y) if relu else y


def _channel_axis(geo):
    return len(geo.kernel) + 1 if geo.last else 1


def _forward_with_to_differentiate(x, w, bias, geo, relu):
    y = forward_with(x, w, bias, geo, relu)
    return y, (x, w, bias is None, y if relu else None)


def _backward_with(geo, relu, kept, g):
    x, w, plain, y = kept
    if relu:
        g = jnp.where(y > 0, g, jnp.zeros((), g.dtype))
    axes = tuple(i for i in range(g.ndim) if i != _channel_axis(geo))
    return backward_data(g, w, geo), backward_weight(x, g, geo), None if plain else jnp.sum(g, axes)


forward_with.defvjp(_forward_with_to_differentiate, _backward_with)


@functools.partial(custom_vjp, nondiff_argnums=(6, 7))
def forward_affine(x, w, bias, scale, shift, other, geo, relu) -> jax.Array:
    """The convolution in inference with a bias (or None), times `scale` and plus `shift` for each filter, plus the array `other`
    (or None), and with `relu` nothing below zero.

    The gradient computes the convolution once more.
    """
    if other is None or other.dtype == x.dtype:
        y = _conv_onednn.forward(x, w, geo, bias, relu, (scale, shift), other)
        if y is not None:
            return y
    return _forward_affine(x, w, bias, scale, shift, other, geo, relu)


def _forward_affine(x, w, bias, scale, shift, other, geo, relu):
    y = forward_with(x, w, bias, geo, False)
    axis = _channel_axis(geo)
    y = (y * along(scale, axis, y.ndim) + along(shift, axis, y.ndim)).astype(x.dtype)
    y = y if other is None else y + other
    return activation.relu(y) if relu else y


forward_affine.defvjp(
    lambda *given: (forward_affine(*given), given[:6]),
    lambda geo, relu, kept, g: jax.vjp(lambda *arrays: _forward_affine(*arrays, geo, relu), *kept)[1](g),
)


@functools.partial(custom_vjp, nondiff_argnums=(2,))
def backward_data(y, w, geo) -> jax.Array:
    """The transpose of `forward` in x: (N, C, *size) from y (N, O, *out)."""
    if geo.cpu:
        return _on_cpu(_backward_data_cpu, _conv_onednn.backward_data, y, w, geo)
    return _lax_backward_data(y, w, geo)


@functools.partial(custom_vjp, nondiff_argnums=(2,))
def backward_weight(x, y, geo) -> jax.Array:
    """The transpose of `forward` in w: (O, C / groups, *kernel)."""
    if geo.cpu:
        return _on_cpu(_backward_weight_cpu, _conv_onednn.backward_weight, x, y, geo)
    return _lax_backward_weight(x, y, geo)


forward.defvjp(
    lambda x, w, geo: (forward(x, w, geo), (x, w)),
    lambda geo, kept, y: (backward_data(y, kept[1], geo), backward_weight(kept[0], y, geo)),
)
backward_data.defvjp(
    lambda y, w, geo: (backward_data(y, w, geo), (y, w)),
    lambda geo, kept, x: (forward(x, kept[1], geo), backward_weight(x, kept[0], geo)),
)
backward_weight.defvjp(
    lambda x, y, geo: (backward_weight(x, y, geo), (x, y)),
    lambda geo, kept, w: (backward_data(kept[1], w, geo), forward(kept[0], w, geo)),
)


def _on_cpu(compute, by_onednn, a, b, geo):
    """One of the maps on the CPU: of half precision in single precision, where oneDNN does not compute it as it is."""
    dtype = a.dtype
    if dtype.itemsize >= 4:
        return compute(a, b, geo)
    result = by_onednn(a, b, geo) if onednn.multiplies(dtype) else None
    if result is None:
        result = compute(lax.convert_element_type(a, jnp.float32), lax.convert_element_type(b, jnp.float32), geo)
    return lax.convert_element_type(result, dtype)


# ---- XLA's own convolutions ----


def _lax(x, w, geo):
    space = "DHW"[-len(geo.kernel) :]
    spec = f"N{space}C" if geo.last else f"NC{space}"
    kernel = f"O{space}I" if geo.last and not geo.weight_first else f"OI{space}"
    return lax.conv_general_dilated(
        x,
        w,
        geo.stride,
        [(p, p) for p in geo.pad],
        rhs_dilation=geo.dilate,
        dimension_numbers=(spec, kernel, spec),
        feature_group_count=geo.groups,
    )


def _lax_backward_data(y, w, geo):
    channels = w.shape[-1 if geo.last and not geo.weight_first else 1] * geo.groups
    shape = (*geo.size, channels) if geo.last else (channels, *geo.size)
    x = jax.ShapeDtypeStruct((y.shape[0], *shape), y.dtype)
    return jax.linear_transpose(lambda x: _lax(x, w, geo), x)(y)[0]


def _lax_backward_weight(x, y, geo):
    axis = -1 if geo.last else 1
    shape = (y.shape[axis], x.shape[axis] // geo.groups, *geo.kernel)
    if geo.last and not geo.weight_first:
        shape = (shape[0], *geo.kernel, shape[1])
    w = jax.ShapeDtypeStruct(shape, x.dtype)
    return jax.linear_transpose(lambda w: _lax(x, w, geo), w)(y)[0]


# ---- choices for CPU ----


def _channels_second(geo):
    return geo._replace(last=False, weight_first=False)


def to_first(x) -> jax.Array:
    """An array with channels last as one with channels second."""
    return jnp.moveaxis(x, -1, 1)


def to_last(x) -> jax.Array:
    """An array with channels second as one with channels last."""
    return jnp.moveaxis(x, 1, -1)


def _weight_first(w, geo):
    return w if geo.weight_first else to_first(w)


def _few_taps(channels, geo):
    return channels * geo.taps <= (MAX_TAPS if geo.groups == 1 else MAX_GROUP_TAPS)


def _few_positions(batch, filters, channels, geo):
    if geo.groups > 1 or geo.taps > MAX_UNROLLED or filters * channels * geo.taps < LARGE_KERNEL:
        return False
    positions = math.prod(geo.out)
    return positions <= FEW_POSITIONS or positions * batch <= FEW_IN_BATCH


def _flat_geometry(geo):
    """Where the kernel is as large as the input: the same as a 1x1 kernel on more channels; otherwise None."""
    if geo.taps == 1 or geo.kernel != geo.size or any(geo.pad) or any(d != 1 for d in geo.dilate):
        return None
    return Geometry((1,), (1,), (1,), (1,), (0,), (1,), geo.groups, geo.cpu)


def _forward_cpu(x, w, geo):
    y = _conv_onednn.forward(x, w, geo)
    if y is not None:
        return y
    if geo.last and geo.groups > 1:
        return to_last(_forward_cpu(to_first(x), _weight_first(w, geo), _channels_second(geo)))
    if geo.last:
        product = _conv_last.forward(x, w, geo)
        return _lax(x, w, geo) if product is None else product
    flat = _flat_geometry(geo)
    if flat is not None:
        y = _pointwise(x.reshape(x.shape[0], -1, 1), w.reshape(w.shape[0], -1, 1), flat)
        return y.reshape(*y.shape[:2], *geo.out)
    if geo.taps == 1:
        return _pointwise(x, w, geo)
    if _few_taps(w.shape[1], geo):
        return _tapped(x, w, geo)
    if _few_positions(x.shape[0], *w.shape[:2], geo):
        return _columns(x, w, geo)
    if len(geo.kernel) == 3 and geo.groups == 1 and geo.dilate[0] == 1:
        return _depth_folded(x, w, geo)
    if geo.groups > 1:
        unrolled = geo.groups > 8 and geo.taps <= MAX_UNROLLED
        return _shifted_products(x, w, geo) if unrolled else _split(x, w, geo)
    return _lax(x, w, geo)


def _backward_data_of_few(y, w, geo):
    """The gradient of the data where there are few channels or filters, or None: oneDNN's own computes a block of 16 of each."""
    filters, channels = w.shape[:2]
    if geo.last or geo.groups > 1 or len(geo.kernel) != 2 or not 1 < geo.taps <= MAX_UNROLLED:
        return None
    if channels <= FEW_CHANNELS:
        return _folded(y, w, geo)
    turned = _turned_geometry(geo) if min(filters, channels) < BLOCK else None
    return None if turned is None else _conv_onednn.forward(y, _turned(w, geo), turned)


def _backward_data_cpu(y, w, geo):
    x = _backward_data_of_few(y, w, geo)
    if x is None:
        x = _conv_onednn.backward_data(y, w, geo)
    if x is not None:
        return x
    if geo.last and geo.groups > 1:
        return to_last(_backward_data_cpu(to_first(y), _weight_first(w, geo), _channels_second(geo)))
    if geo.last:
        product = _conv_last.backward_data(y, w, geo)
        return _lax_backward_data(y, w, geo) if product is None else product
    flat = _flat_geometry(geo)
    if flat is not None:
        x = _folded(y.reshape(*y.shape[:2], 1), w.reshape(w.shape[0], -1, 1), flat)
        return x.reshape(x.shape[0], -1, *geo.size)
    if geo.taps > 1 and _few_positions(y.shape[0], *w.shape[:2], geo):
        x = jax.ShapeDtypeStruct((y.shape[0], w.shape[1], *geo.size), y.dtype)
        return jax.linear_transpose(lambda x: _columns(x, w, geo), x)(y)[0]
    turned = _turned_geometry(geo)
    per_group = y.shape[1] // geo.groups
    if turned is not None and geo.taps > 1:
        few = geo.groups > 1 and _few_taps(per_group, geo)
        if few or (len(geo.kernel) == 3 and geo.groups == 1):
            return _forward_cpu(y, _turned(w, geo), turned)
    channels = w.shape[1]
    fewer = channels <= 8 or (channels < 24 and math.prod(geo.size) >= 1.5 * math.prod(geo.out))
    if geo.taps <= MAX_UNROLLED and (geo.groups > 1 or geo.taps == 1 or len(geo.kernel) == 3 or fewer):
        return _folded(y, w, geo)
    return _lax_backward_data(y, w, geo)


def _backward_weight_cpu(x, y, geo):
    w = _conv_onednn.backward_weight(x, y, geo)
    if w is not None:
        return w
    if geo.last and geo.groups > 1:
        w = _backward_weight_cpu(to_first(x), to_first(y), _channels_second(geo))
        return w if geo.weight_first else to_last(w)
    if geo.last:
        product = _conv_last.backward_weight(x, y, geo)
        return _lax_backward_weight(x, y, geo) if product is None else product
    flat = _flat_geometry(geo)
    if flat is not None:
        w = _weight_products(x.reshape(x.shape[0], -1, 1), y.reshape(*y.shape[:2], 1), flat)
        return w.reshape(y.shape[1], -1, *geo.kernel)
    if geo.taps > 1 and _few_positions(x.shape[0], y.shape[1], x.shape[1], geo):
        w = jax.ShapeDtypeStruct((y.shape[1], x.shape[1], *geo.kernel), x.dtype)
        return jax.linear_transpose(lambda w: _columns(x, w, geo), w)(y)[0]
    if len(geo.kernel) == 3 and geo.groups == 1 and geo.taps > 1 and geo.dilate[0] == 1:
        w = jax.ShapeDtypeStruct((y.shape[1], x.shape[1], *geo.kernel), x.dtype)
        return jax.linear_transpose(lambda w: _depth_folded(x, w, geo), w)(y)[0]
    channels = x.shape[1]
    if geo.groups == 1 and len(geo.kernel) == 2 and (channels <= 3 or (channels <= 24 and min(geo.kernel) >= 5)):
        return _row_products(x, y, geo)
    if (geo.groups == 1 and geo.taps > 1) or geo.taps > MAX_UNROLLED:
        return _lax_backward_weight(x, y, geo)
    return _weight_products(x, y, geo)


# ---- lowerings ----


def planes(x, geo, fill=0) -> list[jax.Array]:
    """One strided slice of the padded x for each element of the kernel, in row-major order: arrays (N, C, *out)."""
    n = len(geo.kernel)
    reach = [s * (o - 1) + (k - 1) * d + 1 for s, o, k, d in zip(geo.stride, geo.out, geo.kernel, geo.dilate)]
    right = [max(0, r - p - size) for r, p, size in zip(reach, geo.pad, geo.size)]
    if any(geo.pad) or any(right):
        edges = [(0, 0, 0)] * 2 + [(p, r, 0) for p, r in zip(geo.pad, right)]
        x = lax.pad(x, jnp.asarray(fill, x.dtype), edges)
    slices = []
    for tap in itertools.product(*map(range, geo.kernel)):
        start = [t * d for t, d in zip(tap, geo.dilate)]
        stop = [a + s * (o - 1) + 1 for a, s, o in zip(start, geo.stride, geo.out)]
        slices.append(lax.slice(x, [0, 0, *start], [*x.shape[:2], *stop], [1, 1, *geo.stride[:n]]))
    return slices


def fold(parts, geo) -> jax.Array:
    """The transpose of `planes`: arrays (N, C, *out), one for each element of the kernel, summed into (N, C, *size)."""
    n, lead = len(geo.kernel), parts[0].shape[:2]
    zero = jnp.zeros((), parts[0].dtype)
    rows = [o + (k - 1) * d // s for o, k, d, s in zip(geo.out, geo.kernel, geo.dilate, geo.stride)]
    phases = dict.fromkeys(itertools.product(*map(range, geo.stride)))
    for part, tap in zip(parts, itertools.product(*map(range, geo.kernel))):
        start = [t * d for t, d in zip(tap, geo.dilate)]
        phase = tuple(a % s for a, s in zip(start, geo.stride))
        first = [0, 0, *(a // s for a, s in zip(start, geo.stride))]
        sofar = phases[phase]
        if sofar is None:
            edges = [(f, whole - f - size, 0) for f, whole, size in zip(first, (*lead, *rows), part.shape)]
            phases[phase] = lax.pad(part, zero, edges)
            continue
        # Added in place: a sum of padded parts would be fused into whatever reads it, and computed again for each reader.
        added = lax.slice(sofar, first, [f + size for f, size in zip(first, part.shape)]) + part
        phases[phase] = lax.dynamic_update_slice(sofar, added, first)
    laid = [jnp.zeros((*lead, *rows), zero.dtype) if p is None else p for p in phases.values()]
    if len(laid) == 1:
        whole = laid[0]
    else:
        whole = jnp.stack(laid, -1).reshape(*lead, *rows, *geo.stride)
        order = [0, 1] + [axis for i in range(n) for axis in (2 + i, 2 + n + i)]
        whole = whole.transpose(order).reshape(*lead, *(r * s for r, s in zip(rows, geo.stride)))
    edges = [(-p, size + p - full, 0) for p, size, full in zip(geo.pad, geo.size, whole.shape[2:])]
    return lax.pad(whole, zero, [(0, 0, 0)] * 2 + edges)


def _grouped(x, geo):
    """(N, groups, channels of a group, positions)."""
    return x.reshape(x.shape[0], geo.groups, x.shape[1] // geo.groups, math.prod(x.shape[2:]))


def _grouped_weight(w, geo):
    """(groups, filters of a group, channels of a group, taps)."""
    return w.reshape(geo.groups, w.shape[0] // geo.groups, w.shape[1], geo.taps)


def _products(w, x):
    """w @ x for w (groups, m, k) and x (batch, groups, k, positions)."""
    if w.size * x.shape[0] <= 2 * x.size:
        # A copy of w for each sample costs less than the transposition of the result that a shared one brings.
        w = jnp.broadcast_to(w, (x.shape[0], *w.shape))
    return jnp.matmul(w, x)


def _pointwise(x, w, geo):
    x = planes(x, geo)[0]
    y = _products(_grouped_weight(w, geo)[..., 0], _grouped(x, geo))
    return y.reshape(x.shape[0], w.shape[0], *geo.out)


def _tapped(x, w, geo):
    kernel, total = _grouped_weight(w, geo), None
    spatial = (1,) * len(geo.out)
    slices = [p.reshape(p.shape[0], geo.groups, w.shape[1], *geo.out) for p in planes(x, geo)]
    for channel in range(w.shape[1]):
        for tap, plane in enumerate(slices):
            weight = kernel[:, :, channel, tap].reshape(1, geo.groups, -1, *spatial)
            part = weight * plane[:, :, channel][:, :, None]
            total = part if total is None else total + part
    return total.reshape(x.shape[0], w.shape[0], *geo.out)


def _columns(x, w, geo):
    patches = jnp.stack([p.swapaxes(0, 1) for p in planes(x, geo)], 1).reshape(w.shape[1] * geo.taps, -1)
    y = jnp.matmul(w.reshape(w.shape[0], -1), patches)
    return y.reshape(w.shape[0], x.shape[0], *geo.out).swapaxes(0, 1)


def _shifted_products(x, w, geo):
    kernel, total = _grouped_weight(w, geo), None
    for tap, plane in enumerate(planes(x, geo)):
        part = _products(kernel[..., tap], _grouped(plane, geo))
        total = part if total is None else total + part
    return total.reshape(x.shape[0], w.shape[0], *geo.out)


def _split(x, w, geo):
    one = geo._replace(groups=1)
    pairs = zip(jnp.split(x, geo.groups, 1), jnp.split(w, geo.groups, 0))
    return jnp.concatenate([_lax(a, b, one) for a, b in pairs], 1)


def _depth_folded(x, w, geo):
    batch, channels = x.shape[:2]
    depth, stride = geo.kernel[0], geo.stride[0]
    need = stride * (geo.out[0] - 1) + depth
    edges = [(0, 0, 0)] * 2 + [(geo.pad[0], max(0, need - geo.pad[0] - geo.size[0]), 0)] + [(0, 0, 0)] * 2
    x = lax.pad(x, jnp.zeros((), x.dtype), edges)
    layers = [lax.slice_in_dim(x, i, i + stride * (geo.out[0] - 1) + 1, stride, 2) for i in range(depth)]
    x = jnp.stack(layers, 1).transpose(0, 3, 1, 2, 4, 5).reshape(batch * geo.out[0], depth * channels, *geo.size[1:])
    w = w.transpose(0, 2, 1, 3, 4).reshape(w.shape[0], depth * channels, *geo.kernel[1:])
    y = _lax(x, w, Geometry(*(part[1:] for part in geo[:6]), 1, True))
    return y.reshape(batch, geo.out[0], *y.shape[1:]).swapaxes(1, 2)


def _folded(y, w, geo):
    kernel = _grouped_weight(w, geo)
    groups, filters, channels, taps = kernel.shape
    kernel = kernel.transpose(0, 2, 3, 1).reshape(groups, channels * taps, filters)

    def folded(y):
        parts = _products(kernel, _grouped(y, geo)).reshape(y.shape[0], groups * channels, taps, *geo.out)
        return fold([lax.index_in_dim(parts, tap, 2, keepdims=False) for tap in range(taps)], geo)

    # A part of the batch at a time: the products of all of it take several times the result's memory, and twice the time.
    images = max(1, FOLDED_ELEMENTS // max(at_present(groups * channels * taps * math.prod(geo.out)), 1))
    if images >= y.shape[0]:
        return folded(y)
    # in a program for any size the parts are of one size, and the rest is one more
    images = images if scope() else next(n for n in range(images, 0, -1) if not y.shape[0] % n)
    count, rest = divmod(y.shape[0], images)
    whole = lax.slice_in_dim(y, 0, count * images) if rest else y
    whole = lax.map(folded, whole.reshape(count, images, *y.shape[1:])).reshape(count * images, groups * channels, *geo.size)
    return lax.concatenate([whole, folded(lax.slice_in_dim(y, count * images, y.shape[0]))], 0) if rest else whole


def _weight_products(x, y, geo):
    shape = (geo.groups, y.shape[1] // geo.groups, x.shape[1] // geo.groups)
    if geo.groups == geo.taps == 1 and shape[1] * shape[2] > math.prod(geo.out) * (shape[1] + shape[2]):
        # One product over samples and positions: to lay both out anew costs less than a product of each sample and their sum.
        w = jnp.einsum("nop,ncp->oc", y.reshape(*y.shape[:2], -1), planes(x, geo)[0].reshape(*x.shape[:2], -1))
        return w.reshape(*w.shape, *geo.kernel)
    if shape[1] == shape[2] == 1:
        return _depthwise_products(x, y, geo)
    grouped = _grouped(y, geo)
    parts = [jnp.matmul(grouped, _grouped(plane, geo).swapaxes(2, 3)).sum(0) for plane in planes(x, geo)]
    return jnp.stack(parts, -1).reshape(shape[0] * shape[1], shape[2], *geo.kernel)


def _depthwise_products(x, y, geo):
    """The weight gradient of a depthwise kernel: all its elements in one pass over the data, a third of the time of one each."""
    products = [y * plane for plane in planes(x, geo)]
    zeros = [jnp.zeros((), y.dtype)] * len(products)
    # The last axis is summed up by itself: what lies beside each other is added as vectors.
    over = tuple(i for i in range(y.ndim - 1) if i != 1)
    sums = lax.reduce(products, zeros, lambda a, b: [i + j for i, j in zip(a, b)], over)
    return jnp.stack([jnp.sum(part, 1) for part in sums], 1).reshape(y.shape[1], 1, *geo.kernel)


def _row_products(x, y, geo):
    """The weight gradient of a 2-d kernel: one matrix product for each of its rows."""
    batch, channels = x.shape[:2]
    width = geo.kernel[1]
    across = geo._replace(
        out=(0, geo.out[1]), kernel=(1, width), stride=(1, geo.stride[1]), pad=geo.pad, dilate=(1, geo.dilate[1])
    )
    reach = geo.stride[0] * (geo.out[0] - 1) + (geo.kernel[0] - 1) * geo.dilate[0] + 1
    # Copied once, so that the rows' slices below are of plain memory.
    columns = lax.optimization_barrier(planes(x, across._replace(out=(reach, geo.out[1]))))
    # (batch, channels, width, padded height, out width)
    columns = lax.optimization_barrier(jnp.stack(columns, 2))
    y, rows = y.reshape(batch, y.shape[1], -1), []
    for row in range(geo.kernel[0]):
        start = row * geo.dilate[0]
        stop = start + geo.stride[0] * (geo.out[0] - 1) + 1
        part = lax.slice_in_dim(columns, start, stop, geo.stride[0], 3).reshape(batch, channels * width, -1)
        rows.append(jnp.matmul(y, part.swapaxes(1, 2)).sum(0).reshape(-1, channels, width))
    return jnp.stack(rows, 2)


def _turned_geometry(geo):
    """The geometry of the convolution that is the data gradient of a stride-1 convolution, or None."""
    pad = tuple((k - 1) * d - p for k, d, p in zip(geo.kernel, geo.dilate, geo.pad))
    if any(s != 1 for s in geo.stride) or any(p < 0 for p in pad):
        return None
    return geo._replace(size=geo.out, out=geo.size, pad=pad)


def _turned(w, geo):
    """The kernel of that convolution: filters and channels exchanged within each group, every spatial axis reversed."""
    w = w.reshape(geo.groups, w.shape[0] // geo.groups, *w.shape[1:]).swapaxes(1, 2)
    return jnp.flip(w.reshape(-1, *w.shape[2:]), range(2, 2 + len(geo.kernel)))
