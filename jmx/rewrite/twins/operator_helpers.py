"""Functions that written networks hold where an operator needs more than an expression (`ops/jax_source_layers.py`)."""

#: by name, in the order in which they are written
OPERATOR_HELPERS = {
    "reversed_sequences": '''
def reversed_sequences(x, lengths, axis):
    """Sequences from their end to their start; what is behind the end stays. Time is axis 0 or 1, the batch the other one."""
    steps, ends = jnp.arange(x.shape[axis]), lengths.astype(jnp.int32)
    steps, ends = (steps[:, None], ends) if axis == 0 else (steps, ends[:, None])
    places = jnp.where(steps < ends, ends - 1 - steps, steps)
    return jnp.take_along_axis(x, places.reshape(places.shape + (1,) * (x.ndim - 2)), axis)
''',
    "projections_of_heads": '''
def projections_of_heads(x, heads, count):
    """The `count` projections of each head, (length, batch, heads, size), which lie one after the other."""
    split = x.reshape(*x.shape[:2], heads, count, -1)
    return [split[:, :, :, i] for i in range(count)]
''',
    "scores_of_heads": '''
def scores_of_heads(queries, keys):
    """Scaled products of queries and keys, (batch * heads, queries, keys)."""
    scores = jnp.einsum("qbhd,kbhd->bhqk", queries / queries.shape[-1] ** 0.5, keys)
    return scores.reshape(-1, *scores.shape[2:])
''',
    "mixed_by_heads": '''
def mixed_by_heads(values, weights, heads):
    """Values weighted by attention (batch * heads, queries, keys): (queries, batch, heads * size)."""
    mixed = jnp.einsum("bhqk,kbhd->qbhd", weights.reshape(-1, heads, *weights.shape[1:]), values)
    return mixed.reshape(*mixed.shape[:2], -1)
''',
    "selfatt_qk": '''
def selfatt_qk(queries_keys_values, heads):
    """Scores of self-attention from interleaved projections."""
    queries, keys, _ = projections_of_heads(queries_keys_values, heads, 3)
    return scores_of_heads(queries, keys)
''',
    "selfatt_valatt": '''
def selfatt_valatt(queries_keys_values, weights, heads):
    """The values of interleaved projections, weighted by self-attention."""
    return mixed_by_heads(projections_of_heads(queries_keys_values, heads, 3)[2], weights, heads)
''',
    "encdec_qk": '''
def encdec_qk(queries, keys_values, heads):
    """Scores of a decoder's queries for an encoder's interleaved keys."""
    return scores_of_heads(projections_of_heads(queries, heads, 1)[0], projections_of_heads(keys_values, heads, 2)[0])
''',
    "encdec_valatt": '''
def encdec_valatt(keys_values, weights, heads):
    """An encoder's interleaved values, weighted by attention."""
    return mixed_by_heads(projections_of_heads(keys_values, heads, 2)[1], weights, heads)
''',
    "anchors": '''
def anchors(size, sizes, ratios, steps=None, offsets=(0.5, 0.5), clip=False):
    """Boxes around each place of a map of this size (rows, columns), by corners from 0 to 1: (1, boxes, 4)."""
    rows, columns = size
    step_y, step_x = steps or (1 / rows, 1 / columns)
    y, x = (jnp.arange(rows) + offsets[0]) * step_y, (jnp.arange(columns) + offsets[1]) * step_x
    forms = [(scale, ratios[0]) for scale in sizes] + [(sizes[0], ratio) for ratio in ratios[1:]]
    widths = jnp.array([scale * rows / columns * ratio**0.5 / 2 for scale, ratio in forms])
    heights = jnp.array([scale / ratio**0.5 / 2 for scale, ratio in forms])
    x, y = (middle[..., None] for middle in jnp.meshgrid(x, y))
    boxes = jnp.stack([x - widths, y - heights, x + widths, y + heights], axis=-1).reshape(1, -1, 4)
    return jnp.clip(boxes, 0, 1) if clip else boxes
''',
    "box_iou": '''
def box_iou(boxes, others, format="corner"):
    """Intersection over union of each box with each other one; "corner" for (x1, y1, x2, y2), "center" for (x, y, w, h)."""
    if format == "center":
        boxes, others = (jnp.concatenate([b[..., :2] - b[..., 2:] / 2, b[..., :2] + b[..., 2:] / 2], -1) for b in (boxes, others))
    one = boxes.reshape(boxes.shape[:-1] + (1,) * (others.ndim - 1) + (4,))
    low, high = jnp.maximum(one[..., :2], others[..., :2]), jnp.minimum(one[..., 2:], others[..., 2:])
    areas = [jnp.prod(jnp.maximum(b[..., 2:] - b[..., :2], 0), axis=-1) for b in (one, others)]
    shared = jnp.prod(jnp.maximum(high - low, 0), axis=-1)
    return jnp.where(shared > 0, shared / jnp.where(shared > 0, sum(areas) - shared, 1), 0)
''',
    "suppressed": '''
def suppressed(alive, hits):
    """Which places, the best first, stay if each that stays removes those behind it that it hits: a (places, places) array."""
    places = jnp.arange(len(alive))
    return jax.lax.fori_loop(0, len(alive), lambda i, alive: alive & ~(alive[i] & (places > i) & hits[i]), alive)
''',
    "box_nms": '''
def box_nms(x, overlap, threshold, best, score, start, label, background, across_classes, format):
    """Rows with boxes, the best first, without those that overlap a better one too much; rows of -1 fill up.

    `score`, `start` and `label` are columns: the score, the first coordinate, and the class or -1.
    """

    def one(rows):
        valid = rows[:, score] > threshold
        if label >= 0:
            valid &= rows[:, label] != background
        order = jnp.argsort(jnp.where(valid, -rows[:, score], jnp.inf), stable=True)[: best if best > 0 else None]
        top, boxes = rows[order], rows[order, start : start + 4]
        hits = box_iou(boxes, boxes, format) > overlap
        if label >= 0 and not across_classes:
            hits &= top[:, label, None] == top[:, label]
        alive = suppressed(valid[order], hits)
        places = jnp.where(alive, jnp.cumsum(alive) - 1, len(rows))
        return jnp.full_like(rows, -1).at[places].set(top, mode="drop")

    return jax.vmap(one)(x.reshape(-1, *x.shape[-2:])).reshape(x.shape)
''',
    "detections": '''
def detections(chances, moves, anchors, threshold, overlap, best, across_classes, clip, variances):
    """Rows (class, chance, x1, y1, x2, y2), the best first; class -1 for what is suppressed, rows of -1 behind.

    `chances` are (batch, classes with the background first, boxes), `moves` (batch, 4 * boxes), `anchors` (1, boxes, 4).
    """
    size, middle = anchors[0, :, 2:] - anchors[0, :, :2], (anchors[0, :, :2] + anchors[0, :, 2:]) / 2
    scale = jnp.array(variances)

    def one(chances, moves):
        chance, label, moves = chances[1:].max(0), chances[1:].argmax(0), moves.reshape(-1, 4) * scale
        valid = chance >= threshold
        at, half = moves[:, :2] * size + middle, jnp.exp(moves[:, 2:]) * size / 2
        boxes = jnp.concatenate([at - half, at + half], axis=1)
        boxes = jnp.clip(boxes, 0, 1) if clip else boxes
        rows = jnp.concatenate([label[:, None].astype(boxes.dtype), chance[:, None], boxes], axis=1)
        inside = (jnp.arange(len(rows)) < valid.sum())[:, None]
        top = jnp.where(inside, rows[jnp.argsort(jnp.where(valid, -chance, jnp.inf), stable=True)], -1)
        rest = jnp.where(inside, rows[jnp.argsort(~valid, stable=True)], -1)[best if best > 0 else len(rows) :]
        top = top[: best if best > 0 else len(rows)]
        hits = box_iou(top[:, 2:], top[:, 2:]) >= overlap
        hits = hits if across_classes else hits & (top[:, 0, None] == top[:, 0])
        alive = suppressed(top[:, 0] >= 0, hits)
        top = top.at[:, 0].set(jnp.where(alive, top[:, 0], -1))
        return jnp.concatenate([top, rest.at[:, 0].set(-1)])

    return jax.lax.stop_gradient(jax.vmap(one)(chances, moves))
''',
    "roi_align": '''
def roi_align(x, regions, bins, scale, samples, aligned):
    """The mean of `samples` interpolated samples along each axis in each bin of each region.

    `x` is (batch, channels, rows, columns), `regions` (regions, 5): the image's number, x1, y1, x2, y2.
    """

    def weights(start, length, count, size):  # (bins, places): how much each place counts in each bin
        places, step = jnp.arange(size), length / count
        at = start + step * (jnp.arange(count)[:, None] + (jnp.arange(samples) + 0.5) / samples)
        outside, at = (at < -1) | (at > size), jnp.clip(at, 0, size - 1)[..., None]
        near = jnp.maximum(1 - jnp.abs(at - places), 0)
        return jnp.where(outside[..., None], 0, near).mean(1)

    def one(region):
        low, high = (region[i : i + 2] * scale - (0.5 if aligned else 0) for i in (1, 3))
        length = high - low if aligned else jnp.maximum(high - low, 1)
        across = weights(low[0], length[0], bins[1], x.shape[3])
        down = weights(low[1], length[1], bins[0], x.shape[2])
        number = region[0].astype(jnp.int32)
        out = jnp.einsum("cyx,py,qx->cpq", x[jnp.maximum(number, 0)], down, across)
        return jnp.where(number < 0, 0, out)

    return jax.lax.map(one, jax.lax.stop_gradient(regions))
''',
}
