"""`jmx.register_op`: a function of JAX becomes an operator of `mx.nd` and `mx.sym`, declared like all others."""

from __future__ import annotations

import functools
import inspect
import typing

import jax
import numpy as np

from .. import ndarray as _nd
from .. import symbol as _sym
from ..base import MXNetError
from ..core.declare import attrs as _attrs
from ..core.declare import op as _op

#: kinds of attributes, as messages list them
_KINDS = "int, float, bool, str, tuple[int, ...], tuple[float, ...], typing.Literal[...], each also `| None`"


def register_op(fn=None, *, name=None, outputs=1, shapes=None):
    """Declare a function of JAX as an operator: `mx.nd.NAME`, `mx.sym.NAME`, `F.NAME` and `mx.npx.NAME`.

    Shapes and element types are inferred by tracing the function, and gradients are jax's, so that a `jax.custom_vjp` has its
    own. Symbol files hold the operator's name and attributes: a process that reads one declares the operator first.

    Parameters
    ----------
    fn : callable
        A function of `jax.Array`s, as for `jax.jit`. Its positional parameters are the operator's inputs (`*args` for any
        number of them), its keyword-only parameters the attributes. The kind of an attribute is its annotation, or the type of
        its default. Without fn this is a decorator.
    name : str, optional
        The operator's name, by default that of fn. `_contrib_NAME` is found as `mx.nd.contrib.NAME`.
    outputs : int, default 1
        How many arrays fn returns; with more than one it returns a tuple.
    shapes : callable, optional
        How unknown shapes of inputs follow from known ones: `shapes(a, data)` gets the attributes and, by the names of its
        further parameters, inputs with `shape` and `dtype`; it returns {name of an input: shape}. `simple_bind`, Module and
        Gluon's deferred initialization then find the shapes of weights.

    Returns
    -------
    callable
        fn itself.

    Raises
    ------
    MXNetError
        There is an operator, or another name of `mx.nd`, of this name; or, when the operator is called: fn raised, or did not
        return `outputs` arrays.
    TypeError
        fn is no function, or an input or attribute of it cannot be one.

    Examples
    --------
    >>> @jmx.register_op
    ... def scaled_gelu(x, *, scale=1.0):
    ...     return scale * jax.nn.gelu(x)
    >>> mx.nd.scaled_gelu(mx.nd.ones(2), scale=2).asnumpy()
    array([1.6823838, 1.6823838], dtype=float32)
    """
    if fn is None:
        return functools.partial(register_op, name=name, outputs=outputs, shapes=shapes)
    if not callable(fn):
        raise TypeError(f"jmx.register_op needs a function of jax arrays, got {type(fn).__name__}")
    name = getattr(fn, "__name__", None) if name is None else name
    _check_name(name)
    if isinstance(outputs, bool) or not isinstance(outputs, int) or outputs < 1:
        raise TypeError(f"jmx.register_op({name}): outputs={outputs!r}; expected how many arrays the function returns, 1 or more")
    parameters = _read(name, fn)
    known = {p.name for p in parameters if p.annotation == _op.AnyArray}
    if shapes is not None:
        unknown = [n for n in list(inspect.signature(shapes).parameters)[1:] if n not in known]
        if unknown:
            raise TypeError(f"jmx.register_op({name}): shapes takes {', '.join(unknown)}, which is no input of the function")
    names = (name,) if name.startswith("_") else (name, f"_npx_{name}")
    operator = _op.op(*names, outputs=outputs, any_size=False)(_adapted(name, fn, parameters, outputs))
    if shapes is not None:
        operator.deduce(shapes)
    return fn


def _check_name(name):
    if not isinstance(name, str) or not name.isidentifier() or name.startswith("_") and not name.startswith("_contrib_"):
        raise TypeError(
            f"jmx.register_op: {name!r} is no name for an operator; give name= a word of letters, digits and underscores that "
            "begins with a letter, or with _contrib_"
        )
    if name in _op.REGISTRY or f"_npx_{name}" in _op.REGISTRY:
        raise MXNetError(f"jmx.register_op: the operator {name} exists already; give another one by name=")
    for module in (_nd, _sym):
        if hasattr(module, name):
            raise MXNetError(f"jmx.register_op: mx.{module.__name__[4:]}.{name} exists already; give another name by name=")


