"""Initializers for recurrent layers: a bias that favours forgetting, and flat vectors that hold all weights of a layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import ndarray
from .base import InitDesc, Initializer, create, register

if TYPE_CHECKING:
    from .._typing import Float, Int

__all__ = ["FusedRNN", "LSTMBias", "RNNFused"]


@register
class LSTMBias(Initializer):
    """Bias of an `LSTMCell`: 0, but `forget_bias` for the forget gate, the second quarter.

    Parameters
    ----------
    forget_bias : float, default 1.0
        Value for the forget gate.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(2, input_size=3, i2h_bias_initializer=mx.init.LSTMBias(1.0))
    >>> cell.initialize()
    >>> cell.i2h_bias.data().asnumpy()
    array([0., 0., 1., 1., 0., 0., 0., 0.], dtype=float32)
    """

    def __init__(self, forget_bias: Float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name: str, arr: Any) -> None:
        num_hidden = arr.shape[0] // 4
        value = np.zeros(arr.shape, dtype="float32")
        value[num_hidden : 2 * num_hidden] = self.forget_bias
        arr[:] = value


#: the endings of the names of gates, by the kind of cell
GATES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"), "gru": ("_r", "_z", "_o")}


@register
class FusedRNN(Initializer):
    """Initialize the one flat parameter vector of a fused RNN gate by gate.

    Parameters
    ----------
    init : Initializer, str or None
        For each weight and bias; the global initializer if None.
    num_hidden, num_layers : int
        Size of the network.
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        Its kind.
    bidirectional : bool, default False
        Whether there is a backward direction.
    forget_bias : float, default 1.0
        Value of the forget gates' biases of an LSTM.

    Examples
    --------
    The vector of an LSTM with one input and one unit: four weights of the input, four of the state, then biases of the input and
    of the state. In each group the forget gate's comes second.

    >>> init = mx.init.FusedRNN(mx.init.Zero(), num_hidden=1, num_layers=1, mode="lstm", forget_bias=1.0)
    >>> vector = nd.zeros(16)
    >>> init(mx.init.InitDesc("lstm_weight"), vector)
    >>> vector.asnumpy()
    array([0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0.],
          dtype=float32)
    """

    def __init__(
        self,
        init: Initializer | str | None,
        num_hidden: Int,
        num_layers: Int,
        mode: Literal["rnn_relu", "rnn_tanh", "lstm", "gru"] | str,
        bidirectional: bool = False,
        forget_bias: Float = 1.0,
    ) -> None:
        if isinstance(init, str):
            init = create(init)
        super().__init__(
            init=init.dumps() if init is not None else None,
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        self._init = init
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._bidirectional = bidirectional
        self._forget_bias = forget_bias

    def _pieces(self, size):
        """Yield (name, shape) of the parts of a vector of `size` elements, in their order."""
        hidden, gates = self._num_hidden, GATES[self._mode]
        directions = "lr" if self._bidirectional else "l"
        ways = len(directions)
        rest = (self._num_layers - 1) * (hidden + ways * hidden + 2) + hidden + 2
        num_input = size // ways // hidden // len(gates) - rest
        layers = [(f"{way}{layer}", layer) for layer in range(self._num_layers) for way in directions]
        for name, layer in layers:
            width = num_input if layer == 0 else ways * hidden
            yield from ((f"{name}_i2h{gate}_weight", (hidden, width)) for gate in gates)
            yield from ((f"{name}_h2h{gate}_weight", (hidden, hidden)) for gate in gates)
        for name, _ in layers:
            for part in ("i2h", "h2h"):
                yield from ((f"{name}_{part}{gate}_bias", (hidden,)) for gate in gates)

    def _init_weight(self, desc: Any, arr: Any) -> None:
        pieces = list(self._pieces(arr.size))
        total = sum(int(np.prod(shape)) for _, shape in pieces)
        if min(min(shape) for _, shape in pieces) <= 0 or total != arr.size:
            raise ValueError(
                f"{desc} with {arr.size} elements is no parameter of a {self._mode} with {self._num_layers} layers, "
                f"{self._num_hidden} hidden units{' and two directions' if self._bidirectional else ''}"
            )
        values = []
        for name, shape in pieces:
            part = ndarray.zeros(shape, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                part[:] = self._forget_bias
            else:
                init = desc.global_init if self._init is None else self._init
                init(InitDesc(name, global_init=desc.global_init), part)
            values.append(part.asnumpy().ravel())
        arr[:] = np.concatenate(values).reshape(arr.shape)


def rnn_pieces(
    mode: Literal["rnn_relu", "rnn_tanh", "lstm", "gru"] | str,
    num_layers: Int,
    input_size: Int,
    hidden_size: Int,
    bidirectional: bool = False,
    projection_size: Int | None = None,
) -> list[tuple[str, tuple[int, ...]]]:
    """The parts of the one flat parameter vector of a recurrent layer, in their order.

    Parameters
    ----------
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        The kind of cell.
    num_layers, input_size, hidden_size : int
        Size of the network.
    bidirectional : bool
        Whether there is a backward direction.
    projection_size : int, optional
        Size of the outputs, if they are projected.

    Returns
    -------
    list of (str, tuple of int)
        Names such as `l0_i2h_weight`, and shapes.
    """
    rows, outputs = len(GATES[mode]) * hidden_size, projection_size or hidden_size
    ways = "lr" if bidirectional else "l"
    pieces = []
    for role in ("weight", "bias"):
        for layer in range(num_layers):
            inputs = input_size if layer == 0 else outputs * len(ways)
            shapes = {"i2h": (rows, inputs), "h2h": (rows, outputs)}
            if projection_size and role == "weight":
                shapes["h2r"] = (projection_size, hidden_size)
            for way in ways:
                for group, shape in shapes.items():
                    pieces.append((f"{way}{layer}_{group}_{role}", shape if role == "weight" else (rows,)))
    return pieces


@register
class RNNFused(Initializer):
    """Initialize the one flat parameter vector that recurrent layers have in MXNet 2.0, part by part.

    Parameters
    ----------
    mode : {'rnn_relu', 'rnn_tanh', 'lstm', 'gru'}
        The kind of cell.
    num_layers, state_size : int
        Size of the network.
    bidirectional : bool
        Whether there is a backward direction.
    projection_size : int, optional
        Size of the outputs, if they are projected.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer, h2r_weight_initializer
        Initializer or its name for the parts; the global one by default.

    Examples
    --------
    The vector of a plain cell with one input and two units: two weights of the input, four of the state, then the biases of both.

    >>> init = mx.init.RNNFused("rnn_tanh", 1, 2, i2h_weight_initializer="ones", h2h_weight_initializer="zeros",
    ...                         i2h_bias_initializer=mx.init.Constant(7), h2h_bias_initializer="zeros")
    >>> vector = nd.zeros(10)
    >>> init(mx.init.InitDesc("rnn_weight"), vector)
    >>> vector.asnumpy()
    array([1., 1., 0., 0., 0., 0., 7., 7., 0., 0.], dtype=float32)
    """

    def __init__(
        self,
        mode: Literal["rnn_relu", "rnn_tanh", "lstm", "gru"] | str,
        num_layers: Int,
        state_size: Int,
        bidirectional: bool = False,
        projection_size: Int | None = None,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = None,
        h2h_bias_initializer: Any = None,
        h2r_weight_initializer: Any = None,
    ) -> None:
        own = {
            "i2h_weight": i2h_weight_initializer,
            "h2h_weight": h2h_weight_initializer,
            "i2h_bias": i2h_bias_initializer,
            "h2h_bias": h2h_bias_initializer,
            "h2r_weight": h2r_weight_initializer,
        }
        self._sizes = {"bidirectional": bidirectional, "projection_size": projection_size}
        super().__init__(
            mode=mode,
            num_layers=num_layers,
            state_size=state_size,
            **self._sizes,
            **{f"{part}_initializer": init.dumps() if isinstance(init, Initializer) else init for part, init in own.items()},
        )
        self._own, self._layers = own, (mode, num_layers)
        self._state_size = state_size

    def _init_weight(self, desc: Any, arr: Any) -> None:
        mode, num_layers = self._layers

        def pieces(input_size):
            return rnn_pieces(mode, num_layers, input_size, self._state_size, **self._sizes)

        def count(input_size):
            return sum(int(np.prod(shape)) for _, shape in pieces(input_size))

        each = count(1) - count(0)
        input_size = (arr.size - count(0)) // each
        if input_size <= 0 or count(input_size) != arr.size:
            raise ValueError(
                f"{desc} with {arr.size} elements is no parameter of a {mode} with {num_layers} layers and {self._state_size} "
                "hidden units"
            )
        values = []
        for name, shape in pieces(input_size):
            init = self._own[name.partition("_")[2]]
            part = ndarray.zeros(shape, dtype=arr.dtype)
            attrs = {} if init is None else {"__init__": init}
            (desc.global_init if init is None else create(init))(InitDesc(name, attrs, desc.global_init), part)
            values.append(part.asnumpy().ravel())
        arr[:] = np.concatenate(values)
