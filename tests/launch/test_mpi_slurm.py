"""`--launcher mpi` and `--launcher slurm`: what mpirun and srun are given, and what their workers learn."""

import json
import signal
import socket
import subprocess
import sys

import pytest

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")


def shown(done, number="JMX_PROCESS_ID"):
    assert done.returncode == 0, done.stderr
    return sorted((json.loads(line) for line in done.stdout.splitlines()), key=lambda found: int(found[number]))


@pytest.mark.parametrize("kind", ["openmpi", "mpich"])
def test_mpirun(launch, place, kind):
    odd = 'it\'s "$HOME" ; a\\b'
    words = ("-n", 3, "--launcher", "mpi", "--env", f"OWN_A={odd}", "OWN_B=2", "python", "show.py", odd)
    found = shown(launch(*words, FAKE_MPI=kind))
    assert [p["JMX_PROCESS_ID"] for p in found] == [p["DMLC_WORKER_ID"] for p in found] == ["0", "1", "2"]
    assert [p["JMX_LOCAL_PROCESS_ID"] for p in found] == ["0", "1", "2"]
    assert {(p["JMX_NUM_PROCESSES"], p["JMX_LOCAL_PROCESSES"], p["DMLC_NUM_WORKER"]) for p in found} == {("3", "3", "3")}
    (address,) = {p["JMX_COORDINATOR"] for p in found}
    assert address.startswith("127.0.0.1:") and all(p["argv"] == [odd] and p["OWN_A"] == odd and p["OWN_B"] == "2" for p in found)
    (place / "hosts").write_text("node7 slots=2\nnode8 slots=2\n")
    found = shown(launch("-n", 2, "--launcher", "mpi", "-H", "hosts", "-p", "9100", "python", "show.py", FAKE_MPI=kind))
    assert {(p["JMX_COORDINATOR"], p["FAKE_HOSTS"]) for p in found} == {("node7:9100", "hosts")}
    found = shown(launch("-n", 1, "--launcher", "mpi", "cd / && python $OLDPWD/show.py", FAKE_MPI=kind, PBS_NODEFILE="x"))
    assert found[0]["cwd"] == "/" and found[0]["JMX_COORDINATOR"].startswith(socket.gethostname() + ":")


def test_mpirun_that_is_refused(launch, place):
    (place / "hosts").write_text("node7 slots=2\n")
    done = launch("-n", 1, "--launcher", "mpi", "x", FAKE_MPI="other")
    assert done.returncode == 2 and "is neither of Open MPI nor of MPICH (it says: mpirun 0.1)" in done.stderr
    done = launch("-n", 3, "--launcher", "mpi", "-H", "hosts", "x", FAKE_MPI="openmpi")
    assert done.returncode == 2 and "has 2 slots for 3 workers" in done.stderr
    done = launch("-n", 2, "--launcher", "mpi", "--launcher-args=--no-such", "x", FAKE_MPI="openmpi")
    assert done.returncode == 1 and "unknown option --no-such" in done.stderr
    (place / "bin" / "mpirun").unlink()
    done = launch("-n", 3, "--launcher", "mpi", "x", PATH=str(place / "bin"))
    assert done.returncode == 127 and "mpirun: command not found" in done.stderr


@pytest.mark.parametrize("tasks, nodes, per_node", [(2, 1, "2"), (4, 2, "2(x2)"), (3, 2, "2,1")])
def test_srun(launch, place, tasks, nodes, per_node):
    words = ("-n", tasks, "-N", nodes, "--launcher", "slurm", "--env", "OWN_A=a,b", "python", "show.py", "--kv", "a b")
    found = shown(launch(*words, SLURM_CPUS_PER_TASK="3", DMLC_NUM_WORKER="9", JMX_PROCESS_ID="9"), "SLURM_PROCID")
    assert [int(p["SLURM_PROCID"]) for p in found] == list(range(tasks))
    assert {(p["SLURM_STEP_TASKS_PER_NODE"], p["SLURM_CPUS_PER_TASK"], p["OWN_A"]) for p in found} == {(per_node, "3", "a,b")}
    told = ("JMX_COORDINATOR", "JMX_NUM_", "JMX_PROCESS_", "JMX_LOCAL_", "DMLC_")  # Slurm says it all
    assert all(p["argv"] == ["--kv", "a b"] and not any(name.startswith(told) for name in p) for p in found)


