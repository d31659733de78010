"""Running things on arrays: unwrap, call a cached compiled `Program`, wrap; `recording` puts the call on the tape."""

from __future__ import annotations

import functools
import operator
from typing import Any

import jax
import numpy as np
from jax.core import Tracer

from ..._errors.memory import no_room
from ..._errors.wording import no_array
from ...base import MXNetError, _Null
from ...context import current_context
from ...util import is_np_shape
from ..declare import integers, naming
from ..declare import op as _op
from ..declare.attrs import REQUIRED, coerce, is_array, is_none, to_string
from ..declare.deferred_errors import InvalidParameter, defer
from ..declare.dtype import WIDE
from ..numpy_tier import run_error, spread
from . import in_numpy, moving, recording, rng, tape
from .cells import exclusively, lock_of
from .ones import set_to_one
from .program import Program, Source, execute
from .storage import ArrayBase, element_type, move, wrap_all

_mode = tape.mode
#: None until sparse arrays are used; then (op, inputs, kwargs, out) -> the result, or NotImplemented for the dense way
sparse_hook = None


class BoundOp:
    """An operator with its attributes fixed, except for the scalars; `bodies` are the lowered graphs of a control flow one."""

    __slots__ = ("op", "attrs", "program", "n_inputs")

    def __init__(self, op, attrs, bodies=()) -> None:
        if op.graphs and not bodies:
            raise MXNetError(
                f"Operator {op.name} runs graphs, which arrays cannot carry: call mx.nd.contrib.{op.name.strip('_')} with "
                "Python functions, or build it with mx.sym.contrib."
            )
        self.op, self.attrs = op, attrs
        self.n_inputs = None if op.variadic else len(op.present(attrs) if op.when else op.inputs)
        self.program = Program(functools.partial(op.pure, attrs, bodies=bodies), OperatorSource(op, attrs, bodies, self.n_inputs))


class OperatorSource(Source):
    """An operator with its attributes fixed: what its declaration says of its program.

    n_inputs    how many arrays it takes; None for any number
    """

    fit = True
    origin: tuple

    def __init__(self, op: Any, attrs: Any, bodies: Any, n_inputs: int | None) -> None:
        super().__init__(op.name, op.save)
        self.origin, self.aux = (op, attrs), op.aux_indices(attrs, bodies)
        self.needs_key, self.needs_train, self.needs_platform = op.needs_key, op.needs_train, op.needs_platform
        if bodies:  # a control flow operator looks at what its bodies look at
            for fact in ("needs_key", "needs_train", "needs_platform"):
                setattr(self, fact, getattr(op, fact) and any(getattr(body, fact) for body in bodies))
        if op.traits.draws is not None and not op.traits.draws(attrs):
            self.needs_key = False
        self.wide = op.wide(attrs) or any(map(operator.attrgetter("wide"), bodies))
        self.dynamic = op.dynamic or any(map(operator.attrgetter("dynamic"), bodies))
        self.n_visible, self.any_size = op.num_outputs(attrs), op.traits.any_size and not bodies
        # backward does not see what was drawn: it may take the compiled way only where it looks at nothing of the call
        records = not n_inputs or op.traits.gives_no_gradient(attrs) or op.traits.no_gradient
        if op.host is not None and (op.host_takes_arrays or not n_inputs):
            self.in_numpy = functools.partial(in_numpy.drawn, op.host, records, attrs)
        if op.inspect is not None:
            self.inspect = functools.partial(_inspect, op, attrs)
        if op.values is not None:
            self.values = functools.partial(op.pure, attrs, fn=op.values)
        if op.values_gradient is not None:
            self.values_gradient = functools.partial(op.values_gradient, attrs)
        if op.numpy_form is not None and op.numpy_form_is_eager:
            self.in_numpy = functools.partial(in_numpy.output, op.numpy_form, records, attrs)
        self.moving = op.moving(attrs, bodies)
        if op.traits.ones is not None:
            self.ones = {op.inputs.index(name): (0,) for name in op.traits.ones(attrs)}

    def to_graph_calls(self, scalars: Any) -> list:
        """The call as symbol files write it: (operator, attributes as strings, defaults left out)."""
        op, attrs = self.origin
        return to_graph_calls(op, attrs, scalars)


def _inspect(op, attrs, *arrays) -> None:
    op.check_sizes(arrays)
    try:
        op.inspect(attrs, *arrays)
    except jax.errors.JaxRuntimeError as error:  # the computation of an input had failed
        raise run_error(op.name, error) from error


