"""Realistic sizes for every row of the conformance tables, found by asking MXNet which it takes. Run with MXNet's Python:

    python benchmarks/surface_sizes.py            all operators (about twenty minutes)
    python benchmarks/surface_sizes.py take dot   some of them, the others stay as they are

Writes surface_cases.json. Nobody picks what is measured: the operators, their attributes and the types of their inputs are
those of tests/conformance, and the storage types those for which MXNet has a kernel. A row is enlarged by multiplying the sizes
of as many axes as MXNet takes: axes of one size by one factor in all inputs, and in attributes where they must agree. An input
or output has then about as many elements as the size class says. What takes longer than `SLOW` seconds in MXNet is made smaller.
Every operator is tried in a process of its own, since MXNet crashes at some inputs.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "conformance")]
import common  # noqa: E402

#: elements of the largest input or output of a row, by size class
CLASSES = {"medium": 2**13, "large": 2**19}
#: seconds of one call in MXNet that a row may take
SLOW = 0.1
#: rows of an operator: the first ones of different attributes
ROWS = 2
#: attributes whose numbers are no sizes of arrays
_NO_SIZES = {
    "kernel",
    "stride",
    "pad",
    "dilate",
    "axis",
    "axes",
    "num_group",
    "target_shape",
    "k",
    "scalar",
    "p",
    "lr",
    "wd",
    "momentum",
}
_CSR = "takes csr arrays only, and has conformance rows that must fail alone"
#: operators of the conformance tables without a row here, and why
WITHOUT = {
    "_contrib_dgl_adjacency": _CSR,
    "_contrib_dgl_csr_neighbor_non_uniform_sample": _CSR,
    "_contrib_dgl_csr_neighbor_uniform_sample": _CSR,
    "_contrib_dgl_graph_compact": _CSR,
    "_contrib_dgl_subgraph": _CSR,
    "_contrib_edge_id": _CSR,
}
#: operators whose rows are as small as in the conformance tables, and why
SMALL = {
    "_contrib_MultiBoxDetection": "MXNet reads beyond its arrays when their sizes contradict one another",
    "_npi_eig": "larger matrices have complex eigenvalues, which jmx refuses",
    "_npi_eigvals": "larger matrices have complex eigenvalues, which jmx refuses",
}
TABLE = HERE / "cases" / "surface_cases.json"
#: seconds for all sizes of one operator
PATIENCE = 60


def rows():
    """{operator: its rows}: without those that must fail, of the first element type, and of different attributes."""
    found = {}
    for family in common.families():
        for case in common.load(family):
            chosen = found.setdefault(case["op"], [])
            if "error" in case or "nd" not in case["levels"]:
                continue
            kind = sorted(case["attrs"]), len(case["inputs"])
            if len(chosen) < ROWS and kind not in [k for k, _ in chosen]:
                chosen.append((kind, case))
    return {op: [case for _, case in chosen] for op, chosen in found.items()}


def specs(case):
    """The inputs of a row: {"shape", "dtype", and "how" or "value"}."""
    found = []
    for spec in case["inputs"]:
        if isinstance(spec, dict):
            value = np.asarray(spec["value"], spec.get("dtype", "float32"))
            found.append({"shape": value.shape, "dtype": value.dtype.name, "value": value.tolist()})
        else:
            shape, dtype, how = (tuple(spec) + (None,) * 3)[:3]
            found.append({"shape": tuple(shape), "dtype": dtype or "float32", "how": how})
    return found


def _numbers(value):
    """The sizes that stand in the value of an attribute."""
    if isinstance(value, bool):
        return set()
    if isinstance(value, int):
        return {value}
    return set().union(*map(_numbers, value)) if isinstance(value, (list, tuple)) else set()


def _scaled(value, sizes, factor):
    if isinstance(value, bool) or not isinstance(value, (int, list, tuple)):
        return value
    if isinstance(value, int):
        return value * factor if value in sizes else value
    return type(value)(_scaled(v, sizes, factor) for v in value)


def enlarged(row, axes, sizes, factor):
    """A row whose `axes`, pairs of an input's number and an axis, and `sizes` in attributes are `factor` times as large."""
    inputs = []
    for i, spec in enumerate(row["inputs"]):
        shape = [n * factor if (i, axis) in axes else n for axis, n in enumerate(spec["shape"])]
        # Written whole numbers in a list are positions or lengths: they grow with what they refer to.
        spread = spec.get("spread", 1) * (factor if len(shape) == 1 and any(place[0] != i for place in axes) else 1)
        inputs.append({**spec, "shape": shape, **({"spread": spread} if "value" in spec and spread > 1 else {})})
    attrs = {name: value if name in _NO_SIZES else _scaled(value, sizes, factor) for name, value in row["attrs"].items()}
    return {**row, "inputs": inputs, "attrs": attrs}


