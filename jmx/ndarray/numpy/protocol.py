"""NumPy's own functions on `mx.np` arrays: handed to the function of the same name here, or run by NumPy on the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._dialects import dialect
from ..._late_binding import provider
from ...base import numeric_types
from ...core.declare.dtype import ALL
from ...core.run import tape
from ...core.run.storage import ArrayBase
from ..buffers import _new

if TYPE_CHECKING:
    from ...context import Context

#: functions of NumPy that are answered by those of `mx.np`
FUNCTIONS = """all any sometrue argmin argmax around round round_ argsort sort append broadcast_arrays broadcast_to clip
concatenate copy cumsum diag diagonal diagflat dot expand_dims fix flip flipud fliplr inner insert max amax mean min amin
nonzero ones_like atleast_1d atleast_2d atleast_3d prod product ravel repeat reshape roll split array_split hsplit vsplit
dsplit squeeze stack std sum swapaxes take tensordot tile transpose unique unravel_index diag_indices_from delete var vdot
vstack column_stack hstack dstack zeros_like linalg.norm linalg.cholesky linalg.inv linalg.solve linalg.tensorinv
linalg.tensorsolve linalg.pinv linalg.eigvals linalg.eig linalg.eigvalsh linalg.eigh shape trace tril meshgrid outer einsum
polyval shares_memory may_share_memory quantile percentile diff ediff1d resize where full_like bincount empty_like
nan_to_num isnan isfinite isposinf isneginf isinf pad""".split()
#: ufuncs of NumPy that are answered by functions of `mx.np`
UFUNCS = """abs fabs add arctan2 copysign degrees hypot lcm subtract multiply true_divide negative power mod matmul absolute
rint sign exp log log2 log10 expm1 sqrt square cbrt reciprocal invert bitwise_not remainder sin cos tan sinh cosh tanh arcsin
arccos arctan arcsinh arccosh arctanh maximum minimum ceil trunc floor bitwise_and bitwise_xor bitwise_or logical_not equal
not_equal less less_equal greater greater_equal""".split()

_RECORDED = (
    "Falling back to NumPy operator {} with autograd active is not supported. Please consider moving the operator to the "
    "outside of the autograd scope."
)
_functions: dict = {}


def _own(name):
    """The function of `mx.np` called `name`."""
    attribute = provider("nd: functions of mx.np")
    for part in name.split("."):
        attribute = getattr(attribute, part)
    return attribute


def _table():
    if not _functions:
        for name in FUNCTIONS:
            theirs = np
            for part in name.split("."):
                theirs = getattr(theirs, part, None)
            if theirs is not None:
                _functions[theirs] = name
    return _functions


def _refuse_recording(name):
    if tape.mode.recording:
        raise ValueError(_RECORDED.format(name))


def _array_class():
    from .array import ndarray

    return ndarray


def to_host(value: Any) -> Any:
    """(`value` with arrays as NumPy's, the context of the first of them or None); lists and tuples are entered."""
    if isinstance(value, ArrayBase):
        return value.asnumpy(), value._ctx
    if isinstance(value, (list, tuple)):
        pairs = [to_host(v) for v in value]
        contexts = [ctx for _, ctx in pairs if ctx is not None]
        if any(ctx != contexts[0] for ctx in contexts):
            raise ValueError(
                "Ambiguous to set the context for the output ndarray since input ndarrays are allocated on "
                f"different devices: {contexts[0]} and {next(c for c in contexts if c != contexts[0])}"
            )
        items = [v for v, _ in pairs]
        items = type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        return items, contexts[0] if contexts else None
    return value, None


def from_host(value: Any, ctx: Context) -> Any:
    """`value` with NumPy's arrays as those of `mx.np` on the context `ctx`; lists and tuples are entered."""
    if isinstance(value, np.ndarray):
        if value.dtype not in ALL:
            raise TypeError(f"NumPy made an array of element type {value.dtype}, which does not exist here")
        return _new(np.array(value, order="C"), ctx, _array_class())
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, numeric_types):
        return value
    if isinstance(value, (list, tuple)):
        items = [from_host(v, ctx) for v in value]
        if dialect().array_api_results and hasattr(value, "_fields"):
            return type(value)(*items)
        return tuple(items) if isinstance(value, tuple) else type(value)(items)
    if isinstance(value, np.dtype):
        return value
    raise TypeError(f"Does not support converting {type(value)} to mx.np.ndarray.")


def ufunc(called: Any, method: Any, inputs: Any, kwargs: Any) -> Any:
    """What a ufunc of NumPy gives for arrays of `mx.np`."""
    if "out" in kwargs:
        if len(kwargs["out"]) != 1:
            raise ValueError("The `out` parameter must have exactly one ndarray")
        kwargs["out"] = kwargs["out"][0]
    if method != "__call__":
        return NotImplemented
    name = called.__name__
    if name == "divide":
        name = "true_divide"
    if name in UFUNCS:
        if dialect().numpy_operands:
            if isinstance(kwargs.get("out"), np.ndarray):  # a += x, which stays an array of NumPy's
                return called(*[v.asnumpy() if isinstance(v, ArrayBase) else v for v in inputs], **kwargs)
            ctx = next(v._ctx for v in [*inputs, *kwargs.values()] if isinstance(v, ArrayBase))
            inputs = [from_host(v, ctx) if isinstance(v, np.ndarray) else v for v in inputs]
        return _own(name)(*inputs, **kwargs)
    _refuse_recording(name)
    host = [v.asnumpy() if isinstance(v, ArrayBase) else v for v in inputs]
    ctx = next(v._ctx for v in inputs if isinstance(v, ArrayBase))
    found = called(*host, **kwargs)
    return from_host(np.asarray(found) if dialect().arrays_for_scalars and isinstance(found, np.generic) else found, ctx)


def function(called: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """What a function of NumPy gives for arrays of `mx.np`."""
    name = _table().get(called)
    if name is not None:
        if not all(issubclass(cls, _array_class()) for cls in types):
            if not (dialect().numpy_operands and all(issubclass(cls, (_array_class(), np.ndarray)) for cls in types)):
                return NotImplemented
            if not name.endswith("shares_memory") and not name.endswith("share_memory"):
                ctx = to_host(args)[1]
                args = tuple(from_host(value, ctx) if isinstance(value, np.ndarray) and ctx else value for value in args)
        return _own(name)(*args, **kwargs)
    _refuse_recording(called)
    host, ctx = to_host(args)
    named = {key: to_host(value) for key, value in kwargs.items()}
    if ctx is None:
        ctx = next((c for _, c in named.values() if c is not None), None)
    if ctx is None:
        raise ValueError("Unknown context for the input ndarrays: no array among the arguments.")
    return from_host(called(*host, **{key: value for key, (value, _) in named.items()}), ctx)
