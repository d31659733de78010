"""The switches of a program: NumPy shapes, NumPy arrays and types, the interface of MXNet 2.0, equal bits."""

from __future__ import annotations

import contextlib
import functools
import inspect
import logging
import operator
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Self

from .._described import described_by
from .._dialects import MXNET_1, MXNET_2, dialect, select

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int, T

__all__ = [
    "bit_equal", "is_bit_equal", "is_np_array", "is_np_default_dtype", "is_np_shape", "is_v2",
    "note_v2", "np_array", "np_default_dtype", "np_shape", "np_shape_mode", "reset_np", "set_flush_denorms",
    "set_np", "set_np_default_dtype", "set_np_shape", "use_np", "use_np_array", "use_np_default_dtype",
    "use_np_shape", "v2",
]  # fmt: skip


class _Semantics(threading.local):
    """The switches of one thread. New threads start with all of them off."""

    shape = False
    array = False
    bit_equal = False
    float64 = False


_semantics = _Semantics()
_shape_everywhere = False
_announced = set()

_THREAD, _EVERYWHERE = 1, 2


def _announce(what, text):
    if what not in _announced:
        _announced.add(what)
        logging.info(text)


def set_np_shape(active: bool | Int) -> bool:
    """Turn NumPy shape semantics on or off: `()` is a scalar's shape and a 0 in a shape means "no elements".

    Off, which is how a program starts, a 0 in a shape stands for an unknown dimension.

    Parameters
    ----------
    active : bool or int
        False (0) turns it off; True (1) turns it on in this thread; 2 turns it on in every thread.

    Returns
    -------
    bool
        Whether the semantics was active before.

    Raises
    ------
    ValueError
        It is to be turned off while NumPy array semantics is on, which needs it.

    Examples
    --------
    >>> nd.array([1, 2]).sum().shape
    (1,)
    >>> before = mx.util.set_np_shape(True)
    >>> mx.np.array([1, 2]).sum().shape
    ()
    >>> mx.util.set_np_shape(before)
    True
    """
    global _shape_everywhere
    active = operator.index(active)
    if active:
        _announce("shape", "NumPy shape semantics is active: scalars and zero-size arrays are valid; mx.np needs it.")
    elif _semantics.array:
        raise ValueError(
            "Deactivating NumPy shape semantics while NumPy array semantics is still active is not allowed. "
            "Call `npx.reset_np()` to deactivate both of them."
        )
    previous = is_np_shape()
    if active in (_THREAD, _EVERYWHERE):
        _semantics.shape = True
        _shape_everywhere = _shape_everywhere or active == _EVERYWHERE
    elif not active:
        _semantics.shape = _shape_everywhere = False
    return previous


def is_np_shape() -> bool:
    """Return whether NumPy shape semantics is on in this thread.

    Returns
    -------
    bool

    Examples
    --------
    >>> mx.util.is_np_shape()
    False
    >>> with mx.util.np_shape(True):
    ...     mx.util.is_np_shape()
    True
    """
    return _shape_everywhere or _semantics.shape


def np_shape_mode() -> Any:
    """Return what `set_np_shape` was called with: 0 off, 1 on in this thread, 2 on in every thread.

    Examples
    --------
    >>> mx.util.np_shape_mode()
    0
    >>> with mx.util.np_shape(True):
    ...     mx.util.np_shape_mode()
    1
    """
    return _EVERYWHERE if _shape_everywhere else int(_semantics.shape)


def is_np_array() -> bool:
    """Return whether NumPy array semantics is on in this thread, that is whether Gluon makes `mx.np.ndarray`s.

    Returns
    -------
    bool

    Examples
    --------
    >>> with mx.util.np_array(True):
    ...     mx.util.is_np_array()
    True
    """
    return _semantics.array


def _set_np_array(active):
    if active:
        _announce("array", "NumPy array semantics is active: Gluon creates and returns mx.np.ndarray.")
    previous = _semantics.array
    _semantics.array = bool(active)
    return previous


class _NumpyShapeScope:
    """What `np_shape` returns; None leaves the semantics as it is."""

    def __init__(self, is_np_shape: Any) -> None:
        self._enter_is_np_shape = is_np_shape
        self._prev_is_np_shape = None

    def __enter__(self) -> None:
        if self._enter_is_np_shape is not None:
            self._prev_is_np_shape = set_np_shape(self._enter_is_np_shape)

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        if self._enter_is_np_shape is not None and self._prev_is_np_shape != self._enter_is_np_shape:
            set_np_shape(self._prev_is_np_shape)


class _NumpyArrayScope:
    """What `np_array` returns."""

    def __init__(self, is_np_array: Any) -> None:
        self._is_np_array = bool(is_np_array)
        self._previous = []

    def __enter__(self) -> Self:
        self._previous.append(_semantics.array)
        _semantics.array = self._is_np_array
        return self

    def __exit__(self, ptype: object, value: object, trace: object) -> None:
        _semantics.array = self._previous.pop()


