"""Helpers for functions that are called as NumPy's: their modules, and the keywords of ufuncs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._described import described_by

if TYPE_CHECKING:
    from .._typing import AnyFunction

__all__ = [
    "np_ufunc_legal_option", "set_module", "wrap_np_binary_func", "wrap_np_unary_func",
]  # fmt: skip

_UFUNC_DEFAULTS = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_UFUNC_DTYPES = frozenset("int8 uint8 int32 int64 float16 float32 float64".split())


def set_module(module: str | None) -> Any:
    """Return a decorator that sets `__module__` of a function or class, unless its argument is None.

    Parameters
    ----------
    module : str or None
        The module's name.

    Examples
    --------
    >>> @mx.util.set_module("mxnet.numpy")
    ... def helper():
    ...     pass
    >>> helper.__module__
    'mxnet.numpy'
    """

    def decorator(func):
        if module is not None:
            func.__module__ = module
        return func

    return decorator


def np_ufunc_legal_option(key: str, value: Any) -> Any:
    """Return whether NumPy itself would take `value` for the keyword `key` of a ufunc.

    Parameters
    ----------
    key : str
        `where`, `casting`, `order`, `dtype` or `subok`; any other key is never legal.
    value : object

    Examples
    --------
    >>> mx.util.np_ufunc_legal_option("casting", "safe"), mx.util.np_ufunc_legal_option("casting", "never")
    (True, False)
    """
    if key == "where":
        return True
    if key == "casting":
        return value in ("no", "equiv", "safe", "same_kind", "unsafe")
    if key == "order":
        return isinstance(value, str)
    if key == "dtype":
        if isinstance(value, type) and issubclass(value, np.generic):
            value = np.dtype(value).name
        return isinstance(value, str) and value in _UFUNC_DTYPES
    return key == "subok" and isinstance(value, bool)


def _check_ufunc_options(function: Any, options: Any) -> None:
    for key, value in options.items():
        if key not in _UFUNC_DEFAULTS:
            raise TypeError(f"{key} is an invalid keyword to function '{function}'")
        if value == _UFUNC_DEFAULTS[key]:
            continue
        if np_ufunc_legal_option(key, value):
            raise NotImplementedError(f"{key}={value} is not implemented yet for operator {function}")
        raise TypeError(f"{key}={value} not understood for operator {function}")


def wrap_np_unary_func(func: AnyFunction) -> Callable[..., Any]:
    """Give `func(x, out)` the keywords of a NumPy ufunc, refused unless they hold their defaults.

    Parameters
    ----------
    func : callable
        The function.

    Returns
    -------
    callable
        It raises TypeError for an unknown keyword, or a value that NumPy refuses as well, and NotImplementedError for a value
        that only NumPy supports.

    Examples
    --------
    >>> @mx.util.wrap_np_unary_func
    ... def negative(x, out=None):
    ...     return -x
    >>> negative(1, where=True)
    -1
    >>> try:
    ...     negative(1, order="C")
    ... except NotImplementedError as error:
    ...     print(error)
    order=C is not implemented yet for operator negative
    """

    @functools.wraps(func)
    def wrapped(x, out=None, **kwargs):
        if kwargs:
            _check_ufunc_options(func.__name__, kwargs)
        return func(x, out=out)

    return wrapped


@described_by(wrap_np_unary_func)
def wrap_np_binary_func(func: AnyFunction) -> Callable[..., Any]:
    """Give `func(x1, x2, out)` the keywords of a NumPy ufunc, refused unless they hold their defaults.

    Examples
    --------
    >>> @mx.util.wrap_np_binary_func
    ... def add(x1, x2, out=None):
    ...     return x1 + x2
    >>> add(1, 2, where=True)
    3
    >>> try:
    ...     add(1, 2, order="C")
    ... except NotImplementedError as error:
    ...     print(error)
    order=C is not implemented yet for operator add
    """

    @functools.wraps(func)
    def wrapped(x1, x2, out=None, **kwargs):
        if kwargs:
            _check_ufunc_options(func.__name__, kwargs)
        return func(x1, x2, out=out)

    return wrapped
