"""JAX's 64-bit mode, entered here and nowhere else.

JAX computes with 64-bit numbers in a mode only, and MXNet in float32 unless an array says otherwise: the mode is on for just
the calls that need it.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable

import jax
import numpy as np

from .dtype import WIDE

#: most elements of an array whose positions numbers of 32 bits can name
MOST_IN_32_BITS = 2**31 - 1
_INT32, _INT64 = np.dtype("int32"), np.dtype("int64")


def known(sizes) -> list[int]:
    """Those of some sizes that are numbers: in a program that is exported with open sizes, the others are expressions."""
    return [int(n) for n in sizes if isinstance(n, (int, np.integer))]


def elements(shape) -> int:
    """How many elements an array of a shape has at least: all, unless some of its sizes are open, which count as 1."""
    return math.prod(known(shape))


def position_type(*sizes) -> np.dtype:
    """The element type for positions in dimensions of these sizes: int32 where they fit, and for open sizes."""
    return _INT64 if max(known(sizes), default=0) > MOST_IN_32_BITS else _INT32


def is_wide(*values) -> bool:
    """Whether one of these needs the mode: an array or element type of 64 bits, or True. Others, such as numbers, do not."""
    for value in values:
        if value is True or getattr(value, "dtype", value) in WIDE:
            return True
    return False


#: () -> whether the mode is on, as it is outside of `x64` where the user has turned it on. To be asked before `x64(False)` in
#: calls that are made often, as to enter a scope takes 2 us.
is_on: Callable[[], bool] = functools.partial(operator.attrgetter("jax_enable_x64"), jax.config)


def x64(*values):
    """A scope in the mode if one of `values` needs it (see `is_wide`), and out of it otherwise."""
    return jax.enable_x64(is_wide(*values))
