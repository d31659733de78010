"""JAX as jmx needs it: imported, its CPU divided into devices, joined to the job, its cache turned on."""

from __future__ import annotations

import atexit
import logging
import os
import warnings
from typing import TYPE_CHECKING

from .._late_binding import provider
from . import interrupts, jax_internals, leaving
from .compile_cache import programs_folder, trim_periodically, trusted_folder
from .compile_report import report_compilations
from .memory import keep_freed_memory, return_freed_memory_after
from .processes import computes_inline, in_environment_of_a_job, keep_to_quota
from .variables import get

if TYPE_CHECKING:
    from types import ModuleType


# Programs for MXNet set the root logger to INFO or DEBUG, to read their own lines: JAX, which tells of every program it compiles,
# keeps silent there unless its own logger is asked to speak.
if logging.getLogger("jax").level == logging.NOTSET:
    logging.getLogger("jax").setLevel(logging.WARNING)


_loaded = False


def load_jax() -> ModuleType:
    """Import JAX and tell it how many devices the CPU shall be, and whether products may round to TF32.

    Its import draws from NumPy's global generator, which must not show in a program's seeded numbers.
    """
    global _loaded
    import numpy as np

    if not _loaded:
        keep_to_quota()
    state = np.random.get_state()
    jax = jax_internals.import_jax()
    np.random.set_state(state)
    if not _loaded:
        leaving.watch(jax_internals.forget_exit())
        interrupts.remember_forgotten()
        _divide_cpu(jax, get("JMX_CPU_DEVICES"))
        if get("JMX_TRACEBACK") == "full" and jax.config.jax_traceback_filtering == "auto":
            jax.config.update("jax_traceback_filtering", "off")
        if get("NVIDIA_TF32_OVERRIDE") == "0" and jax.config.jax_default_matmul_precision is None:
            # NVIDIA's libraries obey the variable; the kernels that XLA makes itself ask JAX.
            jax.config.update("jax_default_matmul_precision", "highest")
        if computes_inline():
            jax.config.update("jax_cpu_enable_async_dispatch", False)
        if in_environment_of_a_job():
            provider("config: join the job")(jax)
        _loaded = True
    return jax


def _divide_cpu(jax, count):
    """Make the CPU `count` devices, or warn where JAX runs already with another number."""
    if count is None:
        return
    try:
        jax.config.update("jax_num_cpu_devices", count)
    except RuntimeError:
        there = len(jax.local_devices(backend="cpu"))
        if there != count:
            warnings.warn(
                f"JMX_CPU_DEVICES={count} comes too late: JAX was started before jmx was used, with {there} CPU "
                f"device{'s' if there > 1 else ''}. Use jmx before the first array of JAX, or call "
                f'jax.config.update("jax_num_cpu_devices", {count}) there.',
                RuntimeWarning,
                stacklevel=3,
            )


_configured = False


def configure_jax() -> None:
    """Turn on JAX's persistent cache of compiled programs, for every program however small.

    Runs once; called before the first program is compiled. Leaves JAX alone where the user has given it a cache folder,
    where JMX_CACHE=0, and where the folder cannot be written, or other users may write it.
    """
    global _configured
    if _configured:
        return
    _configured = True
    kept = keep_freed_memory()
    jax = load_jax()
    if kept:
        jax_internals.after_compilation(jax, return_freed_memory_after)
    report_compilations(jax)
    if not get("JMX_CACHE"):
        return
    if jax.config.jax_compilation_cache_dir is not None:
        return
    root = get("JMX_CACHE_DIR")
    try:
        # Whoever writes here decides what runs, so the folder is the user's alone.
        folder = trusted_folder(*os.path.split(programs_folder(root, jax.__version__)))
    except OSError:
        return
    if not os.access(folder, os.W_OK):
        return
    jax.config.update("jax_compilation_cache_dir", folder)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    jax_internals.improve_compilation_cache()
    atexit.register(trim_periodically, os.path.dirname(folder), get("JMX_CACHE_SIZE") * 2**20)
