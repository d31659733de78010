"""Functions that make arrays from shapes and numbers."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._dialects import dialect
from .._errors.memory import allocated
from .._errors.wording import brief
from ..base import MXNetError, integer_types
from ..core.declare.dtype import np_dtype
from ..core.declare.integers import whole_number
from ..core.run.trace_observer import records_sources
from ..util import is_np_default_dtype, is_np_shape
from .examples import shown
from .side import arrays_only, c_order, context, every, floating, is_number, npi, place, public, side, type_name

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape
    from ..context import Context
    from ..ndarray.numpy.array import ndarray


def known(shape, name):
    """`shape`, unless it has a 0 while NumPy shape semantics is off: that stands for an unknown dimension then."""
    entries = tuple(shape) if isinstance(shape, (tuple, list, np.ndarray)) and np.ndim(shape) else (shape,)
    for n in entries:
        try:
            operator.index(n)
        except TypeError:
            raise MXNetError(f"Operator {name}: a shape is an integer or a tuple of integers, got {brief(shape)}") from None
    if any(isinstance(n, integer_types) and n < 0 for n in entries):
        raise MXNetError(f"Operator {name}: an array cannot have the shape {tuple(entries)}: negative dimensions")
    if 0 in entries and not is_np_shape():
        raise MXNetError(
            f"Operator {name} inferring shapes failed: the shape {tuple(entries)} has unknown dimensions. Arrays without "
            "elements need NumPy shape semantics: call npx.set_np()."
        )
    return shape


#: (name, whose window it is, example)
_WINDOWS = (
    ("hanning", "Hann", "5 ~> [0. , 0.5, 1. , 0.5, 0. ]"),
    ("hamming", "Hamming", "5 ~> [0.08, 0.54, 1.  , 0.54, 0.08]"),
    ("blackman", "Blackman", "5 ~> [-0.  ,  0.34,  1.  ,  0.34, -0.  ]"),
)
_WINDOW = """The {} window.

Parameters
----------
M : int
    How many points.
dtype : str or numpy type, optional
    Element type; float32 by default, see `npx.set_np`.
ctx : Context, optional
    The device; the current one by default.
device : Context, optional
    The same, MXNet 2.0's name.

