# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import ctypes
from typing import Any

PyCapsuleDestructor: Any
DeleterFunc: Any
class DLContext(ctypes.Structure): ...
class DLDataType(ctypes.Structure):
    TYPE_MAP: Any
class DLTensor(ctypes.Structure): ...
class DLManagedTensor(ctypes.Structure): ...
def dl_managed_tensor_deleter(dl_managed_tensor_handle: Any) -> None: ...
__all__ = ['DLContext', 'DLDataType', 'DLManagedTensor', 'DLTensor', 'DeleterFunc', 'PyCapsuleDestructor', 'dl_managed_tensor_deleter']
