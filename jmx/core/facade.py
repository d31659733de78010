"""From an operator to the functions users call: `nd.X(...)`, methods, with real signatures and docstrings."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from typing import Any

from .._dialects import dialect
from .._errors.homes import home
from .._errors.wording import no_array
from ..base import MXNetError, _Null
from ..util import is_v2
from .declare import naming
from .declare.attrs import REQUIRED, describe
from .declare.documentation import complete, take_apart
from .declare.op import REGISTRY, Op
from .run import storage
from .run.dispatch import invoke
from .run.jax_arrays import adopted
from .run.storage import ArrayBase


def registered(space, public) -> str | None:
    """The registered name of the operator that users find as `public` in the sub-namespace `space`, or None."""
    return next((name for name in naming.candidates(space, public) if name in REGISTRY), None)


def lookup(space, public) -> Any:
    """The operator that users find as `public` in the sub-namespace `space`, or None."""
    name = registered(space, public)
    return None if name is None else REGISTRY[name]


def public_names(space) -> list[str]:
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
        passing = inspect.Parameter.KEYWORD_ONLY
    else:
        passing = inspect.Parameter.POSITIONAL_OR_KEYWORD
        params += [inspect.Parameter(n, passing, default=None) for n in inputs]
    counted = variadic and op.count not in op.schema
    params += [inspect.Parameter(op.count, passing, default=_Null)] if counted else []
    params += [
        inspect.Parameter(n, passing, default=_Null if default is REQUIRED else default)
        for n, (_, default) in op.schema.items()
        if n not in op.unlisted
    ]
    tail = ("name", "attr", "out") if symbolic else ("out", "name")
    params += [inspect.Parameter(n, passing, default=None) for n in tail if n not in op.schema and n not in inputs]
    params.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(params)


def docstring(op, class_name="NDArray") -> str:
    """The operator's docstring in sections, with its inputs and attributes listed."""
    parts = take_apart(complete(op), [*op.inputs, *op.schema])
    lines = [parts.text, "", "Parameters", "----------"]

    def entry(name, text):
        lines.append(f"{name} : {text}")
        lines.extend(f"    {line}" for line in parts.meanings.get(name.lstrip("*"), "").splitlines())

    for name in (n for n in op.inputs if n not in op.unlisted):
        many = " (any number)" if op.variadic else ", optional" if name in op.optional else ""
        entry(f"{'*' if op.variadic else ''}{name}", f"{class_name}{many}")
    for name, (hint, default) in op.schema.items():
        if name not in op.unlisted:
            entry(name, f"{describe(hint)}, {'required' if default is REQUIRED else f'default {default!r}'}")
    if class_name in ("NDArray", "ndarray"):
        lines.append(f"out : {class_name} or list of {class_name}, optional\n    Where to write the result.")
    else:
        lines.append("name : str, optional\n    Name of the new node.")
    n = op._visible if op._visible is not None else op._outputs
    lines += ["", "Returns", "-------", class_name if n == 1 else f"{class_name} or list of {class_name}"]
    lines += [f"    {parts.returns}"] if parts.returns else []
    if parts.raises:
        lines += ["", "Raises", "------"]
        lines += [line for error, when in parts.raises for line in (error, f"    {when}")]
    if parts.examples:
        lines += ["", "Examples", "--------", parts.examples]
    return "\n".join(lines)


_LEGACY = (
    "Operator `{}` registered in backend is known as `{}` in Python. This is a legacy operator which can only {} legacy "
    "ndarrays, while received an MXNet numpy ndarray. Please call `as_nd_ndarray()` upon the numpy ndarray to convert it to "
    "a legacy ndarray, and then feed the converted array to this operator."
)
_NUMPY = (
    "Operator `{}` registered in backend is known as `{}` in Python. This is a numpy operator which can only accept MXNet "
    "numpy ndarrays, while received a legacy ndarray. Please ensure that you have activated numpy semantics by calling "
    "`npx.set_np()` in your code. If you still see this error with numpy semantics activated, please call `as_np_ndarray()` "
    "upon the legacy ndarray to convert it to an MXNet numpy ndarray, and then feed the converted array to this operator."
)