def np_shape(active: bool = True) -> AbstractContextManager[Any]:
    """Return a scope (for `with`) in which NumPy shape semantics is on or off.

    Parameters
    ----------
    active : bool, default True
        Whether it is on.

    Examples
    --------
    >>> with mx.util.np_shape(True):
    ...     mx.util.is_np_shape()
    True
    """
    return _NumpyShapeScope(active)


@described_by(np_shape)
def np_array(active: bool = True) -> AbstractContextManager[Any]:
    """Return a scope (for `with`) in which NumPy array semantics is on or off.

    Examples
    --------
    Gluon's networks then take and return arrays of `mx.np`.

    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     layer = gluon.nn.Dense(2, in_units=3)
    ...     layer.initialize(mx.init.One())
    ...     output = layer(mx.np.array([[1, 2, 3]]))
    >>> output
    array([[6., 6.]])
    """
    return _NumpyArrayScope(active)


def _scoped(func, scope, name):
    """Make a function run inside `scope()`; in a class, every method, static or class method and property."""
    if not inspect.isclass(func):
        if not callable(func):
            raise TypeError(f"{name} can only decorate classes and callable objects, while received a {type(func)}")

        @functools.wraps(func)
        def scoped(*args, **kwargs):
            with scope(True):
                return func(*args, **kwargs)

        return scoped

    def wrap(function):
        return function and _scoped(function, scope, name)

    for attribute in dir(func):
        member = inspect.getattr_static(func, attribute)
        if isinstance(member, property):
            setattr(func, attribute, property(wrap(member.fget), wrap(member.fset), wrap(member.fdel), member.__doc__))
        elif isinstance(member, classmethod | staticmethod) and inspect.isfunction(member.__func__):
            setattr(func, attribute, type(member)(wrap(member.__func__)))
        elif inspect.isfunction(member):
            setattr(func, attribute, wrap(member))
    return func


@contextlib.contextmanager
def bit_equal(active: bool = True) -> Iterator[Any]:
    """Return a scope (for `with`) in which equal calls give results equal to the last bit, in this thread.

    Otherwise NumPy runs programs on the CPU the first times and XLA from then on, and the two round differently: the 1,537th
    `nd.exp(x)` may differ from the 1,536th in the last bit. In the scope XLA runs all calls, which takes some 20 ms more for
    each operator and shape that is new. The environment variable JMX_COMPILE=now does so for the whole process.

    Parameters
    ----------
    active : bool, default True
        False switches an outer scope off.

    Examples
    --------
    >>> x = nd.array([0.1, 0.2])
    >>> with mx.util.bit_equal():
    ...     results = {nd.exp(x).asnumpy().tobytes() for _ in range(100)}
    >>> len(results)
    1
    """
    previous, _semantics.bit_equal = _semantics.bit_equal, bool(active)
    try:
        yield
    finally:
        _semantics.bit_equal = previous


def is_bit_equal() -> Any:
    """Return whether this thread is in a scope of :func:`bit_equal`.

    Examples
    --------
    >>> with mx.util.bit_equal():
    ...     mx.util.is_bit_equal()
    True
    """
    return _semantics.bit_equal


def use_np_shape(func: T) -> T:
    """Decorate a function or class so that it runs with NumPy shape semantics.

    In a class this covers its methods, static and class methods and properties, inherited ones too.

    Parameters
    ----------
    func : callable or type
        The function or class.

    Returns
    -------
    callable or type

    Raises
    ------
    TypeError
        `func` is neither a class nor callable.

    Examples
    --------
    >>> @mx.util.use_np_shape
    ... def inside():
    ...     return mx.util.is_np_shape()
    >>> inside(), mx.util.is_np_shape()
    (True, False)
    """
    return _scoped(func, np_shape, "use_np_shape")  # pyright: ignore[reportReturnType]


@described_by(use_np_shape)
def use_np_array(func: T) -> T:
    """Decorate a function or class so that it runs with NumPy array semantics.

    In a class this covers its methods, static and class methods and properties, inherited ones too.

    Examples
    --------
    >>> @mx.util.use_np_array
    ... def inside():
    ...     return mx.util.is_np_array()
    >>> inside(), mx.util.is_np_array()
    (True, False)
    """
    return _scoped(func, np_array, "use_np_array")  # pyright: ignore[reportReturnType]


@described_by(use_np_shape)
def use_np(func: T) -> T:
    """Decorate a function or class so that it runs with both NumPy shape and NumPy array semantics.

    In a class this covers its methods, static and class methods and properties, inherited ones too.

    Examples
    --------
    >>> @mx.util.use_np
    ... class Scaled(gluon.HybridBlock):
    ...     def hybrid_forward(self, F, x):
    ...         return F.np.multiply(x, 2)
    >>> Scaled()(mx.np.array([1, 2]))
    array([2., 4.])
    """
    return use_np_shape(use_np_array(func))


def is_np_default_dtype() -> Any:
    """Return whether numbers become float64 and int64 where nothing says otherwise, as in NumPy, in this thread.

    Examples
    --------
    >>> mx.util.is_np_default_dtype()
    False
    """
    return _semantics.float64


