# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from jmx._typing import Shape
from jmx.context import Context
from jmx.symbol.symbol import Symbol
from jmx.base import MXNetError as MXNetError
from jmx.ndarray import NDArray as NDArray, empty as empty, zeros as zeros

class _Step(typing.NamedTuple):
    grads: dict | None
    saved: typing.Any
    bufs: list | tuple
    outs: tuple
    mask: tuple
    wide: bool
class Bound(typing.NamedTuple):
    args: list
    grads: list | None
    requests: list[str]
    states: list
    order: list | None = ...
class Executor:
    arg_arrays: list[NDArray]
    grad_arrays: list[NDArray | Any]
    aux_arrays: list[NDArray]
    @property
    def arg_dict(self) -> dict[str, NDArray]:
        ...
    @property
    def grad_dict(self) -> dict[str, NDArray | Any]:
        ...
    @property
    def aux_dict(self) -> dict[str, NDArray]:
        ...
    @property
    def output_dict(self) -> dict[str, NDArray]:
        ...
    @property
    def outputs(self) -> list[NDArray]:
        ...
    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any], monitor_all: bool=False) -> None:
        ...
    def get_optimized_symbol(self) -> Symbol:
        ...
    def reshape(self, partial_shaping: bool=False, allow_up_sizing: bool=False, **kwargs: Sequence[int]) -> Executor:
        ...
    def __init__(self, handle: Any, symbol: Any, ctx: Context, grad_req: Any, group2ctx: Any) -> None: ...
    def _cut(self, order: Any) -> None: ...
    @staticmethod
    def _named(names: Any, arrays: Any) -> Any: ...
    @property
    def _device(self) -> Any: ...
    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]: ...
    def _forward(self, train: Any) -> Any: ...
    def _way(self) -> Any: ...
    def _run(self, train: Any, rng_state: Any, bufs: Any, wide: Any, apart: Any) -> Any: ...
    def _show(self, outs: Any) -> None: ...
    def backward(self, out_grads: NDArray | Sequence[NDArray] | Mapping[str, NDArray] | None = None, is_train: bool = True) -> None: ...
    def _watch(self, look: Any, train: Any, rng_state: Any, bufs: Any, wide: Any, *more: Any) -> None: ...
    def _tell(self, name: str, value: Any) -> None: ...
    def debug_str(self) -> str: ...
    def _memory(self) -> Any: ...
    def copy_params_from(self, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray] | None = None, allow_extra_params: bool = False) -> None: ...
    _last: Any
    _first: Any
    _mode: Any
    _pending: Any
    _step: Any
    _monitor_all: Any
    _monitor: Any
    _outputs: Any
    _running: Any
    _wanted: Any
    _slots: Any
    _program: Any
    _requests: Any
    _symbol: Any
    _ctx: Any
    _grad_req: Any
def _resized(array: Any, shape: Shape) -> Any: ...
__all__ = ['Executor']
