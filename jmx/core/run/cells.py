"""Cells: the memory that an array and its views share, and how threads share a cell.

Reading takes no lock: a cell's buffer is immutable, so that whoever has taken it may go on with it. Whatever writes holds the
cell's lock from the first look at the old value to the end, so that `b += 1` of two threads adds 2.

A program may write over the memory of a buffer ("donated") if nothing but its cell refers to it. Somebody who reads the cell
between the question and the call would hold memory that is gone. So the buffer is first taken out of the cell, then its
references are counted: from then on nobody can come by a new one. A reader finds the slot empty, and waits for the lock.

A thread that holds the lock of one cell never asks for that of another, except for all that it will write to at once, in one
order (`exclusively`). Nothing of the user's runs under a lock.

CPython 3.12 and later leave some jumps of loops out of the table that says which `finally` is due (python/cpython#130279): an
interrupt that comes there skips it. So there are no loops, but only calls, between taking a lock or a value and giving it back.
"""

from __future__ import annotations

import gc
import math
import operator
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import jax
import numpy as np

from ...base import MXNetError
from ...config.locks import RLock, survives_fork
from ...config.system.processes import at_fork
from ..numpy_tier import left_gpus, on_device

_making = survives_fork(RLock())


class Cell:
    """The storage that an array and its views share. `mirror` is a NumPy array that follows every write, or None.

    CPython counts references, so it can be told whether nothing but the cell refers to its buffer; where in doubt the answer is
    no, and a program gets memory of its own. Buffers that were handed to other code (`lend`) are never donated: it may have made
    other objects of the same memory.
    """

    # `taken`, while the slot of the value is empty: the `Taken` that has the value
    __slots__ = ("buf", "version", "mirror", "lock", "taken", "__weakref__")
    #: the slot of the value
    held = "buf"

    def __init__(self, buf) -> None:
        self.buf = buf
        self.version = 0
        self.mirror: Any = None
        self.lock: Any = None  # made by the first write

    def __getattr__(self, name) -> Any:
        """What a program is writing over (`buf`, or `parts` of a sparse cell), when it has come to an end."""
        # called only where the slot is empty, so that a plain read costs nothing
        if name not in ("buf", "parts"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        with self.lock or lock_of(self):
            try:
                return object.__getattribute__(self, name)
            except AttributeError:
                taken = getattr(self, "taken", None)
                if taken is not None and taken.over:
                    return taken.put_back_in(self)
                raise MXNetError(
                    "This array was being written to by the code that a signal handler or a finalizer interrupts now, which "
                    "cannot read it before that code goes on, or by a thread that this forked process does not have."
                ) from None

    def unshared(self) -> bool:
        """Whether nothing but this cell holds the buffer at the moment."""
        return sys.getrefcount(self.buf) <= ONE_HOLDER and id(self.buf) not in _lent

    @staticmethod
    def owns(buf) -> bool:
        """Whether a buffer that only this cell refers to was never handed to other code."""
        return id(buf) not in _lent

    @staticmethod
    def restored(buf, quietly=False) -> jax.Array:
        """What the cell holds after a program that came to no end. What that has written over, its result lost, is gone."""
        deleted = getattr(buf, "is_deleted", None)
        # JAX's functions on pytrees may have put something there that is no `jax.Array`
        if deleted is None or not deleted():
            return buf
        if not quietly:
            warnings.warn(
                f"An interrupt came when a program had just written over an array of shape {buf.shape}: its values are lost, and "
                "are zeros now.",
                RuntimeWarning,
                stacklevel=2,
            )
        return on_device(np.zeros(buf.shape, buf.dtype), next(iter(buf.sharding.device_set)))

    def changed(self) -> None:
        """To be called after every write, under the lock."""
        self.version += 1
        if self.mirror is not None:
            self.follow()

    def follow(self) -> None:
        """Bring the mirror up to date."""
        self.mirror[...] = np.asarray(self.buf).reshape(self.mirror.shape)


class _LeftOnGpu:
    """In place of `Taken`, for the cells whose values a forked process cannot reach."""

    over = True

    def put_back_in(self, cell):
        raise MXNetError(
            "This array is on a GPU, which a process made by fork() cannot use when its parent has. Copy it to the CPU before "
            '(as_in_context(mx.cpu())), or start the process by "spawn" (multiprocessing.set_start_method("spawn")).'
        )


def _leave_gpus() -> None:
    """In a forked process, take the values that are on GPUs out of their cells, so that whoever reads one is told why not."""
    if not left_gpus():
        return
    for cell in [cell for cell in gc.get_objects() if isinstance(cell, Cell)]:
        held = jax.tree_util.tree_leaves(getattr(cell, cell.held, ()))
        if any(device.platform != "cpu" for value in held if isinstance(value, jax.Array) for device in value.devices()):
            cell.taken = _LeftOnGpu()
            delattr(cell, cell.held)


at_fork(after_in_child=_leave_gpus)  # after numpy_tier/fork.py has done its part

#: by their `id`, the buffers whose memory somebody else may write to
_exposed: dict = {}
#: by their `id`, the buffers that other code may hold: JAX, NumPy, PyTorch or the user's own
_lent: dict = {}


def _note(table, buf) -> None:
    # by `id`, as `jax.Array`s cannot be hashed
    key = id(buf)

    def forget(reference) -> None:
        if table.get(key) is reference:  # another buffer may have come to the same address meanwhile
            del table[key]

    table[key] = weakref.ref(buf, forget)


def lend(buf) -> None:
    """Note that other code may read the memory of a buffer from now on, so that it is never written over."""
    if id(buf) not in _lent:
        _note(_lent, buf)


def expose(buf) -> None:
    """Note that somebody else may write to the memory of a buffer, so that its value may change."""
    lend(buf)
    _note(_exposed, buf)


def exposed(bufs) -> bool:
    """Whether somebody else may write to the memory of one of `bufs`."""
    return bool(_exposed) and any(id(buf) in _exposed for buf in bufs)


def lock_of(cell):
    """The lock of a cell; the same thread may take it several times."""
    with _making:
        # once more under `_making`: another thread may have made it meanwhile
        if cell.lock is None:
            cell.lock = RLock()
        return cell.lock


_held = operator.attrgetter("held")
_acquire, _release = operator.methodcaller("acquire"), operator.methodcaller("release")


def exclusively(cells, function, *args):
    """`function(*args)` under the locks of all `cells`, taken in one order, so that threads cannot block one another."""
    if len(cells) < 3:  # what eager calls write
        first, second = cells[0], cells[-1]
        if id(first) > id(second):
            first, second = second, first
        with first.lock or lock_of(first), second.lock or lock_of(second):
            return function(*args)
    return under_locks(in_order(cells), function, *args)


def in_order(cells: Iterable) -> list:
    """Each of the cells once, in the order in which all threads take their locks."""
    return sorted(set(cells), key=id)


def under_locks(cells: list, function: Callable, *args: Any) -> Any:
    """`exclusively` for cells that are in order already."""
    locks = [cell.lock or lock_of(cell) for cell in cells]
    # An interrupt is raised after a call that Python code makes, not within one of a function in C: what has been acquired is
    # counted by the very call that acquires, and one call releases all.
    held, free = [], map(_release, locks)
    try:
        try:
            held.extend(map(_acquire, locks))
        except BaseException:
            free = map(_release, locks[: len(held)])
            raise
        return function(*args)
    finally:
        any(free)


class Taken:
    """The values of several cells, for a program that writes over the memory of those which nothing else holds.

    The locks of the cells must be held. `take` says which these are, and takes them out of their cells. When the program has come
    to an end, however it did, the caller sets `over` and calls `put_back`, which gives every cell that has got no new value its
    old one. If an interrupt keeps it from doing so, whoever reads such a cell first does it: that is what `over` permits.

    Parameters
    ----------
    cells : list of Cell
    quietly : bool, default False
        No warning of values that were lost to an interrupt, as they will be computed anew.
    """

    __slots__ = ("cells", "held", "over", "quietly", "values")

    def __init__(self, cells, quietly=False) -> None:
        self.cells = cells
        self.quietly = quietly
        self.over = False
        self.held = list(map(_held, cells))
        self.values = list(map(getattr, cells, self.held))

    def take(self, accounted=None) -> list[bool]:
        """Whether the program may write over each of the values.

        `accounted(values)` is asked when the cells are empty: for each value, whether the caller knows of every other holder.
        """
        for cell in self.cells:
            cell.taken = self
        any(map(delattr, self.cells, self.held))
        # most often nothing else holds any of them, which functions in C find out at once; of a sparse value that says nothing of
        # its buffer
        buffers = self.held.count("buf") == len(self.held)
        if buffers and accounted is None and not _lent and max(map(sys.getrefcount, self.values), default=0) <= ONE_MAPPED:
            return [True] * len(self.values)
        known = [False] * len(self.values) if accounted is None else accounted(self.values)
        alone = [
            (sure or sys.getrefcount(value) <= ONE_LISTED)
            and (id(value) not in _lent if cell.held == "buf" else cell.owns(value))  # `Cell.owns` without its frame
            for cell, value, sure in zip(self.cells, self.values, known)
        ]
        for cell, value, sole in zip(self.cells, self.values, alone):
            if not sole:
                setattr(cell, cell.held, value)
        return alone

    def put_back(self) -> None:
        """The old values, for the cells that have no new ones."""
        self.over = True  # if the caller has not said so
        # `Cell.__getattr__` is called for those that are empty, and puts the old value back
        list(map(getattr, self.cells, self.held))
        for cell in self.cells:
            cell.taken = None  # which holds the old values

    def put_back_in(self, cell) -> jax.Array:
        """What an empty cell holds from now on."""
        value = next(value for other, value in zip(self.cells, self.values) if other is cell)
        kept = cell.restored(value, self.quietly)
        setattr(cell, cell.held, kept)
        return kept


def overwrite(cell, programs, *args) -> None:
    """The cell's buffer becomes `programs[donate](buffer, *args)`. The lock must be held."""
    buf, results = cell.buf, []
    try:
        cell.taken = None  # so that nobody puts back what an earlier program had taken
        del cell.buf
        sole = sys.getrefcount(buf) <= ONE_LOCAL and id(buf) not in _lent
        if not sole:
            cell.buf = buf
        programs[sole].into(results, buf, *args)
    finally:
        cell.buf = results[0] if results else buf  # without a call, within which another interrupt could come
        if not results:
            cell.buf = cell.restored(buf)


#: what `sys.getrefcount` gives for a buffer that one thing holds: the slot of its cell, a local variable, a list. CPython's
#: releases differ in it.
ONE_HOLDER = ONE_LOCAL = ONE_LISTED = ONE_MAPPED = math.inf


def _count_one_holder():
    cell = Cell(object())
    return sys.getrefcount(cell.buf)


def _count_one_local():
    cell = Cell(object())
    buf = cell.buf
    del cell.buf
    return sys.getrefcount(buf)


def _count_one_listed():
    values = [object()]
    return [sys.getrefcount(value) for _, value, _ in zip(values[:0] or (0,), values, (0,))][0]


ONE_HOLDER, ONE_LOCAL, ONE_LISTED = _count_one_holder(), _count_one_local(), _count_one_listed()
ONE_MAPPED = max(map(sys.getrefcount, [object()]))


#: at a fork, the cells that threads may be writing to, which the child does not have
_written_elsewhere: list = []


def _before_fork() -> None:
    # with one thread nobody can be writing, and going through all objects takes long
    if threading.active_count() > 1:
        found = [x for x in gc.get_objects() if issubclass(type(x), Cell)]
        _written_elsewhere.extend([cell for cell in found if cell.lock is not None])


def _after_fork_in_child() -> None:
    for cell in _written_elsewhere:
        cell.lock = None
    _written_elsewhere.clear()


at_fork(before=_before_fork, after_in_parent=_written_elsewhere.clear, after_in_child=_after_fork_in_child)
