"""What programs that call MXNet's C library with ctypes find in `mxnet.base`: types, helpers, and the library itself.

There is no C library here. `_LIB` has a few of its functions: those that choose and run partitioning backends, read a DLPack
tensor, and tell where a reader of records stands. They are written in Python on the same objects, give 0 or -1 and keep the
error's text, like the real ones. Any other function is an AttributeError that says so.
"""

from __future__ import annotations

import ctypes

import numpy as np

from ..base import MXNetError, py_str
from ..core.graph.partition import partition
from ..ndarray._handles import handle_of
from ..ndarray.dlpack import from_dlpack
from ..symbol._handles import graphs
from .base_helpers import add_fileline_to_docstring, build_param_doc, c2pyerror, data_dir, data_dir_default, with_metaclass  # noqa: F401

mx_int = ctypes.c_int
mx_uint = ctypes.c_uint
mx_int64 = ctypes.c_int64
mx_float = ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
_HANDLES = (
    "NDArrayHandle FunctionHandle OpHandle CachedOpHandle SymbolHandle ExecutorHandle DataIterCreatorHandle DataIterHandle "
    "KVStoreHandle RecordIOHandle RtcHandle CudaModuleHandle CudaKernelHandle ProfileHandle DLPackHandle"
).split()
globals().update(dict.fromkeys(_HANDLES, ctypes.c_void_p))

# MXNet's module sets these for the whole process, and programs that read capsules with ctypes count on it
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)

#: what `mxnet.base` hands on from here
NAMES = frozenset(
    [
        *_HANDLES,
        *"MXCallbackList mx_int mx_uint mx_int64 mx_float mx_float_p c_str c_str_array c_array c_array_buf".split(),
        *"c_handle_array ctypes2buffer ctypes2numpy_shared check_call get_last_ffi_error _LIB".split(),
        *"add_fileline_to_docstring build_param_doc c2pyerror data_dir data_dir_default with_metaclass".split(),
    ]
)


class MXCallbackList(ctypes.Structure):
    """A list of callbacks as the C library takes it."""

    _fields_ = [
        ("num_callbacks", ctypes.c_int),
        ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
        ("contexts", ctypes.POINTER(ctypes.c_void_p)),
    ]


def c_str(string):
    """A str as a `char *`."""
    return ctypes.c_char_p(string.encode())


def c_str_array(strings):
    """A list of str as a `char **`."""
    return c_array(ctypes.c_char_p, [s.encode() for s in strings])


def c_array(ctype, values):
    """A ctypes array of the element type `ctype` with these values."""
    return (ctype * len(values))(*values)


def c_array_buf(ctype, buf):
    """A ctypes array that shares the memory of `buf`, an `array.array`."""
    return (ctype * len(buf)).from_buffer(buf)


def c_handle_array(objs):
    """A ctypes array of the handles of these objects."""
    return c_array(ctypes.c_void_p, [o.handle for o in objs])


def ctypes2buffer(cptr, length):
    """`length` bytes at a `char *` as a bytearray. Raises TypeError for another pointer."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError("expected char pointer")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr, shape) -> np.ndarray:
    """A NumPy array of float32 and this shape on the memory at a `float *`. Raises RuntimeError for another pointer."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError("expected float pointer")
    return np.ctypeslib.as_array(cptr, shape=tuple(shape))


def get_last_ffi_error() -> MXNetError:
    """The error of the function of `_LIB` that failed last."""
    return MXNetError(py_str(_LIB.MXGetLastError()))


def check_call(ret) -> None:
    """Raise the last error unless `ret`, what a function of `_LIB` gave back, is 0."""
    if ret != 0:
        raise get_last_ffi_error()


def _fallible(function):
    def call(self, *args):
        try:
            function(self, *args)
        except MXNetError as error:
            self._error = str(error)
            return -1
        return 0

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


class _Library:
    """The functions of the C library that exist here."""

    def __init__(self):
        self._error = ""
        self._operators: dict[str, list[str]] = {}
        self._last = 0

    def __getattr__(self, name):
        raise AttributeError(
            f"There is no C library behind jmx, and no function {name}: use what the modules of mxnet offer in Python"
        )

    def MXGetLastError(self):
        """The last error as bytes."""
        return self._error.encode()

    @_fallible
    def MXSetSubgraphPropertyOpNames(self, backend, count, names):
        """Note which operators a backend is to take; the one compiled program takes all of them anyway."""
        backend = _text(backend)
        partition([], backend)
        self._operators[backend] = [_text(names[i]) for i in range(int(getattr(count, "value", count)))]

    @_fallible
    def MXRemoveSubgraphPropertyOpNames(self, backend):
        """Forget them."""
        self._operators.pop(_text(backend), None)

    MXSetSubgraphPropertyOpNamesV2 = MXSetSubgraphPropertyOpNames
    MXRemoveSubgraphPropertyOpNamesV2 = MXRemoveSubgraphPropertyOpNames

    @_fallible
    def MXBuildSubgraphByOpNames(self, symbol, backend, count, names, out):
        """Fill the handle that `out` refers to with the partitioned graph of a symbol's handle."""
        graphs[self._last + 1] = partition(symbol, _text(backend))
        self._last += 1
        _target(out).value = self._last

    @_fallible
    def MXNDArrayFromDLPack(self, tensor, out):
        """Fill the handle that `out` refers to with an array over a `DLManagedTensor`, given by its address."""
        _target(out).value = handle_of(from_dlpack(_new_capsule(tensor, b"dltensor", None)))

    @_fallible
    def MXRecordIOReaderTell(self, handle, out):
        """Fill the number that `out` refers to with the offset at which the reader of a `MXRecordIO.handle` stands."""
        _target(out).value = handle.tell()


def _target(reference):
    """The ctypes value that `byref` or `pointer` refers to."""
    return reference._obj if hasattr(reference, "_obj") else reference.contents


def _text(value):
    return py_str(getattr(value, "value", value))


_LIB = _Library()
