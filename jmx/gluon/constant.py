"""Constant: a parameter that training leaves as it is."""

from __future__ import annotations

import warnings
from typing import Any

from .. import initializer
from ..ndarray import NDArray
from ._parameter_state import serial
from .base_parameter import Parameter
from .utils import _array_module

__all__ = ["Constant"]

#: `Constant(value)` has one argument, and None is a value in MXNet
_MISSING: Any = object()


class Constant(Parameter):
    """A parameter that keeps its value: no gradient, no update.

    Parameters
    ----------
    name : str, optional
        Full name. MXNet 2.0's constants have none: `Constant(value)`.
    value : NDArray or array-like
        The value; anything that is no NDArray becomes one (float32, as `nd.array` does).

    Examples
    --------
    >>> limit = gluon.Constant("limit", [1, 2])
    >>> limit.initialize()
    >>> limit.data().asnumpy(), limit.grad_req
    (array([1., 2.], dtype=float32), 'null')
    """

    def __init__(self, name: Any = None, value: Any = _MISSING) -> None:
        if value is _MISSING:
            name, value = "const", name
            if value is None:
                value = _MISSING
        if value is _MISSING or isinstance(value, str):
            raise TypeError("Constant() needs a value: Constant(value), or Constant(name, value)")
        name = "const" if name is None else name
        if not isinstance(value, NDArray):
            value = _array_module().array(value)
        self.value: NDArray = value

        class Init(initializer.Initializer):
            def _init_weight(self, _, arr):
                value.copyto(arr)

        init_name = f"Constant_{name}_{next(serial)}"
        initializer.alias(init_name)(Init)
        super().__init__(name, grad_req="null", shape=value.shape, dtype=value.dtype, init=init_name)

    def __repr__(self) -> str:
        return self._as_text("Constant")

    @property
    def grad_req(self) -> str:
        """Always 'null'."""
        return "null"

    @grad_req.setter
    def grad_req(self, req: Any) -> None:
        if req != "null":
            warnings.warn(
                f'Constant parameter "{self.name}" does not support grad_req other than "null", and new value "{req}" '
                "is ignored.",
                stacklevel=2,
            )
