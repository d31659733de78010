"""Constants and element types of `mx.np`."""

from builtins import bool

from numpy import (  # noqa: F401
    bool_,
    can_cast,
    e,
    finfo,
    float16,
    float32,
    float64,
    iinfo,
    inf,
    int8,
    int16,
    int32,
    int64,
    nan,
    newaxis,
    pi,
    uint8,
    uint16,
    uint32,
    uint64,
)  # fmt: skip

PZERO, NZERO = 0.0, -0.0
PINF, NINF = inf, -inf
NAN = NaN = nan
_STR_2_DTYPE_ = {
    "float16": float16, "float32": float32, "float64": float64, "float": float64, "uint8": uint8, "int8": int8,
    "int16": int16, "uint16": uint16, "uint32": uint32, "uint64": uint64,
    "int32": int32, "int64": int64, "int": int64, "bool": bool, "bool_": bool_, "None": None,
}  # fmt: skip
boolean_dtypes = [bool_]
integer_dtypes = [int8, int16, int32, int64, uint8, uint16, uint32, uint64]
floating_dtypes = [float16, float32, float64]
numeric_dtypes = [*integer_dtypes, *floating_dtypes]

# all that this module has, what it takes from NumPy included
# `mx.np` has these two of its own, which also take arrays (`standard.py`)
__all__ = [name for name in globals() if not name.startswith("__") and name not in ("finfo", "iinfo")]
