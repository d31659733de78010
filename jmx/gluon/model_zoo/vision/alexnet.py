"""AlexNet (Krizhevsky, 2014: one weird trick for parallelizing convolutional neural networks)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from ....context import cpu, takes_device
from ... import nn
from ._common import ROOT, Classifier, documented, loaded

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int, NetworkKeywords
    from ....context import Context

__all__ = ["AlexNet", "alexnet"]


class AlexNet(Classifier):
    """Five convolutions and three dense layers.

    Parameters
    ----------
    classes : int
        Number of outputs.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.AlexNet(classes=10)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:])    # parameters
    57044810
    """

    def __init__(self, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            with self.features.name_scope():
                self.features.add(
                    nn.Conv2D(64, kernel_size=11, strides=4, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(192, kernel_size=5, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(384, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Flatten(),
                    nn.Dense(4096, activation="relu"),
                    nn.Dropout(0.5),
                    nn.Dense(4096, activation="relu"),
                    nn.Dropout(0.5),
                )
            self.output = nn.Dense(classes)


@documented(AlexNet, "alexnet(classes=10)")
@takes_device
def alexnet(pretrained: bool = False, ctx: Context = cpu(), root: str = ROOT, **kwargs: Unpack[NetworkKeywords]) -> Any:
    """AlexNet.

    Parameters
    ----------
    """
    return loaded(AlexNet(**kwargs), pretrained, "alexnet", root, ctx)
