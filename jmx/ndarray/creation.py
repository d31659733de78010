"""Functions of `mx.nd` that make arrays, and all others that are not single operators."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors.memory import allocated, no_room
from .._errors.wording import brief, did_you_mean
from ..base import MXNetError, integer_types
from ..context import Context, current_context, takes_device
from ..core.declare.dtype import name_of, np_dtype
from ..core.run import jax_arrays
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase
from ..core.run.trace_observer import records_sources
from ..util import is_np_shape
from .elementwise import (
    add,
    divide,
    equal,
    greater,
    greater_equal,
    lesser,
    lesser_equal,
    logical_and,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    modulo,
    multiply,
    not_equal,
    power,
    subtract,
    true_divide,
)
from .functions import (
    concatenate,
    get_indexing_dispatch_code,
    get_oshape_of_gather_nd_op,
    histogram,
    imdecode,
    indexing_key_expand_implicit_axes,
    moveaxis,
    onehot_encode,
    split_v2,
)
from .ndarray import NDArray, _new

if TYPE_CHECKING:
    from .._typing import ArrayLike, DTypeLike, Float, Int, NumPyArray, Shape, StorageType

__all__ = [
    "add",
    "arange",
    "array",
    "concatenate",
    "divide",
    "empty",
    "equal",
    "eye",
    "from_jax",
    "from_numpy",
    "full",
    "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op",
    "greater",
    "greater_equal",
    "histogram",
    "imdecode",
    "indexing_key_expand_implicit_axes",
    "lesser",
    "lesser_equal",
    "linspace",
    "logical_and",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "modulo",
    "moveaxis",
    "multiply",
    "not_equal",
    "onehot_encode",
    "ones",
    "power",
    "split_v2",
    "subtract",
    "true_divide",
    "zeros",
]


def _ctx(ctx: Context) -> Any:
    if ctx is None:
        return current_context()
    if isinstance(ctx, Context):
        return ctx
    device_type, _, number = str(ctx).partition("(")
    return Context(device_type, int(number.rstrip(")") or 0))


def _shape(shape: Shape, wrong: Any = MXNetError) -> Any:
    """`shape` as a tuple of integers; what is none raises `wrong`."""
    if isinstance(shape, (*integer_types, np.integer)):
        shape = (int(shape),)
    try:
        if isinstance(shape, ArrayBase):
            raise TypeError
        shape = tuple(map(operator.index, shape))
    except TypeError:
        raise wrong(f"a shape is an integer or a tuple of integers, got {brief(shape)}") from None
    if any(n < 0 for n in shape):
        raise MXNetError(f"an array cannot have the shape {shape}: dimensions must not be negative")
    return shape


def _known(shape, name):
    """In MXNet's classic shape semantics a dimension of 0 means "unknown", so no array can be made of it."""
    if not is_np_shape() and (0 in shape or not shape):
        raise MXNetError(
            f"Operator {name} inferring shapes failed: the shape {shape} has unknown dimensions. Zero-size arrays and "
            "scalars need NumPy shape semantics: mx.util.set_np_shape(True)."
        )
    return shape


@takes_device
def array(source_array: ArrayLike, ctx: Context | None = None, dtype: DTypeLike | None = None) -> NDArray:
    """An array from anything array-like.

    Parameters
    ----------
    source_array : array-like
        Numbers, lists of them, arrays of any kind. A sparse source (sparse array, scipy.sparse matrix) gives a sparse array.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, optional
        Element type; that of an NDArray or sparse source, and float32 for everything else, whatever NumPy's type is.

    Returns
    -------
    NDArray

    Raises
    ------
    TypeError
        The source is no array-like of numbers.

    Examples
    --------
    >>> mx.nd.array([[1, 2], [3, 4]]).asnumpy()
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    >>> mx.nd.array([1, 2], dtype="int32").asnumpy()
    array([1, 2], dtype=int32)
    """
    if type(source_array).__module__.startswith("scipy.sparse") or getattr(source_array, "stype", "default") != "default":
        from . import sparse

        return sparse.array(source_array, ctx, dtype)
    if isinstance(source_array, ArrayBase):
        dtype = source_array.dtype if dtype is None else dtype
        value = source_array.asnumpy()
    else:
        dtype = np.float32 if dtype is None else dtype
        value = source_array
    element_type = np_dtype(dtype, KeyError)
    if isinstance(value, (list, tuple)) and any(isinstance(v, ArrayBase) for v in value):
        value = [v.asnumpy() if isinstance(v, ArrayBase) else v for v in value]
    try:
        value = np.array(value, dtype=element_type, order="C")
    except (TypeError, ValueError, OverflowError):
        try:
            value = np.array(np.array(value).astype(element_type), order="C")
        except (TypeError, ValueError):
            raise TypeError("source_array must be array like object") from None
    except MemoryError as error:
        raise no_room(f"A copy of the source, {brief(source_array)},", error) from error
    return _new(value, _ctx(ctx))


