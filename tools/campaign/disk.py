"""Disks that are full: a save raises an error that names the file, the old file stays, and nothing is left beside it.

A process may be told how long its files may become (RLIMIT_FSIZE). A round saves under a limit between nothing and the whole
file. At the limit a save succeeds. Where the folder of compiled programs is full, programs go on.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
import resource
import shutil
import signal
import struct
import tempfile
import warnings

import numpy as np

import jmx as mx
from tools.campaign import Rounds, probe, saves


def _network(number):
    net = mx.gluon.nn.HybridSequential(prefix="")
    net.add(mx.gluon.nn.Dense(20, in_units=30, weight_initializer=mx.init.Constant(number), use_bias=False))
    net.initialize()
    return net


def _save_parameters(path, number, size):
    _network(number).save_parameters(path)


def _save_with_nd(path, number, size):
    mx.nd.save(path, {"w": mx.nd.full((size,), number), "b": mx.nd.full((3,), number)})


def _number_of_first(path):
    return saves._one(np.concatenate([array.asnumpy().reshape(-1) for array in mx.nd.load(path).values()]))


def _save_trained(path, number, size):
    net = _network(1)
    trainer = mx.gluon.Trainer(net.collect_params(), mx.optimizer.Test(), kvstore=None)
    trainer._init_kvstore()
    trainer._updaters[0].states = {0: mx.nd.full((size,), number)}
    trainer._updaters[0].states_synced = {0: True}
    trainer.save_states(path)


def _number_of_trained(path):
    updater = mx.optimizer.get_updater(mx.optimizer.Test())
    updater.set_states(pathlib.Path(path).read_bytes())
    return saves._one(updater.states[0].asnumpy())


#: what the other probe saves, and what programs save by methods
KINDS = (
    *saves.KINDS,
    saves.Kind("p.params", _save_parameters, _number_of_first),
    saves.Kind("n.params", _save_with_nd, _number_of_first),
    saves.Kind("trained.states", _save_trained, _number_of_trained),
)
#: kinds that can be written to what is no file
_TO_DEVICES = ("w.params", "net-symbol.json", "n.params", "p.params")


@contextlib.contextmanager
def full(size):
    """Files of this process cannot become longer than `size` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _refused(rounds, what, path, save):
    """Whether a save raises what it has to raise."""
    try:
        save()
    except mx.MXNetError as error:
        if path not in str(error):
            rounds.fail(f"{what}: the error does not name the file: {error}")
        return
    except BaseException as error:
        rounds.fail(f"{what}: raised {type(error).__name__}: {error}")
        return
    rounds.fail(f"{what}: nothing was raised")


