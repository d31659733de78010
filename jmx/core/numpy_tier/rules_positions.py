"""Reading and writing at positions: gather and scatter, by NumPy.

Most programs take whole rows, or single elements. These are one call of NumPy's on an array with the chosen axes made one
(`_Rows`). Windows of other sizes are spread out element by element (`_windows`).
"""

from __future__ import annotations

import math

import numpy as np

from .rules import RULES, Uncovered, highest, lowest, rule

#: rows of so many elements and fewer are added one element at a time, or column by column, which takes NumPy less than to sort
#: their positions
_NARROW = 4
#: an array with so many times as many rows as are added to it is not counted through
_FULL = 8
#: how many rows at one place are added one after the other; more are summed before
_MOST_TURNS = 32


class _Rows:
    """Windows that are one element wide along some axes of an array, the chosen ones, and whole along the others.

    order     the axes, the chosen ones first
    rest      the axes that are not chosen
    at        (any): the row of each window, in an array whose chosen axes are one; always in range
    inside    (any): whether the window was in range, or None where all were
    """

    def __init__(self, shape, sizes, indices, starts_of, batching, index_batching, clip) -> None:
        chosen = [axis for axis, size in enumerate(sizes) if axis in batching or (axis in starts_of and size == 1)]
        self.rest = [axis for axis in range(len(shape)) if axis not in chosen]
        self.order = [*chosen, *self.rest]
        self.at, self.inside = np.zeros(indices.shape[:-1], np.intp), None
        for axis in chosen:
            whole = shape[axis]
            if axis in batching:
                place = index_batching[batching.index(axis)]
                start = np.arange(whole).reshape([-1 if i == place else 1 for i in range(indices.ndim - 1)])
            else:
                start = self._start(indices[..., starts_of.index(axis)].astype(np.intp), whole, clip)
            self.at = start if axis == chosen[0] else self.at * whole + start
        self.at = np.broadcast_to(self.at, indices.shape[:-1])

    def _start(self, start, whole, clip):
        """Positions along one axis, moved inside; which were inside is noted unless `clip`."""
        if not start.size or (start.min() >= 0 and start.max() < whole):
            return start
        if not clip:
            fits = (start >= 0) & (start < whole)
            self.inside = fits if self.inside is None else self.inside & fits
        return np.clip(start, 0, whole - 1)


def _rows(shape, sizes, indices, starts_of, batching, index_batching, clip):
    """The `_Rows` of windows of these sizes, or None for others."""
    for axis, (whole, size) in enumerate(zip(shape, sizes)):
        given = axis in batching or axis in starts_of
        if not (size == 1 if given else size == whole):
            return None
    return _Rows(shape, sizes, indices, starts_of, batching, index_batching, clip)


def _windows(shape, sizes, indices, starts_of, batching, index_batching, clip):
    """(index of every element of every window, for each axis of an array; whether the window lies inside).

    Both are shaped (*positions, *sizes); `indices` is (*positions, number of starts).
    """
    positions, n = indices.shape[:-1], len(sizes)
    inside = np.ones(positions, bool)
    places = []
    for axis, (whole, size) in enumerate(zip(shape, sizes)):
        if axis in batching:
            place = index_batching[batching.index(axis)]
            start = np.arange(whole).reshape([-1 if i == place else 1 for i in range(len(positions))])
            start = np.broadcast_to(start, positions)
        elif axis in starts_of:
            start = indices[..., starts_of.index(axis)].astype(np.int64)
            if clip:
                start = np.clip(start, 0, whole - size)
            inside = inside & (start >= 0) & (start <= whole - size)
        else:
            start = np.zeros(positions, np.int64)
        reach = np.arange(size).reshape([-1 if i == axis else 1 for i in range(n)])
        places.append(start.reshape(*positions, *[1] * n) + reach)
    return places, inside.reshape(*positions, *[1] * n)


def _mode(mode) -> bool:
    """Whether positions out of range are moved inside; otherwise what they name is left out."""
    name = getattr(mode, "name", str(mode))
    return name in ("CLIP", "PROMISE_IN_BOUNDS")


def _filling(dtype, fill_value):
    """What stands where a position was out of range."""
    if fill_value is None:
        fill_value = np.nan if dtype.kind == "f" else lowest(dtype) if dtype.kind == "i" else highest(dtype)
    return dtype.type(fill_value)


@rule("gather")
def _gather(x, indices, dimension_numbers, slice_sizes, mode, fill_value=None, **_):
    numbers, clip = dimension_numbers, _mode(mode)
    batching = tuple(getattr(numbers, "operand_batching_dims", ()))
    index_batching = tuple(getattr(numbers, "start_indices_batching_dims", ()))
    if 0 in x.shape:
        raise Uncovered
    n, gone = indices.ndim - 1, (*numbers.collapsed_slice_dims, *batching)
    where = x.shape, slice_sizes, indices, tuple(numbers.start_index_map), batching, index_batching, clip
    rows = _rows(*where)
    if rows is not None:
        values, inside = _taken(x, rows), rows.inside
        # axes that were not chosen, and those of size 1 that stay
        values = values.reshape((*indices.shape[:-1], *[size for axis, size in enumerate(slice_sizes) if axis not in gone]))
        inside = None if inside is None else inside.reshape(inside.shape + (1,) * (values.ndim - n))
    else:
        places, inside = _windows(*where)
        values = x[tuple(np.clip(f, 0, size - 1) for f, size in zip(places, x.shape))]
        values = np.squeeze(values, tuple(n + axis for axis in gone))
        inside = None if clip or inside.all() else np.squeeze(inside, tuple(n + axis for axis in gone))
    if inside is not None:
        values = np.where(inside, values, _filling(x.dtype, fill_value))
    offsets = numbers.offset_dims
    return np.moveaxis(values, range(n, values.ndim), offsets) if offsets else values


