# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Float, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.base import MXNetError as MXNetError
from jmx.gluon._typed import Layer as Layer
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.nn.activations import Activation as Activation
from jmx.gluon.nn.pool_layers import *  # pyright: ignore[reportAssignmentType]

def _weight_shape(transposed: Any, kernel: Any, channels: Any, in_channels: Any, groups: Any, layout: Any) -> Any: ...
def _describe(block: Any, mapping: Any, settings: Any) -> str: ...
class _Conv(Layer):
    def __init__(self, channels: Any, kernel_size: Any, strides: Any, padding: Any, dilation: Any, groups: Any, layout: Any, in_channels: Float = 0, activation: Any = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: str = 'zeros', op_name: str = 'Convolution', adj: Any = None, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def _alias(self) -> str: ...
    act: Any
    bias: Any
    weight: Any
    _kwargs: Any
    _op_name: str
    _in_channels: Float
    _channels: Any
class Conv1D(_Conv):
    """A 1-D convolution: the weighted sum of every window of the input.

    With layout 'NCW', input of shape (N, in_channels, width) gives (N, channels, width).
    An axis of size s becomes floor((s + 2 padding - dilation (kernel_size - 1) - 1) / strides) + 1.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size : int or tuple of 1 int
        Size of the window.
    strides, padding, dilation : int or tuple of 1 int
        Step of the window, zeros put on both sides, distance of its entries; 1, 0, 1 by default.
    groups : int, default 1
        Channels are split into so many groups, which are convolved apart from each other.
    layout : {'NCW'}, default 'NCW'
        Order of the input's axes.
    activation : str, optional
        Applied to the result, as for :class:`Activation`.
    use_bias : bool, default True
        Add a bias to every channel.
    weight_initializer, bias_initializer : Initializer or str, defaults None and 'zeros'
        Initial values of the weight and the bias. With None the initializer of `initialize` is used.
    in_channels : int, default 0
        Number of input channels; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a size with the wrong number of entries.
    MXNetError
        `groups` does not divide the numbers of channels, or the input has another number of channels than `in_channels`.

    Examples
    --------
    >>> layer = gluon.nn.Conv1D(16, kernel_size=3, padding=1, in_channels=2)
    >>> layer.weight.shape
    (16, 2, 3)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8))).shape
    (1, 16, 8)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = 1, padding: Int | Sequence[Int] = 0, dilation: Int | Sequence[Int] = 1, groups: Int = 1, layout: Literal['NCW'] | str = 'NCW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class Conv2D(_Conv):
    """A 2-D convolution: the weighted sum of every window of the input.

    Parameters and errors as those of Conv1D.

    Examples
    --------
    >>> layer = gluon.nn.Conv2D(16, kernel_size=3, padding=1, in_channels=2)
    >>> layer.weight.shape
    (16, 2, 3, 3)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8, 8))).shape
    (1, 16, 8, 8)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = (1, 1), padding: Int | Sequence[Int] = (0, 0), dilation: Int | Sequence[Int] = (1, 1), groups: Int = 1, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class Conv3D(_Conv):
    """A 3-D convolution: the weighted sum of every window of the input.

    Parameters and errors as those of Conv1D.

    Examples
    --------
    >>> layer = gluon.nn.Conv3D(16, kernel_size=3, padding=1, in_channels=2)
    >>> layer.weight.shape
    (16, 2, 3, 3, 3)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8, 8, 8))).shape
    (1, 16, 8, 8, 8)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = (1, 1, 1), padding: Int | Sequence[Int] = (0, 0, 0), dilation: Int | Sequence[Int] = (1, 1, 1), groups: Int = 1, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class Conv1DTranspose(_Conv):
    """A transposed 1-D convolution: maps back, shape for shape, what a convolution maps.

    With layout 'NCW', input of shape (N, in_channels, width) gives (N, channels, width).
    An axis of size s becomes strides (s - 1) + dilation (kernel_size - 1) + 1 - 2 padding + output_padding.

    Parameters
    ----------
    channels : int
        Number of output channels.
    kernel_size : int or tuple of 1 int
        Size of the window.
    strides, padding, output_padding, dilation : int or tuple of 1 int
        Step of the window, cut from both sides, added on one side, distance of its entries; 1, 0, 0, 1 by default.
    groups : int, default 1
        Channels are split into so many groups, which are convolved apart from each other.
    layout : {'NCW'}, default 'NCW'
        Order of the input's axes.
    activation : str, optional
        Applied to the result, as for :class:`Activation`.
    use_bias : bool, default True
        Add a bias to every channel.
    weight_initializer, bias_initializer : Initializer or str, defaults None and 'zeros'
        Initial values of the weight and the bias. With None the initializer of `initialize` is used.
    in_channels : int, default 0
        Number of input channels; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Raises
    ------
    AssertionError
        Another layout, or a size with the wrong number of entries.
    MXNetError
        `groups` does not divide the numbers of channels, or the input has another number of channels than `in_channels`.

    Examples
    --------
    >>> layer = gluon.nn.Conv1DTranspose(16, kernel_size=4, strides=2, padding=1, in_channels=2)
    >>> layer.weight.shape
    (2, 16, 4)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8))).shape
    (1, 16, 16)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = 1, padding: Int | Sequence[Int] = 0, output_padding: Int | Sequence[Int] = 0, dilation: Int | Sequence[Int] = 1, groups: Int = 1, layout: Literal['NCW'] | str = 'NCW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    outpad: Int | Sequence[Int]
