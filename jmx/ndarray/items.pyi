# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Shape
from jmx.base import MXNetError as MXNetError
from jmx.core.run.storage import ArrayBase as ArrayBase
from jmx.util import is_np_shape as is_np_shape
from jmx.ndarray.shapes import check_broadcast as check_broadcast

class Indexed(ArrayBase):
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def _refuse_recorded(self, value: Any) -> None: ...
    def _value(self, value: Any, shape: Shape) -> Any: ...
