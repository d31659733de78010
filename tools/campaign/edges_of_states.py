"""Files of optimizer states at the limits of their reader: below or at a limit they are read, just above it they are refused.

The limits are written here once more, not taken from the reader: a limit that is raised, or a check that is gone, is to be seen.
Whoever changes a limit deliberately changes it here too.
"""

from __future__ import annotations

import functools
import itertools
import json
import struct
from typing import NamedTuple

import numpy as np

import jmx as mx
from jmx._files import safetensors
from jmx.optimizer import states

#: containers in each other; walks, objects and copies by the size of the file; keys of one hash; bytes and digits of a number
_DEPTH, _STEPS, _OBJECTS, _COPIES, _HASHES, _LONG, _DIGITS = 20, 4, (100_000, 8), (65_536, 4), 16, 255, 700
#: elements of a tuple that is a key, bits of an integer, dimensions, updates that a schedule may be behind, tuples in tensors
_KEY, _BITS, _DIMENSIONS, _BEHIND, _TUPLES = 16, 64, 32, 10_000_000, 1000
_HEAD = b"\x80\x04}K\x00"


class Edge(NamedTuple):
    """A file at a limit.

    name   what it is
    data   its bytes
    read   whether it must be read; if not it must be refused
    said   words that the refusal must have
    """

    name: str
    data: bytes
    read: bool
    said: str = ""


def _states(value):
    """A pickle of {0: value}, of the opcodes that push the value."""
    return _HEAD + value + b"s."


def _text(word):
    raw = word.encode()
    return b"\x8c" + bytes([len(raw)]) + raw


def _pairs(name, make, most, said):
    """The files of sizes at a limit and just above it."""
    return [Edge(f"{name}: {most}", make(most), True), Edge(f"{name}: {most + 1}", make(most + 1), False, said)]


def _largest(make, allowed):
    """The largest n for which `allowed(n, size of the file)` holds."""
    n = 1
    while allowed(2 * n, len(make(2 * n))):
        n *= 2
    step = n
    while step:
        while allowed(n + step, len(make(n + step))):
            n += step
        step //= 2
    return n


def _by_size(name, make, allowed, said):
    return _pairs(name, make, _largest(make, allowed), said)


def _nested():
    yield from _pairs("lists in lists", lambda n: _states(b"]" * n + b"a" * (n - 1)), _DEPTH, "nested more than 20 deep")
    yield from _pairs("tuples in tuples", lambda n: _states(b")" + b"\x85" * n), _DEPTH - 1, "nested more than 20 deep")
    yield from _pairs(
        "dicts in dicts", lambda n: _states(b"}K\x00" * (n - 1) + b"}" + b"s" * (n - 1)), _DEPTH, "nested more than 20 deep"
    )
    yield Edge("a list in itself", _states(b"]\x94h\x00a"), False, "refer to themselves")

    def doubled(levels):
        return _states(b"](K\x00K\x00e\x94" + b"".join(b"0](h%ch%ce\x94" % (i, i) for i in range(levels)))

    def steps(levels):
        return 1 + sum(2**level for level in range(1, levels + 2))

    most = max(n for n in range(1, 18) if steps(n) <= _STEPS * len(doubled(n)))
    yield from _pairs("each list twice in the next", doubled, most, "again and again")


def _counted():
    def lists(n):
        return _states(b"](" + b"]" * n + b"e")

    yield from _by_size(
        "lists", lists, lambda n, size: n + 2 <= _OBJECTS[0] + size // _OBJECTS[1], "more containers than its size explains"
    )

    def copies(once, length, start):
        def make(n):
            return _states(b"](" + start + b"\x94" + once * n + b"e")

        return make, lambda n, size: n * length <= _COPIES[0] + _COPIES[1] * size

    block = b"B" + struct.pack("<I", 5000) + bytes(5000)
    make, allowed = copies(b"cbuiltins\nbytearray\nh\x00\x85R", 5000, block)
    yield from _by_size("copies of bytes", make, allowed, "copies the same bytes")
    make, allowed = copies(b"cbuiltins\nset\nh\x00\x85R", 8 * 1000, b"](" + b"K\x07" * 1000 + b"e")
    yield from _by_size("copies of a list", make, allowed, "copies the same bytes")
    array = b"cnumpy.core.numeric\n_frombuffer\n(h\x00cnumpy\ndtype\n(U\x02u1I00\nI01\ntRM\x88\x13U\x01CtR"
    make, allowed = copies(array, 5000, block)
    yield from _by_size("copies as arrays", make, allowed, "copies the same bytes")


