"""Functions of `mx.sym` of two operands, each of which is a symbol or a number."""

from __future__ import annotations

from numbers import Number
from typing import TYPE_CHECKING

import numpy as np

from .._described import described_by
from . import register
from .register import create

if TYPE_CHECKING:
    from .._typing import Float
    from .symbol import Symbol


def _hint(scalar_op):
    """What nodes of an operator with a number are called: MXNet's names of them have no underscore inside."""
    return scalar_op.replace("_scalar", "scalar")


def _either(op, left, right, plain, reverse=None):
    """The operator `op` of two symbols, `<op>_scalar` (from the right: `reverse`) of one, or `plain` of two numbers."""
    scalar_op = f"{op}_scalar"
    symbol = register.symbol_class
    if isinstance(left, symbol) and isinstance(right, symbol):
        return create(op, op, (), {"lhs": left, "rhs": right})
    if isinstance(left, symbol) and isinstance(right, Number):
        return create(scalar_op, _hint(scalar_op), (), {"data": left, "scalar": right})
    if isinstance(left, Number) and isinstance(right, symbol):
        return create(reverse or scalar_op, _hint(reverse or scalar_op), (), {"data": right, "scalar": left})
    if isinstance(left, Number) and isinstance(right, Number):
        return plain(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def pow(base: Symbol | Float, exp: Symbol | Float) -> Symbol | float:
    """`base` to the power `exp`, element by element.

    Parameters
    ----------
    base, exp : Symbol or number
        The operands, symbols of one shape.

    Returns
    -------
    Symbol or number
        A number for two numbers.

    Raises
    ------
    TypeError
        An operand is neither.

    Examples
    --------
    >>> y = mx.sym.pow(mx.sym.var("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([1., 9.], dtype=float32)
    >>> mx.sym.pow(3, 4)
    81
    """
    return _either("_power", base, exp, lambda a, b: a**b, "_rpower_scalar")


@described_by(pow)
def power(base: Symbol | Float, exp: Symbol | Float) -> Symbol | float:
    """`base` to the power `exp`, element by element; the same as `pow`.

    Examples
    --------
    >>> y = mx.sym.power(mx.sym.var("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([1., 9.], dtype=float32)
    >>> mx.sym.power(3, 4)
    81
    """
    return pow(base, exp)


@described_by(pow)
def maximum(left: Symbol | Float, right: Symbol | Float) -> Symbol | float:
    """The larger one, element by element.

    Parameters
    ----------
    left, right : Symbol or number
        The operands, symbols of one shape.

    Examples
    --------
    >>> y = mx.sym.maximum(mx.sym.var("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([2., 3.], dtype=float32)
    >>> mx.sym.maximum(3, 4)
    4
    """
    return _either("_maximum", left, right, max)


@described_by(maximum)
def minimum(left: Symbol | Float, right: Symbol | Float) -> Symbol | float:
    """The smaller one, element by element.

    Examples
    --------
    >>> y = mx.sym.minimum(mx.sym.var("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([1., 2.], dtype=float32)
    >>> mx.sym.minimum(3, 4)
    3
    """
    return _either("_minimum", left, right, min)


@described_by(maximum)
def hypot(left: Symbol | Float, right: Symbol | Float) -> Symbol | float:
    """The length of the hypotenuse, element by element.

    Examples
    --------
    >>> y = mx.sym.hypot(mx.sym.var("x"), 2)
    >>> y.eval(x=mx.nd.array([1, 3]))[0].asnumpy()
    array([2.236068 , 3.6055512], dtype=float32)
    >>> print(mx.sym.hypot(3, 4))
    5.0
    """
    return _either("_hypot", left, right, np.hypot)
