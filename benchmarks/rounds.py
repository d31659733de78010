"""Worker processes, and rounds in which they are asked in turns."""

import contextlib
import json
import os
import subprocess
import tempfile
import threading

from .sides import ROOT, BenchmarkError

WORKER = os.path.join(ROOT, "benchmarks", "worker.py")


class Worker:
    """A process that measures cases of one side.

    Args:
        side: which package runs.
        module: the module of `cases`.
        cores: numbers of the processors it may use; as many threads run.
        cache: folder for its compiled programs.
        timeout: seconds that an answer may take.

    Raises:
        BenchmarkError: the command is not there; from `ask` and `close`: the process failed, or took too long.
    """

    def __init__(self, side, module, cores, cache, timeout):
        self.side, self.timeout, self.late = side, timeout, False
        self.errors = tempfile.TemporaryFile()
        command = [*side.command, WORKER, module, side.package, ",".join(map(str, cores))]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True,
                env=side.environment(len(cores), cache),
            )  # fmt: skip
        except OSError as error:
            self.errors.close()
            raise BenchmarkError(f"{side.title}: cannot run {side.command[0]}: {error.strerror}") from None

    def _kill(self):
        self.late = True
        self.process.kill()

    @contextlib.contextmanager
    def _limit(self):
        timer = threading.Timer(self.timeout, self._kill)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def ask(self, request):
        """Return the answer to a request, a dictionary."""
        with self._limit():
            try:
                self.process.stdin.write(json.dumps(request) + "\n")
                self.process.stdin.flush()
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line:
            self._fail(request.get("case", "start"))
        return json.loads(line)

    def _fail(self, what):
        self.end()
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - 2000))
        text = self.errors.read().decode(errors="replace").strip()
        how = f"took longer than {self.timeout:g} s" if self.late else f"ended with status {self.process.returncode}"
        raise BenchmarkError(f"{self.side.title}: {what}: the process {how}\n{text}")

    def end(self):
        """End the process; returns the processor seconds of it and of the children it waited for."""
        if self.process.returncode is not None:
            return 0.0
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        with self._limit():
            _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.process.stdout.close()
        return usage.ru_utime + usage.ru_stime

    def close(self):
        """End the process as its program would end; returns its processor seconds."""
        seconds = self.end()
        if self.process.returncode:
            self._fail("end")
        self.errors.close()
        return seconds


def check(sides, module, cores, timeout):
    """Return the version of each side by name; one short process each.

    Raises:
        BenchmarkError: a side cannot be started, or is not the package it should be.
    """
    versions = {}
    with tempfile.TemporaryDirectory() as cache:
        for side in sides:
            worker = Worker(side, module, cores, cache, timeout)
            about = worker.ask({})
            worker.close()
            if side.package == "gluon" and (about["jmx"] and os.path.realpath(about["jmx"])) != (
                side.tree and os.path.realpath(side.tree)
            ):
                there = f"jmx in {about['jmx']}" if about["jmx"] else "another package"
                raise BenchmarkError(f"{side.title}: `import mxnet` gives {there}; expected {side.tree or 'MXNet 1.9.1'}")
            versions[side.name] = about["version"]
    return versions


class Rounds:
    """Asks the sides in turns; every other round in the opposite order.

    Args:
        sides: all sides.
        module: the module of `cases`.
        cores: numbers of the processors that a process may use.
        rounds: how many answers of each side count.
        cold: whether every process begins with an empty cache of compiled programs. Otherwise a first round, which does not
            count, fills it.
        timeout: seconds that an answer may take.
    """

    def __init__(self, sides, module, cores, rounds, cold, timeout):
        self.sides, self.module, self.cores = sides, module, cores
        self.rounds, self.cold, self.timeout = rounds, cold, timeout
        self._kept, self._stack = {}, contextlib.ExitStack()
        self._cache = self._stack.enter_context(tempfile.TemporaryDirectory())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for worker in self._kept.values():
            worker.end()
        self._stack.close()

    def measure(self, row):
        """Return (figures, errors) of a row: lists of answers by side and figure, and texts by side.

        A side that fails is left out of the rounds that remain.
        """
        figures, errors = {}, {}
        with tempfile.TemporaryDirectory() as kept:
            # A process that stays warms a case itself when it is asked for the first time.
            uncounted = 0 if self.cold or not row.fresh else 1
            for number in range(self.rounds + uncounted):
                for side in self.sides if number % 2 == 0 else reversed(self.sides):
                    if side.package not in row.packages or side.name in errors:
                        continue
                    try:
                        answer = self._run(side, row, kept)
                    except BenchmarkError as error:
                        errors[side.name] = str(error)
                        figures.pop(side.name, None)
                        continue
                    if number >= uncounted:
                        for key, value in answer.items():
                            figures.setdefault(side.name, {}).setdefault(key, []).append(value)
        return {side.name: figures[side.name] for side in self.sides if side.name in figures}, errors

    def _run(self, side, row, kept):
        """One round of one side: its figures, with the prefixes of the parts."""
        answer = {}
        with tempfile.TemporaryDirectory() as empty:
            cache = self._folder(empty if self.cold else kept, side)
            for prefix, options in row.parts:
                request = {"case": row.case, "options": options}
                if row.fresh:
                    worker = Worker(side, self.module, self.cores, cache, self.timeout)
                    part = worker.ask(request)
                    part["process_cpu_s"] = worker.close()
                else:
                    part = self._ask_kept(side, request)
                answer.update((prefix + key, value) for key, value in part.items())
        return answer

    def _folder(self, parent, side):
        """A folder for the compiled programs of one side: two trees of jmx do not share theirs."""
        folder = os.path.join(parent, str(self.sides.index(side)))
        os.makedirs(folder, exist_ok=True)
        return folder

    def _ask_kept(self, side, request):
        if side.name not in self._kept:
            cache = self._folder(self._cache, side)
            self._kept[side.name] = Worker(side, self.module, self.cores, cache, self.timeout)
        try:
            return self._kept[side.name].ask(request)
        except BenchmarkError:
            del self._kept[side.name]
            raise
