"""Gives items to workers until the time is over, and writes down what they answer."""

import collections
import contextlib
import fcntl
import json
import os
import selectors
import signal
import subprocess
import sys
import time

from . import record
from .parts import PARTS, environment

#: seconds that a worker may take until it says which items it has; it imports JAX and finds the card, or collects tests
START = 120


def command(part, context):
    """What is started for a part."""
    return [sys.executable, "-m", "tools.gpu_checks.worker", part.name, context]


class Worker:
    """A process of `worker.py`, and what it does now.

    Parameters
    ----------
    part : Part
        The part.
    context : str
        "gpu" or "cpu".
    log : pathlib.Path
        File for what it prints.
    """

    def __init__(self, part, context, log):
        self.log, self.item, self.since, self.rest, self.facts = log, None, time.monotonic(), b"", None
        with open(log, "ab") as file:
            self.process = subprocess.Popen(
                command(part, context), cwd=record.ROOT, env=environment(part, context), start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file,
            )  # fmt: skip

    def ask(self, item):
        """Have it do an item."""
        self.item, self.since = item, time.monotonic()
        with contextlib.suppress(BrokenPipeError):  # its end is seen when it is read from
            self.process.stdin.write(item.encode() + b"\n")
            self.process.stdin.flush()

    def answers(self):
        """What it has said since, as dicts; None at the end of its output."""
        text = os.read(self.process.stdout.fileno(), 1 << 20)
        *lines, self.rest = (self.rest + text).split(b"\n")
        return [*map(json.loads, lines), *([] if text else [None])]

    def kill(self):
        """End it, and what it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Run:
    """The items of one part that are left, done within a time.

    Parameters
    ----------
    part : Part
        The part.
    folder : pathlib.Path
        Where the record and the logs are.
    end : float
        When it must be over, on the monotonic clock.
    context : str
        "gpu" or "cpu".
    workers : int
        How many items may be done at once, where the part is not measured.
    done : callable
        From a card to the items that need no run.
    """

    def __init__(self, part, folder, end, context, workers, done):
        self.part, self.folder, self.end, self.context, self.done = part, folder, end, context, done
        self.most = 1 if part.alone else workers
        self.writer = record.Writer(folder / "record.jsonl")
        self.waiting, self.listed, self.refusal = collections.deque(), False, ""
        self.workers, self.outcomes = selectors.DefaultSelector(), collections.Counter()

    def all(self):
        """Do what there is time for; returns how many items came to which outcome. RuntimeError says why none can be done."""
        try:
            self._start()
            while self._working() and time.monotonic() < self.end:
                limits = [key.data.since + self._limit(key.data) for key in self.workers.get_map().values()]
                for key, _ in self.workers.select(max(min(self.end, *limits) - time.monotonic(), 0)):
                    self._hear(key.data)
                for worker in [key.data for key in self.workers.get_map().values()]:
                    if time.monotonic() >= worker.since + self._limit(worker):
                        self._end(worker, "out of time")
        finally:
            for worker in [key.data for key in self.workers.get_map().values()]:
                self._drop(worker)
        if self.refusal:
            raise RuntimeError(f"{self.part.name}: {self.refusal}")
        return self.outcomes

    def _working(self):
        return not self.refusal and bool(self.workers.get_map())

    def _limit(self, worker):
        return self.part.limit if worker.item else START

    def _start(self):
        worker = Worker(self.part, self.context, self.folder / f"{self.part.name}.log")
        self.workers.register(worker.process.stdout, selectors.EVENT_READ, worker)

    def _drop(self, worker):
        self.workers.unregister(worker.process.stdout)
        worker.kill()

    def _hear(self, worker):
        for line in worker.answers():
            if worker.process.stdout.closed:
                return None
            if line is None:
                return self._end(worker, "crashed")
            if "error" in line:
                self.refusal = line["error"]
            elif "items" in line:
                self._list(worker, line)
            else:
                self._write(worker, line)
                if self.part.fresh:
                    self._drop(worker)
                    return self._start() if self.waiting else None
                self._feed(worker)
        return None

    def _list(self, worker, line):
        """A worker is ready. The first one says what there is to do, and gets others beside it."""
        worker.facts = {"card": line["card"], "jax": line["jax"], "jmx": record.version()}
        if not self.listed:
            self.listed = True
            self.writer.write({"part": self.part.name, "items": len(line["items"])})
            done = self.done(line["card"])
            self.waiting.extend(item for item in line["items"] if item not in done)
            for _ in range(min(self.most, len(self.waiting)) - 1):
                self._start()
        self._feed(worker)

    def _feed(self, worker):
        if self.waiting:
            worker.ask(self.waiting.popleft())
        else:
            self._drop(worker)

    def _write(self, worker, line):
        seconds = round(time.monotonic() - worker.since, 2)
        entry = {"part": self.part.name, "item": worker.item, **worker.facts, "seconds": seconds, **line}
        self.outcomes[self.writer.write(entry)["outcome"]] += 1
        worker.item = None

    def _end(self, worker, outcome):
        """A worker has ended by itself, or is too slow; another one goes on with what is left."""
        said = worker.log.read_bytes()[-record.MOST_TEXT // 2 :].decode(errors="replace")
        self._drop(worker)
        if worker.item is None:
            if not self.listed:
                self.refusal = f"its process {outcome}, before it had said what there is to do: {said}"
            return
        self._write(worker, {"outcome": outcome} | ({"text": said} if outcome == "crashed" else {}))
        if self.waiting:
            self._start()


def run(folder, seconds, *, context="gpu", names=(), workers=None, again=(), path=record.COMMITTED, same_card=False, tell=print):
    """Do the next most valuable items that neither the record at `path` nor the folder's has.

    Parameters
    ----------
    folder : pathlib.Path
        For the record of this machine, and logs.
    seconds : float
        When to stop; what is being done then is left for the next time.
    context : str, optional
        "gpu", or "cpu" to try the command: then only what is in the folder counts as done.
    names : sequence of str, optional
        The parts; all.
    workers : int, optional
        How many tests at once; as many as there are processors, 16 at most.
    again : sequence of str, optional
        Outcomes that do not count as done where the committed record has them.
    path : pathlib.Path, optional
        The committed record.
    same_card : bool, optional
        Whether only what was done on this kind of card counts.
    tell : callable, optional
        Gets a line for each part.

    Raises
    ------
    RecordError
        For a record that cannot be read, and a folder that another process works in.
    """
    end = time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise record.RecordError(f"{folder}: another process works there") from None
        known = record.read(path) if context == "gpu" else record.Record()
        here = record.read(folder / "record.jsonl")
        for part in [PARTS[name] for name in names or PARTS]:

            def done(card, name=part.name):
                card = card if same_card or context == "cpu" else None
                return known.done(name, card, again) | here.done(name, card)

            left = end - time.monotonic()
            if left <= 0:
                break
            try:
                outcomes = Run(part, folder, end, context, workers or min(os.cpu_count() or 1, 16), done).all()
            except RuntimeError as error:
                tell(str(error))
                continue
            counted = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())) or "nothing"
            tell(f"{part.name}: {counted} in {left - (end - time.monotonic()):.0f} s")