def to_graph_calls(op, attrs, scalars) -> list[Any]:
    """A call as symbol files write it: a list of one (operator, attributes as strings, defaults left out)."""
    values = {**vars(attrs), **{n: v for n, v in zip(op.scalars, scalars) if v is not None}}
    stated = {n: v for n, v in values.items() if v != op.schema[n][1] and not (v is None and op.schema[n][1] is REQUIRED)}
    return [(op.name, {n: to_string(v) for n, v in stated.items()})]


#: by (operator, attributes), the operators bound; may be cleared
bound_ops: dict = {}
#: integers of 64 bits
_LEAST, _MOST = -(2**63), 2**63 - 1
_BOUND_OPS_LIMIT = 4096
#: sets of arrays of which a program remembers the types
_KINDS_LIMIT = 64
_described = operator.attrgetter("aval")


def _forget_half() -> None:
    """Forget half of the operators bound: first those that nothing is compiled for, such as zeros of a shape used once."""
    order = sorted(bound_ops.items(), key=lambda item: item[1].program.compiled)  # which keeps the order otherwise
    for token, _ in order[: len(order) // 2]:
        bound_ops.pop(token, None)  # another thread may do the same


def _freeze(value):
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(v) for v in value)
    if isinstance(value, np.ndarray):
        return _freeze(value.tolist())
    return str(value) if is_array(value) else value


def bind_op(op, kwargs) -> tuple[BoundOp, tuple]:
    """(plan, scalar values) of a call of `op` with the attributes `kwargs`."""
    scalars = absent = ()
    if op.scalars:
        fixed = {k: v for k, v in kwargs.items() if k not in op.scalars}
        if op.when:  # an array may come in place of a scalar that is None
            absent = tuple([n for n in op.scalars if is_none(kwargs.get(n, op.schema[n][1]))])
    else:
        fixed = kwargs
    token = (op, *fixed.items(), *absent) if fixed or absent else op
    try:
        bound = bound_ops.get(token)
    except (TypeError, NotImplementedError):  # the latter is what arrays of the NumPy interface raise
        fixed = {k: _freeze(v) for k, v in fixed.items()}
        token = (op, *fixed.items(), *absent)
        bound = bound_ops.get(token)
    if bound is None:
        attrs = op.parse(kwargs)
        if len(bound_ops) >= _BOUND_OPS_LIMIT:
            _forget_half()
        bound = bound_ops.setdefault(token, BoundOp(op, attrs))  # another thread may have been first
    if op.scalars:
        scalars = tuple([_read_scalar(op, n, kwargs) for n in op.scalars])
        if op.scalar_lists:  # a number alone is a list of one
            scalars = tuple(
                [(v,) if n in op.scalar_lists and type(v) in (int, float) else v for n, v in zip(op.scalars, scalars)]
            )
        if op.guard is not None:
            op.guard(*scalars)
    return bound, scalars


def bind_op_eagerly(op, kwargs) -> tuple[Any, ...]:
    """(plan, scalar values, error or None) of an eager call: scalars that a generator refuses raise when somebody waits for a
    value, as in MXNet. It gets "not a number" in their place.
    """
    try:
        return *bind_op(op, kwargs), None
    except InvalidParameter as error:
        if op.host is None:
            raise
        bound, _ = bind_op(op, {k: v for k, v in kwargs.items() if k not in op.scalars})
        return bound, (float("nan"),) * len(op.scalars), MXNetError(str(error))


def _read_scalar(op, name, kwargs):
    value = kwargs.get(name, _Null)
    if type(value) is float or (type(value) is int and _LEAST <= value <= _MOST):
        return value
    hint, default = op.schema[name]
    if value is not _Null:
        try:
            return coerce(hint, value)
        except ValueError:
            default = REQUIRED
    return getattr(op.parse(kwargs), name) if default is REQUIRED else default


def _operator_error(program, inputs, error) -> MXNetError:
    got = ", ".join(f"{tuple(b.shape)} {b.dtype}" for b in inputs)
    text = str(error).split("\n")[0]
    return MXNetError(f"Error in operator {program.name}: {text} Inputs: {got or 'none'}.")


def _fit_scalars(scalars, bufs, wide):
    """Scalars as the arrays take them: floats for floating arrays, so that 2 and 2.0 are one program.

    Beside integers large whole numbers are integers, which floats of single precision would round; but those of more than 32 bits
    are floats where the program does not run with 64 (`wide`), and could not be given them.
    """
    if not bufs or bufs[0].dtype.kind in "fV":
        return tuple(map(floats, scalars))
    for scalar in scalars:
        if type(scalar) is int and not (wide or -_INT32_END <= scalar < _INT32_END):
            return tuple(map(floats, scalars))
        if type(scalar) is float and _LAST_SINGLE < abs(scalar) < _INT32_END and scalar.is_integer():
            return tuple([int(s) if type(s) is float and abs(s) < _INT32_END and s.is_integer() else s for s in scalars])
    return scalars


