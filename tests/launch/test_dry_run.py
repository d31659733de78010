"""`--dry-run`: what would run for each worker, on each machine, and that nothing does."""

import re

import pytest

from .conftest import program

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")


def blocks(done):
    """{name of a worker or a launcher: (lines, variables)}, and what stands before them."""
    assert done.returncode == 0 and done.stderr == "", done.stderr
    *lines, last = done.stdout.splitlines()
    assert last.startswith("no worker was started")
    found, before, name = {}, [], None
    for line in lines:
        if not line.startswith(" "):
            name = line.rstrip(":") if line.endswith(":") else None
            before += [] if name else [line]
            found |= {name: ([], {})} if name else {}
        elif variable := re.fullmatch(r"    ([A-Z_0-9]+)=(.*)", line):
            found[name][1][variable[1]] = variable[2]
        else:
            found[name][0].append(line.strip())
    return found, before


@pytest.fixture
def trap(place):
    """Programs that leave a file where they are run."""
    for name in ("ssh", "srun", "rsync", "python"):
        program(place / "bin" / name, f"#!/bin/sh\ntouch {place}/{name}-was-run\n")
    yield place
    assert list(place.glob("*-was-run")) == []


def test_local(launch, trap):
    found, _ = blocks(
        launch("-n", 2, "-p", 9333, "--dry-run", "--env", "OWN_A=1 2", "python", "show.py", "it's", JMX_PROCESS_ID="7")
    )
    assert list(found) == ["worker 0", "worker 1"]
    for rank, (lines, variables) in enumerate(found.values()):
        assert lines == ["command: python show.py 'it'\"'\"'s'"]
        assert variables["JMX_PROCESS_ID"] == variables["DMLC_WORKER_ID"] == str(rank)
        assert variables["JMX_COORDINATOR"] == "127.0.0.1:9333" and variables["JMX_NUM_PROCESSES"] == "2"
        assert (
            variables["OWN_A"] == "'1 2'" and variables["JMX_JOB_SECRET"] == "(another in each run)" and "HOME" not in variables
        )


def test_a_line_for_the_shell(launch, trap):
    found, _ = blocks(launch("-n", 1, "--dry-run", "cd run && python train.py > log"))
    assert found["worker 0"][0] == ["command: cd run && python train.py > log"]


def test_ssh(launch, trap):
    (trap / "hosts").write_text("node1 slots=2\nme@node2:2222 slots=2\n")
    words = ("-n", 3, "-H", "hosts", "--host-ip", "10.0.0.1", "--sync-dst-dir", "/data/run", "--dry-run", "python", "train.py")
    found, before = blocks(launch(*words, JMX_CACHE_DIR="/cache"))
    assert list(found) == ["worker 0 on node1", "worker 1 on node1", "worker 2 on node2"]
    lines, variables = found["worker 2 on node2"]
    assert lines[0] == "in /data/run" and lines[2] == "command: python train.py"
    assert lines[1].startswith("started by: ") and lines[1].endswith(" -p 2222 -- me@node2 ...") and "BatchMode=yes" in lines[1]
    assert (
        variables["JMX_PROCESS_ID"] == "2"
        and variables["JMX_LOCAL_PROCESS_ID"] == "0"
        and variables["JMX_LOCAL_PROCESSES"] == "1"
    )
    assert found["worker 1 on node1"][1]["JMX_LOCAL_PROCESSES"] == "2"
    assert variables["JMX_COORDINATOR"].startswith("10.0.0.1:") and variables["JMX_CACHE_DIR"] == "/cache"
    assert len(before) == 2 and before[0].startswith("first: ") and "node1:/data/run/" in before[0] and "me@node2:" in before[1]


def test_slurm(launch, trap):
    found, _ = blocks(launch("-n", 8, "-N", 4, "--launcher", "slurm", "--dry-run", "python", "train.py", SLURM_CPUS_PER_TASK="8"))
    lines, variables = found["srun"]
    assert re.fullmatch(r"started by: \S*srun -n 8 -N 4 --cpus-per-task=8 --export=ALL python train.py", lines[0])
    assert lines[1] == "command: python train.py" and "SLURM_CPUS_PER_TASK" not in variables


def test_mpi(launch, place):
    """mpirun is asked which one it is, and starts nothing."""
    words = ("-n", 2, "--launcher", "mpi", "-p", 9100, "--dry-run", "python", "show.py")
    found, _ = blocks(launch(*words, FAKE_MPI="openmpi"))
    lines, variables = found["mpirun"]
    assert "mpirun -n 2 --bind-to none -x " in lines[0] and lines[1] == "command: python show.py"
    assert variables["JMX_COORDINATOR"] == "127.0.0.1:9100" and variables["JMX_JOB_SECRET"] == "(another in each run)"


def test_the_secret_is_not_shown(launch, trap):
    (trap / "hosts").write_text("node1\n")
    for words in (("-n", 1), ("-n", 1, "-H", "hosts", "--host-ip", "10.0.0.1")):
        done = launch(*words, "--dry-run", "python", "x", JMX_JOB_SECRET="open-sesame-" * 6)
        assert done.returncode == 0 and "sesame" not in done.stdout + done.stderr


def test_what_cannot_be_started_is_said(launch, trap):
    assert launch("-n", 1, "--dry-run", "no-such-program").returncode == 127
    assert launch("-n", 1, "-H", "nowhere", "--dry-run", "x").returncode == 2
