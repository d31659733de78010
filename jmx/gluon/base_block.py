"""Block, the base of layers and networks: named parameters and children in a tree."""

from __future__ import annotations

import contextlib
import inspect
import json
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Literal, Self

from .. import initializer
from .._dialects import dialect
from .._errors.homes import home
from .._errors.wording import KnownKeywords
from .._files.reading import open_file
from ..context import takes_device
from ..core.serial import atomic_file, together
from ..util import is_np_array, np_array, np_shape
from . import _v2
from ._naming import naming
from ._scope import _BlockScope
from ._summary import print_summary
from ._tree import block_html
from .parameter import Parameter
from .parameter_dict import ParameterDict
from .utils import HookHandle, _check_all_np_ndarrays, _indent, _load_arrays, _save_arrays

if TYPE_CHECKING:
    from .._typing import AnyFunction, ContextLike, DTypeLike
    from ..context import Context
    from ..initializer.base import Initializer

__all__ = ["Block"]


def _holds_unregistered(data, children) -> bool:
    """Whether nested lists, tuples and dicts contain a block that is not among `children`."""
    for item in data.values() if isinstance(data, dict) else data:
        if isinstance(item, (list, tuple, dict)):
            if _holds_unregistered(item, children):
                return True
        elif isinstance(item, Block) and item not in children:
            return True
    return False


@contextlib.contextmanager
def use_numpy() -> Iterator[Any]:
    """A scope with NumPy semantics."""
    with np_shape(), np_array():
        yield


