"""Every environment variable that jmx reads, in one table, and the set-up of JAX that follows from them."""

import atexit
import logging
import os
import platform
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _jax_internals
from .base import MXNetError


@dataclass(frozen=True)
class Variable:
    """One environment variable: its name, how its text is read, its value where it is not set, what it does."""

    name: str
    parse: Callable[[str], Any]
    default: Any
    doc: str

    def get(self, default=None):
        """Return the value at this moment. MXNetError names the variable where its text cannot be read."""
        text = os.environ.get(self.name)
        if text is None:
            if default is not None:
                return default
            return self.default() if callable(self.default) else self.default
        try:
            return self.parse(text)
        except ValueError as error:
            raise MXNetError(f"environment variable {self.name}={text!r}: {error}") from None


def _flag(text):
    value = text.strip().lower()
    if value in ("1", "true", "on", "yes"):
        return True
    if value in ("", "0", "false", "off", "no"):
        return False
    raise ValueError("expected 1 or 0")


def _whole(text):
    try:
        return int(text)
    except ValueError:
        raise ValueError("expected a whole number") from None


def _count(text):
    number = _whole(text)
    if number < 1:
        raise ValueError("expected a whole number from 1 on")
    return number


def _seconds(text):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise ValueError("expected a number of seconds above 0")
    return number


def _folder(text):
    return os.path.abspath(os.path.expanduser(text))


def _cache_home():
    """`jmx` in the user's cache folder (`~/.cache`)"""
    if sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    elif os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "jmx")


def _mxnet_home():
    """`~/.mxnet`"""
    if os.name == "nt":
        return os.path.join(os.environ.get("APPDATA") or os.path.expanduser("~"), "mxnet")
    return os.path.expanduser(os.path.join("~", ".mxnet"))


