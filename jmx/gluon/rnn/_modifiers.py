"""Cells that change what another cell takes or gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ... import symbol
from ...base import numeric_types
from ..parameter import tensor_types
from ._base import HybridRecurrentCell
from ._sequence import _format_sequence, _mask_sequence_variable_length
from ._stacks import BidirectionalCell, _Stack

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Float, Int
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol
    from ..parameter_dict import ParameterDict
    from ._base import RecurrentCell

__all__ = ["DropoutCell", "ModifierCell", "ResidualCell", "ZoneoutCell"]


def _goes_both_ways(cell: Any) -> bool:
    """Whether a cell, or something in a stack, needs the whole sequence."""
    if isinstance(cell, _Stack):
        return any(_goes_both_ways(child) for child in cell._children.values())
    return isinstance(cell, BidirectionalCell)


class DropoutCell(HybridRecurrentCell):
    """Drops a share of the inputs in training; without states.

    Parameters
    ----------
    rate : float
        The share that becomes zero; the rest grows by 1 / (1 - rate).
    axes : tuple of int, default ()
        Axes along which one draw counts for all.
    prefix, params
        As for :class:`RecurrentCell`.

    Raises
    ------
    AssertionError
        If `rate` is no number.

    Examples
    --------
    >>> cell = gluon.rnn.DropoutCell(0.5)
    >>> output, states = cell(nd.ones((1, 2)), [])
    >>> output.asnumpy(), states
    (array([[1., 1.]], dtype=float32), [])
    >>> with autograd.record():
    ...     output, states = cell(nd.ones((1, 500)), [])
    >>> np.unique(output.asnumpy())
    array([0., 2.], dtype=float32)
    """

    def __init__(
        self, rate: Any, axes: Sequence[Int] = (), prefix: str | None = None, params: ParameterDict | None = None
    ) -> None:
        super().__init__(prefix, params)
        assert isinstance(rate, numeric_types), f"rate must be a number, but got {rate!r}"
        self._rate: float = rate
        self._axes = axes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: Float = 0) -> list[dict[str, Any]]:
        return []

    def _alias(self) -> str:
        return "dropout"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        if self._rate > 0:
            inputs = F.Dropout(data=inputs, p=self._rate, axes=self._axes, name=f"t{self._counter}_fwd")
        return inputs, states

    def unroll(
        self,
        length: Int,
        inputs: Any,
        begin_state: Sequence[NDArray | Symbol] | Symbol | None = None,
        layout: Literal["NTC", "TNC"] | str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: NDArray | Symbol | None = None,
    ) -> tuple[Any, list[Any]]:
        self.reset()
        inputs, _, F, _ = _format_sequence(length, inputs, layout, merge_outputs)
        if isinstance(inputs, tensor_types):
            return self.hybrid_forward(F, inputs, begin_state or [])
        return super().unroll(length, inputs, begin_state=begin_state, layout=layout, merge_outputs=merge_outputs)


class ModifierCell(HybridRecurrentCell):
    """The base of cells that wrap another one, whose parameters they show as theirs. The wrapped cell must not be
    called directly any more.

    A subclass computes one step in :meth:`hybrid_forward` and calls `self.base_cell` there. Parameters, states and the start
    of the names are the wrapped cell's. :meth:`begin_state` makes symbols unless `func` says otherwise.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell to wrap.

    Raises
    ------
    AssertionError
        If the cell is wrapped already.

    Examples
    --------
    >>> class Doubled(gluon.rnn.ModifierCell):
    ...     def hybrid_forward(self, F, inputs, states):
    ...         output, states = self.base_cell(inputs, states)
    ...         return 2 * output, states
    >>> cell = Doubled(gluon.rnn.RNNCell(2, activation="relu", input_size=3))
    >>> cell.initialize(mx.init.One())
    >>> output, states = cell(nd.ones((1, 3)), cell.begin_state(func=nd.zeros, batch_size=1))
    >>> output.asnumpy(), states[0].asnumpy()
    (array([[6., 6.]], dtype=float32), array([[3., 3.]], dtype=float32))
    """

    def __init__(self, base_cell: RecurrentCell) -> None:
        assert not base_cell._modified, f"Cell {base_cell.name} is already modified. One cell cannot be modified twice"
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> ParameterDict:
        """The parameters of the wrapped cell."""
        return self.base_cell.params

    def state_info(self, batch_size: Any = 0) -> list[dict[str, Any]]:
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: AnyFunction = symbol.zeros, **kwargs: Any) -> list[Any]:
        """As :meth:`RecurrentCell.begin_state`; makes symbols by default."""
        self._check_unmodified()
        self.base_cell._modified = False
        try:
            return self.base_cell.begin_state(func=func, **kwargs)
        finally:
            self.base_cell._modified = True

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        """One step; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """Keeps, in training, a random share of outputs and states as they were in the step before (Krueger et al., 2016).

    Every entry of an output or a state is the old one with probability `zoneout_outputs` or `zoneout_states`, and otherwise the
    new one; before the first step outputs are 0. Outside of training the wrapped cell is called as it is.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell to wrap; not a bidirectional one.
    zoneout_outputs, zoneout_states : float, default 0.0
        The shares, at least 0 and less than 1.

    Raises
    ------
    AssertionError
        If the cell, or one in a stack, is bidirectional: wrap the cells in it.

    Examples
    --------
    >>> cell = gluon.rnn.ZoneoutCell(gluon.rnn.RNNCell(500, activation="relu", input_size=3), zoneout_states=0.5)
    >>> cell.initialize(mx.init.One())
    >>> before = cell.begin_state(func=nd.zeros, batch_size=1)
    >>> with autograd.record():
    ...     output, states = cell(nd.ones((1, 3)), before)
    >>> np.unique(output.asnumpy()), np.unique(states[0].asnumpy())
    (array([3.], dtype=float32), array([0., 3.], dtype=float32))
    """

    def __init__(self, base_cell: RecurrentCell, zoneout_outputs: Float = 0.0, zoneout_states: Float = 0.0) -> None:
        assert not _goes_both_ways(base_cell), (
            "BidirectionalCell doesn't support zoneout since it doesn't support step. Please add ZoneoutCell to the "
            "cells underneath instead."
        )
        super().__init__(base_cell)
        self.zoneout_outputs = zoneout_outputs
        self.zoneout_states = zoneout_states
        self._prev_output = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, {self.base_cell})"

    def _alias(self) -> str:
        return "zoneout"

    def reset(self) -> None:
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        def mix(rate, new, old):
            # Dropout of ones is zero exactly where the old value stays.
            return F.where(F.Dropout(F.ones_like(new), p=rate), new, old) if rate != 0.0 else new

        output, after = self.base_cell(inputs, states)
        before = F.zeros_like(output) if self._prev_output is None else self._prev_output
        output = mix(self.zoneout_outputs, output, before)
        self._prev_output = output
        return output, [mix(self.zoneout_states, new, old) for new, old in zip(after, states)]


