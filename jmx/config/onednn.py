"""Convolutions and matrix products of oneDNN on the CPU, which jaxlib contains and JAX does not promise.

XLA's CPU backend runs custom calls named `__onednn$convolution` and `__onednn$matmul`; no flag makes it choose them by itself. A
convolution with channels last takes 0.6 to 0.8 of the time of XLA's own, a product of few rows with a large matrix 0.4. XLA
cannot keep programs with such calls in files: they are compiled in every process, which for inference takes no longer than to
read XLA's form from the cache, and for training does.

oneDNN ends the process where it does not understand a call. So nothing is called before a process of its own has made calls of
every kind that jmx makes and has compared their results. What came of that is kept in the folder of the cache of compiled
programs, one answer for each release of jaxlib and kind of processor. Where anything is in doubt, XLA does the work, also on
processors without AVX-512, for which nothing has been measured. `JMX_ONEDNN=0` turns this off; `jmx info --probe` asks anew.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import signal
import subprocess
import sys
import threading

from .compile_cache import machine_id, processor_description, write_whole
from .jax_internals import keep_out_of_cache
from .variables import get

#: to be raised with every change of the calls: answers about other ones do not count
_REVISION = 2
#: what the names of the calls begin with
_PREFIX = "__onednn$"
#: what the process that tries the calls prints where all results are right
_EQUAL = "equal"
#: seconds that the process which tries the calls may take
_PATIENCE = 120
_lock = threading.Lock()
#: the answer, read once: all programs of a process are compiled in the same way
_usable: bool | None = None


def usable() -> bool:
    """Whether the calls below may be made in this process; the first question may take a second."""
    global _usable
    if _usable is None:
        with _lock:
            if _usable is None:
                _usable = (
                    bool(get("JMX_ONEDNN"))
                    and has_avx512()
                    and (_recorded() or try_now())["usable"]
                    and keep_out_of_cache(_PREFIX)
                )
    return _usable


def has_avx512() -> bool:
    """Whether the processor is one of those on which the calls have been measured to be faster than XLA's own code."""
    return "avx512f" in processor_description()


def describe() -> str:
    """What is known of the calls on this machine, for `jmx info`; nothing is tried."""
    if not get("JMX_ONEDNN"):
        return "off, by JMX_ONEDNN=0"
    if not has_avx512():
        return "not used: the processor has no AVX-512"
    answer = _recorded()
    if answer is None:
        return "not tried yet on this machine; `jmx info --probe` tries it"
    return "used for convolutions on the CPU" if answer["usable"] else f"not used: {answer.get('why', 'it was refused')}"


def convolution(x, w, strides, pads, dilations, shape, input_axis, output_axis, places):
    """A two-dimensional convolution of images with channels last.

    Parameters
    ----------
    x : jax.Array
        (batch, height, width, channels), float32.
    w : jax.Array
        The kernel.
    strides, pads, dilations : tuple of int
        For height and width; `pads` are added at both ends.
    shape : tuple of int
        Of the result: (batch, height, width, filters).
    input_axis, output_axis : int
        Axes of `w` for the channels of `x` and for those of the result.
    places : tuple of int
        Its axes for height and width.
    """
    images = {"data": {"batch_dim": "0", "feature_dim": "3", "spatial_dims": ["1", "2"]}}
    spatial = [str(axis) for axis in places]
    config = {
        "dims": "4",
        "input": images,
        "kernel": {
            "filter": {"input_feature_dim": str(input_axis), "output_feature_dim": str(output_axis), "spatial_dims": spatial}
        },
        "output": images,
        "window": {
            "size": [str(w.shape[axis]) for axis in places],
            "strides": [str(n) for n in strides],
            "pad_left": [str(n) for n in pads],
            "pad_right": [str(n) for n in pads],
            "window_dilations": [str(n) for n in dilations],
        },
        "feature_groups": "1",
    }
    return _call("convolution", {"onednn_conv_config": config}, shape, x, w)


def product(x, w):
    """`x @ w.T` for matrices (rows, features) and (units, features) of float32."""
    config = {"onednn_matmul_config": {"transpose_a": False, "transpose_b": True}}
    return _call("matmul", config, (x.shape[0], w.shape[0]), x, w)


def _call(name, config, shape, *arrays):
    import jax

    call = jax.ffi.ffi_call(
        _PREFIX + name,
        jax.ShapeDtypeStruct(shape, arrays[0].dtype),
        custom_call_api_version=2,
        legacy_backend_config=json.dumps(config),
    )
    return call(*arrays)


# ---- whether it works here


