"""The command line of `jmx bench`: what is asked for, the run, the figures."""

from __future__ import annotations

import argparse
import glob
import json
import math
import os
import statistics
import sys

from .. import context
from ..base import MXNetError
from ..cli.arguments import Parser
from ..config import processor
from ..kvstore.kvstore import spans_processes
from . import compare, measure, registry
from .model import LAYOUTS, PHASES

_DTYPES = {"float": "float32", "float32": "float32", "float16": "float16", "bfloat16": "bfloat16", "int8": "int8"}
_EPILOG = """\
The last line of output is JSON. docs/bench.md explains the figures.

examples:
  jmx bench --list
  jmx bench --model resnet50 --batch-size 32
  jmx launch -n 4 jmx bench --model resnet18 --kv-store dist_sync --device cpu

exit status: 0 if the run completed, 1 if it could not be made, 2 for unknown options.
"""
_STORES = "local device nccl dist_sync dist_device_sync dist_sync_device dist_async p3 horovod byteps".split()


def _truth(text):
    value = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(text.strip().lower())
    if value is None:
        raise argparse.ArgumentTypeError(f"must be true or false, got {text!r}")
    return value


def _positive(text):
    return _at_least(text, 1)


def _natural(text):
    return _at_least(text, 0)


def _at_least(text, least):
    try:
        value = int(text)
    except ValueError:
        value = None
    if value is None or value < least:
        raise argparse.ArgumentTypeError(f"must be a whole number from {least}, got {text!r}")
    return value


def _numbers(text):
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 0 or len(set(numbers)) < len(numbers):
        raise argparse.ArgumentTypeError(f"must be different numbers separated by commas, such as 0,1, got {text!r}")
    return numbers


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx bench",
        description="Measure how fast a network trains or answers.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = command_line.add_argument
    model = add("--model", metavar="ID", help="which network; --list shows them")
    model.suggestions = registry.names  # for `jmx completions`; as choices they would import every network at each start
    add("--list", action="store_true", help="show all networks and stop")
    add("--phase", choices=PHASES, help="what is measured (training)")
    add("--forward-only", type=_truth, nargs="?", const=True, metavar="true|false", help="true: inference; false: training")
    add("--batch-size", type=_positive, default=16, metavar="N", help="samples for each device (%(default)s)")
    add("--num-batches", type=_positive, default=10, metavar="N", help="how many batches are measured (%(default)s)")
    add("--num-warmup-batches", type=_natural, default=10, metavar="N", help="how many come before (%(default)s)")
    add("--device", choices=("cpu", "gpu"), help="where it runs (gpu where there is one)")
    add("--num-gpus", type=_natural, default=1, metavar="N", help="how many GPUs (%(default)s), from number 0; not for a cpu")
    add("--gpus", type=_numbers, metavar="0,1", help="their numbers, in place of --num-gpus; of CPU contexts with --device cpu")
    add("--kv-store", choices=_STORES, default="device", metavar="TYPE",
        help=f"how gradients are added up (%(default)s): {', '.join(_STORES)}")  # fmt: skip
    add("--data-dir", default="", metavar="PATH", help="an image record file, or a folder with one (random numbers)")
    add("--preprocess-threads", type=_positive, default=4, metavar="N", help="how many threads read images (%(default)s)")
    add("--dtype", choices=tuple(_DTYPES), default="float32", help="what the network computes in (%(default)s)")
    add("--input-layout", choices=LAYOUTS, default="NCHW", help="of images as they arrive (%(default)s)")
    add("--compare", metavar="PYTHON", help="a command that runs Python with Apache MXNet, where the same is measured next")
    return command_line


def _records(path, model):
    """The record file that `--data-dir` means."""
    if len(model.input_shape) != 3 or model.label_shape:
        raise MXNetError(f"--data-dir: samples of {model.id}, of shape {model.input_shape}, are no images with a label; "
                         f"leave it out to measure with random numbers")  # fmt: skip
    if model.input_layout != "NCHW":
        raise MXNetError("--data-dir: record files are read as NCHW; leave out --input-layout NHWC")
    if os.path.isfile(path):
        return path
    files = sorted(glob.glob(os.path.join(glob.escape(path), "*.rec")))
    train = [file for file in files if os.path.basename(file) == "train.rec"]
    if train or len(files) == 1:
        return (train or files)[0]
    if files:
        raise MXNetError(f"--data-dir {path}: several record files and none is train.rec; name one: {', '.join(files[:5])}")
    raise MXNetError(f"--data-dir {path}: no record file (*.rec) there; `jmx im2rec` makes one from images")


