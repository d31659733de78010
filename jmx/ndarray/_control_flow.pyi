# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.ndarray.ndarray import NDArray as NDArray

def foreach(body: AnyFunction, data: NDArray | Sequence[NDArray], init_states: Any) -> tuple[Any, Any]:
    ...
def while_loop(cond: AnyFunction, func: AnyFunction, loop_vars: NDArray | Sequence[NDArray], max_iterations: Int | None=None) -> tuple[Any, Any]:
    ...
def cond(pred: NDArray, then_func: AnyFunction, else_func: AnyFunction) -> Any:
    ...
__all__ = ['cond', 'foreach', 'while_loop']
