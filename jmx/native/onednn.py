"""Layers of oneDNN in programs for the CPU: in single precision, on 8-bit integers, and in half precision with units for it.

MXNet's own CPU build computes with oneDNN, and XLA's convolutions take 1.3 to 6 times as long as oneDNN's, most of all for the
gradient of the weight. The library comes from the distribution onednn-cpu-gomp, or from the system (`libdnnl.so.3`). XLA's public
foreign function interface calls it through `onednn.c`, which the wheel brings compiled, or the machine compiles (`compiler.py`).

A function here returns None where oneDNN is not there or does not compute what is asked for; the caller then leaves it to XLA.
`JMX_ONEDNN=0` (or MXNet's `MXNET_MKLDNN_ENABLED=0`) leaves everything to XLA. `jmx info` says what is used.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import functools
import importlib.metadata
import os
from typing import TYPE_CHECKING, Any

from ..base import MXNetError
from ..config.locks import RLock, survives_fork
from ..config.system import machine
from ..config.variables import get
from . import calls, compiler, is_portable, symbols

if TYPE_CHECKING:
    from collections.abc import Sequence


#: the distribution on the package index that brings the library, and the library
_DISTRIBUTION, _LIBRARY = "onednn-cpu-gomp", "libdnnl.so.3"
_SOURCE = os.path.join(os.path.dirname(__file__), "onednn.c")
#: the names by which programs call it: to compute, and to copy a weight to its layout
TARGET, PACKING_TARGET = "jmx_onednn", "jmx_onednn_pack"

# What can be computed, and how arrays are laid out, as onednn.c numbers them.
CONVOLVE, CONVOLVE_DATA_GRADIENT, CONVOLVE_WEIGHT_GRADIENT, MULTIPLY = range(4)
NORMALIZE, NORMALIZE_GRADIENT, POOL, POOL_GRADIENT, _PACK, POOL_INFERENCE = range(4, 10)
RECURRENT, RECURRENT_TRAINING, RECURRENT_GRADIENT, _PACK_PRODUCT, POOL_MEAN, CONVERT = range(10, 16)
CHANNELS_LAST, WEIGHT_LAST, RELU, BIAS, TRANSPOSE_A, TRANSPOSE_B, SCALE_AND_SHIFT, ADD, PACKED, REVERSED = (
    1 << i for i in range(10)
)
SCALED, WITHOUT_PADDING, _SCALED_WEIGHT, _FROM_FLOATS = 1 << 22, 1 << 23, 1 << 24, 1 << 25
#: functions behind a scaled layer, as onednn_integers.h numbers them from 1 on
_FUNCTIONS = ("relu", "tanh", "elu", "square", "abs", "sqrt", "soft_relu", "logistic", "exp", "gelu", "bounded_relu")
_FIRST_FUNCTION = 26
#: types of elements, as onednn.c numbers them behind the flags above; 0 stands for single precision
_TYPES = {"float16": 1, "bfloat16": 2, "float32": 0, "int32": 4, "int8": 5, "uint8": 6}

_lock = survives_fork(RLock())
#: the library of `onednn.c`, "" before the first question, and a reason where there is none
_loaded: ctypes.CDLL | str = ""


def usable() -> bool:
    """Whether programs that are traced now call oneDNN; the first question may take half a second."""
    return not is_portable() and not isinstance(_load(), str)


def describe() -> str:
    """Whether oneDNN is used on this machine, or why not, for `jmx info`."""
    loaded = _load()
    if isinstance(loaded, str):
        return f"not used: {loaded}"
    where = compiler.origin(_SOURCE)
    if not where:
        where = f"compiled again by each process: {compiler.why_not_kept() or 'the disk is full'}"
    levels = "8 bits (VNNI)" if loaded.jmx_onednn_is_exact() else "7 bits, as this processor has no VNNI"
    halves = [
        f"{name} is computed {'by its own units' if loaded.jmx_onednn_multiplies(_TYPES[name]) else 'in float32'}"
        for name in ("bfloat16", "float16")
    ]
    tiles = " (AMX)" if loaded.jmx_onednn_has_tiles() else ""
    return (
        f"used on the CPU, from {_library_path()}, its calls {where}; weights of 8-bit layers have {levels}; "
        f"{', '.join(halves)}{tiles}"
    )


def _load() -> ctypes.CDLL | str:
    global _loaded
    if _loaded == "":
        with _lock:
            if _loaded == "":
                try:
                    _loaded = _start()
                except (MXNetError, OSError) as error:
                    _loaded = str(error)
                except Exception as error:  # XLA computes the same, whatever is wrong here
                    _loaded = f"{type(error).__name__}: {error}"
    return _loaded


def _start() -> ctypes.CDLL:
    for switch in ("JMX_ONEDNN", "MXNET_MKLDNN_ENABLED"):
        if not get(switch):
            raise MXNetError(f"{switch}=0")
    if not machine.is_linux():
        raise MXNetError(f"it is for Linux, this is {machine.SYSTEM}")
    with _waiting_threads_sleep():
        path = _library_path()  # which is looked for first: without it there is nothing to compile
        try:
            ctypes.CDLL(path)
        except OSError as error:
            missing = "libgomp.so.1" if "libgomp" in str(error) else _LIBRARY if path == _LIBRARY else None
            source = {"libgomp.so.1": "the system's package libgomp", _LIBRARY: f"the distribution {_DISTRIBUTION}"}.get(missing)
            raise MXNetError(f"{error}" + (f" ({source} brings it)" if source else "")) from error
        shared = compiler.load(_SOURCE)
        shared.jmx_onednn_open.restype = ctypes.c_char_p
        problem = shared.jmx_onednn_open(path.encode())
    if problem is not None:
        raise MXNetError(problem.decode(errors="replace"))
    shared.jmx_onednn_prepare.restype = ctypes.c_char_p
    for question in (shared.jmx_onednn_is_exact, shared.jmx_onednn_multiplies, shared.jmx_onednn_has_tiles):
        question.restype = ctypes.c_int
    for name in (TARGET, PACKING_TARGET):
        # one handler under two names: by the second a traced program is searched for the copies of weights
        calls.register(name, shared, "jmx_onednn")
    return shared


@functools.cache
def _library_path() -> str:
    """Where the library is: the distribution's, else one that the system's loader finds by its name."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files(_DISTRIBUTION) or ():
            if file.name == _LIBRARY:
                return os.path.realpath(str(file.locate()))
    try:
        ctypes.CDLL(_LIBRARY)
    except OSError:
        # Debian's packages, on arm64 too, have the minor release in the name: libdnnl.so.3.6
        found = ctypes.util.find_library("dnnl") or ""
        return found if found.startswith(f"{_LIBRARY}.") else _LIBRARY
    return _LIBRARY