def _keys():
    one, two = b"J" + struct.pack("<i", -1), b"J" + struct.pack("<i", -2)  # whose hash is the same
    alike = [b"(" + b"".join(key) + b"t" for key in itertools.product((one, two), repeat=5)]
    for name, before, after, value in (
        ("a dict", b"}(", b"u", b"N"), ("a set", b"\x8f(", b"\x90", b""), ("a frozenset", b"(", b"\x91", b""),
        ("an OrderedDict", b"ccollections\nOrderedDict\n)R(", b"u", b"N"), ("a dict of opcode DICT", b"(", b"d", b"N"),
    ):  # fmt: skip

        def make(n, before=before, after=after, value=value):
            return _states(before + b"".join(key + value for key in alike[:n]) + after)

        yield from _pairs(f"keys of one hash in {name}", make, _HASHES, "many keys have one hash")
    yield from _pairs("elements of a key", lambda n: _states(b"}(" + b"K\x01" * n + b"tNs"), _KEY, "a long or nested tuple")
    yield Edge("a tuple in a key", _states(b"}K\x01\x85\x85Ns"), False, "a long or nested tuple")
    yield from _pairs(
        "bits of a key",
        lambda n: _states(b"}\x8a\x09" + ((1 << n) - 1).to_bytes(9, "little") + b"Ns"),
        _BITS,
        "integer of 65 bits",
    )
    yield Edge("a list as a key", _states(b"}]Ns"), False, "a key is")


def _numbers():
    yield from _pairs(
        "bytes of an integer", lambda n: _states(b"\x8b" + struct.pack("<i", n) + b"\x01" * n), _LONG, "an integer of 256 bytes"
    )
    yield Edge("an integer of -1 bytes", _states(b"\x8b" + struct.pack("<i", -1)), False, "an integer of -1 bytes")
    for code, end in ((b"I", b""), (b"L", b"L"), (b"F", b"")):
        digits = _DIGITS - len(end)
        yield from _pairs(
            f"digits after {code.decode()}",
            lambda n, c=code, e=end: _states(c + b"1" * n + e + b"\n"),
            digits,
            "does not end within",
        )
    yield Edge("protocol 5", b"\x80\x05}.", True)
    yield Edge("protocol 6", b"\x80\x06}.", False, "5 is the highest")
    for length, read in ((2, True), (3, False)):
        yield Edge(f"a frame of {length}", b"\x80\x04\x95" + struct.pack("<Q", length) + b"}.", read, "announces 3 bytes, and 2")
    for index, read in ((len(_HEAD) + 1, True), (len(_HEAD) + 2, False)):
        yield Edge(f"kept as {index}", _states(b"Nr" + struct.pack("<I", index)), read, "it keeps object number")
    for code, form in ((b"B", "<I"), (b"T", "<i"), (b"X", "<I"), (b"\x8e", "<Q"), (b"\x8d", "<Q"), (b"\x96", "<Q"), (b"U", "<B")):
        for length, read in ((4, True), (7, False)):  # with what follows there are 6
            data = _states(code + struct.pack(form, length) + b"abcd")
            yield Edge(f"{length} bytes after {code!r}", data, read, "it announces 7 bytes, and 6 are left")
    for length in (-1, -5, -(2**31)):  # -5 would be the same opcode again, for ever
        yield Edge(f"{length} bytes after 'T'", _states(b"T" + struct.pack("<i", length)), False, "it announces -")
    yield Edge("numbers that are cut off", _states(b"J\x01"), False, "it needs 4 bytes, and 3 are left")


