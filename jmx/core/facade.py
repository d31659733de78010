"""From an operator to the functions users call: `nd.X(...)`, methods, with real signatures and docstrings."""

import inspect

from ..base import _Null
from . import naming
from .array import ArrayBase
from .attrs import REQUIRED, describe
from .dispatch import invoke
from .op import REGISTRY

_POSITIONAL = inspect.Parameter.POSITIONAL_OR_KEYWORD


def lookup(space, public):
    """The operator that users find as `public` in the sub-namespace `space`, or None."""
    for name in naming.candidates(space, public):
        found = REGISTRY.get(name)
        if found is not None:
            return found
    return None


def public_names(space):
    """Every public name of a sub-namespace, sorted."""
    return sorted({public for name in REGISTRY for home, public in [naming.home(name)] if home == space})


def signature(op, symbolic=False, method=False):
    """The signature MXNet shows: tensor inputs, attributes, then out, name and further keywords."""
    params = []
    variadic = op.variadic
    inputs = op.inputs[1:] if method and not variadic else op.inputs
    inputs = [n for n in inputs if n not in op.unlisted]
    if variadic:
        params.append(inspect.Parameter(op.inputs[0], inspect.Parameter.VAR_POSITIONAL))
        kind = inspect.Parameter.KEYWORD_ONLY
    else:
        kind = _POSITIONAL
        params += [inspect.Parameter(n, kind, default=None) for n in inputs]
    counted = variadic and op.count not in op.schema
    params += [inspect.Parameter(op.count, kind, default=_Null)] if counted else []
    params += [
        inspect.Parameter(n, kind, default=_Null if default is REQUIRED else default)
        for n, (_, default) in op.schema.items()
        if n not in op.unlisted
    ]
    if symbolic:
        tail = ("name", "attr", "out")
    else:
        tail = ("out", "name")
    params += [inspect.Parameter(n, kind, default=None) for n in tail if n not in op.schema and n not in inputs]
    params.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(params)


def docstring(op, kind="NDArray"):
    """The operator's docstring with its inputs and attributes listed."""
    lines = [inspect.cleandoc(op.__doc__ or f"The operator {op.name}."), "", "Parameters", "----------"]
    for name in (n for n in op.inputs if n not in op.unlisted):
        many = " (any number)" if op.variadic else ", optional" if name in op.optional else ""
        lines.append(f"{'*' if op.variadic else ''}{name} : {kind}{many}")
    for name, (hint, default) in op.schema.items():
        if name in op.unlisted:
            continue
        given = "required" if default is REQUIRED else f"default {default!r}"
        lines.append(f"{name} : {describe(hint)}, {given}")
    if kind == "NDArray":
        lines.append("out : NDArray or list of NDArray, optional\n    Where to write the result.")
    else:
        lines.append("name : str, optional\n    Name of the new node.")
    n = op._visible if op._visible is not None else op._outputs
    lines += ["", "Returns", "-------", f"{kind}" if n == 1 else f"{kind} or list of {kind}"]
    return "\n".join(lines)


def imperative(op, public, module):
    """The function `nd.<public>`: reads arguments as MXNet does and calls the operator."""
    listed = [n for n in op.inputs if n not in op.unlisted]
    names = [*listed, *(n for n in op.schema if n not in op.unlisted)]
    n_inputs, inputs, variadic = len(listed), op.inputs, op.variadic
    input_set = frozenset(inputs)
    count = op.count

    if variadic:

        def function(*args, out=None, name=None, **kwargs):
            if len(args) == 1 and isinstance(args[0], (list, tuple)):
                args = args[0]
            if not args and inputs[0] in kwargs:
                args = kwargs.pop(inputs[0])
                args = args if isinstance(args, (list, tuple)) else [args]
            for a in args:
                if not isinstance(a, ArrayBase):
                    raise AssertionError(f"Positional arguments must have NDArray type, but got {a}")
            if kwargs:
                kwargs = clean(kwargs)
                kwargs.pop(count, None) if count not in op.schema else None
            return invoke(op, args, kwargs, out)

    else:

        def function(*args, out=None, name=None, **kwargs):
            if len(args) > n_inputs:
                for key, value in zip(names[n_inputs:], args[n_inputs:]):
                    if key in kwargs:
                        raise TypeError(f"{public}() got multiple values for argument '{key}'")
                    kwargs[key] = value
                extra = args[len(names):]
                if extra:
                    if len(extra) > 2 or out is not None:
                        raise TypeError(f"{public}() takes at most {len(names) + 2} positional arguments")
                    out = extra[0]
                args = args[:n_inputs]
            arrays = list(args)
            if kwargs:
                if not input_set.isdisjoint(kwargs):
                    named = {n: kwargs.pop(n) for n in inputs if n in kwargs}
                    for position, key in enumerate(inputs):
                        if key in named:
                            if position < len(args):
                                raise TypeError(f"{public}() got multiple values for argument '{key}'")
                            arrays += [None] * (position + 1 - len(arrays))
                            arrays[position] = named[key]
                kwargs = clean(kwargs)
            for position, a in enumerate(arrays):
                if not isinstance(a, ArrayBase):
                    if a is not None:
                        raise AssertionError(
                            f"Argument {inputs[position]} must have NDArray type, but got {a}"
                        )
                    arrays = [b for b in arrays if b is not None]
                    break
            return invoke(op, arrays, kwargs, out)

    def clean(kwargs):
        for key, value in kwargs.items():
            if value is _Null or key == "attr":
                return {k: v for k, v in kwargs.items() if v is not _Null and k != "attr"}
        return kwargs

    return dress(function, op, public, module)


def dress(function, op, public, module, symbolic=False, method=False):
    """Give a function the operator's name, signature and documentation."""
    function.__name__ = function.__qualname__ = public
    function.__module__ = module
    function.__signature__ = signature(op, symbolic, method)
    function.__doc__ = docstring(op, "Symbol" if symbolic else "NDArray")
    return function


class Fluent:
    """A method that calls an operator with the array as its first input, made when it is first looked at."""

    def __init__(self, public):
        self.public = public

    def __set_name__(self, owner, name):
        self.owner = owner

    def build(self):
        public = self.public
        op = lookup("op", public) or lookup("random", public) or REGISTRY.get("_" + public)
        if op is None:
            raise AttributeError(f"operator {public!r} does not exist, so {self.owner.__name__} has no such method")
        call = imperative(op, public, self.owner.__module__)

        def method(self, *args, **kwargs):
            return call(self, *args, **kwargs)

        dress(method, op, public, self.owner.__module__)
        first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        rest = list(signature(op, method=True).parameters.values())
        if op.variadic:
            rest = rest[1:]
        method.__signature__ = inspect.Signature([first, *rest])
        method.__qualname__ = f"{self.owner.__name__}.{public}"
        return method

    def __get__(self, instance, owner):
        method = self.build()
        setattr(self.owner, self.public, method)
        return method.__get__(instance, owner)


class Namespace:
    """Functions of one sub-namespace, made on first access; used as a module's `__getattr__` and `__dir__`."""

    def __init__(self, module, space, make=imperative):
        self.module, self.space, self.make = module, space, make

    def get(self, name):
        """The function called `name`; raises AttributeError if there is no such operator."""
        op = lookup(self.space, name)
        if op is None:
            raise AttributeError(f"module {self.module.replace('jmx', 'mxnet', 1)!r} has no attribute {name!r}")
        return self.make(op, name, self.module)

    def names(self):
        """All public names."""
        return public_names(self.space)


__all__ = ["Fluent", "Namespace", "docstring", "dress", "imperative", "lookup", "public_names", "signature"]
