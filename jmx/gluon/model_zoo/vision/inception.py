"""Inception v3 (Szegedy et al., 2015: rethinking the inception architecture for computer vision)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ....context import cpu, takes_device
from ... import nn
from ...contrib.nn import HybridConcurrent
from ._common import ROOT, Classifier, documented, loaded

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int, NetworkKeywords
    from ....context import Context
    from ...nn.basic_layers import HybridSequential

__all__ = ["Inception3", "inception_v3"]


def _conv(channels, kernel_size, strides=1, padding=0):
    """A convolution, normalized and rectified."""
    out = nn.HybridSequential(prefix="")
    out.add(
        nn.Conv2D(channels, kernel_size, strides=strides, padding=padding, use_bias=False),
        nn.BatchNorm(epsilon=0.001),
        nn.Activation("relu"),
    )
    return out


def _row(channels, length):
    return channels, (1, length), 1, (0, length // 2)


def _column(channels, length):
    return channels, (length, 1), 1, (length // 2, 0)


def _branch(*convolutions, pool=None):
    """A pooling layer, if any, and convolutions given as (channels, kernel, strides, padding)."""
    out = nn.HybridSequential(prefix="")
    if pool == "avg":
        out.add(nn.AvgPool2D(pool_size=3, strides=1, padding=1))
    elif pool == "max":
        out.add(nn.MaxPool2D(pool_size=3, strides=2))
    for convolution in convolutions:
        out.add(_conv(*convolution))
    return out


def _forked(*stem):
    """A branch that ends in a row and a column kernel side by side."""
    out = nn.HybridSequential(prefix="")
    out.add(_branch(*stem))
    fork = HybridConcurrent(axis=1, prefix="")
    fork.add(_branch(_row(384, 3)), _branch(_column(384, 3)))
    out.add(fork)
    return out


def _module(prefix, make):
    """Branches side by side; `make` is called inside the module's name scope."""
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        for branch in make():
            out.add(branch)
    return out


def _a(pool_features):
    yield _branch((64, 1))
    yield _branch((48, 1), (64, 5, 1, 2))
    yield _branch((64, 1), (96, 3, 1, 1), (96, 3, 1, 1))
    yield _branch((pool_features, 1), pool="avg")


def _b():
    yield _branch((384, 3, 2))
    yield _branch((64, 1), (96, 3, 1, 1), (96, 3, 2))
    yield _branch(pool="max")


def _c(inner):
    yield _branch((192, 1))
    yield _branch((inner, 1), _row(inner, 7), _column(192, 7))
    yield _branch((inner, 1), _column(inner, 7), _row(inner, 7), _column(inner, 7), _row(192, 7))
    yield _branch((192, 1), pool="avg")


def _d():
    yield _branch((192, 1), (320, 3, 2))
    yield _branch((192, 1), _row(192, 7), _column(192, 7), (192, 3, 2))
    yield _branch(pool="max")


def _e():
    yield _branch((320, 1))
    yield _forked((384, 1))
    yield _forked((448, 1), (384, 3, 1, 1))
    yield _branch((192, 1), pool="avg")


def make_aux(classes: Int) -> HybridSequential:
    """The auxiliary classifier that training may add behind the C modules.

    Parameters
    ----------
    classes : int
        Number of outputs.

    Returns
    -------
    HybridSequential
    """
    out = nn.HybridSequential(prefix="")
    out.add(nn.AvgPool2D(pool_size=5, strides=3), _conv(128, 1), _conv(768, 5), nn.Flatten(), nn.Dense(classes))
    return out


class Inception3(Classifier):
    """Inception v3, for images of 299 x 299.

    Parameters
    ----------
    classes : int
        Number of outputs.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.Inception3(classes=10)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 299, 299))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    21806058
    """

    def __init__(self, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(
                _conv(32, 3, 2),
                _conv(32, 3),
                _conv(64, 3, padding=1),
                nn.MaxPool2D(pool_size=3, strides=2),
                _conv(80, 1),
                _conv(192, 3),
                nn.MaxPool2D(pool_size=3, strides=2),
            )
            for number, channels in enumerate((32, 64, 64), 1):
                self.features.add(_module(f"A{number}_", lambda channels=channels: _a(channels)))
            self.features.add(_module("B_", _b))
            for number, channels in enumerate((128, 160, 160, 192), 1):
                self.features.add(_module(f"C{number}_", lambda channels=channels: _c(channels)))
            self.features.add(_module("D_", _d), _module("E1_", _e), _module("E2_", _e))
            self.features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


@documented(Inception3, "inception_v3(classes=10)")
@takes_device
def inception_v3(pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Unpack[NetworkKeywords]) -> Any:
    """Inception v3.

    Parameters
    ----------
    """
    return loaded(Inception3(**kwargs), pretrained, "inceptionv3", root, ctx)
