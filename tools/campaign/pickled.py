"""Pickles of optimizer states, drawn by the grammar of their opcodes: valid ones, almost valid ones, and hostile ones."""

from __future__ import annotations

import functools
import json
import pathlib
import pickle
import pickletools
import struct

import numpy as np

import jmx as mx
from jmx._files import params, safetensors
from jmx.optimizer import _state_tensors, states

_ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: what files of MXNet's and of ours name
_KNOWN = [
    ("mxnet.ndarray.ndarray", "NDArray"), ("mxnet.ndarray.sparse", "RowSparseNDArray"), ("mxnet.ndarray.sparse", "CSRNDArray"),
    ("mxnet.numpy", "ndarray"), ("mxnet.optimizer.optimizer", "SGD"), ("mxnet.optimizer.optimizer", "Adam"),
    ("mxnet.optimizer.optimizer", "Optimizer"), ("mxnet.lr_scheduler", "FactorScheduler"), ("mxnet.lr_scheduler", "LRScheduler"),
    ("numpy", "dtype"), ("numpy", "ndarray"), ("numpy.core.multiarray", "_reconstruct"), ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"), ("numpy._core.numeric", "_frombuffer"), ("builtins", "bytearray"),
    ("__builtin__", "bytearray"), ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "complex"), ("builtins", "object"),
    ("builtins", "bytes"), ("_codecs", "encode"), ("collections", "OrderedDict"), ("copyreg", "_reconstructor"),
    ("copy_reg", "_reconstructor"),
]  # fmt: skip
#: what no such file may have
_HOSTILE = [
    ("os", "system"), ("posix", "system"), ("subprocess", "Popen"), ("builtins", "eval"), ("builtins", "exec"),
    ("builtins", "getattr"), ("builtins", "setattr"), ("builtins", "__import__"), ("builtins", "open"), ("builtins", "type"),
    ("functools", "partial"), ("operator", "attrgetter"), ("numpy", "load"), ("numpy", "fromfile"), ("numpy", "memmap"),
    ("ctypes", "CDLL"), ("importlib", "import_module"), ("pickle", "loads"), ("types", "CodeType"), ("socket", "socket"),
    ("mxnet.ndarray.utils", "save"), ("mxnet.ndarray.utils", "load"), ("mxnet.optimizer.optimizer", "register"),
    ("mxnet.optimizer.optimizer", "Optimizer.opt_registry"), ("mxnet.lr_scheduler", "logging"), ("mxnet.base", "os"),
    ("sys", "modules"), ("", ""), ("mxnet", ""), ("jmx.optimizer.sgd", "SGD"), ("mxnet.metric", "Accuracy"),
]  # fmt: skip
_TEXTS = [
    "handle", "lr", "wd", "__class__", "__call__", "update", "learning_rate", "lr_scheduler", "num_update", "f8", "O8",
    "<f4", "V8",
    "M8[s]", "f4,O", "C", "<", ">", "|", "latin-1", "aggregate_num", "\u00e9", "",
]  # fmt: skip
_INTS = [0, 1, 2, 3, 7, -1, 63, 255, 256, 65535, 2**31 - 1, -(2**31), 2**53, 2**61 - 1, 2**64, 10**60]
_LENGTHS = [0, 1, 4, 255, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63, 2**64 - 1]
_RAW = [b"", b"\0" * 8, b"A" * 8, b"A" * 16, b"\x80\x04}.", bytes(range(64))]


@functools.cache
def good():
    """Good files: MXNet's, and all kinds of values in all protocols."""
    files = [*(_ROOT / "tests").glob("fixtures/*.states"), *(_ROOT / "tests").glob("fixtures/updater*.pkl")]
    files += (_ROOT / "tests").glob("golden/gluon/*.states")
    found = [path.read_bytes() for path in sorted(files)]
    value = {
        0: None, 1: (1, -1, 2**40, 1.5, True, 1 + 2j), "text": ["a\u00e9\u4e2d\n'", b"\x00\xff", bytearray(b"xyz"), {1, 2}],
        (1, "a"): {2.5: [[(), {}]]}, 3: np.arange(6, dtype=">f4").reshape(2, 3), 4: np.float64(0.1), 5: np.array(7, "uint8"),
        6: frozenset([3]), 7: np.dtype("<i4"), 8: np.asfortranarray(np.eye(2)),
    }  # fmt: skip
    found += [pickle.dumps(value, protocol) for protocol in range(6)]
    optimizer = mx.optimizer.Adam(lr_scheduler=mx.lr_scheduler.FactorScheduler(5), param_idx2name={0: "w"})
    arrays = {
        0: (mx.nd.ones((2, 3)), mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2))),
        1: mx.nd.sparse.csr_matrix(np.eye(3)), 2: mx.np.array([3.5]),
    }  # fmt: skip
    found.append(states.dumps((arrays, optimizer)))
    return found


