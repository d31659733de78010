"""Calls that go wrong, derived from the rows of the conformance table, and the form in which MXNet's answers are kept.

Of every public operator the first rows are taken, and of each one thing is changed at a time: an array's rank, one of its
sizes, its element type or values, how many arrays there are, or an attribute (an axis beyond the rank, a negative or absent
size, a word that means nothing). MXNet accepts some of these calls; what is recorded is whatever it does: the class of the
error, the shapes, element types and values of the outputs, or that the process ended.
"""

import base64
import collections
import gzip
import json
import typing
import zlib

import common
import numpy as np

import jmx.ops  # noqa: F401  (declares the operators)
from jmx.core.declare import attrs as kinds
from jmx.core.declare.op import REGISTRY

PATH = common.GOLDEN / "bad_input.json.gz"
#: outputs of more elements are compared by shape and element type
MOST = 600
_AXES = {"axis", "dim", "dim1", "dim2", "axis1", "axis2", "batch_axis"}
#: says where to run, not what; the last three are not MXNet's
_SKIPPED = {"ctx", "cudnn_tune", "workspace", "cudnn_off", "weight_first", "with_relu", "packed"}
_ODD = ("choice", float("nan"), float("inf"), float("-inf"), 0.0, 1.5)


def _rows():
    """{operator: its rows}, of all that belong to `nd`."""
    table = collections.OrderedDict()
    for family in common.families():
        if family.startswith("numpy"):
            continue
        for case in common.load(family):
            if "error" not in case and "nd" in case["levels"] and not case.get("into"):
                table.setdefault(case["op"], []).append(case)
    return table


def _chosen(rows):
    """The first row and the first one with the most attributes."""
    richest = max(rows, key=lambda case: len(case["attrs"]))
    return rows[:1] if richest is rows[0] else [rows[0], richest]


def cases():
    """All calls, as cases of the conformance table with "what" (the change); no two of a row are alike."""
    found = []
    for name, rows in _rows().items():
        op = REGISTRY[name]
        public = next(n for n in op.names if not n.startswith("_np"))
        for row in _chosen(rows):
            seen = set()
            for what, inputs, attrs in _changed(row, row is rows[0]):
                case = {**row, "op": public, "inputs": inputs, "attrs": attrs, "grad": False, "grad2": False, "mutates": []}
                case.update(what=what, plain=_plain(op, inputs, public))
                if "train" not in row:
                    case["train"] = False
                text = repr((inputs, list(attrs.items())))
                if text not in seen:
                    seen.add(text)
                    found.append(case)
    return found


def _plain(op, inputs, public):
    """Whether to call by the operator's name: a function takes an array too many for an attribute, or does not exist."""
    many = len(inputs) > len(op.inputs) and not op.variadic
    return many or not op.unlisted.isdisjoint(op.inputs) or public.endswith("_like") and public.startswith("_random_")


def name(case):
    """What the golden file calls a case."""
    return f"{case['id']}/{case['what']}"


def fingerprint(case):
    """Changes with the call."""
    return zlib.crc32(repr((case["inputs"], sorted(case["attrs"].items()), case["train"], case["family"])).encode())


def _changed(row, whole):
    """(what, inputs, attributes); only the attributes change unless `whole`."""
    inputs, attrs = [_filled(s) for s in row["inputs"]], row["attrs"]
    for what, changed in _inputs(inputs) if whole else ():
        yield what, changed, attrs
    for what, changed in _attributes(REGISTRY[row["op"]], attrs, inputs):
        yield what, inputs, changed


def _filled(spec):
    """A spec with all of its parts, fit to be changed."""
    if isinstance(spec, dict):
        return spec
    shape, dtype, how = (tuple(spec) + (None,) * 3)[:3]
    return tuple(shape), dtype or "float32", how


def _shape(spec):
    return np.shape(spec["value"]) if isinstance(spec, dict) else spec[0]


def _dtype(spec):
    return spec.get("dtype", "float32") if isinstance(spec, dict) else spec[1]


def _reshaped(spec, shape):
    """`spec` with another shape; given values repeat."""
    if not isinstance(spec, dict):
        return (tuple(shape), *spec[1:])
    value = np.resize(np.asarray(spec["value"]), shape) if np.size(spec["value"]) else np.zeros(shape)
    return {**spec, "value": value.tolist()} if 0 not in shape else (tuple(shape), _dtype(spec), None)


def _typed(spec, dtype):
    if isinstance(spec, dict):
        value = np.asarray(spec["value"], "float64")
        if np.dtype(dtype).kind != "f":
            value = np.clip(np.nan_to_num(value), 0, 100).astype("int64")
        return {"value": value.tolist(), "dtype": dtype}
    how = spec[2] if np.dtype(dtype).kind == "f" or spec[2] and spec[2][0] in ("int", "choice") else None
    return spec[0], dtype, how


