# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Float, Int
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.contrib.nn import HybridConcurrent as HybridConcurrent, Identity as Identity
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

densenet_spec: Any
class DenseNet(Classifier):
    def __init__(self, num_init_features: Int, growth_rate: Int, block_config: Sequence[Int], bn_size: Int = 4, dropout: Float = 0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
def get_densenet(num_layers: Literal[121, 161, 169, 201], pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet121(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet161(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet169(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet201(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
__all__ = ['DenseNet', 'densenet121', 'densenet161', 'densenet169', 'densenet201']
