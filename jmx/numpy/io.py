"""Arrays from text files."""

import numpy as onp

from .multiarray import array

__all__ = ["genfromtxt"]


def genfromtxt(*args, **kwargs):
    """An array from a text file; NumPy's `genfromtxt`, with the further keyword `ctx`."""
    ctx = kwargs.pop("ctx", None)
    value = onp.genfromtxt(*args, **kwargs)
    return array(value, dtype=value.dtype, ctx=ctx)