Returns
-------
ndarray
"""


def _element_type(dtype):
    """The NumPy type of an element type argument; TypeError for what NumPy does not know, MXNetError for what MXNet has not."""
    if isinstance(dtype, str):
        return np_dtype(dtype, MXNetError)
    return np_dtype(floating() if dtype is None else np.dtype(dtype), MXNetError)


def _steps(start, stop, step, dtype):
    """What `arange` gives, computed in the element type as MXNet does."""
    count = max(math.ceil((stop - start) / step), 0)
    with np.errstate(over="ignore", invalid="ignore"):
        first, gap = (np.array(v).astype(dtype) for v in (start, step))
        return first + np.arange(count).astype(dtype) * gap


def _placed():
    """Whether constants are put on the device as they are; else an operator makes them."""
    return place is not None and not records_sources()


@public
def zeros(shape: Shape, dtype: DTypeLike | None = None, order: str | None = "C", ctx: Context | str | None = None) -> ndarray:
    """An array of zeros.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.zeros((2, 3))
    array([[0., 0., 0.],
           [0., 0., 0.]])
    """
    c_order(order)
    if _placed():
        try:
            element_type = _element_type(dtype)
        except TypeError as error:  # other functions raise it; this one asks MXNet's library at once
            raise (MXNetError(str(error)) if isinstance(dtype, str) else error) from None
        return place(allocated("_npi_zeros", np.zeros, known(shape, "_npi_zeros"), element_type), ctx)
    return npi.zeros(shape=known(shape, "_npi_zeros"), dtype=type_name(dtype), ctx=context(ctx))


@public
def ones(shape: Shape, dtype: DTypeLike | None = None, order: str | None = "C", ctx: Context | str | None = None) -> ndarray:
    """An array of ones.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.ones((2, 3))
    array([[1., 1., 1.],
           [1., 1., 1.]])
    """
    c_order(order)
    if _placed():
        return place(allocated("_npi_ones", np.ones, known(shape, "_npi_ones"), _element_type(dtype)), ctx)
    return npi.ones(shape=known(shape, "_npi_ones"), dtype=type_name(dtype), ctx=context(ctx))


@public
def full(
    shape: Shape,
    fill_value: Any,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """An array filled with a number, or with an array that is broadcast to the shape.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    fill_value : number or ndarray
        What it is filled with.
    dtype : str or numpy type, optional
        Element type; float32 by default, bool for a boolean, that of the array for an array. With the switch for MXNet 2.0
        integers give int64.
    order : {'C'}, default 'C'
        Order in memory; there is only this one.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    out : ndarray, optional
        Where to write the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.full((2,), 7)
    array([7., 7.])
    """
    c_order(order)
    if isinstance(fill_value, every):
        filled = broadcast_to(fill_value, shape)
        return filled if dtype is None else filled.astype(dtype)
    if isinstance(fill_value, bool):
        fill_value, dtype = int(fill_value), np.bool_ if dtype is None else dtype
    if dtype is None and dialect().int64_integers and isinstance(fill_value, integer_types):
        dtype = np.int64 if fill_value < 2**63 else np.uint64
    if _placed() and out is None and is_number(fill_value):
        element_type = _element_type(dtype)
        if element_type.kind in "iu" and isinstance(fill_value, int):
            number = whole_number(fill_value, element_type)
        else:
            number = np.array(fill_value).astype(element_type)

        def make(shape, kind):
            return np.full(shape, number, kind)

        return place(allocated("_npi_full", make, known(shape, "_npi_full"), element_type), ctx)
    return npi.full(shape=known(shape, "_npi_full"), value=fill_value, ctx=context(ctx), dtype=type_name(dtype), out=out)


@public
def broadcast_to(array: Any, shape: Shape) -> ndarray:
    """An array, or a number, broadcast to a shape.

    Parameters
    ----------
    array : ndarray or number
        What is broadcast.
    shape : tuple of int
        The shape.

    Returns
    -------
    ndarray

    Raises
    ------
    MXNetError
        The shapes do not fit.

    Examples
    --------
    >>> mx.np.broadcast_to(mx.np.array([1, 2]), (3, 2))
    array([[1., 2.],
           [1., 2.],
           [1., 2.]])
    """
    if np.isscalar(array):
        return full(shape, array)
    return npi.broadcast_to(array, shape)


@public
def arange(
    start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike | None = None, ctx: Context | str | None = None
) -> ndarray:
    """Numbers from one to before another, in even steps.

    Parameters
    ----------
    start : number
        The first number; alone it is the end, and the first number is 0.
    stop : number, optional
        The end, which is left out.
    step : number, default 1
        The distance.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.arange(4)
    array([0., 1., 2., 3.])
    >>> mx.np.arange(1, 2, 0.25)
    array([1.  , 1.25, 1.5 , 1.75])
    """
    if stop is None:
        start, stop = 0, start
    if step is None:
        step = 1
    if start is None and stop is None:
        raise ValueError("start and stop cannot be both None")
    if step == 0:
        raise ZeroDivisionError("step cannot be 0")
    if dtype is None and is_np_default_dtype() and all(isinstance(n, integer_types) for n in (start, stop, step)):
        dtype = np.int64
    element_type = _element_type(dtype)
    if _placed() and element_type.kind in "fiu" and all(is_number(n) and math.isfinite(n) for n in (start, stop, step)):
        return place(_steps(start, stop, step, element_type), ctx)
    return npi.arange(start=start, stop=stop, step=step, dtype=type_name(dtype), ctx=context(ctx))


@public
def identity(n: Int, dtype: DTypeLike | None = None, ctx: Context | str | None = None) -> ndarray:
    """A square matrix with ones on the diagonal.

    Parameters
    ----------
    n : int
        Rows and columns.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    if not isinstance(n, int):
        raise TypeError("Input 'n' should be an integer")
    if n < 0:
        raise ValueError("Input 'n' cannot be negative")
    if _placed():
        shape = known((n, n), "_npi_identity")
        return place(allocated("_npi_identity", lambda shape, kind: np.eye(n, dtype=kind), shape, _element_type(dtype)), ctx)
    return npi.identity(shape=known((n, n), "_npi_identity"), ctx=context(ctx), dtype=type_name(dtype))


@public
def eye(
    N: Int, M: Int | None = None, k: Int = 0, dtype: DTypeLike | None = None, ctx: Context | str | None = None, **kwargs: Any
) -> ndarray:
    """A matrix with ones on a diagonal.

    Parameters
    ----------
    N : int
        Rows.
    M : int, optional
        Columns; N by default.
    k : int, default 0
        Which diagonal: above the main one if positive.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.
    **kwargs
        `order` is not supported.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.eye(2, 3, k=1)
    array([[0., 1., 0.],
           [0., 0., 1.]])
    """
    if "order" in kwargs:
        raise NotImplementedError("function eye does not support parameter order")
    if dialect().array_api_arguments and all(isinstance(n, integer_types) for n in (k, N, N if M is None else M)):
        k = max(min(k, N if M is None else M), -N)  # which any number beyond is like
    return npi.eye(N, M, k, context(ctx), type_name(dtype))


