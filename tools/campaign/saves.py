"""Processes that are killed while they save: the file must be the old one or the new one, whole, and nothing may pile up.

A round forks a child of a process that has imported everything. The child saves one file again and again, each time with another
number in it, and tells that number when a save returns. It is killed (SIGKILL) at some moment. Then the file must load and hold
the number that was told last, or the one after it; a file with a second name is written in place, and a copy of it is there.
Record files are written front to back: all records that were told must be there.

Between these, saves are watched (`orders.py`), and two processes save one file at the same time.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import struct
import tempfile
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import jmx as mx
from jmx import checkpoints
from jmx._files.atomic import atomic_file
from jmx._files.params import load_file, save_file
from tools.campaign import Rounds, orders, probe

#: elements of what is saved: some writes of it are under way for a while
_SIZES = (1, 1000, 100_000, 1_000_000)
#: temporary files that may be there at a time, those of the process that was killed last
_LEFT = 2


class Kind(NamedTuple):
    """A way to save: `save(path, number, size)`, and `number(path)` of what is there, which raises where it is not whole."""

    name: str
    save: Callable[[str, int, int], object]
    number: Callable[[str], int]


def _one(values):
    values = np.asarray(values).reshape(-1)
    if not (values == values[0]).all():
        raise ValueError("parts of two saves in one file")
    return int(values[0])


def _save_arrays(path, number, size):
    save_file(path, [np.full(size, number, "float32"), np.full(3, number, "int64")], ["w", "b"])


def _number_of_arrays(path):
    arrays, names = load_file(path)
    if names != ["w", "b"]:
        raise ValueError(f"the names are {names}")
    return _one(np.concatenate([np.asarray(array, "float64").reshape(-1) for array in arrays]))


def _save_symbol(path, number, size):
    nodes = mx.sym.var("x")
    with mx.name.NameManager():  # the same names, and so the same size, each time
        for _ in range(min(size, 300)):
            nodes = nodes + number
    nodes.save(path)


def _number_of_symbol(path):
    nodes = mx.sym.load(path).get_internals()
    return _one([float(node.attr("scalar")) for node in nodes if node.attr("scalar") is not None])


def _save_checkpoint(kind):
    def save(path, number, size):
        checkpoints.save(path, {"w": np.full(size, number, "float32"), "b": np.full(3, number, "int64")}, to=kind, force=True)

    return save


def _number_of_checkpoint(path):
    loaded = checkpoints.load(path)
    return _one(np.concatenate([np.asarray(loaded[name], "float64").reshape(-1) for name in ("w", "b")]))


def _save_states(path, number, size):
    """What save_states writes is the bytes of an updater, in one file."""
    data = _updater(number, size).get_states()
    with atomic_file(path) as file:
        file.write(data)


def _updater(number, size):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {0: mx.nd.array(np.full(min(size, 10_000), number)), 1: mx.nd.array(np.full(2, number))}
    updater.states_synced = {0: True, 1: True}
    return updater


def _number_of_states(path):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.set_states(pathlib.Path(path).read_bytes())
    return _one(np.concatenate([updater.states[i].asnumpy().reshape(-1) for i in (0, 1)]))


KINDS = (
    Kind("w.params", _save_arrays, _number_of_arrays),
    Kind("net-symbol.json", _save_symbol, _number_of_symbol),
    Kind("c.npz", _save_checkpoint("npz"), _number_of_checkpoint),
    Kind("c.safetensors", _save_checkpoint("safetensors"), _number_of_checkpoint),
    Kind("t.states", _save_states, _number_of_states),
)


def _save_until_killed(kind, path, size, told):
    number = 1
    while True:
        kind.save(path, number, size)
        os.write(told, struct.pack("<q", number))
        number += 1


def _write_records_until_killed(path, size, told):
    writer = mx.recordio.MXIndexedRecordIO(path[:-3] + "idx", path, "w")
    number = 0
    while True:
        writer.write_idx(number, struct.pack("<q", number) * min(size, 5000))
        os.write(told, struct.pack("<q", number))
        number += 1


def _killed(draw, work):
    """The numbers that a child told which does `work` and was killed; None and what it said where it ended by itself."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reader)
            work(writer)
        except BaseException:
            os.write(writer, b"!" + traceback.format_exc()[-2000:].encode())
        finally:
            os._exit(status)
    os.close(writer)
    first = os.read(reader, 8)  # there is a whole file from now on
    time.sleep(draw.random() ** 2 * 0.08)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    rest = b"".join(iter(lambda: os.read(reader, 1 << 16), b""))
    os.close(reader)
    if first[:1] == b"!":
        raise RuntimeError((first + rest).decode())
    data = first + rest
    return [number for (number,) in struct.iter_unpack("<q", data[: len(data) // 8 * 8])]


@probe(goal=500, unit="kills during a save")
def run(rounds: Rounds) -> None:
    """Kill processes that save."""
    torn = most = saves = 0
    with tempfile.TemporaryDirectory() as name:
        for number in rounds:
            draw = rounds.random(number)
            size = draw.choice(_SIZES)
            if number % 3 == 0:
                kind = KINDS[number // 3 % len(KINDS)]
                folders = [os.path.join(name, f"order-{number}-{before}") for before in (*orders.BEFORE, "records")]
                found = [orders.problem(draw, kind, *pair) for pair in zip(folders, [min(size, 1000)] * 4, orders.BEFORE)]
                for problem in [*found, orders.problem_of_records(folders[-1])]:
                    if problem is not None:
                        rounds.fail(problem)
                continue
            if number % 9 == 2:
                _two_at_a_time(rounds, draw, pathlib.Path(name, f"two-{number}"))
                continue
            if draw.random() < 0.15:
                saves += _round_of_records(rounds, draw, os.path.join(name, "r.rec"), size)
                continue
            kind = draw.choice(KINDS)
            folder = pathlib.Path(name, kind.name.replace(".", "-"))
            folder.mkdir(exist_ok=True)
            path = os.path.join(folder, kind.name)
            in_place = draw.random() < 0.2 and os.path.exists(path)
            if in_place:
                os.link(path, os.path.join(name, "second name"))
            told = _killed(draw, lambda writer, kind=kind, path=path, size=size: _save_until_killed(kind, path, size, writer))
            saves += len(told)
            try:
                there = _number_after(kind, path, in_place)
            except Exception as error:
                rounds.fail(f"{kind.name} of {size} elements after {told[-1]} saves: {type(error).__name__}: {error}")
                continue
            if there not in (told[-1], told[-1] + 1):
                rounds.fail(f"{kind.name} of {size} elements: the save {told[-1]} had returned, and {there} is in the file")
            pathlib.Path(name, "second name").unlink(missing_ok=True)
            left = len(os.listdir(folder)) - 1
            torn += bool(left)
            most = max(most, left)
            if left > _LEFT:
                rounds.fail(f"{kind.name}: {left} temporary files are left: {sorted(os.listdir(folder))}")
    rounds.figure("saves", saves)
    rounds.figure("killed in the middle of one", torn)
    rounds.figure("most files left", most)


def _number_after(kind, path, in_place):
    """The number in a file after its writer was killed; of one that was written in place, it may be in the copy."""
    try:
        return kind.number(path)
    except Exception:
        copies = [entry.path for entry in os.scandir(os.path.dirname(path)) if entry.name.endswith(".jmx-old")]
        if not in_place or not copies:
            raise
    whole = copies[0] + os.path.splitext(path)[1]  # readers look at the ending
    os.replace(copies[0], whole)
    found = kind.number(whole)
    os.replace(whole, path)
    return found


def _two_at_a_time(rounds, draw, folder):
    """Two processes save one file: it is always one of theirs, whole, and no save fails."""
    folder.mkdir()
    kind = draw.choice(KINDS)
    path = os.path.join(folder, kind.name)
    kind.save(path, 1, 1000)
    children = []
    for number in (1, 2):
        child = os.fork()
        if not child:
            status = 1
            try:
                for _ in range(12):
                    kind.save(path, number, 1000)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        children.append(child)
    try:
        for _ in range(6):
            there = kind.number(path)
            if there not in (1, 2):
                rounds.fail(f"{kind.name}: {there} is in a file that two processes save")
    except Exception as error:
        rounds.fail(f"{kind.name}, which two processes save: {type(error).__name__}: {error}")
    statuses = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    if statuses != [0, 0]:
        rounds.fail(f"{kind.name}: two processes that saved it ended with {statuses}")
    if sorted(os.listdir(folder)) != [kind.name]:
        rounds.fail(f"{kind.name}: two processes left {sorted(os.listdir(folder))}")


def _round_of_records(rounds, draw, path, size):
    told = _killed(draw, lambda writer: _write_records_until_killed(path, size, writer))
    reader = mx.recordio.MXIndexedRecordIO(path[:-3] + "idx", path, "r")
    with contextlib.closing(reader):
        for number in told:
            record = reader.read_idx(number) if number in reader.idx else None
            if record != struct.pack("<q", number) * min(size, 5000):
                rounds.fail(f"record {number} of {told[-1]} was written and is not there, or another")
                break
        extra = set(reader.keys) - set(told)
        if len(extra) > 1:
            rounds.fail(f"the index has records {sorted(extra)} beside those written")
    return len(told)
