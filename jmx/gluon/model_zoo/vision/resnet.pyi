# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Int
from jmx.context import Context
from jmx.gluon import nn
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon._typed import Layer as Layer
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

class _BlockV1(Layer):
    def __init__(self, channels: Any, stride: Any, downsample: bool = False, in_channels: Any = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    downsample: HybridSequential
    body: HybridSequential
class BasicBlockV1(_BlockV1): ...
class BottleneckV1(_BlockV1): ...
class _BlockV2(Layer):
    downsample: HybridBlock | None
class BasicBlockV2(_BlockV2):
    def __init__(self, channels: Int, stride: Int, downsample: bool = False, in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    downsample: Any
    conv2: Any
    bn2: Any
    conv1: Any
    bn1: Any
class BottleneckV2(_BlockV2):
    def __init__(self, channels: Int, stride: Int, downsample: bool = False, in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    downsample: Any
    conv3: Any
    bn3: Any
    conv2: Any
    bn2: Any
    conv1: Any
    bn1: Any
class _ResNet(Classifier):
    features: nn.HybridSequential
class ResNetV1(_ResNet):
    def __init__(self, block: type[Any], layers: Sequence[Int], channels: Sequence[Int], classes: Int = 1000, thumbnail: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
class ResNetV2(_ResNet):
    def __init__(self, block: type[Any], layers: Sequence[Int], channels: Sequence[Int], classes: Int = 1000, thumbnail: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
resnet_spec: Any
resnet_net_versions: Any
resnet_block_versions: Any
def get_resnet(version: Literal[1, 2], num_layers: Literal[18, 34, 50, 101, 152], pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any:
    """A ResNet by version and number of layers.

    Parameters
    ----------
    version : {1, 2}
        Version of the blocks.
    num_layers : {18, 34, 50, 101, 152}
        Number of layers.
    pretrained : bool, default False
        Load trained parameters, for which the file must be in `root` or can be downloaded.
    ctx : Context, default cpu(0)
        Where to load them.
    device : Context
        The same, MXNet 2.0's name.
    root : str, default ~/.mxnet/models
        Folder of their files.
    **kwargs
        Of :class:`ResNetV1`: `classes`, the number of outputs, and others.

    Returns
    -------
    ResNetV1

    Examples
    --------
    >>> net = gluon.model_zoo.vision.get_resnet(1, 18, classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def resnet18_v1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet34_v1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet50_v1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet101_v1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet152_v1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet18_v2(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet34_v2(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet50_v2(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet101_v2(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def resnet152_v2(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
__all__ = ['BasicBlockV1', 'BasicBlockV2', 'BottleneckV1', 'BottleneckV2', 'ResNetV1', 'ResNetV2', 'get_resnet', 'resnet101_v1', 'resnet101_v2', 'resnet152_v1', 'resnet152_v2', 'resnet18_v1', 'resnet18_v2', 'resnet34_v1', 'resnet34_v2', 'resnet50_v1', 'resnet50_v2']
