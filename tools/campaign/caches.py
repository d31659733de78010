"""The folder of compiled programs: entries that are damaged, cut off, foreign; two programs at once; who else may write there.

A round runs a program on a copy of a good folder that something was done to: it must compute the same and end in order. In
between the functions that keep the folder are asked at their limits: who may write there, and what is deleted when it is too
large.
"""

from __future__ import annotations

import glob
import os
import pathlib
import shutil
import tempfile

from jmx.config import compile_cache

from . import Rounds, probe
from ._programs import Programs, fatal

_LIMIT = 90.0
#: The process that programs are forked from has imported JAX, and has set up its cache: each sets up that of its own folder.
_PROGRAM = """
import jax
from jmx.config import jax_setup
jax.config.update("jax_compilation_cache_dir", None)
jax_setup._configured = False
jax_setup.configure_jax()
import numpy as np
import mxnet as mx
from mxnet import nd
from jmx.native import onednn
net = mx.gluon.nn.HybridSequential()
net.add(mx.gluon.nn.Dense(300, in_units=40), mx.gluon.nn.Dense(3, in_units=300))
net.initialize(mx.init.One())
net.hybridize()
for _ in range(4):
    y = net(nd.ones((600, 40))).asnumpy()
c = nd.Convolution(nd.ones((4, 8, 40, 40)), nd.ones((8, 8, 3, 3)), no_bias=True, kernel=(3, 3), num_filter=8).asnumpy()
assert (y == 12000).all() and (c == 72).all(), (y[0], c[0, 0, 0])
print("right", onednn.describe().split(",")[0], flush=True)
"""


