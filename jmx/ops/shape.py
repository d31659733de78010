"""Operators that give the same elements another shape or order: reshape, transpose, squeeze, flip, tile, pad."""

import math
from typing import Literal

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..core.declare.op import REQUIRED, AnyArray, Array, Shape, op
from ..core.declare.traits import IntegerForm, named, numbered_for
from ._checks import axis_of, check, check_ndim, fail


def reshaped(name, source, codes, reverse=False):
    """The shape that `codes` (0 keep, -1 infer, -2 rest, -3 merge two, -4 split into the next two) make of `source`."""
    dims, left = list(source), list(codes)
    if reverse:
        dims.reverse()
        left.reverse()
    out, at, unknown, i = [], 0, None, 0

    def take(n, code):
        nonlocal at
        if at + n > len(dims):
            fail(name, f"shape={tuple(codes)}: code {code} wants more dimensions than the input shape {tuple(source)} has")
        at += n
        return dims[at - n : at]

    while i < len(left):
        code = left[i]
        if code == 0:
            out += take(1, 0)
        elif code == -1:
            check(unknown is None, name, f"shape={tuple(codes)}: one and only one dimension can be inferred")
            unknown = len(out)
            out.append(1)
            at += 1
        elif code == -2:
            out += dims[at:]
            at = len(dims)
        elif code == -3:
            out.append(math.prod(take(2, -3)))
        elif code == -4:
            check(i + 2 < len(left), name, f"shape={tuple(codes)}: code -4 must be followed by two dimensions")
            (whole,) = take(1, -4)
            a, b = left[i + 1], left[i + 2]
            check(a != -1 or b != -1, name, f"shape={tuple(codes)}: split dimensions cannot both be -1")
            a = whole // b if a == -1 and b else a
            b = whole // a if b == -1 and a else b
            check(a * b == whole, name, f"split dimensions {a}, {b} do not divide original dimension {whole}")
            out += [a, b]
            i += 2
        else:
            check(code > 0, name, f"shape={tuple(codes)}: there is no code {code}")
            out.append(code)
            at += 1
        i += 1
    size = math.prod(dims)
    if unknown is not None:
        rest = math.prod(out)
        out[unknown] = size // rest if rest else 0
    if math.prod(out) != size:
        fail(
            name,
            f"cannot reshape an array of shape {tuple(source)} ({size} elements) into shape={tuple(codes)}"
            f" ({tuple(reversed(out) if reverse else out)}): target shape must have the same size as the source",
        )
    return tuple(reversed(out)) if reverse else tuple(out)


@op("Reshape", "reshape", numbered_inputs=True, solves="size", onnx="shapes.reshaped", source="reshape")
def reshape(data: Array, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False):
    """Give `data` the shape `shape`, whose entries may be the codes 0, -1, -2, -3 and -4."""
    if shape:
        return data.reshape(reshaped("Reshape", data.shape, shape, reverse))
    if not target_shape:
        if data.size == 1:
            return data.reshape(())
        fail("Reshape", f"shape is empty; give the shape wanted for the input of shape {data.shape}")
    wanted = list(target_shape)
    if keep_highest:
        wanted[0] = data.shape[0]
    zeros = [i for i, n in enumerate(wanted) if n == 0 and i >= bool(keep_highest)]
    if len(zeros) == 1:
        wanted[zeros[0]] = 1
        wanted[zeros[0]] = data.size // max(math.prod(wanted), 1)
    if math.prod(wanted) != data.size:
        fail("Reshape", f"target_shape={tuple(target_shape)} does not hold the elements of the input of shape {data.shape}")
    return data.reshape(wanted)


@op(
    "Flatten",
    "flatten",
    "_npx_batch_flatten",
    numbered_inputs=True,
    integers=IntegerForm("_contrib_quantized_flatten"),
    onnx="shapes.reshaped",
    source="reshape",
)
def flatten(data: Array):
    """Keep the first dimension and collapse all others into a second one."""
    rows = data.shape[0] if data.ndim else 1
    return data.reshape(rows, math.prod(data.shape[1:]))


@op("reshape_like", "_npx_reshape_like", gradient_names=numbered_for("lhs"), onnx="shapes.reshaped", source="reshape_like")
def reshape_like(
    lhs: Array,
    rhs: AnyArray,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
):
    """Replace dimensions [lhs_begin, lhs_end) of `lhs` by dimensions [rhs_begin, rhs_end) of `rhs`."""

    def bounds(which, x, begin, end):
        begin, end = begin or 0, x.ndim if end is None else end
        begin, end = begin + x.ndim * (begin < 0), end + x.ndim * (end < 0)
        if not 0 <= begin <= end <= x.ndim:
            fail(
                "reshape_like",
                f"{which}_begin and {which}_end must be in order and within the dimensions of {which}, shape {x.shape}",
            )
        return begin, end

    lb, le = bounds("lhs", lhs, lhs_begin, lhs_end)
    rb, re = bounds("rhs", rhs, rhs_begin, rhs_end)
    shape = lhs.shape[:lb] + rhs.shape[rb:re] + lhs.shape[le:]
    if math.prod(shape) != lhs.size:
        fail("reshape_like", f"cannot reshape lhs with shape {lhs.shape} to new shape {shape} because they have different size")
    return lhs.reshape(shape)


