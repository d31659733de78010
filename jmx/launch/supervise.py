"""Start processes, hand on their output, and see that all of them end.

One loop in one thread: it waits for output, for signals and for the next deadline.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import time

from ..config.system import processes

_FORWARDED = tuple(processes.signals("SIGUSR1", "SIGUSR2"))
_ENDING = tuple(processes.signals("SIGINT", "SIGTERM", "SIGHUP"))
#: how long processes have to end once they were told to, at least
_LAST = 10.0
#: how long to wait for output, and for helpers of the workers to end by themselves, after the last worker has ended
_DRAIN = 2.0
#: how often the launcher looks whether its workers are stopped, once one is
_LOOK = 1.0
#: within this time two signals to end are one, which came by two ways (from the terminal, and handed on by a program)
_TWICE = 0.5
_CHUNK = 65536


def _say(text):
    sys.stderr.write(f"jmx launch: {text}\n")
    sys.stderr.flush()


def status_of(returncode) -> int:
    """The exit status a shell would show: 128 + number for a signal."""
    return 128 - returncode if returncode < 0 else returncode


def _end(returncode):
    """How a process ended, in words."""
    if returncode >= 0:
        return f"ended with status {returncode}"
    try:
        return f"was killed by {signal.Signals(-returncode).name}"
    except ValueError:
        return f"was killed by signal {-returncode}"


class _Stream:
    """Bytes of one stream of one process, handed on in whole lines."""

    def __init__(self, source, target, tag):
        self.source, self.target, self.tag = source, target, tag
        self.rest = b""

    def read(self):
        """Hand on what has come; False at the end of the stream."""
        try:
            data = os.read(self.source.fileno(), _CHUNK)
        except BlockingIOError:
            return True
        if not data:
            self.finish()
            return False
        data = self.rest + data
        end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        if not end and len(data) >= _CHUNK:
            end = len(data)
        self.rest = data[end:]
        self.write(data[:end])
        return True

    def finish(self):
        """Hand on what is left of a line that was never ended."""
        rest, self.rest = self.rest, b""
        self.write(rest)

    def write(self, data):
        if self.tag:
            data = b"".join(self.tag + line for line in data.splitlines(keepends=True))
        while data:
            try:
                data = data[os.write(self.target, data) :]
            except BlockingIOError:
                with selectors.DefaultSelector() as ready:
                    ready.register(self.target, selectors.EVENT_WRITE)
                    ready.select()


class _Child:
    """A started process with its process group."""

    def __init__(self, process, prepare):
        self.process = process
        stdin = subprocess.PIPE if process.by_input else subprocess.DEVNULL
        self.popen = subprocess.Popen(process.command, env=process.environment, stdin=stdin, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, preexec_fn=prepare, **processes.of_its_own_group())  # fmt: skip
        self.running = True
        if process.said:
            try:
                self.popen.stdin.write(process.said)
                self.popen.stdin.flush()
            except BrokenPipeError:  # it has ended, and its status says why
                pass

    def signal(self, number):
        """Send a signal to the process and all that it has started."""
        if self.process.ended_by is not None and number in _ENDING:
            number = self.process.ended_by
        if self.process.by_input and number != processes.KILL:
            if number in _ENDING:
                self.close_input()
            return
        processes.signal_group(self.popen.pid, number)

    def stopped(self):
        """Whether the process was stopped by a signal, and not continued."""
        return processes.is_stopped(self.popen.pid)

    def close_input(self):
        """Close the pipe at the standard input, by which ssh's other end knows that the launcher is there."""
        if self.popen.stdin is not None:
            try:
                self.popen.stdin.close()
            except BrokenPipeError:  # what was written before was never read
                pass

    def left_over(self):
        """Whether the process has ended, but others of its group have not."""
        try:
            return processes.signal_group(self.popen.pid, 0)
        except PermissionError:
            return False


