"""DLPack's structures as ctypes, under the names that MXNet's module `mxnet.ndarray.ndarray` has for them."""

from __future__ import annotations

import ctypes
from typing import Any

PyCapsuleDestructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
DeleterFunc = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DLContext(ctypes.Structure):
    """A device: its kind (1 is the CPU, 2 CUDA) and its number."""

    _fields_ = [("device_type", ctypes.c_int), ("device_id", ctypes.c_int)]


class DLDataType(ctypes.Structure):
    """An element type: code (0 int, 1 uint, 2 float), bits and lanes. `TYPE_MAP` has the three by the name of NumPy's type."""

    _fields_ = [("type_code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]
    TYPE_MAP = {
        "int32": (0, 32, 1),
        "int64": (0, 64, 1),
        "bool": (1, 1, 1),
        "uint8": (1, 8, 1),
        "uint32": (1, 32, 1),
        "uint64": (1, 64, 1),
        "float16": (2, 16, 1),
        "float32": (2, 32, 1),
        "float64": (2, 64, 1),
    }


class DLTensor(ctypes.Structure):
    """A tensor: address, device, shape and strides in elements."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("ctx", DLContext),
        ("ndim", ctypes.c_int),
        ("dtype", DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensor(ctypes.Structure):
    """A tensor with what its owner wants called when nobody uses it any more; a capsule named "dltensor" points to one."""

    _fields_ = [("dl_tensor", DLTensor), ("manager_ctx", ctypes.c_void_p), ("deleter", DeleterFunc)]


@DeleterFunc
def dl_managed_tensor_deleter(dl_managed_tensor_handle: Any) -> None:
    """The deleter of a tensor whose `manager_ctx` is a Python object that keeps its memory: gives the reference back."""
    void_p = ctypes.c_void_p(dl_managed_tensor_handle)
    owner = ctypes.cast(void_p, ctypes.POINTER(DLManagedTensor)).contents.manager_ctx
    if owner:
        ctypes.pythonapi.Py_DecRef(ctypes.cast(owner, ctypes.py_object))


__all__ = [
    "DLContext",
    "DLDataType",
    "DLManagedTensor",
    "DLTensor",
    "DeleterFunc",
    "PyCapsuleDestructor",
    "dl_managed_tensor_deleter",
]
