"""A process in which hostile things are tried, with limits, and the end of it that watches.

`python -m tools.campaign._sandbox MODULE PROBE SEED PENDING` reads numbers of rounds. For each it draws what to try by
`draw(random, number)` of the module, says what that is, tries it by `attempt` of the module, and says what came of it. A
process that ends, or takes too long, has failed in what it said last; another one is started.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

from jmx.base import MXNetError
from tools.campaign._programs import Lines

#: bytes of address space that a round may take above what the process has
_ADDRESSES = 3 << 30
#: seconds of processor time that a round may take, and of time where others compute as well
_COMPUTED, _WAITED = 15.0, 60.0


class Sandbox:
    """The watching end.

    Parameters
    ----------
    module : str
        Of this package, with `draw` and `attempt`.
    rounds : Rounds
    """

    def __init__(self, module, rounds):
        self._words = [sys.executable, "-X", "faulthandler", "-m", "tools.campaign._sandbox", module, rounds.name]
        self._words.append(str(rounds.seed))
        self._process = self._lines = None
        self._errors = tempfile.TemporaryFile()
        self._folder = tempfile.TemporaryDirectory()

    def _start(self):
        environment = {**os.environ, "JMX_CACHE_DIR": os.path.join(self._folder.name, "cache")}
        self._errors.truncate(0)
        self._process = subprocess.Popen(
            self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0, env=environment
        )
        self._lines = Lines(self._process.stdout)
        self._line(180)

    def _line(self, waited, computed=1e9):
        """The next line, decoded, or None where the process takes too long or has ended."""
        assert self._process is not None and self._lines is not None
        began, before = time.monotonic(), _computed(self._process.pid)
        while (answer := self._lines.next(0.2)) is None:
            over = time.monotonic() - began > waited or _computed(self._process.pid) - before > computed
            if over or self._process.poll() is not None:
                return None
        return answer

    def attempt(self, number):
        """Try what a round draws: (what it was, what was raised or None, what is wrong or None)."""
        if self._process is None:
            self._start()
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(b"%d\n" % number)
        what = (self._line(_WAITED) or {}).get("what", "nothing was said")
        answer = self._line(_WAITED, _COMPUTED)
        if answer is not None:
            return what, answer["raised"], answer["wrong"]
        late = self._process.poll() is None
        if late:
            self._process.kill()
        status = self._process.wait()
        self._process = None
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - 1500))
        said = self._errors.read().decode(errors="replace")
        return what, None, f"did not end in time: {said}" if late else f"ended with {status}: {said}"

    def close(self):
        """End the process."""
        if self._process is not None:
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.close()
            self._process.stdout.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(20)
            self._process.kill()
            self._process.wait()
        self._errors.close()
        self._folder.cleanup()


def _computed(pid):
    with contextlib.suppress(OSError, ValueError, IndexError):
        words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def judge(error):
    """What is wrong with an error, or None: users are told what is wrong with their call by MXNetError alone."""
    if isinstance(error, MXNetError):
        return None
    return f"raised {type(error).__module__}.{type(error).__name__}: {str(error)[:400]}"


def run(module, rounds):
    """What a probe does whose rounds are tried here."""
    sandbox, raised = Sandbox(module, rounds), 0
    for number in rounds:
        what, error, wrong = sandbox.attempt(number)
        raised += error is not None
        if wrong is not None:
            rounds.fail(f"{what}: {wrong}")
    sandbox.close()
    rounds.figure("refused", raised)


def _serve(name, probe, seed):
    module = importlib.import_module(f"tools.campaign.{name}")
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(**what):
        out.write(json.dumps(what) + "\n")
        out.flush()

    module.prepare()
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + _ADDRESSES, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    say(ready=True)
    for line in sys.stdin:
        drawn, words = module.draw(random.Random(f"{probe}/{seed}/{int(line)}"), int(line))
        say(what=words)
        raised = wrong = None
        try:
            module.attempt(drawn)
        except Exception as error:
            raised = type(error).__name__
            wrong = judge(error)
        say(raised=raised, wrong=wrong)


if __name__ == "__main__":
    _serve(sys.argv[1], sys.argv[2], int(sys.argv[3]))
