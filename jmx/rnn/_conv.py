"""Cells whose products are convolutions."""

from __future__ import annotations

import functools

from .. import symbol
from ._cell import BaseRNNCell, _gru, _lstm

__all__ = ["BaseConvRNNCell", "ConvGRUCell", "ConvLSTMCell", "ConvRNNCell"]

_leaky = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
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
    """

    def __init__(
        self,
        input_shape,
        num_hidden,
        h2h_kernel,
        h2h_dilate,
        i2h_kernel,
        i2h_stride,
        i2h_pad,
        i2h_dilate,
        i2h_weight_initializer,
        h2h_weight_initializer,
        i2h_bias_initializer,
        h2h_bias_initializer,
        activation,
        prefix="",
        params=None,
        conv_layout="NCHW",
    ):
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

    @property
    def _num_gates(self):
        return len(self._gate_names)

    @property
    def state_info(self):
        return [{"shape": self._state_shape, "__layout__": self._conv_layout} for _ in range(2)]

    def _conv_forward(self, inputs, states, name):
        """What inputs and state give to all gates."""
        size = {"num_filter": self._num_hidden * self._num_gates, "layout": self._conv_layout}
        i2h = symbol.Convolution(name=f"{name}i2h", data=inputs, weight=self._iW, bias=self._iB, **size, **self._i2h)
        h2h = symbol.Convolution(name=f"{name}h2h", data=states[0], weight=self._hW, bias=self._hB, **size, **self._h2h)
        return i2h, h2h

    def _activate(self, x, **kwargs):
        return self._get_activation(x, self._activation, **kwargs)

    def __call__(self, inputs, states):
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


class ConvRNNCell(BaseConvRNNCell):
    """A convolution and an activation. See `BaseConvRNNCell`."""

    __init__ = _signature("ConvRNNCell", "ConvRNN_")

    @property
    def _gate_names(self):
        return ("",)

    @property
    def state_info(self):
        return super().state_info[:1]

    def __call__(self, inputs, states):
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._activate(i2h + h2h, name=f"{name}out")
        return output, [output]


class ConvLSTMCell(BaseConvRNNCell):
    """Long short-term memory of convolutions. See `BaseConvRNNCell`."""

    __init__ = _signature("ConvLSTMCell", "ConvLSTM_")

    @property
    def _gate_names(self):
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs, states):
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        axis = self._conv_layout.find("C")
        next_h, next_c = _lstm(i2h + h2h, states[1], name, axis, self._activate)
        return next_h, [next_h, next_c]


class ConvGRUCell(BaseConvRNNCell):
    """Gated recurrent unit of convolutions. See `BaseConvRNNCell`."""

    __init__ = _signature("ConvGRUCell", "ConvGRU_")

    @property
    def _gate_names(self):
        return ["_r", "_z", "_o"]

    @property
    def state_info(self):
        return super().state_info[:1]

    def __call__(self, inputs, states):
        name = self._step_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        next_h = _gru(i2h, h2h, states[0], name, self._activate)
        return next_h, [next_h]
