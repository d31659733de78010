"""Forms of operators that change the sizes of images."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._forms import GIVE, Unsupported, form
from ._reading import library


@form("Resize", since=11, folds=None)
def resize(
    g,
    x,
    roi=None,
    scales=None,
    sizes=None,
    *,
    antialias=0,
    axes=None,
    coordinate_transformation_mode="half_pixel",
    cubic_coeff_a=-0.75,
    exclude_outside=0,
    extrapolation_value=0.0,
    keep_aspect_ratio_policy="stretch",
    mode="nearest",
    nearest_mode="round_prefer_floor",
):
    if coordinate_transformation_mode == "tf_crop_and_resize":
        raise Unsupported("coordinate_transformation_mode='tf_crop_and_resize'")
    chosen = [a % x.ndim for a in axes] if axes is not None else list(range(x.ndim))
    options = {
        "antialias": antialias,
        "coordinate_transformation_mode": coordinate_transformation_mode,
        "cubic_coeff_a": cubic_coeff_a,
        "exclude_outside": exclude_outside,
        "mode": mode,
        "nearest_mode": nearest_mode,
    }
    if scales is not None and scales.size:
        factors = [float(n) for n in g.known(scales, "scales").reshape(-1)]
        return _resized(g, x, dict(zip(chosen, factors)), {}, options)
    goals = sizes.arrays if sizes is not None else None
    if goals is None:
        g.known(sizes, "sizes")
        raise Unsupported("there are neither scales nor sizes")
    if keep_aspect_ratio_policy != "stretch":
        return _resized(g, x, {}, _kept_ratio(x, chosen, g.ints(sizes, "sizes"), keep_aspect_ratio_policy), options)
    pairs = list(zip(*[[int(n) for n in array.reshape(-1)] for array in goals]))
    wanted = dict(zip(chosen, pairs))
    # An open size is a multiple of the input's: a factor.
    factors = {}
    for axis, pair in wanted.items():
        ratios = {p / n for p, n in zip(pair, x.pairs[axis])}
        if pair[0] != pair[1]:
            if len(ratios) > 1:
                raise Unsupported(f"sizes that depend on open sizes, but are no multiple of them: {GIVE}")
            factors[axis] = ratios.pop()
    return _resized(g, x, factors, {axis: p for axis, (p, _) in wanted.items() if axis not in factors}, options)


def _kept_ratio(x, chosen, sizes, policy):
    if any(x.dims[axis] is None for axis in chosen):
        raise Unsupported(f"keep_aspect_ratio_policy with open sizes: {GIVE}")
    ratios = [n / x.dims[axis] for axis, n in zip(chosen, sizes)]
    factor = min(ratios) if policy == "not_larger" else max(ratios)
    return {axis: math.floor(factor * x.dims[axis] + 0.5) for axis in chosen}


#: before opset 11, the places of the output's elements are those of the input's times the factor
_FIRST: dict[str, Any] = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}


@form("Resize", since=10, until=10, folds=None)
def resize_10(g, x, scales, *, mode="nearest"):
    return resize(g, x, None, scales, mode=mode, **_FIRST)


@form("Upsample", since=9, until=9, folds=None)
def upsample_9(g, x, scales, *, mode="nearest"):
    return resize(g, x, None, scales, mode=mode, **_FIRST)


@form("Upsample", since=7, until=8, folds=None)
def upsample_7(g, x, *, scales, mode="nearest"):
    return resize(g, x, None, g.constant(np.asarray(scales, np.float32)), mode=mode, **_FIRST)


def _resized(g, x, factors, sizes, options):
    """`x` with dimensions multiplied by factors, or with sizes."""
    changed = {axis: f for axis, f in factors.items() if f != 1}
    changed |= {axis: None for axis, n in sizes.items() if n != x.dims[axis]}
    if not changed:
        return x
    made = _by_repeating(g, x, changed, sizes, options) or _bilinear(g, x, changed, sizes, options)
    if made is not None:
        return made
    for axis, factor in changed.items():
        n = x.dims[axis]
        if n is None:
            raise Unsupported(f"mode={options['mode']!r} with an open size: {GIVE}")
        x = _by_matrix(g, x, axis, _matrix(n, factor, sizes.get(axis), options))
    return x


def _by_repeating(g, x, changed, sizes, options):
    """Nearest neighbours by whole factors are repeated elements; None where they are not."""
    whole = {}
    for axis, factor in changed.items():
        if factor is None:
            n = x.dims[axis]
            factor = sizes[axis] / n if n else 0.5
        whole[axis] = factor
    plain = (
        (options["coordinate_transformation_mode"], options["nearest_mode"]) == ("asymmetric", "floor")
        or options["coordinate_transformation_mode"] in ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel")
        and options["nearest_mode"] in ("round_prefer_floor", "round_prefer_ceil")
    )
    if options["mode"] != "nearest" or not plain or any(f != int(f) or f < 1 for f in whole.values()):
        return None
    if x.ndim == 4 and sorted(whole) == [2, 3] and whole[2] == whole[3]:
        return g.moved("UpSampling", x, scale=int(whole[2]), sample_type="nearest", num_args=1)
    for axis, factor in whole.items():
        x = g.moved("repeat", x, repeats=int(factor), axis=axis)
    return x


def _bilinear(g, x, changed, sizes, options):
    """MXNet's resizing of images, where it computes the same; None where it does not."""
    places = options["coordinate_transformation_mode"]
    if options["mode"] != "linear" or options["antialias"] or x.ndim != 4 or min(changed) < 2:
        return None
    if places not in ("half_pixel", "pytorch_half_pixel", "align_corners"):
        return None
    goals = []
    for axis in (2, 3):
        factor, n = changed.get(axis, 1.0), x.dims[axis]
        goal = sizes.get(axis) if factor is None else None if n is None else math.floor(n * factor)
        if factor is None or n is None or n * factor == goal:
            goals.append((factor, goal))
        else:
            return None  # the factor is not the ratio of the sizes
    if places != "align_corners" and any(n == 1 for _, n in goals):
        return None
    aligned = {"align_corners": places == "align_corners"}
    if None not in (goals[0][1], goals[1][1]):
        return g.op("_contrib_BilinearResize2D", x, height=goals[0][1], width=goals[1][1], **aligned)
    if None in (goals[0][0], goals[1][0]):
        return None
    return g.op("_contrib_BilinearResize2D", x, scale_height=goals[0][0], scale_width=goals[1][0], **aligned)


