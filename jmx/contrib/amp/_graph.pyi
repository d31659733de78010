# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import DTypeLike
from jmx.base import MXNetError as MXNetError

class _Caster:
    def __init__(self, target: Any, low: Any, high: Any, widest: Any, conditional: Any, excluded: Any, data: Any, cast_params: Any) -> None: ...
    def plain(self, entry: Any) -> Any: ...
    def cast(self, entry: Any, dtype: DTypeLike) -> Any: ...
    def visit(self, node: Any) -> None: ...
    def _note(self, node: Any, copy: Any, dtypes: Any) -> None: ...
    def _inputs(self, node: Any, copy: Any) -> Any: ...
    def _low(self, node: Any, copy: Any) -> Any: ...
    new: Any
    single: Any
    low: Any
    conditional: Any
    excluded: Any
    data: Any
    cast_params: Any
    target: Any
    low_ops: Any
    high_ops: Any
    widest: Any
def convert(entries: Any, target: Any, low: Sequence[str], high: Sequence[str], widest: Sequence[str], conditional: Any, excluded: Sequence[str], data: Sequence[str], cast_params: bool) -> Any: ...