@op("transpose", numbered_inputs=True, onnx="shapes.transpose", source="transpose")
def transpose(data: Array, axes: Shape = ()):
    """Permute the dimensions; without `axes` reverse them."""
    if not axes:
        return data.transpose()
    check(len(axes) == data.ndim, "transpose", f"axes={axes} must name each dimension of the input of shape {data.shape}")
    order = tuple(axis_of("transpose", a, data.ndim, "axes entry") for a in axes)
    check(len(set(order)) == data.ndim, "transpose", f"axes={axes} names a dimension twice")
    return lax.transpose(data, order)


@op(
    "SwapAxis",
    "swapaxes",
    "_npi_swapaxes",
    gradient_names=named,
    outputs=("output",),
    onnx="shapes.swap_axis",
    source="swap_axis",
)
def swap_axis(data: Array, dim1: int = 0, dim2: int = 0):
    """Exchange two dimensions."""
    for d in (dim1, dim2):
        check(-data.ndim <= d < data.ndim, "SwapAxis", f"axis {d} is out of bounds for array of ndim {data.ndim}")
    return jnp.swapaxes(data, dim1, dim2)


def _before_expansion(a, out):
    return tuple(n for i, n in enumerate(out) if i != a.axis % len(out))


@op(
    "expand_dims",
    "_npi_expand_dims",
    numbered_inputs=True,
    input_shape=_before_expansion,
    onnx="shapes.expand_dims",
    source="expand_dims",
)
def expand_dims(data: Array, axis: int = REQUIRED):
    """Insert a dimension of size 1 at `axis`."""
    if not -data.ndim - 1 <= axis <= data.ndim:
        fail("expand_dims", f"axis must be in the range [{-data.ndim - 1}, {data.ndim}] ({axis} provided)")
    return jnp.expand_dims(data, axis)


@op("squeeze", waits_for_shapes=True, onnx="shapes.squeeze", source="squeeze")
def squeeze(data: Array, axis: Shape | None = None):
    """Remove dimensions of size 1: those in `axis`, or all of them."""
    if axis is None:
        gone = {i for i, n in enumerate(data.shape) if n == 1}
    else:
        gone = set()
        for a in axis:
            check(-data.ndim <= a < data.ndim, "squeeze", f"axis {a} is out of bounds for array of dimension {data.ndim}")
            if data.shape[a] != 1:
                fail(
                    "squeeze",
                    f"cannot select an axis to squeeze out which has size={data.shape[a]} "
                    f"not equal to one (axis {a} of shape {data.shape})",
                )
            check(a % data.ndim not in gone, "squeeze", f"duplicate value in axis={axis}")
            gone.add(a % data.ndim)
    shape = tuple(n for i, n in enumerate(data.shape) if i not in gone)
    return data.reshape(shape or ((1,) if data.ndim else ()))


@op("reverse", "flip", onnx="shapes.reverse")
def reverse(data: Array, axis: Shape = REQUIRED):
    """Reverse the order of elements along each dimension in `axis`."""
    axes = sorted({axis_of("reverse", a, data.ndim) for a in axis})
    return lax.rev(data, axes)


@op("tile", onnx="shapes.tile", source="tile")
def tile(data: Array, reps: Shape = REQUIRED):
    """Repeat the whole array `reps` times along each dimension."""
    check(all(r > 0 for r in reps), "tile", f"reps={reps} must be positive, not zero or negative")
    return jnp.tile(data, reps) if reps else data


@op("_npi_tile", onnx="shapes.tile")
def npi_tile(data: Array, reps: Shape = REQUIRED):
    """As tile; zero repetitions make an empty array."""
    check(all(r >= 0 for r in reps), "_npi_tile", f"reps={reps} must not be negative")
    return jnp.tile(data, reps) if reps else data


@op("repeat", "_np_repeat", onnx="shapes.repeat")
def repeat(data: Array, repeats: int = REQUIRED, axis: int | None = None):
    """Repeat each element `repeats` times along `axis`, or in the flattened array."""
    check(repeats >= 0, "repeat", f"repeats cannot be a negative number, got {repeats}")
    flat = axis is None
    axis = 0 if flat else axis_of("repeat", axis, data.ndim)
    if repeats == 0:
        return jnp.zeros((0,), data.dtype)
    data = data.reshape(-1) if flat else data
    wide = data.shape[: axis + 1] + (repeats,) + data.shape[axis + 1 :]
    out = jnp.broadcast_to(jnp.expand_dims(data, axis + 1), wide)
    return out.reshape(data.shape[:axis] + (data.shape[axis] * repeats,) + data.shape[axis + 1 :])


