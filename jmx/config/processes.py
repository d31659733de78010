"""What processes find, and leave for the libraries and programs that they start, in their environment."""

from __future__ import annotations

import os

from .system import machine

#: one of these is set in every process of a job
_JOB_VARIABLES = ("JMX_NUM_PROCESSES", "DMLC_NUM_WORKER", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
#: the process that joined; what it starts inherits this, and is no member
_MEMBER_PID = "JMX_MEMBER_PROCESS"


def in_environment_of_a_job() -> bool:
    """Whether this process was given the environment of a process of a job."""
    return any(name in os.environ for name in _JOB_VARIABLES)


def export_member_pid() -> None:
    """Let programs that this process starts know that the job they read of in their environment is not theirs."""
    os.environ[_MEMBER_PID] = str(os.getpid())


def is_a_members_child() -> bool:
    """Whether a process above this one has joined the job that the environment describes."""
    return os.environ.get(_MEMBER_PID, str(os.getpid())) != str(os.getpid())


def set_xla_log_level() -> None:
    """Have XLA print warnings and errors only, as JAX does, where it is loaded without JAX."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")


def users_settings() -> str:
    """The folder of the user's settings, of all programs: `~/.config`."""
    return os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")


def computes_inline() -> bool:
    """Whether programs for the CPU shall run in the thread that calls them: where the process may use one core only.

    JAX hands all but the smallest to another thread, which costs 7 us a call and, on one core, gains nothing. The user's own
    choice, JAX_CPU_ENABLE_ASYNC_DISPATCH, comes first.
    """
    return machine.usable_cores() == 1 and "JAX_CPU_ENABLE_ASYNC_DISPATCH" not in os.environ


def keep_to_quota() -> None:
    """Have XLA and oneDNN start as many threads as a container may use processors, where it sees more of them.

    Both count the processors that the process is bound to. Threads beyond the quota (`docker run --cpus 2`) stop all others for
    the rest of each tenth of a second. What the user has set comes first.
    """
    usable = machine.usable_cores()
    if usable < machine.cores():
        for name in ("NPROC", "OMP_NUM_THREADS"):
            os.environ.setdefault(name, str(usable))


def compute_beside_sums(jax) -> None:
    """Have XLA run programs behind the thread that calls them, on two threads at least, of which one waits for other processes.

    To be called before JAX has devices. What the user has set comes first: JAX_CPU_ENABLE_ASYNC_DISPATCH, and NPROC of two or
    more.
    """
    if "JAX_CPU_ENABLE_ASYNC_DISPATCH" not in os.environ:
        jax.config.update("jax_cpu_enable_async_dispatch", True)
    if machine.usable_cores() == 1 and os.environ.get("NPROC", "1") == "1":
        os.environ["NPROC"] = "2"


def have_nccl_use(interface) -> None:
    """Have NCCL, which sums between GPUs, use a network interface; what the user has set comes first."""
    os.environ.setdefault("NCCL_SOCKET_IFNAME", interface)


def bypass_proxy(host) -> None:
    """Have gRPC, through which the processes of a job find one another, use no proxy for this host."""
    if any(name.lower() in ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy") for name in os.environ):
        names = [os.environ.get(name) for name in ("no_grpc_proxy", "no_proxy", "NO_PROXY")]
        os.environ["no_grpc_proxy"] = ",".join(filter(None, [next(filter(None, names), ""), host]))


def environment_of_lone_process() -> dict[str, str]:
    """The environment for a process that has no part in any job."""
    environment = {name: value for name, value in os.environ.items() if name != "DMLC_ROLE"}
    return {**environment, "JMX_CLUSTER": "0"}
