"""The class NDArray: a mutable array on a device with MXNet's operators, methods, indexing and printing."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from ..base import MXNetError
from ..context import Context
from ..core.declare import deferred_errors
from ..core.declare.dtype import ALL, np_dtype
from ..core.facade import Fluent
from ..core.run import jax_arrays
from ..core.run import storage as _storage
from ..core.run import tape as _tape
from ..core.run.backward import backward, mark_variables
from ..core.run.dispatch import invoke
from ..core.run.storage import UNREAD, ArrayBase, failed_read, reshape, wait_for
from ..core.run.trace_observer import trace_observer
from . import printing
from ._arithmetic import binary, inplace
from ._handles import array_of, lend
from .buffers import _new, _recast, _transfer  # noqa: F401
from .items import Indexed
from .shapes import infer_reshape

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, GradReq, Int, NumPyArray, OptShape, Shape, StorageType
    from .numpy.array import ndarray
    from .numpy.array import ndarray as np_ndarray

py_slice = slice
_DTYPE_NP_TO_MX = {None: -1, **{dtype.type: code for dtype, code in ALL.items()}}
_DTYPE_MX_TO_NP = {code: dtype for dtype, code in _DTYPE_NP_TO_MX.items()}

_mode = _tape.mode
_TYPES = {dtype: dtype.type for dtype in ALL}

# numbers that symbol files and programs written for MXNet use
_STORAGE_TYPE_STR_TO_ID = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}
_STORAGE_TYPE_UNDEFINED, _STORAGE_TYPE_DEFAULT, _STORAGE_TYPE_ROW_SPARSE, _STORAGE_TYPE_CSR = _STORAGE_TYPE_STR_TO_ID.values()
_STORAGE_TYPE_ID_TO_STR = {code: name for name, code in _STORAGE_TYPE_STR_TO_ID.items()}
_GRAD_REQ_MAP = {"null": 0, "write": 1, "add": 3}


class NDArray(Indexed):
    """A mutable n-dimensional array on one device, computed asynchronously.

    Arrays are made by `mx.nd.array`, `zeros`, ... and by operators. `x[1]`, `x[0:2]`, `reshape` and `detach` share memory
    with x. The arithmetic operators broadcast and do not promote element types: a scalar takes the array's type.

    Parameters
    ----------
    handle : object
        Of an array there is, whose memory is shared. Programs call `mx.nd.array` instead.
    writable : bool, default True
        Not used here.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> row = x[1]
    >>> row[:] = 9
    >>> (x + 0.5).asnumpy()
    array([[1.5, 2.5],
           [9.5, 9.5]], dtype=float32)
    """

    __slots__ = ()
    __array_priority__ = 1000.0

    def __init__(self, handle: Any = None, writable: bool = True) -> None:
        if isinstance(handle, NDArray):
            self._cell, self._view, self._ctx = handle._cell, handle._view, handle._ctx
            self._seen = UNREAD
            self._entry = self._grad = None
        elif handle is not None:  # None comes from unpickling, which fills in the rest
            array = array_of(getattr(handle, "value", None))
            if array is None:
                raise TypeError("NDArray is not built from a handle here; use mx.nd.array(...)")
            NDArray.__init__(self, array)

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        jax_arrays.register_array(cls)

    # -- description ---------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """Tuple of the array's dimensions."""
        view = self._view
        return self._cell.buf.shape if view is None else view[1]

    @property
    def dtype(self) -> Any:
        """NumPy type of the elements, as `numpy.float32`."""
        dtype = self._cell.buf.dtype
        return _TYPES.get(dtype, dtype.type)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def context(self) -> Context:
        """The context (device) that the array is on."""
        return self._ctx

    ctx = context
    device = context

    @property
    def stype(self) -> StorageType:
        """Storage type: "default" for a dense array."""
        return "default"

    @property
    def handle(self) -> Any:
        """An object that identifies the array's storage."""
        return self._cell

    @property
    def _as_parameter_(self):
        """What `ctypes.cast(array, NDArrayHandle)` holds: the number by which `NDArray(handle)` finds the living array."""
        return lend(self)

    @property
    def writable(self) -> bool:
        """Always True: every array may be written to."""
        return True

    @property
    def grad(self) -> NDArray | Any:
        """The gradient array attached by `attach_grad`, or None."""
        return self._grad

    def drop_grad(self) -> None:
        """Give the gradient up: autograd no longer computes one for this array, until `attach_grad` is called again."""
        node, output = self._entry or (None, 0)
        if getattr(node, "kept", None):
            node.kept = {i: leaf for i, leaf in node.kept.items() if i != output}
        else:
            self._entry = None
        self._grad = None

    @property
    def _fresh_grad(self):
        return self._entry is not None and getattr(self._entry[0], "fresh", False)

    @_fresh_grad.setter
    def _fresh_grad(self, state):
        if self._entry is not None and isinstance(self._entry[0], _tape.Leaf):
            self._entry[0].fresh = bool(state)

    @property
    def T(self) -> NDArray:
        """The array with its axes reversed, a copy; one of fewer than two dimensions is returned itself, as in MXNet."""
        return self if self.ndim < 2 else invoke("transpose", (self,))

    # -- printing, conversion ------------------------------------------------------------------

    def __repr__(self) -> str:
        text = str(self.asnumpy())
        return f"\n{text}\n<{type(self).__name__} {'x'.join(map(str, self.shape))} @{self._ctx}>"

    def _repr_html_(self):
        return printing.html(self)

    def _repr_pretty_(self, printer: Any, cycle: Any) -> None:
        for number, line in enumerate(printing.text(self).splitlines()):
            if number:
                printer.break_()
            printer.text(line)

    def asnumpy(self) -> NumPyArray:
        """A writable NumPy copy. Waits until the value is computed."""
        if trace_observer.observer is not None:
            trace_observer.observer.on_read(self)
        try:
            # NumPy's way into a buffer whose computation failed would end the process, unless it is waited for.
            value = np.array(self._data().block_until_ready())
        except (MemoryError, jax.errors.JaxRuntimeError) as error:
            raise failed_read(self, error) from error
        if deferred_errors.errors:
            deferred_errors.raise_pending()
        return value

    def asjax(self) -> Any:
        """The current value as a `jax.Array`, without a copy.

        JAX's arrays do not change: later writes to this array leave the result as it is. It is not recorded by autograd; see
        `jmx.jax.call` for functions of JAX that are.

        Returns
        -------
        jax.Array
            Of the same shape and element type, on the same device. 64-bit elements stay exact, and JAX computes with them
            under `with jax.enable_x64(True):` only.

        Examples
        --------
        >>> x = mx.nd.array([1, 2])
        >>> jnp.cumsum(x.asjax())
        Array([1., 3.], dtype=float32)
        """
        return jax_arrays.value_of(self)

    def __jax_array__(self) -> NDArray | jax.Array | ndarray:
        if jax_arrays.lends_operator(self, sys._getframe(1)):
            return self
        return jax_arrays.implicit_value_of(self)

    def asscalar(self) -> Any:
        """The single element as a NumPy scalar. Raises ValueError unless the array has exactly one."""
        if self.size != 1:
            raise ValueError(
                f"The current array is not a scalar: its shape is {self.shape}, and only an array with one element has one. Take "
                "asnumpy(), or reduce it first, as mean().asscalar() does."
            )
        return self.asnumpy().reshape(-1)[0]

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NumPyArray:
        value = self.asnumpy()
        return value if dtype is None else value.astype(dtype, copy=False)

    def __bool__(self) -> bool:
        size = self.size
        if size == 0:
            return False
        if size == 1:
            return bool(self.asscalar())
        raise ValueError(
            f"The truth value of an NDArray with multiple elements is ambiguous: its shape is {self.shape}, and only "
            "an array with one element is true or false. Use .asnumpy().any() or .asnumpy().all(), or mx.nd.where to choose "
            "element by element."
        )

    __nonzero__ = __bool__

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise TypeError("len() of unsized object")
        return shape[0]

    def __index__(self) -> int:
        if self.size == 1 and np.dtype(self.dtype).kind in "iub":
            return int(self.asscalar())
        raise TypeError("only integer scalar arrays can be converted to a scalar index")

    def __int__(self) -> int:
        return int(self._one("int"))

    def __float__(self) -> float:
        return float(self._one("float"))

    def _one(self, what: Any) -> Any:
        if self.size != 1:
            raise TypeError(f"only arrays with one element can be converted to {what}, this one has shape {self.shape}")
        return self.asscalar()

    def __iter__(self) -> Iterator[NDArray]:
        return (self[i] for i in range(len(self)))

    def __hash__(self) -> int:
        return id(self) >> 4

    def __reduce__(self):
        return (type(self), (None,), self.__getstate__())

    def __getstate__(self):
        from .utils import to_raw

        return {"handle": bytearray(to_raw(self))}

    def __setstate__(self, state) -> None:
        from .utils import from_raw

        handle = state["handle"]
        if handle is None:
            raise ValueError("the pickled NDArray holds no data")
        self._become(from_raw(bytes(handle)))

    def _become(self, loaded: Any) -> None:
        """Take over the value of an array that nobody else has."""
        self._cell, self._view, self._ctx = loaded._cell, None, loaded._ctx
        self._seen = UNREAD
        self._entry = self._grad = None

    def __deepcopy__(self, memo) -> NDArray | ndarray:
        duplicate = self.copy()
        memo[id(self)] = duplicate
        return duplicate

    def wait_to_read(self) -> None:
        """Wait until the value is computed; raises what its computation raised."""
        wait_for(self._data())
        deferred_errors.raise_pending()

    def wait_to_write(self) -> None:
        """Wait until the array may be written: the same as `wait_to_read`."""
        wait_for(self._data())

    def to_dlpack_for_read(self) -> Any:
        """A DLPack capsule over the array's current value. The consumer must not write to it."""
        return jax_arrays.capsule_of(self)

    def to_dlpack_for_write(self) -> Any:
        """A DLPack capsule over a buffer that belongs to this array alone. Writes through it are seen by the array."""
        from .dlpack import writable_capsule

        return writable_capsule(self)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """What `torch.from_dlpack` and the like call: as `to_dlpack_for_read`, with the options of the array-API standard."""
        if max_version is not None and max_version[0] < 1:
            max_version = None  # which says in JAX that a capsule without a version is wanted
        options = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        return jax_arrays.capsule_of(self, **{name: value for name, value in options.items() if value is not None})

    def __dlpack_device__(self):
        """The kind and number of the device, as DLPack counts them."""
        return jax_arrays.value_of(self).__dlpack_device__()

    # -- copies and devices --------------------------------------------------------------------

    def copy(self) -> NDArray:
        """A copy on the same context."""
        return invoke("_copy", (self,))

    def copyto(self, other: NDArray | Context) -> Any:
        """Copy into the array `other` (and return it), or to a new array on the context `other`."""
        if isinstance(other, ArrayBase):
            if other is self or (other._cell is self._cell and other._view == self._view):
                import warnings

                warnings.warn("You are attempting to copy an array to itself", RuntimeWarning, stacklevel=2)
                return False
            return _transfer(self, other)
        if isinstance(other, Context):
            return _transfer(self, None, other)
        raise TypeError(f"copyto does not support type {type(other)}")

    def as_in_context(self, context: Context) -> NDArray:
        """This array if it is on `context` already, else a copy there."""
        return self if self._ctx == context else self.copyto(context)

    as_in_ctx = as_in_context

    def to_device(self, device: Any) -> Any:
        """This array if it is on `device` already, else a copy there; MXNet 2.0's name of `as_in_ctx`."""
        return self if self._ctx == device else self.copyto(device)

    def as_nd_ndarray(self) -> NDArray:
        """This array: it has MXNet's classic semantics already."""
        return self

    def as_np_ndarray(self) -> np_ndarray:
        """The same memory, and the same place in the recorded computation, as an `mx.np.ndarray`."""
        from .numpy.array import ndarray, recast

        return recast(self, ndarray)

    def astype(self, dtype: DTypeLike | None, copy: bool = True) -> NDArray:
        """A copy with elements of type `dtype`; this array itself if it has that type and copy is False."""
        if dtype is None:
            dtype = "float32"
        wanted = _known_type(dtype)
        if not copy and wanted == self._cell.buf.dtype:
            return self
        return invoke("Cast", (self,), {"dtype": wanted.name})

    def tostype(self, stype: StorageType) -> Any:
        """A copy with the storage type `stype`: "default", "row_sparse" or "csr" (matrices only)."""
        if stype == "default":
            return self.copy()
        from . import sparse  # noqa: F401  (from now on calls may be sparse)

        return invoke("cast_storage", (self,), {"stype": stype})

    # -- autograd ------------------------------------------------------------------------------

    def attach_grad(self, grad_req: GradReq = "write", stype: StorageType | None = None) -> None:
        """Allocate a gradient of zeros, so that `backward` computes one for this array.

        grad_req : "write" (each backward replaces the gradient), "add" (adds to it) or "null".
        stype : storage type of the gradient, by default that of this array.
        """
        from .creation import zeros

        if grad_req not in ("write", "add", "null"):
            raise KeyError(f"{grad_req!r}: grad_req is 'write', 'add' or 'null'")
        grad = zeros(self.shape, ctx=self._ctx, dtype=self.dtype, stype=stype or self.stype)
        mark_variables([self], [grad], grad_req)

    def detach(self) -> NDArray:
        """The same storage outside of the recorded graph."""
        if trace_observer.observer is not None:
            trace_observer.observer.on_detach(self)
        return self._alias(0, self.shape) if self._view else _recast(self, type(self))

    def backward(self, out_grad: NDArray | None = None, retain_graph: bool = False, train_mode: bool = True) -> None:
        """Gradients of this array with respect to the marked variables, with the head gradient `out_grad` (default ones)."""
        backward([self], None if out_grad is None else [out_grad], retain_graph, train_mode)

    # -- shape ---------------------------------------------------------------------------------

    def reshape(self, *shape, **kwargs) -> NDArray | ndarray:
        """An array of another shape that shares memory with this one.

        Special values, from MXNet: 0 copies the dimension, -1 infers it, -2 copies all remaining ones, -3 joins two,
        -4 splits one into the next two; `reverse=True` reads them from the right. Raises MXNetError if sizes differ.
        """
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        elif not shape:
            shape = kwargs.get("shape")
            if not shape:
                raise AssertionError("reshape needs a shape, as x.reshape((2, 3))")
            shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        unknown = [k for k in kwargs if k not in ("shape", "reverse")]
        if unknown:
            raise TypeError(f"Got unknown keywords in reshape: {', '.join(unknown)}. Accepted: shape, reverse")
        target = infer_reshape(self.shape, shape, kwargs.get("reverse", False))
        if math.prod(target) != self.size:
            raise ValueError(f"Cannot reshape array of size {self.size} into shape {target}")
        return self._reshaped(target)

    def _reshaped(self, target: Any) -> Any:
        view = self._alias(0, target)
        if _mode.recording and self._entry is not None:
            old = self.shape
            view._entry = (
                _tape.GivenNode(
                    "Reshape",
                    [(0, self._entry)],
                    lambda cts: [reshape(cts[0], old)],
                    lambda cts: [cts[0].reshape(old)],
                    1,
                    [("Reshape", {"shape": str(target)})],
                ),
                0,
            )
        return view

    def reshape_view(self, *shape, **kwargs):
        """Like `reshape`."""
        return self.reshape(*shape, **kwargs)

    def expand_dims(self, axis: Int, inplace: bool = False) -> NDArray:
        """An array with one more axis of size 1 at `axis`; with inplace=True it shares memory."""
        if not inplace:
            return invoke("expand_dims", (self,), {"axis": axis})
        ndim = self.ndim
        if not -ndim - 1 <= axis <= ndim:
            raise MXNetError(f"axis {axis} is out of bounds for an array of {ndim} dimensions in expand_dims")
        shape = list(self.shape)
        shape.insert(axis if axis >= 0 else axis + ndim + 1, 1)
        return self._reshaped(tuple(shape))

    def flatten(self, inplace: bool = False) -> Any:
        """The array as (first dimension, everything else); with inplace=True it shares memory."""
        return invoke("Flatten", (self,)) if not inplace else self.reshape((0, -1))

    def squeeze(self, axis: Shape | None = None, inplace: bool = False) -> NDArray:
        """The array without its axes of size 1 (or those of `axis`); with inplace=True it shares memory."""
        if not inplace:
            return invoke("squeeze", (self,), {} if axis is None else {"axis": axis})
        shape = list(self.shape)
        axes = range(len(shape)) if axis is None else [axis] if isinstance(axis, int) else axis
        axes = [a % len(shape) for a in axes]
        for a in axes:
            if axis is not None and shape[a] != 1:
                raise MXNetError(f"cannot squeeze axis {a} of size {shape[a]} != 1")
        new = tuple(n for i, n in enumerate(shape) if i not in axes or n != 1) or (1,)
        return self._reshaped(new)

    def broadcast_to(self, shape: Shape) -> NDArray:
        """The array broadcast to `shape`; 0 keeps a dimension. Raises ValueError if it does not fit."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        old = (1,) * (len(shape) - self.ndim) + self.shape
        text = (
            f"operands could not be broadcast together with remapped shapes[original->remapped]: {self.shape} and "
            f"requested shape {shape}"
        )
        if len(old) > len(shape):
            raise ValueError(text)
        target = tuple(n or o for n, o in zip(shape, old))
        if any(o not in (1, n) for o, n in zip(old, target)):
            raise ValueError(text)
        source = self if old == self.shape else self.reshape(old)
        return invoke("broadcast_to", (source,), {"shape": target})

    def broadcast_like(self, other: NDArray) -> NDArray:
        """The array broadcast to the shape of `other`."""
        return self.broadcast_to(other.shape)

    def diag(self, k: Int = 0, **kwargs) -> NDArray:
        """Diagonal of a matrix, or a matrix with this diagonal."""
        return invoke("diag", (self,), {"k": k, **kwargs})

    def split_v2(self, indices_or_sections: Shape, axis: Int = 0, squeeze_axis: bool = False) -> Any:
        """Like `nd.split_v2`."""
        from .creation import split_v2

        return split_v2(self, indices_or_sections, axis, squeeze_axis)

    def slice_assign(self, rhs: NDArray, begin: OptShape, end: OptShape, step: OptShape | None) -> NDArray:
        """Overwrite the slice begin:end:step of this array by `rhs`; returns this array."""
        return invoke("_slice_assign", (self, rhs), {"begin": begin, "end": end, "step": step or ()}, self)

    def slice_assign_scalar(self, value: Float, begin: OptShape, end: OptShape, step: OptShape | None) -> NDArray:
        """Overwrite the slice begin:end:step of this array by a number; returns this array."""
        return invoke("_slice_assign_scalar", (self,), {"scalar": value, "begin": begin, "end": end, "step": step or ()}, self)

    # -- operators -----------------------------------------------------------------------------

    __add__, __radd__ = binary("broadcast_add", "_plus_scalar")
    __sub__, __rsub__ = binary("broadcast_sub", "_minus_scalar", "_rminus_scalar")
    __mul__, __rmul__ = binary("broadcast_mul", "_mul_scalar")
    __truediv__, __rtruediv__ = binary("broadcast_div", "_div_scalar", "_rdiv_scalar")
    __div__, __rdiv__ = __truediv__, __rtruediv__
    __mod__, __rmod__ = binary("broadcast_mod", "_mod_scalar", "_rmod_scalar")
    __pow__, __rpow__ = binary("broadcast_power", "_power_scalar", "_rpower_scalar")
    __eq__, _ = binary("broadcast_equal", "_equal_scalar")
    __ne__, _ = binary("broadcast_not_equal", "_not_equal_scalar")
    __gt__, _ = binary("broadcast_greater", "_greater_scalar")
    __ge__, _ = binary("broadcast_greater_equal", "_greater_equal_scalar")
    __lt__, _ = binary("broadcast_lesser", "_lesser_scalar")
    __le__, _ = binary("broadcast_lesser_equal", "_lesser_equal_scalar")
    __iadd__ = inplace("broadcast_add", "_plus_scalar")
    __isub__ = inplace("broadcast_sub", "_minus_scalar")
    __imul__ = inplace("broadcast_mul", "_mul_scalar")
    __itruediv__ = __idiv__ = inplace("broadcast_div", "_div_scalar")
    __imod__ = inplace("broadcast_mod", "_mod_scalar")
    del _

    def __neg__(self) -> NDArray:
        return invoke("_mul_scalar", (self,), {"scalar": -1.0})

    def __abs__(self) -> NDArray:
        return invoke("abs", (self,))


_FLUENT = """abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort broadcast_axes cbrt ceil clip
cos cosh degrees depth_to_space exp expm1 fix flip floor log log10 log1p log2 log_softmax max mean min nanprod nansum norm
one_hot ones_like pad pick prod radians rcbrt reciprocal relu repeat reshape_like rint round rsqrt shape_array sigmoid sign sin
sinh size_array slice slice_axis slice_like softmax softmin sort space_to_depth split sqrt square sum swapaxes take tan tanh
tile topk transpose trunc zeros_like log_sigmoid mish""".split()
for _name in _FLUENT:
    _fluent = Fluent(_name)
    _fluent.owner = NDArray
    setattr(NDArray, _name, _fluent)
del _name, _fluent
_storage.array_class = NDArray
jax_arrays.register_array(NDArray)


def _late(*names):
    """Names of MXNet's module that are made in modules which need the class above."""
    from . import creation, dlpack, dlpack_structures, utils

    homes = creation, dlpack_structures, dlpack, utils
    return [getattr(next((home for home in homes if hasattr(home, n)), utils), n) for n in names]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        (attribute,) = _late(name)
    except AttributeError:
        raise AttributeError(f"module 'mxnet.ndarray.ndarray' has no attribute {name!r}") from None
    return attribute


def check_boolean_array_dimension(array_shape: Any, axis: Int | Sequence[int], bool_shape: Any) -> None:
    """Raise IndexError unless a boolean index of `bool_shape` fits an array of `array_shape` from `axis` on."""
    for number, size in enumerate(bool_shape, axis):
        if array_shape[number] != size:
            raise IndexError(
                f"boolean index did not match indexed array along axis {number}; size is {array_shape[number]} but corresponding "
                f"boolean size is {size}"
            )


def _known_type(dtype: DTypeLike) -> Any:
    """np_dtype, with MXNet's KeyError for a NumPy type that it does not have."""
    return np_dtype(dtype, KeyError)


def waitall() -> None:
    """Wait until everything that was started has been computed, and raise what a computation raised.

    Examples
    --------
    >>> y = mx.nd.ones((100, 100)) * 2
    >>> mx.nd.waitall()
    """
    wait_for(*jax.live_arrays())
    deferred_errors.raise_pending()
