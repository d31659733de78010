"""Files of optimizer states, made by the grammar of their opcodes: does each give a declared error or a result, and nothing else?

A round reads one file the way `Trainer.load_states` does, and some of them as a checkpoint too. No class of optimizers,
schedulers or arrays may change, nothing may be imported, run or opened for writing, and reading may take `_SECONDS` and
`_MEGABYTES`. What was read can be saved again.

Every third round reads a file at a limit instead (`edges_of_states.py`): it must be read, or refused with the right words.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
import traceback

import jmx as mx
from jmx import checkpoints
from jmx._files.pickles import StatesError
from jmx.optimizer import states
from tools.campaign import Rounds, edges_of_states, pickled, probe

_SECONDS, _MEGABYTES = 2, 64
#: one of so many rounds reads a file at a limit
_EDGES = 3
#: when reading began: on the clock, and in processor time of this process
_began = [0.0, 0.0]
#: bytes of address space that reading may take above what the process has
_ADDRESSES = 2 << 30
#: what must not happen while a file is read, as Python's audit events name it; `open` is one of them for writing only
_FORBIDDEN = tuple(
    """os.system os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile os.remove os.rename os.mkdir subprocess.Popen
    socket. ctypes. import exec compile code.__new__ function.__new__ marshal. pickle. shutil. builtins.input sys.setprofile
    sys.settrace urllib.""".split()
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class _Hang(BaseException):
    """Reading took too long."""


class Watch:
    """Notes what reading does that it must not do."""

    def __init__(self):
        self._seen = None
        self.read = 0  # files without an error
        classes = [mx.nd.NDArray, mx.np.ndarray, mx.nd.sparse.CSRNDArray, mx.nd.sparse.RowSparseNDArray]
        classes += [mx.lr_scheduler.LRScheduler, *mx.lr_scheduler.LRScheduler.__subclasses__(), mx.optimizer.Optimizer]
        classes += mx.optimizer.Optimizer.opt_registry.values()
        self._kept = [(cls, cls.__bases__, dict(vars(cls))) for cls in classes]
        sys.addaudithook(self._event)

    def _event(self, event, arguments):
        if self._seen is None:
            return
        if event == "open":
            mode, flags = arguments[1], arguments[2]
            if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
                self._seen.append(f"open {arguments}")
        elif event.startswith(_FORBIDDEN):
            self._seen.append(f"{event} {arguments}"[:200])

    def _changed(self):
        """The names of classes that are not what they were."""
        return [cls.__name__ for cls, bases, there in self._kept if cls.__bases__ != bases or vars(cls) != there]

    def problem(self, read, data):
        """What is wrong with reading a file, or None."""
        high = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        _began[:] = time.monotonic(), time.thread_time()
        signal.setitimer(signal.ITIMER_REAL, _SECONDS)
        self._seen = seen = []
        said = None
        try:
            read(data)
            self.read += 1
        except StatesError as error:
            said = None if str(error).isprintable() else f"a message with {str(error)!r}"
        except mx.MXNetError as error:
            said = None if read is not set_states else f"no StatesError but {error!r}"
        except _Hang:
            self._seen = None  # formatting reads and compiles sources
            said = f"did not end within {_SECONDS} s\n{traceback.format_exc()[-2000:]}"
        except BaseException:
            self._seen = None
            said = traceback.format_exc()[-2000:]
        finally:
            self._seen = None
            signal.setitimer(signal.ITIMER_REAL, 0)
        megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - high) / 1024
        if seen:
            said = f"reading did {seen}"
        elif changed := self._changed():
            said = f"changed {changed}"
        elif said is None and megabytes > _MEGABYTES:
            said = f"reading took {megabytes:.0f} MiB"
        return said


def stop(number, frame):
    """End what takes too long: for SIGALRM. A busy machine is given more time, since a thread that waits computes nothing."""
    waited, computed = time.monotonic() - _began[0], time.thread_time() - _began[1]
    if computed < _SECONDS and waited < 10 * _SECONDS:
        signal.setitimer(signal.ITIMER_REAL, _SECONDS / 4)
        return
    raise _Hang


def set_states(data):
    """Read a file as a trainer does, and save what was read."""
    updater = mx.optimizer.get_updater(mx.optimizer.Test())
    updater.set_states(data)
    if len(data) % 4 == 0:
        try:
            updater.get_states(dump_optimizer=True)
        except mx.MXNetError as error:
            if "NumPy shape semantics" not in str(error):  # MXNet's files hold scalars under these only
                raise


def _as_checkpoint(path):
    def read(data):
        checkpoints.show(path, stats=True)

    return read


def warm():
    """Read good files, so that what is imported on the way is there."""
    for data in pickled.good():
        set_states(data)
        updater = mx.optimizer.get_updater(mx.optimizer.Test())
        updater.set_states(data)
        updater.get_states(dump_optimizer=True)
    for data in (b"", b"I", b"cos\nsystem\n.", b"V\\u00e9\n."):
        try:
            set_states(data)
        except StatesError:
            pass


def _at_a_limit(watch, edge):
    """What is wrong with reading a file at a limit, or None."""
    told = []

    def read(data):
        try:
            states.loads(data)
        except StatesError as error:
            told.append(str(error))
            raise

    problem = watch.problem(read, edge.data)
    if problem is not None:
        return problem
    if edge.read:
        return f"it must be read, and was refused: {told[0]}" if told else None
    if not told:
        return "it must be refused, and was read"
    return None if edge.said in told[0] else f"it must be refused with {edge.said!r}, and was with: {told[0]}"


@probe(goal=100_000, unit="optimizer states by the grammar of pickles")
def run(rounds: Rounds):
    """Read a drawn file."""
    signal.signal(signal.SIGALRM, stop)
    with tempfile.NamedTemporaryFile(suffix=".states", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as file:
        with open(file.name, "wb") as copy:
            copy.write(pickled.good()[0])
        warm()
        edges = edges_of_states.all_edges()
        show = _as_checkpoint(file.name)
        show(None)
        watch = Watch()
        with open("/proc/self/statm") as said:
            pages = int(said.read().split()[0])
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + _ADDRESSES, limits[1]))
        for number in rounds:
            if number % _EDGES == 0:
                edge = edges[number // _EDGES % len(edges)]
                problem = _at_a_limit(watch, edge)
                if problem is not None:
                    rounds.fail(f"{edge.name}: {problem}\n{edge.data[:200]!r}")
                continue
            data = pickled.file(rounds.random(number))
            problem = watch.problem(set_states, data)
            if problem is None and number % 4 == 0:
                with open(file.name, "wb") as copy:
                    copy.write(data)
                problem = watch.problem(show, data)
            if problem is not None:
                rounds.fail(f"{problem}\n{data[:400]!r}")
        resource.setrlimit(resource.RLIMIT_AS, limits)
        rounds.figure("read", watch.read)