class Supervisor:
    """Runs processes to their end.

    Parameters
    ----------
    processes : list of plans.Process
    grace : float
        Seconds that the others have after one has failed.
    tag : bool
        Whether lines of output begin with the process's tag.
    patience : float
        Seconds that all processes may be stopped (SIGSTOP) at once.
    """

    def __init__(self, processes, grace, tag=False, patience=30.0) -> None:
        self.processes, self.grace, self.tag, self.patience = processes, grace, tag, patience
        self.stopped_since = None  # when all of them were found stopped
        self.children = []
        self.selector = selectors.DefaultSelector()
        self.streams = 0
        self.status = 0
        self.stopping = None  # when the launcher was told to end
        self.terminate_at = self.kill_at = None

    @property
    def told_to_end(self) -> bool:
        """Whether a signal, or the end of whoever read the output, ended the job."""
        return self.stopping is not None or self.status == 128 + processes.BROKEN_PIPE

    def run(self) -> int:
        """Start all and wait for all. Returns the exit status: that of the first that failed, or 0.

        OSError where a process cannot be started; those started before are ended.
        """
        incoming, outgoing = socket.socketpair()
        incoming.setblocking(False)
        outgoing.setblocking(False)
        ending = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]  # nohup
        self.selector.register(incoming, selectors.EVENT_READ, None)
        stack = contextlib.ExitStack()
        stack.enter_context(processes.wakes_at([*ending, *_FORWARDED, *processes.signals("SIGCHLD")], outgoing.fileno()))
        try:
            self._start()
            while any(child.running for child in self.children):
                self._wait(incoming)
            self._drain(incoming)
            return self.status
        finally:
            for child in self.children:
                child.close_input()
                if child.running or child.left_over():
                    child.signal(processes.KILL)
                child.popen.wait()
                for pipe in (child.popen.stdout, child.popen.stderr):
                    pipe.close()
            stack.close()
            self.selector.close()
            incoming.close()
            outgoing.close()

    def _start(self):
        prepare = processes.ended_with_this_one()
        for process in self.processes:
            child = _Child(process, prepare)
            self.children.append(child)
            for source, target in ((child.popen.stdout, 1), (child.popen.stderr, 2)):
                os.set_blocking(source.fileno(), False)
                stream = _Stream(source, target, process.tag if self.tag else b"")
                self.selector.register(source, selectors.EVENT_READ, stream)
                self.streams += 1

    def _wait(self, incoming, until=None):
        """One turn of the loop: until something happens, a deadline passes, or `until`."""
        look = None if self.stopped_since is None else time.monotonic() + _LOOK
        times = [moment for moment in (self.terminate_at, self.kill_at, until, look) if moment is not None]
        timeout = max(0.0, min(times) - time.monotonic()) if times else None
        for key, _ in self.selector.select(timeout):
            if key.data is None:
                self._signals(incoming)
            else:
                self._hand_on(key)
        self._reap()
        now = time.monotonic()
        self._end_stopped(now)
        if self.terminate_at is not None and now >= self.terminate_at:
            self.terminate_at = None
            _say("ending " + self._names())
            self._signal(signal.SIGTERM)
            self.kill_at = now + _LAST
        if self.kill_at is not None and now >= self.kill_at:
            self.kill_at = None
            self._signal(processes.KILL)

    def _end_stopped(self, now):
        """End the job when all of its processes have been stopped for too long: none of them would ever notice.

        A signal wakes the loop when a process is stopped. One that is stopped while others run is missed by these.
        """
        running = [child for child in self.children if child.running]
        if not running or self.kill_at is not None or not all(child.stopped() for child in running):
            self.stopped_since = None
        elif self.stopped_since is None:
            self.stopped_since = now
        elif now - self.stopped_since >= self.patience:
            self.stopped_since = None
            self.status = self.status or 128 + processes.STOP
            _say(
                f"ending {self._names()}: stopped by a signal for {self.patience:g} s (JMX_HEARTBEAT_TIMEOUT), and not continued"
            )
            self._signal(signal.SIGTERM)
            self._signal(processes.CONTINUE)
            self.kill_at = now + _LAST

    def _hand_on(self, key):
        try:
            more = key.data.read()
        except BrokenPipeError:  # whoever read the output has gone (`| head`)
            more = False
            self.status = self.status or 128 + processes.BROKEN_PIPE
            self._stop(signal.SIGTERM)
        if not more:
            self.selector.unregister(key.fileobj)
            key.fileobj.close()
            self.streams -= 1

    def _signals(self, incoming):
        for number in incoming.recv(_CHUNK):
            if number in _FORWARDED:
                self._signal(number)
            elif number in _ENDING:
                self.status = self.status or 128 + number
                now = time.monotonic()
                if self.stopping is None:
                    self.stopping = now
                    self._stop(number)
                elif now - self.stopping > _TWICE:  # asked for a second time
                    self._signal(processes.KILL)

    def _stop(self, number):
        self._signal(number)
        self.terminate_at = None
        if self.kill_at is None:
            self.kill_at = time.monotonic() + max(self.grace, 1.0)

    def _signal(self, number):
        for child in self.children:
            if child.running:
                child.signal(number)

    def _names(self):
        return ", ".join(child.process.name for child in self.children if child.running)

    def _reap(self):
        ended = [child for child in self.children if child.running and child.popen.poll() is not None]
        for child in ended:
            child.running = False
            child.close_input()
        # Of several that are found at once, one that was killed is the cause, and the others noticed.
        for child in sorted(ended, key=lambda child: child.popen.returncode >= 0):
            returncode = child.popen.returncode
            if returncode == 0 or self.status or len(self.children) == 1:
                self.status = self.status or status_of(returncode)
                continue
            self.status = status_of(returncode)
            others = sum(other.running for other in self.children)
            rest = ""
            if others:
                self.terminate_at = time.monotonic() + self.grace
                rest = f"; the other{'s have' if others > 1 else ' has'} {self.grace:g} s to end"
            _say(f"{child.process.name} (process {child.popen.pid}) {_end(returncode)}{rest}")

    def _drain(self, incoming):
        """Read what is left in the pipes, and end what the workers have left behind."""
        self.terminate_at = self.kill_at = None
        end = time.monotonic() + _DRAIN
        while time.monotonic() < end and (self.streams or any(child.left_over() for child in self.children)):
            self._wait(incoming, until=min(end, time.monotonic() + 0.05))
        for key in list(self.selector.get_map().values()):
            if key.data is not None:
                key.data.finish()
        for child in self.children:
            if child.left_over():
                child.signal(signal.SIGTERM)
