# Made by tools/make_stubs.py; not to be edited.
from collections.abc import Callable, Sequence
from typing import Any
from jmx._typing import Int
from jmx.ndarray.ndarray import NDArray as NDArray

def foreach(body: Callable[..., Any], data: NDArray | Sequence[NDArray], init_states: Any) -> tuple[Any, Any]:
    ...
def while_loop(cond: Callable[..., Any], func: Callable[..., Any], loop_vars: NDArray | Sequence[NDArray], max_iterations: Int | None=None) -> tuple[Any, Any]:
    ...
def cond(pred: NDArray, then_func: Callable[..., Any], else_func: Callable[..., Any]) -> Any:
    ...
__all__ = ['cond', 'foreach', 'while_loop']
