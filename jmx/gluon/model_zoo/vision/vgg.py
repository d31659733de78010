"""VGG (Simonyan and Zisserman, 2014: very deep convolutional networks for large-scale image recognition)."""

from __future__ import annotations

from ....context import cpu
from ....initializer import Xavier
from ... import nn
from ._common import ROOT, Classifier, load_pretrained

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
    """

    def __init__(self, layers, filters, classes=1000, batch_norm=False, **kwargs):
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


def get_vgg(num_layers, pretrained=False, ctx=cpu(), root=ROOT, **kwargs):
    """A VGG by its number of layers.

    Parameters
    ----------
    num_layers : {11, 13, 16, 19}
        Which one.
    pretrained : bool
        Load trained parameters.
    ctx : Context
        Where to load them.
    root : str
        Folder of their files.
    **kwargs
        Of :class:`VGG`.
    """
    net = VGG(*vgg_spec[num_layers], **kwargs)
    if pretrained:
        load_pretrained(net, f"vgg{num_layers}{'_bn' if kwargs.get('batch_norm') else ''}", root, ctx)
    return net


def vgg11(**kwargs):
    """VGG of 11 layers; arguments as for `get_vgg`."""
    return get_vgg(11, **kwargs)


def vgg13(**kwargs):
    """VGG of 13 layers; arguments as for `get_vgg`."""
    return get_vgg(13, **kwargs)


def vgg16(**kwargs):
    """VGG of 16 layers; arguments as for `get_vgg`."""
    return get_vgg(16, **kwargs)


def vgg19(**kwargs):
    """VGG of 19 layers; arguments as for `get_vgg`."""
    return get_vgg(19, **kwargs)


def vgg11_bn(**kwargs):
    """VGG of 11 layers with batch normalization; arguments as for `get_vgg`."""
    return get_vgg(11, **{**kwargs, "batch_norm": True})


def vgg13_bn(**kwargs):
    """VGG of 13 layers with batch normalization; arguments as for `get_vgg`."""
    return get_vgg(13, **{**kwargs, "batch_norm": True})


def vgg16_bn(**kwargs):
    """VGG of 16 layers with batch normalization; arguments as for `get_vgg`."""
    return get_vgg(16, **{**kwargs, "batch_norm": True})


def vgg19_bn(**kwargs):
    """VGG of 19 layers with batch normalization; arguments as for `get_vgg`."""
    return get_vgg(19, **{**kwargs, "batch_norm": True})
