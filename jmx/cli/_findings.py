"""What `jmx doctor` looks at: each check yields what is wrong, or could be better, with the remedy in one sentence.

Checks read files and metadata; none imports JAX, and none changes anything. What they look at is passed in where a test has to
have another machine.
"""

from __future__ import annotations

import errno
import importlib.metadata
import os
import platform
import re
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import config, native
from .._version import __version__
from ..base import MXNetError
from ..config import compile_cache, ignored, jax_internals, numpy_release
from ..config.system import files, machine
from ..legacy.alias import real_distributions
from ..native import recipe
from . import _shim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MIB = 2**20


@dataclass(frozen=True)
class Finding:
    """Something that a check has found.

    `check` is the check's name, `severity` "problem" (programs fail, or compute something slowly for no reason) or "note",
    `what` a sentence, and `remedy` another one.
    """

    check: str
    severity: str
    what: str
    remedy: str


def _problem(check, what, remedy):
    return Finding(check, "problem", what, remedy)


def _note(check, what, remedy):
    return Finding(check, "note", what, remedy)


def _installed(name) -> str | None:
    """The version of a distribution, or None where it is not installed or its metadata is damaged."""
    try:
        return importlib.metadata.version(name)
    except (importlib.metadata.PackageNotFoundError, TypeError):
        return None


def numbers(version) -> tuple[int, ...]:
    """The numbers that a version begins with: (0, 10, 2) of "0.10.2.dev1"."""
    return tuple(map(int, re.findall(r"\d+", re.split(r"[^\d.]", version or "")[0])))


# ---- the environment


def environment(versions=None) -> Iterator[Finding]:
    """Python, and the jmx that is imported and the one that pip knows."""
    if not machine.is_linux():
        yield _note("environment", f"This is {machine.SYSTEM}; jmx is tested on Linux.", "Use Linux, or WSL on Windows.")
    known = _installed("jmx") if versions is None else versions.get("jmx")
    if known is not None and known != __version__:
        yield _problem(
            "environment",
            f"jmx {__version__} is imported from {os.path.dirname(os.path.dirname(__file__))}, but pip knows jmx {known}.",
            "Install it again (`pip install . ./compat` in the checkout), or take the other folder out of PYTHONPATH.",
        )
    folders = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry and "site-packages" in entry]
    if folders:
        yield _problem(
            "environment",
            f"PYTHONPATH has the site-packages of another environment: {folders[0]}.",
            "Run `unset PYTHONPATH`: packages of two environments mix otherwise.",
        )


def wheels(state=None, real=None) -> Iterator[Finding]:
    """Distributions that lie over one another: MXNet's, jmx's `mxnet`, Horovod."""
    state = _shim.find() if state is None else state
    real = real_distributions() if real is None else real
    if state.origin in ("real", "mixed"):
        names = " ".join(dict.fromkeys([*real, *(["mxnet"] if state.origin == "mixed" else [])]))
        said = state.what.partition(". ")[0].rstrip(".")
        yield _problem(
            "wheels",
            f"`import mxnet` is not jmx's: {said}.",
            f"Run `pip uninstall -y {names or 'mxnet'}`, then `pip install ./compat` or `jmx shim install`.",
        )
    elif state.origin == "incomplete":
        yield _problem(
            "wheels",
            f"Files of jmx's `mxnet` are missing in {state.folder}: {', '.join(state.missing)}.",
            "Run `jmx shim install`, which writes them again.",
        )
    elif state.origin == "other":
        yield _problem(
            "wheels",
            f"`import mxnet` finds a module that is neither MXNet's nor jmx's, in {state.folder}.",
            "Rename that file or folder, or start programs with `jmx run`.",
        )
    elif state.origin == "none":
        yield _note(
            "wheels",
            "Nothing gives the import name `mxnet` here.",
            "Install it with `pip install ./compat` or `jmx shim install`, or start programs with `jmx run`.",
        )
    elif (written := state.what.rpartition("+jmx.")[2]) and "+jmx." in state.what and written != __version__:
        yield _problem(
            "wheels",
            f"The distribution {state.what} belongs to another jmx than this one ({__version__}).",
            "Install both from one checkout: `pip install . ./compat`.",
        )
    if state.origin in ("shim", "compat") and real:
        yield _problem(
            "wheels",
            f"pip also knows {', '.join(real)}, whose files lie where jmx's `mxnet` is.",
            f"Run `pip uninstall -y {' '.join(real)}`, then install `mxnet` of jmx again.",
        )
    yield from _horovod()


