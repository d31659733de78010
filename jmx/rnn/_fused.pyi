# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float, Int
from jmx.gluon.base_parameter import Parameter
from jmx.rnn._cell import RNNParams
from jmx.symbol.symbol import Symbol
from jmx.rnn._cell import BaseRNNCell as BaseRNNCell, GRUCell as GRUCell, LSTMCell as LSTMCell, RNNCell as RNNCell
from jmx.rnn._combined import BidirectionalCell as BidirectionalCell, DropoutCell as DropoutCell, SequentialRNNCell as SequentialRNNCell

class FusedRNNCell(BaseRNNCell):
    def __init__(self, num_hidden: Int, num_layers: Int = 1, mode: str = 'lstm', bidirectional: bool = False, dropout: Float = 0.0, get_next_state: bool = False, forget_bias: Float = 1.0, prefix: str | None = None, params: RNNParams | None = None) -> None: ...
    @property
    def state_info(self) -> Any: ...
    @property
    def _gate_names(self) -> Any: ...
    def unpack_weights(self, args: Any) -> Any: ...
    def pack_weights(self, args: Any) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
    def unroll(self, length: Int, inputs: Symbol | Sequence[Symbol], begin_state: Sequence[Symbol] | None = None, layout: str = 'NTC', merge_outputs: bool | None = None) -> Any: ...
    def unfuse(self) -> Any: ...
    _parameter: Parameter
    _dropout: Float
    _bidirectional: bool
    _mode: str
    _num_layers: Int
    _num_hidden: Int
__all__ = ['FusedRNNCell']
