# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from jmx._typing import AnyFunction, Float
from jmx.gluon.base_block import Block
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.nn import HybridSequential as HybridSequential, Sequential as Sequential

class Compose(Sequential):
    def __init__(self, transforms: Sequence[Block]) -> None: ...
class HybridCompose(Compose):
    def __init__(self, transforms: Sequence[Block]) -> None: ...
class RandomApply(Sequential):
    def __init__(self, transforms: Block | AnyFunction, p: Float = 0.5) -> None: ...
    p: Float
    transforms: Block | AnyFunction
class HybridRandomApply(RandomApply):
    def __init__(self, transforms: HybridBlock, p: Float = 0.5) -> None: ...
__all__ = ['Compose', 'HybridCompose', 'HybridRandomApply', 'RandomApply']
