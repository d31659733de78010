"""`Symbol`: a computation that has not run yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any, Self

from .._late_binding import provider
from ..base import _SYMBOLS_HAVE_NO_VALUES, MXNetError, NotImplementedForSymbol, numeric_types
from ..context import current_context
from ..core.facade import refuse_kind
from ..core.graph import nodes, symbol_json
from ..core.graph.partition import BACKENDS, partition
from ..core.serial import FileError, atomic_file
from ..util import is_np_shape
from . import _inference, creation, register
from ._handles import graph_of
from .creation import *  # noqa: F403
from .creation import Group, split_v2
from .register import Fluent, create

if TYPE_CHECKING:
    from .._typing import Float, Int, Shape
    from ..context import Context
    from ..executor import Executor
    from ..ndarray.ndarray import NDArray
    from .numpy._symbol import _Symbol

__all__ = ["Symbol", *creation.__all__]


def _refuse(other):
    return TypeError(f"type {type(other)} not supported; a Symbol combines with a Symbol or a number")


def _arithmetic(op, scalar_op, scalar_hint, hint, numbers=Number):
    """A binary operator: elementwise with a symbol, `scalar_op` with a number."""

    def method(self, other):
        if isinstance(other, Symbol):
            if isinstance(other, register.numpy_class):
                refuse_kind(hint, hint, False)
            return create(op, hint, (), {"lhs": self, "rhs": other})
        if isinstance(other, numbers):
            return create(scalar_op, scalar_hint, (), {"data": self, "scalar": other})
        raise _refuse(other)

    return method


def _reflected(forward, scalar_op, scalar_hint):
    def method(self, other):
        if isinstance(other, Symbol):
            return getattr(other, forward)(self)
        if isinstance(other, Number):
            return create(scalar_op, scalar_hint, (), {"data": self, "scalar": other})
        raise _refuse(other)

    return method


def _in_place(sign, name):
    def method(self, other):
        raise NotImplementedForSymbol(getattr(self, name), sign, other)

    method.__name__ = name
    return method


class Symbol:
    """One or several outputs of a graph of operators and variables.

    Symbols are made by `mx.sym.Variable`, by the functions of `mx.sym`, and by Python's operators on symbols. They are
    run after binding them to arrays: `bind`, `simple_bind`, `eval`. Indexing, iteration and `len` go over the outputs.

    Parameters
    ----------
    handle : object
        Of a symbol there is. Programs call the functions of `mx.sym` instead.

    Examples
    --------
    >>> y = mx.sym.var("a") * mx.sym.var("b") + 1
    >>> y.eval(a=mx.nd.array([1, 2]), b=mx.nd.array([3, 4]))[0].asnumpy()
    array([4., 9.], dtype=float32)
    """

    __slots__ = ("_entries", "__weakref__")
    __array_priority__ = 1000.0

    def __init__(self, handle: Any) -> None:
        if handle is not None and type(handle) is not list:
            handle = graph_of(handle)
        self._entries = handle

    def __repr__(self) -> str:
        name = self.name
        if name is None:
            return f"<{type(self).__name__} group [{', '.join(str(i.name) for i in self)}]>"
        return f"<{type(self).__name__} {name}>"

    def _repr_html_(self):
        import html

        lines = self.debug_str().splitlines()
        shown = lines if len(lines) <= 400 else [*lines[:400], f"... and {len(lines) - 400} lines more"]
        return (
            f"<details><summary><code>{html.escape(repr(self))}</code></summary>"
            f"<pre>{html.escape(chr(10).join(shown))}</pre></details>"
        )

    @property
    def handle(self) -> Any:
        """The graph's outputs, as (node, index); MXNet has a C handle here."""
        return self._entries

    def as_nd_ndarray(self) -> Self:
        """Return this symbol itself."""
        return self

    def as_np_ndarray(self) -> Any:
        """Return the same outputs as a symbol of the NumPy interface."""
        from .numpy import _Symbol

        return _Symbol(list(self._entries))

    # ---- outputs

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: int | str | slice) -> Any:
        if isinstance(index, slice):
            return Group([self[i] for i in range(*index.indices(len(self)))], type(self))
        if isinstance(index, str):
            places = [i for i, name in enumerate(self.list_outputs()) if name == index]
            if len(places) != 1:
                what = "There are multiple outputs with name" if places else "Cannot find output that matches name"
                raise ValueError(f'{what} "{index}". The outputs are {", ".join(self.list_outputs())}')
            index = places[0]
        if not isinstance(index, int):
            raise TypeError(f"Symbol only support integer index to fetch i-th output, got {type(index).__name__}")
        if index < 0:
            raise MXNetError(f"Symbol only accept nonnegative index, got {index}")
        if index >= len(self._entries):
            raise IndexError(f"output {index} of a symbol with {len(self._entries)} outputs")
        return type(self)([self._entries[index]])

    @property
    def name(self) -> str | Any:
        """The name of the symbol, None for a group."""
        return self.attr("name")

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs: that of the node and "_output" or what the operator calls them."""
        return [nodes.output_name(e) for e in self._entries]

    def _nodes(self) -> Any:
        return nodes.topo(self._entries)

    def list_arguments(self) -> list[str]:
        """Return the names of the variables that are arguments, in the order in which the graph first needs them."""
        return [n.name for n in nodes.variables(self._nodes())[0]]

    def list_auxiliary_states(self) -> list[str]:
        """Return the names of the variables that operators write to, such as BatchNorm's moving statistics."""
        return [n.name for n in nodes.variables(self._nodes())[1]]

    def list_inputs(self) -> list[str]:
        """Return the names of all variables, arguments and auxiliary states."""
        return [n.name for n in self._nodes() if n.op is None]

    @property
    def num_outputs(self) -> int:
        """The number of outputs."""
        return len(self._entries)

    def get_internals(self) -> Self:
        """Return a group of the outputs of every node of the graph, variables included."""
        return type(self)([entry for node in self._nodes() for entry in nodes.heads_of(node)])

    def get_children(self) -> Self | Any:
        """Return a group of the inputs of the symbol's nodes, or None if they have none."""
        seen, entries = set(), []
        for node, _ in self._entries:
            if node not in seen:
                seen.add(node)
                entries += [(n, i) for n, i, _ in node.inputs]
        return type(self)(entries) if entries else None

    # ---- attributes

    def _single(self) -> Any:
        node = self._entries[0][0]
        return node if all(e[0] is node for e in self._entries) else None

    def attr(self, key: str) -> str | Any:
        """Return the attribute `key` as a string, or None if it is not set or the symbol is a group."""
        node = self._single()
        if node is None:
            return None
        if key == "name":
            return node.name
        return node.attrs.get(key, node.attrs.get(f"__{key}__") if key in nodes.HIDDEN else None)

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """Return the attributes of the symbol's own node as a dict of strings."""
        if recursive:
            raise DeprecationWarning("Symbol.list_attr with recursive=True has been deprecated. Please use attr_dict instead.")
        return _with_plain_names(self._entries[0][0].attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Return the attributes of all nodes that have any: a dict from node name to a dict of strings."""
        attributes: dict = {}
        for node in self._nodes():
            if node.attrs:
                attributes.setdefault(node.name, {}).update(_with_plain_names(node.attrs))
        return attributes

    def _set_attr(self, **kwargs: Any) -> None:
        """Set attributes, given as strings, on the symbol's node."""
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Set Attr only accepts string values, got {key}={value!r}")
        node = self._single()
        if node is None:
            raise MXNetError("Symbol.SetAttrs only works for non-grouped symbol")
        for key, value in kwargs.items():
            if key not in nodes.HIDDEN:
                for known in nodes.HIDDEN:
                    if key.endswith(known) and not key.startswith(known):
                        nodes.hide({key: value})
            node.set_attr(f"__{key}__" if key in nodes.HIDDEN else key, value)

    # ---- composition

    def __call__(self, *args: Symbol, **kwargs: Symbol) -> Any:
        """Return a copy of the symbol with inputs filled in, or with variables replaced by name; see `_compose`."""
        composed = self.__copy__()
        composed._compose(*args, **kwargs)
        return composed

    def _compose(self, *args: Any, name: str | None = None, **kwargs: Any) -> None:
        """Give this symbol inputs, in place: positional ones for a bare operator, else `variable_name=symbol`."""
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword arguments, not both")
        for value in [*args, *kwargs.values()]:
            if not isinstance(value, Symbol):
                raise TypeError(f"Compose expect `Symbol` as arguments, got {type(value).__name__}")
        self._entries = nodes.compose(self._entries, [a._entries for a in args], {k: v._entries for k, v in kwargs.items()}, name)

    def __copy__(self) -> Symbol | _Symbol:
        return self.__deepcopy__(None)

    def __deepcopy__(self, memo) -> Symbol:
        return type(self)(nodes.copied(self._entries)[0])

    def _gen_atomic_symbol(self):
        """Return a symbol of the same operator and attributes, without inputs."""
        node = self._single()
        if node is None or node.op is None:
            raise MXNetError("Only the symbol of one operator can be made atomic")
        return type(self)(nodes.heads_of(nodes.Node(node.op, "", dict(node.attrs))))

    # ---- inference

    def infer_shape(self, *args: Sequence[int] | None, **kwargs: Sequence[int]) -> tuple[Any, Any, Any]:
        """Infer the shapes of everything from those of some arguments.

        Parameters
        ----------
        *args : tuple of int or None
            Shapes in the order of `list_arguments`; None or a 0 in a shape means unknown.
        **kwargs : tuple of int
            Shapes by name.

        Returns
        -------
        (list of tuple, list of tuple, list of tuple)
            Shapes of arguments, outputs and auxiliary states; (None, None, None) with a warning where one is unknown.

        Raises
        ------
        MXNetError
            Shapes contradict each other; the message names the node and both shapes.
        """
        result = _inference.infer_shape(self, False, args, kwargs)
        if result[1] is None:
            unknown = (lambda s: s is None or -1 in s) if is_np_shape() else (lambda s: not s or 0 in s)
            _inference.warn_unknown(self, "shape", _inference.infer_shape(self, True, args, kwargs)[0], unknown)
        return result

    def infer_shape_partial(self, *args: Sequence[int] | None, **kwargs: Sequence[int]) -> tuple[Any, Any, Any]:
        """As `infer_shape`, but returns what is known: () for an unknown shape, 0 for an unknown dimension."""
        return _inference.infer_shape(self, True, args, kwargs)

    def infer_type(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        """Infer the element types of everything from those of some arguments; conventions as in `infer_shape`.

        Returns
        -------
        (list of type, list of type, list of type)
            NumPy types of arguments, outputs and auxiliary states.
        """
        result = _inference.infer_type(self, False, args, kwargs)
        if result[1] is None:
            types = _inference.infer_type(self, True, args, kwargs)[0]
            _inference.warn_unknown(self, "type", types, lambda t: t is None)
        return result

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        """As `infer_type`, but returns what is known, None elsewhere."""
        return _inference.infer_type(self, True, args, kwargs)

    # ---- files

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """Return the symbol as a JSON string, in MXNet's file format.

        Parameters
        ----------
        remove_amp_cast : bool
            Leave out the casts that automatic mixed precision inserted.
        """
        return symbol_json.dumps(self._entries, is_np_shape(), remove_amp_cast)

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write `tojson()` to the file `fname`. MXNetError where it cannot be written."""
        if not isinstance(fname, str):
            raise TypeError(f"fname need to be string, got {type(fname).__name__}")
        text = self.tojson(remove_amp_cast).encode()
        try:
            with atomic_file(fname) as file:
                file.write(text)
        except FileError as error:
            raise MXNetError(str(error)) from error.__cause__

    def __getstate__(self) -> dict[str, str]:
        return {"handle": self.tojson()}

    def __setstate__(self, state) -> None:
        self._entries = symbol_json.loads(state["handle"])[0]

    def __reduce__(self) -> tuple[type[Any], tuple[None], dict[str, str]]:
        return type(self), (None,), self.__getstate__()

    def debug_str(self) -> str:
        """Return a description of the graph, node by node."""
        return nodes.describe(self._entries)

    # ---- running

    def bind(
        self,
        ctx: Context,
        args: Sequence[NDArray] | Mapping[str, NDArray],
        args_grad: Sequence[NDArray | None] | Mapping[str, NDArray] | None = None,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
        aux_states: Sequence[NDArray] | Mapping[str, NDArray] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_exec: Executor | None = None,
    ) -> Executor:
        """Bind the symbol to arrays.

        Parameters
        ----------
        ctx : Context
        args : list or dict of NDArray
            All arguments.
        args_grad : list or dict of NDArray, optional
            Where gradients go; arguments left out get none.
        grad_req : str, list or dict of str
            "write", "add" or "null": for all arguments, in order, or by name ("null" for names left out).
        aux_states : list or dict of NDArray, optional
            All auxiliary states.
        group2ctx : dict of str to Context, optional
        shared_exec : Executor, optional

        Returns
        -------
        Executor
        """
        return provider("Symbol.bind")(self, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec)

    def simple_bind(
        self,
        ctx: Context,
        grad_req: Any = "write",
        type_dict: Mapping[str, type[Any]] | None = None,
        stype_dict: Mapping[Any, Any] | None = None,
        group2ctx: Mapping[Any, Any] | None = None,
        shared_arg_names: Sequence[str] | None = None,
        shared_exec: Executor | None = None,
        shared_buffer: Mapping[str, NDArray] | None = None,
        **kwargs: Any,
    ) -> Executor:
        """Allocate arrays for all arguments, gradients and auxiliary states, and bind the symbol to them.

        Parameters
        ----------
        ctx : Context
        grad_req : str, list or dict of str
        type_dict : dict of str to type, optional
            Element types of arguments; float32 where nothing says otherwise.
        stype_dict, group2ctx : dict, optional
        shared_arg_names : list of str, optional
            Arguments whose arrays are shared with `shared_exec`.
        shared_exec : Executor, optional
        shared_buffer : dict of str to NDArray, optional
            Arrays to use for arguments of these names where they are large enough; new ones are added to it.
        **kwargs : tuple of int
            Shapes of inputs by name.

        Returns
        -------
        Executor
        """
        return provider("Symbol.simple_bind")(
            self, ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names, shared_exec, shared_buffer, kwargs
        )

    def _bind(
        self,
        ctx: Context,
        args: Any,
        args_grad: Any = None,
        grad_req: str = "write",
        aux_states: Any = None,
        static_alloc: bool = False,
    ) -> Any:
        """`bind` under MXNet 2.0's name."""
        return self.bind(ctx, args, args_grad, grad_req, aux_states)

    def _simple_bind(self, ctx, grad_req="write", type_dict=None, stype_dict=None, **kwargs):
        """`simple_bind` under MXNet 2.0's name."""
        return self.simple_bind(ctx, grad_req, type_dict, stype_dict, **kwargs)

    def eval(self, ctx: Context | None = None, **kwargs: NDArray) -> list[NDArray]:
        """Run the symbol once on arrays given by argument name; returns the list of its outputs."""
        return self.bind(ctx or current_context(), kwargs).forward()

    def gradient(self, wrt: Any) -> Any:
        """Not offered, in MXNet either; gradients come from `bind(...).backward()`."""
        raise MXNetError("Symbol.gradient is not implemented; bind the symbol and call backward() on the executor.")

    def get_backend_symbol(self, backend: Any) -> Any:
        """Return the symbol as a backend computes it.

        "MKLDNN" makes one operator of a convolution or a dense layer and what follows it, for inference. "MKLDNN_QUANTIZE" does
        so before a symbol is put on 8-bit integers, and lets operators on integers do what follows them. For other backends it
        is the same graph: XLA compiles every graph as a whole.

        Raises
        ------
        MXNetError
            MXNet's CPU library has no such backend.
        """
        return type(self)(partition(self._entries, backend))

    def optimize_for(
        self,
        backend: Any,
        args: Any = None,
        aux: Any = None,
        ctx: Context | None = None,
        shape_dict: Any = None,
        type_dict: Any = None,
        stype_dict: Any = None,
        skip_infer: bool = False,
        **kwargs: Any,
    ) -> Any:
        """Return the symbol as a backend computes it, see `get_backend_symbol`; `args` and `aux` stay as they are.

        With `args`, layers that do not compute in single precision are left alone. A backend that does not exist changes nothing,
        in MXNet either.

        Raises
        ------
        TypeError
            `args` or `aux` holds something else than arrays.
        MXNetError
            Their shapes contradict each other.
        """
        assert isinstance(backend, str)
        assert isinstance(args, dict) or args is None
        assert isinstance(aux, dict) or aux is None
        arrays = {**(args or {}), **(aux or {})}
        if not all(hasattr(a, "stype") for a in arrays.values()):
            raise TypeError("Only accept list of NDArrays or dict of str to NDArray")
        fits = None
        if arrays and not skip_infer:
            known = set(self.list_inputs())
            given = {k: a for k, a in arrays.items() if k in known}
            self.infer_shape_partial(**{**(shape_dict or {}), **{k: a.shape for k, a in given.items()}})
            fits = _inference.computes_in_single(self, {**(type_dict or {}), **{k: a.dtype for k, a in given.items()}})
        if backend not in BACKENDS:
            return type(self)(nodes.copied(self._entries)[0])
        return type(self)(partition(self._entries, backend, fits))

    # ---- Python's operators

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol(self.__bool__, "bool")

    __nonzero__ = __bool__

    def __float__(self):
        raise TypeError(f"float() argument must be a string or a real number, not 'Symbol'. {_SYMBOLS_HAVE_NO_VALUES}")

    def __int__(self):
        raise TypeError(
            f"int() argument must be a string, a bytes-like object or a real number, not 'Symbol'. {_SYMBOLS_HAVE_NO_VALUES}"
        )

    def __array__(self, dtype=None, copy=None):
        raise ValueError(f"a Symbol cannot be made a NumPy array. {_SYMBOLS_HAVE_NO_VALUES}")

    def __getattr__(self, name) -> None:
        text = f"'{type(self).__name__}' object has no attribute {name!r}"
        if name in ("shape", "ndim", "size"):
            text += (
                ". The shape of a symbol is known only when arrays come: use -1, 0 or -2 to -4 in reshape, or operators such as "
                "F.shape_array, F.reshape_like, F.slice_like and F.broadcast_like, or do not hybridize() the block. "
                "infer_shape() tells shapes of a whole graph."
            )
        elif name in ("dtype", "context", "ctx", "stype", "grad", "attach_grad", "item", "tolist"):
            text += f", which arrays have. {_SYMBOLS_HAVE_NO_VALUES}"
        raise AttributeError(text, name=name, obj=self)

    __add__ = _arithmetic("elemwise_add", "_plus_scalar", "_plusscalar", "_plus")
    __sub__ = _arithmetic("elemwise_sub", "_minus_scalar", "_minusscalar", "_minus")
    __mul__ = _arithmetic("elemwise_mul", "_mul_scalar", "_mulscalar", "_mul")
    __div__ = __truediv__ = _arithmetic("elemwise_div", "_div_scalar", "_divscalar", "_div")
    __mod__ = _arithmetic("_mod", "_mod_scalar", "_modscalar", "_mod")
    __pow__ = _arithmetic("_power", "_power_scalar", "_powerscalar", "_power")
    __eq__ = _arithmetic("_equal", "_equal_scalar", "_equal_scalar", "_equal", numeric_types)
    __ne__ = _arithmetic("_not_equal", "_not_equal_scalar", "_not_equal_scalar", "_not_equal", numeric_types)
    __gt__ = _arithmetic("_greater", "_greater_scalar", "_greater_scalar", "_greater", numeric_types)
    __ge__ = _arithmetic("_greater_equal", "_greater_equal_scalar", "_greater_equal_scalar", "_greater_equal", numeric_types)
    __lt__ = _arithmetic("_lesser", "_lesser_scalar", "_lesser_scalar", "_lesser", numeric_types)
    __le__ = _arithmetic("_lesser_equal", "_lesser_equal_scalar", "_lesser_equal_scalar", "_lesser_equal", numeric_types)
    __rsub__ = _reflected("__sub__", "_rminus_scalar", "_rminusscalar")
    __rdiv__ = __rtruediv__ = _reflected("__truediv__", "_rdiv_scalar", "_rdivscalar")
    __rmod__ = _reflected("__mod__", "_rmod_scalar", "_rmodscalar")
    __rpow__ = _reflected("__pow__", "_rpower_scalar", "_rpower_scalar")
    __iadd__ = _in_place("+=", "__iadd__")
    __isub__ = _in_place("-=", "__isub__")
    __imul__ = _in_place("*=", "__imul__")
    __idiv__ = _in_place("/=", "__idiv__")
    __itruediv__ = _in_place("/=", "__itruediv__")

    def __radd__(self, other: Symbol | Float) -> Self:
        return self.__add__(other)

    def __rmul__(self, other: Symbol | Float) -> Self:
        return self.__mul__(other)

    def __neg__(self) -> Self:
        return self.__mul__(-1.0)

    def __abs__(self) -> Self:
        return self.abs()

    # ---- operators as methods

    for _name in (
        "abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort broadcast_axes "
        "broadcast_like broadcast_to cbrt ceil clip cos cosh degrees depth_to_space exp expm1 fix flip floor "
        "log log10 log1p log2 log_softmax max mean min nanprod nansum norm one_hot ones_like pad pick prod "
        "radians rcbrt reciprocal relu repeat reshape reshape_like rint round rsqrt shape_array sigmoid sign "
        "sin sinh size_array slice slice_axis slice_like softmax softmin sort space_to_depth split sqrt "
        "square sum swapaxes take tan tanh tile topk transpose trunc zeros_like "
    ).split():
        locals()[_name] = Fluent()
    del _name
    astype = Fluent("cast")

    def flatten(self, inplace: bool = False, **kwargs) -> Symbol:
        """Return the symbol with all axes but the first made one; `inplace` changes nothing."""
        return _op("flatten")(self, **kwargs)

    def expand_dims(self, axis: Int, inplace: bool = False, **kwargs) -> Symbol:
        """Return the symbol with a new axis of size 1 at `axis`."""
        return _op("expand_dims")(self, axis=axis, **kwargs)

    def squeeze(self, axis: Shape | None = None, inplace: bool = False, **kwargs) -> Symbol:
        """Return the symbol without axes of size 1: all of them, or those in `axis`."""
        return _op("squeeze")(self, axis=axis, **kwargs)

    def diag(self, k: Int = 0, **kwargs) -> Symbol:
        """Return the `k`-th diagonal, or a matrix with the symbol on it."""
        return _op("diag")(self, k, **kwargs)

    def split_v2(self, indices_or_sections: Shape, axis: Int = 0, squeeze_axis: bool = False) -> Any:
        """See `mx.sym.split_v2`."""
        return split_v2(self, indices_or_sections, axis, squeeze_axis)

    def wait_to_read(self):
        """Arrays have it, symbols have nothing to wait for."""
        raise NotImplementedForSymbol(self.wait_to_read, None)

    def asnumpy(self):
        """Arrays have it; use `eval` to get arrays."""
        raise NotImplementedForSymbol(self.asnumpy, None)

    def asscalar(self):
        """Arrays have it; use `eval` to get arrays."""
        raise NotImplementedForSymbol(self.asscalar, None)

    def copy(self):
        """Arrays have it; use `copy.copy` for the graph or `mx.sym.identity` for a node."""
        raise NotImplementedForSymbol(self.copy, None)

    def as_in_context(self):
        """Arrays have it; the context is chosen by `bind`."""
        raise NotImplementedForSymbol(self.as_in_context, None)

    def detach(self):
        """Arrays have it; use `mx.sym.BlockGrad`."""
        raise NotImplementedForSymbol(self.detach, None)

    def backward(self):
        """Arrays have it; use `bind` and the executor's `backward`."""
        raise NotImplementedForSymbol(self.backward, None)


register.symbol_class = Symbol


def _op(name):
    from . import op

    return getattr(op, name)


def _with_plain_names(attrs):
    plain = dict(attrs)
    for key in nodes.HIDDEN:
        if f"__{key}__" in plain:
            plain[key] = plain[f"__{key}__"]
    return plain
