# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import Float, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.rnn._base import RecurrentCell
from jmx.initializer.base import Initializer
from jmx.ndarray.ndarray import NDArray
from jmx.symbol.symbol import Symbol
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell
from jmx.gluon.rnn._modifiers import ModifierCell as ModifierCell
from jmx.gluon.rnn._sequence import _as_list as _as_list

class VariationalDropoutCell(ModifierCell):
    def __init__(self, base_cell: RecurrentCell, drop_inputs: Float = 0.0, drop_states: Float = 0.0, drop_outputs: Float = 0.0) -> None: ...
    def _alias(self) -> str: ...
    def reset(self) -> None: ...
    def _drop(self, F: Any, which: Any, values: Any) -> Any: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any: ...
    def unroll(self, length: Int, inputs: Any, begin_state: Sequence[NDArray | Symbol] | Symbol | None = None, layout: Literal['NTC', 'TNC'] | str = 'NTC', merge_outputs: bool | None = None, valid_length: NDArray | Symbol | None = None) -> tuple[Any, list[Any]]: ...
    drop_outputs: Float
    drop_states: Float
    drop_inputs: Float
    drop_outputs_mask: Any
    drop_states_mask: Any
    drop_inputs_mask: Any
class LSTMPCell(HybridRecurrentCell):
    """An LSTM cell whose output is projected to another size before it is shown and fed back (Sak et al., 2014).

    Gates i, f, c, o of ``W_ih x + b_ih + W_hr r + b_hr``; ``c' = f c + i c~, r' = W_rh (o tanh(c'))``. In MXNet 1.9.1 the cell
    is in `gluon.contrib.rnn` alone.

    Input (batch, input_size) and states [(batch, projection_size), (batch, hidden_size)] give an output
    (batch, projection_size) and the two new states.

    Parameters
    ----------
    hidden_size : int
        Features of the cell state.
    projection_size : int
        Features of the output.
    i2h_weight_initializer, h2h_weight_initializer, h2r_weight_initializer : Initializer or str, optional
        First values of the weights for the input (4 hidden_size, input_size), for the output of the step before
        (4 hidden_size, projection_size), and of the projection (projection_size, hidden_size).
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (4 hidden_size,).
    input_size : int, default 0
        Features of the input; 0 leaves it to the first step.
    prefix, params
        As for :class:`RecurrentCell`.

    Examples
    --------
    >>> cell = gluon.contrib.rnn.LSTMPCell(hidden_size=8, projection_size=2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2), (4, 8)])
    >>> cell.h2r_weight.shape
    (2, 8)
    """
    def __init__(self, hidden_size: Any, projection_size: Any, i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None, h2r_weight_initializer: Any = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', input_size: Any = 0, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]: ...
    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None: ...
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, h2r_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
    h2h_bias: Any
    i2h_bias: Any
    h2r_weight: Any
    h2h_weight: Any
    i2h_weight: Any
    _projection_size: Any
    _input_size: Any
    _hidden_size: Any
def dynamic_unroll(cell: RecurrentCell, inputs: NDArray | Symbol, begin_state: Sequence[NDArray | Symbol] | Symbol, drop_inputs: Float = 0, drop_outputs: Float = 0, layout: Literal['TNC', 'NTC'] | str = 'TNC', valid_length: NDArray | Symbol | None = None) -> tuple[NDArray | Symbol, list[NDArray] | Symbol]: ...
__all__ = ['LSTMPCell', 'VariationalDropoutCell', 'dynamic_unroll']
