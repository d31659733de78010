"""The place of this process in a job, from the variables that launchers and batch systems set."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, replace

from .. import config
from ..base import MXNetError

__all__ = ["Place", "place", "role"]


@dataclass(frozen=True)
class Place:
    """Where a process stands in its job.

    Attributes
    ----------
    rank : int or None
        From 0 on; None where the coordinator decides.
    size : int
        How many processes there are.
    host, port : str, int
        Where the coordinator listens.
    local_rank, local_size : int or None
        Number among the processes of this machine, and their count, where these are known.
    source : str
        Whose variables said so.
    scheduled : bool
        Whether a process of its own, MXNet's scheduler, may be the coordinator.
    """

    rank: int | None
    size: int
    host: str
    port: int
    local_rank: int | None
    local_size: int | None
    source: str
    scheduled: bool = False


def role() -> str:
    """What DMLC_ROLE says this process is: worker, server or scheduler."""
    name = config.get("DMLC_ROLE")
    if name not in ("worker", "server", "scheduler"):
        raise MXNetError(f"DMLC_ROLE={name!r}: a process is worker, server or scheduler")
    return name


def _address(text, name):
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdigit() and 0 < int(port) < 65536):
        raise MXNetError(f"{name}={text!r}: expected host:port, such as node1:9091")
    return host.strip("[]"), int(port)


def first_host(nodes) -> str:
    """The first name of a list of nodes as Slurm writes it: the one of ``rack[07-09,12]-ib,login`` is ``rack07-ib``."""
    head = re.match(r"[^,\[]*(\[[^\]]*\][^,\[]*)*", nodes.strip())
    return re.sub(r"\[(\d+)[^\]]*\]", r"\1", head.group(0)) if head else ""


def _of_slurm():
    if config.get("SLURM_STEP_NUM_TASKS") < 2 or config.get("SLURM_PROCID") is None:
        return None
    text = f"{config.get('SLURM_JOB_ID')}.{config.get('SLURM_STEP_ID')}"
    counts = re.match(r"\d+", config.get("SLURM_STEP_TASKS_PER_NODE"))
    one_count = re.fullmatch(r"\d+(\(x\d+\))?", config.get("SLURM_STEP_TASKS_PER_NODE"))
    return Place(
        config.get("SLURM_PROCID"), config.get("SLURM_STEP_NUM_TASKS"), first_host(config.get("SLURM_STEP_NODELIST")),
        _port(text), config.get("SLURM_LOCALID"), int(counts.group()) if counts and one_count else None, "Slurm",
    )  # fmt: skip


def _of_mpi():
    for size, rank, local_rank, local_size, source in (
        ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "Open MPI"),
        ("PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "MPI"),
    ):
        if config.get(size) > 1 and config.get(rank) is not None:
            if size == "PMI_SIZE" and _is_sruns(config.get(rank), config.get(size)):
                return None
            one_machine = config.get(local_size) == config.get(size)
            job = config.get("PMIX_NAMESPACE") or config.get("OMPI_MCA_ess_base_jobid")
            return Place(
                config.get(rank), config.get(size), "127.0.0.1" if one_machine else "", _port(job), config.get(local_rank),
                config.get(local_size), source,
            )  # fmt: skip
    return None


def _is_sruns(rank, size):
    """Whether srun has set PMI's variables (``--mpi=pmi2``, on many clusters the default): then Slurm's say more."""
    return (rank, size) == (config.get("SLURM_PROCID"), config.get("SLURM_STEP_NUM_TASKS"))


def _port(text):
    """A port that all processes of one job find by themselves, and others hardly ever."""
    return 20000 + zlib.crc32(text.encode()) % 12000


def _of_dmlc():
    if config.get("DMLC_NUM_WORKER") < 2:
        return None
    host, port = config.get("DMLC_PS_ROOT_URI"), config.get("DMLC_PS_ROOT_PORT")
    return Place(config.get("DMLC_WORKER_ID"), config.get("DMLC_NUM_WORKER"), host, port or 0, None, None, "DMLC", scheduled=True)


def place():
    """The place of this process in its job, or None where it works alone.

    Returns
    -------
    Place or None
        From JMX_*, DMLC_*, OMPI_*, PMI_* or SLURM_* variables, in this order; single JMX_* variables go before what others say.

    Raises
    ------
    MXNetError
        The variables do not say enough, or contradict each other.
    """
    if not config.get("JMX_CLUSTER") or config.is_a_members_child():
        return None
    size = config.get("JMX_NUM_PROCESSES")
    launched = _of_dmlc() or _of_mpi() or _of_slurm()
    if size is None and launched is None or size == 1:
        return None
    launched = launched or Place(None, 1, "", 0, None, None, "JMX")
    changes = {"size": size, "source": "JMX"} if size else {}
    address = config.get("JMX_COORDINATOR")
    if address:
        host, port = _address(address, "JMX_COORDINATOR")
        changes |= {"host": host, "port": port, "scheduled": False}
    names = {"rank": "JMX_PROCESS_ID", "local_rank": "JMX_LOCAL_PROCESS_ID", "local_size": "JMX_LOCAL_PROCESSES"}
    values = {field: config.get(name) for field, name in names.items()}
    changes |= {field: value for field, value in values.items() if value is not None}
    return _checked(replace(launched, **changes))


def _checked(where):
    if not where.host or not where.port:
        missing = (
            "DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT, the address of the scheduler"
            if where.source == "DMLC"
            else "JMX_COORDINATOR=host:port, an address on the machine of rank 0 that all others can reach"
        )
        raise MXNetError(
            f"This process is one of {where.size} ({where.source}), but does not know the address of the job's coordinator. Set "
            f"{missing}; or JMX_CLUSTER=0 for processes that work alone."
        )
    if where.rank is None and not where.scheduled:
        raise MXNetError(f"This process is one of {where.size}, but which? Set JMX_PROCESS_ID to its number from 0 on.")
    if where.rank is not None and not 0 <= where.rank < where.size:
        raise MXNetError(
            f"This process is number {where.rank} of {where.size} ({where.source}); numbers go from 0 to {where.size - 1}."
        )
    return where
