"""Cells whose products are convolutions: those of :mod:`jmx.gluon.rnn`, where MXNet 2.0 has them."""

from ....base import numeric_types  # noqa: F401  (libraries import this and the like from here)
from ...rnn._base import HybridRecurrentCell  # noqa: F401
from ...rnn.conv_rnn_cell import (
    Conv1DGRUCell,
    Conv1DLSTMCell,
    Conv1DRNNCell,
    Conv2DGRUCell,
    Conv2DLSTMCell,
    Conv2DRNNCell,
    Conv3DGRUCell,
    Conv3DLSTMCell,
    Conv3DRNNCell,
)

__all__ = [
    "Conv1DRNNCell", "Conv2DRNNCell", "Conv3DRNNCell", "Conv1DLSTMCell", "Conv2DLSTMCell", "Conv3DLSTMCell",
    "Conv1DGRUCell", "Conv2DGRUCell", "Conv3DGRUCell",
]  # fmt: skip
