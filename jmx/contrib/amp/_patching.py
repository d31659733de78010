"""What `amp.init` does: the operator functions of mx.nd and mx.sym replaced by ones that cast their inputs."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import ndarray, symbol
from ...core.declare.dtype import bfloat16
from ...core.declare.naming import home
from ...ndarray import NDArray
from ...symbol import Symbol

if TYPE_CHECKING:
    from ..._typing import DTypeLike

#: methods that compute what an operator in the lists of widest types computes
_ARITHMETIC = """__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __mod__ __rmod__ __pow__ __eq__
__ne__ __gt__ __ge__ __lt__ __le__""".split()


_TYPES = (np.dtype("float16"), bfloat16, np.dtype("float32"))


def _cast(value, dtype):
    if isinstance(value, Symbol):
        return symbol.amp_cast(value, dtype=np.dtype(dtype).name)
    if isinstance(value, NDArray) and np.dtype(value.dtype) != dtype and np.dtype(value.dtype) in _TYPES:
        return ndarray.amp_cast(value, dtype=dtype)
    return value


def _applies(condition, kwargs):
    return condition is None or kwargs.get(condition[0]) in condition[1]


def _casting_arrays(function, dtype, keep=None, condition=None):
    """`function` with array arguments cast; `keep` names inputs ("" for one that is cast) that stay as they are."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        if not _applies(condition, kwargs):
            return function(*args, **kwargs)
        args = [x if keep and i < len(keep) and keep[i] else _cast(x, dtype) for i, x in enumerate(args)]
        kwargs = {k: v if keep and k in keep else _cast(v, dtype) for k, v in kwargs.items()}
        return function(*args, **kwargs)

    return wrapper


def _casting_symbols(function, dtype, keep=None, condition=None):
    """`function` whose new node gets casts before its inputs, those included that it made itself."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        if not _applies(condition, kwargs):
            return result
        node = result._entries[0][0]
        written = set(node.mutable_inputs())
        for i, (source, index, _) in enumerate(node.inputs):
            if i in written or (keep and i < len(keep) and keep[i]):
                continue
            node.inputs[i] = (_cast(Symbol([(source, index)]), dtype)._entries[0][0], 0, 0)
        return result

    return wrapper


def _widening(function, dtype):
    """`function` with its array arguments in one type: that of the widest among `dtype` and float32."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        args = list(args)
        if len(args) == 1 and isinstance(args[0], (list, tuple)):
            args = list(args[0])
        places = [(args, i) for i in range(len(args))] + [(kwargs, k) for k in kwargs]
        places = [(at, key) for at, key in places if isinstance(at[key], (Symbol, NDArray))]
        arrays = [at[key] for at, key in places]
        if len(arrays) > 1:
            if any(isinstance(x, Symbol) for x in arrays):
                cast = symbol.amp_multicast(*arrays, num_outputs=len(arrays))
                for (at, key), x in zip(places, cast):
                    at[key] = x
            elif any(x.dtype == np.float32 for x in arrays):
                for (at, key), x in zip(places, arrays):
                    if x.dtype == dtype:
                        at[key] = ndarray.amp_cast(x, dtype="float32")
        return function(*args, **kwargs)

    return wrapper


def _places(module, name):
    """Where the function of the operator registered as `name` is looked up: pairs (namespace, attribute)."""
    space, public = home(name)
    if space == "random" and not name.endswith("_like"):
        space, public = "_internal", name
    if space == "op":
        places = [(module, public), (module.op, public)]
        methods = NDArray if module is ndarray else Symbol
        if public in vars(methods) and not public.startswith("__"):
            places.append((methods, public))
        return places
    return [(getattr(module, space), public)]


def _replace(module, name, wrap):
    """Replace an operator's function; names that this MXNet build has no operator for are skipped."""
    for owner, public in _places(module, name):
        if hasattr(owner, public):
            setattr(owner, public, wrap(getattr(owner, public)))


def cast_functions(module: Any, dtype: DTypeLike, low: Any, high: Any, conditional: Any, widest: Any, keep: Any) -> None:
    """Replace the functions of `module` (mx.nd or mx.sym).

    low, high     operators whose inputs are cast to `dtype`, to float32
    conditional   [(operator, attribute, values)]: cast to float32 if the attribute is one of them
    widest        operators whose inputs are brought to one type
    keep          None, or operator -> names of its inputs, "" for those that are cast
    """
    casting = _casting_symbols if module is symbol else _casting_arrays
    for name in low:
        _replace(module, name, functools.partial(casting, dtype=dtype, keep=(keep or {}).get(home(name)[1])))
    for name in high:
        _replace(module, name, functools.partial(casting, dtype=np.dtype("float32")))
    for name, key, values in conditional:
        _replace(module, name, functools.partial(casting, dtype=np.dtype("float32"), condition=(key, values)))
    for name in widest:
        _replace(module, name, functools.partial(_widening, dtype=dtype))
    methods = NDArray if module is ndarray else Symbol
    for name in _ARITHMETIC:
        if hasattr(methods, name):
            setattr(methods, name, _widening(getattr(methods, name), dtype))


def scale_losses(module: Any, names: Any, scaler: Any) -> None:
    """Let the loss operators of mx.nd multiply their gradient by the scale; those of mx.sym warn that they do not."""

    def changed(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            if module is ndarray:
                kwargs["grad_scale"] = kwargs.get("grad_scale", 1) * scaler.loss_scale
            else:
                logging.warning(
                    "%s does not support dynamic loss scaling in symbolic and hybridized execution.", function.__name__
                )
            return function(*args, **kwargs)

        return wrapper

    for name in names:
        setattr(module, name, changed(getattr(module, name)))
