# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal, Unpack
from jmx._typing import AnyFunction, BlockKeywords, DTypeLike, Float, Int, RecurrentKeywords
from jmx.gluon.parameter import Parameter
from jmx.initializer.base import Initializer
from jmx.initializer.recurrent import RNNFused as RNNFused
from jmx.gluon.block import HybridBlock as HybridBlock

class _RNNLayer(HybridBlock):
    def state_info(self, batch_size: Int=0) -> list[dict[str, Any]]:
        ...
    def begin_state(self, batch_size: Int=0, func: AnyFunction=..., **kwargs: Any) -> list[Any]:
        ...
    def __call__(self, inputs: Any, states: Any=None, sequence_length: Any=None) -> Any:
        ...
    l0_i2h_weight: Parameter
    def __init__(self, hidden_size: Any, num_layers: Any, layout: Any, dropout: Any, bidirectional: Any, input_size: Any, i2h_weight_initializer: Any, h2h_weight_initializer: Any, i2h_bias_initializer: Any, h2h_bias_initializer: Any, mode: Any, projection_size: Any, h2r_weight_initializer: Any, lstm_state_clip_min: Any, lstm_state_clip_max: Any, lstm_state_clip_nan: Any, dtype: DTypeLike, use_sequence_length: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
    def _places(self) -> Any: ...
    def _collect_params_with_prefix(self, prefix: str = '') -> Any: ...
    def cast(self, dtype: DTypeLike) -> None: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, sequence_length: Any = None, **kwargs: Any) -> Any: ...
    _gates: Any
    skip_states: Any
    _use_sequence_length: bool
    _dtype: DTypeLike
    _lstm_state_clip_max: Any
    _lstm_state_clip_min: Any
    _input_size: Any
    _dir: Any
    _dropout: Any
    _layout: Any
    _mode: Any
    _num_layers: Any
    _projection_size: Any
    _hidden_size: Any
    rnn_param: Any
