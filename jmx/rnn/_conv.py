"""Cells whose products are convolutions."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import symbol
from .._described import described_by
from ._cell import _GRUStep, _LSTMStep, _OneStep, _PlainStep

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int
    from ..initializer.base import Initializer
    from ..symbol.symbol import Symbol
    from ._cell import RNNParams

__all__ = ["BaseConvRNNCell", "ConvGRUCell", "ConvLSTMCell", "ConvRNNCell"]

_leaky = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(_OneStep):
    """The base of the convolutional cells.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs, with any batch size.
    num_hidden : int
        Channels of the output.
    h2h_kernel, h2h_dilate : tuple of int
        Kernel, of odd sizes, and dilation of the states' convolution.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int
        The inputs' convolution.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer : str or Initializer
        First values.
    activation : str or callable
        The activation.
    prefix : str
        Start of the names of variables and operators.
    params : RNNParams, optional
        Variables to share.
    conv_layout : str
        'NCHW' or 'NHWC'.

    Examples
    --------
    >>> cell = mx.rnn.ConvRNNCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> isinstance(cell, mx.rnn.rnn_cell.BaseConvRNNCell), cell.state_info[0]["shape"]
    (True, (0, 4, 8, 8))
    """

    def __init__(
        self,
        input_shape: Sequence[Int],
        num_hidden: Int,
        h2h_kernel: Sequence[Int],
        h2h_dilate: Sequence[Int],
        i2h_kernel: Sequence[Int],
        i2h_stride: Sequence[Int],
        i2h_pad: Sequence[Int],
        i2h_dilate: Sequence[Int],
        i2h_weight_initializer: str | Initializer,
        h2h_weight_initializer: str | Initializer,
        i2h_bias_initializer: str | Initializer,
        h2h_bias_initializer: str | Initializer,
        activation: str | AnyFunction,
        prefix: str = "",
        params: RNNParams | None = None,
        conv_layout: str = "NCHW",
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        assert all(k % 2 == 1 for k in h2h_kernel[:2]), f"Only support odd number, get h2h_kernel= {h2h_kernel}"
        self._num_hidden = num_hidden
        self._input_shape = input_shape
        self._conv_layout = conv_layout
        self._activation = activation
        self._i2h = {"kernel": i2h_kernel, "stride": i2h_stride, "pad": i2h_pad, "dilate": i2h_dilate}
        pad = tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel))  # keeps the size
        self._h2h = {"kernel": h2h_kernel, "dilate": h2h_dilate, "pad": pad, "stride": (1, 1)}
        once = symbol.Convolution(data=symbol.Variable("data"), num_filter=num_hidden, layout=conv_layout, **self._i2h)
        self._state_shape = (0, *once.infer_shape(data=input_shape)[1][0][1:])
        self._iW = self.params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self.params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self.params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self.params.get("h2h_bias", init=h2h_bias_initializer)

    _num_states = 2

    @property
    def state_info(self) -> Any:
        return [{"shape": self._state_shape, "__layout__": self._conv_layout} for _ in range(self._num_states)]

    def _conv_forward(self, inputs: Any, states: Any, name: str) -> Any:
        """What inputs and state give to all gates."""
        size = {"num_filter": self._num_hidden * self._num_gates, "layout": self._conv_layout}
        i2h = symbol.Convolution(name=f"{name}i2h", data=inputs, weight=self._iW, bias=self._iB, **size, **self._i2h)
        h2h = symbol.Convolution(name=f"{name}h2h", data=states[0], weight=self._hW, bias=self._hB, **size, **self._h2h)
        return i2h, h2h

    def _products(self, inputs: Any, states: Any, name: str) -> Any:
        return self._conv_forward(inputs, states, name)

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        raise NotImplementedError("BaseConvRNNCell is abstract class for convolutional RNN")


def _signature(class_name, prefix):
    """The constructor that the cells have in common, with the default prefix of one of them."""

    def __init__(
        self,
        input_shape,
        num_hidden,
        h2h_kernel=(3, 3),
        h2h_dilate=(1, 1),
        i2h_kernel=(3, 3),
        i2h_stride=(1, 1),
        i2h_pad=(1, 1),
        i2h_dilate=(1, 1),
        i2h_weight_initializer=None,
        h2h_weight_initializer=None,
        i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros",
        activation=_leaky,
        prefix=prefix,
        params=None,
        conv_layout="NCHW",
    ):
        BaseConvRNNCell.__init__(**locals())

    __init__.__qualname__ = f"{class_name}.__init__"
    return __init__


class ConvRNNCell(_PlainStep, BaseConvRNNCell):
    """A convolution and an activation: a step of an RNNCell on pictures.

    Parameters
    ----------
    input_shape : tuple of int
        Shape of the inputs, with any batch size: (batch, channels, height, width).
    num_hidden : int
        Channels of the output.
    h2h_kernel, h2h_dilate : tuple of int, default (3, 3) and (1, 1)
        Kernel, of odd sizes, and dilation of the states' convolution.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate : tuple of int, default (3, 3), (1, 1), (1, 1) and (1, 1)
        The inputs' convolution.
    i2h_weight_initializer, h2h_weight_initializer : str or Initializer, optional
        First values of the kernels.
    i2h_bias_initializer, h2h_bias_initializer : str or Initializer, default 'zeros'
        First values of the biases.
    activation : str or callable, default a LeakyReLU with slope 0.2
        The activation.
    prefix : str, default 'ConvRNN_'
        Start of the names of variables and operators.
    params : RNNParams, optional
        Variables to share.
    conv_layout : {'NCHW', 'NHWC'}, default 'NCHW'
        Order of the axes.

    Examples
    --------
    >>> cell = mx.rnn.ConvRNNCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[mx.sym.Variable("first"), mx.sym.Variable("second")])
    >>> outputs[1].infer_shape(first=(1, 3, 8, 8), second=(1, 3, 8, 8))[1], len(states)
    ([(1, 4, 8, 8)], 1)
    """

    _num_states = 1
    __init__ = _signature("ConvRNNCell", "ConvRNN_")


@described_by(ConvRNNCell)
class ConvLSTMCell(_LSTMStep, BaseConvRNNCell):
    """Long short-term memory of convolutions, for sequences of pictures (Shi et al., 2015).

    Parameters
    ----------
    prefix : str, default 'ConvLSTM_'
        Start of the names of variables and operators.

    Examples
    --------
    >>> cell = mx.rnn.ConvLSTMCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[mx.sym.Variable("first"), mx.sym.Variable("second")])
    >>> outputs[1].infer_shape(first=(1, 3, 8, 8), second=(1, 3, 8, 8))[1], len(states)
    ([(1, 4, 8, 8)], 2)
    """

    __init__ = _signature("ConvLSTMCell", "ConvLSTM_")

    @property
    def _channel_axis(self) -> Any:
        return self._conv_layout.find("C")


@described_by(ConvRNNCell)
class ConvGRUCell(_GRUStep, BaseConvRNNCell):
    """Gated recurrent unit of convolutions, for sequences of pictures.

    Parameters
    ----------
    prefix : str, default 'ConvGRU_'
        Start of the names of variables and operators.

    Examples
    --------
    >>> cell = mx.rnn.ConvGRUCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[mx.sym.Variable("first"), mx.sym.Variable("second")])
    >>> outputs[1].infer_shape(first=(1, 3, 8, 8), second=(1, 3, 8, 8))[1], len(states)
    ([(1, 4, 8, 8)], 1)
    """

    _num_states = 1
    __init__ = _signature("ConvGRUCell", "ConvGRU_")
