"""Storage: a mutable cell around an immutable `jax.Array`, and contiguous views of it.

MXNet arrays are mutable and `x[1]`, `x[0:2]`, `reshape`, `detach` share memory with x. Every such view is a contiguous
range of the base's elements, so a view is (cell, offset, shape): read by a slice, written by an update of the cell.
Several cells may hold the same `jax.Array`: it is immutable, and nothing donates a buffer that anyone else refers to.
`cells.py` says what threads may do.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.core import Tracer

from ..._errors.memory import no_room
from ...base import MXNetError
from ...config import jax_internals
from ...context import Context
from ..declare.dtype import WIDE
from ..declare.x64 import x64
from ..numpy_tier import forked, jit, on_device, run_error
from .cells import Cell, lock_of, overwrite
from .trace_observer import trace_observer

if TYPE_CHECKING:
    from collections.abc import Callable


#: `_seen` of a view that has not been read
UNREAD = -1, None


class ArrayBase:
    """What dispatch and tape need of an array; `jmx.ndarray.NDArray` is the public class.

    _cell    shared storage
    _view    None for a whole array, else (offset, shape) into the cell
    _seen    of a view: (version of the cell, value at that version)
    _ctx     the context it was created on
    _entry   autograd: None, or (node, output index)
    """

    __slots__ = ("_cell", "_view", "_seen", "_ctx", "_entry", "_grad", "__weakref__")
    _view: tuple[int, tuple[int, ...]] | None
    _entry: tuple[Any, int] | None
    _grad: Any
    if TYPE_CHECKING:  # what the public class adds
        shape: tuple[int, ...]
        size: int
        dtype: np.dtype

        def __getitem__(self, key: Any) -> Any: ...
        def reshape(self, *shape: Any) -> Any: ...
        def copyto(self, other: Any) -> Any: ...
        def as_in_context(self, context: Context) -> Any: ...

    #: whether this is an array of the NumPy interface
    _numpy = False
    #: whether every element is stored
    _dense = True

    def __init__(self, buf, ctx) -> None:
        self._cell = Cell(buf)
        self._view = None
        self._ctx = ctx
        self._entry = None
        self._grad = None

    def _data(self):
        """The current value as a `jax.Array`: the one accessor through which every read goes."""
        view = self._view
        if view is None:
            return self._cell.buf
        cell, seen = self._cell, self._seen
        version = cell.version  # before the buffer, which a thread may replace in between
        if seen[0] == version:
            return seen[1]
        value = read_view(cell.buf, *view)
        self._seen = version, value
        return value

    def _set_data(self, buf) -> None:
        """Overwrite the value; `buf` has this array's shape and element type."""
        cell = self._cell
        with cell.lock or lock_of(cell):
            if self._view is not None or cell.mirror is not None or trace_observer.observer is not None:
                self._write(buf)
            else:  # what `_write` does then, without its frame
                cell.buf = buf
                cell.version += 1

    def _write(self, buf) -> None:
        """`_set_data` for who holds the lock of the cell."""
        cell = self._cell
        if trace_observer.observer is not None:
            trace_observer.observer.on_write(cell)
        if self._view is None:
            cell.buf = buf
            cell.version += 1
            if cell.mirror is not None:
                cell.follow()
            return
        offset, shape = self._view
        # a view of everything: the new value replaces the buffer, and no program copies it
        if math.prod(shape) == cell.buf.size:
            cell.buf = reshape(buf, cell.buf.shape)
        else:
            write_view(cell, buf, offset)
        cell.changed()
        # after `changed`, whose version it is: a read right after the write then costs no program
        self._seen = cell.version, buf

    def _fill(self, number) -> None:
        """Overwrite every element by a Python number."""
        cell, view = self._cell, self._view
        shape = cell.buf.shape if view is None else view[1]
        if view is None or math.prod(shape) == cell.buf.size:
            self._set_data(place(np.full(shape, number, cell.buf.dtype), self._ctx))
            return
        if trace_observer.observer is not None:
            trace_observer.observer.on_write(cell)
        with cell.lock or lock_of(cell):
            fill_view(cell, number, view[0], math.prod(shape))
            cell.changed()

    def _alias(self, offset, shape):
        """An array of the same class over elements offset .. offset + prod(shape) of this one, sharing its storage."""
        view = object.__new__(type(self))
        view._cell = self._cell
        # from the beginning of the cell: views of views cost no more to read
        view._view = (offset + (self._view[0] if self._view else 0), shape)
        view._seen = UNREAD
        view._ctx = self._ctx
        view._entry = None
        view._grad = None
        return view


#: the array class that results get; set by jmx.ndarray
array_class = ArrayBase
#: the class of the results of operators of the NumPy interface; set by jmx.ndarray.numpy
numpy_class = ArrayBase


def wrap(buf: Any, ctx: Context, cls: Any = None, entry: Any = None) -> Any:
    """An array of class `cls` (default: the plain one) holding the buffer `buf`."""
    array = wrap_all((buf,), ctx, cls)[0]
    array._entry = entry
    return array


def wrap_all(bufs: Any, ctx: Context, cls: Any = None) -> list[Any]:
    """Arrays of class `cls` (default: the plain one) holding the buffers `bufs`."""
    cls = cls or array_class
    arrays = []
    new = object.__new__
    for buf in bufs:
        # What `Cell` and `ArrayBase` do in `__init__`, without those frames: the results of all operators are made here.
        array = new(cls)
        cell = array._cell = new(Cell)
        cell.buf, cell.version = buf, 0
        cell.mirror = cell.lock = None
        array._view, array._ctx, array._entry, array._grad = None, ctx, None, None
        arrays.append(array)
    return arrays


