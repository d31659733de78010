"""Which process this is, in Horovod's words, and what its library was built with."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from ... import cluster
from ...base import MXNetError

_NOT_INITIALIZED = "Horovod has not been initialized; use hvd.init()."
_ONE_SET = "is not supported: all processes of a job work together. Start a job of its own for each group of processes."


@dataclass(frozen=True)
class _World:
    """The job between `init` and `shutdown`: its `cluster.Rank`, None for one process, and the host of each rank."""

    member: cluster.Rank | None
    hosts: tuple

    @property
    def rank(self):
        return self.member.number if self.member else 0

    @property
    def size(self):
        return len(self.hosts)

    def local_rank_of(self, rank):
        """Number of a rank among those of its machine."""
        return self.hosts[:rank].count(self.hosts[rank])


_world = None


def world() -> _World:
    """The job; ValueError before `init`."""
    if _world is None:
        raise ValueError(_NOT_INITIALIZED)
    return _world


def init(comm=None, process_sets=None) -> None:
    """Join the job that the environment describes; a process that no launcher started is a job of one.

    Parameters
    ----------
    comm : list of int, optional
        All ranks in order, or None. MPI communicators are not supported.
    process_sets : list, optional
        Must be empty.

    Raises
    ------
    NotImplementedError
        For part of the ranks, a communicator or process sets.
    MXNetError
        The processes of the job did not all come.
    """
    global _world
    if process_sets:
        raise NotImplementedError(f"hvd.init(process_sets=...) {_ONE_SET}")
    if _world is not None:
        return
    member = cluster.current()
    size = member.size if member else 1
    if comm is not None and not (isinstance(comm, list | tuple | range) and list(comm) in ([], list(range(size)))):
        raise NotImplementedError(f"hvd.init(comm) with anything but all {size} ranks in order {_ONE_SET}")
    host = socket.gethostname()
    hosts = member.barrier("horovod init", "hvd.init", host) if member else [host]
    _world = _World(member, tuple(hosts))


def shutdown() -> None:
    """Forget what `init` found; the job itself ends with the program."""
    global _world
    _world = None


def is_initialized() -> bool:
    """Whether `init` has been called."""
    return _world is not None


def rank() -> int:
    """Number of this process in the job, from 0; ValueError before `init`."""
    return world().rank


def size() -> int:
    """How many processes the job has; ValueError before `init`."""
    return world().size


def local_rank() -> int:
    """Number of this process among those of its machine; ValueError before `init`.

    Its GPUs are numbered by it in a job of one machine with a GPU per process only if the process sees all of them: jmx shows
    each process its own part, see `Which GPUs a process gets` in docs/cluster.md.
    """
    return world().local_rank_of(rank())


def local_size() -> int:
    """How many processes this machine has; ValueError before `init`."""
    return world().hosts.count(world().hosts[rank()])


def _counterparts():
    here = world()
    return [r for r in range(here.size) if here.local_rank_of(r) == local_rank()]


def cross_rank() -> int:
    """Number of this process among those that have its local rank on their machines; ValueError before `init`."""
    return _counterparts().index(rank())


def cross_size() -> int:
    """On how many machines there is a process with this local rank; ValueError before `init`."""
    return len(_counterparts())


def is_homogeneous():
    """Whether all machines have equally many processes; ValueError before `init`."""
    hosts = world().hosts
    return len({hosts.count(host) for host in hosts}) == 1


def mpi_threads_supported() -> bool:
    """False: MPI does not carry data here. ValueError before `init`."""
    world()
    return False


def mpi_enabled() -> bool:
    """False: MPI may start the processes, and carries no data."""
    return False


def mpi_built() -> bool:
    """False: MPI may start the processes, and carries no data."""
    return False


def gloo_enabled() -> bool:
    """True: gloo carries sums between CPUs."""
    return True


def gloo_built() -> bool:
    """True: gloo carries sums between CPUs."""
    return True


def nccl_built():
    """0: sums between GPUs are JAX's, whose version of NCCL is not known here."""
    return 0


def ddl_built() -> bool:
    """False."""
    return False


def ccl_built() -> bool:
    """False."""
    return False


def cuda_built() -> bool:
    """False: JAX, and no library of Horovod's, talks to GPUs."""
    return False


def rocm_built() -> bool:
    """False."""
    return False


def start_timeline(file_path, mark_cycles=False):
    """Refused with NotImplementedError, which names the profiler."""
    raise NotImplementedError("hvd.start_timeline is not supported. Use mx.profiler, or JAX's: jax.profiler.start_trace(folder).")


def stop_timeline():
    """Refused with NotImplementedError, which names the profiler."""
    raise NotImplementedError("hvd.stop_timeline is not supported. Use mx.profiler, or JAX's: jax.profiler.stop_trace().")


class ProcessSet:
    """A group of processes: there is one, `global_process_set`, which has all of them.

    Raises
    ------
    NotImplementedError
        When another one is made.
    """

    process_set_id = 0

    def __init__(self, ranks_or_comm) -> None:
        raise NotImplementedError(f"hvd.ProcessSet({ranks_or_comm!r}) {_ONE_SET}")

    @property
    def ranks(self):
        """All ranks."""
        return list(range(size()))

    def size(self):
        """How many processes the job has."""
        return size()

    def rank(self):
        """Number of this process."""
        return rank()

    def included(self) -> bool:
        """Whether this process is one of them: True."""
        return True


global_process_set = ProcessSet.__new__(ProcessSet)


def check_process_set(process_set) -> None:
    """Refuse any set of processes but the one with all."""
    if process_set is not global_process_set:
        raise NotImplementedError(f"process_set={process_set!r} {_ONE_SET}")


def add_process_set(process_set):
    """Refused with NotImplementedError."""
    raise NotImplementedError(f"hvd.add_process_set({process_set!r}) {_ONE_SET}")


def remove_process_set(process_set):
    """Refused with NotImplementedError."""
    raise NotImplementedError(f"hvd.remove_process_set({process_set!r}) {_ONE_SET}")


def check_root(root_rank) -> None:
    """Refuse a root that is no rank of the job."""
    if not 0 <= root_rank < size():
        raise MXNetError(f"root_rank={root_rank!r}: ranks of this job go from 0 to {size() - 1}.")
