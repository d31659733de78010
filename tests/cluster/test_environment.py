"""What launchers and batch systems say about a process's place in its job."""

import pytest

from jmx.base import MXNetError
from jmx.cluster import environment
from jmx.cluster.environment import first_host, place

NAMES = ("DMLC_", "SLURM_", "OMPI_", "PMI", "MPI_", "JMX_COORD", "JMX_NUM", "JMX_PROC", "JMX_LOCAL", "JMX_CLUSTER", "JMX_MEMBER")
SLURM = {
    "SLURM_JOB_ID": 4711, "SLURM_STEP_ID": 0, "SLURM_STEP_NUM_TASKS": 8, "SLURM_PROCID": 5, "SLURM_LOCALID": 1,
    "SLURM_STEP_TASKS_PER_NODE": "4(x2)", "SLURM_STEP_NODELIST": "gpu[07-08,12]",
}  # fmt: skip
OMPI = {
    "OMPI_COMM_WORLD_SIZE": 4, "OMPI_COMM_WORLD_RANK": 3, "OMPI_COMM_WORLD_LOCAL_RANK": 3, "OMPI_COMM_WORLD_LOCAL_SIZE": 4,
    "OMPI_MCA_ess_base_jobid": "77",
}  # fmt: skip
DMLC = {"DMLC_ROLE": "worker", "DMLC_NUM_WORKER": 3, "DMLC_PS_ROOT_URI": "10.0.0.1", "DMLC_PS_ROOT_PORT": 9091}
JMX = {"JMX_COORDINATOR": "node1:4000", "JMX_NUM_PROCESSES": 2, "JMX_PROCESS_ID": 1}


@pytest.fixture
def surroundings(monkeypatch):
    import os

    for name in list(os.environ):
        if name.startswith(NAMES):
            monkeypatch.delenv(name)

    def set_all(*groups, **more):
        for group in (*groups, more):
            for name, value in group.items():
                monkeypatch.setenv(name, str(value))

    return set_all


@pytest.mark.parametrize("text, host", [
    ("node1", "node1"), ("node1,node2", "node1"), ("gpu[07-08,12]", "gpu07"), ("gpu[3]", "gpu3"),
    ("rack[1-2]-ib,login", "rack1-ib"), ("r[1,3]n[05-06]", "r1n05"), ("a-b.c.d,e[1-2]", "a-b.c.d"), ("", ""),
])  # fmt: skip
def test_first_host(text, host):
    assert first_host(text) == host


def test_alone(surroundings):
    assert place() is None
    surroundings(SLURM, SLURM_STEP_NUM_TASKS=1)
    assert place() is None
    surroundings(SLURM, JMX_CLUSTER=0)
    assert place() is None


def test_a_batch_script_is_no_step(surroundings):
    surroundings({"SLURM_JOB_ID": 1, "SLURM_NTASKS": 4, "SLURM_PROCID": 0, "SLURM_LOCALID": 0})
    assert place() is None


def test_slurm(surroundings):
    surroundings(SLURM)
    where = place()
    assert (where.rank, where.size, where.host, where.local_rank, where.local_size) == (5, 8, "gpu07", 1, 4)
    assert 20000 <= where.port < 32000 and where.source == "Slurm" and not where.scheduled
    surroundings(SLURM_STEP_ID=1)
    assert place().port != where.port
    surroundings(SLURM_STEP_TASKS_PER_NODE="4,3")  # not the same everywhere: this machine's is unknown
    assert place().local_size is None


def test_mpi(surroundings):
    surroundings(OMPI)
    where = place()
    assert (where.rank, where.size, where.host, where.local_rank, where.local_size) == (3, 4, "127.0.0.1", 3, 4)
    surroundings(OMPI_COMM_WORLD_LOCAL_SIZE=2)
    with pytest.raises(
        MXNetError, match="one of 4 .Open MPI., but does not know the address of the job's coordinator.*JMX_COORDINATOR=host:port"
    ):
        place()
    surroundings(JMX_COORDINATOR="node1:4000")
    assert (place().host, place().port, place().rank) == ("node1", 4000, 3)


