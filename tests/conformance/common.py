"""What the generator (under the real MXNet) and the tests (under jmx) share: reading case tables and drawing inputs.

A case table is a module `cases_<family>.py` with a list `CASES` of plain dicts:

    op       operator name as in the registry, "broadcast_add"
    inputs   list of input specs: (shape,) or (shape, dtype) or (shape, dtype, distribution),
             or {"value": nested list, "dtype": ...}
    attrs    attributes, Python values
    grad     True (default): gradients of all floating inputs; a list of input positions; False: forward only
    grad2    True: also the gradient of a weighted sum of the first gradients (second order), for the same inputs
    train    training mode; by default True where gradients are taken and False elsewhere
    mutates  positions of inputs the operator writes (moving statistics, optimizer state): next values are compared
    check    "value" (default) or "shape" (shapes and element types only: random operators)
    tol      (rtol, atol); grad_tol likewise; both have defaults by element type
    into     positions of the inputs that the outputs resemble, for operators that MXNet runs only with given outputs
    error    a fragment of jmx's message: the call must raise, here and in MXNet, the same class of error
    levels   subset of ("pure", "nd", "sym") on which the case makes sense; all by default

Distributions: "normal" (default for floats), "positive" (0.5 .. 2), "unit" (-0.95 .. 0.95), "distinct" (no two elements
equal, not sorted), "bool", ("uniform", low, high), ("int", low, high) (default for integers: -5 .. 5, unsigned 0 .. 9),
("choice", v0, v1, ...). Input values depend on the family, the operator, the case's number among those of its operator
and the input's position, and on nothing else.

Runs on NumPy 1.23 and NumPy 2, imports neither MXNet nor jmx.
"""

import importlib
import pathlib
import sys
import zlib

import numpy as np

HERE = pathlib.Path(__file__).parent
GOLDEN = HERE / "golden"
ALL_LEVELS = ("pure", "nd", "sym")
_TOLERANCE = {"float16": (2e-3, 1e-3), "float32": (1e-5, 2e-6), "float64": (1e-11, 1e-12)}


def families():
    """Names of all families that have a case table."""
    return sorted(p.stem[len("cases_") :] for p in HERE.glob("cases_*.py"))


def load(family):
    """The cases of `family`, each with its "id", "family" and "levels" filled in."""
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    cases, count = [], {}
    for raw in importlib.import_module("cases_" + family).CASES:
        case = {"attrs": {}, "grad": True, "grad2": False, "mutates": [], "check": "value", "levels": ALL_LEVELS, **raw}
        number = count[case["op"]] = count.get(case["op"], -1) + 1
        case["id"], case["family"] = f"{case['op']}-{number}", family
        cases.append(case)
    return cases


def fingerprint(case):
    """A number that changes when the case does: golden values made for another table are told apart."""
    relevant = {k: case.get(k) for k in ("op", "inputs", "attrs", "grad", "grad2", "train", "mutates")}
    return zlib.crc32(repr(sorted(relevant.items())).encode())


def draw(rng, shape, dtype, how=None):
    """Values of a shape and an element type, from the generator `rng`; without a distribution `how`, that of the element type."""
    kind = np.dtype(dtype).kind
    how = how or {"f": "normal", "i": ("int", -5, 6), "u": ("int", 0, 10), "b": "bool"}[kind]
    name, args = (how, ()) if isinstance(how, str) else (how[0], how[1:])
    if name == "normal":
        out = rng.standard_normal(shape)
    elif name == "positive":
        out = rng.uniform(0.5, 2, shape)
    elif name == "unit":
        out = rng.uniform(-0.95, 0.95, shape)
    elif name == "uniform":
        out = rng.uniform(args[0], args[1], shape)
    elif name == "int":
        out = rng.integers(args[0], args[1], shape)
    elif name == "distinct":
        size = int(np.prod(shape))
        out = (rng.permutation(size) - (size // 2 if kind in "if" else 0)).reshape(shape) * (0.25 if kind == "f" else 1)
    elif name == "bool":
        out = rng.integers(0, 2, shape)
    elif name == "choice":
        out = np.asarray(args)[rng.integers(0, len(args), shape)]
    else:
        raise ValueError(f"unknown distribution {how!r}")
    return np.asarray(out).astype(dtype)


def _rng(*words):
    return np.random.Generator(np.random.PCG64(zlib.crc32("/".join(map(str, words)).encode())))


def make_inputs(case):
    """The NumPy inputs of `case`."""
    out = []
    for position, spec in enumerate(case["inputs"]):
        if isinstance(spec, dict):
            out.append(np.asarray(spec["value"], dtype=spec.get("dtype", "float32")))
            continue
        shape, dtype, how = (tuple(spec) + (None,) * 3)[:3]
        dtype = dtype or "float32"
        out.append(draw(_rng(case["family"], case["id"], position), shape, dtype, how))
    return out


def wanted_gradients(case, inputs):
    """Positions of the inputs whose gradients are compared."""
    if isinstance(case["grad"], (list, tuple)):
        return list(case["grad"])
    if not case["grad"] or "error" in case or case["check"] == "shape":
        return []
    return [i for i, x in enumerate(inputs) if x.dtype.kind == "f" and i not in case["mutates"]]


def head_gradient(case, order, position, shape, dtype):
    """The random factor that output `position` is weighted with before differentiating for the `order`-th time."""
    return draw(_rng(case["family"], case["id"], "head", order, position), shape, dtype, ("uniform", -1, 1))


def tolerance(case, dtype, gradient=False):
    """(rtol, atol) for comparing an array of `dtype`."""
    chosen = case.get("grad_tol") if gradient else None
    chosen = chosen or case.get("tol")
    return chosen or _TOLERANCE.get(np.dtype(dtype).name, (0, 0))


def is_numpy(case):
    """Whether the case's operator belongs to the NumPy interface, whose arrays may have no dimensions or no elements."""
    return case["op"].startswith(("_np_", "_npi_", "_npx_"))


def train_mode(case, gradients):
    """Whether the case runs in training mode."""
    return case.get("train", bool(gradients))
