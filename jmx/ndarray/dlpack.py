"""DLPack both ways."""

import numpy as np

from ..base import MXNetError
from ..context import Context
from ..core.run.storage import ArrayBase, expose, place
from .ndarray import NDArray


def to_dlpack_for_read(data):
    """A DLPack capsule over the current value of `data`; the consumer must not write to it."""
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data):
    """A DLPack capsule over a buffer of `data` that the consumer may write to."""
    return data.to_dlpack_for_write()


def writable_capsule(data):
    """A capsule over memory that from now on is `data`'s own storage, so that writes through it are seen by `data`.

    Only for whole arrays on the CPU: another array that shares the value keeps the old one.
    """
    if data._view is not None or data._ctx.device_type == "gpu":
        raise MXNetError("to_dlpack_for_write needs a whole array on the CPU; use to_dlpack_for_read, or a copy()")
    own = place(np.array(data._data()), data._ctx)
    data._set_data(own)
    expose(own)
    return own.__dlpack__()


class _Capsule:
    """A bare capsule in the clothes of the array-API protocol."""

    def __init__(self, capsule):
        self._capsule = capsule

    def __dlpack__(self, **kwargs):
        return self._capsule

    def __dlpack_device__(self):
        return (1, 0)


def from_dlpack(dlpack):
    """An array from a DLPack capsule, or from an object that offers one (a PyTorch tensor, a JAX or NumPy array)."""
    import jax

    if not hasattr(dlpack, "__dlpack__"):
        dlpack = _Capsule(dlpack)
    buf = jax.dlpack.from_dlpack(dlpack)
    device = next(iter(buf.devices()))
    ctx = Context("gpu" if device.platform in ("gpu", "cuda", "rocm") else "cpu", device.id if device.platform != "cpu" else 0)
    array = object.__new__(NDArray)
    ArrayBase.__init__(array, jax.device_put(buf, ctx.device), ctx)
    expose(array._cell.buf)
    return array
