"""Arrays of this package where JAX expects its own, and `jax.Array`s where this package expects its own.

Two ways lead from an array to JAX. Functions of `jax.numpy` call `__jax_array__`. `jax.jit`, `jax.grad` and the other
transformations refuse objects that have only that, so that arrays are pytrees, too: nodes with one leaf, their value at that
moment. Arrays can be written to and JAX's values cannot, so a transformation must hold the value, never the array: it may run
its backward pass long after a write. For that reason arrays are not registered as values of JAX's own kind.

A function that is being traced gets the tracer itself, not an array around it, so that it is a function of plain JAX values
there: `x.at`, `lax`, and scalars that `jax.grad` takes as scalars. Outside of traces a node comes back as an array: gradients
of a dictionary of arrays are a dictionary of arrays.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from ...base import MXNetError
from ...context import Context, current_context
from ..declare import deferred_errors
from ..declare.dtype import ALL, WIDE
from . import storage, tape
from .cells import lend
from .storage import ArrayBase, failed_read, move, place, wrap
from .trace_observer import trace_observer

if TYPE_CHECKING:
    from ...ndarray.ndarray import NDArray
    from ...ndarray.numpy.array import ndarray


#: the operator methods that Python tries on the right operand, by those of the left one
_REFLECTED = {
    "__eq__": "__eq__", "__ne__": "__ne__", "__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__",
    **{f"__{name}__": f"__r{name}__" for name in "add sub mul truediv floordiv divmod mod pow matmul and or xor".split()},
}  # fmt: skip


def _operators():
    """The code of the operator methods of `jax.Array` -> the name of the reflected method."""
    array_type = type(jnp.zeros((), np.float32))
    codes = {}
    for name, reflected in _REFLECTED.items():
        code = getattr(getattr(array_type, name, None), "__code__", None)
        # Were one function the method of several operators, it could not be told which of them is running.
        codes[code] = reflected if code not in codes else None
    codes.pop(None, None)
    return codes


# filled by the first question, as making a `jax.Array` starts JAX's devices
_operator_codes: dict = {}


def lends_operator(array, frame) -> bool:
    """Whether `frame` is an operator of a `jax.Array` whose right operand `array` can compute it.

    JAX's operators take every object that has `__jax_array__`, so that `jax_array + x` would be a `jax.Array` of which the tape
    knows nothing. Handed something that is no array it makes way (returns NotImplemented), and Python asks the right operand.
    Where this JAX has operators of another kind the answer is no: `jax_array + x` then is JAX's, and raises where x is recorded.
    """
    if not _operator_codes:
        _operator_codes.update(_operators() or {None: None})
    reflected = _operator_codes.get(frame.f_code)
    if reflected is None or not hasattr(type(array), reflected):
        return False
    return not isinstance(frame.f_locals.get(frame.f_code.co_varnames[0]), Tracer)


def recorded(array) -> bool:
    """Whether autograd is recording and a gradient of this array is wanted."""
    entry = array._entry
    if entry is None or not tape.mode.recording or entry[0].freed:
        return False
    return type(entry[0]) is not tape.Leaf or entry[0].req != "null"


def refuse_sparse(array):
    """Raise the error for a sparse array where JAX's are dense."""
    raise MXNetError(
        f"JAX has no {type(array).__name__}: convert it to a dense array by tostype('default'), or take its parts, .data and "
        ".indices, as arrays of their own."
    )


def value_of(array) -> jax.Array:
    """The current value, as a `jax.Array` that is not written over from now on.

    Raises what a former call of an operator has found, and whoever traces a block by running it learns of the look.
    """
    if not array._dense:
        refuse_sparse(array)
    if trace_observer.observer is not None:
        trace_observer.observer.on_read(array)
    # reading is where MXNet's engine raises what an earlier call has found
    if deferred_errors.errors:
        deferred_errors.raise_pending()
    buf = array._data()
    if isinstance(buf, jax.Array) and not isinstance(buf, Tracer):
        lend(buf)
    return buf


def capsule_of(array, **options):
    """A DLPack capsule over the current value, with the options of `__dlpack__`."""
    value = value_of(array)
    try:
        return value.__dlpack__(**options)
    except jax.errors.JaxRuntimeError as error:
        raise failed_read(array, error) from error


def implicit_value_of(array):
    """`value_of` for JAX's functions, which are called on the array as if it were JAX's own.

    Raises MXNetError where that would lose a gradient, or cut 64-bit numbers.
    """
    if not array._dense:
        refuse_sparse(array)
    buf = array._data()
    if not isinstance(buf, jax.Array):  # a stand-in that a function on pytrees put there
        return buf
    if recorded(array) and jnp.issubdtype(buf.dtype, jnp.inexact):
        raise MXNetError(
            "A function of JAX was called on an array that autograd records, which would lose its gradient. Call the function "
            "by jmx.jax.call(function, array), which records it; or hand over array.detach() or array.asjax() if no gradient is "
            "wanted."
        )
    if buf.dtype in WIDE and jax.dtypes.canonicalize_dtype(buf.dtype) != buf.dtype:
        raise MXNetError(
            f"JAX cuts {buf.dtype} to 32 bits outside of its 64-bit mode. Call its functions under `with jax.enable_x64(True):`, "
            "or by jmx.jax.call(function, array), which enters that mode; or convert the array with astype() before."
        )
    return value_of(array)


