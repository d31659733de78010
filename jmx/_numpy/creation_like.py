"""New arrays of the shape of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._described import described_by
from ..context import Context
from ..core.declare.dtype import np_dtype
from .side import c_order, context, npi, public, symbolic, type_name
from .usual import USUAL

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Shape
    from ..ndarray.numpy.array import ndarray

_EMPTY_LIKE = {
    None: "None", np.int8: "int8", np.uint8: "uint8", np.int32: "int32", np.int64: "int64", np.float16: "float16",
    np.float32: "float32", np.float64: "float64", np.bool_: "bool_", bool: "bool", int: "int64", float: "float64",
}  # fmt: skip


#: what docstrings here have in common
_SHARED = """
Parameters
----------
a : ndarray
    The other one.
dtype : str or numpy type, optional
    Element type; that of `a` by default.
"""


@public
@described_by(_SHARED, USUAL)
def full_like(
    a: ndarray | Float,
    fill_value: Any,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """An array filled with a number, of the shape of another one.

    Parameters
    ----------
    fill_value : number
        What it is filled with.

    Examples
    --------
    >>> mx.np.full_like(mx.np.array([1, 2]), 7)
    array([7., 7.])
    """
    c_order(order)
    fill_value = int(fill_value) if isinstance(fill_value, bool) else fill_value
    filled = npi.full_like(a, fill_value=fill_value, dtype=type_name(dtype, None), ctx=context(ctx), out=out)
    return filled if symbolic or out is not None or not isinstance(ctx, Context) else filled.as_in_ctx(ctx)


@public
@described_by(_SHARED, USUAL)
def zeros_like(
    a: ndarray | Float,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Zeros in the shape of another array.

    Examples
    --------
    >>> mx.np.zeros_like(mx.np.array([1, 2]))
    array([0., 0.])
    """
    return full_like(a, 0, dtype, order, ctx, out)


@public
@described_by(_SHARED, USUAL)
def ones_like(
    a: ndarray | Float,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    ctx: Context | str | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Ones in the shape of another array.

    Examples
    --------
    >>> mx.np.ones_like(mx.np.array([1, 2]))
    array([1., 1.])
    """
    return full_like(a, 1, dtype, order, ctx, out)


@public
@described_by(USUAL)
def empty_like(
    prototype: ndarray,
    dtype: DTypeLike | None = None,
    order: str | None = "C",
    subok: Any = False,
    shape: Shape | None = None,
    *,
    ctx: Context | str | None = None,
) -> ndarray:
    """An array of unspecified contents, of the shape of another one.

    Parameters
    ----------
    prototype : ndarray
        The other one.
    dtype : str or numpy type, optional
        Element type; that of `prototype` by default.
    subok : False
        Not supported.
    shape : None
        Not supported.
    ctx : Context, optional
        The device; that of `prototype` by default.

    Examples
    --------
    >>> mx.np.empty_like(mx.np.array([1, 2])).shape
    (2,)
    """
    c_order(order, "Only support C-order at this moment")
    if subok:
        raise NotImplementedError("Creating array by using sub-class is not supported at this moment")
    if shape is not None:
        raise NotImplementedError("Assigning new shape is not supported at this moment")
    if not isinstance(dtype, str):
        try:
            dtype = _EMPTY_LIKE.get(dtype) or np_dtype(dtype).name
        except TypeError:
            raise NotImplementedError("Do not support this dtype at this moment") from None
    if ctx is not None:
        return full_like(prototype, 0, dtype, ctx=ctx)
    return npi.empty_like_fallback(prototype, dtype=dtype, order=order, subok=subok, shape=shape)
