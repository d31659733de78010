"""The class `ndarray` and all functions of `mx.np` on arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as _onp

from .._described import described_by
from .._dialects import dialect
from .._errors.memory import allocated as _allocated
from .._numpy.side import floating as _floating
from .._numpy.usual import USUAL
from ..context import current_context as _current_context
from ..context import takes_device as _takes_device
from ..ndarray.buffers import _new
from ..ndarray.creation import _ctx
from ..ndarray.creation import from_jax as _from_jax
from ..ndarray.ndarray import NDArray as _NDArray
from ..ndarray.ndarray import _known_type
from ..ndarray.numpy.array import ndarray
from ..util import is_np_default_dtype
from . import _op, fallback
from ._op import *  # noqa: F403
from .fallback import *  # noqa: F403

if TYPE_CHECKING:
    from .._typing import ArrayLike, DTypeLike, Shape
    from ..context import Context

__all__ = sorted({"array", "empty", "from_jax", "ndarray", *_op._functions, *fallback.__all__})


def _context(ctx):
    return _current_context() if ctx is None else _ctx(ctx)


@_takes_device
@described_by(USUAL)
def empty(shape: Shape, dtype: DTypeLike | None = None, order: str = "C", ctx: Context | str | None = None) -> ndarray:
    """An array of unspecified contents (zeros here).

    Parameters
    ----------
    shape : int or tuple of int
        The shape.

    Examples
    --------
    >>> mx.np.empty((2, 3)).shape
    (2, 3)
    """
    if order != "C":
        raise NotImplementedError(f"`empty` only supports order equal to `C`, while received {order}")
    element_type = _known_type(_floating() if dtype is None else dtype)
    return _new(_allocated("empty", _onp.zeros, shape, element_type), _context(ctx), ndarray)


@_takes_device
@described_by(USUAL)
def array(object: ArrayLike, dtype: DTypeLike | None = None, ctx: Context | str | None = None) -> ndarray:
    """An array from anything array-like.

    Parameters
    ----------
    object : array-like
        Numbers, lists of them, arrays of `mx.np` or of NumPy.
    dtype : str or numpy type, optional
        Element type; by default that of an array, and float32 (see `npx.set_np`) for everything else. With the switch for MXNet
        2.0 arrays of NumPy give float32 too.

    Raises
    ------
    ValueError
        `object` is a classic NDArray: use its `as_np_ndarray`.
    TypeError
        `object` is not array-like.

    Examples
    --------
    >>> mx.np.array([[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    >>> mx.np.array([1, 2], dtype="int32")
    array([1, 2], dtype=int32)
    >>> mx.np.array(np.array([1, 2])).dtype
    dtype('int64')
    """
    if isinstance(object, (ndarray, _onp.ndarray)):
        foreign = dialect().float32_from_numpy and isinstance(object, _onp.ndarray) and not is_np_default_dtype()
        element_type = dtype if dtype is not None else _onp.float32 if foreign else object.dtype
    elif isinstance(object, _NDArray):
        raise ValueError(
            "If you're trying to create a mxnet.numpy.ndarray from mx.nd.NDArray, please use the zero-copy "
            "as_np_ndarray function."
        )
    else:
        element_type = getattr(object, "dtype", _floating()) if dtype is None else dtype
    element_type = _known_type(element_type)
    if isinstance(object, ndarray):
        object = object.asnumpy()
    try:
        try:
            value = _onp.array(object, dtype=element_type, order="C")
        except OverflowError:
            value = _onp.array(_onp.array(object).astype(element_type), order="C")
    except Exception as error:
        raise TypeError(str(error)) from None
    return _new(value, _context(ctx), ndarray)


def from_jax(x: Any) -> ndarray:
    """An array that shares the memory of a `jax.Array`, without a copy.

    Parameters
    ----------
    x : jax.Array
        On one device of this process.

    Returns
    -------
    ndarray
        Of x's shape, element type and device. Writes to it do not reach x, see `mx.nd.from_jax`.

    Raises
    ------
    MXNetError
        x is traced by a transformation of JAX, was deleted, lies on several devices, or has an element type that MXNet lacks.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> mx.np.from_jax(jnp.arange(3.0)) + 1
    array([1., 2., 3.])
    """
    return _from_jax(x, ndarray)  # pyright: ignore[reportReturnType]
