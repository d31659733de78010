# Made by tools/make_stubs.py; not to be edited.
from collections.abc import Mapping
from typing import Any, NamedTuple
from jmx._typing import Int
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.context import cpu as cpu

class BatchEndParam(NamedTuple):
    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any
def save_checkpoint(prefix: str, epoch: Int, symbol: Symbol | None, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray], remove_amp_cast: bool = True) -> None: ...
def load_params(prefix: str, epoch: Int) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    ...
def load_checkpoint(prefix: str, epoch: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    ...
