"""`x[key]` and `x[key] = value`: the part of `NDArray` that reads and writes elements."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from ..base import MXNetError
from ..core.declare.x64 import position_type, x64
from ..core.run import dispatch as _dispatch
from ..core.run import jax_arrays
from ..core.run import storage as _array
from ..core.run import tape as _tape
from ..core.run.storage import ArrayBase, place, reshape
from ..util import is_np_shape
from . import indexing as _ix
from .buffers import _convert, _fitting, _new, _transfer
from .shapes import check_broadcast

if TYPE_CHECKING:
    from .._typing import Shape

_mode = _tape.mode
#: entries of everyday keys, which need not be asked whether they are arrays of JAX
_NOT_JAX = frozenset((int, slice, list, type(None), type(Ellipsis), np.ndarray))


def _is_whole(key):
    return key.start is None and key.stop is None and key.step is None


class Indexed(ArrayBase):
    """Reading and writing of elements, on top of storage."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        shape = self.shape
        if type(key) is int and shape:
            n = shape[0]
            if not -n <= key < n:
                raise IndexError(f"index {key} is out of bounds for axis 0 with size {n}, whose indices are {-n} to {n - 1}")
            key = key + n if key < 0 else key
            rest = shape[1:]
            if not (_mode.recording and self._entry is not None):
                return self._alias(key * math.prod(rest), rest or self._scalar_shape())
            return self._basic((key,) + (slice(None),) * len(rest))
        if type(key) is slice and _is_whole(key):
            return self
        if key is Ellipsis or (isinstance(key, tuple) and not key):
            return self._reshaped(shape)
        key = self._check_key(key)
        key = _ix.expand(key, len(shape))
        if _ix.is_basic(key):
            return self._basic(key)
        return self._advanced(key)

    @staticmethod
    def _basic_indexing_slice_is_contiguous(slc_key, shape):
        """Whether a basic index selects one contiguous range, so that x[key] shares memory with x."""
        return _ix.contiguous(_ix.normalize(_ix.expand(slc_key, len(shape)), shape), shape) is not None

    def _scalar_shape(self):
        return (1,)

    def _adopt_key(self, key: Any) -> Any:
        """`key` with the arrays of JAX among its entries as arrays of this package's."""
        entries = key if type(key) is tuple else (key,)
        for k in entries:
            if type(k) not in _NOT_JAX and not isinstance(k, ArrayBase) and isinstance(k, jax.Array):
                break
        else:
            return key
        entries = tuple([jax_arrays.adopt(k, self._ctx, type(self)) if isinstance(k, jax.Array) else k for k in entries])
        return entries if type(key) is tuple else entries[0]

    def _check_key(self, key: Any, writes: bool = False) -> Any:
        """`key`, checked, its entries as `_adopt_key` gives them.

        True and False choose nothing, as in MXNet, but where integers read one element: there they are 1 and 0.
        """
        key = self._adopt_key(key)
        entries = key if isinstance(key, tuple) else (key,)
        for k in entries:
            if type(k) is bool:
                counts = entries is not key or len(entries) == self.ndim
                if writes or not counts or not all(isinstance(each, (int, np.integer)) for each in entries):
                    key = tuple([each for each in entries if type(each) is not bool])
                break
        for k in entries:
            if isinstance(k, ArrayBase):
                if k._cell.buf.dtype == np.bool_:
                    raise ValueError(
                        "Cannot perform boolean indexing in legacy mode. Please activate numpy semantics by calling "
                        "`npx.set_np()` in the global scope before calling this function, or use mx.nd.contrib.boolean_mask."
                    )
            elif isinstance(k, (str, float, complex, dict, set, np.bool_)):
                raise ValueError(f"NDArray does not support slicing with key {k} of type {type(k)}.")
        return key

    def _basic(self, key):
        shape = self.shape
        axes = _ix.normalize(key, shape)
        result = _ix.result_shape(key, axes) or self._scalar_shape()
        if not any(count == 0 for _, _, count, _ in axes):
            offset = _ix.contiguous(axes, shape)
            if offset is not None:
                view = self._alias(offset, result)
                if _mode.recording and self._entry is not None:
                    view._entry = self._strided(axes, result)._entry
                return view
        else:
            self._refuse_backwards(key)
            # An empty range of the first axis is an empty array in MXNet too.
            if any(count == 0 for _, _, count, _ in axes[1:]) and not self._numpy and not is_np_shape():
                raise MXNetError(
                    f"The index selects no element of an array of shape {shape}. Arrays without elements need NumPy shape "
                    "semantics: mx.util.set_np_shape(True)."
                )
        return self._strided(axes, result)

    def _refuse_backwards(self, key):
        for k, n in zip([k for k in key if k is not None], self.shape):
            if isinstance(k, slice) and k.step in (None, 1):
                start, stop, _ = k.indices(n)
                if start > stop:
                    raise MXNetError(f"Invalid slicing range [{start}, {stop}) for an axis of size {n}")

    def _strided(self, axes, result):
        spec = tuple((step, count) for _, step, count, _ in axes)
        return _dispatch.run(_ix.reader(spec, result), [self], tuple(a[0] for a in axes), cls=type(self))[0]

    def _split_advanced(self, key):
        """(template, index arrays) of an expanded advanced key."""
        key = tuple(_ix.whole_numbers(k) if isinstance(k, np.ndarray) and k.dtype.kind not in "iu" else k for k in key)
        _ix.check_bounds(key, self.shape)
        template, arrays = _ix.split_key(key)
        _ix.check_together(arrays)
        indices = []
        for a in arrays:
            if isinstance(a, ArrayBase):
                indices.append(a if a._ctx == self._ctx else a.as_in_context(self._ctx))
                continue
            a = _ix.whole_numbers(np.asarray(a))
            indices.append(_new(a.astype(position_type(*self.shape)), self._ctx))
        return template, indices

    def _advanced(self, key):
        template, indices = self._split_advanced(key)
        return _dispatch.run(_ix.gatherer(template), [self, *indices], cls=type(self))[0]

    def __setitem__(self, key: Any, value: Any) -> None:
        recording = _mode.recording
        if recording and self._entry is not None:
            raise MXNetError(
                "Assigning to NDArrays that are already in a computational graph will cause undefined behavior when "
                f"evaluating gradients. {_tape.IN_PLACE}"
            )
        shape = self.shape
        whole = (type(key) is slice and _is_whole(key)) or key is Ellipsis or (isinstance(key, tuple) and not key)
        if whole:
            if recording and isinstance(value, ArrayBase) and value._entry is not None and value.shape == shape:
                _transfer(value, self)
                return
            self._refuse_recorded(value)
            self._set_data(self._value(value, shape))
            return
        self._refuse_recorded(value)
        key = self._check_key(key, True)
        key = _ix.expand(key, len(shape))
        if _ix.is_basic(key):
            axes = _ix.normalize(key, shape)
            result = _ix.result_shape(key, axes)
            if any(count == 0 for _, _, count, _ in axes):
                return
            offset = _ix.contiguous(axes, shape)
            if offset is not None:
                part = self._alias(offset, result)
                if type(value) in (int, float, bool):
                    part._fill(_fitting(value, self._cell.buf.dtype))
                else:
                    part._set_data(self._value(value, result))
                return
            spec = tuple((step, count) for _, step, count, _ in axes)
            position = position_type(*shape).type
            starts = [position(a[0]) for a in axes]
            source = self._value(value, None)
            check_broadcast(source.shape, result)
            with x64(self._cell.buf, source):
                _ix.update(self, _ix.writers(spec, result), source, starts)
            return
        template, arrays = self._split_advanced(key)
        indices = [a._data() for a in arrays]
        source = self._value(value, None)
        with x64(self._cell.buf, source, *indices):
            _ix.update(self, _ix.scatterers(template), source, indices)

    def _refuse_recorded(self, value: Any) -> None:
        if _mode.recording and isinstance(value, ArrayBase) and value._entry is not None:
            raise MXNetError(_tape.IN_PLACE)

    def _value(self, value: Any, shape: Shape) -> Any:
        """A buffer on this array's device with its element type: `value` broadcast to `shape` (None: as it is)."""
        dtype = self._cell.buf.dtype
        if isinstance(value, ArrayBase):
            buf = value._data()
            if value._ctx != self._ctx:
                buf = _array.move(buf, self._ctx)
            if buf.dtype == dtype and (shape is None or buf.shape == shape):
                return buf
            if shape is not None:
                check_broadcast(buf.shape, shape)
                while len(buf.shape) > len(shape):
                    buf = reshape(buf, buf.shape[1:])
            return _convert(buf, dtype, shape)
        if isinstance(value, jax.Array):
            return self._value(jax_arrays.adopt(value, self._ctx), shape)
        try:
            value = np.asarray(_fitting(value, dtype) if type(value) is int else value)
            value = value.astype(dtype, copy=True, order="C") if value.dtype != dtype or value.ndim else value
        except (TypeError, ValueError):
            raise TypeError(f"NDArray does not support assignment with {value!r} of type {type(value)}") from None
        if shape is not None and value.shape != shape:
            if value.ndim == 0:
                everywhere = np.empty(shape, dtype)
                everywhere.fill(value)
                return place(everywhere, self._ctx)
            check_broadcast(value.shape, shape)
            if value.ndim > len(shape):
                value = value.reshape(value.shape[value.ndim - len(shape) :])
            value = np.array(np.broadcast_to(value, shape), order="C")
        return place(np.array(value, dtype=dtype) if value.ndim == 0 else value, self._ctx)

    def _at(self, idx: Any) -> Any:
        """The entry `idx` along the first axis, sharing memory: MXNet's own name for `x[idx]`, which programs call."""
        return self[int(idx)]

    def _slice(self, start: Any, stop: Any) -> Any:
        """The entries from `start` to `stop` along the first axis, sharing memory: `x[start:stop]`."""
        return self[start:stop]

    def _full(self, value):
        """Fill the array with a number, and return it."""
        self[...] = value
        return self

    def _sync_copyfrom(self, source_array):
        """Copy what is like a NumPy array, of the same shape."""
        try:
            values = np.asarray(source_array, dtype=self.dtype, order="C")
        except (TypeError, ValueError):
            raise TypeError(f"array must consist of array-like data,type {type(source_array)} is not supported") from None
        if values.shape != self.shape:
            raise ValueError(f"Shape inconsistent: expected {values.shape} vs got {self.shape}")
        self[...] = values
