"""The class `mx.np.ndarray`: an NDArray with NumPy's shapes, indexing, operators, methods and printing."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import jax
import numpy as np

from ..._dialects import dialect
from ..._numpy import Side
from ..._numpy.methods import ArrayMethods, check_cast, new_axes, new_shape, take_away
from ..._numpy.side import alike, beside, scalar_attributes
from ...base import MXNetError, numeric_types
from ...context import Context, current_context
from ...core.run import jax_arrays, storage, tape
from ...core.run.backward import mark_variables
from ...core.run.cells import lock_of
from ...core.run.dispatch import invoke
from ...core.run.storage import ArrayBase
from ...util import is_np_default_dtype
from .. import indexing as _ix
from .._arithmetic import beside as beside_other
from ..buffers import _new, _recast, _transfer
from ..creation import _ctx
from ..ndarray import NDArray
from . import _internal, protocol
from .keys import as_mask, chosen_by_mask, is_mask_of, needs_no_axis, plain_key

if TYPE_CHECKING:
    from ..._typing import ArrayLike, DTypeLike, Float, GradReq, Int, Shape, StorageType

#: methods that NDArray has and NumPy's arrays have not; they exist in MXNet too, and raise
ABSENT = """abs arccos arccosh arcsin arcsinh arctan arctanh argmax_channel broadcast_axes broadcast_like cbrt ceil cos cosh
degrees depth_to_space diag exp expand_dims expm1 fix flip floor log log10 log1p log2 log_softmax nanprod nansum norm one_hot
ones_like pad pick radians rcbrt reciprocal relu reshape_like rint rsqrt shape_array sigmoid sign sin sinh size_array slice
slice_axis slice_like softmax softmin space_to_depth split split_v2 sqrt square tan tanh tile topk tostype trunc
zeros_like""".split()


def _binary(array_op, scalar_op, reverse_op=None):
    """Pair of methods (operator, reflected operator); numbers do not change the element type, as in MXNet."""

    def forward(self, other):
        if isinstance(other, ndarray):
            return invoke(array_op, (self, other), None, None, ndarray)
        if isinstance(other, numeric_types):
            attrs = scalar_attributes(other)
            return invoke(scalar_op, (beside(self, attrs, scalar_op),), attrs, None, ndarray)
        return _met(forward, self, other)

    def reflected(self, other):
        if isinstance(other, ndarray):
            return invoke(array_op, (other, self), None, None, ndarray)
        if isinstance(other, numeric_types):
            attrs = scalar_attributes(other)
            return invoke(reverse_op or scalar_op, (beside(self, attrs, scalar_op),), attrs, None, ndarray)
        return _met(reflected, self, other)

    return forward, reflected


def _of_one_type(operators):
    """A pair of methods for operators that take one element type: with MXNet 2.0's interface others are brought to it."""

    return map(_one_type, operators)


def _one_type(operator, inplace=False):
    def method(self, other):
        if dialect().mixed_types and isinstance(other, ndarray) and other.dtype != self.dtype:
            own, given = alike((self, other))
            if own is self or not inplace:
                self, other = own, given
        return operator(self, other)

    return method


def _remainders(whole, floats):
    """`whole`, one of the methods of `%`; `floats` for arrays of floats with MXNet 2.0's interface, as `np.mod`."""

    def method(self, other):
        if dialect().numpy_remainders and any(isinstance(x, ndarray) and x.dtype.kind not in "iub" for x in (self, other)):
            return floats(self, other)
        return whole(self, other)

    return method


def _quotients(divide):
    """`divide`, one of the methods of `/`, with integers as float64 where that is the default type (see `npx.set_np`)."""

    def method(self, other):
        if is_np_default_dtype() and self.dtype.kind in "iub":
            self = self.astype("float64")
        return divide(self, other)

    return method


def _met(method, self, other):
    """`method(self, other)` where `other` is neither an array of MXNet's nor a number: of NumPy's arrays with MXNet 2.0 only."""
    if isinstance(other, np.ndarray) and dialect().numpy_operands:
        return method(self, _new(np.array(other, order="C"), self._ctx, ndarray))
    return beside_other(method, self, other)


def _inplace(array_op, scalar_op):
    def update(self, other):
        if isinstance(other, ndarray):
            return invoke(array_op, (self, other), None, self, ndarray)
        if isinstance(other, numeric_types):
            return invoke(scalar_op, (self,), scalar_attributes(other), self, ndarray)
        return _met(update, self, other)

    return update