@takes_device
def empty(shape: Shape, ctx: Context | None = None, dtype: DTypeLike | None = None, stype: StorageType | None = None) -> NDArray:
    """An array of unspecified contents (zeros here).

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    stype : str, optional
        Storage: "default", "csr" or "row_sparse".

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.nd.empty((2, 3)).shape
    (2, 3)
    """
    return _filled(shape, ctx, dtype, stype, np.zeros, "_empty", keep=True)


@takes_device
def zeros(
    shape: Shape, ctx: Context | None = None, dtype: DTypeLike | None = None, stype: StorageType | None = None, **kwargs
) -> NDArray:
    """An array of zeros.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    stype : str, optional
        Storage: "default", "csr" or "row_sparse".
    **kwargs
        `out`, an array to write to instead.

    Returns
    -------
    NDArray

    Raises
    ------
    MXNetError
        A dimension is 0 or negative, or there is none; with NumPy shape semantics only if one is negative.

    Examples
    --------
    >>> mx.nd.zeros((2, 2), dtype="int32").asnumpy()
    array([[0, 0],
           [0, 0]], dtype=int32)
    """
    return _filled(shape, ctx, dtype, stype, np.zeros, "_zeros", **kwargs)


@takes_device
def ones(shape: Shape, ctx: Context | None = None, dtype: DTypeLike | None = None, **kwargs) -> NDArray:
    """An array of ones.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    **kwargs
        `out`, an array to write to instead.

    Returns
    -------
    NDArray

    Raises
    ------
    MXNetError
        A dimension is 0 or negative, or there is none; with NumPy shape semantics only if one is negative.

    Examples
    --------
    >>> mx.nd.ones(3).asnumpy()
    array([1., 1., 1.], dtype=float32)
    """
    return _filled(shape, ctx, dtype, None, np.ones, "_ones", **kwargs)


def _filled(shape, ctx, dtype, stype, make, op_name, out=None, keep=False, name=None, **kwargs):
    # Recurrent cells pass names and attributes such as __layout__, which mean something to symbols only.
    unknown = [key for key in kwargs if not (key.startswith("__") and key.endswith("__"))]
    if unknown:
        known = ("shape", "ctx", "dtype", "stype", "out")
        raise MXNetError(
            f"Cannot find argument '{unknown[0]}', Possible Arguments: {', '.join(known)}, in operator {op_name}."
            f"{did_you_mean(unknown[0], known)}"
        )
    if stype not in (None, "default"):
        from . import sparse

        return sparse.zeros(stype, shape, ctx, dtype, out=out)
    shape = _shape(shape, TypeError if keep else MXNetError)
    if not keep:
        _known(shape, op_name)
    element_type = np_dtype(dtype, KeyError if keep else MXNetError)
    if records_sources() and out is None:
        return invoke("_zeros" if keep else op_name, (), {"shape": shape, "ctx": str(_ctx(ctx)), "dtype": element_type.name})
    value = allocated(op_name, make, shape, element_type)
    if out is not None:
        out[:] = value
        return out
    return _new(value, _ctx(ctx))


@takes_device
def full(
    shape: Shape, val: Float, ctx: Context | None = None, dtype: DTypeLike | None = np.float32, out: NDArray | None = None
) -> Any:
    """An array filled with one number.

    Parameters
    ----------
    shape : int or tuple of int
        The shape.
    val : float
        The number.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    out : NDArray, optional
        Where to write; its shape is the one that counts then.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.nd.full((1, 3), 7).asnumpy()
    array([[7., 7., 7.]], dtype=float32)
    """
    if records_sources() and out is None:
        return invoke("_full", (), {"shape": _shape(shape), "value": val, "ctx": str(_ctx(ctx)), "dtype": np_dtype(dtype).name})
    if out is None:
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


@takes_device
def arange(
    start: Float,
    stop: Float | None = None,
    step: Float = 1.0,
    repeat: Int = 1,
    infer_range: bool | None = None,
    ctx: Context | None = None,
    dtype: DTypeLike | None = np.float32,
) -> NDArray:
    """Numbers in equal steps, the end left out.

    Parameters
    ----------
    start : float
        The first number; the end, if `stop` is None, of numbers that start with 0.
    stop : float, optional
        The end, which is left out.
    step : float, default 1.0
        The difference between neighbours.
    repeat : int, default 1
        How often each number stands there.
    infer_range : bool, optional
        Not used; deprecated in MXNet.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.

    Returns
    -------
    NDArray
        One dimension.

    Examples
    --------
    >>> mx.nd.arange(3).asnumpy()
    array([0., 1., 2.], dtype=float32)
    >>> mx.nd.arange(1, 7, step=2, repeat=2).asnumpy()
    array([1., 1., 3., 3., 5., 5.], dtype=float32)
    """
    if infer_range is not None:
        import warnings

        warnings.warn("`infer_range` argument has been deprecated", DeprecationWarning, stacklevel=2)
    attrs = {"start": start, "step": step, "repeat": repeat, "infer_range": False, "dtype": name_of(dtype, MXNetError)}
    if stop is not None:
        attrs["stop"] = stop
    return invoke("_arange", (), {**attrs, "ctx": str(_ctx(ctx))})