def _horovod(version=None) -> Iterator[Finding]:
    """A real Horovod beside jmx: its part for MXNet is answered by jmx's own."""
    version = version or _installed("horovod")
    if version is not None:
        yield _note(
            "wheels",
            f"Horovod {version} is installed; `horovod.mxnet` is jmx's own beside it, which mpirun and `jmx launch` start.",
            "Start programs that import horovod.mxnet by `jmx launch`, not by horovodrun, or run `pip uninstall horovod`.",
        )


def numpy(version=None) -> Iterator[Finding]:
    """The release of NumPy: old ones are refused, new ones refuse what old programs do."""
    version = version or _installed("numpy")
    if version is None:
        yield _problem("numpy", "NumPy is not installed.", f"Run `pip install '{numpy_release.WANTED}'`.")
    elif said := numpy_release.problem(version):
        what, _, remedy = said.partition(" Run: ")
        yield _problem("numpy", what, f"Run `{remedy}`.")
    elif numbers(version) >= numbers(numpy_release.FIRST_UNSUITABLE):
        yield _note(
            "numpy",
            f"NumPy {version} refuses float(array of one element) or array.tostring(), which old programs use.",
            f"If yours stop there, run `pip install '{numpy_release.WANTED}'`.",
        )


def jax(versions=None) -> Iterator[Finding]:
    """JAX, jaxlib and the plugins for GPUs: releases that belong together."""
    names = ("jax", "jaxlib", *(f"jax-cuda{n}-{part}" for n in (12, 13) for part in ("plugin", "pjrt")))
    found = {name: _installed(name) for name in names} if versions is None else versions
    bounds = f">={jax_internals.OLDEST},<{jax_internals.UNTESTED}"
    allowed = f"'jax{bounds}' 'jaxlib{bounds}'"
    for name in ("jax", "jaxlib"):
        if not found.get(name):
            yield _problem("jax", f"{name} is not installed.", f"Run `pip install {allowed}`.")
        elif not jax_internals.OLDEST_JAX <= numbers(found[name])[:2] < jax_internals.UNTESTED_JAX:
            yield _problem(
                "jax", f"{name} {found[name]} is not one that jmx {__version__} works with.", f"Run `pip install {allowed}`."
            )
    one, other = found.get("jax"), found.get("jaxlib")
    if one and other and numbers(one)[:3] != numbers(other)[:3]:
        yield _problem(
            "jax",
            f"jax {one} and jaxlib {other} are of different releases.",
            f"Run `pip install 'jaxlib=={_dotted(numbers(one)[:3])}.*'`.",
        )
    yield from _plugins(names[2:], found)


def _plugins(names, found) -> Iterator[Finding]:
    """The plugins for GPUs, beside the jaxlib that is there."""
    one, other = found.get("jax"), found.get("jaxlib")
    for name in names:
        version = found.get(name)
        if version and other and numbers(version)[:3] != numbers(other)[:3]:
            extra = name.split("-")[1]
            yield _problem(
                "jax",
                f"{name} {version} does not belong to jaxlib {other}: JAX leaves the GPUs aside.",
                f"Run `pip install 'jax[{extra}]=={one or other}'`.",
            )
    if found.get("jax-cuda12-plugin") and found.get("jax-cuda13-plugin"):
        yield _problem(
            "jax",
            "JAX's plugins for CUDA 12 and for CUDA 13 are both installed.",
            "Run `pip uninstall -y jax-cuda12-plugin jax-cuda12-pjrt` (or 13), whichever your driver is not for.",
        )


def _dotted(release):
    return ".".join(map(str, release))


# ---- folders


