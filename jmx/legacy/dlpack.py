"""`mx.dlpack`: makers of the functions for DLPack, where MXNet 2.0 has them. What they make is in `mx.nd` and `mx.npx` too."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..ndarray import creation
from ..ndarray import dlpack as _dlpack
from ..ndarray.dlpack_structures import (
    DeleterFunc,
    DLContext,
    DLDataType,
    DLManagedTensor,
    DLTensor,
    PyCapsuleDestructor,
    dl_managed_tensor_deleter,
)
from ..ndarray.ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import AnyFunction

__all__ = [
    "DLContext",
    "DLDataType",
    "DLDeviceType",
    "DLManagedTensor",
    "DLTensor",
    "DeleterFunc",
    "PyCapsuleDestructor",
    "dl_managed_tensor_deleter",
    "ndarray_from_dlpack",
    "ndarray_from_numpy",
    "ndarray_to_dlpack_for_read",
    "ndarray_to_dlpack_for_write",
]


class DLDeviceType(enum.IntEnum):
    """The kinds of devices by DLPack's numbers."""

    DLCPU = 1
    DLGPU = 2
    DLCPUPINNED = 3
    DLOPENCL = 4
    DLVULKAN = 7
    DLMETAL = 8
    DLVPI = 9
    DLROCM = 10
    DLEXTDEV = 12


def ndarray_from_dlpack(array_cls: type[Any]) -> Callable[..., Any]:
    """A function from a DLPack capsule, or a tensor with `__dlpack__`, to an array of the class `array_cls`.

    Parameters
    ----------
    array_cls : type
        `mx.nd.NDArray` or `mx.np.ndarray`.

    Returns
    -------
    callable
        See `mx.nd.from_dlpack`. What is neither raises TypeError.
    """

    def from_dlpack(dlpack):
        array = _dlpack.from_dlpack(dlpack)
        return array if array_cls is NDArray else array.as_np_ndarray()

    return from_dlpack


def ndarray_to_dlpack_for_read() -> Any:
    """A function from an array to a DLPack capsule whose consumer must not write (`mx.nd.to_dlpack_for_read`)."""
    return _dlpack.to_dlpack_for_read


def ndarray_to_dlpack_for_write() -> Any:
    """A function from an array to a DLPack capsule whose consumer may write (`mx.nd.to_dlpack_for_write`)."""
    return _dlpack.to_dlpack_for_write


def ndarray_from_numpy(array_cls: type[Any], array_create_fn: AnyFunction) -> Callable[..., Any]:
    """A function from a NumPy array to an array of the class `array_cls`.

    Parameters
    ----------
    array_cls : type
        `mx.nd.NDArray` or `mx.np.ndarray`.
    array_create_fn : callable
        Makes the copy for `zero_copy=False`, such as `mx.np.array`.

    Returns
    -------
    callable
        `(ndarray, zero_copy=True)`; see `mx.nd.from_numpy`.
    """

    def from_numpy(ndarray, zero_copy=True):
        return creation.from_numpy(ndarray, True, array_cls) if zero_copy else array_create_fn(ndarray, dtype=ndarray.dtype)

    return from_numpy
