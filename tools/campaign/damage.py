"""Damage to files: to bytes anywhere, to numbers in them, and to JSON and its parts."""

from __future__ import annotations

import copy
import json
import random
import struct

#: numbers that lengths, counts and offsets are damaged to
_NUMBERS = (
    0,
    1,
    2,
    3,
    7,
    0x7F,
    0xFF,
    0xFFFF,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    1 << 53,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
)
#: what stands in the place of values in JSON
_VALUES = (
    *(
        7,
        -1,
        1.5,
        1e308,
        float("nan"),
        1 << 31,
        1 << 53,
        1 << 70,
        -(1 << 70),
        10**400,
        None,
        True,
        [],
        {},
        [[]],
        [0, 0],
        [0, 0, 0],
    ),
    *(
        [1, 2],
        [99, 0, 0],
        [0, 99, 0],
        [-1, -1, -1],
        [[0, 0, 0]],
        ["a"],
        {"a": 1},
        {"attrs": 7},
        "",
        "zz",
        "(",
        "()",
        "(1, 2)",
        "(0,)",
    ),
    *(
        "(-1,)",
        "(99999999999,)",
        "[1, 2",
        "None",
        "True",
        "nan",
        "-1",
        "0",
        "1e400",
        "float16",
        "float99",
        "\ud800",
        "\0",
        "9" * 5000,
    ),
    *(
        "(" * 300,
        "-" * 3000 + "1",
        "__import__('os')",
        "null",
        "Convolution",
        "BatchNorm",
        "_foreach",
        "_cond",
        "Custom",
        "Concat",
    ),
)
_KEYS = ("name", "op", "attrs", "inputs", "subgraphs", "num_filter", "num_args", "__shape__", "__dtype__", "__init__")


def of_bytes(content: bytes, draw: random.Random) -> bytes:
    """Bytes changed, cut out, doubled or put in, once or a few times."""
    data = bytearray(content)
    for _ in range(draw.choice([1, 1, 1, 2, 5])):
        at = draw.randrange(len(data) + 1)
        kind = draw.randrange(8)
        if kind == 0:
            del data[at:]
        elif kind == 1:
            for _ in range(draw.choice([1, 1, 4, 16]) if data else 0):
                data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        elif kind == 2:
            data[at : at + 16] = bytes(len(data[at : at + 16]))
        elif kind == 3:
            del data[at : at + draw.choice([1, 3, 4, 8, 40])]
        elif kind == 4:
            data[at:at] = draw.randbytes(draw.choice([1, 3, 4, 8, 40]))
        elif kind == 5:
            data[at:at] = data[at : at + draw.choice([4, 64, 500])]
        else:
            at = draw.randrange(min(len(data), draw.choice([64, 1 << 30])) + 1)
            at -= at % 4 * draw.randrange(2)
            width = draw.choice([4, 8])
            number = draw.choice(_NUMBERS) & (1 << 8 * width) - 1
            data[at : at + width] = struct.pack(draw.choice("<>") + ("I" if width == 4 else "Q"), number)
    return bytes(data)


def _places(value, found, parent=None, key=None):
    found.append((parent, key))
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for inner, part in items:
        _places(part, found, value, inner)


def of_json(value, draw: random.Random):
    """A copy of what JSON holds, with other values, types, sizes or names in some places."""
    value = copy.deepcopy(value)
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        found: list[tuple] = []
        _places(value, found)
        parent, key = draw.choice(found)
        other = copy.deepcopy(draw.choice(_VALUES))
        if parent is None:
            value = other if draw.random() < 0.2 else value
            continue
        kind = draw.randrange(10)
        if kind < 5:
            if isinstance(parent[key], int) and draw.random() < 0.5:
                other = draw.choice([parent[key] + 1, parent[key] - 1, draw.randrange(12), draw.choice(_NUMBERS)])
            parent[key] = other
        elif kind == 5:
            del parent[key]
        elif kind == 6 and isinstance(parent, list):
            parent.insert(draw.randrange(len(parent) + 1), other)
        elif kind == 7:  # what stands elsewhere
            where, name = draw.choice(found)
            parent[key] = copy.deepcopy(value if where is None else where[name])
        elif kind == 8 and isinstance(parent, dict):
            parent[
                draw.choice(["name", "op", "attrs", "inputs", "subgraphs", "num_filter", "__shape__", "__dtype__", "__init__"])
            ] = other
        elif isinstance(parent, list):
            del parent[draw.randrange(len(parent)) :]
    return value


def of_json_text(text: str, draw: random.Random) -> bytes:
    """The text of JSON, damaged in what it says, or in its bytes, or nested deeply."""
    kind = draw.randrange(12)
    if kind == 0:
        return of_bytes(text.encode(), draw)
    if kind == 1:
        opening = draw.choice(["[", '{"a":', '{"nodes":[', '[{"attrs":'])
        deep = opening * draw.choice([10, 1000, 100_000])
        at = text.find(":", draw.randrange(len(text))) + 1
        return (text[:at] + deep + text[at:]).encode() if draw.random() < 0.5 else deep.encode()
    return json.dumps(of_json(json.loads(text), draw), ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
