"""`python -m jmx.launch --launcher local`: processes, their variables, their output, how they end."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

LOCAL = ("--launcher", "local")

#: Python misses a signal that comes right before a long sleep begins, 3.14 more often than others: sleep a little at a time
WAIT = "[time.sleep(0.05) for _ in range(6000)]"


def shown(done):
    """The places that the workers printed, by rank."""
    assert done.returncode == 0, done.stderr
    places = [json.loads(line) for line in done.stdout.splitlines()]
    return sorted(places, key=lambda place: int(place["JMX_PROCESS_ID"]))


def test_each_worker_learns_its_place(launch, place):
    places = shown(launch("-n", 3, "-s", 2, *LOCAL, "python", "show.py", "--lr", "0.1", "a b", "-n", "7"))
    assert [p["JMX_PROCESS_ID"] for p in places] == [p["DMLC_WORKER_ID"] for p in places] == ["0", "1", "2"]
    assert [p["JMX_LOCAL_PROCESS_ID"] for p in places] == ["0", "1", "2"]
    first = places[0]
    assert {p["JMX_COORDINATOR"] for p in places} == {f"127.0.0.1:{first['DMLC_PS_ROOT_PORT']}"}
    assert (first["JMX_NUM_PROCESSES"], first["JMX_LOCAL_PROCESSES"], first["DMLC_NUM_WORKER"]) == ("3", "3", "3")
    assert (first["DMLC_ROLE"], first["DMLC_NUM_SERVER"], first["DMLC_PS_ROOT_URI"]) == ("worker", "2", "127.0.0.1")
    assert first["argv"] == ["--lr", "0.1", "a b", "-n", "7"] and first["cwd"] == str(place)


def test_variables_for_the_workers(launch):
    options = ("--env", "OWN_A:x:y", "--env", "OWN_B=b=c", "--env", "OWN_C", "--env-worker", "OWN_D:1", "--env-server", "OWN_E:1")
    (found,) = shown(launch("-n", 1, *options, "--p3", "OWN_F=f f", "python", "show.py", OWN_C="here", JMX_PROCESS_ID="9"))
    own = {name: value for name, value in found.items() if name.startswith("OWN")}
    assert own == {"OWN_A": "x:y", "OWN_B": "b=c", "OWN_C": "here", "OWN_D": "1", "OWN_F": "f f"}
    assert found["DMLC_PS_VAN_TYPE"] == "p3" and found["DMLC_NUM_SERVER"] == "1" and found["JMX_PROCESS_ID"] == "0"


def test_one_quoted_line_is_for_the_shell(launch):
    places = shown(launch("-n", 2, "--", "cd / && OWN_A=1 python $OLDPWD/show.py 'a  b' | cat"))
    assert [p["argv"] for p in places] == [["a  b"]] * 2 and places[0]["cwd"] == "/" and places[1]["OWN_A"] == "1"


def test_output_is_handed_on_in_whole_lines(launch, place):
    (place / "talk.py").write_text(
        "import os, sys, time\n"
        "for i in range(200):\n"
        "    os.write(1, b'\\xff' * 30); os.write(1, b'%s\\n' % (os.environ['JMX_PROCESS_ID'].encode() * 30))\n"
        "os.write(2, b'no newline')\n"
    )
    command = [sys.executable, "-m", "jmx.launch", "-n", "3", "python", "talk.py"]
    done = subprocess.run(command, cwd=place, capture_output=True, timeout=100)
    lines = done.stdout.split(b"\n")
    assert sorted(lines[:-1]) == sorted(b"\xff" * 30 + str(rank).encode() * 30 for rank in range(3) for _ in range(200))
    assert lines[-1] == b"" and done.stderr == b"no newline" * 3
    tagged = launch("-n", 2, "--tag-output", "printf 'one\\ntwo\\r'; echo three >&2")
    assert sorted(tagged.stdout.replace("\r", "\n").splitlines()) == ["[0] one", "[0] two", "[1] one", "[1] two"]
    assert sorted(tagged.stderr.splitlines()) == ["[0] three", "[1] three"]


def test_a_printed_line_comes_at_once(place):
    """Python would keep it back for a pipe."""
    command = [sys.executable, "-m", "jmx.launch", "-n", "1", "python", "-c", "print('here'); __import__('time').sleep(60)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as started:
        assert started.stdout.readline() == b"here\n"
        started.terminate()
        assert started.wait(20) == 128 + signal.SIGTERM


@pytest.mark.parametrize(
    "how, status, said", [("exit 5", 5, "ended with status 5"), ("kill -KILL $$", 137, "was killed by SIGKILL")]
)
def test_the_first_failure_is_the_jobs(launch, how, status, said):
    """The others have the grace to end by themselves, and their statuses do not count."""
    began = time.monotonic()
    done = launch("-n", 3, f"if [ $JMX_PROCESS_ID = 1 ]; then {how}; fi; sleep 0.5; echo noticed; exit 7")
    assert done.returncode == status and done.stdout == "noticed\n" * 2
    assert "jmx launch: worker 1 (process " in done.stderr and f"{said}; the others have 30 s to end" in done.stderr
    assert time.monotonic() - began < 20


def test_who_does_not_end_is_ended(launch, place):
    done = launch("-n", 2, "--grace", 0.2, "[ $JMX_PROCESS_ID = 0 ] && exit 3; sleep 300 & echo $! > left; wait")
    assert done.returncode == 3 and "the other has 0.2 s to end" in done.stderr and "ending worker 1" in done.stderr
    assert gone(int((place / "left").read_text()))


def test_who_does_not_heed_sigterm_is_killed_10_s_later(launch):
    began = time.monotonic()
    done = launch("-n", 2, "--grace", 0.2, "[ $JMX_PROCESS_ID = 0 ] && exit 3; trap '' TERM; while :; do sleep 0.5; done")
    assert done.returncode == 3 and 10 < time.monotonic() - began < 40


def test_workers_have_no_standard_input(place):
    command = [sys.executable, "-m", "jmx.launch", "-n", "1", "cat; echo end"]
    assert subprocess.run(command, input="typed\n", capture_output=True, text=True, timeout=60).stdout == "end\n"


def gone(pid):
    """Whether a process has ended, within ten seconds."""
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes in /proc")
@pytest.mark.parametrize("name, status", [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_ending_the_launcher_ends_the_workers(place, name, status):
    code = "import os, subprocess, time; subprocess.Popen(['sleep', '300']); print(os.getpid(), flush=True); " + WAIT
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "python", "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        workers = [int(started.stdout.readline()) for _ in range(2)]
        children = []
        for pid in workers:
            with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
                children += map(int, file.read().split())
        assert len(children) == 2
        started.send_signal(getattr(signal, name))
        assert started.wait(30) == status
    assert all(map(gone, workers))
    if name == "SIGKILL":  # the kernel tells the workers, and nobody their children
        for pid in children:
            os.kill(pid, signal.SIGKILL)
    assert all(map(gone, children))


def test_a_second_interrupt_kills(place):
    code = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('ready', flush=True); time.sleep(300)"
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "python", "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert [started.stdout.readline() for _ in range(2)] == ["ready\n"] * 2
        began = time.monotonic()
        for _ in range(2):
            started.send_signal(signal.SIGINT)
            time.sleep(0.6)
        assert started.wait(30) == 130 and time.monotonic() - began < 25


def test_user_signals_are_for_the_workers(place):
    code = (
        "import signal, sys, time; signal.signal(signal.SIGUSR1, lambda *_: sys.exit('saved')); "
        "print('ready', flush=True); " + WAIT
    )
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "python", "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert [started.stdout.readline() for _ in range(2)] == ["ready\n"] * 2
        started.send_signal(signal.SIGUSR1)
        assert started.stderr.read().count("saved\n") == 2 and started.wait(30) == 1


def test_a_reader_that_goes_away_ends_the_job(launch):
    done = subprocess.run(f"'{sys.executable}' -m jmx.launch -n 2 yes | head -n 1; echo ${{PIPESTATUS[0]}}", shell=True,
                          executable="/bin/bash", capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.stdout.split() == ["y", str(128 + signal.SIGPIPE)] and done.stderr == ""


@pytest.mark.parametrize(
    "words, status, said",
    [
        (["python", "x.py"], 2, "required: -n/--num-workers"),
        (["-n", 2], 2, "the command is missing"),
        (["-n", 0, "python"], 2, "invalid number of processes value: '0'"),
        (["-n", 2, "-p", 70000, "python"], 2, "invalid port value: '70000'"),
        (["-n", 2, "--launcher", "sge", "python"], 2, "--launcher sge is not supported: inside of the job"),
        (["-n", 2, "--launcher", "yarn", "python"], 2, "use --launcher ssh with a host file"),
        (["-n", 2, "--env", "9=1", "python"], 2, "--env '9=1': expected NAME, NAME=VALUE or NAME:VALUE"),
        (["-n", 2, *LOCAL, "-H", "hosts", "python"], 2, "starts all workers on this machine: leave -H out"),
        (["-n", 2, *LOCAL, "--sync-dst-dir", "/x", "python"], 2, "--sync-dst-dir is for --launcher ssh, not local"),
        (["-n", 2, *LOCAL, "-N", "2", "python"], 2, "--num-nodes is for --launcher slurm, not local"),
        (["-n", 2, "no-such-program"], 127, "no-such-program: command not found"),
        (["-n", 2, "show.py"], 127, "there is such a file here; write: python show.py"),
        (["-n", 2, "./show.py"], 126, "./show.py is not executable; write: python ./show.py"),
        (["-n", 2, "no-such-program | cat; exit 127"], 127, "no-such-program"),
    ],
)
def test_what_cannot_be_started(launch, words, status, said):
    done = launch(*words)
    assert done.returncode == status and said in done.stderr and done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_port_that_is_in_use(launch):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = launch("-n", 2, "-p", port, "python", "show.py")
    assert (
        done.returncode == 2
        and f"port {port} of this machine cannot be used (Address already in use): leave -p out" in done.stderr
    )
    assert shown(launch("-n", 1, "-p", port, "python", "show.py"))[0]["JMX_COORDINATOR"] == f"127.0.0.1:{port}"


def test_under_the_command_jmx_and_with_its_run(place):
    (place / "train.py").write_text("import mxnet, sys; print(mxnet.__version__, sys.argv[1:])\n")
    environment = {**os.environ, "PYTHONPATH": os.environ["PYTHONPATH"].partition(os.pathsep)[0]}
    words = [sys.executable, "-m", "jmx", "launch", "-n", "2", "python", "-m", "jmx", "run", "train.py", "-x"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=100)
    assert done.stdout == "1.9.1 ['-x']\n" * 2 and done.returncode == 0


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="not in a virtual environment")
def test_python_is_the_launchers_own(place):
    """Also where its virtual environment was never activated, and not where the user's path names it somewhere."""
    scripts = os.path.dirname(sys.executable)
    own = str(place / "bin")
    for path, found in ((f"{own}:/usr/bin:/bin", scripts), (f"{own}:{scripts}:/usr/bin:/bin", own)):
        command = [sys.executable, "-m", "jmx.launch", "-n", "1", "command -v python"]
        done = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60)
        assert done.stdout == f"{found}/python\n"


