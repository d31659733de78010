"""Draws from discrete distributions by NumPy: positions whose probabilities are the rows of a matrix.

A uniform number below the sum of a row names the first position at which the probabilities so far add up to more. It is found by
bisection in these sums; for a few numbers of a long row by the sums of blocks, and then within one block.
"""

import math

import numpy as np

#: numbers that are drawn at once
_AT_ONCE = 1 << 20


def draw_positions(random: np.random.Generator, rows: np.ndarray, drawn: np.ndarray, logs: np.ndarray | None) -> bool:
    """Fill `drawn`, (n, count), with positions in each of the rows of probabilities, (n, k), and `logs` with their logarithms.

    random    a `numpy.random.Generator`
    logs    an array of the shape of `drawn`, or None

    Returns False where a row does not add up to a positive number, and then nothing counts that was written.
    """
    count, size = drawn.shape[1], rows.shape[1]
    block = max(math.isqrt(size), 1)
    draw = _few if 3 * count <= 2 * block and len(rows) > 3 else _by_bisection
    step = max(_AT_ONCE // max(size, count), 1)
    for first in range(0, len(rows), step):
        here = slice(first, first + step)
        if not draw(random, rows[here], drawn[here], None if logs is None else logs[here], block):
            return False
    return True


def _below(random, shape, total):
    """Uniform numbers below `total`, and not equal to it after rounding."""
    return np.minimum((random.random(shape) * total).astype(total.dtype, copy=False), np.nextafter(total, total.dtype.type(0)))


def _log(x):
    with np.errstate(divide="ignore"):
        return np.log(x)


def _usable(total):
    return bool(total.min() > 0 and total.max() < np.inf)


def _by_bisection(random, rows, drawn, logs, block):
    """Any number of draws from each of some rows."""
    sums = rows.cumsum(-1, dtype=np.promote_types(rows.dtype, np.float32))
    if not _usable(sums[:, -1]):
        return False
    for first in range(0, drawn.shape[1], _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        u = _below(random, drawn[:, part].shape, sums[:, -1:])
        for i, line in enumerate(sums):
            drawn[i, part] = at = line.searchsorted(u[i], "right")
            if logs is not None:
                logs[i, part] = _log(rows[i].take(at))
    return True


def _few(random, rows, drawn, logs, block):
    """A few draws from each of several rows, which are added up in blocks."""
    size = rows.shape[1]
    even = size - size % block
    sums = rows[:, :even].reshape(len(rows), -1, block).sum(-1, dtype=np.promote_types(rows.dtype, np.float32))
    if even < size:
        sums = np.concatenate([sums, rows[:, even:].sum(-1, keepdims=True)], 1)
    sums = sums.cumsum(1, dtype=np.float64)
    if not _usable(sums[:, -1]):
        return False
    u = _below(random, drawn.shape, sums[:, -1:])
    # (rows, draws): the block, and what is left of the number there
    which = (sums[:, None] <= u[..., None]).sum(-1)
    left = u - np.where(which > 0, np.take_along_axis(sums, np.maximum(which - 1, 0), 1), 0)
    places = which[..., None] * block + np.arange(block)
    line = np.arange(len(rows))[:, None]
    within = rows[line[..., None], np.minimum(places, size - 1)].astype(np.float64)
    within[places >= size] = 0
    within = within.cumsum(-1)
    left = np.minimum(left, np.nextafter(within[..., -1], 0))  # the same block may add up to a little more above
    at = which * block + (within <= left[..., None]).sum(-1)
    drawn[...] = at
    if logs is not None:
        logs[...] = _log(rows[line, at])
    return True
