"""Arrays from text files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as onp

from .multiarray import array

if TYPE_CHECKING:
    from ..ndarray.numpy.array import ndarray

__all__ = ["genfromtxt"]


def genfromtxt(*args: Any, **kwargs: Any) -> ndarray:
    """An array from a text file.

    Parameters
    ----------
    *args, **kwargs
        Those of NumPy's function: the file, its path or a list of lines, `delimiter`, `skip_header`, `usecols` and so on. The
        further keyword `ctx` is the device.

    Returns
    -------
    ndarray
        Float64 by default.

    Examples
    --------
    >>> mx.np.genfromtxt(["1,2", "3,4"], delimiter=",")
    array([[1., 2.],
           [3., 4.]], dtype=float64)
    """
    ctx = kwargs.pop("ctx", None)
    value = onp.genfromtxt(*args, **kwargs)
    return array(value, dtype=value.dtype, ctx=ctx)