def try_now() -> dict:
    """Make the calls in a process of their own, and keep what came of it unless that process could not be run.

    Returns
    -------
    dict
        "usable" (bool), and "why" not (str).
    """
    if getattr(sys, "frozen", False) or not sys.executable:
        return {"usable": False, "why": "there is no Python to try it with: the program is frozen, or Python embedded"}
    environment = {
        **os.environ,
        "JMX_ONEDNN": "0",  # whatever is run there asks no further process
        "PYTHONPATH": os.pathsep.join(sys.path),
        "JAX_PLATFORMS": "cpu",
        "JAX_ENABLE_COMPILATION_CACHE": "0",
    }
    command = [sys.executable, "-c", f"from {__name__} import _make_calls; _make_calls()"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=_PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        # That says nothing of oneDNN: another process may ask again.
        return {"usable": False, "why": f"the process that tries it: {error}"}
    if done.returncode == 0 and done.stdout.strip().endswith(_EQUAL):
        answer: dict = {"usable": True}
    else:
        said = " ".join(done.stderr.split())[-300:]
        answer = {"usable": False, "why": f"the process that tries it ended with status {done.returncode}: {said}"}
    if done.returncode not in (-signal.SIGKILL, -signal.SIGTERM):  # somebody ended it: no memory, or the end of the job
        _record(answer)
    return answer


def _record_path() -> str | None:
    """The file with the answer for this jaxlib and processor; None where nothing is kept (JMX_CACHE=0)."""
    if not get("JMX_CACHE"):
        return None
    version = importlib.metadata.version("jaxlib")
    return os.path.join(get("JMX_CACHE_DIR"), f"onednn-{_REVISION}-jaxlib-{version}-{machine_id()}.json")


def _recorded() -> dict | None:
    """The answer that is kept; None where there is none, or something else in its file."""
    path = _record_path()
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            answer = json.loads(file.read(4096))
    except (OSError, ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) and isinstance(answer.get("usable"), bool) else None


def _record(answer) -> None:
    path = _record_path()
    if path is None:
        return
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        write_whole(path, json.dumps(answer).encode())
    except OSError:
        pass  # a full or read-only disk: the next process tries the calls again


#: what is tried: (size, channels, filters, kernel, stride, pad, dilation); sizes, strides and pads along both axes or one each
_CONVOLUTIONS = [
    (8, 4, 8, 3, 1, 1, 1), (9, 3, 16, 3, 2, 1, 1), (12, 3, 8, 7, 2, 3, 1), (7, 5, 17, 3, 1, 0, 1), (8, 16, 16, 1, 1, 0, 1),
    (8, 16, 32, 1, 2, 0, 1), (11, 32, 7, 5, 1, 2, 1), (10, 20, 50, 5, 1, 0, 1), (13, 8, 8, 3, 1, 2, 2), (9, 1, 4, 3, 1, 1, 1),
    (6, 64, 64, 3, 1, 1, 1), (5, 33, 1, 3, 3, 1, 1), (14, 16, 24, 11, 4, 2, 1), (8, 6, 10, 2, 2, 0, 1), (4, 48, 48, 3, 1, 2, 1),
    ((6, 17), 8, 12, (1, 7), 1, (0, 3), 1), ((17, 6), 8, 12, (7, 1), 1, (3, 0), 1), ((12, 10), 16, 8, 3, (2, 1), 1, 1),
    ((9, 8), 7, 9, (3, 5), (1, 2), (1, 2), (2, 1)), (40, 8, 8, 3, 1, 12, 12),
]  # fmt: skip
#: and in which orders of the kernel's axes: channels that come in, those that come out, places
_KERNEL_AXES = [(3, 0, (1, 2)), (1, 0, (2, 3))]
#: (rows, features, units)
_PRODUCTS = [(2, 64, 48), (1, 5, 3), (33, 130, 17), (16, 1000, 1), (3, 1, 7), (64, 512, 20), (5, 33, 300)]


def _make_calls() -> None:
    """Make every kind of call and compare it with NumPy; raises AssertionError where they differ."""
    import jax
    import numpy as np

    random = np.random.default_rng(0)

    def pair(value):
        return value if isinstance(value, tuple) else (value, value)

    def draw(*shape):
        return random.standard_normal(shape).astype("float32")

    def expected(x, w, strides, pads, dilations, shape):
        padded = np.pad(x.astype("float64"), ((0, 0), *((p, p) for p in pads), (0, 0)))
        total = np.zeros(shape)
        for i, j in np.ndindex(*w.shape[1:3]):
            part = padded[:, i * dilations[0] :, j * dilations[1] :][:, :: strides[0], :: strides[1]]
            total += part[:, : shape[1], : shape[2]] @ w[:, i, j].T.astype("float64")
        return total

    calls, results = [], []
    for batch, (size, channels, filters, *window) in enumerate(_CONVOLUTIONS):
        batch = 1 + batch % 3
        size, kernel, strides, pads, dilations = map(pair, (size, *window))
        reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
        out = [(n + 2 * p - r) // s + 1 for n, p, r, s in zip(size, pads, reach, strides)]
        x, w, shape = draw(batch, *size, channels), draw(filters, *kernel, channels), (batch, *out, filters)
        for input_axis, output_axis, places in _KERNEL_AXES:
            order = {output_axis: 0, places[0]: 1, places[1]: 2, input_axis: 3}
            array = w.transpose([order[axis] for axis in range(4)])
            rest = strides, pads, dilations, shape, input_axis, output_axis, places
            calls.append((lambda a, b, rest=rest: convolution(a, b, *rest), x, array))
            results.append(expected(x, w, strides, pads, dilations, shape))
    for rows, features, units in _PRODUCTS:
        x, w = draw(rows, features), draw(units, features)
        calls.append((product, x, w))
        results.append(x.astype("float64") @ w.T)
    functions = [function for function, *_ in calls]
    run_all = jax.jit(lambda inputs: [function(*arrays) for function, arrays in zip(functions, inputs)])
    outputs = run_all([arrays for _, *arrays in calls])
    for output, result in zip(outputs, results):
        np.testing.assert_allclose(output, result, rtol=1e-4, atol=1e-4 * max(1.0, abs(result).max()))
    print(_EQUAL)
