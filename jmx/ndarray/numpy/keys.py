"""Keys of `mx.np.ndarray` as keys of `NDArray`, which know no booleans."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ..._dialects import dialect
from ...core.run import dispatch, storage
from ...core.run.on_values import cpu_of
from ...core.run.storage import ArrayBase, on_host, place, wrap
from .. import indexing


def plain_key(array, key, writes=False):
    """(`key` without booleans, whether it chooses nothing because of a False).

    An array of booleans becomes the positions of what is true. True adds an axis of length 1 in front. Lists and NumPy arrays of
    booleans stay, which are positions 0 and 1 then, where MXNet 1.9.1 reads them so: in `writes`, and beside other entries.
    MXNet 2.0's interface reads all booleans as NumPy does.
    """
    entries = key if isinstance(key, tuple) else (key,)
    if not any(isinstance(k, (bool, np.bool_, list, np.ndarray, ArrayBase)) for k in entries):
        return key, False
    v2, shape = dialect().numpy_indexing, array.shape
    alone = not isinstance(key, tuple) and not writes
    entries = [(k, as_mask(k, v2 or alone)) for k in entries]
    consumed = [_consumed(k, mask) for k, mask in entries]
    plain, axis, new_axis, place = [], 0, None, 0
    for (k, mask), axes in zip(entries, consumed):
        if mask is None:
            plain.append(_position(k))
        elif mask.ndim:
            _check_mask(mask, shape, axis)
            plain += np.nonzero(mask)
        elif v2:
            place = len(plain) if new_axis is None else place
            new_axis = bool(mask) and new_axis is not False
        else:
            new_axis = bool(mask)  # the last one counts
        axis += len(shape) - sum(consumed) if k is Ellipsis else axes
    if new_axis:
        plain.insert(place, None)
    return tuple(plain) if isinstance(key, tuple) or len(plain) != 1 else plain[0], new_axis is False


def _consumed(key, mask):
    """How many axes of the array one entry of a key takes."""
    if mask is not None:
        return mask.ndim
    return 0 if key is None or key is Ellipsis else 1


def _position(key):
    """An array without axes as an integer, whose reading shares memory; other entries as they are."""
    if isinstance(key, ArrayBase) and not key.shape and not isinstance(key._data(), jax.core.Tracer):
        return int(key.item())
    return key


def as_mask(key, of_numpy) -> np.ndarray | None:
    """A boolean NumPy array from a key that is one; otherwise None. Lists and NumPy's booleans count with `of_numpy`."""
    if isinstance(key, ArrayBase):
        return on_host(key._data()) if key._cell.buf.dtype == np.bool_ else None
    if isinstance(key, bool):
        return np.asarray(key)
    if isinstance(key, np.bool_):
        return np.asarray(key) if dialect().numpy_indexing else None
    if isinstance(key, np.ndarray):
        return key if key.dtype == np.bool_ and (of_numpy or not key.ndim) else None
    if isinstance(key, list) and of_numpy:
        try:
            mask = np.array(key)
        except (TypeError, ValueError) as error:
            raise TypeError(str(error)) from None
        return mask if mask.dtype == np.bool_ else None
    return None


def is_mask_of(mask, array) -> bool:
    """Whether `mask`, from `as_mask`, chooses among the first axes of an array, and among one at least."""
    return mask is not None and mask.ndim > 0 and mask.shape == array.shape[: mask.ndim]


def chosen_by_mask(array, key) -> Any:
    """The elements of an array on the CPU at a key that is a mask of its first axes; None for all others."""
    mask = as_mask(key, True)
    if not is_mask_of(mask, array) or cpu_of((array._data(),)) is None:
        return None
    # Gradients do not go through the mask: it is an array that has no part in the graph.
    near = isinstance(key, ArrayBase) and key._ctx == array._ctx
    where = wrap(key._data(), array._ctx) if near else wrap(place(np.array(mask), array._ctx), array._ctx)
    return dispatch.run(indexing.chooser, [array, where], cls=storage.numpy_class)[0]


def needs_no_axis(key: object) -> bool:
    """Whether `key` may choose from an array without axes: a boolean, or what only adds axes in MXNet 2.0's interface."""
    of_numpy = dialect().numpy_indexing
    if isinstance(key, tuple) and not of_numpy:
        return not key
    entries = key if isinstance(key, tuple) else (key,)
    return all(as_mask(k, True) is not None or (of_numpy and (k is None or k is Ellipsis)) for k in entries)


def _check_mask(mask, shape, axis):
    if mask.ndim > len(shape) - axis:
        raise IndexError(f"too many indices, whose ndim = {mask.ndim}, for array with ndim = {len(shape)}")
    for i, n in enumerate(mask.shape):
        if n != shape[axis + i] and (n or not dialect().numpy_indexing):  # NumPy lets a mask without elements pass
            raise IndexError(
                f"boolean index did not match indexed array along dimension {axis + i}; dimension is {shape[axis + i]} but "
                f"corresponding boolean dimension is {n}"
            )