def test_the_launcher_leaves_jax_alone():
    code = "import jmx.launch, sys; print([m for m in ('jax', 'jmx.config', 'jmx.cluster') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout == "[]\n"


def test_each_job_has_a_secret_of_its_own(launch, place):
    drawn = [shown(launch("-n", 2, "python", "show.py", JMX_JOB_SECRET="of the job around this one")) for _ in range(2)]
    first, second = ({found["JMX_JOB_SECRET"] for found in places} for places in drawn)
    assert len(first) == len(second) == 1 and first != second and len(first.pop()) == 64
    (found,) = shown(launch("-n", 1, "JMX_JOB_SECRET=one that I have chosen", "python", "show.py"))
    assert found["JMX_JOB_SECRET"] == "one that I have chosen"


def test_workers_that_are_all_stopped_are_ended(launch):
    began = time.monotonic()
    done = launch("-n", 2, *LOCAL, "sh", "-c", "kill -STOP $$; sleep 100", JMX_HEARTBEAT_TIMEOUT="2")
    assert done.returncode == 128 + signal.SIGSTOP
    assert "ending worker 0, worker 1: stopped by a signal for 2 s (JMX_HEARTBEAT_TIMEOUT), and not continued" in done.stderr
    assert 2 < time.monotonic() - began < 60


def test_workers_that_are_continued_go_on(launch):
    command = "(sleep 1; kill -CONT $$) & kill -STOP $$; sleep 3; echo on"
    done = launch("-n", 2, *LOCAL, "sh", "-c", command, JMX_HEARTBEAT_TIMEOUT="3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "on\non\n", "")
