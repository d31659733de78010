"""AlexNet: as published in 2012 but for its groups, and the version of 2014 for one GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


@register("alexnet")
class AlexNet(Model):
    """Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks, 2012, without groups."""

    name, input_shape, num_classes = "AlexNet", (3, 227, 227), 1000
    filters = (96, 256, 384, 384, 256)
    normalized = True

    @property
    def output(self) -> Symbol:
        v = self.data()
        for number, filters in enumerate(self.filters, 1):
            sizes = {1: (11, 4, 0), 2: (5, 1, 2)}.get(number, (3, 1, 1))
            v = self.conv_relu(v, f"conv{number}", filters, *sizes)
            if self.normalized and number < 3:
                v = self.norm(v, f"norm{number}")
            if number in (1, 2, 5):
                v = self.pool(v, f"pool{number}", "max", 3, 2)
        for number in (6, 7):
            v = self.dropout(self.dense(v, f"fc{number}", 4096), f"drop{number}")
        return self.add_head_nodes(v)


@register("alexnet_owt")
class AlexNetOWT(AlexNet):
    """Krizhevsky, One Weird Trick for Parallelizing Convolutional Neural Networks, 2014."""

    name = "AlexNetOWT"
    filters = (64, 192, 384, 256, 256)
    normalized = False
