"""DenseNet (Huang et al., 2016: densely connected convolutional networks)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ....context import cpu, takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent, Identity
from ._common import ROOT, Classifier, documented, loaded, variant

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Float, Int
    from ....context import Context

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]

# number of layers -> channels of the first convolution, channels a layer adds, layers of each stage
densenet_spec = {
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


def _layer(growth_rate, bn_size, dropout):
    """A layer that puts new channels behind those it gets."""
    new = nn.HybridSequential(prefix="")
    new.add(
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.Conv2D(bn_size * growth_rate, kernel_size=1, use_bias=False),
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.Conv2D(growth_rate, kernel_size=3, padding=1, use_bias=False),
    )
    if dropout:
        new.add(nn.Dropout(dropout))
    both = HybridConcurrent(axis=1, prefix="")
    both.add(Identity(), new)
    return both


def _stage(number, layers, growth_rate, bn_size, dropout):
    stage = nn.HybridSequential(prefix=f"stage{number}_")
    with stage.name_scope():
        for _ in range(layers):
            stage.add(_layer(growth_rate, bn_size, dropout))
    return stage


def _transition(channels):
    half = nn.HybridSequential(prefix="")
    half.add(
        nn.BatchNorm(),
        nn.Activation("relu"),
        nn.Conv2D(channels, kernel_size=1, use_bias=False),
        nn.AvgPool2D(pool_size=2, strides=2),
    )
    return half


class DenseNet(Classifier):
    """Stages in which every layer sees the outputs of all before it.

    Parameters
    ----------
    num_init_features : int
        Channels of the first convolution.
    growth_rate : int
        Channels a layer adds.
    block_config : list of int
        Layers of each stage.
    bn_size : int
        Channels inside a layer, in units of `growth_rate`.
    dropout : float
        Rate of dropout after each layer.
    classes : int
        Number of outputs.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.DenseNet(64, 32, [6, 12, 24, 16], classes=10)    # densenet121
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    6964106
    """

    def __init__(
        self,
        num_init_features: Int,
        growth_rate: Int,
        block_config: Sequence[Int],
        bn_size: Int = 4,
        dropout: Float = 0,
        classes: Int = 1000,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(
                nn.Conv2D(num_init_features, kernel_size=7, strides=2, padding=3, use_bias=False),
                nn.BatchNorm(),
                nn.Activation("relu"),
                nn.MaxPool2D(pool_size=3, strides=2, padding=1),
            )
            channels = num_init_features
            for number, layers in enumerate(block_config, 1):
                if number > 1:
                    channels //= 2
                    self.features.add(_transition(channels))
                self.features.add(_stage(number, layers, growth_rate, bn_size, dropout))
                channels += layers * growth_rate
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(pool_size=7), nn.Flatten())
            self.output = nn.Dense(classes)


@documented(DenseNet, "densenet121(classes=10)")
@takes_device
def get_densenet(
    num_layers: Literal[121, 161, 169, 201], pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Any
) -> Any:
    """A DenseNet by its number of layers.

    Parameters
    ----------
    num_layers : {121, 161, 169, 201}
        Which one.
    """
    return loaded(DenseNet(*densenet_spec[num_layers], **kwargs), pretrained, f"densenet{num_layers}", root, ctx)


densenet121 = variant("densenet121", "DenseNet of 121 layers", get_densenet, 121)
densenet161 = variant("densenet161", "DenseNet of 161 layers", get_densenet, 161)
densenet169 = variant("densenet169", "DenseNet of 169 layers", get_densenet, 169)
densenet201 = variant("densenet201", "DenseNet of 201 layers", get_densenet, 201)
