# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import DTypeLike
from jmx.ndarray import NDArray as NDArray
from jmx.symbol import Symbol as Symbol

def cast_functions(module: Any, dtype: DTypeLike, low: Any, high: Any, conditional: Any, widest: Any, keep: Any) -> None: ...
def scale_losses(module: Any, names: Any, scaler: Any) -> None: ...
