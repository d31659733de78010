"""Functions that make a batch of samples, for `DataLoader(batchify_fn=...)`, as MXNet 2.0 has them."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ...context import Context
from ...ndarray import NDArray
from ..utils import _array_module

if TYPE_CHECKING:
    from ..._typing import AnyFunction, DTypeLike, Float, Int

__all__ = ["Append", "AsList", "Group", "Pad", "Stack"]


def _array(values, shared, dtype=None):
    return _array_module().array(values, ctx=Context("cpu_shared", 0) if shared else None, dtype=dtype)


def _stack(arrays):
    module = _array_module()
    return module.stack(*arrays) if module.__name__.endswith("ndarray") else module.stack(arrays)


class _Batchify:
    def __mx_handle__(self):
        """What MXNet 2.0 calls to have batches made by C++: here the function itself."""
        return self


class Stack(_Batchify):
    """Stacks samples of one shape; of samples that are tuples or lists, each field by itself.

    Parameters
    ----------
    use_shared_mem : bool, default False
        Put the batch in memory that worker processes share.

    Examples
    --------
    >>> images, labels = mx.gluon.data.batchify.Stack()([(mx.nd.ones(3), 0), (mx.nd.zeros(3), 1)])
    >>> images.shape, labels.shape
    ((2, 3), (2,))
    """

    def __init__(self, use_shared_mem: bool = False) -> None:
        self._use_shared_mem = use_shared_mem

    def __call__(self, data: Any) -> Any:
        """Make a batch of a list of samples: NDArray, or a list of one for each field."""
        if isinstance(data[0], NDArray):
            batch = _stack(data)
            return batch.as_in_ctx(Context("cpu_shared", 0)) if self._use_shared_mem else batch
        if isinstance(data[0], (tuple, list)):
            return [self(field) for field in zip(*data)]
        values = np.asarray(data)
        return _array(values, self._use_shared_mem, values.dtype)


class Pad(_Batchify):
    """Pads samples at their ends, along all axes, to the size of the largest, and stacks them.

    Parameters
    ----------
    val : number, optional
        What fills; 0 by default.
    dtype : str or numpy.dtype, optional
        Element type of the batch; by default that of the first sample.
    round_to : int, optional
        Sizes become multiples of it.
    use_shared_mem : bool, default False
        Put the batch in memory that worker processes share.

    Examples
    --------
    >>> mx.gluon.data.batchify.Pad(val=-1)([[1, 2, 3], [4]]).asnumpy().tolist()
    [[1, 2, 3], [4, -1, -1]]
    """

    def __init__(
        self,
        val: Float | None = None,
        dtype: str | DTypeLike | None = None,
        round_to: Int | None = None,
        use_shared_mem: bool = False,
    ) -> None:
        self._pad_val = 0 if val is None else val
        self._dtype = dtype
        self._warned = False
        self._round_to = round_to
        self._use_shared_mem = use_shared_mem

    def __call__(self, data: Any) -> Any:
        """Make a batch of a list of samples, each an array or a list of numbers.

        Raises
        ------
        NotImplementedError
            If samples have several fields.
        """
        if isinstance(data[0], NDArray) and not self._warned:
            self._warned = True
            warnings.warn("Pad is faster on lists and numpy.ndarray, which need not be copied from a device first.", stacklevel=2)
        if not isinstance(data[0], (NDArray, np.ndarray, list)):
            raise NotImplementedError(
                f"Pad() does not support samples of several fields ({type(data[0]).__name__}), use Group(Pad(), ...) instead"
            )
        arrays = [sample.asnumpy() if isinstance(sample, NDArray) else np.asarray(sample) for sample in data]
        if len({array.ndim for array in arrays}) > 1:
            raise ValueError(f"Pad() needs samples of one number of axes, got shapes {[array.shape for array in arrays][:10]}")
        sizes = np.max([array.shape for array in arrays], axis=0, initial=0)
        if self._round_to is not None:
            sizes = [self._round_to * math.ceil(size / self._round_to) for size in sizes]
        dtype = arrays[0].dtype if self._dtype is None else self._dtype
        batch = np.full((len(arrays), *map(int, sizes)), self._pad_val, dtype)
        for row, array in zip(batch, arrays):
            row[tuple(map(slice, array.shape))] = array
        return _array(batch, self._use_shared_mem, dtype)


class Append(_Batchify):
    """Makes a list with an array for each sample, whatever their shapes are.

    Parameters
    ----------
    expand : bool, default True
        Give each array an axis of size 1 for the batch.
    batch_axis : int, default 0
        Where that axis is.
    use_shared_mem : bool, default False
        Put the arrays in memory that worker processes share.

    Examples
    --------
    >>> batch = gluon.data.batchify.Append()([[1, 2, 3], [4]])
    >>> [array.shape for array in batch]
    [(1, 3), (1, 1)]
    """

    def __init__(self, expand: bool = True, batch_axis: Int = 0, use_shared_mem: bool = False) -> None:
        self._expand = expand
        self._batch_axis = batch_axis
        self._use_shared_mem = use_shared_mem

    def __call__(self, data: Any) -> Any:
        """Make the list."""
        shared = Context("cpu_shared", 0)
        arrays = [
            (sample.as_in_ctx(shared) if self._use_shared_mem else sample)
            if isinstance(sample, NDArray)
            else _array(sample, self._use_shared_mem)
            for sample in data
        ]
        if not self._expand:
            return arrays
        return [_array_module().expand_dims(array, axis=self._batch_axis) for array in arrays]


class Group(_Batchify):
    """Applies a function to each field of samples that are tuples.

    Parameters
    ----------
    fn : callable, or list of callable
        The function for the first field, or those for all.
    *args : callable
        The functions for the other fields.

    Examples
    --------
    >>> batchify = gluon.data.batchify
    >>> words, labels = batchify.Group(batchify.Pad(), batchify.Stack())([([1, 2, 3], 0), ([5], 1)])
    >>> words.shape, labels.shape
    ((2, 3), (2,))
    """

    def __init__(self, fn: Any, *args: AnyFunction) -> None:
        if isinstance(fn, (list, tuple)):
            assert not args, f"Group takes the functions as Group(A, B, C) or Group([A, B, C]), got fn={fn}, args={args}"
            self._fn: tuple[Any, ...] = tuple(fn)
        else:
            self._fn = (fn, *args)
        for i, one in enumerate(self._fn):
            assert callable(one), f"Batchify functions must be callable! type(fn[{i}]) = {type(one)}"

    def __call__(self, data: Any) -> Any:
        """Make a tuple of what the functions make of their fields; AssertionError if their number is another one."""
        assert len(data[0]) == len(self._fn), (
            f"The samples have {len(data[0])} fields, and Group has {len(self._fn)} functions; it needs one for each field"
        )
        return tuple(one([sample[i] for sample in data]) for i, one in enumerate(self._fn))


class AsList(_Batchify):
    """Makes a list of the samples as they are, such as texts.

    Examples
    --------
    >>> gluon.data.batchify.AsList()(("one", "two"))
    ['one', 'two']
    """

    def __call__(self, data: Any) -> Any:
        """Return list(data)."""
        return list(data)
