# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from jmx._typing import Int
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.rnn._cell import BaseRNNCell as BaseRNNCell

def rnn_unroll(cell: BaseRNNCell, length: Int, inputs: Symbol | Sequence[Symbol] | None = None, begin_state: Sequence[Symbol] | None = None, input_prefix: str = '', layout: Literal['NTC', 'TNC'] | str = 'NTC') -> tuple[list[Symbol], list[Symbol]]: ...
def save_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, epoch: Int, symbol: Symbol, arg_params: Mapping[str, NDArray], aux_params: Mapping[str, NDArray]) -> None: ...
def load_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, epoch: Int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]: ...
def do_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, period: Int = 1) -> Any: ...
__all__ = ['do_rnn_checkpoint', 'load_rnn_checkpoint', 'rnn_unroll', 'save_rnn_checkpoint']
