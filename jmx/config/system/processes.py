"""Processes: forks, signals, groups, and waiting for descriptors."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

from . import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: whether a process can be made by a copy of this one
CAN_FORK = hasattr(os, "fork")
#: whether forks are safe after libraries of the system have been loaded, which those of macOS do not promise
FORKS_ARE_SAFE = CAN_FORK and machine.is_linux()
#: the signal that ends a process whatever it does; Windows has one way to end a process, and calls it by this name
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
#: signals by their numbers on Linux, which statuses of shells hold, where the system has none
STOP, CONTINUE = getattr(signal, "SIGSTOP", 19), getattr(signal, "SIGCONT", 18)
BROKEN_PIPE = getattr(signal, "SIGPIPE", 13)


def at_fork(
    before: Callable[[], object] | None = None,
    after_in_parent: Callable[[], object] | None = None,
    after_in_child: Callable[[], object] | None = None,
) -> None:
    """Have functions called around each fork of this process; nothing to do where there are no forks."""
    if hasattr(os, "register_at_fork"):
        given: dict[str, Any] = {"before": before, "after_in_parent": after_in_parent, "after_in_child": after_in_child}
        os.register_at_fork(**{name: function for name, function in given.items() if function is not None})


def signals(*names: str) -> list[signal.Signals]:
    """Those of the signals that this system has."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def name_of_signal(number: int) -> str:
    """The name of a signal, or its number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@contextlib.contextmanager
def blocked(numbers: list) -> Iterator[None]:
    """A scope in which signals wait; what is started in it begins with them blocked. Windows cannot: nothing is blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock(numbers: list) -> None:
    """Let signals come that this process was started with as blocked."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, numbers)


def interrupt_self() -> None:
    """Have Ctrl-C come to the main thread of this process."""
    if os.name == "nt":  # os.kill would end the process there
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)


def of_its_own_group() -> dict[str, Any]:
    """Arguments of `subprocess.Popen` for a program that Ctrl-C does not reach, and that is ended with all that it starts."""
    if os.name == "posix":
        return {"start_new_session": True}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def signal_group(pid: int, number: int) -> bool:
    """Send a signal to a process and all of its group; False where there is none any more.

    On Windows the process itself is ended, by whatever signal: what it has started is its own.
    """
    try:
        if hasattr(os, "killpg"):
            os.killpg(pid, number)
        elif number:
            os.kill(pid, number)
        else:
            return False
    except ProcessLookupError:
        return False
    except OSError:
        if hasattr(os, "killpg"):
            raise
        return False  # Windows: it has ended
    return True


def kill(pid: int) -> None:
    """End a process, whatever it does. ProcessLookupError where there is none."""
    os.kill(pid, KILL)


def become(command: list[str], environment: dict[str, str]) -> int:
    """Run a program in the place of this process. Windows has no such call: there the program is waited for.

    Parameters
    ----------
    command : list of str
        The program's path, and its arguments.
    environment : dict
        All of its environment variables.

    Returns
    -------
    int
        The program's exit status, on Windows. Elsewhere this process ends with it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        return os.execve(command[0], command, environment)
    with subprocess.Popen(command, env=environment) as program:
        while True:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reaches the program, too, which decides what follows
                return program.wait()


def is_stopped(pid: int) -> bool:
    """Whether a process was stopped by a signal, and not continued; False without Linux."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[:1] == [b"T"]
    except OSError:  # not on Linux, or it has just ended
        return False


def ended_with_this_one() -> Callable[[], object] | None:
    """What a child calls before its program, so that Linux ends it when this process dies by whatever signal; else None."""
    prctl = machine.c_function("prctl") if machine.is_linux() else None
    if prctl is None:
        return None
    set_death_signal, number = 1, int(signal.SIGTERM)
    return lambda: prctl(set_death_signal, number, 0, 0, 0)


def readable(descriptor: int, timeout: float | None = None) -> bool:
    """Whether there is something to read from a pipe or socket, or its end, within `timeout` seconds (None: wait for it)."""
    if not hasattr(select, "poll"):  # Windows, where only sockets can be waited for
        return bool(select.select([descriptor], [], [], timeout)[0])
    poll = select.poll()  # select() has no descriptors above 1023
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(None if timeout is None else timeout * 1000))


def first_line(stream: IO[bytes], timeout: float) -> bytes:
    """The first line from a program's pipe; b"" where the program ends without one, or `timeout` seconds pass: end it then."""
    said: list[bytes] = []  # a thread waits, as Windows waits for sockets only
    reader = threading.Thread(target=lambda: said.append(stream.readline()), name="jmx-first-line", daemon=True)
    reader.start()
    reader.join(timeout)
    return said[0] if said else b""


def fork() -> int:
    """As `os.fork`; the negative number of the error if there can be no more processes."""
    try:
        return os.fork()
    except OSError as error:
        return -(error.errno or 1)


def next_ended() -> tuple[int, int] | None:
    """A child that has ended, and its exit code; None where all others run. ChildProcessError where there are no children."""
    pid, status = os.waitpid(-1, os.WNOHANG)
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


@contextlib.contextmanager
def wakes_at(numbers: list, descriptor: int) -> Iterator[None]:
    """A scope in which each of the signals writes its number to a pipe or socket, and does nothing else."""
    before = {number: signal.signal(number, lambda *_: None) for number in numbers}
    wakeup = signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for_stranger(pid: int, timeout: float | None = None) -> bool:
    """Whether a process that is no child of this one has ended within `timeout` seconds."""
    if not hasattr(os, "pidfd_open"):
        return False
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return readable(descriptor, timeout)
    finally:
        os.close(descriptor)


def others_run(own: int) -> bool:
    """Whether a thread of this process but that of number `own` runs or is about to, as Linux tells; False elsewhere."""
    folder = "/proc/self/task"
    for task in os.listdir(folder) if os.path.isdir(folder) else ():
        if task != str(own):
            with contextlib.suppress(OSError), open(f"{folder}/{task}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] == b"R":
                    return True
    return False


def sockets() -> set[tuple[int, str]]:
    """The sockets of this process: descriptors and what they are; none where the system does not list them."""
    found, folder = set(), "/proc/self/fd"
    try:
        names = os.listdir(folder)
    except OSError:
        return found
    for name in names:
        target = what_is_open(int(name))
        if target is not None and target.startswith("socket:"):
            found.add((int(name), target))
    return found


def what_is_open(descriptor: int) -> str | None:
    """What a descriptor of this process is, as Linux names it; None where there is none, or the system does not say."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return None