def _devices(args):
    device = args.device or ("gpu" if context.num_gpus() else "cpu")
    if device == "cpu":
        return device, args.gpus or [0]
    there = context.num_gpus()
    wanted = args.gpus or list(range(args.num_gpus))
    if not there:
        raise MXNetError("--device gpu: no GPU is there; take --device cpu, or see `jmx info` for what JAX finds")
    if not wanted or max(wanted) >= there:
        raise MXNetError(f"--device gpu: asked for GPU {', '.join(map(str, wanted)) or 'none'}, and there are 0 to {there - 1}; "
                         f"choose with --gpus or --num-gpus, or take --device cpu")  # fmt: skip
    return device, wanted


def job_of(args):
    """Return (model, job): the network of a command line that was read, and what `measure` takes."""
    if args.model is None:
        raise MXNetError("which network? Give --model ID; `jmx bench --list` shows all")
    phase = args.phase or ("inference" if args.forward_only else "training")
    if args.forward_only is not None and args.forward_only != (phase == "inference"):
        raise MXNetError(f"--phase {phase} contradicts --forward-only {str(args.forward_only).lower()}; give one of them")
    dtype = _DTYPES[args.dtype]
    # a network on integers is made from the one in single precision, when it has parameters (`measure`)
    own = "float32" if dtype == "int8" else dtype
    model = registry.create({"model": args.model, "phase": phase, "dtype": own, "input_layout": args.input_layout})
    device, numbers = _devices(args)
    if dtype == "int8" and (phase != "inference" or device != "cpu"):
        raise MXNetError("--dtype int8: networks on integers are for inference on the CPU; add --phase inference --device cpu")
    return model, {
        "model": model.id,
        "phase": phase,
        "device": device,
        "gpus": numbers,
        "kv_store": args.kv_store,
        "dtype": dtype,
        "batch_size": args.batch_size,
        "num_batches": args.num_batches,
        "num_warmup_batches": args.num_warmup_batches,
        "input_layout": args.input_layout,
        "data_shape": model.data_shape,
        "label_shape": model.label_shape,
        "num_classes": model.num_classes,
        "first_label": model.first_label,
        "records": _records(args.data_dir, model) if args.data_dir else "",
        "preprocess_threads": args.preprocess_threads,
        "symbol": model.symbol().tojson(),
    }


def figures(job, result) -> dict[str, dict[str, float] | float]:
    """Return the figures of a result: seconds of a batch, and samples in a second over all devices of this process."""
    times = result["times"]
    total = math.fsum(times)
    samples = job["batch_size"] * len(job["gpus"])
    return {
        "throughput": samples * len(times) / total,
        "time": {
            "mean": total / len(times),
            "median": statistics.median(times),
            "min": min(times),
            "max": max(times),
            "std": statistics.pstdev(times),
        },
        "first_batch": result["first"],
        "finite": result["finite"],
        "workers": result["workers"],
        "rank": result["rank"],
    }


def _throughputs(result):
    """The throughput of each worker of the job, by rank, exchanged through a kvstore."""
    import jmx

    store = jmx.kv.create("dist_sync")
    own = jmx.nd.zeros(result["workers"])
    own[result["rank"]] = result["throughput"]
    every = jmx.nd.zeros(result["workers"])
    store.init("throughput", every)
    store.push("throughput", own)
    store.pull("throughput", every)
    return [float(number) for number in every.asnumpy()]


def _text(number):
    """Four digits of a number, and never an exponent for large ones."""
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


def _show(who, result):
    ms = {key: _text(seconds * 1e3) for key, seconds in result["time"].items()}
    print(f"{who}: {_text(result['throughput'])} samples/s, {ms['mean']} ms a batch "
          f"(median {ms['median']}, {ms['min']} to {ms['max']}, deviation {ms['std']})")  # fmt: skip
    print(f"{who}: {_text(result['first_batch'])} s until the first batch was done, set-up and compilation included")
    if not result["finite"]:
        print(f"{who}: the last outputs hold infinities or NaN", file=sys.stderr)


