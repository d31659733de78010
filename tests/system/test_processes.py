"""Processes and signals on systems that have a call, and on those that lack it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from jmx.config.system import machine, processes

SLEEPS = [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"]


@pytest.fixture
def sleeper():
    child = subprocess.Popen(SLEEPS, stdout=subprocess.PIPE, **processes.of_its_own_group())
    child.stdout.readline()
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


@pytest.mark.not_on_windows("no groups of processes")
def test_a_group_is_ended_with_all_that_it_has_started(sleeper):
    assert processes.signal_group(sleeper.pid, 0)
    assert processes.signal_group(sleeper.pid, processes.KILL)
    assert sleeper.wait(5) == -signal.SIGKILL
    assert not processes.signal_group(sleeper.pid, 0)


@pytest.mark.not_on_windows("processes end without a signal")
def test_without_groups_the_process_is_ended(monkeypatch, sleeper):
    monkeypatch.delattr(os, "killpg", raising=False)
    assert not processes.signal_group(sleeper.pid, 0)
    assert processes.signal_group(sleeper.pid, signal.SIGTERM)
    assert sleeper.wait(5) == -signal.SIGTERM
    assert not processes.signal_group(sleeper.pid, signal.SIGTERM)
    monkeypatch.setattr(os, "name", "nt")
    assert processes.of_its_own_group() == {"creationflags": 0}


@pytest.mark.on_linux("reads /proc")
def test_a_stopped_process(sleeper):
    assert not processes.is_stopped(sleeper.pid)
    sleeper.send_signal(signal.SIGSTOP)
    until = time.monotonic() + 5
    while not processes.is_stopped(sleeper.pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert processes.is_stopped(sleeper.pid)
    assert not processes.is_stopped(2**22 + 1)  # there is none


@pytest.mark.not_on_windows("sockets alone are waited for")
@pytest.mark.parametrize("poll", [True, False])
def test_waiting_for_a_pipe(monkeypatch, poll):
    if not poll:
        monkeypatch.delattr("select.poll", raising=False)
    reader, writer = os.pipe()
    assert not processes.readable(reader, 0)
    os.write(writer, b"x")
    assert processes.readable(reader)
    os.read(reader, 1)
    os.close(writer)
    assert processes.readable(reader, 5)  # the end
    os.close(reader)


@pytest.mark.on_linux("others have no such call")
def test_waiting_for_a_process_of_others(monkeypatch, sleeper):
    assert not processes.wait_for_stranger(sleeper.pid, 0.01)
    sleeper.kill()
    assert processes.wait_for_stranger(sleeper.pid, 5)
    sleeper.wait()
    assert processes.wait_for_stranger(sleeper.pid, 0)
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    assert not processes.wait_for_stranger(sleeper.pid, 0)


@pytest.mark.not_on_windows("signals do not wait")
def test_signals_that_wait(monkeypatch):
    came = []
    before = signal.signal(signal.SIGUSR1, lambda *_: came.append(True))
    try:
        with processes.blocked([signal.SIGUSR1]):
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # other threads do not block it
            time.sleep(0.01)
            assert not came
        assert came == [True]
        monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
        with processes.blocked([signal.SIGUSR1]):
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # other threads do not block it
            time.sleep(0.01)
            assert came == [True, True]
        processes.unblock([signal.SIGUSR1])
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.not_on_windows("few signals")
def test_signals_by_name(monkeypatch):
    assert processes.signals("SIGINT", "SIGUSR1", "SIGNONE") == [signal.SIGINT, signal.SIGUSR1]
    assert (processes.name_of_signal(9), processes.name_of_signal(200)) == ("SIGKILL", "signal 200")


@pytest.mark.parametrize("name", [pytest.param("posix", marks=pytest.mark.not_on_windows("os.kill ends the process")), "nt"])
def test_an_interrupt_comes_to_the_main_thread(monkeypatch, name):
    with pytest.raises(KeyboardInterrupt):
        with monkeypatch.context() as patched:
            patched.setattr(os, "name", name)
            processes.interrupt_self()
            time.sleep(1)


def test_forks_are_watched_where_there_are_any(monkeypatch):
    given = []
    monkeypatch.setattr(os, "register_at_fork", lambda **functions: given.append(functions), raising=False)
    processes.at_fork(after_in_child=print)
    assert given == [{"after_in_child": print}]
    monkeypatch.delattr(os, "register_at_fork", raising=False)
    processes.at_fork(before=print)
    assert len(given) == 1


@pytest.mark.on_linux("others have no such call")
def test_the_end_of_a_parent_ends_a_child_on_linux_only(monkeypatch):
    assert callable(processes.ended_with_this_one())
    monkeypatch.setattr(machine, "SYSTEM", "macos")
    assert processes.ended_with_this_one() is None


@pytest.mark.on_linux("reads /proc")
def test_threads_that_run(monkeypatch):
    end = threading.Event()
    thread = threading.Thread(target=lambda: [None for _ in iter(end.is_set, True)], daemon=True)
    thread.start()
    until = time.monotonic() + 5
    while not processes.others_run(threading.get_native_id()) and time.monotonic() < until:
        time.sleep(0.001)
    try:
        assert processes.others_run(threading.get_native_id())
        monkeypatch.setattr(os.path, "isdir", lambda path: False)
        assert not processes.others_run(threading.get_native_id())
    finally:
        end.set()
        thread.join()


@pytest.mark.on_linux("reads /proc")
def test_descriptors_without_a_list_of_them(monkeypatch):
    import socket

    with socket.socket() as link:
        assert (link.fileno(), processes.what_is_open(link.fileno())) in processes.sockets()

        def refuse(path):
            raise FileNotFoundError

        monkeypatch.setattr(os, "listdir", refuse)
        monkeypatch.setattr(os, "readlink", refuse)
        assert processes.sockets() == set()
        assert processes.what_is_open(link.fileno()) is None


@pytest.mark.parametrize("name", ["posix", "nt"])
def test_a_program_in_the_place_of_this_one(name):
    """Whose exit status is what the caller of this one sees, at its end and not before."""
    program = f"""
