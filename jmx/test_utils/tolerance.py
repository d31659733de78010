"""Which tolerances a comparison uses, by element type and device."""

import numbers

import numpy as np

from .. import config
from ..context import Context, current_context
from ..util import get_cuda_compute_capability

__all__ = [
    "default_atols", "default_context", "default_device", "default_dtype", "default_numeric_eps", "default_rtols",
    "effective_dtype", "get_atol", "get_etol", "get_rtol", "get_tolerance", "get_tols", "set_default_context",
    "set_default_device",
]  # fmt: skip

_DOUBLE = np.dtype(np.float64)
_EXACT = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def default_context():
    """The context that tests run on: the current one."""
    return current_context()


def set_default_context(ctx):
    """Make `ctx` the context of everything that names none."""
    Context._default_ctx.value = ctx


def default_device():
    """As :func:`default_context`, MXNet 2.0's name."""
    return default_context()


def set_default_device(device):
    """As :func:`set_default_context`, MXNet 2.0's name."""
    set_default_context(device)


def default_dtype():
    """The element type of test data: numpy.float32."""
    return np.float32


def _by_type(half, single, double):
    table = {np.dtype(np.float16): half, np.dtype(np.float32): single, np.dtype(np.float64): double}
    table.update((np.dtype(name), 0) for name in _EXACT)
    return table


def default_rtols():
    """Relative tolerances, a dict from numpy.dtype to float."""
    return _by_type(1e-2, 1e-4, 1e-5)


def default_atols():
    """Absolute tolerances, a dict from numpy.dtype to float."""
    return _by_type(1e-1, 1e-3, 1e-20)


def default_numeric_eps():
    """Steps of finite differences, a dict from numpy.dtype to float: powers of two, which cost an input no digits."""
    return {np.dtype(np.float16): 2.0**-6, np.dtype(np.float32): 2.0**-9, np.dtype(np.float64): 2.0**-14}


def _rounds_to_tf32(ctx):
    if ctx is None or ctx.device_type != "gpu" or config.get("NVIDIA_TF32_OVERRIDE") == "0":
        return False
    try:
        return get_cuda_compute_capability(ctx) >= 80
    except Exception:
        return False


def effective_dtype(dat):
    """The element type whose tolerances fit an array: float16 for float32 on GPUs that multiply in TF32, else its own.

    Parameters
    ----------
    dat : numpy.ndarray or NDArray
    """
    dtype = np.dtype(dat.dtype)
    if dtype == np.float32 and _rounds_to_tf32(getattr(dat, "ctx", None)):
        return np.dtype(np.float16)
    return dtype


def get_tolerance(dat, tol, default_tol):
    """The tolerance for an array.

    Parameters
    ----------
    dat : numpy.ndarray or NDArray
    tol : float or dict of numpy.dtype to float or None
        What the caller asks for; a dict may leave types out.
    default_tol : dict of numpy.dtype to float
        What holds otherwise.
    """
    if isinstance(tol, numbers.Number):
        return tol
    dtype = effective_dtype(dat)
    return (tol or {}).get(dtype, default_tol[dtype])


def get_tols(x, y, rtol, atol):
    """(rtol, atol) for comparing `x` and `y`: of their two tolerances the larger ones."""
    x, y = (np.array(v) if isinstance(v, numbers.Number) else v for v in (x, y))
    rtol = max(get_tolerance(x, rtol, default_rtols()), get_tolerance(y, rtol, default_rtols()))
    atol = max(get_tolerance(x, atol, default_atols()), get_tolerance(y, atol, default_atols()))
    return rtol, atol


def get_atol(atol=None, dtype=_DOUBLE):
    """`atol`, or the default absolute tolerance of `dtype` if it is None."""
    return default_atols()[dtype] if atol is None else atol


def get_rtol(rtol=None, dtype=_DOUBLE):
    """`rtol`, or the default relative tolerance of `dtype` if it is None."""
    return default_rtols()[dtype] if rtol is None else rtol


def get_etol(etol=None):
    """`etol`, the share of elements that may differ, or 0 if it is None."""
    return 0 if etol is None else etol
