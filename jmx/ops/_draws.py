"""Draws from discrete distributions on the host: positions whose probabilities are the rows of a matrix.

A uniform number below the sum of a row names the first position at which the probabilities so far add up to more. A kernel in C
looks for it among the sums of blocks and then within one; without a compiler NumPy finds it by bisection in all sums.
"""

import ctypes

import numpy as np

from ..native import kernels

#: numbers that are drawn at once
_AT_ONCE = 1 << 20


def draw_positions(random: np.random.Generator, rows: np.ndarray, drawn: np.ndarray, logs: np.ndarray | None) -> bool:
    """Fill `drawn`, (n, count), with positions in each of the rows of probabilities, (n, k), and `logs` with their logarithms.

    random    a `numpy.random.Generator`
    rows    numbers that are not below zero
    logs    an array of the shape of `drawn`, or None

    Returns False where a row does not add up to a positive number, and then nothing counts that was written.
    """
    library = kernels.library("draws") if rows.dtype in (np.float32, np.float64) else None
    count = drawn.shape[1]
    step = max(_AT_ONCE // (count if library else max(rows.shape[1], count)), 1)
    for first in range(0, len(rows), step):
        here = slice(first, first + step)
        given = random, rows[here], drawn[here], None if logs is None else logs[here]
        if not (_by_bisection(*given) if library is None else _by_kernel(library, *given)):
            return False
    return True


def _by_kernel(library, random, rows, drawn, logs):
    """Any number of draws from each of some rows."""
    rows = np.ascontiguousarray(rows)
    for first in range(0, drawn.shape[1], _AT_ONCE):
        part = drawn[:, first : first + _AT_ONCE]
        u, at = random.random(part.shape), np.empty(part.shape, np.int64)
        places = [ctypes.c_void_p(array.ctypes.data) for array in (rows, u, at)]
        sizes = [ctypes.c_int64(n) for n in (rows.itemsize, *rows.shape, part.shape[1])]
        if not library.jmx_draws_positions(places[0], *sizes[:3], places[1], sizes[3], places[2]):
            return False
        part[...] = at
        if logs is not None:
            logs[:, first : first + _AT_ONCE] = _log(np.take_along_axis(rows, at, 1))
    return True


def _below(random, shape, total):
    """Uniform numbers below `total`, and not equal to it after rounding."""
    return np.minimum((random.random(shape) * total).astype(total.dtype, copy=False), np.nextafter(total, total.dtype.type(0)))


def _log(x):
    with np.errstate(divide="ignore"):
        return np.log(x)


def _usable(total):
    return bool(total.min() > 0 and total.max() < np.inf)


def _by_bisection(random, rows, drawn, logs):
    """The same by NumPy."""
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
