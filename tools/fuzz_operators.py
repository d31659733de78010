#!/usr/bin/env python
"""Look for operators that differ from the real MXNet 1.9.1 on inputs nobody wrote down.

    python tools/fuzz_operators.py --mxnet COMMAND [--seed 0] [--count 1000 | --minutes 20] [--state FILE] [--operators a,b]

COMMAND runs Python with MXNet 1.9.1. A case is a row of the conformance table (`tests/conformance`) with other sizes, ranks,
element types, attributes or values; seed and number decide it, so that a run can be continued (`--state` keeps the next
number and what was found) and a single case be repeated (`--only NUMBER`). Compared are values, gradients, shapes, element
types and, where MXNet refuses, the class of the error. What differs is made smaller before it is reported. Every fourth case
is a small program (`fuzz_programs.py`): sparse arrays, control flow, recurrent layers, distributions of random numbers, networks.
"""

import argparse
import copy
import itertools
import json
import os
import pathlib
import pickle
import random
import re
import select
import struct
import subprocess
import sys
import time
import typing
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFORMANCE = ROOT / "tests" / "conformance"
sys.path[:0] = [str(ROOT), str(CONFORMANCE), str(ROOT / "tools")]

import fuzz_programs  # noqa: E402
import numpy as np  # noqa: E402

#: attributes that tell sizes of inputs: they follow when the sizes change
_SIZES = {"num_filter", "num_hidden", "input_dim", "output_dim", "shape", "state_size", "h_w"}
#: attributes that only count inputs, name devices, or make cases too long to run
_FIXED = {"num_args", "num_weights", "num_arrays", "num_outputs", "ctx", "num_tensors", "cudnn_tune", "workspace", "cudnn_off",
          "rpn_pre_nms_top_n", "rpn_post_nms_top_n", "layout", "op_type"}  # fmt: skip