#: the whole numbers up to this one are exact in single precision, in which numbers reach a compiled program
_LAST_SINGLE, _INT32_END = 2.0**24, 2.0**31


def floats(scalar) -> float | tuple[float, ...] | None:
    """A traced scalar, or a tuple of them, in floating point."""
    if type(scalar) is tuple:
        return tuple(map(float, scalar))
    return None if scalar is None else float(scalar)


def run(program: Program, inputs: Any, scalars: Any = (), out: Any = None, ctx: Any = None, cls: Any = None) -> list:
    """Run `program` on arrays; returns the list of its visible outputs.

    inputs   arrays in the program's order; those at `program.aux` are overwritten with their new values
    scalars  values of its traced scalars
    out      arrays to write the outputs to, or None
    ctx      where outputs go when there are no inputs; default: the current context
    Raises MXNetError if the program refuses the inputs; nothing has been written then.
    """
    if not program.is_plain or not inputs or scalars or out is not None or _mode.recording:
        if out is None and not program.aux:
            return _run_in_full(program, inputs, scalars, out, ctx, cls)
        return _run_under_locks(program, inputs, scalars, out, ctx, cls)
    # The plain call, which most eager calls are. It writes to no array that is there, so it takes no lock, and the tape gets
    # nothing. What `Program.plain` does stands here without its frames, which would slow down every call.
    try:
        bufs = [a._cell.buf if a._view is None else a._data() for a in inputs]
    except AttributeError:
        _refuse_what_is_no_array(program, inputs)
        raise
    for b in bufs:
        if b.dtype in WIDE:
            return _run_in_full(program, inputs, scalars, out, ctx, cls)
    if ctx is None:
        ctx = inputs[0]._ctx
    train = _mode.training if program.needs_train else None
    platform = ctx.device.platform if program.needs_platform else None
    try:
        call = program.variants.get(("plain", train, platform, is_np_shape())) or program.plain(train, platform)
        outs, _ = call(*bufs)
    except MXNetError:
        raise
    except _FAILURES as error:
        return _after_failure(error, program, inputs, bufs, scalars, out, ctx, cls)
    return wrap_all(outs if program.n_visible is None else outs[: program.n_visible], ctx, cls)


def _run_under_locks(program, inputs, scalars, out, ctx, cls) -> list:
    """`run` of a call that writes to `out` or to auxiliary states: it holds the locks of all cells that it writes to."""
    if program.ones:
        return _run_setting(program, inputs, scalars, out, ctx, cls)
    if out is not None and not program.aux and len(out) == 1:
        try:
            cell = out[0]._cell
        except AttributeError:
            raise _no_array_to_write_to(program, out) from None
        with cell.lock or lock_of(cell):
            return _run_in_full(program, inputs, scalars, out, ctx, cls, True)
    if written := _written(program, inputs, out):
        return exclusively(written, _run_in_full, program, inputs, scalars, out, ctx, cls, True)
    return _run_in_full(program, inputs, scalars, out, ctx, cls)


