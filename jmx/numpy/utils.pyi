# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from builtins import bool as bool
from numpy import bool_ as bool_, e as e, finfo as finfo, float16 as float16, float32 as float32, float64 as float64, inf as inf, int8 as int8, int32 as int32, int64 as int64, nan as nan, newaxis as newaxis, pi as pi, uint8 as uint8

PZERO: Any
NZERO: Any
PINF: Any
NINF: Any
NAN = nan
NaN = nan
_STR_2_DTYPE_: Any
__all__ = ['NAN', 'NINF', 'NZERO', 'NaN', 'PINF', 'PZERO', '_STR_2_DTYPE_', 'bool', 'bool_', 'e', 'finfo', 'float16', 'float32', 'float64', 'inf', 'int32', 'int64', 'int8', 'nan', 'newaxis', 'pi', 'uint8']