_IN_V2 = (
    " The interface of MXNet 2.0 is on (mx.v2(), JMX_API=2), whose networks and operators take arrays of mx.np; mx.v2(False) "
    "goes back to that of MXNet 1.9.1."
)


def refuse_kind(name, public, numpy, what="accept") -> None:
    """Raise the TypeError for an array, or symbol, of the interface that the operator is not of."""
    text = _NUMPY.format(name, public) if numpy else _LEGACY.format(name, public, what)
    raise TypeError(text + (_IN_V2 if is_v2() else ""))


class NoArray(MXNetError, AssertionError):
    """An input that is no array, where MXNet 1.9.1 raises AssertionError and MXNet 2.0 MXNetError."""


def refuse_input(what, value, numpy):
    """Return the error for an input of an operator that is no array."""
    error = no_array(what, value, numpy)
    return NoArray(*error.args) if numpy and dialect().errors_of_inputs else error


def imperative(op: Op, public: str, module: str, name: str | None = None) -> Callable[..., Any]:
    """The function `nd.<public>`: reads arguments as MXNet does and calls the operator.

    name : the name under which the operator is found; one of the NumPy interface takes and returns its arrays only.
    """
    known = name or op.name
    numpy = naming.is_numpy(name or "")
    function = (_of_any_number if op.variadic else _of_named_inputs)(op, public, known, numpy)
    return dress(function, op, public, module, numpy=numpy)


# The functions that the next two make run in every eager call. So they loop where `any` would read better, as a generator costs a
# frame, and what is the same for all calls is looked up outside of them.


def _of_any_number(op: Op, public: str, known: str, numpy: bool) -> Callable[..., Any]:
    """The function of an operator that takes any number of arrays, each as an argument or all in one list."""
    many = known in op.traits.lists
    inputs, count = op.inputs, op.count
    counted = not op.hosted and op.schema.get(count, (None, None))[1] is REQUIRED

    def function(*args, out=None, name=None, **kwargs):
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = args[0]
        if not args and inputs[0] in kwargs:
            args = kwargs.pop(inputs[0])
            args = args if isinstance(args, (list, tuple)) else [args]
        for a in args:
            if not isinstance(a, ArrayBase):
                args = adopted(list(args), numpy)
                break
        for a in args:
            if not isinstance(a, ArrayBase):
                raise refuse_input("Positional arguments", a, numpy)
            if a._numpy is not numpy:
                refuse_kind(known, public, numpy)
        if kwargs:
            kwargs = _stated(kwargs, op, numpy)
            kwargs.pop(count, None) if count not in op.schema else None
        if counted and count not in kwargs:
            kwargs[count] = len(args)
        if out is not None:
            _check_out(out, known, public, numpy)
        results = invoke(op, args, kwargs, out, storage.numpy_class if numpy else None)
        return [results] if many and isinstance(results, ArrayBase) else results

    return function