_AXES = {"axis", "dim", "dim1", "dim2", "axis1", "axis2", "batch_axis"}
_ODD = ("choice", -1.0, 0.0, 1.0, float("nan"), float("inf"), float("-inf"), 2.5)
#: seconds that MXNet may take for one case
_PATIENCE = 30
#: (pattern of operator and kind of difference, pattern of its text, why it is left so)
_EXPLAINED = (
    (".*: accepted", r"floating point|[Uu]nsupported (data )?type|match specified type|Only FP32|type_flag|DataType|[Dd]type|"
                 r"default_type_flag|data type|Type inconsistent|type_assign|only support float|supported by CuDNN|kFloat|"
                 r"boolean|Not implmented|unknown type|DTypes",
     "an element type that MXNet has no kernel for"),
    ("_image_flip|_image_random_flip", r"", "MXNet leaves the middle line of a mirrored image unset"),
    (".*all_finite: refused", r"init_output", "operators do not read their outputs; refused with the alternative"),
    ("_contrib_BatchNormWithReLU: refused|BatchNorm: refused", r"Shape inconsistent", "MXNet reads behind the end of an array"),
    ("_contrib_interleaved_matmul.*: refused", r"must be a multiple|must have shape",
     "MXNet does not compare the shapes"),
    ("_contrib_MultiBoxDetection: refused", r"cannot reshape|shape", "MXNet does not compare the shapes"),
    ("_image_crop: refused", r"must not be negative", "MXNet reads in front of the array"),
    ("_image_resize: refused", r"cannot be resized", "MXNet takes the bytes for another type's"),
    ("_contrib_PSROIPooling: refused", r"channels|positive", "MXNet reads behind the end of an array"),
    ("_contrib_index_array: refused", r"exceeds the input dimension", "MXNet reads behind the end of a shape"),
    ("amp_cast: value", r"int", "to integers; MXNet rounds and cuts off at the bounds here, where its Cast does neither"),
    ("_contrib_BilinearResize2D: refused", r"cannot be resized", "a negative scale, which MXNet makes a size of"),
    ("norm: value", r"int", "of integers MXNet cuts off fractions in between"),
    ("_contrib_quantized_elemwise_add: value", r"", "of different types MXNet cuts the unsigned one off"),
    ("_arange: value", r"float16", "MXNet's half-precision steps lose their fraction"),
    ("_linalg_(gemm|gemm2|makediag|extractdiag|maketrian|extracttrian): accepted", r"32-bit and 64-bit",
     "an element type that MXNet has no kernel for"),
    ("reverse: accepted", r"must be in range", "negative axes count from the end, as everywhere else"),
    ("_contrib_SparseEmbedding: accepted", r"sparse_grad", "MXNet's signature names the parameter, its parser refuses it"),
    ("_contrib_(Multi)?Proposal: refused", r"channels", "MXNet does not compare the shapes"),
    ("_contrib_DeformablePSROIPooling: refused", r"channels|reshape", "MXNet reads behind the end of an array"),
    ("_contrib_BatchNormWithReLU: accepted", r"MKL", "an element type that MXNet has no kernel for"),
    ("_random_.*: accepted", r"", "without a shape MXNet knows none; jmx draws one number, as random.normal does"),
    ("_backward_gather_nd: value", r"", "positions outside of the array, which MXNet writes to behind it"),
    ("_contrib_quantized_flatten: refused", r"must be int8", "arrays of levels are of 8 bits"),
    ("_contrib_quantized_batch_norm: value", r"", "the last of 8 bits, where a product is halfway between two"),
    ("(gamma|gammaln|erf|erfinv|exp|expm1|rcbrt|cbrt|power|_r?power_scalar): value out", r"^\[-?\d+[,\]]",
     "integers: what is cut off is the rounding of single precision"),
    ("_image_random_(contrast|saturation|brightness|hue): value", r"", "a range whose ends are swapped"),
    ("_image_(random|adjust)_lighting: value", r"", "images with one channel, where MXNet reads behind the end of an array"),
    ("Softmax(Output)?: value grad", r"'out_grad': True", "MXNet multiplies by the output, not, as documented, by the head"),
    ("Correlation: refused", r"Shape inconsistent", "MXNet does not compare the shapes"),
    (".*: accepted", r"could not create a descriptor", "MXNet's library has no program for these types or sizes"),
    ("sort: accepted", r"_backward_topk", "MXNet cannot go backward through sort unless its axis is given"),
    ("_np_cumsum: accepted", r"must be in range", "negative axes count from the end, as everywhere else"),
    ("Convolution: value out", r"int8", "sums of small integers, which MXNet's library rounds and cuts off"),
    (".*: accepted", r"does not support float16|gemm on cpu not implemented", "an element type that MXNet has no kernel for"),
    ("_contrib_BatchNormWithReLU: value grad", r"", "MXNet's gradient is another in every run"),
    ("(ftml|lamb)_update.*: value", r"float64", "MXNet computes powers of beta in single precision"),
    ("BatchNorm.*: value", r"'eps': -", "a deviation whose square is negative"),
    ("program recurrent: value grad1", r"num_layers=3, mode='rnn_", "MXNet's gradient of the layers in the middle is wrong: "
     "differences of its own values agree with jmx"),
    ("program network.*: value infer0 0", r"foreach", "MXNet's first inference after the backward pass of a loop gives other "
     "numbers; the second gives those of jmx"),
    ("program recurrent.*: value", r"use_sequence_length=True", "MXNet's CPU build does not look at lengths"),
    ("program sparse parts: accepted", r"stype : default", "MXNet cannot read what is left of an array cut to nothing"),
    ("_rdiv_scalar: value out", r"int", "a whole number divided by 0 is 0; MXNet's process may end by it"),
    ("softmax_cross_entropy: value out", r"", "classes that do not exist, whose probability MXNet reads from behind the array"),
    ("_random_pdf_.*: value", r"nan", "no distribution with such parameters has a density"),
    ("_contrib_PSROIPooling: value", r"", "regions of images that are not in the batch, which MXNet reads and writes behind it"),
    ("_contrib_quantized_conv: refused", r"kernel size exceeds", "windows that the data has no room for"),
    ("_linalg_trsm: value grad", r"'alpha': 0.0", "MXNet divides by alpha"),
    ("CTCLoss: value grad", r"blank_label", "labels that are the blank"),
    ("program while_loop: accepted", r"Shape is unknown|num_unknown_nodes", "a loop that never runs, which MXNet cannot bind"),
    ("program while_loop: value grad[sw]", r"mx.sym", "MXNet's sum over the iterations of a bound loop is wrong: written out, "
     "its gradient is that of jmx"),
    ("program sparse updates: accepted", r"adagrad", "MXNet has AdaGrad for row_sparse gradients only"),
    ("program image: value", r", 1\)", "images with one channel, where MXNet reads behind the end of an array"),
    ("program while_loop: value out0", r"", "beyond the last iteration MXNet leaves memory as it is"),
    ("program sparse binary: accepted", r"output.shape", "MXNet broadcasts no csr array of another shape"),
    ("program recurrent layer: accepted", r"sequence_length", "MXNet's hybridized layers take no lengths"),
    ("program optimizer: accepted", r"truth value", "MXNet's DCASGD fails where momentum meets such a gradient"),
    ("_rmod_scalar: value grad|_?(broadcast_)?mod: value grad1", r"", "the slope of a remainder by 0, infinite in MXNet"),
    (".*power.*: value grad1", r"nan", "the derivative of 0 ** b by b is 0; MXNet multiplies 0 by log(0)"),
)  # fmt: skip


