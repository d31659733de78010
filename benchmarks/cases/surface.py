"""Every operator at realistic sizes: the rows of surface_cases.json, which surface_sizes.py has found.

Operators are called by their names in the registry, as generated functions of MXNet do, so that a row is the same on all sides.
"""

import contextlib
import ctypes
import functools
import gc
import importlib
import importlib.util
import json
import os
import pathlib
import sys
import tempfile
import time
import zlib

from .timing import peak_mb, resident_mb

CASES = {}
if (TABLE := pathlib.Path(__file__).with_name("surface_cases.json")).exists():
    CASES = json.loads(TABLE.read_text(encoding="utf-8"))
#: seconds that the calls of one answer take together, about
SECONDS = 4e-3
#: share of the elements of a sparse input that are stored
DENSITY = 0.05
#: how many calls after the first one count as early: what a program meets that calls an operator a few times
EARLY = 18
_calls = {}


def is_numpy(op):
    """Whether an operator belongs to the NumPy interface."""
    return op.startswith(("_np_", "_npi_", "_npx_"))


def value(spec, seed):
    """The values of an input."""
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(seed))
    shape, dtype = tuple(spec["shape"]), np.dtype(spec["dtype"])
    if "value" in spec:
        return _repeated(np.asarray(spec["value"], dtype), shape, spec.get("spread", 1), rng)
    # distributions are those of the conformance tables
    return _conformance().draw(rng, shape, dtype, spec.get("how"))


@functools.lru_cache(None)
def _conformance():
    """tests/conformance/common.py, which is in no package."""
    path = pathlib.Path(__file__).resolve().parents[2] / "tests" / "conformance" / "common.py"
    spec = importlib.util.spec_from_file_location("conformance_common", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _repeated(small, shape, spread, rng):
    """Written values in a larger shape: they repeat. Whole numbers in a list are spread over a range `spread` times as large."""
    import numpy as np

    larger = small
    for axis, size in enumerate(shape):
        larger = np.take(larger, np.arange(size) % max(larger.shape[axis], 1), axis)
    if spread > 1 and (larger == np.floor(larger)).all() and small.dtype != bool:
        limit = np.iinfo(small.dtype).max if small.dtype.kind in "iu" else 2**24
        larger = np.clip(larger * spread + rng.integers(0, spread, shape), -limit, limit).astype(small.dtype)
    return larger


class Call:
    """A row on one side: its arrays, and how it is called.

    Args:
        package: "jmx" or "mxnet"; both are imported as `mxnet`.
        row: an entry of surface_cases.json.
    """

    def __init__(self, package, row):
        import mxnet as mx

        self.mx, self.row, self.numpy = mx, row, is_numpy(row["op"])
        self.train = bool(row["back"]) if row["train"] is None else row["train"]
        self.function, self.outputs = _function(mx, row["op"]), []
        with self.semantics():
            self.inputs = [self._array(spec, zlib.crc32(f"{row['op']} {i}".encode())) for i, spec in enumerate(row["inputs"])]
            # results for operators that MXNet runs only with arrays to write to
            self.into = [self.inputs[i].copy() for i in row.get("into", ())]
            if isinstance(row["back"], list):
                for i in row["back"]:
                    self.inputs[i].attach_grad()

    @contextlib.contextmanager
    def semantics(self):
        """Inside, shapes and arrays are what the operator is made for."""
        with self.mx.util.np_shape(self.numpy), self.mx.util.np_array(self.numpy):
            yield

    def _array(self, spec, seed):
        import numpy as np

        values = value(spec, seed)
        if self.numpy:
            return self.mx.np.array(values, dtype=values.dtype)
        stype = spec.get("stype", "default")
        if stype == "default":
            return self.mx.nd.array(values, dtype=values.dtype)
        rng = np.random.Generator(np.random.PCG64(seed + 1))
        stored = rng.random(values.shape[:1] + (1,) * (values.ndim - 1) if stype == "row_sparse" else values.shape) < DENSITY
        return self.mx.nd.array(np.where(stored, values, 0), dtype=values.dtype).tostype(stype)

    def wanted(self):
        """The positions of the inputs that gradients are computed for: the floating ones that are not overwritten."""
        import numpy as np

        floating = [
            i for i, array in enumerate(self.inputs) if np.dtype(array.dtype).kind == "f" and i not in self.row["mutates"]
        ]
        return [i for i in self.row["back"] if i in floating] if isinstance(self.row["back"], list) else floating

    def _call(self):
        out = self.function(self.inputs, self.row["attrs"], self.numpy, self.into or None)
        return list(out) if isinstance(out, (list, tuple)) else [out]

    def forward(self):
        """Compute the outputs."""
        autograd = self.mx.autograd
        with self.semantics(), autograd.train_mode() if self.train else autograd.predict_mode():
            self.outputs = self._call()
            for out in self.outputs:
                out.wait_to_read()

    def both(self):
        """Compute the outputs and the gradients."""
        with self.semantics():
            with self.mx.autograd.record(train_mode=self.train):
                outputs = self._call()
            self.mx.autograd.backward(outputs, train_mode=self.train)
            for i in self.row["back"]:
                self.inputs[i].grad.wait_to_read()


@functools.lru_cache(None)
def _function(mx, op):
    """What calls the operator of a name in the registry: (arrays, attributes, NumPy interface or not) -> outputs."""
    if "jmx" in sys.modules:
        importlib.import_module("jmx.ops")  # declares the operators
        from jmx.core.declare.op import find
        from jmx.core.run.dispatch import invoke

        found = find(op)
        return lambda arrays, attrs, numpy, into: invoke(found, arrays, attrs, into, cls=mx.np.ndarray if numpy else None)
    from mxnet._ctypes.ndarray import _imperative_invoke
    from mxnet.base import _LIB

    handle = ctypes.c_void_p()
    if _LIB.NNGetOpHandle(ctypes.c_char_p(op.encode()), ctypes.byref(handle)):
        raise ValueError(f"MXNet has no operator {op}")
    return lambda arrays, attrs, numpy, into: _imperative_invoke(
        handle.value, arrays, list(attrs), [str(v) for v in attrs.values()], into, numpy, False
    )


@contextlib.contextmanager
def standard_error():
    """Catch what the process writes to its standard error; gives a function that returns it."""
    with tempfile.TemporaryFile() as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)

        def said():
            file.seek(0)
            return file.read().decode(errors="replace")

        try:
            yield said
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def seconds(call, count):
    """Processor seconds of one of so many calls."""
    start = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - start) / count


