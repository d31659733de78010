"""The cells with parameters: vanilla, LSTM and GRU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._described import described_by
from ._base import HybridRecurrentCell

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Float, Int
    from ...initializer.base import Initializer
    from ..parameter_dict import ParameterDict

__all__ = ["GRUCell", "LSTMCell", "RNNCell"]


#: parameters of cells, as their documentation has them
CELL_DOC = """
Parameters
----------
input_size : int, default 0
    Features of the input; 0 leaves it to the first step.
prefix, params
    As for :class:`RecurrentCell`.
"""


def _gate(cell, F, total, activation, name):
    """An activation as MXNet 1.9.1's cells apply it, or one that only MXNet 2.0's take."""
    if activation in ("sigmoid", "tanh"):
        return F.Activation(total, act_type=activation, name=name)
    return cell._get_activation(F, total, activation, name=name)


class _DenseCell(HybridRecurrentCell):
    """A cell with one matrix for its inputs and one for its output of the step before, for all gates together."""

    _gates = 1

    def __init__(
        self, hidden_size: Any, input_size: Any, weights: Any, biases: Any, prefix: str | None, params: ParameterDict | None
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        rows = self._gates * hidden_size
        self.i2h_weight = self._own("i2h_weight", (rows, input_size), weights[0])
        self.h2h_weight = self._own("h2h_weight", (rows, hidden_size), weights[1])
        self.i2h_bias = self._own("i2h_bias", (rows,), biases[0])
        self.h2h_bias = self._own("h2h_bias", (rows,), biases[1])

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        below = self._hidden_size * (2 if both_ways else 1)
        self.i2h_weight.shape = (self._gates * self._hidden_size, below if number else x.shape[-1])

    def _mapping(self) -> str:
        rows, inputs = self.i2h_weight.shape
        return f"{inputs or None} -> {rows}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mapping()})"

    def _products(
        self, F: Any, step: Any, inputs: Any, state: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """What the inputs and what the state add to all gates."""
        rows = self._gates * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=step + "i2h")
        h2h = F.FullyConnected(data=state, weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=step + "h2h")
        return i2h, h2h


@described_by(CELL_DOC)
class RNNCell(_DenseCell):
    """The plain recurrent cell: ``h' = activation(W_ih x + b_ih + W_hh h + b_hh)``.

    Input (batch, input_size) and one state (batch, hidden_size) give an output (batch, hidden_size), which is the new
    state too.

    Parameters
    ----------
    hidden_size : int
        Features of output and state.
    activation : str or callable, default 'tanh'
        'tanh', 'relu', 'sigmoid', 'softsign', ... or a block.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (hidden_size, input_size) and for the state (hidden_size, hidden_size).
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (hidden_size,).

    Examples
    --------
    >>> cell = gluon.rnn.RNNCell(2, activation="relu", input_size=3)
    >>> cell.initialize(mx.init.One())
    >>> output, states = cell(nd.ones((1, 3)), cell.begin_state(batch_size=1))
    >>> output.asnumpy(), len(states)
    (array([[3., 3.]], dtype=float32), 1)
    """

    def __init__(
        self,
        hidden_size: Int,
        activation: str | AnyFunction = "tanh",
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        input_size: Int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        weights = i2h_weight_initializer, h2h_weight_initializer
        super().__init__(hidden_size, input_size, weights, (i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._mapping()}, {self._activation})"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, step, inputs, states[0], i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        total = F.elemwise_add(i2h, h2h, name=step + "plus0")
        output = self._get_activation(F, total, self._activation, name=step + "out")
        return output, [output]


@described_by(CELL_DOC)
class LSTMCell(_DenseCell):
    """Long short-term memory: gates i, f, c, o of ``W_ih x + b_ih + W_hh h + b_hh``;
    ``c' = f c + i c~, h' = o tanh(c')``.

    Input (batch, input_size) and two states (batch, hidden_size), output and cell, give an output
    (batch, hidden_size) and the two new states.

    Parameters
    ----------
    hidden_size : int
        Features of output and states.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (4 hidden_size, input_size) and for the state (4 hidden_size, hidden_size),
        all gates together.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (4 hidden_size,). ``mx.init.LSTMBias(1.0)`` opens the forget gate at the start.
    activation, recurrent_activation : str, defaults 'tanh' and 'sigmoid'
        Activations of the new content and the output, and of the gates.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), layout="NTC", merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2), (4, 2)])
    >>> cell
    LSTMCell(3 -> 8)
    """

    _gates = 4

    def __init__(
        self,
        hidden_size: Int,
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        input_size: Int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
    ) -> None:
        weights = i2h_weight_initializer, h2h_weight_initializer
        super().__init__(hidden_size, input_size, weights, (i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation
        self._recurrent_activation = recurrent_activation

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"} for _ in range(2)]

    def _alias(self) -> str:
        return "lstm"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        step = f"t{self._counter}_"
        i2h, h2h = self._products(F, step, inputs, states[0], i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        parts = F.SliceChannel(F.elemwise_add(i2h, h2h, name=step + "plus0"), num_outputs=4, name=step + "slice")
        gate, content = self._recurrent_activation, self._activation
        in_gate = self._get_activation(F, parts[0], gate, name=step + "i")
        forget_gate = self._get_activation(F, parts[1], gate, name=step + "f")
        new = self._get_activation(F, parts[2], content, name=step + "c")
        out_gate = self._get_activation(F, parts[3], gate, name=step + "o")
        kept = F.elemwise_mul(forget_gate, states[1], name=step + "mul0")
        cell = F.elemwise_add(kept, F.elemwise_mul(in_gate, new, name=step + "mul1"), name=step + "state")
        shown = F.Activation(cell, act_type=content, name=step + "activation0")
        output = F.elemwise_mul(out_gate, shown, name=step + "out")
        return output, [output, cell]


@described_by(CELL_DOC)
class GRUCell(_DenseCell):
    """Gated recurrent unit, as cuDNN has it: the reset gate is applied after the matrix product.

    ``r, z`` are the gates of ``W_ih x + b_ih + W_hh h + b_hh``, ``n = tanh(W_in x + b_in + r (W_hn h + b_hn))`` and
    ``h' = (1 - z) n + z h``.

    Input (batch, input_size) and one state (batch, hidden_size) give an output (batch, hidden_size), which is the new
    state too.

    Parameters
    ----------
    hidden_size : int
        Features of output and state.
    i2h_weight_initializer, h2h_weight_initializer : Initializer or str, optional
        First values of the weights for the input (3 hidden_size, input_size) and for the state (3 hidden_size, hidden_size),
        all gates together.
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (3 hidden_size,).
    activation, recurrent_activation : str, defaults 'tanh' and 'sigmoid'
        Activations of the new content, and of the gates.

    Examples
    --------
    >>> cell = gluon.rnn.GRUCell(2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), layout="NTC", merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2)])
    >>> cell
    GRUCell(3 -> 6)
    """

    _gates = 3

    def __init__(
        self,
        hidden_size: Int,
        i2h_weight_initializer: Initializer | str | None = None,
        h2h_weight_initializer: Initializer | str | None = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        input_size: Int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
    ) -> None:
        weights = i2h_weight_initializer, h2h_weight_initializer
        super().__init__(hidden_size, input_size, weights, (i2h_bias_initializer, h2h_bias_initializer), prefix, params)
        self._activation = activation
        self._recurrent_activation = recurrent_activation

    def _alias(self) -> str:
        return "gru"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        step = f"t{self._counter}_"
        before = states[0]
        i2h, h2h = self._products(F, step, inputs, before, i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        i2h_r, i2h_z, i2h_n = F.SliceChannel(i2h, num_outputs=3, name=step + "i2h_slice")
        h2h_r, h2h_z, h2h_n = F.SliceChannel(h2h, num_outputs=3, name=step + "h2h_slice")
        reset_sum = F.elemwise_add(i2h_r, h2h_r, name=step + "plus0")
        gate = self._recurrent_activation
        reset_gate = _gate(self, F, reset_sum, gate, name=step + "r_act")
        update_sum = F.elemwise_add(i2h_z, h2h_z, name=step + "plus1")
        update_gate = _gate(self, F, update_sum, gate, name=step + "z_act")
        shown = F.elemwise_mul(reset_gate, h2h_n, name=step + "mul0")
        total = F.elemwise_add(i2h_n, shown, name=step + "plus2")
        new = _gate(self, F, total, self._activation, name=step + "h_act")
        ones = F.ones_like(update_gate, name=step + "ones_like0")
        fresh = F.elemwise_mul(F.elemwise_sub(ones, update_gate, name=step + "minus0"), new, name=step + "mul1")
        kept = F.elemwise_mul(update_gate, before, name=step + "mul20")
        output = F.elemwise_add(fresh, kept, name=step + "out")
        return output, [output]
