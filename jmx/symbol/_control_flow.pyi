# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.base import MXNetError as MXNetError
from jmx.symbol.creation import Group as Group
from jmx.symbol.symbol import Symbol as Symbol

def foreach(body: AnyFunction, data: Symbol | Sequence[Symbol], init_states: Any, name: str=...) -> tuple[Any, Any]:
    ...
def while_loop(cond: AnyFunction, func: AnyFunction, loop_vars: Symbol | Sequence[Symbol], max_iterations: Int | None=None, name: str=...) -> tuple[Any, Any]:
    ...
def cond(pred: Symbol, then_func: AnyFunction, else_func: AnyFunction, name: str=...) -> Any:
    ...
__all__ = ['cond', 'foreach', 'while_loop']