def cache(folder=None) -> Iterator[Finding]:
    """The folder of compiled programs: whether it may be written, has room, may hold libraries, and is this user's."""
    if folder is None:
        if not _value("JMX_CACHE"):
            yield _note(
                "cache", "Compiled programs are not kept (JMX_CACHE=0): each run compiles anew.", "Run `unset JMX_CACHE`."
            )
            return
        folder = _value("JMX_CACHE_DIR")
    move = "set JMX_CACHE_DIR to a folder on a local disk"
    there = folder = os.path.abspath(os.path.expanduser(folder or ""))
    while not os.path.lexists(there) and os.path.dirname(there) != there:
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        yield _problem("cache", f"{there}, where compiled programs would be kept, is no folder.", f"Remove that file, or {move}.")
        return
    try:
        with tempfile.NamedTemporaryFile(dir=there) as file:  # asks more than access(): quotas, and systems mounted to be read
            file.write(bytes(4096))
            file.flush()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            yield _problem(
                "cache",
                f"The disk or the quota of {there} is full.",
                f"Free some room (`jmx info` says how much the cache has), or {move}.",
            )
        else:
            yield _problem(
                "cache", f"Compiled programs cannot be kept in {folder}: {error.strerror}.", f"Make it writable, or {move}."
            )
        return
    free = files.free_bytes(there)
    if free < 500 * _MIB:
        yield _problem(
            "cache",
            f"The disk of {folder} has {free // _MIB} MiB left; a few networks' programs take that.",
            f"Free some room, or {move}.",
        )
    if files.refuses_programs(there):
        yield _problem(
            "cache",
            f"{folder} is on a file system from which nothing may be run (noexec): libraries are compiled in every process.",
            f"{move[0].upper()}{move[1:]} that is mounted without noexec.",
        )
    why = compile_cache.why_untrusted(folder)
    if why:
        yield _problem(
            "cache",
            f"The cache is not used, since {why}.",
            "Take away the others' right to write there (`chmod go-w`), or " + move + ".",
        )


def shared_memory(path=files.SHARED_MEMORY) -> Iterator[Finding]:
    """The room that NCCL and programs' own workers share arrays in; those of a DataLoader have memory of no folder."""
    room = files.shared_memory(path)
    if room is None:
        if machine.is_linux():
            yield _problem(
                "shared memory",
                f"There is no {path}: NCCL between GPUs of one machine, and semaphores of multiprocessing, do not work.",
                "Mount it (`mount -t tmpfs tmpfs /dev/shm`).",
            )
        return
    size, free = room
    if size <= 64 * _MIB:
        yield _problem(
            "shared memory",
            f"{path} has {size // _MIB} MiB, as in a container by default: NCCL between GPUs of one machine needs more.",
            "Start the container with `--shm-size=8g`, or with `--ipc=host`.",
        )
    elif free < 64 * _MIB:
        yield _problem(
            "shared memory",
            f"{path} has {free // _MIB} of {size // _MIB} MiB left.",
            "Remove what programs that were killed have left there (`ls -l /dev/shm`).",
        )


# ---- the machine


def compiler(libraries=None, words=None) -> Iterator[Finding]:
    """A C compiler, or libraries that were compiled when the wheel was built."""
    if libraries is None:
        folder = os.path.dirname(native.__file__)
        sources = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".c")]
        libraries = [recipe.is_whole(recipe.prebuilt(source)) for source in sources]
    words = recipe.compiler() if words is None else words
    named = os.environ.get("CC")
    if named and shutil.which(named.split()[0]) is None:
        yield _problem(
            "compiler", f"CC names a compiler that is not there: {named}.", "Run `unset CC`, or set it to one that is installed."
        )
    if words or all(libraries):
        return
    yield _problem(
        "compiler",
        "There is no C compiler, and this jmx has brought nothing compiled: convolutions and kernels run by XLA, more slowly.",
        "Install a compiler (`apt-get install gcc libc6-dev`), or install jmx from a wheel.",
    )