@contextlib.contextmanager
def _waiting_threads_sleep():
    """Let OpenMP's threads sleep between calls, unless the user says otherwise: XLA's own work on the same cores meanwhile."""
    name = "OMP_WAIT_POLICY"
    if name in os.environ:
        yield
        return
    os.environ[name] = "passive"  # read when the library is loaded
    try:
        yield
    finally:
        os.environ.pop(name, None)


def is_exact() -> bool:
    """Whether sums of products of 8-bit numbers are exact on this processor; others cut pairs of products off at 16 bits."""
    loaded = _load()
    return not isinstance(loaded, str) and bool(loaded.jmx_onednn_is_exact())


def multiplies(dtype: Any) -> bool:
    """Whether oneDNN computes layers of this type as they are: what the processor has no units for is computed in float32.

    Parameters
    ----------
    dtype : dtype
        float32, or half precision.
    """
    import numpy as np

    name = np.dtype(dtype).name
    if name not in ("float32", "bfloat16", "float16") or not usable():
        return False
    if name == "float32":
        return True
    loaded = _load()
    return not isinstance(loaded, str) and bool(loaded.jmx_onednn_multiplies(_TYPES[name]))


def types(data: Any, weight: Any = "float32", results: Any = "float32", other: Any = "float32") -> int:
    """The flags that say which types of elements a call has.

    Parameters
    ----------
    data, weight, results, other : dtype
        Of what comes in, of the weight, of what comes out, and of what is added to that.
    """
    import numpy as np

    return sum(_TYPES[np.dtype(kind).name] << (10 + 3 * i) for i, kind in enumerate((data, weight, results, other)))


def function(kind: str) -> int:
    """The flags that say which function is behind a scaled layer, by the kind of a `Pointwise`."""
    return _FUNCTIONS.index(kind) + 1 << _FIRST_FUNCTION


@functools.lru_cache(4096)
def _prepared(key):
    """(the plan as an array, bytes of its workspace or copy) for a tuple of numbers, None where oneDNN does not compute it."""
    import numpy as np

    loaded = _load()
    if isinstance(loaded, str):
        return None
    numbers, size = (ctypes.c_int64 * len(key))(*key), ctypes.c_int64()
    if loaded.jmx_onednn_prepare(numbers, ctypes.c_int64(len(key)), ctypes.byref(size)) is not None:
        return None
    return np.array(key, np.int64), size.value


