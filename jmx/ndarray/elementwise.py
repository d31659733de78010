"""Functions of `mx.nd` of two operands, each of which is an array or a number."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from .._errors.wording import no_array, not_supported
from ..base import numeric_types
from ..core.run import jax_arrays
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase

if TYPE_CHECKING:
    from .._typing import Float
    from .ndarray import NDArray

_DOC = """{doc}

Parameters
----------
lhs, rhs : NDArray or number
    The operands. Arrays broadcast; a number takes the array's element type.

Returns
-------
NDArray or number
    Of the arrays' element type; a number for two numbers.

Raises
------
TypeError
    An operand is neither an array of `mx.nd` nor a number.

Examples
--------
>>> print(mx.nd.{name}(mx.nd.array([1, 0, 3]), 2).asnumpy())
{shown}
"""


def _either(name, python, doc, shown, scalar=None, reverse=None, array=None):
    """The function `name` of arrays and numbers.

    python    computes it of two numbers
    shown     what the example, of `[1, 0, 3]` and 2, prints
    scalar, reverse    operators of an array and a number, and of a number and an array; by default `_<name>_scalar` for both
    array     operator of two arrays, by default `broadcast_<name>`
    """
    array_op, scalar_op = array or f"broadcast_{name}", scalar or f"_{name}_scalar"
    reverse_op = reverse or scalar_op

    def function(lhs, rhs):
        if isinstance(lhs, ArrayBase):
            if isinstance(rhs, ArrayBase):
                if lhs._numpy or rhs._numpy:
                    raise not_supported(lhs if lhs._numpy else rhs, False)
                return invoke(array_op, (lhs, rhs))
            if isinstance(rhs, numeric_types):
                return invoke(scalar_op, (lhs,), {"scalar": rhs})
        elif isinstance(lhs, numeric_types):
            if isinstance(rhs, ArrayBase):
                return invoke(reverse_op, (rhs,), {"scalar": lhs})
            if isinstance(rhs, numeric_types):
                return python(lhs, rhs)
        operands = jax_arrays.adopted_if_any([lhs, rhs], False)
        if operands:
            return function(*operands)
        if isinstance(lhs, numeric_types):
            raise no_array("Argument rhs", rhs, False)
        if isinstance(rhs, (ArrayBase, *numeric_types)):
            raise no_array("Argument lhs", lhs, False)
        raise not_supported(rhs if isinstance(lhs, ArrayBase) else lhs, False)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(doc=doc, name=name, shown=shown)
    return function


def _flag(compare):
    return lambda a, b: 1 if compare(a, b) else 0


add = _either("add", operator.add, "lhs + rhs.", "[3. 2. 5.]", "_plus_scalar")
subtract = _either("subtract", operator.sub, "lhs - rhs.", "[-1. -2.  1.]", "_minus_scalar", "_rminus_scalar", "broadcast_sub")
multiply = _either("multiply", operator.mul, "lhs * rhs.", "[2. 0. 6.]", "_mul_scalar", array="broadcast_mul")
divide = _either("divide", operator.truediv, "lhs / rhs.", "[0.5 0.  1.5]", "_div_scalar", "_rdiv_scalar", "broadcast_div")
true_divide = _either(
    "true_divide", operator.truediv, "lhs / rhs.", "[0.5 0.  1.5]", "_div_scalar", "_rdiv_scalar", "broadcast_div"
)
modulo = _either("modulo", operator.mod, "lhs % rhs.", "[1. 0. 1.]", "_mod_scalar", "_rmod_scalar", "broadcast_mod")
maximum = _either("maximum", lambda a, b: a if a > b else b, "The greater of both.", "[2. 2. 3.]")
minimum = _either("minimum", lambda a, b: a if a < b else b, "The lesser of both.", "[1. 0. 2.]")
equal = _either("equal", _flag(operator.eq), "1 where equal, else 0.", "[0. 0. 0.]")
not_equal = _either("not_equal", _flag(operator.ne), "1 where different, else 0.", "[1. 1. 1.]")
greater = _either("greater", _flag(operator.gt), "1 where lhs > rhs, else 0.", "[0. 0. 1.]", reverse="_lesser_scalar")
greater_equal = _either(
    "greater_equal", _flag(operator.ge), "1 where lhs >= rhs, else 0.", "[0. 0. 1.]", reverse="_lesser_equal_scalar"
)
lesser = _either("lesser", _flag(operator.lt), "1 where lhs < rhs, else 0.", "[1. 1. 0.]", reverse="_greater_scalar")
lesser_equal = _either(
    "lesser_equal", _flag(operator.le), "1 where lhs <= rhs, else 0.", "[1. 1. 0.]", reverse="_greater_equal_scalar"
)
logical_and = _either("logical_and", lambda a, b: bool(a) and bool(b), "1 where both are non-zero, else 0.", "[1. 0. 1.]")
logical_or = _either("logical_or", lambda a, b: bool(a) or bool(b), "1 where one is non-zero, else 0.", "[1. 1. 1.]")
logical_xor = _either("logical_xor", lambda a, b: bool(a) != bool(b), "1 where exactly one is non-zero, else 0.", "[0. 1. 0.]")
_power = _either("power", operator.pow, "base ** exp.", "", reverse="_rpower_scalar")


def power(base: NDArray | Float, exp: NDArray | Float) -> NDArray | float:
    """base ** exp, element by element.

    Parameters
    ----------
    base, exp : NDArray or number
        The operands. Arrays broadcast; a number takes the array's element type.

    Returns
    -------
    NDArray or number
        A number for two numbers.

    Examples
    --------
    >>> mx.nd.power(mx.nd.array([1, 2, 3]), 2).asnumpy()
    array([1., 4., 9.], dtype=float32)
    >>> mx.nd.power(2, mx.nd.array([1, 2, 3])).asnumpy()
    array([2., 4., 8.], dtype=float32)
    """
    return _power(base, exp)
