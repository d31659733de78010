"""HybridBlock: a block that runs operator by operator, or traced once and compiled as one program."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import ndarray, symbol
from .._dialects import dialect
from ..base import MXNetError, NotImplementedForSymbol
from ..config.memory import no_collections
from ..context import current_context
from ..core.serial import together
from ..execution.cached_op import CachedOp
from ..ndarray import NDArray
from ..symbol import Symbol
from ..util import is_np_array
from ._block_call import BlockCall, several_contexts
from ._forward import call_compiled, compiling, holds_forward
from ._naming import naming
from ._parameter_state import building
from .base_block import Block
from .parameter import DeferredInitializationError, Parameter
from .structure import _describe, _flatten, _gather_type_ctx_info, _regroup
from .utils import _check_same_symbol_type, _save_arrays, shape_is_known

if TYPE_CHECKING:
    from .._typing import AnyFunction, DTypeLike, Float, Int
    from ._forward import Traces
    from .parameter_dict import ParameterDict

__all__ = ["HybridBlock"]


def _formats_agree(stored, given) -> bool:
    """Whether arguments of the format `given` fit a graph traced for `stored`; trailing None may be left out."""
    if stored == given:
        return True
    if not isinstance(stored, list) or not isinstance(given, list):
        return False
    short, long = sorted((stored, given), key=len)
    return long[: len(short)] == short and all(fmt == -1 for fmt in long[len(short) :])


class HybridBlock(Block):
    """A block whose computation can be traced and compiled.

    A subclass defines :meth:`hybrid_forward`, written against `F`, which is `mx.nd` or `mx.sym`. It runs operator by
    operator until :meth:`hybridize` is called; from then on the first call traces it into a graph, and every call
    runs the compiled graph.

    It may define :meth:`forward` on arrays instead, as in MXNet 2, with parameters as attributes (`self.weight.data()`). Such a
    block is traced for each set of shapes; one that looks at the values of arrays, writes to them or detaches them runs operator
    by operator.

    Parameters
    ----------
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> class Scale(gluon.HybridBlock):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         self.factor = self.params.get("factor", shape=(1,), init=mx.init.Constant(3))
    ...     def hybrid_forward(self, F, x, factor):
    ...         return F.broadcast_mul(F.relu(x), factor)
    >>> net = Scale()
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(nd.array([-1, 2])).asnumpy()
    array([0., 6.], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._cached_graph: tuple[Any, ...] = ()
        self._cached_op: CachedOp | None = None
        # What each input of the program is: (True, its number among the block's inputs) or (False, the parameter).
        self._cached_op_args: list[tuple[bool, Any]] = []
        self._call_plan: BlockCall | Any = None  # set whenever `_cached_op` is
        self._traces: Traces | None = None
        self._on_arrays: bool | None = None
        #: shapes of the inputs that it was traced for or that its parameters got their shapes from; `_repr_html_` shows them
        self._described_inputs: Any = None
        self._out_format: Any = None
        self._in_format: Any = None
        self._active = False
        self._flags: list[tuple[str, Any]] = []
        self._callback: Callable[..., Any] | None = None
        self._monitor_all = False
        self._backend: str | None = None
        self._backend_opts: dict[str, Any] = {}

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        if "forward" in vars(cls) and cls.hybrid_forward is HybridBlock.hybrid_forward:
            cls.forward = compiling(vars(cls)["forward"])

    def __setattr__(self, name, value) -> None:
        super().__setattr__(name, value)
        if isinstance(value, (HybridBlock, Parameter)):
            self._clear_cached_op()
        elif name[0] != "_":
            traces = vars(self).get("_traces")
            if traces is not None and not traces.impossible:
                self._traces = None

    def __getstate__(self) -> dict[str, Any]:
        # A copy, also one in another process, is traced and compiled anew.
        state = self.__dict__.copy()
        state.update(_cached_graph=(), _cached_op=None, _cached_op_args=[], _call_plan=None, _traces=None, _on_arrays=None)
        return state

    def _replace_parameter(self, name: str, param: Any) -> None:
        super()._replace_parameter(name, param)
        self._clear_cached_op()

    def _trace_inputs(self, *args):
        """Symbols to trace with, nested as `args` are, and those of them that are not None."""
        flat, self._in_format = _flatten(args, "input")
        present = [arg for arg in flat if arg is not None]
        if not present:
            raise ValueError(f"At least one input of a HybridBlock must not be None, but all of {args} are.")
        inputs = []
        for position, arg in enumerate(present):
            variable = symbol.var("data" if len(present) == 1 else f"data{position}")
            inputs.append(variable.as_np_ndarray() if getattr(arg, "_numpy", is_np_array()) else variable)
        left = iter(inputs)
        return _regroup([None if arg is None else next(left) for arg in flat], self._in_format), inputs

    def _get_graph(self, *args):
        if not self._cached_graph:
            nested, inputs = self._trace_inputs(*args)
            params = {name: param.var() for name, param in self._reg_params.items()}
            try:
                with self.name_scope():
                    out = self.hybrid_forward(self._operators(symbol), *nested, **params)
            except TypeError as error:
                _explain_call(self, error, args)
                raise
            out, self._out_format = _flatten(out, "output")
            self._cached_graph = inputs, symbol.Group(out, _check_same_symbol_type(out))
        return self._cached_graph

    def _graph_params(self, inputs, out):
        """Parameters by name for tracing, after warning about inputs and parameters the graph does not use."""
        params = {entry.name: entry for is_arg, entry in self._cached_op_args if not is_arg} or dict(self._all_params().items())
        names = set(out.list_inputs())
        data_names = [variable.name for variable in inputs]
        unknown = names.difference(params, data_names)
        assert not unknown, f"Unknown input to HybridBlock: {', '.join(sorted(unknown))}"
        unused = [f"{position}-th" for position, name in enumerate(data_names) if name not in names]
        if unused:
            warnings.warn(
                f"The {', '.join(unused)} input to HybridBlock is not used by any computation. Is this intended?", stacklevel=5
            )
        unused = [name for name in params if name not in names]
        if unused:
            warnings.warn(f"Parameter {', '.join(unused)} is not used by any computation. Is this intended?", stacklevel=5)
        return params

    def _partition(self, inputs, out, params, flat):
        """Hand the graph to the backend that hybridize or optimize_for named; new parameters are added to `params`."""
        data = dict(zip((variable.name for variable in inputs), (arg for arg in flat if arg is not None)))
        shapes = {name: arg.list_attr() for name, arg in data.items() if isinstance(arg, Symbol)}
        shapes = {
            name: tuple(int(size) for size in attrs["__shape__"].strip("()").split(",") if size.strip())
            for name, attrs in shapes.items()
            if "__shape__" in attrs
        }

        def arrays(names):
            values = {name: data[name] for name in names if isinstance(data.get(name), NDArray)}
            values.update((name, params[name].data()) for name in names if name in params)
            return values

        args, aux = arrays(out.list_arguments()), arrays(out.list_auxiliary_states())
        ctx = next((arg.ctx for arg in flat if isinstance(arg, NDArray)), None)
        out = out.optimize_for(self._backend, args, aux, ctx, shapes, **self._backend_opts)
        if is_np_array():
            out = out.as_np_ndarray()
        for name in out.list_inputs():
            if name not in data and name not in params:
                added = args.get(name, aux.get(name))
                if added is None:
                    raise RuntimeError(
                        f"The backend {self._backend} added the parameter '{name}' to the graph but gave no value for it."
                    )
                params[name] = Parameter(name, dtype=added.dtype)
                params[name]._load_init(added, added.ctx)
        return out

    def _build_cache(self, *args: Any) -> None:
        inputs, out = self._get_graph(*args)
        self._described_inputs = _describe(args)
        params = self._graph_params(inputs, out)
        flat, _ = _flatten(args, "input")
        used = [params[name] for name in out.list_inputs() if name in params]
        try:
            for param in used:
                param.data()
        except DeferredInitializationError:
            self._deferred_infer_shape(*args)
            for param in used:
                param._finish_deferred_init()
        if self._backend:
            out = self._partition(inputs, out, params, flat)
            self._cached_graph = inputs, out
        positions = {variable.name: position for position, variable in enumerate(inputs)}
        entries = [(True, positions[name]) if name in positions else (False, params[name]) for name in out.list_inputs()]
        settings = dict(self._flags)
        if settings.get("static_shape") and not settings.get("static_alloc"):
            raise MXNetError(f"{self.name}: static_alloc must be True when static_shape is True")
        flags = [
            ("data_indices", [index for index, (is_arg, _) in enumerate(entries) if is_arg]),
            ("param_indices", [index for index, (is_arg, _) in enumerate(entries) if not is_arg]),
            *self._flags,
        ]
        self._cached_op = CachedOp(out, flags)
        self._cached_op.program.title = self.name or self._cached_op.program.title
        self._cached_op_args = entries
        self._call_plan = BlockCall(self._cached_op, entries, self._in_format, self._out_format)
        if self._callback:
            self._cached_op._register_op_hook(self._callback, self._monitor_all)

    def _deferred_infer_shape(self, *args) -> None:
        try:
            self.infer_shape(*args)
            self._described_inputs = _describe(args)
        except NotImplementedForSymbol as error:
            raise ValueError(
                f"Deferred initialization failed because shape cannot be inferred: {error} Or specify in_units, in_channels, "
                "etc. when creating the layers, so that no shape is to be inferred."
            ) from error
        except MXNetError as error:
            raise ValueError(f"{self.name}: {error}") from error  # the inputs are wrong, whatever the parameters' shapes are
        except ValueError as error:
            raise ValueError(
                f"Deferred initialization failed because shape cannot be inferred: {str(error).rstrip('.')}. Specify in_units, "
                "in_channels, etc. when creating the layers."
            ) from error
        except Exception as error:
            if isinstance(error, TypeError) and dialect().numpy_layers and not all(getattr(x, "_numpy", True) for x in args):
                raise  # arrays of mx.nd: the message says so
            raise ValueError(
                f"Deferred initialization failed: hybrid_forward of {self.name}, run on symbols to infer shapes, raised "
                f"{type(error).__name__}: {error}"
            ) from error

    def _call_cached_op(self, *args: Any) -> Any:
        _, _, contexts, ctx = _gather_type_ctx_info(args)
        if len(contexts) > 1:
            raise several_contexts(contexts)
        if self._call_plan is None:
            with building, ctx, no_collections():
                if self._call_plan is None:
                    self._build_cache(*args)
        flat, fmt = _flatten(args, "input")
        if not _formats_agree(self._in_format, fmt):
            raise ValueError(
                f"The nesting of the inputs of a HybridBlock does not match the one it was traced with: it was "
                f"{self._in_format}, and is {fmt} now. Call hybridize() again to trace the block anew."
            )
        plan: Any = self._call_plan
        out = plan.run([arg for arg in flat if arg is not None], ctx)
        return _regroup(out, plan.out_format)

    def optimize_for(
        self,
        x: NDArray | Symbol,
        *args: NDArray | Symbol,
        backend: str | None = None,
        clear: bool = False,
        static_alloc: bool = False,
        static_shape: bool = False,
        inline_limit: Float = 2,
        forward_bulk_size: Any = None,
        backward_bulk_size: Any = None,
        **kwargs: Any,
    ) -> None:
        """Trace the block on these inputs and hand the graph to a partitioning backend, without running it.

        Parameters
        ----------
        x, *args : NDArray or Symbol
            Inputs.
        backend : str
            Name of the backend.
        clear, static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size
            As in :meth:`hybridize`.
        **kwargs
            Options of the backend.
        """
        if kwargs:
            self._backend_opts = kwargs
        if not backend:
            raise ValueError('Must specify "backend" to optimize_for')
        self.hybridize(True, backend, clear, static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size)
        has_symbol, has_array, contexts, ctx = _gather_type_ctx_info((x, *args))
        if not has_symbol and not has_array:
            raise ValueError("In HybridBlock, there must be one NDArray or one Symbol in the input, but there is none.")
        if len(contexts) > 1:
            raise several_contexts(contexts)
        with building, ctx or current_context():
            self._build_cache(x, *args)

    def _clear_cached_op(self) -> None:
        self._cached_graph = ()
        self._cached_op = None
        self._cached_op_args = []
        self._call_plan = None
        self._traces = self._on_arrays = None

    def register_child(self, block: Any, name: str | None = None) -> None:
        """As :meth:`Block.register_child`; the child must be a HybridBlock."""
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type {type(block)}. If you are "
                "using Sequential, please try HybridSequential instead."
            )
        super().register_child(block, name)
        self._clear_cached_op()

    def hybridize(
        self,
        active: bool = True,
        backend: str | None = None,
        clear: bool = True,
        static_alloc: bool = False,
        static_shape: bool = False,
        inline_limit: Float = 2,
        forward_bulk_size: Any = None,
        backward_bulk_size: Any = None,
        **kwargs: Any,
    ) -> None:
        """From now on, run the block as one compiled program (or no longer, with `active=False`).

        Parameters
        ----------
        active : bool
            Whether to compile.
        backend : str, optional
            A partitioning backend the traced graph is handed to.
        clear : bool
            Forget what was traced before.
        static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size
            Accepted for MXNet's sake; every compiled program plans its memory by itself.
        **kwargs
            Options of the backend.
        """
        kwargs.pop("partition_if_dynamic", None)  # MXNet 2.0 asks; graphs are always cut where shapes depend on values
        if isinstance(backend, bool):  # its place in MXNet 2.0
            backend = None
        if kwargs:
            self._backend_opts = kwargs
        self._backend = backend
        self._active = active
        self._flags = [("static_alloc", static_alloc), ("static_shape", static_shape), ("inline_limit", inline_limit)]
        if forward_bulk_size is not None:
            self._flags.append(("forward_bulk_size", forward_bulk_size))
        if backward_bulk_size is not None:
            self._flags.append(("backward_bulk_size", backward_bulk_size))
        if clear:
            self._clear_cached_op()
        if active and (self._forward_hooks or self._forward_pre_hooks):
            warnings.warn(
                f'"{self}" is being hybridized while still having forward hook/pre-hook. If "{self}" is a child of '
                "HybridBlock, the hooks will not take effect.",
                stacklevel=2,
            )
        super().hybridize(active, **dict(self._flags))

    def cast(self, dtype: DTypeLike) -> None:
        """As :meth:`Block.cast`; the block is traced anew."""
        self._clear_cached_op()
        super().cast(dtype)

    def _infer_attrs(self, infer_fn, attr, *args) -> None:
        inputs, out = self._get_graph(*args)
        present = [arg for arg in _flatten(args, "input")[0] if arg is not None]
        known = {variable.name: getattr(arg, attr) for variable, arg in zip(inputs, present)}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            arg_attrs, _, aux_attrs = getattr(out, infer_fn)(**known)
        if arg_attrs is None:
            reason = str(caught[0].message) if caught else f"the {attr} of some parameters cannot be told from {known}"
            raise ValueError(reason)
        inferred = dict(zip(out.list_arguments(), arg_attrs))
        inferred.update(zip(out.list_auxiliary_states(), aux_attrs))
        for param in self._all_params().values():
            setattr(param, attr, inferred[param._name])

    def infer_shape(self, *args: Any) -> None:
        """Set the shapes of all parameters from inputs."""
        if type(self).hybrid_forward is HybridBlock.hybrid_forward and dialect().declared_shapes:
            unknown = {name: param.shape for name, param in self._reg_params.items() if not shape_is_known(param.shape)}
            if unknown:
                raise RuntimeError(
                    f"{type(self).__name__} has parameters with unknown shape: {unknown}. Specify the shapes in __init__, or "
                    f"define {type(self).__name__}.infer_shape(self, x, ...), which sets them from the first inputs: "
                    "self.weight.shape = ..."
                )
            return
        self._infer_attrs("infer_shape", "shape", *args)

    def infer_type(self, *args: Any) -> None:
        """Set the dtypes of all parameters from inputs."""
        self._infer_attrs("infer_type", "dtype", *args)

    def export(self, path: str | None, epoch: Int = 0, remove_amp_cast: bool = True) -> Any:
        """Write the traced graph to `path-symbol.json` and the parameters to `path-NNNN.params`.

        The files can be read by :meth:`SymbolBlock.imports`, by the Module API and by MXNet itself. Both get their names when
        both are complete: an error, or a signal that ends the process while they are written, leaves the old ones.

        Parameters
        ----------
        path : str or None
            Start of the file names. With None nothing is written.
        epoch : int
            The number in the name of the parameter file.
        remove_amp_cast : bool
            Leave out the casts that mixed precision inserted.

        Returns
        -------
        None or (str, str or None)
            With MXNet 2.0's interface the names of both files, None without parameters.
            For `path=None` the Symbol and a dict of its parameters.

        Raises
        ------
        RuntimeError
            If the block was not hybridized and run once before.
        """
        if not self._cached_graph and self._traces is not None:
            self._traces.catch_up(self)
        if not self._cached_graph:
            raise RuntimeError(self._why_no_graph())
        out = self._cached_graph[1]
        params = [entry for is_arg, entry in self._cached_op_args if not is_arg]
        if self._cached_op is None:
            params = [param for name, param in self._all_params().items() if name in set(out.list_inputs())]
        aux = set(out.list_auxiliary_states())
        parameter_file = "%s-%04d.params" % (path, epoch)  # noqa: UP031  (refuses what is no number by TypeError, as MXNet)
        out, names = naming().exported(self, out, params)
        arrays = {("aux:" if param._name in aux else "arg:") + names[param._name]: param._reduce() for param in params}
        if path is None:
            return out, arrays
        with together():
            out.save(f"{path}-symbol.json", remove_amp_cast=remove_amp_cast)
            _save_arrays(parameter_file, arrays)
        return (f"{path}-symbol.json", parameter_file if arrays else None) if dialect().export_names_files else None

    def _why_no_graph(self) -> str:
        """What is to be done before `export`."""
        if not self._active:
            return (
                f"{self.name} was not hybridized: please first call block.hybridize() and then run forward with this block at "
                "least once before calling export."
            )
        if self._traces is not None and self._traces.impossible:
            return (
                f"{type(self).__name__}.forward has no graph that could be exported: it looks at the values of arrays, writes "
                "to them or changes the block. Define hybrid_forward(self, F, x) with operators of F. What stopped its graph: "
                f"{self._traces.impossible.splitlines()[0]}"
            )
        return (
            f"{self.name} is hybridized, but has no graph yet: run forward with this block itself once, on arrays, before "
            "calling export."
        )

    def register_op_hook(self, callback: AnyFunction, monitor_all: bool = False) -> None:
        """As :meth:`Block.register_op_hook`; takes effect while the block is hybridized."""
        self._callback = callback
        self._monitor_all = monitor_all
        if self._cached_op is not None:
            self._cached_op._register_op_hook(callback, monitor_all)
        for child in self._children.values():
            child._callback = callback
            child._monitor_all = monitor_all

    def _eager_params(self, ctx, args):
        try:
            return {name: param.data(ctx) for name, param in self._reg_params.items()}
        except DeferredInitializationError:
            with building:
                if any(param._arrays is None for param in self._reg_params.values()):
                    self._deferred_infer_shape(*args)
                    for param in self._own_params():
                        param._finish_deferred_init()
            return {name: param.data(ctx) for name, param in self._reg_params.items()}

    def forward(self, x, *args: Any) -> Any:
        """Run :meth:`hybrid_forward`, or its compiled program, on arrays; or compose it into a graph, on symbols.

        Raises
        ------
        ValueError
            If arrays and symbols are mixed, if there are none, or, when hybridized, if arrays lie on several contexts.
        """
        plan = self._call_plan
        if plan is not None and self._active and plan.flat_inputs == len(args) + 1 and isinstance(x, NDArray):
            out = plan.run_flat((x, *args))
            if out is not None:
                return out
        # The everyday cases first: an array alone needs no search through nested arguments.
        if not args and isinstance(x, NDArray):
            has_array, has_symbol, ctx = True, False, x.ctx
        else:
            has_symbol, has_array, _, ctx = _gather_type_ctx_info((x, *args))
            if has_symbol and has_array:
                raise ValueError(
                    f"The inputs of {self.name} mix NDArrays and Symbols. A HybridBlock takes either arrays or symbols."
                )
            if not has_symbol and not has_array:
                raise ValueError(
                    f"The inputs of {self.name} hold neither an NDArray nor a Symbol: {[type(arg) for arg in (x, *args)]}. "
                    "Make arrays of them with mx.nd.array()."
                )
        if has_symbol:
            if dialect().numpy_layers:
                x, *rest = _as_numpy([x, *args])
                args = tuple(rest)
            params = {name: param.var() for name, param in self._reg_params.items()}
            try:
                with self.name_scope():
                    return self.hybrid_forward(self._operators(symbol), x, *args, **params)
            except TypeError as error:
                _explain_call(self, error, (x, *args))
                raise
        if self._active:
            if self._on_arrays is None:
                self._on_arrays = holds_forward(self)
            if not self._on_arrays:
                return self._call_cached_op(x, *args)
            return call_compiled(self, lambda block, *args: block._call_operators(ctx, *args), (x, *args))
        return self._call_operators(ctx, x, *args)

    @staticmethod
    def _operators(F: Any) -> Any:
        """What `hybrid_forward` gets as `F`; layers that know only the operators of `mx.nd` get them for `mx.np` as well."""
        return F

    def _call_operators(self, ctx, *args):
        """Run `hybrid_forward` on arrays, operator by operator."""
        try:
            if ctx == current_context():
                return self.hybrid_forward(self._operators(ndarray), *args, **self._eager_params(ctx, args))
            with ctx:
                return self.hybrid_forward(self._operators(ndarray), *args, **self._eager_params(ctx, args))
        except TypeError as error:
            _explain_call(self, error, args)
            raise

    def hybrid_forward(self, F: Any, x, *args: Any, **kwargs: Any) -> Any:
        """The computation; subclasses define it.

        Parameters
        ----------
        F : module
            `mx.nd` or `mx.sym`.
        x, *args : NDArray or Symbol
            Inputs.
        **kwargs : NDArray or Symbol
            The block's own parameters, by attribute name.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")


def _as_numpy(value):
    """Symbols, nested in lists, as those of NumPy's kind, which the layers of MXNet 2.0 take."""
    if isinstance(value, (list, tuple)):
        return [_as_numpy(item) for item in value]
    return value.as_np_ndarray() if isinstance(value, Symbol) else value


def _explain_call(block, error, args):
    """Raise TypeError with what `hybrid_forward` is called with, if the call itself, not what it does, raised `error`."""
    if error.__traceback__.tb_next is None:
        names = ", ".join(block._reg_params) or "none"
        raise TypeError(
            f"{error}. hybrid_forward is called with self, F, the inputs ({len(args)} here), and the block's own parameters by "
            f"name ({names}): def hybrid_forward(self, F, x, ...)"
        ) from None
