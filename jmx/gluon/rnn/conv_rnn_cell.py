"""Cells whose products are convolutions."""

from __future__ import annotations

from ...base import numeric_types
from ._base import HybridRecurrentCell

__all__ = [
    "Conv1DRNNCell", "Conv2DRNNCell", "Conv3DRNNCell", "Conv1DLSTMCell", "Conv2DLSTMCell", "Conv3DLSTMCell",
    "Conv1DGRUCell", "Conv2DGRUCell", "Conv3DGRUCell",
]  # fmt: skip

_LAYOUTS = {1: "'NCW' or 'NWC'", 2: "'NCHW' or 'NHWC'", 3: "'NCDHW' or 'NDHWC'"}
_DOC = """{text}

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
        Order of the axes of inputs, outputs and weights: {layouts}.
    activation : str or Block
        The activation{activation}.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than {dims}.
    """


def _document(text, dims, activation=""):
    return _DOC.format(text=text, layouts=_LAYOUTS[dims], dims=dims, activation=activation)


class _ConvCell(HybridRecurrentCell):
    """Shapes, parameters and the two convolutions; subclasses give the number of axes, the gates and the step."""

    _dims = 0
    _gate_names = ()
    _state_count = 1

    def __init__(
        self, input_shape, hidden_channels, kernels, i2h_pad, dilations, initializers, conv_layout, activation, prefix, params
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        dims = self._dims
        assert all(isinstance(size, int) or len(size) == dims for size in (*kernels, i2h_pad, *dilations)), (
            f"For {dims}D convolution, the convolution settings can only be either int or list/tuple of length {dims}"
        )

        def each_axis(size):
            return (size,) * dims if isinstance(size, numeric_types) else tuple(size)

        self._hidden_channels = hidden_channels
        self._input_shape = input_shape
        self._conv_layout = conv_layout
        self._activation = activation
        self._i2h_kernel, self._h2h_kernel = map(each_axis, kernels)
        self._stride = (1,) * dims
        self._i2h_pad = each_axis(i2h_pad)
        self._i2h_dilate, self._h2h_dilate = map(each_axis, dilations)
        assert all(size % 2 == 1 for size in self._h2h_kernel), f"Only support odd number, get h2h_kernel= {kernels[1]}"
        self._h2h_pad = tuple(d * (k - 1) // 2 for d, k in zip(self._h2h_dilate, self._h2h_kernel))
        self._channel_axis = conv_layout.find("C")
        first = self._channel_axis == 1
        self._in_channels = input_shape[self._channel_axis - 1]
        extent = tuple(
            size + 2 * pad - dilate * (kernel - 1) if size else 0
            for size, kernel, pad, dilate in zip(
                input_shape[1:] if first else input_shape[:-1], self._i2h_kernel, self._i2h_pad, self._i2h_dilate
            )
        )
        self._state_shape = (hidden_channels, *extent) if first else (*extent, hidden_channels)
        rows = hidden_channels * self._num_gates
        i2h_weight, h2h_weight, i2h_bias, h2h_bias = initializers

        def weight_shape(channels, kernel):
            return (rows, channels, *kernel) if first else (rows, *kernel, channels)

        self.i2h_weight = self._own("i2h_weight", weight_shape(self._in_channels, self._i2h_kernel), i2h_weight)
        self.h2h_weight = self._own("h2h_weight", weight_shape(hidden_channels, self._h2h_kernel), h2h_weight)
        self.i2h_bias = self._own("i2h_bias", (rows,), i2h_bias)
        self.h2h_bias = self._own("h2h_bias", (rows,), h2h_bias)

    @property
    def _num_gates(self):
        return len(self._gate_names)

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        channels = shape[1 if self._channel_axis == 1 else -1]
        return f"{type(self).__name__}({channels or None} -> {shape[0]}, {self._activation}, {self._conv_layout})"

    def _infer_from(self, number, x, both_ways):
        shape = list(self.i2h_weight.shape)
        shape[self._channel_axis] = x.shape[-self._dims - 1 :][self._channel_axis - 1]
        self.i2h_weight.shape = tuple(shape)

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._conv_layout} for _ in range(self._state_count)]

    def _conv_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias, prefix):
        """What the inputs and what the state add to all gates."""
        same = {"num_filter": self._hidden_channels * self._num_gates, "stride": self._stride, "layout": self._conv_layout}
        i2h = F.Convolution(
            data=inputs, weight=i2h_weight, bias=i2h_bias, kernel=self._i2h_kernel, pad=self._i2h_pad,
            dilate=self._i2h_dilate, name=prefix + "i2h", **same,
        )  # fmt: skip
        h2h = F.Convolution(
            data=states[0], weight=h2h_weight, bias=h2h_bias, kernel=self._h2h_kernel, pad=self._h2h_pad,
            dilate=self._h2h_dilate, name=prefix + "h2h", **same,
        )  # fmt: skip
        return i2h, h2h


class _Conv1D(_ConvCell):
    _dims = 1

    def __init__(
        self,
        input_shape,
        hidden_channels,
        i2h_kernel,
        h2h_kernel,
        i2h_pad=(0,),
        i2h_dilate=(1,),
        h2h_dilate=(1,),
        i2h_weight_initializer=None,
        h2h_weight_initializer=None,
        i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros",
        conv_layout="NCW",
        activation="tanh",
        prefix=None,
        params=None,
    ) -> None:
        initializers = i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        super().__init__(
            input_shape, hidden_channels, (i2h_kernel, h2h_kernel), i2h_pad, (i2h_dilate, h2h_dilate), initializers,
            conv_layout, activation, prefix, params,
        )  # fmt: skip


