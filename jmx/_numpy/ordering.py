"""Functions that sort, and those that contract arrays."""

import numpy as np

from ..base import MXNetError
from ..util import is_v2
from .products import contraction, whole
from .side import alike


def define(side):
    """All functions of this module for one side."""
    public, npi, every = side.public, side.npi, side.every
    refusal = "order is not supported yet..." if side.symbolic else "order not supported here"

    @public
    def argsort(a, axis=-1, kind=None, order=None, *, descending=False, stable=True):
        """int64 positions that sort `a` along an axis, or the flattened array for None.

        descending : the greatest elements first. stable : without effect, as equal elements always keep their order.
        """
        if order is not None:
            raise NotImplementedError(refusal)
        return npi.argsort(data=a, axis=axis, is_ascend=not (descending or kind is True), dtype="int64")

    @public
    def sort(a, axis=-1, kind=None, order=None, *, descending=False, stable=True):
        """A sorted copy of `a` along an axis, or of the flattened array for None.

        descending : the greatest elements first; MXNet 2.0 has it in the place of `kind` too. stable : without effect.
        """
        if order is not None:
            raise NotImplementedError(refusal)
        return npi.sort(data=a, axis=axis, is_ascend=not (descending or kind is True))

    @public
    def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
        """The different elements of `ar`, sorted; on request with positions of their first occurrence, for every element
        its position among them, and how often each occurs."""
        booleans = is_v2() and not side.symbolic and ar.dtype == np.bool_
        outputs = npi.unique(ar.astype("uint8") if booleans else ar, return_index, return_inverse, return_counts, axis)
        if booleans:
            rest = outputs[1:] if isinstance(outputs, list) else None
            values = (outputs if rest is None else outputs[0]).astype("bool")
            outputs = values if rest is None else [values, *rest]
        return tuple(outputs) if isinstance(outputs, list) and not side.symbolic else outputs

    @public
    def tensordot(a, b, axes=2):
        """Sum of products over axes of two arrays: the last and first `axes` ones, or pairs (axes of a, axes of b)."""
        a, b = alike((a, b))
        if np.isscalar(axes):
            if isinstance(axes, str):
                raise MXNetError(f"tensordot takes a number of axes or two sequences of them, not {axes!r}")
            if whole(a, b):
                count = max(axes, 0)
                return contraction(a, b, range(a.ndim - count, a.ndim), range(count))
            return npi.tensordot_int_axes(a, b, axes)
        if len(axes) != 2:
            raise ValueError("Axes must consist of two arrays.")
        left, right = ((x,) if np.isscalar(x) else x for x in axes)
        if len(left) != len(right):
            raise ValueError("Axes length mismatch")
        return contraction(a, b, left, right) if whole(a, b) else npi.tensordot(a, b, left, right)

    @public
    def inner(a, b):
        """Sum of products over the last axes."""
        return tensordot(a, b, [-1, -1])

    @public
    def outer(a, b):
        """Products of all pairs of elements of the flattened arrays."""
        return tensordot(a.flatten(), b.flatten(), 0)

    @public
    def vdot(a, b):
        """Sum of products of the flattened arrays."""
        return tensordot(a.flatten(), b.flatten(), 1)

    @public
    def einsum(*operands, **kwargs):
        """Sum of products by Einstein's convention: `einsum("ij,jk->ik", a, b)`. Keywords: optimize, out."""
        optimize, out = kwargs.pop("optimize", False), kwargs.pop("out", None)
        subscripts, *operands = operands
        return npi.einsum(*operands, subscripts=subscripts, out=out, optimize=int(bool(optimize)))

    @public
    def polyval(p, x):
        """The polynomial with the coefficients `p`, highest power first, at `x`."""
        if isinstance(p, every) and isinstance(x, every):
            return npi.polyval(p, x)
        if not isinstance(p, every) and not isinstance(x, every):
            return np.polyval(p, x)
        raise TypeError("type not supported")
