"""Cells made of cells: one above the other, or one from each end of the sequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from ..parameter import tensor_types
from ..utils import _indent
from ._base import HybridRecurrentCell, RecurrentCell
from ._sequence import (
    _cells_begin_state,
    _cells_state_info,
    _format_sequence,
    _get_begin_state,
    _mask_sequence_variable_length,
    _reverse_sequences,
)

if TYPE_CHECKING:
    from ..._typing import Int
    from ...ndarray.ndarray import NDArray
    from ...symbol.symbol import Symbol

__all__ = ["BidirectionalCell", "HybridSequentialRNNCell", "SequentialRNNCell"]


class _Stack(RecurrentCell):
    """What both kinds of stacks do."""

    def __repr__(self) -> str:
        lines = [f"({name}): {_indent(repr(cell), 2)}" for name, cell in self._children.items()]
        return "{}(\n{}\n)".format(type(self).__name__, "\n".join(lines))

    def add(self, cell: RecurrentCell) -> None:
        """Put a cell on top.

        Parameters
        ----------
        cell : RecurrentCell
            The cell, which may be a modifier or a bidirectional one.
        """
        self.register_child(cell)

    def state_info(self, batch_size: Any = 0) -> list[dict[str, Any]]:
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def __call__(self, inputs: Any, states: Any) -> Any:
        self._counter += 1
        cells = list(self._children.values())
        assert not any(isinstance(cell, BidirectionalCell) for cell in cells), (
            f"{self.name} holds a BidirectionalCell, which needs the whole sequence: use unroll."
        )
        after, at = [], 0
        for cell in cells:
            count = len(cell.state_info())
            inputs, new = cell(inputs, states[at : at + count])
            at += count
            after.extend(new)
        return inputs, after

    def unroll(
        self,
        length: Any,
        inputs: Any,
        begin_state: Any = None,
        layout: Literal["NTC", "TNC"] | str = "NTC",
        merge_outputs: Any = None,
        valid_length: NDArray | Symbol | None = None,
    ) -> tuple[Any, list[Any]]:
        self.reset()
        inputs, _, F, batch_size = _format_sequence(length, inputs, layout, None)
        begin_state = _get_begin_state(self, F, begin_state, inputs, batch_size)
        shared = {"layout": layout, "valid_length": valid_length}
        cells = list(self._children.values())
        last, at = [], 0
        for cell in cells:
            count = len(cell.state_info())
            merge = merge_outputs if cell is cells[-1] else None
            inputs, states = cell.unroll(
                length, inputs=inputs, begin_state=begin_state[at : at + count], merge_outputs=merge, **shared
            )
            at += count
            last.extend(states)
        return inputs, last

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        for i, child in enumerate(self._children.values()):
            child._infer_from(i, x, False)

    def __getitem__(self, i: Any) -> Any:
        return self._children[str(i)]

    def __len__(self) -> int:
        return len(self._children)


class SequentialRNNCell(_Stack):
    """Cells one above the other: each takes the outputs of the one below.

    Parameters
    ----------
    prefix, params
        As for :class:`RecurrentCell`.

    Examples
    --------
    >>> stack = gluon.rnn.SequentialRNNCell()
    >>> stack.add(gluon.rnn.LSTMCell(2))
    >>> stack.add(gluon.rnn.GRUCell(4))
    >>> stack.initialize()
    >>> output, states = stack(nd.ones((1, 3)), stack.begin_state(batch_size=1))
    >>> output.shape, len(states)
    ((1, 4), 3)
    """

    def hybrid_forward(self, *args: Any, **kwargs: Any) -> Any:
        """Raise NotImplementedError: HybridSequentialRNNCell is the stack that can be traced."""
        raise NotImplementedError("SequentialRNNCell cannot be traced. Use HybridSequentialRNNCell instead.")


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):
    """Hybrid cells one above the other: each takes the outputs of the one below.

    States are those of all cells in one list, from the bottom up. A stack with a :class:`BidirectionalCell` can only be
    unrolled.

    Parameters
    ----------
    prefix, params
        As for :class:`RecurrentCell`.

    Examples
    --------
    >>> stack = gluon.rnn.HybridSequentialRNNCell()
    >>> stack.add(gluon.rnn.LSTMCell(2))
    >>> stack.add(gluon.rnn.DropoutCell(0.5))
    >>> stack.add(gluon.rnn.GRUCell(4))
    >>> stack.initialize()
    >>> stack.hybridize()
    >>> outputs, states = stack.unroll(5, nd.ones((1, 5, 3)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((1, 5, 4), [(1, 2), (1, 2), (1, 4)])
    >>> stack
    HybridSequentialRNNCell(
    (0): LSTMCell(3 -> 8)
    (1): DropoutCell(rate=0.5, axes=())
    (2): GRUCell(2 -> 12)
    )
    """

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        return self(inputs, states)


class BidirectionalCell(HybridRecurrentCell):
    """Two cells, one of which sees the sequence backwards; outputs are joined. It can only be unrolled.

    Parameters
    ----------
    l_cell, r_cell : RecurrentCell
        The cells from the start and from the end.
    output_prefix : str, default 'bi_'
        Starts the names of the joined outputs.

    Examples
    --------
    >>> cell = gluon.rnn.BidirectionalCell(gluon.rnn.LSTMCell(2), gluon.rnn.LSTMCell(2))
    >>> cell.initialize()
    >>> outputs, states = cell.unroll(5, nd.ones((4, 5, 3)), merge_outputs=True)
    >>> outputs.shape, [state.shape for state in states]
    ((4, 5, 4), [(4, 2), (4, 2), (4, 2), (4, 2)])
    """

    def __init__(self, l_cell: RecurrentCell, r_cell: RecurrentCell, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs: Any, states: Any) -> Any:
        """Raise NotImplementedError: use :meth:`unroll`."""
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def __repr__(self) -> str:
        return "{}(forward={l_cell}, backward={r_cell})".format(type(self).__name__, **self._children)

    def state_info(self, batch_size: Any = 0) -> list[dict[str, Any]]:
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[Any]:
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def _infer_from(self, number: Any, x: Any, both_ways: Any) -> None:
        super()._infer_from(number, x, True)

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
        inputs, axis, F, batch_size = _format_sequence(length, inputs, layout, False)
        backwards = _reverse_sequences(inputs, length, valid_length)
        states = _get_begin_state(self, F, begin_state, inputs, batch_size)
        l_cell, r_cell = self._children.values()
        middle = len(l_cell.state_info(batch_size))
        shared = {"layout": layout, "valid_length": valid_length}
        l_outputs, l_states = l_cell.unroll(
            length, inputs=inputs, begin_state=states[:middle], merge_outputs=merge_outputs, **shared
        )
        r_outputs, r_states = r_cell.unroll(length, inputs=backwards, begin_state=states[middle:], merge_outputs=False, **shared)
        r_outputs = _reverse_sequences(r_outputs, length, valid_length)
        if merge_outputs is None:
            merge_outputs = isinstance(l_outputs, tensor_types)
        if merge_outputs:
            r_outputs = F.stack(*r_outputs, axis=axis)
            outputs = F.concat(l_outputs, r_outputs, dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [
                F.concat(*both, dim=1, name=f"{self._output_prefix}t{step}")
                for step, both in enumerate(zip(l_outputs, r_outputs))
            ]
        if valid_length is not None:
            outputs = _mask_sequence_variable_length(F, outputs, length, valid_length, axis, merge_outputs)
        return outputs, l_states + r_states