def outcome(run, case):
    """("value", arrays by golden key) or ("error", names of the error's classes, message)."""
    try:
        with np.errstate(all="ignore"):
            return "value", run(case)
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip() and "[bt]" not in line]
        return "error", [c.__name__ for c in type(error).__mro__], " ".join(lines[-2:])[:300]


def worker():
    """Under MXNet: cases from standard input, outcomes to standard output, each with its length in front."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not get between
    import generate
    import mxnet

    def run(case):
        found = fuzz_programs.run(mxnet, case) if "program" in case else generate.run(case)
        mxnet.nd.waitall()
        return found

    while header := sys.stdin.buffer.read(4):
        case = pickle.loads(sys.stdin.buffer.read(struct.unpack("<I", header)[0]))
        answer = outcome(run, case)
        # What a kernel that failed leaves behind is not the next case's error.
        outcome(lambda _: mxnet.nd.waitall(), case)
        answer = pickle.dumps(answer, protocol=4)
        out.write(struct.pack("<I", len(answer)) + answer)
        out.flush()


class Theirs:
    """MXNet in a process of its own, which is started anew when a case ends it."""

    def __init__(self, command):
        self.command, self.process, self.ended = command.split(), None, 0

    def __call__(self, case):
        if self.process is None:
            command = [*self.command, os.path.abspath(__file__), "--worker"]
            env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=env,
                                            stderr=subprocess.DEVNULL)  # fmt: skip
        text = pickle.dumps(case, protocol=4)
        try:
            self.process.stdin.write(struct.pack("<I", len(text)) + text)
            return pickle.loads(self._read(struct.unpack("<I", self._read(4))[0]))
        except (EOFError, BrokenPipeError, TimeoutError) as error:
            self.process.kill()
            self.process.wait()
            self.process, self.ended = None, self.ended + 1
            return "ended", type(error).__name__

    def _read(self, size):
        found = b""
        while len(found) < size:
            if not select.select([self.process.stdout], [], [], _PATIENCE)[0]:
                raise TimeoutError
            part = self.process.stdout.read(size - len(found))
            if not part:
                raise EOFError
            found += part
        return found


# drawing cases


def _free(spec):
    return not isinstance(spec, dict)


def _spec(spec):
    return spec if _free(spec) else (np.shape(spec["value"]), spec.get("dtype", "float32"))


def _sizes(rng, case):
    """Other sizes: equal ones stay equal. Where inputs hold positions, sizes only grow."""
    pinned = {1, 0}
    grow = False
    for spec in case["inputs"]:
        if not _free(spec):
            pinned.update(np.shape(spec["value"]))
            grow = True
        elif len(spec) > 2 and spec[2] is not None and spec[2][0] in ("int", "choice", "uniform"):
            grow = True
    old = {n for spec in case["inputs"] if _free(spec) for n in spec[0]} - pinned
    new = {}
    for n in sorted(old):
        if rng.random() < 0.7:
            new[n] = n + rng.randint(0, 3) if grow else rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 8, 9, 17))
            if not grow and rng.random() < 0.02:
                new[n] = 0
    _resize(case, new)


def _resize(case, new):
    case["inputs"] = [(tuple(new.get(n, n) for n in s[0]), *s[1:]) if _free(s) else s for s in case["inputs"]]
    for name in _SIZES & case["attrs"].keys():
        value = case["attrs"][name]
        if isinstance(value, (tuple, list)):
            case["attrs"][name] = tuple(new.get(n, n) for n in value)
        else:
            case["attrs"][name] = new.get(value, value)


def _rank(rng, case):
    """One dimension more, or one less, in all arrays."""
    at, size = rng.choice((0, None)), rng.randint(1, 3)

    def change(shape):
        if size == 1 and len(shape) > 1:
            return shape[1:] if at == 0 else shape[:-1]
        return (size, *shape) if at == 0 else (*shape, size)

    case["inputs"] = [(change(tuple(s[0])), *s[1:]) if _free(s) else s for s in case["inputs"]]


def _dtype(rng, case):
    """Another element type for all arrays that had the first one's."""
    first = next((s for s in case["inputs"] if _free(s)), None)
    if first is None:
        return
    old = (first[1] if len(first) > 1 else None) or "float32"
    new = rng.choice(("float64", "float64", "float16", "int32", "int64", "uint8", "int8", "float32"))
    inputs = []
    for spec in case["inputs"]:
        if _free(spec) and ((spec[1] if len(spec) > 1 else None) or "float32") == old:
            how = spec[2] if len(spec) > 2 else None
            whole = np.dtype(new).kind in "iu"
            spec = (spec[0], new, None if whole and how in ("unit", "normal", "positive") else how)
        inputs.append(spec)
    case["inputs"] = inputs


