"""Functions and methods that put operators into symbol graphs, made from the operator registry."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import attribute as _attribute
from .. import name as _name
from .._errors.homes import home
from ..base import MXNetError, _Null
from ..core import facade
from ..core.declare import naming
from ..core.declare.attrs import REQUIRED, to_string
from ..core.declare.dtype import np_dtype, word_of
from ..core.declare.op import find
from ..core.graph import nodes

if TYPE_CHECKING:
    from collections.abc import Callable

    from .symbol import Symbol

#: the class of the symbols that functions make; set by jmx.symbol.symbol
symbol_class: type = object
#: the class of those of the NumPy interface; set by jmx.symbol.numpy
numpy_class: type = type(None)


def _element_type(value):
    """An element type as the front end writes it: its NumPy name; None is NumPy's default, float64."""
    if value is None:
        return "float64"
    try:
        return word_of(np.dtype(value))
    except TypeError:
        return np_dtype(value).name


def create(
    op: Any,
    hint: str,
    args: Sequence[Symbol],
    kwargs: Mapping[Any, Any],
    attr: Mapping[str, str] | None = None,
    name: str | None = None,
    cls: Any = None,
) -> Any:
    """A symbol of the operator `op`.

    Parameters
    ----------
    op : Op or str
    hint : str
        The kind of name it gets where `name` is None.
    args : list of Symbol
        Inputs by position.
    kwargs : dict
        Inputs by name (symbols), and attributes.
    attr : dict of str to str, optional
    name : str, optional

    Raises MXNetError for attributes or inputs that the operator does not take.
    """
    if isinstance(op, str):
        op = find(op)
    arguments = {**kwargs, **_attribute.active().get(attr)}
    inputs, attrs = {}, {}
    for key, value in arguments.items():
        if isinstance(value, symbol_class):
            inputs[key] = value
        elif value is not _Null:
            attrs[key] = to_string(value)
    name = _name.active().get(name, hint)
    counted = op.variadic and not op.hosted and op.schema.get(op.count, (None, REQUIRED))[1] is REQUIRED
    if counted and op.count not in attrs:
        attrs[op.count] = str(len(args) + len(inputs))
    graphs, args = args[: len(op.graphs)], args[len(op.graphs) :]
    if op.variadic and args and inputs:
        raise TypeError(
            "Operators with variable length input can only accept input Symbols either as positional or keyword "
            f"arguments, not both: {op.name} got {len(args)} positional ones and {', '.join(inputs)}"
        )
    if op.count == "num_args" and not op.hosted and attrs.get("num_args") == "0":
        raise MXNetError(f"value 0 for Parameter num_args should be greater equal to 1, in operator {op.name}: give it inputs.")
    node = nodes.atomic(op, attrs)
    if not node.num_outputs():
        raise MXNetError(f"Operator {op.name} would make no outputs with the attributes {attrs}.")
    node.graphs = [g._entries for g in graphs]
    entries = [(node, 0)]
    nodes.compose(entries, [a._entries for a in args], {k: v._entries for k, v in inputs.items()}, name)
    return (cls or symbol_class)(nodes.heads_of(node))


def symbolic(op: Any, public: Any, module: Any, name: str | None = None) -> Any:
    """The function `sym.<public>` of the operator `op`.

    name : the name under which the operator is found; one of the NumPy interface takes and returns its symbols only.
    """
    known, numpy = name or op.name, naming.is_numpy(name or "")

    def make(args, kwargs, attr, name):
        for value in (*args, *kwargs.values()):
            if isinstance(value, symbol_class) and isinstance(value, numpy_class) is not numpy:
                facade.refuse_kind(known, public, numpy)
        if not numpy:
            return create(op, public.lower(), args, kwargs, attr, name)
        result = create(op, public.lower(), args, kwargs, attr, name, numpy_class)
        return list(result) if result.num_outputs > 1 else [result] if known in op.traits.lists else result

    function = (_any_number if op.variadic else _fixed_number)(op, public, make, numpy)
    return facade.dress(function, op, public, module, symbolic=True, numpy=numpy)


def _read_types(op, kwargs, numpy):
    dtype = kwargs.get("dtype", _Null)
    if dtype is not _Null and "dtype" in op.schema:
        if dtype is None and numpy:
            kwargs["dtype"] = _Null
        else:
            kwargs["dtype"] = _element_type(dtype)


def _any_number(op, public, make, numpy):
    def function(*args, name=None, attr=None, out=None, **kwargs):
        for a in args:
            if not isinstance(a, symbol_class):
                raise AssertionError(f"Positional arguments must be Symbol instances, but got {a}")
        _read_types(op, kwargs, numpy)
        return make(args, kwargs, attr, name)

    return function


def _fixed_number(op, public, make, numpy):
    listed = [n for n in op.inputs if n not in op.unlisted]
    listed += [n for n in op.schema if n not in op.unlisted]
    order = [*listed, *(n for n in ("name", "attr", "out") if n not in listed)]
    inputs = frozenset(op.inputs)

    def function(*args, **kwargs):
        if len(args) > len(order):
            raise TypeError(f"{public}() takes from 0 to {len(order)} positional arguments but {len(args)} were given")
        for key, value in zip(order, args):
            if key in kwargs:
                raise TypeError(f"{public}() got multiple values for argument '{key}'")
            kwargs[key] = value
        name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
        kwargs.pop("out", None)
        for key in inputs & kwargs.keys():
            if kwargs[key] is None:
                del kwargs[key]
            elif not isinstance(kwargs[key], symbol_class):
                raise AssertionError(f"Argument {key} must be Symbol instances, but got {kwargs[key]}")
        _read_types(op, kwargs, numpy)
        return make((), kwargs, attr, name)

    return function


class Namespace(facade.Namespace):
    """Symbol functions of one sub-namespace, made on first access."""

    def __init__(self, module: Any, space: Any) -> None:
        super().__init__(module, space, symbolic)


class Fluent:
    """A method of Symbol that applies the operator function of the same name to the symbol."""

    def __init__(self, public: Any = None) -> None:
        self.public = public

    def __set_name__(self, owner, name) -> None:
        self.owner, self.name = owner, name
        self.public = self.public or name

    def __get__(self, instance, owner) -> Callable[..., Any]:
        op = facade.lookup("op", self.public)
        if op is None:
            raise AttributeError(f"operator {self.public!r} does not exist, so Symbol has no method {self.name!r}")
        call = symbolic(op, self.public, home(self.owner))

        def method(self, *args, **kwargs):
            return call(self, *args, **kwargs)

        facade.dress(method, op, self.name, home(self.owner), symbolic=True)
        first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        rest = list(facade.signature(op, symbolic=True, method=True).parameters.values())
        method.__signature__ = inspect.Signature([first, *(rest[1:] if op.variadic else rest)])
        method.__qualname__ = f"{self.owner.__name__}.{self.name}"
        setattr(self.owner, self.name, method)
        return method.__get__(instance, owner)


__all__ = ["Fluent", "Namespace", "create", "symbolic"]
