"""MXNet's element types: names, NumPy types and the integer codes that files and attributes use."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import numpy as np

from ..._files.element_types import ALL, FROM_CODE
from ..._files.element_types import CODES as CODES
from ..._files.element_types import bfloat16 as bfloat16

#: element types JAX computes with only in its 64-bit mode
WIDE = frozenset(map(np.dtype, ("float64", "int64", "uint64", "complex128")))

_BY_NAME = {dtype.name: dtype for dtype in ALL}
#: what MXNet calls bfloat16, which NumPy lacks
_BITS = np.dtype([("bfloat16", np.uint16)])
_cache: dict = {}
_WORD = re.compile(r"[<>=|]?[A-Za-z?][A-Za-z0-9_]{0,30}|-?[0-9]{1,9}")


def np_dtype(named, foreign: type[Exception] = TypeError) -> np.dtype:
    """The NumPy dtype that `named` means: a string, a NumPy or Python type, an MXNet type code, None (float32), or an array,
    whose element type is meant (NumPy 1 took anything with a `dtype`, and programs pass arrays).

    Raises TypeError for what is no element type, `foreign` for one that NumPy has and MXNet has not.
    """
    try:
        return _cache[named]
    except (KeyError, TypeError, NotImplementedError):  # arrays of mx.np raise the last one
        pass
    if hasattr(named, "dtype") and not isinstance(named, type):
        return np_dtype(named.dtype, foreign)
    dtype = _resolve(named)
    if dtype not in ALL:
        raise foreign(f"element type {dtype.name} does not exist in MXNet; it has {', '.join(_BY_NAME)}")
    with contextlib.suppress(TypeError):  # what cannot be hashed is resolved every time
        _cache[named] = dtype
    return dtype


def name_of(dtype, error=TypeError) -> str:
    """The name of the element type that a user means by `dtype`. None means float64 here, as in NumPy."""
    return "float64" if dtype is None else np_dtype(dtype, error).name


def word_of(dtype: np.dtype) -> str:
    """A NumPy type as symbols have it: its name, also where MXNet has none, and bfloat16's by either of its types."""
    return bfloat16.name if dtype == _BITS else dtype.name


def _resolve(named: Any) -> np.dtype:
    if named is None:
        return np.dtype("float32")
    if isinstance(named, str) and named in _BY_NAME:
        return _BY_NAME[named]
    if isinstance(named, str) and not _WORD.fullmatch(named):  # NumPy would read it as a list of fields
        raise TypeError(f"data type {named[:100]!r} not understood; MXNet has {', '.join(_BY_NAME)}")
    code = int(named) if isinstance(named, str) and named.lstrip("-").isdigit() else named
    if isinstance(code, int) and not isinstance(code, bool):
        if code in FROM_CODE:
            return FROM_CODE[code]
        raise TypeError(f"there is no element type with code {code}; MXNet's codes are {sorted(FROM_CODE)}")
    try:
        dtype = np.dtype(named).newbyteorder("=")  # arrays have the machine's order of bytes, whatever the name says
    except TypeError as error:
        raise TypeError(f"data type {named!r} not understood; MXNet has {', '.join(_BY_NAME)}") from error
    return bfloat16 if dtype == _BITS else dtype


def code_of(named) -> int:
    """The type code that MXNet's files hold for an element type; TypeError if it has none."""
    return ALL[np_dtype(named)]
