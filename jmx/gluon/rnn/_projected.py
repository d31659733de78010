"""Variational dropout, the LSTM cell with a projection, and unrolling as one loop operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..._described import described_by
from ..parameter import tensor_types
from ._base import HybridRecurrentCell
from ._gated import CELL_DOC
from ._modifiers import ModifierCell, _goes_both_ways
from ._sequence import _as_list, _format_sequence, _get_begin_state, _mask_sequence_variable_length

if TYPE_CHECKING:
    from ..._typing import Float, Int
    from ...initializer.base import Initializer
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol
    from ..parameter_dict import ParameterDict
    from ._base import RecurrentCell

__all__ = ["LSTMPCell", "VariationalDropoutCell", "dynamic_unroll"]


class VariationalDropoutCell(ModifierCell):
    """Drops, in training, the same inputs, states and outputs in all steps of a sequence (Gal and Ghahramani, 2015).

    What is dropped is drawn in the first step and kept until :meth:`reset`, which :meth:`unroll` calls. What stays grows by
    1 / (1 - share). In MXNet 1.9.1 the cell is in `gluon.contrib.rnn` alone.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell to wrap; not a bidirectional one if states are dropped.
    drop_inputs, drop_states, drop_outputs : float, default 0.0
        The shares that become zero, at least 0 and less than 1; of the states, the first one is meant.

    Raises
    ------
    AssertionError
        If states of a bidirectional cell shall be dropped: wrap the cells in it.

    Examples
    --------
    >>> base = gluon.rnn.RNNCell(500, activation="relu", input_size=3)
    >>> cell = gluon.contrib.rnn.VariationalDropoutCell(base, drop_outputs=0.5)
    >>> cell.initialize(mx.init.Constant(0.002))
    >>> with autograd.record():
    ...     outputs, states = cell.unroll(4, nd.ones((1, 4, 3)), merge_outputs=True)
    >>> dropped = outputs.asnumpy()[0] == 0
    >>> bool(dropped.any()), [bool((step == dropped[0]).all()) for step in dropped]
    (True, [True, True, True, True])
    """

    def __init__(
        self, base_cell: RecurrentCell, drop_inputs: Float = 0.0, drop_states: Float = 0.0, drop_outputs: Float = 0.0
    ) -> None:
        assert not drop_states or not _goes_both_ways(base_cell), (
            "BidirectionalCell doesn't support variational state dropout. Please add VariationalDropoutCell to the "
            "cells underneath instead."
        )
        super().__init__(base_cell)
        self.drop_inputs = drop_inputs
        self.drop_states = drop_states
        self.drop_outputs = drop_outputs
        self._forget_masks()

    def _forget_masks(self) -> None:
        self.drop_inputs_mask = None
        self.drop_states_mask = None
        self.drop_outputs_mask = None

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        super().reset()
        self._forget_masks()

    def _drop(self, F: Any, which: Any, values: Any) -> Any:
        """`values` without what the mask of inputs, states or outputs drops; draws the mask if there is none."""
        rate = getattr(self, which)
        if not rate:
            return values
        mask = getattr(self, which + "_mask")
        if mask is None:
            mask = F.Dropout(F.ones_like(values), p=rate)
            setattr(self, which + "_mask", mask)
        return values * mask

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        states = [self._drop(F, "drop_states", states[0]), *states[1:]]
        output, states = self.base_cell(self._drop(F, "drop_inputs", inputs), states)
        return self._drop(F, "drop_outputs", output), states

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def unroll(
        self,
        length: Int,
        inputs: Any,
        begin_state: Sequence[NDArray | Symbol] | Symbol | None = None,
        layout: Literal["NTC", "TNC"] | str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: NDArray | Symbol | None = None,
    ) -> tuple[Any, list[Any]]:
        if self.drop_states:
            return super().unroll(length, inputs, begin_state, layout, merge_outputs, valid_length=valid_length)
        # Without dropout of states, whole sequences can be dropped at once.
        self.reset()
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, True)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        if self.drop_inputs:
            inputs = F.Dropout(inputs, p=self.drop_inputs, axes=(axis,))
        outputs, states = self.base_cell.unroll(length, inputs, states, layout, merge_outputs=True, valid_length=valid_length)
        if self.drop_outputs:
            outputs = F.Dropout(outputs, p=self.drop_outputs, axes=(axis,))
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, tensor_types)
        outputs, _, _, _ = _format_sequence(length, outputs, layout, merge_outputs)
        if valid_length is not None:
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, merge_outputs)
        return outputs, states


@described_by(CELL_DOC)
class LSTMPCell(HybridRecurrentCell):
    """An LSTM cell whose output is projected to another size before it is shown and fed back (Sak et al., 2014).

    Gates i, f, c, o of ``W_ih x + b_ih + W_hr r + b_hr``; ``c' = f c + i c~, r' = W_rh (o tanh(c'))``. In MXNet 1.9.1 the cell
    is in `gluon.contrib.rnn` alone.

    Input (batch, input_size) and states [(batch, projection_size), (batch, hidden_size)] give an output
    (batch, projection_size) and the two new states.

    Parameters
    ----------
    hidden_size : int
        Features of the cell state.
    projection_size : int
        Features of the output.
    i2h_weight_initializer, h2h_weight_initializer, h2r_weight_initializer : Initializer or str, optional
        First values of the weights for the input (4 hidden_size, input_size), for the output of the step before
        (4 hidden_size, projection_size), and of the projection (projection_size, hidden_size).
    i2h_bias_initializer, h2h_bias_initializer : Initializer or str, default 'zeros'
        First values of the biases (4 hidden_size,).

    Examples
    --------
    >>> cell = gluon.contrib.rnn.LSTMPCell(hidden_size=8, projection_size=2)
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 2), [(4, 2), (4, 8)])
    >>> cell.h2r_weight.shape
    (2, 8)
    """

    def __init__(
        self,
        hidden_size: Any,
        projection_size: Any,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        h2r_weight_initializer: Any = None,
        i2h_bias_initializer: Initializer | str = "zeros",
        h2h_bias_initializer: Initializer | str = "zeros",
        input_size: Any = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size = hidden_size
        self._input_size = input_size
        self._projection_size = projection_size

        rows = 4 * hidden_size
        self.i2h_weight = self._own("i2h_weight", (rows, input_size), i2h_weight_initializer)
        self.h2h_weight = self._own("h2h_weight", (rows, projection_size), h2h_weight_initializer)
        self.h2r_weight = self._own("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer)
        self.i2h_bias = self._own("i2h_bias", (rows,), i2h_bias_initializer)
        self.h2h_bias = self._own("h2h_bias", (rows,), h2h_bias_initializer)

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        sizes = self._projection_size, self._hidden_size
        return [{"shape": (batch_size, size), "__layout__": "NC"} for size in sizes]

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        below = self._projection_size * (2 if both_ways else 1)
        self.i2h_weight.shape = (4 * self._hidden_size, below if number else x.shape[-1])

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        rows, inputs = self.i2h_weight.shape
        return f"{type(self).__name__}({inputs or None} -> {rows} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, h2r_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        step, rows = f"t{self._counter}_", 4 * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=step + "i2h")
        h2h = F.FullyConnected(data=states[0], weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=step + "h2h")
        parts = F.SliceChannel(i2h + h2h, num_outputs=4, name=step + "slice")
        in_gate = F.Activation(parts[0], act_type="sigmoid", name=step + "i")
        forget_gate = F.Activation(parts[1], act_type="sigmoid", name=step + "f")
        new = F.Activation(parts[2], act_type="tanh", name=step + "c")
        out_gate = F.Activation(parts[3], act_type="sigmoid", name=step + "o")
        cell = F.elemwise_add(forget_gate * states[1], in_gate * new, name=step + "state")
        hidden = F.elemwise_mul(out_gate, F.Activation(cell, act_type="tanh"), name=step + "hidden")
        output = F.FullyConnected(
            data=hidden, num_hidden=self._projection_size, weight=h2r_weight, no_bias=True, name=step + "out"
        )
        return output, [output, cell]


def dynamic_unroll(
    cell: RecurrentCell,
    inputs: NDArray | Symbol,
    begin_state: Sequence[NDArray | Symbol] | Symbol,
    drop_inputs: Float = 0,
    drop_outputs: Float = 0,
    layout: Literal["TNC", "NTC"] | str = "TNC",
    valid_length: NDArray | Symbol | None = None,
) -> tuple[NDArray | Symbol, list[NDArray] | Symbol]:
    """Compute several steps of a cell by one loop, whose length is that of the inputs: `contrib.foreach`.

    A graph holds one step, however long the sequence is, where :meth:`RecurrentCell.unroll` has one for each. In MXNet 1.9.1
    it is `gluon.contrib.rnn.rnn_cell.dynamic_unroll` alone.

    Parameters
    ----------
    cell : RecurrentCell
        The cell, with parameters whose shapes are known.
    inputs : NDArray or Symbol
        (time, batch, ...) in layout 'TNC', which is the faster one, (batch, time, ...) in 'NTC'.
    begin_state : list of NDArray or Symbol
        States before the first step.
    drop_inputs, drop_outputs : float, default 0
        In training, the shares of inputs and outputs that become zero, the same in all steps.
    layout : {'TNC', 'NTC'}, default 'TNC'
        Order of the axes.
    valid_length : NDArray or Symbol, optional
        (batch,), the number of steps of each sequence. Outputs behind it are zero, and the states returned are those
        after each sequence's last step.

    Returns
    -------
    (NDArray or Symbol, list of NDArray or Symbol)
        Outputs in the layout of the inputs, and the last states.

    Examples
    --------
    >>> cell = gluon.rnn.RNNCell(1, activation="relu", input_size=1)
    >>> cell.initialize(mx.init.One())
    >>> outputs, states = gluon.contrib.rnn.rnn_cell.dynamic_unroll(
    ...     cell, nd.ones((3, 2, 1)), cell.begin_state(batch_size=2), valid_length=nd.array([3, 2])
    ... )
    >>> outputs.asnumpy()[:, :, 0]
    array([[1., 1.],
           [2., 2.],
           [3., 0.]], dtype=float32)
    >>> states[0].asnumpy().ravel()
    array([3., 2.], dtype=float32)
    """
    inputs, axis, F, _ = _format_sequence(0, inputs, layout, True)
    if axis != 0:
        order = list(range(len(layout)))
        order[0], order[axis] = order[axis], order[0]
        inputs = F.transpose(inputs, axes=order)
    if drop_inputs:
        inputs = F.Dropout(inputs, p=drop_inputs, axes=(axis,))
    if valid_length is None:
        outputs, states = F.contrib.foreach(cell, inputs, begin_state)
    else:

        def step(inputs, states):
            *before, number = states
            output, after = cell(inputs, before)
            inside = F.broadcast_greater(valid_length, number)
            after = [F.where(inside, new, old) for new, old in zip(after, before)]
            return output, [*after, number + 1]

        outputs, states = F.contrib.foreach(step, inputs, [*_as_list(begin_state), F.zeros(1)])
        states = states[:-1]
    if drop_outputs:
        outputs = F.Dropout(outputs, p=drop_outputs, axes=(axis,))
    if axis != 0:
        outputs = F.transpose(outputs, axes=order)
    if valid_length is not None:
        outputs = F.SequenceMask(outputs, sequence_length=valid_length, use_sequence_length=True, axis=axis)
    return outputs, states
