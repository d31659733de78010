"""Cells whose products are convolutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base import numeric_types
from ._base import HybridRecurrentCell

if TYPE_CHECKING:
    from ..._typing import Float
    from ..parameter_dict import ParameterDict

__all__ = [
    "Conv1DRNNCell", "Conv2DRNNCell", "Conv3DRNNCell", "Conv1DLSTMCell", "Conv2DLSTMCell", "Conv3DLSTMCell",
    "Conv1DGRUCell", "Conv2DGRUCell", "Conv3DGRUCell",
]  # fmt: skip

_LAYOUTS = {1: ("NCW", "NWC"), 2: ("NCHW", "NHWC"), 3: ("NCDHW", "NDHWC")}
#: what each kind of cell computes; * is a convolution
_EQUATIONS = {
    "RNN": """``h' = activation(W * x + b_W + R * h + b_R)``, where * is a convolution.""",
    "LSTM": """Gates i, f, c, o of ``W * x + b_W + R * h + b_R``, where * is a convolution;
    ``c' = f c + i activation(c~), h' = o activation(c')``.""",
    "GRU": """``r, z`` are the gates of ``W * x + b_W + R * h + b_R``, where * is a convolution,
    ``n = activation(W_n * x + b_Wn + r (R_n * h + b_Rn))`` and ``h' = (1 - z) n + z h``.""",
}
_TEXTS = {"RNN": "A plain recurrent cell", "LSTM": "An LSTM cell", "GRU": "A GRU cell"}
_SOURCES = {"RNN": "", "LSTM": " (Shi et al., 2015)", "GRU": ""}
_ACTIVATED = {"RNN": "Of the output", "LSTM": "Of the new content and the output", "GRU": "Of the new content"}
_DOC = """{text} with {dims}-D convolutions{source}.

    {equation}

    Input is (batch, {axes}). The output and {states}
    have `hidden_channels` channels, and an axis of size s becomes one of size s + 2 i2h_pad - i2h_dilate (i2h_kernel - 1).
    In MXNet 1.9.1 the cell is in `gluon.contrib.rnn` alone.

    Parameters
    ----------
    input_shape : tuple of {ndim} int
        Shape of the inputs of one step without the batch axis, in the order of `conv_layout`.
    hidden_channels : int
        Channels of output and states.
    i2h_kernel : int or tuple of {dims} int
        Kernel of the inputs' convolution.
    h2h_kernel : int or tuple of {dims} int
        Kernel of the states' convolution, of odd sizes; it is padded so that the states keep their shape.
    i2h_pad : int or tuple of {dims} int, default {zeros}
        Zeros on each side of the inputs.
    i2h_dilate, h2h_dilate : int or tuple of {dims} int, default {ones}
        Distance of the entries that meet neighbouring weights, for inputs and for states.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (i2h) and for the state (h2h){together}.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases{together}.
    conv_layout : {layouts}, default '{layout}'
        Order of the axes of inputs, outputs and weights.
    activation : str or Block, default 'tanh'
        {activated}: 'tanh', 'relu', 'sigmoid', 'softsign', ... or a block.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If a size of `h2h_kernel` is even, or a tuple has another length than {dims}.

    Examples
    --------
    {example}
    """
_PLAIN_EXAMPLE = """Every output is a sum over its neighbours in the input and in the state before:

    >>> cell = gluon.contrib.rnn.{name}({shape}, 1, i2h_kernel=3, h2h_kernel=3, i2h_pad=1, activation="relu")
    >>> cell.initialize(mx.init.One())
    >>> x = nd.ones({inputs})
    >>> first, states = cell(x, cell.begin_state(batch_size=1))
    >>> second, states = cell(x, states)
    >>> print(first.asnumpy().ravel(), second.asnumpy().ravel())
    {first} {second}"""
#: without weights, all gates are 0.5
_GATED_EXAMPLE = """Without weights all gates are sigmoid(0) = 0.5, so that {memory} halves with every step:

    >>> cell = gluon.contrib.rnn.{name}({shape}, hidden_channels=2, i2h_kernel=3, h2h_kernel=3)
    >>> cell.initialize(mx.init.Zero())
    >>> x = nd.ones({inputs})
    >>> outputs, states = cell.unroll(4, x, begin_state=cell.begin_state(batch_size=1, func=nd.ones), merge_outputs=True)
    >>> outputs.shape, float(states[-1].asnumpy().max())
    ({outputs}, 0.0625)"""


