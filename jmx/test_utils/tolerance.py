"""Which tolerances a comparison uses, by element type and device."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import config
from .._described import described_by
from ..context import Context, current_context
from ..util import get_cuda_compute_capability

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, NumPyArray
    from ..ndarray.ndarray import NDArray

__all__ = [
    "default_atols", "default_context", "default_device", "default_dtype", "default_numeric_eps", "default_rtols",
    "effective_dtype", "get_atol", "get_etol", "get_rtol", "get_tolerance", "get_tols", "set_default_context",
    "set_default_device",
]  # fmt: skip

_DOUBLE = np.dtype(np.float64)
_EXACT = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def default_context() -> Context:
    """The context that tests run on: the current one.

    Returns
    -------
    Context

    Examples
    --------
    >>> with mx.cpu(1):
    ...     mx.test_utils.default_context()
    cpu(1)
    """
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Make a context the one of everything that names none.

    Parameters
    ----------
    ctx : Context
        The context.

    Examples
    --------
    >>> before = mx.test_utils.default_context()
    >>> mx.test_utils.set_default_context(mx.cpu(3))
    >>> nd.zeros(2).context
    cpu(3)
    >>> mx.test_utils.set_default_context(before)
    """
    Context._default_ctx.value = ctx


@described_by(default_context)
def default_device() -> Context:
    """As :func:`default_context`, MXNet 2.0's name.

    Examples
    --------
    >>> mx.test_utils.default_device() == mx.test_utils.default_context()
    True
    """
    return default_context()


def set_default_device(device: Context) -> None:
    """As :func:`set_default_context`, MXNet 2.0's name.

    Parameters
    ----------
    device : Context
        The context.

    Examples
    --------
    >>> before = mx.test_utils.default_device()
    >>> mx.test_utils.set_default_device(mx.cpu(3))
    >>> nd.zeros(2).context
    cpu(3)
    >>> mx.test_utils.set_default_device(before)
    """
    set_default_context(device)


def default_dtype() -> type[Any]:
    """The element type of test data: numpy.float32.

    Returns
    -------
    type

    Examples
    --------
    >>> mx.test_utils.default_dtype().__name__
    'float32'
    """
    return np.float32


def _by_type(half, single, double):
    table = {np.dtype(np.float16): half, np.dtype(np.float32): single, np.dtype(np.float64): double}
    table.update((np.dtype(name), 0) for name in _EXACT)
    return table


def default_rtols() -> Any:
    """Relative tolerances for each element type.

    Returns
    -------
    dict of numpy.dtype to float

    Examples
    --------
    >>> mx.test_utils.default_rtols()[np.dtype("float32")]
    0.0001
    """
    return _by_type(1e-2, 1e-4, 1e-5)


@described_by(default_rtols)
def default_atols() -> Any:
    """Absolute tolerances for each element type.

    Examples
    --------
    >>> mx.test_utils.default_atols()[np.dtype("float32")]
    0.001
    """
    return _by_type(1e-1, 1e-3, 1e-20)


@described_by(default_rtols)
def default_numeric_eps() -> Any:
    """Steps of finite differences for each element type: powers of two, which cost an input no digits.

    Examples
    --------
    >>> mx.test_utils.default_numeric_eps()[np.dtype("float32")]
    0.001953125
    """
    return {np.dtype(np.float16): 2.0**-6, np.dtype(np.float32): 2.0**-9, np.dtype(np.float64): 2.0**-14}


def _rounds_to_tf32(ctx):
    if ctx is None or ctx.device_type != "gpu" or config.get("NVIDIA_TF32_OVERRIDE") == "0":
        return False
    try:
        return get_cuda_compute_capability(ctx) >= 80
    except Exception:
        return False