def test_srun_with_an_address_tags_and_failures(launch, place):
    found = shown(
        launch("-n", 2, "--launcher", "slurm", "--host-ip", "127.0.0.1", "-p", 9101, "python", "show.py"), "SLURM_PROCID"
    )
    assert {p["JMX_COORDINATOR"] for p in found} == {"127.0.0.1:9101"}
    done = launch("-n", 2, "--launcher", "slurm", "-p", 9101, "x")
    assert done.returncode == 2 and "give --host-ip with -p, the address of the first node" in done.stderr
    done = launch("-n", 2, "--launcher", "slurm", "--tag-output", "echo $SLURM_PROCID; exit $SLURM_PROCID")
    assert sorted(done.stdout.splitlines()) == ["0: 0", "1: 1"] and done.returncode == 1
    done = launch("-n", 2, "--launcher", "slurm", "-H", "hosts", "x")
    assert done.returncode == 2 and "gets its machines from Slurm: leave -H out" in done.stderr
    (place / "bin" / "srun").unlink()
    done = launch("-n", 3, "--launcher", "slurm", "x", PATH=str(place / "bin"))
    assert done.returncode == 127 and "srun: command not found" in done.stderr


def test_interrupting_srun_ends_its_tasks(place):
    """srun itself takes the first SIGINT for a question about its tasks."""
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "--launcher", "slurm", "echo here; exec sleep 300"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        assert [started.stdout.readline() for _ in range(2)] == ["here\n"] * 2
        started.send_signal(signal.SIGINT)
        assert started.wait(30) == 130


def test_srun_that_speaks_pmi(place, monkeypatch):
    """`srun --mpi=pmi2` sets PMI's variables beside its own, which know where to meet; mpirun's differ from those around it."""
    from jmx.cluster import environment

    slurm = {"STEP_NUM_TASKS": 4, "PROCID": 3, "LOCALID": 1, "STEP_TASKS_PER_NODE": "2(x2)", "STEP_NODELIST": "node[07-08]"}
    for name, value in slurm.items():
        monkeypatch.setenv(f"SLURM_{name}", str(value))
    monkeypatch.setenv("PMI_SIZE", "4")
    monkeypatch.setenv("PMI_RANK", "3")
    found = environment.place()
    assert (found.rank, found.size, found.host, found.local_rank, found.local_size, found.source) == (
        3,
        4,
        "node07",
        1,
        2,
        "Slurm",
    )
    monkeypatch.setenv("PMI_SIZE", "8")
    monkeypatch.setenv("JMX_COORDINATOR", "node07:9100")
    assert (environment.place().size, environment.place().source) == (8, "MPI")


@pytest.mark.parametrize("kind", ["openmpi", "mpich", "srun"])
def test_the_secret_of_the_job_is_on_no_command_line(launch, place, kind):
    name = "srun" if kind == "srun" else "mpirun"
    launcher = "slurm" if kind == "srun" else "mpi"
    script = (place / "bin" / name).read_text()
    (place / "bin" / name).write_text(script.replace("exec ", f'echo "$@" >> {place}/lines; exec ', 1))
    words = ("-n", 2, "--launcher", launcher, "--env", "JMX_JOB_SECRET=one that I have chosen", "python", "show.py")
    number = "SLURM_PROCID" if kind == "srun" else "JMX_PROCESS_ID"
    for line, secret in ((words, "one that I have chosen"), ((*words[:4], *words[6:]), None)):
        found = shown(launch(*line, FAKE_MPI=kind, JMX_JOB_SECRET="of the job around this one"), number)
        (told,) = {place["JMX_JOB_SECRET"] for place in found}
        assert told == secret or secret is None and len(told) == 64
        assert told not in (place / "lines").read_text()
