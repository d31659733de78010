#!/usr/bin/env python
"""Look for calls whose sizes end the process, hang it, or take the memory of the machine.

    python tools/fuzz_sizes.py [--seed 0] [--count 2000 | --minutes 20] [--match REGEX] [--only KEY] [--report FILE]

A trial is a row of the conformance table (`tests/conformance`) with one whole or floating number among its attributes replaced by
an odd one, such as 2^62, or a call of a public function or method with such numbers. Each runs eagerly, recorded and backward,
or as a bound symbol. Processes with little memory run many trials each; one that is ended by a signal, or by this program because
it took too long or too much, is started anew behind the trial that did it. What a trial may do is give a result or raise
MXNetError or one of the errors by which Python and MXNet refuse arguments.
"""

import argparse
import collections
import inspect
import json
import os
import pathlib
import random
import re
import resource
import select
import signal
import subprocess
import sys
import time
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "conformance")]

#: what takes the place of a number
WHOLE = (2**31 - 1, 2**31, 2**32, 2**40, 2**62, 2**63 - 1, 2**63, 2**64, 10**5, 10**6, 0, -1, -(2**31), -(2**63))
REAL = (1e10, 1e39, 1e300, float("inf"), float("nan"), -1e10, -1e300)
#: classes of errors by which a call may be refused; ValueError and the rest are what MXNet's own Python raises for arguments
REFUSALS = ("MXNetError", "ValueError", "TypeError", "IndexError", "AttributeError", "NotImplementedError", "AssertionError",
            "KeyError", "OverflowError", "ZeroDivisionError", "NotSupportedForSparseNDArray", "NameError")  # fmt: skip
#: words of errors that come from below MXNet's interface, whatever their class
BELOW = re.compile(r"Unable to allocate|array is too big|Maximum allowed dimension|negative dimensions are not allowed|INTERNAL:|"
                   r"RESOURCE_EXHAUSTED|incompatible function arguments|std::")  # fmt: skip
#: seconds of processors that one trial may take, and of time; bytes that it may touch or reserve
PROCESSOR, PATIENCE = 15, 90
RESIDENT, RESERVED = 1 << 30, 3 << 30
#: names of functions that are no calls on sizes: they wait, exit, change the process, or read what lies about
_LEFT_OUT = re.compile(
    r"^_|save|load|from_dlpack|to_dlpack|waitall|Custom|imread|shell|set_|kvstore|tvm|imports|export|register|fromfile|memmap|"
    r"genfromtxt|input|seterr|^test$|^(fv|ipmt|irr|mirr|nper|npv|pmt|ppmt|pv|rate)$"
)
_SPACES = ("nd", "nd.op", "nd.random", "nd.linalg", "nd.image", "nd.contrib", "nd.sparse", "np", "np.random", "np.linalg", "npx",
           "npx.random", "npx.image", "image")  # fmt: skip


def substitutes(hint, given, rng):
    """Values in place of an attribute `given`, declared as `hint`."""
    from jmx.core.declare import attrs

    hint, _ = attrs.split_optional(hint)
    if hint is bool or hint is str or attrs.is_dtype(hint) or typing.get_origin(hint) is typing.Literal:
        return []
    if hint in (float, attrs.Scalar):
        return [*REAL, 2**62, -(2**63)]
    if hint in (attrs.Floats, attrs.Scalars):
        rest = tuple(given) if isinstance(given, (tuple, list)) and given else (1.0,)
        return [(v, *rest[1:]) for v in REAL]
    if hint is attrs.Shapes:
        return [((v, 1),) * len(given or ((),)) for v in WHOLE]
    if hint in (attrs.Shape, attrs.OptShape):
        rest = list(given) if isinstance(given, (tuple, list)) else [given] if isinstance(given, int) else []
        made = [tuple([v] * max(len(rest), 1)) for v in WHOLE]
        for v in WHOLE if len(rest) > 1 else ():
            at = rng.randrange(len(rest))
            made.append((*rest[:at], v, *rest[at + 1 :]))
        return made
    return list(WHOLE)  # int, and the kinds of int


def operator_trials(rng):
    """Trials of operators: rows of the conformance table with one attribute changed; up to two rows for each attribute."""
    import common

    import jmx.ops  # noqa: F401  (declares the operators)
    from jmx.core.declare.op import REGISTRY

    rows = collections.defaultdict(list)
    for family in common.families():
        for case in common.load(family):
            if "error" not in case and case["op"] in REGISTRY:
                rows[case["op"]].append(case)
    trials = []
    for name, cases in sorted(rows.items()):
        for attribute, (hint, default) in REGISTRY[name].schema.items():
            stating = [case for case in cases if attribute in case["attrs"]] or cases
            for case in rng.sample(stating, min(2, len(stating))):
                for value in substitutes(hint, case["attrs"].get(attribute, default), rng):
                    way = rng.choice(("nd", "grad", "sym"))
                    key = f"op {name} {attribute}={value!r} {way} {case['family']}/{case['id']}"
                    trials.append({"key": key, "kind": "op", "name": name, "attribute": attribute, "value": value, "way": way,
                                   "family": case["family"], "id": case["id"]})  # fmt: skip
    return trials