def _run_in_full(program, inputs, scalars, out, ctx, cls, locked=False) -> list:
    """`run` with all that a call may have; `locked`: whether the locks of all cells that it writes to are held."""
    try:
        bufs = [a._cell.buf if a._view is None else a._data() for a in inputs]
    except AttributeError:
        _refuse_what_is_no_array(program, inputs)
        raise
    if ctx is None:
        ctx = inputs[0]._ctx if inputs else current_context()
    wide, floating = program.wide, False
    if program.save:  # a graph or the like: many arrays, whose types are not asked for one by one
        wide, floating = _types(program, bufs)
    else:
        for b in bufs:
            wide = wide or b.dtype in WIDE
    if scalars and program.fit:
        scalars = _fit_scalars(scalars, bufs, wide)
    train = _mode.training if program.needs_train else None
    platform = ctx.device.platform if program.needs_platform else None
    rng_state = rng.next_state(ctx) if program.needs_key else None
    parents = recording.parents_of(program, inputs, out) if _mode.recording else None
    if program.inspect is not None:
        program.inspect(*bufs)
    saved = pending = None
    deferred = program.moving and train and _defers_moving(ctx, bufs)
    try:
        kept = recording.kept_for(program, parents, bufs, floating) if parents else None
        if kept is not None:
            call = program.recorded(train, platform, kept, deferred)
            outs, aux, saved = execute(call, True, ctx, rng_state, scalars, bufs) if wide else call(rng_state, scalars, *bufs)
        elif bufs and not (wide or scalars or program.needs_key):
            call = program.variants.get(("plain", train, platform, is_np_shape())) or program.plain(train, platform)
            outs, aux = call(*bufs)
        else:
            quick = program.in_numpy and program.in_numpy(ctx, rng_state, scalars, bufs, parents, out)
            outs, aux = quick or execute(program.forward(train, platform), wide, ctx, rng_state, scalars, bufs)
    except MXNetError:
        raise
    except _FAILURES as error:
        if wide and isinstance(error, jax.errors.JAXTypeError):
            raise
        return _after_failure(error, program, inputs, bufs, scalars, out, ctx, cls)
    visible = outs if program.n_visible is None else outs[: program.n_visible]
    if out is not None:
        _check_out(program, out, visible)
    if aux:
        if deferred:
            pending = moving.Pending(program, ctx, inputs, bufs, aux)
            aux = pending.others(aux)
        _write_aux(program, inputs, aux, locked)
    if out is None:
        results = wrap_all(visible, ctx, cls)
    else:
        results = list(out)
        for o, b in zip(results, visible):
            o._write(b if o._ctx is ctx or o._ctx == ctx else move(b, o._ctx))
    if parents is not None:
        call = program, parents, train, platform, rng_state, scalars, bufs, wide, ctx
        recording.record(results, pending, kept, outs, saved, *call)
    return results


def _types(program, bufs) -> tuple[bool, bool]:
    """(whether a program runs with 64 bits on arrays, whether all are of floating point), kept by how JAX describes them."""
    kinds = tuple(map(_described, bufs))
    known = program.kinds.get(kinds)
    if known is None:
        types = {kind.dtype for kind in kinds}
        if len(program.kinds) >= _KINDS_LIMIT:
            program.kinds.clear()
        wide = program.wide or not types.isdisjoint(WIDE)
        known = program.kinds[kinds] = wide, all(map(integers.is_inexact, types))
    return known


def _write_aux(program, inputs, aux, locked) -> None:
    """Give auxiliary states their new values; None stands for one that stays as it is."""
    for i, value in zip(program.aux, aux):
        if value is not None:
            inputs[i]._write(value) if locked else inputs[i]._set_data(value)


def _run_setting(program, inputs, scalars, out, ctx, cls) -> list:
    """`run` of a program that sets inputs to one."""
    written = _written(program, inputs, out)
    if written:
        outs = exclusively(written, _run_in_full, program, inputs, scalars, out, ctx, cls, True)
    else:
        outs = _run_in_full(program, inputs, scalars, out, ctx, cls, True)
    if program.graph is None:
        set_to_one(program, inputs.__getitem__)
    elif outs[0]._entry is not None:
        set_to_one(program, inputs.__getitem__, [i for i, a in enumerate(inputs) if a._entry is not None])
    return outs


#: what a program that refuses its inputs raises beside MXNetError, and what JAX raises when one could not run
_REFUSALS = (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError, MemoryError)
_FAILURES = (*_REFUSALS, jax.errors.JaxRuntimeError)


def _after_failure(error, program, inputs, bufs, scalars, out, ctx, cls) -> list:
    """The results of a call that failed because its inputs lie on several devices; otherwise raise the error for users."""
    if isinstance(error, jax.errors.JaxRuntimeError):
        raise run_error(program.name, error) from error
    if spread(bufs):
        return _run_moved(program, inputs, scalars, out, ctx, cls)
    raise _operator_error(program, bufs, error) from error


def _refuse_what_is_no_array(program, inputs) -> None:
    for i, a in enumerate(inputs):
        if not isinstance(a, ArrayBase):
            raise no_array(f"Operator {program.name}: input {i + 1}", a, naming.is_numpy(program.name)) from None


def _no_array_to_write_to(program, out):
    kinds = ", ".join(sorted({type(o).__name__ for o in out if not isinstance(o, ArrayBase)}))
    return TypeError(f"Operator {program.name}: out must be an array of mx.nd or mx.np, got {kinds}.")


def _written(program, inputs, out):
    """The cells that a run writes to. What depends on the mode has auxiliary states, which it writes in training only."""
    try:
        cells = [o._cell for o in out] if out is not None else []
    except AttributeError:
        raise _no_array_to_write_to(program, out) from None
    if program.aux and (_mode.training or not program.needs_train):
        cells += [inputs[i]._cell for i in program.aux if i < len(inputs)]  # the operator refuses a list that is too short
    return cells


