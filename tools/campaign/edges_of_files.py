"""Files at the limits of their readers: just below or at a limit they are read, just above it they are refused.

The limits are written here once more, not taken from the readers: a limit that is raised, or a check that is gone, is to be seen.
Whoever changes a limit deliberately changes it here too.
"""

from __future__ import annotations

import functools
import io
import json
import pathlib
import struct
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import jmx as mx
from jmx import checkpoints
from jmx._files import idx, params, safetensors
from jmx.checkpoints import _npz

_FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "fixtures"
#: rows of an empty matrix, bytes of an empty row, dimensions; what a byte of a packed file may become
_EMPTY, _DIMENSIONS, _RATIO = 1 << 28, 64, 1032
#: JMX_MAX_PIXELS while images are read, and bytes of an image file that may have so many
PIXELS, _LONG = 20_000_000, 4096


class Edge(NamedTuple):
    """A file at a limit.

    name   what it is
    file   its name
    data   its bytes
    load   what reads it
    read   whether it must be read; None if what else is wrong with it may be refused
    said   words that the refusal must have, or if `read` is None must not have
    """

    name: str
    file: str
    data: bytes
    load: Callable[[str], object]
    read: bool | None
    said: str = ""


# ---- .params


def _load_params(path):
    params.load_file(path)


