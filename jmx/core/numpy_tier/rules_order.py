"""Sorting by NumPy.

NumPy sorts bare whole numbers several times as fast as it finds the order of others. So what is sorted together with positions
is packed with them: 32 bits of the value above 32 bits of the position, which also keeps equal ones in their order.
"""

from __future__ import annotations

import math

import numpy as np

from .rules import Uncovered, ranks, rule

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
#: elements whose order is found at once
_AT_ONCE = 2**15


def _packed(keys):
    """Whole numbers of 64 bits in the order of `keys`, whole numbers, and of their positions along the last axis; or None."""
    if keys.dtype.itemsize > 4 or keys.shape[-1] > _LOW:
        return None
    if keys.dtype.kind == "i":  # from the least one on
        keys = keys.astype(np.int32, copy=False).view(np.uint32) ^ np.uint32(1 << 31)
    packed = keys.astype(np.uint64)
    packed <<= _HALF
    packed |= np.arange(keys.shape[-1], dtype=np.uint32)
    return packed


#: the first numbers are found one after the other if they are so many, and an eighth of all
_FEW = 32


def _first_ones(keys, k):
    """`_order` of keys below the largest number of their type, which takes the place of those that were found."""
    found, keys = [], keys.copy()
    for _ in range(k):
        found.append(keys.argmin(-1)[..., None])
        np.put_along_axis(keys, found[-1], np.iinfo(keys.dtype).max, -1)
    return np.concatenate(found, -1)


def _order(keys, k=None):
    """Positions of the `k` first elements along the last axis (of all without it), equal ones in their order."""
    few = k is not None and k <= min(_FEW, keys.shape[-1] // 8) and keys.dtype.kind in "iu" and keys.size > 0
    if few and keys.max() < np.iinfo(keys.dtype).max:
        return _first_ones(keys, k)
    packed = _packed(keys)
    if packed is None:
        return np.argsort(keys, -1, kind="stable")[..., :k]
    if k is not None and k < keys.shape[-1] // 8:
        packed = np.partition(packed, k - 1, -1)[..., :k]
    packed.sort(-1)
    packed = packed[..., :k]
    packed &= _LOW
    return packed.view(np.int64)


def _keys(x):
    """Whole numbers in the order of `x`, in which -0.0 and 0.0 are one, and all NaN are one, the last."""
    if x.dtype.kind != "f":
        return x.view(np.uint8) if x.dtype.kind == "b" else x
    keys = ranks(np.where(x == 0, x.dtype.type(0), x))
    keys[np.isnan(x)] = np.iinfo(keys.dtype).max
    return keys


@rule("sort")
def _sort(*xs, dimension, num_keys, **_):
    if num_keys != 1:
        raise Uncovered
    if len(xs) == 1 and not (xs[0].dtype.kind == "f" and np.signbit(xs[0][xs[0] == 0]).any()):  # whose order is that of before
        return (np.sort(xs[0], dimension),)
    keys = _keys(xs[0])
    order = np.moveaxis(_order(np.ascontiguousarray(np.moveaxis(keys, dimension, -1))), -1, dimension)
    return tuple(np.take_along_axis(x, order, dimension) for x in xs)


@rule("top_k")
def _top_k(x, k, axis=-1, **_):
    """The largest first; of equal ones the first. 0.0 is larger than -0.0, and NaN is the largest."""
    lying = np.moveaxis(x, axis, -1)
    rows = lying.reshape(math.prod(lying.shape[:-1]), lying.shape[-1])
    values, order = np.empty((len(rows), k), x.dtype), np.empty((len(rows), k), np.int32)
    # some rows at a time, as what is made on the way takes ten times their memory
    several = max(1, _AT_ONCE // max(rows.shape[1], 1))
    for first in range(0, len(rows), several):
        part = slice(first, first + several)
        keys = ranks(rows[part])
        keys = np.invert(keys, out=keys) if x.dtype.kind == "f" else np.invert(keys)
        places = _order(np.ascontiguousarray(keys), k)
        values[part], order[part] = np.take_along_axis(rows[part], places, -1), places
    whole = (*lying.shape[:-1], k)
    return np.moveaxis(values.reshape(whole), -1, axis), np.moveaxis(order.reshape(whole), -1, axis)