def call_trials(rng):
    """Trials of public functions and of methods of arrays: odd numbers by position and by the names of parameters."""
    import jmx as mx

    trials = []

    def add(what, names):
        shapes = [lambda v: (v,), lambda v: ((v, v),), lambda v: (v, v)]
        for v in WHOLE:
            for with_array in (True, False):
                shape = rng.choice(shapes)(v)
                trials.append({"key": f"call {what}({'x, ' * with_array}*{shape!r})", "kind": "call", "what": what,
                               "array": with_array, "args": shape, "kwargs": {}})  # fmt: skip
            for name in rng.sample(names, min(len(names), 2)):
                value = rng.choice((v, (v, v)))
                with_array = rng.random() < 0.7
                trials.append({"key": f"call {what}({'x, ' * with_array}{name}={value!r})", "kind": "call", "what": what,
                               "array": with_array, "args": (), "kwargs": {name: value}})  # fmt: skip

    for space in _SPACES:
        module = mx
        for part in space.split("."):
            module = getattr(module, part)
        for name in sorted(dir(module)):
            if _LEFT_OUT.search(name):
                continue
            function = getattr(module, name)
            if inspect.isclass(function) or not callable(function) or inspect.ismodule(function):
                continue
            add(f"mx.{space}.{name}", _parameters(function))
    for name in sorted(dir(mx.nd.NDArray)):
        if not _LEFT_OUT.search(name) and callable(getattr(mx.nd.NDArray, name)):
            add(f"mx.nd.ones((2,3)).{name}", _parameters(getattr(mx.nd.NDArray, name)))
    for name in sorted(dir(mx.np.ndarray)):
        if not _LEFT_OUT.search(name) and callable(getattr(mx.np.ndarray, name)):
            add(f"mx.np.ones((2,3)).{name}", _parameters(getattr(mx.np.ndarray, name)))
    return trials


def _parameters(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    left_out = ("self", "out", "ctx", "device", "dtype", "name", "data", "kwargs", "args", "where", "order")
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name not in left_out]


# ---- running one


def _operator(trial):
    import common
    import runners

    import jmx as mx

    case = next(c for c in common.load(trial["family"]) if c["id"] == trial["id"])
    case = {**case, "attrs": {**case["attrs"], trial["attribute"]: trial["value"]}}
    values = common.make_inputs(case)
    numpy = common.is_numpy(case)
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        from jmx.core.declare.op import find

        given, named = runners._named(find(case["op"]), values)
        if trial["way"] == "sym":
            variables = [runners._variable(f"x{i}", v) for i, v in enumerate(given)]
            by_name = {k: runners._variable(k, v) for k, v in named.items()}
            symbol = runners._symbol(case["op"], variables, by_name, "node", case["attrs"])
            arrays = {f"x{i}": runners._array(v) for i, v in enumerate(given)}
            arrays.update({k: runners._array(v) for k, v in named.items()})
            arguments = {n: arrays[n] for n in symbol.list_arguments()}
            states = {n: arrays[n] for n in symbol.list_auxiliary_states()}
            bound = symbol.bind(mx.cpu(), arguments, aux_states=states)
            outputs = bound.forward()
        else:
            arrays = [runners._array(v) for v in given]
            by_name = {k: runners._array(v) for k, v in named.items()}
            function = runners._public(mx.nd, case["op"])
            if trial["way"] == "grad":
                for a in arrays:
                    if a.dtype in ("float32", "float64"):
                        a.attach_grad()
                with mx.autograd.record():
                    outputs = function(*arrays, **by_name, **case["attrs"])
                first = outputs[0] if isinstance(outputs, list) else outputs
                first.wait_to_read()
                if first._entry is not None:
                    first.backward()
                    [a.grad.wait_to_read() for a in arrays if a.grad is not None]
            else:
                outputs = function(*arrays, **by_name, **case["attrs"])
    return outputs


def _call(trial):
    import jmx as mx

    function = eval(trial["what"], {"mx": mx})
    numpy = trial["what"].startswith(("mx.np.", "mx.npx."))
    first = [(mx.np if numpy else mx.nd).ones((2, 3))] if trial["array"] and "ones(" not in trial["what"] else []
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        return function(*first, *_lists_to_tuples(trial["args"]), **{k: _lists_to_tuples(v) for k, v in trial["kwargs"].items()})


def _lists_to_tuples(value):
    return tuple(map(_lists_to_tuples, value)) if isinstance(value, (list, tuple)) else value


def _wait(value):
    for one in value if isinstance(value, (list, tuple)) else (value,):
        if hasattr(one, "wait_to_read"):
            one.wait_to_read()