def _arrays():
    def array(shape, raw, kind=b"U\x02f8", flags=0):
        dtype = b"cnumpy\ndtype\n(" + kind + b"I00\nI01\ntR(I3\nU\x01<NNNI-1\nI-1\nI%d\ntb" % flags
        dims = b"(" + b"".join(b"I%d\n" % n for n in shape) + b"t"
        start = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntU\x01btR(I1\n"
        return _states(start + dims + dtype + b"I00\nB" + struct.pack("<I", len(raw)) + raw + b"tb")

    yield from _pairs("dimensions", lambda n: array((1,) * n, bytes(8)), _DIMENSIONS, "a shape that is none")
    for raw, read in ((15, False), (16, True), (17, False)):
        yield Edge(f"{raw} bytes for 2 numbers", array((2,), bytes(raw)), read, "does not fit that")
    for n, read in ((2**60 - 1, True), (2**60, False)):
        yield Edge(f"shape (0, {n})", array((0, n), b""), read, "does not fit that")
    yield Edge("shape (-2, -1)", array((-2, -1), bytes(16)), False, "a shape that is none")
    for name in ("O8", "V8", "S5", "M8"):
        yield Edge(f"an array of {name}", array((1,), bytes(8), b"U\x02" + name.encode()), False, "only bool")
    yield Edge("an element type with flags", array((1,), bytes(8), flags=63), False, "more than a byte order")
    yield Edge("an array without a value", _states(array((1,), bytes(8))[len(_HEAD) : -4].partition(b"(I1\n")[0]), False)
    yield Edge("two values for an array", array((1,), bytes(8))[:-2] + b"Nbs.", False, "it sets the state")


def _optimizer(change):
    optimizer = mx.optimizer.SGD(momentum=0.9, lr_scheduler=mx.lr_scheduler.FactorScheduler(1), param_idx2name={0: "w"})
    change(optimizer)
    return states.dumps(({0: None}, optimizer))


def _objects():
    yield Edge("an optimizer", _optimizer(lambda sgd: None), True)
    names = [name for name in dir(mx.optimizer.SGD) if callable(getattr(mx.optimizer.SGD, name)) and not name.startswith("__")]
    for name in [*names[:40], "__class__", "__call__", "learning_rate", "__unknown"]:
        yield Edge(
            f"{name} as an attribute", _optimizer(lambda sgd, n=name: vars(sgd).update({n: 7})), False, "no attribute that may"
        )
    wrong = {
        "rescale_grad": "x", "lr": "x", "lr_scheduler": 3, "wd": "x", "lr_mult": [], "wd_mult": 3, "begin_num_update": 1.5,
        "num_update": "x", "_index_update_count": {0: "x"}, "_all_index_update_counts": [], "clip_gradient": "x",
        "multi_precision": "x", "aggregate_num": None, "idx2name": 3, "sym_info": [],
    }  # fmt: skip
    for name, value in wrong.items():
        yield Edge(f"{value!r} as {name}", _optimizer(lambda sgd, n=name, v=value: vars(sgd).update({n: v})), False)
        yield Edge(f"no {name}", _optimizer(lambda sgd, n=name: vars(sgd).pop(n)), False)
    for count, read in ((_BEHIND, True), (_BEHIND + 1, False)):
        data = _optimizer(lambda sgd, n=count: vars(sgd).update(num_update=n))
        yield Edge(f"a schedule {count} updates behind", data, read, "FactorScheduler has counted")
    for name, value in (("step", 0), ("step", "x"), ("base_lr", "x"), ("count", "x"), ("warmup_steps", None)):
        data = _optimizer(lambda sgd, n=name, v=value: vars(sgd.lr_scheduler).update({n: v}))
        yield Edge(f"{value!r} as the schedule's {name}", data, False)
    for place, name in (("os", "system"), ("builtins", "eval"), ("mxnet.base", "os"), ("mxnet.optimizer.optimizer", "register")):
        yield Edge(f"{place}.{name}", _states(f"c{place}\n{name}\n)R".encode()), False, "ask for")
    yield Edge("a list in the place of states", b"\x80\x04].", False, "are a dict of index to state")
    yield Edge("a number in the optimizer's place", b"\x80\x04}K\x07\x86.", False, "in the optimizer's place")
    sgd = b"cmxnet.optimizer.optimizer\nSGD\n"
    yield Edge("arguments for a constructor", _states(sgd + b"K\x01\x85R"), False, "calls the constructor")
    yield Edge("two states for an object", _states(sgd + b")R}bNb"), False)


def _tensors():
    def file(value, version=1, arrays=None, **more):
        said = {"version": version, "states": {"dict": [[0, value]]}, **more}
        arrays = arrays or {}
        head = safetensors.header(arrays, {safetensors.STATES: json.dumps(said)})
        return head + b"".join(array.tobytes() for array in arrays.values())

    def nested(n):
        value = {"list": []}
        for _ in range(n - 1):
            value = {"list": [value]}
        return file(value)

    def tuples(n):
        return file({"dict": [[{"tuple": [i]}, None] for i in range(n)]})

    yield from _pairs("lists of JSON", nested, _DEPTH, "values are nested more than 20 deep")
    yield from _pairs("tuples as keys in JSON", tuples, _TUPLES, "more than 1000 tuples")
    yield from _pairs(
        "bits of a key in JSON", lambda n: file({"dict": [[(1 << n) - 1, None]]}), _BITS, "a key is a value of type int"
    )
    yield Edge("version 2", file(None, 2), False, "another version")
    yield Edge("a list without a kind", file([1]), False, "no kind")
    array = {"w": np.arange(2, dtype="float32")}
    yield Edge("a tensor once", file({"array": "w"}, arrays=array), True)
    yield Edge("a tensor twice", file({"list": [{"array": "w"}, {"array": "w"}]}, arrays=array), False, "there for several")
    for rows, read in ((2, True), (1, False)):
        sparse = {"w.data": np.ones((1, 2), "float32"), "w.indices": np.array([1])}
        data = file({"array": "w", "stype": "row_sparse", "shape": [rows, 2]}, arrays=sparse)
        yield Edge(f"row 1 of {rows}", data, read)
    doubled = {"list": [0, 0], "id": 0}
    for i in range(16):
        doubled = {"list": [doubled, {"same": i}], "id": i + 1}
    yield Edge("each list of JSON twice in the next", file(doubled), False, "again and again")


@functools.cache
def all_edges():
    """All of them."""
    parts = (_nested, _counted, _keys, _numbers, _arrays, _objects, _tensors)
    return [edge for part in parts for edge in part()]
