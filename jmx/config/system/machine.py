"""The machine: cores, memory, limits, instruction sets, and its C library."""

from __future__ import annotations

import ctypes
import functools
import glob
import mmap
import os
import platform
import re
import sys
from typing import Any

#: systems and processors that jaxlib has wheels for (docs.jax.dev, "Installation"), and the oldest glibc that they run on
_WITH_JAXLIB = {("Linux", "x86_64"), ("Linux", "aarch64"), ("Darwin", "arm64"), ("Windows", "AMD64"), ("Windows", "x86_64")}
_OLDEST_GLIBC = (2, 27)
#: where Linux mounts control groups
CONTROL_GROUPS = "/sys/fs/cgroup"
#: what the control groups of Linux limit, the files that say so in version 2, and in version 1 below the folder of a controller
_LIMITS = {"cpu": "cpu.max", "memory": "memory.max", "pids": "pids.max"}
_OLD_LIMITS = {"memory": ("memory", "memory.limit_in_bytes"), "pids": ("pids", "pids.max")}
#: a limit of memory that is as good as none, which version 1 writes for "max"
_NO_LIMIT = 2**60


def cores() -> int:
    """How many processors this process may run on: those that it is bound to, where the system binds processes."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def binding() -> Any:
    """What tells whether two processes may run on the same processors."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None


def usable_cores() -> int:
    """How many processors are worth threads of their own: no more than the quota of a container (`docker run --cpus`)."""
    return within_quota(cores(), group_limits().get("cpu"))


def within_quota(count: int, quota: float | None) -> int:
    """Of `count` processors those that a quota has time for, and one at least; all without a quota."""
    return count if quota is None else max(1, min(count, int(quota)))


def memory() -> dict[str, int]:
    """Bytes of memory of the machine, `memory`, and of it available now, `memory_free`, as far as the system says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        names = {"memory": "MemTotal", "memory_free": "MemAvailable"}
        return {key: int(lines[name].split()[0]) * 1024 for key, name in names.items()}
    except (OSError, KeyError, ValueError):
        pass
    try:
        return {"memory": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")}
    except (AttributeError, OSError, ValueError):
        return {}


@functools.cache
def processor_lines() -> tuple[str, ...]:
    """What Linux says of the first processor: its name and instruction sets; () elsewhere."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            head = file.read(8192)
    except OSError:
        return ()
    return tuple(line for line in head.splitlines() if line.startswith(("flags", "Features", "model name")))


def processor_description() -> str:
    """What the system says of this kind of processor: its name, and what instructions it has."""
    return platform.machine() + ("".join(processor_lines()) or platform.processor())


@functools.cache
def instruction_sets() -> frozenset[str]:
    """The instruction sets, as Linux names them; elsewhere only what the architecture guarantees."""
    for line in processor_lines():
        if line.startswith(("flags", "Features")):
            return frozenset(line.partition(":")[2].split())
    return {"x86_64": frozenset(("sse", "sse2")), "arm64": frozenset(("asimd",))}.get(architecture(), frozenset())


def architecture() -> str:
    """The kind of processor, by one name on all systems: "x86_64", "arm64", or what the system says."""
    name = platform.machine().lower()
    return {"amd64": "x86_64", "aarch64": "arm64"}.get(name, name)


#: "linux", "macos", "windows", or what Python calls another system
SYSTEM = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)


def is_linux() -> bool:
    """Whether this is Linux."""
    return SYSTEM == "linux"


def users_caches() -> str:
    """The folder of the user's caches, of all programs."""
    if SYSTEM == "macos":
        return os.path.expanduser("~/Library/Caches")
    if SYSTEM == "windows":
        return os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def users_data(name: str) -> str:
    """The folder where a program keeps a user's data: `~/.NAME`, on Windows that of applications."""
    if SYSTEM == "windows":
        return os.path.join(os.environ.get("APPDATA") or os.path.expanduser("~"), name)
    return os.path.expanduser(os.path.join("~", f".{name}"))