def _of_named_inputs(op: Op, public: str, known: str, numpy: bool) -> Callable[..., Any]:
    """The function of an operator whose arrays have names; optional ones may be None, or be left out."""
    many = known in op.traits.lists
    inputs, input_set = op.inputs, frozenset(op.inputs)
    listed = [n for n in inputs if n not in op.unlisted]
    names = [*listed, *(n for n in op.schema if n not in op.unlisted)]
    n_inputs = len(listed)

    def function(*args, out=None, name=None, **kwargs):
        # MXNet's generated functions take attributes by position as well, behind the arrays
        if len(args) > n_inputs:
            for key, value in zip(names[n_inputs:], args[n_inputs:]):
                if key in kwargs:
                    raise TypeError(f"{public}() got multiple values for argument '{key}'")
                kwargs[key] = value
            extra = args[len(names) :]
            if extra and (len(extra) > 2 or out is not None):
                raise TypeError(f"{public}() takes at most {len(names) + 2} positional arguments")
            if extra:
                out = extra[0]
            args = args[:n_inputs]
        arrays = list(args)
        if kwargs:
            if not input_set.isdisjoint(kwargs):
                _place_named(arrays, kwargs, inputs, public)
            for key, value in kwargs.items():
                if value is _Null or value is None or key == "attr":
                    kwargs = _stated(kwargs, op, numpy)
                    break
        gaps = False
        for position, a in enumerate(arrays):
            if not isinstance(a, ArrayBase):
                if a is None:
                    gaps = True
                    continue
                arrays = adopted(arrays, numpy)
                if not isinstance(arrays[position], ArrayBase):
                    raise refuse_input(f"Argument {inputs[position]}", a, numpy)
            elif a._numpy is not numpy:
                refuse_kind(known, public, numpy)
        # `invoke` takes the arrays that are there: which of the optional ones they are follows from attributes
        if gaps:
            arrays = [a for a in arrays if a is not None]
        if out is not None:
            _check_out(out, known, public, numpy)
        results = invoke(op, arrays, kwargs, out, storage.numpy_class if numpy else None)
        return [results] if many and isinstance(results, ArrayBase) else results

    return function


def _place_named(arrays, kwargs, inputs, public) -> None:
    """Move inputs that are given by name from `kwargs` to their places in `arrays`; None stands for those that are left out."""
    given = len(arrays)
    for position, key in enumerate(inputs):
        if key in kwargs:
            if position < given:
                raise TypeError(f"{public}() got multiple values for argument '{key}'")
            arrays += [None] * (position + 1 - len(arrays))
            arrays[position] = kwargs.pop(key)


def _stated(kwargs, op, numpy) -> dict[str, Any]:
    """`kwargs` without what stands for nothing. No element type is NumPy's own, float64, for a classic operator."""
    kept = {k: v for k, v in kwargs.items() if v is not _Null and k != "attr"}
    if "dtype" in kept and kept["dtype"] is None and "dtype" in op.schema:
        if numpy:
            del kept["dtype"]
        else:
            kept["dtype"] = "float64"
    return kept


def _check_out(out, known, public, numpy) -> None:
    """Raise the TypeError for an array of the other interface in `out`."""
    for o in out if isinstance(out, (list, tuple)) else (out,):
        if isinstance(o, ArrayBase) and o._numpy is not numpy:
            refuse_kind(known, public, numpy, "write to")


def dress(function, op, public, module, symbolic=False, method=False, numpy=False) -> Callable[..., Any]:
    """Give a function the operator's name, signature and documentation."""
    function.__name__ = function.__qualname__ = public
    function.__module__ = module
    function.__signature__ = signature(op, symbolic, method)
    class_name = ("_Symbol" if symbolic else "ndarray") if numpy else "Symbol" if symbolic else "NDArray"
    function.__doc__ = docstring(op, class_name)
    return locate(function, op)


def _at_one_line(code, filename, line):
    """`code` as if all of it stood on one line of a file; as it is where this Python keeps positions in another form."""
    # One entry for eight instructions at most: kind 13 of CPython's location table (Objects/locations.md).
    count = len(code.co_code) // 2
    table = b"".join(bytes((0x80 | 13 << 3 | min(8, count - start) - 1, 0)) for start in range(0, count, 8))
    moved = code.replace(co_filename=filename, co_firstlineno=line, co_linetable=table)
    return moved if {number for _, _, number in moved.co_lines()} == {line} else code


def locate(function, op) -> Callable[..., Any]:
    """Say that a function made here comes from the place where the operator is declared.

    `?`, `inspect.getsource` and profilers then lead to the operator's own file, and a traceback shows its declaration. The
    code itself stays what it is, so that a call costs the same.
    """
    defined = getattr(inspect.unwrap(op.fn), "__code__", None)
    if defined is not None:
        code = _at_one_line(function.__code__, defined.co_filename, defined.co_firstlineno)
        function.__code__ = code.replace(co_name=function.__name__, co_qualname=function.__qualname__)
    return function


