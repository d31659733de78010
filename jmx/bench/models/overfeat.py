"""OverFeat, the fast network of Sermanet et al., 2013."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


@register("overfeat")
class Overfeat(Model):
    """The fast model of OverFeat: Integrated Recognition, Localization and Detection using Convolutional Networks, 2013."""

    name, input_shape, num_classes = "Overfeat", (3, 231, 231), 1000

    @property
    def output(self) -> Symbol:
        v = self.conv_relu(self.data(), "conv1", 96, 11, 4)
        v = self.pool(v, "pool1", "max", 2, 2)
        v = self.conv_relu(v, "conv2", 256, 5)
        v = self.pool(v, "pool2", "max", 2, 2)
        for number, filters in ((3, 512), (4, 1024), (5, 1024)):
            v = self.conv_relu(v, f"conv{number}", filters, 3, 1, 1)
        v = self.pool(v, "pool5", "max", 2, 2)
        for number, size in ((6, 3072), (7, 4096)):
            v = self.dropout(self.dense(v, f"fc{number}", size), f"drop{number}")
        return self.add_head_nodes(v)
