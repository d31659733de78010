"""Compiled functions that NumPy runs the first times, where compiling would cost more than it saves.

XLA takes 10 to 40 ms to compile even `a + b`, once for every shape. A program that is called a few times and never again
(the first cell of a notebook, sequences of a thousand lengths) is done long before that if NumPy runs it. The two agree to
rounding, not to the bit; `mx.util.bit_equal` and JMX_COMPILE=now leave everything to XLA.

A thread compiles then, behind further calls (`behind.py`), so that the one that XLA is to run seldom waits.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import itertools
import warnings
import weakref
from collections.abc import Callable
from typing import Any

import jax
from jax.core import Tracer

from ... import config
from ...config import compile_log, compile_report, jax_internals, jax_programs, memory
from ...config.leaving import check_running
from ...config.locks import RLock
from ...util import is_bit_equal
from ..declare.gradients import expecting_final, last
from . import any_shape, behind, large, sizes
from .device_put import on_device
from .interpreter import MOST_ELEMENTS, Interpreted
from .ready import Ready
from .rules import Uncovered
from .sizes import run_error

#: sets of shapes that one graph may be compiled for before a warning
MANY_SHAPES = 32
#: sets of shapes for which an operator stays compiled, and for which NumPy's program of it is kept
COMPILED_KEPT, INTERPRETED_KEPT = 256, 64
#: programs that NumPy was given, and after how many JAX is to forget its traces
_remembered, _FORGOTTEN_AT_ONCE = itertools.count(1), 1000
#: sets of shapes of which an operator remembers how often NumPy may still run them
_LIMIT = 4096
#: in a process made by fork, what every call runs in place of XLA: (TieredJit, arguments) -> result; set by `fork`
call_in_child: Callable[..., Any] | None = None
#: every function made here that still exists
every: weakref.WeakSet = weakref.WeakSet()


class TieredJit:
    """A function that XLA compiles for each set of shapes, and NumPy runs the first times where that is cheaper.

    NumPy runs small arrays on the CPU, in programs whose primitives it has rules for. Parameters: see `jit`.
    """

    __slots__ = (
        "function", "donate", "jitted", "arrays_only", "limit", "name", "label", "compiled", "interpreted", "ready",
        "calls_left", "families", "any_size", "compiling", "begun", "keeper", "__weakref__",
    )  # fmt: skip

    def __init__(
        self, function, donate=(), arrays_only=True, limit=None, name="", label=None, large=False, any_size=None
    ) -> None:
        self.function, self.donate, self.arrays_only, self.limit, self.name = function, donate, arrays_only, limit, name
        self.label = label or (_function_name(function).strip("_"), "")
        # one jitted function for all shapes where nothing has to be dropped: JAX finds the variant by itself, in C++
        self.jitted: Any = None if large or limit else jax.jit(function, **self._options())
        #: by shapes, what XLA has compiled; by shapes and element types, what NumPy runs
        self.compiled: collections.OrderedDict = collections.OrderedDict()
        self.interpreted: dict = {}
        #: by shapes, what NumPy runs without asking further
        self.ready: dict = {}
        #: of what NumPy no longer keeps, by its hash: how often it may still run
        self.calls_left: dict = {}
        #: by ranks and element types, programs for arrays of any size
        self.families: dict = {}
        self.any_size: Any = any_size
        #: held by the thread that compiles; others wait for what it makes
        self.compiling = RLock()
        #: by shapes, what is being compiled behind the calls of NumPy
        self.begun: dict = {}
        #: what keeps values of graphs in inference that depend on parameters alone
        self.keeper: Any = None
        every.add(self)

    def __call__(self, *args) -> jax.Array | tuple[Any, ...]:
        # The hot path of every operator: nothing here is in a function of its own.
        if self.arrays_only:
            shapes = tuple([a.shape for a in args])
        else:
            shapes = []
            for a in args:
                if type(a) is tuple or type(a) is list:
                    if a:
                        shapes += _shapes(a)
                elif a is not None:
                    shape = getattr(a, "shape", None)
                    shapes.append(type(a) if shape is None else shape)
            shapes = tuple(shapes)
        compiled = self.compiled.get(shapes)
        try:
            if compiled is None:
                return self._not_compiled(shapes, args)
            # only graphs: a bound that is kept by order of use costs operators too much in every call
            if self.limit is not None:
                for a in args:
                    if isinstance(a, Tracer):
                        return self.function(*args)  # options of the compiler are for whole programs only
                try:
                    self.compiled.move_to_end(shapes)
                except KeyError:
                    pass  # another thread has dropped them
            return compiled(*args)
        except jax.errors.JaxRuntimeError as error:
            raise run_error(self.label[0], error) from error

    def into(self, results, *args) -> None:
        """Append what a call gives to the list `results`, before an interrupt can be raised.

        The results of a program that has written over its arguments must not be lost. An interrupt is raised when a function in C
        has returned to Python; here it returns to another one in C, which puts its result into the list.
        """
        compiled = self.compiled.get(shapes_of(args))
        # the first call of a shape goes through Python anyway, and a graph keeps its order of use in `__call__`
        if compiled is None or self.jitted is None:
            results.append(self(*args))
        else:
            try:
                results.extend(itertools.starmap(compiled, (args,)))
            except jax.errors.JaxRuntimeError as error:
                raise run_error(self.label[0], error) from error

    def _not_compiled(self, shapes, args):
        """A call with shapes that nothing has been compiled for: by the program that is ready, or as one of the first calls."""
        ready = self.ready.get(shapes)
        results = None if ready is None or is_bit_equal() else ready(args if self.arrays_only else _leaves(args))
        return self._first(shapes, args) if results is None else results

    def _first(self, shapes, args):
        """A call with shapes that nothing has been compiled for."""
        leaves = _leaves(args)
        first: Any = None
        for a in leaves:
            if isinstance(a, Tracer):  # the call is a part of a program that is being traced
                return (self.jitted or self.function)(*args)
            if first is None and isinstance(a, jax.Array):
                first = a
        if call_in_child is not None:
            return call_in_child(self, args)
        # what takes no arrays at all makes one where JAX does: on the only device
        key, exact = signature(shapes, leaves), is_bit_equal() or (first is None and _is_for_jax(leaves))
        known = None if exact else self.interpreted.get(key)
        if known is None:
            with self.compiling, memory.no_collections(), expecting_final():
                known = None if exact else self.interpreted.get(key)
                if known is None:
                    if shapes in self.compiled:  # by another thread
                        return self.compiled[shapes](*args)
                    known = None if exact or not self._generic(leaves) else self._of_any_shape(key, leaves, args)
                if known is None:
                    jitted = self.jitted_for_shapes()
                    # JAX keeps all traces of a function as long as it: one that all shapes share is not traced for NumPy.
                    tracer = jitted if self.jitted is None else self._jit(functools.partial(self.function))
                    again = functools.partial(self._trace_again, args)
                    if self._large(tracer, leaves, args, again):
                        wide = large.InWide(jitted, args, self.label[0], self._finish(args), again)
                        return self._keep(shapes, wide)(*args)
                    interpreted = None if exact else _interpretation(tracer, first, leaves, args, self.keeper)
                    if not exact and self._generic(leaves):
                        self._family(leaves).learn(leaves, interpreted)
                    if interpreted is None:
                        return self._compile(shapes, jitted, args)
                    known = self._remember(key, (*interpreted, jitted))
                    compile_log.interpreted(self.label, key, known[0])
        program, tree, jitted = known
        if program.calls_left <= 0 and not self._stays_interpreted(program, shapes, args):
            return self._compile(shapes, jitted, args)
        device = next(iter(_devices(first)))
        if several_devices() and (device.platform != "cpu" or spread(leaves)):
            return jitted(*args)  # which refuses arrays of several devices
        try:
            values = program(leaves)
        except Exception:
            # A rule that fails on this input; the compiled program is what counts, and says so if it refuses it too.
            values = None
        if values is None:
            return self._compile(shapes, jitted, args)
        self._make_ready(shapes, program, leaves, tree, device)
        return jax.tree_util.tree_unflatten(tree, [on_device(value, device) for value in values])

    def _stays_interpreted(self, program, shapes, args) -> bool:
        """Whether NumPy runs a program that had its calls: while XLA compiles it, and where XLA fails to."""
        with self.compiling:
            if program.calls_left > 0:  # another thread was here
                return True
            if program.calls_behind:
                program.calls_left, program.calls_behind = program.calls_behind, 0
                with contextlib.suppress(Exception):  # raised again where the program is needed
                    job = behind.Job(self.lowered(args), _described(self, abstract(args))[1:])
                    if job.begin():
                        self.begun[shapes] = job
                return True
            job = self.begun.get(shapes)
            if job is not None and shapes not in self.compiled:
                try:
                    job.take()
                except Exception as error:
                    behind.tell_failed(" ".join(filter(None, self.label)), error)
                    self.begun.pop(shapes, None)
                    program.calls_left += compile_log.FOR_EVER
            return program.calls_left > 0

    def _make_ready(self, shapes, program, leaves, tree, device) -> None:
        ready = None if program.straight is None or several_devices() else Ready.of(program, leaves, tree, device)
        if ready is not None:
            self.ready[shapes] = ready

    def _generic(self, leaves) -> bool:
        """Whether a program for arrays of any size may be looked for."""
        if self.any_size is None or not leaves or config.get("JMX_COMPILE") == "now":
            return False
        return any_shape.works() and not spread(leaves)

    def _family(self, leaves):
        # the sizes of a graph's weights are those that its attributes say
        return any_shape.family_of(self.families, self.label, leaves, self.any_size[0], self.limit is not None)

    def _of_any_shape(self, key, leaves, args):
        """What NumPy runs for new shapes without tracing for these alone, or None."""
        family = self._family(leaves)
        # NumPy runs small arrays only, whatever shape the program is for
        if not (family.seen or family.programs) or sum([getattr(a, "size", 1) for a in leaves]) > MOST_ELEMENTS:
            return None

        def trace(specs):
            shaped = jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(args), specs)
            n, following = self.any_size
            if n:
                shaped = *shaped[:-n], *following(*shaped[:-n])
            # JAX keeps all traces of a function as long as it
            return self._jit(functools.partial(self.interpretable)).trace(*shaped)

        try:
            found = family.program(leaves, trace)
            if found is None:
                return None
            known = self._remember(key, (Interpreted(found[0], keeper=self.keeper), found[1], self.jitted_for_shapes()))
            compile_log.interpreted(self.label, key, known[0], any_size=True)
            return known
        except Uncovered:
            return None

    @property
    def interpretable(self) -> Callable[..., Any]:
        """The function as NumPy runs it."""
        return self.function

    def programs(self) -> list[Any]:
        """What NumPy runs, for each set of shapes."""
        return [known[0].program for known in list(self.interpreted.values())]

    def jitted_for_shapes(self):
        """The jitted function for a set of shapes that is new: one for all, or of a graph one each, which can be dropped."""
        if self.jitted is not None:
            return self.jitted
        return self._jit(functools.partial(self.function), compiler_options=graph_options() if self.limit else None)

    def without_trace(self, jitted, args) -> WithoutTrace:
        """What `jitted_for_shapes` gave, compiled for arguments."""
        return WithoutTrace(self.jitted_for_shapes, jitted.lower(*args).compile())

    def lowered(self, args) -> Callable[[], Any]:
        """What compiles the function for arguments, and returns what runs it, in any thread; traced and lowered here."""
        jitted = self.jitted_for_shapes()
        lowered = jitted.lower(*args)

        def compile():
            compiled = lowered.compile()
            # a function for all shapes finds what has been compiled
            return WithoutTrace(self.jitted_for_shapes, compiled) if self.jitted is None else jitted

        return compile

    def _jit(self, function, **options):
        # `jitted` is a part of programs that are differentiated as well, and JAX traces it once for all: it is no last one
        return jax.jit(last(function), **self._options(), **options)

    def _options(self) -> dict[str, Any]:
        # What is donated may be there for its memory alone.
        return {"donate_argnums": self.donate, "keep_unused": self.donate != ()}

    def _large(self, jitted, leaves, args, again) -> bool:
        """Whether a call reads or makes an array whose positions take more than 32 bits."""
        if large.any_large(leaves):
            return True
        try:
            return sizes.makes_large(jitted.trace(*args), self.label[0], again)
        except OverflowError:  # a length that does not fit into 32 bits
            return True

    def _trace_again(self, args) -> None:
        # a new function, as JAX keeps what it has traced of one that it knows
        jax.make_jaxpr(functools.partial(self.function))(*args)

    def _remember(self, key, known):
        """Keep what NumPy runs; of what was kept longest only how often it may still run, so that it is compiled one day.

        That is kept by the hash of the shapes, as they themselves take ten times the memory: two that have the same one are
        compiled a little earlier or later.
        """
        known[0].be_compiled_behind(self.calls_left.pop(hash(key), None))
        if len(self.interpreted) >= INTERPRETED_KEPT:
            with contextlib.suppress(KeyError, RuntimeError):  # another thread does the same
                oldest = next(iter(self.interpreted))
                program = self.interpreted.pop(oldest)[0]
                self.calls_left[hash(oldest)] = program.all_calls_left
                program.give_up()
                self.ready.pop(oldest[0], None)
                self.begun.pop(oldest[0], None)
        # of whichever function: many have one set of shapes only, as those that cut a part out of an array
        if next(_remembered) % _FORGOTTEN_AT_ONCE == 0:
            jax_internals.forget_traces()
            memory.return_freed_memory()
        if len(self.calls_left) > _LIMIT:
            self.calls_left.clear()
        self.interpreted[key] = known
        return known

    def _finish(self, args):
        return lambda jitted: jitted if self.jitted is not None else self.without_trace(jitted, args)

    def _compile(self, shapes, jitted, args):
        """A call by XLA: of what another thread has compiled meanwhile, or of what is compiled now."""
        with self.compiling:
            compiled = self.compiled.get(shapes)
            if compiled is None:
                job = self.begun.get(shapes)
                made = None if job is None else job.take()
                if self.jitted is not None:
                    values = self.jitted(*args)  # which compiles, so that no thread finds it among the compiled ones before
                    jax_internals.forget_module(self.jitted, args)
                    self._promote(shapes, self.jitted)
                    return values
                compiled = self._promote(shapes, made or self._finish(args)(jitted))
        return compiled(*args)

    def _promote(self, shapes, compiled):
        """Have XLA run these shapes from now on. Returns what runs them."""
        # of all element types, as `compiled` is asked by shapes alone: XLA runs them all from now on
        for key in [key for key in list(self.interpreted) if key[0] == shapes]:
            known = self.interpreted.pop(key, None)
            if known is not None:
                known[0].give_up()
        self.ready.pop(shapes, None)
        self.begun.pop(shapes, None)
        return self._keep(shapes, compiled)

    def _keep(self, shapes, jitted):
        if self.limit is None and len(self.compiled) >= COMPILED_KEPT and self.jitted is not None:
            # One function holds the programs of all shapes, and gives up all or none.
            self.compiled.clear()
            self.jitted.clear_cache()
        self.compiled[shapes] = jitted
        while len(self.compiled) > (self.limit or COMPILED_KEPT):
            self.compiled.popitem(last=False)
        if self.limit and len(self.compiled) == MANY_SHAPES + 1:
            last = "; ".join(str(list(s)) for s in list(self.compiled)[-3:])
            warnings.warn(
                f"{self.name} has been compiled for more than {MANY_SHAPES} sets of input shapes; the shapes of the last three: "
                f"{last}. Each takes time to compile and memory: pad inputs to a few lengths (buckets). The {self.limit} sets "
                "used last are kept (JMX_SHAPES_KEPT).",
                stacklevel=2,
            )
        return jitted


class WithoutTrace:
    """A large jitted function, compiled, which keeps nothing of how it was traced.

    JAX keeps the trace and the module of a jitted function as long as the function, for a training step of ResNet-50 some ten
    thousand objects. What is compiled ahead of time does without them, and a call takes as long.

    Parameters
    ----------
    make : callable
        Returns the jitted function once more, for arguments of other types of elements or on other devices.
    compiled : jax.stages.Compiled
    """

    __slots__ = ("_make", "_call", "_compiled")

    def __init__(self, make, compiled) -> None:
        self._make, self._compiled = make, True
        self._call: Any = jax_internals.function_of(compiled)

    def __call__(self, *args) -> jax.Array | list[Any] | tuple[Any, ...]:
        call = self._call
        try:
            return call(*args)
        except (TypeError, ValueError):
            if call is self._call:
                if not self._compiled:
                    raise
                self._call, self._compiled = self._make(), False  # compiled for others than these
        return self._call(*args)

    @property
    def direct(self) -> Callable[..., Any]:
        """What calls come to in the end, which refuses other arguments than it was compiled for by TypeError or ValueError."""
        return self._call


def jit(
    function, *, donate=(), arrays_only=True, limit=None, name="", label=None, at_once=False, large=False, any_size=None
) -> TieredJit | _AtOnce:
    """`function` compiled: the one way in which jmx compiles what it runs often.

    donate        positions of the arguments whose memory the results may take over
    arrays_only   whether every argument is an array; if not they may be numbers, None, and nested lists of these
    limit         None, or for how many sets of shapes it stays compiled, the ones used last; for graphs
    name          whose graph it is, for the warning of many sets of shapes
    label         what the program is and what it computes, for reports of compilations; default: the function's name
    at_once       XLA compiles the first call already; NumPy runs it in forked processes only
    large         how it was traced is not kept once it is compiled, as it is not of graphs
    any_size      None, or, for a function that may be traced with symbols in place of sizes, (how many of its last arguments are
                  arrays whose shapes follow from the other arguments, function of these that gives them as
                  `jax.ShapeDtypeStruct`)
    """
    tiered = TieredJit(function, donate, arrays_only, limit, name, label, large, any_size)
    return _AtOnce(tiered) if at_once else tiered


class _AtOnce:
    """A jitted function that XLA compiles for the first call already; NumPy runs it in forked processes only."""

    __slots__ = ("_tiered", "_jitted", "_compiled_behind")

    def __init__(self, tiered) -> None:
        self._tiered, self._jitted = tiered, tiered.jitted
        #: what is being compiled, if `begin` has been called
        self._compiled_behind: behind.Job | None = None

    def _compiled(self, args):
        tiered = self._tiered
        with tiered.compiling:
            # once more under the lock: another thread may have compiled it meanwhile
            if self._jitted is None:
                self._jitted = tiered.without_trace(tiered.jitted_for_shapes(), args)
        return self._jitted

    def begin(self, args) -> None:
        """Have it compiled behind what runs until `finish`; `args` may be descriptions."""
        with self._tiered.compiling, contextlib.suppress(Exception):  # raised again where the program is needed
            if self._jitted is None and self._compiled_behind is None:
                job = behind.Job(self._tiered.lowered(args), _described(self._tiered, args)[1:])
                self._compiled_behind = job if job.begin() else None

    def finish(self) -> bool:
        """Wait for what was begun; False, with a warning, where XLA does not compile it."""
        with self._tiered.compiling:
            job, self._compiled_behind = self._compiled_behind, None
            if job is not None:
                try:
                    self._jitted = job.take()
                except Exception as error:
                    behind.tell_failed(" ".join(filter(None, self._tiered.label)), error)
                    return False
        return True

    def __call__(self, *args):
        if call_in_child is not None:
            return call_in_child(self._tiered, args)
        return (self._jitted or self._compiled(args))(*args)

    def into(self, results, *args) -> None:
        """Append what a call gives to the list `results`: see `TieredJit.into`."""
        jitted = self._jitted
        # anything else may compile first, in Python, where an interrupt loses nothing yet
        if call_in_child is None and type(jitted) is WithoutTrace:
            try:
                results.extend(itertools.starmap(jitted._call, (args,)))
                return
            except (TypeError, ValueError):
                pass
        results.append(self(*args))


compile_report.describe_calls(_AtOnce.__call__.__code__, lambda local: _described(local["self"]._tiered, local["args"]))
compile_report.describe_calls(TieredJit.__call__.__code__, lambda local: _described(local["self"], local["args"]))


def _described(tiered, args):
    """A call, for reports of compilations."""
    return _function_name(tiered.function), *tiered.label, args


def _function_name(function):
    """The name of a function, or of the one that a partial one calls."""
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", type(function).__name__)


def _shape(leaf):
    return leaf.shape if hasattr(leaf, "shape") else type(leaf)


def _shapes(values):
    """The shapes of the arrays in a list, or a nested one, and the types of what else is there."""
    kinds = [float if type(value) is float else getattr(value, "shape", None) for value in values]
    return map(_shape, jax.tree_util.tree_leaves(values)) if None in kinds else kinds


def shapes_of(args) -> tuple[Any, ...]:
    """What a `TieredJit` knows the shapes of arguments by, as `TieredJit.__call__` makes it."""
    shapes = []
    for a in args:
        if type(a) is tuple or type(a) is list:
            if a:
                shapes += _shapes(a)
        elif a is not None:
            shape = getattr(a, "shape", None)
            shapes.append(type(a) if shape is None else shape)
    return tuple(shapes)


def _leaves(args):
    """The arrays and numbers in arguments, without None."""
    for a in args:
        if a is None or type(a) is tuple or type(a) is list:
            return jax.tree_util.tree_leaves(args)
    return args


def abstract(args) -> tuple[Any, ...]:
    """Arguments with descriptions in the places of arrays."""
    return jax.tree_util.tree_map(
        lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype) if isinstance(leaf, jax.Array) else leaf, args
    )


def signature(shapes, leaves) -> tuple[Any, ...]:
    """What a program was traced for: shapes and element types."""
    return (shapes, *[getattr(a, "dtype", None) for a in leaves])


def _interpretation(jitted, first, leaves, args, keeper):
    """(what NumPy is to run, tree of its results), or None where the program had better be compiled."""
    if sum([getattr(a, "size", 1) for a in leaves]) > MOST_ELEMENTS or config.get("JMX_COMPILE") == "now":
        return None
    devices = _devices(first)
    if len(devices) > 1 or next(iter(devices)).platform != "cpu":
        return None
    traced = jitted.trace(*args)
    try:
        return Interpreted(traced.jaxpr, keeper=keeper), traced.out_tree
    except Uncovered:
        return None


def _is_for_jax(leaves) -> bool:
    """Whether JAX has to make what takes no arrays: it decides where, or it is a part of a program that is being traced."""
    return bool(leaves) or several_devices() or jax_programs.within_trace()


def _devices(first):
    """Where results go: to the devices of the first array, or to the only one."""
    return set(jax.local_devices(backend="cpu")) if first is None else first.devices()


@functools.cache
def several_devices() -> bool:
    """Whether there is more than one device that an array may be on."""
    check_running()
    return len(jax.local_devices(backend="cpu")) > 1 or jax.default_backend() != "cpu"


def spread(leaves) -> bool:
    """Whether arrays of several devices are among `leaves`."""
    return len({device for a in leaves if isinstance(a, jax.Array) for device in a.devices()}) > 1


@functools.cache
def graph_options() -> None:
    """What graphs are compiled with."""
    return jax_internals.graph_compiler_options(jax)