@probe(goal=5_000, unit="saves on full disks")
def run(rounds: Rounds) -> None:
    """A save a round."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        os.environ["JMX_CACHE_DIR"] = os.path.join(name, "cache")
        mx.nd.ones(2).asnumpy()
        for number in rounds:
            draw = rounds.random(number)
            folder = pathlib.Path(name, f"round-{number}")
            folder.mkdir()
            kind = KINDS[number // 4 % len(KINDS)]
            if number % 4 == 1 and number // 4 % 3 == 0:
                _records(rounds, draw, folder)
            elif number % 4 == 1 and number // 4 % 3 == 1:
                _compile(rounds, draw)
            elif number % 4 == 1:
                _half(rounds, kind, folder)
                if kind.name in _TO_DEVICES:
                    _refused(rounds, f"{kind.name} to /dev/full", "/dev/full", lambda k=kind: k.save("/dev/full", 11, 100_000))
            else:
                _save(rounds, draw, kind, folder)


def _save(rounds, draw, kind, folder):
    path, size = str(folder / kind.name), draw.choice((1, 1000, 30_000))
    there = draw.random() < 0.8
    kind.save(path, 11, size)
    whole = os.path.getsize(path)
    other = folder / "other"
    in_place = there and draw.random() < 0.3
    if in_place:
        os.link(path, other)
    elif not there:
        os.unlink(path)
    limit = draw.choice((0, 1, whole - 1, draw.randrange(whole), draw.randrange(whole), whole))
    what = f"{kind.name} of {whole} bytes, {limit} allowed{', in place' if in_place else ''}{'' if there else ', new'}"
    with full(limit):
        if limit < whole:
            _refused(rounds, what, path, lambda: kind.save(path, 22, size))
        else:
            try:
                kind.save(path, 22, size)
            except Exception as error:
                rounds.fail(f"{what}: raised {type(error).__name__}: {error}")
                return
    if not there and limit < whole:
        if os.path.exists(path):
            rounds.fail(f"{what}: a part of a file is there")
    else:
        try:
            found = kind.number(path)
            if found != (22 if limit == whole else 11):
                rounds.fail(f"{what}: {found} is in the file")
        except Exception as error:
            rounds.fail(f"{what}: {type(error).__name__}: {error}")
    left = sorted(set(os.listdir(folder)) - {kind.name, "other"})
    if left:
        rounds.fail(f"{what}: {left} are left")


def _half(rounds, kind, folder):
    """A file that is written in place: the disk is full in the middle of it, and the old content comes back."""
    path = str(folder / kind.name)
    kind.save(path, 11, 1000)
    os.link(path, folder / "other")
    copy, failed = shutil.copyfileobj, []

    def fails_once(source, target, *options):
        if getattr(target, "name", None) == path and not failed:
            failed.append(True)
            target.write(source.read(os.fstat(source.fileno()).st_size // 2))
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        copy(source, target, *options)

    shutil.copyfileobj = fails_once
    try:
        _refused(rounds, f"{kind.name}, full in the middle", path, lambda: kind.save(path, 22, 1000))
    finally:
        shutil.copyfileobj = copy
    try:
        found = kind.number(path)
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    if found != 11:
        rounds.fail(f"{kind.name}, full in the middle: the old content did not come back: {found}")


def _records(rounds, draw, folder):
    """A record that does not fit is not written, nor is its line in the index; later ones are."""
    path = str(folder / "r.rec")
    writer = mx.recordio.MXIndexedRecordIO(path[:-3] + "idx", path, "w")
    content = [struct.pack("<I", i) * draw.choice((1, 50, 3000)) for i in range(6)]
    for i in range(3):
        writer.write_idx(i, content[i])
    size = os.path.getsize(path)
    with full(size + draw.choice((0, 1, 8, 9, len(content[3]) + 7))):
        _refused(rounds, "a record", path[:-4], lambda: writer.write_idx(3, content[3]))
    if os.path.getsize(path) != size:
        rounds.fail(f"a record that was not written has changed the file from {size} to {os.path.getsize(path)} bytes")
    writer.write_idx(4, content[4])
    writer.close()
    reader = mx.recordio.MXIndexedRecordIO(path[:-3] + "idx", path, "r")
    if reader.keys != [0, 1, 2, 4] or [reader.read_idx(key) for key in reader.keys] != [content[i] for i in (0, 1, 2, 4)]:
        rounds.fail(f"after a record that was not written, {reader.keys} are there, or others")
    reader.close()
    _lines(rounds, folder)
    plain = mx.recordio.MXRecordIO(path, "w")
    with full(draw.choice((3, 8, 9, 107))):
        _refused(rounds, "a record", path, lambda: plain.write(bytes(100)))
    plain.close()
    if os.path.getsize(path):
        rounds.fail(f"{os.path.getsize(path)} bytes of a record that was not written are in the file")


def _lines(rounds, folder):
    """A record whose line in the index does not fit is not written either."""
    path, index = str(folder / "l.rec"), str(folder / "l.idx")
    writer = mx.recordio.MXIndexedRecordIO(index, path, "w", key_type=str)
    writer.write_idx("a" * 500, b"first")
    size = os.path.getsize(path)
    with full(os.path.getsize(index) + 100):
        _refused(rounds, "a line of an index", index, lambda: writer.write_idx("b" * 500, b"second"))
    writer.close()
    if os.path.getsize(path) != size:
        rounds.fail("a record is in the file whose line in the index did not fit")


def _compile(rounds, draw):
    """A program that is compiled where nothing can be kept."""
    size = draw.randrange(2, 10**4)
    net = mx.gluon.nn.HybridLambda(lambda F, x: F.relu(x * size) + size)
    net.hybridize()
    with full(0):
        try:
            for _ in range(3):
                found = net(mx.nd.ones((size % 50 + 1, size % 7 + 1))).asnumpy()
        except Exception as error:
            rounds.fail(f"a program with a full cache: {type(error).__name__}: {error}")
            return
    if not (found == 2 * size).all():
        rounds.fail(f"a program with a full cache gave {found.flat[0]}, not {2 * size}")