VARIABLES = {
    variable.name: variable
    for variable in (
        Variable("JMX_CACHE", _flag, True, "0 turns the cache of compiled programs off"),
        Variable("JMX_CACHE_DIR", _folder, _cache_home, "folder of the cache of compiled programs"),
        Variable("JMX_CACHE_SIZE", _whole, 2048, "its bound in MiB; what was not used for longest goes first"),
        Variable("JMX_INTERPRET", _flag, True,
                 "0 compiles small programs at their first call, instead of letting NumPy run the first few"),
        Variable("JMX_CHANNELS_LAST", _flag, True,
                 "0 computes convolutions on the CPU with channels second throughout, as MXNet's programs have them"),
        Variable("JMX_SHAPES_KEPT", _whole, 256,
                 "for how many sets of input shapes a hybridized block or an executor stays compiled, the ones used last"),
        Variable("JMX_CPU_DEVICES", _count, None,
                 "how many devices the CPU is taken for: cpu(0), cpu(1) and so on; read when JAX is started"),
        Variable("JMX_SYNTHETIC_DATA", _flag, False,
                 "1 lets data sets that cannot be downloaded be replaced by ones that jmx draws"),
        Variable("JMX_NUMPY1", _flag, True,
                 "0 leaves NumPy as it is; otherwise `import mxnet` gives it back what NumPy 1 had (docs/numpy2.md)"),
        Variable("JMX_NUMPY1_PRINTING", _flag, True, "0 leaves NumPy's printing as it is: np.float32(0.5), not 0.5"),
        Variable("MXNET_HOME", _folder, _mxnet_home, "folder of downloaded data sets and models"),
        Variable("MXNET_GLUON_REPO", str, "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/",
                 "address that data sets and models are downloaded from"),
        Variable("MXNET_UPDATE_ON_KVSTORE", _flag, True, "0 makes Trainer and Module update outside of the kvstore"),
        Variable("MXNET_OPTIMIZER_AGGREGATION_SIZE", _whole, 4, "how many parameters an optimizer takes at once"),
        Variable("MXNET_ELIMINATE_COMMON_EXPR", _flag, True,
                 "0 makes Executor.get_optimized_symbol show repeated expressions as they are written"),
        Variable("DMLC_PS_VAN_TYPE", str, "", "p3 makes a distributed kvstore slice its messages"),
        Variable("JMX_CLUSTER", _flag, True, "0 keeps this process out of the job that the variables below describe"),
        Variable("JMX_COORDINATOR", str, "", "host:port where rank 0 lets the processes of a job meet"),
        Variable("JMX_NUM_PROCESSES", _count, None, "how many processes the job has"),
        Variable("JMX_PROCESS_ID", _whole, None, "which one this is, from 0 on"),
        Variable("JMX_LOCAL_PROCESSES", _count, None, "how many of them are on this machine, which divide its GPUs"),
        Variable("JMX_LOCAL_PROCESS_ID", _whole, None, "which one of these this is, from 0 on"),
        Variable("JMX_LOCAL_DEVICES", str, "", "numbers of the GPUs that this process uses, such as 0,1, or all"),
        Variable("JMX_START_TIMEOUT", _seconds, 300.0, "seconds within which all processes of a job must have come"),
        Variable("JMX_TIMEOUT", _seconds, 1800.0, "seconds that a job waits for a process that is late"),
        Variable("JMX_HEARTBEAT_TIMEOUT", _seconds, 30.0, "seconds after which a machine that is silent counts as lost"),
        Variable("JMX_BUCKET_SIZE", _count, 32, "MiB of gradients that processes reduce at once"),
        Variable("DMLC_ROLE", str, "worker", "worker; servers end at once, a scheduler lets the workers meet"),
        Variable("DMLC_NUM_WORKER", _whole, 1, "how many processes train together"),
        Variable("DMLC_WORKER_ID", _whole, None, "which one this is; without it ranks follow the order in which workers come"),
        Variable("DMLC_PS_ROOT_URI", str, "", "the scheduler's host"),
        Variable("DMLC_PS_ROOT_PORT", _whole, None, "the scheduler's port"),
        Variable("OMPI_COMM_WORLD_SIZE", _whole, 1, "how many processes there are, as Open MPI's mpirun sets it"),
        Variable("OMPI_COMM_WORLD_RANK", _whole, None, "which one this is"),
        Variable("OMPI_COMM_WORLD_LOCAL_SIZE", _whole, None, "how many are on this machine"),
        Variable("OMPI_COMM_WORLD_LOCAL_RANK", _whole, None, "which one of these this is"),
        Variable("OMPI_MCA_ess_base_jobid", str, "", "the job's number, which gives the port where one machine holds all of it"),
        Variable("PMIX_NAMESPACE", str, "", "the same in newer versions"),
        Variable("PMI_SIZE", _whole, 1, "how many processes there are, as other mpiruns set it"),
        Variable("PMI_RANK", _whole, None, "which one this is"),
        Variable("MPI_LOCALNRANKS", _whole, None, "how many are on this machine"),
        Variable("MPI_LOCALRANKID", _whole, None, "which one of these this is"),
        Variable("SLURM_STEP_NUM_TASKS", _whole, 1, "how many processes there are, as srun sets it"),
        Variable("SLURM_PROCID", _whole, None, "which one this is"),
        Variable("SLURM_LOCALID", _whole, None, "which one of this machine it is"),
        Variable("SLURM_STEP_TASKS_PER_NODE", str, "", "how many are on each machine"),
        Variable("SLURM_STEP_NODELIST", str, "", "the machines; processes meet on the first one"),
        Variable("SLURM_JOB_ID", str, "0", "the job's number, which gives the port"),
        Variable("SLURM_STEP_ID", str, "0", "the same"),
        Variable("SLURM_GPUS_PER_TASK", str, "", "set where Slurm divides the GPUs, so that jmx does not"),
        Variable("CUDA_VISIBLE_DEVICES", str, None, "the GPUs that CUDA shows to this process"),
        Variable("NVIDIA_TF32_OVERRIDE", str, None,
                 "0 turns TF32 off on NVIDIA GPUs; test_utils then compares float32 more tightly"),
        Variable("MXNET_LIBRARY_PATH", str, None, "what libinfo.find_lib_path returns"),
        Variable("MXNET_INCLUDE_PATH", str, None, "what libinfo.find_include_path returns"),
        Variable("MXNET_CONF_PATH", str, None, "what libinfo.find_conf_path returns"),
    )
}  # fmt: skip


def get(name, default=None) -> Any:
    """Return the value of the environment variable `name` of the table, at this moment.

    `default` stands in for the table's own where the variable is not set.

    Raises
    ------
    KeyError
        The table has no such variable.
    MXNetError
        Its text cannot be read as what it should be.
    """
    return VARIABLES[name].get(default)


def _machine():
    """A short name for this kind of processor: a compiled program must not meet another kind."""
    import hashlib

    text = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            head = file.read(8192)  # the first processor stands for all
        text += "".join(line for line in head.splitlines() if line.startswith(("flags", "Features", "model name")))
    except OSError:
        text += platform.processor()
    return f"{platform.machine()}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


# Programs for MXNet set the root logger to INFO or DEBUG, to read their own lines: JAX, which tells of every program it compiles,
# keeps silent there unless its own logger is asked to speak.
if logging.getLogger("jax").level == logging.NOTSET:
    logging.getLogger("jax").setLevel(logging.WARNING)


_loaded = False


def load_jax():
    """Import JAX and tell it how many devices the CPU shall be.

    Its import draws from NumPy's global generator, which must not show in a program's seeded numbers.
    """
    global _loaded
    import numpy as np

    state = np.random.get_state()
    jax = _jax_internals.import_jax()
    np.random.set_state(state)
    if not _loaded:
        _divide_cpu(jax, get("JMX_CPU_DEVICES"))
        if any(name in os.environ for name in _SIGNS_OF_A_JOB):
            from .cluster.bootstrap import join

            join(jax)
        _loaded = True
    return jax


