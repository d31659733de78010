"""MXNet's element types: names, NumPy types and the integer codes that files and attributes use."""

from typing import Any

import ml_dtypes
import numpy as np

from ...base import MXNetError

bfloat16 = np.dtype(ml_dtypes.bfloat16)

#: NumPy type -> code in .params files and symbol attributes (mshadow's TypeFlag)
CODES = {
    np.dtype("float32"): 0,
    np.dtype("float64"): 1,
    np.dtype("float16"): 2,
    np.dtype("uint8"): 3,
    np.dtype("int32"): 4,
    np.dtype("int8"): 5,
    np.dtype("int64"): 6,
    np.dtype("bool"): 7,
    bfloat16: 12,
}
FROM_CODE = {code: kind for kind, code in CODES.items()}
#: element types JAX computes with only in its 64-bit mode
WIDE = frozenset(map(np.dtype, ("float64", "int64", "uint64", "complex128")))

_BY_NAME = {kind.name: kind for kind in CODES}
_cache: dict = {}


def np_dtype(kind) -> np.dtype:
    """The NumPy dtype that `kind` names: a string, a NumPy or Python type, an MXNet type code, None (float32), or an array, whose
    element type is meant (NumPy 1 took anything with a `dtype`, and programs pass arrays).

    Raises TypeError if MXNet has no such element type.
    """
    try:
        return _cache[kind]
    except (KeyError, TypeError):
        pass
    if hasattr(kind, "dtype") and not isinstance(kind, type):
        return np_dtype(kind.dtype)
    found = _resolve(kind)
    try:
        _cache[kind] = found
    except TypeError:
        pass
    return found


def _resolve(kind: Any) -> np.dtype:
    asked: Any = kind
    if kind is None:
        return np.dtype("float32")
    if isinstance(kind, str):
        if kind in _BY_NAME:
            return _BY_NAME[kind]
        if kind.lstrip("-").isdigit():
            kind = int(kind)
    if isinstance(kind, int) and not isinstance(kind, bool):
        if kind in FROM_CODE:
            return FROM_CODE[kind]
        raise TypeError(f"there is no element type with code {kind}; MXNet's codes are {sorted(FROM_CODE)}")
    try:
        found = np.dtype(asked)
    except TypeError as error:
        raise TypeError(f"data type {kind!r} not understood; MXNet has {', '.join(_BY_NAME)}") from error
    if found not in CODES:
        raise TypeError(f"element type {found.name} does not exist in MXNet; it has {', '.join(_BY_NAME)}")
    return found


def is_wide(kind) -> bool:
    """True for element types of 64 bits, which JAX handles only in its 64-bit mode."""
    return np_dtype(kind) in WIDE


def code_of(kind) -> int:
    """The type code that MXNet's files hold for `kind`."""
    found = np_dtype(kind)
    if found not in CODES:
        raise MXNetError(f"element type {found} has no code in MXNet's file formats")
    return CODES[found]
