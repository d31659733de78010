"""Initializers that draw random numbers.

The numbers come from ``mx.random``, so ``mx.random.seed`` governs them.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import random
from .base import Initializer, register

if TYPE_CHECKING:
    from .._typing import Float

__all__ = ["MSRAPrelu", "Normal", "Orthogonal", "Uniform", "Xavier"]


def _draw(sampler, first, second, arr):
    """Fill an array with random numbers of its own type, on its own device."""
    sampler(first, second, arr.shape, dtype=np.dtype(arr.dtype).name, ctx=arr.ctx, out=arr)


@register
class Uniform(Initializer):
    """Uniform on [-scale, scale).

    Parameters
    ----------
    scale : float, default 0.07
        Half the width.

    Examples
    --------
    >>> weight = nd.empty((100,))
    >>> mx.init.Uniform(0.5)(mx.init.InitDesc("weight"), weight)
    >>> bool(abs(weight).max() <= 0.5)
    True
    """

    def __init__(self, scale: Float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _: Any, arr: Any) -> None:
        _draw(random.uniform, -self.scale, self.scale, arr)


@register
class Normal(Initializer):
    """Normal with mean 0.

    Parameters
    ----------
    sigma : float, default 0.01
        Standard deviation.

    Examples
    --------
    >>> weight = nd.empty((10000,))
    >>> mx.init.Normal(0.5)(mx.init.InitDesc("weight"), weight)
    >>> bool(0.45 < weight.asnumpy().std() < 0.55)
    True
    """

    def __init__(self, sigma: Float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _: Any, arr: Any) -> None:
        _draw(random.normal, 0, self.sigma, arr)


@register
class Orthogonal(Initializer):
    """A matrix with orthogonal rows or columns (Saxe et al.), seen as (shape[0], everything else).

    With the matrix w, w w^T or w^T w is scale^2 times the identity.

    Parameters
    ----------
    scale : float, default 1.414
        Factor on the orthonormal matrix.
    rand_type : {'uniform', 'normal'}, default 'uniform'
        Distribution of the matrix that is decomposed.

    Examples
    --------
    >>> weight = nd.empty((2, 3))
    >>> mx.init.Orthogonal(scale=2)(mx.init.InitDesc("weight"), weight)
    >>> bool(abs(nd.dot(weight, weight.T) - nd.array([[4, 0], [0, 4]])).max() < 1e-4)
    True
    """

    def __init__(self, scale: Float = 1.414, rand_type: Literal["uniform", "normal"] | str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _: Any, arr: Any) -> None:
        nout = arr.shape[0]
        nin = int(np.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            matrix = random.uniform(-1.0, 1.0, shape=(nout, nin)).asnumpy()
        elif self.rand_type == "normal":
            matrix = random.normal(0.0, 1.0, shape=(nout, nin)).asnumpy()
        else:
            raise ValueError(f"Unknown random type {self.rand_type!r}, use 'uniform' or 'normal'")
        u, _, v = np.linalg.svd(matrix, full_matrices=False)
        basis = u if u.shape == matrix.shape else v
        arr[:] = self.scale * basis.reshape(arr.shape)


@register
class Xavier(Initializer):
    """Scale such that the variance is magnitude / (number of inputs and outputs) (Glorot and Bengio).

    With fan_in = shape[1] * prod(shape[2:]) and fan_out = shape[0] * prod(shape[2:]), and factor = their mean or one of them:
    s = sqrt(magnitude / factor); weights are uniform on [-s, s) or normal with standard deviation s.

    Parameters
    ----------
    rnd_type : {'uniform', 'gaussian'}, default 'uniform'
        Distribution.
    factor_type : {'avg', 'in', 'out'}, default 'avg'
        What to divide by: mean of fan-in and fan-out, or one of them.
    magnitude : float, default 3
        Scale of the variance.

    Raises
    ------
    ValueError
        The parameter has fewer than 2 axes, or a type is unknown.

    Examples
    --------
    >>> weight = nd.empty((100, 200))
    >>> mx.init.Xavier()(mx.init.InitDesc("weight"), weight)
    >>> bool(0.14 < abs(weight).max().asscalar() <= (3 / 150) ** 0.5)
    True
    >>> mx.init.Xavier().dumps()
    '["xavier", {"rnd_type": "uniform", "factor_type": "avg", "magnitude": 3}]'
    """

    def __init__(
        self,
        rnd_type: Literal["uniform", "gaussian"] | str = "uniform",
        factor_type: Literal["avg", "in", "out"] | str = "avg",
        magnitude: Float = 3,
    ) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name: str, arr: Any) -> None:
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(
                f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D, got shape {shape}."
            )
        field = float(np.prod(shape[2:]))
        fan_in, fan_out = shape[1] * field, shape[0] * field
        factors = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in factors:
            raise ValueError(f"Incorrect factor type {self.factor_type!r}, use one of {sorted(factors)}")
        scale = sqrt(self.magnitude / factors[self.factor_type])
        if self.rnd_type == "uniform":
            _draw(random.uniform, -scale, scale, arr)
        elif self.rnd_type == "gaussian":
            _draw(random.normal, 0, scale, arr)
        else:
            raise ValueError(f"Unknown random type {self.rnd_type!r}, use 'uniform' or 'gaussian'")


@register
class MSRAPrelu(Xavier):
    """Gaussian with variance 2 / ((1 + slope^2) * fan), for networks with PReLU (He et al.).

    Parameters
    ----------
    factor_type : {'avg', 'in', 'out'}, default 'avg'
        As for `Xavier`.
    slope : float, default 0.25
        Initial slope of the PReLU.

    Examples
    --------
    >>> mx.init.MSRAPrelu().magnitude
    1.8823529411764706
    """

    def __init__(self, factor_type: Literal["avg", "in", "out"] | str = "avg", slope: Float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}
