"""Boxes: suppression, decoding, overlaps, and pooling of regions."""

import numpy as np


def _shaped(value, like):
    """`value`, known to have the shape of `like`."""
    value.shape, value.second = like.samples
    return value


def _column(g, x, start, count=1):
    """Columns of the last axis, kept as an axis."""
    part = g.slice(x, [start], [start + count], [x.ndim - 1])
    part.shape, part.second = ((*sample[:-1], count) for sample in x.samples)
    return part


def _ranked(g, scores, rows, count):
    """(the `count` highest of `scores` (batch, n), those of `rows` (batch, n, columns)), in descending order."""
    top, places = g.node("TopK", scores, g.ints([count]), outputs=2, dtype=[scores.dtype, np.int64], axis=1, largest=1, sorted=1)
    for value in (top, places):
        value.shape, value.second = ((sample[0], count) for sample in rows.samples)
    picked = g.node("GatherND", rows, g.unsqueeze(places, [2]), batch_dims=1)
    picked.shape, picked.second = ((sample[0], count, sample[2]) for sample in rows.samples)
    return top, picked


def _survivors(g, boxes, valid, overlap, classes=None, number=None, centered=False):
    """Which of the boxes (batch, n, 4), the best first, stay: booleans (batch, n).

    valid      booleans (batch, n)
    overlap    the largest intersection over union that does not suppress
    classes    (batch, n); boxes suppress those of their own class
    number     how many classes there are, if that is known; otherwise boxes of other classes are moved out of reach
    """
    n = boxes.shape[1]
    rank = np.arange(n, 0, -1, dtype=np.float32)
    scores = g.where(valid, g.constant(rank[None]), g.number(-1, np.float32))
    scores.shape, scores.second = (sample[:2] for sample in boxes.samples)
    boxes = g.cast(boxes, np.float32)
    each = g.unsqueeze(scores, [1])
    if classes is not None and number is not None:
        mine = g.node("Equal", g.unsqueeze(classes, [1]), np.arange(number, dtype=classes.dtype)[None, :, None], dtype=np.bool_)
        each = g.where(mine, each, g.number(-1, np.float32))
    elif classes is not None:
        corners = g.node("ReduceMax", boxes, keepdims=0), g.node("ReduceMin", boxes, keepdims=0)
        span = g.node("Add", g.node("Mul", g.node("Sub", *corners), 2), 1)
        away = g.node("Mul", g.unsqueeze(_shaped(classes, scores), [2]), span)
        moved = np.array([1, 1, 0, 0] if centered else [1, 1, 1, 1], np.float32)
        boxes = g.node("Add", boxes, g.node("Mul", away, moved))
    limits = g.ints([n]), g.constant(np.float32([overlap])), g.constant(np.float32([0]))
    chosen = g.node("NonMaxSuppression", boxes, each, *limits, dtype=np.int64, center_point_box=int(centered))
    places = g.node("Gather", chosen, [0, 2], axis=1)
    ones = g.node("Add", g.node("Mul", g.node("Gather", chosen, g.number(0, np.int64), axis=1), 0), 1)
    none = g.cast(g.node("Mul", scores, 0), np.int64)
    alive = g.cast(g.node("ScatterND", none, places, ones), np.bool_)
    alive.shape, alive.second = scores.samples
    return alive


def box_nms(g, call):
    a, x = call.a, call.x
    if x.dims[-2] is None:
        call.refuse(f"the number of boxes is open: its input has the shape {x.dims}")
    n, width = x.shape[-2:]
    best = n if a.topk < 0 else min(n, a.topk)
    if best < 1:
        return x
    flat = g.reshape(x, *((int(np.prod(s[:-2])), n, width) for s in x.samples))
    scores = g.squeeze(_column(g, flat, a.score_index), [2])
    valid = g.node("Greater", scores, float(np.float32(a.valid_thresh)), dtype=np.bool_, like=scores)
    if a.id_index >= 0:
        of = g.squeeze(_column(g, flat, a.id_index), [2])
        foreground = g.node("Not", g.node("Equal", of, float(a.background_id), dtype=np.bool_, like=scores), like=scores)
        valid = g.node("And", valid, foreground, like=scores)
    lowest = g.number(-np.inf, x.dtype)
    keys = _shaped(g.where(valid, scores, lowest), scores)
    top, ranked = _ranked(g, keys, flat, best)
    fit = g.node("Greater", top, lowest, dtype=np.bool_, like=top)
    classes = None
    if a.id_index >= 0 and not a.force_suppress:
        classes = g.squeeze(_column(g, ranked, a.id_index), [2])
    boxes = _column(g, ranked, a.coord_start, 4)
    alive = _survivors(g, boxes, fit, np.float32(a.overlap_thresh), classes, centered=a.in_format == "center")
    order = _shaped(g.where(alive, g.constant(np.arange(best, 0, -1, dtype=np.float32)[None]), g.number(0, np.float32)), top)
    places, rows = _ranked(g, order, ranked, best)
    kept = g.unsqueeze(g.node("Greater", places, 0, dtype=np.bool_, like=places), [2])
    out = _shaped(g.where(kept, rows, g.number(-1, x.dtype)), ranked)
    if best < n:
        out = g.node("Pad", out, [0, 0, 0, 0, n - best, 0], g.number(-1, x.dtype))
        out.shape, out.second = flat.samples
    if a.in_format != a.out_format:
        out = _shaped(_converted(g, out, a.coord_start, a.in_format), flat)
    return g.like(out, x)


