# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import enum
from collections.abc import Callable
from typing import Any
from jmx._typing import AnyFunction
from jmx.ndarray.dlpack_structures import DeleterFunc as DeleterFunc, DLContext as DLContext, DLDataType as DLDataType, DLManagedTensor as DLManagedTensor, DLTensor as DLTensor, PyCapsuleDestructor as PyCapsuleDestructor, dl_managed_tensor_deleter as dl_managed_tensor_deleter
from jmx.ndarray.ndarray import NDArray as NDArray

class DLDeviceType(enum.IntEnum):
    DLCPU: int
    DLGPU: int
    DLCPUPINNED: int
    DLOPENCL: int
    DLVULKAN: int
    DLMETAL: int
    DLVPI: int
    DLROCM: int
    DLEXTDEV: int
def ndarray_from_dlpack(array_cls: type[Any]) -> Callable[..., Any]: ...
def ndarray_to_dlpack_for_read() -> Any: ...
def ndarray_to_dlpack_for_write() -> Any: ...
def ndarray_from_numpy(array_cls: type[Any], array_create_fn: AnyFunction) -> Callable[..., Any]: ...
__all__ = ['DLContext', 'DLDataType', 'DLDeviceType', 'DLManagedTensor', 'DLTensor', 'DeleterFunc', 'PyCapsuleDestructor', 'dl_managed_tensor_deleter', 'ndarray_from_dlpack', 'ndarray_from_numpy', 'ndarray_to_dlpack_for_read', 'ndarray_to_dlpack_for_write']
