# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import basic_layers as basic_layers
from jmx.gluon.contrib.nn.basic_layers import *

__all__ = ['Concurrent', 'HybridConcurrent', 'Identity', 'PixelShuffle1D', 'PixelShuffle2D', 'PixelShuffle3D', 'SparseEmbedding', 'SyncBatchNorm']
