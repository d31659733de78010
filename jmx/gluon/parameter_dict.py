"""Many parameters at once: ParameterDict, which has them by name, and loading values into all of them or none."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import TYPE_CHECKING, Any, Literal

from .. import initializer, ndarray
from .._dialects import dialect
from .._errors.wording import brief, did_you_mean
from ..context import takes_device
from ..core.declare.dtype import np_dtype
from ..core.run.jax_arrays import register_named
from ._html import parameters_html
from ._parameter_state import unique_name
from .base_parameter import Parameter
from .constant import Constant
from .utils import _brief_print_list, _indent

if TYPE_CHECKING:
    from .._typing import ContextLike
    from ..context import Context
    from ..ndarray import NDArray

__all__ = ["ParameterDict"]

_NAMING = (
    "Parameter names start with the prefix of their block, which `prefix=` and `with block.name_scope():` decide; "
    "check that both networks were built with the same prefix."
)


def _merge_shapes(wanted, stored):
    """The shape that fits both, or None if they contradict each other; 0 and -1 are unknown."""
    merged = []
    for left, right in zip(wanted, stored):
        if left != right and left > 0 and right > 0:
            return None
        merged.append(right if left in (0, -1) else left)
    return tuple(merged)


def _meant(key, names):
    """The parameter whose name ends as `key` does, or is like it."""
    ends = [name for name in names if isinstance(key, str) and name.endswith(f"_{key}")]
    return f" Did you mean {ends[0]!r}?" if ends else did_you_mean(key, names)


class ParameterDict:
    """An ordered dictionary of parameters.

    Parameters
    ----------
    prefix : str, default ''
        Put before every name given to :meth:`get`.
    shared : ParameterDict, optional
        Where :meth:`get` looks before it creates a parameter.

    Examples
    --------
    >>> params = gluon.ParameterDict("net_")
    >>> weight = params.get("weight", shape=(2, 3))
    >>> weight is params.get("weight")
    True
    >>> list(params)
    ['net_weight']
    """

    def __init__(self, prefix: str = "", shared: ParameterDict | None = None) -> None:
        self._prefix = prefix
        self._params = OrderedDict()
        self._shared = shared

    def __repr__(self) -> str:
        name = self._prefix + " " if self._prefix else ""
        content = "\n".join(_indent(f"  {param}", 2) for param in self.values())
        return f"{name}(\n{content}\n)"

    def _repr_html_(self):
        return parameters_html(self)

    def __getitem__(self, key: str) -> Parameter:
        try:
            return self._params[key]
        except KeyError:
            names = ", ".join(repr(name) for name in list(self._params)[:20]) or "nothing"
            text = f"{brief(key)}: there is no such parameter.{_meant(key, self._params)} There are {names}"
            if isinstance(key, str) and "." in key:
                text += (
                    ". Names by the place in the tree are MXNet 2.0's, and the interface of MXNet 1.9.1 is on: mx.v2() or "
                    "JMX_API=2 turns on the other"
                )
            raise KeyError(text) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def items(self) -> ItemsView[str, Parameter]:
        """Pairs of full name and parameter."""
        return self._params.items()

    def keys(self) -> KeysView[str]:
        """Full names."""
        return self._params.keys()

    def values(self) -> ValuesView[Parameter]:
        """Parameters."""
        return self._params.values()

    @property
    def prefix(self) -> str:
        """What :meth:`get` puts before names."""
        return self._prefix

    def _get_impl(self, name):
        if name not in self._params and self._shared is not None and name in self._shared._params:
            self._params[name] = self._shared._params[name]
        return self._params.get(name)

    def get(self, name: str, **kwargs) -> Parameter:
        """The parameter `prefix + name`, created if neither this dictionary nor the shared one has it.

        Parameters
        ----------
        name : str
            Name without the prefix.
        **kwargs
            Arguments of :class:`Parameter`. For a parameter that exists they must agree with what it has;
            unknown dimensions of its shape are filled in.

        Returns
        -------
        Parameter

        Raises
        ------
        AssertionError
            If an argument contradicts the existing parameter.
        """
        short, name = name, self.prefix + name
        param = self._get_impl(name)
        if param is None:
            by_place = dialect().structural_names
            param = self._params[name] = Parameter(short if by_place else name, **kwargs)
            if by_place:
                param._name = unique_name(param, name)
            return param
        for key, value in kwargs.items():
            existing = getattr(param, key, None)
            if existing is None:
                setattr(param, key, value)
                continue
            if key == "shape" and value is not None and len(value) == len(existing):
                merged = _merge_shapes(value, existing)
                if merged is not None:
                    param._shape = merged
                    continue
            elif key == "dtype" and value is not None and np_dtype(value) == np_dtype(existing):
                continue
            assert value is None or value == existing, (
                f"Cannot retrieve Parameter '{name}' because the desired attribute does not match with the stored one: "
                f"{key} is '{existing}', but '{value}' was asked for."
            )
        return param

    def get_constant(self, name: str, value: Any = None) -> Constant:
        """The constant `prefix + name`, created with `value` if neither this dictionary nor the shared one has it.

        Raises
        ------
        KeyError
            If there is none and no value is given.
        AssertionError
            If it exists with another value, or is no constant.
        """
        name = self.prefix + name
        param = self._get_impl(name)
        if param is None:
            if value is None:
                raise KeyError(f"No constant named '{name}'. Please specify its value to create it.")
            param = self._params[name] = Constant(name, value)
        elif value is not None:
            assert isinstance(param, Constant), f"Parameter '{name}' already exists but it is not a constant."
            if isinstance(value, ndarray.NDArray):
                value = value.asnumpy()
            assert param.shape == value.shape and (param.value.asnumpy() == value).all(), (
                f"Constant '{name}' already exists but its value doesn't match the new value"
            )
        return param

    def update(self, other: ParameterDict | Mapping[str, Parameter]) -> None:
        """Take over all parameters of another dictionary.

        Raises
        ------
        AssertionError
            If one of them has the name of a different parameter here.
        """
        for name, param in other.items():
            assert self._params.get(name, param) is param, (
                f"Cannot update self with other because they have different Parameters with the same name '{name}'"
            )
        self._params.update(other.items())

    @takes_device
    def initialize(
        self, init: Any = initializer.Uniform(), ctx: ContextLike | None = None, verbose: Any = False, force_reinit: bool = False
    ) -> None:
        """Initialize every parameter.

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
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self) -> None:
        """Set all gradients to zero."""
        by_context = defaultdict(list)
        for param in self.values():
            if param.grad_req == "null" or param._grad is None:
                continue
            for grad in param.list_grad():
                if grad.stype == "default" and not getattr(grad, "_numpy", False):
                    by_context[grad.ctx].append(grad)
                elif grad.stype == "default":
                    grad[()] = 0
                else:
                    ndarray.zeros_like(grad, out=grad)
        for grads in by_context.values():
            ndarray.reset_arrays(*grads, num_arrays=len(grads))

    @takes_device
    def reset_ctx(self, ctx: ContextLike) -> None:
        """Move every parameter to other contexts (one, a list, or None for the current one)."""
        for param in self.values():
            param.reset_ctx(ctx)

    def reset_device(self, device: Any) -> None:
        """As :meth:`reset_ctx`, MXNet 2.0's name."""
        self.reset_ctx(device)

    def list_ctx(self) -> list[Context]:
        """All contexts on which there are parameters, in no particular order."""
        return list({ctx for param in self.values() for ctx in param.list_ctx()})

    def setattr(self, name: str, value: Any) -> None:
        """Set one attribute, such as 'grad_req' or 'lr_mult', on every parameter."""
        for param in self.values():
            setattr(param, name, value)

    def save(self, filename: str, strip_prefix: str = "") -> None:
        """Write the parameters to a file.

        Parameters
        ----------
        filename : str
            The file.
        strip_prefix : str
            Left out of the names that are written.

        Raises
        ------
        ValueError
            If a name does not start with `strip_prefix`.
        """
        arrays = {}
        for param in self.values():
            if not param._name.startswith(strip_prefix):
                raise ValueError(
                    f"Prefix '{strip_prefix}' is to be stripped before saving, but Parameter's name '{param._name}' "
                    "does not start with it. Either its block shares parameters with another one, or it was created "
                    "outside `with block.name_scope():`."
                )
            arrays[param._name[len(strip_prefix) :]] = param._reduce()
        ndarray.save(filename, arrays)

    @takes_device
    def load(
        self,
        filename: str,
        ctx: Context | Sequence[Context] | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        cast_dtype: bool = False,
        dtype_source: Literal["current", "saved"] | str = "current",
    ) -> None:
        """Read the parameters from a file.

        Parameters
        ----------
        filename : str
            The file.
        ctx : Context or list of Context, optional
            Where parameters are placed that have no place yet; by default `cpu()`.
        allow_missing : bool
            Leave parameters alone that the file lacks.
        ignore_extra : bool
            Skip names of the file that are not here.
        restore_prefix : str
            Put before the names of the file.
        cast_dtype : bool
            Accept another dtype in the file.
        dtype_source : {'current', 'saved'}
            Which dtype wins with `cast_dtype`.

        Raises
        ------
        AssertionError
            If names, shapes, dtypes or contexts do not fit.
        """
        for name in self.keys():
            assert name.startswith(restore_prefix), (
                f"restore_prefix is '{restore_prefix}' but Parameter name '{name}' does not start with it. {_NAMING}"
            )
        loaded = ndarray.load(filename)
        self.load_dict(loaded, ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype, dtype_source)

    @takes_device
    def load_dict(
        self,
        param_dict: Any,
        ctx: ContextLike | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        filename: str | None = None,
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """As :meth:`load`, from a dictionary of name to NDArray; names may start with 'arg:' or 'aux:'."""
        pairs = param_dict
        if isinstance(param_dict, dict):
            pairs = [(key[4:] if key.startswith(("arg:", "aux:")) else key, array) for key, array in param_dict.items()]
        arrays = {restore_prefix + key: array for key, array in pairs}
        source = f"file: {filename}" if filename else "param_dict"
        missing = [name[len(restore_prefix) :] for name in self.keys() if name not in arrays]
        assert allow_missing or not missing, (
            f"Parameter '{missing[0]}' is missing in {source}, which contains parameters: "
            f"{_brief_print_list(arrays)}.{others(missing)} {_NAMING} Set allow_missing=True to leave missing parameters alone."
        )
        extra = [name[len(restore_prefix) :] for name in arrays if name not in self._params]
        assert ignore_extra or not extra, (
            f"Parameter '{extra[0]}' loaded from {source} is not present in ParameterDict, choices are: "
            f"{_brief_print_list(self._params)}.{others(extra)} {_NAMING} Set ignore_extra to True to ignore it."
        )
        pairs = [(self[name], array) for name, array in arrays.items() if name in self._params]
        load_all(pairs, ctx, cast_dtype, dtype_source)


#: for JAX a dictionary of parameters is one of their arrays by name; it comes back as a plain dict
register_named(ParameterDict, ParameterDict.items)


def others(names: Sequence[str]) -> str:
    """What an error message about the first of `names` says about the others."""
    return " The same holds for " + ", ".join(f"'{name}'" for name in names[1:]) + "." if len(names) > 1 else ""


def load_all(pairs: Sequence[tuple[Parameter, NDArray]], ctx: ContextLike | None, cast_dtype: bool, dtype_source: str) -> None:
    """Load arrays into parameters, all or none; AssertionError names every one that does not fit.

    Parameters
    ----------
    pairs : list of (Parameter, NDArray)
    ctx, cast_dtype, dtype_source
        As for Block.load_parameters.
    """
    refused = []
    for param, array in pairs:
        try:
            param._check_load(array, ctx, cast_dtype, dtype_source)
        except AssertionError as error:
            refused.append(str(error))
    assert not refused, refused[0] if len(refused) == 1 else f"{len(refused)} parameters do not fit:\n" + "\n".join(refused)
    for param, array in pairs:
        param._load_init(array, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