def _spaced(start, stop, axis):
    if isinstance(start, (list, np.ndarray, every)) or isinstance(stop, (list, np.ndarray, every)):
        raise NotImplementedError("start and stop only support int and float")
    if axis != 0:
        raise NotImplementedError("the function only support axis 0")


@public
def linspace(
    start: Any,
    stop: Any,
    num: Int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: Shape | None = 0,
    ctx: Context | str | None = None,
) -> Any:
    """Evenly spaced numbers from one to another.

    Parameters
    ----------
    start, stop : number
        The first and the last one.
    num : int, default 50
        How many.
    endpoint : bool, default True
        Whether `stop` is among them.
    retstep : bool, default False
        Return their distance, too.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    axis : int, default 0
        Must be 0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray or (ndarray, float)

    Examples
    --------
    >>> mx.np.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    _spaced(start, stop, axis)
    step, of_numpy = None, dialect().numpy_linspace
    if retstep:
        gaps = num - bool(endpoint) if of_numpy else num - 1  # MXNet 1.9.1 does not look at `endpoint` here
        step = (stop - start) / gaps if gaps or not of_numpy else float("nan")
    counted = isinstance(num, integer_types) and num >= 0 and is_number(start) and is_number(stop)
    if _placed() and counted and _element_type(dtype).kind != "b":
        gap = (stop - start) / max(num - bool(endpoint), 1)
        with np.errstate(over="ignore", invalid="ignore"):
            values = start + gap * np.arange(num)
            if of_numpy and endpoint and num > 1:
                values[-1] = stop  # without an error of rounding
            points = place(values.astype(_element_type(dtype)), ctx)
        return (points, step) if retstep else points
    element_type = type_name(dtype, "float64" if is_np_default_dtype() else None)
    points = npi.linspace(start=start, stop=stop, num=num, endpoint=endpoint, ctx=context(ctx), dtype=element_type)
    return (points, step) if retstep else points


@public
def logspace(
    start: Any,
    stop: Any,
    num: Int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: DTypeLike | None = None,
    axis: Shape | None = 0,
    ctx: Context | str | None = None,
) -> ndarray:
    """Numbers from one power to another, evenly spaced on a logarithmic scale.

    Parameters
    ----------
    start, stop : number
        The exponents of the first and the last one.
    num : int, default 50
        How many.
    endpoint : bool, default True
        Whether the last one is among them.
    base : number, default 10.0
        The base of the powers.
    dtype : str or numpy type, optional
        Element type; float32 by default, see `npx.set_np`.
    axis : int, default 0
        Must be 0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.np.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    _spaced(start, stop, axis)
    return npi.logspace(
        start=start,
        stop=stop,
        num=num,
        endpoint=endpoint,
        base=base,
        ctx=context(ctx),
        dtype=type_name(dtype, "float64" if is_np_default_dtype() else None),
    )


@public
def indices(dimensions: Any, dtype: DTypeLike | None = None, ctx: Context | str | None = None) -> Any:
    """Positions along every axis of an array.

    Parameters
    ----------
    dimensions : tuple or list of int
        Shape of the array.
    dtype : str or numpy type, optional
        Element type; int32 by default, int64 with the switch for MXNet 2.0.
    ctx : Context, optional
        The device; the current one by default.
    device : Context, optional
        The same, MXNet 2.0's name.

    Returns
    -------
    ndarray
        The positions along each axis, stacked along a new first axis.

    Raises
    ------
    ValueError
        `dimensions` is no sequence.

    Examples
    --------
    >>> mx.np.indices((2, 2))
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]], dtype=int32)
    """
    if not isinstance(dimensions, (tuple, list)):
        raise ValueError("The dimensions must be sequence of ints")
    default = "int64" if dialect().int64_integers else "int32"
    return npi.indices(dimensions=tuple(dimensions), dtype=type_name(dtype, default), ctx=context(ctx))


def _window(name, called, example):
    def function(M, dtype=None, ctx=None):
        return getattr(npi, name)(M, dtype=type_name(dtype), ctx=context(ctx))

    function.__name__, function.__doc__ = name, _WINDOW.format(called) + shown(name, example)
    side.public(function)


@arrays_only
def shape(a: ndarray | Float) -> tuple[int, ...]:
    """The shape of an array.

    Parameters
    ----------
    a : ndarray
        The array.

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> mx.np.shape(mx.np.zeros((2, 3)))
    (2, 3)
    """
    return a.shape


def families():
    """Functions made from tables."""
    for name, called, example in _WINDOWS:
        _window(name, called, example)
