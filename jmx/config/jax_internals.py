"""What jmx takes from JAX and jaxlib beyond their public names, and the versions of JAX that it runs on.

JAX may rename or drop any of it in any release, so each entry states its reason, tests whether this JAX has what it needs,
and says what happens where it does not. Here is what concerns devices, processes, jobs and caches; `jax_programs` reads traced
programs. No other module of jmx imports `jax._src`, `jaxlib` or `jax.extend`. Both are on the lowest floor and import JAX
inside their functions: a launcher and a coordinator use them without loading JAX.

Names are asked for by `private`, `attribute` and `parameter` alone, each as text at its place: `tests/core/test_taken_away.py`
reads them in both modules, and runs programs with one after the other missing.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import inspect
import os
import warnings
from typing import TYPE_CHECKING, Any

from . import numpy_release
from .compile_cache import discard_damaged, sealed, unsealed, write_whole
from .system.machine import why_no_jaxlib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType


#: the first release of JAX that jmx runs on, and the first that it was not tested with; pyproject.toml says the same
OLDEST_JAX, UNTESTED_JAX = (0, 10), (0, 13)

_NONE = object()


def private(module, *names):
    """Return the objects of a module that JAX does not promise, as a tuple, or None if this JAX lacks the module or a name."""
    try:
        source = importlib.import_module(module)
        return tuple([getattr(source, name) for name in names])
    except (ImportError, AttributeError):
        return None


def attribute(thing, name, otherwise=None) -> Any:
    """Return an attribute that JAX does not promise of an object of JAX, or `otherwise`."""
    return getattr(thing, name, otherwise)


def parameter(params, name) -> Any:
    """Return what stands under a name that JAX does not promise in the parameters of an equation; KeyError if nothing does."""
    return params[name]


# ---- versions


OLDEST, UNTESTED = (".".join(map(str, version)) for version in (OLDEST_JAX, UNTESTED_JAX))
_INSTALL = f"pip install 'jax>={OLDEST},<{UNTESTED}' 'jaxlib>={OLDEST},<{UNTESTED}'"


def import_jax() -> ModuleType:
    """Import JAX and return it.

    Raises
    ------
    ImportError
        There is no JAX, or it is older than `OLDEST_JAX`, or cannot run on this system, or NumPy is too old for it. The text
        says what is there, and what mends it.
    """
    import numpy

    numpy_release.check(numpy)
    try:
        import jax
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError):
            if error.name not in ("jax", "jaxlib"):
                raise
            what = f"this environment has no {error.name}"
        else:
            what = f"its library cannot be loaded here ({error})"
        remedy = why_no_jaxlib() or f"Run: {_INSTALL}"
        raise ImportError(f"jmx needs JAX, and {what}. {remedy}", name=error.name) from None
    check_version(jax)
    return jax


def check_version(jax) -> None:
    """Raise ImportError for a JAX that is too old, and warn of one that is newer than those that jmx was tested with."""
    version = tuple(jax.__version_info__[:2])
    if version < OLDEST_JAX:
        raise ImportError(
            f"jmx needs JAX {OLDEST} or newer, and this environment has JAX {jax.__version__}. Run: {_INSTALL}", name="jax"
        )
    if version >= UNTESTED_JAX:
        warnings.warn(
            f"jmx was tested with JAX from {OLDEST} up to but not including {UNTESTED}, and this environment has JAX "
            f"{jax.__version__}. If a program fails that should not, run: {_INSTALL}",
            RuntimeWarning,
            stacklevel=2,
        )


#: releases of jaxlib that take the option of `graph_compiler_options`
_KNOWING_THE_OPTION = ("0.10.2",)


def graph_compiler_options(jax) -> Any:
    """Return the options that graphs are compiled with on this JAX, or None.

    XLA in JAX 0.10 on CPU may make one kernel of several dense layers and the softmax behind them, which for layers of 2048
    units and small batches takes 25 times as long as one kernel after the other (299 ms instead of 11). JAX 0.12 does not.
    """
    if tuple(jax.__version_info__[:2]) != (0, 10) or jax.default_backend() != "cpu":
        return None
    fusions = ("LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT", "LIBRARY_FUSION_TYPE_INDIVIDUAL_CONVOLUTION")
    options = {"xla_cpu_experimental_ynn_fusion_type": ",".join(fusions)}

    if importlib.import_module("jaxlib").__version__ in _KNOWING_THE_OPTION:
        return options
    return _accepted(jax, options)


def options_for_sums(jax, platform, nbytes) -> Any:
    """Return the options for a program that adds up gradients of several devices beside its backward pass, or None.

    XLA for GPUs makes one sum of all that have less than 30 MiB together. It begins when the last of these gradients is there:
    for eight dense layers of 4 MiB it left one to be hidden. `nbytes` takes the place of that number.
    """
    return _accepted(jax, {"xla_gpu_all_reduce_combine_threshold_bytes": nbytes}) if platform == "gpu" else None


def _accepted(jax, options):
    """The options, or None where this build of XLA does not know them."""

    def options_of_graphs():
        return 0

    # a compilation takes 20 ms, of the first call of a network whose programs NumPy runs
    try:
        jax.jit(options_of_graphs, compiler_options=options).lower().compile()
    except Exception:
        return None
    return options


# ---- what JAX keeps of traced functions


def forget_traces() -> None:
    """Have JAX forget how functions were traced: it keeps that for each set of shapes as long as the function."""
    _forget(
        private("jax._src.interpreters.partial_eval", "trace_to_jaxpr"),
        private("jax._src.pjit", "_infer_params_cached"),
        private("jax._src.pjit", "_check_and_canonicalize_out_shardings"),
        private("jax._src.pjit", "_process_in_axis_resources"),
    )


def forget_module(jitted, args) -> None:
    """Have JAX drop the module that it compiled for a call with `args`: 1.2 MB for `a + b`, as each has an MLIR context."""
    with contextlib.suppress(Exception):  # only memory is lost; what is compiled stays either way
        lowering = attribute(jitted.lower(*args), "_lowering")
        if attribute(lowering, "_executable") is not None:  # else it is not the one that JAX keeps
            lowering._hlo = None
            _forget(private("jax._src.interpreters.pxla", "_cached_lowering_to_hlo"))


def _forget(*caches):
    """Empty what `private` has found. What is compiled stays; where this JAX has other names nothing is forgotten."""
    for found in caches:
        clear = attribute(found[0], "cache_clear") if found is not None else None
        if clear is not None:
            clear()


# ---- arrays onto a device


def quick_device_put() -> Any:
    """Return two functions, or None: (NumPy array, device, its sharding) -> `jax.Array`; (shape, type, device, its sharding) -> a
    function that does as the first one for such arrays.

    `jax.device_put` spends 40 us in Python for what the runtime does in 3. The caller tests them, and uses it else.
    """
    types, library = private("jax._src.core", "ShapedArray"), private("jax._src.lib", "xla_client")
    batched_device_put = None if library is None else attribute(library[0], "batched_device_put")
    if types is None or batched_device_put is None:
        return None

    def put_such(shape, dtype, device, sharding):
        shaped, devices = types[0](shape, dtype), [device]
        return lambda value: batched_device_put(shaped, sharding, [value], devices, True, enable_x64=True)

    return lambda value, *place: put_such(value.shape, value.dtype, *place)(value), put_such


def wait_for_all() -> Any:
    """Return a function that waits for arrays in a list: the runtime's, or JAX's own, which goes through them twice in Python."""
    import jax

    library = private("jax._src.lib", "xla_client")
    return attribute(library and library[0], "batched_block_until_ready", jax.block_until_ready)


def function_of(compiled):
    """Return the function in C++ that a call of a program compiled ahead of time ends in; without it, `compiled` itself.

    An interrupt is raised between two instructions of Python, and so between the end of a program and the assignment of its
    results. A call without frames of Python can give them to another function in C.
    """
    make, params = attribute(attribute(compiled, "_executable"), "create_cpp_call"), attribute(compiled, "_params", _NONE)
    try:
        function = None if make is None or params is _NONE else make(params)
    except (AttributeError, TypeError):
        return compiled
    return compiled if function is None else function


# ---- processes made by fork


def backends_started() -> Any:
    """Whether JAX has started a backend, with threads that a forked process would not have; None where that cannot be told."""
    names = private("jax._src.xla_bridge", "_backends")
    return None if names is None else bool(names[0])


def live_clients():
    """Return the clients of the started backends: what must not be ended in a forked process, which lacks their threads."""
    names = private("jax._src.xla_bridge", "_backends")
    return list(names[0].values()) if names is not None and isinstance(names[0], dict) else []


def held_by(client):
    """Return the arrays and programs of a client, as far as JAX tells: what a process without its threads must not free."""
    found = []
    for ask in (attribute(client, "live_arrays"), attribute(client, "live_executables")):
        found += ask() if ask is not None else []
    return found


def forget_backends() -> bool:
    """Have JAX make its backends anew at the next use. Returns whether that could be arranged."""
    found = private("jax.extend.backend", "clear_backends")
    if found is None:
        return False
    found[0]()
    return True


def forget_exit() -> list[Callable[..., Any]]:
    """Have JAX do nothing at the end of this process. Returns the functions that it would have called, the first at the front."""
    functions = []
    for names in (private("jax._src.api", "clean_up"), private("jax._src.dispatch", "wait_for_tokens")):
        if names is not None:
            atexit.unregister(names[0])
            functions.append(names[0])
    return functions


def refuse_to_compile(refuse) -> bool:
    """Have `refuse` called wherever JAX would compile a program. Returns whether that could be arranged."""
    alone = private("jax._src.compiler", "backend_compile_and_load")
    with_cache = private("jax._src.compiler", "compile_or_get_cached")
    if alone is None and with_cache is None:
        return False
    compiler: Any = importlib.import_module("jax._src.compiler")
    if alone is not None:
        compiler.backend_compile_and_load = refuse
    if with_cache is not None:
        compiler.compile_or_get_cached = refuse
    return True


def leave_job() -> None:
    """Have JAX in a forked process belong to no job, so that its devices are made without asking other processes.

    Returns the client of the job that was left, which must not be ended here, or None.
    """
    state = distributed_state()
    client = None if state is None else state.client
    if client is None:
        return None
    state.client, state.process_id, state.num_processes = None, 0, 1
    names = private("jax._src.xla_bridge", "make_cpu_client")
    if names is not None:
        set_cpu_client(names[0])
    return client


# ---- jobs of several processes


def distributed_state():
    """Return the record that `jax.distributed` keeps of its job, or None where it is kept elsewhere."""
    names = private("jax._src.distributed", "global_state")
    state = names[0] if names is not None else None
    parts = attribute(state, "client", _NONE), attribute(state, "process_id", _NONE), attribute(state, "num_processes", _NONE)
    return state if _NONE not in parts else None


def set_cpu_client(make) -> bool:
    """Have JAX make its CPU backend by `make()`. Returns whether that could be arranged."""
    names = private("jax._src.xla_bridge", "register_backend_factory")
    if names is None:
        return False
    names[0]("cpu", make, priority=0, fail_quietly=False)
    return True


def cpu_client_with_gloo(client, host) -> Any:
    """Return a function that makes a CPU backend whose reductions between processes listen at `host`, or None."""
    names = private("jax._src.xla_bridge", "make_cpu_client")
    library = runtime_library()
    gloo = attribute(library, "make_gloo_tcp_collectives")
    if names is None or gloo is None:
        return None

    def make():
        return names[0](collectives=gloo(client, hostname=host))

    return make


def runtime_library() -> Any:
    """Return the part of jaxlib that has services and clients of jobs and collectives, also without JAX; None if it has none.

    `jax.distributed.initialize` is the public way. It makes a client that ends its process when another process is lost, and
    a service that names nobody; jmx makes both itself so that the error says which rank was lost.
    """
    if private("jaxlib._jax", "get_distributed_runtime_service", "get_distributed_runtime_client") is not None:
        return importlib.import_module("jaxlib._jax")
    if private("jax._src.lib._jax", "get_distributed_runtime_service", "get_distributed_runtime_client") is not None:
        return importlib.import_module("jax._src.lib._jax")
    return None


# ---- what JAX reports of its compilations

#: the events of `jax.monitoring` that say how long a phase took. The functions are public, the names of events are not.
_PHASE_EVENTS = {
    "/jax/core/compile/jaxpr_trace_duration": "trace",
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "lower",
    "/jax/core/compile/backend_compile_duration": "compile",
}
_CACHE_HIT = "/jax/compilation_cache/cache_hits"


def listen_to_compilations(jax, on_start, on_end, on_cache_hit) -> bool:
    """Have functions called in the thread that traces, lowers or compiles. Returns whether that could be arranged.

    Where JAX has other names for its events the functions are not called, and nothing is reported.

    on_start       (phase, name of the function) where "trace", "lower" or "compile" begins
    on_end         (phase, seconds) where it has ended, also by an error
    on_cache_hit   () where the program that is to be compiled was found in the cache
    """
    register = [
        attribute(jax.monitoring, "register_scalar_listener"),
        attribute(jax.monitoring, "register_event_duration_secs_listener"),
        attribute(jax.monitoring, "register_event_listener"),
    ]
    if None in register:
        return False

    def scalar(event, value, fun_name="", **_):
        phase = _PHASE_EVENTS.get(event)
        if phase is not None:
            on_start(phase, str(fun_name))

    def duration(event, seconds, **_):
        phase = _PHASE_EVENTS.get(event)
        if phase is not None:
            on_end(phase, seconds)

    def occurred(event, **_):
        if event == _CACHE_HIT:
            on_cache_hit()

    for add, listener in zip(register, (scalar, duration, occurred)):
        add(listener)
    return True


def after_compilation(jax, function) -> None:
    """Have `function(seconds)` called after every compilation, or reading from the cache, in the thread that did it."""

    def duration(event, seconds, **_):
        if _PHASE_EVENTS.get(event) == "compile":
            function(seconds)

    register = attribute(jax.monitoring, "register_event_duration_secs_listener")
    if register is not None:
        register(duration)


# ---- the cache of compiled programs


def improve_compilation_cache() -> None:
    """Have JAX's cache write whole files, and use one key for the same program on any CPU device."""
    write_cache_entries_whole()
    share_cache_between_devices()