class Conv2DTranspose(_Conv):
    """A transposed 2-D convolution: maps back, shape for shape, what a convolution maps.

    Parameters and errors as those of Conv1DTranspose.

    Examples
    --------
    >>> layer = gluon.nn.Conv2DTranspose(16, kernel_size=4, strides=2, padding=1, in_channels=2)
    >>> layer.weight.shape
    (2, 16, 4, 4)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8, 8))).shape
    (1, 16, 16, 16)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = (1, 1), padding: Int | Sequence[Int] = (0, 0), output_padding: Int | Sequence[Int] = (0, 0), dilation: Int | Sequence[Int] = (1, 1), groups: Int = 1, layout: Literal['NCHW', 'NHWC'] | str = 'NCHW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    outpad: Int | Sequence[Int]
class Conv3DTranspose(_Conv):
    """A transposed 3-D convolution: maps back, shape for shape, what a convolution maps.

    Parameters and errors as those of Conv1DTranspose.

    Examples
    --------
    >>> layer = gluon.nn.Conv3DTranspose(16, kernel_size=4, strides=2, padding=1, in_channels=2)
    >>> layer.weight.shape
    (2, 16, 4, 4, 4)
    >>> layer.initialize()
    >>> layer(nd.zeros((1, 2, 8, 8, 8))).shape
    (1, 16, 16, 16, 16)
    """
    def __init__(self, channels: Int, kernel_size: Int | Sequence[Int], strides: Int | Sequence[Int] = (1, 1, 1), padding: Int | Sequence[Int] = (0, 0, 0), output_padding: Int | Sequence[Int] = (0, 0, 0), dilation: Int | Sequence[Int] = (1, 1, 1), groups: Int = 1, layout: Literal['NCDHW', 'NDHWC'] | str = 'NCDHW', activation: str | None = None, use_bias: bool = True, weight_initializer: Any = None, bias_initializer: Any = 'zeros', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    outpad: Int | Sequence[Int]
__all__ = ['AvgPool1D', 'AvgPool2D', 'AvgPool3D', 'Conv1D', 'Conv1DTranspose', 'Conv2D', 'Conv2DTranspose', 'Conv3D', 'Conv3DTranspose', 'GlobalAvgPool1D', 'GlobalAvgPool2D', 'GlobalAvgPool3D', 'GlobalMaxPool1D', 'GlobalMaxPool2D', 'GlobalMaxPool3D', 'MaxPool1D', 'MaxPool2D', 'MaxPool3D', 'ReflectionPad2D']