def context_of(buf) -> Context:
    """The context of a `jax.Array`: that of its device, or of the first of several that this process has."""
    here = current_context()
    devices = buf.sharding.addressable_devices
    if not devices:
        return here
    device = min(devices, key=lambda device: device.id)
    # Contexts may be several names of one device, such as cpu(0) and cpu(1) on a machine with one CPU device.
    if here.device == device:
        return here
    kind = "cpu" if device.platform == "cpu" else "gpu"
    return Context(kind, jax.local_devices(backend=kind).index(device))


def adopt(buf, ctx=None, cls=None) -> Any:
    """An array on `ctx` (default: where it is) that holds the `jax.Array` `buf`, which somebody else may hold, too.

    Raises MXNetError for what is no array on one device of this process.
    """
    if isinstance(buf, Tracer):
        raise MXNetError(
            "An mx array cannot hold a value that JAX is tracing: inside of functions for jax.jit, jax.grad and the like use "
            "jax.numpy, or turn a Gluon block into a function of JAX with jmx.to_jax."
        )
    if not isinstance(buf, jax.Array):
        raise TypeError(f"expected a jax.Array, got {type(buf).__name__}; mx.nd.array takes anything array-like")
    if buf.is_deleted():
        raise MXNetError("The jax.Array was deleted, or donated to a function: its memory is gone.")
    if buf.dtype not in ALL:
        raise MXNetError(f"MXNet has no element type {buf.dtype}: convert the array before, for example with astype('float32').")
    if len(buf.devices()) > 1 or not buf.is_fully_addressable:
        raise MXNetError(
            f"The jax.Array lies on {len(buf.devices())} devices, and an mx array on one: gather it before, for example by "
            "jax.device_put(x, jax.local_devices()[0])."
        )
    lend(buf)
    if ctx is None:
        ctx = context_of(buf)
    # by device, not by context: cpu(0) and cpu(1) may be one device
    elif buf.devices() != {ctx.device}:
        buf = move(buf, ctx)
    return wrap(buf, ctx, cls)


def operand(value, like) -> NDArray | ndarray | None:
    """The `jax.Array` `value` as an array beside `like`: of its class and on its context. None for anything else."""
    if not isinstance(value, jax.Array) or isinstance(value, Tracer):
        return None
    return adopt(value, like._ctx, storage.numpy_class if like._numpy else None)


def adopted(values, numpy) -> list[Any]:
    """The list `values` with its `jax.Array`s as arrays, of the NumPy interface or classic ones, where the first array is."""
    ctx = next((value._ctx for value in values if isinstance(value, ArrayBase)), None)
    cls = storage.numpy_class if numpy else None
    return [adopt(value, ctx, cls) if isinstance(value, jax.Array) else value for value in values]


def adopted_if_any(values, numpy) -> list[Any] | None:
    """`adopted`, or None where no `jax.Array` is among `values`."""
    return adopted(values, numpy) if any(isinstance(value, jax.Array) for value in values) else None


# ---- pytrees


def _flatten(array):
    return (implicit_value_of(array),), None


def _flatten_with_keys(array):
    return ((jax.tree_util.GetAttrKey("value"), implicit_value_of(array)),), None


def _unflatten(cls, _, leaves):
    (leaf,) = leaves
    if isinstance(leaf, Tracer):
        return leaf
    if isinstance(leaf, jax.Array):
        lend(leaf)
        ctx = context_of(leaf) if not leaf.is_deleted() else current_context()
        return wrap(leaf, ctx, cls)
    ctx = current_context()
    if isinstance(leaf, np.ndarray) and leaf.dtype in ALL:
        # a copy: `place` may take over memory that the caller goes on writing to
        return wrap(place(np.array(leaf, order="C"), ctx), ctx, cls)
    # JAX puts placeholders of its own into trees; a node keeps whatever it gets and gives it back.
    return wrap(leaf, ctx, cls)


def register_array(cls) -> None:
    """Make a class of arrays a node of pytrees."""
    unflatten = functools.partial(_unflatten, cls)
    jax.tree_util.register_pytree_with_keys(cls, _flatten_with_keys, unflatten, _flatten)


def register_named(cls, items) -> None:
    """Make a class a node of pytrees that comes back as a dictionary.

    items : function of an object that gives its pairs of name and child.
    """

    def flatten_with_keys(container):
        pairs = list(items(container))
        return [(jax.tree_util.DictKey(name), child) for name, child in pairs], tuple([name for name, _ in pairs])

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, lambda names, children: dict(zip(names, children)))


def register_holder(cls, content) -> None:
    """Make a class a node of pytrees with one child, `content(object)`, that comes back as that child."""

    def flatten_with_keys(holder):
        return [(jax.tree_util.GetAttrKey("data"), content(holder))], None

    jax.tree_util.register_pytree_with_keys(cls, flatten_with_keys, lambda _, children: next(iter(children)))


__all__ = [
    "adopt",
    "adopted",
    "adopted_if_any",
    "context_of",
    "implicit_value_of",
    "lends_operator",
    "operand",
    "recorded",
    "refuse_sparse",
    "register_array",
    "register_holder",
    "register_named",
    "value_of",
]