class ResidualCell(ModifierCell):
    """Adds the inputs to the outputs of a cell, which must be of the same size (Wu et al., 2016).

    ``output = cell(x, states) + x``; the new states are the cell's.

    Parameters
    ----------
    base_cell : RecurrentCell
        The cell to wrap; with as many features in its output as in its input.

    Examples
    --------
    >>> cell = gluon.rnn.ResidualCell(gluon.rnn.RNNCell(3, activation="relu", input_size=3))
    >>> cell.initialize(mx.init.One())
    >>> output, states = cell(nd.ones((1, 3)), cell.begin_state(func=nd.zeros, batch_size=1))
    >>> output.asnumpy(), states[0].asnumpy()
    (array([[4., 4., 4.]], dtype=float32), array([[3., 3., 3.]], dtype=float32))
    """

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=f"t{self._counter}_fwd"), states

    def unroll(
        self,
        length: Int,
        inputs: Any,
        begin_state: Sequence[NDArray | Symbol] | Symbol | None = None,
        layout: Literal["NTC", "TNC"] | str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: NDArray | Symbol | None = None,
    ) -> tuple[Any, list[Any]]:
        self.reset()
        self.base_cell._modified = False
        try:
            outputs, states = self.base_cell.unroll(length, inputs, begin_state, layout, merge_outputs, valid_length=valid_length)
        finally:
            self.base_cell._modified = True
        if merge_outputs is None:
            merge_outputs = isinstance(outputs, tensor_types)
        inputs, axis, F, _ = _format_sequence(length, inputs, layout, merge_outputs)
        if valid_length is not None:
            inputs = _mask_sequence_variable_length(F, inputs, length, valid_length, axis, merge_outputs)
        if merge_outputs:
            return F.elemwise_add(outputs, inputs), states
        return [F.elemwise_add(output, step) for output, step in zip(outputs, inputs)], states