class RNN(_RNNLayer):
    """Layers of plain recurrent cells: ``h' = activation(W_ih x + b_ih + W_hh h + b_hh)``.

    Parameters
    ----------
    hidden_size : int
        Features of the output of each direction.
    num_layers : int, default 1
        How many layers, one above the other.
    activation : {'relu', 'tanh'}, default 'relu'
        The activation.
    layout : {'TNC', 'NTC'}, default 'TNC'
        Order of the axes of inputs and outputs: time, batch, features. 'TNC' is a little faster.
    dropout : float, default 0
        In training, the share of the outputs of each layer but the last that becomes zero; the rest grows by 1 / (1 - dropout).
    bidirectional : bool, default False
        Go through the sequence from both ends; outputs are joined.
    input_size : int, default 0
        Features of the input; 0 leaves it to the first forward pass.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (i2h) and for the state (h2h), of every layer.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases.
    dtype : str, default 'float32'
        Element type of parameters and of states that are made.
    prefix, params, use_sequence_length
        `prefix` and `params` as for :class:`HybridBlock`; with `use_sequence_length` the layer is called as
        ``layer(inputs, states, sequence_length)``, the last (batch,), and outputs behind the end are zero.

    Input (time, batch, input_size) gives (time, batch, directions * hidden_size). Called with a state
    (directions * num_layers, batch, hidden_size) it returns (output, [new state]), otherwise the output alone.

    Raises
    ------
    AssertionError
        `layout` is another one.
    ValueError
        At a call: states have another shape.

    Examples
    --------
    >>> layer = gluon.rnn.RNN(4, num_layers=2)
    >>> layer.initialize()
    >>> output, states = layer(nd.ones((5, 3, 10)), layer.begin_state(batch_size=3))
    >>> output.shape, [state.shape for state in states]
    ((5, 3, 4), [(2, 3, 4)])
    >>> both_ways = gluon.rnn.RNN(4, layout="NTC", bidirectional=True)
    >>> both_ways.initialize()
    >>> both_ways(nd.ones((3, 5, 10))).shape
    (3, 5, 8)
    """
    def __init__(self, hidden_size: Int, num_layers: Int = 1, activation: Literal['relu', 'tanh'] | str = 'relu', layout: Literal['TNC', 'NTC'] | str = 'TNC', dropout: Float = 0, bidirectional: bool = False, i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', input_size: Int = 0, dtype: str = 'float32', **kwargs: Unpack[RecurrentKeywords]) -> None: ...
class LSTM(_RNNLayer):
    """Layers of long short-term memory, as :class:`LSTMCell` computes it.

    Parameters
    ----------
    hidden_size : int
        Features of the cells, and without projection of the output of each direction.
    num_layers : int, default 1
        How many layers, one above the other.
    layout : {'TNC', 'NTC'}, default 'TNC'
        Order of the axes of inputs and outputs: time, batch, features. 'TNC' is a little faster.
    dropout : float, default 0
        In training, the share of the outputs of each layer but the last that becomes zero; the rest grows by 1 / (1 - dropout).
    bidirectional : bool, default False
        Go through the sequence from both ends; outputs are joined.
    input_size : int, default 0
        Features of the input; 0 leaves it to the first forward pass.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (i2h) and for the state (h2h), of every layer.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases.
    projection_size : int, optional
        Features of the outputs, which are then a linear function of the hidden ones.
    h2r_weight_initializer : Initializer or str, optional
        First value of the projection.
    state_clip_min, state_clip_max : float, optional
        Bounds of the cells' values.
    state_clip_nan : bool, default False
        Accepted for MXNet's sake, which ignores it on CPU.
    dtype : str, default 'float32'
        Element type of parameters and of states that are made.
    prefix, params, use_sequence_length
        `prefix` and `params` as for :class:`HybridBlock`; with `use_sequence_length` the layer is called as
        ``layer(inputs, states, sequence_length)``, the last (batch,), and outputs behind the end are zero.

    Input (time, batch, input_size) gives (time, batch, directions * size), where `size` is
    `projection_size` or `hidden_size`. Called with states [(directions * num_layers, batch, size), (directions *
    num_layers, batch, hidden_size)] it returns (output, new states), otherwise the output alone.

    Raises
    ------
    AssertionError
        `layout` is another one.
    ValueError
        At a call: states have another shape.

    Examples
    --------
    >>> layer = gluon.rnn.LSTM(4, num_layers=2)
    >>> layer.initialize()
    >>> output, states = layer(nd.ones((5, 3, 10)), layer.begin_state(batch_size=3))
    >>> output.shape, [state.shape for state in states]
    ((5, 3, 4), [(2, 3, 4), (2, 3, 4)])
    >>> both_ways = gluon.rnn.LSTM(4, layout="NTC", bidirectional=True)
    >>> both_ways.initialize()
    >>> both_ways(nd.ones((3, 5, 10))).shape
    (3, 5, 8)
    """
    def __init__(self, hidden_size: Int, num_layers: Int = 1, layout: Literal['TNC', 'NTC'] | str = 'TNC', dropout: Float = 0, bidirectional: bool = False, input_size: Int = 0, i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', projection_size: Int | None = None, h2r_weight_initializer: Initializer | str | None = None, state_clip_min: Float | None = None, state_clip_max: Float | None = None, state_clip_nan: bool = False, dtype: str = 'float32', **kwargs: Unpack[RecurrentKeywords]) -> None: ...
    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]: ...
class GRU(_RNNLayer):
    """Layers of gated recurrent units, as :class:`GRUCell` computes them.

    Parameters
    ----------
    hidden_size : int
        Features of the output of each direction.
    num_layers : int, default 1
        How many layers, one above the other.
    layout : {'TNC', 'NTC'}, default 'TNC'
        Order of the axes of inputs and outputs: time, batch, features. 'TNC' is a little faster.
    dropout : float, default 0
        In training, the share of the outputs of each layer but the last that becomes zero; the rest grows by 1 / (1 - dropout).
    bidirectional : bool, default False
        Go through the sequence from both ends; outputs are joined.
    input_size : int, default 0
        Features of the input; 0 leaves it to the first forward pass.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (i2h) and for the state (h2h), of every layer.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases.
    dtype : str, default 'float32'
        Element type of parameters and of states that are made.
    prefix, params, use_sequence_length
        `prefix` and `params` as for :class:`HybridBlock`; with `use_sequence_length` the layer is called as
        ``layer(inputs, states, sequence_length)``, the last (batch,), and outputs behind the end are zero.

    Input (time, batch, input_size) gives (time, batch, directions * hidden_size). Called with a state
    (directions * num_layers, batch, hidden_size) it returns (output, [new state]), otherwise the output alone.

    Raises
    ------
    AssertionError
        `layout` is another one.
    ValueError
        At a call: states have another shape.

    Examples
    --------
    >>> layer = gluon.rnn.GRU(4, num_layers=2)
    >>> layer.initialize()
    >>> output, states = layer(nd.ones((5, 3, 10)), layer.begin_state(batch_size=3))
    >>> output.shape, [state.shape for state in states]
    ((5, 3, 4), [(2, 3, 4)])
    >>> both_ways = gluon.rnn.GRU(4, layout="NTC", bidirectional=True)
    >>> both_ways.initialize()
    >>> both_ways(nd.ones((3, 5, 10))).shape
    (3, 5, 8)
    """
    def __init__(self, hidden_size: Int, num_layers: Int = 1, layout: Literal['TNC', 'NTC'] | str = 'TNC', dropout: Float = 0, bidirectional: bool = False, input_size: Int = 0, i2h_weight_initializer: Initializer | str | None = None, h2h_weight_initializer: Initializer | str | None = None, i2h_bias_initializer: Initializer | str = 'zeros', h2h_bias_initializer: Initializer | str = 'zeros', dtype: str = 'float32', **kwargs: Unpack[RecurrentKeywords]) -> None: ...
__all__ = ['GRU', 'LSTM', 'RNN']
