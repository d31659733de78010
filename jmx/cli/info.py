"""`jmx info`: what a report about a problem should contain, for people and, with `--json`, for programs."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from .. import _numpy1, config
from .._version import MXNET_VERSION, __version__
from ..base import MXNetError
from ..config import compile_cache, ignored, numpy_release, processor
from ..config.system import machine
from . import _parts, _probe, _shim
from .arguments import Parser
from .shim_command import describe

if TYPE_CHECKING:
    from collections.abc import Iterator


_NEEDED = ("jax", "jaxlib", "numpy", "optax", "cloudpickle", "threadpoolctl")
_OPTIONAL = (
    "opencv-python-headless", "opencv-python", "pillow", "graphviz", "matplotlib", "scipy",
    "jax-cuda12-plugin", "jax-cuda13-plugin", "nvidia-cudnn-cu12", "nvidia-cudnn-cu13", "nvidia-nccl-cu12", "nvidia-nccl-cu13",
)  # fmt: skip
# Variables of JAX, CUDA and the C library that change what a program does.
_OTHERS = (
    "JAX_", "XLA_", "TF_CPP_", "CUDA_", "NCCL_", "NVIDIA_", "OMP_", "OPENBLAS_", "MKL_", "KMP_", "MALLOC_", "GLIBC_TUNABLES",
)  # fmt: skip

# Variables that jmx sets for the processes that it starts.
_OWN = ("JMX_MEMBER_PROCESS",)
# Variables whose values are nobody else's business: the output is made to be shown.
_SECRET = ("JMX_JOB_SECRET",)


def _versions():
    versions = {"jmx": __version__, "mxnet": MXNET_VERSION, "python": platform.python_version(), "platform": platform.platform()}
    optional = {}
    for table, names in ((versions, _NEEDED), (optional, _OPTIONAL)):
        for name in names:
            try:
                table[name] = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                table[name] = None
    return {**versions, "optional": {name: version for name, version in optional.items() if version is not None}}


def _host():
    """Cores that this process may use, and the machine's memory in bytes if the system reports it."""
    return {"cores": machine.usable_cores(), "cores_of_the_machine": os.cpu_count(), **machine.memory()}


