"""`--launcher ssh`: which worker runs where, what it is told, and how it is ended."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from jmx.launch.hosts import Host, LaunchError, local_ranks, place, read

pytestmark = pytest.mark.not_on_windows("jmx launch is for POSIX systems")

TWO = ("-H", "hosts", "--host-ip", "10.0.0.1")


def shown(done):
    assert done.returncode == 0, done.stderr
    return sorted((json.loads(line) for line in done.stdout.splitlines()), key=lambda found: int(found["JMX_PROCESS_ID"]))


def called(folder):
    """How ssh was called: for each call its options and its host."""
    return [json.loads(line)[:-1] for line in (folder / "ssh.log").read_text().splitlines()]


@pytest.fixture
def hosts(place):
    def write(text):
        (place / "hosts").write_text(text)

    return write


def test_host_files(hosts):
    hosts("# two racks\nnode1\n\nme@node2:2222   # ours\nnode3 slots=4 max_slots=8\nnode4:23 slots = 2\n10.0.0.5\n[fe80::1]:24\n")
    assert read("hosts") == [
        Host("node1"), Host("node2", "me", 2222), Host("node3", slots=4), Host("node4", port=23, slots=2), Host("10.0.0.5"),
        Host("fe80::1", port=24),
    ]  # fmt: skip
    for text, said in (
        ("", "host file hosts names no machine"),
        ("# none\n", "names no machine"),
        ("node1\nnode2 4\n", "line 2: 'node2 4' is not host, host:port or host slots=n"),
        ("-oProxyCommand=x\n", "line 1: '-oProxyCommand=x' is not host"),
    ):
        hosts(text)
        with pytest.raises(LaunchError, match=said):
            read("hosts")
    with pytest.raises(LaunchError, match="host file nowhere: No such file or directory"):
        read("nowhere")


def test_workers_go_round_the_hosts_or_fill_their_slots():
    a, b, c = Host("a"), Host("b"), Host("c")
    assert place([a, b], 5) == [a, b, a, b, a]
    assert local_ranks(place([a, b], 5)) == [(0, 3), (0, 2), (1, 3), (1, 2), (2, 3)]
    two, three = Host("a", slots=2), Host("b", slots=3)
    assert place([two, three, c], 6) == [two, two, three, three, three, c]
    assert place([two, three], 3) == [two, two, three]
    with pytest.raises(LaunchError, match="the host file has 5 slots for 6 workers: raise slots=, or start -n 5"):
        place([two, three], 6)


def test_each_worker_is_started_on_its_host(launch, place, hosts):
    hosts("first slots=2\nme@second:2222 slots=1\n")
    odd = 'it\'s "$HOME" `x` ; a\\b'
    words = (
        "-n",
        3,
        "-H",
        "hosts",
        "-p",
        9099,
        "--env",
        f"OWN_A={odd}",
        "--env",
        "FAKE_HOME",
        "python",
        place / "show.py",
        odd,
        "*",
    )
    found = shown(launch(*words, MXNET_X="1", OTHER="2", OMP_NUM_THREADS="3", FAKE_HOME="h"))
    options = ["-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=accept-new"]
    assert sorted(called(place)) == sorted([[*options, "--", "first"]] * 2 + [[*options, "-p", "2222", "--", "me@second"]])
    assert [p["FAKE_HOST"] for p in found] == ["first", "first", "me@second"]
    assert [(p["JMX_LOCAL_PROCESS_ID"], p["JMX_LOCAL_PROCESSES"]) for p in found] == [("0", "2"), ("1", "2"), ("0", "1")]
    assert {p["JMX_COORDINATOR"] for p in found} == {"first:9099"}
    assert {(p["DMLC_PS_ROOT_URI"], p["DMLC_PS_ROOT_PORT"]) for p in found} == {("first", "9099")}
    assert [p["DMLC_NODE_HOST"] for p in found] == ["first", "first", "second"]
    assert all(p["cwd"] == str(place) and p["argv"] == [odd, "*"] and p["OWN_A"] == odd and p["FAKE_HOME"] == "h" for p in found)


def test_variables_that_go_along(launch, hosts):
    hosts("somewhere\n")
    done = launch(
        "-n", 1, "-H", "hosts", "env", MXNET_X="1", OTHER="2", OMP_NUM_THREADS="3", NCCL_DEBUG="INFO", DMLC_NUM_WORKER="9"
    )
    lines = done.stdout.splitlines()
    for there in ("MXNET_X=1", "OMP_NUM_THREADS=3", "NCCL_DEBUG=INFO", "DMLC_NUM_WORKER=1", "PYTHONUNBUFFERED=1"):
        assert there in lines
    assert any(line.startswith("PYTHONPATH=") for line in lines) and "OTHER=2" not in lines
    port = int(next(line for line in lines if line.startswith("DMLC_PS_ROOT_PORT=")).partition("=")[2])
    assert 20000 <= port < 30000


def test_one_quoted_line_and_variables_in_front(launch, hosts):
    hosts("somewhere\n")
    assert launch("-n", 1, "-H", "hosts", "A='x  y'; echo \"$A\" | cat; exit 4").stdout == "x  y\n"
    done = launch("-n", 1, "-H", "hosts", "OWN_A=b c", "sh", "-c", 'echo "$OWN_A"; exit 4')
    assert done.stdout == "b c\n" and done.returncode == 4


@pytest.mark.parametrize(
    "text, words, status, said",
    [
        (None, ["-n", 2, "--launcher", "ssh", "x"], 2, "--launcher ssh needs the machines: -H FILE"),
        ("a slots=1\n", ["-n", 2, "-H", "hosts", "x"], 2, "has 1 slots for 2 workers"),
        (
            "localhost\nb\n",
            ["-n", 2, "-H", "hosts", "x"],
            2,
            "worker 0 runs on 'localhost', which the other machines cannot reach",
        ),
        ("127.0.0.1\nb\n", ["-n", 2, "-H", "hosts", "x"], 2, "or give --host-ip"),
        ("unreachable\n", ["-n", 2, "-H", "hosts", "x"], 255, "No route to host"),
        ("a\n", ["-n", 2, "-H", "hosts", "no-such-program"], 127, "no-such-program"),
        ("a\n", ["-n", 1, "-H", "hosts", "--sync-dst-dir", "/x", "x"], 127, "rsync: command not found"),
        ("a\n", ["-n", 1, "-H", "hosts", "--launcher-args", "'", "x"], 2, "No closing quotation"),
    ],
)
def test_what_cannot_be_started(launch, place, hosts, text, words, status, said):
    if text is not None:
        hosts(text)
    if "--sync-dst-dir" in words:
        only = {"PATH": str(place / "bin")}
    else:
        only = {}
    done = launch(*words, **only)
    assert done.returncode == status and said in done.stderr and "Traceback" not in done.stderr


def test_the_folder_is_copied_and_must_be_there(launch, place, hosts):
    hosts("a\nme@b:24\n")
    (place / "bin" / "rsync").write_text(
        '#!/bin/sh\nprintf "%s\\n" "$*" >> rsync.log\nmkdir -p there; cp show.py there; exit $RSYNC\n'
    )
    (place / "bin" / "rsync").chmod(0o755)
    target = str(place / "there")
    done = launch("-n", 3, "-H", "hosts", "--sync-dst-dir", target, "python", "show.py", RSYNC="0")
    assert [p["cwd"] for p in shown(done)] == [target] * 3
    options = "-o BatchMode=yes -o StrictHostKeyChecking=accept-new"
    assert (place / "rsync.log").read_text().splitlines() == [
        f"-az --rsh=ssh {options} {place}/ a:{target}/",
        f"-az --rsh=ssh {options} -p 24 {place}/ me@b:{target}/",
    ]
    done = launch("-n", 1, "-H", "hosts", "--sync-dst-dir", target, "python", "show.py", RSYNC="23")
    assert done.returncode == 2 and f"copying the folder failed (rsync to a:{target}/, status 23)" in done.stderr
    done = launch("-n", 1, "-H", "hosts", "--sync-dst-dir", str(place / "not there"), "python", "show.py", RSYNC="0")
    assert done.returncode == 2 and f"no folder {place}/not there on " in done.stderr and "--sync-dst-dir copies" in done.stderr


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes in /proc")
@pytest.mark.parametrize("name, status", [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_workers_elsewhere_end_with_the_launcher(place, hosts, name, status):
    """ssh does not hand on signals: the other end notices that its input has ended."""
    hosts("somewhere\n")
    line = "sleep 300 & echo $! $$; wait"
    command = [sys.executable, "-m", "jmx.launch", "-n", "2", "-H", "hosts", line]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        pids = [int(pid) for _ in range(2) for pid in started.stdout.readline().split()]
        assert len(pids) == 4
        started.send_signal(getattr(signal, name))
        assert started.wait(30) == status
    for pid in pids:
        for _ in range(200):
            if not os.path.exists(f"/proc/{pid}"):
                break
            time.sleep(0.05)
        else:
            raise AssertionError(f"process {pid} is still there")


def test_one_that_fails_ends_the_others(launch, hosts):
    hosts("a\nb\n")
    done = launch("-n", 2, "-H", "hosts", "--grace", 1, "[ $JMX_PROCESS_ID = 1 ] && exit 9; sleep 300")
    assert done.returncode == 9 and "worker 1 on b (process " in done.stderr and "ending worker 0 on a" in done.stderr


def test_names_of_variables_are_no_commands(launch, place, hosts):
    """bash runs what stands in a name after `export`."""
    hosts("somewhere\n")
    odd = {"JMX_$(touch a-file)": "1", "MXNET_`touch a-file`": "1", "DMLC_X;touch a-file;": "1", "JMX_A B": "1", "JMX_A-B": "1"}
    done = launch("-n", 1, "-H", "hosts", "python", place / "show.py", MXNET_RIGHT="$(touch a-file)", **odd)
    (found,) = shown(done)
    assert not (place / "a-file").exists() and not os.path.exists("/a-file")
    assert set(odd).isdisjoint(found)
    for name in odd:
        assert f"not passed on, since {name!r} is no name of a variable" in done.stderr
    values = launch("-n", 1, "-H", "hosts", 'printf %s "$MXNET_RIGHT"', MXNET_RIGHT="$(touch a-file)'\n;")
    assert values.stdout == "$(touch a-file)'\n;" and not (place / "a-file").exists()


def test_names_of_machines_and_folders_are_no_options_or_commands(launch, hosts):
    for text in ("[-oProxyCommand=touch]\n", "me@-lroot\n", "a;b\n", "$(touch a-file)\n"):
        hosts(text)
        with pytest.raises(LaunchError, match="is not host, host:port or host slots=n"):
            read("hosts")
    hosts("a\n")
    for folder in ("/x/$(touch a-file)", "/x;touch a-file", "/x/`id`"):
        done = launch("-n", 1, "-H", "hosts", "--sync-dst-dir", folder, "x")
        assert done.returncode == 2 and "use a folder without characters that mean something to a shell" in done.stderr


def test_the_secret_of_the_job_is_on_no_command_line(launch, place, hosts):
    hosts("first\nsecond\n")
    words = ("-n", 2, "-H", "hosts", "--host-ip", "10.0.0.1", "python", place / "show.py")
    secrets = set()
    for _ in range(2):
        places = shown(launch(*words, JMX_JOB_SECRET="that of the job around this one"))
        assert len({found["JMX_JOB_SECRET"] for found in places}) == 1
        secrets.add(places[0]["JMX_JOB_SECRET"])
    assert len(secrets) == 2 and all(len(secret) == 64 for secret in secrets)  # another one for each job
    log = (place / "ssh.log").read_text()
    assert not any(secret in log for secret in secrets) and "around this one" not in log
    own = "one that the user has chosen"
    places = shown(launch(*words[:-2], "--env", f"JMX_JOB_SECRET={own}", *words[-2:]))
    assert {found["JMX_JOB_SECRET"] for found in places} == {own} and own not in (place / "ssh.log").read_text()
    for wrong in ("short", "x" * 20 + "\n"):
        done = launch(*words[:-2], "--env", f"JMX_JOB_SECRET={wrong}", *words[-2:])
        assert done.returncode == 2 and "JMX_JOB_SECRET: expected at least 16 printable characters" in done.stderr
    (place / "secret").write_text("x" * 20)
    places = shown(launch(*words, JMX_JOB_SECRET_FILE=str(place / "secret")))
    assert all(found["JMX_JOB_SECRET_FILE"] == str(place / "secret") and "JMX_JOB_SECRET" not in found for found in places)