def plain(case):
    """A row of the conformance tables as it is."""
    wanted = [] if case["grad"] is False else case["grad"]
    more = {"mutates": case["mutates"], "train": case.get("train"), "into": case.get("into", [])}
    return {"op": case["op"], "inputs": specs(case), "attrs": case["attrs"], "back": wanted, **more}


def _axes(row):
    return {(i, axis): n for i, spec in enumerate(row["inputs"]) for axis, n in enumerate(spec["shape"]) if n > 1}


def ways(row, care=0):
    """What can be enlarged: (axes, sizes in attributes), the most first. With care, where MXNet crashed: one axis, or nothing."""
    axes = _axes(row)
    if care:
        yield from [({place}, set()) for place in axes if place[0] == 0] if care == 1 else ()
        return
    attributes = set().union(*[_numbers(v) for name, v in row["attrs"].items() if name not in _NO_SIZES])
    attributes = {n for n in attributes if n > 1}
    every = set(axes.values())
    yield set(axes), every | (set() if axes else attributes)
    yield set(axes), attributes
    yield set(axes), set()
    own = [place for place in axes if place[0] == 0]
    for count in range(len(own), 0, -1):
        for chosen in itertools.combinations(own, count):
            sizes = {axes[place] for place in chosen}
            linked = {place for place, n in axes.items() if n in sizes and (place[0] > 0 or place in chosen)}
            for those in (linked, set(chosen)):
                if attributes & sizes:
                    yield those, sizes
                yield those, set()
    for size in attributes:
        yield set(), {size}


def _factor(row, axes, sizes, target):
    """By how much to enlarge so that the largest array has about `target` elements."""
    factors = []
    for i, spec in enumerate(row["inputs"]):
        power = sum(place[0] == i for place in axes)
        if power:
            factors.append((target / max(int(np.prod(spec["shape"])), 1)) ** (1 / power))
    if not factors and sizes:
        factors = [(target / float(np.prod(list(sizes)))) ** (1 / len(sizes))]
    return int(min(factors or [1]))


def _elements(row, outputs):
    shapes = [spec["shape"] for spec in row["inputs"]] + [out.shape for out in outputs]
    return max([int(np.prod(shape)) for shape in shapes] or [0])


def _tried(surface, row):
    """(elements, seconds of a call, row) of a row that MXNet takes, with gradients where it has them; None for another."""
    try:
        call = surface.Call("mxnet", row)
        call.forward()
        seconds = surface.seconds(call.forward, 1)
        outputs = call.outputs
    except Exception:
        return None
    if row["back"] is not False:
        try:
            row = {**row, "back": call.wanted()}
            if row["back"]:
                call = surface.Call("mxnet", row)
                call.both()
                seconds = max(seconds, surface.seconds(call.both, 1))
        except Exception:
            row = {**row, "back": []}
    return _elements(row, outputs), seconds, row


def sized(surface, row, target, found=None, care=0):
    """(way, row): the row with as many large axes as MXNet takes, of about `target` elements and computed quickly.

    found    the way that has served for another size
    """
    aim = target
    while aim >= 64:
        for way in [found] if found else ways(row, care):
            factor = _factor(row, *way, aim)
            tried = _tried(surface, enlarged(row, *way, factor)) if factor >= 2 else None
            if tried is not None and tried[0] <= 8 * target and tried[1] <= SLOW:
                return way, _more(surface, tried, way[0], target)
        aim //= 8
    return None, None


