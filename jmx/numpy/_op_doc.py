"""What `inspect.signature` shows for those functions of `mx.np` and `mx.npx` that are operators.

Calls take parameters by name, or in the order of the operator. Each function stands for the operator it is named after; none is
ever called. Their docstrings are examples for `mx.np`, in place of the operator's for `mx.nd`.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

from .._numpy.v2 import extended

if TYPE_CHECKING:
    from collections.abc import Callable


_OUT = "\n    Where to write the result.\n"
_NAME = "name : str, optional\n    Of a symbol; arrays take it for the sake of code for both.\n"
_COUNT = "{} : int, optional\n    How many arrays there are; they are counted.\n"


def _as_shown(op, function):
    """The docstring, with the first array under the name that the signature has for it."""
    shown, called = next(iter(function.__signature__.parameters)), op.inputs[0]
    if shown == called or op.variadic:
        return function.__doc__
    entry = re.compile(rf"^{called} : (.*)((?:\n    .*)*)", re.MULTILINE)
    return entry.sub(rf"{shown} : \1\2. By keyword its name is `{called}`, as in MXNet.", function.__doc__, count=1)


def documented(op, public, module, name) -> Callable[..., Any]:
    """The function on arrays of the operator registered as `name`, with the signature below if there is one."""
    function = extended(op, public, module, name)
    if name in globals():
        function.__signature__ = inspect.signature(globals()[name])
        function.__doc__ = _as_shown(op, function)
    elif function.__doc__:
        counted = op.variadic and op.count not in op.schema
        function.__doc__ = function.__doc__.replace(_OUT, _OUT + _NAME + _COUNT.format(op.count) * counted, 1)
    if module == "jmx.numpy" and (example := getattr(globals().get(name), "__doc__", None)):
        text = inspect.cleandoc(function.__doc__ or "").partition("\n\nExamples\n--------\n")[0]
        function.__doc__ = f"{text}\n\nExamples\n--------\n{inspect.cleandoc(example)}\n"
    return function


def _np_all(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.all(mx.np.array([[1, 0], [1, 1]]), axis=1)
    array([False,  True])
    """


def _np_any(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.any(mx.np.array([[1, 0], [0, 0]]), axis=1)
    array([ True, False])
    """


def _np_sometrue(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.sometrue(mx.np.array([[1, 0], [0, 0]]), axis=1)
    array([ True, False])
    """


def _np_cumsum(a, axis=None, dtype=None, out=None):
    """
    >>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]))
    array([ 1.,  3.,  6., 10.])
    >>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([[1., 2.],
           [4., 6.]])
    """


def _np_repeat(a, repeats, axis=None):
    """
    >>> mx.np.repeat(mx.np.array([1, 2]), 2)
    array([1., 1., 2., 2.])
    >>> mx.np.repeat(mx.np.array([[1, 2], [3, 4]]), 2, axis=0)
    array([[1., 2.],
           [1., 2.],
           [3., 4.],
           [3., 4.]])
    """


def _np_transpose(a, axes=None):
    """
    >>> mx.np.transpose(mx.np.array([[1, 2], [3, 4]]))
    array([[1., 3.],
           [2., 4.]])
    >>> mx.np.transpose(mx.np.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """


def _np_dot(a, b, out=None):
    """
    >>> mx.np.dot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 10]))
    array([21., 43.])
    """


def _np_sum(a, axis=None, dtype=None, keepdims=False, initial=None, out=None):
    """
    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]))
    array(10.)
    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([4., 6.])
    """


def _np_copy(a, out=None):
    """
    >>> mx.np.copy(mx.np.array([1, 2]))
    array([1., 2.])
    """


def _np_atleast_1d(*arys):
    """
    >>> mx.np.atleast_1d(mx.np.array([1, 2]))
    array([1., 2.])
    """


def _np_atleast_2d(*arys):
    """
    >>> mx.np.atleast_2d(mx.np.array([1, 2]))
    array([[1., 2.]])
    """


def _np_atleast_3d(*arys):
    """
    >>> mx.np.atleast_3d(mx.np.array([1, 2])).shape
    (1, 2, 1)
    """


def _np_reshape(a, newshape, order="C", out=None): ...
def _np_roll(a, shift, axis=None):
    """
    >>> mx.np.roll(mx.np.array([1, 2, 3, 4]), 1)
    array([4., 1., 2., 3.])
    """


def _np_trace(a, offset=0, axis1=0, axis2=1, out=None):
    """
    >>> mx.np.trace(mx.np.array([[1, 2], [3, 4]]))
    array(5.)
    """


def _np_squeeze(a, axis=None, out=None):
    """
    >>> mx.np.squeeze(mx.np.zeros((1, 2, 1))).shape
    (2,)
    >>> mx.np.squeeze(mx.np.zeros((1, 2, 1)), axis=0).shape
    (2, 1)
    """


def _np_max(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.max(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([3., 4.])
    """


def _np_amax(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.amax(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([3., 4.])
    """


def _np_min(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.min(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([1., 2.])
    """


def _np_amin(a, axis=None, keepdims=False, out=None):
    """
    >>> mx.np.amin(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([1., 2.])
    """


def _np_prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """
    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1)
    array([ 2., 12.])
    """


def _np_product(a, axis=None, dtype=None, out=None, keepdims=False):
    """
    >>> mx.np.product(mx.np.array([[1, 2], [3, 4]]), axis=1)
    array([ 2., 12.])
    """


def _np_moveaxis(a, source, destination):
    """
    >>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """


def _np_diag(array, k=0):
    """
    >>> mx.np.diag(mx.np.array([1, 2]))
    array([[1., 0.],
           [0., 2.]])
    >>> mx.np.diag(mx.np.array([[1, 2], [3, 4]]))
    array([1., 4.])
    """


def _np_diagonal(a, offset=0, axis1=0, axis2=1):
    """
    >>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]))
    array([1., 4.])
    """


def _np_diagflat(array, k=0):
    """
    >>> mx.np.diagflat(mx.np.array([1, 2]))
    array([[1., 0.],
           [0., 2.]])
    """


def _np__random_shuffle(x): ...
def _npx_nonzero(a): ...
def _npx_constraint_check(x, msg): ...
def _npx_reshape(a, newshape, reverse=False, order="C"): ...
