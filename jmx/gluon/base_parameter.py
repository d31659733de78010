"""Parameters of networks: one array per context, its gradient, and how both come to be."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from .. import autograd, context, initializer, ndarray, symbol
from .._dialects import dialect
from .._errors.wording import KnownKeywords
from ..base import MXNetError
from ..context import Context, cpu, takes_device
from ..core.declare.dtype import np_dtype
from ..core.run.jax_arrays import register_holder
from ..core.run.trace_observer import trace_observer
from ..util import is_np_array, is_np_shape
from ._html import parameters_html
from ._parameter_state import building, generation, generations, unique_name
from .utils import _array_module, shape_is_known

if TYPE_CHECKING:
    from .._typing import ContextLike, DTypeLike, Float, Int, Shape
    from ..initializer.base import Initializer
    from ..ndarray import NDArray

__all__ = ["DeferredInitializationError", "Parameter"]

_STYPES = ("default", "row_sparse", "csr")


class DeferredInitializationError(MXNetError):
    """A parameter was asked for its arrays before its shape was known.

    The first forward pass of its block finds the shape out, unless it was given: `in_units`, `in_channels`, ...

    Examples
    --------
    >>> layer = gluon.nn.Dense(2)
    >>> layer.initialize()
    >>> try:
    ...     layer.weight.data()
    ... except gluon.parameter.DeferredInitializationError:
    ...     print("shape so far:", layer.weight.shape)
    shape so far: (2, 0)
    >>> output = layer(nd.ones((1, 3)))
    >>> layer.weight.data().shape
    (2, 3)
    """


def _context_list(ctx: ContextLike | None) -> list[Context]:
    if ctx is None:
        return [context.current_context()]
    return [ctx] if isinstance(ctx, Context) else list(ctx)


def _numbers(ctx_list: list[Context]) -> list[list[int | None]]:
    """Where in a list the contexts are, as MXNet has it: those of GPUs and those of CPUs, by number of the device.

    All kinds of memory of the CPU are one.
    """
    numbers: list[list[int | None]] = [[], []]
    for index, ctx in enumerate(ctx_list):
        own = numbers[ctx.device_typeid & 1]
        own.extend([None] * (ctx.device_id + 1 - len(own)))
        own[ctx.device_id] = index
    return numbers


def _zeros(shape: Shape, dtype: Any, ctx: Context, stype: str) -> NDArray:
    if not is_np_array():
        return ndarray.zeros(shape, ctx=ctx, dtype=dtype, stype=stype)
    if stype != "default":
        raise ValueError(f"NumPy arrays have no storage type {stype!r}; use 'default'")
    return _array_module().zeros(shape=shape, dtype=dtype, ctx=ctx)


class Parameter(KnownKeywords):
    """A weight of a block: after :meth:`initialize`, one array and one gradient array on each of its contexts.

    Parameters
    ----------
    name : str, default 'weight'
        Full name, prefix included. With the interface of MXNet 2.0 (:func:`jmx.util.v2`) it only chooses the initializer, and
        several parameters may have the same.
    grad_req : {'write', 'add', 'null'}, default 'write'
        Whether `backward` overwrites the gradient, adds to it, or computes none.
    shape : int or tuple of int, optional
        Shape; 0 (-1 under NumPy shapes) stands for a dimension that the first forward pass determines.
    dtype : numpy.dtype or str, default 'float32'
        Element type.
    lr_mult, wd_mult : float, default 1.0
        Factors on the learning rate and on weight decay for this parameter.
    init : Initializer or str, optional
        How it is initialized; by default as the call of `initialize` says.
    allow_deferred_init : bool, default False
        Let :meth:`initialize` wait for the first forward pass if the shape is not known.
    differentiable : bool, default True
        When False, `grad_req` is always 'null'.
    stype, grad_stype : {'default', 'row_sparse', 'csr'}
        Storage types of the arrays and of the gradients.

    Examples
    --------
    >>> weight = gluon.Parameter("weight", shape=(1, 2), init=mx.init.One())
    >>> weight.initialize()
    >>> weight
    Parameter weight (shape=(1, 2), dtype=<class 'numpy.float32'>)
    >>> weight.data().asnumpy()
    array([[1., 1.]], dtype=float32)
    >>> weight.grad().asnumpy()
    array([[0., 0.]], dtype=float32)
    """

    def __init__(
        self,
        name: str = "weight",
        grad_req: Literal["write", "add", "null"] | str = "write",
        shape: Int | Sequence[Int] | None = None,
        dtype: DTypeLike = np.float32,
        lr_mult: Float = 1.0,
        wd_mult: Float = 1.0,
        init: Initializer | str | None = None,
        allow_deferred_init: bool = False,
        differentiable: bool = True,
        stype: Literal["default", "row_sparse", "csr"] | str = "default",
        grad_stype: Literal["default", "row_sparse", "csr"] | str = "default",
    ) -> None:
        # `| Any`: None until the parameter is initialized (the trainer: until one trains it), when nobody reads them.
        self._var: symbol.Symbol | None = None
        self._arrays: list[NDArray] | Any = None
        self._grad: list[NDArray] | Any = None
        self._ctx_list: list[Context] | Any = None
        self._ctx_map: list[list[int | None]] | Any = None
        self._trainer: Any = None
        self._deferred_init: tuple[Any, ...] = ()
        self._differentiable = differentiable
        self._allow_deferred_init = allow_deferred_init
        self._grad_req: str | Any = None
        self._shape: Any = (shape,) if isinstance(shape, int) else shape
        #: what graphs and trainers call it; and, with 2.0's interface, what users do
        self._name: str = name
        self._short: str | None = None
        if dialect().structural_names:
            self._short, self._name = name, unique_name(self, name)
        self._dtype = dtype
        self.lr_mult = lr_mult
        self.wd_mult = wd_mult
        self.grad_req = grad_req
        self.init = init
        for argument, value in (("grad_stype", grad_stype), ("stype", stype)):
            assert value in _STYPES, (
                f"{argument} for Parameter '{name}' must be one of 'default', 'row_sparse', or 'csr', but got '{value}'"
            )
        self._grad_stype = grad_stype
        self._stype = stype

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        register_holder(cls, cls.data)

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        if type(self._ctx_map) is dict:  # as earlier versions of jmx pickled it
            self._ctx_map = _numbers(self._ctx_list) if self._ctx_map else None
        if self._short is not None:
            # A copy may stand in one network with what it was copied from.
            name = unique_name(self, self._name)
            if name != self._name:
                self._name, self._var = name, None
        if self._arrays is not None and self._grad is not None:
            # Copies of arrays are no variables; those of a parameter can be trained.
            autograd.mark_variables(self._arrays, self._grad, self.grad_req)

    def __repr__(self) -> str:
        return self._as_text("Parameter")

    def _as_text(self, kind: str) -> str:
        name = "" if dialect().structural_names else f"{self.name} "
        return f"{kind} {name}(shape={self.shape}, dtype={self.dtype})"

    def _repr_html_(self):
        return parameters_html({self.name: self})

    @property
    def name(self):
        """Its name: full, with prefixes, or with the interface of MXNet 2.0 as it was given."""
        return self._name if self._short is None else self._short

    @name.setter
    def name(self, name):
        if self._short is None:
            self._name = name
        else:
            self._short = name

    @property
    def _data(self) -> list[NDArray] | Any:
        return self._arrays

    @_data.setter
    def _data(self, arrays: list[NDArray] | None) -> None:
        self._arrays = arrays
        generation[0] = next(generations)

    @property
    def grad_req(self):
        """'write', 'add' or 'null': what `backward` does with the gradient. May be changed at any time."""
        return self._grad_req

    @grad_req.setter
    def grad_req(self, req):
        assert req in ("write", "add", "null"), f"grad_req must be one of 'write', 'add', or 'null', but got '{req}'"
        if not self._differentiable:
            req = "null"
        if self._grad_req == req:
            return
        self._grad_req = req
        if req == "null" and self._grad is not None:
            self._grad = None
            self._data = [array.detach() for array in self._data]
        elif self._data is not None:
            self._init_grad(self._data)

    @property
    def dtype(self):
        """Element type; setting it casts the arrays."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype):
        self.cast(dtype)

    @property
    def shape(self) -> tuple[int, ...] | Any:
        """Shape, with 0 (-1 under NumPy shapes) for dimensions not known yet, or None."""
        if self._shape is not None and is_np_shape():
            return tuple(size if size != 0 else -1 for size in self._shape)
        return self._shape

    @shape.setter
    def shape(self, new_shape):
        if self._shape is not None:
            fits = len(self._shape) == len(new_shape) and all(old in (-1, 0, new) for new, old in zip(new_shape, self._shape))
            assert fits, (
                f"Parameter '{self.name}' has shape {self._shape}, with which the given shape {new_shape} is incompatible."
            )
        self._shape = new_shape

    def _set_trainer(self, trainer: Any) -> None:
        if self._stype != "default" and self._trainer and trainer and self._trainer is not trainer:
            raise RuntimeError(
                f"Failed to set the trainer for Parameter '{self.name}': it belongs to another trainer already, and a "
                f"{self._stype} parameter can have only one."
            )
        self._trainer = trainer

    def _check_and_get(self, arr_list: list[NDArray] | None, ctx: Any, grad: bool = False) -> Any:
        """The array on `ctx`, or the whole list when `ctx` is the type `list`. `grad`: the list is that of the gradients."""
        deferred = False
        if arr_list is None:
            with building:  # which another thread may be about to end
                arr_list, deferred = self._grad if grad else self._arrays, bool(self._deferred_init)
        if arr_list is not None:
            if trace_observer.observer is not None:
                arr_list = trace_observer.observer.substitute(arr_list)
            if ctx is list:
                return arr_list
            if ctx is None:
                if len(arr_list) == 1:
                    return arr_list[0]
                ctx = context.current_context()
            numbers = self._ctx_map[ctx.device_typeid & 1]
            if ctx.device_id < len(numbers):
                index = numbers[ctx.device_id]
                if index is not None:
                    return arr_list[index]
            raise RuntimeError(
                f"Parameter '{self.name}' was not initialized on context {ctx}. It was only initialized on {self._ctx_list}."
            )
        if deferred:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was deferred: its shape "
                f"{self.shape} is known only after the first forward pass. Run one batch through the network before "
                "using the parameter, or specify in_units, in_channels, etc. when creating its block."
            )
        raise RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Initialize the block's parameters before the first "
            "forward pass, e.g. with Block.initialize() or Block.collect_params().initialize(). "
            "Block.params.initialize() is not enough, as it leaves out the parameters of nested blocks."
        )

    def _get_row_sparse(self, arr_list: list[NDArray] | None, ctx: Any, row_id: NDArray) -> Any:
        """Current values of some rows, pulled from the trainer's key-value store."""
        if not isinstance(row_id, ndarray.NDArray):
            raise TypeError(f"row_id must have NDArray type, but {type(row_id)} is given")
        if not self._trainer:
            raise RuntimeError(f"Cannot get row_sparse data for Parameter '{self.name}' when no Trainer is created with it.")
        results = self._check_and_get(arr_list, ctx)
        self._trainer._row_sparse_pull(self, results, row_id)
        return results

    def _check_load(
        self, data: NDArray, ctx: ContextLike | None, cast_dtype: bool, dtype_source: str
    ) -> tuple[tuple[int, ...] | None, Any]:
        """Refuse a loaded array that does not fit, before any change; return the shape and dtype to take on."""
        if cast_dtype:
            assert dtype_source in ("current", "saved"), f"dtype_source must be 'current' or 'saved', but got {dtype_source!r}"
        shape = self.shape
        if shape:
            unknown = -1 if is_np_shape() else 0
            assert len(shape) == len(data.shape) and all(mine in (unknown, loaded) for mine, loaded in zip(shape, data.shape)), (
                f"Failed loading Parameter '{self.name}' from saved params: shape incompatible expected {shape} vs "
                f"saved {data.shape}"
            )
            shape = data.shape
        dtype = self.dtype
        if dtype and np_dtype(dtype) != np_dtype(data.dtype):
            assert cast_dtype, (
                f"Failed loading Parameter '{self.name}' from saved params: dtype incompatible expected "
                f"{np_dtype(dtype)} vs saved {np_dtype(data.dtype)}. Set cast_dtype=True to cast the dtype of saved "
                "params."
            )
            if dtype_source == "saved":
                dtype = data.dtype
        placed = self._arrays is not None or bool(self._deferred_init)
        assert not placed or ctx is None or set(_context_list(ctx)) == set(self.list_ctx()), (
            f"Failed to load Parameter '{self.name}' on {ctx} because it was previously initialized on {self.list_ctx()}."
        )
        return shape, dtype

    def _load_init(self, data: NDArray, ctx: ContextLike | None, cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Take the values of a loaded array, initializing the parameter with it if need be."""
        shape, dtype = self._check_load(data, ctx, cast_dtype, dtype_source)
        if shape:
            self.shape = shape
        if dtype:
            if np_dtype(dtype) != np_dtype(self.dtype):
                self.dtype = dtype
            data = data.astype(dtype, copy=False)
        if self._stype != data.stype:
            data = data.tostype(self._stype)
        if self._data is not None:
            self.set_data(data)
        elif self._deferred_init:
            self._init_impl(data, self._deferred_init[1])
        else:
            self._init_impl(data, [cpu()] if ctx is None else _context_list(ctx))
        self._deferred_init = ()

    def _finish_deferred_init(self) -> None:
        """Create the arrays that :meth:`initialize` put off, now that the shape is known."""
        with building:
            self._finish_init()

    def _finish_init(self) -> None:
        if not self._deferred_init:
            return
        init, ctx, default_init, data = self._deferred_init
        assert shape_is_known(self.shape), (
            f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. Please specify "
            "in_units, in_channels, etc. for its block."
        )
        with autograd.pause():
            if data is None:
                data = _zeros(self.shape, self.dtype, cpu(), self._stype)
                initializer.create(default_init)(initializer.InitDesc(self.name, {"__init__": init}), data)
            self._init_impl(data, ctx)
        self._deferred_init = ()

    def _init_impl(self, data: NDArray, ctx_list: Sequence[Context]) -> None:
        arrays = [data.copyto(ctx) for ctx in ctx_list]
        self._ctx_list = list(ctx_list)
        self._ctx_map = _numbers(self._ctx_list)
        self._init_grad(arrays)
        self._data = arrays  # last: other threads take what is there

    def _init_grad(self, arrays: list[NDArray]) -> None:
        if self.grad_req == "null":
            self._grad = None
            return
        self._grad = [_zeros(array.shape, array.dtype, array.ctx, self._grad_stype) for array in arrays]
        autograd.mark_variables(arrays, self._grad, self.grad_req)

    def _reduce(self) -> NDArray:
        """The value on the host: the mean over contexts."""
        host = cpu()
        if self._stype == "default":
            arrays = self.list_data()
            if len(arrays) == 1:
                return arrays[0].copyto(host)
            copies = [array.copyto(host) for array in arrays]
            total: Any = sum(copies) if getattr(copies[0], "_numpy", False) else ndarray.add_n(*copies)
            return total / len(arrays)
        rows = ndarray.arange(0, self.shape[0], dtype="int64", ctx=host)
        data = ndarray.zeros(self.shape, stype="row_sparse", ctx=host)
        self._trainer._row_sparse_pull(self, data, rows, full_idx=True)
        return data

    @takes_device
    def initialize(
        self,
        init: Initializer | str | None = None,
        ctx: ContextLike | None = None,
        default_init: Initializer | str = initializer.Uniform(),
        force_reinit: bool = False,
    ) -> None:
        """Create the arrays and fill them.

        Parameters
        ----------
        init : Initializer or str, optional
            How to fill them; by default the parameter's own `init`, and without one `default_init`.
        ctx : Context or list of Context, optional
            Where: one copy on each; by default the current context.
        default_init : Initializer
            Used when neither `init` nor the parameter's own `init` is given.
        force_reinit : bool
            Initialize again even if it has been done.

        Raises
        ------
        ValueError
            If the shape is not known and the parameter does not allow deferred initialization.
        """
        if self._data is not None and not force_reinit:
            warnings.warn(
                f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.",
                stacklevel=3,  # above `takes_device`
            )
            return
        known = shape_is_known(self.shape)
        if not known and not self._allow_deferred_init:
            raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}.")
        self._data = self._grad = None
        if init is None:
            init = default_init if self.init is None else self.init
        self._deferred_init = (init, _context_list(ctx), default_init, None)
        if known:
            self._finish_deferred_init()

    @takes_device
    def reset_ctx(self, ctx: ContextLike) -> None:
        """Move the parameter to other contexts.

        Parameters
        ----------
        ctx : Context or list of Context or None
            The new contexts; None means the current one.

        Raises
        ------
        ValueError
            If the parameter has not been initialized.
        """
        ctx = _context_list(ctx)
        if self._data:
            data = self._reduce()
            with autograd.pause():
                self._init_impl(data, ctx)
        elif self._deferred_init:
            init, _, default_init, data = self._deferred_init
            self._deferred_init = (init, ctx, default_init, data)
        else:
            raise ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not been initialized.")

    def set_data(self, data: Any) -> None:
        """Write new values on every context.

        Parameters
        ----------
        data : NDArray
            The values, of the parameter's shape.
        """
        if self._data is None:
            assert self._deferred_init, f"Parameter '{self.name}' has not been initialized"
        self.shape = data.shape
        if self._data is None:
            self._deferred_init = self._deferred_init[:3] + (data,)
            return
        trainer = self._trainer
        # A store that updates parameters keeps a copy of its own, which would overwrite the new values.
        if trainer and trainer._kv_initialized and trainer._update_on_kvstore and self not in trainer._params_to_init:
            trainer._reset_kvstore()
        for array in self._check_and_get(self._data, list):
            array[:] = data

    def row_sparse_data(self, row_id: NDArray) -> NDArray:
        """The parameter on `row_id`'s context, holding the rows named by the int64 array `row_id`.

        Raises
        ------
        RuntimeError
            If the storage type is not 'row_sparse'.
        """
        if self._stype != "row_sparse":
            raise RuntimeError(
                f"Cannot return a copy of Parameter {self.name} via row_sparse_data() because its storage type is "
                f"{self._stype}. Please use data() instead."
            )
        return self._get_row_sparse(self._data, row_id.ctx, row_id)

    def list_row_sparse_data(self, row_id: NDArray) -> list[NDArray]:
        """As :meth:`row_sparse_data`, on every context."""
        if self._stype != "row_sparse":
            raise RuntimeError(
                f"Cannot return copies of Parameter '{self.name}' on all contexts via list_row_sparse_data() because "
                f"its storage type is {self._stype}. Please use data() instead."
            )
        return self._get_row_sparse(self._data, list, row_id)

    def _refuse_sparse(self, method: str) -> NoReturn:
        raise RuntimeError(
            f"Cannot return Parameter '{self.name}' via {method}() because its storage type is {self._stype}. Please "
            "use row_sparse_data() instead."
        )

    @takes_device
    def data(self, ctx: Context | None = None) -> NDArray:
        """The array on `ctx`, by default on the only context or the current one.

        Raises
        ------
        DeferredInitializationError
            If the shape is unknown until the first forward pass.
        RuntimeError
            If the parameter was not initialized, or not on this context.
        """
        if self._stype != "default":
            self._refuse_sparse("data")
        return self._check_and_get(self._arrays, ctx)

    def list_data(self) -> list[NDArray]:
        """The arrays on all contexts, in the order of :meth:`list_ctx`."""
        if self._stype != "default":
            self._refuse_sparse("list_data")
        return self._check_and_get(self._arrays, list)

    def _refuse_null(self) -> NoReturn:
        raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")

    @takes_device
    def grad(self, ctx: Context | None = None) -> NDArray:
        """The gradient array on `ctx`; raises RuntimeError if `grad_req` is 'null'."""
        if self._arrays is not None and self._grad is None:
            self._refuse_null()
        return self._check_and_get(self._grad, ctx, True)

    def list_grad(self) -> list[NDArray]:
        """The gradient arrays on all contexts, in the order of :meth:`list_ctx`."""
        if self._arrays is not None and self._grad is None:
            self._refuse_null()
        return self._check_and_get(self._grad, list, True)

    def list_ctx(self) -> list[Context]:
        """The contexts the parameter lives on, or will live on."""
        if self._arrays is not None:
            return self._ctx_list
        if self._deferred_init:
            return self._deferred_init[1]
        raise RuntimeError(f"Parameter '{self.name}' has not been initialized")

    def list_device(self) -> Any:
        """As :meth:`list_ctx`, MXNet 2.0's name."""
        return self.list_ctx()

    def reset_device(self, device: Any) -> None:
        """As :meth:`reset_ctx`, MXNet 2.0's name."""
        self.reset_ctx(device)

    def zero_grad(self) -> None:
        """Set the gradients to zero on every context."""
        for grad in self._grad or ():
            ndarray.zeros_like(grad, out=grad)

    def var(self) -> Any:
        """The symbol variable that stands for this parameter."""
        if self._var is None:
            self._var = symbol.var(
                self._name,
                shape=self.shape,
                dtype=self.dtype,
                lr_mult=self.lr_mult,
                wd_mult=self.wd_mult,
                init=self.init,
                stype=self._stype,
            )
            if is_np_array():
                self._var = self._var.as_np_ndarray()
        return self._var

    def cast(self, dtype: DTypeLike) -> None:
        """Change the element type of arrays and gradients."""
        np_dtype(dtype)
        self._dtype = dtype
        if self._data is None:
            return
        with autograd.pause():
            self._data = [array.astype(dtype) for array in self._data]
            if self._grad is None:
                return
            self._grad = [array.astype(dtype) for array in self._grad]
            autograd.mark_variables(self._data, self._grad, self.grad_req)


#: for JAX a parameter is its array on the current context
register_holder(Parameter, Parameter.data)
