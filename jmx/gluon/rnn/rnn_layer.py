"""Recurrent layers over whole sequences, each computed by one operator."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ... import ndarray, symbol
from ..._dialects import dialect
from ...initializer.recurrent import RNNFused, rnn_pieces
from ...util import is_np_array, is_np_shape
from ..block import HybridBlock
from ..parameter import tensor_types
from . import rnn_cell
from ._sequence import first_state

if TYPE_CHECKING:
    from ..._typing import AnyFunction, BlockKeywords, DTypeLike, Float, Int, RecurrentKeywords
    from ...initializer.base import Initializer
    from ..parameter import Parameter

__all__ = ["RNN", "LSTM", "GRU"]

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_PARAMETER = re.compile(r"\A([lr])(\d+)_(i2h|h2h|h2r)_(weight|bias)\Z")


class _RNNLayer(HybridBlock):
    """Layers of one kind of cell, one- or bidirectional."""

    l0_i2h_weight: Parameter  # and so on for every layer, direction and gate

    def __init__(
        self,
        hidden_size: Any,
        num_layers: Any,
        layout: Any,
        dropout: Any,
        bidirectional: Any,
        input_size: Any,
        i2h_weight_initializer: Any,
        h2h_weight_initializer: Any,
        i2h_bias_initializer: Any,
        h2h_bias_initializer: Any,
        mode: Any,
        projection_size: Any,
        h2r_weight_initializer: Any,
        lstm_state_clip_min: Any,
        lstm_state_clip_max: Any,
        lstm_state_clip_nan: Any,
        dtype: DTypeLike,
        use_sequence_length: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        assert layout in ("TNC", "NTC"), f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']"
        self._hidden_size = hidden_size
        self._projection_size = projection_size or None
        self._num_layers = num_layers
        self._mode = mode
        self._layout = layout
        self._dropout = dropout
        self._dir = 2 if bidirectional else 1
        self._input_size = input_size
        self._i2h_weight_initializer = i2h_weight_initializer
        self._h2h_weight_initializer = h2h_weight_initializer
        self._i2h_bias_initializer = i2h_bias_initializer
        self._h2h_bias_initializer = h2h_bias_initializer
        self._h2r_weight_initializer = h2r_weight_initializer
        self._lstm_state_clip_min = lstm_state_clip_min
        self._lstm_state_clip_max = lstm_state_clip_max
        self._lstm_state_clip_nan = lstm_state_clip_nan
        self._dtype = dtype
        self._use_sequence_length = use_sequence_length
        self.skip_states = None
        self._gates = _GATES[mode]
        if dialect().fused_rnn_parameter:
            self._own_vector()
            return
        rows, inputs, outputs = self._gates * hidden_size, input_size, self._projection_size or hidden_size
        for place in self._places():
            if place[0] == "l" and place != "l0":
                inputs = outputs * self._dir
            self._register_param(f"{place}_i2h_weight", (rows, inputs), i2h_weight_initializer, dtype)
            self._register_param(f"{place}_h2h_weight", (rows, outputs), h2h_weight_initializer, dtype)
            self._register_param(f"{place}_i2h_bias", (rows,), i2h_bias_initializer, dtype)
            self._register_param(f"{place}_h2h_bias", (rows,), h2h_bias_initializer, dtype)
            if projection_size:
                self._register_param(f"{place}_h2r_weight", (outputs, hidden_size), h2r_weight_initializer, dtype)

    def _own_vector(self):
        """Make the one parameter that the layer has in MXNet 2.0."""
        init = RNNFused(
            self._mode, self._num_layers, self._hidden_size, self._dir == 2, self._projection_size,
            i2h_weight_initializer=self._i2h_weight_initializer, h2h_weight_initializer=self._h2h_weight_initializer,
            i2h_bias_initializer=self._i2h_bias_initializer, h2h_bias_initializer=self._h2h_bias_initializer,
            h2r_weight_initializer=self._h2r_weight_initializer,
        )  # fmt: skip
        size = -1
        if self._input_size:
            pieces = rnn_pieces(
                self._mode, self._num_layers, self._input_size, self._hidden_size, self._dir == 2, self._projection_size
            )
            size = sum(math.prod(shape) for _, shape in pieces)
        self.rnn_param = self._params.get("rnn_param", shape=(size,), init=init, allow_deferred_init=True, dtype=self._dtype)

    def _places(self) -> Any:
        """'l0', 'r0', 'l1', ...: layers from below, forward and backward."""
        return [f"{way}{layer}" for layer in range(self._num_layers) for way in "lr"[: self._dir]]

    def _register_param(self, name, shape, init, dtype):
        param = self._params.get(name, shape=shape, init=init, allow_deferred_init=True, dtype=dtype)
        setattr(self, name, param)
        return param

    def __repr__(self) -> str:
        rows, inputs = self._gates * self._hidden_size, self._input_size
        if "l0_i2h_weight" in self._reg_params:
            rows, inputs = self.l0_i2h_weight.shape
        text = f"{type(self).__name__}({inputs or None} -> {rows // self._gates}, {self._layout}"
        if self._num_layers != 1:
            text += f", num_layers={self._num_layers}"
        if self._dropout != 0:
            text += f", dropout={self._dropout}"
        if self._dir == 2:
            text += ", bidirectional"
        return text + ")"

    def _collect_params_with_prefix(self, prefix: str = "") -> Any:
        # Parameter files name the weights as those of the stack of cells that MXNet once made of a layer.
        start = f"{prefix}." if prefix else ""
        params = {}
        for key, param in self._reg_params.items():
            if key == "rnn_param":
                params[start + key] = param
                continue
            way, layer, group, role = _PARAMETER.findall(key)[0]
            cell = f"{way}_cell." if self._dir == 2 else ""
            params[f"{start}_unfused.{layer}.{cell}{group}_{role}"] = param
        for name, child in self._children.items():
            params.update(child._collect_params_with_prefix(start + name))
        return params

    def state_info(self, batch_size: Int = 0) -> list[dict[str, Any]]:
        """A dict with `shape`, `__layout__` and `dtype` for each state."""
        shape = (self._num_layers * self._dir, batch_size, self._hidden_size)
        return [{"shape": shape, "__layout__": "LNC", "dtype": self._dtype}]

    def _unfuse(self):
        """A HybridSequentialRNNCell of single cells with the same parameters."""
        if "rnn_param" in self._reg_params:
            raise NotImplementedError(
                "_unfuse: with the interface of MXNet 2.0 the layer has one parameter, rnn_param, which cells cannot share. "
                "gluon.utils.split_rnn_params(layer.rnn_param.data(), ...) cuts it into theirs."
            )
        assert not self._projection_size, "_unfuse does not support projection layer yet!"
        assert not self._lstm_state_clip_min and not self._lstm_state_clip_max, "_unfuse does not support state clipping yet!"
        cell_class, options = {
            "rnn_relu": (rnn_cell.RNNCell, {"activation": "relu"}),
            "rnn_tanh": (rnn_cell.RNNCell, {"activation": "tanh"}),
            "lstm": (rnn_cell.LSTMCell, {}),
            "gru": (rnn_cell.GRUCell, {}),
        }[self._mode]
        options |= {
            "i2h_weight_initializer": self._i2h_weight_initializer,
            "h2h_weight_initializer": self._h2h_weight_initializer,
            "i2h_bias_initializer": self._i2h_bias_initializer,
            "h2h_bias_initializer": self._h2h_bias_initializer,
        }
        stack = rnn_cell.HybridSequentialRNNCell(prefix=self.prefix, params=self._params)
        with stack.name_scope():
            inputs = self._input_size
            for layer in range(self._num_layers):
                cells = [
                    cell_class(self._hidden_size, input_size=inputs, prefix=f"{way}{layer}_", **options)
                    for way in "lr"[: self._dir]
                ]
                stack.add(rnn_cell.BidirectionalCell(*cells) if self._dir == 2 else cells[0])
                if self._dropout > 0 and layer != self._num_layers - 1:
                    stack.add(rnn_cell.DropoutCell(self._dropout))
                inputs = self._hidden_size * self._dir
        return stack

    def cast(self, dtype: DTypeLike) -> None:
        super().cast(dtype)
        self._dtype = dtype

    def begin_state(self, batch_size: Int = 0, func: AnyFunction = ndarray.zeros, **kwargs: Any) -> list[Any]:
        return [
            first_state(func, f"{self.prefix}h0_{number}", {**(info or {}), **kwargs})
            for number, info in enumerate(self.state_info(batch_size))
        ]

    begin_state.__doc__ = rnn_cell.RecurrentCell.begin_state.__doc__

    def __call__(self, inputs: Any, states: Any = None, sequence_length: Any = None, **kwargs) -> Any:
        self.skip_states = states is None
        if states is None:
            if isinstance(inputs, ndarray.NDArray):
                batch_size = inputs.shape[self._layout.find("N")]
                states = self.begin_state(batch_size, ctx=inputs.ctx, dtype=inputs.dtype)
            else:
                states = self.begin_state(-1 if is_np_shape() else 0, func=symbol.zeros)  # whatever the inputs have
        if isinstance(states, tensor_types):
            states = [states]
        lengths = (sequence_length,) if self._use_sequence_length else ()
        return super().__call__(inputs, states, *lengths, **kwargs)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any, sequence_length: Any = None, **kwargs: Any) -> Any:
        if F is ndarray:
            for state, info in zip(states, self.state_info(inputs.shape[self._layout.find("N")])):
                if state.shape != info["shape"]:
                    raise ValueError(
                        f"Invalid recurrent state shape. Expecting {info['shape']}, got {state.shape}. "
                        f"{self.name} was given inputs of shape {inputs.shape} in layout {self._layout}."
                    )
        outputs, states = self._forward_kernel(F, inputs, states, sequence_length, **kwargs)
        return outputs if self.skip_states else (outputs, states)

    def _forward_kernel(self, F, inputs, states, sequence_length, **kwargs):
        """Outputs and last states, by the one operator for all layers."""
        numpy = is_np_array()
        swapaxes = F.np.swapaxes if numpy else F.swapaxes
        if self._layout == "NTC":
            inputs = swapaxes(inputs, 0, 1)
        if "rnn_param" in kwargs:
            vector = kwargs["rnn_param"]
        else:
            vector = self._joined(F, numpy, kwargs)
        run = F.npx.rnn if numpy else F.RNN
        lengths = {"sequence_length": sequence_length} if self._use_sequence_length else {}
        outputs, *states = run(
            inputs,
            vector,
            *states,
            **lengths,
            use_sequence_length=self._use_sequence_length,
            state_size=self._hidden_size,
            projection_size=self._projection_size,
            num_layers=self._num_layers,
            bidirectional=self._dir == 2,
            p=self._dropout,
            state_outputs=True,
            mode=self._mode,
            lstm_state_clip_min=self._lstm_state_clip_min,
            lstm_state_clip_max=self._lstm_state_clip_max,
            lstm_state_clip_nan=self._lstm_state_clip_nan,
        )
        return swapaxes(outputs, 0, 1) if self._layout == "NTC" else outputs, states

    def _joined(self, F, numpy, kwargs):
        """The parameters of all layers as the vector that the operator takes."""
        groups = {"weight": ("i2h", "h2h", "h2r") if self._projection_size else ("i2h", "h2h"), "bias": ("i2h", "h2h")}
        flat = [
            kwargs[f"{place}_{group}_{role}"].reshape(-1) for role in groups for place in self._places() for group in groups[role]
        ]
        join = F.np._internal.rnn_param_concat if numpy else F._internal._rnn_param_concat
        return join(*flat, dim=0)


_DOC = """{text}

    Parameters
    ----------
    hidden_size : int
        {size}
    num_layers : int, default 1
        How many layers, one above the other.
    {activation}layout : {{'TNC', 'NTC'}}, default 'TNC'
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
    {projection}dtype : str, default 'float32'
        Element type of parameters and of states that are made.
    prefix, params, use_sequence_length
        `prefix` and `params` as for :class:`HybridBlock`; with `use_sequence_length` the layer is called as
        ``layer(inputs, states, sequence_length)``, the last (batch,), and outputs behind the end are zero.

    {calls}

    Raises
    ------
    AssertionError
        `layout` is another one.
    ValueError
        At a call: states have another shape.
    """
_PROJECTION = """projection_size : int, optional
        Features of the outputs, which are then a linear function of the hidden ones.
    h2r_weight_initializer : Initializer or str, optional
        First value of the projection.
    state_clip_min, state_clip_max : float, optional
        Bounds of the cells' values.
    state_clip_nan : bool, default False
        Accepted for MXNet's sake, which ignores it on CPU.
    """
_CALLED_WITH_ONE_STATE = """Input (time, batch, input_size) gives (time, batch, directions * hidden_size). Called with a state
    (directions * num_layers, batch, hidden_size) it returns (output, [new state]), otherwise the output alone."""
_CALLED_WITH_TWO_STATES = """Input (time, batch, input_size) gives (time, batch, directions * size), where `size` is
    `projection_size` or `hidden_size`. Called with states [(directions * num_layers, batch, size), (directions *
    num_layers, batch, hidden_size)] it returns (output, new states), otherwise the output alone."""


_EXAMPLE = """
    Examples
    --------
    >>> layer = gluon.rnn.{name}(4, num_layers=2)
    >>> layer.initialize()
    >>> output, states = layer(nd.ones((5, 3, 10)), layer.begin_state(batch_size=3))
    >>> output.shape, [state.shape for state in states]
    ((5, 3, 4), {states})
    >>> both_ways = gluon.rnn.{name}(4, layout="NTC", bidirectional=True)
    >>> both_ways.initialize()
    >>> both_ways(nd.ones((3, 5, 10))).shape
    (3, 5, 8)
    """


def _document(name, text, size, calls, activation="", projection=""):
    start = _DOC.format(text=text, size=size, calls=calls, activation=activation, projection=projection).rstrip()
    states = [(2, 3, 4)] * (2 if name == "LSTM" else 1)
    return start + "\n" + _EXAMPLE.format(name=name, states=states)


class RNN(_RNNLayer):
    __doc__ = _document(
        "RNN",
        "Layers of plain recurrent cells: ``h' = activation(W_ih x + b_ih + W_hh h + b_hh)``.",
        "Features of the output of each direction.",
        _CALLED_WITH_ONE_STATE,
        activation="activation : {'relu', 'tanh'}, default 'relu'\n        The activation.\n    ",
    )

    def __init__(
        self,
        hidden_size: Int,
        num_layers: Int = 1,
        activation: Literal["relu", "tanh"] | str = "relu",
        layout: Literal["TNC", "NTC"] | str = "TNC",
        dropout: Float = 0,
        bidirectional: bool = False,
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        input_size: Int = 0,
        dtype: str = "float32",
        **kwargs: Unpack[RecurrentKeywords],
    ) -> None:
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "rnn_" + activation, None, None,
            None, None, False, dtype, **kwargs,
        )  # fmt: skip


class LSTM(_RNNLayer):
    __doc__ = _document(
        "LSTM",
        "Layers of long short-term memory, as :class:`LSTMCell` computes it.",
        "Features of the cells, and without projection of the output of each direction.",
        _CALLED_WITH_TWO_STATES,
        projection=_PROJECTION,
    )

    def __init__(
        self,
        hidden_size: Int,
        num_layers: Int = 1,
        layout: Literal["TNC", "NTC"] | str = "TNC",
        dropout: Float = 0,
        bidirectional: bool = False,
        input_size: Int = 0,
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        projection_size: Int | None = None,
        h2r_weight_initializer: Initializer | str | None = None,
        state_clip_min: Float | None = None,
        state_clip_max: Float | None = None,
        state_clip_nan: bool = False,
        dtype: str = "float32",
        **kwargs: Unpack[RecurrentKeywords],
    ) -> None:
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "lstm", projection_size,
            h2r_weight_initializer, state_clip_min, state_clip_max, state_clip_nan, dtype, **kwargs,
        )  # fmt: skip

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        count = self._num_layers * self._dir
        return [
            {"shape": (count, batch_size, size), "__layout__": "LNC", "dtype": self._dtype}
            for size in (self._projection_size or self._hidden_size, self._hidden_size)
        ]


class GRU(_RNNLayer):
    __doc__ = _document(
        "GRU",
        "Layers of gated recurrent units, as :class:`GRUCell` computes them.",
        "Features of the output of each direction.",
        _CALLED_WITH_ONE_STATE,
    )

    def __init__(
        self,
        hidden_size: Int,
        num_layers: Int = 1,
        layout: Literal["TNC", "NTC"] | str = "TNC",
        dropout: Float = 0,
        bidirectional: bool = False,
        input_size: Int = 0,
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        dtype: str = "float32",
        **kwargs: Unpack[RecurrentKeywords],
    ) -> None:
        super().__init__(
            hidden_size, num_layers, layout, dropout, bidirectional, input_size, i2h_weight_initializer,
            h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, "gru", None, None,
            None, None, False, dtype, **kwargs,
        )  # fmt: skip
