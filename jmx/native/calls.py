"""Functions in C that programs call: XLA calls them from what it compiles, Python where NumPy runs a program (`ffi.h`).

A program that is traced for arrays of any size (`core/numpy_tier/any_shape.py`) notes a call with expressions of its sizes in
place of numbers. Such a call is a primitive of its own, which nothing but that program can run.
"""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from ..config import jax_programs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: the primitive's name
ANY_SIZE = "jmx_call"

#: by the name that programs call it by, the function that needs no XLA
_functions: dict[str, Any] = {}
#: numbers of the element types in XLA's interface
_TYPES = {
    np.dtype(name): number
    for number, name in enumerate("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split(), 1)
}
_TYPES[np.dtype(ml_dtypes.bfloat16)] = 16


def on_devices_of(arrays: Sequence[Any], results: Any) -> Any:
    """Results of a function in C; under `jax.shard_map` they differ from device to device along the axes that its arguments do.

    Parameters
    ----------
    arrays : sequence of jax.Array
    results : jax.Array or list of jax.Array

    Returns
    -------
    jax.Array or list of jax.Array
    """
    import jax

    axes: set[Any] = set()
    for kind in map(jax.typeof, arrays):
        varying = getattr(kind, "vma", None)  # before JAX 0.10.1
        axes.update(getattr(getattr(kind, "manual_axis_type", None), "varying", ()) if varying is None else varying)
    return jax.tree.map(lambda x: jax.lax.pcast(x, tuple(axes), to="varying"), results) if axes else results


def register(target: str, library: ctypes.CDLL, symbol: str) -> None:
    """Let programs for the CPU call a function.

    Parameters
    ----------
    target : str
        The name by which programs call it.
    library : ctypes.CDLL
    symbol : str
        Its name in the library, which has `symbol` + "_directly" too.
    """
    import jax

    jax.ffi.register_ffi_target(target, jax.ffi.pycapsule(library[symbol]), platform="cpu")
    function = library[symbol + "_directly"]
    function.restype = ctypes.c_char_p
    _functions[target] = function


@functools.cache
def _primitive():
    primitive = jax_programs.noting_primitive(ANY_SIZE)
    if primitive is None:
        raise NotImplementedError("this release of JAX has no primitives that others define")
    return primitive


def noted(
    target: str, plan: Sequence[Any], results: Sequence[Any], arrays: Sequence[Any], over: dict[int, int] | None = None
) -> list:
    """Note a call with symbols among its sizes in a program that is traced.

    Parameters
    ----------
    target : str
        The name by which programs call the function.
    plan : sequence of int
        What it computes; some are symbols.
    results : sequence of jax.ShapeDtypeStruct
        What comes out.
    arrays : sequence of jax.Array
        What goes in.
    over : dict of int to int, optional
        Which arrays results are written over.

    Returns
    -------
    list of jax.Array
    """
    made = tuple([(tuple(result.shape), str(result.dtype)) for result in results])
    return _primitive().bind(*arrays, target=target, plan=tuple(plan), results=made, over=tuple((over or {}).items()))


def direct(target: str, plan: Sequence[int], arrays: Sequence[tuple], count: int) -> Callable[..., str | None] | None:
    """A function that is called without XLA.

    Parameters
    ----------
    target : str
        The name by which programs call it.
    plan : sequence of int
        What it computes.
    arrays : sequence of tuple
        Shape and type of what comes in, and of what goes out.
    count : int
        How many of them come in.

    Returns
    -------
    callable or None
        It takes the addresses of the arrays and returns why it cannot compute, or None. None for a function that is not
        jmx's, and for other types of elements.
    """
    function = _functions.get(target)
    if function is None or any(dtype not in _TYPES for _, dtype in arrays):
        return None
    words = [word for shape, dtype in arrays for word in (_TYPES[dtype], len(shape), *shape)]
    given = (
        (ctypes.c_int64 * len(plan))(*plan), ctypes.c_int64(len(plan)), (ctypes.c_int64 * len(words))(*words),
        ctypes.c_int64(count), ctypes.c_int64(len(arrays) - count),
    )  # fmt: skip
    memory = ctypes.c_void_p * len(arrays)

    def call(*addresses: int) -> str | None:
        message = function(*given, memory(*addresses))
        return None if message is None else message.decode()

    return call
