"""Scripts trained by several processes, started in each of the ways there are, have the losses of one process."""

import functools
import os
import pathlib
import socket
import subprocess
import sys

import pytest

from jmx.cluster.wire import free_port

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

HERE = pathlib.Path(__file__).resolve().parent
MODULE, GLUON = HERE / "train_module.py", HERE / "train_gluon.py"


def outcome(text):
    """What all workers printed: the sum of the parameters, which is the same for all, and the mean of their losses."""
    lines = [list(map(float, line.split())) for line in text.splitlines()]
    assert sorted(line[0] for line in lines) == list(range(len(lines)))
    assert max(line[1] for line in lines) - min(line[1] for line in lines) == 0
    return [lines[0][1], *(sum(losses) / len(lines) for losses in zip(*(line[2:] for line in lines)))]


@functools.cache
def alone(script):
    """What one process with all of the data comes to."""
    root = HERE.parents[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root), str(root / "compat")))}
    done = subprocess.run([sys.executable, script, "local"], env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    found = outcome(done.stdout)
    assert len(found) == 13 and found[-1] < 0.6 * found[1]
    return found


def assert_same(script, text, size):
    assert len(text.splitlines()) == size
    found, wanted = outcome(text), alone(script)
    assert all(abs(a - b) < 1e-5 for a, b in zip(wanted[1:], found[1:], strict=True)) and abs(wanted[0] - found[0]) < 1e-4


@pytest.mark.parametrize(
    "script, options, size",
    [
        (MODULE, ["--launcher", "local"], 2),
        (MODULE, ["--launcher", "local"], 4),
        (GLUON, ["--launcher", "local"], 2),
        (GLUON, ["--launcher", "local"], 4),
        (GLUON, ["-H", "hosts"], 2),
        (MODULE, ["--launcher", "mpi"], 2),
        (MODULE, ["--launcher", "slurm", "-N", "2"], 4),
    ],
    ids=lambda value: value.stem if isinstance(value, pathlib.Path) else str(value),
)
def test_started_by_the_launcher(launch, place, script, options, size):
    (place / "hosts").write_text("127.0.0.1 slots=2\n")
    done = launch("-n", size, *options, "python", script, "dist_sync", FAKE_MPI="openmpi")
    assert done.returncode == 0, done.stderr
    assert_same(script, done.stdout, size)


def test_started_by_hand_as_mxnet_has_it(place):
    """A scheduler, a server and two workers that are not told their ranks, all running the script."""
    job = {"DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(free_port()), "DMLC_NUM_WORKER": "2", "DMLC_NUM_SERVER": "1"}
    command = ["python", GLUON, "dist_sync"]
    started = [
        subprocess.Popen(command, env={**os.environ, **job, "DMLC_ROLE": role}, stdout=subprocess.PIPE, text=True)
        for role in ("scheduler", "server", "worker", "worker")
    ]
    out = [process.communicate(timeout=200)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0, 0] and out[:2] == ["", ""]
    assert_same(GLUON, "".join(out), 2)


def test_a_worker_that_dies(launch):
    done = launch("-n", 3, "python", MODULE, "dist_sync", DIES="1")
    assert done.returncode == 128 + 9 and done.stdout == ""
    assert "was killed by SIGKILL; the others have 30 s to end" in done.stderr
    for rank in (0, 2):
        assert f"MXNetError: rank {rank} of 3: rank 1 ({socket.gethostname()}, process " in done.stderr