class _Conv2D(_ConvCell):
    _dims = 2

    def __init__(
        self,
        input_shape,
        hidden_channels,
        i2h_kernel,
        h2h_kernel,
        i2h_pad=(0, 0),
        i2h_dilate=(1, 1),
        h2h_dilate=(1, 1),
        i2h_weight_initializer=None,
        h2h_weight_initializer=None,
        i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros",
        conv_layout="NCHW",
        activation="tanh",
        prefix=None,
        params=None,
    ) -> None:
        initializers = i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        super().__init__(
            input_shape, hidden_channels, (i2h_kernel, h2h_kernel), i2h_pad, (i2h_dilate, h2h_dilate), initializers,
            conv_layout, activation, prefix, params,
        )  # fmt: skip


class _Conv3D(_ConvCell):
    _dims = 3

    def __init__(
        self,
        input_shape,
        hidden_channels,
        i2h_kernel,
        h2h_kernel,
        i2h_pad=(0, 0, 0),
        i2h_dilate=(1, 1, 1),
        h2h_dilate=(1, 1, 1),
        i2h_weight_initializer=None,
        h2h_weight_initializer=None,
        i2h_bias_initializer="zeros",
        h2h_bias_initializer="zeros",
        conv_layout="NCDHW",
        activation="tanh",
        prefix=None,
        params=None,
    ) -> None:
        initializers = i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        super().__init__(
            input_shape, hidden_channels, (i2h_kernel, h2h_kernel), i2h_pad, (i2h_dilate, h2h_dilate), initializers,
            conv_layout, activation, prefix, params,
        )  # fmt: skip


class _PlainStep(_ConvCell):
    _gate_names = ("",)

    def _alias(self) -> str:
        return "conv_rnn"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        step = f"t{self._counter}_"
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step)
        output = self._get_activation(F, i2h + h2h, self._activation, name=step + "out")
        return output, [output]


class _LSTMStep(_ConvCell):
    _gate_names = ("_i", "_f", "_c", "_o")
    _state_count = 2

    def _alias(self) -> str:
        return "conv_lstm"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        step = f"t{self._counter}_"
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step)
        parts = F.SliceChannel(i2h + h2h, num_outputs=4, axis=self._channel_axis, name=step + "slice")
        in_gate = F.Activation(parts[0], act_type="sigmoid", name=step + "i")
        forget_gate = F.Activation(parts[1], act_type="sigmoid", name=step + "f")
        new = self._get_activation(F, parts[2], self._activation, name=step + "c")
        out_gate = F.Activation(parts[3], act_type="sigmoid", name=step + "o")
        cell = F.elemwise_add(forget_gate * states[1], in_gate * new, name=step + "state")
        output = F.elemwise_mul(out_gate, self._get_activation(F, cell, self._activation), name=step + "out")
        return output, [output, cell]


class _GRUStep(_ConvCell):
    _gate_names = ("_r", "_z", "_o")

    def _alias(self) -> str:
        return "conv_gru"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        step = f"t{self._counter}_"
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step)
        i2h_r, i2h_z, i2h_n = F.SliceChannel(i2h, num_outputs=3, axis=self._channel_axis, name=step + "i2h_slice")
        h2h_r, h2h_z, h2h_n = F.SliceChannel(h2h, num_outputs=3, axis=self._channel_axis, name=step + "h2h_slice")
        reset_gate = F.Activation(i2h_r + h2h_r, act_type="sigmoid", name=step + "r_act")
        update_gate = F.Activation(i2h_z + h2h_z, act_type="sigmoid", name=step + "z_act")
        new = self._get_activation(F, i2h_n + reset_gate * h2h_n, self._activation, name=step + "h_act")
        output = F.elemwise_add((1.0 - update_gate) * new, update_gate * states[0], name=step + "out")
        return output, [output]


class Conv1DRNNCell(_PlainStep, _Conv1D):
    __doc__ = _document("A plain recurrent cell with 1-D convolutions: ``h' = activation(W * x + R * h + b)``.", 1)


class Conv2DRNNCell(_PlainStep, _Conv2D):
    __doc__ = _document("A plain recurrent cell with 2-D convolutions: ``h' = activation(W * x + R * h + b)``.", 2)


class Conv3DRNNCell(_PlainStep, _Conv3D):
    __doc__ = _document("A plain recurrent cell with 3-D convolutions: ``h' = activation(W * x + R * h + b)``.", 3)


class Conv1DLSTMCell(_LSTMStep, _Conv1D):
    __doc__ = _document("An LSTM cell with 1-D convolutions (Shi et al., 2015).", 1, " of new content and output")


class Conv2DLSTMCell(_LSTMStep, _Conv2D):
    __doc__ = _document("An LSTM cell with 2-D convolutions (Shi et al., 2015).", 2, " of new content and output")


class Conv3DLSTMCell(_LSTMStep, _Conv3D):
    __doc__ = _document("An LSTM cell with 3-D convolutions (Shi et al., 2015).", 3, " of new content and output")


class Conv1DGRUCell(_GRUStep, _Conv1D):
    __doc__ = _document("A GRU cell with 1-D convolutions.", 1, " of the new content")


class Conv2DGRUCell(_GRUStep, _Conv2D):
    __doc__ = _document("A GRU cell with 2-D convolutions.", 2, " of the new content")


class Conv3DGRUCell(_GRUStep, _Conv3D):
    __doc__ = _document("A GRU cell with 3-D convolutions.", 3, " of the new content")
