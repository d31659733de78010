"""Kernels in C for the CPU, for operators whose loops XLA has no operations for: places that depend on the data, rows of softmax.

XLA's programs for the former copy a whole image for every region, or mask it, which takes up to a hundred times as long as
MXNet's loops.
Sources stand beside this module, one for a family of operators; `kernels.h` is what they share. Wheels bring them compiled;
otherwise each is compiled when a program first needs it (`compiler.py`). `JMX_NATIVE=0` leaves everything to XLA, as does a
machine without either.
"""

from __future__ import annotations

import collections
import ctypes
import os
from typing import TYPE_CHECKING, Any

from ..base import MXNetError
from ..config.locks import RLock, survives_fork
from ..config.system import machine
from ..config.variables import get
from . import calls, compiler, is_portable, symbols

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np


_lock = survives_fork(RLock())
#: arrays of fewer elements are copied by NumPy, and those of more axes than `layout.c` counts
_FEWEST_COPIED, _MOST_AXES = 2**12, 32
#: copies and choices
_COPIES = "layout"
#: families that Python alone calls
_BY_PYTHON = (_COPIES, "joins", "colours", "elements", "products", "draws")
#: the library of each family, or why there is none
_loaded: dict[str, ctypes.CDLL | str] = {}


def usable(family, *arrays) -> bool:
    """Whether programs for the CPU that are traced now call the kernels of a family; the first question may take a second.

    Parameters
    ----------
    family : str
        The name of a source, without `.c`.
    *arrays : jax.Array
        What goes in: the kernels are for single precision, and for arrays with elements.
    """
    if is_portable() or any(array.dtype != "float32" or not array.size for array in arrays):
        return False
    return not isinstance(_load(family), str)


def library(family: str) -> Any:
    """The library of a family that Python calls; None where there is none."""
    found = _load(family)
    return None if isinstance(found, str) else found


def _load(family):
    found = _loaded.get(family, "")
    if found == "":
        with _lock:
            found = _loaded.get(family, "")
            if found == "":
                try:
                    found = _start(family)
                except (MXNetError, OSError) as error:
                    found = str(error)
                except Exception as error:  # XLA computes the same, whatever is wrong here
                    found = f"{type(error).__name__}: {error}"
                _loaded[family] = found
    return found


def _start(family):
    if why := _why_not():
        raise MXNetError(why)
    shared = compiler.load(_source(family))
    if family not in _BY_PYTHON:
        calls.register(_target(family), shared, _target(family))
    return shared


def _why_not():
    """Why no family is used, or None."""
    if not get("JMX_NATIVE"):
        return "JMX_NATIVE=0"
    return None if machine.is_linux() else f"it is for Linux, this is {machine.SYSTEM}"


def _source(family):
    return os.path.join(os.path.dirname(__file__), f"{family}.c")


def describe() -> str:
    """Where the kernels on this machine come from, or why they are not used, for `jmx info`; nothing is compiled."""
    why, found = _why_not(), collections.defaultdict(list)
    try:
        for name in () if why else sorted(os.listdir(os.path.dirname(_source("")))):
            family, end = os.path.splitext(name)
            if end == ".c" and family != "onednn":
                found[compiler.origin(_source(family))].append(family)
    except OSError as error:  # jmx is in a zip archive
        why = str(error)
    if why:
        return f"not used: {why}"
    otherwise = "compiled when first needed"
    if why := compiler.why_none():
        otherwise = f"not used, as {why}"
    return "; ".join(f"{where or otherwise}: {', '.join(families)}" for where, families in found.items())


def _target(family):
    return f"jmx_{family}"


def call(family, plan, results, *arrays, over=None) -> Any:
    """Call a kernel in a program.

    Parameters
    ----------
    family : str
        The name of its source, without `.c`.
    plan : sequence of int
        What is to be computed; the source says what the numbers are.
    results : sequence of jax.ShapeDtypeStruct
        What comes out.
    *arrays : jax.Array
        What goes in.
    over : dict of int to int, optional
        Which arrays, by position, results are written over, where nothing else needs them; else XLA makes copies.

    Returns
    -------
    list of jax.Array
    """
    import jax
    import numpy as np

    if symbols.has_sizes([*plan, *(result.shape for result in results)]):
        return calls.noted(_target(family), plan, results, arrays, over)
    ffi_call = jax.ffi.ffi_call(_target(family), list(results), vmap_method="sequential", input_output_aliases=over)
    return calls.on_devices_of(arrays, ffi_call(*arrays, plan=np.array(plan, np.int64)))


def bits(number: float) -> int:
    """A number in single precision, as a plan has it."""
    import numpy as np

    return int(np.float32(number).view(np.int32))


def copy(source: np.ndarray, target: np.ndarray) -> None:
    """Write an array of NumPy's to another one whose elements lie in their order, in blocks that both read and write whole lines.

    Parameters
    ----------
    source : numpy.ndarray
        An array with any steps, such as a transposed one.
    target : numpy.ndarray
        A contiguous array of its shape and type.
    """
    rank, size = source.ndim, source.itemsize
    plain = source.size < _FEWEST_COPIED or source.flags.c_contiguous or not any(source.strides)
    library = None if plain or size not in (1, 2, 4, 8) else _load(_COPIES)
    if library is None or isinstance(library, str) or rank > _MOST_AXES:
        target[...] = source
        return
    numbers = ctypes.c_int64 * rank
    library.jmx_layout_copy(
        ctypes.c_void_p(source.ctypes.data), ctypes.c_void_p(target.ctypes.data), ctypes.c_int64(size), ctypes.c_int64(rank),
        numbers(*source.shape), numbers(*source.strides),
    )  # fmt: skip


