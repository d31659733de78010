"""Integers where gradients pass. MXNet differentiates integers and booleans as any other numbers; JAX stops at them.

Where a gradient is taken, integers that it has to pass are therefore computed once more in floating point: values come from the
integers, derivatives from the floating numbers, and every gradient of an integer is cut off to its type, as MXNet keeps it.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from .x64 import is_wide, x64

if TYPE_CHECKING:
    from collections.abc import Iterator


_NARROW = {np.dtype("float16"), jnp.dtype(jnp.bfloat16)}
_SINGLE = np.dtype("float32")


class _Mode(threading.local):
    floating = False
    tracks_integers = False
    given: Mapping | None = None


_mode = _Mode()


def convert(x, dtype) -> jax.Array:
    """`x` in the element type `dtype`, by the rules of a C conversion.

    Fractions are cut off, integers wrap around, and a float that does not fit (NaN too) becomes the smallest integer of
    32 or 64 bits, whose low bits are what narrower types keep.
    """
    dtype = np.dtype(dtype)
    if x.dtype == dtype:
        return x
    if dtype == np.bool_:
        return x != 0
    if not (jnp.issubdtype(x.dtype, jnp.floating) and dtype.kind in "iu"):
        return x.astype(dtype)
    middle = np.dtype("int64" if dtype.itemsize == 8 else "int32")
    limit = 2.0 ** (8 * middle.itemsize - 1)
    # float16 cannot hold the limit
    if x.dtype in _NARROW:
        x = x.astype(_SINGLE)
    # NaN fails the comparison, and so becomes the smallest integer too
    integral = jnp.where(x < limit, x, -limit).astype(middle)
    return integral.astype(dtype)


def whole_number(number, dtype) -> int:
    """What a C conversion makes of a Python number in an array of the integer type `dtype`: see `convert`."""
    limits = np.iinfo(dtype)
    if limits.min <= number <= limits.max:
        return int(number)
    least = -(2**63) if dtype.itemsize == 8 else -(2**31)
    return int(np.array(int(number) if least <= number < -least else least).astype(dtype))


@functools.cache
def is_inexact(dtype) -> bool:
    """Whether arrays of an element type have gradients of their own: floating and complex numbers."""
    return bool(jnp.issubdtype(dtype, jnp.inexact))


@jax.custom_jvp
def with_derivative_of(other, value) -> jax.Array:
    """`value`, with the derivative of `other`, an array of the same shape."""
    return value


@with_derivative_of.defjvp
def _(primals, tangents):
    with x64(*primals):  # a number in double precision may have a twin in single precision
        return primals[1], tangents[0].astype(primals[1].dtype)


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def _with_gradient_in(x, dtype):
    """`x`, whose gradient is cut off to an element type."""
    return x


_with_gradient_in.defvjp(lambda x, dtype: (x, None), lambda dtype, _, g: (convert(convert(g, dtype), g.dtype),))


def is_integral(dtype) -> bool:
    """Whether an element type is one of integers or booleans."""
    return dtype.kind in "iub"


@contextlib.contextmanager
def _set(name, value):
    before = getattr(_mode, name)
    setattr(_mode, name, value)
    try:
        yield
    finally:
        setattr(_mode, name, before)


def in_floating_point():
    """A scope in which operators compute in floating point what would be integers, where a gradient may pass."""
    return _set("floating", True)


def floating() -> bool:
    """Whether operators are to do so now."""
    return _mode.floating


def with_integer_gradients():
    """A scope in which graphs carry floating numbers beside integers, for the gradients that are being taken."""
    return _set("tracks_integers", True)


def tracks_integers() -> bool:
    """Whether graphs are to do so now."""
    return _mode.tracks_integers and not _mode.floating


def given_to_graph(arrays):
    """A scope in which the next graph that runs is to be differentiated as `integers_and_floats` says.

    `arrays` are the integers for which it has been given floating numbers, by position; None where it runs as the scope around it
    says.
    """
    return _set("given", arrays)


def given() -> Any:
    """What `given_to_graph` was told for the graph that runs now."""
    return _mode.given


@contextlib.contextmanager
def integers_and_floats() -> Iterator[None]:
    """A scope in which a graph computes integers as such, and carries floating numbers beside them."""
    with _set("given", None), _set("floating", False), _set("tracks_integers", True):
        yield


def integral_as_floats(x, dtype) -> jax.Array:
    """`x` converted to integers, in floating point, with the derivative of `x`."""
    kind = jnp.float64 if is_wide(np.dtype(dtype), x) else jnp.float32
    return with_derivative_of(x, convert(x, dtype).astype(kind))


class IntegersWithGradient:
    """An integer array with floating numbers of the same values, through which its gradient passes."""

    __slots__ = ("floats", "value")

    def __init__(self, value, floats) -> None:
        self.value = value
        with x64(floats):
            self.floats = with_derivative_of(floats, value.astype(floats.dtype))

    def for_gradient(self) -> jax.Array:
        """The floating numbers for one that reads them: its gradient is cut off to the type of the integers."""
        return _with_gradient_in(self.floats, self.value.dtype)


def value_of(x) -> jax.Array:
    """An array, or the integers of an `IntegersWithGradient`."""
    return x.value if type(x) is IntegersWithGradient else x


def floats_of(x) -> jax.Array:
    """An array, or the floating numbers of an `IntegersWithGradient`."""
    return x.for_gradient() if type(x) is IntegersWithGradient else x
