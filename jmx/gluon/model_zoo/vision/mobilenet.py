"""MobileNet (Howard et al., 2017) and MobileNetV2 (Sandler et al., 2018)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ...._described import described_by
from ....context import cpu, takes_device
from ....util import is_np_array
from ... import nn
from ..._typed import Layer
from ...block import HybridBlock  # noqa: F401
from ._common import ROOT, Classifier, loaded, loading, variant

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Float, Int, NetworkKeywords
    from ....context import Context
    from ....symbol.symbol import Symbol

__all__ = [
    "MobileNet", "MobileNetV2", "mobilenet1_0", "mobilenet_v2_1_0", "mobilenet0_75", "mobilenet_v2_0_75",
    "mobilenet0_5", "mobilenet_v2_0_5", "mobilenet0_25", "mobilenet_v2_0_25", "get_mobilenet", "get_mobilenet_v2",
]  # fmt: skip


class RELU6(Layer):
    """Cuts off below 0 and above 6."""

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F, x) -> Symbol:
        return F.np.clip(x, 0, 6) if is_np_array() else F.clip(x, 0, 6, name="relu6")


def _add_conv(out, channels, kernel=1, stride=1, groups=1, active=True, relu6=False) -> None:
    """Append a convolution with its normalization and activation."""
    out.add(nn.Conv2D(channels, kernel, stride, kernel // 2, groups=groups, use_bias=False), nn.BatchNorm(scale=True))
    if active:
        out.add(RELU6() if relu6 else nn.Activation("relu"))


class LinearBottleneck(Layer):
    """Expand, filter each channel, project; the input is added where the shape stays.

    Parameters
    ----------
    in_channels, channels : int
        Channels of input and output.
    t : int
        Factor of expansion.
    stride : int
        Stride of the filters.
    """

    def __init__(self, in_channels: Int, channels: Int, t: Int, stride: Any, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        inner = in_channels * t
        with self.name_scope():
            self.out = nn.HybridSequential()
            _add_conv(self.out, inner, relu6=True)
            _add_conv(self.out, inner, kernel=3, stride=stride, groups=inner, relu6=True)
            _add_conv(self.out, channels, active=False)

    def hybrid_forward(self, F, x) -> Symbol:
        out = self.out(x)
        if not self.use_shortcut:
            return out
        return out + x if is_np_array() else F.elemwise_add(out, x)


# channels and strides of MobileNet's convolutions after the first, and the same with expansion for V2
_V1 = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
_V2 = [
    (16, 1, 1), (24, 2, 6), (24, 1, 6), (32, 2, 6), *[(32, 1, 6)] * 2, (64, 2, 6), *[(64, 1, 6)] * 3, *[(96, 1, 6)] * 3,
    (160, 2, 6), *[(160, 1, 6)] * 2, (320, 1, 6),
]  # fmt: skip


class MobileNet(Classifier):
    """Depthwise and 1x1 convolutions in turn.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels.
    classes : int
        Number of outputs.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.MobileNet(multiplier=0.5, classes=10)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    823722
    """

    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            with self.features.name_scope():
                before = int(32 * multiplier)
                _add_conv(self.features, before, kernel=3, stride=2)
                for channels, stride in _V1:
                    _add_conv(self.features, before, kernel=3, stride=stride, groups=before)
                    before = int(channels * multiplier)
                    _add_conv(self.features, before)
                self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)


@described_by(MobileNet)
class MobileNetV2(Classifier):
    """Linear bottlenecks.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.MobileNetV2(multiplier=0.5, classes=10)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    697536
    """

    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                before = int(32 * multiplier)
                _add_conv(self.features, before, kernel=3, stride=2, relu6=True)
                for channels, stride, expansion in _V2:
                    after = int(channels * multiplier)
                    self.features.add(LinearBottleneck(before, after, expansion, stride))
                    before = after
                _add_conv(self.features, int(1280 * multiplier) if multiplier > 1.0 else 1280, relu6=True)
                self.features.add(nn.GlobalAvgPool2D())
            self.output = nn.HybridSequential(prefix="output_")
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())


def _suffix(multiplier):
    """1.0, 0.75, 0.5, 0.25 as in names of files."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


@takes_device
@described_by(loading(MobileNet, "get_mobilenet(0.25, classes=10)"))
def get_mobilenet(
    multiplier: Float, pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Unpack[NetworkKeywords]
) -> Any:
    """A MobileNet by its width.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels; there are trained parameters for 1, 0.75, 0.5 and 0.25.
    """
    return loaded(MobileNet(multiplier, **kwargs), pretrained, f"mobilenet{_suffix(multiplier)}", root, ctx)


@takes_device
@described_by(loading(MobileNetV2, "get_mobilenet_v2(0.25, classes=10)"), get_mobilenet)
def get_mobilenet_v2(
    multiplier: Float, pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Unpack[NetworkKeywords]
) -> Any:
    """A MobileNetV2 by its width."""
    return loaded(MobileNetV2(multiplier, **kwargs), pretrained, f"mobilenetv2_{_suffix(multiplier)}", root, ctx)


mobilenet1_0 = variant("mobilenet1_0", "MobileNet of full width", get_mobilenet, 1.0)
mobilenet_v2_1_0 = variant("mobilenet_v2_1_0", "MobileNetV2 of full width", get_mobilenet_v2, 1.0)
mobilenet0_75 = variant("mobilenet0_75", "MobileNet of width 0.75", get_mobilenet, 0.75)
mobilenet_v2_0_75 = variant("mobilenet_v2_0_75", "MobileNetV2 of width 0.75", get_mobilenet_v2, 0.75)
mobilenet0_5 = variant("mobilenet0_5", "MobileNet of width 0.5", get_mobilenet, 0.5)
mobilenet_v2_0_5 = variant("mobilenet_v2_0_5", "MobileNetV2 of width 0.5", get_mobilenet_v2, 0.5)
mobilenet0_25 = variant("mobilenet0_25", "MobileNet of width 0.25", get_mobilenet, 0.25)
mobilenet_v2_0_25 = variant("mobilenet_v2_0_25", "MobileNetV2 of width 0.25", get_mobilenet_v2, 0.25)