def _converted(g, rows, start, layout):
    """Rows with their four coordinates in the other layout, but where the first one is negative."""
    first, second = _column(g, rows, start, 2), _column(g, rows, start + 2, 2)
    if layout == "corner":
        middle = g.node("Div", g.node("Add", first, second, like=first), 2, like=first)
        new = [middle, g.node("Sub", second, first, like=first)]
    else:
        half = g.node("Div", second, 2, like=first)
        new = [g.node("Sub", first, half, like=first), g.node("Add", first, half, like=first)]
    width, stays = rows.shape[-1], g.node("Less", _column(g, rows, start), 0, dtype=np.bool_)
    new = [g.where(stays, old, changed) for old, changed in zip((first, second), new)]
    parts = ([_column(g, rows, 0, start)] if start else []) + new
    parts += [_column(g, rows, start + 4, width - start - 4)] if start + 4 < width else []
    return g.node("Concat", *parts, axis=rows.ndim - 1)


def multibox_detection(g, call):
    """Rows (class, probability, corners), the best first; suppressed ones have class -1."""
    probabilities, moves, anchors = call.inputs
    a, dtype = call.a, call.x.dtype
    if None in probabilities.dims[1:]:
        call.refuse(f"the numbers of classes and anchors must be fixed, and cls_prob has the shape {probabilities.dims}")
    classes, n = probabilities.shape[1] - 1, probabilities.shape[2]
    if classes < 1:
        call.refuse("there is no class but the background")
    apart = g.slice(probabilities, [1], [classes + 1], [1])
    apart.shape, apart.second = ((s[0], classes, n) for s in probabilities.samples)
    score = g.reduce("ReduceMax", apart, [1], False)
    label = g.node("ArgMax", apart, dtype=np.int64, axis=1, keepdims=0, like=score)
    fit = g.node("GreaterOrEqual", score, float(np.float32(a.threshold)), dtype=np.bool_, like=score)
    corners = _decoded(g, call, moves, anchors, n)
    lines = [g.unsqueeze(_shaped(g.cast(label, dtype), score), [2]), g.unsqueeze(score, [2]), corners]
    rows = g.node("Concat", *lines, axis=2)
    rows.shape, rows.second = ((s[0], n, 6) for s in probabilities.samples)
    lowest = g.number(-np.inf, dtype)
    position = np.arange(n, 0, -1, dtype=np.float32).astype(dtype)[None]
    plain_key = _shaped(g.where(fit, g.constant(position), lowest), score)
    if not 0 < a.nms_threshold <= 1:
        return _behind_minus_one(g, *_ranked(g, plain_key, rows, n), lowest)
    kept = min(a.nms_topk, n) if a.nms_topk > 0 else n
    key, top = _ranked(g, _shaped(g.where(fit, score, lowest), score), rows, kept)
    there = g.node("Greater", key, lowest, dtype=np.bool_, like=key)
    top = _behind_minus_one(g, key, top, lowest)
    own = None if a.force_suppress else g.squeeze(_column(g, top, 0), [2])
    limit = np.nextafter(np.float32(a.nms_threshold), np.float32(0))
    alive = _survivors(g, _column(g, top, 2, 4), there, limit, own, classes)
    first = _column(g, top, 0)
    marked = g.where(g.unsqueeze(alive, [2]), first, g.number(-1, dtype))
    parts = [g.node("Concat", marked, _column(g, top, 1, 5), axis=2)]
    if kept < n:
        plain = _behind_minus_one(g, *_ranked(g, plain_key, rows, n), lowest)
        rest = g.slice(plain, [kept], [n], [1])
        rest.shape, rest.second = ((s[0], n - kept, 6) for s in rows.samples)
        none = g.node("Add", g.node("Mul", _column(g, rest, 0), 0), -1)
        parts.append(g.node("Concat", none, _column(g, rest, 1, 5), axis=2))
    return g.node("Concat", *parts, axis=1) if len(parts) > 1 else parts[0]


def _behind_minus_one(g, key, rows, lowest):
    """`rows`, those without a key being -1."""
    there = g.unsqueeze(g.node("Greater", key, lowest, dtype=np.bool_, like=key), [2])
    return _shaped(g.where(there, rows, g.number(-1, rows.dtype)), rows)


