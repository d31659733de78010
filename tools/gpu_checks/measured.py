"""Items that are figures: networks, steps, memory, operators, and the examples, which are programs of their own."""

import collections
import gc
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from .parts import PARTS, SkipItem
from .record import ROOT
from .worker import end_with_parent

DTYPES = ("float32", "bfloat16", "float16")
#: networks of `jmx bench` that stand for a family each, which come first
FAMILIES = ("resnet50", "inception3", "vgg16", "alexnet", "deep_speech2")
STEPS = ("digits", "cifar", "transformer_layer", "language_model")
MEMORY = ("resnet50_v1/train/bfloat16/128", "resnet50_v1/train/float32/128", "transformer_layer/train/float32/0",
          "language_model/train/float32/0", "resnet50_v1/infer/bfloat16/128", "inceptionv3/train/bfloat16/64")  # fmt: skip
EXAMPLES = {
    "digits_gluon": ["--epochs", "2"],
    "module_digits": ["--network", "lenet", "--epochs", "2"],
    "cifar_gluon": ["--epochs", "1"],
    "gan_digits": ["--epochs", "2"],
    "transfer_learning": ["--epochs", "2"],
    "transformer_classifier": [],
    "word_language_model": ["--epochs", "3"],
}
#: events of JAX's profiler that stand for the start of a program
_STARTS = re.compile(r"LoadedExecutable::Execute(Prepare|Helper\w*|Portable|Sharded)?$")
#: on the CPU the command is only tried: sizes, and seconds that a figure is taken for
_TRIED = {"batch": 2, "batches": 1, "seconds": 0.05}
_REAL = {"batch": 32, "batches": 10, "seconds": 1.0}


def serve(part, channel):
    """Do items of a part as they are asked for."""
    sizes = _REAL if channel.context == "gpu" else _TRIED
    parts = {"steps": steps, "examples": examples, "networks": networks, "memory": memory, "operators": operators}
    channel.serve(*parts[part](sizes))


def networks(sizes):
    """The networks of `jmx bench`: training, all families in all types before the rest."""
    from jmx.bench import command, registry

    names = sorted(registry.names(), key=lambda name: (name not in FAMILIES, FAMILIES.index(name) if name in FAMILIES else 0))

    def measure(item):
        network, dtype = item.split("/")
        line = ["--model", network, "--dtype", dtype, "--batch-size", str(sizes["batch"])]
        line += ["--num-batches", str(sizes["batches"]), "--num-warmup-batches", str(min(5, sizes["batches"]))]
        found = command.bench(command.parser().parse_args(line))
        gc.collect()
        if not found["finite"]:
            raise FloatingPointError("the last outputs hold infinities or NaN")
        ms = {f"{name}_ms": found["time"][name] * 1e3 for name in ("median", "min", "max")}
        return {"batch": sizes["batch"], "samples_s": found["throughput"], "first_s": found["first_batch"], **ms}

    groups = [[name for name in names if (name in FAMILIES) == few] for few in (True, False)]
    return [f"{name}/{dtype}" for group in groups for dtype in DTYPES for name in group], measure


def steps(sizes):
    """Small networks: what a step costs beside hand-written JAX, and how many programs it starts."""
    from benchmarks import gpu
    from benchmarks.cases import gluon_networks

    def measure(item):
        import mxnet as mx

        figures = gpu.network(item, sizes["seconds"])
        name, phase, dtype, _ = item.split("/")
        step = gluon_networks.block_step(name, phase, None, mx.gpu(0) if mx.context.num_gpus() else mx.cpu(), dtype)
        return {
            "jmx_ms": figures["ms"]["jmx"], "jax_ms": figures["ms"]["jax"], "programs": programs(step, mx.nd.waitall),
            "jmx_first_s": figures["first_s"]["jmx"], "jax_first_s": figures["first_s"]["jax"],
        }  # fmt: skip

    return [f"{name}/{phase}/{dtype}/0" for dtype in DTYPES[:2] for phase in ("train", "infer") for name in STEPS], measure


def programs(step, wait, several=4):
    """How many compiled programs a call of `step` starts, as JAX's profiler sees them."""
    import jax

    for _ in range(80):  # more often than NumPy's tier runs a program
        step()
    wait()
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            for _ in range(several):
                step()
            wait()
        (file,) = glob.glob(f"{folder}/**/*.xplane.pb", recursive=True)
        found = jax.profiler.ProfileData.from_file(file)
        names = [event.name for plane in found.planes for line in plane.lines for event in line.events]
    # what a start is called depends on the client; each of its steps has one event, or none
    started = collections.Counter(name for name in names if _STARTS.search(name))
    return max(started.values(), default=0) / several


