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
    """A plain recurrent cell with 1-D convolutions: ``h' = activation(W * x + R * h + b)``.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCW' or 'NWC'.
    activation : str or Block
        The activation.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 1.
    """
class Conv2DRNNCell(_PlainStep, _Conv2D):
    """A plain recurrent cell with 2-D convolutions: ``h' = activation(W * x + R * h + b)``.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCHW' or 'NHWC'.
    activation : str or Block
        The activation.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 2.
    """
class Conv3DRNNCell(_PlainStep, _Conv3D):
    """A plain recurrent cell with 3-D convolutions: ``h' = activation(W * x + R * h + b)``.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCDHW' or 'NDHWC'.
    activation : str or Block
        The activation.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 3.
    """
class Conv1DLSTMCell(_LSTMStep, _Conv1D):
    """An LSTM cell with 1-D convolutions (Shi et al., 2015).

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCW' or 'NWC'.
    activation : str or Block
        The activation of new content and output.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 1.
    """
class Conv2DLSTMCell(_LSTMStep, _Conv2D):
    """An LSTM cell with 2-D convolutions (Shi et al., 2015).

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCHW' or 'NHWC'.
    activation : str or Block
        The activation of new content and output.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 2.
    """
class Conv3DLSTMCell(_LSTMStep, _Conv3D):
    """An LSTM cell with 3-D convolutions (Shi et al., 2015).

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCDHW' or 'NDHWC'.
    activation : str or Block
        The activation of new content and output.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 3.
    """
class Conv1DGRUCell(_GRUStep, _Conv1D):
    """A GRU cell with 1-D convolutions.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCW' or 'NWC'.
    activation : str or Block
        The activation of the new content.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 1.
    """
class Conv2DGRUCell(_GRUStep, _Conv2D):
    """A GRU cell with 2-D convolutions.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCHW' or 'NHWC'.
    activation : str or Block
        The activation of the new content.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 2.
    """
class Conv3DGRUCell(_GRUStep, _Conv3D):
    """A GRU cell with 3-D convolutions.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad, i2h_dilate : int or tuple of int
        Padding and dilation of the inputs' convolution.
    h2h_dilate : int or tuple of int
        Dilation of the states' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : Initializer or str
        First values.
    conv_layout : str
        Order of the axes of inputs, outputs and weights: 'NCDHW' or 'NDHWC'.
    activation : str or Block
        The activation of the new content.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than 3.
    """
__all__ = ['Conv1DGRUCell', 'Conv1DLSTMCell', 'Conv1DRNNCell', 'Conv2DGRUCell', 'Conv2DLSTMCell', 'Conv2DRNNCell', 'Conv3DGRUCell', 'Conv3DLSTMCell', 'Conv3DRNNCell']
