# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell

class _ConvCell(HybridRecurrentCell):
    _gate_names: Any
    def __init__(self, input_shape: Any, hidden_channels: Any, kernels: Any, i2h_pad: Any, dilations: Any, initializers: Any, conv_layout: Any, activation: Any, prefix: str | None, params: ParameterDict | None) -> None: ...
    @property
    def _num_gates(self) -> Any: ...
    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None: ...
    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]: ...
    def _conv_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any, prefix: str) -> Any: ...
    h2h_bias: Any
    i2h_bias: Any
    h2h_weight: Any
    i2h_weight: Any
    _state_shape: Any
    _in_channels: Any
    _channel_axis: Any
    _activation: Any
    _conv_layout: Any
    _input_shape: Any
class _Conv1D(_ConvCell):
    def __init__(self, input_shape: Any, hidden_channels: Any, i2h_kernel: Any, h2h_kernel: Any, i2h_pad: Any = (0,), i2h_dilate: Any = (1,), h2h_dilate: Any = (1,), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None, i2h_bias_initializer: str = 'zeros', h2h_bias_initializer: str = 'zeros', conv_layout: str = 'NCW', activation: str = 'tanh', prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class _Conv2D(_ConvCell):
    def __init__(self, input_shape: Any, hidden_channels: Any, i2h_kernel: Any, h2h_kernel: Any, i2h_pad: Any = (0, 0), i2h_dilate: Any = (1, 1), h2h_dilate: Any = (1, 1), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None, i2h_bias_initializer: str = 'zeros', h2h_bias_initializer: str = 'zeros', conv_layout: str = 'NCHW', activation: str = 'tanh', prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class _Conv3D(_ConvCell):
    def __init__(self, input_shape: Any, hidden_channels: Any, i2h_kernel: Any, h2h_kernel: Any, i2h_pad: Any = (0, 0, 0), i2h_dilate: Any = (1, 1, 1), h2h_dilate: Any = (1, 1, 1), i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None, i2h_bias_initializer: str = 'zeros', h2h_bias_initializer: str = 'zeros', conv_layout: str = 'NCDHW', activation: str = 'tanh', prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class _PlainStep(_ConvCell):
    _gate_names: Any
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
class _LSTMStep(_ConvCell):
    _gate_names: Any
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
class _GRUStep(_ConvCell):
    _gate_names: Any
    def _alias(self) -> str: ...
    def hybrid_forward(self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any) -> Any: ...
class Conv1DRNNCell(_PlainStep, _Conv1D):
    """A plain recurrent cell with 1-D convolutions.

    ``h' = activation(W * x + b_W + R * h + b_R)``, where * is a convolution.

    Input is (batch, channels, width). The output and the state, which is the last output,
    have `hidden_channels` channels, and an axis of size s becomes one of size s + 2 i2h_pad - i2h_dilate (i2h_kernel - 1).
    In MXNet 1.9.1 the cell is in `gluon.contrib.rnn` alone.

    Parameters
    ----------
    input_shape : tuple of 2 int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of 1 int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of 1 int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad : int or tuple of 1 int, default (0,)
        Zeros on each side of the inputs.
    i2h_dilate, h2h_dilate : int or tuple of 1 int, default (1,)
        Distance of the entries that meet neighbouring weights, for inputs and for states.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (i2h) and for the state (h2h).
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases.
    conv_layout : {'NCW', 'NWC'}, default 'NCW'
        Order of the axes of inputs, outputs and weights.
    activation : str or Block, default 'tanh'
        Of the output: 'tanh', 'relu', 'sigmoid', 'softsign', ... or a block.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 1.

    Examples
    --------
    Every output is a sum over its neighbours in the input and in the state before:

    >>> cell = gluon.contrib.rnn.Conv1DRNNCell((1, 2), 1, i2h_kernel=3, h2h_kernel=3, i2h_pad=1, activation="relu")
    >>> cell.initialize(mx.init.One())
    >>> x = nd.ones((1, 1, 2))
    >>> first, states = cell(x, cell.begin_state(batch_size=1))
    >>> second, states = cell(x, states)
    >>> print(first.asnumpy().ravel(), second.asnumpy().ravel())
    [2. 2.] [6. 6.]
    """
class Conv2DRNNCell(_PlainStep, _Conv2D):
    """A plain recurrent cell with 2-D convolutions.

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Every output is a sum over its neighbours in the input and in the state before:

    >>> cell = gluon.contrib.rnn.Conv2DRNNCell((1, 2, 2), 1, i2h_kernel=3, h2h_kernel=3, i2h_pad=1, activation="relu")
    >>> cell.initialize(mx.init.One())
    >>> x = nd.ones((1, 1, 2, 2))
    >>> first, states = cell(x, cell.begin_state(batch_size=1))
    >>> second, states = cell(x, states)
    >>> print(first.asnumpy().ravel(), second.asnumpy().ravel())
    [4. 4. 4. 4.] [20. 20. 20. 20.]
    """
class Conv3DRNNCell(_PlainStep, _Conv3D):
    """A plain recurrent cell with 3-D convolutions.

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Every output is a sum over its neighbours in the input and in the state before:

    >>> cell = gluon.contrib.rnn.Conv3DRNNCell((1, 2, 2, 2), 1, i2h_kernel=3, h2h_kernel=3, i2h_pad=1, activation="relu")
    >>> cell.initialize(mx.init.One())
    >>> x = nd.ones((1, 1, 2, 2, 2))
    >>> first, states = cell(x, cell.begin_state(batch_size=1))
    >>> second, states = cell(x, states)
    >>> print(first.asnumpy().ravel(), second.asnumpy().ravel())
    [8. 8. 8. 8. 8. 8. 8. 8.] [72. 72. 72. 72. 72. 72. 72. 72.]
    """
class Conv1DLSTMCell(_LSTMStep, _Conv1D):
    """An LSTM cell with 1-D convolutions (Shi et al., 2015).

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the content of the cell halves with every step:

    >>> cell = gluon.contrib.rnn.Conv1DLSTMCell((3, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6), 0.0625)
    """
class Conv2DLSTMCell(_LSTMStep, _Conv2D):
    """An LSTM cell with 2-D convolutions (Shi et al., 2015).

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the content of the cell halves with every step:

    >>> cell = gluon.contrib.rnn.Conv2DLSTMCell((3, 8, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6, 6), 0.0625)
    """
class Conv3DLSTMCell(_LSTMStep, _Conv3D):
    """An LSTM cell with 3-D convolutions (Shi et al., 2015).

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the content of the cell halves with every step:

    >>> cell = gluon.contrib.rnn.Conv3DLSTMCell((3, 8, 8, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8, 8, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6, 6, 6), 0.0625)
    """
class Conv1DGRUCell(_GRUStep, _Conv1D):
    """A GRU cell with 1-D convolutions.

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the state halves with every step:

    >>> cell = gluon.contrib.rnn.Conv1DGRUCell((3, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6), 0.0625)
    """
class Conv2DGRUCell(_GRUStep, _Conv2D):
    """A GRU cell with 2-D convolutions.

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the state halves with every step:

    >>> cell = gluon.contrib.rnn.Conv2DGRUCell((3, 8, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6, 6), 0.0625)
    """
class Conv3DGRUCell(_GRUStep, _Conv3D):
    """A GRU cell with 3-D convolutions.

    Parameters and errors as those of Conv1DRNNCell.

    Examples
    --------
    Without weights all gates are sigmoid(0) = 0.5, so that the state halves with every step:

    >>> cell = gluon.contrib.rnn.Conv3DGRUCell((3, 8, 8, 8), hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones((1, 4, 3, 8, 8, 8))
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ((1, 4, 2, 6, 6, 6), 0.0625)
    """
__all__ = ['Conv1DGRUCell', 'Conv1DLSTMCell', 'Conv1DRNNCell', 'Conv2DGRUCell', 'Conv2DLSTMCell', 'Conv2DRNNCell', 'Conv3DGRUCell', 'Conv3DLSTMCell', 'Conv3DRNNCell']
