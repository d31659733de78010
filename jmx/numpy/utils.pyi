# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from builtins import bool as bool
from numpy import bool_ as bool_, can_cast as can_cast, e as e, float16 as float16, float32 as float32, float64 as float64, inf as inf, int8 as int8, int16 as int16, int32 as int32, int64 as int64, nan as nan, newaxis as newaxis, pi as pi, uint8 as uint8, uint16 as uint16, uint32 as uint32, uint64 as uint64

PZERO: Any
NZERO: Any
PINF: Any
NINF: Any
NAN = nan
NaN = nan
_STR_2_DTYPE_: Any
boolean_dtypes: Any
integer_dtypes: Any
floating_dtypes: Any
numeric_dtypes: Any
__all__ = ['NAN', 'NINF', 'NZERO', 'NaN', 'PINF', 'PZERO', '_STR_2_DTYPE_', 'bool', 'bool_', 'boolean_dtypes', 'can_cast', 'e', 'float16', 'float32', 'float64', 'floating_dtypes', 'inf', 'int16', 'int32', 'int64', 'int8', 'integer_dtypes', 'nan', 'newaxis', 'numeric_dtypes', 'pi', 'uint16', 'uint32', 'uint64', 'uint8']
