# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.ndarray.numpy.array import ndarray
from jmx.ndarray.ndarray import NDArray as NDArray

def foreach(body: AnyFunction, data: ndarray | Sequence[ndarray], init_states: Any, name: str = 'foreach') -> Any: ...
def while_loop(cond: AnyFunction, func: AnyFunction, loop_vars: Any, max_iterations: Int | None = None, name: str = 'while_loop') -> Any: ...
def cond(pred: Any, then_func: AnyFunction, else_func: AnyFunction, inputs: ndarray | Sequence[ndarray] | None = None, name: str = 'cond') -> Any: ...
__all__ = ['cond', 'foreach', 'while_loop']
