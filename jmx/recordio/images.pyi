# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, NamedTuple
from jmx._typing import Int, NumPyArray
from jmx.base import MXNetError as MXNetError

class IRHeader(NamedTuple):
    flag: int
    label: Any
    id: int
    id2: int
_IR_FORMAT: str
_IR_SIZE: Any
def pack(header: IRHeader | tuple[Any, ...], s: bytes) -> bytes:
    ...
def unpack(s: bytes) -> tuple[IRHeader, bytes]:
    ...
def parts(s: Any) -> tuple[int, Any, int, int, Any]: ...
def unpack_img(s: bytes, iscolor: Int=-1) -> tuple[IRHeader, NumPyArray]:
    ...
def pack_img(header: IRHeader | tuple[Any, ...], img: NumPyArray, quality: Int=95, img_fmt: str='.jpg') -> bytes:
    ...
__all__ = ['IRHeader', 'pack', 'pack_img', 'unpack', 'unpack_img']