def _read(name, fn):
    """The function's parameters, annotated as `declare.op` reads them."""
    try:
        signature = inspect.signature(fn)
        hints = typing.get_type_hints(getattr(fn, "__wrapped__", fn))
    except (TypeError, ValueError, NameError) as error:
        raise TypeError(f"jmx.register_op({name}): the function's parameters cannot be read: {error}") from error
    read = []
    for p in signature.parameters.values():
        if p.kind is p.VAR_KEYWORD:
            raise TypeError(f"jmx.register_op({name}): **{p.name} names no attributes; list them as keyword-only parameters")
        if p.name in ("name", "out", "attr", "kwargs"):
            raise TypeError(
                f"jmx.register_op({name}): operators have a parameter {p.name} of their own; rename that of the function"
            )
        if p.kind is p.KEYWORD_ONLY:
            read.append(p.replace(annotation=_kind(name, p, hints.get(p.name))))
        elif p.default is not p.empty:
            raise TypeError(
                f"jmx.register_op({name}): {p.name}={p.default!r} is positional, which makes it an input, and inputs have no "
                f"defaults. Put a * before it to make it an attribute: (..., *, {p.name}={p.default!r})"
            )
        elif p.kind is p.VAR_POSITIONAL and read:
            raise TypeError(f"jmx.register_op({name}): *{p.name} stands after other inputs; take all of them by *{p.name}")
        else:
            kind = p.VAR_POSITIONAL if p.kind is p.VAR_POSITIONAL else p.POSITIONAL_OR_KEYWORD
            read.append(p.replace(annotation=_op.AnyArray, kind=kind))
    if not read or read[0].annotation != _op.AnyArray:
        raise TypeError(f"jmx.register_op({name}): the function has no positional parameter, and an operator needs an input")
    return read


def _kind(name, p, hint):
    """The kind of an attribute: its annotation, or the type of its default."""
    if hint is None:
        if p.default is None or p.default is p.empty:
            raise TypeError(f"jmx.register_op({name}): of what kind is {p.name}? Annotate it: {_KINDS}")
        hint = type(p.default)
    if hint in (tuple, list) and isinstance(p.default, (tuple, list)):
        hint = _attrs.Shape if all(type(v) is int for v in p.default) else _attrs.Floats
    plain = _attrs.split_optional(hint)[0]
    known = (int, float, bool, str, _attrs.Shape, _attrs.Floats)
    if plain not in known and typing.get_origin(plain) is not typing.Literal:
        raise TypeError(f"jmx.register_op({name}): the attribute {p.name} is annotated {hint!r}; attributes are {_KINDS}")
    return hint


def _adapted(name, fn, parameters, outputs):
    """The function as operators are declared: its outputs are checked, and what it raises names the operator."""
    inputs = [p.name for p in parameters if p.annotation == _op.AnyArray and p.kind is not p.VAR_POSITIONAL]

    def run(*arrays, **values):
        arrays = arrays or [values.pop(i) for i in inputs]
        try:
            result = fn(*arrays, **values)
        except MXNetError:
            raise
        except Exception as error:
            raise MXNetError(f"Error in operator {name}: {type(error).__name__}: {error}") from error
        found = tuple(result) if isinstance(result, (tuple, list)) else (result,)
        for value in found:
            if not isinstance(value, (jax.Array, np.ndarray, np.generic)):
                raise MXNetError(
                    f"Error in operator {name}: the function returned a {type(value).__name__}; expected jax arrays."
                )
        if len(found) != outputs:
            raise MXNetError(
                f"Error in operator {name}: it returned {len(found)} arrays, and was declared with outputs={outputs}."
            )
        return tuple(map(jax.numpy.asarray, found))

    run.__name__, run.__qualname__, run.__doc__ = name, name, fn.__doc__
    run.__module__ = getattr(fn, "__module__", __name__)
    inner = inspect.unwrap(fn)
    if inspect.isfunction(inner):
        run.__wrapped__ = inner  # where `?` and tracebacks lead
    run.__signature__ = inspect.Signature(parameters)
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


__all__ = ["register_op"]
