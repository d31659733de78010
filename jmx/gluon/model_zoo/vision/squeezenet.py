"""SqueezeNet (Iandola et al., 2016: AlexNet-level accuracy with 50x fewer parameters)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack

from ....context import cpu, takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent
from ._common import ROOT, Classifier, documented, loaded, variant

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int, NetworkKeywords
    from ....context import Context

__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]

# version -> first convolution (channels, kernel), then "pool" or the channels that a fire module squeezes to
_SPEC = {
    "1.0": ((96, 7), ["pool", 16, 16, 32, "pool", 32, 48, 48, 64, "pool", 64]),
    "1.1": ((64, 3), ["pool", 16, 16, "pool", 32, 32, "pool", 48, 48, 64, 64]),
}


def _convolution(channels, kernel_size, padding=0):
    out = nn.HybridSequential(prefix="")
    out.add(nn.Conv2D(channels, kernel_size, padding=padding), nn.Activation("relu"))
    return out


def _fire(squeezed):
    """Squeeze to few channels, then expand each to four with 1x1 and four with 3x3 kernels."""
    out = nn.HybridSequential(prefix="")
    out.add(_convolution(squeezed, 1))
    paths = HybridConcurrent(axis=1, prefix="")
    paths.add(_convolution(4 * squeezed, 1), _convolution(4 * squeezed, 3, 1))
    out.add(paths)
    return out


class SqueezeNet(Classifier):
    """Fire modules and no dense layer.

    Parameters
    ----------
    version : {'1.0', '1.1'}
        1.1 needs less computation.
    classes : int
        Number of outputs.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.SqueezeNet("1.1", classes=10)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    727626
    """

    def __init__(self, version: Literal["1.0", "1.1"] | str, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        assert version in _SPEC, f"Unsupported SqueezeNet version {version}: 1.0 or 1.1 expected"
        (channels, kernel), parts = _SPEC[version]
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(nn.Conv2D(channels, kernel_size=kernel, strides=2), nn.Activation("relu"))
            for part in parts:
                pool = part == "pool"
                self.features.add(nn.MaxPool2D(pool_size=3, strides=2, ceil_mode=True) if pool else _fire(part))
            self.features.add(nn.Dropout(0.5))
            self.output = nn.HybridSequential(prefix="")
            self.output.add(nn.Conv2D(classes, kernel_size=1), nn.Activation("relu"), nn.AvgPool2D(13), nn.Flatten())


@documented(SqueezeNet, "squeezenet1_1(classes=10)")
@takes_device
def get_squeezenet(
    version: Literal["1.0", "1.1"] | str,
    pretrained: bool = False,
    ctx: Context = cpu(),
    root: str = ROOT,
    **kwargs: Unpack[NetworkKeywords],
) -> Any:
    """A SqueezeNet by version.

    Parameters
    ----------
    version : {'1.0', '1.1'}
        Which one.
    """
    return loaded(SqueezeNet(version, **kwargs), pretrained, f"squeezenet{version}", root, ctx)


squeezenet1_0 = variant("squeezenet1_0", "SqueezeNet 1.0", get_squeezenet, "1.0")
squeezenet1_1 = variant("squeezenet1_1", "SqueezeNet 1.1", get_squeezenet, "1.1")