def _takes(function, *parameters):
    """Whether these are the names of a function's first parameters."""
    try:
        return tuple(inspect.signature(function).parameters)[: len(parameters)] == parameters
    except (TypeError, ValueError):
        return False


def write_cache_entries_whole() -> bool:
    """Have entries of the cache appear complete, with a checksum. Returns whether that could be arranged.

    JAX writes them in place: who reads at that moment, or after the writer was killed, as jobs are at their time limit, gets a
    warning and compiles, in the latter case for ever, since what exists is not written again. Here an entry that is damaged, or
    that JAX could not use, is replaced by the process that finds it.
    """
    names = private("jax._src.lru_cache", "LRUCache", "_CACHE_SUFFIX")
    if names is None:
        return False
    cache_class, suffix = names
    # JAX's own, where this was called before: two checksums would be one too many
    put, get = (getattr(f, "of_jax", f) for f in (attribute(cache_class, "put"), attribute(cache_class, "get")))
    if not _takes(put, "self", "key", "value") or not _takes(get, "self", "key"):
        return False
    read = set()

    def local(self, key):
        folder = str(attribute(self, "path", "://"))
        unknown = attribute(self, "eviction_enabled", True) or "://" in folder or not key
        return None if unknown else os.path.join(folder, key + suffix)

    def put_whole(self, key, value):
        final = local(self, key)
        if final is None:
            return put(self, key, value)
        if final not in read and os.path.exists(final):
            return None
        # the suffix lets a file that was never finished be found when the folder is trimmed
        write_whole(final, sealed(value), suffix)
        read.discard(final)
        return None

    def get_whole(self, key):
        final = local(self, key)
        try:
            value = get(self, key)
        except IsADirectoryError:
            if final is None:
                raise
            value = b""
        if value is None or final is None:
            return value
        content = unsealed(value)
        if content is None:
            discard_damaged(final)
        else:
            read.add(final)
        return content

    put_whole.of_jax, get_whole.of_jax = put, get
    cache_class.put, cache_class.get = put_whole, get_whole
    return True


