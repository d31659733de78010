"""Residual networks of 18 to 269 layers, normalized after each convolution (He et al., 2015)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import symbol as sym
from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


#: blocks in each of the four stages
_BLOCKS = {
    "resnet18": (2, 2, 2, 2),
    "resnet34": (3, 4, 6, 3),
    "resnet50": (3, 4, 6, 3),
    "resnet101": (3, 4, 23, 3),
    "resnet152": (3, 8, 36, 3),
    "resnet200": (3, 24, 36, 3),
    "resnet269": (3, 30, 48, 8),
}


@register(*_BLOCKS)
class ResNet(Model):
    """Deep Residual Learning for Image Recognition, 2015. With 50 layers and more, blocks are bottlenecks."""

    input_shape, num_classes = (3, 224, 224), 1000

    def __init__(self, params) -> None:
        params.setdefault("name", params["model"].replace("resnet", "ResNet"))
        super().__init__(params)
        self.bottleneck = self.id not in ("resnet18", "resnet34")

    def block(self, v, name, filters, stride, project) -> Symbol:
        """Return a block of `filters` channels; the first one of a stage projects its shortcut."""
        shortcut = self.conv_bn(v, name + "_shortcut", filters, 1, stride) if project else v
        if self.bottleneck:
            v = self.conv_bn_relu(v, name + "_conv1", filters // 4, 1, stride)
            v = self.conv_bn_relu(v, name + "_conv2", filters // 4, 3, 1, 1)
            v = self.conv_bn(v, name + "_conv3", filters, 1)
        else:
            v = self.conv_bn_relu(v, name + "_conv1", filters, 3, stride, 1)
            v = self.conv_bn(v, name + "_conv2", filters, 3, 1, 1)
        return self.relu(v + shortcut, name + "_relu")

    @property
    def output(self) -> Symbol:
        # The first convolution of the published ResNet-50, alone among them, has a bias.
        v = self.conv_bn_relu(self.data(), "conv0", 64, 7, 2, 3, no_bias=self.id != "resnet50")
        v = self.pool(v, "pool0", "max", 3, 2, 1)
        for stage, count in enumerate(_BLOCKS[self.id]):
            filters = 2**stage * (256 if self.bottleneck else 64)
            for number in range(count):
                first = number == 0
                v = self.block(v, f"stage{stage + 1}_block{number + 1}", filters, 2 if first and stage else 1, first)
        v = sym.Pooling(v, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool5")
        return self.add_head_nodes(v)