def set_np_default_dtype(is_np_default_dtype: bool = True) -> bool:
    """Turn NumPy's default element types on or off in this thread: float64 and int64 where MXNet's is float32.

    Parameters
    ----------
    is_np_default_dtype : bool, default True
        Whether they are on.

    Returns
    -------
    bool
        Whether they were on before.

    Examples
    --------
    >>> before = mx.util.set_np_default_dtype(True)
    >>> mx.np.ones(2).dtype
    dtype('float64')
    >>> mx.util.set_np_default_dtype(before)
    True
    >>> mx.np.ones(2).dtype
    dtype('float32')
    """
    previous = _semantics.float64
    _semantics.float64 = bool(is_np_default_dtype)
    return previous


@contextlib.contextmanager
def np_default_dtype(active: bool = True) -> Iterator[Any]:
    """Return a scope (for `with`) in which NumPy's default element types are on or off (see `set_np_default_dtype`).

    Parameters
    ----------
    active : bool, default True
        Whether they are on.

    Examples
    --------
    >>> with mx.util.np_default_dtype():
    ...     mx.np.ones(2).dtype
    dtype('float64')
    """
    previous = set_np_default_dtype(active)
    try:
        yield
    finally:
        set_np_default_dtype(previous)


def use_np_default_dtype(func: AnyFunction | type[Any]) -> Callable[..., Any] | type[Any]:
    """Decorate a function or class so that it runs with NumPy's default element types (see `set_np_default_dtype`).

    Parameters
    ----------
    func : callable or type
        The function or class; in a class all methods and properties.

    Returns
    -------
    callable or type

    Examples
    --------
    >>> @mx.util.use_np_default_dtype
    ... def make():
    ...     return mx.np.ones(2)
    >>> make().dtype
    dtype('float64')
    """
    return _scoped(func, np_default_dtype, "use_np_default_dtype")


def set_np(shape: bool = True, array: bool = True, dtype: bool = False) -> None:
    """Turn NumPy shape and NumPy array semantics on or off together.

    Parameters
    ----------
    shape, array : bool, default True
        Whether NumPy shape semantics, and NumPy array semantics, is on.
    dtype : bool, default False
        Whether arrays of `mx.np` are float64 and int64 where nothing says otherwise, as in NumPy.

    Raises
    ------
    ValueError
        `array` without `shape`.

    Examples
    --------
    >>> mx.util.set_np()
    >>> mx.util.is_np_shape(), mx.util.is_np_array()
    (True, True)
    >>> mx.util.reset_np()
    >>> mx.util.is_np_shape(), mx.util.is_np_array()
    (False, False)
    """
    if not shape and array:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    _set_np_array(array)
    set_np_shape(shape)
    set_np_default_dtype(dtype)


def v2(active: bool = True) -> None:
    """Switch the whole process to the interface of MXNet 2.0, or back to that of 1.9.1.

    With it, NumPy semantics is on in every thread that does not turn it off. The environment variable JMX_API=2 does so from the
    start.

    Parameters
    ----------
    active : bool, default True
        False goes back to the interface of MXNet 1.9.1.

    Examples
    --------
    >>> mx.v2()
    >>> mx.util.is_np_shape(), mx.util.is_np_array()
    (True, True)
    >>> mx.v2(False)
    """
    chosen = MXNET_2 if active else MXNET_1
    select(chosen)
    set_np(chosen.numpy_semantics, chosen.numpy_semantics)
    # what threads have that turn nothing on or off, those that run already among them
    _Semantics.shape = _Semantics.array = chosen.numpy_semantics


def is_v2() -> Any:
    """Return whether the interface of MXNet 2.0 is on (see :func:`v2`).

    Examples
    --------
    >>> mx.util.is_v2()
    False
    """
    return dialect() is MXNET_2


def set_flush_denorms(value: bool) -> bool:
    """MXNet 2.0's switch for numbers next to zero. It has no effect: they keep their values, as IEEE 754 has them.

    Parameters
    ----------
    value : bool
        Has no effect.

    Returns
    -------
    bool
        False, as they were not set to zero before.

    Examples
    --------
    >>> mx.util.set_flush_denorms(True)
    False
    """
    return False


def note_v2(name: str) -> None:
    """Say once, where the interface of MXNet 1.9.1 is on, that something is MXNet 2.0's and how its interface is turned on.

    Parameters
    ----------
    name : str
        What it is.
    """
    if not is_v2() and "JMX_API" not in os.environ and "v2" not in _announced:
        _announced.add("v2")
        sys.stderr.write(
            f"jmx: {name} is MXNet 2.0's, and the interface of MXNet 1.9.1 is on. A program that was written for MXNet 2.0 needs "
            "mx.v2() at its start, JMX_API=2 or `jmx run` (JMX_API=1 ends this note)\n"
        )


def reset_np() -> None:
    """Turn NumPy shape and NumPy array semantics off.

    Examples
    --------
    >>> mx.util.set_np()
    >>> mx.util.reset_np()
    >>> mx.util.is_np_array()
    False
    """
    set_np(shape=False, array=False)