def _more(surface, tried, done, target):
    """A row with the axes of other inputs enlarged too, such as the number of regions, where MXNet takes it."""
    for place in _axes(tried[2]):
        factor = target // max(int(np.prod(tried[2]["inputs"][place[0]]["shape"])), 1)
        while place[0] > 0 and place not in done and factor >= 2:
            larger = _tried(surface, enlarged(tried[2], {place}, set(), factor))
            if larger is not None and larger[0] <= 2 * target and larger[1] <= SLOW:
                tried = larger
                break
            factor //= 8
    return tried[2]


def _storages(surface, row):
    """The rows of other storage types that MXNet computes without turning them into dense arrays."""
    places = [
        i for i, spec in enumerate(row["inputs"][:3]) if len(spec["shape"]) == 2 and spec["dtype"] == "float32" and "how" in spec
    ]
    for stypes in itertools.product(("default", "csr", "row_sparse"), repeat=len(places)):
        if set(stypes) <= {"default"}:
            continue
        inputs = list(row["inputs"])
        for place, stype in zip(places, stypes):
            inputs[place] = {**inputs[place], "stype": stype}
        sparse = {**row, "inputs": inputs, "back": []}
        with surface.standard_error() as said:
            tried = _tried(surface, sparse)
            text = said()
        if tried is not None and "fallback" not in text:
            yield "".join(stype[0] for stype in stypes), tried[2]


def _of_operator(op, care):
    """The rows of one operator by name; runs in a process of its own."""
    sys.path[:0] = [str(HERE.parent)]
    from benchmarks.cases import surface

    found, care = {}, 2 if op in SMALL else care
    for number, case in enumerate(rows()[op]):
        way = None
        for size, target in CLASSES.items():
            way, row = sized(surface, plain(case), target, way, care)
            if row is None or row in found.values():
                continue
            found[f"{op}-{number}-{size}"] = row
            if number == 0 and size == "large" and not care and not surface.is_numpy(op):
                for storage, sparse in _storages(surface, row):
                    found[f"{op}-{storage}-{size}"] = sparse
        if not found:  # its own small row is better than none
            tried = _tried(surface, plain(case))
            if tried is not None:
                found[f"{op}-{number}-small"] = tried[2]
    return found


def _answers(ops):
    """(operator, its rows or None, a remark) of each operator; processes take several in turn, until one crashes."""
    ops, care = list(ops), 0
    while ops:
        command = [sys.executable, __file__, "--some", str(care), *(ops[:1] if care else ops)]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        with tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
            limit = threading.Timer(PATIENCE, process.kill)
            limit.start()
            for line in process.stdout:
                limit.cancel()
                yield ops.pop(0), json.loads(line), f"care {care}" if care else ""
                care = 0
                limit = threading.Timer(PATIENCE, process.kill)
                limit.start()
            limit.cancel()
            if process.wait():
                care += 1
                errors.seek(0)
                if care == 3:
                    yield ops.pop(0), None, f"status {process.returncode}: {errors.read().strip()[-200:]}"
                    care = 0


def main(names):
    """Find the rows of the operators `names`, or of all."""
    table = json.loads(TABLE.read_text()) if TABLE.exists() and names else {}
    table = {name: row for name, row in table.items() if row["op"] not in names}
    for op, found, remark in _answers(names or rows()):
        table.update(found or {})
        print(f"{op}: {', '.join(found or ()) or 'no rows'} {remark}", flush=True)
        TABLE.write_text("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table)) + "\n}\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--some"]:
        answers = os.dup(1)
        os.dup2(2, 1)  # what MXNet prints is no answer
        for name in sys.argv[3:]:
            os.write(answers, (json.dumps(_of_operator(name, int(sys.argv[2]))) + "\n").encode())
    else:
        main(sys.argv[1:])