@op("Pad", "pad", "_npx_pad", gradient_names=named, outputs=("output",), onnx="shapes.pad")
def pad(
    data: Array, mode: Literal["constant", "edge", "reflect"] = REQUIRED, pad_width: Shape = REQUIRED, constant_value: float = 0.0
):
    """Pad the spatial dimensions of a 4-D or 5-D array; `pad_width` holds (before, after) for every dimension."""
    check(data.ndim in (4, 5), "Pad", f"only 4-D and 5-D input is supported, got shape {data.shape}")
    if len(pad_width) != 2 * data.ndim:
        fail("Pad", f"pad_width must have {2 * data.ndim} entries for the input of shape {data.shape}, got {pad_width}")
    check(not any(pad_width[:4]), "Pad", f"padding on the first two axes must be zero, got pad_width={pad_width}")
    check(min(pad_width) >= 0, "Pad", f"pad_width={pad_width} must not be negative")
    pairs = list(zip(pad_width[::2], pad_width[1::2], strict=True))
    if mode == "constant":
        return lax.pad(data, jnp.asarray(constant_value, data.dtype), [(b, a, 0) for b, a in pairs])
    if mode == "reflect":
        if not all(max(p) < max(n, 1) for p, n in zip(pairs, data.shape, strict=True)):
            fail("Pad", f"reflection padding must be smaller than the input: pad_width={pad_width}, input shape {data.shape}")
    return jnp.pad(data, pairs, mode=mode)


@op("depth_to_space", onnx="shapes.depth_to_space")
def depth_to_space(data: Array, block_size: int = REQUIRED):
    """Move blocks of channels, (N, C*b*b, H, W), into space, (N, C, H*b, W*b)."""
    b = block_size
    check_ndim("depth_to_space", data, 4)
    check(b > 0, "depth_to_space", f"block_size must be a positive integer value, got {b}")
    if not (data.size and data.shape[1] % (b * b) == 0):
        fail(
            "depth_to_space",
            f"dimension 1 must be a multiple of block_size^2 = {b * b} and no dimension 0, got shape {data.shape}",
        )
    n, c, h, w = data.shape
    c //= b * b
    return data.reshape(n, b, b, c, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c, h * b, w * b)


@op("space_to_depth", onnx="shapes.space_to_depth")
def space_to_depth(data: Array, block_size: int = REQUIRED):
    """Move blocks of space, (N, C, H*b, W*b), into channels, (N, C*b*b, H, W)."""
    b = block_size
    check_ndim("space_to_depth", data, 4)
    check(b > 0, "space_to_depth", f"block_size must be a positive integer value, got {b}")
    if not (data.size and data.shape[2] % b == 0 and data.shape[3] % b == 0):
        fail(
            "space_to_depth",
            f"dimensions 2 and 3 must be multiples of block_size = {b} and no dimension 0, got shape {data.shape}",
        )
    n, c, h, w = data.shape
    out = data.reshape(n, c, h // b, b, w // b, b).transpose(0, 3, 5, 1, 2, 4)
    return out.reshape(n, c * b * b, h // b, w // b)


@op("diag", waits_for_shapes=True, onnx="shapes.gathered")
def diag(data: Array, k: int = 0, axis1: int = 0, axis2: int = 1):
    """The `k`-th diagonal of the planes spanned by two dimensions, or the matrix with a 1-D input on its diagonal."""
    if data.ndim == 1:
        n = data.shape[0] + abs(k)
        at = np.arange(data.shape[0])
        return jnp.zeros((n, n), data.dtype).at[at + max(-k, 0), at + max(k, 0)].set(data)
    check(data.ndim > 1, "diag", "the input must have at least one dimension")
    a, b = axis_of("diag", axis1, data.ndim, "axis1"), axis_of("diag", axis2, data.ndim, "axis2")
    check(a != b, "diag", f"axis1 and axis2 cannot refer to the same axis {a}")
    if not -data.shape[a] <= k <= data.shape[b]:
        fail("diag", f"diagonal k={k} does not exist in planes of shape {(data.shape[a], data.shape[b])}")
    return jnp.diagonal(data, k, a, b)


@op("shape_array", "_npx_shape_array", wide=True, empty=True, numbered_inputs=True, zero_gradient=True, onnx="shapes.shape_array")
def shape_array(data: AnyArray):
    """The shape of `data` as a 1-D int64 array."""
    return jnp.asarray(np.array(data.shape, np.int64))


@op("size_array", wide=True, empty=True, numbered_inputs=True, zero_gradient=True, onnx="shapes.size_array")
def size_array(data: AnyArray):
    """The number of elements of `data` as an int64 array of shape (1,)."""
    return jnp.asarray(np.array([data.size], np.int64))