def _inputs(inputs):
    def put(i, spec):
        return [*inputs[:i], spec, *inputs[i + 1 :]]

    if inputs:
        yield "one array less", inputs[:-1]
        yield "one array more", [*inputs, inputs[-1]]
        yield "no array", []
    for i, spec in enumerate(inputs[:5]):
        shape, dtype = _shape(spec), _dtype(spec)
        yield f"{i} with a dimension in front", put(i, _reshaped(spec, (2, *shape)))
        yield f"{i} with a dimension behind", put(i, _reshaped(spec, (*shape, 1)))
        if len(shape) > 1:
            yield f"{i} without its first dimension", put(i, _reshaped(spec, shape[1:]))
            yield f"{i} without its last dimension", put(i, _reshaped(spec, shape[:-1]))
            yield f"{i} with one dimension", put(i, _reshaped(spec, (shape[0],)))
        for at in sorted({0, len(shape) - 1} - {-1}):
            for size in (shape[at] + 1, 1, 0):
                yield f"{i} of size {size} at {at}", put(i, _reshaped(spec, (*shape[:at], size, *shape[at + 1 :])))
        for other in ("float64", "int32", "uint8", "bool")[: 4 if i == 0 else 2]:
            if other != dtype:
                yield f"{i} of {other}", put(i, _typed(spec, other))
        if np.dtype(dtype).kind == "f":
            yield f"{i} not finite", put(i, (shape, dtype, _ODD))
        for low in (1000, -3, -1000) if i < 3 else ():
            if low > 0 or np.dtype(dtype).kind != "u":
                yield f"{i} around {low}", put(i, (shape, dtype, ("int", low, low + 2)))
    if len(inputs) > 1:
        for other in ("float64", "int32"):
            yield f"all of {other}", [_typed(s, other) for s in inputs]


def _attributes(op, attrs, inputs):
    yield "an unknown attribute", {**attrs, "no_such_attribute": 1}
    ndim = len(_shape(inputs[0])) if inputs else 2
    for name, (hint, default) in op.schema.items():
        if name in _SKIPPED or name in op.unlisted and name not in attrs:  # MXNet does not have the latter
            continue
        if default is kinds.REQUIRED and name in attrs:
            yield f"{name} left out", {k: v for k, v in attrs.items() if k != name}
        for value in _values(name, kinds.split_optional(hint)[0], attrs.get(name, default), ndim):
            yield f"{name}={value!r}", {**attrs, name: value}


def _values(name, hint, given, ndim):
    yield "nonsense"
    if name in _AXES:
        yield from (ndim - 1, ndim, ndim + 5, -ndim, -ndim - 1)
    if typing.get_origin(hint) is typing.Literal:
        yield from typing.get_args(hint)
    elif hint is bool:
        yield from (True, False, 2, None)
    elif hint == kinds.DType:
        yield from ("float64", "float16", "int32", "uint8", "bool", "complex64")
    elif hint is int:
        yield from (0, -1, 1, 3, -7, 1.5, None)
    elif hint in (float, kinds.Scalar):
        yield from (0.0, -1.0, float("nan"), float("inf"), None)
    elif hint in (kinds.Shape, kinds.OptShape):
        yield from ((), "(", (0,), (-1,), (1,), 2, (1, 1), (1, 0, 1), (ndim,), (-ndim - 1,), (0, 0), (1.5, 1), None)
        if isinstance(given, tuple) and given and all(isinstance(n, int) for n in given):
            yield from ((*given, 1), given[:-1], (0, *given[1:]), (-1, *given[1:]), (*given[:-1], given[-1] + 1))
    elif hint in (kinds.Floats, kinds.Scalars):
        yield from ((), (0.0,), (-1.0, 1.0), "(a, b)", 2.0, (1.0, 2.0, 3.0), None)


# MXNet's answers


def pack(outcome):
    """An outcome (see `generate_bad_input.py`) as JSON holds it."""
    if outcome[0] != "value":
        return outcome[0] if outcome[0] == "ended" else outcome[1]
    return [_packed(x) for x in outcome[1]]


def _packed(array):
    if isinstance(array, str):
        return array
    head = f"{array.dtype} {','.join(map(str, array.shape))}"
    if array.size > MOST:
        return head
    return f"{head} {base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()}"


def unpack(text):
    """(shape, element type, array or None) of a packed output."""
    dtype, shape, *data = text.split(" ")
    shape = tuple(int(n) for n in shape.split(",") if n)
    return shape, dtype, np.frombuffer(base64.b64decode(data[0]), dtype).reshape(shape) if data else None


def load():
    """{name of a case: [fingerprint, answer]}; the answer is "ended", an error's class or a list of packed outputs."""
    with gzip.open(PATH, "rt") as file:
        return json.load(file)