@functools.cache
def good_tensors():
    """Good files of safetensors: (JSON, arrays by name)."""
    found = []
    for data in good():
        value = states.loads(data)
        pieces = _state_tensors.chunks(*value) if isinstance(value, tuple) else _state_tensors.chunks(value)
        metadata, arrays = safetensors.read(b"".join(pieces), "good")
        found.append((metadata[safetensors.STATES], arrays))
    return found


@functools.cache
def _split(number):
    """A good pickle as its opcodes: (name, bytes)."""
    data = good()[number]
    found = list(pickletools.genops(data))
    ends = [at for _, _, at in found[1:]] + [len(data)]
    return [(opcode.name, data[at:end]) for (opcode, _, at), end in zip(found, ends)]


def _name(draw):
    module, name = draw.choice(_KNOWN if draw.random() < 0.85 else _HOSTILE)
    if draw.random() < 0.5:
        return f"c{module}\n{name}\n".encode()
    return _short(module) + _short(name) + b"\x93"


def _short(text):
    raw = text.encode()
    return b"\x8c" + bytes([len(raw)]) + raw


def _atom(draw):
    """Opcodes that push one plain value."""
    kind = draw.randrange(12)
    number = draw.choice(_INTS)
    if kind == 0:
        return b"I%d\n" % number
    if kind == 1:
        return b"L%dL\n" % number
    if kind == 2:
        raw = number.to_bytes(30, "little", signed=True)
        return b"\x8a\x1e" + raw if draw.random() < 0.9 else b"\x8b" + struct.pack("<i", draw.choice([30, -1, 2**31 - 1])) + raw
    if kind == 3:
        return b"J" + struct.pack("<i", draw.choice([0, 1, -1, 2**31 - 1])) + b""
    if kind == 4:
        return b"G" + struct.pack(">d", draw.choice([0.5, float("nan"), float("inf"), 1e308]))
    if kind == 5:
        return draw.choice([b"F1.5\n", b"Fnan\n", b"F1e999\n", b"Fx\n", b"I01\n", b"I00\n"])
    if kind == 6:
        return b"S" + repr(draw.choice(_RAW + [t.encode() for t in _TEXTS]))[1:].encode() + b"\n"
    if kind == 7:
        return b"V" + draw.choice(_TEXTS).encode("raw-unicode-escape") + b"\n"
    if kind == 8:
        return _short(draw.choice(_TEXTS))
    if kind == 9:
        raw = draw.choice(_RAW)
        code, pack = draw.choice([(b"C", "<B"), (b"B", "<I"), (b"\x8e", "<Q"), (b"\x96", "<Q"), (b"U", "<B"), (b"X", "<I")])
        length = len(raw) if draw.random() < 0.9 else draw.choice(_LENGTHS) % 256 ** struct.calcsize(pack)
        return code + struct.pack(pack, length) + raw
    return draw.choice([b"N", b"\x88", b"\x89", b")", b"]", b"}", b"\x8f", b"K\x07", b"M\x00\x01"])


def _element_type(draw):
    name = draw.choice(["f8", "f4", "<i4", "O8", "V8", "S5", "?", "f8,O", "M8[s]", "float32"])
    build = b""
    if draw.random() < 0.7:
        order, flags = draw.choice([b"<", b">", b"|", b"x"]), draw.choice([0, 0, 0, 63, 27, -1])
        fields = b"NNN" if draw.random() < 0.85 else b"N(S'a'\nt}"
        build = b"(I3\nS'" + order + b"'\n" + fields + b"I-1\nI-1\nI%d\ntb" % flags
    return b"cnumpy\ndtype\n(S'" + name.encode() + b"'\nI0\nI1\ntR" + build


def _number_array(draw):
    shape = [draw.choice([0, 1, 2, 2, 3, -1, 2**31, 2**53, 2**62]) for _ in range(draw.randrange(4))]
    count = 8 * abs(int(np.prod([n % 4 for n in shape]))) if draw.random() < 0.8 else draw.randrange(99)
    shape = [n % 4 if draw.random() < 0.8 else n for n in shape]
    start = b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR"
    raw = b"B" + struct.pack("<I", count) + bytes(count) if draw.random() < 0.9 else b"]"
    return start + b"(I1\n(" + b"".join(b"I%d\n" % n for n in shape) + b"t" + _element_type(draw) + b"I00\n" + raw + b"tb"


