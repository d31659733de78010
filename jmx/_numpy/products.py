"""Products of integers and booleans, which MXNet refuses; MXNet 2.0's interface has them from the array API standard."""

import string

from .._dialects import dialect
from ..base import MXNetError
from .methods import ArrayMethods


def whole(a, b):
    """Whether `a` and `b` are arrays of integers or booleans, of one type, and MXNet 2.0's interface is on."""
    if not dialect().integer_products:
        return False
    if not (isinstance(a, ArrayMethods) and isinstance(b, ArrayMethods) and hasattr(a, "dtype")):
        return False
    return a.dtype == b.dtype and a.dtype.kind in "iub"


def _same_length(name, a, b, of_a, of_b):
    if len(of_a) != len(of_b) or [a.shape[i] for i in of_a] != [b.shape[j] for j in of_b]:
        raise MXNetError(
            f"Operator {name}: the axes to sum over, {list(of_a)} and {list(of_b)}, are not equally long: a and b have shapes "
            f"{list(a.shape)} and {list(b.shape)}"
        )


def matrix_product(a, b, out=None):
    """`matmul` of arrays for which `whole` holds."""
    if not (a.ndim and b.ndim):
        raise MXNetError("Operator matmul: multiplication by scalars is not allowed; use multiply")
    _same_length("matmul", a, b, (a.ndim - 1,), (max(b.ndim - 2, 0),))
    left, right = "...ik" if a.ndim > 1 else "k", "...kj" if b.ndim > 1 else "k"
    result = ("..." if a.ndim > 1 or b.ndim > 1 else "") + "i" * (a.ndim > 1) + "j" * (b.ndim > 1)
    return a._function("einsum")(f"{left},{right}->{result}", a, b, out=out)


def contraction(a, b, of_a, of_b):
    """`tensordot` over the axes `of_a` and `of_b` of arrays for which `whole` holds."""
    if not (a.ndim and b.ndim):
        return a * b
    for x, axes in ((a, of_a), (b, of_b)):
        for axis in axes:
            if not -x.ndim <= axis < x.ndim:
                raise MXNetError(f"Operator tensordot: axis {axis} exceeds the input dimension of {x.ndim}")
    of_a, of_b = [i % a.ndim for i in of_a], [j % b.ndim for j in of_b]
    _same_length("tensordot", a, b, of_a, of_b)
    left, right = string.ascii_letters[: a.ndim], [*string.ascii_letters[a.ndim : a.ndim + b.ndim]]
    for i, j in zip(of_a, of_b):
        right[j] = left[i]
    rest = [c for i, c in enumerate(left) if i not in of_a] + [c for j, c in enumerate(right) if j not in of_b]
    return a._function("einsum")(f"{left},{''.join(right)}->{''.join(rest)}", a, b)
