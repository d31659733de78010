"""VGG with 11 to 19 layers: configurations A, B, D and E of Simonyan and Zisserman, 2014."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


_CONVOLUTIONS = {"vgg11": (1, 1, 2, 2, 2), "vgg13": (2, 2, 2, 2, 2), "vgg16": (2, 2, 3, 3, 3), "vgg19": (2, 2, 4, 4, 4)}


@register(*_CONVOLUTIONS)
class VGG(Model):
    """Very Deep Convolutional Networks for Large-Scale Image Recognition, 2014."""

    input_shape, num_classes = (3, 224, 224), 1000

    def __init__(self, params) -> None:
        params.setdefault("name", params["model"].upper())
        super().__init__(params)

    @property
    def output(self) -> Symbol:
        v = self.data()
        stages = zip((64, 128, 256, 512, 512), _CONVOLUTIONS[self.id])
        for stage, (filters, count) in enumerate(stages, 1):
            for number in range(1, count + 1):
                v = self.conv_relu(v, f"conv{stage}_{number}", filters, 3, 1, 1)
            v = self.pool(v, f"pool{stage}", "max", 2, 2)
        for number in (6, 7):
            v = self.dropout(self.dense(v, f"fc{number}", 4096), f"drop{number}")
        return self.add_head_nodes(v)