def group_limits(root: str = CONTROL_GROUPS, own: str | None = None) -> dict[str, float]:
    """What the control groups of this process allow: `cpu` in processors, `memory` in bytes, `pids`; {} without Linux.

    Parameters
    ----------
    root : str
        Where the groups are mounted.
    own : str, optional
        The group of this process below it; by default what the system says.
    """
    if own is None:
        own = _own_group()
    found: dict[str, float] = {}
    folder, top = os.path.normpath(f"{root}/{own}"), os.path.normpath(root)
    while folder.startswith(top):
        for name, file in _LIMITS.items():
            _note(found, name, _words(os.path.join(folder, file)))
        folder = os.path.dirname(folder)
    # version 1, whose groups a container sees at the top
    for name, (controller, file) in _OLD_LIMITS.items():
        _note(found, name, _words(os.path.join(root, controller, file)))
    quota, period = (_words(os.path.join(root, "cpu", f"cpu.cfs_{what}_us")) for what in ("quota", "period"))
    if quota and period and not quota[0].startswith("-"):
        _note(found, "cpu", [*quota, *period])
    return {name: int(value) if name != "cpu" else value for name, value in found.items()}


def _note(found, name, words):
    try:
        value = float(words[0]) / float(words[1]) if name == "cpu" else float(words[0])
    except (IndexError, ValueError, ZeroDivisionError):  # no such file, "max"
        return
    if 0 < value < _NO_LIMIT:
        found[name] = min(found.get(name, value), value)


def _own_group():
    try:
        with open("/proc/self/cgroup", encoding="ascii") as file:
            return next((line.strip().split("::", 1)[1] for line in file if line.startswith("0::")), "/")
    except (OSError, UnicodeDecodeError):
        return "/"


def _words(path):
    try:
        with open(path, encoding="ascii") as file:
            return file.read().split()
    except (OSError, UnicodeDecodeError):
        return []


def shell_limits() -> dict[str, int]:
    """The limits of the shell (`ulimit`) that are set: `files`, `processes`, and `memory` in bytes."""
    try:
        import resource
    except ImportError:  # Windows
        return {}
    kinds = {"files": "RLIMIT_NOFILE", "processes": "RLIMIT_NPROC", "memory": "RLIMIT_AS"}
    soft = {name: resource.getrlimit(getattr(resource, kind))[0] for name, kind in kinds.items() if hasattr(resource, kind)}
    return {name: value for name, value in soft.items() if value != resource.RLIM_INFINITY}


def allow_open_files(wanted: int) -> None:
    """Raise this process's limit of open files, as far as it may."""
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(hard, wanted), hard))
    except (ImportError, OSError, ValueError):
        pass


def pages(size: int) -> Any:
    """Memory of zeros that the system gives page by page, when it is first written to; None where that is not to be had.

    Raises
    ------
    MemoryError
        There is not as much.
    """
    if not hasattr(mmap, "MAP_PRIVATE"):
        return None
    try:
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError, ValueError) as error:
        raise MemoryError(f"Unable to allocate {size} bytes of memory") from error


def nvidia_devices() -> list[str]:
    """The devices of NVIDIA's driver, one for each GPU, on Linux."""
    return [path for path in glob.glob("/dev/nvidia[0-9]*") if re.fullmatch(r"/dev/nvidia\d+", path)]


def has_nvidia_driver() -> bool:
    """Whether NVIDIA's driver says that it has a GPU, on Linux."""
    return bool(glob.glob("/proc/driver/nvidia/gpus/*"))


@functools.cache
def c_function(name: str) -> Any:
    """A function of the C library that this process runs on, or None."""
    try:
        return getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):  # TypeError: Windows, where None names no library
        return None


def c_library() -> str:
    """The C library's name and release, "glibc 2.36", which a shared library needs at least; "" where it does not say."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        return ""


def why_no_jaxlib() -> str:
    """Why jaxlib has no wheel that runs on this system, as a sentence; "" where there should be one."""
    system, processor = platform.system(), platform.machine()
    if (system, processor) not in _WITH_JAXLIB:
        return f"jaxlib has no wheels for {system} on {processor}."
    if system != "Linux":
        return ""
    library, _, release = c_library().partition(" ")
    if library != "glibc":
        return (
            "jaxlib's wheels need the GNU C library, and this Linux has another one (musl, as in Alpine): take an image of "
            "Debian or Ubuntu, such as python:3.13-slim."
        )
    numbers = tuple(int(part) for part in release.split(".")[:2] if part.isdigit())
    if numbers < _OLDEST_GLIBC:
        oldest = ".".join(map(str, _OLDEST_GLIBC))
        return f"jaxlib's wheels need glibc {oldest} or newer, and this system has {release}: take a newer one, or a container."
    return ""