def _matrix(n, factor, size, options):
    """What makes the new elements of one dimension of the old ones: ONNX's reference, asked for all unit vectors."""
    from onnx.reference import ReferenceEvaluator

    if max(n, size or n * (factor or 1)) > 4096:
        raise Unsupported(f"a dimension of more than 4096 elements (from {n} to {size or n * (factor or 1)})")
    inputs = ["x", "", "scales"] if factor is not None else ["x", "", "", "sizes"]
    node = library().helper.make_node("Resize", inputs, ["y"], **options)
    given = {"scales": np.asarray([1, factor], np.float32)} if factor is not None else {"sizes": np.asarray([n, size], np.int64)}
    found: Any = ReferenceEvaluator(node, opsets={"": 19}).run(None, {"x": np.eye(n, dtype=np.float32), **given})
    return np.asarray(found[0])


def _by_matrix(g, x, axis, matrix):
    weights = g.constant(matrix.astype(x.dtype))
    last = x.ndim - 1
    order = [i for i in range(x.ndim) if i != axis] + [axis]
    made = (
        g.op("dot", g.transpose(x, order), weights)
        if x.ndim > 1
        else g.reshape(g.op("dot", g.expand(x, [0]), weights), [matrix.shape[1]])
    )
    back = list(range(last))
    back.insert(axis, last)
    return g.transpose(made, back)


@form("GridSample", since=16, folds=None)
def grid_sample(g, x, grid, *, align_corners=0, mode="linear", padding_mode="zeros"):
    if x.ndim != 4 or mode not in ("linear", "bilinear") or padding_mode != "zeros":
        raise Unsupported("all but bilinear sampling of images with padding_mode='zeros'")
    if not align_corners:
        # ONNX's -1 and 1 are the edges of the outermost elements, MXNet's their centres.
        sizes = x.dims[:1:-1]
        if None in sizes or 1 in sizes:
            raise Unsupported(f"align_corners=0 with images of the sizes {sizes}: {GIVE}")
        factors = np.array([n / (n - 1) for n in sizes if n], grid.dtype)
        grid = g.mul(grid, g.constant(factors))
    return g.op("BilinearSampler", x, g.transpose(grid, [0, 3, 1, 2]))
