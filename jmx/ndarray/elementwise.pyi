# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Float
from jmx.ndarray.ndarray import NDArray
from jmx._errors.wording import no_array as no_array, not_supported as not_supported
from jmx.base import numeric_types as numeric_types

add: Any
subtract: Any
multiply: Any
divide: Any
true_divide: Any
modulo: Any
maximum: Any
minimum: Any
equal: Any
not_equal: Any
greater: Any
greater_equal: Any
lesser: Any
lesser_equal: Any
logical_and: Any
logical_or: Any
logical_xor: Any
def power(base: NDArray | Float, exp: NDArray | Float) -> NDArray | float: ...
