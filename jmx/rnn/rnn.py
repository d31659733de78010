"""Checkpoints of recurrent networks, whose weights are saved one array per gate."""

from __future__ import annotations

import functools
import warnings

from ..callback import _every
from ..model import load_checkpoint, save_checkpoint
from ._cell import BaseRNNCell

__all__ = ["do_rnn_checkpoint", "load_rnn_checkpoint", "rnn_unroll", "save_rnn_checkpoint"]


def rnn_unroll(cell, length, inputs=None, begin_state=None, input_prefix="", layout="NTC"):
    """Unroll a cell. Deprecated: call ``cell.unroll``; a cell that knows no `input_prefix` raises TypeError."""
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, input_prefix=input_prefix, layout=layout)


def _list(cells):
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def save_rnn_checkpoint(cells, prefix, epoch, symbol, arg_params, aux_params):
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
    """
    for cell in _list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells, prefix, epoch):
    """Return the (symbol, arg_params, aux_params) that `save_rnn_checkpoint` saved, with packed weights.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        The network's cells.
    prefix : str
        Start of the file names.
    epoch : int
        The number in them.
    """
    symbol, arg, aux = load_checkpoint(prefix, epoch)
    for cell in _list(cells):
        arg = cell.pack_weights(arg)
    return symbol, arg, aux


def do_rnn_checkpoint(cells, prefix, period=1):
    """Make an epoch callback that calls `save_rnn_checkpoint` after every `period` epochs.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        The network's cells.
    prefix : str
        Start of the file names.
    period : int
        Save after every so many epochs.
    """
    return _every(period, functools.partial(save_rnn_checkpoint, cells, prefix))