def choose(which: np.ndarray, yes: np.ndarray, no: np.ndarray, target: np.ndarray) -> bool:
    """Write `yes` where `which` is true and `no` elsewhere; returns whether it was done.

    Parameters
    ----------
    which : numpy.ndarray
        Truth values.
    yes, no : numpy.ndarray
        Arrays of one element type, each of the shape of `which` or with one number everywhere.
    target : numpy.ndarray
        A contiguous array of the shape of `which` and the type of `yes`.
    """
    repeated = [array.size == 1 or not any(array.strides) for array in (yes, no)]
    given = [which, *(array for array, same in zip((yes, no), repeated) if not same)]
    if any(array.shape != which.shape or not array.flags.c_contiguous for array in given) or not which.size:
        return False
    library = _load(_COPIES)
    if isinstance(library, str) or yes.dtype != no.dtype:
        return False
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (which, yes, no, target)]
    steps = [ctypes.c_int(not same) for same in repeated]
    return bool(library.jmx_layout_choose(*pointers, ctypes.c_int64(yes.itemsize), ctypes.c_int64(which.size), *steps))


def halves(source: np.ndarray, target: np.ndarray) -> bool:
    """Write an array of half precision to one of single precision, or the other way round; returns whether it was done.

    Parameters
    ----------
    source, target : numpy.ndarray
        Contiguous arrays of one shape, one of each type.
    """
    copies = library(_COPIES)
    if copies is None or not source.flags.c_contiguous:
        return False
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (source, target)]
    return bool(copies.jmx_layout_halves(*pointers, ctypes.c_int64(source.size), ctypes.c_int(source.itemsize == 2)))


def levels(pixels: np.ndarray, mirrored: Sequence[int] | np.ndarray, tables: np.ndarray, out: np.ndarray) -> bool:
    """Write what tables have for the levels of pictures, channel by channel, red first; returns whether it was done.

    Parameters
    ----------
    pixels : numpy.ndarray
        (pictures, height, width) or (pictures, height, width, channels) of uint8, blue first.
    mirrored : sequence of int
        For each picture whether it is written from right to left.
    tables : numpy.ndarray
        (channels, 256), or (pictures, channels, 256).
    out : numpy.ndarray
        (pictures, channels, height, width) of the tables' type, of 1 or 4 bytes.
    """
    import numpy as np

    count, channels, height, width = out.shape
    copies, steps = library(_COPIES), pixels.strides
    shape = (count, height, width) if channels == 1 and pixels.ndim == 3 else (count, height, width, channels)
    if copies is None or pixels.dtype != np.uint8 or pixels.shape != shape:
        return False
    tables, flags = np.ascontiguousarray(tables), np.array(mirrored, np.uint8)
    one = (channels, 256)
    if steps[2:] != (channels, 1)[: pixels.ndim - 2] or not out.flags.c_contiguous or len(flags) != count:
        return False
    if tables.dtype != out.dtype or tables.shape not in (one, (count, *one)):
        return False
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (pixels, flags, tables, out)]
    numbers = map(ctypes.c_int64, (out.itemsize, tables.ndim == 3, steps[0], steps[1]))
    return bool(copies.jmx_layout_levels(*pointers, *numbers, (ctypes.c_int64 * 4)(count, channels, height, width)))


def turn_hues(image: np.ndarray, degrees: float, out: np.ndarray) -> bool:
    """Write the pixels of an image with their hues turned; returns whether it was done.

    Parameters
    ----------
    image : numpy.ndarray
        (..., 3) of uint8 or float32, red first, levels up to 255.
    degrees : float
        Less than two turns, one way or the other.
    out : numpy.ndarray
        A contiguous array of its shape and type.
    """
    colours = library("colours")
    if colours is None or not image.flags.c_contiguous or image.shape[-1] != 3 or image.dtype not in ("float32", "uint8"):
        return False
    pointers = ctypes.c_void_p(image.ctypes.data), ctypes.c_void_p(out.ctypes.data)
    sizes = ctypes.c_int64(image.itemsize), ctypes.c_int64(image.size // 3)
    return bool(colours.jmx_colours_turn(*pointers, *sizes, ctypes.c_float(degrees)))


def differentiable(run, gradient, plain, count=1) -> Callable[..., Any]:
    """A function of arrays that is computed by kernels, as are its gradients; gradients of these are those of XLA's operations.

    Parameters
    ----------
    run : callable
        The function, of arrays. It and the others refer to no other arrays: they may be called in another trace.
    gradient : callable
        The gradients of the first arrays, of the head and all arrays.
    plain : callable
        The same function as `run` in operations that JAX differentiates.
    count : int
        How many arrays have a gradient; those behind have none.

    Returns
    -------
    callable
    """
    import jax

    function, slopes = jax.custom_vjp(run), jax.custom_vjp(gradient)

    def again(head, *arrays):
        first, rest = arrays[:count], arrays[count:]
        return jax.vjp(lambda *first: plain(*first, *rest), *first)[1](head)

    def slopes_backward(given, heads):
        first, rest = given[: count + 1], given[count + 1 :]
        return *jax.vjp(lambda *first: again(*first, *rest), *first)[1](tuple(heads)), *map(no_slope, rest)

    slopes.defvjp(lambda *given: (slopes(*given), given), slopes_backward)
    function.defvjp(
        lambda *arrays: (function(*arrays), arrays), lambda arrays, head: (*slopes(head, *arrays), *map(no_slope, arrays[count:]))
    )
    return function


def no_slope(array) -> Any:
    """The gradient of an array that has none."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    return jnp.zeros_like(array) if jnp.issubdtype(array.dtype, jnp.floating) else np.zeros(array.shape, jax.dtypes.float0)
