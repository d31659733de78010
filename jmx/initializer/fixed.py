"""Initializers that leave nothing to chance: numbers, interpolation, and arrays that were saved before."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray
from ..ndarray import NDArray
from .base import Initializer, _plain, alias, register

if TYPE_CHECKING:
    from .._typing import Float, NumPyArray

__all__ = ["Bilinear", "Constant", "Load", "One", "Zero"]


@register
@alias("zeros")
class Zero(Initializer):
    """All elements 0.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer="zeros")
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[0., 0.]], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: Any) -> None:
        arr[:] = 0


@register
@alias("ones")
class One(Initializer):
    """All elements 1.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer=mx.init.One())
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[1., 1.]], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: Any, arr: Any) -> None:
        arr[:] = 1


@register
class Constant(Initializer):
    """A given value.

    Parameters
    ----------
    value : float, list, numpy.ndarray or NDArray
        One number, or an array that broadcasts to the parameter's shape.

    Examples
    --------
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer=mx.init.Constant(0.5))
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[0.5, 0.5]], dtype=float32)
    >>> mx.init.Constant(0.5).dumps()
    '["constant", {"value": 0.5}]'
    """

    def __init__(self, value: Float | Sequence[Any] | NumPyArray | NDArray) -> None:
        # kept as JSON can hold it, which also makes two initializers with equal arrays equal
        super().__init__(value=_plain(value) if isinstance(value, NDArray | np.ndarray | np.generic) else value)
        self.value = value

    def _init_weight(self, _: Any, arr: Any) -> None:
        arr[:] = self.value


@register
class Bilinear(Initializer):
    """Weights with which a deconvolution interpolates.

    Examples
    --------
    >>> weight = nd.empty((1, 1, 4, 4))
    >>> mx.init.Bilinear()(mx.init.InitDesc("weight"), weight)
    >>> weight.asnumpy()[0, 0]
    array([[0.0625, 0.1875, 0.1875, 0.0625],
           [0.1875, 0.5625, 0.5625, 0.1875],
           [0.1875, 0.5625, 0.5625, 0.1875],
           [0.0625, 0.1875, 0.1875, 0.0625]], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, name: str, arr: Any) -> None:
        self._init_bilinear(name, arr)


class Load:
    """Initialize from a file or dict of arrays.

    Prefixes `arg:` and `aux:` of the names are dropped.

    Parameters
    ----------
    param : str or dict of str to NDArray
        File for ``mx.nd.load``, or its content; ``arg:`` and ``aux:`` in front of names are dropped.
    default_init : Initializer, optional
        For names that are not there.
    verbose : bool, default False
        Log where each value came from.

    Raises
    ------
    AssertionError
        A shape differs, or a parameter is missing and there is no `default_init`.

    Examples
    --------
    >>> init = mx.init.Load({"arg:fc_weight": nd.ones((2, 2))}, default_init=mx.init.Zero())
    >>> weight = nd.empty((2, 2))
    >>> init("fc_weight", weight)
    >>> weight.asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """

    def __init__(
        self, param: str | Mapping[str, NDArray], default_init: Initializer | None = None, verbose: bool = False
    ) -> None:
        if isinstance(param, str):
            param = ndarray.load(param)
        assert isinstance(param, dict), f"param must be a dict or the file of one, got {type(param).__name__}"
        self.param = {}
        for name, arr in param.items():
            self.param[name[4:] if name.startswith(("arg:", "aux:")) else name] = arr
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: Any) -> None:
        if name in self.param:
            source = self.param[name]
            assert arr.shape == source.shape, (
                f"Parameter {name} cannot be initialized from loading. "
                f"Shape mismatch, target {arr.shape} vs loaded {source.shape}"
            )
            arr[:] = source
        else:
            assert self.default_init is not None, (
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided."
            )
            self.default_init(name, arr)
        if self.verbose:
            logging.info("Initialized %s by %s", name, "loading" if name in self.param else "default")