@probe(goal=300, unit="folders of compiled programs")
def run(rounds: Rounds) -> None:
    """A folder a round."""
    with tempfile.TemporaryDirectory() as name:
        top = pathlib.Path(name)
        # a program that NumPy may run at first compiles nothing
        programs, others = Programs(top, JMX_COMPILE="now"), Programs(top / "others", JMX_COMPILE="now")
        (top / "others").mkdir()
        # one name for all rounds: JAX's keys depend on it
        good, folder = top / "good", top / "folder"
        status, first = programs.run(_PROGRAM, _LIMIT, JMX_CACHE_DIR=str(folder))
        if status or "right" not in first:
            rounds.fail(f"a new folder: {status}, {first[-1500:]}")
        shutil.move(folder, good)
        if not _entries(good):
            rounds.fail("a program left no entry in a new folder: nothing can be damaged")
        for number in rounds:
            draw = rounds.random(number)
            if number % 2 == 0:
                _ASKED[number // 2 % len(_ASKED)](rounds, top / f"asked-{number}")
                continue
            way = _WAYS[number // 2 % len(_WAYS)]
            shutil.copytree(good, folder)
            if way is _together:
                _together(rounds, folder, programs, others)
            else:
                _one(rounds, draw, way, folder, programs, first)
            shutil.rmtree(folder)
        programs.close()
        others.close()


def _entries(folder):
    return sorted(glob.glob(f"{folder}/jax*/*-cache"))


def _contents(folder):
    return {entry: pathlib.Path(entry).read_bytes() for entry in _entries(folder) if os.path.isfile(entry)}


def _one(rounds, draw, way, folder, programs, first):
    good = _contents(folder)
    kept = way(draw, folder)
    damaged = {entry: content for entry, content in _contents(folder).items() if content != good[entry]}
    status, text = programs.run(_PROGRAM, _LIMIT, JMX_CACHE_DIR=str(folder))
    what = way.__doc__.strip()
    if status != 0 or "right" not in text:
        rounds.fail(f"{what} Status {status}: {text[-1500:]}")
    elif line := fatal(text):
        rounds.fail(f"{what} It printed {line!r}.")
    elif "right used" in first and "right used" not in text:
        rounds.fail(f"{what} oneDNN is not used any more: {text[-300:]}")
    elif kept and kept not in text:
        rounds.fail(f"{what} It was not said that {kept!r}: {text[-500:]}")
    elif not kept and any(_contents(folder).get(entry) == content for entry, content in damaged.items()):
        rounds.fail(f"{what} Damaged entries were not replaced.")
    elif not kept:
        _, text = programs.run(_PROGRAM, _LIMIT, JMX_CACHE_DIR=str(folder))
        if "Error reading persistent" in text:
            rounds.fail(f"{what} Damaged entries stay: {text[-500:]}")


def _cut(draw, folder):
    """Entries were cut off."""
    for entry in _entries(folder):
        os.truncate(entry, draw.randrange(os.path.getsize(entry)))


def _empty(draw, folder):
    """Entries are empty."""
    for entry in _entries(folder):
        os.truncate(entry, 0)


def _flip(draw, folder):
    """Bytes of entries were changed at their beginning."""
    for entry in _entries(folder):
        with open(entry, "r+b") as file:
            content = bytearray(file.read(64))
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
            file.seek(0)
            file.write(content)


def _foreign(draw, folder):
    """Entries are of another program."""
    kinds = b"hello", b"\x7fELF" + bytes(500), bytes(5000), b"\x28\xb5\x2f\xfd" + bytes(90)
    for entry in _entries(folder):
        pathlib.Path(entry).write_bytes(draw.choice(kinds))


def _folders(draw, folder):
    """Entries are folders."""
    for entry in _entries(folder):
        os.unlink(entry)
        os.mkdir(entry)


def _libraries_cut(draw, folder):
    """Compiled libraries were cut off."""
    for library in glob.glob(f"{folder}/native/*.so"):
        os.truncate(library, os.path.getsize(library) // 2)


def _libraries_changed(draw, folder):
    """Bytes in the middle of compiled libraries were changed: they are compiled again, not loaded."""
    for library in glob.glob(f"{folder}/native/*.so"):
        size = os.path.getsize(library)
        with open(library, "r+b") as file:
            file.seek(size // 8)
            file.write(b"\xcc" * (size // 2))


def _open_to_all(draw, folder):
    """All users may write the folder, which is not used then."""
    for inner in [folder, *glob.glob(f"{folder}/*")]:
        os.chmod(inner, 0o777)
    return "other users may write"


def _together(rounds, folder, programs, others):
    shutil.rmtree(folder)
    programs.start(_PROGRAM, JMX_CACHE_DIR=str(folder))
    others.start(_PROGRAM, JMX_CACHE_DIR=str(folder))
    for one in (programs, others):
        status = one.end(_LIMIT)
        if status != 0 or "right" not in one.text:
            rounds.fail(f"two programs with one new folder: {status}, {one.text[-1500:]}")
    if unfinished := [entry for entry in _entries(folder) if os.path.basename(entry).startswith(".")]:
        rounds.fail(f"two programs with one new folder left {unfinished}")


_WAYS = (_cut, _libraries_changed, _open_to_all, _flip, _foreign, _libraries_cut, _together, _empty, _folders)


# ---- what is asked in this process


def _who_may_write(rounds, folder):
    folder.mkdir()
    inner = folder / "inner"
    inner.mkdir()
    for mode, trusted in ((0o700, True), (0o755, True), (0o775, False), (0o757, False), (0o1777, False)):
        os.chmod(inner, mode)
        if (compile_cache.why_untrusted(str(inner)) is None) != trusted:
            rounds.fail(f"a folder of mode {mode:o} is {'not ' if trusted else ''}trusted")
    os.chmod(inner, 0o700)
    for mode, trusted in ((0o755, True), (0o777, False), (0o1777, True)):
        os.chmod(folder, mode)
        if (compile_cache.why_untrusted(str(inner)) is None) != trusted:
            rounds.fail(f"a folder in one of mode {mode:o} is {'not ' if trusted else ''}trusted")
    os.chmod(folder, 0o700)
    if os.geteuid() == 0:
        for what in (inner, folder):
            os.chown(what, 12345, -1)
            if compile_cache.why_untrusted(str(inner)) is None:
                rounds.fail("a folder of another user, or in one, is trusted")
            os.chown(what, 0, -1)


def _what_is_deleted(rounds, folder):
    def fill(sizes):
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "jax").mkdir(parents=True)
        for age, size in enumerate(sizes):
            entry = folder / "jax" / f"{age}-cache"
            entry.write_bytes(bytes(size))
            os.utime(entry, (10**9 - age, 10**9 - age))
        (folder / "jax" / "note").write_bytes(bytes(5000))

    for limit, expected in ((1000, 10), (999, 7), (500, 4), (100, 0)):
        fill([100] * 10)
        compile_cache.trim_cache(str(folder), limit)
        kept = sorted(entry.name for entry in (folder / "jax").glob("*-cache"))
        if kept != [f"{age}-cache" for age in range(expected)]:
            rounds.fail(f"of ten entries of 100 bytes, under a limit of {limit}, {kept} are kept, not the {expected} used last")
        if not (folder / "jax" / "note").exists():
            rounds.fail("a file that is no entry was deleted")


def _whole_or_not(rounds, folder):
    folder.mkdir()
    path = str(folder / "x-cache")
    compile_cache.write_whole(path, b"old")
    seen = []
    replace = os.replace

    def fails(source, target):
        seen.append((pathlib.Path(source).read_bytes(), pathlib.Path(target).read_bytes()))
        raise OSError("no")

    os.replace = fails
    try:
        compile_cache.write_whole(path, b"new" * 1000)
        rounds.fail("an entry that could not be put in its place raised nothing")
    except OSError:
        pass
    finally:
        os.replace = replace
    if seen != [(b"new" * 1000, b"old")] or os.listdir(folder) != ["x-cache"]:
        rounds.fail(f"an entry was not complete when it got its name, or something is left: {os.listdir(folder)}")


_ASKED = (_who_may_write, _what_is_deleted, _whole_or_not)