def memory(sizes):
    """The most memory on the card of a network's steps, with jmx or with JAX, in a process of its own."""

    def measure(item):
        import jax
        import mxnet as mx

        from benchmarks.cases import gluon_networks, inputs, plain_jax

        side, _, case = item.partition(": ")
        name, phase, dtype, batch = case.split("/")
        batch = inputs.samples(name, min(int(batch), sizes["batch"] * 4) or None)
        if side == "jmx":
            step = gluon_networks.block_step(name, phase, batch, mx.gpu(0) if mx.context.num_gpus() else mx.cpu(), dtype)
        else:
            step = plain_jax.steps(name, batch, dtype)[phase == "infer"]
        for _ in range(5):
            result = step()
        mx.nd.waitall()
        jax.block_until_ready(result._data() if side == "jmx" else result)
        stats = jax.devices()[0].memory_stats()
        if not stats:
            raise SkipItem("JAX counts no memory on this device")
        return {"peak_mb": stats["peak_bytes_in_use"] / 2**20, "now_mb": stats["bytes_in_use"] / 2**20}

    return [f"{side}: {case}" for case in MEMORY for side in ("jmx", "jax")], measure


def operators(sizes):
    """Large rows of `benchmarks surface`, in the order of the registry: a call beside the same program under `jax.jit`."""
    sys.path[:0] = [str(ROOT / "compat")]
    import jmx.ops  # noqa: F401  declares the operators
    from benchmarks.cases import surface
    from jmx.core.declare.op import REGISTRY

    order = {name: number for number, name in enumerate(REGISTRY)}
    rows = [(row, case) for case, row in surface.CASES.items() if case.endswith("-large") and row["op"] in order]
    dense = [(row, case) for row, case in rows if all(spec.get("stype", "default") == "default" for spec in row["inputs"])]
    # the first row of every operator before the second ones
    items = sorted(dense, key=lambda pair: (pair[1].split("-")[1], order[pair[0]["op"]]))

    def measure(case):
        import mxnet as mx

        with mx.gpu(0) if mx.context.num_gpus() else mx.cpu():
            call = surface.Call("jmx", surface.CASES[case])
            figures = beside_plain(call.forward, sizes["seconds"] / 5)
            if call.row["back"]:
                figures["both_us"] = _microseconds(call.both, sizes["seconds"] / 5)
        return figures

    return [case for _, case in items], measure


def beside_plain(forward, seconds):
    """Microseconds of a call, and of the programs that it runs under `jax.jit`."""
    import jax

    from jmx.core.declare.x64 import x64
    from jmx.core.run import dispatch

    made, run = [], dispatch.run

    def watched(program, inputs, scalars=(), *others, **options):
        made.append((program, [array._data() for array in inputs], tuple(scalars)))
        return run(program, inputs, scalars, *others, **options)

    forward()
    dispatch.run = watched
    try:
        forward()
    finally:
        dispatch.run = run
    if not made or any(program.dynamic for program, _, _ in made):
        raise SkipItem("it runs no program of its own, or one whose results have shapes that the data say")
    calls = []
    for program, arrays, scalars in made:
        compiled = jax.jit(lambda state, scalars, *arrays, program=program: program._forward(
            False, jax.devices()[0].platform, state, scalars, *arrays)[0])  # fmt: skip
        calls.append((compiled, program.wide, scalars, arrays))
    state = jax.device_put(jax.numpy.zeros(3, jax.numpy.uint32))

    def plain():
        for compiled, wide, scalars, arrays in calls:
            with x64(wide):
                jax.block_until_ready(compiled(state, scalars, *arrays))

    return {"jmx_us": _microseconds(forward, seconds), "jax_us": _microseconds(plain, seconds), "programs": len(made)}


def _microseconds(call, seconds):
    for _ in range(3):
        call()
    figures, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end or len(figures) < 3:
        start = time.perf_counter()
        call()
        figures.append((time.perf_counter() - start) * 1e6)
    return statistics.median(figures)


def examples(sizes):
    """The programs in examples/, each in a process and a folder of its own."""
    small = [] if sizes is _REAL else ["--limit", "200"]

    def run(item):
        limit = PARTS["examples"].limit - 5
        few = small if item in ("digits_gluon", "module_digits", "cifar_gluon", "gan_digits") else []
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            done = subprocess.run(
                [sys.executable, str(ROOT / "examples" / f"{item}.py"), *EXAMPLES[item], *few],
                cwd=folder, env={**os.environ, "JMX_SYNTHETIC_DATA": "1", "MXNET_HOME": folder},
                capture_output=True, text=True, timeout=limit, preexec_fn=end_with_parent,
            )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"exit status {done.returncode}: {done.stderr[-400:]}")
        return {"seconds": time.monotonic() - start}

    return list(EXAMPLES), run