def _one(rng, case):
    """A size of one array becomes 1."""
    free = [i for i, s in enumerate(case["inputs"]) if _free(s) and s[0]]
    if free:
        i = rng.choice(free)
        shape, *rest = case["inputs"][i]
        at = rng.randrange(len(shape))
        case["inputs"][i] = ((*shape[:at], 1, *shape[at + 1 :]), *rest)


def _values(rng, case):
    """Values that are not numbers, infinite or equal."""
    case["odd"] = True
    case["inputs"] = [
        (s[0], s[1] if len(s) > 1 else None, _ODD)
        if _free(s) and (s[2] if len(s) > 2 else None) in (None, "normal")
        and np.dtype((s[1] if len(s) > 1 else None) or "float32").kind == "f"
        else s
        for s in case["inputs"]
    ]  # fmt: skip


def _attribute(rng, case):
    """Another value for one attribute, or its default."""
    from jmx.core.declare import attrs
    from jmx.core.declare.op import find

    names = [n for n in find(case["op"]).schema if n not in _FIXED]
    if not names:
        return
    name = rng.choice(names)
    hint, default = find(case["op"]).schema[name]
    hint, optional = attrs.split_optional(hint)
    given = case["attrs"].get(name, default)
    if name in case["attrs"] and default is not attrs.REQUIRED and rng.random() < 0.2:
        del case["attrs"][name]
        return
    if typing.get_origin(hint) is typing.Literal:
        value = rng.choice(typing.get_args(hint))
    elif hint is bool:
        value = not given if isinstance(given, bool) else rng.random() < 0.5
    elif attrs.is_dtype(hint):
        value = rng.choice(("float16", "float32", "float64", "int32", "uint8", "int64", "int8"))
    elif hint in attrs.WHOLE:
        value = rng.randint(-3, 3) if name in _AXES or not isinstance(given, int) else given + rng.choice((-1, 1, 2))
    elif hint in (float, attrs.Scalar):
        if isinstance(given, int):
            return
        value = rng.choice((0.0, 1.0, -1.0, 0.5, 2.0, round(rng.uniform(-2, 2), 2)))
    elif hint in (attrs.Shape, attrs.OptShape):
        if name in ("axis", "axes"):
            value = tuple(rng.sample(range(-3, 4), rng.randint(0, 3)))
        elif isinstance(given, tuple) and given and all(isinstance(n, int) for n in given):
            value = list(given)
            value[rng.randrange(len(value))] += rng.choice((-1, 1, 2))
            value = tuple(value)
        else:
            return
    elif hint in (attrs.Floats, attrs.Scalars) and isinstance(given, tuple) and given:
        value = tuple(round(v + rng.uniform(-0.5, 0.5), 2) for v in given)
    else:
        return
    case["attrs"][name] = value


