"""Arrays in the queues and pipes of `multiprocessing`: through shared memory, not through the pipe.

An array travels as the descriptor of a file without a name, which `multiprocessing` hands over; the receiver's array is that
memory. The sender must be alive until the receiver has got it. The loops are those of programs that have workers of
their own; DataLoader has others. In processes made by fork NumPy computes (`core/numpy_tier/fork.py`).
"""

from __future__ import annotations

import io
import mmap
import multiprocessing
import multiprocessing.queues
import os
import pickle
from multiprocessing import reduction
from multiprocessing.reduction import ForkingPickler
from typing import TYPE_CHECKING, Any

import numpy as np

from ...config.system import files
from ...context import Context, cpu, cpu_pinned, cpu_shared
from ...ndarray import NDArray
from ...ndarray.buffers import _new

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ndarray.numpy.array import ndarray


def reduce_ndarray(data):
    """How a queue pickles an NDArray: a function and its arguments, for `ForkingPickler.register`.

    Parameters
    ----------
    data : NDArray
        A dense array; its values are copied to memory that the receiver will share.

    Returns
    -------
    tuple
        `rebuild_ndarray` and (process, descriptor, shape, dtype).
    """
    return rebuild_ndarray, _share(data)


def rebuild_ndarray(pid, fd, shape, dtype) -> NDArray:
    """The NDArray, on `cpu_shared(0)`, that `reduce_ndarray` described.

    Parameters
    ----------
    pid : int
        The process that sent it.
    fd : object
        The descriptor, as `multiprocessing.reduction.DupFd` wraps it.
    shape : tuple of int
    dtype : numpy.dtype or type
    """
    return _new(_mapped(fd, shape, dtype), cpu_shared(0), NDArray)


def reduce_np_ndarray(data):
    """As `reduce_ndarray`, for an array of `mx.np`."""
    return rebuild_np_ndarray, _share(data)


def rebuild_np_ndarray(pid, fd, shape, dtype) -> ndarray:
    """As `rebuild_ndarray`, for an array of `mx.np`."""
    from ...ndarray.numpy.array import ndarray

    return _new(_mapped(fd, shape, dtype), cpu_shared(0), ndarray)


def _share(data):
    values = np.asarray(data.asnumpy(), order="C")
    with files.nameless_file("jmx-batch") as file:
        files.write_at(file.fileno(), values.reshape(-1).data.cast("B") if values.size else memoryview(b""), 0)
        os.ftruncate(file.fileno(), max(values.nbytes, 1))
        return os.getpid(), reduction.DupFd(file.fileno()), data.shape, data.dtype


def _mapped(fd, shape, dtype):
    descriptor = fd.detach()
    try:
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        length = os.fstat(descriptor).st_size
        if length != max(size, 1):
            raise ValueError(f"{length} bytes were sent for an array of shape {shape} and type {np.dtype(dtype)}")
        return np.frombuffer(mmap.mmap(descriptor, length), dtype, size // np.dtype(dtype).itemsize).reshape(shape)
    finally:
        os.close(descriptor)


def _register_np() -> None:
    """Register the same way of pickling for arrays of `mx.np`; their class is not imported before one may be sent."""
    from ...ndarray.numpy.array import ndarray

    if _CAN_SHARE:
        ForkingPickler.register(ndarray, reduce_np_ndarray)


# Windows has no descriptors to hand over: there arrays are pickled by value.
_CAN_SHARE = hasattr(reduction, "DupFd")
if _CAN_SHARE:
    ForkingPickler.register(NDArray, reduce_ndarray)


class ConnectionWrapper:
    """A connection of `multiprocessing` that sends arrays through shared memory; it has all of its other methods, too.

    Parameters
    ----------
    conn : multiprocessing.connection.Connection
    """

    def __init__(self, conn) -> None:
        self._conn = conn
        _register_np()

    def send(self, obj) -> None:
        """Send a picklable object, which may hold arrays."""
        stream = io.BytesIO()
        ForkingPickler(stream, pickle.HIGHEST_PROTOCOL).dump(obj)
        self._conn.send_bytes(stream.getvalue())

    def recv(self) -> dict[str, list[NDArray | str]] | ndarray:
        """The next object; EOFError if the other side is closed."""
        return pickle.loads(self._conn.recv_bytes())

    def __getattr__(self, name) -> Callable[..., Any] | bool:
        # while it is unpickled there is no connection yet
        if name == "_conn":
            raise AttributeError(name)
        return getattr(self._conn, name)


class Queue(multiprocessing.queues.Queue):
    """`multiprocessing.Queue` that sends arrays through shared memory.

    Parameters
    ----------
    *args, **kwargs
        Of `multiprocessing.queues.Queue`, without `ctx`: `maxsize`.
    """

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)
        self._reader, self._writer = ConnectionWrapper(self._reader), ConnectionWrapper(self._writer)


class SimpleQueue(multiprocessing.queues.SimpleQueue):
    """`multiprocessing.SimpleQueue` that sends arrays through shared memory. It uses no thread."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)
        self._reader, self._writer = ConnectionWrapper(self._reader), ConnectionWrapper(self._writer)


def worker_loop_v1(dataset, key_queue, data_queue, batchify_fn) -> None:
    """Make batches until the number None comes.

    Parameters
    ----------
    dataset : Dataset
    key_queue : Queue
        Gives (number of the batch, numbers of its samples).
    data_queue : Queue or SimpleQueue
        Gets (number of the batch, batch).
    batchify_fn : callable
        Makes a batch from a list of samples.
    """
    while (job := key_queue.get())[0] is not None:
        number, samples = job
        data_queue.put((number, batchify_fn([dataset[sample] for sample in samples])))


def fetcher_loop_v1(data_queue, data_buffer, pin_memory=False, pin_device_id=0, data_buffer_lock=None) -> None:
    """Move batches from a queue to a dictionary until the number None comes.

    Parameters
    ----------
    data_queue : Queue or SimpleQueue
        Gives (number of the batch, batch).
    data_buffer : dict
        Gets the batch under its number, on `cpu()`.
    pin_memory : bool
        Whether it is moved to `cpu_pinned(pin_device_id)` instead.
    pin_device_id : int
    data_buffer_lock : threading.Lock, optional
        Held while the dictionary is changed.
    """
    ctx = cpu_pinned(pin_device_id) if pin_memory else cpu()
    while (item := data_queue.get())[0] is not None:
        number, batch = item[0], moved(item[1], ctx)
        if data_buffer_lock is None:
            data_buffer[number] = batch
            continue
        with data_buffer_lock:
            data_buffer[number] = batch


def moved(data, ctx: Context):
    """Nested lists and tuples of arrays with the arrays on `ctx`, as lists; anything else as it is."""
    if isinstance(data, NDArray):
        return data.as_in_ctx(ctx)
    if isinstance(data, (list, tuple)):
        return [moved(item, ctx) for item in data]
    return data
