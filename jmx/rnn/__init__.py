"""Recurrent networks of symbols: cells, checkpoints with unpacked weights, batches of sentences."""

from . import io, rnn, rnn_cell
from .io import *
from .rnn import *
from .rnn_cell import *

__all__ = [*rnn_cell.__all__, *rnn.__all__, *io.__all__, "io", "rnn", "rnn_cell"]