def _mode(rng, case):
    """Training or not."""
    if case["grad"] is not False:
        case["train"] = rng.random() < 0.5


_CHANGES = ((_sizes, 8), (_attribute, 6), (_dtype, 3), (_rank, 1), (_one, 1), (_values, 1), (_mode, 1))


def draw(table, seed, number):
    """Case `number` of `seed`: a row of the table, changed. Operators take turns."""
    from jmx.core.declare.op import find

    rng = random.Random(zlib.crc32(f"{seed}/{number}".encode()))
    names = sorted(table)
    case = copy.deepcopy(rng.choice(table[names[number % len(names)]]))
    case["inputs"] = [tuple(s) if _free(s) else s for s in case["inputs"]]
    changes, weights = zip(*_CHANGES, strict=True)
    for change in rng.choices(changes, weights, k=rng.randint(1, 4)):
        change(rng, case)
    case.update(family="fuzz", id=f"{seed}-{number}")
    kinds = {np.dtype(s[1] if len(s) > 1 and s[1] else "f").kind for s in map(_spec, case["inputs"])}
    case["grad2"] = case["grad2"] and kinds == {"f"}
    if find(case["op"]).needs_key:
        case["check"] = "shape"
    case.pop("tol", None)
    case.pop("grad_tol", None)
    return case


def small(case, most=20000):
    """Whether the arrays are small enough, and tuples of sizes as well."""
    total = sum(int(np.prod(s[0])) if _free(s) else np.size(s["value"]) for s in case["inputs"])
    numbers = [n for v in case["attrs"].values() for n in (v if isinstance(v, tuple) else (v,)) if isinstance(n, int)]
    return total <= most and all(abs(n) < 2000 for n in numbers)


# comparing


def differences(case, ours, theirs):
    """[(kind, text)]: what differs between two outcomes; `kind` is stable while a case is made smaller."""
    if theirs[0] == "ended":
        return []
    if theirs[0] == "error":
        if ours[0] == "value":
            return [("accepted: " + _gist(theirs[2]), f"MXNet raises {theirs[1][0]}: {theirs[2]}")]
        if theirs[1][0] not in ours[1]:
            return [("error class", f"{ours[1][0]}: {ours[2]}; MXNet raises {theirs[1][0]}: {theirs[2]}")]
        return []
    if ours[0] == "error":
        return [("refused: " + _gist(ours[2]), f"{ours[1][0]}: {ours[2]}")]
    found = []
    for key in sorted(theirs[1].keys() | ours[1].keys()):
        if key not in ours[1] or key not in theirs[1]:
            found.append((f"missing {key}", "jmx lacks it" if key not in ours[1] else "MXNet lacks it"))
            continue
        a, b = np.asarray(ours[1][key]), np.asarray(theirs[1][key])
        if a.shape != b.shape or a.dtype != b.dtype:
            kind = "shape" if a.shape != b.shape else "dtype"
            found.append((f"{kind} {key}", f"{a.shape} {a.dtype}, MXNet {b.shape} {b.dtype}"))
        elif case["check"] != "shape" and not _close(a, b, "float16" in repr(as_row(case)), case.get("tol")):
            odd = "" if a.dtype.kind != "f" or np.isfinite(a).all() and np.isfinite(b).all() else " (not finite)"
            found.append((f"value {key}", f"{a.ravel()[:6].tolist()}, MXNet {b.ravel()[:6].tolist()}{odd}"))
    return found