def said(plan: Sequence[int]) -> int | None:
    """The bytes of the workspace of a plan, or of its copy of a weight; None where oneDNN does not compute it."""
    found = _prepared(tuple(plan))
    return None if found is None else found[1]


def plan(what, flags, batch, channels, filters=0, groups=1, epsilon=0.0, space=(), kind=None) -> tuple[Any, Any] | None:
    """The plan of a call, for `call`.

    Parameters
    ----------
    what : int
        CONVOLVE or one of the other names above.
    flags : int
        A sum of CHANNELS_LAST and others.
    batch, channels, filters, groups : int
        Of a product: rows, summed elements, columns.
    epsilon : float
        Of a normalization.
    space : tuple of tuple of int
        Sizes of what comes in and goes out, of the window, its steps, what is added before the first element, and the distances
        of the window's elements: a number for each of at most three axes.
    kind : int, optional
        Of recurrent cells, in place of `epsilon`. `groups` is the number of steps, `filters` the size of a state.

    Returns
    -------
    tuple or None
        None where oneDNN does not compute this, or is not there.
    """
    import struct

    # a plan is whole numbers only, so the bits of the float
    (bits,) = struct.unpack("<i", struct.pack("<f", epsilon))
    key = (
        what,
        flags,
        len(space[0]) if space else 0,
        batch,
        groups,
        channels,
        filters,
        bits if kind is None else kind,
        *(n for part in space for n in part),
    )
    if symbols.has_sizes(key):
        tracing: Any = symbols.scope()
        size = tracing.said(key) if usable() else None
        return None if size is None else (key, size)
    return _prepared(tuple(map(int, key))) if usable() else None


def call(prepared, results, *arrays, over: dict[int, int] | None = None) -> Any:
    """Call oneDNN in a program.

    Parameters
    ----------
    prepared : tuple
        What `plan` returned.
    results : sequence of jax.ShapeDtypeStruct
        What comes out.
    *arrays : jax.Array
        What goes in, of the types that the plan says.
    over : dict of int to int, optional
        Which arrays, by position, results are written over, where nothing else needs them; else XLA makes copies.

    Returns
    -------
    list of jax.Array
    """
    import jax

    if type(prepared[0]) is tuple:
        return calls.noted(TARGET, prepared[0], results, arrays, over)
    # a plan holds the sizes, so a batched call runs once for each element
    run = jax.ffi.ffi_call(TARGET, list(results), vmap_method="sequential", input_output_aliases=over)
    return calls.on_devices_of(arrays, run(*arrays, plan=prepared[0]))


def pack(prepared, weight, scale: Any = None) -> Any:
    """A weight in the layout that a convolution or a product wants it in, as bytes.

    Parameters
    ----------
    prepared : tuple
        The plan of the convolution or the product, one with the flag PACKED.
    weight : jax.Array
    scale : jax.Array, optional
        float32, a number for each filter: the weight, float32 or int8, comes out as integers, multiplied by these.

    Returns
    -------
    jax.Array or None
        None where the weight is in that layout as it is.
    """
    import jax
    import numpy as np

    what, flags, *numbers = prepared[0] if type(prepared[0]) is tuple else map(int, prepared[0])
    what = _PACK if what == CONVOLVE else _PACK_PRODUCT
    if scale is not None:
        flags |= _SCALED_WEIGHT | (weight.dtype == np.float32 and _FROM_FLOATS)
    key = what, flags, *numbers
    arrays = [weight] if scale is None else [weight, scale]
    if type(prepared[0]) is tuple:
        return _pack_for_any_size(key, arrays)
    packing = _prepared(key)
    if packing is None:
        return None
    key, size = packing
    result = jax.ShapeDtypeStruct((size,), np.uint8)
    packed = jax.ffi.ffi_call(PACKING_TARGET, result, vmap_method="sequential")(*arrays, plan=key)
    return calls.on_devices_of(arrays, packed)


def _pack_for_any_size(key, arrays):
    """As `pack`: the layout, and so the plan, differs from size to size."""
    import jax
    import numpy as np

    tracing: Any = symbols.scope()
    size = tracing.said(key)
    if size is None:
        return None
    return calls.noted(PACKING_TARGET, key, [jax.ShapeDtypeStruct((size,), np.uint8)], arrays)[0]