def _list():
    print(f"{'id':20} {'name':18} {'sample':16} {'classes':>7} {'parameters':>12}")
    for name in registry.names():
        model = registry.create({"model": name})
        shape = "x".join(map(str, model.input_shape))
        print(f"{name:20} {model.name:18} {shape:16} {model.num_classes:7} {model.count()['learned']:12,}")
    return 0


def _units(job):
    """What the processor multiplies each type with, which is printed, too; None on GPUs."""
    if job["device"] != "cpu":
        return None
    print(f"units of the processor: {processor.describe()}", flush=True)
    return processor.units()


def _other(args, job):
    """(what MXNet measures, the type in which it does): float32 where it refuses a 16-bit type on the CPU."""
    try:
        return compare.measure_on(args.compare, job), job["dtype"]
    except MXNetError as error:
        if job["device"] != "cpu" or job["dtype"] not in ("bfloat16", "float16"):
            raise
        try:
            _, single = job_of(argparse.Namespace(**{**vars(args), "dtype": "float32"}))
            measured = compare.measure_on(args.compare, single)
        except MXNetError:
            raise error from None
        reason = str(error).strip().splitlines()[-1]
        print(f"MXNet cannot compute in {job['dtype']} here ({reason}); measured in float32 instead")
        return measured, "float32"


def bench(args):
    """Measure what a command line that was read asks for, print it and return what its last line holds, as a dict."""
    import jmx

    from ..test_utils import environment

    model, job = job_of(args)
    if spans_processes(args.kv_store):
        # The processes of a job must connect before there are arrays; an error about what is missing comes from here.
        workers = jmx.kv.create("dist_sync").num_workers
        if workers > 1 and args.compare is not None:
            raise MXNetError(f"--compare measures one process, this one is one of {workers}; leave it out, or start one alone")
    count = model.count()["learned"]
    where = ", ".join(f"{job['device']}({number})" for number in job["gpus"])
    print(f"{model.name} ({model.id}), {job['phase']} in {job['dtype']} on {where}, {job['batch_size']} samples a device, "
          f"{job['num_batches']} batches after {job['num_warmup_batches']}")  # fmt: skip
    print(f"{count:,} parameters, samples of {'x'.join(map(str, job['data_shape']))} from {job['records'] or 'random numbers'}, "
          f"kvstore {job['kv_store']}")  # fmt: skip
    units = _units(job)
    with environment("JMX_COMPILE", "now"):  # what a program settles on after many batches
        result = figures(job, measure.measure(jmx, job))
    several = result["workers"] > 1
    _show(f"jmx, worker {result['rank']} of {result['workers']}" if several else "jmx", result)
    line = {key: value for key, value in job.items() if key not in ("symbol", "first_label", "records")}
    line |= {
        "name": model.name,
        "parameters": count,
        "data": job["records"] or "synthetic",
        "version": jmx.__version__,
        "units": units,
    }
    line |= result
    if several:
        each = _throughputs(result)
        if result["rank"] == 0:
            print(f"jmx, all {result['workers']} workers: {_text(math.fsum(each))} samples/s")
            line["total"] = {"throughput": math.fsum(each), "each": each}
    if args.compare is not None:
        other, dtype = _other(args, job)
        theirs = figures(job, other)
        _show(f"MXNet {other['mxnet']}{'' if dtype == job['dtype'] else f' in {dtype}'}", theirs)
        print(f"jmx does {result['throughput'] / theirs['throughput']:.3g} times as many samples in a second")
        line["compare"] = {"mxnet": other["mxnet"], "dtype": dtype, **theirs}
    print(json.dumps(line), flush=True)
    return line


def main(argv) -> int:
    """Run `jmx bench` with these arguments and return its exit status."""
    args = parser().parse_args(argv)
    try:
        if args.list:
            return _list()
        bench(args)
    except (MXNetError, ImportError) as error:
        print(f"jmx bench: {error}", file=sys.stderr)
        return 1
    return 0