def _array(draw):
    sparse = draw.random() < 0.3
    if sparse:
        value = params.SparseParts("row_sparse", (3, 2), np.ones((1, 2), "f4"), (np.array([draw.choice([0, 2, 3, -1, 2**40])]),))
    else:
        value = np.ones([draw.randrange(3) for _ in range(draw.randrange(1, 4))], draw.choice(["f4", "f2", "i8", "u1", "bool"]))
    raw = bytearray(params.save_array(value, np_shape=not sparse and draw.random() < 0.3))
    if draw.random() < 0.4:
        at = draw.randrange(len(raw))
        raw[at : at + 1] = draw.choice([b"\xff", b"\0", b"\x01", b"\x7f", b""])
    place, name = draw.choice(_KNOWN[:4]) if draw.random() < 0.5 else _KNOWN[1 if sparse else 0]
    return f"c{place}\n{name}\n".encode() + b"(NtR}" + _short("handle") + b"B" + struct.pack("<I", len(raw)) + raw + b"sb"


def _object(draw, depth):
    """An object of a class that the file names."""
    make = draw.choice([b")R", b")\x81", b"(t}\x92", b"(I1\ntR", b"N\x81"])
    state = b""
    if draw.random() < 0.8:
        items = b"".join(_short(draw.choice(_TEXTS)) + _value(draw, depth + 2) for _ in range(draw.randrange(4)))
        state = b"}(" + items + b"u" + (b"b" if draw.random() < 0.9 else b"b}b")
    return _name(draw) + make + state


def _value(draw, depth=0):
    """Opcodes that push one value, most of the time."""
    if depth > 6 or draw.random() < 0.35:
        return _atom(draw)
    kind = draw.randrange(14)
    count = draw.randrange(4)
    if kind < 3:
        items = b"".join(_atom(draw) + _value(draw, depth + 1) for _ in range(count))
        return draw.choice([b"}(" + items + b"u", b"(" + items + b"d", b"ccollections\nOrderedDict\n)R(" + items + b"u"])
    if kind < 6:
        items = b"".join(_value(draw, depth + 1) for _ in range(count))
        return draw.choice([b"](" + items + b"e", b"(" + items + b"l", b"(" + items + b"t", b"(" + items + b"t"])
    if kind == 6:
        return b"\x8f(" + b"".join(_atom(draw) for _ in range(count)) + b"\x90"
    if kind == 7:
        return _number_array(draw)
    if kind == 8:
        return _array(draw)
    if kind == 9:
        return b"cnumpy.core.multiarray\nscalar\n(" + _element_type(draw) + b"S" + repr(draw.choice(_RAW))[1:].encode() + b"\ntR"
    if kind == 10:
        index = draw.choice([0, 1, 2, 5, 200])
        keep = draw.choice(
            [b"\x94", b"q" + bytes([index]), b"p%d\n" % index, b"r" + struct.pack("<I", draw.choice(_LENGTHS) % 2**32)]
        )
        return _value(draw, depth + 1) + keep
    if kind == 11:
        index = draw.choice([0, 0, 1, 1, 2, 3, 5, 200])
        return draw.choice([b"h" + bytes([index]), b"g%d\n" % index, b"j" + struct.pack("<I", index), b"2"])
    if kind == 12:
        arguments = b"".join(_value(draw, depth + 1) for _ in range(count))
        return _name(draw) + b"(" + arguments + b"t" + draw.choice([b"R", b"\x81", b"R}b"])
    return _object(draw, depth)


def _anything(draw):
    """One opcode, whichever."""
    return draw.choice([
        b"(", b"0", b"1", b"2", b"t", b"u", b"s", b"e", b"a", b"d", b"l", b"b", b"R", b"\x81", b"\x92", b"\x85", b"\x86", b"\x87",
        b"\x90", b"\x91", b"\x93", b"\x94", b"\x97", b"\x98", b"o", b"ios\nsystem\n", b"P1\n", b"Q",
        b"\x82\x01", b".", b"\x80\x04",
        b"\x95" + struct.pack("<Q", draw.choice(_LENGTHS)), bytes([draw.randrange(256)]),
    ])  # fmt: skip


