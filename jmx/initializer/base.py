"""What initializers have in common: how a parameter's name and attributes choose what it gets, and the register of their names.

An initializer is called with a description of the parameter (an `InitDesc`: its name with attributes) and the array to fill.
"""

from __future__ import annotations

import json
import logging
import re
import warnings
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray, random, registry
from .._errors.wording import KnownKeywords
from ..ndarray import NDArray

if TYPE_CHECKING:
    from .._typing import AnyFunction, T

__all__ = ["InitDesc", "Initializer", "Mixed", "alias", "create", "register"]


class InitDesc(str):
    """A parameter's name together with what else steers its initialization.

    Parameters
    ----------
    name : str
        Name of the parameter.
    attrs : dict of str to str, optional
        Attributes of its variable; ``__init__`` names the initializer to use.
    global_init : Initializer, optional
        Initializer to fall back to.

    Examples
    --------
    >>> desc = mx.init.InitDesc("conv0_weight", attrs={"lr_mult": "2"})
    >>> desc, desc.attrs
    ('conv0_weight', {'lr_mult': '2'})
    """

    def __new__(cls, name: str, attrs: Mapping[str, str] | None = None, global_init: Initializer | None = None) -> InitDesc:
        ret = super().__new__(cls, name)
        ret.attrs = attrs or {}
        ret.global_init = global_init
        return ret


def _plain(value: Any) -> Any:
    """What JSON cannot hold, as what it can: arrays as lists, NumPy scalars as numbers."""
    if isinstance(value, NDArray):
        value = value.asnumpy()
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


class Initializer(KnownKeywords):
    """Base of the initializers.

    Subclasses implement ``_init_weight(name, arr)``, and may override what the names ending in bias,
    gamma, beta, min and max get (0, 1, 0, 0, 1).

    Parameters
    ----------
    **kwargs
        The constructor's arguments, kept for `dumps` and for comparison.

    Examples
    --------
    >>> class Ramp(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = nd.arange(arr.size).reshape(arr.shape)
    >>> layer = gluon.nn.Dense(2, in_units=2)
    >>> layer.initialize(Ramp())
    >>> layer.weight.data().asnumpy()
    array([[0., 1.],
           [2., 3.]], dtype=float32)
    """

    # name endings, in the order in which they are tried, and the methods that serve them
    _SUFFIXES = (
        ("weight", "_init_weight"),
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
        ("weight_quantize", "_init_quantized_weight"),
        ("bias_quantize", "_init_quantized_bias"),
    )
    _LEGACY_SUFFIXES = (
        ("bias", "_init_bias"),
        ("gamma", "_init_gamma"),
        ("beta", "_init_beta"),
        ("weight", "_init_weight"),
        ("moving_mean", "_init_zero"),
        ("moving_var", "_init_one"),
        ("moving_inv_var", "_init_zero"),
        ("moving_avg", "_init_zero"),
        ("min", "_init_zero"),
        ("max", "_init_one"),
    )

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._verbose = False
        self._print_func = None

    def set_verbosity(self, verbose: bool = False, print_func: AnyFunction | None = None) -> Initializer:
        """Log each initialization.

        Parameters
        ----------
        verbose : bool
            Whether to log.
        print_func : callable, optional
            Text for an NDArray; norm(x) / sqrt(size) by default.

        Returns
        -------
        Initializer
            The object itself.
        """
        self._verbose = verbose
        self._print_func = print_func or (lambda x: str((ndarray.norm(x) / sqrt(x.size)).asscalar()))
        return self

    def _verbose_print(self, desc, init, arr):
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def dumps(self) -> str:
        """Return JSON text from which `create` makes an equal initializer."""
        return json.dumps([self.__class__.__name__.lower(), self._kwargs], default=_plain)

    def __call__(self, desc: InitDesc | str, arr: NDArray) -> None:
        """Fill an array.

        Parameters
        ----------
        desc : InitDesc
            Name of the parameter; its ending decides (weight, bias, gamma, ...), unless its attributes
            name an initializer. A plain str works too, with older rules and a DeprecationWarning.
        arr : NDArray
            The array to fill, any shape and dtype.

        Raises
        ------
        ValueError
            If the name has no known ending, or the initializer does not suit the shape.
        """
        if not isinstance(desc, InitDesc):
            self._legacy_init(desc, arr)
            return
        if desc.global_init is None:
            desc.global_init = self
        init = desc.attrs.get("__init__", "")
        if init:
            create(init)._init_weight(desc, arr)
            self._verbose_print(desc, init, arr)
            return
        for suffix, method in self._SUFFIXES:
            if desc.endswith(suffix):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, suffix, arr)
                return
        self._init_default(desc, arr)

    def _legacy_init(self, name, arr):
        warnings.warn(
            "Calling initializer with init(str, NDArray) has been deprecated. "
            "please use init(mx.init.InitDesc(...), NDArray) instead.",
            DeprecationWarning,
            stacklevel=3,
        )
        if not isinstance(name, str):
            raise TypeError(f"name must be string, got {type(name).__name__}")
        if not isinstance(arr, NDArray):
            raise TypeError(f"arr must be NDArray, got {type(arr).__name__}")
        if name.startswith("upsampling"):
            self._init_bilinear(name, arr)
            return
        if name.startswith("stn_loc") and name.endswith(("weight", "bias")):
            (self._init_zero if name.endswith("weight") else self._init_loc_bias)(name, arr)
            return
        for suffix, method in self._LEGACY_SUFFIXES:
            if name.endswith(suffix):
                getattr(self, method)(name, arr)
                return
        self._init_default(name, arr)

    def _init_bilinear(self, _: Any, arr: Any) -> None:
        """Weights (channels, 1, height, width) of a deconvolution that interpolates."""
        if len(arr.shape) != 4:
            raise ValueError(f"Bilinear initializer needs a 4D array, got shape {arr.shape}")
        height, width = arr.shape[2:]
        f = np.ceil(width / 2.0)
        c = (2 * f - 1 - f % 2) / (2.0 * f)
        columns = 1 - abs(np.arange(width) / f - c)
        rows = 1 - abs(np.arange(height) / f - c)
        arr[:] = np.broadcast_to(np.outer(rows, columns).astype("float32"), arr.shape)

    def _init_loc_bias(self, _, arr):
        assert arr.shape[0] == 6, f"the bias of an affine localization has 6 elements, got shape {arr.shape}"
        arr[:] = np.array([1.0, 0, 0, 0, 1.0, 0])

    def _init_zero(self, _, arr):
        arr[:] = 0.0

    def _init_one(self, _, arr):
        arr[:] = 1.0

    _init_bias = _init_beta = _init_quantized_bias = _init_zero
    _init_gamma = _init_one

    def _init_weight(self, name, arr):
        raise NotImplementedError("Must override it")

    def _init_quantized_weight(self, _, arr):
        arr[:] = random.randint(-127, 127, shape=arr.shape, dtype="int32").asnumpy().astype("int8")

    def _init_default(self, name, _):
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is now limited to "
            '"weight", "bias", "gamma" (1.0), and "beta" (0.0). '
            "Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern"
        )

    def __eq__(self, other):
        if not isinstance(other, Initializer):
            return NotImplemented
        return type(self) is type(other) and self._kwargs == other._kwargs


