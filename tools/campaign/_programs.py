"""Programs in processes of their own, begun by a fork of one that has imported everything (`_zygote.py`)."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

#: what no program may print, however it ends
FATAL = (
    "Fatal Python error", "FATAL:", "terminate called", "Segmentation fault", "*** ", "Check failure stack trace",
    "Error in sys.excepthook", "Exception ignored in atexit",
)  # fmt: skip


class Lines:
    """The lines of a pipe as JSON, with a time for each: a buffer of Python's own would hide lines from `select`."""

    def __init__(self, pipe):
        self._descriptor, self._rest = pipe.fileno(), b""

    def next(self, seconds):
        """The next line, or None where it does not come in time or the pipe has ended."""
        end = time.monotonic() + seconds
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._descriptor], [], [], max(0.0, end - time.monotonic()))
            more = os.read(self._descriptor, 65536) if ready else b""
            if not more:
                return None
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)


class Programs:
    """Runs programs, one at a time.

    Parameters
    ----------
    folder : path
        For what they print.
    **environment : str
        Variables of the process that they are forked from.
    """

    def __init__(self, folder, **environment):
        self._folder, self._environment = pathlib.Path(folder), environment
        self._count = 0
        self._server = self._lines = None
        self.pid = None

    def _tell(self, order):
        if self._server is None or self._server.poll() is not None:
            self._server = subprocess.Popen(
                [sys.executable, "-X", "faulthandler", "-m", "tools.campaign._zygote"], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, bufsize=0, env={**os.environ, **self._environment},
            )  # fmt: skip
            self._lines = Lines(self._server.stdout)
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(order).encode() + b"\n")

    def start(self, code, **environment):
        """Start a program; variables of its own are given by name."""
        self._count += 1
        self._output = self._folder / f"output-{self._count}"
        self._tell({"code": code, "output": str(self._output), "environment": environment})
        answer = self._lines.next(120)
        if answer is None:
            raise RuntimeError("the process that programs are forked from does not answer")
        self.pid = answer["pid"]

    @property
    def text(self):
        """What the program has printed."""
        with contextlib.suppress(OSError):
            return self._output.read_text(errors="replace")
        return ""

    def wait_for(self, word, seconds):
        """Wait until the program has printed a word; returns whether it has."""
        end = time.monotonic() + seconds
        while word not in self.text:
            if time.monotonic() > end or not self._runs():
                return word in self.text
            time.sleep(0.01)
        return True

    def _runs(self):
        return os.path.exists(f"/proc/{self.pid}") and b") Z" not in pathlib.Path(f"/proc/{self.pid}/stat").read_bytes()

    def end(self, seconds):
        """Wait for the program's end; returns its status, or None where it did not end and was killed."""
        answer = self._lines.next(seconds)
        if answer is None:
            os.kill(self.pid, signal.SIGABRT)  # faulthandler shows where it is
            killed = self._lines.next(10)
            if killed is None:
                os.kill(self.pid, signal.SIGKILL)
                self._lines.next(10)
            return None
        return answer["status"]

    def left(self, seconds=5.0):
        """What processes of the program's session there are still after some time; they are killed."""
        end = time.monotonic() + seconds
        while found := self._session():
            if time.monotonic() > end:
                break
            time.sleep(0.02)
        for pid, _ in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        return [name for _, name in found]

    def _session(self):
        found = []
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError, ValueError):
                    name, _, rest = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(") ")
                    words = rest.split()
                    if int(words[3]) == self.pid and words[0] != "Z":
                        found.append((int(entry), name.partition("(")[2]))
        return found

    def run(self, code, seconds, **environment):
        """Run a program to its end; returns (status or None, what it printed)."""
        self.start(code, **environment)
        status = self.end(seconds)
        text = self.text
        self._output.unlink(missing_ok=True)
        return status, text

    def close(self):
        """End the process that programs are forked from."""
        if self._server is not None:
            assert self._server.stdin is not None and self._server.stdout is not None
            self._server.stdin.close()
            self._server.stdout.close()
            self._server.wait(20)


def fatal(text):
    """The line of what a program printed that says it was not ended in order, or None."""
    return next((line for line in text.splitlines() if line.startswith(FATAL)), None)