def share_cache_between_devices() -> bool:
    """Leave the number of the device out of the cache's key of a program for one CPU device. Returns whether it was possible.

    In a job of several processes only the first writes to the cache. JAX leaves the number out for GPUs, but on CPUs no
    other process would ever find a program there, and would compile all of them anew in every run.
    """
    originals = private("jax._src.cache_key", "_hash_serialized_compile_options", "_hash_accelerator_config", "_hash_devices")
    if originals is None:
        return False
    hash_options, hash_accelerators, hash_devices = originals
    if not (
        _takes(hash_options, "hash_obj", "compile_options_obj", "strip_device_assignment")
        and _takes(hash_accelerators, "hash_obj", "accelerators")
        and _takes(hash_devices, "hash_obj", "devices")
    ):
        return False

    def options(hash_obj, compile_options_obj, strip_device_assignment=False):
        assigned = attribute(compile_options_obj, "device_assignment")
        one = assigned is not None and assigned.replica_count() * assigned.computation_count() == 1
        return hash_options(hash_obj, compile_options_obj, strip_device_assignment=strip_device_assignment or one)

    def accelerators(hash_obj, devices):
        if devices.size == 1 and devices.flat[0].platform == "cpu":
            return hash_devices(hash_obj, devices)  # what else there is in the job would be in it, and which of it this is
        return hash_accelerators(hash_obj, devices)

    cache_key = importlib.import_module("jax._src.cache_key")
    cache_key._hash_serialized_compile_options = options
    cache_key._hash_accelerator_config = accelerators
    return True


@contextlib.contextmanager
def without_locations(jax) -> Iterator[None]:
    """Programs that are lowered meanwhile do not say from which lines of source code they come.

    Exported files would hold paths of the machine that wrote them. JAX documents neither the setting nor that it stays; where it
    is not there, the files have the paths.
    """
    before = attribute(jax.config, "jax_traceback_in_locations_limit")
    if before is None:
        yield
        return
    jax.config.update("jax_traceback_in_locations_limit", 0)
    try:
        yield
    finally:
        jax.config.update("jax_traceback_in_locations_limit", before)
