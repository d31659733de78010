"""Every environment variable that jmx reads, in one table."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base import MXNetError
from . import ignored
from .system import machine


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


def _interface(text):
    if text.strip() not in ("1", "2"):
        raise ValueError("expected 1 (MXNet 1.9.1) or 2 (MXNet 2.0)")
    return int(text)


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


def _topics(text):
    """The parts of a text between commas, as a tuple."""
    topics = tuple(word.strip() for word in text.split(",") if word.strip())
    if set(topics) - {"compile"}:
        raise ValueError("expected compile, or nothing")
    return topics


def _when(text):
    if text not in ("device", "forward", "backward"):
        raise ValueError("expected device, forward or backward")
    return text


def _compile(text):
    if text not in ("now", "behind", "never"):
        raise ValueError("expected now, behind or never")
    return text


def _traceback(text):
    if text not in ("short", "full"):
        raise ValueError("expected short or full")
    return text


def _folder(text):
    return os.path.abspath(os.path.expanduser(text))


def _path(text):
    return _folder(text) if text else ""


def cache_home() -> str:
    """`jmx` in the user's cache folder (`~/.cache`)"""
    return os.path.join(machine.users_caches(), "jmx")


def _mxnet_home():
    """`~/.mxnet`"""
    return machine.users_data("mxnet")