@takes_device
def linspace(
    start: Float, stop: Float, num: Int, endpoint: bool = True, ctx: Context | None = None, dtype: DTypeLike | None = np.float32
) -> NDArray:
    """Numbers in equal steps, of which there are a given number.

    Parameters
    ----------
    start, stop : float
        The first number and the end.
    num : int
        How many numbers.
    endpoint : bool, default True
        Whether `stop` is the last one.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.

    Returns
    -------
    NDArray
        One dimension.

    Examples
    --------
    >>> mx.nd.linspace(0, 1, 5).asnumpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    >>> mx.nd.linspace(0, 1, 4, endpoint=False).asnumpy()
    array([0.  , 0.25, 0.5 , 0.75], dtype=float32)
    """
    attrs = {"start": start, "stop": stop, "num": num, "endpoint": endpoint, "dtype": name_of(dtype, MXNetError)}
    return invoke("_linspace", (), {**attrs, "ctx": str(_ctx(ctx))})


@takes_device
def eye(N: Int, M: Int = 0, k: Int = 0, ctx: Context | None = None, dtype: DTypeLike | None = None, **kwargs: Any) -> NDArray:
    """A matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, default 0
        Number of columns; 0 stands for N.
    k : int, default 0
        Which diagonal: 0 the main one, above it if positive, below if negative.
    ctx, device : Context, optional
        Where the array is; the current context by default. `device` is MXNet 2.0's name.
    dtype : str or numpy type, default float32
        Element type.
    **kwargs
        `out`, an array to write to instead.

    Returns
    -------
    NDArray

    Examples
    --------
    >>> mx.nd.eye(3, 2, k=-1).asnumpy()
    array([[0., 0.],
           [1., 0.],
           [0., 1.]], dtype=float32)
    """
    attrs = {"N": N, "M": M, "k": k, "dtype": np_dtype(dtype, MXNetError).name}
    return invoke("_eye", (), {**attrs, "ctx": str(_ctx(ctx))}, kwargs.get("out"))


def from_numpy(ndarray: NumPyArray, zero_copy: bool = True, array_cls: type[NDArray] = NDArray) -> NDArray:
    """An array from a NumPy array.

    Parameters
    ----------
    ndarray : numpy.ndarray
        The array, C-contiguous.
    zero_copy : bool, default True
        Whether the NumPy array becomes read-only and follows writes to the new array.
    array_cls : type, default NDArray
        The class of the result.

    Returns
    -------
    NDArray

    Raises
    ------
    TypeError
        It is no NumPy array, or has an element type that MXNet lacks.
    ValueError
        It is not C-contiguous and `zero_copy` is on.

    Examples
    --------
    >>> source = np.array([1, 2], "float32")
    >>> mx.nd.from_numpy(source)[:] = 5
    >>> source, source.flags["WRITEABLE"]
    (array([5., 5.], dtype=float32), False)
    >>> mx.nd.from_numpy(np.array([1, 2], "int32"), zero_copy=False).asnumpy()
    array([1, 2], dtype=int32)
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"Only numpy.ndarray is supported, but got {type(ndarray)}")
    if ndarray.dtype not in (np_dtype(ndarray.dtype),):
        raise TypeError(f"element type {ndarray.dtype} does not exist in MXNet")
    if not zero_copy:
        return _new(np.array(ndarray, order="C"), current_context(), array_cls)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("Only c-contiguous arrays are supported for zero-copy")
    mirror = _writable(ndarray)
    ndarray.flags["WRITEABLE"] = False
    array = _new(np.array(ndarray, order="C"), _ctx(Context("cpu", 0)), array_cls)
    array._cell.mirror = mirror
    return array


def from_jax(x: Any, array_cls: type[Any] = NDArray) -> NDArray:
    """An array that shares the memory of a `jax.Array`, without a copy.

    Parameters
    ----------
    x : jax.Array
        On one device of this process.
    array_cls : type, default NDArray
        The class of the result.

    Returns
    -------
    NDArray
        Of x's shape, element type and device. Writes to it do not reach x: JAX's arrays do not change, so that the first write
        gives the array memory of its own.

    Raises
    ------
    MXNetError
        x is traced by a transformation of JAX, was deleted, lies on several devices, or has an element type that MXNet lacks.

    Examples
    --------
    >>> import jax.numpy as jnp
    >>> x = mx.nd.from_jax(jnp.arange(3.0))
    >>> f"{x.exp().sum().asscalar():.4f}"
    '11.1073'
    """
    return jax_arrays.adopt(x, None, array_cls)


def _writable(ndarray):
    """A writable view of a NumPy array that an earlier call may have made read-only; None if its memory is not NumPy's own."""
    view = ndarray.view()
    if view.flags["WRITEABLE"]:
        return view
    root = ndarray
    while isinstance(root.base, np.ndarray):
        root = root.base
    if not root.flags["OWNDATA"] or not ndarray.nbytes:
        return None
    import ctypes

    memory = (ctypes.c_char * ndarray.nbytes).from_address(ndarray.ctypes.data)
    memory.owner = ndarray
    return np.frombuffer(memory, ndarray.dtype).reshape(ndarray.shape)