def _gist(message):
    """The end of a message without its numbers."""
    return re.sub(r"[-\d.,]+", "#", message)[-60:]


def reason(case, kind, text):
    """Why a difference is left as it is; None if it is to be looked at."""
    if kind.split(": ")[0] in ("accepted", "refused", "error class") and any(_free(s) and 0 in s[0] for s in case["inputs"]):
        return "an array without elements, which MXNet takes for an unknown shape"
    if kind.startswith("value") and case.get("odd"):
        return "what becomes of infinities and NaNs where several numbers are combined"
    name = f"{case['op']}: {kind}"
    text += as_row(case)
    return next((why for start, said, why in _EXPLAINED if re.match(start, name) and re.search(said, text)), None)


def _close(a, b, half=False, tol=None):
    if a.dtype.kind not in "f":
        return np.array_equal(a, b)
    rtol, atol = {2: (1e-2, 5e-3), 4: (2e-4, 2e-5), 8: (1e-6, 1e-7)}[2 if half else a.dtype.itemsize]
    rtol, atol = tol or (rtol, atol)
    a, b = a.astype("float64"), b.astype("float64")
    with np.errstate(all="ignore"):
        finite = np.abs(b[np.isfinite(b)])
        return np.allclose(a, b, rtol, atol * max(1.0, finite.max() if finite.size else 1.0), equal_nan=True)


def shrink(case, kind, differs, most=40):
    """The smallest case found in `most` tries that still shows `kind`."""
    for _ in range(most):
        for attempt in itertools.islice(_simpler(case), 60):
            most -= 1
            if most < 0:
                return case
            if any(k == kind for k, _ in differs(attempt)):
                case = attempt
                break
        else:
            return case
    return case