def _taken(x, rows):
    """(*positions, *rest): the rows of an array."""
    chosen = rows.order[: x.ndim - len(rows.rest)]
    if chosen and chosen[-1] - chosen[0] + 1 == len(chosen):  # axes that are one if all elements lie in their order
        axis, n = chosen[0], rows.at.ndim
        if len(chosen) > 1:
            x = x.reshape(*x.shape[:axis], -1, *x.shape[chosen[-1] + 1 :])
        return np.moveaxis(np.take(x, rows.at, axis, mode="clip"), range(axis, axis + n), range(n))
    lying = x.transpose(rows.order)
    rest = lying.shape[x.ndim - len(rows.rest) :]
    flat = lying.reshape(-1, math.prod(rest)) if rest else lying.reshape(-1)
    return np.take(flat, rows.at, 0, mode="clip").reshape((*rows.at.shape, *rest))


def _scatter(combine):
    def run(x, indices, updates, dimension_numbers, mode, **_):
        numbers = dimension_numbers
        batching = tuple(getattr(numbers, "operand_batching_dims", ()))
        index_batching = tuple(getattr(numbers, "scatter_indices_batching_dims", ()))
        window = list(numbers.update_window_dims)
        kept = [i for i in range(x.ndim) if i not in numbers.inserted_window_dims and i not in batching]
        sizes = [1] * x.ndim
        for axis, place in zip(kept, window):
            sizes[axis] = updates.shape[place]
        n = indices.ndim - 1
        laid = np.moveaxis(updates, window, range(n, updates.ndim)) if window else updates
        laid = laid.reshape((*indices.shape[:-1], *sizes))
        starts_of = tuple(numbers.scatter_dims_to_operand_dims)
        where = x.shape, sizes, indices, starts_of, batching, index_batching, _mode(mode)
        rows = _rows(*where) if x.size else None
        if rows is not None:
            return _into_rows(combine, x, rows, laid)
        starts, inside = _windows(*where)
        whole = np.broadcast_shapes(laid.shape, *(f.shape for f in starts))
        taken = np.broadcast_to(inside, whole)
        places = tuple(np.broadcast_to(f, whole)[taken] for f in starts)
        result = np.array(x)
        combine(result, places, np.broadcast_to(laid, whole)[taken])
        return result

    return run


def _copied(x, order):
    """A copy of an array with its axes in another order, laid out in that one."""
    if x.size and not any(x.strides) and not x.flat[0].tobytes().strip(b"\0"):
        return np.zeros([x.shape[axis] for axis in order], x.dtype)  # one zero everywhere: memory that nobody has to write
    return np.array(x.transpose(order), order="C")


def _into_rows(combine, x, rows, laid):
    """An array with the rows `laid`, (*positions, *sizes), combined into it."""
    chosen = rows.order[: x.ndim - len(rows.rest)]
    # axes that lie one behind the other are one, which needs no other order
    order = range(x.ndim) if chosen and chosen[-1] - chosen[0] + 1 == len(chosen) else rows.order
    first = chosen[0] if chosen and order is not rows.order else 0
    result = _copied(x, order)
    before, behind = math.prod(result.shape[:first]), math.prod(result.shape[first + len(chosen) :])
    count = math.prod(result.shape[first : first + len(chosen)])
    at, values = rows.at.reshape(-1), laid.reshape(rows.at.size, before, behind)
    if rows.inside is not None:
        inside = rows.inside.reshape(-1)
        at, values = at[inside], values[inside]
    if before > 1:
        at = (np.arange(before)[:, None] * count + at).reshape(-1)
        values = values.transpose(1, 0, 2)
    wide = (len(at), behind) if behind != 1 else (len(at),)
    combine(result.reshape(before * count, *wide[1:]), at, values.reshape(wide))
    return result.transpose(np.argsort(order))


def _put(result, places, values) -> None:
    result[places] = values


def _add(result, places, values) -> None:
    """Add rows, of which some may go to one place: the first of each place, then the second ones, and so on."""
    if isinstance(places, tuple) or not len(places):
        np.add.at(result, places, values)
        return
    # where the array is not much larger than what is added to it, counts say which places come more than once
    counted = len(result) <= _FULL * len(places)
    if counted and np.bincount(places).max() == 1:
        result[places] += values
        return
    if values.ndim == 1 or values.shape[1] <= _NARROW:
        if counted and result.dtype in (np.float32, np.float64):
            for column, added in zip(result.reshape(len(result), -1).T, values.reshape(len(values), -1).T):
                column += np.bincount(places, added, len(result))
        else:
            np.add.at(result, places, values)
        return
    order = np.argsort(places, kind="stable")
    places = places[order]
    begins = np.append(True, places[1:] != places[:-1])
    first = np.flatnonzero(begins)
    turn = np.arange(len(places)) - first[np.cumsum(begins) - 1]
    turns = int(turn.max()) + 1
    if turns > _MOST_TURNS:
        result[places[first]] += np.add.reduceat(values[order], first, axis=0)
        return
    for number in range(turns):
        now = turn == number
        result[places[now]] += values[order[now]]


RULES["scatter"] = _scatter(_put)
RULES["scatter-add"] = RULES["scatter_add"] = _scatter(_add)
RULES["scatter-mul"] = RULES["scatter_mul"] = _scatter(np.multiply.at)
RULES["scatter-min"] = RULES["scatter_min"] = _scatter(np.minimum.at)
RULES["scatter-max"] = RULES["scatter_max"] = _scatter(np.maximum.at)
