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


def test_a_group_is_ended_with_all_that_it_has_started(sleeper):
    assert processes.signal_group(sleeper.pid, 0)
    assert processes.signal_group(sleeper.pid, processes.KILL)
    assert sleeper.wait(5) == -signal.SIGKILL
    assert not processes.signal_group(sleeper.pid, 0)


def test_without_groups_the_process_is_ended(monkeypatch, sleeper):
    monkeypatch.delattr(os, "killpg")
    assert not processes.signal_group(sleeper.pid, 0)
    assert processes.signal_group(sleeper.pid, signal.SIGTERM)
    assert sleeper.wait(5) == -signal.SIGTERM
    assert not processes.signal_group(sleeper.pid, signal.SIGTERM)
    monkeypatch.setattr(os, "name", "nt")
    assert processes.of_its_own_group() == {"creationflags": 0}


def test_a_stopped_process(sleeper):
    assert not processes.is_stopped(sleeper.pid)
    sleeper.send_signal(signal.SIGSTOP)
    until = time.monotonic() + 5
    while not processes.is_stopped(sleeper.pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert processes.is_stopped(sleeper.pid)
    assert not processes.is_stopped(2**22 + 1)  # there is none


@pytest.mark.parametrize("poll", [True, False])
def test_waiting_for_a_pipe(monkeypatch, poll):
    if not poll:
        monkeypatch.delattr("select.poll")
    reader, writer = os.pipe()
    assert not processes.readable(reader, 0)
    os.write(writer, b"x")
    assert processes.readable(reader)
    os.read(reader, 1)
    os.close(writer)
    assert processes.readable(reader, 5)  # the end
    os.close(reader)


def test_waiting_for_a_process_of_others(monkeypatch, sleeper):
    assert not processes.wait_for_stranger(sleeper.pid, 0.01)
    sleeper.kill()
    assert processes.wait_for_stranger(sleeper.pid, 5)
    sleeper.wait()
    assert processes.wait_for_stranger(sleeper.pid, 0)
    monkeypatch.delattr(os, "pidfd_open")
    assert not processes.wait_for_stranger(sleeper.pid, 0)


def test_signals_that_wait(monkeypatch):
    came = []
    before = signal.signal(signal.SIGUSR1, lambda *_: came.append(True))
    try:
        with processes.blocked([signal.SIGUSR1]):
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # other threads do not block it
            time.sleep(0.01)
            assert not came
        assert came == [True]
        monkeypatch.delattr(signal, "pthread_sigmask")
        with processes.blocked([signal.SIGUSR1]):
            signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # other threads do not block it
            time.sleep(0.01)
            assert came == [True, True]
        processes.unblock([signal.SIGUSR1])
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_signals_by_name(monkeypatch):
    assert processes.signals("SIGINT", "SIGUSR1", "SIGNONE") == [signal.SIGINT, signal.SIGUSR1]
    assert (processes.name_of_signal(9), processes.name_of_signal(200)) == ("SIGKILL", "signal 200")


@pytest.mark.parametrize("name", ["posix", "nt"])
def test_an_interrupt_comes_to_the_main_thread(monkeypatch, name):
    with pytest.raises(KeyboardInterrupt):
        with monkeypatch.context() as patched:
            patched.setattr(os, "name", name)
            processes.interrupt_self()
            time.sleep(1)


def test_forks_are_watched_where_there_are_any(monkeypatch):
    given = []
    monkeypatch.setattr(os, "register_at_fork", lambda **functions: given.append(functions))
    processes.at_fork(after_in_child=print)
    assert given == [{"after_in_child": print}]
    monkeypatch.delattr(os, "register_at_fork")
    processes.at_fork(before=print)
    assert len(given) == 1


def test_the_end_of_a_parent_ends_a_child_on_linux_only(monkeypatch):
    assert callable(processes.ended_with_this_one())
    monkeypatch.setattr(machine, "SYSTEM", "macos")
    assert processes.ended_with_this_one() is None


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