def effective_dtype(dat: NumPyArray | NDArray) -> np.dtype[Any]:
    """The element type whose tolerances fit an array: float16 for float32 on GPUs that multiply in TF32, else its own.

    Parameters
    ----------
    dat : numpy.ndarray or NDArray
        The array.

    Returns
    -------
    numpy.dtype

    Examples
    --------
    >>> mx.test_utils.effective_dtype(np.zeros(2, np.float32))
    dtype('float32')
    """
    dtype = np.dtype(dat.dtype)
    if dtype == np.float32 and _rounds_to_tf32(getattr(dat, "ctx", None)):
        return np.dtype(np.float16)
    return dtype


def get_tolerance(dat: NumPyArray | NDArray, tol: Any, default_tol: Any) -> float:
    """The tolerance for an array.

    Parameters
    ----------
    dat : numpy.ndarray or NDArray
        The array, whose element type counts.
    tol : float or dict of numpy.dtype to float or None
        What the caller asks for; a dict may leave types out.
    default_tol : dict of numpy.dtype to float
        What holds otherwise.

    Returns
    -------
    float

    Examples
    --------
    >>> x, defaults = np.zeros(2, np.float32), mx.test_utils.default_rtols()
    >>> mx.test_utils.get_tolerance(x, None, defaults), mx.test_utils.get_tolerance(x, 0.5, defaults)
    (0.0001, 0.5)
    """
    if isinstance(tol, numbers.Number):
        return tol  # pyright: ignore[reportReturnType]
    dtype = effective_dtype(dat)
    return (tol or {}).get(dtype, default_tol[dtype])


def get_tols(x: NumPyArray | NDArray | Float, y: NumPyArray | NDArray | Float, rtol: Any, atol: Any) -> tuple[float, float]:
    """Relative and absolute tolerance for comparing two arrays: of their own tolerances the larger ones.

    Parameters
    ----------
    x, y : numpy.ndarray, NDArray or number
        What is compared.
    rtol, atol : float or dict of numpy.dtype to float or None
        What the caller asks for; defaults by element type otherwise.

    Returns
    -------
    (float, float)

    Examples
    --------
    >>> mx.test_utils.get_tols(np.zeros(2, np.float16), np.zeros(2, np.float32), None, None)
    (0.01, 0.1)
    """
    x, y = (np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y))
    rtol = max(get_tolerance(x, rtol, default_rtols()), get_tolerance(y, rtol, default_rtols()))
    atol = max(get_tolerance(x, atol, default_atols()), get_tolerance(y, atol, default_atols()))
    return rtol, atol


@described_by(get_tolerance)
def get_atol(atol: Float | None = None, dtype: DTypeLike = _DOUBLE) -> float:
    """The absolute tolerance that is asked for, or the default one.

    Parameters
    ----------
    atol : float, optional
        What is asked for.
    dtype : numpy.dtype, default float64
        Element type for the default, see `default_atols`.

    Examples
    --------
    >>> mx.test_utils.get_atol(0.5), mx.test_utils.get_atol(dtype=np.dtype("float32"))
    (0.5, 0.001)
    """
    return default_atols()[dtype] if atol is None else atol  # pyright: ignore[reportReturnType]


@described_by(get_tolerance)
def get_rtol(rtol: Float | None = None, dtype: DTypeLike = _DOUBLE) -> float:
    """The relative tolerance that is asked for, or the default one.

    Parameters
    ----------
    rtol : float, optional
        What is asked for.
    dtype : numpy.dtype, default float64
        Element type for the default, see `default_rtols`.

    Examples
    --------
    >>> mx.test_utils.get_rtol(0.5), mx.test_utils.get_rtol(dtype=np.dtype("float32"))
    (0.5, 0.0001)
    """
    return default_rtols()[dtype] if rtol is None else rtol  # pyright: ignore[reportReturnType]


@described_by(get_tolerance)
def get_etol(etol: Float | None = None) -> float:
    """The share of elements that may differ: what is asked for, or 0.

    Parameters
    ----------
    etol : float, optional
        What is asked for.

    Examples
    --------
    >>> mx.test_utils.get_etol(), mx.test_utils.get_etol(0.1)
    (0, 0.1)
    """
    return 0 if etol is None else etol  # pyright: ignore[reportReturnType]