def by_grammar(draw):
    """A file whose opcodes mostly find what they need on the stack."""
    start = draw.choice([b"", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"])
    items = b"".join(b"I%d\n" % i + _value(draw) for i in range(draw.randrange(1, 4)))
    body = b"}(" + items + b"u"
    if draw.random() < 0.3:
        body = b"(" + body + _object(draw, 0) + b"t"
    if draw.random() < 0.2:
        at = draw.randrange(len(body))
        body = body[:at] + _anything(draw) + body[at:]
    return start + body + b"."


def repeated(draw):
    """A file that says one thing many times."""
    count = draw.choice([10, 100, 1000, 5000])
    once = draw.choice([
        b"]", b"\x85", b"2", b"(", b"}", b"\x8f", b"\x94", b"\x94h\x00\x86", b"N\x94", b"0)",
        b"](h\x00h\x00h\x00e\x94", b"h\x00h\x00\x86\x94",
        _value(draw), _value(draw) + b"\x94", _anything(draw), _name(draw) + b")\x81", b"cbuiltins\nbytearray\nh\x00\x85R",
        b"cbuiltins\nset\nh\x00\x85R", b"h\x00N\x86",
    ])  # fmt: skip
    start = b"B" + struct.pack("<I", 5000) + bytes(5000) if draw.random() < 0.3 else draw.choice([b"]", b"}", b")", _value(draw)])
    end = draw.choice([b"e", b"u", b"t", b"\x90", b"a" * count, b""])
    return b"\x80\x04}I0\n](" + start + b"\x94" + once * count + end + draw.choice([b"e", b"0", b""]) + b"s."


def changed(draw):
    """A good file with opcodes left out, doubled, exchanged, put in, or with bytes changed."""
    opcodes = [list(pair) for pair in _split(draw.randrange(len(good())))]
    for _ in range(draw.choice([1, 1, 2, 4])):
        at = draw.randrange(len(opcodes))
        kind = draw.randrange(7)
        if kind == 0:
            del opcodes[at]
            opcodes = opcodes or [["STOP", b"."]]
        elif kind == 1:
            opcodes.insert(at, list(opcodes[draw.randrange(len(opcodes))]))
        elif kind == 2:
            other = draw.randrange(len(opcodes))
            opcodes[at], opcodes[other] = opcodes[other], opcodes[at]
        elif kind == 3:
            opcodes.insert(at, ["", _value(draw) if draw.random() < 0.7 else _anything(draw)])
        elif kind == 4:
            opcodes[at] = ["", _value(draw)]
        elif kind == 5:
            name, raw = opcodes[at]
            opcodes[at] = [name, raw[:1] + draw.randbytes(len(raw) - 1) if len(raw) < 9 else raw]
        else:
            raw = bytearray(opcodes[at][1])
            raw[draw.randrange(len(raw))] = draw.choice([0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)])
            opcodes[at][1] = bytes(raw)
    if draw.random() < 0.9:  # frames do not fit any more
        opcodes = [pair for pair in opcodes if pair[0] != "FRAME"]
    return b"".join(raw for _, raw in opcodes)


def tensors(draw):
    """States as safetensors, whose JSON is changed."""
    text, arrays = draw.choice(good_tensors())
    said = json.loads(text)
    for _ in range(draw.choice([1, 1, 2, 4])):
        _change(said, draw)
    arrays = dict(arrays)
    if arrays and draw.random() < 0.2:
        del arrays[draw.choice(list(arrays))]
    header = safetensors.header(arrays, {safetensors.STATES: json.dumps(said)})
    data = bytearray(header + b"".join(array.tobytes() for array in arrays.values()))
    if draw.random() < 0.2:
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data)


def _change(said, draw):
    """Change JSON somewhere, in place."""
    while True:
        keys = list(said) if isinstance(said, dict) else list(range(len(said)))
        if not keys:
            break
        key = draw.choice(keys)
        if isinstance(said[key], dict | list) and said[key] and draw.random() < 0.85:
            said = said[key]
            continue
        said[key] = _json(draw)
        break
    if isinstance(said, dict) and draw.random() < 0.5:
        said[
            draw.choice(["id", "same", "list", "dict", "array", "numpy", "stype", "shape", "class", "module", "object", "value"])
        ] = _json(draw)


def _json(draw):
    return draw.choice([
        None, True, 0, -1, 2**70, 1.5, float("nan"), "x", "SGD", "mxnet.optimizer.optimizer", "csr", "row_sparse", "0",
        "0.0", [], {},
        [[]], [1, 2], {"list": []}, {"same": 0}, {"array": "0"}, {"numpy": "3"}, {"tuple": [1]}, {"dict": [[0, 1]]},
        {"float": "nan"},
        {"complex": [1.0, 2.0]}, {"scalar": "float32", "value": 1.5}, {"bytes": "AAAA"}, {"dtype": "float32"}, [3, 2], [0, 2**53],
    ])  # fmt: skip


def file(draw):
    """A file, whichever."""
    return draw.choices([by_grammar, changed, tensors, repeated], [5, 4, 1.5, 0.3])[0](draw)
