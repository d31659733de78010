"""Checkpoints of recurrent networks, whose weights are saved one array per gate."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .._described import described_by
from ..callback import _every
from ..model import load_checkpoint, save_checkpoint
from ._cell import BaseRNNCell

if TYPE_CHECKING:
    from .._typing import Int
    from ..ndarray.ndarray import NDArray
    from ..symbol.symbol import Symbol

__all__ = ["do_rnn_checkpoint", "load_rnn_checkpoint", "rnn_unroll", "save_rnn_checkpoint"]


def rnn_unroll(
    cell: BaseRNNCell,
    length: Int,
    inputs: Symbol | Sequence[Symbol] | None = None,
    begin_state: Sequence[Symbol] | None = None,
    input_prefix: str = "",
    layout: Literal["NTC", "TNC"] | str = "NTC",
) -> tuple[list[Symbol], list[Symbol]]:
    """Unroll a cell. Deprecated: call ``cell.unroll``.

    Parameters
    ----------
    cell : BaseRNNCell
        The cell.
    length : int
        How many steps.
    inputs : Symbol or list of Symbol, optional
        The sequence, or its steps.
    begin_state : list of Symbol, optional
        States before the first step; zeros by default.
    input_prefix : str, default ''
        Handed on.
    layout : {'NTC', 'TNC'}, default 'NTC'
        Order of the axes of a sequence: batch, time and features.

    Returns
    -------
    (list of Symbol, list of Symbol)
        Outputs of the steps, and the last states.

    Raises
    ------
    TypeError
        The cell's `unroll` knows no `input_prefix`: no cell of this module does, in MXNet 1.9.1 as well.

    Examples
    --------
    >>> class Cell(mx.rnn.RNNCell):
    ...     def unroll(self, length, inputs=None, begin_state=None, input_prefix="", layout="NTC", merge_outputs=None):
    ...         return super().unroll(length, inputs, begin_state, layout, merge_outputs)
    >>> outputs, states = mx.rnn.rnn_unroll(Cell(4), 3, inputs=mx.sym.Variable("data"))
    >>> len(outputs), len(states)
    (3, 1)
    """
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, input_prefix=input_prefix, layout=layout)


def _list(cells):
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def save_rnn_checkpoint(
    cells: BaseRNNCell | Sequence[BaseRNNCell],
    prefix: str,
    epoch: Int,
    symbol: Symbol,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
) -> None:
    """Save a network as `model.save_checkpoint` does, with the weights of its cells unpacked.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        The network's cells.
    prefix : str
        Start of the file names.
    epoch : int
        The number in them.
    symbol : Symbol
        The network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states.

    Examples
    --------
    >>> import os, tempfile
    >>> cell = mx.rnn.LSTMCell(num_hidden=1, prefix="lstm_")
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> arguments = outputs.list_arguments()[1:]
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0][1:]
    >>> weights = {name: nd.ones(shape) for name, shape in zip(arguments, shapes)}
    >>> sorted(weights)
    ['lstm_h2h_bias', 'lstm_h2h_weight', 'lstm_i2h_bias', 'lstm_i2h_weight']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.rnn.save_rnn_checkpoint(cell, f"{folder}/net", 1, outputs, weights, {})
    ...     len(nd.load(f"{folder}/net-0001.params"))    # each gate by itself
    16
    """
    for cell in _list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


@described_by(save_rnn_checkpoint)
def load_rnn_checkpoint(
    cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, epoch: Int
) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """Return the (symbol, arg_params, aux_params) that `save_rnn_checkpoint` saved, with packed weights.

    Returns
    -------
    (Symbol, dict of str to NDArray, dict of str to NDArray)
        The network, its parameters and its auxiliary states.

    Examples
    --------
    >>> import tempfile
    >>> cell = mx.rnn.LSTMCell(num_hidden=1, prefix="lstm_")
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> arguments = outputs.list_arguments()[1:]
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0][1:]
    >>> weights = {name: nd.ones(shape) for name, shape in zip(arguments, shapes)}
    >>> sorted(weights)
    ['lstm_h2h_bias', 'lstm_h2h_weight', 'lstm_i2h_bias', 'lstm_i2h_weight']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.rnn.save_rnn_checkpoint(cell, f"{folder}/net", 1, outputs, weights, {})
    ...     symbol, arg_params, aux_params = mx.rnn.load_rnn_checkpoint(cell, f"{folder}/net", 1)
    >>> sorted(arg_params) == sorted(weights), arg_params["lstm_i2h_weight"].shape
    (True, (4, 1))
    """
    symbol, arg, aux = load_checkpoint(prefix, epoch)
    for cell in _list(cells):
        arg = cell.pack_weights(arg)
    return symbol, arg, aux


def do_rnn_checkpoint(cells: BaseRNNCell | Sequence[BaseRNNCell], prefix: str, period: Int = 1) -> Any:
    """Make an epoch callback that calls `save_rnn_checkpoint` after every `period` epochs.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        The network's cells.
    prefix : str
        Start of the file names.
    period : int
        Save after every so many epochs.

    Examples
    --------
    >>> import os, tempfile
    >>> cell = mx.rnn.LSTMCell(num_hidden=1, prefix="lstm_")
    >>> outputs, states = cell.unroll(2, inputs=mx.sym.Variable("data"), merge_outputs=True)
    >>> arguments = outputs.list_arguments()[1:]
    >>> shapes = outputs.infer_shape(data=(1, 2, 1))[0][1:]
    >>> weights = {name: nd.ones(shape) for name, shape in zip(arguments, shapes)}
    >>> sorted(weights)
    ['lstm_h2h_bias', 'lstm_h2h_weight', 'lstm_i2h_bias', 'lstm_i2h_weight']
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     callback = mx.rnn.do_rnn_checkpoint(cell, f"{folder}/net", period=2)
    ...     for epoch in range(4):
    ...         callback(epoch, outputs, weights, {})
    ...     print(sorted(os.listdir(folder)))
    ['net-0002.params', 'net-0004.params', 'net-symbol.json']
    """
    return _every(period, functools.partial(save_rnn_checkpoint, cells, prefix))