def _params():
    def edge(name, data, read, said=""):
        return Edge(f"params: {name}", "edge.params", data, _load_params, read, said)

    def raw(*dims, code=0, stored=b"", storage=0):
        shape = struct.pack(f"<i{len(dims)}q", len(dims), *dims)
        array = struct.pack("<Ii", params.V2_MAGIC, storage) + shape + struct.pack("<iii", 1, 0, code) + stored
        return struct.pack("<QQQ", params.LIST_MAGIC, 0, 1) + array + struct.pack("<Q", 0)

    good = params.save_bytes([np.arange(3, dtype="float32"), np.ones(2, "int8")], ["a", "b"])
    yield edge("whole", good, True)
    for cut in (1, 8, 9, len(good) - 30, len(good) - 8):
        yield edge(f"cut by {cut}", good[:-cut], False, "are left")
    yield edge("more arrays than bytes", good[:16] + struct.pack("<Q", len(good)) + good[24:], False, "a list of")
    yield edge(
        "another number of names", good.replace(struct.pack("<QQ", 2, 1), struct.pack("<QQ", 1, 1)), False, "names for 2 arrays"
    )
    yield edge("a long name", good[:-9] + struct.pack("<Q", 2) + b"b", False, "are left")
    yield edge("a name that is no text", good[:-1] + b"\xff", False, "not UTF-8")
    yield edge("another magic number", b"\x13" + good[1:], False, "magic number")
    yield edge("4 bytes", raw(1, stored=bytes(4)), True)
    yield edge("-1 elements", raw(-1, -1, stored=bytes(4)), False, "negative dimension")
    yield edge("65 dimensions", raw(*[1] * 65, stored=bytes(4)), False, f"{_DIMENSIONS} is the most")
    yield edge("no elements, too many", raw(0, 2**40, 2**40), False, "too large")
    yield edge("element type 99", raw(1, code=99, stored=bytes(4)), False, "Unknown type enum")
    yield edge("storage type 3", raw(1, storage=3, stored=bytes(4)), False, "Unknown storage type")

    def csr(starts, columns, shape=(2, 3), values=None):
        values = np.ones(len(columns), "float32") if values is None else values
        parts = params.SparseParts("csr", shape, values, (np.array(starts, "int64"), np.array(columns, "int64")))
        return params.save_bytes([parts], ["w"])

    yield edge("csr", csr([0, 1, 2], [0, 2]), True)
    yield edge("csr, column 3 of 3", csr([0, 1, 2], [0, 3]), False, "its indices lie between")
    yield edge("csr, column -1", csr([0, 1, 2], [-1, 2]), False, "its indices lie between")
    yield edge("csr, rows that descend", csr([0, 2, 1], [0, 2]), False, "do not ascend")
    yield edge("csr, rows from 1", csr([1, 1, 2], [0, 2]), False, "do not ascend")
    yield edge("csr, 4 places for 2 rows", csr([0, 1, 2, 2], [0, 2]), False, "begin at 4 places")
    yield edge("csr, 3 values for 2 places", csr([0, 1, 2], [0, 2], values=np.ones(3, "float32")), False, "its values have shape")
    yield edge("csr, three dimensions", csr([0, 1, 2], [0, 2], (2, 3, 1)), False, "a matrix was expected")
    yield edge("csr, indices of floats", csr([0], [], (0, 3)).replace(struct.pack("<i", 6), struct.pack("<i", 1)), False)
    for rows, read in ((_EMPTY, True), (_EMPTY + 1, False)):
        yield edge(f"csr, {rows} empty rows", csr([], [], (rows, 3)), read, "more than it can have")

    def rows(indices, shape, values):
        parts = params.SparseParts("row_sparse", shape, values, (np.array(indices, "int64"),))
        return params.save_bytes([parts], ["w"])

    yield edge("row 2 of 3", rows([2], (3, 2), np.ones((1, 2), "float32")), True)
    yield edge("row 3 of 3", rows([3], (3, 2), np.ones((1, 2), "float32")), False, "its indices lie between")
    yield edge("rows of another width", rows([2], (3, 3), np.ones((1, 2), "float32")), False, "its values have shape")
    for width, read in ((_EMPTY // 4, True), (_EMPTY // 4 + 1, False)):
        yield edge(f"empty rows of {width}", rows([], (3, width), np.ones((0, width), "float32")), read, "and none is stored")


# ---- safetensors


def _load_safetensors(path):
    safetensors.read(pathlib.Path(path).read_bytes(), path)


def _file(header, elements=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + elements


def _safetensors():
    def edge(name, data, read, said=""):
        return Edge(f"safetensors: {name}", "edge.safetensors", data, _load_safetensors, read, said)

    def two(first, second, size=8, shape=(1,), dtype="F32"):
        said = [{"dtype": dtype, "shape": list(shape), "data_offsets": list(place)} for place in (first, second)]
        return _file({"a": said[0], "b": said[1]}, bytes(size))

    def one(shape, offsets, size, dtype="F32"):
        return _file({"a": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}, bytes(size))

    yield edge("two arrays", two((0, 4), (4, 8)), True)
    yield edge("two arrays that overlap", two((0, 4), (3, 7), 7), False, "overlap")
    yield edge("two arrays at one place", two((0, 4), (0, 4), 4), False, "overlap")
    yield edge("a byte between arrays", two((0, 4), (5, 9), 9), False, "have 1 bytes between them")
    yield edge("a byte before the arrays", one([1], [1, 5], 5), False, "have 1 bytes between them")
    yield edge("a byte after the arrays", two((0, 4), (4, 8), 9), False, "1 bytes follow the last array")
    yield edge("the end before the beginning", one([1], [4, 0], 4), False, "data_offsets")
    yield edge("an end after the file", one([2], [0, 8], 7), False, "data_offsets")
    yield edge("three offsets", one([1], [0, 4, 4], 4), False, "data_offsets")
    yield edge("an offset of 1.5", one([1], [0, 4.0], 4), False, "data_offsets")
    yield edge("another shape", one([3], [0, 8], 8), False, "and its shape")
    yield edge("a shape of -1", one([-1, -1], [0, 4], 4), False, "a shape that is none")
    yield edge("65 dimensions", one([1] * 65, [0, 4], 4), False, "a shape that is none")
    for n, read in ((2**60 - 1, None), (2**60, False)):
        yield edge(f"shape (0, {n})", one([0, n], [0, 0], 0, "U8"), read, "a shape that is too large")
    yield edge("an unknown type", one([1], [0, 4], 4, "F99"), False, "has the element type")
    yield edge("a name twice", _file(b'{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{}}'), False, "is there twice")
    yield edge("metadata that are no texts", _file({"__metadata__": {"a": 1}}), False, "no object of texts")
    yield edge("a list as header", _file([]), False, "no JSON object")
    yield edge("no dtype", _file({"a": {"shape": [0], "data_offsets": [0, 0]}}), False, "lacks dtype")
    for more, read in ((0, True), (1, False)):
        yield edge(
            f"a header of {more} more bytes", struct.pack("<Q", 2 + more) + b"{}", read, "announces 3 bytes and 2 are left"
        )
    yield edge("7 bytes", b"\x02\0\0\0\0\0\0", False, "are no safetensors file")


# ---- .npz


def _load_npz(path):
    checkpoints.load(path)


def _load_sparse_npz(path):
    _npz.arrays(path)


def _array(dtype, shape, content=b"", order="False"):
    head = f"{{'descr': {dtype}, 'fortran_order': {order}, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + content


def _zip(*members, change=None, compression=zipfile.ZIP_STORED):
    """An archive; `change` is given its members before its directory is written."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in members:
            archive.writestr(name, content)
        if change is not None:
            change(archive.filelist)
    return out.getvalue()


def _good_npz():
    def edge(name, data, read, said="", load=_load_npz):
        return Edge(f"npz: {name}", "edge.npz", data, load, read, said)

    plain = _array("'<f4'", "(2,)", bytes(8))

    def one(dtype, shape, content=bytes(8), **options):
        return _zip(("a.npy", _array(dtype, shape, content)), **options)

    yield edge("an array", _zip(("a.npy", plain)), True)
    yield edge("objects", one("'|O'", "(1,)"), False, "Python objects")
    yield edge("objects in a structure", one("[('a', '|O'), ('b', '<f4')]", "(1,)"), False, "Python objects")
    yield edge("texts", one("'<U2'", "(1,)"), False, "not numbers")
    yield edge("times", one("'<M8[s]'", "(1,)"), False, "not numbers")
    yield edge("structures", one("[('a', '<f4'), ('b', '<f4')]", "(1,)"), False, "not numbers")
    yield edge("a byte too few", one("'<f4'", "(2,)", bytes(7)), False, "and its shape")
    yield edge("a byte too many", one("'<f4'", "(2,)", bytes(9)), False, "and its shape")
    yield edge("negative dimensions", one("'<f4'", "(-1, -2)"), False)
    yield edge("65 dimensions", one("'<f4'", "(" + "1, " * 65 + ")", bytes(4)), False, "and its shape")
    yield edge("shape (0, 2**60)", one("'|u1'", f"(0, {2**60})", b""), False, "a shape that is too large")
    yield edge("another name", _zip(("a.txt", plain)), False, "is no array")
    yield edge("a name twice", _zip(("a.npy", plain), ("b.npy", plain), change=_renamed), False, "is there twice")
    yield edge("bzip2", _zip(("a.npy", plain), compression=zipfile.ZIP_BZIP2), False, "as NumPy does not do it")
    yield edge("encrypted", _zip(("a.npy", plain), change=_encrypted), False, "is encrypted")
    size = len(plain)
    for more, read in ((4096, None), (4097, False)):

        def announce(found, more=more):
            found[0].file_size = found[0].compress_size * _RATIO + more

        data = _zip(("a.npy", plain), change=announce)
        yield edge(f"{_RATIO} times the bytes and {more}", data, read, "cannot hold them")

    def longer(found):
        found[0].compress_size = 10**6

    yield edge("more bytes in members than in the file", _zip(("a.npy", plain), change=longer), False, "more bytes together")

    def shorter(found):
        found[0].file_size = size - 1

    data = _zip(("a.npy", _array("'<f4'", "(2,)", bytes(9))), change=shorter)
    yield edge("more bytes in a member than announced", data.replace(struct.pack("<I", size + 1), struct.pack("<I", size)), False)

    def long_note(found):
        found[0].file_size = 100_000_001

    note = _zip(("__jmx__.json", bytes(99_000)), change=long_note)
    yield edge("a note of 100,000,001 bytes", note, False, "announces 100000001 bytes")
    changed = bytearray(_zip(("a.npy", _array("'<f4'", "(2,)", b"\x11" * 8))))
    changed[changed.find(b"\x11" * 8)] = 0x12
    yield edge("another checksum", bytes(changed), False, "Bad CRC-32")

    def csr(columns, form=b"csr", shape="(2,)", kind="'<i8'"):
        parts = {
            "data": _array("'<f4'", "(2,)", bytes(8)), "indptr": _array("'<i8'", "(3,)", struct.pack("<3q", 0, 1, 2)),
            "indices": _array("'<i8'", "(2,)", struct.pack("<2q", *columns)),
            "shape": _array(kind, shape, struct.pack("<2q", 2, 3)), "format": _array("'|S3'", "()", form),
        }  # fmt: skip
        return _zip(*((f"w/{name}.npy", content) for name, content in parts.items()))

    yield edge("csr", csr((0, 2)), True, load=_load_sparse_npz)
    yield edge("csr, column 3 of 3", csr((0, 3)), False, "its indices lie between", _load_sparse_npz)
    yield edge("csr of another format", csr((0, 2), b"csc"), False, "of format 'csc'", _load_sparse_npz)
    yield edge("csr with a shape of floats", csr((0, 2), kind="'<f8'"), False, "not a vector of integers", _load_sparse_npz)


def _renamed(found):
    found[1].filename = found[0].filename


def _encrypted(found):
    found[0].flag_bits |= 1


# ---- MNIST


def _load_idx(path):
    idx.read_idx(path, 2051, whole=True)


def _idx():
    def edge(name, dims, size, read, said=""):
        data = struct.pack(">4I", 2051, *dims) + bytes(size)
        return Edge(f"idx: {name}", "edge.idx", data, _load_idx, read, said)

    yield edge("whole", (2, 3, 4), 24, True)
    yield edge("a byte too few", (2, 3, 4), 23, False, "is cut short")
    yield edge("a byte too many", (2, 3, 4), 25, False, "more bytes of data than its header promises")
    yield edge("8 GiB", (2**11, 2**11, 2**11), 24, False, "is cut short")
    yield edge("no elements", (0, 3, 4), 0, False, "is cut short")
    head = b"\0\0\x08\x01\0\0\0\x04" + bytes(24)
    yield Edge("idx: labels for images", "edge.idx", head, _load_idx, False, "not an idx file of 3-dimensional")


# ---- records


def _load_records(path):
    reader = mx.recordio.MXRecordIO(path, "r")
    while reader.read() is not None:
        pass


def _records():
    def part(kind, content, length=None):
        length = len(content) if length is None else length
        return struct.pack("<II", 0xCED7230A, kind << 29 | length) + content + bytes(-len(content) % 4)

    def edge(name, data, read, said=""):
        return Edge(f"records: {name}", "edge.rec", data, _load_records, read, said)

    yield edge("whole, and one in three parts", part(0, b"abc") + part(1, b"abcd") + part(2, b"") + part(3, b"ab"), True)
    yield edge("a byte too few", part(0, b"abcd")[:-1], False, "a part of 4 bytes is announced and 3 are left")
    yield edge("a byte of padding too few", part(0, b"abc")[:-1], False, "a part of 4 bytes is announced and 3 are left")
    yield edge("a longer length", part(0, b"abcd", 5), False, "a part of 8 bytes is announced and 4 are left")
    yield edge("the longest length", part(0, b"abcd", 2**29 - 1), False, "is announced and 4 are left")
    yield edge("7 bytes of a head", part(0, b"abcd") + part(0, b"")[:7], False, "8 bytes and 7 are left")
    yield edge("another magic number", part(0, b"abcd") + b"\0" * 8, False, "expected the magic number")
    yield edge("a last part at first", part(3, b"abcd"), False, "the start of a record")
    yield edge("a middle part at first", part(2, b"abcd"), False, "the start of a record")
    yield edge("a first part twice", part(1, b"abcd") + part(1, b"abcd"), False, "a further part")
    yield edge("a whole record in another", part(1, b"abcd") + part(0, b"abcd"), False, "a further part")
    yield edge("a record without its end", part(1, b"abcd"), False, "8 bytes and 0 are left")

    def by_index(path):
        record = pathlib.Path(path).with_name("indexed.rec")
        record.write_bytes(part(0, b"abcd") + part(0, b"efgh"))
        reader = mx.recordio.MXIndexedRecordIO(path, str(record), "r")
        for key in reader.keys:
            reader.read_idx(key)

    for place, read, said in ((12, True, ""), (24, False, "has key 7 at byte 24"), (-1, False, "negative"), (4, False, "magic")):
        yield Edge(f"records: index to {place}", "edge.idx", b"7\t%d\n" % place, by_index, read, said)


# ---- symbols


def _load_symbol(path):
    mx.sym.load(path)


def _symbols():
    def graph(*more, heads=((1, 0, 0),), first=None, **about):
        nodes = [first or {"op": "null", "name": "x", "inputs": []}, *more]
        text = {"nodes": nodes, "arg_nodes": [0], "node_row_ptr": [0, 1], "heads": list(heads), **about}
        return json.dumps({"attrs": {"mxnet_version": ["int", 10901]}, **text}).encode()

    def node(op="relu", inputs=((0, 0, 0),), **attrs):
        return {"op": op, "name": "y", "attrs": attrs, "inputs": list(inputs)}

    def edge(name, data, read, said=""):
        return Edge(f"symbol: {name}", "edge-symbol.json", data, _load_symbol, read, said)

    yield edge("a graph", graph(node()), True)
    yield edge("a head beyond the nodes", graph(node(), heads=[(2, 0, 0)]), False, "with a node below 2")
    yield edge("an input beyond the nodes", graph(node(inputs=[(2, 0, 0)])), False, "with a node below 2")
    yield edge("node -1", graph(node(inputs=[(-1, 0, 0)])), False, "with a node below 2")
    yield edge("node 0.0", graph(node(inputs=[(0.0, 0, 0)])), False, "with a node below 2")
    yield edge("output 1 of 1", graph(node(), heads=[(1, 1, 0)]), False, "output 1 of y is used")
    yield edge("output 1 of a variable", graph(node(inputs=[(0, 1, 0)])), False, "output 1 of x is used")
    split = node("SliceChannel", num_outputs="3")
    yield edge("output 2 of 3", graph(split, heads=[(1, 2, 0)]), True)
    yield edge("output 3 of 3", graph(split, heads=[(1, 3, 0)]), False, "output 3 of y is used")
    yield edge("a node that is its own input", graph(node(inputs=[(1, 0, 0)])), False, "is cyclic")
    two = node("relu", [(2, 0, 0)]), {"op": "relu", "name": "z", "inputs": [(1, 0, 0)]}
    yield edge("two nodes in a circle", graph(*two), False, "is cyclic")
    yield edge("no heads", graph(node(), heads=[]), False, "has no heads")
    yield edge("two inputs for one", graph(node(inputs=[(0, 0, 0)] * 2)), False, "it has 2 inputs; expected 1")
    for count in ("1000000", "x", "-1", "\u00b2"):
        yield edge(f"{count} inputs", graph(node("Concat", num_args=count)), False)
    many = node("preloaded_multi_sgd_mom_update", [(0, 0, 0)] * 8, num_weights="7")
    yield edge("fewer inputs than are written", graph(many), False, "it has 8 inputs; its attributes ask for")
    yield edge("an unknown operator", graph(node("nobody")), False, "is not registered")
    yield edge("an operator that is no text", graph({"op": 1, "name": "y"}), False, 'needs strings "op" and "name"')
    yield edge("inputs that are no list", graph({"op": "relu", "name": "y", "inputs": 7}), False, "expected a list")
    yield edge("a name that is no text", graph({"op": "relu", "name": "\ud800", "inputs": [[0, 0, 0]]}), False, "that is no text")
    yield edge("attributes that are no object", graph({"op": "relu", "name": "y", "attrs": [1]}), False, "is not an object")
    yield edge("another version", graph(node(), attrs={"mxnet_version": "x"}), False, "expected a number")
    yield edge("nested deeply", b'{"nodes":' + b"[" * 100_000, False)
    yield edge("a number of 10,000 digits", graph(node()).replace(b"10901", b"9" * 10_000), False)


# ---- images


def _read_image(path):
    mx.image.imread(path)


def _image_heads():
    """What heads of image files say: name -> bytes for a width and a height."""

    def tiff(order, width, height):
        tags = struct.pack(order + "HHII", 256, 4, 1, width) + struct.pack(order + "HHII", 257, 4, 1, height)
        mark = b"II*\0" if order == "<" else b"MM\0*"
        return mark + struct.pack(order + "IH", 8, 2) + tags + bytes(4)

    def bmp(width, height):
        return b"BM" + struct.pack("<IIIIiiHH", 0, 0, 54, 40, width, height, 1, 24) + bytes(24)

    def webp(kind, content):
        return b"RIFF" + struct.pack("<I", 30) + b"WEBP" + kind + struct.pack("<I", 18) + content

    def box(kind, content):
        return struct.pack(">I", 8 + len(content)) + kind + content

    return {
        "png": lambda w, h: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", w, h) + b"\x08\x02\0\0\0" + bytes(_LONG),
        "jpeg": lambda w, h: b"\xff\xd8\xff\xc0\0\x11\x08" + struct.pack(">HH", h, w) + b"\x03" + bytes(_LONG),
        "jpeg after a comment": lambda w, h: (
            b"\xff\xd8\xff\xfe\0\x06abcd\xff\xc2\0\x11\x08" + struct.pack(">HH", h, w) + b"\x03" + bytes(_LONG)
        ),
        "gif": lambda w, h: b"GIF89a" + struct.pack("<HH", w, h) + b"\0\0\0",
        "bmp": bmp, "bmp upside down": lambda w, h: bmp(w, -h),
        "webp, lossy": lambda w, h: webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", w, h)),
        "webp, lossless": lambda w, h: webp(b"VP8L", b"\x2f" + struct.pack("<I", (w - 1) | (h - 1) << 14)),
        "webp, extended": lambda w, h: webp(b"VP8X", bytes(4) + struct.pack("<I", w - 1)[:3] + struct.pack("<I", h - 1)[:3]),
        "tiff": lambda w, h: tiff("<", w, h), "tiff of big-endian numbers": lambda w, h: tiff(">", w, h),
        "jpeg 2000": lambda w, h: box(b"jP  ", b"\r\n\x87\n") + box(b"jp2h", box(b"ihdr", struct.pack(">II", h, w) + bytes(6))),
        "a codestream": lambda w, h: b"\xff\x4f\xff\x51\0\x29\0\0" + struct.pack(">IIII", w, h, 0, 0) + bytes(40),
        "avif": lambda w, h: (
            box(b"ftyp", b"avif\0\0\0\0") + box(b"meta", bytes(4) + box(b"ispe", bytes(4) + struct.pack(">II", w, h)))
        ),
        "pgm": lambda w, h: b"P5 %d %d 255\n" % (w, h), "ppm": lambda w, h: b"P6\n# a comment\n%d %d\n255\n" % (w, h),
        "pbm of text": lambda w, h: b"P1\n%d\n%d\n" % (w, h),
        "pam": lambda w, h: b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 3\nMAXVAL 255\nENDHDR\n" % (w, h),
        "pfm": lambda w, h: b"PF\n%d %d\n-1.0\n" % (w, h),
        "hdr": lambda w, h: b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (h, w),
        "sun": lambda w, h: b"\x59\xa6\x6a\x95" + struct.pack(">IIIIIII", w, h, 24, 0, 1, 0, 0),
    }  # fmt: skip


def _pixels():
    for name, head in _image_heads().items():
        for width, height, read in ((5000, PIXELS // 5000, None), (5000, PIXELS // 5000 + 1, False)):
            yield Edge(
                f"{name}: {width} x {height}", "edge-image", head(width, height), _read_image, read,
                f"JMX_MAX_PIXELS is {PIXELS}",
            )  # fmt: skip
    size = 5000, PIXELS // 5000 + 1
    for name, data in (
        ("pgm", b"P5\n#" + b"c" * 5000 + b"\n%d %d\n255\n" % size),
        ("hdr", b"#?RADIANCE\n#" + b"c" * 5000 + b"\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % size),
    ):
        yield Edge(f"{name}: a long comment", "edge-image", data, _read_image, False, "JMX_MAX_PIXELS")
    # A file that cannot hold what it announces is none of an image, whatever the limit.
    dense = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 2**15, 2**15) + b"\x08\x02\0\0\0" + bytes(64)
    yield Edge("png: 2**30 pixels in 100 bytes", "edge-image", dense, _read_image, None, "JMX_MAX_PIXELS")
    small = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 1, 1) + b"\x08\x02\0\0\0" + bytes(4)
    yield Edge("png: a part of 2 GiB", "edge-image", small + b"\x7f\xff\xff\xffIDAT", _read_image, False)


@functools.cache
def all_edges():
    """All of them."""
    parts = (_params, _safetensors, _good_npz, _idx, _records, _symbols, _pixels)
    return [edge for part in parts for edge in part()]
