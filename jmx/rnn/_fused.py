"""The cell for several layers at once, computed by one operator."""

from __future__ import annotations

import functools
import itertools
import math
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import initializer as init
from .. import ndarray, symbol
from ..initializer.recurrent import GATES
from ._cell import BaseRNNCell, GRUCell, LSTMCell, RNNCell, _normalize_sequence
from ._combined import BidirectionalCell, DropoutCell, SequentialRNNCell

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..symbol.symbol import Symbol
    from ._cell import RNNParams

__all__ = ["FusedRNNCell"]


class FusedRNNCell(BaseRNNCell):
    """Layers of cells, with all weights in one vector; it can only be unrolled.

    Parameters
    ----------
    num_hidden : int
        Features of the output of each direction.
    num_layers : int
        How many layers.
    mode : str
        'rnn_relu', 'rnn_tanh', 'lstm' or 'gru'.
    bidirectional : bool
        Whether each layer goes through the sequence from both sides.
    dropout : float
        Share of zeros between layers.
    get_next_state : bool
        Whether `unroll` returns the last states.
    forget_bias : float
        First value of an LSTM's forget gate's bias.
    prefix : str, optional
        Start of the names of variables and operators, `mode` and '_' by default.
    params : RNNParams, optional
        Variables to share.

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(4, num_layers=2, mode="gru", bidirectional=True, prefix="gru_")
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'gru_parameters']
    >>> outputs.infer_shape(data=(3, 2, 5))[1]    # both directions side by side
    [(3, 2, 8)]
    """

    def __init__(
        self,
        num_hidden: Int,
        num_layers: Int = 1,
        mode: str = "lstm",
        bidirectional: bool = False,
        dropout: Float = 0.0,
        get_next_state: bool = False,
        forget_bias: Float = 1.0,
        prefix: str | None = None,
        params: RNNParams | None = None,
    ) -> None:
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._bidirectional = bidirectional
        self._dropout = dropout
        self._get_next_state = get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        first = init.FusedRNN(None, num_hidden, num_layers, mode, bidirectional, forget_bias)
        self._parameter = self.params.get("parameters", init=first)

    @property
    def state_info(self) -> Any:
        shape = (len(self._directions) * self._num_layers, 0, self._num_hidden)
        return [{"shape": shape, "__layout__": "LNC"} for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _gate_names(self) -> Any:
        return list(GATES[self._mode])

    def _slice_weights(self, arr, li, lh):
        """The parts of the vector `arr` by name, for `li` inputs and `lh` outputs; writing to them writes to `arr`."""
        slices, at = {}, 0

        def take(name, *shape):
            nonlocal at
            size = math.prod(shape)
            slices[name] = arr[at : at + size].reshape(shape)
            at += size

        # weights of all layers first, then biases; of each layer those of its inputs, then those of its states
        parts = list(itertools.product(range(self._num_layers), self._directions, ("i2h", "h2h"), self._gate_names))
        for layer, direction, group, gate in parts:
            width = lh if group == "h2h" else len(self._directions) * lh if layer else li
            take(f"{self._prefix}{direction}{layer}_{group}{gate}_weight", lh, width)
        for layer, direction, group, gate in parts:
            take(f"{self._prefix}{direction}{layer}_{group}{gate}_bias", lh)
        assert at == arr.size, f"Invalid parameters size for FusedRNNCell: {arr.size} values, {at} are needed"
        return slices

    def unpack_weights(self, args: Any) -> Any:
        args = args.copy()
        arr = args.pop(self._parameter.name)
        b, m, h = len(self._directions), self._num_gates, self._num_hidden
        num_input = arr.size // b // h // m - (self._num_layers - 1) * (h + b * h + 2) - h - 2
        args.update((name, part.copy()) for name, part in self._slice_weights(arr, num_input, h).items())
        return args

    def pack_weights(self, args: Any) -> Any:
        args = args.copy()
        b, m, h = len(self._directions), self._num_gates, self._num_hidden
        first = args[f"{self._prefix}l0_i2h{self._gate_names[0]}_weight"]
        num_input = first.shape[1]
        total = (num_input + h + 2) * h * m * b + (self._num_layers - 1) * m * h * (h + b * h + 2) * b
        arr = ndarray.zeros((total,), ctx=first.context, dtype=first.dtype)
        for name, part in self._slice_weights(arr, num_input, h).items():
            part[:] = args.pop(name)
        args[self._parameter.name] = arr
        return args

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        """Raise NotImplementedError: use `unroll`."""
        raise NotImplementedError("FusedRNNCell cannot be stepped. Please use unroll")

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> Any:
        self.reset()
        inputs, axis = _normalize_sequence(length, inputs, layout, True)
        if axis == 1:
            warnings.warn("NTC layout detected. Consider using TNC for FusedRNNCell for faster speed", stacklevel=2)
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        else:
            assert axis == 0, f"Unsupported layout {layout}"
        begin = self.begin_state() if begin_state is None else begin_state
        rnn = symbol.RNN(
            data=inputs,
            parameters=self._parameter,
            state_size=self._num_hidden,
            num_layers=self._num_layers,
            bidirectional=self._bidirectional,
            p=self._dropout,
            state_outputs=self._get_next_state,
            mode=self._mode,
            name=self._prefix + "rnn",
            **dict(zip(("state", "state_cell"), begin[: 2 if self._mode == "lstm" else 1])),
        )
        outputs, states = rnn, []
        if self._get_next_state:
            outputs, *states = [rnn[i] for i in range(3 if self._mode == "lstm" else 2)]
            for state in states:
                state._set_attr(__layout__="LNC")
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        outputs, _ = _normalize_sequence(length, outputs, layout, merge_outputs)
        return outputs, states

    def unfuse(self) -> Any:
        """Return a SequentialRNNCell of single cells that uses the unpacked weights of this one."""

        plain = functools.partial(RNNCell, activation=self._mode.removeprefix("rnn_"))
        cell = functools.partial({"lstm": LSTMCell, "gru": GRUCell}.get(self._mode, plain), self._num_hidden)
        stack = SequentialRNNCell()
        for i in range(self._num_layers):
            cells = [cell(prefix=f"{self._prefix}{direction}{i}_") for direction in self._directions]
            if self._bidirectional:
                stack.add(BidirectionalCell(*cells, output_prefix=f"{self._prefix}bi_l{i}_"))
            else:
                stack.add(*cells)
            if self._dropout > 0 and i != self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{i}_"))
        return stack
