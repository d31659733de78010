"""Images resized, sampled, and prepared for networks."""

import numpy as np


def _resized(g, x, out, mode, transformation, near=()):
    """`x` resized to the shape of `out`."""
    options = {"nearest_mode": "floor"} if mode == "nearest" else {}
    sizes = g.sizes(*out.samples, near=[x, *near])
    return g.node("Resize", x, None, None, sizes, mode=mode, coordinate_transformation_mode=transformation, **options)


def upsampling(g, call):
    a = call.a
    if a.sample_type == "bilinear":
        x, weight = call.inputs
        kernel, pad = 2 * a.scale - a.scale % 2, (a.scale - 1) / 2
        return g.node(
            "ConvTranspose", x, weight, kernel_shape=[kernel] * 2, strides=[a.scale] * 2, pads=[int(np.ceil(pad))] * 4,
            group=a.num_filter,
        )  # fmt: skip
    parts = []
    for x in call.inputs:
        scale = call.out.shape[2] / x.shape[2]
        scales = np.array([1, 1, scale, scale], np.float32)
        part = g.node(
            "Resize", x, None, scales, mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor"
        )
        parts.append(part)
    if len(parts) == 1:
        return parts[0]
    return g.node("Sum", *parts) if a.multi_input_mode == "sum" else g.node("Concat", *parts, axis=1)


def bilinear_resize(g, call):
    way = "align_corners" if call.a.align_corners else "half_pixel"
    return _resized(g, call.x, call.out, "linear", way, call.inputs[1:])


def grid_generator(g, call):
    """Coordinates (batch, 2, height, width) in [-1, 1]."""
    x, out = call.x, call.out
    if None in out.dims[1:]:
        call.refuse(f"the image's size must be fixed, and its output has the shape {out.dims}")
    height, width = out.shape[2:]
    if call.a.transform_type == "affine":
        return _affine_grid(g, x, out)
    place = np.stack(np.meshgrid(np.arange(width), np.arange(height))).astype(x.dtype)
    half = np.array([(width - 1) / 2, (height - 1) / 2]).reshape(2, 1, 1).astype(x.dtype)
    return g.node("Sub", g.node("Div", g.node("Add", x, place), half), 1)


def _affine_grid(g, theta, out):
    height, width = out.shape[2:]
    xs, ys = np.linspace(-1, 1, width), np.linspace(-1, 1, height)
    grid = np.stack([np.tile(xs, height), np.repeat(ys, width), np.ones(height * width)]).astype(theta.dtype)
    matrices = g.reshape(theta, *((s[0], 2, 3) for s in theta.samples))
    places = g.node("MatMul", matrices, grid)
    places.shape, places.second = ((s[0], 2, height * width) for s in theta.samples)
    return g.reshape(places, *((s[0], 2, height, width) for s in theta.samples))


def _sampled(g, call, x, grid):
    if g.opset < 16:
        call.refuse("ONNX samples images at coordinates from opset 16 on")
    return g.node("GridSample", x, g.transpose(grid, [0, 2, 3, 1]), align_corners=1, padding_mode="zeros", mode=_linear(g))


def _linear(g):
    return "bilinear" if g.opset < 20 else "linear"


def bilinear_sampler(g, call):
    return _sampled(g, call, *call.inputs)


def spatial_transformer(g, call):
    if None in call.out.dims[1:]:
        call.refuse(f"the image's size must be fixed, and its output has the shape {call.out.dims}")
    return _sampled(g, call, call.x, _affine_grid(g, call.inputs[1], call.out))


# ---- preparation ----


def to_tensor(g, call):
    ndim = call.x.ndim
    order = [*range(ndim - 3), ndim - 1, ndim - 3, ndim - 2]
    return g.node("Div", g.cast(g.transpose(call.x, order), np.float32), 255)


def normalize(g, call):
    x = call.x
    if not x.is_float:
        call.refuse(f"images of {x.dtype} are not supported; convert them first")
    mean, deviation = (np.asarray(v, x.dtype).reshape(-1, 1, 1) for v in (call.a.mean, call.a.std))
    count = x.shape[-3]
    mean, deviation = (v[:count] if v.size > 1 else v for v in (mean, deviation))
    return g.node("Div", g.node("Sub", x, mean), deviation)


def flip(g, call, axis):
    return g.slice(call.x, [-1], [np.iinfo(np.int64).min], [axis], [-1])


def crop(g, call):
    a, ndim = call.a, call.x.ndim
    return g.slice(call.x, [a.y, a.x], [a.y + a.height, a.x + a.width], [ndim - 3, ndim - 2])
