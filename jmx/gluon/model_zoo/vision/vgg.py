"""VGG (Simonyan and Zisserman, 2014: very deep convolutional networks for large-scale image recognition)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ....context import cpu, takes_device
from ....initializer import Xavier
from ... import nn
from ._common import ROOT, Classifier, documented, loaded, variant

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int
    from ....context import Context

__all__ = ["VGG", "vgg11", "vgg13", "vgg16", "vgg19", "vgg11_bn", "vgg13_bn", "vgg16_bn", "vgg19_bn", "get_vgg"]

# number of layers -> convolutions of each stage, their channels
vgg_spec = {
    11: ([1, 1, 2, 2, 2], [64, 128, 256, 512, 512]),
    13: ([2, 2, 2, 2, 2], [64, 128, 256, 512, 512]),
    16: ([2, 2, 3, 3, 3], [64, 128, 256, 512, 512]),
    19: ([2, 2, 4, 4, 4], [64, 128, 256, 512, 512]),
}


class VGG(Classifier):
    """Stages of 3x3 convolutions, then three dense layers.

    Parameters
    ----------
    layers : list of int
        Convolutions of each stage.
    filters : list of int
        Channels of each stage.
    classes : int
        Number of outputs.
    batch_norm : bool
        Normalize after each convolution.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.VGG([1, 1, 2, 2, 2], [64, 128, 256, 512, 512], classes=10)    # vgg11
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    128807306
    """

    def __init__(
        self,
        layers: Sequence[Int],
        filters: Sequence[Int],
        classes: Int = 1000,
        batch_norm: bool = False,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        assert len(layers) == len(filters), f"{len(layers)} stages need as many numbers of channels, not {len(filters)}"
        with self.name_scope():
            self.features = self._make_features(layers, filters, batch_norm)
            for _ in range(2):
                self.features.add(
                    nn.Dense(4096, activation="relu", weight_initializer="normal", bias_initializer="zeros"), nn.Dropout(rate=0.5)
                )
            self.output = nn.Dense(classes, weight_initializer="normal", bias_initializer="zeros")

    def _make_features(self, layers, filters, batch_norm):
        features = nn.HybridSequential(prefix="")
        for count, channels in zip(layers, filters):
            for _ in range(count):
                init = Xavier(rnd_type="gaussian", factor_type="out", magnitude=2)
                features.add(nn.Conv2D(channels, kernel_size=3, padding=1, weight_initializer=init, bias_initializer="zeros"))
                if batch_norm:
                    features.add(nn.BatchNorm())
                features.add(nn.Activation("relu"))
            features.add(nn.MaxPool2D(strides=2))
        return features


@documented(VGG, "get_vgg(11, classes=10)")
@takes_device
def get_vgg(
    num_layers: Literal[11, 13, 16, 19], pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Any
) -> Any:
    """A VGG by its number of layers.

    Parameters
    ----------
    num_layers : {11, 13, 16, 19}
        Which one.
    """
    suffix = "_bn" if kwargs.get("batch_norm") else ""
    return loaded(VGG(*vgg_spec[num_layers], **kwargs), pretrained, f"vgg{num_layers}{suffix}", root, ctx)


vgg11 = variant("vgg11", "VGG of 11 layers", get_vgg, 11)
vgg13 = variant("vgg13", "VGG of 13 layers", get_vgg, 13)
vgg16 = variant("vgg16", "VGG of 16 layers", get_vgg, 16)
vgg19 = variant("vgg19", "VGG of 19 layers", get_vgg, 19)
vgg11_bn = variant("vgg11_bn", "VGG of 11 layers with batch normalization", get_vgg, 11, batch_norm=True)
vgg13_bn = variant("vgg13_bn", "VGG of 13 layers with batch normalization", get_vgg, 13, batch_norm=True)
vgg16_bn = variant("vgg16_bn", "VGG of 16 layers with batch normalization", get_vgg, 16, batch_norm=True)
vgg19_bn = variant("vgg19_bn", "VGG of 19 layers with batch normalization", get_vgg, 19, batch_norm=True)