import os, sys
from jmx.config.system import processes
os.name = {name!r}
code = "import os, sys, time; time.sleep(0.1); print(os.environ['WHAT'], flush=True); sys.exit(7)"
print("before")
sys.exit(processes.become([sys.executable, "-c", code], {{**os.environ, "WHAT": "program"}}))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.stdout.split(), done.returncode) == (["before", "program"], 7), done.stderr


@pytest.mark.not_on_windows("Ctrl-C is sent as a signal")
def test_ctrl_c_is_for_the_program_that_is_waited_for():
    code = "import signal, sys, time; signal.signal(signal.SIGINT, lambda *_: sys.exit(5)); print(flush=True); time.sleep(60)"
    program = f"import os, sys; from jmx.config.system import processes; os.name = 'nt'; c = {code!r}\n" + (
        "sys.exit(processes.become([sys.executable, '-c', c], dict(os.environ)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment, **processes.of_its_own_group()
    ) as child:
        child.stdout.readline()
        time.sleep(0.1)
        processes.signal_group(child.pid, signal.SIGINT)
        assert child.wait(20) == 5


@pytest.mark.parametrize(
    "code, line", [("print('ready', flush=True); time.sleep(60)", b"ready"), ("", b""), ("time.sleep(60)", b"")]
)
def test_the_first_line_of_a_program(monkeypatch, code, line):
    monkeypatch.setattr("select.select", None)  # Windows has it for sockets alone
    with subprocess.Popen([sys.executable, "-S", "-c", "import time; " + code], stdout=subprocess.PIPE) as child:
        assert processes.first_line(child.stdout, 20 if line or not code else 0.1).rstrip() == line
        child.kill()