def _decoded(g, call, moves, anchors, n):
    """Corners (batch, n, 4) of the boxes that a network predicts."""
    a, scale = call.a, np.asarray(call.a.variances, moves.dtype)
    moves = g.reshape(moves, *((s[0], n, 4) for s in call.inputs[0].samples))
    low, high = _column(g, anchors, 0, 2), _column(g, anchors, 2, 2)
    size = g.node("Sub", high, low, like=low)
    middle = g.node("Div", g.node("Add", low, high, like=low), 2, like=low)
    shift = _column(g, moves, 0, 2)
    at = g.node("Add", g.node("Mul", g.node("Mul", shift, scale[:2]), size), middle)
    grown = g.node("Exp", g.node("Mul", _column(g, moves, 2, 2), scale[2:]))
    half = g.node("Div", g.node("Mul", grown, size), 2)
    corners = g.node("Concat", g.node("Sub", at, half), g.node("Add", at, half), axis=2)
    if a.clip:
        corners = g.node("Clip", corners, g.number(0, moves.dtype), g.number(1, moves.dtype))
    return corners


def box_decode(g, call):
    x, anchors = call.inputs
    a, n = call.a, x.shape[1]
    anchors = g.reshape(anchors, (1, n, 4))
    first, second = _column(g, anchors, 0, 2), _column(g, anchors, 2, 2)
    if a.format == "corner":
        size = g.node("Sub", second, first, like=first)
        middle = g.node("Add", first, g.node("Mul", size, 0.5), like=first)
    else:
        middle, size = first, second
    spread = np.asarray([a.std0, a.std1, a.std2, a.std3], np.float32).astype(x.dtype)
    at = g.node("Add", g.node("Mul", g.node("Mul", _column(g, x, 0, 2), spread[:2]), size), middle)
    grown = g.node("Mul", _column(g, x, 2, 2), spread[2:])
    if a.clip > 0:
        grown = g.node("Min", grown, float(np.float32(a.clip)))
    half = g.node("Mul", g.node("Mul", g.node("Exp", grown), size), 0.5)
    return g.node("Concat", g.node("Sub", at, half), g.node("Add", at, half), axis=2)


def box_iou(g, call):
    """Intersection over union of all pairs."""
    corners = []
    for x in call.inputs:
        flat = g.reshape(x, *((int(np.prod(s[:-1])), 4) for s in x.samples))
        one, other = _column(g, flat, 0, 2), _column(g, flat, 2, 2)
        if call.a.format == "center":
            half = g.node("Div", other, 2, like=one)
            one, other = g.node("Sub", one, half, like=one), g.node("Add", one, half, like=one)
        corners.append((one, other))
    (a, b), (c, d) = ([g.unsqueeze(v, [1 - i]) for v in pair] for i, pair in enumerate(corners))
    low, high = g.node("Max", a, c), g.node("Min", b, d)
    pairs = [(s[0], t[0], 2) for s, t in zip(corners[0][0].samples, corners[1][0].samples)]
    sides = g.node("Max", g.node("Sub", high, low), 0)
    sides.shape, sides.second = pairs
    shared = g.reduce("ReduceProd", sides, [2], False)
    areas = []
    for one, other in ((a, b), (c, d)):
        area = g.node("Max", g.node("Sub", other, one, like=one), 0, like=one)
        areas.append(g.reduce("ReduceProd", area, [2], False))
    union = g.node("Sub", g.node("Add", *areas), shared)
    meets = g.node("Greater", shared, 0, dtype=np.bool_)
    ratio = g.node("Div", shared, g.where(meets, union, g.number(1, shared.dtype)))
    found = g.where(meets, ratio, g.number(0, shared.dtype))
    found.shape, found.second = (pair[:2] for pair in pairs)
    return g.like(found, call.out)


# ---- pooling of regions ----


def roi_pooling(g, call):
    data, rois = call.inputs
    return g.node("MaxRoiPool", data, rois, pooled_shape=list(call.a.pooled_size), spatial_scale=float(call.a.spatial_scale))


def roi_align(g, call):
    data, rois = call.inputs
    a = call.a
    if a.position_sensitive:
        call.refuse("position_sensitive=True has no ONNX form")
    options = {"coordinate_transformation_mode": "half_pixel" if a.aligned else "output_half_pixel"} if g.opset >= 16 else {}
    if a.aligned and not options:
        call.refuse("aligned=True needs opset 16 or newer")
    images = g.cast(g.squeeze(_column(g, rois, 0), [1]), np.int64)
    return g.node(
        "RoiAlign", data, _column(g, rois, 1, 4), images, output_height=a.pooled_size[0], output_width=a.pooled_size[1],
        sampling_ratio=max(a.sample_ratio, 0), spatial_scale=float(a.spatial_scale), mode="avg", **options,
    )  # fmt: skip
