# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import AnyFunction
from jmx._version import MXNET_VERSION as MXNET_VERSION

class MXNetError(RuntimeError): ...
_SYMBOLS_HAVE_NO_VALUES: str
class NotImplementedForSymbol(MXNetError):
    def __init__(self, function: AnyFunction, alias: str | None, *args: Any) -> None: ...
    args_types: Any
    alias: str | None
    function: Any
class NotSupportedForSparseNDArray(MXNetError):
    def __init__(self, function: AnyFunction, alias: str | None, *args: Any) -> None: ...
    args_types: Any
    alias: str | None
    function: Any
class _NullType:
    def __bool__(self) -> bool: ...
_Null: Any
string_types: Any
real_number: Any
def is_null(value: Any) -> bool: ...
basestring: Any
long: Any
numeric_types: tuple[type, ...]
integer_types: tuple[type, ...]
mx_real_t: type
error_types: dict[str, type]
def register_error(func_name: str | type[Any] | None = None, cls: type[Any] | None = None) -> Any: ...
def py_str(x: bytes | str) -> str: ...
class classproperty:
    def __init__(self, func: AnyFunction) -> None: ...
    func: AnyFunction
def _as_list(value: Any) -> Any: ...
CachedOpHandle: Any
CudaKernelHandle: Any
CudaModuleHandle: Any
DLPackHandle: Any
DataIterCreatorHandle: Any
DataIterHandle: Any
ExecutorHandle: Any
FunctionHandle: Any
KVStoreHandle: Any
MXCallbackList: Any
NDArrayHandle: Any
OpHandle: Any
ProfileHandle: Any
RecordIOHandle: Any
RtcHandle: Any
SymbolHandle: Any
_LIB: Any
c_array: Any
c_array_buf: Any
c_handle_array: Any
c_str: Any
c_str_array: Any
check_call: Any
ctypes2buffer: Any
ctypes2numpy_shared: Any
get_last_ffi_error: Any
mx_float: Any
mx_float_p: Any
mx_int: Any
mx_int64: Any
mx_uint: Any