_register = registry.get_register_func(Initializer, "initializer")
alias = registry.get_alias_func(Initializer, "initializer")
create = registry.get_create_func(Initializer, "initializer")


def register(klass: T) -> T:
    """Register an `Initializer` subclass under its lower-case name; usable as a decorator.

    Parameters
    ----------
    klass : type
        The class. One that is registered under the same name already is replaced, with a warning.

    Returns
    -------
    type
        `klass`.

    Examples
    --------
    >>> @mx.init.register
    ... class Sevens(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 7
    >>> layer = gluon.nn.Dense(1, in_units=2, weight_initializer="sevens")
    >>> layer.initialize()
    >>> layer.weight.data().asnumpy()
    array([[7., 7.]], dtype=float32)
    """
    return _register(klass)


class Mixed:
    """Choose the initializer by the parameter's name.

    Parameters
    ----------
    patterns : list of str
        Regular expressions, matched at the start of the name; the first that fits counts.
    initializers : list of Initializer
        One per pattern.

    Raises
    ------
    ValueError
        A name fits no pattern.

    Examples
    --------
    >>> init = mx.init.Mixed(["fc1.*", ".*"], [mx.init.One(), mx.init.Constant(3)])
    >>> weight = nd.empty((2,))
    >>> init(mx.init.InitDesc("fc2_weight"), weight)
    >>> weight.asnumpy()
    array([3., 3.], dtype=float32)
    """

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Initializer]) -> None:
        assert len(patterns) == len(initializers), f"{len(patterns)} patterns for {len(initializers)} initializers"
        self.map = list(zip([re.compile(pattern) for pattern in patterns], initializers))

    def __call__(self, name: str, arr: Any) -> None:
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(
            f"Parameter name {name} did not match any pattern. Consider "
            'adding a ".*" pattern at the end with default Initializer.'
        )