def driver() -> dict | None:
    """What NVIDIA's own tool says: {"gpus": [...]}, {"problem": ...}, or None where there is no such tool."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return None
    fields = ("index", "name", "driver_version", "memory.total", "memory.used", "compute_mode")
    try:
        done = subprocess.run(
            [tool, f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits"],
            capture_output=True, text=True, errors="replace", timeout=20,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"problem": "nvidia-smi did not answer within 20 s"}
    except OSError as error:
        return {"problem": f"nvidia-smi cannot be started: {error}"}
    if done.returncode:
        said = " ".join((done.stdout + done.stderr).split())
        return {"problem": f"nvidia-smi ended with status {done.returncode}: {said[:300]}"}
    rows = [[word.strip() for word in line.split(",")] for line in done.stdout.splitlines() if line.strip()]
    return {"gpus": [dict(zip(("number", "name", "driver", "memory_mib", "used_mib", "mode"), row)) for row in rows]}


def _cache(folder):
    """The cache of compiled programs; `folder` is the one that JAX was given, or None."""
    root = _value("JMX_CACHE_DIR")
    facts = {"on": folder is not None, "folder": folder or root, "bound": None, "programs": 0, "bytes": 0}
    bound = _value("JMX_CACHE_SIZE")
    own = folder is None or isinstance(root, str) and os.path.dirname(folder) == os.path.realpath(root)
    facts["jmx"] = own
    if own and isinstance(bound, int):
        facts["bound"] = bound * 2**20
    # The bound holds for the folders of all versions of JAX and kinds of processors together.
    for where, _, names in os.walk((root if own else folder) or ""):
        for name in names:
            if name.endswith("-cache"):
                try:
                    size = os.stat(os.path.join(where, name)).st_size
                except OSError:
                    continue
                facts["bytes"] += size
                facts["programs"] += where == facts["folder"] or folder is None
    facts["problem"] = None
    version = _versions()["jax"]
    if folder is None and isinstance(root, str) and version:
        facts["problem"] = compile_cache.why_untrusted(compile_cache.programs_folder(root, version))
    nearest = facts["folder"] or ""
    while nearest and not os.path.exists(nearest) and os.path.dirname(nearest) != nearest:
        nearest = os.path.dirname(nearest)
    facts["writable"] = bool(nearest) and os.path.isdir(nearest) and os.access(nearest, os.W_OK | os.X_OK)
    return facts


def _value(name):
    try:
        return config.get(name)
    except MXNetError:
        return None


def _job():
    """The place of this process in a job of several: {"rank": ...}, {"problem": ...}, or None where it works alone."""
    from .. import cluster

    try:
        place = cluster.place()
    except MXNetError as error:
        return {"problem": str(error)}
    if place is None:
        return None
    names = ("rank", "size", "local_rank", "local_size", "host", "port", "source")
    return {name: getattr(place, name) for name in names}


def _old_numpy():
    """Which NumPy there is, and what of NumPy 1 the import name `mxnet` gives it back, or that it is too old."""
    try:
        return numpy_release.installed_problem() or _numpy1.describe()
    except MXNetError as error:
        return str(error)


def _variables():
    environment = os.environ
    honoured = []
    for name, variable in config.VARIABLES.items():
        if name in environment:
            value = "(not shown)" if name in _SECRET and environment[name] else environment[name]
            entry = {"name": name, "value": value, "doc": variable.doc}
            try:
                variable.get()
            except MXNetError as error:
                entry["problem"] = str(error)
            honoured.append(entry)
    return {
        "honoured": honoured,
        "ignored": [{"name": n, "value": v, "reason": reason} for n, v, reason in ignored.ignored(environment)],
        "unknown": [
            {"name": n, "value": v, "closest": close} for n, v, close in ignored.unknown(environment, {*config.VARIABLES, *_OWN})
        ],
        "others": {
            n: environment[n] for n in sorted(environment) if n.startswith(_OTHERS) and n not in config.VARIABLES
        },
    }  # fmt: skip


def gather(timeout=60.0):
    """Return everything that `jmx info` shows, as a dict that JSON can hold.

    Parameters
    ----------
    timeout : float
        Seconds that JAX may take to list its devices.
    """
    from .. import runtime

    probe, said = _probe.inspect(timeout), driver()
    return {
        "versions": _versions(),
        "host": _host(),
        "old_numpy": _old_numpy(),
        "import_name": describe(_shim.find())[0],
        "devices": probe["devices"],
        "default": probe["default"],
        "problems": probe["problems"],
        "driver": said,
        "missing": _parts.missing(said),
        "cache": _cache(probe["cache"]),
        "units": processor.units(),
        "onednn": probe["onednn"],
        "kernels": probe["kernels"],
        "job": _job(),
        "variables": _variables(),
        "features": [feature.name for feature in runtime.feature_list() if feature.enabled],
    }


def _size(count):
    """Bytes for people."""
    units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    while count >= 1024 and len(units) > 1:
        count /= 1024
        del units[0]
    return f"{count:.4g} {units[0]}"


def text(facts) -> Iterator[str]:
    """Return what `gather` found as lines for people."""
    versions = facts["versions"]
    yield f"jmx {versions['jmx']}, for programs of MXNet {versions['mxnet']}"
    yield f"Python {versions['python']}, {versions['platform']}"
    yield ", ".join(f"{name} {versions[name] or '(missing)'}" for name in _NEEDED)
    yield "optional: " + (", ".join(f"{name} {version}" for name, version in versions["optional"].items()) or "none")
    yield facts["old_numpy"]
    yield f"import mxnet: {'; '.join(facts['import_name'])}"
    yield from _parts.text(facts["missing"])
    host = facts["host"]
    memory = f", {_size(host['memory'])} of memory, {_size(host['memory_free'])} free" if "memory_free" in host else ""
    yield f"{host['cores']} of {host['cores_of_the_machine']} cores{memory}"
    yield "features: " + " ".join(facts["features"])
    yield ""
    yield "devices" + ("" if facts["devices"] else ": none")
    for device in facts["devices"]:
        line = f"  {device['context']}: {device['kind']} ({device['platform']}:{device['id']})"
        if "memory" in device:
            line += f", {_size(device['memory']['limit'])} for arrays, {_size(device['memory']['in_use'])} in use"
        yield line + (f", {device['problem']}" if "problem" in device else "")
    yield from (f"  ! {line}" for line in facts["problems"])
    driver = facts["driver"]
    for row in (driver or {}).get("gpus", ()):
        yield (f"  nvidia-smi: GPU {row['number']} {row['name']}, driver {row['driver']}, {row['used_mib']} of "
               f"{row['memory_mib']} MiB used, mode {row['mode']}")  # fmt: skip
    if driver and "problem" in driver:
        yield f"  ! {driver['problem']}"
    yield ""
    yield from _text_of_cache(facts["cache"])
    yield f"units of the processor: {processor.describe()}"
    for name in ("oneDNN", "kernels"):
        yield f"{name}: {facts[name.lower()] or 'unknown, because JAX did not start'}"
    job = facts["job"]
    if job is None:
        yield "job: this process works alone"
    elif "problem" in job:
        yield f"job: {job['problem']}"
    else:
        rank = "a rank to be given" if job["rank"] is None else f"rank {job['rank']}"
        here = f", process {job['local_rank']} of {job['local_size'] or '?'} on this machine"
        local = "" if job["local_rank"] is None else here
        yield f"job ({job['source']}): {rank} of {job['size']}{local}, coordinator at {job['host']}:{job['port']}"
    yield ""
    yield from _text_of_variables(facts["variables"])


def _text_of_cache(cache):
    if not cache["on"]:
        why = "by JMX_CACHE=0" if _value("JMX_CACHE") is False else "because its folder cannot be used, or JAX did not start"
        if cache["problem"] and _value("JMX_CACHE") is not False:
            why = f"because {cache['problem']}"
        yield f"compiled programs are not kept, {why}; the folder would be {cache['folder']}"
        return
    bound = f" of {_size(cache['bound'])} at most, all versions together" if cache["bound"] is not None else ""
    yield f"compiled programs: {cache['programs']} in {cache['folder']}, {_size(cache['bytes'])}{bound}"
    if not cache["jmx"]:
        yield "  the folder is JAX's own setting; jmx does not bound it"
    if not cache["writable"]:
        yield "  ! the folder cannot be written"


def _text_of_variables(variables):
    yield "environment variables that are set" + ("" if variables["honoured"] else ": none that jmx reads")
    for entry in variables["honoured"]:
        yield f"  {entry['name']}={entry['value']}".ljust(40) + f" {entry['doc']}"
        if "problem" in entry:
            yield f"  ! {entry['problem']}"
    if variables["ignored"]:
        yield "set, and without effect"
        for entry in variables["ignored"]:
            yield f"  {entry['name']}={entry['value']}".ljust(40) + f" {entry['reason']}"
    if variables["unknown"]:
        yield "set, and unknown: typing errors?"
        for entry in variables["unknown"]:
            close = f" did you mean {entry['closest']}?" if entry["closest"] else " no variable of jmx or MXNet is named like it"
            yield f"  {entry['name']}={entry['value']}".ljust(40) + close
    if variables["others"]:
        yield "set, for JAX, CUDA and other libraries"
        yield from (f"  {name}={value}" for name, value in variables["others"].items())


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(
        prog="jmx info",
        description="Show versions, devices, caches, settings and missing parts: what a report of a problem should contain.",
        epilog="exit status: 0, whatever state the machine is in; 2 for options that do not exist.",
        allow_abbrev=False,
    )
    command_line.add_argument("--json", action="store_true", help="print one line of JSON instead")
    command_line.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS",
                      help="how long listing devices may take (%(default)g)")  # fmt: skip
    return command_line


def info(argv=()) -> int:
    """Run `jmx info` with these arguments, print, and return the exit status: 0, whatever state the machine is in."""
    args = parser().parse_args(list(argv))
    facts = gather(args.timeout)
    if args.json:
        print(json.dumps(facts))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in text(facts)))
    return 0