def cpu(flags=None, kind=None) -> Iterator[Finding]:
    """Instructions that jaxlib and oneDNN need, or are slow without."""
    kind = platform.machine().lower() if kind is None else kind
    flags = machine.instruction_sets() if flags is None else flags
    if kind not in ("x86_64", "amd64", "aarch64", "arm64"):
        yield _note(
            "cpu", f"There are no wheels of jaxlib for {kind}, or they are not tested here.", "Use an x86-64 or aarch64 machine."
        )
    elif kind in ("x86_64", "amd64"):
        if "avx" not in flags:
            yield _problem(
                "cpu",
                "This processor, or the virtual machine, has no AVX: jaxlib ends with an illegal instruction.",
                "Let the virtual machine show the host's processor (`-cpu host` for QEMU), or use another machine.",
            )
        elif "avx2" not in flags or "fma" not in flags:
            yield _note(
                "cpu",
                "This processor has no AVX2 or no FMA: networks compute several times slower.",
                "Let the virtual machine show the host's processor (`-cpu host` for QEMU), or use another machine.",
            )


def gpu(driver, plugins=None, devices=None) -> Iterator[Finding]:
    """NVIDIA's GPUs: the driver answers, JAX's plugin is there, and is for this driver.

    `driver` is what nvidia-smi said (`info.driver`), `devices` the files of GPUs in /dev.
    """
    if plugins is None:
        plugins = [n for n in (12, 13) if _installed(f"jax-cuda{n}-plugin")]
    if devices is None:
        devices = [name for name in os.listdir("/dev") if re.fullmatch(r"nvidia\d+", name)] if os.path.isdir("/dev") else []
    if driver is None:
        if devices:
            yield _problem(
                "gpu",
                "There are NVIDIA GPUs in /dev, but no nvidia-smi: the driver's programs are missing.",
                "Install the driver's package, or start the container with `--gpus all` (Docker) or `--nv` (Apptainer).",
            )
        elif plugins:
            yield _note(
                "gpu",
                "JAX's CUDA plugin is installed, but there is no driver: everything runs on the CPU.",
                "On a machine with a GPU install its driver; in a container use `--gpus all` (Docker) or `--nv` (Apptainer).",
            )
        return
    if "problem" in driver:
        yield _problem(
            "gpu",
            f"{driver['problem']}.",
            "Load or install the driver again (`sudo modprobe nvidia`), or restart the machine after an update of it.",
        )
        return
    if driver["gpus"]:
        yield from _cards(driver["gpus"], plugins)


def _cards(cards, plugins) -> Iterator[Finding]:
    """GPUs that the driver shows, beside JAX's plugins; those that cannot be used, or that others use."""
    oldest = min(numbers(card.get("driver"))[:1] or (0,) for card in cards)[0]
    wanted = 13 if oldest >= 580 else 12
    if not plugins:
        yield _problem(
            "gpu",
            f"There are {len(cards)} NVIDIA GPUs, but JAX has no plugin for them: everything runs on the CPU.",
            f"Run `pip install 'jax[cuda{wanted}]=={_installed('jax') or ''}.*'`.".replace("==.*", ""),
        )
    for number, least in ((12, 525), (13, 580)):
        if number in plugins and oldest < least:
            yield _problem(
                "gpu",
                f"The driver {cards[0].get('driver')} is too old for CUDA {number}, which needs {least}.",
                f"Update the driver{', or install jax[cuda12]' if number == 13 and oldest >= 525 else ''}.",
            )
    for card in cards:
        yield from _card(card)


def _card(card) -> Iterator[Finding]:
    """One GPU: its mode, and who uses it."""
    if "prohibited" in str(card.get("mode", "")).lower():
        yield _problem(
            "gpu",
            f"GPU {card.get('number')} is in mode {card['mode']}: no program may use it.",
            f"Run `sudo nvidia-smi -i {card.get('number')} -c 0`.",
        )
    total, used = (_whole(card.get(name)) for name in ("memory_mib", "used_mib"))
    if total and used and used > 0.5 * total:
        yield _note(
            "gpu",
            f"Others use {used} of {total} MiB of GPU {card.get('number')}.",
            "Choose another one (CUDA_VISIBLE_DEVICES), or set XLA_PYTHON_CLIENT_PREALLOCATE=false.",
        )