def run(trial):
    """The outcome of a trial in this process: "ok", "refused", or the class and text of an error that is not to come."""
    try:
        _wait((_operator if trial["kind"] == "op" else _call)(trial))
    except Exception as error:
        names = [c.__name__ for c in type(error).__mro__]
        text = (str(error).splitlines() or [""])[0]
        if "MXNetError" in names or (set(names) & set(REFUSALS) and not BELOW.search(text)):
            return "refused " + names[0]
        return f"class {names[0]}: {text[:200]}"
    return "ok"


def worker():
    """Trials from standard input, one a line as JSON; to standard output a line before and one after each."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import runners  # noqa: F401

    import jmx as mx

    (mx.nd.ones(4) + 1).asnumpy()
    mx.nd.dot(mx.nd.ones((300, 300)), mx.nd.ones((300, 300))).asnumpy()
    reserved = int(re.search(r"VmSize:\s+(\d+)", pathlib.Path("/proc/self/status").read_text()).group(1)) << 10
    resource.setrlimit(resource.RLIMIT_AS, (reserved + RESERVED,) * 2)
    out.write("ready\n")
    out.flush()
    for line in sys.stdin:
        trial = json.loads(line)
        trial["value"] = _lists_to_tuples(trial.get("value"))
        before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        outcome = run(trial)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
        if grown > RESIDENT:
            outcome = f"memory {grown >> 20} MiB: {outcome}"
        out.write(json.dumps([outcome, round(time.process_time() - began, 2)]) + "\n")
        out.flush()


class Workers:
    """A process that runs trials, started anew when one ends it."""

    def __init__(self) -> None:
        self.process = None

    def _start(self):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), "JAX_PLATFORMS": "cpu"}
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--worker"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, env=env)  # fmt: skip
        self._line(120)

    def _line(self, patience):
        end, found, before = time.monotonic() + patience, b"", self._processor()
        while not found.endswith(b"\n"):
            if not select.select([self.process.stdout], [], [], 0.5)[0]:
                if time.monotonic() > end or self._processor() > before + PROCESSOR:
                    raise TimeoutError
                continue
            part = self.process.stdout.read(65536)
            if not part:
                raise EOFError
            found += part
        return found

    def _processor(self):
        """Seconds of processors that the process has used."""
        try:
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __call__(self, trial):
        """(outcome, seconds)"""
        if self.process is None:
            self._start()
        try:
            self.process.stdin.write(json.dumps(trial).encode() + b"\n")
            return json.loads(self._line(PATIENCE))
        except TimeoutError:
            self.stop()
            return "hung", PROCESSOR
        except (EOFError, BrokenPipeError):
            status = self.process.wait()
            self.process = None
            return f"ended {signal.Signals(-status).name if status < 0 else status}", 0

    def stop(self):
        """End the process, if there is one."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def trials(seed, match=None):
    """All trials of a seed, in a random order."""
    rng = random.Random(seed)
    made = operator_trials(rng) + call_trials(rng)
    rng.shuffle(made)
    return [trial for trial in made if re.search(match, trial["key"])] if match else made


def bad(outcome):
    """Whether an outcome is one that no trial may have."""
    return not outcome.startswith(("ok", "refused"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, help="trials; default: all")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--match", help="only trials whose key matches this")
    parser.add_argument("--only", help="only the trial of this key")
    parser.add_argument("--report", help="a file for every bad outcome, one a line")
    parser.add_argument("--slow", type=float, default=8, help="report trials that take so many seconds")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--part", default="0/1", help="which of how many parts of the trials")
    options = parser.parse_args()
    if options.worker:
        return worker()
    part, parts = map(int, options.part.split("/"))
    chosen = trials(options.seed, options.match)[part::parts]
    if options.only:
        chosen = [trial for trial in chosen if trial["key"] == options.only]
    chosen = chosen[: options.count]
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    workers, counts, done = Workers(), collections.Counter(), 0
    report = open(options.report, "a") if options.report else None
    print(f"{len(chosen)} trials of {len({t.get('name') or t['what'] for t in chosen})} operators and functions", flush=True)
    for trial in chosen:
        if end and time.monotonic() > end:
            break
        outcome, seconds = workers(trial)
        if seconds > options.slow and not bad(outcome):
            outcome = f"slow {seconds} s: {outcome}"
        counts[outcome.split(" ")[0]] += 1
        done += 1
        if bad(outcome):
            print(trial["key"], "->", outcome, flush=True)
            if report:
                print(trial["key"], "->", outcome, file=report, flush=True)
    workers.stop()
    print(f"{done} trials: " + ", ".join(f"{n} {what}" for what, n in counts.most_common()))
    return 1 if sum(n for what, n in counts.items() if bad(what)) else 0


if __name__ == "__main__":
    sys.exit(main())
