"""DLPack both ways."""

from __future__ import annotations

import ctypes
from typing import Any

import jax

from ..base import MXNetError
from ..core.declare.x64 import x64
from ..core.run.cells import expose
from ..core.run.jax_arrays import adopt, context_of
from ..core.run.storage import on_host, place
from .ndarray import NDArray


def to_dlpack_for_read(data: NDArray) -> Any:
    """A DLPack capsule over the current value of an array, for another library.

    Parameters
    ----------
    data : NDArray
        The array.

    Returns
    -------
    PyCapsule
        It can be read once. The other library must not write to the memory.

    Examples
    --------
    >>> x = mx.nd.arange(3)
    >>> mx.nd.from_dlpack(mx.nd.to_dlpack_for_read(x)).asnumpy()
    array([0., 1., 2.], dtype=float32)
    """
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data: NDArray) -> Any:
    """A DLPack capsule over the memory of an array, to which another library may write.

    Parameters
    ----------
    data : NDArray
        A whole array, not a view of another one, on the CPU.

    Returns
    -------
    PyCapsule
        It can be read once. The array sees what the other library writes.

    Raises
    ------
    MXNetError
        The array is a view or lies on a GPU.

    Examples
    --------
    >>> x = mx.nd.arange(3)
    >>> mx.nd.from_dlpack(mx.nd.to_dlpack_for_write(x)).asnumpy()
    array([0., 1., 2.], dtype=float32)
    """
    return data.to_dlpack_for_write()


def writable_capsule(data: Any) -> Any:
    """A capsule over memory that from now on is `data`'s own storage, so that writes through it are seen by `data`.

    Only for whole arrays on the CPU: another array that shares the value keeps the old one.
    """
    if data._view is not None or data._ctx.device_type == "gpu":
        raise MXNetError("to_dlpack_for_write needs a whole array on the CPU; use to_dlpack_for_read, or a copy()")
    own = place(on_host(data._data()).copy(), data._ctx)
    data._set_data(own)
    expose(own)
    return own.__dlpack__()


#: bytes before the device in what a capsule points to: the address of the data; version, context, function and flags as well
_BEFORE_DEVICE = {b"dltensor": 8, b"dltensor_versioned": 8 + 8 + 8 + 8 + 8}


class _Capsule:
    """A bare capsule in the clothes of the array-API protocol."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **kwargs):
        return self._capsule

    def __dlpack_device__(self):
        python = ctypes.pythonapi
        get_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", python))
        get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", python))
        name = get_name(self._capsule)
        if name not in _BEFORE_DEVICE:
            raise MXNetError(
                f"The capsule is called {(name or b'nothing').decode(errors='replace')!r}, not 'dltensor': a DLPack capsule can "
                "be read once only. Make a new one, or hand over the tensor itself."
            )
        device = ctypes.cast(get_pointer(self._capsule, name) + _BEFORE_DEVICE[name], ctypes.POINTER(ctypes.c_int32))
        return device[0], device[1]


def from_dlpack(dlpack: Any) -> NDArray:
    """An array over the memory of another library's tensor, without a copy where the memory allows it.

    Parameters
    ----------
    dlpack : object or capsule
        A tensor with the methods `__dlpack__` and `__dlpack_device__` (PyTorch, CuPy, NumPy, JAX, TensorFlow), or a DLPack
        capsule, which can be read once.

    Returns
    -------
    NDArray
        Of the tensor's shape, element type and device. It keeps the memory alive. What the other library writes to shared
        memory is seen by the array; writes to the array give it memory of its own and are not seen by the other library.

    Raises
    ------
    TypeError
        `dlpack` is neither.
    MXNetError
        The capsule was read before; the tensor's elements are not contiguous or have a type that MXNet lacks; the other library
        refuses, as PyTorch does for a tensor that requires a gradient.

    Examples
    --------
    MXNet takes capsules only; a tensor itself (`mx.nd.from_dlpack(tensor)`) is simpler.

    >>> mx.nd.from_dlpack(mx.nd.arange(3).to_dlpack_for_read()).asnumpy()
    array([0., 1., 2.], dtype=float32)
    """
    what = type(dlpack).__name__
    if not hasattr(dlpack, "__dlpack__"):
        if what != "PyCapsule":
            raise TypeError(f"from_dlpack needs a DLPack capsule or an object with the method __dlpack__, got {what}")
        dlpack = _Capsule(dlpack)
        dlpack.__dlpack_device__()
    try:
        with x64(True):  # or JAX would cut 64-bit elements
            buf = jax.dlpack.from_dlpack(dlpack)
    except MXNetError:
        raise
    except (RuntimeError, TypeError, ValueError, BufferError) as error:
        text = str(error).splitlines()[0]
        hint = " Make its elements contiguous before, for example by .contiguous() or .copy()." if "strid" in text else ""
        raise MXNetError(f"from_dlpack cannot share the memory of this {what}: {text}{hint}") from error
    ctx = context_of(buf)
    with x64(buf):
        array = adopt(jax.device_put(buf, ctx.device), ctx, NDArray)
    expose(array._cell.buf)
    return array
