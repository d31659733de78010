"""Recurrent layers, and cells that compute one step."""

from . import conv_rnn_cell, rnn_cell, rnn_layer
from .conv_rnn_cell import *
from .rnn_cell import *
from .rnn_layer import *

__all__ = [*conv_rnn_cell.__all__, *rnn_cell.__all__, *rnn_layer.__all__]