def _document(kind, dims):
    lstm, axes = kind == "LSTM", ("width", "height, width", "depth, height, width")[dims - 1]
    name = f"Conv{dims}D{kind}Cell"
    if kind == "RNN":
        ones = {count: "[" + " ".join([f"{count}."] * 2**dims) + "]" for count in (2**dims, 2**dims + 4**dims)}
        first, second = ones.values()  # windows of 3 cover all entries of axes of 2
        shape = (1, *(2,) * dims)
        example = _PLAIN_EXAMPLE.format(name=name, shape=shape, inputs=(1, *shape), first=first, second=second)
    else:
        shape, memory = (3, *(8,) * dims), "the content of the cell" if lstm else "the state"
        outputs = (1, 4, 2, *(6,) * dims)
        example = _GATED_EXAMPLE.format(name=name, shape=shape, inputs=(1, 4, *shape), outputs=outputs, memory=memory)
    return _DOC.format(
        text=_TEXTS[kind], source=_SOURCES[kind], equation=_EQUATIONS[kind], dims=dims, ndim=dims + 1, example=example,
        states="the states, last output and cell," if lstm else "the state, which is the last output,",
        axes=f"channels, {axes}", zeros=(0,) * dims, ones=(1,) * dims,
        together="" if kind == "RNN" else ", all gates together", layouts="{" + ", ".join(map(repr, _LAYOUTS[dims])) + "}",
        layout=_LAYOUTS[dims][0], activated=_ACTIVATED[kind],
    )  # fmt: skip


class _ConvCell(HybridRecurrentCell):
    """Shapes, parameters and the two convolutions; subclasses give the number of axes, the gates and the step."""

    _dims = 0
    _gate_names = ()
    _state_count = 1

    def __init__(
        self,
        input_shape: Any,
        hidden_channels: Any,
        kernels: Any,
        i2h_pad: Any,
        dilations: Any,
        initializers: Any,
        conv_layout: Any,
        activation: Any,
        prefix: str | None,
        params: ParameterDict | None,
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
    def _num_gates(self) -> Any:
        return len(self._gate_names)

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        channels = shape[1 if self._channel_axis == 1 else -1]
        return f"{type(self).__name__}({channels or None} -> {shape[0]}, {self._activation}, {self._conv_layout})"

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        shape = list(self.i2h_weight.shape)
        shape[self._channel_axis] = x.shape[-self._dims - 1 :][self._channel_axis - 1]
        self.i2h_weight.shape = tuple(shape)

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._conv_layout} for _ in range(self._state_count)]

    def _conv_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any, prefix: str
    ) -> Any:
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
        input_shape: Any,
        hidden_channels: Any,
        i2h_kernel: Any,
        h2h_kernel: Any,
        i2h_pad: Any = (0,),
        i2h_dilate: Any = (1,),
        h2h_dilate: Any = (1,),
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: str = "zeros",
        h2h_bias_initializer: str = "zeros",
        conv_layout: str = "NCW",
        activation: str = "tanh",
        prefix: str | None = None,
        params: ParameterDict | None = None,
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
        input_shape: Any,
        hidden_channels: Any,
        i2h_kernel: Any,
        h2h_kernel: Any,
        i2h_pad: Any = (0, 0),
        i2h_dilate: Any = (1, 1),
        h2h_dilate: Any = (1, 1),
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: str = "zeros",
        h2h_bias_initializer: str = "zeros",
        conv_layout: str = "NCHW",
        activation: str = "tanh",
        prefix: str | None = None,
        params: ParameterDict | None = None,
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
        input_shape: Any,
        hidden_channels: Any,
        i2h_kernel: Any,
        h2h_kernel: Any,
        i2h_pad: Any = (0, 0, 0),
        i2h_dilate: Any = (1, 1, 1),
        h2h_dilate: Any = (1, 1, 1),
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: str = "zeros",
        h2h_bias_initializer: str = "zeros",
        conv_layout: str = "NCDHW",
        activation: str = "tanh",
        prefix: str | None = None,
        params: ParameterDict | None = None,
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

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        step = f"t{self._counter}_"
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias, step)
        output = self._get_activation(F, i2h + h2h, self._activation, name=step + "out")
        return output, [output]


class _LSTMStep(_ConvCell):
    _gate_names = ("_i", "_f", "_c", "_o")
    _state_count = 2

    def _alias(self) -> str:
        return "conv_lstm"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
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

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
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
    __doc__ = _document("RNN", 1)


class Conv2DRNNCell(_PlainStep, _Conv2D):
    __doc__ = _document("RNN", 2)


class Conv3DRNNCell(_PlainStep, _Conv3D):
    __doc__ = _document("RNN", 3)


class Conv1DLSTMCell(_LSTMStep, _Conv1D):
    __doc__ = _document("LSTM", 1)


class Conv2DLSTMCell(_LSTMStep, _Conv2D):
    __doc__ = _document("LSTM", 2)


class Conv3DLSTMCell(_LSTMStep, _Conv3D):
    __doc__ = _document("LSTM", 3)


class Conv1DGRUCell(_GRUStep, _Conv1D):
    __doc__ = _document("GRU", 1)


class Conv2DGRUCell(_GRUStep, _Conv2D):
    __doc__ = _document("GRU", 2)


class Conv3DGRUCell(_GRUStep, _Conv3D):
    __doc__ = _document("GRU", 3)