class Block(KnownKeywords):
    """The base of layers and networks.

    A subclass creates its children and parameters in `__init__` and computes in :meth:`forward`. A block or
    parameter that is assigned to an attribute is registered, so that :meth:`collect_params` and the like find it::

        class Model(gluon.Block):
            def __init__(self, **kwargs):
                super().__init__(**kwargs)
                with self.name_scope():
                    self.hidden = nn.Dense(20)

            def forward(self, x):
                return nd.relu(self.hidden(x))

    Parameters
    ----------
    prefix : str, optional
        Starts the name of everything inside; by default the class's name and a number.
    params : ParameterDict, optional
        Parameters to share: what is found here under its name is used instead of a new one.

    Examples
    --------
    >>> class Twice(gluon.Block):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         with self.name_scope():
    ...             self.dense = gluon.nn.Dense(2, in_units=3)
    ...     def forward(self, x):
    ...         return self.dense(x) * 2
    >>> net = Twice()
    >>> net.initialize(mx.init.One())
    >>> net(nd.ones((1, 3))).asnumpy()
    array([[6., 6.]], dtype=float32)
    >>> list(net.collect_params())
    ['twice0_dense0_weight', 'twice0_dense0_bias']
    """

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        if params is not None and not isinstance(params, ParameterDict):
            names = naming()
            got = f"such as the params of another block, got {type(params)}.{names.advice}"
            raise names.refusal(f"params must be a ParameterDict, {got}")
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._scope = _BlockScope(self)
        self._children = OrderedDict()
        self._reg_params = naming().mapping()
        self._forward_hooks = OrderedDict()
        self._forward_pre_hooks = OrderedDict()

    def __repr__(self) -> str:
        lines = [f"  ({key}): {_indent(repr(block), 2)}" for key, block in self.__dict__.items() if isinstance(block, Block)]
        return "{}(\n{}\n)".format(type(self).__name__, "\n".join(lines))

    def _repr_html_(self):
        return block_html(self)

    def __setattr__(self, name: str, value: Any) -> None:
        existing = getattr(self, name, None)
        if isinstance(existing, (Parameter, Block)) and not isinstance(value, type(existing)):
            raise TypeError(f"Changing attribute type for {name} from {type(existing)} to {type(value)} is not allowed.")
        if isinstance(value, (Block, Parameter)) and "_children" not in self.__dict__:
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute '_children': call super().__init__() before self.{name} is "
                "set, at the start of __init__."
            )
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            assert name not in self._reg_params or dialect().replaceable_parameters, (
                f"Overriding Parameter attribute {name} is not allowed. To share parameters between blocks, please set "
                "'params' when constructing the block instead."
            )
            self._reg_params[name] = value
        super().__setattr__(name, value)

    def _check_container_with_block(self) -> None:
        children = set(self._children.values())
        for key, value in self.__dict__.items():
            if isinstance(value, (list, tuple, dict)) and key != "_children" and not key.startswith("__"):
                if _holds_unregistered(value, children):
                    warnings.warn(
                        f'"{type(self).__name__}.{key}" is an unregistered container with Blocks. Blocks in a list, '
                        "tuple or dict are not registered automatically. Register them with register_child(), or use "
                        "nn.Sequential or nn.HybridSequential instead.",
                        stacklevel=3,
                    )

    def _alias(self) -> Any:
        return type(self).__name__.lower()

    @property
    def prefix(self) -> str:
        """What the names of everything inside start with."""
        return self._prefix

    @property
    def name(self) -> str:
        """The prefix without the '_' at its end."""
        return self._name

    def name_scope(self) -> AbstractContextManager[Any]:
        """A context manager: blocks and parameters created inside are named as this block's own."""
        return self._scope

    @property
    def params(self) -> Any:
        """The block's own parameters, without those of its children: by full name, or with 2.0's interface by attribute."""
        return naming().own(self)

    def _own_semantics(self):
        """A scope in which the block's parameters are made: layers of MXNet 2.0 have NumPy arrays, whatever the program has."""
        if dialect().numpy_layers and not is_np_array() and home(type(self)).startswith("jmx."):
            return use_numpy()
        return contextlib.nullcontext()

    def _own_params(self) -> Any:
        return naming().own(self).values()

    def _all_params(self) -> Any:
        """The parameters of this block and everything below it, by the names that they have in graphs."""
        return naming().in_graphs(self)

    def _replace_parameter(self, name: str, param: Any) -> None:
        """Have the attribute `name` be another parameter."""
        old = self._reg_params[name]
        self._reg_params[name] = param
        for key, own in list(self._params.items()):
            if own is old:
                self._params._params[key] = param
        object.__setattr__(self, name, param)

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """The parameters of this block and everything below it.

        Parameters
        ----------
        select : str, optional
            A regular expression that names must match from their start.

        Returns
        -------
        ParameterDict
            By full name. With the interface of MXNet 2.0 it is a dict by the place in the tree, such as `0.weight`.
        """
        self._check_container_with_block()
        return naming().collected(self, select)

    def _collect_params_with_prefix(self, prefix: str = "") -> Any:
        """Parameters by their place in the tree ('0.weight'), which does not depend on name prefixes."""
        if prefix:
            prefix += "."
        collected = {prefix + key: param for key, param in self._reg_params.items()}
        for name, child in self._children.items():
            collected.update(child._collect_params_with_prefix(prefix + name))
        return collected

    def save_parameters(self, filename: str, deduplicate: bool = False) -> None:
        """Write all parameters, named by their place in the tree, to a `.params` file.

        Parameters
        ----------
        filename : str
            The file.
        deduplicate : bool
            Write a parameter that is shared by several blocks once only.
        """
        params = self._collect_params_with_prefix()
        if deduplicate:
            last_name = {param: name for name, param in params.items()}
            params = {name: param for param, name in last_name.items()}
        _save_arrays(filename, {name: param._reduce() for name, param in params.items()})

    def save_params(self, filename: str) -> None:
        """Deprecated: :meth:`save_parameters` under full parameter names."""
        warnings.warn(
            "save_params is deprecated. Please use save_parameters, or export if the file is to be read by SymbolBlock.",
            stacklevel=2,
        )
        try:
            self.collect_params().save(filename, strip_prefix=self.prefix)
        except ValueError as error:
            raise ValueError(f"{error}\nsave_params is deprecated. Using save_parameters may resolve this error.") from error

    @takes_device
    def load_parameters(
        self,
        filename: str,
        ctx: Context | Sequence[Context] | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        cast_dtype: bool = False,
        dtype_source: Literal["current", "saved"] | str = "current",
    ) -> None:
        """Read parameters that :meth:`save_parameters` wrote.

        Parameters
        ----------
        filename : str
            The file.
        ctx : Context or list of Context, optional
            Where parameters are placed that have no place yet; by default `cpu()`.
        allow_missing : bool
            Leave parameters alone that the file lacks.
        ignore_extra : bool
            Skip entries of the file that the block lacks.
        cast_dtype : bool
            Accept another dtype in the file.
        dtype_source : {'current', 'saved'}
            Which dtype wins with `cast_dtype`.

        Raises
        ------
        AssertionError
            If a parameter is missing, or shape, dtype or context do not fit.
        ValueError
            If the file holds a parameter that the block lacks.
        """
        loaded = _load_arrays(filename)
        if loaded and not isinstance(loaded, dict):
            raise AttributeError(f"'{filename}' holds a list of arrays without names, so that they belong to no parameters")
        if not loaded and not self._collect_params_with_prefix():
            return
        naming().load(self, filename, loaded, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    @takes_device
    def load_dict(
        self,
        param_dict: Any,
        ctx: Any = None,
        allow_missing: Any = False,
        ignore_extra: Any = False,
        cast_dtype: Any = False,
        dtype_source: Any = "current",
    ) -> None:
        """Take the values of parameters from a dictionary, named by their place in the tree. MXNet 2.0's method.

        Parameters
        ----------
        param_dict : dict of str to NDArray or numpy.ndarray
            Values by the names that :meth:`save_parameters` gives, such as `0.weight`; 'arg:' and 'aux:' may stand before them.
        ctx, allow_missing, ignore_extra, cast_dtype, dtype_source
            As for :meth:`load_parameters`.

        Raises
        ------
        AssertionError
            If a parameter is missing, or shape, dtype or context do not fit; nothing is changed then.
        ValueError
            If the dictionary holds a parameter that the block lacks.
        """
        with self._own_semantics():
            _v2.load(self, param_dict, "param_dict", ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    @takes_device
    def load_params(
        self, filename: str, ctx: Context | None = None, allow_missing: bool = False, ignore_extra: bool = False
    ) -> None:
        """Deprecated: :meth:`load_parameters`."""
        warnings.warn("load_params is deprecated. Please use load_parameters.", stacklevel=3)  # above `takes_device`
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Make `block` a child; its name is by default its number. Assigning an attribute does the same."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook: Callable[[Any, Any], Any]) -> HookHandle:
        """Call `hook(block, inputs)` before every forward; what it returns is ignored.

        Returns
        -------
        gluon.utils.HookHandle
            Its `detach` removes the hook.
        """
        handle = HookHandle()
        handle.attach(self._forward_pre_hooks, hook)
        return handle

    def register_forward_hook(self, hook: Callable[[Any, Any, Any], Any]) -> HookHandle:
        """Call `hook(block, inputs, outputs)` after every forward; what it returns is ignored.

        Returns
        -------
        gluon.utils.HookHandle
            Its `detach` removes the hook.
        """
        handle = HookHandle()
        handle.attach(self._forward_hooks, hook)
        return handle

    def apply(self, fn: Callable[[Block], Any]) -> Self:
        """Call `fn(block)` on every block below, children before parents, and return this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    @takes_device
    def initialize(
        self,
        init: Initializer | str = initializer.Uniform(),
        ctx: ContextLike | None = None,
        verbose: bool = False,
        force_reinit: bool = False,
    ) -> None:
        """Initialize all parameters of this block and everything below it.

        Parameters that were made without a dictionary and carry the name of their attribute, as MXNet 2 has them
        (`self.weight = gluon.Parameter("weight", ...)`), become the blocks' own and get their prefixes.

        Parameters
        ----------
        init : Initializer
            For parameters that have none of their own.
        ctx : Context or list of Context, optional
            Where the parameters live; by default on the current context.
        verbose : bool
            Log what is initialized how.
        force_reinit : bool
            Initialize again what is initialized.
        """
        naming().adopt(self)
        self._check_container_with_block()
        with self._own_semantics():
            self._all_params().initialize(init, ctx, verbose, force_reinit)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Compile every hybrid block below (see :meth:`HybridBlock.hybridize`); plain blocks stay as they are."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def save(self, prefix: str) -> None:
        """Write the structure with traced graphs to `prefix-model.json` and the parameters to `prefix-model.params`."""
        with together():
            structure = naming().described(self)
            with atomic_file(prefix + "-model.json", "w") as stream:
                json.dump(structure, stream)
            self.save_parameters(prefix + "-model.params")

    def load(self, prefix: str) -> None:
        """Read what :meth:`save` wrote into a block built by the same code."""
        with open_file(prefix + "-model.json", mode="r") as stream:
            structure = json.load(stream)
        naming().restore(self, structure, prefix + "-model.json")
        self.load_parameters(prefix + "-model.params")

    def cast(self, dtype: DTypeLike) -> None:
        """Change the element type of all parameters of this block and everything below it."""
        for child in self._children.values():
            child.cast(dtype)
        for param in self._own_params():
            param.cast(dtype)

    def zero_grad(self) -> None:
        """Set the gradients of all parameters of this block and everything below it to zero."""
        self._all_params().zero_grad()

    def reset_device(self, device: Any) -> None:
        """Move all parameters to other devices (one, a list, or None for the current one)."""
        self._all_params().reset_ctx(device)

    @takes_device
    def reset_ctx(self, ctx: Context) -> None:
        """As :meth:`reset_device`."""
        self.reset_device(ctx)

    def setattr(self, name: str, value: Any) -> None:
        """Set one attribute, such as 'grad_req' or 'lr_mult', on all parameters of this block and everything below it.

        Examples
        --------
        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.setattr("grad_req", "null")
        >>> net.weight.grad_req
        'null'
        """
        self._all_params().setattr(name, value)

    def share_parameters(self, shared: Mapping[str, Parameter]) -> Block:
        """Have this block use parameters of another one, in place of its own of the same names. MXNet 2.0's method.

        Parameters
        ----------
        shared : dict of str to Parameter
            Parameters by their places in the tree: `other.collect_params()` with the interface of MXNet 2.0 on.

        Returns
        -------
        Block
            This block. A name that it does not have raises a warning.

        Raises
        ------
        ValueError
            If `shared` is neither None nor a dict.
        """
        if shared is None:
            return self
        if isinstance(shared, ParameterDict):
            raise ValueError(
                "share_parameters needs a dict of parameters by their places in the tree ('0.weight'). collect_params() returns "
                "that with the interface of MXNet 2.0, which mx.v2() or JMX_API=2 turns on; that of 1.9.1 is on."
            )
        if not isinstance(shared, dict):
            raise ValueError(f"'shared' must be a dict of parameters, such as other.collect_params(), got {type(shared)}")
        _v2.warn_unknown(shared.keys() - _v2.share(self, shared))
        return self

    def __call__(self, *args: Any) -> Any:
        if not args and dialect().callable_children and self._wants_inputs():
            return self  # MXNet 2.0 keeps children as weak references: child() is the child
        if dialect().numpy_layers and not is_np_array() and any(getattr(arg, "_numpy", False) for arg in args):
            with use_numpy():
                return self(*args)
        if self._forward_pre_hooks:
            for hook in list(self._forward_pre_hooks.values()):
                hook(self, args)
        out = self.forward(*args)
        if self._forward_hooks:
            for hook in list(self._forward_hooks.values()):
                hook(self, args, out)
        if is_np_array():
            _check_all_np_ndarrays(out)
        return out

    def _wants_inputs(self):
        if type(self).forward is Block.forward:
            return True
        parameters = inspect.signature(self.forward).parameters.values()
        return any(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)

    def forward(self, *args: Any) -> Any:
        """The computation, on NDArrays; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def register_op_hook(self, callback: AnyFunction, monitor_all: bool = False) -> None:
        """Have hybridized blocks below report every operator's outputs.

        Parameters
        ----------
        callback : callable
            Called as `callback(node_output_name, operator_name, array)`.
        monitor_all : bool
            Report inputs too.
        """
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def summary(self, *inputs: Any) -> None:
        """Run one forward pass on `inputs` and print a table of layers, output shapes and parameter counts.

        Raises
        ------
        AssertionError
            If the block is hybridized.
        """
        print_summary(self, inputs)
