"""Inception-v3 (Szegedy et al., 2015), Inception-v4 and Inception-ResNet-v2 (Szegedy et al., 2016).

A module is a list of branches, a branch a list of layers: ("conv", filters, kernel, stride, pad), ("max" or "avg", stride), or
a list of branches again, where a branch splits up at its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import symbol as sym
from ..model import Model
from ..registry import register

if TYPE_CHECKING:
    from ...symbol.symbol import Symbol


def _c(filters, kernel, stride=1, same=True):
    """A convolution; `same` pads it so that its output has the size of its input."""
    kernel = kernel if isinstance(kernel, tuple) else (kernel, kernel)
    return ("conv", filters, kernel, stride, tuple(k // 2 for k in kernel) if same else 0)


def _halving(filters, kernel=3):
    return _c(filters, kernel, 2, same=False)


_AVG = ("avg", 1)
_MAX = ("max", 2)


class Inception(Model):
    """What the networks of this file share."""

    input_shape, num_classes = (3, 299, 299), 1000

    def branch(self, v, name, layers) -> list[Symbol]:
        """Return the outputs of a branch: one, or several where it splits up."""
        for number, layer in enumerate(layers):
            here = f"{name}_{number}"
            if isinstance(layer, list):
                return [out for i, part in enumerate(layer) for out in self.branch(v, f"{here}_{i}", part)]
            layer_type, *sizes = layer
            if layer_type == "conv":
                v = self.conv_bn_relu(v, here, *sizes)
            else:
                v = self.pool(v, here, layer_type, 3, sizes[0], 1 if sizes[0] == 1 else 0)
        return [v]

    def module(self, v, name, branches) -> Symbol:
        """Return the outputs of all branches, side by side."""
        outputs = [out for number, layers in enumerate(branches) for out in self.branch(v, f"{name}_b{number}", layers)]
        return sym.Concat(*outputs, name=name)

    def chain(self, v, name, layers) -> Symbol:
        """Return layers after one another."""
        return self.branch(v, name, layers)[0]

    def head(self, v, drop) -> Symbol:
        """Return the classifier over the mean of each channel."""
        v = sym.Pooling(v, global_pool=True, kernel=(8, 8), pool_type="avg", name="pool")
        return self.add_head_nodes(self.dropout(v, "drop", drop))


@register("inception3")
class Inception3(Inception):
    """Rethinking the Inception Architecture for Computer Vision, 2015, without the auxiliary classifier."""

    name = "InceptionV3"

    @staticmethod
    def _a(pooled):
        return [[_c(64, 1)], [_c(48, 1), _c(64, 5)], [_c(64, 1), _c(96, 3), _c(96, 3)], [_AVG, _c(pooled, 1)]]

    @staticmethod
    def _c7(n):
        return [
            [_c(192, 1)],
            [_c(n, 1), _c(n, (1, 7)), _c(192, (7, 1))],
            [_c(n, 1), _c(n, (7, 1)), _c(n, (1, 7)), _c(n, (7, 1)), _c(192, (1, 7))],
            [_AVG, _c(192, 1)],
        ]

    @staticmethod
    def _e(pool):
        fork = [[_c(384, (1, 3))], [_c(384, (3, 1))]]
        return [[_c(320, 1)], [_c(384, 1), fork], [_c(448, 1), _c(384, 3), fork], [(pool, 1), _c(192, 1)]]

    @property
    def output(self) -> Symbol:
        stem = [_halving(32), _c(32, 3, same=False), _c(64, 3), _MAX, _c(80, 1), _c(192, 3, same=False), _MAX]
        v = self.chain(self.data(), "stem", stem)
        for number, pooled in enumerate((32, 64, 64), 1):
            v = self.module(v, f"a{number}", self._a(pooled))
        v = self.module(v, "b", [[_halving(384)], [_c(64, 1), _c(96, 3), _halving(96)], [_MAX]])
        for number, n in enumerate((128, 160, 160, 192), 1):
            v = self.module(v, f"c{number}", self._c7(n))
        v = self.module(
            v, "d", [[_c(192, 1), _halving(320)], [_c(192, 1), _c(192, (1, 7)), _c(192, (7, 1)), _halving(192)], [_MAX]]
        )
        for number, pool in enumerate(("avg", "max"), 1):
            v = self.module(v, f"e{number}", self._e(pool))
        return self.head(v, 0.2)


@register("inception4")
class Inception4(Inception):
    """Inception-v4, Inception-ResNet and the Impact of Residual Connections on Learning, 2016."""

    name = "InceptionV4"

    STEM = (
        [[_MAX], [_halving(96)]],
        [[_c(64, 1), _c(96, 3, same=False)], [_c(64, 1), _c(64, (1, 7)), _c(64, (7, 1)), _c(96, 3, same=False)]],
        [[_halving(192)], [_MAX]],
    )
    A = [[_AVG, _c(96, 1)], [_c(96, 1)], [_c(64, 1), _c(96, 3)], [_c(64, 1), _c(96, 3), _c(96, 3)]]
    B = [
        [_AVG, _c(128, 1)],
        [_c(384, 1)],
        [_c(192, 1), _c(224, (1, 7)), _c(256, (7, 1))],
        [_c(192, 1), _c(192, (7, 1)), _c(224, (1, 7)), _c(224, (7, 1)), _c(256, (1, 7))],
    ]
    FORK = [[_c(256, (1, 3))], [_c(256, (3, 1))]]
    C = [[_AVG, _c(256, 1)], [_c(256, 1)], [_c(384, 1), FORK], [_c(384, 1), _c(448, (3, 1)), _c(512, (1, 3)), FORK]]
    TO_B = [[_MAX], [_halving(384)], [_c(192, 1), _c(224, 3), _halving(256)]]
    TO_C = [[_MAX], [_c(192, 1), _halving(192)], [_c(256, 1), _c(256, (1, 7)), _c(320, (7, 1)), _halving(320)]]

    @property
    def output(self) -> Symbol:
        v = self.chain(self.data(), "stem", [_halving(32), _c(32, 3, same=False), _c(64, 3)])
        for number, branches in enumerate(self.STEM, 1):
            v = self.module(v, f"stem{number}", branches)
        parts = ("a", 4, self.A, self.TO_B), ("b", 7, self.B, self.TO_C), ("c", 3, self.C, None)
        for block_name, count, branches, reduction in parts:
            for number in range(1, count + 1):
                v = self.module(v, f"{block_name}{number}", branches)
            if reduction:
                v = self.module(v, f"after_{block_name}", reduction)
        return self.head(v, 0.2)


@register("inception_resnet_v2")
class InceptionResNetV2(Inception):
    """Inception-ResNet-v2 of the same paper, with the stem of Inception-v3 as its authors released it."""

    name = "InceptionResNetV2"

    A = [[_c(32, 1)], [_c(32, 1), _c(32, 3)], [_c(32, 1), _c(48, 3), _c(64, 3)]]
    B = [[_c(192, 1)], [_c(128, 1), _c(160, (1, 7)), _c(192, (7, 1))]]
    C = [[_c(192, 1)], [_c(192, 1), _c(224, (1, 3)), _c(256, (3, 1))]]
    FIRST = [[_c(96, 1)], [_c(48, 1), _c(64, 5)], [_c(64, 1), _c(96, 3), _c(96, 3)], [_AVG, _c(64, 1)]]
    TO_B = [[_halving(384)], [_c(256, 1), _c(256, 3), _halving(384)], [_MAX]]
    TO_C = [[_c(256, 1), _halving(384)], [_c(256, 1), _halving(288)], [_c(256, 1), _c(288, 3), _halving(320)], [_MAX]]

    def residual(self, v, name, branches, channels, scale, last=False) -> Symbol:
        """Return `v` plus a scaled projection of the branches, which is not normalized."""
        added = self.conv(self.module(v, name, branches), name + "_up", channels, 1)
        v = v + added * scale
        return v if last else self.relu(v, name + "_relu")

    @property
    def output(self) -> Symbol:
        stem = [_halving(32), _c(32, 3, same=False), _c(64, 3), _MAX, _c(80, 1), _c(192, 3, same=False), _MAX]
        v = self.module(self.chain(self.data(), "stem", stem), "first", self.FIRST)
        for number in range(1, 11):
            v = self.residual(v, f"a{number}", self.A, 320, 0.17)
        v = self.module(v, "after_a", self.TO_B)
        for number in range(1, 21):
            v = self.residual(v, f"b{number}", self.B, 1088, 0.1)
        v = self.module(v, "after_b", self.TO_C)
        for number in range(1, 11):
            last = number == 10
            v = self.residual(v, f"c{number}", self.C, 2080, 1.0 if last else 0.2, last)
        return self.head(self.chain(v, "last", [_c(1536, 1)]), 0.2)