def _only_in_v2(method):
    """A method that MXNet 1.9.1 does not have: `a **= 2` is `a = a ** 2` there, which leaves other names of the array alone."""

    def update(self, other):
        return method(self, other) if dialect().in_place_power else NotImplemented

    return update


class ndarray(ArrayMethods, NDArray):
    """A mutable n-dimensional array on one device, with NumPy's semantics.

    Arrays are made by `mx.np.array`, `mx.np.zeros`, ... and by the functions of `mx.np` and `mx.npx`. Shapes `()` and those
    with a 0 are valid. The element type is float32 where nothing says otherwise. Contiguous basic indexing shares memory.
    `as_nd_ndarray` gives the same memory as a classic array. NumPy's own functions accept these arrays.

    Parameters
    ----------
    handle : object
        Of an array there is, whose memory is shared. Programs call `mx.np.array` instead.
    writable : bool, default True
        Not used here.

    Examples
    --------
    >>> x = mx.np.array([[1, 2], [3, 4]])
    >>> x[0] + x.mean()
    array([3.5, 4.5])
    >>> type(x) is mx.np.ndarray
    True
    """

    __slots__ = ()
    __module__ = "jmx.numpy"
    _numpy = True

    @staticmethod
    def _function(name: str) -> Any:
        """The function `name` of this package, which needs this class."""
        from . import _op

        return getattr(_op, name)

    # -- description ---------------------------------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The `numpy.dtype` of the elements."""
        return self._cell.buf.dtype

    @property
    def context(self) -> Context:
        """Old name of `ctx`; warns."""
        warnings.warn("ndarray.context has been renamed to ndarray.ctx", DeprecationWarning, stacklevel=2)
        return self._ctx

    @property
    def ctx(self) -> Context:
        """The context (device) that the array is on."""
        return self._ctx

    @property
    def device(self) -> Any:
        """The device (context) that the array is on, under MXNet 2.0's name."""
        return self._ctx

    @property
    def T(self) -> ndarray:
        """The array with its axes reversed."""
        return self.transpose()

    def __repr__(self) -> str:
        text, dtype = repr(self.asnumpy()), self.dtype
        if "dtype=" in text:
            text = text[: text.rindex(",")] + ")" if dtype == np.float32 else text
        elif dtype not in (np.float32, np.bool_):
            text = f"{text[:-1]}, dtype={dtype})"
        return text if self._ctx.device_type == "cpu" else f"{text[:-1]}, ctx={self._ctx})"

    #: IPython asks the class that defines `__repr__`
    _repr_pretty_ = NDArray._repr_pretty_

    def __str__(self) -> str:
        text = str(self.asnumpy())
        return text if self._ctx.device_type == "cpu" or self.ndim == 0 else f"{text} @{self._ctx}"

    def __format__(self, fmt) -> str:
        if self.ndim == 0:
            return format(self.item(), fmt)
        if not fmt:
            return str(self)
        raise TypeError("Cannot format mxnet.numpy.ndarray with format_spec")

    # -- conversion ----------------------------------------------------------------------------

    def item(self, *args: Int) -> Any:
        """One element as a Python number: the only one, or that at the given position."""
        return self.asnumpy().item(*args)

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers."""
        return self.asnumpy().tolist()

    def asscalar(self) -> Any:
        """Not a method of NumPy's arrays: raises AttributeError. Use `item`."""
        raise AttributeError("mxnet.numpy.ndarray object has no attribute asscalar")

    def __bool__(self) -> bool:
        if self.size == 0:
            warnings.warn(
                "The truth value of an empty array is ambiguous. Returning False, but in future this will result in an error.",
                DeprecationWarning,
                stacklevel=2,
            )
            return False
        if self.size == 1:
            return bool(self.item())
        raise ValueError(
            f"The truth value of an ndarray with multiple elements is ambiguous: its shape is {self.shape}, and only "
            "an array with one element is true or false. Use .asnumpy().any() or .asnumpy().all(), or mx.nd.where to choose "
            "element by element."
        )

    __nonzero__ = __bool__

    def _one(self, what: Any) -> Any:
        if self.size != 1:
            raise TypeError("only size-1 arrays can be converted to Python scalars")
        return self.item()

    def __complex__(self) -> complex:
        return complex(self._one("complex"))

    def __index__(self):
        if self.ndim == 0 and self.dtype.kind in "iu":
            return int(self.item())
        raise TypeError("only integer scalar arrays can be converted to a scalar index")

    def __hash__(self) -> int:
        raise NotImplementedError("mxnet.numpy.ndarray is not hashable")

    def as_np_ndarray(self) -> ndarray:
        """This array itself."""
        return self

    def as_nd_ndarray(self) -> NDArray:
        """The same memory, and the same place in the recorded computation, as a classic NDArray."""
        return recast(self, NDArray)

    @staticmethod
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):  # pyright: ignore[reportSelfClsParameterName]
        """NumPy's ufuncs on these arrays: MXNet's function of that name, else NumPy's on the host."""
        return protocol.ufunc(ufunc, method, inputs, kwargs)

    @staticmethod
    def __array_function__(self, func, types, args, kwargs):  # pyright: ignore[reportSelfClsParameterName]
        """NumPy's functions on these arrays: MXNet's function of that name, else NumPy's on the host."""
        return protocol.function(func, types, args, kwargs)

    def _overlaps(self, other: Any) -> Any:
        """Whether the array and another one have memory in common."""
        if self._cell is not other._cell:
            return False
        (low, size), (start, count) = ((a._view[0] if a._view else 0, a.size) for a in (self, other))
        return low < start + count and start < low + size

    def _host_memory(self) -> Any:
        """The NumPy array whose memory this array shares (`from_numpy`), or one of no elements."""
        mirror, start = self._cell.mirror, self._view[0] if self._view else 0
        return np.empty(0) if mirror is None else mirror.reshape(-1)[start : start + self.size]

    # -- indexing ------------------------------------------------------------------------------

    def _scalar_shape(self) -> Any:
        return ()

    def _check_key(self, key: Any, writes: bool = False) -> Any:
        for k in key if isinstance(key, tuple) else (key,):
            if isinstance(k, (str, float, complex, dict, set, np.floating, np.bool_)):
                raise ValueError(
                    f"ndarray does not support indexing with {k!r} of type {type(k)}; use integers, slices, "
                    "None, ... and arrays of integers or booleans"
                )
        return key

    def _refuse_key(self, key):
        """Raise ValueError if it is `key` that an assignment failed for, not the value."""
        key = _ix.expand(self._check_key(key), self.ndim)
        for k in key:
            if isinstance(k, slice) and k.step == 0:
                raise ValueError("slice step cannot be zero")
        _ix.check_together(_ix.split_key(key)[1])

    def __getitem__(self, key: Any) -> Any:
        if type(key) in (int, slice) and self.ndim:
            return super().__getitem__(key)
        if type(key) is tuple:
            if not key:
                return self
            if len(key) == self.ndim and any(type(k) is bool for k in key) and all(isinstance(k, int) for k in key):
                if not dialect().numpy_indexing:
                    return functools.reduce(type(self).__getitem__, key, self)
        key = self._adopt_key(key)
        if not self.ndim and not needs_no_axis(key):
            raise IndexError("scalar tensor can only accept `()` as index")
        chosen = None if type(key) is tuple else chosen_by_mask(self, key)
        if chosen is not None:
            return chosen
        plain, nothing = plain_key(self, key)
        if nothing:
            return _new(np.zeros((0, *super().__getitem__(plain).shape), self.dtype), self._ctx, ndarray)
        if not self.ndim and plain != ():
            return self.reshape_view((1,) * sum(k is None for k in (plain if isinstance(plain, tuple) else (plain,))))
        return super().__getitem__(plain)

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        if isinstance(value, NDArray) and not value._numpy:
            raise TypeError("Cannot assign mx.nd.NDArray to mxnet.numpy.ndarray")
        key = self._adopt_key(key)
        if isinstance(value, jax.Array):
            value = jax_arrays.adopt(value, self._ctx, ndarray)
        mask = None if isinstance(key, list) else as_mask(key, dialect().numpy_indexing)
        if mask is not None and not isinstance(value, (ndarray, np.ndarray, *numeric_types)):
            raise NotImplementedError(f"type {type(value)} is not supported.")
        if mask is not None and isinstance(value, numeric_types) and mask.shape == self.shape and mask.ndim:
            where = key if isinstance(key, ndarray) else _new(np.array(mask), self._ctx, ndarray)
            self._where(where, value)
            return
        if not self.ndim and not needs_no_axis(key):
            raise IndexError("scalar tensor can only accept `()` as index")
        if not self.ndim and not dialect().numpy_indexing:
            if not (isinstance(value, numeric_types) or getattr(value, "size", 0) == 1):
                raise ValueError(f"setting an array element with a sequence: the array has shape (), got {value!r}")
        if is_mask_of(mask, self) and not tape.mode.recording and _ix.write_masked(self, mask, self._value(value, None)):
            return
        plain, nothing = plain_key(self, key, True)
        if nothing:
            return
        try:
            super().__setitem__(plain, value)
        except ValueError as error:
            self._refuse_key(plain)
            raise MXNetError(f"Error in assignment: {error}") from None
        except TypeError:
            if isinstance(value, (str, bytes)) or not isinstance(value, (ArrayBase, np.ndarray, *numeric_types)):
                raise TypeError(
                    f"mxnet.np.ndarray does not support assignment with non-array-like object {value} of type {type(value)}"
                ) from None
            raise

    def _where(self, mask: Any, value: Any) -> None:
        """Write the number `value` where `mask` is true."""
        self._refuse_recorded(value)
        if tape.mode.recording and self._entry is not None:
            raise MXNetError("Assigning to arrays that are already in a computational graph is not supported; use np.where.")
        value = float(value) if self.dtype.kind in "fV" else int(value)
        with lock_of(self._cell):
            self._set_data(_ix.masked(self._data(), mask._data(), value))

    def __iter__(self) -> Iterator[ndarray]:
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    # -- operators -----------------------------------------------------------------------------

    __add__, __radd__ = _binary("_npi_add", "_npi_add_scalar")
    __sub__, __rsub__ = _binary("_npi_subtract", "_npi_subtract_scalar", "_npi_rsubtract_scalar")
    __mul__, __rmul__ = _binary("_npi_multiply", "_npi_multiply_scalar")
    __truediv__, __rtruediv__ = map(
        _quotients, _binary("_npi_true_divide", "_npi_true_divide_scalar", "_npi_rtrue_divide_scalar")
    )
    __div__, __rdiv__ = __truediv__, __rtruediv__
    __mod__, __rmod__ = map(
        _remainders,
        _binary("_npi_mod", "_npi_mod_scalar", "_npi_rmod_scalar"),
        _binary("_npi_remainder", "_npi_remainder_scalar", "_npi_rremainder_scalar"),
    )
    __pow__, __rpow__ = _binary("_npi_power", "_npi_power_scalar", "_npi_rpower_scalar")
    __and__, __rand__ = _of_one_type(_binary("_npi_bitwise_and", "_npi_bitwise_and_scalar"))
    __or__, __ror__ = _of_one_type(_binary("_npi_bitwise_or", "_npi_bitwise_or_scalar"))
    __xor__, __rxor__ = _of_one_type(_binary("_npi_bitwise_xor", "_npi_bitwise_xor_scalar"))
    __floordiv__, __rfloordiv__ = _binary("_npi_floor_divide", "_npi_floor_divide_scalar", "_npi_rfloor_divide_scalar")
    __lshift__, __rlshift__ = _binary(
        "_npi_bitwise_left_shift", "_npi_bitwise_left_shift_scalar", "_npi_rbitwise_left_shift_scalar"
    )
    __rshift__, __rrshift__ = _binary(
        "_npi_bitwise_right_shift", "_npi_bitwise_right_shift_scalar", "_npi_rbitwise_right_shift_scalar"
    )
    __ifloordiv__ = _inplace("_npi_floor_divide", "_npi_floor_divide_scalar")
    __ilshift__ = _inplace("_npi_bitwise_left_shift", "_npi_bitwise_left_shift_scalar")
    __irshift__ = _inplace("_npi_bitwise_right_shift", "_npi_bitwise_right_shift_scalar")
    __eq__, _ = _of_one_type(_binary("_npi_equal", "_npi_equal_scalar"))
    __ne__, _ = _of_one_type(_binary("_npi_not_equal", "_npi_not_equal_scalar"))
    __gt__, _ = _of_one_type(_binary("_npi_greater", "_npi_greater_scalar"))
    __ge__, _ = _of_one_type(_binary("_npi_greater_equal", "_npi_greater_equal_scalar"))
    __lt__, _ = _of_one_type(_binary("_npi_less", "_npi_less_scalar"))
    __le__, _ = _of_one_type(_binary("_npi_less_equal", "_npi_less_equal_scalar"))
    del _
    __iadd__ = _inplace("_npi_add", "_npi_add_scalar")
    __isub__ = _inplace("_npi_subtract", "_npi_subtract_scalar")
    __imul__ = _inplace("_npi_multiply", "_npi_multiply_scalar")
    __itruediv__ = __idiv__ = _inplace("_npi_true_divide", "_npi_true_divide_scalar")
    __imod__ = _remainders(_inplace("_npi_mod", "_npi_mod_scalar"), _inplace("_npi_remainder", "_npi_remainder_scalar"))
    __ipow__ = _only_in_v2(_inplace("_npi_power", "_npi_power_scalar"))
    __iand__ = _one_type(_inplace("_npi_bitwise_and", "_npi_bitwise_and_scalar"), True)
    __ior__ = _one_type(_inplace("_npi_bitwise_or", "_npi_bitwise_or_scalar"), True)
    __ixor__ = _one_type(_inplace("_npi_bitwise_xor", "_npi_bitwise_xor_scalar"), True)

    def __neg__(self) -> Any:
        if dialect().exact_fractions and self.dtype.kind in "iu":  # as a product with -1.0 they would be float64
            return self._function("negative")(self)
        return super().__neg__()

    def __pos__(self) -> ndarray:
        return self.copy()

    def __array_namespace__(self, api_version=None) -> Any:
        """The module `mx.np`, which has the functions of the array API standard.

        Raises ValueError for an `api_version` that is no year and month from 2021.01 to 2024.12.
        """
        if api_version is not None and not re.fullmatch(r"202[1-4]\.(0[1-9]|1[0-2])", str(api_version)):
            raise ValueError(f"mx.np follows the array API standard up to 2024.12, not {api_version!r}")
        return protocol.provider("nd: functions of mx.np")

    @property
    def mT(self) -> Any:
        """The array with its last two axes exchanged."""
        return self._function("matrix_transpose")(self)

    def __matmul__(self, other: ndarray) -> ndarray:
        return self._function("matmul")(self, other)

    def __rmatmul__(self, other: ndarray) -> ndarray:
        return self._function("matmul")(other, self)

    def __imatmul__(self, other):
        return self._function("matmul")(self, other, out=self)

    def __round__(self, n=0) -> ndarray:
        return self._function("round")(self, decimals=n or 0)

    def __ceil__(self) -> ndarray:
        return self._function("ceil")(self)

    def __floor__(self) -> ndarray:
        return self._function("floor")(self)

    def __trunc__(self) -> ndarray:
        return self._function("trunc")(self)

    # -- copies and devices --------------------------------------------------------------------

    def copy(self, order: Literal["C"] = "C") -> ndarray:
        """A copy on the same context."""
        if order != "C":
            raise NotImplementedError(f"ndarray.copy only supports order='C', while received {order}")
        return invoke("_np_copy", (self,), None, None, ndarray)

    def copyto(self, other: ndarray | Context) -> Any:
        """Copy into the array `other` (and return it), or to a new array on the context `other`."""
        if isinstance(other, ndarray):
            if other is self or (other._cell is self._cell and other._view == self._view):
                warnings.warn("You are attempting to copy an array to itself", RuntimeWarning, stacklevel=2)
                return False
            return _transfer(self, other)
        if isinstance(other, Context):
            return _transfer(self, None, other)
        raise TypeError(f"copyto does not support type {type(other)}")

    def as_in_ctx(self, ctx: Context) -> ndarray:
        """This array if it is on `ctx` already, else a copy there."""
        return self if self._ctx == ctx else self.copyto(ctx)

    def to_device(self, device: Any, *, stream: Any = None) -> Any:
        """This array if it is on `device` already, else a copy there; MXNet 2.0's name of `as_in_ctx`.

        stream : must be None. Raises ValueError otherwise, as JAX orders the work of a device itself.
        """
        if stream is not None:
            raise ValueError(f"to_device(stream={stream!r}) is not supported: JAX orders the work of a device. Leave it out.")
        return self if self._ctx == device else self.copyto(device)

    def as_in_context(self, context: Context) -> ndarray:
        """Old name of `as_in_ctx`; warns."""
        warnings.warn("ndarray.as_in_context has been renamed to ndarray.as_in_ctx", DeprecationWarning, stacklevel=2)
        return self.as_in_ctx(context)

    def astype(
        self, dtype: DTypeLike | None, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> ndarray:
        """A copy with elements of type `dtype`; this array itself if it has that type and copy is False."""
        check_cast(order, casting, subok)
        if not copy and np.dtype(dtype) == self.dtype:
            return self
        return recast(NDArray.astype(recast(self, NDArray), np.float32 if dtype is None else dtype), ndarray)

    def attach_grad(self, grad_req: GradReq = "write", stype: StorageType | None = None) -> None:
        """Allocate a gradient of zeros, so that `backward` computes one for this array.

        grad_req : "write" (each backward replaces the gradient), "add" (adds to it) or "null".
        """
        if stype not in (None, "default"):
            raise ValueError("gradients of mxnet.numpy.ndarray are dense; use an mx.nd.NDArray for sparse ones")
        mark_variables([self], [_new(np.zeros(self.shape, self.dtype), self._ctx, ndarray)], grad_req)

    # -- methods of NumPy's arrays -------------------------------------------------------------

    def reshape(self, *args, **kwargs) -> ndarray:
        """The elements in another shape, which may be given as a tuple or as arguments; -1 infers a dimension.

        Further special values: -2 copies a dimension, -3 skips one of size 1, -4 copies all remaining, -5 joins two, -6
        splits one in two.
        """
        return invoke("_np_reshape", (self,), {"newshape": new_shape(args, kwargs)}, None, ndarray)

    def reshape_view(self, *shape: Any, **kwargs: Any) -> Any:
        """As `NDArray.reshape`: the result shares memory with this array."""
        return NDArray.reshape(self, *shape, **kwargs)

    def transpose(self, *axes: Any) -> ndarray:
        """The array with its axes permuted: reversed, or in the order of `axes`."""
        axes = new_axes(axes)
        return invoke("_np_transpose", (self,), {} if axes is None else {"axes": axes}, None, ndarray)

    def squeeze(self, axis: Shape | None = None) -> ndarray:
        """The array without its axes of length 1, or without those in `axis`."""
        return invoke("_np_squeeze", (self,), {} if axis is None else {"axis": axis}, None, ndarray)

    def all(self, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
        """Whether all elements over axes are not 0; see `np.all`."""
        return self._function("all")(self, axis=axis, out=out, keepdims=keepdims)

    def any(self, axis: Shape | None = None, out: ndarray | None = None, keepdims: bool = False) -> ndarray:
        """Whether any element over axes is not 0; see `np.any`."""
        return self._function("any")(self, axis=axis, out=out, keepdims=keepdims)

    def diagonal(self, offset: Float = 0, axis1: Float = 0, axis2: Float = 1) -> Any:
        """The diagonal of two axes; see `np.diagonal`."""
        return self._function("diagonal")(self, offset, axis1, axis2)

    def nonzero(self) -> tuple[ndarray, ...]:
        """Positions of the elements that are not 0, a tuple with one array for each axis."""
        return self._function("nonzero")(self)

    def broadcast_to(self, shape: Shape) -> ndarray:
        """The array broadcast to `shape`."""
        return self._function("broadcast_to")(self, shape)


def placed(value: Any, ctx: Context) -> Any:
    """The NumPy array `value`, whose memory the caller gives up, as an array on the context `ctx` (None: the current one)."""
    return _new(value, current_context() if ctx is None else ctx if isinstance(ctx, Context) else _ctx(ctx), ndarray)


def side(module: Any) -> Any:
    """The arrays' side of the NumPy interface, for the functions of `module`."""
    return Side(module, _internal, ndarray, NDArray, placed, lambda values: jax_arrays.adopted_if_any(values, True))


def _run(op, inputs, attrs, out):
    return invoke(op, inputs, attrs, out, ndarray)


def recast(source: Any, cls: Any) -> Any:
    """The memory of `source` as an array of another class, at the same place of the tape and with the same gradient."""
    array = _recast(source, cls)
    array._entry = source._entry
    grad = source._grad
    array._grad = grad if grad is None or type(grad) is cls or grad.stype != "default" else _recast(grad, cls)
    return array


take_away(ndarray, ABSENT, "mxnet.numpy.ndarray")
ndarray._run = staticmethod(_run)
storage.numpy_class = ndarray