def _whole(text):
    return int(text) if isinstance(text, str) and text.strip().isdigit() else None


def limits(root=machine.CONTROL_GROUPS, cores=None, own=None, variables=None) -> Iterator[Finding]:
    """Threads beside cores, and what the system allows this process: processors, memory, processes, open files."""
    variables = os.environ if variables is None else variables
    cores = machine.cores() if cores is None else cores
    allowed = machine.group_limits(root, own)
    quota = allowed.get("cpu")
    usable = machine.within_quota(cores, quota)
    if quota is not None and quota + 0.5 < cores:
        yield _note(
            "limits",
            f"The container may use {quota:g} processors, but sees {cores} cores: jmx has XLA and oneDNN start {usable} "
            f"thread{'s' if usable > 1 else ''}, but NumPy's own threads wait for one another.",
            f"Give it whole cores (`--cpuset-cpus`), or start programs with OPENBLAS_NUM_THREADS={usable}.",
        )
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        value = _whole(variables.get(name, ""))
        if value and value > usable:
            yield _problem("limits", f"{name}={value}, on {usable} cores.", f"Run `export {name}={usable}`, or unset it.")
    memory = allowed.get("memory")
    if memory is not None and memory < 2048 * _MIB:
        yield _problem(
            "limits",
            f"This process may use {memory // _MIB} MiB of memory; jmx with JAX alone takes some 400, and compiling a "
            "network 1 GiB.",
            "Raise the limit (`--memory=8g`, `#SBATCH --mem=8G`).",
        )
    processes = allowed.get("pids")
    if processes is not None and processes < 20 * usable + 100:
        yield _problem(
            "limits",
            f"{processes:.0f} processes and threads are allowed, and {usable} cores' thread pools take most of them.",
            "Raise the limit (`--pids-limit=-1` for Docker, TasksMax for systemd).",
        )
    yield from _of_resources(usable)


def _of_resources(cores, soft=None) -> Iterator[Finding]:
    """The limits of the shell (`ulimit`)."""
    soft = machine.shell_limits() if soft is None else soft
    for name, least, option, what in (
        ("files", 1024, "n", "open files"),
        ("processes", 20 * cores + 500, "u", "processes and threads of this user"),
    ):
        if name in soft and soft[name] < least:
            yield _problem(
                "limits", f"Only {soft[name]} {what} are allowed.", f"Run `ulimit -{option} {max(least, 4096)}` before programs."
            )
    if "memory" in soft:
        yield _problem(
            "limits",
            f"The address space is limited to {soft['memory'] // _MIB} MiB; JAX reserves more than it uses.",
            "Run `ulimit -v unlimited`.",
        )


# ---- settings


def variables(given=None) -> Iterator[Finding]:
    """Environment variables that cannot be read, or that nobody knows."""
    given = os.environ if given is None else given
    for name, variable in config.VARIABLES.items():
        if name in given:
            try:
                variable.get()
            except MXNetError as error:
                yield _problem(
                    "variables", f"{str(error).rstrip('.')}.", f"Run `unset {name}`, or give it a value of docs/environment.md."
                )
    for name, value, close in ignored.unknown(given, {*config.VARIABLES, "JMX_MEMBER_PROCESS"}):
        hint = f"Write {close}, if that was meant." if close else f"Run `unset {name}`."
        yield _problem("variables", f"{name}={value} is no variable that jmx or MXNet reads.", hint)


def _value(name):
    try:
        return config.get(name)
    except MXNetError:
        return None


#: what is looked at, in this order; `gpu` takes what nvidia-smi said
CHECKS: dict[str, Callable[..., Iterator[Finding]]] = {
    "environment": environment,
    "wheels": wheels,
    "numpy": numpy,
    "jax": jax,
    "cache": cache,
    "compiler": compiler,
    "cpu": cpu,
    "gpu": gpu,
    "shared memory": shared_memory,
    "limits": limits,
    "variables": variables,
}