def _simpler(case):
    if "program" in case:
        return
    for name in list(case["attrs"]):
        if name not in _FIXED:
            yield {**case, "attrs": {k: v for k, v in case["attrs"].items() if k != name}}
    if any(_free(s) and len(s) > 1 and s[1] not in (None, "float32") for s in case["inputs"]):
        yield {**case, "inputs": [(s[0], "float32", *s[2:]) if _free(s) else s for s in case["inputs"]]}
    if any(_free(s) and len(s) > 2 and s[2] is _ODD for s in case["inputs"]):
        yield {**case, "inputs": [s[:2] if _free(s) and len(s) > 2 and s[2] is _ODD else s for s in case["inputs"]]}
    for n in sorted({n for s in case["inputs"] if _free(s) for n in s[0]}, reverse=True):
        for smaller in sorted({1, 2, n // 2, n - 1}):
            if 0 < smaller < n:
                attempt = copy.deepcopy(case)
                _resize(attempt, {n: smaller})
                yield attempt


def as_row(case):
    """A case as it would stand in the table; of a program its text."""
    if "program" in case:
        return case["program"].replace("\n", "\n    ")
    row = {k: case[k] for k in ("op", "inputs", "attrs") if case[k]}
    if case["grad"] is not True:
        row["grad"] = case["grad"]
    row.update({k: case[k] for k in ("train", "mutates", "into") if case.get(k)})
    return repr(row)


class Fuzzer:
    """Draws, runs, compares, reports; `state` is what a later run needs to go on."""

    def __init__(self, mxnet, seed, operators=None):
        import common
        import runners

        self.runners, self.theirs, self.seed = runners, Theirs(mxnet), seed
        self.table, self.programs = {}, not operators or bool({"programs", "networks"} & operators)
        #: how the names of programs begin that are drawn
        self.begin = "network" if operators and "networks" in operators else ""
        for family in common.families():
            if family.startswith("numpy"):  # those run under NumPy's shape semantics, which no case here turns on
                continue
            for case in common.load(family):
                if "error" not in case and "nd" in case["levels"] and not case.get("into"):
                    if not operators or case["op"] in operators:
                        self.table.setdefault(case["op"], []).append(case)
        self.state = {"next": 0, "run": 0, "refused by both": 0, "MXNet ended": [], "operators": {}, "found": {}, "explained": {}}

    def ours(self, case):
        if "program" in case:
            import jmx

            return outcome(lambda c: fuzz_programs.run(jmx, c), case)
        return outcome(self.runners.nd, case)

    def differs(self, case):
        return differences(case, self.ours(case), self.theirs(case))

    def step(self, number):
        rows, programs = self.table, self.programs
        program = programs and (number % 4 == 3 or not rows)
        case = (
            fuzz_programs.draw(self.seed, number // 4 if rows else number, self.begin)
            if program
            else draw(rows, self.seed, number)
        )
        if not small(case):
            return
        state, theirs = self.state, self.theirs(case)
        state["run"] += 1
        if theirs[0] == "ended":
            state["MXNet ended"].append([number, case["op"]])
            return
        counts = state["operators"].setdefault(case["op"], [0, 0])
        counts[theirs[0] == "error"] += 1
        problems = differences(case, self.ours(case), theirs)
        if not problems and number % 5 == 0 and theirs[0] == "value" and "sym" in case["levels"]:
            mine = outcome(lambda c: self.runners.sym([c])[c["id"]], case)
            problems = [("sym " + kind, text) for kind, text in differences(case, mine, theirs) if "second" not in kind]
        for kind, text in problems:
            name, why = f"{case['op']}: {kind}", reason(case, kind, text)
            if why:
                state["explained"][why] = state["explained"].get(why, 0) + 1
                break
            if name not in state["found"]:
                if not kind.startswith("sym"):
                    case = shrink(case, kind, self.differs)
                    text = dict(self.differs(case)).get(kind, text)
                    if why := reason(case, kind, text):
                        state["explained"][why] = state["explained"].get(why, 0) + 1
                        break
                print(f"{number} {name}\n    {text}\n    {as_row(case)}", flush=True)
                state["found"][name] = {"count": 0, "number": number, "text": text, "row": as_row(case)}
            state["found"][name]["count"] += 1
            break

    def summary(self):
        state = self.state
        accepted = sum(v for v, _ in state["operators"].values())
        refused = sum(e for _, e in state["operators"].values())
        return (
            f"{state['run']} cases of {len(state['operators'])} operators: {accepted} computed and {refused} refused by MXNet, "
            f"{len(state['MXNet ended'])} ended its process; "
            f"differences open: {len(state['found'])} unexplained, in {sum(f['count'] for f in state['found'].values())} cases"
            + "".join(f"; {count} explained: {why}" for why, count in state["explained"].items())
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", help="command that runs Python with MXNet 1.9.1")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--minutes", type=float, help="stop after so long, whatever the count")
    parser.add_argument(
        "--operators", help="only these, with commas between; programs or networks are the small programs, or those of networks"
    )
    parser.add_argument("--state", help="file to continue from and to write")
    parser.add_argument("--only", type=int, help="run this case alone")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker()
    if not args.mxnet:
        parser.error("--mxnet is required")
    os.environ.setdefault("JMX_CACHE", "0")
    import jax

    fuzzer = Fuzzer(args.mxnet, args.seed, args.operators and set(args.operators.split(",")))
    if args.only is not None:
        fuzzer.step(args.only)
        print(fuzzer.summary())
        return 0
    if args.state and os.path.exists(args.state):
        with open(args.state) as file:
            fuzzer.state = json.load(file)
    until = time.monotonic() + 60 * (args.minutes or 1e9)
    last = fuzzer.state["next"] + args.count if args.minutes is None else 10**9
    while fuzzer.state["next"] < last and time.monotonic() < until:
        fuzzer.step(fuzzer.state["next"])
        fuzzer.state["next"] += 1
        if fuzzer.state["next"] % 400 == 0:
            jax.clear_caches()
        if args.state and (fuzzer.state["next"] % 100 == 0 or fuzzer.state["next"] == last):
            _save(args.state, fuzzer.state)
    if args.state:
        _save(args.state, fuzzer.state)
    print(fuzzer.summary())
    return int(bool(fuzzer.state["found"]))


def _save(path, state):
    with open(path + ".new", "w") as file:
        json.dump(state, file, indent=1)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    sys.exit(main())
