# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import AnyFunction, Float, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.initializer.base import Initializer
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell

CELL_DOC: str
class _DenseCell(HybridRecurrentCell):
    _gates: int
    def __init__(self, hidden_size: Any, input_size: Any, weights: Any, biases: Any, prefix: str | None, params: ParameterDict | None) -> None: ...
    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]: ...
    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None: ...
    def _products(self, F: Any, step: Any, inputs: Any, state: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
    h2h_bias: Any
    i2h_bias: Any
    h2h_weight: Any
    i2h_weight: Any
    _input_size: Any
    _hidden_size: Any
class RNNCell(_DenseCell):
    """The plain recurrent cell: ``h' = activation(W_ih x + b_ih + W_hh h + b_hh)``.

    Input (batch, input_size) and one state (batch, hidden_size) give an output (batch, hidden_size), which is the new
    state too.

    Parameters
    ----------
    hidden_size : int
        Features of output and state.
    activation : str or callable, default 'tanh'
        'tanh', 'relu', 'sigmoid', 'softsign', ... or a block.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (hidden_size, input_size) and for the state (hidden_size, hidden_size).
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (hidden_size,).
    input_size : int, default 0
        Features of the input; 0 leaves it to the first step.
    prefix, params
        As for :class:`RecurrentCell`.

    Examples
    --------
    >>> cell = gluon.rnn.RNNCell(2, activation="relu", input_size=3)
    >>> cell.initialize(mx.init.One())
    >>> output, states = cell(nd.ones((1, 3)), cell.begin_state(batch_size=1))
    >>> output.asnumpy(), len(states)
    (array([[3., 3.]], dtype=float32), 1)
    """
    def __init__(self, hidden_size: Int, activation: str | AnyFunction = 'tanh', i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', input_size: Int = 0, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
    _activation: str | AnyFunction
class LSTMCell(_DenseCell):
    """Long short-term memory: gates i, f, c, o of ``W_ih x + b_ih + W_hh h + b_hh``;
    ``c' = f c + i c~, h' = o tanh(c')``.

    Input (batch, input_size) and two states (batch, hidden_size), output and cell, give an output
    (batch, hidden_size) and the two new states.

    Parameters
    ----------
    hidden_size : int
        Features of output and states.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (4 hidden_size, input_size) and for the state (4 hidden_size, hidden_size),
        all gates together.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (4 hidden_size,). ``mx.init.LSTMBias(1.0)`` opens the forget gate at the start.
    input_size : int, default 0
        Features of the input; 0 leaves it to the first step.
    prefix, params
        As for :class:`RecurrentCell`.
    activation, recurrent_activation : str, defaults 'tanh' and 'sigmoid'
        Activations of the new content and the output, and of the gates.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), layout="NTC", merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2), (4, 2)])
    >>> cell
    LSTMCell(3 -> 8)
    """
    _gates: int
    def __init__(self, hidden_size: Int, i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', input_size: Int = 0, prefix: str | None = None, params: ParameterDict | None = None, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid') -> None: ...
    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]: ...
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
    _activation: Any
class GRUCell(_DenseCell):
    """Gated recurrent unit, as cuDNN has it: the reset gate is applied after the matrix product.

    ``r, z`` are the gates of ``W_ih x + b_ih + W_hh h + b_hh``, ``n = tanh(W_in x + b_in + r (W_hn h + b_hn))`` and
    ``h' = (1 - z) n + z h``.

    Input (batch, input_size) and one state (batch, hidden_size) give an output (batch, hidden_size), which is the new
    state too.

    Parameters
    ----------
    hidden_size : int
        Features of output and state.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (3 hidden_size, input_size) and for the state (3 hidden_size, hidden_size),
        all gates together.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (3 hidden_size,).
    input_size : int, default 0
        Features of the input; 0 leaves it to the first step.
    prefix, params
        As for :class:`RecurrentCell`.
    activation, recurrent_activation : str, defaults 'tanh' and 'sigmoid'
        Activations of the new content, and of the gates.

    Examples
    --------
    >>> cell = gluon.rnn.GRUCell(2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), layout="NTC", merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2)])
    >>> cell
    GRUCell(3 -> 6)
    """
    _gates: int
    def __init__(self, hidden_size: Int, i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', input_size: Int = 0, prefix: str | None = None, params: ParameterDict | None = None, activation: Any = 'tanh', recurrent_activation: Any = 'sigmoid') -> None: ...
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
    _activation: Any
__all__ = ['GRUCell', 'LSTMCell', 'RNNCell']