def test_mpich(surroundings):
    surroundings({"PMI_SIZE": 4, "PMI_RANK": 2, "MPI_LOCALNRANKS": 4, "MPI_LOCALRANKID": 1})
    where = place()
    assert (where.rank, where.size, where.host, where.local_rank, where.local_size) == (2, 4, "127.0.0.1", 1, 4)
    surroundings(MPI_LOCALNRANKS=2)
    with pytest.raises(MXNetError, match="one of 4 .MPI., but does not know the address"):
        place()


def test_mpirun_inside_of_a_slurm_job_counts_its_own_processes(surroundings):
    # mpirun starts its daemons by srun, so that Slurm's numbers are theirs
    surroundings(SLURM, OMPI, SLURM_STEP_NUM_TASKS=2, SLURM_PROCID=0)
    assert (place().rank, place().size, place().source) == (3, 4, "Open MPI")


def test_dmlc(surroundings):
    surroundings(DMLC)
    where = place()
    assert (where.rank, where.size, where.host, where.port, where.scheduled) == (None, 3, "10.0.0.1", 9091, True)
    surroundings(DMLC_WORKER_ID=2)
    assert place().rank == 2
    surroundings(DMLC_PS_ROOT_URI="")
    with pytest.raises(MXNetError, match="Set DMLC_PS_ROOT_URI and DMLC_PS_ROOT_PORT"):
        place()


def test_jmx_goes_first(surroundings):
    surroundings(SLURM, DMLC, JMX)
    where = place()
    assert (where.rank, where.size, where.host, where.port, where.source, where.scheduled) == (1, 2, "node1", 4000, "JMX", False)


@pytest.mark.parametrize("changed, message", [
    ({"JMX_PROCESS_ID": 2}, "number 2 of 2 .JMX.; numbers go from 0 to 1"), ({"JMX_PROCESS_ID": -1}, "number -1 of 2"),
    ({"JMX_COORDINATOR": "node1"}, "JMX_COORDINATOR='node1': expected host:port"),
    ({"JMX_COORDINATOR": "node1:70000"}, "expected host:port"),
    ({"JMX_COORDINATOR": ""}, "does not know the address of the job's coordinator"),
    ({"JMX_NUM_PROCESSES": "some"}, "JMX_NUM_PROCESSES='some': expected a whole number"),
])  # fmt: skip
def test_refused(surroundings, changed, message):
    surroundings({**JMX, **changed})
    with pytest.raises(MXNetError, match=message):
        place()


def test_a_number_is_needed(surroundings):
    surroundings({**JMX, "JMX_PROCESS_ID": 0})
    import os

    del os.environ["JMX_PROCESS_ID"]
    with pytest.raises(MXNetError, match="one of 2, but which. Set JMX_PROCESS_ID"):
        place()


def test_what_a_rank_starts_is_no_rank(surroundings):
    surroundings(JMX, JMX_MEMBER_PROCESS=1)
    assert place() is None


def test_roles(surroundings):
    assert environment.role() == "worker"
    surroundings(DMLC_ROLE="boss")
    with pytest.raises(MXNetError, match="DMLC_ROLE='boss': a process is worker, server or scheduler"):
        environment.role()


@pytest.mark.parametrize("variables, expected", [
    ({}, None),
    ({"JMX_LOCAL_PROCESSES": 2, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "0,1,2,3"}, [2, 3]),
    ({"JMX_LOCAL_PROCESSES": 4, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "4,5,6,7"}, [1]),
    ({"JMX_LOCAL_PROCESSES": 4, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "5"}, None),
    ({"JMX_LOCAL_PROCESSES": 3, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "0,1,2,3"}, None),
    ({"JMX_LOCAL_PROCESSES": 2, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "0,1", "SLURM_GPUS_PER_TASK": "2"}, None),
    ({"JMX_LOCAL_DEVICES": "0,3", "JMX_LOCAL_PROCESSES": 2, "JMX_LOCAL_PROCESS_ID": 1}, [0, 3]),
    ({"JMX_LOCAL_DEVICES": "all", "JMX_LOCAL_PROCESSES": 2, "JMX_LOCAL_PROCESS_ID": 1, "CUDA_VISIBLE_DEVICES": "0,1"}, None),
])  # fmt: skip
def test_gpus_of_a_process(surroundings, variables, expected):
    from jmx.cluster.bootstrap import _own_gpus

    surroundings(JMX, variables)
    assert _own_gpus(place()) == expected
