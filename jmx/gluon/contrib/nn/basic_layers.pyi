# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import ArrayT, Int
from jmx.gluon.parameter_dict import ParameterDict
from jmx.initializer.base import Initializer
from jmx.gluon.block import Block as Block, HybridBlock as HybridBlock
from jmx.gluon.nn import BatchNorm as BatchNorm, Concatenate as Concatenate, HybridConcatenate as HybridConcatenate, HybridSequential as HybridSequential, Identity as Identity, PixelShuffle1D as PixelShuffle1D, PixelShuffle2D as PixelShuffle2D, PixelShuffle3D as PixelShuffle3D, Sequential as Sequential, SyncBatchNorm as SyncBatchNorm

class Concurrent(Concatenate): ...
class HybridConcurrent(HybridConcatenate): ...
class SparseEmbedding(Block):
    def __init__(self, input_dim: Int, output_dim: Int, dtype: str = 'float32', weight_initializer: Initializer | str | None = None, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    weight: Any
    _kwargs: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
__all__ = ['Concurrent', 'HybridConcurrent', 'Identity', 'PixelShuffle1D', 'PixelShuffle2D', 'PixelShuffle3D', 'SparseEmbedding', 'SyncBatchNorm']