VARIABLES = {
    variable.name: variable
    for variable in (
        Variable("JMX_CACHE", _flag, True, "0 turns the cache of compiled programs off"),
        Variable("JMX_CACHE_DIR", _folder, cache_home, "folder of the cache of compiled programs"),
        Variable("JMX_CACHE_SIZE", _whole, 2048, "its bound in MiB; what was not used for longest goes first"),
        Variable("JMX_COMPILE", _compile, "behind",
                 "when XLA compiles a program on the CPU: behind, in a thread, while NumPy, oneDNN and kernels in C run its "
                 "first calls; now, before the first call, so that equal calls give equal bits; never, but for what these cannot "
                 "run"),
        Variable("JMX_CHANNELS_LAST", _flag, True,
                 "0 computes convolutions with channels second throughout, as MXNet's programs have them"),
        Variable("JMX_PASSES", str, "all",
                 "passes that graphs are rewritten by before they are compiled, with commas between them; -NAME for all but this "
                 "one, or none (docs/errors.md)"),
        Variable("JMX_ONEDNN", _flag, True,
                 "0 leaves convolutions, normalizations, poolings and recurrent layers on the CPU to XLA; otherwise oneDNN "
                 "computes them where it is installed; read once"),
        Variable("JMX_NATIVE", _flag, True,
                 "0 leaves poolings of regions, samplings, correlations and softmax on the CPU to XLA, and copies of arrays to "
                 "NumPy; otherwise kernels in C compute them where the wheel or a C compiler brings them; read once"),
        Variable("JMX_PREBUILT", _flag, True,
                 "0 has what is written in C compiled on this machine, though the wheel brings it; read once. While a wheel is "
                 "built, 0 leaves that out, and 1 fails where it cannot be compiled"),
        Variable("JMX_KEEP_WEIGHTS", _flag, True,
                 "0 copies weights of convolutions to oneDNN's layout in every call of inference on the CPU, and computes anew "
                 "whatever else depends on parameters alone; otherwise both are kept from the second call on, which takes as "
                 "much memory as the weights"),
        Variable("MXNET_MKLDNN_ENABLED", _flag, True, "0 does the same as JMX_ONEDNN=0"),
        Variable("JMX_BATCHNORM_STATISTICS", _when, "device",
                 "when the moving averages of BatchNorm change: device as MXNet on each device, in the backward pass on CPUs and "
                 "in the forward pass on GPUs; forward or backward, everywhere (docs/numbers.md)"),
        Variable("JMX_SHAPES_KEPT", _whole, 256,
                 "for how many sets of input shapes a hybridized block or an executor stays compiled, the ones used last"),
        Variable("JMX_DUMP_GRAPH", _folder, "",
                 "folder that graphs are written to as they are compiled, after each pass: JSON, and SVG where there is `dot`"),
        Variable("JMX_DEBUG_NANS", _flag, False,
                 "1 raises MXNetError where an operator, a gradient or an update makes NaN or infinity, with its name and that "
                 "of its block; slow; read once"),
        Variable("JMX_CHECK_INDICES", _flag, False,
                 "1 raises MXNetError for indices, lengths and class numbers out of range, which are clipped or left out "
                 "otherwise; slow; read once"),
        Variable("JMX_LOG", _topics, "",
                 "compile writes a line to stderr for each program that is interpreted from then on, traced for any size, or "
                 "compiled (name, shapes, milliseconds, after how many calls, whether it was in the cache), sums at the end, and "
                 "a line for each hybridized block that runs operator by operator, with the reason; read once"),
        Variable("JMX_PROGRESS", _flag, True,
                 "0 says nothing on a terminal or in a notebook while a program compiles for longer than 2 seconds (read once), "
                 "and jmx.progress shows nothing unless it is told to"),
        Variable("JMX_TRACEBACK", _traceback, "short",
                 "full shows the frames inside of jmx and of JAX in the tracebacks of errors that nobody catches"),
        Variable("JMX_MAX_PIXELS", _whole, 178_956_970,
                 "how many pixels an image may have to be decoded (a PNG of a megabyte can need gigabytes); 0 for any number"),
        Variable("JMX_CPU_DEVICES", _count, None,
                 "how many devices the CPU is taken for: cpu(0), cpu(1) and so on; read when JAX is started"),
        Variable("JMX_SYNTHETIC_DATA", _flag, False,
                 "1 lets data sets that cannot be downloaded be replaced by ones that jmx draws"),
        Variable("JMX_API", _interface, 1, "2 starts with the interface of MXNet 2.0, as mx.v2() and `jmx run --api 2` do"),
        Variable("JMX_TRACE_USAGE", str, "",
                 "file that the names of MXNet in use are written to, as `jmx run --trace-usage` sets it; read once"),
        Variable("JMX_NUMPY1", _flag, True,
                 "0 leaves NumPy as it is; otherwise `import mxnet` gives it back what NumPy 1 had (docs/numpy2.md)"),
        Variable("JMX_NUMPY1_PRINTING", _flag, True, "0 leaves NumPy's printing as it is: np.float32(0.5), not 0.5"),
        Variable("MXNET_HOME", _folder, _mxnet_home, "folder of downloaded data sets and models"),
        Variable("MXNET_GLUON_REPO", str, "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/",
                 "address that data sets and models are downloaded from"),
        Variable("MXNET_UPDATE_ON_KVSTORE", _flag, True, "0 makes Trainer and Module update outside of the kvstore"),
        Variable("MXNET_OPTIMIZER_AGGREGATION_SIZE", _whole, 4, "how many parameters an optimizer takes at once"),
        Variable("MXNET_ELIMINATE_COMMON_EXPR", _flag, True,
                 "0 computes repeated expressions of a graph as often as they are written"),
        Variable("DMLC_PS_VAN_TYPE", str, "", "p3 makes a distributed kvstore slice its messages"),
        Variable("JMX_CLUSTER", _flag, True, "0 keeps this process out of the job that the variables below describe"),
        Variable("JMX_COORDINATOR", str, "", "host:port where the processes of a job connect to rank 0"),
        Variable("JMX_NUM_PROCESSES", _count, None, "how many processes the job has"),
        Variable("JMX_PROCESS_ID", _whole, None, "which one this is, from 0 on"),
        Variable("JMX_JOB_SECRET", str, "",
                 "text by which the processes of a job know one another; jmx launch draws one for each job"),
        Variable("JMX_JOB_SECRET_FILE", _path, "", "file with that text, which only its owner may read"),
        Variable("JMX_LOCAL_PROCESSES", _count, None, "how many of them are on this machine, which divide its GPUs"),
        Variable("JMX_LOCAL_PROCESS_ID", _whole, None, "which one of these this is, from 0 on"),
        Variable("JMX_LOCAL_DEVICES", str, "", "numbers of the GPUs that this process uses, such as 0,1, or all"),
        Variable("JMX_INTERFACE", str, "",
                 "network interface, by name or address, over which this process sums with those of other machines"),
        Variable("JMX_RESTART", _whole, 0, "how often `jmx launch --max-restarts` has begun this job again"),
        Variable("JMX_START_TIMEOUT", _seconds, 300.0, "seconds within which all processes of a job must have come"),
        Variable("JMX_TIMEOUT", _seconds, 1800.0, "seconds that a job waits for a process that is late"),
        Variable("JMX_HEARTBEAT_TIMEOUT", _seconds, 30.0, "seconds after which a machine that is silent counts as lost"),
        Variable("JMX_BUCKET_SIZE", _count, 32, "MiB of gradients that processes reduce at once"),
        Variable("JMX_OVERLAP", _flag, None,
                 "1: processes sum gradients while they compute others, 0: after the backward pass; default: 1 between machines"),
        Variable("JMX_SHARD_DATA", _flag, False,
                 "1: iterators that take num_parts and part_index read the rank's part where the program gives neither"),
        Variable("DMLC_ROLE", str, "worker", "worker; servers end at once, a scheduler is where the workers connect"),
        Variable("DMLC_NUM_WORKER", _whole, 1, "how many processes train together"),
        Variable("DMLC_WORKER_ID", _whole, None, "which one this is; without it ranks follow the order in which workers come"),
        Variable("DMLC_INTERFACE", str, "", "the same as JMX_INTERFACE, as MXNet's workers have it"),
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
        Variable("SLURM_STEP_NODELIST", str, "", "the machines; processes connect to the first one"),
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


def describe():
    """Return the table as lines of text: name, value at this moment, what it does."""
    return [f"{f'{v.name}={v.get()}':<48} {v.doc}" for v in VARIABLES.values()]


def markdown() -> str:
    """Return the table as a page of documentation, with the variables of MXNet that have no effect."""
    lines = ["# Environment variables", "", "| variable | default | what it does |", "|---|---|---|"]
    for v in VARIABLES.values():
        if callable(v.default):
            default = v.default.__doc__
        else:
            default = {None: "", True: "`1`", False: "`0`"}.get(v.default, f"`{v.default}`")
        lines.append(f"| `{v.name}` | {default} | {v.doc} |")
    return "\n".join(lines) + "\n\n" + ignored.markdown()
