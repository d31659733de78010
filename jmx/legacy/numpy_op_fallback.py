"""Operators of `mx.np` that NumPy computes on the host. They have no gradients."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import numpy as _mx_np
from .. import operator
from ..core.declare.literals import literal
from ..ndarray.numpy import _internal as _nd_npi
from ..numpy.utils import _STR_2_DTYPE_
from ..symbol.numpy import _internal as _sym_npi
from ..util import np_array, use_np

if TYPE_CHECKING:
    from .._typing import DTypeLike, Shape
    from ..context import Context


def register(op_name: Any, imperative: bool = True, symbolic: bool = True) -> Any:
    """A class decorator that makes a CustomOpProp the operator `op_name` of `np._internal`, on arrays and on symbols.

    Raises ValueError if there is one of that name.
    """

    def make(prop_cls):
        homes = [home for home, wanted in ((_nd_npi, imperative), (_sym_npi, symbolic)) if wanted]
        for home in homes:
            if op_name in vars(home):
                raise ValueError(f"Duplicate name {op_name} found in module {home.__name__}")
        with np_array():
            prop_cls = operator.register(op_name)(prop_cls)
        for home in homes:
            setattr(home, op_name, functools.partial(home.Custom, op_type=op_name))
        return prop_cls

    return make


class _WithoutGradient(operator.CustomOp):
    """The base of these operators."""

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> Any:
        """Raise NotImplementedError."""
        raise NotImplementedError(f"Operator {self._name} does not support gradient computation")


def _tuple(shape):
    return (shape,) if np.isscalar(shape) else tuple(shape)


@use_np
class EmptyLike(_WithoutGradient):
    """An array of the shape of another one."""

    _name = "empty_like"

    def __init__(self, dtype: DTypeLike, order: Any, subok: Any, shape: Shape) -> None:
        super().__init__()
        self._dtype, self._order, self._subok, self._shape = dtype, order, subok, shape

    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> Any:
        """Leave the output as it was made: zeros."""


@register("empty_like_fallback")
class EmptyLikeProp(operator.CustomOpProp):
    """What `np.empty_like` makes."""

    def __init__(self, dtype: DTypeLike, order: Any, subok: Any, shape: Shape) -> None:
        super().__init__(need_top_grad=True)
        self._dtype = None if dtype == "None" else dtype
        self._order, self._subok, self._shape = order, literal(subok), literal(shape)

    def list_arguments(self) -> Any:
        """The array whose shape is taken."""
        return ["prototype"]

    def infer_shape(self, in_shape: Any) -> Any:
        """The shape of the input."""
        return (in_shape[0],), (in_shape[0],), ()

    def infer_type(self, in_type: Any) -> Any:
        """The given element type, or that of the input."""
        return (in_type[0],), (in_type[0] if self._dtype is None else _STR_2_DTYPE_[self._dtype],), ()

    def create_operator(self, ctx: Context, in_shapes: Any, in_dtypes: Any) -> Any:
        """The operator that computes."""
        return EmptyLike(self._dtype, self._order, self._subok, self._shape)


@use_np
class Resize(_WithoutGradient):
    """The elements over and over, in a new shape."""

    _name = "resize"

    def __init__(self, new_shape: Any) -> None:
        super().__init__()
        self._new_shape = new_shape

    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        """Fill the output."""
        out = np.resize(in_data[0].asnumpy(), self._new_shape)
        self.assign(out_data[0], req[0], _mx_np.array(out, dtype=out.dtype, ctx=out_data[0].ctx))


@register("resize_fallback")
class ResizeProp(operator.CustomOpProp):
    """What `np.resize` makes."""

    def __init__(self, new_shape: Any) -> None:
        super().__init__(need_top_grad=True)
        self._new_shape = literal(new_shape)

    def list_arguments(self) -> Any:
        """The array whose elements are taken."""
        return ["a"]

    def infer_shape(self, in_shape: Any) -> Any:
        """The given shape."""
        return (in_shape[0],), (_tuple(self._new_shape),), ()

    def create_operator(self, ctx: Context, in_shapes: Any, in_dtypes: Any) -> Any:
        """The operator that computes."""
        return Resize(self._new_shape)


@use_np
class Unravel_index(_WithoutGradient):
    """Positions in a flattened array as positions along its axes."""

    _name = "unravel_index"

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._shape = shape

    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        """Fill the output."""
        out = np.stack(np.unravel_index(in_data[0].asnumpy().astype(np.int64), self._shape))
        self.assign(out_data[0], req[0], _mx_np.array(out, dtype=out_data[0].dtype, ctx=out_data[0].ctx))


@register("unravel_index_fallback")
class Unravel_indexProp(operator.CustomOpProp):
    """What `np.unravel_index` makes."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(need_top_grad=True)
        self._shape = literal(shape)

    def list_arguments(self) -> Any:
        """The positions in the flattened array."""
        return ["indices"]

    def infer_shape(self, in_shape: Any) -> Any:
        """One row for each axis."""
        return (in_shape[0],), ((len(_tuple(self._shape)), *in_shape[0]),), ()

    def create_operator(self, ctx: Context, in_shapes: Any, in_dtypes: Any) -> Any:
        """The operator that computes."""
        return Unravel_index(self._shape)


@use_np
class MultivariateNormal(_WithoutGradient):
    """Vectors of a normal distribution."""

    _name = "random.multivariate_normal"

    def __init__(self, size: Any = None) -> None:
        super().__init__()
        self._size = size

    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        """Fill the output."""
        loc, cov = in_data
        root = _mx_np.linalg.cholesky(cov.astype("float32") if cov.dtype == np.float16 else cov).astype(cov.dtype)
        noise = _mx_np.random.normal(size=out_data[0].shape, dtype=loc.dtype, ctx=loc.ctx)
        self.assign(out_data[0], req[0], loc + _mx_np.einsum("...kj,...j->...k", root, noise))


@register("mvn_fallback")
class MultivariateNormalProp(operator.CustomOpProp):
    """What `np.random.multivariate_normal` makes."""

    def __init__(self, size: Any = None) -> None:
        super().__init__(need_top_grad=True)
        self._size = None if size is None else literal(size)

    def list_arguments(self) -> Any:
        """The mean vector and the covariance matrix."""
        return ["mean", "cov"]

    def infer_shape(self, in_shape: Any) -> Any:
        """`size`, then the shape to which mean and covariance broadcast. Raises ValueError if they do not fit."""
        loc, cov = in_shape
        if len(loc) < 1:
            raise ValueError("mean must be at least 1 dimensional")
        if len(cov) < 2:
            raise ValueError("cov must be at least 2 dimensional")
        if cov[-1] != cov[-2]:
            raise ValueError(
                f"the last two dimentions of the parameter cov have to be the same, whereas the shape of cov is {cov}"
            )
        if cov[-1] != loc[-1]:
            raise ValueError(
                f"mean and cov must have same length.The shape of mean is {loc[-1:]} but the shape of cov is {cov[-2:]}"
            )
        out = np.broadcast_shapes(tuple(loc), tuple(cov[:-1]))
        return in_shape, (out if self._size is None else (*_tuple(self._size), *out),), ()

    def create_operator(self, ctx: Context, in_shapes: Any, in_dtypes: Any) -> Any:
        """The operator that computes."""
        return MultivariateNormal(self._size)
