"""Cells made of cells: stacks, both directions, dropout, zoneout, residual connections."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import symbol
from ..base import numeric_types
from ._cell import BaseRNNCell, _normalize_sequence

if TYPE_CHECKING:
    from .._typing import Float, Int
    from ..symbol.symbol import Symbol
    from ._cell import RNNParams

__all__ = ["BidirectionalCell", "DropoutCell", "ModifierCell", "ResidualCell", "SequentialRNNCell", "ZoneoutCell"]


class _Several(BaseRNNCell):
    """A cell whose states and weights are those of its `_cells`, one after the other."""

    _wrapper = "DropoutCell"

    @property
    def state_info(self) -> Any:
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, **kwargs: Any) -> Any:
        self._check_unmodified(self._wrapper)
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args: Any) -> Any:
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args: Any) -> Any:
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args


class SequentialRNNCell(_Several):
    """Cells one above the other.

    Parameters
    ----------
    params : RNNParams, optional
        Variables to share.

    Examples
    --------
    >>> stack = mx.rnn.SequentialRNNCell()
    >>> for layer in range(2):
    ...     stack.add(mx.rnn.LSTMCell(num_hidden=4, prefix=f"layer{layer}_"))
    >>> outputs, states = stack.unroll(3, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1], len(states)
    ([(2, 3, 4)], 4)
    """

    _wrapper = "ZoneoutCell"

    def __init__(self, params: RNNParams | None = None) -> None:
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells = []

    def add(self, cell: Any) -> None:
        """Put `cell` on top."""
        self._cells.append(cell)
        if self._override_cell_params:
            assert cell._own_params, "Either specify params for SequentialRNNCell or child cells, not both."
            cell.params._params.update(self.params._params)
        self.params._params.update(cell.params._params)

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        self._counter += 1
        new_states, states = [], iter(states)
        for cell in self._cells:
            assert not isinstance(cell, BidirectionalCell), "a BidirectionalCell cannot be stepped. Use unroll"
            inputs, new = cell(inputs, list(itertools.islice(states, len(cell.state_info))))
            new_states.extend(new)
        return inputs, new_states

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> Any:
        self.reset()
        last_states, begin = [], iter(self.begin_state() if begin_state is None else begin_state)
        for cell in self._cells:
            own = list(itertools.islice(begin, len(cell.state_info)))
            merge = merge_outputs if cell is self._cells[-1] else None
            inputs, states = cell.unroll(length, inputs=inputs, begin_state=own, layout=layout, merge_outputs=merge)
            last_states.extend(states)
        return inputs, last_states


class DropoutCell(BaseRNNCell):
    """Sets a share of its inputs to zero in training.

    Parameters
    ----------
    dropout : float
        The share.
    prefix : str
        Start of the names of operators.
    params : RNNParams, optional
        Not used.

    Examples
    --------
    In inference nothing is set to zero.

    >>> cell = mx.rnn.DropoutCell(0.5)
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.eval(data=nd.ones((1, 2, 3)))[0].asnumpy(), states
    (array([[[1., 1., 1.],
            [1., 1., 1.]]], dtype=float32), [])
    """

    def __init__(self, dropout: Float, prefix: str = "dropout_", params: RNNParams | None = None) -> None:
        super().__init__(prefix, params)
        assert isinstance(dropout, numeric_types), "dropout probability must be a number"
        self.dropout = dropout

    @property
    def state_info(self) -> Any:
        return []

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        if self.dropout > 0:
            inputs = symbol.Dropout(data=inputs, p=self.dropout)
        return inputs, states

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> Any:
        self.reset()
        inputs, _ = _normalize_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, symbol.Symbol):
            return self(inputs, [])
        return super().unroll(length, inputs, begin_state=begin_state, layout=layout, merge_outputs=merge_outputs)


class ModifierCell(BaseRNNCell):
    """The base of the cells that change what another cell does.

    Parameters
    ----------
    base_cell : BaseRNNCell
        The other cell, which must not be called by itself any more.

    Examples
    --------
    A cell that doubles what another one gives:

    >>> class Double(mx.rnn.ModifierCell):
    ...     def __call__(self, inputs, states):
    ...         output, states = self.base_cell(inputs, states)
    ...         return output * 2, states
    >>> cell = Double(mx.rnn.RNNCell(num_hidden=1, activation="relu"))
    >>> outputs, states = cell.unroll(1, inputs=[mx.sym.Variable("data")])
    >>> arguments = outputs[0].list_arguments()
    >>> shapes = outputs[0].infer_shape(data=(1, 2))[0]
    >>> outputs[0].eval(**{name: nd.ones(shape) for name, shape in zip(arguments, shapes)})[0].asnumpy()
    array([[8.]], dtype=float32)
    """

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__()
        base_cell._modified = True
        self.base_cell = base_cell

    @property
    def params(self) -> Any:
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self) -> Any:
        return self.base_cell.state_info

    def begin_state(self, init_sym: Any = symbol.zeros, **kwargs: Any) -> Any:
        """Return the states before the first step; `init_sym` makes a symbol of a name and `state_info`."""
        self._check_unmodified()
        self.base_cell._modified = False
        try:
            return self.base_cell.begin_state(func=init_sym, **kwargs)
        finally:
            self.base_cell._modified = True

    def unpack_weights(self, args: Any) -> Any:
        return self.base_cell.unpack_weights(args)

    def pack_weights(self, args: Any) -> Any:
        return self.base_cell.pack_weights(args)


class ZoneoutCell(ModifierCell):
    """Keeps a share of the outputs and states of the last step in training.

    Parameters
    ----------
    base_cell : BaseRNNCell
        A cell that can be stepped.
    zoneout_outputs, zoneout_states : float
        The shares.

    Examples
    --------
    In inference the cell does what its base does.

    >>> cell = mx.rnn.ZoneoutCell(mx.rnn.RNNCell(num_hidden=4), zoneout_states=0.1)
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 2, 3))[1]
    [(2, 2, 4)]
    """

    def __init__(self, base_cell: BaseRNNCell, zoneout_outputs: Float = 0.0, zoneout_states: Float = 0.0) -> None:
        from ._fused import FusedRNNCell

        assert not isinstance(base_cell, FusedRNNCell), "FusedRNNCell doesn't support zoneout. Please unfuse first."
        assert not isinstance(base_cell, BidirectionalCell), (
            "BidirectionalCell doesn't support zoneout since it doesn't support step. Please add ZoneoutCell to the "
            "cells underneath instead."
        )
        assert not (
            isinstance(base_cell, SequentialRNNCell) and any(isinstance(cell, BidirectionalCell) for cell in base_cell._cells)
        ), "Bidirectional SequentialRNNCell doesn't support zoneout. Please add ZoneoutCell to the cells underneath instead."
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self.prev_output = None

    def reset(self) -> None:
        super().reset()
        self.prev_output = None

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        output, new = self.base_cell(inputs, states)

        def mixed(share, fresh, old):
            return symbol.where(symbol.Dropout(symbol.ones_like(fresh), p=share), fresh, old)

        before = symbol.zeros((0, 0)) if self.prev_output is None else self.prev_output
        if self.zoneout_outputs != 0.0:
            output = mixed(self.zoneout_outputs, output, before)
        if self.zoneout_states != 0.0:
            new = [mixed(self.zoneout_states, fresh, old) for fresh, old in zip(new, states)]
        self.prev_output = output
        return output, new


class ResidualCell(ModifierCell):
    """Adds its input to the output of a cell.

    Parameters
    ----------
    base_cell : BaseRNNCell
        A cell with as many features in its output as in its input.

    Examples
    --------
    With weights and biases of zero an RNNCell gives zeros, so that the input remains.

    >>> cell = mx.rnn.ResidualCell(mx.rnn.RNNCell(num_hidden=3))
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> arguments = outputs.list_arguments()
    >>> zeros = {name: nd.zeros(shape) for name, shape in zip(arguments, outputs.infer_shape(data=(1, 2, 3))[0])}
    >>> zeros["data"] = nd.array([[[1, 2, 3], [4, 5, 6]]])
    >>> outputs.eval(**zeros)[0].asnumpy()
    array([[[1., 2., 3.],
            [4., 5., 6.]]], dtype=float32)
    """

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        output, states = self.base_cell(inputs, states)
        return _plus(output, inputs), states

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> Any:
        self.reset()
        self.base_cell._modified = False
        try:
            outputs, states = self.base_cell.unroll(
                length, inputs=inputs, begin_state=begin_state, layout=layout, merge_outputs=merge_outputs
            )
        finally:
            self.base_cell._modified = True
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, symbol.Symbol)
        inputs, _ = _normalize_sequence(length, inputs, layout, merge_outputs)
        if merge_outputs:
            return _plus(outputs, inputs), states
        return [_plus(output, step_input) for output, step_input in zip(outputs, inputs)], states


def _plus(output, inputs):
    return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")


class BidirectionalCell(_Several):
    """Two cells, one of which goes through the sequence backwards; it can only be unrolled.

    Parameters
    ----------
    l_cell, r_cell : BaseRNNCell
        The cell for forwards and the one for backwards.
    params : RNNParams, optional
        Variables to share.
    output_prefix : str
        Start of the names of the outputs.

    Examples
    --------
    >>> cell = mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(4, prefix="left_"), mx.rnn.LSTMCell(4, prefix="right_"))
    >>> outputs, states = cell.unroll(3, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]    # both directions side by side
    [(2, 3, 8)]
    """

    def __init__(
        self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None, output_prefix: str = "bi_"
    ) -> None:
        super().__init__("", params=params)
        self._output_prefix = output_prefix
        self._override_cell_params = params is not None
        if self._override_cell_params:
            assert l_cell._own_params and r_cell._own_params, (
                "Either specify params for BidirectionalCell or child cells, not both."
            )
            l_cell.params._params.update(self.params._params)
            r_cell.params._params.update(self.params._params)
        self.params._params.update(l_cell.params._params)
        self.params._params.update(r_cell.params._params)
        self._cells = [l_cell, r_cell]

    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any:
        """Raise NotImplementedError: use `unroll`."""
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def unroll(
        self,
        length: Int,
        inputs: Symbol | Sequence[Symbol],
        begin_state: Sequence[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> Any:
        self.reset()
        inputs, axis = _normalize_sequence(length, inputs, layout, False)
        begin = self.begin_state() if begin_state is None else begin_state
        l_cell, r_cell = self._cells
        n = len(l_cell.state_info)
        options = {"layout": layout, "merge_outputs": merge_outputs}
        left, l_states = l_cell.unroll(length, inputs=inputs, begin_state=begin[:n], **options)
        right, r_states = r_cell.unroll(length, inputs=list(reversed(inputs)), begin_state=begin[n:], **options)
        if merge_outputs is None:
            merge_outputs = isinstance(left, symbol.Symbol) and isinstance(right, symbol.Symbol)
            if not merge_outputs:
                split = {"axis": axis, "num_outputs": length, "squeeze_axis": 1}
                left, right = (
                    list(symbol.SliceChannel(x, **split) if isinstance(x, symbol.Symbol) else x) for x in (left, right)
                )
        states = [l_states, r_states]
        if merge_outputs:
            right = symbol.reverse(right, axis=axis)
            return symbol.Concat(left, right, dim=2, name=f"{self._output_prefix}out"), states
        pairs = enumerate(zip(left, reversed(right)))
        return [symbol.Concat(a, b, dim=1, name=f"{self._output_prefix}t{i}") for i, (a, b) in pairs], states
