"""More cells: those of :mod:`jmx.gluon.rnn`, where MXNet 2.0 has them, and unrolling as one loop operator."""

from ...parameter import tensor_types  # noqa: F401  (libraries import this and the like from here)
from ...rnn._base import HybridRecurrentCell  # noqa: F401
from ...rnn._modifiers import ModifierCell  # noqa: F401
from ...rnn._projected import LSTMPCell, VariationalDropoutCell, dynamic_unroll  # noqa: F401
from ...rnn._sequence import _as_list, _format_sequence, _get_begin_state, _mask_sequence_variable_length  # noqa: F401

__all__ = ["VariationalDropoutCell", "LSTMPCell"]