#: one of these is set in every process of a job
_SIGNS_OF_A_JOB = ("JMX_NUM_PROCESSES", "DMLC_NUM_WORKER", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
#: the process that joined; what it starts inherits this, and is no member
_MEMBER = "JMX_MEMBER_PROCESS"


def mark_children_as_such():
    """Let programs that this process starts know that the job they read of in their environment is not theirs."""
    os.environ[_MEMBER] = str(os.getpid())


def is_a_members_child():
    """Whether a process above this one has joined the job that the environment describes."""
    return os.environ.get(_MEMBER, str(os.getpid())) != str(os.getpid())


def keep_xla_quiet():
    """Have XLA print warnings and errors only, as JAX does, where it is loaded without JAX."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")


def reach_directly(host):
    """Have gRPC, through which the processes of a job find one another, use no proxy for this host."""
    if any(name.lower() in ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy") for name in os.environ):
        names = [os.environ.get(name) for name in ("no_grpc_proxy", "no_proxy", "NO_PROXY")]
        os.environ["no_grpc_proxy"] = ",".join(filter(None, [next(filter(None, names), ""), host]))


def environment_of_lone_process():
    """The environment for a process that has no part in any job."""
    environment = {name: value for name, value in os.environ.items() if name != "DMLC_ROLE"}
    return {**environment, "JMX_CLUSTER": "0"}


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


def keep_freed_memory(limit=2**30):
    """Have the C library keep up to `limit` bytes of freed memory for the next arrays.

    Otherwise every array of more than 32 MB is new memory from the system, which costs as much time as computing it. Only
    with glibc, and not where the user has tuned its allocator. Returns whether it was done.
    """
    if any(name.startswith("MALLOC_") or name == "GLIBC_TUNABLES" for name in os.environ):
        return False
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    threshold_of_mmap, threshold_of_trim = -3, -1
    return bool(mallopt(threshold_of_mmap, limit) and mallopt(threshold_of_trim, limit))


_configured = False


def configure_jax():
    """Turn on JAX's persistent cache of compiled programs, for every program however small.

    Runs once; called before the first program is compiled. Leaves JAX alone where the user has given it a cache folder,
    where JMX_CACHE=0, and where the folder cannot be written.
    """
    global _configured
    if _configured:
        return
    _configured = True
    keep_freed_memory()
    jax = load_jax()
    if not get("JMX_CACHE"):
        return
    if jax.config.jax_compilation_cache_dir is not None:
        return
    root = get("JMX_CACHE_DIR")
    folder = os.path.join(root, f"jax-{jax.__version__}-{_machine()}")
    try:
        # Whoever writes here decides what runs, so the folder is the user's alone.
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return
    if not os.access(folder, os.W_OK):
        return
    jax.config.update("jax_compilation_cache_dir", folder)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    _jax_internals.improve_compilation_cache()
    atexit.register(_trim_now_and_then, root, get("JMX_CACHE_SIZE") * 2**20)


def _trim_now_and_then(root, limit, every=3600.0):
    """Trim the cache unless some process did so within the last `every` seconds."""
    stamp = os.path.join(root, "trimmed")
    try:
        if os.path.exists(stamp) and abs(time.time() - os.stat(stamp).st_mtime) < every:
            return
        with open(stamp, "w", encoding="utf-8"):
            pass
        trim_cache(root, limit)
    except OSError:
        pass  # a cache that cannot be trimmed is no reason to fail at exit


def trim_cache(root, limit):
    """Delete the compiled programs below `root` that were not used for longest, down to 80 % of `limit` bytes.

    JAX bounds the cache too, but looks at every entry each time it adds one; entries here are many and small.
    Returns how many files went.
    """
    entries, total = [], 0
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith("-cache"):
                try:
                    status = os.stat(path)
                except FileNotFoundError:
                    continue
                entries.append((max(status.st_atime, status.st_mtime), path, status.st_size))
                total += status.st_size
    gone = 0
    if total > limit:
        for _, path, size in sorted(entries):
            if total <= 0.8 * limit:
                break
            try:
                os.unlink(path)
            except FileNotFoundError:
                continue
            total -= size
            gone += 1
    return gone


def describe():
    """Return the table as lines of text: name, value at this moment, what it does."""
    return [f"{f'{v.name}={v.get()}':<48} {v.doc}" for v in VARIABLES.values()]


def markdown():
    """Return the table as a page of documentation, with the variables of MXNet that have no effect."""
    from . import _ignored

    lines = ["# Environment variables", "", "| variable | default | what it does |", "|---|---|---|"]
    for v in VARIABLES.values():
        if callable(v.default):
            default = v.default.__doc__
        else:
            default = {None: "", True: "`1`", False: "`0`"}.get(v.default, f"`{v.default}`")
        lines.append(f"| `{v.name}` | {default} | {v.doc} |")
    return "\n".join(lines) + "\n\n" + _ignored.markdown()