def _run_moved(program, inputs, scalars, out, ctx, cls):
    """`run` on inputs of several devices: they are brought to the context of the first one, as a recorded copy.

    MXNet computes on the memory that all CPU contexts share, and refuses what lies on a CPU and on a GPU.
    """
    if any(a._ctx.device_typeid == 2 for a in inputs):
        places = ", ".join(str(a._ctx) for a in inputs)
        raise MXNetError(
            f"Error in operator {program.name}: it requires all inputs to live on the same context, but they are on {places}. "
            "Move them with as_in_context()."
        )
    moved = [a if a._ctx == ctx else a.copyto(ctx) for a in inputs]
    results = _run_in_full(program, moved, scalars, out, ctx, cls, True)
    for i in program.aux:
        if moved[i] is not inputs[i]:
            inputs[i]._set_data(move(moved[i]._data(), inputs[i]._ctx))
    entry = results[0]._entry
    if entry is not None and entry[0].pending is not None:
        entry[0].pending.belongs_to(inputs)
    return results


def _defers_moving(ctx, bufs) -> bool:
    """Whether moving averages wait for the backward pass. Within a function that JAX traces there is none to wait for."""
    return moving.in_backward(ctx.device.platform) and not isinstance(bufs[0], Tracer)


def _check_out(program, out, results) -> None:
    if len(out) > len(results):
        raise MXNetError(f"Error in operator {program.name}: {len(out)} output arrays given, it has {len(results)}.")
    for o, b in zip(out, results):
        if o.shape != b.shape:
            raise MXNetError(
                f"Error in operator {program.name}: Shape inconsistent, Provided = {list(o.shape)}, inferred shape="
                f"{list(b.shape)}; out= needs an array of that shape."
            )
        if element_type(o) != b.dtype:
            raise MXNetError(
                f"Error in operator {program.name}: Type inconsistent, Provided = {np.dtype(o.dtype).name}, inferred "
                f"type = {b.dtype}; out= needs an array of that element type."
            )


def invoke(op: Any, inputs, kwargs=None, out=None, cls=None) -> Any:
    """Call an operator (or its name) on arrays. Returns one array, or a list if it has several visible outputs.

    kwargs are the operator's attributes, with `ctx` read from them for operators without inputs. `out` is an array or a
    list of arrays to write to.
    """
    if type(op) is not str and op.hosted:
        return op.invoke(inputs, kwargs or {}, out, cls)
    if sparse_hook is not None:
        try:
            result = sparse_hook(op, inputs, kwargs, out)
        except MemoryError as error:
            raise no_room(f"Operator {getattr(op, 'name', op)}: a result", error) from error
        if result is not NotImplemented:
            return result
    op = _op.find(op) if type(op) is str else op
    if op.guard is None:
        (bound, scalars), refused = bind_op(op, kwargs or {}), None
    else:
        bound, scalars, refused = bind_op_eagerly(op, kwargs or {})
    program = bound.program
    if bound.n_inputs is not None and len(inputs) != bound.n_inputs:
        check_count(op, bound, inputs)
    ctx = None
    if not inputs:
        ctx = _context_of(bound.attrs, kwargs)
        if ctx is None and out is not None:
            ctx = (out[0] if isinstance(out, (list, tuple)) else out)._ctx
    outputs = None if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    outs = run(program, inputs, scalars, outputs, ctx, cls)
    if refused is not None:  # not before: a call that raises at once leaves nothing to wait for
        defer(refused)
    if out is not None:
        return out if program.n_visible != 1 or isinstance(out, (list, tuple)) else outs[0]
    return outs[0] if len(outs) == 1 else outs


def check_count(op, bound, inputs) -> None:
    """Raise MXNetError unless as many inputs are given as the operator takes."""
    names = op.present(bound.attrs)
    least = len([n for n in names if n not in op.optional or n in op.when])
    if not least <= len(inputs) <= len(names):
        raise MXNetError(f"Error in operator {op.name}: {len(inputs)} inputs given; expected {len(names)}: {', '.join(names)}.")


def _context_of(attrs, kwargs):
    from ...context import Context

    text = (kwargs or {}).get("ctx") or getattr(attrs, "ctx", None)
    if not text or isinstance(text, Context):
        return text or None
    device_type, _, number = str(text).partition("(")
    return Context(device_type, int(number.rstrip(")") or 0))
