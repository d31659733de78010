# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon.rnn._base import HybridRecurrentCell as HybridRecurrentCell
from jmx.gluon.rnn.conv_rnn_cell import Conv1DGRUCell as Conv1DGRUCell, Conv1DLSTMCell as Conv1DLSTMCell, Conv1DRNNCell as Conv1DRNNCell, Conv2DGRUCell as Conv2DGRUCell, Conv2DLSTMCell as Conv2DLSTMCell, Conv2DRNNCell as Conv2DRNNCell, Conv3DGRUCell as Conv3DGRUCell, Conv3DLSTMCell as Conv3DLSTMCell, Conv3DRNNCell as Conv3DRNNCell

__all__ = ['Conv1DGRUCell', 'Conv1DLSTMCell', 'Conv1DRNNCell', 'Conv2DGRUCell', 'Conv2DLSTMCell', 'Conv2DRNNCell', 'Conv3DGRUCell', 'Conv3DLSTMCell', 'Conv3DRNNCell']
