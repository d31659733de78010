# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import ArrayT, Int
from jmx.gluon.block import HybridBlock as HybridBlock

class PixelShuffle1D(HybridBlock):
    _operators: Any
    def __init__(self, factor: Int) -> None: ...
    def __call__(self, x: ArrayT) -> ArrayT: ...
class PixelShuffle2D(HybridBlock):
    _operators: Any
    def __init__(self, factor: Int | Sequence[Int]) -> None: ...
    _factors: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
class PixelShuffle3D(HybridBlock):
    _operators: Any
    def __init__(self, factor: Int | Sequence[Int]) -> None: ...
    _factors: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
__all__ = ['PixelShuffle1D', 'PixelShuffle2D', 'PixelShuffle3D']
