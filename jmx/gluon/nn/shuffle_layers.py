"""Layers that turn groups of channels into extent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._legacy_operators import operators
from .._typed import Layer

if TYPE_CHECKING:
    from ..._typing import Int
    from ...ndarray.numpy.array import ndarray
    from ...symbol.numpy._symbol import _Symbol

__all__ = ["PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D"]


def _factors(factor, dims):
    try:
        return (int(factor),) * dims
    except TypeError:
        factors = tuple(int(one) for one in factor)
        assert len(factors) == dims, f"factor must be a number or {dims} numbers, but got {factor}"
        return factors


class PixelShuffle1D(Layer):
    """Turns groups of channels into width: (N, f C, W) becomes (N, C, f W).

    Parameters
    ----------
    factor : int
        Number of channels in a group.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle1D(2)(nd.arange(6).reshape((1, 2, 3))).asnumpy()
    array([[[0., 3., 1., 4., 2., 5.]]], dtype=float32)
    """

    _operators = staticmethod(operators)

    def __init__(self, factor: Int) -> None:
        super().__init__()
        self._factor = int(factor)

    def hybrid_forward(self, F, x) -> _Symbol | ndarray:
        x = F.reshape(x, (0, -4, -1, self._factor, 0))
        x = F.transpose(x, (0, 1, 3, 2))
        return F.reshape(x, (0, 0, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factor})"


class PixelShuffle2D(Layer):
    """Turns groups of channels into area: (N, f1 f2 C, H, W) becomes (N, C, f1 H, f2 W).

    Parameters
    ----------
    factor : int or tuple of 2 int
        Factors of height and width.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle2D((2, 3))(nd.zeros((1, 12, 3, 5))).shape
    (1, 2, 6, 15)
    """

    _operators = staticmethod(operators)

    def __init__(self, factor: Int | Sequence[Int]) -> None:
        super().__init__()
        self._factors = _factors(factor, 2)

    def hybrid_forward(self, F, x) -> _Symbol | ndarray:
        f1, f2 = self._factors
        x = F.reshape(x, (0, -4, -1, f1 * f2, 0, 0))
        x = F.reshape(x, (0, 0, -4, f1, f2, 0, 0))
        x = F.transpose(x, (0, 1, 4, 2, 5, 3))
        return F.reshape(x, (0, 0, -3, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle3D(Layer):
    """Turns groups of channels into volume: (N, f1 f2 f3 C, D, H, W) becomes (N, C, f1 D, f2 H, f3 W).

    Parameters
    ----------
    factor : int or tuple of 3 int
        Factors of depth, height and width.

    Examples
    --------
    >>> gluon.contrib.nn.PixelShuffle3D((2, 3, 4))(nd.zeros((1, 48, 3, 5, 7))).shape
    (1, 2, 6, 15, 28)
    """

    _operators = staticmethod(operators)

    def __init__(self, factor: Int | Sequence[Int]) -> None:
        super().__init__()
        self._factors = _factors(factor, 3)

    def hybrid_forward(self, F, x) -> _Symbol | ndarray:
        f1, f2, f3 = self._factors
        x = F.reshape(x, (0, -4, -1, f1 * f2 * f3, 0, 0, 0))
        x = F.reshape(x, (0, 0, -4, f1, f2 * f3, 0, 0, 0))
        x = F.reshape(x, (0, 0, 0, -4, f2, f3, 0, 0, 0))
        x = F.transpose(x, (0, 1, 5, 2, 6, 3, 7, 4))
        return F.reshape(x, (0, 0, -3, -3, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"
