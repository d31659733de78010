"""ResNet, version 1 (He et al., 2015: deep residual learning) and 2 (2016: identity mappings)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ...._described import described_by
from ....context import cpu, takes_device
from ... import nn
from ..._typed import Layer
from ...block import HybridBlock
from ...utils import _operator
from ._common import ROOT, Classifier, loaded, loading, variant

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int
    from ....context import Context

__all__ = [
    "ResNetV1", "ResNetV2", "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "resnet18_v1",
    "resnet34_v1", "resnet50_v1", "resnet101_v1", "resnet152_v1", "resnet18_v2", "resnet34_v2", "resnet50_v2",
    "resnet101_v2", "resnet152_v2", "get_resnet",
]  # fmt: skip


def _relu(F, x):
    return _operator(F, "Activation", "activation")(x, act_type="relu")


def _conv3x3(channels, stride, in_channels):
    return nn.Conv2D(channels, kernel_size=3, strides=stride, padding=1, use_bias=False, in_channels=in_channels)


def _projection(channels, stride, in_channels):
    """A 1x1 convolution that gives the residual the shape of the body's output."""
    return nn.Conv2D(channels, kernel_size=1, strides=stride, use_bias=False, in_channels=in_channels)


class _BlockV1(Layer):
    """`relu(body(x) + x)`; with `downsample`, x is projected first."""

    _residual_first = False
    _fill_body: Callable[[int, int, int], None]

    def __init__(
        self, channels: Any, stride: Any, downsample: bool = False, in_channels: Any = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(**kwargs)
        self.body = nn.HybridSequential(prefix="")
        self._fill_body(channels, stride, in_channels)
        self.downsample = None
        if downsample:
            self.downsample = nn.HybridSequential(prefix="")
            self.downsample.add(_projection(channels, stride, in_channels), nn.BatchNorm())

    def hybrid_forward(self, F, x):
        # The order of the two decides the order of nodes in symbol files; it is MXNet's.
        body = self.body(x)
        residual = self.downsample(x) if self.downsample else x
        return _relu(F, residual + body if self._residual_first else body + residual)


class BasicBlockV1(_BlockV1):
    """Two 3x3 convolutions, each normalized; the input is added before the last activation.

    Parameters
    ----------
    channels : int
        Channels of the output.
    stride : int
        Stride of the first convolution.
    downsample : bool, default False
        Project the input to the output's shape.
    in_channels : int, default 0
        Channels of the input; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> block = gluon.model_zoo.vision.BasicBlockV1(8, stride=2, downsample=True, in_channels=4)
    >>> block.initialize()
    >>> block(nd.zeros((1, 4, 16, 16))).shape
    (1, 8, 8, 8)
    """

    _residual_first = True

    def _fill_body(self, channels, stride, in_channels) -> None:
        self.body.add(
            _conv3x3(channels, stride, in_channels),
            nn.BatchNorm(),
            nn.Activation("relu"),
            _conv3x3(channels, 1, channels),
            nn.BatchNorm(),
        )


@described_by(BasicBlockV1)
class BottleneckV1(_BlockV1):
    """1x1, 3x3 and 1x1 convolutions, with a quarter of the channels inside; the input is added before the last activation.

    Examples
    --------
    >>> block = gluon.model_zoo.vision.BottleneckV1(8, stride=2, downsample=True, in_channels=4)
    >>> block.initialize()
    >>> block(nd.zeros((1, 4, 16, 16))).shape
    (1, 8, 8, 8)
    """

    def _fill_body(self, channels, stride, in_channels) -> None:
        inner = channels // 4
        self.body.add(
            nn.Conv2D(inner, kernel_size=1, strides=stride),
            nn.BatchNorm(),
            nn.Activation("relu"),
            _conv3x3(inner, 1, inner),
            nn.BatchNorm(),
            nn.Activation("relu"),
            nn.Conv2D(channels, kernel_size=1, strides=1),
            nn.BatchNorm(),
        )


class _BlockV2(Layer):
    """Normalization and activation before each convolution; the residual is added last."""

    downsample: HybridBlock | None
    _pairs: Callable[[], Sequence[tuple[HybridBlock, HybridBlock]]]

    def hybrid_forward(self, F, x):
        residual = x
        for number, (norm, conv) in enumerate(self._pairs()):
            x = _relu(F, norm(x))
            if number == 0 and self.downsample:
                residual = self.downsample(x)
            x = conv(x)
        return x + residual


@described_by(BasicBlockV1)
class BasicBlockV2(_BlockV2):
    """Two 3x3 convolutions, with normalization and activation before each; the input is added last.

    Examples
    --------
    >>> block = gluon.model_zoo.vision.BasicBlockV2(8, stride=2, downsample=True, in_channels=4)
    >>> block.initialize()
    >>> block(nd.zeros((1, 4, 16, 16))).shape
    (1, 8, 8, 8)
    """

    def __init__(
        self, channels: Int, stride: Int, downsample: bool = False, in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(**kwargs)
        self.bn1 = nn.BatchNorm()
        self.conv1 = _conv3x3(channels, stride, in_channels)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(channels, 1, channels)
        self.downsample = _projection(channels, stride, in_channels) if downsample else None

    def _pairs(self):
        return (self.bn1, self.conv1), (self.bn2, self.conv2)


@described_by(BasicBlockV2)
class BottleneckV2(_BlockV2):
    """1x1, 3x3 and 1x1 convolutions, with a quarter of the channels inside and normalization and activation before each.

    Examples
    --------
    >>> block = gluon.model_zoo.vision.BottleneckV2(8, stride=2, downsample=True, in_channels=4)
    >>> block.initialize()
    >>> block(nd.zeros((1, 4, 16, 16))).shape
    (1, 8, 8, 8)
    """

    def __init__(
        self, channels: Int, stride: Int, downsample: bool = False, in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]
    ) -> None:
        super().__init__(**kwargs)
        inner = channels // 4
        self.bn1 = nn.BatchNorm()
        self.conv1 = nn.Conv2D(inner, kernel_size=1, strides=1, use_bias=False)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(inner, stride, inner)
        self.bn3 = nn.BatchNorm()
        self.conv3 = nn.Conv2D(channels, kernel_size=1, strides=1, use_bias=False)
        self.downsample = _projection(channels, stride, in_channels) if downsample else None

    def _pairs(self):
        return (self.bn1, self.conv1), (self.bn2, self.conv2), (self.bn3, self.conv3)


class _ResNet(Classifier):
    features: nn.HybridSequential

    def _add_stem(self, channels, thumbnail) -> None:
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
        else:
            self.features.add(
                nn.Conv2D(channels, 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(3, 2, 1)
            )

    def _add_stages(self, block, layers, channels) -> None:
        assert len(layers) == len(channels) - 1, (
            f"{len(layers)} stages need {len(layers) + 1} numbers of channels, not {len(channels)}"
        )
        for number, count in enumerate(layers, 1):
            stride = 1 if number == 1 else 2
            self.features.add(self._make_layer(block, count, channels[number], stride, number, in_channels=channels[number - 1]))

    def _make_layer(self, block, layers, channels, stride, stage_index, in_channels=0):
        layer = nn.HybridSequential(prefix=f"stage{stage_index}_")
        with layer.name_scope():
            layer.add(block(channels, stride, channels != in_channels, in_channels=in_channels, prefix=""))
            for _ in range(layers - 1):
                layer.add(block(channels, 1, False, in_channels=channels, prefix=""))
        return layer


class ResNetV1(_ResNet):
    """Residual network, version 1: blocks end in a sum and an activation.

    Parameters
    ----------
    block : type
        BasicBlockV1 or BottleneckV1.
    layers : list of int
        Blocks of each stage.
    channels : list of int
        Channels of the first convolution and of each stage.
    classes : int, default 1000
        Number of outputs.
    thumbnail : bool, default False
        For small images: begin with one 3x3 convolution and no pooling.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    A network for pictures of 32 x 32:

    >>> vision = gluon.model_zoo.vision
    >>> net = vision.ResNetV1(vision.BasicBlockV1, [1, 1, 1], [16, 16, 32, 64], classes=10, thumbnail=True)
    >>> net.initialize()
    >>> net(nd.zeros((2, 3, 32, 32))).shape
    (2, 10)
    """

    def __init__(
        self,
        block: type[Any],
        layers: Sequence[Int],
        channels: Sequence[Int],
        classes: Int = 1000,
        thumbnail: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self._add_stem(channels[0], thumbnail)
            self._add_stages(block, layers, channels)
            self.features.add(nn.GlobalAvgPool2D())
            self.output = nn.Dense(classes, in_units=channels[-1])


@described_by(ResNetV1)
class ResNetV2(_ResNet):
    """Residual network, version 2: blocks begin with normalization and activation.

    Parameters
    ----------
    block : type
        BasicBlockV2 or BottleneckV2.

    Examples
    --------
    A network for pictures of 32 x 32:

    >>> vision = gluon.model_zoo.vision
    >>> net = vision.ResNetV2(vision.BasicBlockV2, [1, 1, 1], [16, 16, 32, 64], classes=10, thumbnail=True)
    >>> net.initialize()
    >>> net(nd.zeros((2, 3, 32, 32))).shape
    (2, 10)
    """

    def __init__(
        self,
        block: type[Any],
        layers: Sequence[Int],
        channels: Sequence[Int],
        classes: Int = 1000,
        thumbnail: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(nn.BatchNorm(scale=False, center=False))
            self._add_stem(channels[0], thumbnail)
            self._add_stages(block, layers, channels)
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes, in_units=channels[-1])


# number of layers -> kind of block, blocks of each stage, channels
resnet_spec = {
    18: ("basic_block", [2, 2, 2, 2], [64, 64, 128, 256, 512]),
    34: ("basic_block", [3, 4, 6, 3], [64, 64, 128, 256, 512]),
    50: ("bottle_neck", [3, 4, 6, 3], [64, 256, 512, 1024, 2048]),
    101: ("bottle_neck", [3, 4, 23, 3], [64, 256, 512, 1024, 2048]),
    152: ("bottle_neck", [3, 8, 36, 3], [64, 256, 512, 1024, 2048]),
}
resnet_net_versions = [ResNetV1, ResNetV2]
resnet_block_versions = [
    {"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
    {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2},
]


@takes_device
@described_by(loading(ResNetV1, "get_resnet(1, 18, classes=10)"))
def get_resnet(
    version: Literal[1, 2],
    num_layers: Literal[18, 34, 50, 101, 152],
    pretrained: bool = False,
    ctx: Context = cpu(),
    root: str = ROOT,
    **kwargs: Any,
) -> Any:
    """A ResNet by version and number of layers.

    Parameters
    ----------
    version : {1, 2}
        Version of the blocks.
    num_layers : {18, 34, 50, 101, 152}
        Number of layers.
    """
    assert num_layers in resnet_spec, f"Invalid number of layers: {num_layers}. Options are {list(resnet_spec)}"
    assert version in (1, 2), f"Invalid resnet version: {version}. Options are 1 and 2."
    block_type, layers, channels = resnet_spec[num_layers]
    net = resnet_net_versions[version - 1](resnet_block_versions[version - 1][block_type], layers, channels, **kwargs)
    return loaded(net, pretrained, f"resnet{num_layers}_v{version}", root, ctx)


resnet18_v1 = variant("resnet18_v1", "ResNet of 18 layers, version 1", get_resnet, 1, 18)
resnet34_v1 = variant("resnet34_v1", "ResNet of 34 layers, version 1", get_resnet, 1, 34)
resnet50_v1 = variant("resnet50_v1", "ResNet of 50 layers, version 1", get_resnet, 1, 50)
resnet101_v1 = variant("resnet101_v1", "ResNet of 101 layers, version 1", get_resnet, 1, 101)
resnet152_v1 = variant("resnet152_v1", "ResNet of 152 layers, version 1", get_resnet, 1, 152)
resnet18_v2 = variant("resnet18_v2", "ResNet of 18 layers, version 2", get_resnet, 2, 18)
resnet34_v2 = variant("resnet34_v2", "ResNet of 34 layers, version 2", get_resnet, 2, 34)
resnet50_v2 = variant("resnet50_v2", "ResNet of 50 layers, version 2", get_resnet, 2, 50)
resnet101_v2 = variant("resnet101_v2", "ResNet of 101 layers, version 2", get_resnet, 2, 101)
resnet152_v2 = variant("resnet152_v2", "ResNet of 152 layers, version 2", get_resnet, 2, 152)