class Fluent:
    """A method that calls an operator with the array as its first input, made when it is first looked at."""

    def __init__(self, public) -> None:
        self.public = public

    def __set_name__(self, owner, name) -> None:
        self.owner = owner

    def build(self) -> Callable[..., Any]:
        public = self.public
        op = lookup("op", public) or lookup("random", public) or REGISTRY.get("_" + public)
        if op is None:
            raise AttributeError(f"operator {public!r} does not exist, so {self.owner.__name__} has no such method")
        call = imperative(op, public, home(self.owner))

        def method(self, *args, **kwargs):
            return call(self, *args, **kwargs)

        dress(method, op, public, home(self.owner))
        first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        rest = list(signature(op, method=True).parameters.values())
        if op.variadic:
            rest = rest[1:]
        method.__signature__ = inspect.Signature([first, *rest])
        method.__qualname__ = f"{self.owner.__name__}.{public}"
        return method

    def __get__(self, instance, owner) -> Callable[..., Any]:
        method = self.build()
        # in the place of this descriptor, so that later calls do not come here
        setattr(self.owner, self.public, method)
        return method.__get__(instance, owner)


def lazy(namespace, lookup, names, modules=()) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """`__getattr__` and `__dir__` of a module whose attributes are made, or imported, when they are first asked for.

    Parameters
    ----------
    namespace : dict
        The module's globals; what was asked for is kept there.
    lookup : function
        name -> attribute; raises AttributeError where there is none.
    names : function
        () -> names that `lookup` knows, for `dir`.
    modules : dict or list, optional
        Modules of the package that are imported when they are asked for; of a dict the values, known by its keys.

    Returns
    -------
    (function, function)
    """
    modules = modules if isinstance(modules, dict) else {name: name for name in modules}

    def __getattr__(name):
        if name in modules:
            attribute = importlib.import_module(f"{namespace['__name__']}.{modules[name]}")
        else:
            attribute = lookup(name)
        if name != "__all__":  # programs may add operators later
            namespace[name] = attribute
        return attribute

    def __dir__():
        return sorted({*namespace, *modules, *names()})

    return __getattr__, __dir__


def _missing(module, name):
    """The error for a name that a module does not have; Python adds the nearest one where it shows it."""
    return AttributeError(
        f"module {module.replace('jmx', 'mxnet', 1)!r} has no attribute {name!r}", name=name, obj=sys.modules.get(module)
    )


class Namespace:
    """Functions of one sub-namespace, made on first access."""

    def __init__(self, module, space, make=imperative) -> None:
        self.module, self.space, self.make = module, space, make

    def get(self, name) -> Callable[..., Any]:
        """The function called `name`; raises AttributeError if there is no such operator."""
        registered_name = registered(self.space, name)
        if registered_name is None:
            raise _missing(self.module, name)
        return self.make(REGISTRY[registered_name], name, self.module, registered_name)

    def names(self) -> list[str]:
        """All public names."""
        return public_names(self.space)

    def lazy(self, namespace, listed=(), modules=(), otherwise=None) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """`__getattr__` and `__dir__` of the module whose globals are `namespace`; see the function `lazy`.

        listed : names that `__all__` has beside the operators. otherwise : function that looks up what is no operator.
        """

        def lookup(name):
            if name == "__all__":
                return sorted({*listed, *self.names()})
            try:
                return self.get(name)
            except AttributeError:
                # Python itself asks modules for names such as `__path__`
                if otherwise is None or name.startswith("__"):
                    raise
            return otherwise(name)

        return lazy(namespace, lookup, self.names, modules)


__all__ = [
    "Fluent",
    "Namespace",
    "NoArray",
    "docstring",
    "dress",
    "imperative",
    "lazy",
    "locate",
    "lookup",
    "public_names",
    "refuse_input",
    "refuse_kind",
    "registered",
    "signature",
]