def _reset_peak():
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/clear_refs").write_text("5")


def _memory_mb(call, run):
    """Megabytes that a call takes at most, results included, when nothing is compiled and the allocator keeps nothing for it."""
    import mxnet as mx

    found = []
    for _ in range(3):
        call.outputs = []
        mx.nd.waitall()
        gc.collect()
        with contextlib.suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
        before = resident_mb()
        _reset_peak()
        run()
        mx.nd.waitall()
        found.append(max(0.0, peak_mb() - before))
    return min(found)


def measure(package, case, back=False):
    """Return figures of a row, `back` with its gradients: of the first call, of the calls after it, of later ones, and memory."""

    figures = {}
    if (case, back) not in _calls:
        call = Call(package, CASES[case])
        run = call.both if back else call.forward
        before = resident_mb()
        _reset_peak()
        figures = {"first_cpu_ms": seconds(run, 1) * 1e3, "early_cpu_us": seconds(run, EARLY) * 1e6}
        one = seconds(run, 2)
        for _ in range(min(300, int(1 / max(one, 1e-6)))):  # jmx compiles a call that was made 256 times
            run()
        figures["first_calls_mb"] = max(0.0, peak_mb() - before)
        figures["peak_mb"] = _memory_mb(call, run)
        _calls.clear()  # the arrays of the row before are not needed any more
        _calls[case, back] = run, max(2, min(200, int(SECONDS / max(seconds(run, 3), 1e-6))))
    run, count = _calls[case, back]
    seconds(run, count)  # the first ones after a pause are slower
    figures["cpu_us"] = seconds(run, count) * 1e6
    return figures
