"""GoogLeNet, in the published version without auxiliary classifiers (Szegedy et al., 2014)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import symbol as sym
from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


#: filters: 1x1; 3x3 and its reduction before it; 5x5 likewise; projection of the pooled input
_MODULES = {
    "3a": (64, 96, 128, 16, 32, 32),
    "3b": (128, 128, 192, 32, 96, 64),
    "4a": (192, 96, 208, 16, 48, 64),
    "4b": (160, 112, 224, 24, 64, 64),
    "4c": (128, 128, 256, 24, 64, 64),
    "4d": (112, 144, 288, 32, 64, 64),
    "4e": (256, 160, 320, 32, 128, 128),
    "5a": (256, 160, 320, 32, 128, 128),
    "5b": (384, 192, 384, 48, 128, 128),
}


@register("googlenet")
class GoogLeNet(Model):
    """Going Deeper with Convolutions, 2014."""

    name, input_shape, num_classes = "GoogLeNet", (3, 224, 224), 1000

    def module(self, v, name, one, three_before, three, five_before, five, projection) -> Symbol:
        """Return the four branches of an inception module, side by side."""
        a = self.conv_relu(v, name + "_1x1", one, 1)
        b = self.conv_relu(v, name + "_3x3_reduce", three_before, 1)
        b = self.conv_relu(b, name + "_3x3", three, 3, 1, 1)
        c = self.conv_relu(v, name + "_5x5_reduce", five_before, 1)
        c = self.conv_relu(c, name + "_5x5", five, 5, 1, 2)
        d = self.pool(v, name + "_pool", "max", 3, 1, 1)
        d = self.conv_relu(d, name + "_projection", projection, 1)
        return sym.Concat(a, b, c, d, name=name)

    def halve(self, v, name) -> Symbol:
        """Return a pooling layer that rounds sizes up, as the published network does."""
        return self.pool(v, name, "max", 3, 2, pooling_convention="full")

    @property
    def output(self) -> Symbol:
        v = self.conv_relu(self.data(), "conv1", 64, 7, 2, 3)
        v = self.norm(self.halve(v, "pool1"), "norm1")
        v = self.conv_relu(v, "conv2_reduce", 64, 1)
        v = self.conv_relu(v, "conv2", 192, 3, 1, 1)
        v = self.halve(self.norm(v, "norm2"), "pool2")
        for name, filters in _MODULES.items():
            v = self.module(v, f"inception_{name}", *filters)
            if name in ("3b", "4e"):
                v = self.halve(v, f"pool{name[0]}")
        v = self.pool(v, "pool5", "avg", 7, 1)
        return self.add_head_nodes(self.dropout(v, "drop5", 0.4))
