"""Recurrent cells: the names of MXNet's module, which are spread over files here."""

from ._base import HybridRecurrentCell, RecurrentCell
from ._gated import GRUCell, LSTMCell, RNNCell
from ._modifiers import DropoutCell, ModifierCell, ResidualCell, ZoneoutCell
from ._projected import LSTMPCell, VariationalDropoutCell, dynamic_unroll
from ._sequence import (  # noqa: F401  (libraries import them)
    _cells_begin_state,
    _cells_state_info,
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
    _reverse_sequences,
)
from ._stacks import BidirectionalCell, HybridSequentialRNNCell, SequentialRNNCell

__all__ = [
    "RecurrentCell", "HybridRecurrentCell", "RNNCell", "LSTMCell", "GRUCell", "SequentialRNNCell",
    "HybridSequentialRNNCell", "DropoutCell", "ModifierCell", "ZoneoutCell", "ResidualCell", "BidirectionalCell",
    "VariationalDropoutCell", "LSTMPCell", "dynamic_unroll",
]  # fmt: skip