def in_x64(function) -> Callable[..., Any]:
    """Run `function` in JAX's 64-bit mode if its first argument is an array of 64-bit elements."""

    @functools.wraps(function)
    def run(buf, *args):
        if buf.dtype in WIDE:
            with x64(True):
                return function(buf, *args)
        return function(buf, *args)

    return run


def _part(shape, buf, offset):
    size = math.prod(shape)
    if buf.ndim and shape[-1:] == buf.shape[-1:] and shape[1:] == buf.shape[1:]:
        row = math.prod(shape[1:])
        return lax.dynamic_slice_in_dim(buf, offset // max(row, 1), shape[0], 0)
    if shape == buf.shape[1:]:
        return lax.dynamic_index_in_dim(buf, offset // max(size, 1), 0, keepdims=False)
    return lax.dynamic_slice_in_dim(buf.reshape(-1), offset, size).reshape(shape)


@functools.lru_cache(512)
def _reader(shape):
    return jit(functools.partial(_part, shape), arrays_only=False)


@functools.lru_cache(512)
def _reshaper(shape):
    return jit(lambda buf: buf.reshape(shape))


def _write(base, value, offset):
    flat = lax.dynamic_update_slice_in_dim(base.reshape(-1), value.reshape(-1), offset, 0)
    return flat.reshape(base.shape)


# indexed by whether the buffer may be written over
_writers = [jit(_write, donate=donate, arrays_only=False) for donate in ((), 0)]


def _fill(size, base, number, offset):
    value = jnp.full((size,), number, base.dtype)
    return lax.dynamic_update_slice_in_dim(base.reshape(-1), value, offset, 0).reshape(base.shape)


@functools.lru_cache(512)
def _fillers(size):
    return [jit(functools.partial(_fill, size), donate=donate, arrays_only=False) for donate in ((), 0)]


def fill_view(cell, number, offset, size) -> None:
    """Set `size` elements of a cell from `offset` on to `number`. The lock must be held."""
    programs = _fillers(size)
    if cell.buf.dtype in WIDE:
        with x64(True):
            overwrite(cell, programs, number, offset)
    else:
        overwrite(cell, programs, number, offset)


@in_x64
def read_view(buf, offset, shape) -> Any:
    """Elements offset .. offset + prod(shape) of `buf`, in C order, as an array of `shape`."""
    if math.prod(shape) == buf.size:
        return buf if buf.shape == shape else _reshaper(shape)(buf)
    return _reader(tuple(shape))(buf, offset)


@in_x64
def reshape(buf, shape) -> Any:
    """`buf` in another shape."""
    return buf if buf.shape == shape else _reshaper(shape)(buf)


def write_view(cell, value, offset) -> None:
    """Replace the elements of a cell from `offset` on by those of `value`. The lock must be held."""
    if cell.buf.dtype in WIDE:
        with x64(True):
            overwrite(cell, _writers, value, offset)
    else:
        overwrite(cell, _writers, value, offset)


def element_type(array) -> np.dtype:
    """The `numpy.dtype` of an array; `array.dtype` may be a class, which takes ten times as long to compare."""
    return array._cell.buf.dtype if array._dense else np.dtype(array.dtype)


def place(value: np.ndarray, ctx: Context) -> jax.Array:
    """A `jax.Array` on ctx's device holding the NumPy array `value`, whose memory the caller gives up."""
    try:
        return on_device(value, ctx.device)
    except jax.errors.JaxRuntimeError as error:
        raise no_place(value, ctx, error) from error


def no_place(value, ctx: Context, error) -> MXNetError:
    """The error for an array that could not be put onto a device."""
    text = str(error).split("\n")[0]
    return MXNetError(
        f"An array of shape {tuple(value.shape)} and type {value.dtype} ({value.nbytes / 2**30:.3g} GiB) cannot be put on {ctx}: "
        f"{text} Take smaller batches, or free arrays; mx.context.gpu_memory_info() tells what there is."
    )


def failed_read(array, error) -> MXNetError:
    """The error for an array whose value could not be computed, or for which there was no room when it was read."""
    if isinstance(error, MemoryError):
        return no_room(f"A NumPy array for the values of an array of shape {array.shape}", error)
    return run_error(f"that made an array of shape {array.shape}", error)


_wait_for_all = jax_internals.wait_for_all()


def wait_for(*bufs) -> None:
    """Wait until buffers are computed."""
    if len(bufs) > 1:
        try:
            _wait_for_all(bufs)
            return
        except jax.errors.JaxRuntimeError:  # the loop finds out whose it is
            pass
    for buf in bufs:
        try:
            buf.block_until_ready()
        except jax.errors.JaxRuntimeError as error:
            raise failed_read(buf, error) from error


def on_host(buf) -> np.ndarray:
    """A buffer as a NumPy array that must not be written to."""
    if not isinstance(buf, Tracer):  # for which JAX says that it has no value
        wait_for(buf)
    return np.asarray(buf)


def move(buf, ctx: Context) -> jax.Array:
    """`buf` on ctx's device (the very object if it is there)."""
    device = ctx.device
    # device_put would make a second object of the same memory, whose owner could not be told by counting references.
    if buf.committed and buf.devices() == {device}:
        return buf
    if forked():  # the parent's devices answer no more
        return on_device(np.array(buf), device)
    try:
        # Between a CPU and a GPU, JAX halves 64-bit numbers outside of this mode, and its array does not say so.
        with x64(buf):
            return jax.device_put(buf, device)
    except jax.errors.JaxRuntimeError as error:
        raise no_place(buf, ctx, error) from error
