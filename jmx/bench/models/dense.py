"""Networks of dense layers only: for acoustic features, digits and readings of sensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


class Dense(Model):
    """Dense layers of `hidden` sizes, each followed by relu."""

    hidden: tuple = ()

    @property
    def output(self) -> Symbol:
        v = self.data()
        for number, size in enumerate(self.hidden, 1):
            v = self.dense(v, f"fc{number}", size)
        return self.add_head_nodes(v)


@register("acoustic_model")
class AcousticModel(Dense):
    """Phoneme states from frames of speech, as in Dean et al., Large Scale Distributed Deep Networks, 2012."""

    name, input_shape, num_classes = "AcousticModel", (540,), 8192
    hidden = (2048,) * 5


@register("deep_mnist")
class DeepMNIST(Dense):
    """The largest network of Ciresan et al., Deep Big Simple Neural Nets, 2010, with relu."""

    name, input_shape, num_classes = "DeepMNIST", (1, 28, 28), 10
    hidden = (2500, 2000, 1500, 1000, 500)


@register("sensor_net")
class SensorNet(Dense):
    """A small network for readings of sensors."""

    name, input_shape, num_classes = "SensorNet", (784,), 16
    hidden = (1024, 1024, 1024)
